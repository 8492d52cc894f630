"""Selectors, numbers and conditions of the vocabulary, compiled to functions of a position."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from cardgen.games.attack_the_tower.constants import TYPES
from cardgen.games.attack_the_tower.effects import Selector
from cardgen.games.attack_the_tower.engine.state.lasting import Select
from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.stats import TRAIT_BITS, profiles
from cardgen.games.attack_the_tower.engine.state.units import (
    BASES,
    EVEN,
    PALACE_OF,
    PALACES,
    TERRITORIES,
    TERRITORY,
    TERRITORY_SLOTS,
    TROOPS,
    UNITS_OF,
    bases_of,
    slots_of,
    territories_of,
)
from cardgen.games.attack_the_tower.engine.state.zones import Frame

# Cards that fit a selector, whoever owns them.
Fits = frozenset[int]
Mask = Callable[[Position, Frame], int]

OWNERS = {"self": (UNITS_OF[0], UNITS_OF[1]), "opponent": (UNITS_OF[1], UNITS_OF[0])}


@dataclass(slots=True)
class Scope:
    """What the words of one card mean.

    Attributes:
        types: The type of its icon, if that is a type.
        fits: Cards of both armies that fit kinds and types, by the match.
        names: Registers of bound names.
        registers: How many registers are in use.
    """

    types: int | None
    fits: Callable[[str | None, tuple[int, ...]], Fits]
    names: dict[str, int] = field(default_factory=dict)
    registers: int = 3

    def register(self, name: str | None = None) -> int:
        """A new register, for a name or for something that needs none."""
        self.registers += 1
        if name is not None:
            self.names[name] = self.registers - 1
        return self.registers - 1

    def kinds(self, selector: Selector) -> tuple[int, ...]:
        """The types that a selector names."""
        own = () if self.types is None else (self.types,)
        return tuple(kind for word in selector.type for kind in (own if word == "icon" else (TYPES.index(word),)))


def select(selector: Selector, scope: Scope) -> Select:
    """The units that fit a selector; how many of them are picked, and by whom, is not its business."""
    parts = [part for part in (_owned(selector), _zone(selector, scope), _state(selector)) if part is not None]
    pool = _pool(selector, scope.kinds(selector))
    filters = _filters(selector)

    def selected(position: Position, frame: Frame, level: int) -> int:
        found = pool(position)
        for part in parts:
            found &= part(position, frame)
        return filters(position, found, level) if filters is not None and found else found

    return selected


def _pool(selector: Selector, kinds: tuple[int, ...]) -> Callable[[Position], int]:
    """All units of a kind, and of a type if one is named; special troops have none (manual, Special troops)."""
    slots = _slots_of_types(frozenset(kinds)) if selector.type else lambda _: TROOPS

    def troops(position: Position) -> int:
        found = position.troops & slots(position)
        if not selector.type and position.match.config.commons_reach_specials:
            found |= position.specials(0) | position.specials(1)
        return found

    def bases(position: Position) -> int:
        found = bases_of(position.built & slots(position))
        return found | PALACES if position.match.config.palace_is_base and not selector.type else found

    def specials(position: Position) -> int:
        return position.specials(0) | position.specials(1)

    fixed = {"territory": TERRITORIES, "palace": PALACES, "card": 0}
    if selector.of in fixed:
        return lambda _: fixed[selector.of]
    return {"troop": troops, "base": bases, "special": specials}[selector.of]


def _slots_of_types(kinds: frozenset[int]) -> Callable[[Position], int]:
    if len(kinds) == 1:
        (kind,) = kinds
        return lambda position: position.types[kind]
    return lambda position: sum(position.types[kind] for kind in kinds)


def _owned(selector: Selector) -> Mask | None:
    if selector.owner == "any":
        return None
    units = OWNERS[selector.owner]
    return lambda _, frame: units[frame[2]]


def _zone(selector: Selector, scope: Scope) -> Mask | None:
    where = selector.in_
    if where in (None, "field"):
        return None
    if where is not None and where.startswith("$"):
        return _within(selector.of, scope.names[where[1:]])
    fought: dict[str, Mask] = {"battle": _battle, "attacking": _attacking, "defending": _defending}
    return fought.get(where or "", _nowhere)


def _nowhere(position: Position, frame: Frame) -> int:
    del position, frame
    return 0


def _within(kind: str, register: int) -> Mask:
    """What lies in, on or under something that was bound before, or is it."""

    def within(_: Position, frame: Frame) -> int:
        bound = frame[register]
        if bound <= 0:
            return 0
        if kind == "troop":
            return bound | slots_of(bound & (BASES | TERRITORIES))
        if kind == "base":
            return bases_of(slots_of(bound)) | bound & PALACES
        return territories_of(bound) if kind == "territory" else bound

    return within


def _battle(position: Position, frame: Frame) -> int:
    return _attacking(position, frame) | _defending(position, frame)


def _attacking(position: Position, _: Frame) -> int:
    return position.attackers() | position.battle_areas()[0]


def _defending(position: Position, _: Frame) -> int:
    return position.defenders() | position.structures() | position.battle_areas()[1]


def _state(selector: Selector) -> Mask | None:
    if selector.is_ in (None, "ability", "base"):
        return None
    found = {"full": _full, "has_room": _has_room, "complete": _complete, "manned": manned}
    if selector.is_ == "unmanned":
        return lambda position, _: ~manned(position)
    if selector.is_ == "destroyed_this_turn":
        return lambda *_: 0
    state = found[str(selector.is_)]
    return lambda position, _: state(position)


def manned(position: Position) -> int:
    """Everything that a living troop defends: territories with their slots and bases, and palaces."""
    slots = areas = 0
    for t, area in enumerate(TERRITORY_SLOTS):
        if position.troops & area or position.guards(t // 3):
            slots |= area
            areas |= 1 << (TERRITORY + t)
    palaces = sum(PALACE_OF[player] for player in (0, 1) if position.special_defenders(player))
    return slots | bases_of(slots) | areas | palaces


def _full(position: Position) -> int:
    """Bases with two troops, and territories of which all bases have."""
    low = (position.troops >> 1) & EVEN
    return (
        bases_of(low) | low | low << 1 | _areas(position, lambda area: low & area == position.built & area & EVEN != 0)
    )


def _has_room(position: Position) -> int:
    """Bases with less than two troops, and territories with such a base."""
    low = position.built & EVEN & ~(position.troops >> 1)
    return bases_of(low) | low | low << 1 | _areas(position, lambda area: low & area != 0)


def _complete(position: Position) -> int:
    """Territories with three bases, and all in them."""
    areas = _areas(position, lambda area: position.built & area == area)
    slots = slots_of(areas)
    return areas | slots | bases_of(slots)


def _areas(_: Position, fits: Callable[[int], bool]) -> int:
    return sum(1 << (TERRITORY + t) for t, area in enumerate(TERRITORY_SLOTS) if fits(area))


def _filters(selector: Selector) -> Callable[[Position, int, int], int] | None:
    if selector.power is None and selector.trait is None and selector.no_trait is None:
        return None
    least = selector.power.min if selector.power and selector.power.min is not None else -9999
    most = selector.power.max if selector.power and selector.power.max is not None else 9999
    has = TRAIT_BITS[selector.trait] if selector.trait else 0
    lacks = TRAIT_BITS[selector.no_trait] if selector.no_trait else 0

    def fitting(position: Position, units: int, level: int) -> int:
        found = 0
        for unit, (power, traits) in profiles(position, units, level).items():
            if least <= power <= most and traits & has == has and not traits & lacks:
                found |= 1 << unit
        return found

    return fitting
