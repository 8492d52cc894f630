"""Find the largest size and leading at which a text fits its box."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cardgen.geometry.units import MM_PER_POINT, Mm, Rect
from cardgen.model.drawing import ShapedWord
from cardgen.render.text.font import Metrics
from cardgen.render.text.lines import Line, ParagraphBreaker
from cardgen.render.text.rich import Inline, plain_text
from cardgen.render.text.scripts import TYPICAL_LETTERS, is_complex, script_of
from cardgen.render.text.shaping import Segment, Shaper
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError
from cardgen.report.quality import hint_to_shorten

SIZE_STEP = 0.975  # each attempt is 2.5 % smaller: a difference that the eye does not see between two cards
_TOLERANCE = 1e-6
SMALL = 6.0
"""Points below which printed text is hard to read."""
_SHRUNK = 0.8  # of its size; text that is shrunk further looks unlike the same text on other cards
_LARGE = 9.0  # points from which text is read with ease, however large its style would have it
TINIEST = 3 * MM_PER_POINT  # smaller text is cut off


class Fitted(NamedTuple):
    """Lines of a text at the size and the leading that fit."""

    lines: list[Line]
    size: Mm
    leading: float
    gaps: tuple[float, ...]
    """Space before each line, from the first line on, that is due to paragraphs, em."""
    is_cut: bool = False
    """Whether the text is larger than its box, of which the rest is not drawn."""


class TextFitter:
    """A text and the box that it has to fit.

    Attributes:
        is_whole: Whether it is not the beginning of a longer text.
        faults: See `fit.FittedText`.
    """

    def __init__(
        self,
        inlines: Sequence[Inline],
        shaper: Shaper,
        box: Rect,
        valign: str,
        fit: str,
        language: str,
        *,
        unit: float = 1.0,
    ) -> None:
        style = shaper.style
        self._inlines = inlines
        self._style = style
        self._box = box
        self._valign = valign
        self._fit = fit
        self._points = unit / MM_PER_POINT  # of one unit of the face
        self._unit = unit
        self._fontbook = shaper.fontbook
        paragraphs = shaper.shape_paragraphs(inlines)
        self._is_complex = shaper.is_complex
        self._has_letters = any(character.isalpha() for character in plain_text(inlines))
        self._metrics = shaper.fontbook.metrics(style.regular)
        if shaper.is_complex:
            self._metrics = self._grown(self._metrics, [segment for paragraph in paragraphs for segment in paragraph])
        self._paragraphs = [ParagraphBreaker(segments, shaper, language) for segments in paragraphs]
        self._gap = style.space_after / style.size  # em
        self._gaps = self._gap * (len(self._paragraphs) - 1)
        self.is_whole = True
        self.faults: list[UnlocatedError] = []

    def _grown(self, metrics: Metrics, segments: Sequence[Segment]) -> Metrics:
        """Return metrics with room for letters that are taller or deeper than Latin ones."""
        words = [segment for segment in segments if is_complex(segment.source)]
        inks = [self._fontbook.ink(word.font, word.content) for word in words if isinstance(word.content, ShapedWord)]
        ascent, descent = max((ink.top for ink in inks), default=0.0), max((-ink.bottom for ink in inks), default=0.0)
        return metrics._replace(ascent=max(metrics.ascent, ascent), descent=max(metrics.descent, descent))

    def fitted(self) -> Fitted:
        """Return lines, size and leading at the first size at which the text fits.

        Text that does not fit at the smallest size of its style is shrunk further, and cut off at its box if it does not
        fit even then; a fault tells so.

        Raises:
            UnlocatedError: E406, the box has no room at all.
        """
        least = self._style.leading if self._fit == "none" else self._style.min_leading
        fitted = self._largest(least)
        if self._has_long_word() and (fitted is None or self._is_far_shrunk(fitted.size, 1 / MM_PER_POINT)):
            for paragraph in self._paragraphs:
                paragraph.force()
            fitted = self._largest(least)
        if fitted:
            self._note_small(fitted)
            return fitted
        *_, smallest = self._sizes()
        size = smallest
        overflow = self._overflow(size, least)
        if self._box.width <= 0 or self._box.height <= 0:
            raise overflow
        self.faults.append(overflow)
        least = self._style.min_leading
        while size > TINIEST and not fitted:
            size *= SIZE_STEP**2
            fitted = self._fitted_at(size, least)
        overflow.measure = size * self._points
        how = " and cut off at its box" if fitted is None else ""
        is_word = self._fit != "line" and not overflow.expected  # that is too wide
        hint = "shorten it, or give it more room"
        if not is_word:
            hint = self._hint(fitted.lines if fitted else (), size / smallest)
        overflow.hints = (f"it is drawn at {overflow.measure:.3g} pt{how}: {hint}",)
        return fitted or self._placed(self._broken(size), size, least, least, is_cut=True)

    def _largest(self, least: float) -> Fitted | None:
        """Return the text at the largest of its sizes at which it fits; None if it does at none.

        Args:
            least: Smallest leading, em.
        """
        return next((fitted for size in self._sizes() if (fitted := self._fitted_at(size, least))), None)

    def _has_long_word(self) -> bool:
        """Return whether a line has no room for a word at the size of the style, and words may be divided."""
        widest = max(paragraph.min_width for paragraph in self._paragraphs)
        return self._fit == "shrink" and widest * self._style.size > self._box.width

    def _is_far_shrunk(self, size: Mm, unit: float) -> bool:
        """Return whether text was shrunk to less than is read with ease.

        Args:
            unit: Points of one unit of the size.
        """
        full, points = self._style.size, round(size * unit, 3)
        share = round(size / full, 2)
        return size < full / 1.001 and (points < SMALL or (share < _SHRUNK and points < _LARGE))

    def _note_small(self, fitted: Fitted) -> None:
        """Note W411 for text that was shrunk too far."""
        if self._is_far_shrunk(fitted.size, self._points):
            points, full = fitted.size * self._points, self._style.size * self._points
            text = quoted(plain_text(self._inlines).replace("\ufffc", "").replace("\n", " "))
            message = f"text {text} prints at {points:.3g} pt, {points / full:.0%} of its size"
            hint = self._hint(fitted.lines, points / min(full, max(SMALL, min(_SHRUNK * full, _LARGE))))
            self.faults.append(UnlocatedError("W411", message, hints=(hint,), measure=points))

    def _hint(self, lines: Sequence[Line], share: float) -> str:
        """Return how to get the text to a size of which it has a share."""
        return hint_to_shorten(len(plain_text(self._inlines)), len(lines), share)

    def _fitted_at(self, size: Mm, min_leading: float) -> Fitted | None:
        """Return the text at a size; None if it does not fit."""
        if self._cannot_fit(size, min_leading):
            return None
        paragraphs = self._broken(size)
        lines = [line for paragraph in paragraphs for line in paragraph]
        leading, least = self._leading(lines, size), max(min_leading, self._tightest(lines))
        if leading < least - _TOLERANCE or self._excess_width(lines, size):
            return None
        return self._placed(paragraphs, size, leading, least)

    def _placed(
        self, paragraphs: Sequence[Sequence[Line]], size: Mm, leading: float, least: float, *, is_cut: bool = False
    ) -> Fitted:
        lines = [line for paragraph in paragraphs for line in paragraph]
        gaps = (self._gap * number for number, paragraph in enumerate(paragraphs) for _ in paragraph)
        return Fitted(lines, size, min(leading, max(self._style.leading, least)), tuple(gaps), is_cut)

    def _sizes(self) -> Iterator[Mm]:
        size = smallest = self._style.size
        if self._fit != "none":
            smallest = min(self._style.min_size or size, size)
        while size > smallest * 1.001:
            yield size
            size *= SIZE_STEP
        yield smallest

    def _cannot_fit(self, size: Mm, leading: float) -> bool:
        """Check whether even full lines would be too many, which saves the search for good breaks."""
        room = self._box.width / size
        if room <= 0:
            return True
        count = sum(paragraph.min_line_count(room) for paragraph in self._paragraphs)
        first = self._metrics.cap_height if self._has_letters else 0.0  # a number alone takes no more than its ink
        height = first + (count - 1) * leading + self._gaps
        return height > self._box.height / size + _TOLERANCE

    def _broken(self, size: Mm) -> list[Sequence[Line]]:
        """Return the lines of each paragraph."""
        room = math.inf if self._fit == "line" else self._box.width / size
        return [paragraph.lines(room) for paragraph in self._paragraphs]

    def _outer_height(self, lines: list[Line]) -> float:
        """Return the height of the text apart from the distances between baselines, and between paragraphs, em."""
        metrics = self._metrics
        if self._valign == "bottom":
            return metrics.ascent + metrics.descent
        inks = self._inks(lines[-1])
        depth = -min((bottom for _, bottom in inks), default=0.0)
        if self._valign == "top":
            return metrics.ascent + depth
        above, below = self._centred_extent(lines)
        over = max((top for top, _ in self._inks(lines[0])), default=0.0) - above
        return above + below + 2 * max(depth - below, over, 0.0)

    def _inks(self, line: Line) -> list[tuple[float, float]]:
        inks = [
            self._fontbook.ink(segment.font, segment.content)
            for segment in line.segments
            if isinstance(segment.content, ShapedWord)
        ]
        return [(ink.top, ink.bottom) for ink in inks]

    def _leading(self, lines: list[Line], size: Mm) -> float:
        """Return the largest leading at which the lines fit the height; below zero if no leading does."""
        room = self._box.height / size - self._outer_height(lines) - self._gaps
        if len(lines) == 1:
            return self._style.leading if room >= -_TOLERANCE else -1.0
        return room / (len(lines) - 1)

    def _tightest(self, lines: list[Line]) -> float:
        """Return the leading at which the ink of two lines would touch, em; 0 for scripts that the style is made for."""
        if not self._is_complex:
            return 0.0
        inks = [self._inks(line) for line in lines]
        depths = [-min((bottom for _, bottom in line), default=0.0) for line in inks]
        heights = [max((top for top, _ in line), default=0.0) for line in inks]
        return max((depth + height for depth, height in zip(depths, heights[1:], strict=False)), default=0.0)

    def _excess_width(self, lines: list[Line], size: Mm) -> Mm:
        """Return how far the widest line exceeds the box, mm; 0 if none does."""
        width = max(line.min_width(self._style.align) for line in lines) * size
        return width - self._box.width if width > self._box.width + _TOLERANCE else 0.0

    def baselines(self, fitted: Fitted) -> list[Mm]:
        """Return the y of the baseline of each line, mm from the top of the face."""
        first, step = self._first_baseline(fitted), fitted.leading * fitted.size
        return [first + number * step + gap * fitted.size for number, gap in enumerate(fitted.gaps)]

    def height(self, fitted: Fitted) -> Mm:
        """Return the distance from the ascenders of the first line to the descenders of the last, mm."""
        step = fitted.leading * fitted.size
        ends = self._metrics.ascent + self._metrics.descent + fitted.gaps[-1]
        return ends * fitted.size + step * (len(fitted.lines) - 1)

    def _first_baseline(self, fitted: Fitted) -> Mm:
        box, metrics, size = self._box, self._metrics, fitted.size
        between = fitted.leading * size * (len(fitted.lines) - 1) + fitted.gaps[-1] * size
        if self._valign == "top":
            return box.y + metrics.ascent * size
        if self._valign == "bottom":
            return box.bottom - metrics.descent * size - between
        above, below = self._centred_extent(fitted.lines)
        return box.y + (box.height - between + (above - below) * size) / 2

    def _centred_extent(self, lines: list[Line]) -> tuple[float, float]:
        """Return the extent that is centred: above the first baseline and below the last, em.

        Words are centred by the height of their capitals, whatever their letters; a number alone by its ink.
        """
        if len(lines) == 1 and not any(character.isalpha() for character in lines[0].text):
            inks = self._inks(lines[0])
            if inks:
                return max(top for top, _ in inks), -min(bottom for _, bottom in inks)
        if self._is_complex:
            return self._letter_extent(lines[0])[0], self._letter_extent(lines[-1])[1]
        return self._metrics.cap_height, 0.0

    def _letter_extent(self, line: Line) -> tuple[float, float]:
        """Return height and depth of a typical letter of the script of a line, em."""
        for segment in line.segments:
            script = next((script for script in map(script_of, segment.source) if script), "")
            letter = TYPICAL_LETTERS.get(script)
            if letter and not self._fontbook.missing(segment.font, letter):
                ink = self._fontbook.ink(segment.font, self._fontbook.shape_word(segment.font, letter))
                return ink.top, -ink.bottom
        return self._metrics.cap_height, 0.0

    def _overflow(self, size: Mm, leading: float) -> UnlocatedError:
        text = quoted(plain_text(self._inlines).replace("\ufffc", "").replace("\n", " "))
        lines = [line for paragraph in self._broken(size) for line in paragraph]
        wide = self._excess_width(lines, size)
        room = f"its box of {self._box.width * self._unit:.4g} x {self._box.height * self._unit:.4g} mm"
        smallest = f"at {size * self._points:.3g} pt" + (", the smallest size" if size < self._style.size else "")
        if wide:
            what = f"text {text}" if self._fit == "line" else f"a word of text {text}"
            return UnlocatedError("E406", f"{what} is {wide * self._unit:.1f} mm too wide for {room} {smallest}")
        ends = self._outer_height(lines) + self._gaps
        over = (ends + (len(lines) - 1) * leading) * size - self._box.height
        more = "" if self.is_whole else " more than"
        fitting = max(0, math.floor((self._box.height / size - ends) / leading + _TOLERANCE) + 1)
        return UnlocatedError(
            "E406",
            f"text {text} is{more} {max(over * self._unit, 0.1):.1f} mm too high for {room} {smallest}",
            expected=f"at most {fitting} line{'s' * (fitting != 1)}; it takes{more} {len(lines)}"
            if fitting
            else f"a box {(self._box.height + over) * self._unit:.1f} mm high",
        )
