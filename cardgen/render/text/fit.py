"""Fit text into a box and place every glyph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from cardgen.geometry.units import Mm, Rect
from cardgen.model.drawing import DrawingItem, View
from cardgen.records import dataclass
from cardgen.render.text.fallback import missing_glyph_error
from cardgen.render.text.fit_size import TINIEST, TextFitter
from cardgen.render.text.fonts import FontBook
from cardgen.render.text.place import IconSource, LineSetter
from cardgen.render.text.rich import Inline, Run
from cardgen.render.text.shaping import Shaper
from cardgen.render.text.style import Align, TextStyle
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError

Valign = Literal["top", "middle", "bottom"]
Fit = Literal["none", "shrink", "line"]

_THINNEST = 0.1 * TINIEST**2  # mm², of a letter; what is beyond a box full of such letters is not even shaped
_CHOICES = {
    "align": ("left", "center", "right", "justify"),
    "valign": ("top", "middle", "bottom"),
    "fit": ("none", "shrink", "line"),
}


@dataclass(frozen=True, slots=True)
class FittedText:
    """Text set in a box.

    Attributes:
        items: Text spans and icons in reading order.
        height: Distance from the ascenders of the first line to the descenders of the last, mm.
        size: Font size that fits, mm.
        faults: What is wrong with it, though it is drawn: E406, E407 or W411.
    """

    items: tuple[DrawingItem, ...]
    height: Mm
    size: Mm
    lines: int
    faults: tuple[UnlocatedError, ...] = ()


def fit_text(  # noqa: PLR0913 - typesetting needs all of them; all but three are keyword-only
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
    unit: float = 1.0,
) -> FittedText:
    """Set rich text in a box.

    With `valign` "top" the ascenders of the first line touch the box, with "bottom" the descenders of the last line do.
    With "middle" the space between the capitals of the first line and the last baseline is centred, so that a name in a
    banner, or a number in a badge, looks centred. The author's line breaks make paragraphs, which the `space_after` of
    the style keeps apart.

    Args:
        box: Box to fill, in the coordinates of the face.
        unit: Millimetres of one unit of the face, for what is said of sizes in print.
        align: Horizontal alignment; None uses that of the style.
        valign: Vertical alignment: `top`, `middle` or `bottom`.
        fit: `shrink` tightens the leading first and then reduces the size down to `style.min_size`; `line` does the
            same but never breaks a line, for names in banners; `none` uses the style as it is.

    Raises:
        UnlocatedError: E405, an unknown choice; E406, the box has no room at all; E408, unknown font; E409, unknown icon
            (raised by `icons`).
    """
    style = style.changed(align=align) if align else style
    _check_choices(align=style.align, valign=valign, fit=fit)
    if not inlines:
        return FittedText((), 0.0, style.size, 0)
    shaper = Shaper(style, fontbook, language)
    shown = _beginning(inlines, int(min(max(1_000, box.width * box.height / _THINNEST), 1e9)))
    fitter = TextFitter(shown, shaper, box, str(valign), str(fit), language, unit=unit)
    fitter.is_whole = len(shown) == len(inlines) and shown[-1] == inlines[-1]
    fitted = fitter.fitted()
    setter = LineSetter(style, fitted.size, fontbook, icons)
    items = [
        item
        for line, baseline in zip(fitted.lines, fitter.baselines(fitted), strict=True)
        if not fitted.is_cut or _is_near(box, baseline, 2 * fitted.size)
        for item in setter.line(line, box.x, baseline, box.width, style.align)
    ]
    if fitted.is_cut:
        items = [View(box, tuple(items))]
    faults = [*fitter.faults]
    if shaper.lacking:
        faults.append(missing_glyph_error(style.fonts(), shaper.lacking, language))
    return FittedText(tuple(items), fitter.height(fitted), fitted.size, len(fitted.lines), tuple(faults))


def _beginning(inlines: Sequence[Inline], most: int) -> Sequence[Inline]:
    """Return the beginning of a text, with at most so many characters, icons and breaks."""
    kept: list[Inline] = []
    for part in inlines:
        most -= len(part.text) if isinstance(part, Run) else 1
        if most < 0:
            return [*kept, part._replace(text=part.text[:most])] if isinstance(part, Run) else kept
        kept.append(part)
    return kept


def _is_near(box: Rect, baseline: Mm, distance: Mm) -> bool:
    """Return whether a part of a line may be within a box: a long text that is cut off has thousands that are not."""
    return box.y - distance < baseline < box.bottom + distance


def _check_choices(**chosen: str) -> None:
    """Raise E405 for an alignment or a way to fit that does not exist."""
    for name, value in chosen.items():
        if value not in _CHOICES[name]:
            raise UnlocatedError(
                "E405", f"{name} of a text is {quoted(value)}", expected=f"one of: {', '.join(_CHOICES[name])}"
            )
