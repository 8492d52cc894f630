"""Say where in a deck the cause of an error stands that shows only when pages are written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cardgen.model.drawing import Drawing, artworks_of, image_files_of
from cardgen.model.piece import Piece
from cardgen.pipeline.draw.components import DrawnDeck
from cardgen.report.errors import CardgenError, DrawnError, UnlocatedError


@contextmanager
def with_locations(deck: DrawnDeck) -> Iterator[None]:
    """Raise an error of what was drawn with the place of the first piece that shows it, and others without a place.

    Raises:
        CardgenError: An `UnlocatedError` was raised inside.
    """
    try:
        yield
    except UnlocatedError as error:
        piece = _piece_with(error.drawn, deck) if isinstance(error, DrawnError) else None
        if piece is None:
            raise CardgenError([error.at(None)]) from None
        span = deck.project.deck.node.nearest(piece.path)
        raise CardgenError([error.at(span, (f"it is a part of '{piece.name}'", None))]) from None


def _piece_with(drawn: object, deck: DrawnDeck) -> Piece | None:
    """Return the first piece of a deck that shows an artwork or a picture, if there is one."""

    def shows(drawing: Drawing | None) -> bool:
        items = drawing.items if drawing else ()
        return any(item is drawn for item in artworks_of(items)) or drawn in image_files_of(items)

    pieces = (piece for part in deck.drawn for piece in part.pieces)
    return next((piece for piece in pieces if shows(piece.face) or shows(piece.back)), None)
