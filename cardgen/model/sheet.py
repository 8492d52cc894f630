"""Paper before any PDF exists: sheets, sides, placements and marks. mm, origin top left of the sheet, y down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cardgen.geometry.outlines import RECTANGLE, Outline, PlacedOutline
from cardgen.geometry.paths import Curve
from cardgen.geometry.units import MM_PER_POINT, Edges, Mm, Rect, Size
from cardgen.model.drawing import Drawing

FlipEdge = Literal["long", "short"]
MarkStyle = Literal["crop", "fold", "overlap"]
Folded = Literal["", "sheet", "pieces"]
NO_BLEED = Edges()
LABEL_SIZE: Mm = 7 * MM_PER_POINT
"""Height of the em of labels in the margin: the smallest that reads well, out of the way."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A drawing put on a side of a sheet.

    Attributes:
        drawing: What is drawn.
        trim: Where its trim lies on the sheet; of a part of a drawing, where that part lies.
        bleed: How far its ink is let past `trim` on each side.
        turn: Degrees clockwise, 0 or 180.
        origin: x, y within the drawing of the part that is shown (tiles of a board); 0, 0 for all of it.
        outline: What is cut out of the trim, as it lies on this side; ink is let past it only as far as `bleed`.
    """

    drawing: Drawing
    trim: Rect
    bleed: Edges = NO_BLEED
    turn: Literal[0, 180] = 0
    origin: tuple[Mm, Mm] = (0.0, 0.0)
    outline: Outline = RECTANGLE


@dataclass(frozen=True, slots=True)
class Mark:
    """A line for the knife or the eye: crop, fold or overlap."""

    style: MarkStyle
    x1: Mm
    y1: Mm
    x2: Mm
    y2: Mm


@dataclass(frozen=True, slots=True)
class Label:
    """A few words in the margin; `x`, `y` is the start of the baseline, `turn` degrees clockwise about it."""

    text: str
    x: Mm
    y: Mm
    turn: Literal[0, 90, 270] = 0


@dataclass(frozen=True, slots=True)
class Side:
    """Recto or verso of a sheet.

    Attributes:
        placements: What is printed.
        marks: Straight lines beside the pieces.
        labels: Words beside the pieces.
        cuts: Lines to cut along, over what is printed.
        registration: Black boxes by which a plotter finds the sheet; square to the page whatever the printer needs.
    """

    placements: tuple[Placement, ...] = ()
    marks: tuple[Mark, ...] = ()
    labels: tuple[Label, ...] = ()
    cuts: tuple[Curve, ...] = ()
    registration: tuple[Rect, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """One piece of paper.

    Attributes:
        kind: Name of the kind of piece or document it carries.
        title: For people, in the language of the build.
        paper: Size as it is seen, so a landscape sheet is wider than high.
        recto: The odd page.
        verso: The even page as it is seen; None is a blank one.
        piece_count: Pieces (with copies) on the recto.
        cut: Whether it is to be cut.
        tile: Place in a board of several sheets, counted from 1: (column, row, columns, rows).
        heading: Title of all sheets of its kind, for people; empty takes `title`.
        role: Role of the pieces, as the game states it; empty for pages to be read.
        outlines: What is cut out of the sheet, piece by piece, as it lies on the recto.
        folded: `sheet` if it is folded with its backs beside the faces, `pieces` if they are folded one by one.
        is_back: Whether it carries backs alone, to be glued behind the sheet before it.
    """

    kind: str
    title: str
    paper: Size
    recto: Side
    verso: Side | None
    piece_count: int = 0
    cut: bool = False
    tile: tuple[int, int, int, int] | None = None
    heading: str = ""
    role: str = ""
    outlines: tuple[PlacedOutline, ...] = ()
    folded: Folded = ""
    is_back: bool = False
