"""Compile the verbs that move cards: draw, discard, take, peek, recover, build."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardgen.games.attack_the_tower import effects as model
from cardgen.games.attack_the_tower.engine import decisions
from cardgen.games.attack_the_tower.engine.compiler.choices import PICK_LIMITS, is_optional
from cardgen.games.attack_the_tower.engine.compiler.expressions import card_zone, compile_number, owners
from cardgen.games.attack_the_tower.engine.compiler.scope import Scope, player_of
from cardgen.games.attack_the_tower.engine.decisions import search
from cardgen.games.attack_the_tower.engine.state.hands import reveal_hand
from cardgen.games.attack_the_tower.engine.state.position import CompiledNumber, Position, Step
from cardgen.plugin.rules.programs import OWNER
from cardgen.plugin.rules.state import CHANCE

UNLIMITED = 99


def _build(scope: Scope, effect: model.Build) -> list[Step]:
    zone, cards = card_zone(effect.card), scope.match.bases_of_card_set(scope.card_set(effect.card))
    optional = is_optional(effect.card)
    purpose = search.BUILD_ANY if effect.where == "any" else search.BUILD_EMPTY

    def step(position: Position, frame: list[int]) -> None:
        player = frame[OWNER]
        where = zone + owners(effect.card, player)[0]
        search.begin_search(position, search.search_zone(player, where, cards, 1, optional, purpose))

    return [step]


def _draw(scope: Scope, effect: model.Draw) -> list[Step]:
    amount = compile_number(effect.amount, scope)
    pile = {"any": decisions.ANY_PILE, "ability": decisions.ABILITY_PILE, "base": decisions.BASE_PILE}[effect.pile]

    def step(position: Position, frame: list[int]) -> None:
        position.decision = decisions.draw_cards(player_of(effect.who, frame), amount(position, frame), pile)

    return [step]


def discard_step(who: str, amount: CompiledNumber, by: str, cards: int, purpose: int = decisions.DISCARD) -> Step:
    """Return the step that discards or takes cards of a hand.

    Args:
        who: Whose hand: `self` or `opponent`.
        by: Who chooses them: `owner` of the hand, `self` or `random`.
        cards: Number of the set of designs that can be chosen.
        purpose: DISCARD or TAKE.
    """

    def step(position: Position, frame: list[int]) -> None:
        hand = player_of(who, frame)
        chooser = {"owner": hand, "self": frame[OWNER], "random": CHANCE}[by]
        if chooser == 1 - hand:  # players see what they choose from
            reveal_hand(position, hand, position.match.card_sets[cards])
        position.decision = decisions.choose_cards(chooser, hand, cards, amount(position, frame), purpose)

    return step


def _discard(scope: Scope, effect: model.Discard) -> list[Step]:
    cards = scope.match.card_set_of_kind(None if effect.is_ == "any" else effect.is_)
    return [discard_step(effect.who, compile_number(effect.amount, scope), effect.by, cards)]


def _take(scope: Scope, effect: model.Take) -> list[Step]:
    cards, amount = scope.match.card_set_of_kind(None), compile_number(effect.amount, scope)
    return [discard_step(effect.who, amount, effect.by, cards, decisions.TAKE)] if effect.who == "opponent" else []


def _peek(scope: Scope, effect: model.Peek) -> list[Step]:
    cards = scope.match.card_set_of_kind(None)

    def step(position: Position, frame: list[int]) -> None:
        if effect.who == "opponent":
            reveal_hand(position, 1 - frame[OWNER], position.match.card_sets[cards])

    return [step]


def _recover(scope: Scope, effect: model.Recover) -> list[Step]:
    cards, zone = scope.card_set(effect.who), card_zone(effect.who)
    limit, optional = PICK_LIMITS.get(effect.who.pick, UNLIMITED), is_optional(effect.who)

    def step(position: Position, frame: list[int]) -> None:
        player = frame[OWNER]
        search.begin_search(position, search.search_zone(player, zone + player, cards, limit, optional, search.RECOVER))

    return [step]


CARD_VERBS: dict[str, Callable[[Scope, Any], list[Step]]] = {
    "build": _build,
    "draw": _draw,
    "discard": _discard,
    "peek": _peek,
    "take": _take,
    "recover": _recover,
}
