"""The special abilities as bits, and the numbers of attacks and rolls that they change.

What an ability does at a certain moment (a card at the start of a turn, a further attack) is in the module of that moment,
which tests the bit.
"""

from __future__ import annotations

from functools import lru_cache

from cardgen.games.stonewater_weir.constants import ABILITY_IDS

BITS: dict[str, int] = {name: 1 << index for index, name in enumerate(ABILITY_IDS)}
"""The bit of each ability, by id."""

ACTION_PLUS1 = BITS["action_plus1"]
ARMORY_FREE = BITS["armory_free"]
ARMORY_PLUS1 = BITS["armory_plus1"]
CATAPULT_PLUS1 = BITS["catapult_plus1"]
DOUBLE_SORCERY = BITS["double_sorcery"]
DOUBLE_TAVERN = BITS["double_tavern"]
FOOD_PLUS1 = BITS["food_plus1"]
GOLD_PLUS1 = BITS["gold_plus1"]
GRACE_TURN = BITS["grace_turn"]
HEAL2 = BITS["heal2"]
MASSIVE_PLUS1 = BITS["massive_plus1"]
NO_FOOD = BITS["no_food"]
POOL_MARKET = BITS["pool_market"]
POOL_TAVERN = BITS["pool_tavern"]
REBUILD = BITS["rebuild"]
SCRY = BITS["scry"]
SEASON_CARD = BITS["season_card"]
SHARE_SPACE = BITS["share_space"]
SLOT_SORCERY = BITS["slot_sorcery"]
SLOT_TAVERN = BITS["slot_tavern"]
SMUGGLE_FREE = BITS["smuggle_free"]
STR_PLUS2 = BITS["str_plus2"]
TAVERN_PLUS1 = BITS["tavern_plus1"]
TOWER_PLUS1 = BITS["tower_plus1"]
Z1_FOLLOW = BITS["z1_follow"]

FREE_ABILITIES = (SEASON_CARD, POOL_TAVERN, POOL_MARKET, SMUGGLE_FREE, SCRY, HEAL2)
"""Abilities that a hero chooses to use in their turn; the first four only at its start."""
AT_TURN_START = SEASON_CARD | POOL_TAVERN | POOL_MARKET | SMUGGLE_FREE

_IGNORES = tuple((BITS[f"ignore{hits}"], hits) for hits in (1, 2, 3))
_TARGETS = (
    ((BITS["z1_hit3"], 3),),
    ((BITS["z2_hit3"], 3), (BITS["z2_hit4"], 4)),
    ((BITS["z3_hit4"], 4), (BITS["z3_hit5"], 5)),
)
_MORE_DICE = (
    ((BITS["z1_dice1"], 1),),
    ((BITS["z2_dice1"], 1), (BITS["z2_dice2"], 2)),
    ((BITS["z3_dice1"], 1),),
)
_ROLLS = ((BITS["z1_roll2"], 2), (BITS["z1_roll3"], 3))

_REMEMBERED = 4096
"""Number of results kept: the same few sets of abilities are asked for all the time."""
BASE_TARGETS = (4, 5, 6)
"""Lowest number that hits, by zone."""


@lru_cache(maxsize=_REMEMBERED)
def ignored_hits(abilities: int) -> int:
    """Return how many hits in a round abilities let a hero ignore."""
    return sum(hits for bit, hits in _IGNORES if abilities & bit)


@lru_cache(maxsize=_REMEMBERED)
def target_of(abilities: int, zone: int) -> int:
    """Return the lowest number that hits in a zone.

    Args:
        zone: Zone, from 0.
    """
    return min((target for bit, target in _TARGETS[zone] if abilities & bit), default=BASE_TARGETS[zone])


@lru_cache(maxsize=_REMEMBERED)
def more_dice(abilities: int, zone: int) -> int:
    """Return how many dice abilities add against a zone.

    Args:
        zone: Zone, from 0.
    """
    return sum(dice for bit, dice in _MORE_DICE[zone] if abilities & bit)


@lru_cache(maxsize=_REMEMBERED)
def rolled_dice(abilities: int, dice: int, zone: int, *, extra: bool) -> int:
    """Return how many dice a hero rolls before dice are added (S16).

    Args:
        dice: Dice of the weapon, or 1.
        zone: Zone, from 0.
        extra: Whether the abilities that state a number of dice add them instead.
    """
    rolls = [number for bit, number in _ROLLS if abilities & bit] if zone == 0 else []
    return dice + sum(rolls) if extra else max((dice, *rolls))
