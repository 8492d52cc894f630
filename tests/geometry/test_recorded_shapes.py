"""Nets, folds, outlines and colours are those of the last version, to a thousandth of a millimetre.

The other files of this folder say why they are right; here nothing may move unseen.
"""

import math
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from cardgen.geometry import colors
from cardgen.geometry.folds import SLIT, Fold
from cardgen.geometry.nets import Net, die_corners, die_net
from cardgen.geometry.outlines import HEXAGON, RECTANGLE, ROUND, Outline, PlacedOutline
from cardgen.geometry.paths import lines_inside, parse_path, svg_path
from cardgen.geometry.tuck_box import Contents, notch_radius, sleeved, tuck_box
from cardgen.geometry.units import Edges, Rect, Size
from tests.recorded import check_recorded

PAWN = Outline.path("M.3 0H.7C1 .1 1 .4 .75 .45L1 1H0L.25 .45C0 .4 0 .1 .3 0Z")
FACE = Size(30, 40)


def test_shapes_are_as_recorded() -> None:
    check_recorded(Path(__file__).with_name("shapes.txt"), [*nets(), *folds(), *outlines(), *paths(), *hues()])


def nets() -> Iterator[str]:
    poker = Size(63.5, 88.9)
    boxes = [
        Contents(poker, 54, 0.3), Contents(poker, 23, 0.3), Contents(Size(10, 20), 3, 0.3), Contents(Size(20, 30), 200, 0.5),
        Contents(Size(40, 12), 80, 0.4), *(sleeved(poker, 100, 0.3, kind) for kind in ("none", "thin", "thick")),
    ]  # fmt: skip
    for contents in boxes:
        yield f"== box of {text_of(contents)}, notch {notch_radius(contents.width):g}"
        yield from net_lines(tuck_box(contents))
    for edge, tab in ((16, 0), (16, 4), (10, 4.9)):
        yield f"== die of {edge} mm with tabs of {tab} mm"
        yield from net_lines(die_net(edge, tab))
    yield f"corners {text_of(die_corners(2))}"
    for edge, tab in ((0, 0), (-1, 0), (16, 8), (16, -1)):
        yield attempt(f"die {edge} {tab}", die_net, edge, tab)


def net_lines(net: Net) -> Iterator[str]:
    yield f"{text_of(net.size)} {net.path}"
    yield f"folds {text_of(net.folds)}"
    yield from (f"{name} {text_of(panel)}" for name, panel in net.panels.items())


def folds() -> Iterator[str]:
    cases = [
        Fold(), Fold(base="tab", depth=8, width=5), Fold(base="tab", depth=8, width=30), Fold(base="tab", depth=8),
        Fold(base="slot", depth=6), Fold(base="slot", depth=6, slits=3), Fold(base="slot", depth=6, width=10, slits=3),
        Fold(base="none"), Fold(edge="left", base="none", depth=0), Fold(base="slot", depth=40, width=10.1, slits=3),
    ]  # fmt: skip
    for fold in cases:
        yield f"== {fold}: {fold.axis}, strip {fold.strip:g}, {fold.unfolded(FACE)}, face {text_of(fold.face_box(FACE))}"
        for name, outline in {"rectangle": RECTANGLE, "pawn": PAWN, "hexagon": HEXAGON, "round": ROUND}.items():
            yield attempt(name, fold.outline, outline, FACE)
            yield attempt("  lines", fold.lines, outline, FACE)
    for wrong in (
        {"edge": "left", "base": "tab"}, {"width": -0.1}, {"depth": -0.1, "base": "none"}, {"depth": 0.0}, {"slits": 0},
        {"base": "tab", "slits": 2}, {"base": "slot", "width": SLIT, "slits": -1},
    ):  # fmt: skip
        yield attempt(f"fold {wrong}", lambda stated: Fold(**stated), wrong)


def outlines() -> Iterator[str]:
    yield "== outlines"
    square = [(0, 0), (0, 1), (1, 1), (1, 0)]
    polygons: list[Any] = [
        square, square[::-1], square[:3], square[:2], square[:1], [], [*square, (0, 0)], [(0, 0), (1, 1), (1, 0), (0, 1)],
        [(0, 0), (1, 0), (1, 1), (0.5, 0), (0, 1)], [(0, 0), (1 + 1e-7, 0), (0, 1)], [(0, 0), (1 + 2e-6, 0), (0, 1)],
        [(-1e-7, 0), (1, 0), (0, 1)], [(-2e-6, 0), (1, 0), (0, 1)], [(0, 0), (1, 0), (1, 1.9e-4)], [(0, 0), (1, 0), (1, 1)],
        [(0, 0), (math.inf, 0), (0, 1)], [(0, 0), (0.5, 0.5), (1, 1), (0, 1.00000000000001)],
    ]  # fmt: skip
    near = [(0, 0), (10, 10), (9.6, 11), (9, 12), (14, 5)]  # the line of one side passes the end of another
    for points in [*polygons, near, near[3:] + near[:3]]:
        yield attempt(f"polygon {points}", Outline.polygon, points)
        yield attempt("  mm", Outline.polygon, points, "mm")
    for data in (
        "M0 0H1V1H0Z",
        "M0 0V1H1V0Z",
        "M0 .5C0 0 1 0 1 .5C1 1 0 1 0 .5Z",
        "M0 0H20V30H0Z",
        "M0 0H1C2 1 -1 1 0 0",
    ):
        for unit in ("fraction", "mm"):
            yield attempt(f"path {data} {unit}", Outline.path, data, unit)
            yield attempt("  fitted", lambda data, unit: Outline.path(data, unit).fitted(Size(20, 30)), data, unit)
    for outline in (PAWN, Outline.polygon([(0.1, 0), (1, 0.2), (0.5, 0.4), (0.9, 1), (0, 0.9)])):
        for axis in ("vertical", "horizontal"):
            yield f"mirrored {axis} {text_of(outline.mirrored(axis).line)}"
    placed = [
        PlacedOutline(RECTANGLE, Rect(1, 2, 30, 40)), PlacedOutline(RECTANGLE, Rect(1, 2, 30, 40), 3),
        PlacedOutline(ROUND, Rect(1, 2, 30, 40)), PlacedOutline(HEXAGON, Rect(1, 2, 30, 40)),
        PlacedOutline(HEXAGON, Rect(1, 2, 40, 30), 2), PlacedOutline(HEXAGON, Rect(0, 0, 8, 8)),
        PlacedOutline(PAWN, Rect(1, 2, 30, 40), 3), PlacedOutline(Outline.polygon([(0, 0), (1, 0), (0.2, 0.3), (0, 1)]), Rect(1, 2, 30, 40)),
    ]  # fmt: skip
    for one in placed:
        yield f"== {one.outline.name} {text_of(one.box)} {one.corner}: {text_of(one.curves())}"
        yield f"arcs {text_of(one.arcs())} corners {text_of(one.corners(2))}, {len(one.corners())}"
        for bleed in (Edges(), Edges(1, 2, 3, 4), Edges(0, 0, 1), Edges(0, 2)):
            lines = text_of(one.windows(bleed))
            yield f"windows {text_of(bleed)}: {len(lines)} {lines[:400]} ... {lines[-200:]}"


def paths() -> Iterator[str]:
    yield "== paths"
    for data in (
        "M0 0 H10 V10 H0 Z", "m1 1h9v9h-9z", "M0,0 10,0 10,10", "m1 1 2 0 0 2", "M2 2c1 0 2 1 2 2l-1e0-.5z", "M1 1q3 0 3 3t", "M1 1q3 0 3 3z",
        "M1 1Q3 0 3 3 4 4 5 0", "M0 0L0 0L1 0L1 1Z", "M1 1L2 1 2 2 1 1", "M1 1", "M1 1Z", "", "  ", "Z", "M", "M1", "M1 1M2 2", "M0 0L1 0 1 1ZL2 2",
        "M0 0L1 0 1 1z 5", "L1 1", "x", "M0 0 L1 1 #", "M0 0L1", "M0 0Z1", "M0 0C1 1 2 2 3", "M0 0A1 1 0 0 1 2 2", "M0 0s1 1 2 2",
        "M1 1H", "M5 5h2 3v1 1H0V0", "M1e1.5L+2-3", "M0 0H1 2 3",
    ):  # fmt: skip
        yield attempt(f"path {data!r}", parse_path, data)
    box = Rect(0, 0, 10, 8)
    for corners in (
        [(-5, 4), (15, 4)], [(-5, 9), (15, 9)], [(-5, 8), (15, 8)], [(3, -3), (3, 20)], [(11, 0), (11, 5), (12, 5)],
        [(-2, -2), (12, 10), (5, 3)], [(1, 1), (2, 1), (2, 2)], [(0, 0), (10, 0), (10, 8), (0, 8)], [(-5, 0), (5, -5), (20, 10)],
        [(10, 4), (12, 4), (12, 5)], [(-1, 4), (0, 4), (-1, 5)],
    ):  # fmt: skip
        yield f"inside {corners}: {text_of(lines_inside(corners, box))}"
    yield svg_path((((1, 2), (3.00004, 4.00006)), ((3, 4), (5, 6), (7, 8), (9, 10)), ((9, 10), (1, 2))))
    for size in (Size(1, 2), Size(0, 2), Size(2, 0), Size(math.inf, 1), Size(1, math.nan), Size(-1, 1), Size(True, 1)):
        yield f"{size} {size.is_positive}"


def hues() -> Iterator[str]:
    """To a ten-thousandth, which none of the 256 steps of a channel is."""
    yield "== colours"
    for rgb in (
        (0, 0, 0),
        (1, 1, 1),
        (0.02, 0.0404, 0.041),
        (1, 0, 0),
        (0, 1, 0),
        (0, 0, 1),
        (0.8, 0.5, 0.2),
        (0.25, 0.5, 0.75),
    ):
        parts = [
            colors.luminance(rgb), colors.contrast(rgb, (1, 1, 1)), colors.contrast((0, 0, 0), rgb), *colors.to_gray(rgb)[:1],
            *colors.darken_until_readable(rgb), *colors.reduce_to_third(rgb),
        ]  # fmt: skip
        yield f"{rgb}: {' '.join(f'{part:.4f}' for part in parts)}"
        for name, vision in colors.VISIONS.items():
            yield f"  {name} {' '.join(f'{part:.4f}' for part in colors.simulate_color_vision(vision, rgb))}"
    for value in (-1, 0, 0.003, 0.0031308, 0.0032, 0.5, 1, 2):
        yield f"light {value}: {colors.from_linear(value):.6f} {colors.to_linear(value) if value >= 0 else 0:.6f}"


def attempt(title: str, make: Callable[..., Any], *arguments: Any) -> str:
    """What a function makes, or what it says against it."""
    try:
        return f"{title}: {text_of(make(*arguments))}"
    except ValueError as error:
        return f"{title}: {error}"


def text_of(value: Any) -> str:
    """Numbers to a thousandth."""
    if isinstance(value, float):
        return f"{round(value, 3) + 0:g}"
    if isinstance(value, dict):
        return " ".join(f"{name} {text_of(each)}" for name, each in value.items())
    if isinstance(value, (tuple, list)):
        return f"({' '.join(map(text_of, value))})"
    if hasattr(value, "__slots__"):
        return text_of([getattr(value, name) for name in value.__slots__])
    return str(value)
