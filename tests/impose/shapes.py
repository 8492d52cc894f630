"""Small pieces and random papers for the tests of imposition."""

from hypothesis import settings
from hypothesis import strategies as st

from cardgen.geometry.outlines import RECTANGLE
from cardgen.geometry.units import Edges, Rect, Size
from cardgen.impose.layout import Layout
from cardgen.model.drawing import Drawing
from cardgen.model.piece import Piece
from cardgen.model.sheet import Placement

few = settings(max_examples=40)
A4 = Size(210, 297)
CARD = Size(40, 53)


def make_drawing(size=CARD, bleed=3.0):
    return Drawing(size, bleed, ())


def make_piece(size=CARD, *, copies=1, back=True, bleed=3.0, name="x", outline=RECTANGLE, endwise=False, fold=None):
    drawn = make_drawing(size, bleed), make_drawing(size, bleed) if back else None
    return Piece("cards", name, name, *drawn, copies, outline, endwise, fold)


def lengths(low, high):
    return st.floats(low, high, allow_nan=False).map(lambda length: round(length, 2))


def sizes(low, high):
    return st.builds(Size, lengths(low, high), lengths(low, high))


def layout(paper, flip="long", **more):
    return Layout(paper, duplex=f"{flip}-edge", **more)


margins = st.builds(Edges, *[lengths(0, 12)] * 4)
flips = st.sampled_from(["long", "short"])


def overlap(a: Rect, b: Rect) -> bool:
    """Whether two boxes share more than an edge."""
    tiny = 1e-6
    return min(a.right, b.right) - max(a.x, b.x) > tiny and min(a.bottom, b.bottom) - max(a.y, b.y) > tiny


def inside(inner: Rect, outer: Rect) -> bool:
    tiny = 1e-6
    return (
        inner.x >= outer.x - tiny
        and inner.y >= outer.y - tiny
        and inner.right <= outer.right + tiny
        and inner.bottom <= outer.bottom + tiny
    )


def on_page(placement: Placement, x: float, y: float) -> tuple[float, float]:
    """Where a point of a drawing is seen on its page."""
    trim, (from_x, from_y) = placement.trim, placement.origin
    if placement.turn == 180:
        return trim.right - (x - from_x), trim.bottom - (y - from_y)
    return trim.x + x - from_x, trim.y + y - from_y


def through_paper(x: float, y: float, paper: Size, flip: str) -> tuple[float, float]:
    """Where a point of the verso lies on the recto, by turning the paper about the edge."""
    axis = {
        ("portrait", "long"): "vertical",
        ("portrait", "short"): "horizontal",
        ("landscape", "long"): "horizontal",
        ("landscape", "short"): "vertical",
    }["portrait" if paper.width <= paper.height else "landscape", flip]
    return (paper.width - x, y) if axis == "vertical" else (x, paper.height - y)


def is_behind(recto: Placement, verso: Placement, paper: Size, flip: str, endwise: bool = False) -> bool:
    """Whether each corner of the face that is seen has the right corner of the back behind it, within 0.01 mm."""
    return all(
        max(abs(a - b) for a, b in zip(through_paper(*seen, paper, flip), wanted, strict=True)) <= 0.01
        for seen, wanted in twins(recto, verso, endwise)
    )


def twins(recto: Placement, verso: Placement, endwise: bool = False):
    """Where the corners of what is seen of a face lie, each after its twin on the back.

    A card is turned like the page of a book, so the left side of its back is behind the right side of its face; one
    that is turned endwise has its top behind its bottom.
    """
    (x, y), trim, size = recto.origin, recto.trim, recto.drawing.size
    for face_x, face_y in [(x, y), (x + trim.width, y), (x, y + trim.height), (x + trim.width, y + trim.height)]:
        back = (face_x, size.height - face_y) if endwise else (size.width - face_x, face_y)
        yield on_page(verso, *back), on_page(recto, face_x, face_y)
