"""Write the code that moves pieces between zones, with what each player then knows of them."""

from __future__ import annotations

from cardgen.plugin.rules.described.builder import ALL, NOBODY, RuleBuilder, seen_by, union, within, zone_code
from cardgen.plugin.rules.described.scope import TypedCode, ZonePlace

UP = 1 << 16
"""Bit of a piece that lies face up in a zone whose pieces are turned one by one."""
TOLD = 20
"""First of the bits, one for each piece, that say which pieces it cannot be by what all players were told of it."""


def few(count: str) -> str:
    """Return the code of how often something is done with pieces: never more often than there are pieces."""
    return count if count.isdigit() and int(count) <= 100 else f"min({count}, 10 * PIECES)"


class Transfer:
    """The code of pieces that go from one zone to another."""

    def __init__(self, builder: RuleBuilder, source: ZonePlace, target: ZonePlace, *, under: bool = False) -> None:
        self.builder = builder
        self.source = source
        self.target = target
        self.under = under
        tracked = builder.analysis.tracked
        self.from_tracked = source.zone.name in tracked
        seen, then = seen_by(source), seen_by(target)
        if then != ALL and (self.from_tracked or not within(seen, then)):
            tracked.add(target.zone.name)
        if target.zone.faces == "each":
            tracked.add(target.zone.name)
        if under:
            builder.analysis.ordered.add(target.zone.name)
        self.to_tracked = target.zone.name in tracked
        self.seen = seen
        self.then = then

    def top(self) -> None:
        """Write that the top piece goes, if there is one."""
        builder, source = self.builder, self.source
        self._refill()
        with builder.now.block(f"if {source.code}:"):
            self._take_top()
            self._put()

    def _take_top(self) -> None:
        builder, source = self.builder, self.source
        if self.from_tracked:
            builder.now.emit(f"known = {source.known}.pop()")
        if self._is_loose():
            builder.now.emit(f"piece = self.draw({zone_code(source)}, {source.code})")
        else:
            builder.now.emit(f"piece = {source.code}.pop()")

    def _is_loose(self) -> bool:
        analysis = self.builder.analysis
        return self.builder.explicit and self.source.zone.name in analysis.shuffled - analysis.ordered

    def _refill(self) -> None:
        zone = self.source.zone
        if zone.refill:
            self.builder.now.emit(f"if not {self.source.code}: self._refill_{zone.attribute}({self.source.owner})")

    def bottom(self) -> None:
        """Write that the bottom piece goes, if there is one."""
        builder, source = self.builder, self.source
        with builder.now.block(f"if {source.code}:"):
            if self.from_tracked:
                builder.now.emit(f"known = {source.known}.pop(0)")
            builder.now.emit(f"piece = {source.code}.pop(0)")
            self._put()

    def count(self, count: str) -> None:
        """Write that a number of pieces go from the top, or all if there are fewer."""
        builder = self.builder
        if count == "1":
            self.top()
            return
        with builder.now.block(f"for _ in range({few(count)}):"):
            self._refill()
            builder.now.emit(f"if not {self.source.code}: break")
            self._take_top()
            self._put()

    def piece(self, value: TypedCode) -> None:
        """Write that a piece goes."""
        self.builder.now.emit(f"piece = {value.code}")
        self._take()

    def pieces(self, value: TypedCode) -> None:
        """Write that several pieces go."""
        with self.builder.now.block(f"for piece in [*{value.code}]:"):
            self._take()

    def _take(self) -> None:
        """Write that `piece` goes, unless it lies elsewhere: a step before may have moved what was chosen or marked."""
        builder, source = self.builder, self.source
        builder.analysis.ordered.add(source.zone.name)
        with builder.now.block(f"if piece in {source.code}:"):
            if self.from_tracked:
                builder.now.emit(
                    f"place = {source.code}.index(piece)",
                    f"del {source.code}[place]",
                    f"known = {source.known}.pop(place)",
                )
            else:
                builder.now.emit(f"{source.code}.remove(piece)")
            self._put()

    def all(self) -> None:
        """Write that all pieces of the source go, in their order."""
        builder, source, target = self.builder, self.source, self.target
        if source == target:
            return
        known, mask = self._known(), union(self.seen, self.then)
        shown = f"{mask} | known" if self.from_tracked and mask != ALL else mask
        pairs = f"zip({source.code}, {source.known})" if self.from_tracked else source.code
        names = "piece, known" if self.from_tracked else "piece"
        log = f"({shown}, piece, {zone_code(source)}, {zone_code(target)})"
        builder.now.emit(f"self._log += [{log} for {names} in {pairs}]")
        put = "[:0] = " if self.under else " += "
        if self.to_tracked:
            made = f"[{known} for known in {source.known}]" if self.from_tracked else f"[{known}] * len({source.code})"
            builder.now.emit(f"{target.known}{put}{made}")
        builder.now.emit(f"{target.code}{put}{source.code}")
        builder.analysis.ordered.add(source.zone.name)
        builder.now.emit(f"{source.code}.clear()")
        if self.from_tracked:
            builder.now.emit(f"{source.known}.clear()")

    def _known(self) -> str:
        """Return the code of the players who know a piece after it has gone."""
        known = f"known & {~UP}" if self.source.zone.faces == "each" else "known"
        return union(known if self.from_tracked else NOBODY, self.seen)

    def _put(self) -> None:
        builder, target = self.builder, self.target
        where = ".insert(0, {})" if self.under else ".append({})"
        builder.now.emit(f"{target.code}{where.format('piece')}")
        if self.to_tracked:
            builder.now.emit(f"{target.known}{where.format(self._known())}")
        shown = union(self.seen, self.then, "known" if self.from_tracked else NOBODY)
        builder.now.emit(f"self._log.append(({shown}, piece, {zone_code(self.source)}, {zone_code(target)}))")


def shuffle(builder: RuleBuilder, place: ZonePlace) -> None:
    """Write that a zone is shuffled."""
    analysis, name = builder.analysis, place.zone.name
    analysis.shuffled.add(name)
    if not builder.explicit:
        builder.now.emit(f"self.luck = shuffled({place.code}, self.luck)")
    elif name in analysis.ordered:
        builder.now.emit(f"self.luck.shuffle({place.code})")
    else:
        builder.now.emit(f"self.loosen({zone_code(place)}, {place.code})")
    if name in analysis.tracked:
        builder.now.emit(f"{place.known}[:] = [0] * len({place.code})")
