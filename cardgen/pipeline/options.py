"""Define the options of a build and of an export as the user gives them, before anything is resolved.

Each option is declared once, here: its type and default in a class, its help and flag in `OPTIONS`. The command line and the
reference of commands follow; `print_settings.resolve` turns the texts into numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields
from functools import cache
from typing import Literal, get_args, get_origin, get_type_hints

from cardgen.impose.layout import Duplex, Evens, Marks
from cardgen.records import dataclass

Ink = Literal["full", "low", "grey"]

ShownSide = Literal["face", "back", "both"]

Group = Literal["deck", "layout", "files", "export", "picture", "check"]
"""What an option is about: how a deck is drawn, how pieces are placed on paper, which files are written, and so on."""


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """How an option is typed and explained.

    Attributes:
        group: What it is about.
        help: What it does, for people.
        metavar: What stands for its value in help; empty for a switch.
        told: Its default in words, where that is not the default of its field; empty for none.
        flag: Its flag; empty for `--` and the name of its field.
        is_repeated: Whether several values are given by several flags, and not with commas between them.
        least, most: Range of a number; None for no limit.
        label: What the print panel of the preview calls it; empty for an option that is not there.
        words: What the panel calls each value, for a closed list; the value "" leaves the choice open.
        hint: Example of a value, in the panel.
        is_rare: Whether the panel has it among further options.
    """

    group: Group
    help: str
    metavar: str = ""
    told: str = ""
    flag: str = ""
    is_repeated: bool = False
    least: int | None = None
    most: int | None = None
    label: str = ""
    words: Mapping[str, str] = field(default_factory=dict)
    hint: str = ""
    is_rare: bool = False


@cache
def _closed_lists(kind: type) -> Mapping[str, tuple[str, ...]]:
    """Return the fields of a class of options that hold one word of a closed list, with these words."""
    found = {}
    for name, annotation in get_type_hints(kind).items():
        for part in (annotation, *get_args(annotation)):  # an optional list is a union
            if get_origin(part) is Literal:
                found[name] = get_args(part)
    return found


class _Options:
    """Base class that checks values at run time, for programs without a type checker."""

    def __post_init__(self) -> None:
        """Check fields with a closed list of values, and those that hold several names.

        Raises:
            ValueError: A value is not in the list, or a number is out of range.
            TypeError: A single string is passed in place of a tuple of names.
        """
        for name, words in _closed_lists(self.__class__).items():  # type: ignore[arg-type]  # a class is hashable
            value = getattr(self, name)
            if value is not None and value not in words:
                raise ValueError(f"{name} is {value!r}, expected one of: {', '.join(words)}")
        for stated in fields(self):  # type: ignore[arg-type]  # subclasses are dataclasses
            value, info = getattr(self, stated.name), OPTIONS.get(stated.name)
            if stated.default == () and isinstance(value, str):
                raise TypeError(f"{stated.name} is a string, expected a tuple of names such as ({value!r},)")
            if info and info.most is not None and not (info.least or 0) <= value <= info.most:
                raise ValueError(f"{stated.name} is {value!r}, expected {info.least or 0} to {info.most}")


@dataclass(frozen=True, kw_only=True)
class DeckOptions(_Options):
    """The options of drawing a deck: which components, how large, in which language.

    Attributes:
        card: Card size by name (`poker`) or measure (`63x88mm`); empty for the size that the game or the target sets.
        language: Code of a language of the game, such as `en`; empty for the first one.
        only: Names of the components to draw; empty for all of them.
        strict: Whether warnings count as errors.
        draft: Whether to draw an unfinished deck: placeholders stand for what is missing, breaches of the game's rules are
            warnings, and each face has a small mark.
        look: Name of the look of the stock faces; empty for that of the deck.
        palette: Name of the palette; empty for that of the deck.
        players: Number of players for which pieces are printed; 0 prints everything.
        columns: Columns of lists that give fields, each as `FIELD=HEADING`.
        images: Folders below that of the deck in which pictures are looked for too.
    """

    card: str = ""
    language: str = ""
    only: tuple[str, ...] = ()
    strict: bool = False
    draft: bool = False
    look: str = ""
    palette: str = ""
    players: int = 0
    columns: tuple[str, ...] = ()
    images: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class LayoutOptions(_Options):
    """The options of placing pieces on paper; an empty value leaves the choice to the presets, the printer and the game.

    Attributes:
        paper: Paper by name (`a4`, `letter`) or measure (`210x297mm`).
        margins: Margins of the paper as lengths with commas between them: one for all sides; two for top and bottom, left
            and right; or four, clockwise from the top.
        gap: Gap between neighbouring pieces, as a length (`6mm`); `0` lets them share a cut.
        bleed: How far ink runs past the trim, as a length.
        corners: Radius of rounded corners, as a length.
        marks: How cuts are shown: `crop` marks at the edges of the sheet, `lines` around each piece, or `none`.
        duplex: How backs get behind faces: the printer turns the paper over its `long-edge` or `short-edge`, a person
            turns the stack (`manual`), backs lie beside their faces (`fold`), or there are none (`none`).
        evens: Order of the even pages in a pass of their own, `normal` or `reversed`.
        split: Whether fronts and backs go into two files.
        plotter: Name of the cutting plotter whose registration marks are printed.
    """

    paper: str = "a4"
    margins: str = ""
    gap: str = ""
    bleed: str = ""
    corners: str = ""
    marks: Marks = "crop"
    duplex: Duplex | None = None
    evens: Evens | None = None
    split: bool = False
    plotter: str = ""


@dataclass(frozen=True, kw_only=True)
class BuildOptions(DeckOptions, LayoutOptions):
    """All options of a build; the defaults make a PDF for a home printer with A4 paper.

    Attributes:
        printer: Name of a printer profile that the pages are adjusted to; empty for none.
        ink: `full`; `low`, outlines in place of fills; or `grey`.
        cut_files: Formats of the files for a cutting plotter, `svg` or `dxf`; empty for no such file.
        changed: Whether to print only what is not on paper yet, or looks different there.
        large_print: Whether to enlarge everything until all text has at least 12 points.
    """

    printer: str = ""
    ink: Ink = "full"
    cut_files: tuple[str, ...] = ()
    changed: bool = False
    large_print: bool = False


@dataclass(frozen=True, kw_only=True)
class CheckOptions(BuildOptions):
    """All options of a check: those of the build that is checked, and what is checked besides.

    Attributes:
        no_trial: Whether to play no random games by rules that are data.
    """

    no_trial: bool = False


@dataclass(frozen=True, kw_only=True)
class ExportOptions(DeckOptions):
    """All options of an export.

    Attributes:
        paper: Paper that documents are laid out for, by name (`a4`, `letter`) or measure (`210x297mm`).
        url: Web address of the folder to which the files will be uploaded, for targets whose files name each other;
            empty for the folder that they are written to.
    """

    paper: str = "a4"
    url: str = ""


@dataclass(frozen=True, kw_only=True)
class ShowOptions(DeckOptions):
    """All options of the picture of one piece.

    Attributes:
        side: `face`, `back`, or `both` beside each other.
        dpi: Pixels per inch, 10 to 2400.
    """

    side: ShownSide = "face"
    dpi: int = 300


OPTIONS: Mapping[str, OptionInfo] = {
    "paper": OptionInfo(
        "layout",
        "Paper: a4, letter, a3, legal, any WIDTHxHEIGHT such as 210x297mm (see cardgen sizes), or a sheet of labels or "
        "perforated cards by its product name, such as avery-8371.",
        metavar="SIZE",
        label="Paper",
    ),
    "card": OptionInfo(
        "deck",
        "Card size: poker, tarot, or any WIDTHxHEIGHT such as 40x53mm (see cardgen sizes).",
        metavar="SIZE",
        told="the game's",
        label="Card size",
    ),
    "language": OptionInfo(
        "deck",
        "Language of the deck, such as en or pt.",
        metavar="CODE",
        told="the game's first",
        flag="--lang",
        label="Language",
    ),
    "look": OptionInfo(
        "deck",
        "Look of the stock faces, such as classic or full-art. An unknown name lists them all.",
        metavar="NAME",
        told="the deck's",
    ),
    "palette": OptionInfo(
        "deck",
        "Palette, such as harbour. An unknown name lists them all.",
        metavar="NAME",
        told="the deck's",
    ),
    "only": OptionInfo(
        "deck",
        "Use only these components of the game, separated by commas. An unknown name lists them all.",
        metavar="NAMES",
    ),
    "players": OptionInfo(
        "deck",
        "Print only what this number of players need, in games that state it.",
        metavar="NUMBER",
        told="everything",
        least=0,
        label="For how many players",
        hint="all",
        is_rare=True,
    ),
    "columns": OptionInfo(
        "deck",
        "Take a field from the column of this heading, such as name=Type; may be given several times.",
        metavar="FIELD=HEADING",
        flag="--column",
        is_repeated=True,
    ),
    "images": OptionInfo(
        "deck",
        "Look for pictures in this folder too, below that of the deck; may be given several times.",
        metavar="FOLDER",
        is_repeated=True,
    ),
    "printer": OptionInfo(
        "layout",
        "Adjust the pages to this printer, which cardgen printer add has stored.",
        metavar="NAME",
        label="Adjusted for",
    ),
    "changed": OptionInfo(
        "files",
        "Print only what looks different from the last print, or is needed in more copies, to "
        "DECK-changed.pdf. cardgen printed records what was printed.",
    ),
    "duplex": OptionInfo(
        "layout",
        "How backs get behind faces: long-edge or short-edge (the printer turns the paper over that "
        "edge), manual (you turn the stack), fold (backs beside their faces, to fold and glue) or "
        "none.",
        metavar="MODE",
        told="long-edge, or that of --printer",
        label="Sides",
        words={
            "": "usual for the deck",
            "long-edge": "both, flip on the long edge",
            "short-edge": "both, flip on the short edge",
            "manual": "both, turned by hand",
            "fold": "backs beside faces, to fold",
            "none": "faces only",
        },
    ),
    "evens": OptionInfo(
        "layout",
        "Order of the even pages when they are printed in a second pass: normal, or reversed for a "
        "printer that stacks its sheets face up.",
        metavar="ORDER",
        told="normal, or that of --printer",
        label="Even pages",
        words={"": "usual for the printer", "normal": "in order", "reversed": "in reverse order"},
    ),
    "split": OptionInfo(
        "files",
        "Write fronts and backs to two files, DECK-fronts.pdf and DECK-backs.pdf.",
    ),
    "margins": OptionInfo(
        "layout",
        "Margins of the paper: one length (5mm) for all sides; two (10mm,5mm) for top and bottom, "
        "left and right; or four, clockwise from the top.",
        metavar="LENGTHS",
        told="5mm",
        label="Margins",
        hint="10mm, or 8mm,12mm",
        is_rare=True,
    ),
    "gap": OptionInfo(
        "layout",
        "Gap between pieces, such as 6mm. 0 lets neighbours share a cut.",
        metavar="LENGTH",
        told="the game's",
        label="Gap between pieces",
        hint="2mm",
        is_rare=True,
    ),
    "bleed": OptionInfo(
        "layout",
        "How far artwork is printed past the cut, such as 3mm.",
        metavar="LENGTH",
        told="the game's",
        label="Bleed",
        hint="3mm",
        is_rare=True,
    ),
    "marks": OptionInfo(
        "layout",
        "How to show the cuts: crop (marks at the edges of the sheet), lines (around each piece) or none.",
        metavar="KIND",
        label="Cuts",
        words={"crop": "marks at the edges", "lines": "lines around pieces", "none": "nothing"},
    ),
    "corners": OptionInfo(
        "layout",
        "Round the corners to this radius, such as 3mm, and show the curve.",
        metavar="LENGTH",
        told="0, sharp corners",
        label="Rounded corners",
        hint="3mm",
        is_rare=True,
    ),
    "plotter": OptionInfo(
        "layout",
        "Print the registration marks of a cutting plotter and keep pieces clear of them: "
        "silhouette, scm (shorter marks, more room) or a plotter from sizes.yaml.",
        metavar="NAME",
        label="Cutting plotter",
        is_rare=True,
    ),
    "cut_files": OptionInfo(
        "files",
        "Write the outlines to cut to DECK-cut-KIND files as well: svg, dxf or svg,dxf. Lengths are in mm.",
        metavar="FORMATS",
        flag="--cut-file",
    ),
    "ink": OptionInfo(
        "layout",
        "Ink: full, low (outlines in place of filled areas, about a third of the ink) or grey (no colours).",
        metavar="KIND",
        label="Ink",
        words={"full": "as designed", "low": "low: outlines instead of areas", "grey": "grey"},
    ),
    "large_print": OptionInfo(
        "layout",
        "Enlarge cards, boards and rules until all of their text has at least 12 points.",
        label="Large print",
        is_rare=True,
    ),
    "url": OptionInfo(
        "export",
        "For tts and reading: web address of the folder to which you will upload the files. Without it the saved "
        "object of tts refers to the files on this computer, which nobody else can load, and there are no QR codes.",
        metavar="ADDRESS",
    ),
    "dpi": OptionInfo(
        "picture",
        "Resolution of the picture, in pixels per inch.",
        metavar="NUMBER",
        least=10,
        most=2400,
    ),
    "draft": OptionInfo(
        "deck",
        "Draw an unfinished deck: placeholders stand for missing pictures and texts, breaches of the "
        "game's rules are warnings, each face has a small mark, and files have -draft in their "
        "names.",
    ),
    "no_trial": OptionInfo(
        "check",
        "Play no random games by the rules of a game.yaml, which find moves that are never legal.",
    ),
    "strict": OptionInfo(
        "deck",
        "Treat warnings as errors.",
    ),
}
"""The options that have a flag, by their fields, in the order in which help lists them."""


def options_of(*groups: Group) -> tuple[str, ...]:
    """Return the fields whose options belong to groups."""
    return tuple(name for name, info in OPTIONS.items() if info.group in groups)


def flag_of(name: str) -> str:
    """Return the flag of an option by its field: `--cut-file` for `cut_files`."""
    return OPTIONS[name].flag or f"--{name.replace('_', '-')}"
