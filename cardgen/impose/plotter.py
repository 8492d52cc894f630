"""Place the marks by which cutting plotters locate a sheet, keep their margins free, and list the cut lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from cardgen.geometry.outlines import PlacedOutline
from cardgen.geometry.units import Edges, Mm, Rect, Size
from cardgen.model.sheet import Sheet
from cardgen.records import dataclass
from cardgen.report.diagnostics import one_of, quoted
from cardgen.report.errors import UnlocatedError

BLEED: Mm = 0.625
"""Distance that ink may run past the outermost pieces, mm: half the gap of silhouette-card-maker between cards."""
_CLEARANCE: Mm = 1.0  # between that ink and the arm of a mark


@dataclass(frozen=True, slots=True)
class Plotter:
    """A cutting plotter, by its registration marks.

    The marks are a filled square at the top left and two arms each at the top right and the bottom left. As the
    extension inkscape-silhouette draws them, the square begins at the inset and the middle of each line is on it; a
    square as long as an arm is kept free in these three corners.

    Attributes:
        inset: Distance of the marks from the edges of the page, mm.
        square: Side of the filled square, mm.
        arm: Length of an arm, mm.
        line: Width of an arm, mm.
        gap: Gap between two pieces, mm, unless the user states another; each piece is cut separately.
    """

    inset: Mm = 10.0
    square: Mm = 5.0
    arm: Mm = 20.0
    line: Mm = 0.3
    gap: Mm = 1.25

    def marks(self, page: Size) -> tuple[Rect, ...]:
        """Return the marks as black boxes on a page as it is seen."""
        half, reach = self.line / 2, self.arm + self.line / 2
        left, top = self.inset, self.inset
        right, bottom = page.width - self.inset, page.height - self.inset
        return (
            Rect(left, top, self.square, self.square),
            Rect(right - self.arm, top - half, reach, self.line),
            Rect(right - half, top - half, self.line, reach),
            Rect(left - half, bottom - half, reach, self.line),
            Rect(left - half, bottom - self.arm, self.line, reach),
        )

    def margins(self, margins: Edges) -> tuple[Edges, Edges]:
        """Return the two margins that keep the marks free: one wide at left and right, one wide at top and bottom.

        Args:
            margins: Margins of the page; the returned ones are at least as wide.
        """
        near = self.inset + self.line / 2 + _CLEARANCE + BLEED
        far = max(near, self.inset + max(self.arm, self.square) + BLEED)
        wide, high = (_at_least(margins, across, along) for across, along in ((far, near), (near, far)))
        return wide, high


def _at_least(margins: Edges, across: Mm, along: Mm) -> Edges:
    return Edges(
        max(margins.left, across), max(margins.top, along), max(margins.right, across), max(margins.bottom, along)
    )


# inkscape-silhouette `render_silhouette_regmarks.py`; silhouette-card-maker, whose short and thick marks leave room for
# eight poker cards on A4.
PLOTTERS: Mapping[str, Plotter] = {"silhouette": Plotter(), "scm": Plotter(arm=10.0, line=1.0)}


def find_plotter(name: str, own: Mapping[str, Plotter] | None = None) -> Plotter:
    """Find a plotter by its name.

    Args:
        own: The user's own plotters by name, which override those that ship.

    Raises:
        UnlocatedError: E532, no plotter has the name.
    """
    names = {**PLOTTERS, **(own or {})}
    if name not in names:
        raise UnlocatedError("E532", f"unknown plotter {quoted(name)}", **one_of(name, names))
    return names[name]


@dataclass(frozen=True, slots=True)
class CutPlan:
    """The cuts that some sheets have in common.

    Attributes:
        paper: Size of the sheets as they are seen, mm.
        outlines: Holes in the pieces, which are cut first, and the outline of each piece, in the order of the slots.
        sheets: Places of the sheets among all sheets, from 0.
    """

    kind: str
    paper: Size
    outlines: tuple[PlacedOutline, ...]
    sheets: tuple[int, ...]


def cut_plans(sheets: Sequence[Sheet]) -> Iterator[CutPlan]:
    """Yield the cuts of all sheets that a plotter can cut; pages to be read and boards on several sheets are left out."""
    cut = [(at, sheet) for at, sheet in enumerate(sheets) if sheet.cut and sheet.tile is None]
    for kind, group in groupby(cut, key=lambda numbered: numbered[1].kind):
        alike: dict[tuple[Size, tuple[PlacedOutline, ...]], list[int]] = {}
        for at, sheet in group:
            alike.setdefault((sheet.paper, (*sheet.holes, *sheet.outlines)), []).append(at)
        for (paper, outlines), places in alike.items():
            yield CutPlan(kind, paper, outlines, tuple(places))
