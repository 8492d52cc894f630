"""Compile the verbs on draw piles, and those that play abilities from elsewhere than a hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardgen.games.attack_the_tower import effects as model
from cardgen.games.attack_the_tower.engine.compiler.choices import PICK_LIMITS, is_optional
from cardgen.games.attack_the_tower.engine.compiler.expressions import card_zone, compile_number, owners
from cardgen.games.attack_the_tower.engine.compiler.scope import Scope, player_of
from cardgen.games.attack_the_tower.engine.decisions import search
from cardgen.games.attack_the_tower.engine.decisions.piles import (
    TO_BOTTOM,
    TO_DISCARD,
    TO_TOP,
    choose_order,
    look_at_top,
)
from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.hands import reveal_hand
from cardgen.games.attack_the_tower.engine.state.position import Position, Step
from cardgen.games.attack_the_tower.engine.state.sights import BOTH
from cardgen.games.attack_the_tower.engine.state.zones import ABILITY_DRAW, BASE_DRAW, PLAYED
from cardgen.plugin.rules.programs import OWNER

_PILES = {"ability": ABILITY_DRAW, "base": BASE_DRAW}
_RESTS = {"top": TO_TOP, "bottom": TO_BOTTOM, "discard": TO_DISCARD}
_SEARCHES = {"hand": search.RECOVER, "discard": search.DISCARD_IT, "top": search.PUT_ON_TOP}
_PUTS = {"top": search.PUT_ON_TOP, "bottom": search.PUT_BELOW}
_MOST = 99


def _allow(scope: Scope, first: int) -> None:
    scope.match.allow_actions(first, len(scope.match.names))


def _mill(scope: Scope, effect: model.Mill) -> list[Step]:
    pile, amount = _PILES[effect.pile], compile_number(effect.amount, scope)
    count = scope.add()
    _allow(scope, actions.SEE + 1000 * BOTH)

    def show(position: Position, frame: list[int]) -> None:
        zone = pile + player_of(effect.who, frame)
        found = max(min(amount(position, frame), len(position.zones[zone])), 0)
        frame[count] = -found  # a positive register holds units
        position.decision = look_at_top(position, zone, found, BOTH)

    def discard(position: Position, frame: list[int]) -> None:
        zone = pile + player_of(effect.who, frame)
        choose_order(position, frame[OWNER], zone, -frame[count], 0, TO_DISCARD)
        position.change_count += 1

    return [show, discard]


def _look(scope: Scope, effect: model.LookAtPile) -> list[Step]:
    pile = _PILES[effect.pile]
    for player in (0, 1):
        _allow(scope, actions.SEE + (1000 << player))
    _allow(scope, actions.ARRANGE)

    def show(position: Position, frame: list[int]) -> None:
        zone = pile + player_of(effect.who, frame)
        position.decision = look_at_top(position, zone, effect.amount, 1 << frame[OWNER])

    def arrange(position: Position, frame: list[int]) -> None:
        zone = pile + player_of(effect.who, frame)
        count = min(effect.amount, len(position.zones[zone]))
        take = min(effect.take, count)
        position.decision = choose_order(position, frame[OWNER], zone, count, take, _RESTS[effect.rest])

    return [show, arrange]


def _search(scope: Scope, effect: model.SearchPile) -> list[Step]:
    cards, pile, purpose = scope.card_set(effect.who), card_zone(effect.who), _SEARCHES[effect.to]
    limit, optional = PICK_LIMITS.get(effect.who.pick, _MOST), is_optional(effect.who)
    match = scope.match

    def step(position: Position, frame: list[int]) -> None:
        player = frame[OWNER]
        (owner,) = owners(effect.who, player)
        if owner != player:  # who sees the rest of the pile knows the hand too
            is_base = pile == BASE_DRAW
            kind = match.find_designs("base" if is_base else "ability", ())
            reveal_hand(position, owner, frozenset(design for design in kind if match.army[design] == owner))
        search.begin_search(position, search.search_zone(player, pile + owner, cards, limit, optional, purpose))

    return [step]


def _put(scope: Scope, effect: model.Put) -> list[Step]:
    cards, zone, purpose = scope.card_set(effect.who), card_zone(effect.who), _PUTS[effect.to]
    limit, optional = PICK_LIMITS.get(effect.who.pick, _MOST), is_optional(effect.who)
    in_hand = effect.who.in_ in (None, "hand")
    if in_hand:
        _allow(scope, actions.ARRANGE)

    def step(position: Position, frame: list[int]) -> None:
        (owner,) = owners(effect.who, frame[OWNER])
        chooser = frame[OWNER] if effect.who.by == "self" else 1 - frame[OWNER]
        if in_hand and chooser != owner:  # players see what they choose from
            reveal_hand(position, owner, position.match.card_sets[cards])
        search.begin_search(position, search.search_zone(chooser, zone + owner, cards, limit, optional, purpose))

    return [step]


def _replay(scope: Scope, effect: model.Replay) -> list[Step]:
    cards, again = scope.card_set(effect.who), effect.who.in_ == "played"

    def step(position: Position, frame: list[int]) -> None:
        zone = PLAYED if again else card_zone(effect.who) + owners(effect.who, frame[OWNER])[0]
        search.begin_search(position, search.search_zone(frame[OWNER], zone, cards, 1, False, search.PLAY_IT))

    return [step]


PILE_VERBS: dict[str, Callable[[Scope, Any], list[Step]]] = {
    "mill": _mill,
    "look": _look,
    "search": _search,
    "put": _put,
    "replay": _replay,
}
