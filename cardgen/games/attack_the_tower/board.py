"""The plan of the board: every box on it, from the size of a card.

Left, three territories below each other: a title strip, then three slots side by side, each with its counter space and
its number above it. Right, the palace above the four piles. Below both, the renewal and the icons. mm, origin top left.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardgen.games.attack_the_tower.constants import CONSTANTS, ICONS, PILES, RENEWAL_STEPS
from cardgen.units import Mm, Rect, Size

CLEARANCE: Mm = 1.5  # free space about a card on its place
COUNTER: Mm = 17.0  # a counter is 16 mm square
MARGIN: Mm = 6.0
GAP: Mm = 3.0  # between panels
PAD: Mm = 2.5  # from the border of a panel to what is in it
STRIP: Mm = 9.0  # the title of a territory, upright at its left
LABEL: Mm = 6.0  # one line of words
FOOT: Mm = 26.0  # renewal and icons


@dataclass(frozen=True, slots=True)
class SlotPlan:
    """The place of one base.

    Attributes:
        number: 1 to 3 within the territory.
        box: Where the card lies, with clearance.
        counter: Where its counter lies; shows 0 when empty.
        label: For the number, beside the counter.
    """

    number: int
    box: Rect
    counter: Rect
    label: Rect


@dataclass(frozen=True, slots=True)
class TerritoryPlan:
    """A panel with three slots.

    Attributes:
        number: 1 to 3.
        box: The panel.
        title: Upright strip at the left of the panel.
        slots: From left to right.
    """

    number: int
    box: Rect
    title: Rect
    slots: tuple[SlotPlan, ...]


@dataclass(frozen=True, slots=True)
class PalacePlan:
    """The palace.

    Attributes:
        box: The panel.
        title: Its name.
        row: Where special troops lie, two side by side or more that overlap.
        reminders: Two boxes of words, one below the other.
    """

    box: Rect
    title: Rect
    row: Rect
    reminders: tuple[Rect, ...]


@dataclass(frozen=True, slots=True)
class PilePlan:
    """The place of a pile.

    Attributes:
        name: As in `PILES`; the key of its words.
        box: Where the cards lie, with clearance.
        label: A line of words below.
    """

    name: str
    box: Rect
    label: Rect


@dataclass(frozen=True, slots=True)
class CellPlan:
    """One of several equal boxes in a row: a step of the renewal (`a`, `b`, `c`), or an icon."""

    name: str
    box: Rect


@dataclass(frozen=True, slots=True)
class RowPlan:
    """A panel with a title above a row of cells."""

    box: Rect
    title: Rect
    cells: tuple[CellPlan, ...]


@dataclass(frozen=True, slots=True)
class BoardPlan:
    """Every box of a board; mm, origin top left of its trim.

    Attributes:
        card: Trim size of the cards that are played on it.
        size: Trim size of the board.
        territories: From the top.
        palace: Right, above the piles.
        piles: In the order of `PILES`, two above two; `pile_box` is their panel.
        renewal: Its three steps.
        icons: The seven icons, in the order of the game.
    """

    card: Size
    size: Size
    territories: tuple[TerritoryPlan, ...]
    palace: PalacePlan
    pile_box: Rect
    piles: tuple[PilePlan, ...]
    renewal: RowPlan
    icons: RowPlan


def plan_board(card: Size) -> BoardPlan:
    """Lay out the board for cards of a size."""
    slot = Size(card.width + 2 * CLEARANCE, card.height + 2 * CLEARANCE)
    territories = _territories(slot)
    left = territories[-1].box
    piles = Size(2 * slot.width + 3 * PAD, 2 * (slot.height + LABEL) + 2 * PAD)
    column = Rect(left.right + GAP, MARGIN, piles.width, left.bottom - MARGIN)
    pile_box = Rect(column.x, column.bottom - piles.height, piles.width, piles.height)
    foot = left.bottom + GAP
    return BoardPlan(
        card,
        Size(column.right + MARGIN, foot + FOOT + MARGIN),
        territories,
        _palace(Rect(column.x, column.y, column.width, pile_box.y - GAP - column.y), slot),
        pile_box,
        _piles(pile_box, slot),
        _row(Rect(MARGIN, foot, left.width, FOOT), RENEWAL_STEPS, GAP),
        _row(Rect(column.x, foot, column.width, FOOT), ICONS, 0.0),
    )


def board_size(card: Size) -> Size:
    """Trim size of the board for cards of a size."""
    return plan_board(card).size


def _territories(slot: Size) -> tuple[TerritoryPlan, ...]:
    count = CONSTANTS["slots_per_territory"]
    width = STRIP + count * (slot.width + PAD) + PAD
    height = COUNTER + slot.height + 3 * PAD
    return tuple(
        _territory(row + 1, Rect(MARGIN, MARGIN + row * (height + GAP), width, height), slot)
        for row in range(CONSTANTS["territories"])
    )


def _territory(number: int, box: Rect, slot: Size) -> TerritoryPlan:
    slots = []
    for column in range(CONSTANTS["slots_per_territory"]):
        x = box.x + STRIP + PAD + column * (slot.width + PAD)
        counter = Rect(x + (slot.width - COUNTER) / 2, box.y + PAD, COUNTER, COUNTER)
        label = Rect(x, counter.y, counter.x - x, COUNTER)
        slots.append(SlotPlan(column + 1, Rect(x, counter.bottom + PAD, slot.width, slot.height), counter, label))
    return TerritoryPlan(number, box, Rect(box.x, box.y, STRIP, box.height), tuple(slots))


def _palace(box: Rect, slot: Size) -> PalacePlan:
    title = Rect(box.x + PAD, box.y + PAD, box.width - 2 * PAD, 2 * LABEL)
    row = Rect(title.x, title.bottom + PAD, title.width, slot.height)
    height = (box.bottom - row.bottom - 3 * PAD) / 2
    reminders = tuple(Rect(row.x, row.bottom + PAD + index * (height + PAD), row.width, height) for index in range(2))
    return PalacePlan(box, title, row, reminders)


def _piles(box: Rect, slot: Size) -> tuple[PilePlan, ...]:
    piles = []
    for index, name in enumerate(PILES):
        row, column = divmod(index, 2)
        x = box.x + PAD + column * (slot.width + PAD)
        place = Rect(x, box.y + PAD + row * (slot.height + LABEL), slot.width, slot.height)
        piles.append(PilePlan(name, place, Rect(x, place.bottom, slot.width, LABEL)))
    return tuple(piles)


def _row(box: Rect, names: tuple[str, ...], gap: Mm) -> RowPlan:
    title = Rect(box.x + PAD, box.y + PAD, box.width - 2 * PAD, LABEL)
    width = (title.width - gap * (len(names) - 1)) / len(names)
    top = title.bottom + 1.0
    cells = tuple(
        CellPlan(name, Rect(title.x + index * (width + gap), top, width, box.bottom - PAD - top))
        for index, name in enumerate(names)
    )
    return RowPlan(box, title, cells)
