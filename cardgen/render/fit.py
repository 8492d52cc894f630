"""Where a picture goes so that it fills, or fits into, its window."""

from __future__ import annotations

from cardgen.errors import Fault
from cardgen.units import Rect, Size

_ALIGN = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}


def fit_box(window: Rect, natural: Size, preserve: str, focus: str | None = None) -> Rect:
    """The box of the whole picture.

    Args:
        window: What can be seen, mm.
        natural: The picture's own size, any unit.
        preserve: SVG's `preserveAspectRatio`: `none`, or `xMidYMid slice` and the like.
        focus: `x y` from 0 to 1: the point of the picture that is kept in the middle as far as it can be.

    Raises:
        Fault: E405, one of the two attributes is wrong.

    Source:
        SVG 2, 8.6 (preserveAspectRatio).
    """
    align, _, how = preserve.strip().partition(" ")
    if align == "none":
        return window
    try:
        x_part, y_part = _ALIGN[align[1:4]], _ALIGN[align[5:8]]
    except KeyError:
        raise Fault("E405", f"preserveAspectRatio is '{preserve}'", expected="such as 'xMidYMid slice'") from None
    scales = window.width / natural.width, window.height / natural.height
    scale = max(scales) if how.strip() == "slice" else min(scales)
    width, height = natural.width * scale, natural.height * scale
    x = window.x + (window.width - width) * x_part
    y = window.y + (window.height - height) * y_part
    if focus:
        try:
            focus_x, focus_y = (float(part) for part in focus.split())
        except ValueError:
            raise Fault("E405", f"focus is '{focus}'", expected="two numbers from 0 to 1, such as '0.5 0.3'") from None
        x = _kept(window.x, window.width, width, focus_x)
        y = _kept(window.y, window.height, height, focus_y)
    return Rect(x, y, width, height)


def _kept(start: float, visible: float, whole: float, focus: float) -> float:
    """Where the picture starts on one axis so that `focus` is as near the middle as its edges allow."""
    wanted = start + visible / 2 - whole * focus
    low, high = sorted((start, start + visible - whole))
    return min(max(wanted, low), high)
