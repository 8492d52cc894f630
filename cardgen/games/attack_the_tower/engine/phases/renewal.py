"""A renewal: recruit, draw, build; both players do each step, nobody plays an ability (rules file, section 5)."""

from __future__ import annotations

from cardgen.games.attack_the_tower.constants import CONSTANTS
from cardgen.games.attack_the_tower.engine import decisions
from cardgen.games.attack_the_tower.engine.abilities import begin_main
from cardgen.games.attack_the_tower.engine.phases.setup import builds
from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.lasting import RECRUIT, Verb
from cardgen.games.attack_the_tower.engine.state.phase import Phase
from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.stats import barred_slots, modifiers
from cardgen.games.attack_the_tower.engine.state.units import SLOTS_OF

RENEWAL_DRAW = CONSTANTS["renewal_draw"]
UNLIMITED = 99


def begin(position: Position) -> None:
    """The active player does each step first (R12)."""
    position.renewed = True
    position.player = position.active
    position.phase = Phase.RECRUIT


def recruit(position: Position) -> None:
    """Step A: each base receives a troop, up to two on each (R11)."""
    player = position.player
    slots = SLOTS_OF[player] & ~barred_slots(position, player, RECRUIT)
    most = 1 + _more(position, player)[1]
    if position.match.config.recruit == "may":
        position.ask = decisions.recruits(player, decisions.room(position, slots), most)
    else:
        for _ in range(most):
            position.recruit(slots)
    _next_player(position, Phase.RENEWAL_DRAW)


def _more(position: Position, player: int) -> tuple[int, int]:
    """Cards and troops that special troops add to a player's part."""
    cards = troops = 0
    if position.verbs >> Verb.RENEWAL & 1:
        for mod in modifiers(position, 1 << Verb.RENEWAL):
            effect = position.match.lasting[mod[0]]
            if effect.verb == Verb.RENEWAL and effect.against ^ mod[2] == player:
                cards, troops = cards + effect.draw, troops + mod[1]
    return cards, troops


def draw(position: Position) -> None:
    """Step B: draw two cards, at once discard down to the limit, which the state checks see to."""
    player = position.player
    position.ask = decisions.draws(player, RENEWAL_DRAW + _more(position, player)[0])
    builds_left = position.match.config.max_builds
    position.left = UNLIMITED if builds_left is None else builds_left
    _next_player(position, Phase.RENEWAL_BUILD)


def _next_player(position: Position, following: int) -> None:
    position.player = 1 - position.player
    if position.player == position.active:
        position.phase = following


def legal_build(position: Position) -> list[int]:
    """Step C: build any bases of the hand (R15), also over others (R14), or done."""
    if position.left <= 0:
        return [actions.DONE]
    return [*builds(position, position.player, over=True), actions.DONE]


def apply_build(position: Position, action: int) -> None:
    """Build one base, or leave the step to the other player."""
    if action != actions.DONE:
        design, slot = divmod(action - actions.BUILD, 18)
        position.lose(position.player, design)
        position.build(design, slot)
        position.left -= 1
        return
    builds_left = position.match.config.max_builds
    position.left = UNLIMITED if builds_left is None else builds_left
    position.player = 1 - position.player
    if position.player == position.active:
        begin_main(position)
