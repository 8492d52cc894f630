"""Set up a game: first player, opening hands, burned hands, first bases (rules file, section 4)."""

from __future__ import annotations

from cardgen.games.attack_the_tower.engine.decisions import draw_cards
from cardgen.games.attack_the_tower.engine.decisions.search import building_slots
from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.changes import build_base
from cardgen.games.attack_the_tower.engine.state.hands import discard_card, remove_from_hand
from cardgen.games.attack_the_tower.engine.state.phase import Phase
from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.zones import ABILITY_DRAW, BASE_CARD, BASE_DRAW, HAND


def legal_first(position: Position) -> list[int]:
    """Return the outcomes of chance: which player begins (R34)."""
    del position
    return [actions.FIRST, actions.FIRST + 1]


def apply_first(position: Position, action: int) -> None:
    """Let the chosen player begin.

    Args:
        action: Action of `legal_first`.
    """
    begin_setup(position, action - actions.FIRST)


def begin_setup(position: Position, first: int) -> None:
    """Begin setting up with the player who takes the first turn."""
    position.active = position.player = first
    position.phase = Phase.OPENING


def draw_opening_hand(position: Position) -> None:
    """Let the player draw five cards, in any mix, one by one (R10)."""
    position.phase = Phase.BURN
    position.decision = draw_cards(position.player, position.match.config.opening_hand)


def legal_burn(position: Position) -> list[int]:
    """Return the choice to keep the hand, or to burn all of it while five cards remain (manual, Setting up; R09)."""
    config, player = position.match.config, position.player
    most = config.max_burns
    rest = len(position.zones[ABILITY_DRAW + player]) + len(position.zones[BASE_DRAW + player])
    if rest < config.opening_hand or (most is not None and position.burns >= most):
        return [actions.KEEP]
    return [actions.KEEP, actions.BURN]


def apply_burn(position: Position, action: int) -> None:
    """Keep the hand, or discard it and draw five new cards.

    Args:
        action: Action of `legal_burn`.
    """
    player = position.player
    if action == actions.BURN:
        for design in position.zones[HAND + player]:
            discard_card(position, design)
        position.zones[HAND + player] = ()
        position.burns += 1
        position.phase = Phase.OPENING
        return
    position.burns = 0
    position.player = 1 - player
    position.phase = Phase.OPENING if position.player != position.active else Phase.SETUP_BUILD


def legal_setup_build(position: Position) -> list[int]:
    """Return the choices to build a base of the hand, also over a base, or to be done (manual, Setting up; R50)."""
    return [*legal_builds(position, position.player), actions.DONE]


def legal_builds(position: Position, player: int) -> list[int]:
    """Return the actions that build one base of a player's hand, also over a base."""
    kind, bases = position.match.kind, []
    for design in position.zones[HAND + player]:
        if kind[design] == BASE_CARD and design not in bases:
            bases.append(design)
    if not bases:
        return []
    slots = building_slots(position, player, over=True)
    firsts = [actions.build_action(design, 0) for design in bases]
    return [first + slot for first in firsts for slot in slots]


def build_from_hand(position: Position, action: int) -> None:
    """Build a base that the deciding player holds.

    Args:
        action: Action of `actions.build_action`.
    """
    design, slot = actions.design_and_slot(action)
    remove_from_hand(position, position.player, design)
    build_base(position, design, slot)


def apply_setup_build(position: Position, action: int) -> None:
    """Build a base, or be done; when both players are done, the first turn begins.

    Args:
        action: Action of `legal_setup_build`.
    """
    if action != actions.DONE:
        build_from_hand(position, action)
        return
    position.player = 1 - position.player
    if position.player == position.active:
        position.turn = 1
        position.phase = Phase.ANNOUNCE
