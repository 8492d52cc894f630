"""Move the Runner and the Followers.

Source:
    Rules model, section 4, "Messenger"; S02, S17, S18, S20.
"""

from __future__ import annotations

from cardgen.games.stonewater_weir.engine.field.figures import add_units, has_enemies, has_units
from cardgen.games.stonewater_weir.engine.field.undercurrent import draw_wind, surge
from cardgen.games.stonewater_weir.engine.state.actions import BANK
from cardgen.games.stonewater_weir.engine.state.asking import ask, end_game
from cardgen.games.stonewater_weir.engine.state.places import (
    ASSAULT,
    HOME,
    IN_HILLS,
    LEAVING,
    RETURNING,
    RUNNER_DUE,
    Cause,
)
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.state.questions import Question
from cardgen.games.stonewater_weir.engine.state.story import Event, tell
from cardgen.games.stonewater_weir.engine.town.heroes import change_all_morale, leader

FOLLOWERS = 2
LEAVES_MORALE, DIES_MORALE = 2, -1
RUNNERS = 2


def stops_runner(position: SiegePosition, area: int) -> bool:
    """Return whether an area holds an enemy that stops the Runner (S20)."""
    if position.tables.settings.undercurrent_stops_runner:
        return has_enemies(position, area)
    return has_units(position, area)


def is_home(position: SiegePosition) -> bool:
    """Return whether the Runner is on a wall."""
    return position.runner >= HOME


def move_runner(position: SiegePosition) -> None:
    """Do the Runner's step of the round: enter, move, leave, come back or wait; then the Followers come."""
    if position.runner == RUNNER_DUE:
        if position.runner_leg == LEAVING:
            _enter(position)
        else:
            _return(position)
    elif position.runner == IN_HILLS:
        if position.runner_entered < position.round:  # an event may have let them leave in this very round
            _return(position)
    elif not is_home(position):
        _walk(position)
    if position.tables.settings.has_followers and position.runner_field >= 0 and position.runner != RUNNER_DUE:
        bring_followers(position)


def advance_runner(position: SiegePosition) -> None:
    """Move the Runner by one zone beyond their step of the round, if they are on a field and no enemy is in the way."""
    if 0 <= position.runner < HOME:
        _walk(position)


def _enter(position: SiegePosition) -> None:
    """Place the Runner, or their successor, in a Z1 without enemies."""
    free = [BANK + bank for bank in range(4) if not stops_runner(position, 3 * bank)]
    if not free:
        tell(position, Event.RUNNER_WAITS, RUNNER_DUE)
        return
    bank = ask(position, leader(position), (Question.RUNNER_FIELD,), free) - BANK
    position.runner, position.runner_entered = 3 * bank, position.round
    tell(position, Event.RUNNER_MOVED, position.runner)


def _return(position: SiegePosition) -> None:
    """Bring the Runner back from the Hills, by the wind card that was drawn for them."""
    if position.runner_wind < 0:
        position.runner_wind = draw_wind(position)
    area = 3 * position.runner_wind + 2
    if stops_runner(position, area):
        tell(position, Event.RUNNER_WAITS, IN_HILLS)
        return
    position.runner, position.runner_leg, position.runner_entered = area, RETURNING, position.round
    if position.runner_field < 0 or position.tables.settings.followers_of_second == "own":
        position.runner_field = position.runner_wind
    position.runner_wind = -1
    tell(position, Event.RUNNER_MOVED, area)


def _walk(position: SiegePosition) -> None:
    """Move the Runner by one zone, unless an enemy is in their zone or the next one."""
    area = position.runner
    zone = area % 3
    leaving = position.runner_leg == LEAVING
    beyond = zone == (2 if leaving else 0)
    target = area + (1 if leaving else -1)
    if stops_runner(position, area) or (not beyond and stops_runner(position, target)):
        tell(position, Event.RUNNER_WAITS, area)
        return
    if not beyond:
        position.runner = target
    elif leaving:
        position.runner, position.runner_entered = IN_HILLS, position.round
    else:
        position.runner = HOME + area // 3
    tell(position, Event.RUNNER_MOVED, position.runner)
    if position.runner == IN_HILLS:
        position.runner_leg = RETURNING
        change_all_morale(position, LEAVES_MORALE)


def bring_followers(position: SiegePosition) -> None:
    """Place the Followers in the Z3 in which the Runner came back."""
    if not add_units(position, 3 * position.runner_field + 2, ASSAULT, FOLLOWERS, 0):
        surge(position)


def kill_runner(position: SiegePosition) -> None:
    """Remove the Runner, who has died; a successor sets out in the next round.

    Raises:
        GameEnded: It is the second Runner.
    """
    position.runner, position.runner_wind = RUNNER_DUE, -1
    position.runners_lost += 1
    tell(position, Event.RUNNER_DIED, position.runners_lost)
    if position.runners_lost >= RUNNERS:
        end_game(position, Cause.RUNNERS)
    change_all_morale(position, DIES_MORALE, least=1)
