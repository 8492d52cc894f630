"""Enlarge a drawn deck until all of its text has at least 12 points.

A face is enlarged as a whole, so nothing is cut and no line breaks anew. A board or an aid that outgrows its paper is spread over
several sheets; a card, a tile or a token grows no further than one fits the paper, and what is still small on it is told. Documents
are drawn for a small page and enlarged to the paper, so that they have more pages.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from cardgen.geometry.units import MM_PER_POINT, Mm, Size
from cardgen.impose.layout import Layout
from cardgen.impose.seams import THROUGH_WORDS, find_seams
from cardgen.impose.tile import best_tiling
from cardgen.model.drawing import Drawing, DrawingItem, Rotated, TextSpan, View
from cardgen.model.piece import Piece
from cardgen.pipeline.draw.components import DrawnComponent
from cardgen.pipeline.open.project import Project
from cardgen.plugin.components import BOARD, CARD, TILE, TOKEN, Component, Document, PieceKind, is_card
from cardgen.render.transform import scaled
from cardgen.report.diagnostics import Diagnostic, FaceSpot
from cardgen.report.quality import hint_to_shorten

LEAST: Mm = 12 * MM_PER_POINT
"""Smallest size of text in large print. Source: the guidelines of RNIB and Round Table ask for 12 pt as clear print, 16 pt for more."""
SMALL_TEXT = frozenset({"W411", "W417"})
"""Codes of text that is small before it is enlarged."""
_UNUSED = frozenset({"box"})
"""Roles of pieces that make no sense beside larger cards."""
_HANDHELD = frozenset({CARD, TILE, TOKEN})
"""Roles of pieces that nobody glues together from several sheets, unless the game does so at their usual size."""
_TOLERANCE = 0.01  # of a size


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
    factors = [min(_factor(part.drawings), _most(part, layout)) for part in drawn]
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
            factor = min(of_cards, _most(part, layout)) if grows else own
            found.append(_enlarged_kind(part, kind, factor, layout))
    return tuple(found)


def find_small(drawn: Iterable[DrawnComponent], project: Project, found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield W429 for each side of a card, tile or token with text that is small after it has been enlarged to the paper.

    Args:
        found: What is told already; a piece with text that does not fit (E406) is not told again.
    """
    from cardgen.preflight.texts import read_texts

    told, unfit = set[Drawing](), {item.subject for item in found if item.code == "E406"}
    for part in drawn:
        kind = part.component
        if not isinstance(kind, PieceKind) or not _is_handheld(kind):
            continue
        sides = ((piece, side) for piece in part.pieces for side in (piece.face, piece.back) if _grows(piece) and side)
        for piece, side in sides:
            name, smallest = kind.called(piece.name), min(_text_sizes(side.items), default=LEAST)
            if side in told or name in unfit or smallest > (1 - _TOLERANCE) * LEAST:
                continue
            told.add(side)
            whole = tuple(
                item for item in side.items if not isinstance(item, View)
            )  # what is cut off is told by itself
            text = min(read_texts(replace(side, items=whole)), key=lambda text: text.smallest.span.size)
            points, box = smallest / MM_PER_POINT, text.box
            yield Diagnostic(
                "W429",
                f"text {text.words} prints at {points:.3g} pt: its {kind.role} would be larger than the paper",
                project.deck.node.nearest(piece.path),
                "at least 12 pt in large print",
                (f"{hint_to_shorten(*text.extent, smallest / LEAST)}, or use larger paper",),
                ((f"on {name}", None),),
                subject=name,
                measure=points,
                spot=FaceSpot(f"{piece.kind}/{piece.id}", side is piece.back, (box.x, box.y, box.width, box.height)),
            )


def _is_handheld(kind: PieceKind) -> bool:
    return kind.role in _HANDHELD and not kind.tiled


def _grows(piece: Piece) -> bool:
    """Return whether a piece may have another size; others are cut to measure."""
    return not piece.net and not piece.holes


def _most(part: DrawnComponent, layout: Layout) -> float:
    """Return how much the pieces of a kind may grow."""
    kind, room = part.component, layout.room
    if not isinstance(kind, PieceKind) or not _is_handheld(kind):
        return math.inf
    sizes = {piece.face.size for piece in part.pieces if _grows(piece) and not piece.fold}
    ways = ((room.width, room.height), (room.height, room.width))
    factors = (max(min(width / one.width, height / one.height) for width, height in ways) for one in sizes)
    return max(1.0, min(factors, default=math.inf))


def _enlarged_kind(part: DrawnComponent, kind: PieceKind, factor: float, layout: Layout) -> DrawnComponent:
    done: dict[Drawing, Drawing] = {}

    def drawing(old: Drawing) -> Drawing:
        if old not in done:
            done[old] = _enlarged(old, factor)
        return done[old]

    def piece(old: Piece) -> Piece:
        if not _grows(old) or factor == 1:
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
    width, height = layout.room.width, layout.room.height
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
