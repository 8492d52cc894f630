"""Play abilities: list those that a player can play now, and run the windows in which players may play them.

A window in which a player holds no ability for the situation is skipped.
"""

from __future__ import annotations

from cardgen.games.attack_the_tower.engine.decisions.playing import can_play
from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.hands import remove_from_hand
from cardgen.games.attack_the_tower.engine.state.lasting import ABILITY
from cardgen.games.attack_the_tower.engine.state.phase import Phase
from cardgen.games.attack_the_tower.engine.state.position import Position, start_program
from cardgen.games.attack_the_tower.engine.state.stats import prevented_places
from cardgen.games.attack_the_tower.engine.state.zones import (
    BATTLE_ATTACKER,
    BATTLE_DEFENDER,
    HAND,
    MAIN_OPPONENT,
    PLAYED,
)


def legal_plays(position: Position, player: int, situation: int) -> list[int]:
    """Return the actions that play an ability of a player's hand.

    Args:
        situation: MAIN_OWN, MAIN_OPPONENT, BATTLE_ATTACKER or BATTLE_DEFENDER.
    """
    if position.plays >= position.match.config.max_abilities:
        return []
    situations = position.match.situations
    found, last = [], -1
    for design in position.zones[HAND + player]:
        if situations[design] & situation and design != last:
            last = design
            if can_play(position, player, design, HAND + player):
                found.append(actions.PLAY + design)
    return [] if found and prevented_places(position, player, ABILITY) is not None else found


def play_ability(position: Position, player: int, action: int) -> None:
    """Put the card of an ability beside the board and start its program, which places a special troop.

    Args:
        action: Action of `legal_plays`.
    """
    design = action - actions.PLAY
    remove_from_hand(position, player, design)
    position.zones[PLAYED] += (design,)
    start_program(position, player, design)


def holds_ability(position: Position, player: int, situation: int) -> bool:
    """Return whether a player holds an ability for a situation, whether or not it can be played.

    Args:
        situation: MAIN_OWN, MAIN_OPPONENT, BATTLE_ATTACKER or BATTLE_DEFENDER.
    """
    situations = position.match.situations
    for design in position.zones[HAND + player]:  # noqa: SIM110, twice as fast as any()
        if situations[design] & situation:
            return True
    return False


def begin_main_phase(position: Position) -> None:
    """Begin the main phase, with the opponent's window (R13)."""
    opponent = 1 - position.active
    if position.match.config.opening_window and holds_ability(position, opponent, MAIN_OPPONENT):
        position.phase, position.player = Phase.OPPONENT, opponent
    else:
        position.phase, position.player = Phase.ACT, position.active


def open_window(position: Position, phase: int) -> None:
    """Open a window before combat; the defender may play first (S; R07).

    Args:
        phase: Phase.WINDOW before combat, Phase.STEP_WINDOW between its steps.
    """
    active = position.active
    attacker = holds_ability(position, active, BATTLE_ATTACKER)
    defender = holds_ability(position, 1 - active, BATTLE_DEFENDER)
    if not (attacker or defender):
        close_window(position, phase)
        return
    defender_first = position.match.config.first_in_battle == "defender"
    position.phase = phase
    position.passes = 0 if (defender if defender_first else attacker) else 1
    position.player = 1 - active if defender_first == (position.passes == 0) else active


def close_window(position: Position, phase: int) -> None:
    """Go on with combat after both players have passed.

    Args:
        phase: Phase of the window, as for `open_window`.
    """
    position.passes = 0
    position.phase = Phase.CLASH if phase == Phase.WINDOW else Phase.REGULAR
