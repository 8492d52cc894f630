"""Where a picture goes so that it fills, or fits into, its window."""

from __future__ import annotations

import re

from cardgen.geometry.units import Rect, Size
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError

_ALIGN = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
_PRESERVE = re.compile(r"none(?:\s.*)?|x(Min|Mid|Max)Y(Min|Mid|Max)(?:\s+(meet|slice))?")


def picture_box(window: Rect, natural: Size, preserve: str, focus: str = "") -> Rect:
    """The box of the whole picture.

    Args:
        window: What can be seen, mm.
        natural: The picture's own size, any unit.
        preserve: SVG's `preserveAspectRatio`: `none`, or `xMidYMid slice` and the like.
        focus: `x y` from 0 to 1: the point of the picture that is kept in the middle as far as it can be.

    Raises:
        UnlocatedError: E405, one of the two attributes is wrong.

    Source:
        SVG 2, 8.6 (preserveAspectRatio).
    """
    match = _PRESERVE.fullmatch(preserve.strip())
    if not match:
        expected = "none, or such as 'xMidYMid slice'"
        raise UnlocatedError("E405", f"preserveAspectRatio is {quoted(preserve)}", expected=expected)
    if match[1] is None:
        return window
    x_part, y_part = _ALIGN[match[1]], _ALIGN[match[2]]
    scales = window.width / natural.width, window.height / natural.height
    scale = max(scales) if match[3] == "slice" else min(scales)
    width, height = natural.width * scale, natural.height * scale
    x = window.x + (window.width - width) * x_part
    y = window.y + (window.height - height) * y_part
    if focus:
        focus_x, focus_y = _parts(focus)
        x = _kept(window.x, window.width, width, focus_x)
        y = _kept(window.y, window.height, height, focus_y)
    return Rect(x, y, width, height)


def _parts(focus: str) -> tuple[float, float]:
    try:
        x, y = map(float, focus.split())
        if 0 <= x <= 1 and 0 <= y <= 1:
            return x, y
    except ValueError:
        pass
    raise UnlocatedError("E405", f"focus is {quoted(focus)}", expected="two numbers from 0 to 1, such as '0.5 0.3'")


def _kept(start: float, visible: float, whole: float, focus: float) -> float:
    """Where the picture starts on one axis so that `focus` is as near the middle as its edges allow."""
    wanted = start + visible / 2 - whole * focus
    low, high = sorted((start, start + visible - whole))
    return min(max(wanted, low), high)
