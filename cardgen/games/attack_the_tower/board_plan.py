"""Compute the position of every box on the board from the size of a card.

On the left, three territories one below the other: a title strip, then three slots side by side, each with a space for
its counter and its number above. On the right, the palace with room for three special troops; below it the four piles
beside the steps of the renewal; below these the icons. A straight gap runs from top to bottom between left and right,
where the board can be cut for two sheets. All lengths are in mm, with the origin at the top left of the trim.

For large cards, words and counters' spaces are larger by one factor, and what is gained in the territories on the left is shared out
on the right, so that both sides end together and the same cuts part no place.
"""

from __future__ import annotations

from dataclasses import replace

from cardgen.games.attack_the_tower.constants import CONSTANTS, ICONS, PILES, RENEWAL_STEPS
from cardgen.geometry.units import Mm, Rect, Size
from cardgen.records import dataclass

CLEARANCE: Mm = 1.5  # free space around a card in its place
COUNTER: Mm = 17.5  # space for a counter of 16 mm
MARGIN: Mm = 6.0
GAP: Mm = 3.0  # between panels
PAD: Mm = 2.5  # from the border of a panel to its contents
STRIP: Mm = 9.0  # width of the upright title of a territory
LABEL: Mm = 5.5  # height of one line of text
ROOF: Mm = 20.5  # band that shows the building of the palace; cuts below territories then part no place on the right
REMINDER: Mm = 13.0  # height of three lines of text
ICON_ROW: Mm = 17.0  # height of an icon above two lines of text
LARGE_WORDS = 1.3  # size of words beside cards that are larger than OWN_CARD by this factor
OWN_CARD = Size(40, 53)


@dataclass(frozen=True, slots=True)
class SlotPlan:
    """The place of one base.

    Attributes:
        number: 1 to 3 within the territory.
        box: Space for the card, with clearance.
        counter: Space for its counter; shows 0 when empty.
        label: Space for the number, at the left of the counter.
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
        title: Upright strip at the left of the panel.
        slots: The slots from left to right.
    """

    number: int
    box: Rect
    title: Rect
    slots: tuple[SlotPlan, ...]


@dataclass(frozen=True, slots=True)
class PalacePlan:
    """The panel of the palace.

    Attributes:
        title: Band for its name, in which its building can be seen.
        places: Spaces for special troops: at most one for each complete territory, so three.
        reminders: Two boxes for text, below the first place and below the others, so that a cut between these places
            divides no text.
    """

    box: Rect
    title: Rect
    places: tuple[Rect, ...]
    reminders: tuple[Rect, ...]


@dataclass(frozen=True, slots=True)
class PilePlan:
    """The place of a pile.

    Attributes:
        name: A word of `PILES`; also the key of its text.
        box: Space for the cards, with clearance.
        label: Space for a line of text below.
    """

    name: str
    box: Rect
    label: Rect


@dataclass(frozen=True, slots=True)
class CellPlan:
    """One of several equal boxes: a step of the renewal (`a`, `b`, `c`), or an icon."""

    name: str
    box: Rect


@dataclass(frozen=True, slots=True)
class ListPlan:
    """A panel with a title and equal cells, side by side or one below the other.

    Attributes:
        scale: How much larger than on the smallest board its texts are.
    """

    box: Rect
    title: Rect
    cells: tuple[CellPlan, ...]
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class BoardPlan:
    """Every box of a board, in mm, with the origin at the top left of its trim.

    Attributes:
        card: Trim size of the cards that are put on it.
        palace: The palace, at the top right.
        pile_box: Panel of the piles.
        piles: The piles in the order of `PILES`, two above two.
        renewal: The three steps of the renewal, right of the piles.
        icons: The seven icons in the order of the game, at the bottom right.
        words: How much larger than on the smallest board words are; the renewal has a scale of its own.
    """

    card: Size
    size: Size
    territories: tuple[TerritoryPlan, ...]
    palace: PalacePlan
    pile_box: Rect
    piles: tuple[PilePlan, ...]
    renewal: ListPlan
    icons: ListPlan
    words: float


def plan_board(card: Size) -> BoardPlan:
    """Return the plan of the board for a trim size of cards."""
    slot = Size(card.width + 2 * CLEARANCE, card.height + 2 * CLEARANCE)
    words = LARGE_WORDS if min(card.width / OWN_CARD.width, card.height / OWN_CARD.height) >= LARGE_WORDS else 1.0
    territories = _territories(slot, COUNTER * words)
    left = territories[-1].box
    width = CONSTANTS["territories"] * (slot.width + PAD) + PAD
    palace = _palace(Rect(left.right + GAP, MARGIN, width, 0), slot, words)
    pile_height = slot.height + LABEL * words
    pile_box = Rect(palace.box.x, palace.box.bottom + GAP, 2 * slot.width + 3 * PAD, 2 * pile_height + 2 * PAD)
    beside = Rect(pile_box.right + GAP, pile_box.y, palace.box.right - pile_box.right - GAP, pile_box.height)
    below = Rect(palace.box.x, pile_box.bottom + GAP, width, max(left.bottom - pile_box.bottom - GAP, ICON_ROW))
    return BoardPlan(
        card,
        Size(palace.box.right + MARGIN, below.bottom + MARGIN),
        territories,
        palace,
        pile_box,
        _piles(pile_box, slot, LABEL * words),
        _column(beside, RENEWAL_STEPS),
        _row(below, ICONS, palace.places[0].right + PAD / 2),
        words,
    )


def board_size(card: Size) -> Size:
    """Return the trim size of the board for a trim size of cards."""
    return plan_board(card).size


def board_seams(card: Size) -> tuple[tuple[Mm, ...], tuple[Mm, ...]]:
    """Return where the board may be cut, x and y in mm: in the gaps between panels, and between places of the palace."""
    plan = plan_board(card)
    below = [territory.box.bottom for territory in plan.territories[:-1]]
    across = plan.territories[0].box.right + GAP / 2, plan.palace.places[0].right + PAD / 2
    return across, tuple(y + GAP / 2 for y in below)


def _territories(slot: Size, counter: Mm) -> tuple[TerritoryPlan, ...]:
    count = CONSTANTS["slots_per_territory"]
    width = STRIP + count * (slot.width + PAD) + PAD
    height = counter + slot.height + 3 * PAD
    return tuple(
        _territory(row + 1, Rect(MARGIN, MARGIN + row * (height + GAP), width, height), slot, counter)
        for row in range(CONSTANTS["territories"])
    )


def _territory(number: int, box: Rect, slot: Size, side: Mm) -> TerritoryPlan:
    slots = []
    for column in range(CONSTANTS["slots_per_territory"]):
        x = box.x + STRIP + PAD + column * (slot.width + PAD)
        counter = Rect(x + (slot.width - side) / 2, box.y + PAD, side, side)
        label = Rect(x, counter.y, counter.x - x, side)
        slots.append(SlotPlan(column + 1, Rect(x, counter.bottom + PAD, slot.width, slot.height), counter, label))
    return TerritoryPlan(number, box, Rect(box.x, box.y, STRIP, box.height), tuple(slots))


def _palace(corner: Rect, slot: Size, words: float) -> PalacePlan:
    """Return the palace for a corner and width; its height follows from its contents."""
    gained = COUNTER * (
        words - 1
    )  # by each territory: above the places here, and between these and the labels of piles
    title = Rect(corner.x + PAD, corner.y + PAD, corner.width - 2 * PAD, ROOF + gained)
    places = tuple(
        Rect(title.x + index * (slot.width + PAD), title.bottom + PAD, slot.width, slot.height)
        for index in range(CONSTANTS["territories"])
    )
    reminder = REMINDER + gained - LABEL * (words - 1)
    first, second, last = (replace(place, y=place.bottom + PAD, height=reminder) for place in places)
    reminders = first, replace(second, width=last.right - second.x)
    box = Rect(corner.x, corner.y, corner.width, first.bottom + PAD - corner.y)
    return PalacePlan(box, title, places, reminders)


def _piles(box: Rect, slot: Size, label: Mm) -> tuple[PilePlan, ...]:
    piles = []
    for index, name in enumerate(PILES):
        row, column = divmod(index, 2)
        x = box.x + PAD + column * (slot.width + PAD)
        place = Rect(x, box.y + PAD + row * (slot.height + label), slot.width, slot.height)
        piles.append(PilePlan(name, place, Rect(x, place.bottom, slot.width, label)))
    return tuple(piles)


def _column(box: Rect, names: tuple[str, ...]) -> ListPlan:
    """Return a panel with its cells one below the other, under a title of two lines and a note, larger in a wide panel."""
    scale = min(max(box.width / 43, 1.0), 1.8)
    title = Rect(box.x + PAD, box.y + PAD, box.width - 2 * PAD, LABEL * (3 * scale + 2))
    height = (box.bottom - PAD - title.bottom) / len(names)
    cells = (Rect(title.x, title.bottom + index * height, title.width, height) for index in range(len(names)))
    return ListPlan(box, title, tuple(map(CellPlan, names, cells)), scale)


def _row(box: Rect, names: tuple[str, ...], first: Mm) -> ListPlan:
    """Return a panel with its cells side by side, right of the title.

    Args:
        first: Right edge of the first cell, mm: a cut between the first two places of the palace divides no cell.
    """
    end = box.right - PAD
    width = (end - first) / (len(names) - 1)
    title = Rect(box.x + PAD, box.y, first - width - box.x - PAD, box.height)
    cells = (Rect(title.right + index * width, box.y, width, box.height) for index in range(len(names)))
    return ListPlan(box, title, tuple(map(CellPlan, names, cells)))
