"""Enlarge a drawn deck until all of its text has at least 12 points.

A face is enlarged as a whole, so nothing is cut and no line breaks anew. A piece that outgrows its paper is spread over several
sheets, as boards are. Documents are drawn for a small page and enlarged to the paper, so that they have more pages.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from cardgen.geometry.units import MM_PER_POINT, Mm, Rect, Size
from cardgen.impose.layout import Layout
from cardgen.impose.tile import Seams, best_tiling
from cardgen.model.drawing import Drawing, DrawingItem, Rotated, TextSpan, View
from cardgen.model.piece import Piece
from cardgen.pipeline.draw.components import DrawnComponent
from cardgen.plugin.components import BOARD, Component, Document, PieceKind, is_card
from cardgen.render.transform import scaled

LEAST: Mm = 12 * MM_PER_POINT
"""Smallest size of text in large print. Source: the guidelines of RNIB and Round Table ask for 12 pt as clear print, 16 pt for more."""
SAME_SIZE = 1.05
"""How much larger a line is than the next one, at most, unless it is a heading."""
_UNUSED = frozenset({"box"})
"""Roles of pieces that make no sense beside larger cards."""


def large_components(components: Iterable[Component]) -> list[Component]:
    """Return components, with documents in place of the kinds for which the game states some."""
    return [(isinstance(component, PieceKind) and component.large_print) or component for component in components]


def document_page(document: Document, paper: Size) -> Size:
    """Return the page, mm, that a document is drawn for."""
    return Size(paper.width / document.enlarged, paper.height / document.enlarged)


def enlarge_deck(drawn: Sequence[DrawnComponent], layout: Layout) -> tuple[DrawnComponent, ...]:
    """Return components with text of at least `LEAST`.

    Cards of all kinds grow by one factor, as do boards, which pieces lie on, unless words would be cut then.

    Args:
        layout: Paper and margins; a piece for which they have no room is tiled.
    """
    factors = [_factor(part.drawings) for part in drawn]
    of_cards = max(
        [factor for factor, part in zip(factors, drawn, strict=True) if is_card(part.component)], default=1.0
    )
    found = []
    for part, own in zip(drawn, factors, strict=True):
        kind = part.component
        if not isinstance(kind, PieceKind):
            found.append(replace(part, pages=tuple(_enlarged(page, kind.enlarged) for page in part.pages)))
        elif kind.role not in _UNUSED:
            grows = is_card(kind) or (kind.role == BOARD and of_cards > own and _can_grow(part, of_cards, layout))
            found.append(_enlarged_kind(part, kind, of_cards if grows else own, layout))
    return tuple(found)


def _enlarged_kind(part: DrawnComponent, kind: PieceKind, factor: float, layout: Layout) -> DrawnComponent:
    done: dict[Drawing, Drawing] = {}

    def drawing(old: Drawing) -> Drawing:
        if old not in done:
            done[old] = _enlarged(old, factor)
        return done[old]

    def piece(old: Piece) -> Piece:
        if old.net or old.holes or factor == 1:
            return old
        return replace(old, face=drawing(old.face), back=drawing(old.back) if old.back else None)

    pieces = tuple(map(piece, part.pieces))
    is_tiled = kind.tiled or any(not piece.fold and not _has_room(piece.face.size, layout) for piece in pieces)
    return replace(part, component=replace(kind, tiled=is_tiled), pieces=pieces, seams=_seams(part, factor, layout))


def _seams(part: DrawnComponent, factor: float, layout: Layout) -> Seams:
    """Return where enlarged pieces may be cut, x and y in mm.

    These are the seams of the game, and places beside words if the seams are out of reach.
    """
    own = [factor * at for at in part.seams[0]], [factor * at for at in part.seams[1]]
    size = _size(part, factor)
    if any(own) and _is_cut_at(own, size, layout):
        return own
    boxes = [box for piece in part.pieces for box in _boxes_of_piece(piece)]
    xs = [factor * at for at in _gaps((box.x, box.right, 0.0) for box, _ in boxes)]
    gaps = {factor * at: is_heading for at, is_heading in _gaps_of_text(boxes).items()}
    return [*own[0], *xs], [*own[1], *_good_seams(gaps, size, layout)]


def _size(part: DrawnComponent, factor: float) -> Size:
    """Return the size of enlarged pieces, mm."""
    size = part.pieces[0].face.size
    return Size(factor * size.width, factor * size.height)


def _can_grow(part: DrawnComponent, factor: float, layout: Layout) -> bool:
    """Return whether pieces that are enlarged are cut at their seams alone."""
    return _is_cut_at(_seams(part, factor, layout), _size(part, factor), layout)


def _is_cut_at(seams: Seams, size: Size, layout: Layout) -> bool:
    """Return whether all cuts through a piece are at seams."""
    tiling = best_tiling(size, layout.paper, layout.margins, seams=seams)
    return all({*cuts[1:]} <= {*axis} for cuts, axis in zip((tiling.xs, tiling.ys), seams, strict=True))


def _has_room(size: Size, layout: Layout) -> bool:
    """Return whether a piece fits the paper between its margins, upright or not."""
    margins, paper = layout.margins, layout.paper
    width, height = paper.width - margins.left - margins.right, paper.height - margins.top - margins.bottom
    return (size.width <= width and size.height <= height) or (size.width <= height and size.height <= width)


def _factor(drawings: Iterable[Drawing]) -> float:
    """Return how much drawings grow."""
    sizes = [size for drawing in {*drawings} for size in _text_sizes(drawing.items)]
    return max(1.0, LEAST / min(sizes, default=LEAST))


def _text_sizes(items: Iterable[DrawingItem]) -> Iterator[Mm]:
    """Yield the sizes of texts; those of pieces that a page shows are pictures."""
    for item in items:
        if isinstance(item, TextSpan):
            yield item.size
        elif isinstance(item, Rotated):
            yield from _text_sizes(item.items)


def _boxes_of_piece(piece: Piece) -> Iterator[tuple[Rect, Mm]]:
    """Yield the boxes of the words of both sides as seen from the face, mm, with the sizes of the words."""
    yield from text_boxes(piece.face.items)
    if piece.back:
        for box, size in text_boxes(piece.back.items):
            yield replace(box, x=piece.face.size.width - box.right), size


def text_boxes(items: Iterable[DrawingItem]) -> Iterator[tuple[Rect, Mm]]:
    """Yield the box of each run of words as it is seen, mm, with the size of the words."""
    for item in items:
        if isinstance(item, TextSpan):
            width = sum(word.width for word in item.words) * item.size + item.space * (len(item.words) - 1)
            yield Rect(item.x, item.y - item.size, width, 1.3 * item.size), item.size
        elif isinstance(item, Rotated):
            for box, size in text_boxes(item.items):
                yield item.box_around(box), size
        elif isinstance(item, View):
            yield from text_boxes(item.items)


def _gaps_of_text(boxes: Iterable[tuple[Rect, Mm]]) -> dict[Mm, bool]:
    """Find the bands in which there are no words, so that a cut there divides none.

    Returns:
        Middle of each band, mm from the top, and whether the words above it are a heading: larger than those below.
    """
    return _gaps((box.y, box.bottom, size) for box, size in boxes)


def _gaps(found: Iterable[tuple[Mm, Mm, Mm]]) -> dict[Mm, bool]:
    """Find the gaps between some stretches: the middle of each, and whether what is before it is larger than what follows.

    Args:
        found: Start and end of each stretch, and its size, mm.
    """
    stretches = sorted(found)
    gaps: dict[Mm, bool] = {}
    reached, largest = -math.inf, 0.0
    for index, (start, end, size) in enumerate(stretches):
        if index and start > reached:
            below = max(other for begin, _, other in stretches[index:] if begin < end)
            gaps[(reached + start) / 2] = largest > below * SAME_SIZE
            largest = 0.0
        reached, largest = max(reached, end), max(largest, size)
    return gaps


def _good_seams(gaps: dict[Mm, bool], size: Size, layout: Layout) -> list[Mm]:
    """Return the gaps that part no heading from its text, or all of them where those are out of reach of the tiles."""
    good = [gap for gap, below_heading in gaps.items() if not below_heading]
    if _has_room(size, layout):
        return good
    tiling = best_tiling(size, layout.paper, layout.margins, seams=((), good))
    return good if {*tiling.ys[1:]} <= {*good} else [*gaps]


def _enlarged(drawing: Drawing, factor: float) -> Drawing:
    """Return a drawing enlarged from its top left, whose ink runs past the trim as far as before."""
    size = Size(drawing.size.width * factor, drawing.size.height * factor)
    return replace(drawing, size=size, items=tuple(scaled(drawing.items, factor)))
