"""Verbs that move cards: draw, discard, take, peek, recover, build."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardgen.games.attack_the_tower import effects as model
from cardgen.games.attack_the_tower.engine import decisions
from cardgen.games.attack_the_tower.engine.compiler.expressions import card_zone, number, players_of
from cardgen.games.attack_the_tower.engine.state.lasting import Number
from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.zones import HAND, KNOWN
from cardgen.plugin.rules.state import CHANCE

if TYPE_CHECKING:
    from cardgen.games.attack_the_tower.engine.compiler.program import Compiler, Step


def _build(compiler: Compiler, effect: model.Build) -> list[Step]:
    zone, fits = card_zone(effect.card), compiler.match.bases_of_fits(compiler.fits(effect.card))
    optional, purpose = (
        effect.card.pick.startswith("up_to"),
        decisions.BUILD_ANY if effect.where == "any" else decisions.BUILD_EMPTY,
    )

    def step(position: Position, frame: list[int]) -> None:
        player = frame[2]
        position.ask = decisions.search(player, zone + players_of(effect.card, player)[0], fits, 1, optional, purpose)

    return [step]


def _draw(compiler: Compiler, effect: model.Draw) -> list[Step]:
    amount = number(effect.amount, compiler.scope)
    pile = {"any": decisions.ANY_PILE, "ability": decisions.ABILITY_PILE, "base": decisions.BASE_PILE}[effect.pile]

    def step(position: Position, frame: list[int]) -> None:
        position.ask = decisions.draws(_player(effect.who, frame), amount(position, frame), pile)

    return [step]


def _player(who: str, frame: list[int]) -> int:
    return frame[2] if who == "self" else 1 - frame[2]


def discard(who: str, amount: Number, by: str, fits: int, purpose: int = decisions.DISCARD) -> Step:
    """Cards of a hand are discarded, or taken."""

    def step(position: Position, frame: list[int]) -> None:
        hand = _player(who, frame)
        chooser = {"owner": hand, "self": frame[2], "random": CHANCE}[by]
        if chooser == 1 - hand:  # whoever chooses, sees what he can choose from
            reveal(position, hand, fits)
        position.ask = decisions.cards(chooser, hand, fits, amount(position, frame), purpose)

    return step


def reveal(position: Position, hand: int, fits: int) -> None:
    """The other player sees the cards of a hand that fit."""
    seen = position.match.fits[fits]
    known = [design for design in position.zones[KNOWN + hand] if design not in seen]
    position.zones[KNOWN + hand] = tuple(
        sorted(known + [design for design in position.zones[HAND + hand] if design in seen])
    )


def _discard(compiler: Compiler, effect: model.Discard) -> list[Step]:
    fits = compiler.match.fits_id(None if effect.is_ == "any" else effect.is_)
    return [discard(effect.who, number(effect.amount, compiler.scope), effect.by, fits)]


def _take(compiler: Compiler, effect: model.Take) -> list[Step]:
    fits, amount = compiler.match.fits_id(None), number(effect.amount, compiler.scope)
    return [discard(effect.who, amount, effect.by, fits, decisions.TAKE)] if effect.who == "opponent" else []


def _peek(compiler: Compiler, effect: model.Peek) -> list[Step]:
    fits = compiler.match.fits_id(None)

    def step(position: Position, frame: list[int]) -> None:
        if effect.who == "opponent":
            reveal(position, 1 - frame[2], fits)

    return [step]


def _recover(compiler: Compiler, effect: model.Recover) -> list[Step]:
    fits, zone = compiler.fits(effect.who), card_zone(effect.who)
    most = {"one": 1, "up_to_2": 2, "up_to_3": 3}.get(effect.who.pick, 99)
    optional = effect.who.pick.startswith("up_to")

    def step(position: Position, frame: list[int]) -> None:
        position.ask = decisions.search(frame[2], zone + frame[2], fits, most, optional, decisions.RECOVER)

    return [step]


CARD_VERBS: dict[str, Callable[[Compiler, Any], list[Step]]] = {
    "build": _build,
    "draw": _draw,
    "discard": _discard,
    "peek": _peek,
    "take": _take,
    "recover": _recover,
}
