"""One printed component."""

from __future__ import annotations

from dataclasses import dataclass

from cardgen.geometry.folds import Fold
from cardgen.geometry.outlines import RECTANGLE, Outline
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
        outline: What is cut out of its trim, in fractions of it.
        endwise: It is turned over top to bottom, not like the page of a book, to see its back upright.
        fold: How it is folded over, with its back beside its face; None does not fold it.
    """

    kind: str
    id: str
    name: str
    face: Drawing
    back: Drawing | None
    copies: int
    outline: Outline = RECTANGLE
    endwise: bool = False
    fold: Fold | None = None
