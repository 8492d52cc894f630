"""The contract of a game whose table can be shown with the printed pieces of its decks, besides its picture in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Protocol, runtime_checkable

from cardgen.geometry.units import Mm, Size
from cardgen.plugin.rules.tabletop import LineRole
from cardgen.records import dataclass

SeenSide = Literal["face", "back"]
"""The side of a piece that lies up."""


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """A piece on the table, or a place where one may lie.

    Attributes:
        place: Name of the place, by which `ChoiceSubject.places` refers to it; no two of a table are alike.
        piece: Kind and id of the piece, such as `ships/dory`; the kind alone, `ships/`, if nobody may know which one it
            is; empty for an empty place.
        deck: Number of its deck in `Tabletop.decks`.
        note: What is to be known about it now, in a few words, such as its damage.
        meaning: What the signs in the note mean; empty if it has none.
        box: x, y, width and height on the board of the area, mm; None for a piece that lies in a row with the others.
        turn: Degrees by which it is turned clockwise.
    """

    place: str
    name: str
    piece: str = ""
    deck: int = 0
    side: SeenSide = "face"
    count: int = 1
    note: str = ""
    meaning: str = ""
    box: tuple[Mm, Mm, Mm, Mm] | None = None
    turn: int = 0


@dataclass(frozen=True, slots=True)
class TableArea:
    """A part of the table: a board with what lies on it, or a row of pieces.

    Attributes:
        pieces: What lies there, the lower pieces first.
        board: Kind and id of the board; empty for a row.
        deck: Number of the board's deck in `Tabletop.decks`.
        owner: Whose numbers they are, for people; empty for those of the table.
        numbers: Name and value of what is counted there, such as coins.
    """

    title: str
    role: LineRole
    pieces: tuple[PlacedPiece, ...]
    board: str = ""
    deck: int = 0
    side: SeenSide = "face"
    owner: str = ""
    numbers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ChoiceSubject:
    """What an action is about.

    Attributes:
        piece: Kind and id of a piece; empty for none.
        deck: Number of its deck in `Tabletop.decks`.
        places: Places of the table that the action names, from `PlacedPiece.place`.
    """

    piece: str = ""
    deck: int = 0
    places: tuple[str, ...] = ()


@runtime_checkable
class ShowsPieces(Protocol):
    """A `Tabletop` that also shows the table with its pieces."""

    def areas(self, state: Any, player: int, card: Size) -> Sequence[TableArea]:
        """Return the table as a player sees it; what is hidden from them is not in it.

        Args:
            player: Viewer, from 0; -1 sees all hands.
            card: Trim size of the cards, on which the plan of a board may depend.
        """

    def subject(self, state: Any, action: int) -> ChoiceSubject:
        """Return what a legal action is about."""
