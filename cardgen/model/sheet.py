"""Sheets of paper as data, before any PDF exists: sides, placements and marks.

Lengths in mm, origin at the top left of the sheet, y downwards. A verso is described as seen after turning the sheet.
"""

from __future__ import annotations

from typing import Literal

from cardgen.geometry.outlines import RECTANGLE, Outline, PlacedOutline
from cardgen.geometry.paths import Curve
from cardgen.geometry.units import MM_PER_POINT, Edges, Mm, Rect, Size
from cardgen.model.drawing import Drawing
from cardgen.records import dataclass

FlipEdge = Literal["long", "short"]
MarkStyle = Literal["crop", "fold", "overlap", "hole"]
Folded = Literal["", "sheet", "pieces", "net"]
CutWay = Literal["straight", "outline", "none"]
NO_BLEED = Edges()
LABEL_SIZE: Mm = 7 * MM_PER_POINT
"""Height of the em of labels in the margin: 7 pt, the smallest size that is still easy to read."""


@dataclass(frozen=True, slots=True)
class Placement:
    """A drawing, or a part of one, on a side of a sheet.

    Attributes:
        trim: Box of the trim on the sheet, or of the part that is shown.
        bleed: How far ink may run past `trim` on each side, in mm.
        turn: Rotation in degrees.
        origin: Top left of the part that is shown, as x and y in the drawing, in mm; not 0, 0 for tiles of a board.
        outline: The line to cut along, as it lies on this side; ink runs past it only as far as `bleed`.
    """

    drawing: Drawing
    trim: Rect
    bleed: Edges = NO_BLEED
    turn: Literal[0, 180] = 0
    origin: tuple[Mm, Mm] = (0.0, 0.0)
    outline: Outline = RECTANGLE


@dataclass(frozen=True, slots=True)
class Mark:
    """A straight line that shows where to cut, fold or overlap.

    Attributes:
        x1: Start, in mm.
        y1: Start, in mm.
        x2: End, in mm.
        y2: End, in mm.
    """

    style: MarkStyle
    x1: Mm
    y1: Mm
    x2: Mm
    y2: Mm


@dataclass(frozen=True, slots=True)
class Label:
    """A few words in the margin.

    Attributes:
        x: Start of the baseline, in mm.
        y: Start of the baseline, in mm.
        turn: Rotation about the start of the baseline, in degrees clockwise.
    """

    text: str
    x: Mm
    y: Mm
    turn: Literal[0, 90, 270] = 0


@dataclass(frozen=True, slots=True)
class Side:
    """The recto or verso of a sheet.

    Attributes:
        placements: The drawings, in painting order.
        marks: Straight lines beside the pieces.
        labels: Words beside the pieces.
        cuts: Lines to cut along, drawn over the pieces.
        registration: Black boxes by which a plotter locates the sheet; never moved or rotated for a printer.
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
        kind: Name of the kind of piece or document on the sheet, or of the group of kinds that share it.
        title: Title for people, in the language of the build.
        paper: Size of the sheet as it is read, so a landscape sheet is wider than high.
        recto: The side on the odd page.
        verso: The side on the even page, as it is read; None if it is blank.
        piece_count: Number of pieces on the recto, with copies.
        tile: Column and row from 1, and the numbers of columns and rows, of a sheet that is part of a larger board.
        heading: Title of all sheets of its kind, for people; empty takes `title`.
        role: Role of the pieces, as the game states it; empty for pages to be read.
        outlines: What is cut out of the sheet, piece by piece, as it lies on the recto.
        folded: `sheet` if it is folded with its backs beside the faces, `pieces` if they are folded one by one, `net` if
            each is folded up from a net.
        is_back: Whether it carries backs alone, to be glued behind the sheet before it.
        printed_on: What it is printed on, a word such as `card`; empty if the game does not say.
        cut_way: How it is cut: straight through, along the outline of each piece, or not at all.
        holes: Holes that are cut into the pieces, as they lie on the recto.
        steps: Keys of the fixed strings that say how its pieces are built, in order.
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
    printed_on: str = ""
    cut_way: CutWay = "none"
    holes: tuple[PlacedOutline, ...] = ()
    steps: tuple[str, ...] = ()
