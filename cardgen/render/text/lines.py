"""Breaking paragraphs into lines: the best set of breaks for the whole paragraph, not line by line.

The cost of a line is the square of the part of it that stays empty; the breaks with the least sum win (after Knuth
and Plass, "Breaking Paragraphs into Lines", 1981). Ragged text never has more lines than need be. Centred and right-aligned
text counts its last line like any other, which balances the lines; in other text the last line is free, unless it is
very short. Words are divided only where the text is bad without.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import pairwise
from math import ceil, inf
from typing import NamedTuple

from cardgen.geometry.units import Mm
from cardgen.render.text.fonts import FontBook
from cardgen.render.text.hyphens import DivisionPoint, division_points
from cardgen.render.text.rich import Icon, Inline
from cardgen.render.text.shaping import Segment, Shaper
from cardgen.render.text.style import TextStyle

EPSILON = 1e-9
_PER_LINE = 4.0  # more than the emptiness of a ragged line can cost, so that lines are never added for looks
_PER_JUSTIFIED_LINE = 0.1  # there wide gaps are uglier than a longer paragraph
_OVERFULL = 1000.0
_SHRINK, _STRETCH = 0.15, 0.75  # of a gap in justified text, before it looks wrong
_KERNING = 0.05  # em; more than it moves two letters apart
_LADDER = 0.1  # a divided word below a divided word
_LABEL, _COUNT, _LETTER = 0.12, 0.03, 0.012  # an icon, a number or one letter parted from the word behind it
_NUMBERED = 0.03  # "territory 1", parted
_NUMBER = re.compile(r"\d{1,2}\W*")
_ORPHAN = 0.06  # one word alone in the last line
_LAST_LINE = 0.4  # the part of the width that a last line should fill
_BAD = 0.16  # a line that costs more makes it worth dividing words: 40 % of the width is empty


class Line(NamedTuple):
    """One line.

    Attributes:
        pieces: What is in it; the gap of the first one does not count.
        width: Its natural width, em.
        gaps: The part of it that is gaps, em.
        ends: It is the last line of a paragraph.
    """

    pieces: tuple[Segment, ...]
    width: float
    gaps: float
    ends: bool

    @property
    def text(self) -> str:
        """Its characters, with a space for each gap; icons have none."""
        parts: list[str] = []
        for piece in self.pieces:
            parts.append(" " if piece.gap and parts else "")
            parts.append("" if isinstance(piece.content, Icon) else piece.content.text)
        return "".join(parts)

    def tightest(self, align: str) -> float:
        """The least width that it can be set in, em."""
        return self.width - (_SHRINK * self.gaps if align == "justify" else 0.0)


class _BreakPoint(NamedTuple):
    """A place where a line may end: behind piece number `piece`, or behind the cut in it.

    Positions are in em from the start of the paragraph: `end` of a line that stops here, `start` of the next one;
    `gaps_end` and `gaps_start` are the sums of the gaps up to there.
    """

    end: float
    start: float
    gaps_end: float
    gaps_start: float
    cost: float
    piece: int
    cut: DivisionPoint | None = None


Cost = Callable[[float, float], float]
"""What a line costs that has so much room left and so much of it in gaps, em; it fits."""


class ParagraphBreaker:
    """Pieces of one paragraph, to be broken at any width.

    Args:
        pieces: From `Shaper.paragraphs`.
        measure: What made them; shapes the parts of divided words.
        language: For dividing words.
    """

    def __init__(self, pieces: list[Segment], measure: Shaper, language: str) -> None:
        self._pieces = pieces
        self._measure = measure
        self._language = language
        self._tracking = measure.style.tracking
        self._whole = self._stops()
        self._divided: list[_BreakPoint] | None = None

    @property
    def width(self) -> float:
        """Width of the paragraph in one line, em."""
        return self._whole[-1].end

    @property
    def least_width(self) -> float:
        """Width of its widest part that is never divided, em."""
        return max(stop.end - before.start for before, stop in pairwise(self._whole))

    def least_lines(self, width: float) -> int:
        """A number of lines of a width, em, below which there is no way: each is full to the last."""
        end = self._whole[-1]
        shrink = _SHRINK * end.gaps_end if self._measure.style.align == "justify" else 0.0
        # At each break a gap goes, with the tracking before it, or the kerning between the parts of a word.
        gone = max((piece.gap for piece in self._pieces), default=0.0) + max(self._tracking, 0.0) + _KERNING
        return max(1, ceil((end.end - shrink + gone) / (width + gone) - 1e-6))

    def lines(self, width: float) -> list[Line]:
        """Break into lines of a width, em; a line is wider only if a single word is."""
        stops = self._whole
        if stops[-1].end <= width:
            return [self._line(stops[0], stops[-1], True)]
        chosen, worst = self._choose(stops, width)
        if worst > _BAD:
            self._divided = self._divided or self._stops_with_cuts()
            if len(self._divided) > len(stops):
                stops = self._divided
                chosen, _ = self._choose(stops, width)
        return [self._line(stops[first], stops[last], last == len(stops) - 1) for first, last in pairwise(chosen)]

    def _stops(self) -> list[_BreakPoint]:
        """The start, each piece that a line may end with, the end."""
        stops = [_BreakPoint(0.0, 0.0, 0.0, 0.0, 0.0, -1)]
        x = gaps = 0.0
        last = len(self._pieces) - 1
        for number, piece in enumerate(self._pieces):
            x += piece.gap + piece.width
            gaps += piece.gap
            following = self._pieces[number + 1] if number < last else None
            if following is None or following.breaks:
                gap = following.gap if following else 0.0
                end = x if isinstance(piece.content, Icon) else x - self._tracking
                cost = _clinging(piece, following) if following else 0.0
                stops.append(_BreakPoint(end, x + gap, gaps, gaps + gap, cost, number))
        if last < 0:
            stops.append(_BreakPoint(0.0, 0.0, 0.0, 0.0, 0.0, -1))
        return stops

    def _stops_with_cuts(self) -> list[_BreakPoint]:
        """The same with the places where words may be divided, but for the last word by pattern."""
        stops = list(self._whole)
        x = gaps = 0.0
        last = len(self._pieces) - 1
        for number, piece in enumerate(self._pieces):
            x += piece.gap + piece.width
            gaps += piece.gap
            patterns = self._measure.style.hyphenate and number < last
            for cut in division_points(piece.source, self._language, patterns):
                head = self._measure.part(piece, piece.source[: cut.at] + cut.hyphen)
                tail = self._measure.part(piece, cut.carry + piece.source[cut.at :])
                end = x - piece.width + head.width - self._tracking
                stops.append(_BreakPoint(end, x - tail.width, gaps, gaps, cut.cost, number, cut))
        return sorted(stops, key=lambda stop: (stop.piece, stop.cut.at if stop.cut else inf))

    def _choose(self, stops: list[_BreakPoint], width: float) -> tuple[list[int], float]:
        """The best chain of stops, and the cost of its worst line (that the last one is short does not count)."""
        align = self._measure.style.align
        justified = align == "justify"
        cost, shrink = (_justified_cost, _SHRINK) if justified else (_ragged_cost(width), 0.0)
        per_line = _PER_JUSTIFIED_LINE if justified else _PER_LINE
        final = cost if align in ("center", "right") else _last_line_cost(width)
        ends, starts, gap_ends, gap_starts, own_costs, _, divided = zip(*stops, strict=True)
        last = len(stops) - 1
        totals, came, of_line = [0.0] * (last + 1), [0] * (last + 1), [0.0] * (last + 1)
        low = 0  # the first stop from which a line to the stop j fits
        for j in range(1, last + 1):
            room, gaps, price = width - ends[j], gap_ends[j], final if j == last else cost
            while low < j and room + starts[low] + shrink * (gaps - gap_starts[low]) < -EPSILON:
                low += 1
            if low == j:
                low, price = j - 1, _overfull
            best, best_from, best_line = inf, low, 0.0
            for i in range(low, j):
                if totals[i] > best:  # no line costs less than nothing
                    continue
                line = price(room + starts[i], gaps - gap_starts[i])
                total = totals[i] + line
                if divided[j] and divided[i]:
                    total += _LADDER
                if j == last and i == last - 1 and i:
                    total += _ORPHAN
                if total <= best:
                    best, best_from, best_line = total, i, line
            totals[j], came[j], of_line[j] = best + own_costs[j] + per_line, best_from, best_line
        chosen = [last]
        while chosen[-1]:
            chosen.append(came[chosen[-1]])
        chosen.reverse()
        overfull = of_line[last] if of_line[last] == _OVERFULL else 0.0
        return chosen, max((of_line[j] for j in chosen[1:-1]), default=overfull)

    def _line(self, first: _BreakPoint, last: _BreakPoint, ends: bool) -> Line:
        pieces = self._pieces[first.piece + (0 if first.cut else 1) : last.piece + 1]
        if not pieces:
            return Line((), 0.0, 0.0, ends)
        if first.cut or last.cut:
            pieces = self._cut_pieces(pieces, first, last)
        gaps = sum(piece.gap for piece in pieces) - pieces[0].gap
        width = gaps + sum(piece.width for piece in pieces)
        if not isinstance(pieces[-1].content, Icon):
            width -= self._tracking
        return Line(tuple(pieces), width, gaps, ends)

    def _cut_pieces(self, pieces: list[Segment], first: _BreakPoint, last: _BreakPoint) -> list[Segment]:
        pieces = list(pieces)
        if last.cut:
            start = first.cut.at if first.cut and first.piece == last.piece else 0
            pieces[-1] = self._measure.part(pieces[-1], pieces[-1].source[start : last.cut.at] + last.cut.hyphen)
        if first.cut:
            rest = pieces[0].source if first.piece == last.piece and last.cut else pieces[0].source[first.cut.at :]
            pieces[0] = self._measure.part(pieces[0], first.cut.carry + rest)
        return pieces


def _clinging(piece: Segment, following: Segment) -> float:
    """The cost of parting two pieces that belong together."""
    if isinstance(piece.content, Icon):
        return _LABEL
    if piece.font == following.font:  # what is bold together belongs together
        if piece.source[-1].isdigit():
            return _COUNT
        if _NUMBER.fullmatch(following.source):
            return _NUMBERED
    return _LETTER if len(piece.source) == 1 else 0.0


def _overfull(_slack: float, _gaps: float) -> float:
    return _OVERFULL


def _ragged_cost(width: float) -> Cost:
    scale = 1 / (width + EPSILON)

    def cost(slack: float, _gaps: float) -> float:
        part = slack * scale
        return part * part

    return cost


def _justified_cost(slack: float, gaps: float) -> float:
    """As bad as a third of the width left empty when each gap is three quarters wider; soon much worse beyond that."""
    ratio = slack / (gaps + EPSILON) / (_STRETCH if slack > 0 else _SHRINK)
    cost = 0.1 * ratio * ratio
    if ratio > 1:
        cost += 0.3 * (ratio - 1) ** 2
    return min(cost, _OVERFULL / 4)


def _last_line_cost(width: float) -> Cost:
    def cost(slack: float, _gaps: float) -> float:
        lacking = _LAST_LINE - (width - slack) / (width + EPSILON)
        return lacking * lacking if lacking > 0 else 0.0

    return cost


def break_lines(
    inlines: Iterable[Inline], style: TextStyle, width: Mm, fontbook: FontBook, language: str
) -> tuple[Line, ...]:
    """Break rich text into lines.

    Args:
        inlines: The text.
        style: Its style; the alignment decides what a good set of lines is.
        width: Of the box, mm.
        fontbook: The fonts.
        language: Two letters, for dividing words.

    Returns:
        The lines; one is wider than the box only if a word is that cannot be divided.

    Raises:
        UnlocatedError: E407 a font lacks a character, E408 unknown font.
    """
    measure = Shaper(style, fontbook)
    return tuple(
        line
        for pieces in measure.paragraphs(inlines)
        for line in ParagraphBreaker(pieces, measure, language).lines(width / style.size)
    )
