"""One printed component of a game."""

from __future__ import annotations

from dataclasses import dataclass

from cardgen.geometry.folds import Fold
from cardgen.geometry.outlines import RECTANGLE, Outline
from cardgen.model.drawing import Drawing


@dataclass(frozen=True, slots=True)
class Piece:
    """A card, counter, board or other component, with its face and its back.

    Attributes:
        kind: Name of its kind, as `--only` takes it.
        id: Its id, which is unique and stable within the kind.
        name: Its name for people, in the language of the build.
        face: Its face, whose size is the trim size of the piece.
        back: Its back; None leaves the other side blank.
        copies: Number of copies to print.
        outline: The line to cut along, in fractions of the trim size.
        endwise: Whether a player turns it over top to bottom, and not like the page of a book, to see its back upright.
        fold: How it is folded so that its back, printed beside its face, comes behind it; None if it is not folded.
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
