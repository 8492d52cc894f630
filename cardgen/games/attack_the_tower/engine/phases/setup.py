"""Setting up: first player, opening hands, burns, first bases (rules file, section 4)."""

from __future__ import annotations

from cardgen.games.attack_the_tower.constants import CONSTANTS
from cardgen.games.attack_the_tower.engine import decisions
from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.phase import Phase
from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.zones import ABILITY_DRAW, BASE_CARD, BASE_DRAW, HAND

OPENING_HAND = CONSTANTS["opening_hand"]


def legal_first(position: Position) -> list[int]:
    """Chance decides who begins (R34)."""
    del position
    return [actions.FIRST, actions.FIRST + 1]


def apply_first(position: Position, action: int) -> None:
    """The first player draws first."""
    begin(position, action - actions.FIRST)


def begin(position: Position, first: int) -> None:
    """Setting up begins with the first player."""
    position.active = position.player = first
    position.phase = Phase.OPENING


def opening(position: Position) -> None:
    """Five cards, in any mix, one by one (R10)."""
    position.phase = Phase.BURN
    position.ask = decisions.draws(position.player, OPENING_HAND)


def legal_burn(position: Position) -> list[int]:
    """Keep the hand, or burn all of it while five cards remain (manual, Setting up; R09)."""
    most, player = position.match.config.max_burns, position.player
    rest = len(position.zones[ABILITY_DRAW + player]) + len(position.zones[BASE_DRAW + player])
    if rest < OPENING_HAND or (most is not None and position.burns >= most):
        return [actions.KEEP]
    return [actions.KEEP, actions.BURN]


def apply_burn(position: Position, action: int) -> None:
    """A burned hand is discarded, and five cards are drawn anew."""
    player = position.player
    if action == actions.BURN:
        for design in position.zones[HAND + player]:
            position.discard(design)
        position.zones[HAND + player] = ()
        position.burns += 1
        position.phase = Phase.OPENING
        return
    position.burns = 0
    position.player = 1 - player
    position.phase = Phase.OPENING if position.player != position.active else Phase.SETUP_BUILD


def legal_build(position: Position) -> list[int]:
    """Any bases of the hand on empty slots, or done (manual, Setting up)."""
    return [*builds(position, position.player, over=False), actions.DONE]


def builds(position: Position, player: int, *, over: bool) -> list[int]:
    """All ways to build one base of the hand."""
    kind, bases = position.match.kind, []
    for design in position.zones[HAND + player]:
        if kind[design] == BASE_CARD and design not in bases:
            bases.append(design)
    if not bases:
        return []
    slots = decisions.slots_for(position, player, over=over)
    return [actions.BUILD + 18 * design + slot for design in bases for slot in slots]


def apply_build(position: Position, action: int) -> None:
    """Build a base; both done, the first turn begins."""
    if action != actions.DONE:
        design, slot = divmod(action - actions.BUILD, 18)
        position.lose(position.player, design)
        position.build(design, slot)
        return
    position.player = 1 - position.player
    if position.player == position.active:
        position.turn = 1
        position.phase = Phase.ANNOUNCE
