"""Compile numbers and conditions of effects to functions of a position."""

from __future__ import annotations

from collections.abc import Callable

from cardgen.games.attack_the_tower.effects import Condition, CountedNumber, CountLimit, Number, Selector
from cardgen.games.attack_the_tower.engine.compiler.scope import Scope
from cardgen.games.attack_the_tower.engine.compiler.selectors import compile_selector
from cardgen.games.attack_the_tower.engine.state import zones
from cardgen.games.attack_the_tower.engine.state.position import (
    LOSS_COUNT,
    LOST_BASE,
    LOST_SPECIAL,
    CompiledCondition,
    CompiledNumber,
    CompiledSelector,
    Frame,
    Position,
)
from cardgen.games.attack_the_tower.engine.state.stats import NOW
from cardgen.plugin.rules.programs import NEXT_STEP, OWNER

CARD_ZONES = {
    "hand": zones.HAND,
    "ability_discard": zones.ABILITY_DISCARD,
    "base_discard": zones.BASE_DISCARD,
    "ability_draw": zones.ABILITY_DRAW,
    "base_draw": zones.BASE_DRAW,
    "played": zones.PLAYED,
}


def compile_count(selector: Selector, scope: Scope) -> CompiledSelector:
    """Compile how many things fit a selector: units, cards, or what was destroyed this turn.

    Returns:
        A function with the arguments of a compiled selector that returns a number in place of a set.
    """
    if selector.of == "card":
        return _count_cards(selector, scope)
    if selector.is_ == "destroyed_this_turn":
        return _count_losses(selector, scope)
    units = compile_selector(selector, scope)
    return lambda position, frame, level: units(position, frame, level).bit_count()


def card_zone(selector: Selector) -> int:
    """Return the zone in which a selector looks for cards: the hand, unless it names another."""
    return CARD_ZONES.get(selector.in_ or "hand", zones.HAND)


def owners(selector: Selector, player: int) -> tuple[int, ...]:
    """Return the players whose things a selector means."""
    return {"self": (player,), "opponent": (1 - player,)}.get(selector.owner, (player, 1 - player))


def _count_cards(selector: Selector, scope: Scope) -> CompiledSelector:
    zone, designs = card_zone(selector), scope.designs(selector)

    def counted(position: Position, frame: Frame, _: int) -> int:
        players = owners(selector, frame[OWNER])
        return sum(design in designs for player in players for design in position.zones[zone + player])

    return counted


def lost_things(selector: Selector, scope: Scope) -> tuple[int, ...]:
    """Return what a selector means of what was destroyed, as indexes into one player's part of `Position.losses`."""
    types = scope.types(selector) if selector.type else tuple(range(5))
    if selector.of == "troop" and not selector.type and scope.match.config.commons_reach_specials:
        return (*types, LOST_SPECIAL)
    indexes = {"troop": types, "base": tuple(LOST_BASE + one for one in types), "special": (LOST_SPECIAL,)}
    return indexes.get(selector.of, ())


def _count_losses(selector: Selector, scope: Scope) -> CompiledSelector:
    found = lost_things(selector, scope)

    def counted(position: Position, frame: Frame, _: int) -> int:
        players = owners(selector, frame[OWNER])
        return sum(position.losses[LOSS_COUNT * player + index] for player in players for index in found)

    return counted


def compile_number(model: Number, scope: Scope) -> CompiledNumber:
    """Compile a number that is fixed or counted."""
    if not isinstance(model, CountedNumber):
        return lambda *_: model
    counted, times, limit = compile_count(model.count, scope), model.times, model.max

    def number(position: Position, frame: Frame) -> int:
        found = counted(position, frame, NOW if frame[NEXT_STEP] >= 0 else ~frame[NEXT_STEP]) * times
        return found if limit is None else max(-abs(limit), min(found, abs(limit)))

    return number


def compile_condition(model: Condition, scope: Scope) -> CompiledCondition:
    """Compile a condition; if it has both limits, both must hold."""
    least, most = _compile_limit(model.atleast, scope), _compile_limit(model.atmost, scope)

    def holds(position: Position, frame: Frame, level: int) -> bool:
        if least is not None and least[0](position, frame, level) < least[1]:
            return False
        return most is None or most[0](position, frame, level) <= most[1]

    return holds


def _compile_limit(model: CountLimit | None, scope: Scope) -> tuple[Callable[[Position, Frame, int], int], int] | None:
    return None if model is None else (compile_count(model.of, scope), model.amount)
