"""What the rules fix for every deck of Attack the Tower; sources: the manual (M), the two published decks (E, S)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

TroopType = Literal["light_infantry", "shooter", "heavy_infantry", "cavalry", "siege_weapon"]
Icon = Literal["light_infantry", "shooter", "heavy_infantry", "cavalry", "siege_weapon", "hand", "star"]
Kind = Literal["troop", "common", "special"]
Trait = Literal["initiative", "artillery", "unique", "loyal"]

# In the order in which the game names them everywhere.
TYPES: tuple[TroopType, ...] = get_args(TroopType)
ICONS: tuple[Icon, ...] = get_args(Icon)
TRAITS: tuple[Trait, ...] = get_args(Trait)


@dataclass(frozen=True, slots=True)
class Troop:
    """What a troop of one type is, in every deck."""

    power: int
    traits: tuple[Trait, ...] = ()


TROOPS: Mapping[TroopType, Troop] = {
    "light_infantry": Troop(1),
    "shooter": Troop(1, ("initiative",)),
    "heavy_infantry": Troop(2),
    "cavalry": Troop(3),
    "siege_weapon": Troop(4, ("artillery",)),
}

# Rule H07: the icons that each kind of ability may carry.
KIND_ICONS: Mapping[Kind, tuple[Icon, ...]] = {"troop": TYPES, "common": ("hand",), "special": ("star",)}

# Convention C01, in the order of TYPES; both published decks have it.
USUAL_COPIES = (7, 6, 5, 4, 3)

# Convention C05 (ours): more copies of one design than this are worth a word.
MOST_COPIES = 5

PILES = ("ability_discard", "base_discard", "ability_draw", "base_draw")
RENEWAL_STEPS = ("a", "b", "c")

CONSTANTS: Mapping[str, int] = {
    "ability_cards": 25,
    "base_cards": 25,
    "counters": 9,
    "territories": 3,
    "slots_per_territory": 3,
    "piles": 4,
    "troops_per_base_max": 2,
    "opening_hand": 5,
    "hand_limit": 5,
    "renewal_draw": 2,
    "base_power": 4,
    "palace_power": 10,
}
