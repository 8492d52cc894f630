"""Compute where a picture goes so that it fills its window, or fits into it."""

from __future__ import annotations

import re

from cardgen.geometry.focus import WORDS, Focus, parse_focus
from cardgen.geometry.units import Rect, Size
from cardgen.report.diagnostics import did_you_mean, quoted
from cardgen.report.errors import UnlocatedError

_ALIGN = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
_PRESERVE = re.compile(r"none(?:\s.*)?|x(Min|Mid|Max)Y(Min|Mid|Max)(?:\s+(meet|slice))?")


def picture_box(window: Rect, natural: Size, preserve: str, focus: str = "", zoom: float = 1.0) -> Rect:
    """Return the box of the whole picture, of which the window shows a part.

    Args:
        window: Visible area, mm.
        preserve: Value of SVG's `preserveAspectRatio`, such as `none` or `xMidYMid slice`.
        focus: The point of the picture that is kept as close to the centre as possible, as words or numbers; empty for
            none.
        zoom: Factor by which it is larger than it needs to be.

    Raises:
        UnlocatedError: E405, `preserve` or `focus` is invalid.

    Source:
        SVG 2, section 8.6 (preserveAspectRatio).
    """
    match = _PRESERVE.fullmatch(preserve.strip())
    if not match:
        expected = "'none', or a value such as 'xMidYMid slice'"
        raise UnlocatedError(
            "E405", f"preserveAspectRatio is {quoted(preserve)}", expected=expected, part="preserveAspectRatio"
        )
    if match[1] is None:
        return window
    x_part, y_part = _ALIGN[match[1]], _ALIGN[match[2]]
    scales = window.width / natural.width, window.height / natural.height
    scale = zoom * (max(scales) if match[3] == "slice" else min(scales))
    width, height = natural.width * scale, natural.height * scale
    x = window.x + (window.width - width) * x_part
    y = window.y + (window.height - height) * y_part
    if focus:
        focus_x, focus_y = _point(focus)
        x = _start_on_axis(window.x, window.width, width, focus_x)
        y = _start_on_axis(window.y, window.height, height, focus_y)
    return Rect(x, y, width, height)


def _point(focus: str) -> Focus:
    try:
        return parse_focus(focus)
    except ValueError:
        expected = f"one of: {', '.join(WORDS)}, two of them such as 'top left', or two numbers from 0 to 1: '0.5 0.3'"
        message = f"focus is {quoted(focus)}"
        hints = did_you_mean(focus, WORDS)
        raise UnlocatedError("E405", message, expected=expected, hints=hints, part="focus") from None


def _start_on_axis(start: float, visible: float, whole: float, focus: float) -> float:
    """Return where the picture starts on one axis so that `focus` is as central as the edges allow."""
    wanted = start + visible / 2 - whole * focus
    low, high = sorted((start, start + visible - whole))
    return min(max(wanted, low), high)
