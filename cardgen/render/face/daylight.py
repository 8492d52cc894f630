"""Tint pictures with the light of an hour: translucent colours over them, the light from the upper left."""

from __future__ import annotations

from cardgen.geometry.units import Size
from cardgen.model.drawing import Artwork
from cardgen.report.diagnostics import one_of, quoted
from cardgen.report.errors import UnlocatedError

_Stop = tuple[float, str, float]
_LIGHTS: dict[str, tuple[tuple[float, float, float, float], tuple[_Stop, ...]]] = {
    "dawn": ((0, 0, 1, 1), ((0, "#ffd590", 0.5), (0.45, "#f8997f", 0.3), (1, "#8a74c4", 0.36))),
    "noon": ((0, 0, 0, 1), ()),
    "dusk": ((0.1, 0, 0.3, 1), ((0, "#12164a", 0.7), (0.4, "#4b2766", 0.55), (0.75, "#8e3a4c", 0.45), (1, "#140f2e", 0.65))),
}  # fmt: skip
"""Direction of each light, as shares of the picture, and its colours: offset, colour, opacity."""
LIGHTS = tuple(_LIGHTS)


def light_of(name: str) -> Artwork | None:
    """Return what is laid over a picture in a light, to be stretched over its window; None if nothing is.

    Args:
        name: One of `LIGHTS`.

    Raises:
        UnlocatedError: E405, there is no such light.
    """
    if name not in _LIGHTS:
        raise UnlocatedError("E405", f"light is {quoted(name)}", part="light", **one_of(name, LIGHTS))
    (x1, y1, x2, y2), stops = _LIGHTS[name]
    if not stops:
        return None
    drawn = "".join(f'<stop offset="{at}" stop-color="{color}" stop-opacity="{part}"/>' for at, color, part in stops)
    return Artwork(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100mm" height="100mm"><defs>'
        f'<linearGradient id="l" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}">{drawn}</linearGradient></defs>'
        '<rect width="100" height="100" fill="url(#l)"/></svg>',
        Size(100, 100),
    )
