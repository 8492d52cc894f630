"""Find sheets of labels and perforated cards by product name, and put pieces into their slots."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from cardgen.geometry.units import MM_PER_INCH, Edges, Mm, Rect, Size
from cardgen.impose.areas import SlotArea
from cardgen.impose.marks import page_box, room_around
from cardgen.impose.paper import PAPERS, orientations
from cardgen.records import dataclass
from cardgen.report.errors import UnlocatedError

SLACK: Mm = 0.05
"""How much larger than its slot a piece may be, mm: makers round their sizes."""


@dataclass(frozen=True, slots=True)
class Product:
    """A sheet whose slots are cut or perforated, by its product name.

    Attributes:
        name: Its name, such as `avery-8371`.
        about: What it is sold as.
        paper: Size of the sheet, upright, mm.
        columns: Number of slots side by side on the upright sheet.
        rows: Number of slots one below the other.
        first: Box of the slot at the top left, mm.
        step: Distances from a slot to the next one on its right and to the next one below it, mm.
    """

    name: str
    about: str
    paper: Size
    columns: int
    rows: int
    first: Rect
    step: Size

    @property
    def slot(self) -> Size:
        """Size of a slot on the upright sheet, mm."""
        return self.first.size

    def slots(self, *, lying: bool) -> list[Rect]:
        """Return the slots row by row as the page is seen.

        Args:
            lying: Whether the sheet is turned by 90 degrees anticlockwise, so that its right edge is on top.
        """
        upright = [
            Rect(
                self.first.x + column * self.step.width,
                self.first.y + row * self.step.height,
                self.slot.width,
                self.slot.height,
            )
            for row in range(self.rows)
            for column in range(self.columns)
        ]
        if not lying:
            return upright
        turned = [Rect(box.y, self.paper.width - box.right, box.height, box.width) for box in upright]
        return sorted(turned, key=lambda box: (round(box.y, 3), box.x))


@dataclass(frozen=True, slots=True)
class ProductSlots:
    """The pieces of one sheet in the slots of a product.

    Attributes:
        boxes: Box of each piece, in the middle of its slot, mm.
        rooms: How far ink may run past each piece: to the slots beside it, and half way to the next one, mm.
    """

    boxes: tuple[Rect, ...]
    rooms: tuple[Edges, ...]
    place: SlotArea

    @property
    def paper(self) -> Size:
        """Size of the sheet as it is seen, mm."""
        return self.place.paper

    def slot(self, index: int) -> Rect:
        """Return the box of a piece on the recto, by its number from 0."""
        return self.boxes[index]

    def room(self, index: int, _count: int) -> Edges:
        """Return how far ink may run past a piece, by its number from 0; other pieces do not matter."""
        return self.rooms[index]


@cache
def products() -> Mapping[str, Product]:
    """Return all products by name, those of one maker with the same slots under each of their names."""
    text = Path(__file__).with_name("products.csv").read_text("utf-8")
    found: dict[str, Product] = {}
    for row in csv.DictReader(line for line in text.splitlines() if not line.startswith("#")):
        factor = MM_PER_INCH if row["unit"] == "in" else 1.0
        width, height, x, y, across, down = (
            round(factor * float(row[key]), 4) for key in ("width", "height", "x", "y", "step_x", "step_y")
        )
        maker = row["name"].partition("-")[0]
        for name in (row["name"], *(f"{maker}-{number}" for number in row["also"].split())):
            found[name] = Product(
                name,
                row["about"],
                PAPERS[row["paper"]],
                int(row["columns"]),
                int(row["rows"]),
                Rect(x, y, width, height),
                Size(across, down),
            )
    return found


def fill_product(product: Product, sizes: Sequence[Size]) -> list[ProductSlots]:
    """Put pieces into the slots of as many sheets as they need, upright if they fit upright, else turned.

    Args:
        sizes: Size of each piece, in order, mm; pieces are not turned on the page.

    Raises:
        UnlocatedError: E501, a piece is larger than the slots, whichever way the sheets lie.
    """
    misfits = []
    for lying, slot in ((False, product.slot), (True, product.slot.turned)):
        misfit = next((size for size in sizes if not fits_slot(size, slot)), None)
        if misfit is None:
            boxes = product.slots(lying=lying)
            page = orientations(product.paper)[lying]
            groups = [sizes[at : at + len(boxes)] for at in range(0, len(sizes), len(boxes))]
            return [_filled(product, boxes, group, page, lying=lying) for group in groups]
        misfits.append(misfit)
    size = misfits[0]
    raise UnlocatedError(
        "E501",
        f"piece of {size} does not fit the slots of {product.name}, which are {product.slot}",
        expected=f"at most {product.slot} or {product.slot.turned}, all pieces of a sheet the same way round",
        hints=(*_others(size), "name the kinds that go onto this sheet by --only, and print the others on plain paper"),
    )


def fits_slot(size: Size, slot: Size) -> bool:
    """Return whether a piece fits a slot the way both lie."""
    return size.width <= slot.width + SLACK and size.height <= slot.height + SLACK


def _others(size: Size) -> tuple[str, ...]:
    """Return a hint with the product that has the smallest slots into which a piece fits."""
    fitting = [one for one in products().values() if fits_slot(size, one.slot) or fits_slot(size, one.slot.turned)]
    best = min(fitting, key=lambda one: one.slot.width * one.slot.height, default=None)
    return (f"it fits the slots of '{best.name}', {best.slot}",) if best else ()


def _filled(product: Product, boxes: Sequence[Rect], sizes: Sequence[Size], page: Size, *, lying: bool) -> ProductSlots:
    step, first = product.step, product.slot
    across, down = (step.height, step.width) if lying else (step.width, step.height)
    width, height = (first.height, first.width) if lying else (first.width, first.height)
    columns, rows = (product.rows, product.columns) if lying else (product.columns, product.rows)
    placed, rooms = [], []
    for index, (box, size) in enumerate(zip(boxes, sizes, strict=False)):
        row, column = divmod(index, columns)
        edge = room_around(box, page_box(page))
        beside, below = (across - width) / 2, (down - height) / 2
        x, y = (box.width - size.width) / 2, (box.height - size.height) / 2
        placed.append(Rect(box.x + x, box.y + y, size.width, size.height))
        rooms.append(
            Edges(
                x + (beside if column else edge.left),
                y + (below if row else edge.top),
                x + (beside if column < columns - 1 else edge.right),
                y + (below if row < rows - 1 else edge.bottom),
            )
        )
    region = page_box(page)
    return ProductSlots(tuple(placed), tuple(rooms), SlotArea(page, region, region))
