"""One printed component of a game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any

from cardgen.geometry.outlines import RECTANGLE, Outline
from cardgen.geometry.units import Mm
from cardgen.model.drawing import Drawing
from cardgen.records import dataclass
from cardgen.report.source import Path as DataPath

if TYPE_CHECKING:
    from cardgen.geometry.folds import Fold
    from cardgen.geometry.holes import Hole
    from cardgen.geometry.nets import Net


@dataclass(frozen=True, slots=True)
class Place:
    """A place on the table of a virtual tabletop.

    Attributes:
        x: Distance of the centre of the piece from the middle of the table, mm, to the right.
        z: Distance from the middle of the table, mm, away from the first player.
        turn: Rotation, degrees clockwise as seen from above.
    """

    x: Mm = 0.0
    z: Mm = 0.0
    turn: float = 0.0


SideColors = tuple[int, ...]
"""Channels of the colours at some places along a side of a face, from 0 to 255, in the same order for every face."""


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
        net: Net that the face is drawn on, which is folded into a solid; None for a piece that is none.
        sides: What is drawn on each side of a die, from side 1 to 6; empty for other pieces.
        side_names: What is on each side of a die in words; empty for other pieces.
        holes: Holes to cut, and points to mark.
        place: Place on the table of a virtual tabletop; None leaves it open.
        path: Place of its value in the deck, keys and indexes from the root; empty if it is made of several values.
        data: What its templates see as `card`; empty if it is made of several values.
        edges: Colours along the left, top, right and bottom side of its face, and then of its back; empty if not known.
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
    net: Net | None = None
    sides: tuple[Drawing, ...] = ()
    side_names: tuple[str, ...] = ()
    holes: tuple[Hole, ...] = ()
    place: Place | None = None
    path: DataPath = ()
    data: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    edges: tuple[SideColors, ...] = field(default=(), compare=False, repr=False)

    @property
    def has_name(self) -> bool:
        """Whether it is called by a name of its own; see `has_own_name`."""
        return has_own_name(self.name, self.id, self.data)


def has_own_name(name: str, piece_id: str, data: Mapping[str, Any]) -> bool:
    """Return whether a piece is called by a name of its own; otherwise its name is its id, as it may be of a card called `oak`."""
    return name != piece_id or bool(data.get("name"))
