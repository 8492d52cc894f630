"""List papers and card sizes by name, and the printable area of a paper.

Names of cards are ambiguous between vendors ("mini", "jumbo" and "square" all differ), so a plain name has one
meaning only and a vendor's own size carries the vendor: `tgc:` The Game Crafter, `mpc:` MakePlayingCards,
`scm:` silhouette-card-maker.
"""

from __future__ import annotations

from collections.abc import Mapping

from cardgen.geometry.units import MM_PER_INCH, Edges, Mm, Rect, Size, parse_size
from cardgen.records import dataclass
from cardgen.report.diagnostics import did_you_mean, quoted
from cardgen.report.errors import UnlocatedError

TOLERANCE: Mm = 1e-6
"""Rounding error of sums of decimal millimetres, so that an exact fit still counts as a fit."""

MARGINS = Edges.all(5.0)
"""Usual margins, mm: home printers leave the outer 3 to 6 mm of a paper white."""


def _inches(width: float, height: float) -> Size:
    return Size(round(width * MM_PER_INCH, 4), round(height * MM_PER_INCH, 4))


# ISO 216 and ISO 217; ANSI/ASME Y14.1; the rest as their sellers state them. Upright.
PAPERS: Mapping[str, Size] = {
    "a2": Size(420, 594),
    "a3": Size(297, 420),
    "a4": Size(210, 297),
    "a5": Size(148, 210),
    "a6": Size(105, 148),
    "b4": Size(250, 353),
    "b5": Size(176, 250),
    "jis-b4": Size(257, 364),
    "jis-b5": Size(182, 257),
    "sra3": Size(320, 450),
    "sra4": Size(225, 320),
    "letter": _inches(8.5, 11),
    "half-letter": _inches(5.5, 8.5),
    "executive": _inches(7.25, 10.5),
    "legal": _inches(8.5, 14),
    "tabloid": _inches(11, 17),
    "ledger": _inches(11, 17),
    "arch-a": _inches(9, 12),
    "arch-b": _inches(12, 18),
    "super-b": _inches(13, 19),
    "index-3x5": _inches(3, 5),
    "photo-4x6": _inches(4, 6),
    "photo-5x7": _inches(5, 7),
}

# Papers that are sold everywhere, from small to large.
_USUAL = ("a5", "letter", "a4", "legal", "tabloid", "a3", "a2")

# CardPen `js/const.js`, templative `componentInfo.js` (TGC), the blank sizes of MPC, the README of
# silhouette-card-maker, WilliamChelman/pf2-helper `card-sizes.model.ts` (sizes that sleeves are made for).
CARDS: Mapping[str, Size] = {
    "poker": _inches(2.5, 3.5),
    "tgc:poker": _inches(2.5, 3.5),
    "mpc:poker": _inches(2.5, 3.5),
    "euro-poker": Size(63, 88),
    "tcg": Size(63, 88),
    "mpc:euro-poker": Size(63, 88),
    "japanese": Size(59, 86),
    "bridge": _inches(2.25, 3.5),
    "tgc:bridge": _inches(2.25, 3.5),
    "mpc:bridge": Size(57, 89),
    "us-game": Size(56, 87),
    "standard-american": Size(56, 87),
    "standard-european": Size(59, 92),
    "mini-american": Size(41, 63),
    "mpc:mini-american": Size(41, 63),
    "skinny-mini": Size(41.3, 63.5),
    "mini-european": Size(44, 68),
    "mpc:mini-european": Size(44, 67),
    "tgc:mini": _inches(1.75, 2.5),
    "scm:poker-half": Size(44.45, 62.23),
    "micro": _inches(1.25, 1.75),
    "tgc:micro": _inches(1.25, 1.75),
    "tarot": _inches(2.75, 4.75),
    "tgc:tarot": _inches(2.75, 4.75),
    "tarot-metric": Size(70, 120),
    "mpc:tarot": Size(70, 121),
    "french-tarot": Size(61, 112),
    "small-square": _inches(2.5, 2.5),
    "tgc:small-square": _inches(2.5, 2.5),
    "euro-square": Size(70, 70),
    "mpc:square": Size(70, 70),
    "large-square": _inches(3.5, 3.5),
    "tgc:large-square": _inches(3.5, 3.5),
    "mpc:large-square": Size(89, 89),
    "jumbo": _inches(3.5, 5.5),
    "tgc:jumbo": _inches(3.5, 5.5),
    "mpc:jumbo": Size(89, 127),
    "large": _inches(3.5, 5),
    "giant": _inches(5, 7),
    "business-us": _inches(2, 3.5),
    "business-eu": Size(55, 85),
    "domino": _inches(1.75, 3.5),
    "divider": _inches(3, 3.5),
    "trump": Size(62, 100),
    "hex": _inches(3.75, 3.25),
    "circle": _inches(3.5, 3.5),
    "dixit": Size(80, 120),
    "seven-wonders": Size(65, 100),
    "catan": Size(54, 80),
    # Tokens, tiles, standees and boards of The Game Crafter (templative `componentInfo.js`).
    "tgc:token-small": _inches(0.5, 0.5),
    "tgc:token-medium": _inches(0.75, 0.75),
    "tgc:token-large": _inches(1, 1),
    "tgc:token-giant": _inches(1.25, 1.25),
    "poker-chip": Size(39, 39),
    "tgc:square-tile-mini": _inches(1.25, 1.25),
    "tgc:square-tile-small": _inches(2, 2),
    "tgc:square-tile-medium": _inches(2.5, 2.5),
    "tgc:square-tile-large": _inches(3.5, 3.5),
    "tgc:hex-tile-mini": _inches(1.25, 1.08),
    "tgc:hex-tile-small": _inches(2, 1.75),
    "tgc:hex-tile-medium": _inches(2.5, 2.2),
    "tgc:hex-tile-large": _inches(3.75, 3.25),
    "tgc:domino-chit": _inches(1, 2),
    "tgc:strip-chit": _inches(3, 1),
    "tgc:standee-small": _inches(0.5, 1.125),
    "tgc:standee-medium": _inches(0.75, 1.675),
    "tgc:standee-large": _inches(1, 2.25),
    "tgc:board-small-square": _inches(4, 4),
    "tgc:board-square": _inches(8, 8),
    "tgc:board-large-square": _inches(10, 10),
    "tgc:board-quarter": _inches(5, 5),
    "tgc:board-half": _inches(5, 10),
    "tgc:board-bifold": _inches(9, 18),
    "tgc:board-quadfold": _inches(18, 18),
    "tgc:board-large-quadfold": _inches(20, 20),
    "tgc:board-sixfold": _inches(27, 18),
    "tgc:board-accordion": _inches(8, 16),
    "tgc:mat-big": _inches(10, 16),
    "tgc:mat-hex": _inches(5.25, 4.5),
}

# A paper must leave something inside its margins, and a page of PDF is at most 200 in (ISO 32000-1, annex C.2).
_PAPER_SIDES = (50.0, 5080.0)
# Smaller than 5 mm nothing can be cut; larger than 1000 mm is not a card.
_CARD_SIDES = (5.0, 1000.0)


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper with its name.

    Attributes:
        name: Name for people, such as `A4`, or the measure as the user wrote it.
        size: Size of the sheet, in mm, either way round.
    """

    name: str
    size: Size


COMMON_PAPERS = ("a4", "letter", "a3", "legal")
"""Papers that people ask for most."""
COMMON_CARDS = (
    *("poker", "euro-poker", "japanese", "bridge", "us-game", "standard-european", "mini-american", "mini-european"),
    *("tgc:mini", "micro", "tarot", "tarot-metric", "small-square", "euro-square", "large-square", "jumbo", "large"),
    *("business-us", "business-eu", "domino", "hex"),
)
"""Card sizes that people ask for most."""


def find_paper(text: str, own: Mapping[str, Size] | None = None) -> Size:
    """Find a paper by its name or product (upright), or by its measure (as given): `a4`, `avery-8371`, `210x297mm`.

    Args:
        own: The user's own sizes by name, which override those that ship.

    Raises:
        UnlocatedError: E502, the text is neither a name nor a measure with sides of 50 to 5080 mm.
    """
    names = {**PAPERS, **(own or {})}
    if plain_name(text) not in names:
        from cardgen.impose.products import products  # few builds need the table

        names |= {name: product.paper for name, product in products().items()}
    return _find("paper", text, names, _PAPER_SIDES)


def find_card(text: str, own: Mapping[str, Size] | None = None) -> Size:
    """Find the trim size of a card by its name or by its measure, such as `poker` or `40x53mm`.

    Args:
        own: The user's own sizes by name, which override those that ship.

    Raises:
        UnlocatedError: E502, the text is neither a name nor a measure with sides of 5 to 1000 mm.
    """
    return _find("card size", text, {**CARDS, **(own or {})}, _CARD_SIDES)


def plain_name(text: str) -> str:
    """Return a name as the tables spell it: lower case, joined by hyphens."""
    return "-".join(text.casefold().replace("_", " ").split())


_MOST_NAMED = 8  # sizes in a message; there are more than sixty


def _find(what: str, text: str, names: Mapping[str, Size], sides: tuple[Mm, Mm]) -> Size:
    name = plain_name(text)
    if name in names:
        return names[name]
    low, high = sides
    some = ", ".join(list(names)[:_MOST_NAMED])
    expected = f"WIDTHxHEIGHT with sides of {low:g} to {high:g} mm, or a name of 'cardgen sizes', such as {some}"
    try:
        size = parse_size(text)
    except ValueError:
        error = UnlocatedError(
            "E502", f"unknown {what} {quoted(text)}", expected=expected, hints=did_you_mean(name, names)
        )
        raise error from None
    if not all(low <= side <= high for side in (size.width, size.height)):
        raise UnlocatedError("E502", f"{what} {quoted(text)} is out of range", expected=expected)
    return size


def orientations(paper: Size) -> tuple[Size, Size]:
    """Return the paper in portrait, then in landscape."""
    upright = paper if paper.width <= paper.height else paper.turned
    return upright, upright.turned


def printable_areas(paper: Size, margins: Edges) -> list[tuple[Size, Rect]]:
    """Return the paper in portrait, then in landscape, each with the area inside its margins.

    Args:
        paper: Size of the paper, either way round, mm.
        margins: Margins of the page as it is seen, whichever way the paper lies.

    Returns:
        One or two pairs of the page and the area inside its margins.

    Raises:
        UnlocatedError: E503, the margins leave no room in either orientation.
    """
    areas = [(page, within_margins(page, margins)) for page in orientations(paper)]
    usable = [(page, area) for page, area in areas if area.width > 0 and area.height > 0]
    if not usable:
        sides = f"{margins.left:g}, {margins.top:g}, {margins.right:g} and {margins.bottom:g} mm"
        raise UnlocatedError(
            "E503", f"paper of {paper} is too small: margins of {sides} (left, top, right, bottom) fill it"
        )
    return usable


def smallest_paper(piece: Size, margins: Edges) -> str | None:
    """Return the name of the smallest common paper that a piece fits on, in portrait or landscape; None if there is none."""
    for name in _USUAL:
        areas = (within_margins(page, margins) for page in orientations(PAPERS[name]))
        if any(piece.width <= area.width + TOLERANCE and piece.height <= area.height + TOLERANCE for area in areas):
            return name
    return None


def within_margins(page: Size, margins: Edges) -> Rect:
    """Return the part of a page between its margins, mm; its sides are negative where margins are larger than the page."""
    width = page.width - margins.left - margins.right
    height = page.height - margins.top - margins.bottom
    return Rect(margins.left, margins.top, width, height)
