"""Compile selectors of units to functions of a position."""

from __future__ import annotations

from collections.abc import Callable

from cardgen.games.attack_the_tower.effects import Selector
from cardgen.games.attack_the_tower.engine.compiler.scope import Scope
from cardgen.games.attack_the_tower.engine.state.battlefield import (
    attackers,
    battle_territories,
    defenders,
    manned_units,
    special_troops,
    structures,
)
from cardgen.games.attack_the_tower.engine.state.position import CompiledSelector, Frame, Position
from cardgen.games.attack_the_tower.engine.state.stats import TRAIT_BITS, unit_stats
from cardgen.games.attack_the_tower.engine.state.units import (
    BASES,
    EVEN,
    PALACES,
    TERRITORIES,
    TERRITORY,
    TERRITORY_SLOTS,
    UNITS_OF,
    bases_of,
    slots_of,
)
from cardgen.plugin.rules.programs import OWNER

UnitFilter = Callable[[Position, Frame], int]
"""Return the set of units that pass one part of a selector."""

OWNERS = {"self": (UNITS_OF[0], UNITS_OF[1]), "opponent": (UNITS_OF[1], UNITS_OF[0])}


def compile_selector(selector: Selector, scope: Scope) -> CompiledSelector:
    """Compile which units fit a selector, whatever its `pick`, `by` and `as`.

    Args:
        selector: Selector of units; a selector of cards fits none.
    """
    parts = [
        part for part in (_owned(selector), _within_zone(selector, scope), _in_state(selector)) if part is not None
    ]
    pool = _pool(selector, scope)
    stats_filter = _stats_filter(selector)

    def selected(position: Position, frame: Frame, level: int) -> int:
        found = pool(position)
        for part in parts:
            found &= part(position, frame)
        return stats_filter(position, found, level) if stats_filter is not None and found else found

    return selected


def _pool(selector: Selector, scope: Scope) -> Callable[[Position], int]:
    """Compile all units of a kind and of some types; special troops have no type (manual, Special troops)."""
    if selector.of == "troop":
        return _troops(selector, scope)
    if selector.of == "base":
        slots = _slots_of_types(frozenset(scope.types(selector))) if selector.type else lambda position: position.built
        palaces = PALACES if scope.match.config.palace_is_base and not selector.type else 0
        return lambda position: bases_of(slots(position)) | palaces
    if selector.of == "special":
        return _specials
    fixed = {"territory": TERRITORIES, "palace": PALACES, "card": 0}[selector.of]
    return lambda _: fixed


def _troops(selector: Selector, scope: Scope) -> Callable[[Position], int]:
    if selector.type:
        slots = _slots_of_types(frozenset(scope.types(selector)))
        return lambda position: position.troops & slots(position)
    if scope.match.config.commons_reach_specials:
        return lambda position: position.troops | _specials(position)
    return lambda position: position.troops


def _specials(position: Position) -> int:
    return special_troops(position, 0) | special_troops(position, 1)


def _slots_of_types(types: frozenset[int]) -> Callable[[Position], int]:
    if len(types) == 1:
        (only,) = types
        return lambda position: position.types[only]
    return lambda position: sum(position.types[one] for one in types)


def _owned(selector: Selector) -> UnitFilter | None:
    if selector.owner == "any":
        return None
    units = OWNERS[selector.owner]
    return lambda _, frame: units[frame[OWNER]]


def _within_zone(selector: Selector, scope: Scope) -> UnitFilter | None:
    where = selector.in_
    if where in (None, "field"):
        return None
    if where is not None and where.startswith("$"):
        return _within_bound(selector.of, scope.find(where[1:]))
    if where not in ("battle", "attacking", "defending"):
        return lambda *_: 0
    attacking, defending = _sides(selector.of)
    if where == "battle":
        return lambda position, _: attacking(position) | defending(position)
    side = attacking if where == "attacking" else defending
    return lambda position, _: side(position)


def _sides(kind: str) -> tuple[Callable[[Position], int], Callable[[Position], int]]:
    """Return functions that find what of a kind attacks in a battle, and what of it is attacked."""
    if kind in ("troop", "special"):
        return attackers, defenders
    if kind == "territory":
        return lambda position: battle_territories(position)[0], lambda position: battle_territories(position)[1]
    return lambda _: 0, structures


def _within_bound(kind: str, register: int) -> UnitFilter:
    """Compile what is in, on or under the units that were bound to a name, or is one of them."""

    def within(_: Position, frame: Frame) -> int:
        bound = frame[register]
        if bound <= 0:
            return 0
        if kind == "troop":
            return bound | slots_of(bound & (BASES | TERRITORIES))
        if kind == "base":
            return bases_of(slots_of(bound)) | bound & PALACES
        return bound  # a special troop or a territory, which has none of these in it

    return within


def _in_state(selector: Selector) -> UnitFilter | None:
    if selector.is_ in (None, "ability", "base"):
        return None
    found = {"full": _full, "has_room": _has_room, "complete": _complete, "manned": manned_units}
    if selector.is_ == "unmanned":
        return lambda position, _: ~manned_units(position)
    if selector.is_ == "destroyed_this_turn":
        return lambda *_: 0
    state = found[str(selector.is_)]
    return lambda position, _: state(position)


def _full(position: Position) -> int:
    """Return bases with two troops, and territories all of whose bases have two."""
    low = (position.troops >> 1) & EVEN
    areas = _territories(lambda area: low & area == position.built & area & EVEN != 0)
    return bases_of(low) | low | low << 1 | areas


def _has_room(position: Position) -> int:
    """Return bases with fewer than two troops, and territories with such a base."""
    low = position.built & EVEN & ~(position.troops >> 1)
    return bases_of(low) | low | low << 1 | _territories(lambda area: low & area != 0)


def _complete(position: Position) -> int:
    """Return territories with three bases, and everything in them."""
    areas = _territories(lambda area: position.built & area == area)
    slots = slots_of(areas)
    return areas | slots | bases_of(slots)


def _territories(fits: Callable[[int], bool]) -> int:
    """Return the set of territories whose slots pass a test."""
    return sum(1 << (TERRITORY + t) for t, area in enumerate(TERRITORY_SLOTS) if fits(area))


def _stats_filter(selector: Selector) -> Callable[[Position, int, int], int] | None:
    """Compile which of some units have the power and traits of a selector; None if it names neither."""
    if selector.power is None and selector.trait is None and selector.no_trait is None:
        return None
    least = selector.power.min if selector.power and selector.power.min is not None else -9999
    most = selector.power.max if selector.power and selector.power.max is not None else 9999
    has = TRAIT_BITS[selector.trait] if selector.trait else 0
    lacks = TRAIT_BITS[selector.no_trait] if selector.no_trait else 0

    def fitting(position: Position, units: int, level: int) -> int:
        found = 0
        for unit, (power, traits) in unit_stats(position, units, level).items():
            if least <= power <= most and traits & has == has and not traits & lacks:
                found |= 1 << unit
        return found

    return fitting
