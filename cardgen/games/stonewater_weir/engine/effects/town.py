"""Change buildings by effects."""

from __future__ import annotations

from cardgen.games.stonewater_weir.constants import BUILDINGS
from cardgen.games.stonewater_weir.effects import Damage, Reinforce, Repair
from cardgen.games.stonewater_weir.engine.effects.choosing import choose_building
from cardgen.games.stonewater_weir.engine.effects.steps import Step, never
from cardgen.games.stonewater_weir.engine.field.undercurrent import draw_wind
from cardgen.games.stonewater_weir.engine.state.places import DAMAGED, DESTROYED, WALL, WHOLE
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.state.story import Event, tell
from cardgen.games.stonewater_weir.engine.town.buildings import (
    REINFORCEMENTS,
    damage_by_card,
    reinforce_building,
    restore_building,
)


def repair_step(repair: Repair) -> Step:
    """Return the step of repairing a building."""
    condition = DAMAGED if repair.what == "damaged" else DESTROYED

    def would(position: SiegePosition, hero: int) -> bool:
        del hero
        return condition in position.buildings

    def do(position: SiegePosition, hero: int, area: int) -> None:
        del area
        buildings = [building for building in range(WALL) if position.buildings[building] == condition]
        if not buildings:
            return
        building = choose_building(position, hero, buildings)
        if condition == DAMAGED:
            restore_building(position, building, hero)
        else:
            position.buildings[building] = DAMAGED
            tell(position, Event.DAMAGED, building, DAMAGED)

    return Step(do, would)


def reinforce_step(reinforce: Reinforce) -> Step:
    """Return the step of placing reinforcements."""
    amount = reinforce.amount

    def would(position: SiegePosition, hero: int) -> bool:
        del hero
        return sum(position.reinforced) < REINFORCEMENTS

    def do(position: SiegePosition, hero: int, area: int) -> None:
        del area
        for _ in range(amount):
            buildings = [building for building in range(WALL) if position.buildings[building] != DESTROYED]
            if buildings and would(position, hero):
                reinforce_building(position, choose_building(position, hero, buildings))

    return Step(do, would)


def damage_step(damage: Damage) -> Step:
    """Return the step of damaging buildings; those that are damaged already stay as they are."""
    named = BUILDINGS.index(damage.building) if damage.building else -1
    amount = damage.amount

    def do(position: SiegePosition, hero: int, area: int) -> None:
        del area
        if named >= 0:
            damage_by_card(position, named)
            return
        bank = draw_wind(position)
        for _ in range(amount):
            whole = [building for building in (2 * bank, 2 * bank + 1) if position.buildings[building] == WHOLE]
            if whole:
                damage_by_card(position, choose_building(position, hero, whole))

    return Step(do, never)
