"""Define the options of a build and of an export as the user gives them, before anything is resolved.

Each option is declared once, here: its type, default, help and flag in a field of a class. The command line, the print panel
of the preview and the reference of commands follow; `print_settings.resolve` turns the texts into numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields
from functools import cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from cardgen.impose.layout import Duplex, Evens, Marks
from cardgen.records import dataclass

Ink = Literal["full", "low", "grey"]

ShownSide = Literal["face", "back", "both"]

Group = Literal["deck", "layout", "files", "export", "picture", "check"]
"""What an option is about: how a deck is drawn, how pieces are placed on paper, which files are written, and so on."""


@dataclass(frozen=True, slots=True)
class OptionInfo:
    """What is said of an option, in its help and in the print panel.

    Attributes:
        group: What it is about.
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


def option(default: Any, group: Group, help: str, **told: Any) -> Any:
    """Return a field of a class of options, with what `OptionInfo` says of it."""
    return field(default=default, metadata={"option": OptionInfo(group, help, **told)})


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
    """The options of drawing a deck: which components, how large, in which language."""

    card: str = option(
        "",
        "deck",
        "Card size: poker, tarot, or any WIDTHxHEIGHT such as 40x53mm (see cardgen sizes).",
        metavar="SIZE",
        told="the game's",
        label="Card size",
    )
    language: str = option(
        "",
        "deck",
        "Language of the deck, such as en or pt.",
        metavar="CODE",
        told="the game's first",
        flag="--lang",
        label="Language",
    )
    only: tuple[str, ...] = option(
        (),
        "deck",
        "Use only these components of the game, separated by commas. An unknown name lists them all.",
        metavar="NAMES",
    )
    strict: bool = option(False, "deck", "Treat warnings as errors.")
    draft: bool = option(
        False,
        "deck",
        "Draw an unfinished deck: placeholders stand for missing pictures and texts, breaches of the game's rules are"
        " warnings, each face has a small mark, and files have -draft in their names.",
    )
    look: str = option(
        "",
        "deck",
        "Look of the stock faces, such as classic or full-art. An unknown name lists them all.",
        metavar="NAME",
        told="the deck's",
    )
    palette: str = option(
        "", "deck", "Palette, such as harbour. An unknown name lists them all.", metavar="NAME", told="the deck's"
    )
    players: int = option(
        0,
        "deck",
        "Print only what this number of players need, in games that state it.",
        metavar="NUMBER",
        told="everything",
        least=0,
        label="For how many players",
        hint="all",
        is_rare=True,
    )
    columns: tuple[str, ...] = option(
        (),
        "deck",
        "Take a field from the column of this heading, such as name=Type; may be given several times.",
        metavar="FIELD=HEADING",
        flag="--column",
        is_repeated=True,
    )
    images: tuple[str, ...] = option(
        (),
        "deck",
        "Look for pictures in this folder too, below that of the deck; may be given several times.",
        metavar="FOLDER",
        is_repeated=True,
    )


@dataclass(frozen=True, kw_only=True)
class LayoutOptions(_Options):
    """The options of placing pieces on paper; an empty value leaves the choice to the presets, the printer and the game."""

    paper: str = option(
        "a4",
        "layout",
        "Paper: a4, letter, a3, legal, any WIDTHxHEIGHT such as 210x297mm (see cardgen sizes), or a sheet of labels "
        "or perforated cards by its product name, such as avery-8371.",
        metavar="SIZE",
        label="Paper",
    )
    margins: str = option(
        "",
        "layout",
        "Margins of the paper: one length (5mm) for all sides; two (10mm,5mm) for top and bottom, left and right; or "
        "four, clockwise from the top.",
        metavar="LENGTHS",
        told="5mm",
        label="Margins",
        hint="10mm, or 8mm,12mm",
        is_rare=True,
    )
    gap: str = option(
        "",
        "layout",
        "Gap between pieces, such as 6mm. 0 lets neighbours share a cut.",
        metavar="LENGTH",
        told="the game's",
        label="Gap between pieces",
        hint="2mm",
        is_rare=True,
    )
    bleed: str = option(
        "",
        "layout",
        "How far artwork is printed past the cut, such as 3mm.",
        metavar="LENGTH",
        told="the game's",
        label="Bleed",
        hint="3mm",
        is_rare=True,
    )
    corners: str = option(
        "",
        "layout",
        "Round the corners to this radius, such as 3mm, and show the curve.",
        metavar="LENGTH",
        told="0, sharp corners",
        label="Rounded corners",
        hint="3mm",
        is_rare=True,
    )
    marks: Marks = option(
        "crop",
        "layout",
        "How to show the cuts: crop (marks at the edges of the sheet), lines (around each piece) or none.",
        metavar="KIND",
        label="Cuts",
        words={"crop": "marks at the edges", "lines": "lines around pieces", "none": "nothing"},
    )
    duplex: Duplex | None = option(
        None,
        "layout",
        "How backs get behind faces: long-edge or short-edge (the printer turns the paper over that edge), manual "
        "(you turn the stack), fold (backs beside their faces, to fold and glue) or none.",
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
    )
    evens: Evens | None = option(
        None,
        "layout",
        "Order of the even pages when they are printed in a second pass: normal, or reversed for a printer that "
        "stacks its sheets face up.",
        metavar="ORDER",
        told="normal, or that of --printer",
        label="Even pages",
        words={"": "usual for the printer", "normal": "in order", "reversed": "in reverse order"},
    )
    split: bool = option(False, "files", "Write fronts and backs to two files, DECK-fronts.pdf and DECK-backs.pdf.")
    plotter: str = option(
        "",
        "layout",
        "Print the registration marks of a cutting plotter and keep pieces clear of them: silhouette, scm (shorter "
        "marks, more room) or a plotter from sizes.yaml.",
        metavar="NAME",
        label="Cutting plotter",
        is_rare=True,
    )


@dataclass(frozen=True, kw_only=True)
class BuildOptions(DeckOptions, LayoutOptions):
    """All options of a build; the defaults make a PDF for a home printer with A4 paper."""

    printer: str = option(
        "",
        "layout",
        "Adjust the pages to this printer, which cardgen printer add has stored.",
        metavar="NAME",
        label="Adjusted for",
    )
    ink: Ink = option(
        "full",
        "layout",
        "Ink: full, low (outlines in place of filled areas, about a third of the ink) or grey (no colours).",
        metavar="KIND",
        label="Ink",
        words={"full": "as designed", "low": "low: outlines instead of areas", "grey": "grey"},
    )
    cut_files: tuple[str, ...] = option(
        (),
        "files",
        "Write the outlines to cut to DECK-cut-KIND files as well: svg, dxf or svg,dxf. Lengths are in mm.",
        metavar="FORMATS",
        flag="--cut-file",
    )
    changed: bool = option(
        False,
        "files",
        "Print only what looks different from the last print, or is needed in more copies, to DECK-changed.pdf. "
        "cardgen printed records what was printed.",
    )
    large_print: bool = option(
        False,
        "layout",
        "Enlarge cards, boards and rules until all of their text has at least 12 points.",
        label="Large print",
        is_rare=True,
    )


@dataclass(frozen=True, kw_only=True)
class CheckOptions(BuildOptions):
    """All options of a check: those of the build that is checked, and what is checked besides."""

    no_trial: bool = option(
        False, "check", "Play no random games by the rules of a game.yaml, which find moves that are never legal."
    )


@dataclass(frozen=True, kw_only=True)
class ExportOptions(DeckOptions):
    """All options of an export."""

    paper: str = "a4"  # of documents, as in a build
    url: str = option(
        "",
        "export",
        "For tts and reading: web address of the folder to which you will upload the files. Without it the saved "
        "object of tts refers to the files on this computer, which nobody else can load, and there are no QR codes.",
        metavar="ADDRESS",
    )


@dataclass(frozen=True, kw_only=True)
class ShowOptions(DeckOptions):
    """All options of the picture of one piece."""

    side: ShownSide = "face"  # `show` has two switches for it
    dpi: int = option(
        300, "picture", "Resolution of the picture, in pixels per inch.", metavar="NUMBER", least=10, most=2400
    )


_CLASSES: tuple[type, ...] = (DeckOptions, LayoutOptions, BuildOptions, CheckOptions, ExportOptions, ShowOptions)

OPTIONS: Mapping[str, OptionInfo] = {
    stated.name: stated.metadata["option"] for kind in _CLASSES for stated in fields(kind) if stated.metadata
}
"""The options that have a flag, by their fields, in the order in which help lists them."""


def options_of(*groups: Group) -> tuple[str, ...]:
    """Return the fields whose options belong to groups."""
    return tuple(name for name, info in OPTIONS.items() if info.group in groups)


def flag_of(name: str) -> str:
    """Return the flag of an option by its field: `--cut-file` for `cut_files`."""
    return OPTIONS[name].flag or f"--{name.replace('_', '-')}"
