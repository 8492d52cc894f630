"""The layout of a file: how its pieces are put on paper and how its pages are printed, in one value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from cardgen.geometry.units import Edges, Mm, Size, parse_length
from cardgen.impose.paper import MARGINS, within_margins
from cardgen.impose.plotter import Plotter
from cardgen.model.sheet import FlipEdge
from cardgen.records import dataclass
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError

if TYPE_CHECKING:  # few builds are for a sheet with slots
    from cardgen.impose.products import Product

Duplex = Literal["long-edge", "short-edge", "manual", "fold", "none"]
Evens = Literal["normal", "reversed"]
Marks = Literal["crop", "lines", "none"]

LONGEST: dict[str, Mm] = {"margin": 200.0, "gap": 200.0, "bleed": 20.0, "corner radius": 50.0, "registration": 60.0}
"""Longest value of each length of a layout, mm; on any paper for cards, a longer one is a typing error."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The way pieces are put on paper, and the order in which the pages are printed.

    Attributes:
        paper: Size of the paper, either way round, mm.
        margins: Margins of each page as it is seen; bleed and marks may run into them.
        gap: Gap between neighbouring pieces, mm; None takes that of each kind.
        bleed: Distance that ink runs past the trim, mm; None takes that of each kind.
        marks: Crop marks in the margin, lines around each piece, or neither. For an outline that straight cuts cannot
            free, crop marks are lines around each piece, too.
        corners: Radius of rounded corners, shown by a line to cut along, mm; 0 leaves them sharp.
        duplex: How the backs get behind the faces: the printer turns the paper about an edge, a person turns the
            stack, the sheet is folded and glued, or there are no backs.
        hand_flip: Edge about which a person turns the stack.
        evens: Order in which even pages are printed in a pass of their own: reversed for a printer that stacks its
            sheets face up.
        split: Whether fronts and backs go into two files.
        plotter: Plotter that cuts the pieces, with marks of its own in place of crop marks; None if they are cut by
            hand.
        product: Sheet with cut or perforated slots that the pieces go into; None for plain paper.
    """

    paper: Size
    margins: Edges = MARGINS
    gap: Mm | None = None
    bleed: Mm | None = None
    marks: Marks = "crop"
    corners: Mm = 0.0
    duplex: Duplex = "long-edge"
    hand_flip: FlipEdge = "long"
    evens: Evens = "normal"
    split: bool = False
    plotter: Plotter | None = None
    product: Product | None = None

    @property
    def room(self) -> Size:
        """The part of the paper between its margins, mm."""
        return within_margins(self.paper, self.margins).size

    @property
    def two_sided(self) -> bool:
        """Whether both sides of the paper are printed."""
        return self.duplex not in {"fold", "none"}

    @property
    def by_hand(self) -> bool:
        """Whether the even pages are a pass of their own, whatever the printer can do."""
        return self.two_sided and (self.split or self.duplex == "manual")

    @property
    def flip(self) -> FlipEdge:
        """Edge about which the paper is turned for the verso."""
        if self.duplex == "manual":
            return self.hand_flip
        return "short" if self.duplex == "short-edge" else "long"

    def checked(self) -> Layout:
        """Return the layout itself, after checking that its settings agree.

        Raises:
            UnlocatedError: E508, two of its settings contradict each other.
        """
        option = "--split" if self.split else "--evens reversed" if self.evens == "reversed" else ""
        if option and not self.two_sided:
            why = "prints face and back on one side" if self.duplex == "fold" else "prints no backs"
            message = f"{option} needs backs on the other side of the paper, but --duplex {self.duplex} {why}"
            raise UnlocatedError("E508", message, expected="--duplex long-edge, short-edge or manual with it")
        if self.plotter and self.duplex == "fold":
            message = "--plotter finds a sheet by marks on its front, but --duplex fold folds and glues the sheet"
            raise UnlocatedError("E508", message, expected="--duplex long-edge, short-edge, manual or none with it")
        if self.product and (self.plotter or self.duplex == "fold" or self.gap is not None):
            other = "--plotter" if self.plotter else "--duplex fold" if self.duplex == "fold" else "--gap"
            message = f"the slots of {self.product.name} are where the sheet has them, but {other} moves pieces"
            raise UnlocatedError("E508", message, expected=f"--paper with a plain paper, or no {other}")
        return self


def read_length(what: str, text: str) -> Mm:
    """Read a length of a layout, such as `3mm`; a number alone is mm.

    Args:
        what: Name of the length in messages, a key of `LONGEST`.
        text: The length as the user wrote it.

    Raises:
        UnlocatedError: E506, it is not a length, negative, or longer than `LONGEST`.
    """
    expected = f"a length of 0 to {LONGEST[what]:g} mm, such as 3mm or 0.125in"
    try:
        length = parse_length(text if text.strip()[-1:].isalpha() else f"{text.strip()}mm")
    except ValueError:
        problem = "is negative" if text.strip().startswith("-") else "is not a length"
        raise UnlocatedError("E506", f"{what} {quoted(text)} {problem}", expected=expected) from None
    if length > LONGEST[what]:
        raise UnlocatedError("E506", f"{what} {quoted(text)} is out of range", expected=expected)
    return length


def read_margins(text: str) -> Edges:
    """Read margins: one length for all edges; two for top and bottom, left and right; or top, right, bottom, left.

    Raises:
        UnlocatedError: E506, one of them is not a length of 0 to 200 mm, or there are three, or more than four.
    """
    parts = text.split(",")
    if len(parts) not in {1, 2, 4}:
        expected = "one for all edges; two: top and bottom, left and right; or four: top, right, bottom, left"
        raise UnlocatedError("E506", f"margins {quoted(text)} have {len(parts)} lengths", expected=expected)
    lengths = [read_length("margin", part) for part in parts]
    top, right, bottom, left = lengths * (4 // len(lengths))
    return Edges(left, top, right, bottom)
