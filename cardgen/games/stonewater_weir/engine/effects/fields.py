"""Change enemies on the fields, the Undercurrent and the Runner by effects."""

from __future__ import annotations

from collections.abc import Callable

from cardgen.games.stonewater_weir.constants import ROLES, UNIT_VALUES
from cardgen.games.stonewater_weir.effects import Drift, Halt, March, Push, Runner, Spawn, StrikeZone, Surge, Tether
from cardgen.games.stonewater_weir.engine.combat.dice import ZoneRoll, roll_attack
from cardgen.games.stonewater_weir.engine.combat.hits import apply_hits, useful_hits
from cardgen.games.stonewater_weir.engine.combat.march import march_from
from cardgen.games.stonewater_weir.engine.effects.choosing import (
    areas_with_units,
    choose_area,
    choose_side,
    choose_unit,
)
from cardgen.games.stonewater_weir.engine.effects.steps import Step, never
from cardgen.games.stonewater_weir.engine.field.figures import add_units, count_units, move_units
from cardgen.games.stonewater_weir.engine.field.runner import advance_runner
from cardgen.games.stonewater_weir.engine.field.undercurrent import draw_wind, lower_tether, raise_tether, surge
from cardgen.games.stonewater_weir.engine.state.asking import roll
from cardgen.games.stonewater_weir.engine.state.lasting import Modifier, Until, add_lasting
from cardgen.games.stonewater_weir.engine.state.places import AREAS, AROUND, UNIT_COUNT, Stream
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.state.story import Event, tell


def _area_step(
    areas: Callable[[SiegePosition], list[int]], chooses: bool, act: Callable[[SiegePosition, int, int], None]
) -> Step:
    """Return a step that works in one area: one that the player chooses, or the one it is given."""

    def would(position: SiegePosition, hero: int) -> bool:
        del hero
        return bool(areas(position))

    def do(position: SiegePosition, hero: int, area: int) -> None:
        if chooses:
            found = areas(position)
            if not found:
                return
            area = choose_area(position, hero, found)
        act(position, hero, area)

    return Step(do, would)


def strike_step(strike: StrikeZone) -> Step:
    """Return the step of an attack with the dice of the card."""
    dice, target, strength = strike.dice, strike.target, strike.strength
    zones = tuple(zone - 1 for zone in strike.zones)

    def targets(position: SiegePosition) -> list[int]:
        return [area for area in range(AREAS) if area % 3 in zones and useful_hits(position, area, strength)]

    def act(position: SiegePosition, hero: int, area: int) -> None:
        tell(position, Event.ATTACK, hero, area, dice, target, strength, -1)
        if hero >= 0:
            zone = ZoneRoll(area, dice, useful_hits(position, area, strength))
            (hits,) = roll_attack(position, hero, [zone], target)
        else:  # a tactics card, whose rolls no lamplight changes
            hits = 0
            for _ in range(dice):
                number = roll(position, Stream.TACTICS)
                tell(position, Event.ROLLED, hero, Stream.TACTICS, number)
                hits += number >= target
        apply_hits(position, area, hits, strength, hero)

    return _area_step(targets, bool(zones), act)


def push_step(push: Push) -> Step:
    """Return the step of pushing units away from the town."""
    zones = tuple(zone - 1 for zone in push.zones if zone < 3)
    amount = push.amount if isinstance(push.amount, int) else 0

    def act(position: SiegePosition, hero: int, area: int) -> None:
        if area % 3 < 2:
            _move_some(position, hero, area, area + 1, amount)

    return _area_step(lambda position: areas_with_units(position, zones), bool(push.zones), act)


def _move_some(position: SiegePosition, hero: int, area: int, target: int, amount: int) -> None:
    """Move some units of an area, which the player chooses, or all of them (0)."""
    if not amount or amount >= count_units(position, area):
        for unit in range(UNIT_COUNT):
            move_units(position, area, target, unit, count_units(position, area))
        return
    for _ in range(amount):
        move_units(position, area, target, choose_unit(position, hero, area), 1)


def drift_step(drift: Drift) -> Step:
    """Return the step of moving units into a neighbouring field."""
    zones = tuple(zone - 1 for zone in drift.zones)
    amount = drift.amount if isinstance(drift.amount, int) else 0

    def act(position: SiegePosition, hero: int, area: int) -> None:
        if count_units(position, area):
            bank, zone = divmod(area, 3)
            _move_some(position, hero, area, 3 * choose_side(position, hero, bank) + zone, amount)

    return _area_step(lambda position: areas_with_units(position, zones), bool(zones), act)


def halt_step(halt: Halt) -> Step:
    """Return the step of keeping units from attacking or marching."""
    zones = tuple(zone - 1 for zone in halt.zones)
    modifiers = {
        "attack": (Modifier.NO_ATTACK,),
        "march": (Modifier.NO_MARCH,),
        "both": (Modifier.NO_ATTACK, Modifier.NO_MARCH),
    }[halt.what]

    def act(position: SiegePosition, hero: int, area: int) -> None:
        del hero
        bank, zone = divmod(area, 3)
        for modifier in modifiers:
            add_lasting(position, modifier, 1, Until.ROUND, zone=zone, bank=bank)

    return _area_step(lambda position: areas_with_units(position, zones), bool(zones), act)


def tether_step(tether: Tether) -> Step:
    """Return the step of changing the Tether."""
    by = tether.by

    def would(position: SiegePosition, hero: int) -> bool:
        del hero
        return by < 0 and position.undercurrent >= 0

    def do(position: SiegePosition, hero: int, area: int) -> None:
        del area
        if by < 0:
            lower_tether(position, -by, hero)
        elif position.undercurrent >= 0:
            raise_tether(position, by)

    return Step(do, would)


def spawn_step(spawn: Spawn) -> Step:
    """Return the step of placing units in zone 3; if all figures are on the board, there is a Surge."""
    unit = UNIT_VALUES[spawn.unit]
    role, is_elite, amount, each = ROLES.index(unit.role), unit.grade == "elite", spawn.amount, spawn.field == "each"

    def do(position: SiegePosition, hero: int, area: int) -> None:
        del hero, area
        for bank in AROUND if each else (draw_wind(position),):
            if not add_units(position, 3 * bank + 2, role, 0 if is_elite else amount, amount if is_elite else 0):
                surge(position)

    return Step(do, never)


def runner_step(runner: Runner) -> Step:
    """Return the step of letting the Runner go on."""
    zones = runner.zones

    def do(position: SiegePosition, hero: int, area: int) -> None:
        del hero, area
        for _ in range(zones):
            advance_runner(position)

    return Step(do, never)


def march_step(march: March) -> Step:
    """Return the step of a march in some zones of all fields; nobody enters the town from zones 2 and 3."""
    zones = sorted(zone - 1 for zone in march.zones)

    def do(position: SiegePosition, hero: int, area: int) -> None:
        del hero, area
        position.halted = position.attacked = 0  # of the enemies phase before
        for bank in AROUND:
            for zone in zones:
                march_from(position, 3 * bank + zone)

    return Step(do, never)


def surge_step(event: Surge) -> Step:
    """Return the step of a Surge."""
    del event

    def do(position: SiegePosition, hero: int, area: int) -> None:
        del hero, area
        surge(position)

    return Step(do, never)
