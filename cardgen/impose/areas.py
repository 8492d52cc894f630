"""Choose the areas of a page that pieces may fill: the page, half of a folded one, or between plotter marks."""

from __future__ import annotations

from cardgen.geometry.outlines import Axis
from cardgen.geometry.units import Edges, Mm, Rect, Size
from cardgen.impose.marks import page_box
from cardgen.impose.paper import MARGINS, printable_areas
from cardgen.impose.plotter import BLEED, Plotter
from cardgen.records import dataclass
from cardgen.report.errors import UnlocatedError

FOLD_CLEARANCE: Mm = 5.0
"""Distance from a fold to the pieces beside it, mm: room for the mark and the bleed, as a fold is less exact than a cut
(`DerElam`'s sheets for Inkscape)."""


@dataclass(frozen=True, slots=True)
class SlotArea:
    """An area of a page that slots may fill.

    Attributes:
        paper: Size of the sheet as it is seen, mm.
        region: Box in which ink and marks of the slots may be: the page, or the half of it in front of the fold.
        area: Box in which the slots may be.
        fold: Direction of the fold about which the backs are mirrored to the other half; None without a fold.
    """

    paper: Size
    region: Rect
    area: Rect
    fold: Axis | None = None


def slot_areas(
    paper: Size, margins: Edges = MARGINS, *, fold: bool = False, plotter: Plotter | None = None
) -> list[SlotArea]:
    """Return the areas for slots that a paper offers, those of upright pages first.

    Folded paper has the same margin at both of its outer edges, the larger one, because the fold is in its middle. The
    marks of a plotter leave two areas on each page: between them from left to right, or from top to bottom.

    Args:
        paper: Size of the paper, either way round, mm.
        margins: Margins of the page as it is seen, whichever way the paper lies.
        fold: Whether the pieces take one half of the paper and their backs the other.
        plotter: Plotter whose marks are kept free; None for none.

    Raises:
        UnlocatedError: E503, the margins or the marks leave no room on the paper.
    """
    if plotter:
        return _areas_between_marks(paper, margins, plotter)
    areas = printable_areas(paper, margins)
    if not fold:
        return [SlotArea(page, page_box(page), area) for page, area in areas]
    left, top = max(margins.left, margins.right), max(margins.top, margins.bottom)
    halves = []
    for page, area in areas:
        width, height = page.width / 2, page.height / 2
        upper = Rect(area.x, top, area.width, height - FOLD_CLEARANCE - top)
        halves.append(SlotArea(page, Rect(0.0, 0.0, page.width, height), upper, "horizontal"))
        beside = Rect(left, area.y, width - FOLD_CLEARANCE - left, area.height)
        halves.append(SlotArea(page, Rect(0.0, 0.0, width, page.height), beside, "vertical"))
    usable = [half for half in halves if half.area.width > 0 and half.area.height > 0]
    if not usable:
        raise UnlocatedError("E503", f"paper of {paper} is too small to be folded: its margins fill both halves")
    return usable


def _areas_between_marks(paper: Size, margins: Edges, plotter: Plotter) -> list[SlotArea]:
    found = []
    for around in plotter.margins(margins):
        try:
            areas = printable_areas(paper, around)
        except UnlocatedError:
            continue
        found += [SlotArea(page, area.grown(Edges.all(BLEED)), area) for page, area in areas]
    if not found:
        raise UnlocatedError(
            "E503", f"paper of {paper} is too small for the marks of a plotter, {plotter.inset:g} mm inside it"
        )
    return sorted(found, key=lambda place: place.paper.width > place.paper.height)
