"""Who has the word: windows in which nobody could do anything are passed over at once."""

from __future__ import annotations

from cardgen.games.attack_the_tower.engine import timing
from cardgen.games.attack_the_tower.engine.phase import Phase
from cardgen.games.attack_the_tower.engine.position import Position
from cardgen.games.attack_the_tower.engine.zones import HAND


def ready(position: Position, player: int, situation: int) -> bool:
    """Whether a player holds an ability for a situation, playable or not."""
    situations = position.match.situations
    for design in position.zones[HAND + player]:  # noqa: SIM110, twice as fast as any()
        if situations[design] & situation:
            return True
    return False


def begin_main(position: Position) -> None:
    """The main phase opens with the opponent's window (R13)."""
    opponent = 1 - position.active
    if position.match.config.opening_window and ready(position, opponent, timing.MAIN_OPPONENT):
        position.phase, position.player = Phase.OPPONENT, opponent
    else:
        position.phase, position.player = Phase.ACT, position.active


def open_window(position: Position, phase: int) -> None:
    """A window before combat: the defender has the first word (S; R07)."""
    active = position.active
    attacker = ready(position, active, timing.BATTLE_ATTACKER)
    defender = ready(position, 1 - active, timing.BATTLE_DEFENDER)
    if not (attacker or defender):
        close_window(position, phase)
        return
    defender_first = position.match.config.first_in_battle == "defender"
    position.phase = phase
    position.passes = 0 if (defender if defender_first else attacker) else 1
    position.player = 1 - active if defender_first == (position.passes == 0) else active


def close_window(position: Position, phase: int) -> None:
    """Both have passed."""
    position.passes = 0
    position.phase = Phase.CLASH if phase == Phase.WINDOW else Phase.REGULAR
