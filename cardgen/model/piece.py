"""One printed component."""

from __future__ import annotations

from dataclasses import dataclass

from cardgen.geometry.outlines import Shape
from cardgen.model.drawing import Drawing


@dataclass(frozen=True, slots=True)
class Piece:
    """Face and back of a card, counter, board or the like.

    Attributes:
        kind: Name of its kind, as `--only` takes it.
        id: Stable id within the kind.
        name: For people.
        face: Its size is the trim size of the piece.
        back: None prints nothing behind the face.
        copies: How many are printed.
        shape: What is cut out of its trim.
        endwise: It is turned over top to bottom, not like the page of a book, to see its back upright.
    """

    kind: str
    id: str
    name: str
    face: Drawing
    back: Drawing | None
    copies: int
    shape: Shape = "rectangle"
    endwise: bool = False
