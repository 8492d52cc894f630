"""A box of text: the largest size and leading at which all of it fits, and every glyph of it at its place."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from cardgen.geometry.units import MM_PER_POINT, Mm, Rect
from cardgen.model.drawing import Item, Word
from cardgen.render.text.fonts import FontBook
from cardgen.render.text.lines import Line, ParagraphBreaker
from cardgen.render.text.place import IconSource, LineSetter
from cardgen.render.text.rich import Inline, plain_text
from cardgen.render.text.shaping import Shaper
from cardgen.render.text.style import Align, TextStyle
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError

Valign = Literal["top", "middle", "bottom"]
Fit = Literal["none", "shrink", "line"]

SIZE_STEP = 0.975  # each try is 2.5 % smaller: less than the eye tells apart on two cards
_TOLERANCE = 1e-6
_CHOICES = {
    "align": ("left", "center", "right", "justify"),
    "valign": ("top", "middle", "bottom"),
    "fit": ("none", "shrink", "line"),
}


@dataclass(frozen=True, slots=True)
class FittedText:
    """Text that was set.

    Attributes:
        items: Spans and icons, in reading order.
        height: From the top of the letters in the first line to the bottom of those in the last, mm.
        size: The size that fitted, mm.
        lines: How many there are.
    """

    items: tuple[Item, ...]
    height: Mm
    size: Mm
    lines: int


class _Fitted(NamedTuple):
    lines: list[Line]
    size: Mm
    leading: float


def fit_text(  # noqa: PLR0913 - what a text needs to be set; all but four by name
    inlines: Sequence[Inline],
    style: TextStyle,
    box: Rect,
    *,
    align: Align | str | None = None,
    valign: Valign | str = "top",
    fit: Fit | str = "none",
    fontbook: FontBook,
    icons: IconSource,
    language: str,
) -> FittedText:
    """Set rich text into a box.

    At the top, the ascenders of the first line touch the box; at the bottom, the descenders of the last one; in the
    middle, the space from the first line's capitals to the last baseline is centred, so that a name in a banner, or
    a number in a badge, stands where the eye wants it.

    Args:
        inlines: The text.
        style: How it looks.
        box: Where it goes, mm.
        align: Instead of that of the style.
        valign: top, middle or bottom.
        fit: `shrink` tightens the leading first, then takes smaller sizes down to the style's smallest; `none` takes
            the style as it is; `line` shrinks but never breaks a line, for names in banners.
        fontbook: The fonts.
        icons: Gives an icon by name and colour.
        language: Two letters, for dividing words.

    Raises:
        UnlocatedError: E405 a choice is none of those above, E406 the text does not fit, E407 a font lacks a character,
            E408 unknown font, E409 unknown icon (from `icons`).
    """
    style = style.changed(align=align) if align and align != style.align else style
    for name, value in (("align", style.align), ("valign", valign), ("fit", fit)):
        if value not in _CHOICES[name]:
            raise UnlocatedError(
                "E405", f"{name} of a text is {quoted(value)}", expected=f"one of: {', '.join(_CHOICES[name])}"
            )
    if not inlines:
        return FittedText((), 0.0, style.size, 0)
    frame = _Frame(inlines, Shaper(style, fontbook), box, str(valign), str(fit), language)
    fitted = frame.fitted()
    setter = LineSetter(style, fitted.size, fontbook, icons)
    first, step = frame.first_baseline(fitted), fitted.leading * fitted.size
    items = [
        item
        for number, line in enumerate(fitted.lines)
        for item in setter.line(line, box.x, first + number * step, box.width, style.align)
    ]
    metrics = fontbook.metrics(style.regular)
    height = (metrics.ascent + metrics.descent) * fitted.size + step * (len(fitted.lines) - 1)
    return FittedText(tuple(items), height, fitted.size, len(fitted.lines))


class _Frame:
    """A text and the box that it has to fit."""

    def __init__(
        self, inlines: Sequence[Inline], measure: Shaper, box: Rect, valign: str, fit: str, language: str
    ) -> None:
        style = measure.style
        self._inlines = inlines
        self._style = style
        self._box = box
        self._valign = valign
        self._fit = fit
        self._fontbook = measure.fontbook
        self._metrics = measure.fontbook.metrics(style.regular)
        self._paragraphs = [ParagraphBreaker(pieces, measure, language) for pieces in measure.paragraphs(inlines)]

    def fitted(self) -> _Fitted:
        """The first size at which the text fits.

        Raises:
            UnlocatedError: E406, there is none.
        """
        tightest = self._style.leading if self._fit == "none" else self._style.tightest
        for size in self._sizes():
            if self._hopeless(size, tightest):
                continue
            lines = self._lines(size)
            leading = self._leading(lines, size)
            if leading >= tightest - _TOLERANCE and not self._too_wide(lines, size):
                return _Fitted(lines, size, min(leading, self._style.leading))
        raise self._overflow(size, tightest)

    def _sizes(self) -> Iterator[Mm]:
        size = smallest = self._style.size
        if self._fit != "none":
            smallest = min(self._style.min_size or size, size)
        while size > smallest * 1.001:
            yield size
            size *= SIZE_STEP
        yield smallest

    def _hopeless(self, size: Mm, leading: float) -> bool:
        """Whether even lines that are full would be too many: spares the search for good breaks."""
        room = self._box.width / size
        if room <= 0:
            return True
        count = sum(paragraph.least_lines(room) for paragraph in self._paragraphs)
        return self._metrics.cap_height + (count - 1) * leading > self._box.height / size + _TOLERANCE

    def _lines(self, size: Mm) -> list[Line]:
        room = math.inf if self._fit == "line" else self._box.width / size
        return [line for paragraph in self._paragraphs for line in paragraph.lines(room)]

    def _ends(self, lines: list[Line]) -> float:
        """The height that is not between baselines, em."""
        metrics = self._metrics
        if self._valign == "bottom":
            return metrics.ascent + metrics.descent
        inks = self._inks(lines[-1])
        depth = -min((bottom for _, bottom in inks), default=0.0)
        if self._valign == "top":
            return metrics.ascent + depth
        above, below = self._weight(lines)
        over = max((top for top, _ in self._inks(lines[0])), default=0.0) - above
        return above + below + 2 * max(depth - below, over, 0.0)

    def _inks(self, line: Line) -> list[tuple[float, float]]:
        inks = [
            self._fontbook.ink(piece.font, piece.content) for piece in line.pieces if isinstance(piece.content, Word)
        ]
        return [(ink.top, ink.bottom) for ink in inks]

    def _leading(self, lines: list[Line], size: Mm) -> float:
        """The largest leading at which the lines fit the height; below zero if no leading helps."""
        room = self._box.height / size - self._ends(lines)
        if len(lines) == 1:
            return self._style.leading if room >= -_TOLERANCE else -1.0
        return room / (len(lines) - 1)

    def _too_wide(self, lines: list[Line], size: Mm) -> Mm:
        """How far the widest line sticks out of the box, mm; 0 if none does."""
        width = max(line.tightest(self._style.align) for line in lines) * size
        return width - self._box.width if width > self._box.width + _TOLERANCE else 0.0

    def first_baseline(self, fitted: _Fitted) -> Mm:
        """Where the first line stands, mm from the top of the face."""
        box, metrics, size = self._box, self._metrics, fitted.size
        between = fitted.leading * size * (len(fitted.lines) - 1)
        if self._valign == "top":
            return box.y + metrics.ascent * size
        if self._valign == "bottom":
            return box.bottom - metrics.descent * size - between
        above, below = self._weight(fitted.lines)
        return box.y + (box.height - between + (above - below) * size) / 2

    def _weight(self, lines: list[Line]) -> tuple[float, float]:
        """What is centred: up from the first baseline and down from the last, em.

        Words stand by their capitals, whatever their letters are; a number alone stands by its ink.
        """
        if len(lines) == 1 and not any(character.isalpha() for character in lines[0].text):
            inks = self._inks(lines[0])
            if inks:
                return max(top for top, _ in inks), -min(bottom for _, bottom in inks)
        return self._metrics.cap_height, 0.0

    def _overflow(self, size: Mm, leading: float) -> UnlocatedError:
        text = quoted(plain_text(self._inlines).replace("\ufffc", "").replace("\n", " "))
        lines = self._lines(size)
        wide = self._too_wide(lines, size)
        room = f"its box of {self._box.width:.4g} x {self._box.height:.4g} mm"
        smallest = f"at {size / MM_PER_POINT:.3g} pt" + (", the smallest size" if size < self._style.size else "")
        if wide:
            what = f"text {text}" if self._fit == "line" else f"a word of text {text}"
            return UnlocatedError("E406", f"{what} is {wide:.1f} mm too wide for {room} {smallest}")
        ends = self._ends(lines)
        over = (ends + (len(lines) - 1) * leading) * size - self._box.height
        fitting = max(0, math.floor((self._box.height / size - ends) / leading + _TOLERANCE) + 1)
        return UnlocatedError(
            "E406",
            f"text {text} is {over:.1f} mm too high for {room} {smallest}",
            expected=f"at most {fitting} line{'s' * (fitting != 1)}; it takes {len(lines)}",
        )
