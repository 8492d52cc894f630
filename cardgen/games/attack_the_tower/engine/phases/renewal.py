"""Run a renewal: both players recruit, draw and build; no ability is played (rules file, section 5)."""

from __future__ import annotations

from cardgen.games.attack_the_tower.engine.abilities import begin_main_phase
from cardgen.games.attack_the_tower.engine.decisions import bases_with_room, choose_recruits, draw_cards
from cardgen.games.attack_the_tower.engine.phases.setup import build_from_hand, legal_builds
from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.changes import recruit_troops
from cardgen.games.attack_the_tower.engine.state.lasting import RECRUIT, TriggerEvent, VerbCode
from cardgen.games.attack_the_tower.engine.state.phase import Phase
from cardgen.games.attack_the_tower.engine.state.position import EFFECT, VALUE, Position
from cardgen.games.attack_the_tower.engine.state.stats import find_modifiers, prevented_slots
from cardgen.games.attack_the_tower.engine.state.triggers import WAITING, fire
from cardgen.games.attack_the_tower.engine.state.units import SLOTS_OF
from cardgen.plugin.rules.programs import OWNER

UNLIMITED = 99


def begin_renewal(position: Position) -> None:
    """Begin a renewal; the active player does each step first (R12)."""
    position.renewed = True
    position.player = position.active
    position.phase = Phase.RECRUIT


def recruit(position: Position) -> None:
    """Do step A for one player: each base receives a troop, up to two on each (R11)."""
    player = position.player
    slots = SLOTS_OF[player] & ~prevented_slots(position, player, RECRUIT)
    amount = 1 + _additions(position, player)[1]
    if position.match.config.recruit == "may":
        position.decision = choose_recruits(player, bases_with_room(position, slots), amount)
    else:
        for _ in range(amount):
            recruit_troops(position, slots)
    _next_player(position, Phase.RENEWAL_DRAW)


def _additions(position: Position, player: int) -> tuple[int, int]:
    """Return how many cards and troops special troops add to a player's part."""
    cards = troops = 0
    if position.active_verbs >> VerbCode.RENEWAL & 1:
        for modifier in find_modifiers(position, 1 << VerbCode.RENEWAL):
            effect = position.match.lasting[modifier[EFFECT]]
            if effect.verb == VerbCode.RENEWAL and effect.against ^ modifier[OWNER] == player:
                cards, troops = cards + effect.draw, troops + modifier[VALUE]
    return cards, troops


def draw(position: Position) -> None:
    """Do step B for one player: draw two cards; the state checks then enforce the hand limit."""
    player = position.player
    position.decision = draw_cards(player, position.match.config.renewal_draw + _additions(position, player)[0])
    _reset_builds(position)
    _next_player(position, Phase.RENEWAL_BUILD)


def _reset_builds(position: Position) -> None:
    limit = position.match.config.max_builds
    position.builds_left = UNLIMITED if limit is None else limit


def _next_player(position: Position, following: int) -> None:
    position.player = 1 - position.player
    if position.player == position.active:
        position.phase = following


def legal_renewal_build(position: Position) -> list[int]:
    """Return the choices of step C: build any base of the hand (R15), also over a base (R14), or be done."""
    if position.builds_left <= 0:
        return [actions.DONE]
    return [*legal_builds(position, position.player), actions.DONE]


def apply_renewal_build(position: Position, action: int) -> None:
    """Build one base, or leave the step to the other player.

    Args:
        action: Action of `legal_renewal_build`.
    """
    if action != actions.DONE:
        build_from_hand(position, action)
        position.builds_left -= 1
        return
    _reset_builds(position)
    position.player = 1 - position.player
    if position.player == position.active:
        begin_main_phase(position)
        if position.active_verbs & WAITING:
            fire(position, TriggerEvent.RENEWAL, position.active)
