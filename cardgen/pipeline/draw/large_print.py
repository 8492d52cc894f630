"""Enlarge a drawn deck until all of its text has at least 12 points.

A face is enlarged as a whole, so nothing is cut and no line breaks anew. A piece that outgrows its paper is spread over several
sheets, as boards are. Documents are drawn for a small page and enlarged to the paper, so that they have more pages.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from cardgen.geometry.units import MM_PER_POINT, Mm, Size
from cardgen.impose.layout import Layout
from cardgen.impose.seams import THROUGH_WORDS, find_seams
from cardgen.impose.tile import best_tiling
from cardgen.model.drawing import Drawing, DrawingItem, Rotated, TextSpan
from cardgen.model.piece import Piece
from cardgen.pipeline.draw.components import DrawnComponent
from cardgen.plugin.components import BOARD, Component, Document, PieceKind, is_card
from cardgen.render.transform import scaled

LEAST: Mm = 12 * MM_PER_POINT
"""Smallest size of text in large print. Source: the guidelines of RNIB and Round Table ask for 12 pt as clear print, 16 pt for more."""
SMALL_TEXT = frozenset({"W411", "W417"})
"""Codes of text that is small before it is enlarged."""
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
    across, down = ([factor * at for at in axis] for axis in part.seams)
    return replace(part, component=replace(kind, tiled=is_tiled), pieces=pieces, seams=(across, down))


def _can_grow(part: DrawnComponent, factor: float, layout: Layout) -> bool:
    """Return whether no words are cut when pieces are enlarged."""
    size = part.pieces[0].face.size
    seams = find_seams(part.pieces, part.seams)
    across, down = ({factor * at: harm for at, harm in axis.items()} for axis in seams)
    large = Size(factor * size.width, factor * size.height)
    return best_tiling(large, layout.paper, layout.margins, seams=(across, down)).harm < THROUGH_WORDS


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


def _enlarged(drawing: Drawing, factor: float) -> Drawing:
    """Return a drawing enlarged from its top left, whose ink runs past the trim as far as before."""
    size = Size(drawing.size.width * factor, drawing.size.height * factor)
    return replace(drawing, size=size, items=tuple(scaled(drawing.items, factor)))
