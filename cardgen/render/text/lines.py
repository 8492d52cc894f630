"""Break paragraphs into lines: the best set of breaks for the whole paragraph, not line by line.

The cost of a line is the square of the share of its width that stays empty; the set of breaks with the lowest sum wins
(after Knuth and Plass, "Breaking Paragraphs into Lines", 1981). Ragged text never takes more lines than necessary. In
centred and right-aligned text, and in that of a style with `balance`, the last line counts like any other, which balances
the lines; in other text the last line costs nothing unless it is very short. Lines of a style with `balance` end with a
sentence or at a comma where that costs little. Words are divided only where the text would look bad otherwise, and words
that a no-break space joins only where the text would become small.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from math import ceil, inf
from typing import NamedTuple

from cardgen.render.text.hyphens import DivisionPoint, division_points
from cardgen.render.text.rich import Icon
from cardgen.render.text.shaping import DOT, Segment, Shaper

EPSILON = 1e-9
_PER_LINE = 4.0  # more than the emptiness of a ragged line can cost, so that lines are never added for looks
_PER_JUSTIFIED_LINE = 0.1  # in justified text wide gaps are uglier than a longer paragraph
_OVERFULL = 1000.0
_SHRINK, _STRETCH = 0.15, 0.75  # share of a gap in justified text by which it may change before it looks wrong
_KERNING = 0.05  # em; more than kerning moves two letters apart
_LADDER = 0.1  # two consecutive lines that end in a divided word
_AFTER_ICON, _AFTER_NUMBER, _AFTER_LETTER = 0.12, 0.03, 0.012  # a break behind an icon, a number or a single letter
_AFTER_FIRST = 0.03  # a break behind the first word of a sentence, if it is short
_BEFORE_NUMBER = 0.03  # a break between the parts of "page 1"
_BEFORE_ICON = 0.3  # a break between a number and the icon of what it counts
_WITHIN_SENTENCE, _AT_PAUSE = 0.1, 0.05  # a break in a style that balances: within a sentence, at a comma in it
_BEFORE_DOT = 0.12  # a break in front of a dot between two words
_NUMBER = re.compile(r"\d{1,2}\W*")
_ENDS, _SHORT = frozenset(".!?\u2026"), 3  # the ends of sentences; the letters of such a word
_PAUSES = frozenset(",;:")
_ORPHAN = 0.06  # one word alone in the last line
_LAST_LINE = 0.4  # share of the width that a last line should fill
_NEAR = 100  # letters of a word that are shaped to measure one of its divisions; few words have as many
_BAD = 0.16  # a line that costs more justifies dividing words: 40 % of its width is empty


class Line(NamedTuple):
    """One line of text.

    Attributes:
        segments: Segments in reading order; the gap of the first one does not count.
        width: Natural width, em.
        gaps: Part of the width that consists of gaps, em; between ideographs, how far these may be moved apart.
        ends_paragraph: Whether it is the last line of its paragraph.
    """

    segments: tuple[Segment, ...]
    width: float
    gaps: float
    ends_paragraph: bool

    @property
    def text(self) -> str:
        """Characters of the line, with a space for each gap; icons are left out."""
        parts: list[str] = []
        for segment in self.segments:
            parts.append(" " if segment.gap and parts else "")
            parts.append("" if isinstance(segment.content, Icon) else segment.content.text)
        return "".join(parts)

    @property
    def is_right_to_left(self) -> bool:
        """Whether its paragraph runs from right to left."""
        return bool(self.segments and self.segments[0].base)

    def min_width(self, align: str) -> float:
        """Return the smallest width in which the line can be set with an alignment, em."""
        return self.width - (_SHRINK * self.gaps if align == "justify" else 0.0)


class _BreakPoint(NamedTuple):
    """A place where a line may end: after the segment with index `segment`, or within it.

    Positions are in em from the start of the paragraph: `end` is the end of a line that stops here, `start` the
    beginning of the next one; `gaps_end` and `gaps_start` are the sums of the gaps up to these positions.
    """

    end: float
    start: float
    gaps_end: float
    gaps_start: float
    cost: float
    segment: int
    division: DivisionPoint | None = None


LineCost = Callable[[float, float], float]
"""Cost of a line that fits, from its free space and the sum of its gaps, both in em."""


class ParagraphBreaker:
    """Segments of one paragraph, ready to be broken at any width.

    Args:
        segments: Segments from `Shaper.shape_paragraphs`.
        shaper: Shaper that made them; it also shapes the parts of divided words.
    """

    def __init__(self, segments: list[Segment], shaper: Shaper, language: str) -> None:
        self._segments = segments
        self._shaper = shaper
        self._language = language
        self._tracking = shaper.style.tracking  # of the style as the shaper has changed it
        self._whole = self._break_points()
        self._divisions: list[_BreakPoint] | None = None
        self._is_forced = False

    def force(self) -> None:
        """Divide words anywhere from now on where a line has no room for them."""
        self._divisions, self._is_forced = None, True

    @property
    def width(self) -> float:
        """Width of the paragraph in one line, em."""
        return self._whole[-1].end

    @cached_property
    def min_width(self) -> float:
        """Width of the widest part that is never divided, em."""
        return max(point.end - before.start for before, point in pairwise(self._whole))

    def min_line_count(self, width: float) -> int:
        """Return a lower bound of the number of lines of a width (em): the number if all lines were full."""
        end = self._whole[-1]
        shrink = _SHRINK * end.gaps_end if self._shaper.style.align == "justify" else 0.0
        # Each break removes a gap with the tracking before it, or the kerning between the parts of a word.
        removed = max((segment.gap for segment in self._segments), default=0.0) + max(self._tracking, 0.0) + _KERNING
        return max(1, ceil((end.end - shrink + removed) / (width + removed) - 1e-6))

    def lines(self, width: float) -> list[Line]:
        """Break the paragraph into lines of a width (em); only a word that is too long makes a line wider."""
        points = self._whole
        if points[-1].end <= width:
            return [self._line(points[0], points[-1], True)]
        chosen, worst = self._choose(points, width)
        if worst == _OVERFULL and (opened := self._opened(width)):
            points = self._break_points(opened)
            chosen, worst = self._choose(points, width)
            worst = worst if worst == _OVERFULL else 0.0
        if worst > _BAD:  # shape the parts of words, which takes long, only for the few texts that need it
            whole, points = points, self._with_divisions(points)
            if len(points) > len(whole):
                chosen, _ = self._choose(points, width)
        return [self._line(points[first], points[last], last == len(points) - 1) for first, last in pairwise(chosen)]

    def _opened(self, width: float) -> set[int]:
        """Return the indexes of the words behind no-break spaces that yield: those of parts that no line has room for.

        A part that is too wide is broken between its words rather than within one of them.
        """
        return {
            index
            for before, point in pairwise(self._whole)
            if point.end - before.start > width
            for index in range(before.segment + 2, point.segment + 1)
            if self._segments[index].gap and all(map(_is_word, self._segments[index - 1 : index + 1]))
        }

    def _break_points(self, opened: Collection[int] = ()) -> list[_BreakPoint]:
        """Return the start of the paragraph, the end of each segment that can end a line, and the end.

        Args:
            opened: Indexes of further segments that a line may start with.
        """
        points = [_BreakPoint(0.0, 0.0, 0.0, 0.0, 0.0, -1)]
        x = gaps = 0.0
        last = len(self._segments) - 1
        for index, segment in enumerate(self._segments):
            x += segment.gap + segment.width
            gaps += segment.gap + segment.elastic
            following = self._segments[index + 1] if index < last else None
            if following is None or following.can_start_line or index + 1 in opened:
                gap = following.gap if following else 0.0
                elastic = following.elastic if following else 0.0
                end = x if isinstance(segment.content, Icon) else x - self._tracking
                cost = _separation_cost(segment, following) if following else 0.0
                if index and following and _starts_sentence(self._segments[index - 1], segment):
                    cost += _AFTER_FIRST
                if following and self._shaper.style.balance and segment.source[-1:] not in _ENDS:
                    cost += _AT_PAUSE if segment.source[-1:] in _PAUSES else _WITHIN_SENTENCE
                points.append(_BreakPoint(end, x + gap, gaps, gaps + gap + elastic, cost, index))
        if last < 0:
            points.append(_BreakPoint(0.0, 0.0, 0.0, 0.0, 0.0, -1))
        return points

    def _with_divisions(self, points: Sequence[_BreakPoint]) -> list[_BreakPoint]:
        """Return break points together with the places where words may be divided, in reading order."""
        if self._divisions is None:
            self._divisions = self._division_points()
        return sorted([*points, *self._divisions], key=_place)

    def _division_points(self) -> list[_BreakPoint]:
        """Return the places where words may be divided; the last word is divided by patterns only if it must be."""
        points: list[_BreakPoint] = []
        x = gaps = 0.0
        last = len(self._segments) - 1
        joined = set() if self._is_forced else self._joined()
        for index, segment in enumerate(self._segments):
            x += segment.gap + segment.width
            gaps += segment.gap + segment.elastic
            is_dividable = index < last and not segment.level % 2 and index not in joined
            patterns = self._shaper.style.hyphenate and is_dividable
            is_forced = self._is_forced and not segment.is_analyzed
            divisions = division_points(segment.source, self._language, patterns, is_forced=is_forced)
            for division, head, tail in self._division_widths(segment, divisions):
                end = x - segment.width + head - self._tracking
                points.append(_BreakPoint(end, x - tail, gaps, gaps, division.cost, index, division))
        return points

    def _joined(self) -> set[int]:
        """Return the indexes of words that no-break spaces join to other ones, or to a capital: a line has all as a whole."""
        found, chain = set[int](), [0]
        for index, (left, right) in enumerate(pairwise(self._segments), 1):
            if right.gap > 0 and not right.can_start_line and _is_word(left) and _is_word(right):
                chain.append(index)
                if chain[0] in found:
                    found.add(index)
                elif _is_title(left.source):
                    found.update(chain)
            else:
                chain = [index]
        return found

    def _division_widths(
        self, segment: Segment, divisions: Sequence[DivisionPoint]
    ) -> Iterator[tuple[DivisionPoint, float, float]]:
        """Yield each division point of a word with the widths of what stands before it and behind it, em.

        Of a long word only the letters near a division are shaped for it, so the work does not grow with the square of its
        length; what kerning would do at the ends of these parts is left out.
        """
        word = segment.source

        def width(text: str) -> float:
            return self._shaper.with_text(segment, text).width

        ends, before = [0], 0
        for offset in (*(division.offset for division in divisions), len(word)):
            if offset - ends[-1] > _NEAR and before > ends[-1]:
                ends.append(before)
            before = offset
        ends.append(len(word))
        sums = [0.0, *accumulate(width(word[start:end]) for start, end in pairwise(ends))]
        for division in divisions:
            part = min(bisect_right(ends, division.offset), len(ends) - 1)
            head = width(word[ends[part - 1] : division.offset] + division.suffix)
            tail = width(division.prefix + word[division.offset : ends[part]])
            yield division, sums[part - 1] + head, sums[-1] - sums[part] + tail

    def _choose(self, points: list[_BreakPoint], width: float) -> tuple[list[int], float]:
        """Return the indexes of the best breaks and the cost of the worst line, a short last line not counted.

        Dynamic programming over the break points, from left to right. `totals[j]` is the lowest cost of any set of breaks
        from the start of the paragraph to point j, and `came_from[j]` is the point before j in that set.

            The quick brown        point     0   1   2   3
            |  ||    ||    |       ends      0   3   9  15
            0  34    9 10  15      starts    0   4  10  15

        The line from point 1 to point 2 is "quick", `ends[2] - starts[1] = 5` wide: the gap at a break is in no line.

        The lines that fit and end at j begin at `low` or later. Widths only grow, so `low` never moves back, and all
        points before it are out of reach of every later j. The work is the number of points times those in one line.
        """
        align = self._shaper.style.align
        justified = align == "justify"
        cost, shrink = (_justified_cost, _SHRINK) if justified else (_ragged_cost(width), 0.0)
        per_line = _PER_JUSTIFIED_LINE if justified else _PER_LINE
        final = cost if self._shaper.style.balance or align in ("center", "right") else _last_line_cost(width)
        ends, starts, gap_ends, gap_starts, own_costs, _, divided = zip(*points, strict=True)
        last = len(points) - 1
        totals, came_from, line_costs = [0.0] * (last + 1), [0] * (last + 1), [0.0] * (last + 1)
        low = 0  # invariant: no line from a point before `low` to j, or to any later point, fits
        for j in range(1, last + 1):
            room, gaps, price = width - ends[j], gap_ends[j], final if j == last else cost
            while low < j and room + starts[low] + shrink * (gaps - gap_starts[low]) < -EPSILON:
                low += 1
            if low == j:  # not even the last part fits alone: it stands on an overfull line of its own
                low, price = j - 1, _overfull
            best, best_from, best_line = inf, low, 0.0
            for i in range(low, j):
                if totals[i] > best:  # no line has a negative cost
                    continue
                line = price(room + starts[i], gaps - gap_starts[i])
                total = totals[i] + line
                if divided[j] and divided[i]:
                    total += _LADDER
                if j == last and i == last - 1:
                    total += _ORPHAN
                if total <= best:  # of equal sets, the one with the shorter last line: i only grows
                    best, best_from, best_line = total, i, line
            totals[j], came_from[j], line_costs[j] = best + own_costs[j] + per_line, best_from, best_line
        chosen = [last]
        while chosen[-1]:  # follow the points back to 0, the start of the paragraph
            chosen.append(came_from[chosen[-1]])
        chosen.reverse()
        # A last line may be short by nature, and is no reason to divide words; one that is too long is.
        overfull = line_costs[last] if line_costs[last] == _OVERFULL else 0.0
        return chosen, max(overfull, *(line_costs[j] for j in chosen[1:-1]), 0.0)

    def _line(self, first: _BreakPoint, last: _BreakPoint, ends_paragraph: bool) -> Line:
        # A line begins behind the segment at which the one before ended, or with the rest of a divided segment.
        segments = self._segments[first.segment + (0 if first.division else 1) : last.segment + 1]
        if len(segments) > 1 and not ends_paragraph and not last.division and self._separates(last.segment):
            segments = segments[:-1]  # the end of the line separates as well
        if not segments:
            return Line((), 0.0, 0.0, ends_paragraph)
        if first.division or last.division:
            segments = self._divided_segments(segments, first, last)
        spaces = sum(segment.gap for segment in segments) - segments[0].gap
        gaps = spaces + sum(segment.elastic for segment in segments) - segments[0].elastic
        width = spaces + sum(segment.width for segment in segments)
        if not isinstance(segments[-1].content, Icon):
            width -= self._tracking
        return Line(tuple(segments), width, gaps, ends_paragraph)

    def _separates(self, index: int) -> bool:
        """Return whether a segment is a dot between two words, and not between the factors of a product."""
        before, dot, after = self._segments[index - 1 : index + 2]
        return dot.source == DOT and not (before.source[-1:].isdigit() and after.source[:1].isdigit())

    def _divided_segments(self, segments: list[Segment], first: _BreakPoint, last: _BreakPoint) -> list[Segment]:
        """Replace the outer segments of a line by the parts of them that stand in it."""
        segments = list(segments)
        if last.division:
            start = first.division.offset if first.division and first.segment == last.segment else 0
            text = segments[-1].source[start : last.division.offset] + last.division.suffix
            segments[-1] = self._shaper.with_text(segments[-1], text)
        if first.division:
            # A long word may be divided twice: of its middle, `text` above has cut off both ends already.
            is_cut = bool(first.segment == last.segment and last.division)
            rest = segments[0].source if is_cut else segments[0].source[first.division.offset :]
            segments[0] = self._shaper.with_text(segments[0], first.division.prefix + rest)
        return segments


def _place(point: _BreakPoint) -> tuple[int, float]:
    return point.segment, point.division.offset if point.division else inf


def _is_title(word: str) -> bool:
    """Return whether a word may be the title of the one that is joined to it, as the A of an answer; `a`, `e` or 5 is none."""
    return len(word) > 1 or word.isupper()


def _is_word(segment: Segment) -> bool:
    return any(map(str.isalnum, segment.source))


def _separation_cost(segment: Segment, following: Segment) -> float:
    """Return the cost of a line break between two segments that belong together."""
    if following.elastic:
        return 0.0
    if isinstance(segment.content, Icon):
        return _AFTER_ICON
    if isinstance(following.content, Icon):
        return _BEFORE_ICON if segment.source[-1].isdigit() else _after_word(segment)
    return _BEFORE_DOT if following.source == DOT else _between_words(segment, following)


def _between_words(segment: Segment, following: Segment) -> float:
    if segment.font == following.font:  # words in different weights do not belong together
        if segment.source[-1].isdigit():
            return _AFTER_NUMBER
        if _NUMBER.fullmatch(following.source):
            return _BEFORE_NUMBER
    return _after_word(segment)


def _after_word(segment: Segment) -> float:
    return _AFTER_LETTER if len(segment.source) == 1 else 0.0


def _starts_sentence(previous: Segment, segment: Segment) -> bool:
    """Return whether a segment is a short word with which a sentence begins."""
    return previous.source[-1:] in _ENDS and len(segment.source) <= _SHORT and segment.source.isalpha()


def _overfull(_slack: float, _gaps: float) -> float:
    return _OVERFULL


def _ragged_cost(width: float) -> LineCost:
    scale = 1 / (width + EPSILON)

    def cost(slack: float, _gaps: float) -> float:
        part = slack * scale
        return part * part

    return cost


def _justified_cost(slack: float, gaps: float) -> float:
    """Return the cost of a justified line.

    Gaps that are three quarters wider cost as much as a third of the width left empty; beyond that the cost grows
    quickly.
    """
    ratio = slack / (gaps + EPSILON) / (_STRETCH if slack > 0 else _SHRINK)
    cost = 0.1 * ratio * ratio
    if ratio > 1:
        cost += 0.3 * (ratio - 1) ** 2
    return min(cost, _OVERFULL / 4)


def _last_line_cost(width: float) -> LineCost:
    def cost(slack: float, _gaps: float) -> float:
        lacking = _LAST_LINE - (width - slack) / (width + EPSILON)
        return lacking * lacking if lacking > 0 else 0.0

    return cost
