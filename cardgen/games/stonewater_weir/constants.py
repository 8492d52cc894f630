"""The values that the rules fix for every deck of Stonewater Weir.

Source:
    The rules model of the siege, sections 1 to 4 (components, cards, set-up, round).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from cardgen.records import dataclass

ResourceClass = Literal["inn", "market", "rainlore", "forge"]
CardType = Literal["permanent", "discard", "instant"]
CardColor = Literal["red", "orange"]
Bank = Literal["north", "east", "south", "west"]
Season = Literal["spring", "summer", "autumn", "winter"]
Role = Literal["assault", "support", "heavy"]
Grade = Literal["standard", "elite"]
UnitId = Literal["mudling", "reaver", "spittoad", "matron", "wreckback"]
BuildingId = Literal[
    "inn", "undercroft", "granary", "forge_hall", "fish_market", "lamp_house", "counting_house", "rain_tower"
]
HeroId = Literal["tamsin", "ilka", "dov", "bettany", "oren", "hask"]
SmugglingLine = Literal["inn", "market", "rainlore", "forge", "gold", "food"]
AbilityId = Literal[
    "action_plus1",
    "armory_free",
    "armory_plus1",
    "catapult_plus1",
    "double_sorcery",
    "double_tavern",
    "food_plus1",
    "gold_plus1",
    "grace_turn",
    "heal2",
    "ignore1",
    "ignore2",
    "ignore3",
    "massive_plus1",
    "no_food",
    "pool_market",
    "pool_tavern",
    "rebuild",
    "scry",
    "season_card",
    "share_space",
    "slot_sorcery",
    "slot_tavern",
    "smuggle_free",
    "str_plus2",
    "tavern_plus1",
    "tower_plus1",
    "z1_dice1",
    "z1_follow",
    "z1_hit3",
    "z1_roll2",
    "z1_roll3",
    "z2_dice1",
    "z2_dice2",
    "z2_hit3",
    "z2_hit4",
    "z3_dice1",
    "z3_hit4",
    "z3_hit5",
]

# The order of these words is the order in which the game lists them everywhere; the engine numbers the abilities by it.
CLASSES: tuple[ResourceClass, ...] = get_args(ResourceClass)
BANKS: tuple[Bank, ...] = get_args(Bank)
SEASONS: tuple[Season, ...] = get_args(Season)
ROLES: tuple[Role, ...] = get_args(Role)
UNITS: tuple[UnitId, ...] = get_args(UnitId)
BUILDINGS: tuple[BuildingId, ...] = get_args(BuildingId)
HEROES: tuple[HeroId, ...] = get_args(HeroId)
ABILITY_IDS: tuple[AbilityId, ...] = get_args(AbilityId)
ZONES = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Unit:
    """A kind of enemy figure.

    Attributes:
        role: What it does in each zone.
        grade: Whether it is a standard or an elite unit.
        attacks: Hits of each attack.
        resistance: Strength that destroys it.
    """

    role: Role
    grade: Grade
    copies: int
    attacks: int
    resistance: int


UNIT_VALUES: Mapping[UnitId, Unit] = {
    "mudling": Unit("assault", "standard", 24, 1, 1),
    "reaver": Unit("assault", "elite", 8, 2, 2),
    "spittoad": Unit("support", "standard", 16, 1, 1),
    "matron": Unit("support", "elite", 8, 2, 2),
    "wreckback": Unit("heavy", "standard", 8, 1, 3),
}
ABILITY_ICONS: Mapping[AbilityId, str] = {
    "action_plus1": "action",
    "armory_free": "gold",
    "armory_plus1": "forge",
    "catapult_plus1": "long_arm",
    "double_sorcery": "rainlore",
    "double_tavern": "inn",
    "food_plus1": "food",
    "gold_plus1": "gold",
    "grace_turn": "lamp",
    "heal2": "morale",
    "ignore1": "shield_open",
    "ignore2": "shield",
    "ignore3": "shield",
    "massive_plus1": "flood",
    "no_food": "food",
    "pool_market": "market",
    "pool_tavern": "inn",
    "rebuild": "repair",
    "scry": "book",
    "season_card": "draw",
    "share_space": "building",
    "slot_sorcery": "rainlore",
    "slot_tavern": "inn",
    "smuggle_free": "undercroft",
    "str_plus2": "strength",
    "tavern_plus1": "inn",
    "tower_plus1": "rainlore",
    "z1_dice1": "zone_1",
    "z1_follow": "zone_1",
    "z1_hit3": "zone_1",
    "z1_roll2": "zone_1",
    "z1_roll3": "zone_1",
    "z2_dice1": "zone_2",
    "z2_dice2": "zone_2",
    "z2_hit3": "zone_2",
    "z2_hit4": "zone_2",
    "z3_dice1": "zone_3",
    "z3_hit4": "zone_3",
    "z3_hit5": "zone_3",
}
"""The icon on the token of each ability."""


def hitting(target: int) -> str:
    """Return the numbers of a red die that hit: `4+` for 4 or more, and `6` alone."""
    return f"{target}+" if target < 6 else str(target)
