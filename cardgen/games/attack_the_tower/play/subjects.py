"""Tell which card and which places of the table an action is about."""

from __future__ import annotations

from cardgen.games.attack_the_tower.engine import decisions
from cardgen.games.attack_the_tower.engine.attack_state import AttackState
from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.zones import PALACE_ZONE
from cardgen.games.attack_the_tower.play.pictured_table import (
    hand_place,
    palace_place,
    piece_of,
    pile_place,
    place_of_unit,
    slot_place,
    special_place,
    territory_place,
)
from cardgen.plugin.rules.pictured import ChoiceSubject

_PALACE = 3  # the group of the special troops in an attack


def subject_of(state: AttackState, action: int) -> ChoiceSubject:
    """Return what a legal action is about."""
    player = state.current_player()
    if actions.PLAY <= action < actions.CARD:
        return _card(state, action - actions.PLAY, hand_place(player, action - actions.PLAY))
    if actions.CARD <= action < actions.DEAL:
        return _chosen_card(state, action - actions.CARD)
    if actions.ARRANGE <= action < actions.BUILD:
        return _card(state, action % 1000)
    if actions.BUILD <= action < actions.HIT:
        design, slot = actions.design_and_slot(action)
        return _card(state, design, hand_place(player, design), slot_place(slot))
    return ChoiceSubject(places=tuple(_places(state, player, action)))


def _places(state: AttackState, player: int, action: int) -> list[str]:
    """Return the places of an action that is about no card."""
    if action in (actions.DRAW_ABILITY, actions.DRAW_BASE):
        return [pile_place(player, "ability_draw" if action == actions.DRAW_ABILITY else "base_draw")]
    if action == actions.ADVANCE:
        return [palace_place(1 - player)]
    if actions.ATTACK <= action < actions.OPTION:
        group, site = divmod(action - actions.ATTACK, 3)
        count = len(state.zones[PALACE_ZONE + player])
        specials = [palace_place(player), *(special_place(player, number) for number in range(count))]
        own = specials if group == _PALACE else [territory_place(3 * player + group)]
        return [*own, territory_place(3 * (1 - player) + site)]
    if actions.PICK <= action < actions.PLAY:
        return [place_of_unit(action - actions.PICK)]
    return [place_of_unit((action - actions.HIT) // actions.POINT_LIMIT)] if action >= actions.HIT else []


def _chosen_card(state: AttackState, design: int) -> ChoiceSubject:
    """Return a card that is chosen from a hand, or found in a pile."""
    ask = state.decision
    from_hand = ask is not None and ask[0] == decisions.CARDS
    return _card(state, design, *([hand_place(ask[2], design)] if ask is not None and from_hand else []))


def _card(position: Position, design: int, *places: str) -> ChoiceSubject:
    return ChoiceSubject(piece_of(position.match, design), position.match.army[design], places)
