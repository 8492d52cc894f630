"""Where the town, the fields and the card sheet may be cut, and the sizes of what cards lie on and of what lies beside it."""

from __future__ import annotations

from cardgen.geometry.units import Mm, Size
from cardgen.records import dataclass

_OWN = Size(44, 68)
"""Size of cards, mm, that town, fields and Long Arm are drawn for; they grow with larger ones, and do not shrink, since figures and
tokens do not."""
_TOWN, _FIELD, _LONG_ARM = Size(265, 265), Size(265, 190), Size(60, 60)
"""Sizes of these boards for such cards, mm."""
_STREET = 127.5
"""Where the town is cut: along the streets in its middle, beside the letters of the banks, mm for such cards."""
_THIRDS = 79.0, 186.0
"""Where it is cut beside what `town.svg.j2` writes on it, if a sheet of A4 does not hold half of it, mm for such cards."""
_HALF_HELD: Mm = 390.0
"""Width of the town from which on that is so."""

_LARGEST = Size(269, 199)
"""Largest board of a hero, mm: a sheet of A4 or Letter holds it, so that it need not be glued."""

_ROWS, _COLUMNS = 3, 4
_PLAY: Mm = 0.6
"""How much larger a place of the card sheet is than a card, mm; so is the measure in `cards.svg.j2`, which goes by the size of the
sheet."""
_ACROSS, _DOWN = 16.6, 56.2
"""Width and height of what is beside, above and below the places, mm."""
_FIRST, _GAP = 15.0, 17.4
"""Top of the first row, and height of the gap between two rows, which holds the title of the lower one, mm."""


@dataclass(frozen=True, slots=True)
class TownPlan:
    """How the town is drawn.

    Attributes:
        in_thirds: Whether it is cut in thirds, so that its plaques lie between the cuts.
    """

    in_thirds: bool


def _grown(size: Size, card: Size) -> Size:
    """Return a size for cards of `_OWN` as it is for other cards."""
    growth = card.growth_from(_OWN)
    return Size(size.width * growth, size.height * growth)


def town_size(card: Size) -> Size:
    """Return the trim size of the town, which is as wide as a field."""
    return _grown(_TOWN, card)


def field_size(card: Size) -> Size:
    """Return the trim size of a field, on whose slots cards lie."""
    return _grown(_FIELD, card)


def long_arm_size(card: Size) -> Size:
    """Return the trim size of the Long Arm, which turns in the middle of the town."""
    return _grown(_LONG_ARM, card)


def hero_board_size(card: Size) -> Size:
    """Return the trim size of the board of a hero, whose four slots are as large as cards unless those are larger than poker cards."""
    return Size(min(4 * card.width + 14, _LARGEST.width), min(card.height + 62, _LARGEST.height))


def hero_board_seams(card: Size) -> tuple[tuple[Mm, ...], tuple[Mm, ...]]:
    """Return where the board of a hero may be cut in large print, x and y in mm: near its middle, between two slots.

    It is cut along the edge of the left slot, so that the sign of the hero's strength beside the middle stays whole.
    """
    return (hero_board_size(card).width / 2 - 0.7,), ()


def card_sheet_size(card: Size) -> Size:
    """Return the trim size of the card sheet for a trim size of cards."""
    return Size(_COLUMNS * (card.width + _PLAY) + _ACROSS, _ROWS * (card.height + _PLAY) + _DOWN)


def card_sheet_seams(card: Size) -> tuple[tuple[Mm, ...], tuple[Mm, ...]]:
    """Return where the sheet may be cut, x and y in mm: between places, and between the icon and the name of a place."""
    place = card.height + _PLAY
    tops = [_FIRST + row * (place + _GAP) for row in range(_ROWS)]
    between = [top - 14.4 for top in tops[1:]]
    return (card_sheet_size(card).width / 2,), tuple(sorted([*between, *(top + place / 2 + 2.2 for top in tops)]))


def field_seams(card: Size) -> tuple[tuple[Mm, ...], tuple[Mm, ...]]:
    """Return where a field may be cut, x and y in mm: in or near its middle, and above the words on its places of the second zone."""
    growth = card.growth_from(_OWN)
    # A sheet of A4 holds a little less than half of a field for poker cards, with the overlap.
    across = 132.5 if growth == 1 else 131
    return (across * growth,), (86.3 * growth,)


def plan_town(card: Size) -> TownPlan:
    """Return the plan of the town for a trim size of cards."""
    return TownPlan(in_thirds=town_size(card).width > _HALF_HELD)


def town_seams(card: Size) -> tuple[tuple[Mm, ...], tuple[Mm, ...]]:
    """Return where the town may be cut, x and y in mm: along the streets in its middle, and in thirds if it is large."""
    growth = card.growth_from(_OWN)
    seams = tuple(growth * at for at in ((_STREET, *_THIRDS) if plan_town(card).in_thirds else (_STREET,)))
    return seams, seams
