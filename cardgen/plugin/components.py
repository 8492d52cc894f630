"""What a deck becomes: kinds of piece and documents, as a game states them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from cardgen.geometry.outlines import Shape
from cardgen.geometry.units import Mm, Size
from cardgen.report.source import Path as DataPath


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing of a deck that becomes a piece.

    Attributes:
        id: Stable within its kind.
        data: What the templates see as `card`: the deck's value and what the game adds to it.
        path: Where the deck states it.
        copies: How many are printed.
        endwise: Whether it is turned over top to bottom; None does as its kind does.
    """

    id: str
    data: Any
    path: DataPath
    copies: int = 1
    endwise: bool | None = None


@dataclass(frozen=True, slots=True)
class PieceKind:
    """A kind of piece: cards, counters, a board.

    Attributes:
        name: As `--only` takes it; also the key of its title in the game's strings.
        entries: The things of a deck (the game's model) that it draws.
        face: Template of the face, in the game's template folder.
        back: Template of the back, which sees the same `card`; None leaves the back blank.
        size: Trim size, given the card size of this build.
        bleed: How far ink runs past the trim, mm.
        gutter: Gap between two pieces on a sheet, mm; 0 shares the cuts.
        tiled: Spread over several sheets, to be glued, when it is larger than one.
        plan: Geometry that the templates see as `card.plan`, given the card size of this build.
        seams: Where a tiled piece may be cut, x and y, without harm to what is drawn, given the card size of this
            build; None has it cut evenly.
        shape: What is cut out of the trim: for tokens a circle or a hex.
        endwise: The piece is turned over top to bottom, not like the page of a book, to see its back upright.
    """

    name: str
    entries: Callable[[Any], Sequence[Entry]]
    face: str
    back: str | None
    size: Callable[[Size], Size]
    bleed: Mm = 3.0
    gutter: Mm = 0.0
    tiled: bool = False
    plan: Callable[[Size], object] | None = None
    seams: Callable[[Size], tuple[Sequence[Mm], Sequence[Mm]]] | None = None
    shape: Shape = "rectangle"
    endwise: bool = False


@dataclass(frozen=True, slots=True)
class Document:
    """Flowing text on whole pages, such as the rules.

    Attributes:
        name: As `--only` takes it; also the key of its title in the game's strings.
        text: Markdown template in the game's template folder; `{lang}` stands for the language.
        page: Template of one page; its `card:column` boxes are filled in order.
    """

    name: str
    text: str
    page: str
