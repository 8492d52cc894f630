"""Numbers and conditions of the vocabulary, compiled to functions of a position."""

from __future__ import annotations

from collections.abc import Callable

from cardgen.games.attack_the_tower.effects import Condition, CountedNumber, CountLimit, Selector
from cardgen.games.attack_the_tower.effects import Number as NumberModel
from cardgen.games.attack_the_tower.engine.compiler.selectors import Fits, Scope, select
from cardgen.games.attack_the_tower.engine.state import zones
from cardgen.games.attack_the_tower.engine.state.lasting import Holds, Number
from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.stats import NOW
from cardgen.games.attack_the_tower.engine.state.zones import LOST, LOST_BASE, LOST_SPECIAL, Frame

CARD_ZONES = {
    "hand": zones.HAND,
    "ability_discard": zones.ABILITY_DISCARD,
    "base_discard": zones.BASE_DISCARD,
    "ability_draw": zones.ABILITY_DRAW,
    "base_draw": zones.BASE_DRAW,
}


def count(selector: Selector, scope: Scope) -> Callable[[Position, Frame, int], int]:
    """How many things fit a selector: units, cards, or what was destroyed this turn."""
    if selector.of == "card":
        return _count_cards(selector, scope)
    if selector.is_ == "destroyed_this_turn":
        return _count_lost(selector, scope)
    units = select(selector, scope)
    return lambda position, frame, level: units(position, frame, level).bit_count()


def card_fits(selector: Selector, scope: Scope) -> Fits:
    """The designs that fit a selector of cards."""
    return scope.fits(selector.is_, scope.kinds(selector) if selector.type else ())


def card_zone(selector: Selector) -> int:
    """Where a selector of cards looks; the hand, if it does not say."""
    return CARD_ZONES.get(selector.in_ or "hand", zones.HAND)


def players_of(selector: Selector, owner: int) -> tuple[int, ...]:
    """Whose things a selector means, for the owner of the card."""
    return {"self": (owner,), "opponent": (1 - owner,)}.get(selector.owner, (owner, 1 - owner))


def _count_cards(selector: Selector, scope: Scope) -> Callable[[Position, Frame, int], int]:
    zone, fits = card_zone(selector), card_fits(selector, scope)

    def counted(position: Position, frame: Frame, _: int) -> int:
        owners = players_of(selector, frame[2])
        return sum(design in fits for player in owners for design in position.zones[zone + player])

    return counted


def _count_lost(selector: Selector, scope: Scope) -> Callable[[Position, Frame, int], int]:
    kinds = scope.kinds(selector) if selector.type else tuple(range(5))
    indexes = {"troop": kinds, "base": tuple(LOST_BASE + kind for kind in kinds), "special": (LOST_SPECIAL,)}
    named = indexes.get(selector.of, ())
    loose = selector.of == "troop" and not selector.type

    def counted(position: Position, frame: Frame, _: int) -> int:
        found = (*named, LOST_SPECIAL) if loose and position.match.config.commons_reach_specials else named
        return sum(position.lost[LOST * player + index] for player in players_of(selector, frame[2]) for index in found)

    return counted


def number(model: NumberModel, scope: Scope) -> Number:
    """A number that is fixed or counted."""
    if not isinstance(model, CountedNumber):
        return lambda *_: model
    counted, times, most = count(model.count, scope), model.times, model.max

    def value(position: Position, frame: Frame) -> int:
        found = counted(position, frame, NOW if frame[1] >= 0 else ~frame[1]) * times
        return found if most is None else max(-abs(most), min(found, abs(most)))

    return value


def condition(model: Condition, scope: Scope) -> Holds:
    """A condition."""
    least, most = _limit(model.atleast, scope), _limit(model.atmost, scope)

    def holds(position: Position, frame: Frame, level: int) -> bool:
        if least is not None and least[0](position, frame, level) < least[1]:
            return False
        return most is None or most[0](position, frame, level) <= most[1]

    return holds


def _limit(model: CountLimit | None, scope: Scope) -> tuple[Callable[[Position, Frame, int], int], int] | None:
    return None if model is None else (count(model.of, scope), model.amount)
