"""Run a turn: announcement, main phase, end (rules file, section 5).

In the main phase the opponent's window comes first. When the opponent has passed, the active player acts; after an
ability of the opponent, the active player may reply or pass, and the opponent's window opens again.
"""

from __future__ import annotations

from cardgen.games.attack_the_tower.engine.abilities import begin_main_phase, legal_plays, play_ability
from cardgen.games.attack_the_tower.engine.battle.attack import declare_attack, legal_attacks
from cardgen.games.attack_the_tower.engine.phases.renewal import begin_renewal
from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.changes import append_special_troop, set_modifiers
from cardgen.games.attack_the_tower.engine.state.hands import discard_card
from cardgen.games.attack_the_tower.engine.state.lasting import RENEWING, TURN_END, Duration, TriggerEvent, VerbCode
from cardgen.games.attack_the_tower.engine.state.phase import Phase
from cardgen.games.attack_the_tower.engine.state.position import EFFECT, LOSS_COUNT, MOMENT, Position
from cardgen.games.attack_the_tower.engine.state.stats import prevented_places
from cardgen.games.attack_the_tower.engine.state.triggers import WAITING, fire
from cardgen.games.attack_the_tower.engine.state.zones import (
    CANNOT_ATTACK,
    MAIN_OPPONENT,
    MAIN_OWN,
    PALACE_ZONE,
    PLAYED,
    SPECIAL_CARD,
)
from cardgen.plugin.rules.programs import OWNER, PROGRAM


def legal_announce(position: Position) -> list[int]:
    """Return the choice to renew or not; a player who must act and cannot attack this turn must renew.

    Source:
        S, tournament rule; R35, R57.
    """
    if position.active_verbs >> VerbCode.PREVENT & 1 and (
        prevented_places(position, position.active, RENEWING) is not None
    ):
        return [actions.HOLD]
    if must_act(position) and not (legal_attacks(position) or can_attack_after_arrival(position)):
        return [actions.RENEW]
    return [actions.RENEW, actions.HOLD]


def must_act(position: Position) -> bool:
    """Return whether this turn needs a renewal or an attack, and has had neither."""
    return (
        position.previous_turn_idle and position.match.config.must_act and not (position.renewed or position.attacked)
    )


def can_attack_after_arrival(position: Position) -> bool:
    """Return whether the active player holds a special troop that could be played now and then attack; it is tried.

    Source:
        R57.
    """
    match, player = position.match, position.active
    if not match.config.special_attacks_at_once:
        return False
    zone, modifiers, verbs = PALACE_ZONE + player, position.modifiers, position.active_verbs
    palace, found = position.zones[zone], False
    for action in legal_plays(position, player, MAIN_OWN):
        design = action - actions.PLAY
        if match.kind[design] == SPECIAL_CARD and not match.static[design] & CANNOT_ATTACK and not found:
            append_special_troop(position, player, design)
            found = bool(legal_attacks(position))
            position.zones[zone], position.modifiers, position.active_verbs = palace, modifiers, verbs
    return found


def apply_announce(position: Position, action: int) -> None:
    """Begin the renewal, or the main phase.

    Args:
        action: Action of `legal_announce`.
    """
    if action == actions.RENEW:
        begin_renewal(position)
    else:
        begin_main_phase(position)


def legal_opponent(position: Position) -> list[int]:
    """Return the opponent's choices: play an ability, or pass."""
    return [*legal_plays(position, position.player, MAIN_OPPONENT), actions.PASS]


def apply_opponent(position: Position, action: int) -> None:
    """Play the opponent's ability, to which the active player may reply, or let the active player act.

    Args:
        action: Action of `legal_opponent`.
    """
    if action == actions.PASS:
        position.phase = Phase.ACT
    else:
        position.phase = Phase.REPLY
        play_ability(position, position.player, action)
    position.player = position.active


def legal_reply(position: Position) -> list[int]:
    """Return the active player's choices after an ability of the opponent: play an ability, or pass."""
    return [*legal_plays(position, position.player, MAIN_OWN), actions.PASS]


def apply_reply(position: Position, action: int) -> None:
    """Play the reply, or pass; the opponent's window opens again.

    Args:
        action: Action of `legal_reply`.
    """
    _open_opponent_window(position)
    if action != actions.PASS:
        play_ability(position, position.active, action)


def _open_opponent_window(position: Position) -> None:
    position.phase, position.player = Phase.OPPONENT, 1 - position.active


def legal_act(position: Position) -> list[int]:
    """Return the active player's choices: play, attack, or end the turn, unless the player must act and can (R35, R57)."""
    attacks = legal_attacks(position)
    found = legal_plays(position, position.player, MAIN_OWN) + attacks
    if must_act(position) and (attacks or can_attack_after_arrival(position)):
        return found
    return [*found, actions.END]


def apply_act(position: Position, action: int) -> None:
    """Play an ability, attack, or end the turn.

    Args:
        action: Action of `legal_act`.
    """
    if action == actions.END:
        position.phase = Phase.TURN_END
    elif action >= actions.PLAY:
        _open_opponent_window(position)
        play_ability(position, position.active, action)
    else:
        declare_attack(position, action)


def end_turn(position: Position) -> None:
    """Start the effects of the end of the turn: first those that were delayed, in the order in which they were played."""
    position.phase = Phase.NEXT_TURN
    if position.active_verbs & WAITING:
        fire(position, TriggerEvent.TURN_END, position.active)
    if position.delays:
        due = [delay for delay in position.delays if delay[MOMENT] == TURN_END]
        position.delays = ()
        position.stack += [[delay[PROGRAM], 0, *delay[OWNER:]] for delay in reversed(due)]


def begin_next_turn(position: Position) -> None:
    """Discard the abilities of this turn, end their effects, and begin the next turn (R28: up to a limit)."""
    for design in position.zones[PLAYED]:
        discard_card(position, design)
    position.zones[PLAYED] = ()
    if position.modifiers:
        lasting, arrival, following = position.match.lasting, position.match.arrival, 1 - position.active
        rest = [
            one
            for one in position.modifiers
            if one[EFFECT] == arrival or (lasting[one[EFFECT]].until == Duration.NEXT_TURN and one[OWNER] != following)
        ]
        set_modifiers(position, tuple(rest))
        position.check_due = True
    position.delays = ()
    position.previous_turn_idle = not (position.renewed or position.attacked)
    position.renewed = position.attacked = False
    position.attacks = position.plays = position.futile_attacks = position.arrived_this_turn = 0
    if any(position.losses):
        position.losses = [0] * (2 * LOSS_COUNT)
    position.active = position.player = 1 - position.active
    position.turn += 1
    position.phase = Phase.ANNOUNCE if position.turn <= position.match.config.max_turns else Phase.OVER
    if position.phase == Phase.ANNOUNCE and position.active_verbs & WAITING:
        fire(position, TriggerEvent.TURN_START, position.active)
