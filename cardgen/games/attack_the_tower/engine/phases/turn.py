"""A turn: announcement, main phase, end (rules file, section 5).

The window of the main phase and the active player's own choice are one: he acts when the opponent has passed; after an
ability of the opponent he may reply or pass the word back.
"""

from __future__ import annotations

from cardgen.games.attack_the_tower.engine import abilities
from cardgen.games.attack_the_tower.engine.abilities import begin_main
from cardgen.games.attack_the_tower.engine.battle import attack
from cardgen.games.attack_the_tower.engine.compiler.unit_verbs import TURN_END
from cardgen.games.attack_the_tower.engine.phases import renewal
from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.phase import Phase
from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.zones import LOST, PLAYED


def legal_announce(position: Position) -> list[int]:
    """Renew or not; who must act and could not attack must renew (S, tournament rule; R35)."""
    if must_act(position) and not attack.attacks(position):
        return [actions.RENEW]
    return [actions.RENEW, actions.HOLD]


def must_act(position: Position) -> bool:
    """Whether this turn needs a renewal or an attack, and has had neither."""
    return position.idle and position.match.config.must_act and not (position.renewed or position.attacked)


def apply_announce(position: Position, action: int) -> None:
    """A renewal comes first, then the main phase."""
    if action == actions.RENEW:
        renewal.begin(position)
    else:
        begin_main(position)


def legal_opponent(position: Position) -> list[int]:
    """The opponent has the word: play, or pass."""
    return [*abilities.plays(position, position.player, abilities.MAIN_OPPONENT), actions.PASS]


def apply_opponent(position: Position, action: int) -> None:
    """After his pass the active player acts; after an ability he may reply."""
    if action == actions.PASS:
        position.phase = Phase.ACT
    else:
        position.phase = Phase.REPLY
        abilities.play(position, position.player, action)
    position.player = position.active


def legal_reply(position: Position) -> list[int]:
    """The active player may reply to an ability of the opponent."""
    return [*abilities.plays(position, position.player, abilities.MAIN_OWN), actions.PASS]


def apply_reply(position: Position, action: int) -> None:
    """The word goes back to the opponent."""
    _opponent_next(position)
    if action != actions.PASS:
        abilities.play(position, position.active, action)


def _opponent_next(position: Position) -> None:
    position.phase, position.player = Phase.OPPONENT, 1 - position.active


def legal_act(position: Position) -> list[int]:
    """The active player plays, attacks, or ends his turn, unless he must act and can (R35)."""
    attacks = attack.attacks(position)
    found = abilities.plays(position, position.player, abilities.MAIN_OWN) + attacks
    if attacks and must_act(position):
        return found
    return [*found, actions.END]


def apply_act(position: Position, action: int) -> None:
    """An ability, an attack, or the end."""
    if action == actions.END:
        position.phase = Phase.TURN_END
    elif action >= actions.PLAY:
        _opponent_next(position)
        abilities.play(position, position.active, action)
    else:
        attack.declare(position, action)


def turn_end(position: Position) -> None:
    """What was put off to the end of the turn happens, in the order in which it was played."""
    position.phase = Phase.NEXT_TURN
    if position.delays:
        due = [delay for delay in position.delays if delay[1] == TURN_END]
        position.delays = ()
        position.stack += [[delay[0], 0, *delay[2:]] for delay in reversed(due)]


def next_turn(position: Position) -> None:
    """Abilities of this turn are discarded, their effects stop, the next player begins (R28: not forever)."""
    for design in position.zones[PLAYED]:
        position.discard(design)
    position.zones[PLAYED] = ()
    if position.mods:
        position.set_mods(())
        position.dirty = True
    position.delays = ()
    position.idle = not (position.renewed or position.attacked)
    position.renewed = position.attacked = False
    position.attacks = position.plays = position.futile = position.fresh = 0
    if any(position.lost):
        position.lost = [0] * (2 * LOST)
    position.active = position.player = 1 - position.active
    position.turn += 1
    position.phase = Phase.ANNOUNCE if position.turn <= position.match.config.max_turns else Phase.OVER
