"""Mark drafts with a small word at the edge of a face, where it hides no text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from cardgen.geometry.outlines import Outline, PlacedOutline
from cardgen.geometry.units import Mm, Rect, Size
from cardgen.model.drawing import Drawing, DrawingItem, Rotated, TextSpan
from cardgen.model.piece import Piece
from cardgen.render.context import Subject
from cardgen.render.renderer import Renderer

TEMPLATE = "draft.svg.j2"
"""Template of the mark, which is as large as the face; it sees the box of the mark as `mark`, and its scale as `mark.u`."""

_HEIGHT, _WIDTH_PER_LETTER, _INSET = 2.1, 1.12, 0.7  # mm on a card of 40 mm
_SMALLEST, _LARGEST = 0.8, 2.5  # scale: still legible on a counter, still discreet on a board
_ASCENT, _DESCENT = 0.95, 0.3  # em; accents on capitals, and descenders
_STEPS = 12  # places that are tried along each side of the piece


def mark_drafts(pieces: Iterable[Piece], renderer: Renderer) -> list[Piece]:
    """Return pieces with the mark of a draft on each face."""
    marked: dict[tuple[Drawing, Outline], Drawing] = {}
    found = []
    for piece in pieces:
        key = piece.face, piece.outline
        if key not in marked:
            marked[key] = _marked(piece.face, piece.outline, renderer)
        found.append(replace(piece, face=marked[key]))
    return found


def _marked(face: Drawing, outline: Outline, renderer: Renderer) -> Drawing:
    """Return a face with the mark; below a text if there is no room beside all of them."""
    word = str(renderer.shared["t"]["draft"])
    scale = max(_SMALLEST, min(min(face.size.width, face.size.height) / 40, _LARGEST))
    size = Size((len(word) * _WIDTH_PER_LETTER + 1.6) * scale, _HEIGHT * scale)
    box, after = place_mark(face, outline, size, _INSET * scale)
    variables = {"mark": {"x": box.x, "y": box.y, "width": box.width, "height": box.height, "u": scale}}
    mark = renderer.draw_side(TEMPLATE, variables, face.size, 0, Subject("the mark of a draft"))
    if mark is None:
        return face
    return replace(face, items=(*face.items[:after], *mark.items, *face.items[after:]))


def place_mark(face: Drawing, outline: Outline, size: Size, inset: Mm) -> tuple[Rect, int]:
    """Return the box of the mark on a face, and the number of items that are painted before it.

    Args:
        outline: Outline of the piece, in fractions of the face; the mark lies inside it if there is room at all.
        inset: Distance from the edge of the piece, mm.
    """
    texts = [(index, box) for index, item in enumerate(face.items) for box in text_boxes([item])]
    inside = _places_inside(outline, face.size, size, inset)
    free = next((box for box in inside if not any(_meet(box, text) for _, text in texts)), None)
    if free:
        return free, len(face.items)
    middle = Rect((face.size.width - size.width) / 2, (face.size.height - size.height) / 2, size.width, size.height)
    box = inside[0] if inside else middle
    return box, min(index for index, text in texts if _meet(box, text)) if inside else 0


def text_boxes(items: Iterable[DrawingItem]) -> Iterator[Rect]:
    """Yield the box around each piece of text among some items, mm."""
    for item in items:
        if isinstance(item, TextSpan):
            width = sum(word.width for word in item.words) * item.size + item.space * len(item.words)
            width += item.tracking * sum(len(word.glyphs) for word in item.words)
            yield Rect(item.x, item.y - _ASCENT * item.size, width, (_ASCENT + _DESCENT) * item.size)
        elif isinstance(item, Rotated):
            yield from map(item.box_around, text_boxes(item.items))


@lru_cache(64)  # most faces of a deck have the same
def _places_inside(outline: Outline, face: Size, mark: Size, inset: Mm) -> tuple[Rect, ...]:
    """Return the places for the mark that lie inside the outline of a piece, the best first."""
    corners = PlacedOutline(outline, Rect(0, 0, face.width, face.height)).corners()
    return tuple(box for box in _places(face, mark, inset) if _contains(corners, box))


def _places(face: Size, mark: Size, inset: Mm) -> Iterator[Rect]:
    """Yield places for the mark, the best first: the bottom edge, the top edge, then ever further inside."""
    rightmost, lowest = face.width - mark.width - inset, face.height - mark.height - inset
    across = sorted(
        (inset + (rightmost - inset) * step / _STEPS for step in range(_STEPS + 1)),
        key=lambda x: abs(x - (rightmost - 2 * inset)),
    )
    for step in range(_STEPS // 2 + 1):
        depth = (lowest - inset) * step / _STEPS
        for y in (lowest - depth, inset + depth):
            yield from (Rect(x, y, mark.width, mark.height) for x in across)


def _contains(corners: Sequence[tuple[float, float]], box: Rect) -> bool:
    """Return whether a box lies inside the line through some corners."""
    if any(box.x < x < box.right and box.y < y < box.bottom for x, y in corners):
        return False
    xs, ys = (box.x, box.x + box.width / 2, box.right), (box.y, box.y + box.height / 2, box.bottom)
    return all(_is_inside(corners, x, y) for x in xs for y in ys)


def _is_inside(corners: Sequence[tuple[float, float]], x: float, y: float) -> bool:
    """Return whether a point is inside a polygon, by the number of sides to its right."""
    is_inside = False
    for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            is_inside = not is_inside
    return is_inside


def _meet(one: Rect, other: Rect) -> bool:
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom
