"""Components: the kinds of piece and the documents that a deck becomes, as a game states them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any, Literal

from cardgen.geometry.outlines import RECTANGLE, Outline
from cardgen.geometry.units import Mm, Size
from cardgen.model.deck import LocalizedText
from cardgen.model.piece import Place
from cardgen.plugin.making import BoxNet, Cut, DieNet, Made, PieceVariants
from cardgen.records import dataclass
from cardgen.report.source import Path as DataPath

if TYPE_CHECKING:
    from cardgen.geometry.folds import Fold
    from cardgen.geometry.holes import Hole

CARD = "card"
"""Shuffled, drawn and held: print shops print it, virtual tabletops make decks of it."""
TILE = "tile"
"""Laid out on the table, one by one."""
TOKEN = "token"
"""Small and handled in numbers: counters, coins."""
BOARD = "board"
"""Lies on the table for the whole game: virtual tabletops lock it in place."""
STANDEE = "standee"
"""Stands upright: virtual tabletops make a figurine of it."""
AID = "aid"
"""Read during the game: player aids, references."""
DIE = "die"
"""Rolled: virtual tabletops make dice of it."""
BOX = "box"
"""Holds pieces when nobody plays; virtual tabletops have no use for it."""
DIAL = "dial"
"""Turns on another piece."""
PART = "part"
"""Becomes a part of another piece, such as the base of a figure; virtual tabletops have no use for it."""
ROLES = (CARD, TILE, TOKEN, BOARD, STANDEE, AID, DIE, BOX, DIAL, PART)
"""The roles that exports and instructions know."""

Duplex = Literal["any", "one-sided", "two-sided"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One value of a deck that becomes a piece.

    Attributes:
        id: Name that is unique and stable within its kind.
        data: What the templates see as `card`: the deck's value and what the game adds to it. Its `name`, if it has
            one, is the title of the piece for people. None takes the value at `path` from the deck as templates see it.
        path: Place of the value in the deck.
        endwise: Whether the piece is turned over top to bottom; None takes the setting of its kind.
        face: Template of its face; None takes that of its kind.
        back: Template of its back; None takes that of its kind. A piece of a kind without backs has none.
        texts: Texts that the game words itself, each under the key with which a deck may state its own in place of it;
            `cardgen check --text` lists them.
        copies_for: Number of players to the number of copies that they need; one that is not in it needs `copies`.

    Raises:
        ValueError: One of the values has another form.
    """

    id: str
    data: Any
    path: DataPath
    copies: int = 1
    endwise: bool | None = None
    face: str | None = None
    back: str | None = None
    texts: Mapping[str, LocalizedText] = field(default_factory=dict)
    copies_for: Mapping[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        wrong = {
            "id": not isinstance(self.id, str) or not self.id,
            "data": not isinstance(self.data, Mapping | None) and not hasattr(type(self.data), "model_fields"),
            "path": not isinstance(self.path, tuple),
            "copies": not isinstance(self.copies, int) or self.copies < 0,
        }
        for name, is_wrong in wrong.items():
            if is_wrong:
                raise ValueError(f"{name!r} of entry {self.id!r} is {getattr(self, name)!r}")


def each(field: str) -> Callable[[Any], list[Entry]]:
    """Return a function that makes an entry of each value in a list of the deck.

    Args:
        field: Field of the game's model that holds the list. Its values are models with an `id`, and with `copies`
            unless one of each is printed.
    """

    def entries(deck: Any) -> list[Entry]:
        return [
            Entry(value.id, dict(value), (field, index), getattr(value, "copies", 1))
            for index, value in enumerate(getattr(deck, field))
        ]

    return entries


def card_size(card: Size) -> Size:
    """Return the card size of the build: the trim size of cards."""
    return card


@dataclass(frozen=True, slots=True)
class FieldInfo:
    """One field of the values of a kind, for stock faces, which draw fields that they were not made for.

    Attributes:
        name: Key of the field in the deck.
        type: Type of its values: `text`, `rich`, `integer`, `number`, `boolean`, `choice`, `list`, `color`, `picture`,
            `icon`, `reference`, `formula`, or a type of the game's own.
        item: Type of the items of a list; `effects` for `rich` text that follows from effects; empty for other types.
        printed: Whether a face shows it in words or digits.
    """

    name: str
    title: LocalizedText | str
    type: str
    item: str = ""
    printed: bool = True


@dataclass(frozen=True, slots=True)
class Document:
    """Flowing text on whole pages, such as the rules.

    Attributes:
        name: Name for `--only`; also the key of its title in the game's strings.
        text: Markdown template in the game's template folder; `{lang}` stands for the language. Where the template of a
            language such as `pt-BR` is missing, that of `pt` is used, or else the English one, with a warning.
        page: Template of one page; its `card:column` boxes are filled in order. By default that of the common templates.
        title: Name of the document for people; empty takes it from the fixed strings.
        printed_on: What it is printed on, one of `PAPERS`; empty does not say.
        enlarged: How much its pages are enlarged in large print. By default, figures that were made for half the width of
            the paper still fit, and 6 pt become 12.
    """

    name: str
    text: str
    page: str = "page.svg.j2"
    title: LocalizedText | str = ""
    printed_on: str = ""
    enlarged: float = 2.0


@dataclass(frozen=True, slots=True)
class PieceKind:
    """A kind of piece: cards, counters, a board.

    Attributes:
        name: Name for `--only`; also the key of its title in the game's strings.
        entries: Function from the deck (the game's model) to the values that become pieces of this kind.
        face: Template of the face, in the game's template folder.
        back: Template of the back, which sees the same `card`; None leaves the back blank.
        size: Function from the card size of the build to the trim size; by default the card size itself.
        bleed: Distance that ink runs past the trim, mm.
        gutter: Gap between two pieces on a sheet, mm; 0 lets neighbours share their cuts.
        tiled: Whether a piece that is larger than a sheet is spread over several sheets, to be glued together.
        plan: Function from the card size to the geometry that the templates see as `card.plan`.
        seams: Function from the card size to the places, x and y in mm, at which a tiled piece may be cut without harm
            to what is drawn; None has it cut evenly.
        outline: What is cut out of the trim: `RECTANGLE`, `ROUND`, `HEXAGON`, or an `Outline` of any other form.
        endwise: Whether the pieces are turned over top to bottom, not like the page of a book, to see the back upright.
        role: What the pieces are in the game, one of `ROLES`, or a word of the game's own. Exports and printing
            instructions depend on it, and treat an unknown word as a tile.
        fold: How the pieces are folded over, face and back on one side of the paper; None does not fold them.
        sheet_group: Kinds with the same name here share sheets if their pieces are equally large and have the same
            gutter, or if all are cut along their outlines; those with backs only if that saves a sheet. An empty name
            gives the kind its own sheets.
        duplex: `one-sided` prints the pieces without their backs, which exports still have; `two-sided` warns where a
            build prints no backs; `any` goes by the build.
        title: Name of the kind for people; empty takes it from the fixed strings.
        fields: Fields of its values that a stock face lists, in order; templates see them as `fields`.
        printed_on: What the pieces are printed on, one of `PAPERS`; empty does not say.
        cut: How their sheets are cut; empty goes by the outlines of the pieces.
        made: Net or parts that the pieces are made of; None for flat pieces. The pieces of `BasesOf` and `HubOf` follow
            from those of other kinds, so `entries` is not called.
        variants: What is different for some of the values; None if all pieces are alike.
        copies_for: Function from a value as templates see it, the copies it states, and the number of players to the
            number of copies that they need; None prints the same for any number of players.
        place: Place on the table of a virtual tabletop: of the deck for cards, of each piece for others; None leaves it
            open.
        safe: Distance from the cut within which nothing but ground should be drawn, mm; None goes by the build.
        large_print: Document of the same name that stands in for the pieces in large print, and sees their values as
            `cards`; None enlarges the pieces.

    Raises:
        ValueError: Two of the settings contradict each other.
    """

    name: str
    entries: Callable[[Any], Sequence[Entry]]
    face: str
    back: str | None = None
    size: Callable[[Size], Size] = card_size
    bleed: Mm = 3.0
    gutter: Mm = 0.0
    tiled: bool = False
    plan: Callable[[Size], object] | None = None
    seams: Callable[[Size], tuple[Sequence[Mm], Sequence[Mm]]] | None = None
    outline: Outline = RECTANGLE
    endwise: bool = False
    role: str = CARD
    fold: Fold | None = None
    sheet_group: str = ""
    duplex: Duplex = "any"
    title: LocalizedText | str = ""
    fields: tuple[FieldInfo, ...] = ()
    printed_on: str = ""
    cut: Cut = ""
    made: Made | None = None
    holes: tuple[Hole, ...] = ()
    variants: PieceVariants | None = None
    copies_for: Callable[[Mapping[str, Any], int, int], int] | None = None
    place: Place | None = None
    safe: Mm | None = None
    large_print: Document | None = None

    def __post_init__(self) -> None:
        shaped = self.outline != RECTANGLE
        clashes = {
            "is tiled, so it cannot be folded": self.tiled and self.fold is not None,
            "is tiled, so it cannot share sheets": self.tiled and bool(self.sheet_group),
            "is two-sided, but has no template of a back": self.duplex == "two-sided" and self.back is None,
            "is folded, so its back is on the side of its face and it cannot be two-sided": (
                self.fold is not None and self.duplex == "two-sided"
            ),
            "has a shape of its own, so straight cuts cannot free its pieces": self.cut == "straight" and shaped,
            "is made of a net or of parts, so it is neither folded nor tiled": (
                self.made is not None and (self.fold is not None or self.tiled)
            ),
            "is made of a net, so it has no shape of its own": isinstance(self.made, DieNet | BoxNet) and shaped,
        }
        for clash, is_so in clashes.items():
            if is_so:
                raise ValueError(f"kind of piece '{self.name}' {clash}")

    def called(self, piece: str) -> str:
        """Return what messages call a piece: one of `cards` is a card, and the kind of another one has its own name."""
        noun = self.role if self.name == f"{self.role}s" else self.name
        return f"{noun} '{piece}'"


Component = PieceKind | Document


def is_card(component: Component) -> bool:
    """Return whether the pieces of a component are cards, by their role in the game."""
    return isinstance(component, PieceKind) and component.role == CARD and not component.tiled
