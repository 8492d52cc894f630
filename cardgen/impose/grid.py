"""Equal pieces in rows and columns on as few sheets as possible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardgen.geometry.units import Edges, Mm, Rect, Size
from cardgen.impose.duplex import Axis, mirrored, verso_of
from cardgen.impose.layout import Layout
from cardgen.impose.marks import at_most, crop_marks, cut_lines, room_around, whole
from cardgen.impose.paper import MARGINS, TOLERANCE, printable_areas, smallest_paper
from cardgen.impose.plotter import BLEED, Plotter
from cardgen.model.piece import Piece
from cardgen.model.sheet import Mark, Placement, Sheet, Side
from cardgen.report.errors import UnlocatedError

FOLD_CLEARANCE: Mm = 5.0
"""From a fold to the pieces beside it: room for the mark and the bleed, and a fold is no straight cut (`DerElam`'s
sheets for Inkscape)."""


@dataclass(frozen=True, slots=True)
class Field:
    """Where slots may lie: on a whole page, or on the half of it in front of a fold.

    Attributes:
        paper: Size of the sheet as it is seen.
        region: Where ink and marks of the slots may be.
        area: Where the slots may be.
        fold: The fold about which the backs are mirrored to the other half; None is no fold.
    """

    paper: Size
    region: Rect
    area: Rect
    fold: Axis | None = None


def fields(paper: Size, margins: Edges = MARGINS, *, fold: bool = False, plotter: Plotter | None = None) -> list[Field]:
    """The places for slots that a paper offers, upright before lying.

    Folded paper has the same margin at both of its outer edges, the larger one, as the fold is in its middle. The marks
    of a plotter leave two places on each page: between them from left to right, or from top to bottom.

    Raises:
        UnlocatedError: E503, the margins leave nothing.
    """
    if plotter:
        return _fields_between_marks(paper, margins, plotter)
    areas = printable_areas(paper, margins)
    if not fold:
        return [Field(page, whole(page), area) for page, area in areas]
    left, top = max(margins.left, margins.right), max(margins.top, margins.bottom)
    halves = []
    for page, area in areas:
        width, height = page.width / 2, page.height / 2
        upper = Rect(area.x, top, area.width, height - FOLD_CLEARANCE - top)
        halves.append(Field(page, Rect(0.0, 0.0, page.width, height), upper, "horizontal"))
        beside = Rect(left, area.y, width - FOLD_CLEARANCE - left, area.height)
        halves.append(Field(page, Rect(0.0, 0.0, width, page.height), beside, "vertical"))
    usable = [half for half in halves if half.area.width > 0 and half.area.height > 0]
    if not usable:
        raise UnlocatedError("E503", f"paper of {paper} is too small to be folded: its margins fill both halves")
    return usable


def _fields_between_marks(paper: Size, margins: Edges, plotter: Plotter) -> list[Field]:
    found = []
    for around in plotter.margins(margins):
        try:
            areas = printable_areas(paper, around)
        except UnlocatedError:
            continue
        found += [Field(page, area.grown(Edges.all(BLEED)), area) for page, area in areas]
    if not found:
        raise UnlocatedError(
            "E503", f"paper of {paper} is too small for the marks of a plotter, {plotter.inset:g} mm inside it"
        )
    return sorted(found, key=lambda field: field.paper.width > field.paper.height)


@dataclass(frozen=True, slots=True)
class Grid:
    """The slots of a sheet, counted row by row from the top left.

    Attributes:
        columns: Slots side by side.
        rows: Slots one below the other.
        piece: Size of a slot: the trim of a piece.
        gutter: Gap between neighbouring slots; 0 shares the cuts.
        field: Where they lie.
        x: Left side of the first slot.
        y: Upper side of the first slot.
    """

    columns: int
    rows: int
    piece: Size
    gutter: Mm
    field: Field
    x: Mm
    y: Mm

    @property
    def paper(self) -> Size:
        """Size of the sheet as it is seen."""
        return self.field.paper

    @property
    def capacity(self) -> int:
        """Slots on a sheet."""
        return self.columns * self.rows

    @property
    def block(self) -> Rect:
        """The box about all slots."""
        last = self.slot(self.capacity - 1)
        return Rect(self.x, self.y, last.right - self.x, last.bottom - self.y)

    def slot(self, index: int) -> Rect:
        """The box of a slot on the recto."""
        row, column = divmod(index, self.columns)
        x = self.x + column * (self.piece.width + self.gutter)
        y = self.y + row * (self.piece.height + self.gutter)
        return Rect(x, y, self.piece.width, self.piece.height)

    def room(self, index: int, count: int) -> Edges:
        """How far ink may run past a slot when the first `count` slots are taken.

        Between two pieces each has half the gutter; where there is no neighbour, all of the way to the edge of
        the paper, or to the fold, is free.
        """
        row, column = divmod(index, self.columns)
        free = room_around(self.slot(index), self.field.region)
        half = self.gutter / 2
        return Edges(
            half if column > 0 else free.left,
            half if row > 0 else free.top,
            half if column < self.columns - 1 and index + 1 < count else free.right,
            half if index + self.columns < count else free.bottom,
        )

    def cuts(self, count: int) -> tuple[list[Mm], list[Mm]]:
        """Where the upright (x) and the level (y) cuts run that free the first `count` slots."""
        columns, rows = min(count, self.columns), _ceil(count, self.columns)
        return (
            _cuts(self.x, self.piece.width, self.gutter, columns),
            _cuts(self.y, self.piece.height, self.gutter, rows),
        )


def _cuts(first: Mm, length: Mm, gutter: Mm, count: int) -> list[Mm]:
    if not gutter:
        return [first + i * length for i in range(count + 1)]
    starts = [first + i * (length + gutter) for i in range(count)]
    return [cut for start in starts for cut in (start, start + length)]


def best_grid(
    piece: Size,
    paper: Size,
    count: int,
    margins: Edges = MARGINS,
    gutter: Mm = 0.0,
    *,
    fold: bool = False,
    plotter: Plotter | None = None,
) -> Grid:
    """Find the grid that carries pieces on the fewest sheets, on the paper upright or lying; upright if equal.

    All sheets have the same full grid, so that one setting of a guillotine cuts them. A sheet that is the only one
    has no more rows than its pieces need, and no more columns than fill these rows.

    Args:
        piece: Trim size; pieces are not turned on the paper, the paper is.
        paper: Its size, either way round.
        count: How many pieces there are, copies included; at least 1.
        margins: Of the page as it is seen, whichever way the paper lies; bleed and marks may run into them.
        gutter: Gap between neighbouring slots, mm.
        fold: The pieces take one half of the paper, their backs the other one.
        plotter: The pieces keep off its marks.

    Returns:
        The grid, in the middle of what the margins leave.

    Raises:
        UnlocatedError: E501, no piece fits; E503, the margins fill the paper; E507, the gap is wider than a piece and leaves
            room for one only.
    """
    places = fields(paper, margins, fold=fold, plotter=plotter)
    shapes = [(field, shape_in(piece, field.area.size, gutter)) for field in places]
    fitting = [(field, shape) for field, shape in shapes if all(shape)]
    if not fitting:
        raise _too_large(piece, paper, plotter.margins(margins)[0] if plotter else margins, places)
    field, (columns, rows) = min(fitting, key=lambda fit: _ceil(count, fit[1][0] * fit[1][1]))
    if columns * rows == 1 < count and gutter > min(piece.width, piece.height):
        _check_gap(piece, paper, places, gutter)
    if count < columns * rows:
        rows = _ceil(count, columns)
        columns = _ceil(count, rows)
    width = columns * (piece.width + gutter) - gutter
    height = rows * (piece.height + gutter) - gutter
    x, y = field.area.x + (field.area.width - width) / 2, field.area.y + (field.area.height - height) / 2
    return Grid(columns, rows, piece, gutter, field, x, y)


def shape_in(piece: Size, area: Size, gutter: Mm) -> tuple[int, int]:
    """How many columns and rows of pieces fit into an area, exact fits included."""
    columns = int((area.width + gutter + TOLERANCE) / (piece.width + gutter))
    rows = int((area.height + gutter + TOLERANCE) / (piece.height + gutter))
    return columns, rows


def _too_large(piece: Size, paper: Size, margins: Edges, places: Sequence[Field]) -> UnlocatedError:
    room = " or ".join(dict.fromkeys(str(field.area.size) for field in places))
    if places[0].fold:
        message = f"piece of {piece} does not fit half of paper of {paper}, beside its back"
        hints = ("print its back on the other side of the paper: leave out --duplex fold",)
        return UnlocatedError(
            "E501", message, expected=f"at most {room}, which is what margins and fold leave", hints=hints
        )
    larger = smallest_paper(piece, margins)
    return UnlocatedError(
        "E501",
        f"piece of {piece} does not fit paper of {paper}",
        expected=f"at most {room}, which is what the margins leave",
        hints=(f"it fits paper '{larger}'",) if larger else (),
    )


def _check_gap(piece: Size, paper: Size, places: Sequence[Field], gutter: Mm) -> None:
    """A gap that leaves a sheet to each piece, where several would fit side by side, is a slip of the pen."""
    most = max(columns * rows for field in places for columns, rows in [shape_in(piece, field.area.size, 0.0)])
    if most == 1:
        return
    room = max(
        length - 2 * side
        for field in places
        for length, side in ((field.area.width, piece.width), (field.area.height, piece.height))
    )
    message = f"gap of {gutter:g} mm leaves room for one piece of {piece} on paper of {paper}; without it {most} fit"
    raise UnlocatedError("E507", message, expected=f"at most {room:.4g} mm, which leaves room for two")


def _ceil(count: int, share: int) -> int:
    """How many shares hold a count."""
    return -(-count // share)


def impose_grid(pieces: Sequence[Piece], layout: Layout, *, kind: str, title: str, gutter: Mm = 0.0) -> list[Sheet]:
    """Put all copies of equally large pieces on sheets, in order, row by row.

    Args:
        pieces: All of the same trim size; of several kinds if these share their sheets.
        layout: Paper, margins, marks, and how the backs get behind the faces.
        kind: What the sheets are said to carry.
        title: Of the sheets, for people; numbered if there are several.
        gutter: Gap between neighbouring slots, mm, unless the layout says another; 0 shares the cuts.

    Returns:
        The sheets. A sheet whose pieces have no backs has no verso; one to be folded has its backs on the recto.
        Marks are at the faces only.

    Raises:
        UnlocatedError: E501, no piece fits; E503, the margins fill the paper; E507, the gap is absurd; E509, the corners are.
    """
    copies = [piece for piece in pieces for _ in range(piece.copies)]
    if not copies:
        return []
    sizes = {piece.face.size for piece in pieces}
    if len(sizes) != 1:
        raise ValueError(f"pieces of one grid differ in size: {sorted(map(str, sizes))}")
    size = sizes.pop()
    _check_corners(size, layout.corners)
    usual = max(gutter, layout.plotter.gap) if layout.plotter else gutter
    gap = usual if layout.gap is None else layout.gap
    fold = layout.duplex == "fold" and any(piece.back for piece in pieces)
    grid = best_grid(size, layout.paper, len(copies), layout.margins, gap, fold=fold, plotter=layout.plotter)
    groups = [copies[i : i + grid.capacity] for i in range(0, len(copies), grid.capacity)]
    return [
        _sheet(grid, group, kind, numbered(title, number, len(groups)), layout)
        for number, group in enumerate(groups, 1)
    ]


def numbered(title: str, number: int, count: int) -> str:
    """The title of one sheet of several."""
    return f"{title} ({number}/{count})" if count > 1 else title


def _check_corners(piece: Size, radius: Mm) -> None:
    most = min(piece.width, piece.height) / 2
    if radius > most:
        message = f"corner radius of {radius:g} mm does not fit a piece of {piece}"
        raise UnlocatedError("E509", message, expected=f"at most {most:g} mm, half of its shorter side")


def _sheet(grid: Grid, pieces: Sequence[Piece], kind: str, title: str, layout: Layout) -> Sheet:
    faces = tuple(
        Placement(piece.face, grid.slot(i), at_most(grid.room(i, len(pieces)), piece.face.bleed), shape=piece.shape)
        for i, piece in enumerate(pieces)
    )
    backs, endwise = [piece.back for piece in pieces], [piece.endwise for piece in pieces]
    beside: tuple[Placement, ...] = ()
    verso = None
    if grid.field.fold:
        beside = mirrored(faces, backs, grid.paper, grid.field.fold, endwise)
    elif layout.two_sided:
        verso = verso_of(faces, backs, grid.paper, layout.flip, endwise)
    straight = all(piece.shape == "rectangle" for piece in pieces)
    by_hand = layout.marks == "crop" and not layout.plotter
    marks = _marks(grid, pieces) if by_hand and straight else ()
    all_round = layout.marks == "lines" or (by_hand and not straight)
    guided = not layout.plotter or layout.marks == "lines"
    return Sheet(
        kind,
        title,
        grid.paper,
        Side(
            faces + beside,
            (*marks, *_fold_line(grid.field)),
            cuts=cut_lines(faces, layout.corners, all_round=all_round) if guided else (),
            registration=layout.plotter.marks(grid.paper) if layout.plotter else (),
        ),
        verso if verso and verso.placements else None,
        piece_count=len(pieces),
        cut=True,
    )


def _marks(grid: Grid, pieces: Sequence[Piece]) -> tuple[Mark, ...]:
    """Crop marks at the rim of the whole block, also of one that is not full: a guillotine cuts right through."""
    xs, ys = grid.cuts(len(pieces))
    return crop_marks(xs, ys, grid.block, grid.field.region, max(piece.face.bleed for piece in pieces))


def _fold_line(field: Field) -> tuple[Mark, ...]:
    """The line along which the sheet is folded, from edge to edge."""
    page = field.paper
    if field.fold == "vertical":
        return (Mark("fold", page.width / 2, 0.0, page.width / 2, page.height),)
    return (Mark("fold", 0.0, page.height / 2, page.width, page.height / 2),) if field.fold else ()
