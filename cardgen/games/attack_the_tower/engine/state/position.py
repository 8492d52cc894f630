"""The changes of a position that everything else is made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardgen.games.attack_the_tower.engine.state.table import Table
from cardgen.games.attack_the_tower.engine.state.units import (
    BASE,
    EVEN,
    PALACE_OF,
    PALACES,
    SPECIAL,
    SPECIALS_OF,
    bases_of,
    bits,
)
from cardgen.games.attack_the_tower.engine.state.zones import (
    LOST,
    LOST_BASE,
    LOST_SPECIAL,
    PALACE_ZONE,
    Frame,
)


class Position(Table):
    """A table that can be changed."""

    __slots__ = ()

    # Bases and troops

    def build(self, design: int, slot: int) -> None:
        """Put a base on a slot; what stands there is destroyed."""
        if self.bases[slot] >= 0:
            self.remove(1 << (BASE + 2 * slot))
        both = 3 << (2 * slot)
        self.bases[slot] = design
        self.types[self.match.type[design]] |= both
        self.built |= both
        self.changes += 1

    def recruit(self, slots: int) -> None:
        """Put one troop on each of these slots (both bits) that has a base and room."""
        low = slots & self.built & EVEN
        self.troops |= low | ((self.troops & low) << 1)
        self.changes += 1

    def remove(self, units: int) -> None:
        """Destroy units: bases with their troops, troops, special troops, palaces."""
        slots = (units >> BASE) & self.built & EVEN
        slots |= slots << 1
        dead = self.troops & (units | slots)
        gone = units & (self.specials(0) | self.specials(1)) if units >> SPECIAL else 0
        if units & PALACES:
            self.winner = 0 if units & PALACE_OF[1] else 1
            self.dirty = True
        if not (dead or slots or gone):
            return
        self.changes += 1
        high = self._remove_troops(dead) if dead else 0
        if slots:
            self._remove_bases(slots)
        order = self._remove_specials(gone) if gone else ()
        lost = dead | bases_of(slots) | gone
        if self.damage:
            self.damage = {unit: points for unit, points in self.damage.items() if not lost >> unit & 1} or None
        if self.refers():
            self.renumber(lambda mask: _closed_up(mask & ~lost, high, order))

    def _remove_troops(self, dead: int) -> int:
        """Returns the upper bits of troops that become the lower ones."""
        lost, kinds = self.lost, self.match.type
        for unit in bits(dead):
            lost[LOST * (unit >= 18) + kinds[self.bases[unit >> 1]]] += 1
        rest = self.troops & ~dead
        low = (rest >> 1) & EVEN & ~rest
        self.troops = (rest & ~(low << 1)) | low
        return low << 1

    def _remove_bases(self, slots: int) -> None:
        for bit in bits(slots & EVEN):
            slot = bit >> 1
            design = self.bases[slot]
            kind = self.match.type[design]
            self.bases[slot] = -1
            self.types[kind] &= ~(3 << bit)
            self.lost[LOST * (slot // 9) + LOST_BASE + kind] += 1
            self.discard(design)
        self.built &= ~slots
        self.dirty = True

    def _remove_specials(self, gone: int) -> tuple[int, ...]:
        """Returns the bits of those that went, the highest first: the ones above close up."""
        leaving: list[list[int]] = []
        for player in (1 - self.active, self.active):
            cards = self.zones[PALACE_ZONE + player]
            stay = []
            for index, design in enumerate(cards):
                if gone >> (SPECIAL + 2 * index + player) & 1:
                    self.lost[LOST * player + LOST_SPECIAL] += 1
                    self.discard(design)
                    if self.match.leave[design] >= 0:
                        leaving.insert(0, self.match.frame(self.match.leave[design], player))
                else:
                    stay.append(design)
            self.zones[PALACE_ZONE + player] = tuple(stay)
            self.stack += leaving
            leaving = []
        order = tuple(sorted((1 << unit for unit in bits(gone)), reverse=True))
        self.fresh = _closed_up(self.fresh & ~gone, 0, order)
        if self.match.any_aura:
            self.find_verbs()
        self.dirty = True
        return order

    # What lasts

    def set_mods(self, mods: tuple[tuple[int, ...], ...]) -> None:
        """Replace the lasting effects that were played."""
        self.mods = mods
        self.find_verbs()

    def find_verbs(self) -> None:
        """Lasting effects or special troops have changed: note which verbs are at work."""
        verbs, verb_bits = 0, self.match.verb_bits
        for mod in self.mods:
            verbs |= verb_bits[mod[0]]
        if self.match.any_aura:
            aura_verbs = self.match.aura_verbs
            for design in self.zones[PALACE_ZONE] + self.zones[PALACE_ZONE + 1]:
                verbs |= aura_verbs[design]
        self.verbs = verbs

    # Everything that refers to units by number

    def refers(self) -> bool:
        """Whether anything would have to follow a change of numbers."""
        return bool(self.mods or self.delays or self.stack or self.damage)

    def renumber(self, change: Callable[[int], int]) -> None:
        """Follow a change of numbers in all registers, sets and damage."""

        def frame(values: Frame) -> list[int]:
            return [*values[:3], *[change(value) if value > 0 else value for value in values[3:]]]

        self.mods = tuple(tuple(frame(values)) for values in self.mods)
        self.delays = tuple(tuple(frame(values)) for values in self.delays)
        for values in self.stack:
            values[:] = frame(values)
        if self.damage:
            moved = {change(1 << unit): points for unit, points in self.damage.items()}
            self.damage = {unit.bit_length() - 1: points for unit, points in moved.items() if unit} or None


def _closed_up(mask: int, high: int, gone: Sequence[int]) -> int:
    """A set after troops and special troops went: upper troops become lower ones, later special troops close up."""
    upper = mask & high
    mask = (mask & ~upper) | (upper >> 1)
    for bit in gone:
        own = SPECIALS_OF[(bit.bit_length() - 1) & 1][-1]
        later = mask & own & -(bit << 1)
        mask = (mask & ~later) | (later >> 2)
    return mask
