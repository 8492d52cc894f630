"""What a plotter is to cut, as SVG and as DXF, in millimetres, as large as the page and from its corner."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from html import escape

from cardgen.geometry.outlines import ROUND, PlacedOutline
from cardgen.geometry.paths import Curve
from cardgen.geometry.units import Mm, Size

_ROUND_CORNER = math.tan(math.pi / 8)
"""The bulge of a quarter of a circle: the tangent of a quarter of its angle (DXF reference, VERTEX, group 42)."""
_STEPS = 64  # lines that stand for a quarter of an ellipse, which R12 has no word for; off by 0.01 mm at 100 mm

_Vertex = tuple[Mm, Mm, float]


def format_svg_cuts(paper: Size, outlines: Iterable[PlacedOutline], title: str) -> bytes:
    """One path for each piece; a unit is a millimetre, y down."""
    width, height = _decimal(paper.width), _decimal(paper.height)
    paths = "".join(f'  <path d="{_path(outline.curves())}"/>\n' for outline in outlines)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm"'
        f' viewBox="0 0 {width} {height}">\n'
        f'<title>{escape(title)}</title>\n<g fill="none" stroke="#ff0000" stroke-width="0.1">\n{paths}</g>\n</svg>\n'
    ).encode()


def format_dxf_cuts(paper: Size, outlines: Iterable[PlacedOutline], title: str) -> bytes:
    """One closed POLYLINE, or CIRCLE, for each piece on the layer CUT; a unit is a millimetre, y up.

    DXF of release 12, which all programs read; its corners are arcs, not many short lines.
    """
    drawn = [pair for outline in outlines for pair in _entity(outline, paper.height)]
    header = [
        (999, title),
        (0, "SECTION"), (2, "HEADER"),
        (9, "$ACADVER"), (1, "AC1009"),
        (9, "$INSUNITS"), (70, 4),
        (9, "$MEASUREMENT"), (70, 1),
        (9, "$LIMMIN"), (10, 0.0), (20, 0.0),
        (9, "$LIMMAX"), (10, paper.width), (20, paper.height),
        (0, "ENDSEC"),
        (0, "SECTION"), (2, "ENTITIES"),
    ]  # fmt: skip
    pairs: list[tuple[int, object]] = [*header, *drawn, (0, "ENDSEC"), (0, "EOF")]
    lines = (f"{code}\r\n{_decimal(value) if isinstance(value, float) else value}\r\n" for code, value in pairs)
    return "".join(lines).encode("ascii", "replace")


CutFormat = Callable[[Size, Iterable[PlacedOutline], str], bytes]
CUT_FORMATS: dict[str, CutFormat] = {"svg": format_svg_cuts, "dxf": format_dxf_cuts}
"""What writes each format."""


def _decimal(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")


def _path(curves: Sequence[Curve]) -> str:
    parts = [f"M{_points(curves[0][:1])}"]
    parts += [("L" if len(curve) == 2 else "C") + _points(curve[1:]) for curve in curves]
    return "".join(parts) + "Z"


def _points(points: Iterable[tuple[Mm, Mm]]) -> str:
    return " ".join(f"{_decimal(x)} {_decimal(y)}" for x, y in points)


def _entity(outline: PlacedOutline, height: Mm) -> list[tuple[int, object]]:
    box = outline.box
    if outline.outline == ROUND and math.isclose(box.width, box.height):
        middle = box.x + box.width / 2, height - box.y - box.height / 2
        return [(0, "CIRCLE"), (8, "CUT"), (10, middle[0]), (20, middle[1]), (40, box.width / 2)]
    pairs: list[tuple[int, object]] = [(0, "POLYLINE"), (8, "CUT"), (66, 1), (10, 0.0), (20, 0.0), (70, 1)]
    for x, y, bulge in _vertices(outline):
        pairs += [(0, "VERTEX"), (8, "CUT"), (10, x), (20, height - y), (42, bulge)]
    return [*pairs, (0, "SEQEND"), (8, "CUT")]


def _vertices(outline: PlacedOutline) -> list[_Vertex]:
    """Where the line bends, clockwise as seen, each with the bulge of what follows."""
    if outline.outline == ROUND:
        box, points = outline.box, 4 * _STEPS
        turns = (2 * math.pi * step / points for step in range(points))
        middle_x, middle_y = box.x + box.width / 2, box.y + box.height / 2
        return [
            (middle_x - box.width / 2 * math.cos(turn), middle_y - box.height / 2 * math.sin(turn), 0.0)
            for turn in turns
        ]
    # Seen with y up as DXF has it, clockwise arcs have a negative bulge.
    return [(*curve[0], 0.0 if len(curve) == 2 else -_ROUND_CORNER) for curve in outline.curves()]
