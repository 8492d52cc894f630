"""The plug-in contract: what a game brings. The core knows nothing else of any game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.geometry.outlines import Shape
from cardgen.geometry.units import Mm, Size
from cardgen.report.source import Path as DataPath

if TYPE_CHECKING:  # a game is listed without paying for pydantic
    from pydantic import BaseModel

    from cardgen.plugin.rules.contest import GameRules


@dataclass(frozen=True, slots=True)
class Finding:
    """A breach of a game's rule, by the path of the value in the deck.

    Attributes:
        code: E3xx stops the build, W3xx is a warning.
        message: As in `Diagnostic`.
        path: Keys and indexes from the root of the deck.
        expected: What the rule asks for, with its source.
        hints: Ways out.
        on_key: Point at the key, not at the value.
        notes: Other places of the deck that clash with this one.
    """

    code: str
    message: str
    path: DataPath
    expected: str = ""
    hints: tuple[str, ...] = ()
    on_key: bool = False
    notes: tuple[tuple[str, DataPath], ...] = ()


Check = Callable[[Any], Iterable[Finding]]


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


@dataclass(frozen=True, slots=True)
class Game:
    """One game: its data, its checks and its look.

    Attributes:
        id: As decks name it; also the name of its folder in `templates/`.
        name: For people.
        schema: Gives the pydantic model of a deck file (a function, so that listing games stays cheap).
        checks: Rules that the schema cannot state; they see the game's model of the deck.
        components: Kinds of piece and documents, in the order of the finished file.
        card: Default card size.
        languages: Languages of its fixed strings; the first is the default.
        codes: YAML file that explains its E3xx and W3xx codes.
        resources: Folder that holds its templates, theme, icons and strings.
        rules: Gives its executable rules (a function, so that builds stay cheap); None if it cannot be played here.
    """

    id: str
    name: str
    schema: Callable[[], type[BaseModel]]
    checks: Callable[[], Sequence[Check]]
    components: tuple[PieceKind | Document, ...]
    card: Size
    languages: tuple[str, ...]
    codes: Path
    resources: Path
    rules: Callable[[], GameRules] | None = None
