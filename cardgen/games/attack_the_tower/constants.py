"""The values that the rules fix for every deck of Attack the Tower.

Source:
    The manual, and the two published decks (elves and samurai).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from cardgen.records import dataclass

TroopType = Literal["light_infantry", "shooter", "heavy_infantry", "cavalry", "siege_weapon"]
Icon = Literal["light_infantry", "shooter", "heavy_infantry", "cavalry", "siege_weapon", "hand", "star"]
Kind = Literal["troop", "common", "special"]
Trait = Literal["initiative", "artillery", "unique", "loyal"]

# The order of these words is the order in which the game lists them everywhere.
TYPES: tuple[TroopType, ...] = get_args(TroopType)
ICONS: tuple[Icon, ...] = get_args(Icon)
TRAITS: tuple[Trait, ...] = get_args(Trait)


@dataclass(frozen=True, slots=True)
class Troop:
    """A troop type."""

    power: int
    traits: tuple[Trait, ...] = ()


TROOPS: Mapping[TroopType, Troop] = {
    "light_infantry": Troop(1),
    "shooter": Troop(1, ("initiative",)),
    "heavy_infantry": Troop(2),
    "cavalry": Troop(3),
    "siege_weapon": Troop(4, ("artillery",)),
}

# Rule H07: the icons that each kind of ability may have.
KIND_ICONS: Mapping[Kind, tuple[Icon, ...]] = {"troop": TYPES, "common": ("hand",), "special": ("star",)}

# Convention C01: copies of the bases, in the order of TYPES, as in both published decks.
USUAL_COPIES = (7, 6, 5, 4, 3)

# Convention C05, of cardgen: an ability with more copies than this gets a warning.
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
