"""Change the rules while an event lasts."""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.games.stonewater_weir.constants import BUILDINGS
from cardgen.games.stonewater_weir.effects import Forbid, Modify, Number
from cardgen.games.stonewater_weir.engine.effects.steps import Step, never
from cardgen.games.stonewater_weir.engine.state.lasting import Modifier, Until, add_lasting
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition

MODIFIERS: Mapping[Number, Modifier] = {
    "dice": Modifier.DICE,
    "target": Modifier.TARGET,
    "card_cost": Modifier.CARD_COST,
    "food_roll": Modifier.FOOD_ROLL,
    "gold_roll": Modifier.GOLD_ROLL,
    "upkeep": Modifier.SEASON_FOOD,
    "actions": Modifier.ACTIONS,
    "spawn": Modifier.SPAWN,
    "cards": Modifier.CARDS,
    "charge_dice": Modifier.CHARGE_DICE,
}
_CLOSED = {
    "long_arm": Modifier.NO_ARM,
    "lamplight": Modifier.NO_LIGHT,
    "attack_morale": Modifier.NO_ATTACK_MORALE,
}


def modify_step(modify: Modify, until: Until) -> Step:
    """Return the step that changes a number.

    Args:
        until: When the event ends.
    """
    modifier, by = MODIFIERS[modify.number], modify.by
    zones = tuple(zone - 1 for zone in modify.zones) or (-1,)

    def do(position: SiegePosition, hero: int, area: int) -> None:
        del hero, area
        for zone in zones:
            add_lasting(position, modifier, by, until, zone=zone)

    return Step(do, never)


def forbid_step(forbid: Forbid, until: Until) -> Step:
    """Return the step that closes something.

    Args:
        forbid: What is closed.
        until: When the event ends.
    """
    modifier = _CLOSED.get(forbid.what, Modifier.BUILDING_CLOSED)
    zone = BUILDINGS.index(forbid.what) if forbid.what in BUILDINGS else -1

    def do(position: SiegePosition, hero: int, area: int) -> None:
        del hero, area
        add_lasting(position, modifier, 1, until, zone=zone)

    return Step(do, never)
