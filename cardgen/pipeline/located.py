"""Say where in a deck the cause of an error stands that shows only when pages are written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cardgen.model.drawing import Artwork, Drawing
from cardgen.model.piece import Piece
from cardgen.pipeline.draw import DrawnDeck
from cardgen.report.errors import CardgenError, UnlocatedError


@contextmanager
def located(deck: DrawnDeck) -> Iterator[None]:
    """Raise an error of an artwork with the place of the first piece that shows it, and others without a place.

    Args:
        deck: The deck, drawn.

    Raises:
        CardgenError: An `UnlocatedError` was raised inside.
    """
    try:
        yield
    except UnlocatedError as error:
        artwork = getattr(error, "artwork", None)
        piece = _piece_with(artwork, deck) if artwork else None
        if piece is None:
            raise CardgenError([error.at(None)]) from None
        span = deck.project.deck.node.nearest(piece.path)
        raise CardgenError([error.at(span, (f"it is a part of '{piece.name}'", None))]) from None


def _piece_with(artwork: Artwork, deck: DrawnDeck) -> Piece | None:
    """Return the first piece of a deck that shows an artwork, if there is one."""
    from cardgen.write.canvas import list_artworks

    def shows(drawing: Drawing | None) -> bool:
        return drawing is not None and any(item is artwork for item in list_artworks(drawing.items))

    pieces = (piece for part in deck.drawn for piece in part.pieces)
    return next((piece for piece in pieces if shows(piece.face) or shows(piece.back)), None)
