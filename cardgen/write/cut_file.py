"""Cut lines for plotters as SVG and DXF files.

Outlines in mm come in, bytes go out. A unit in the files is 1 mm, and the drawing is as large as the page. DXF is not
written with ezdxf, which depends on NumPy, as three kinds of entities are enough.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from html import escape

from cardgen.geometry.outlines import ROUND, PlacedOutline
from cardgen.geometry.paths import svg_path
from cardgen.geometry.units import Mm, Size
from cardgen.report.visible import visible_line

_ROUND_CORNER = math.tan(math.pi / 8)
"""The bulge of a quarter of a circle: the tangent of a quarter of its angle (DXF reference, VERTEX, group 42)."""
_STEPS = 64  # lines per quarter of an ellipse, which release 12 lacks; off by 0.01 mm at 100 mm

_Vertex = tuple[Mm, Mm, float]
"""x, y downwards, and the bulge of the line to the next vertex."""


def format_svg_cuts(paper: Size, outlines: Iterable[PlacedOutline], title: str) -> bytes:
    """Format outlines as an SVG file with a path for each piece, y downwards."""
    width, height = _decimal(paper.width), _decimal(paper.height)
    paths = "".join(f'  <path d="{svg_path(outline.curves())}"/>\n' for outline in outlines)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm"'
        f' viewBox="0 0 {width} {height}">\n'
        f'<title>{escape(visible_line(title))}</title>\n<g fill="none" stroke="#ff0000" stroke-width="0.1">\n{paths}</g>\n</svg>\n'
    ).encode()


def format_dxf_cuts(paper: Size, outlines: Iterable[PlacedOutline], title: str) -> bytes:
    """Format outlines as a DXF file with a closed POLYLINE or a CIRCLE for each piece on the layer CUT, y upwards.

    Rounded corners are arcs; other curves become short lines.

    Args:
        title: A comment at the start of the file, in ASCII; other characters become question marks.

    Source:
        DXF Reference, release 12, which all programs read.
    """
    drawn = [pair for outline in outlines for pair in _entity(outline, paper.height)]
    header = [
        (999, visible_line(title)),
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
"""Size of the page, outlines and title to the bytes of a file."""
CUT_FORMATS: dict[str, CutFormat] = {"svg": format_svg_cuts, "dxf": format_dxf_cuts}
"""The function for each format, by the suffix of the file."""


def _decimal(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")


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
    """Return the vertices of an outline, clockwise as seen."""
    if outline.outline == ROUND:
        box, points = outline.box, 4 * _STEPS
        turns = (2 * math.pi * step / points for step in range(points))
        middle_x, middle_y = box.x + box.width / 2, box.y + box.height / 2
        return [
            (middle_x - box.width / 2 * math.cos(turn), middle_y - box.height / 2 * math.sin(turn), 0.0)
            for turn in turns
        ]
    if outline.outline.name == "path":
        return [(x, y, 0.0) for x, y in outline.corners(_STEPS)]
    # All curves that are left are quarter circles. In DXF, with y upwards, clockwise arcs have a negative bulge.
    return [(*curve[0], 0.0 if len(curve) == 2 else -_ROUND_CORNER) for curve in outline.curves()]
