"""The options and arguments that several commands share, each declared once with its help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from cardgen.pipeline.open.deck_names import NOT_DECKS


def _without_presets(paths: list[Path]) -> list[Path]:
    """Leave out the files beside the decks that are none, which a shell's `decks/*.yaml` also matches."""
    return [path for path in paths if path.name not in NOT_DECKS] or paths


def split_names(text: str) -> tuple[str, ...]:
    """Split a comma-separated list of names."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


Decks = Annotated[
    list[Path],
    typer.Argument(
        metavar="DECK",
        help="Deck files: YAML, or a list of cards (cards.csv, cards.xlsx#sheet, cards.json, cards.md; - is standard input).",
        show_default=False,
        callback=_without_presets,
    ),
]
Out = Annotated[
    Path, typer.Option(metavar="PATH", help="Folder for the PDFs; for a single deck, it may be the PDF itself.")
]
Language = Annotated[
    str,
    typer.Option(
        "--lang",
        metavar="CODE",
        help="Language of the deck, such as en or pt. [default: the game's first]",
        show_default=False,
    ),
]
Look = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="Look of the stock faces, such as classic or full-art. An unknown name lists them all. [default: the deck's]",
        show_default=False,
    ),
]
Palette = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="Palette, such as harbour. An unknown name lists them all. [default: the deck's]",
        show_default=False,
    ),
]
Only = Annotated[
    str,
    typer.Option(
        metavar="NAMES",
        help="Use only these components of the game, separated by commas. An unknown name lists them all.",
        show_default=False,
    ),
]
Players = Annotated[
    int,
    typer.Option(
        metavar="NUMBER",
        min=0,
        help="Print only what this number of players need, in games that state it. [default: everything]",
        show_default=False,
    ),
]
Columns = Annotated[
    list[str],
    typer.Option(
        "--column",
        metavar="FIELD=HEADING",
        help="Take a field from the column of this heading, such as name=Type; may be given several times.",
        show_default=False,
    ),
]
Images = Annotated[
    list[str],
    typer.Option(
        "--images",
        metavar="FOLDER",
        help="Look for pictures in this folder too, below that of the deck; may be given several times.",
        show_default=False,
    ),
]
Draft = Annotated[
    bool,
    typer.Option(
        "--draft",
        help="Draw an unfinished deck: placeholders stand for missing pictures and texts, breaches of the game's rules are "
        "warnings, each face has a small mark, and files have -draft in their names.",
    ),
]
Strict = Annotated[bool, typer.Option("--strict", help="Treat warnings as errors.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")]

Paper = Annotated[
    str,
    typer.Option(
        metavar="SIZE",
        help="Paper: a4, letter, a3, legal, or any WIDTHxHEIGHT such as 210x297mm (see cardgen sizes).",
    ),
]
Card = Annotated[
    str,
    typer.Option(
        metavar="SIZE",
        help="Card size: poker, tarot, or any WIDTHxHEIGHT such as 40x53mm (see cardgen sizes). [default: the game's]",
        show_default=False,
    ),
]
Margins = Annotated[
    str,
    typer.Option(
        metavar="LENGTHS",
        help="Margins of the paper: one length (5mm) for all sides; two (10mm,5mm) for top and bottom, left and right; "
        "or four, clockwise from the top. [default: 5mm]",
        show_default=False,
    ),
]
Gap = Annotated[
    str,
    typer.Option(
        metavar="LENGTH",
        help="Gap between pieces, such as 6mm. 0 lets neighbours share a cut. [default: the game's]",
        show_default=False,
    ),
]
Bleed = Annotated[
    str,
    typer.Option(
        metavar="LENGTH",
        help="How far artwork is printed past the cut, such as 3mm. [default: the game's]",
        show_default=False,
    ),
]
Corners = Annotated[
    str,
    typer.Option(
        metavar="LENGTH",
        help="Round the corners to this radius, such as 3mm, and show the curve. [default: 0, sharp corners]",
        show_default=False,
    ),
]
Marks = Annotated[
    Literal["crop", "lines", "none"],
    typer.Option(
        metavar="KIND",
        help="How to show the cuts: crop (marks at the edges of the sheet), lines (around each piece) or none.",
    ),
]
Duplex = Annotated[
    Literal["long-edge", "short-edge", "manual", "fold", "none"] | None,
    typer.Option(
        metavar="MODE",
        help="How backs get behind faces: long-edge or short-edge (the printer turns the paper over that edge), manual "
        "(you turn the stack), fold (backs beside their faces, to fold and glue) or none. [default: long-edge, or that "
        "of --printer]",
        show_default=False,
    ),
]
Evens = Annotated[
    Literal["normal", "reversed"] | None,
    typer.Option(
        metavar="ORDER",
        help="Order of the even pages when they are printed in a second pass: normal, or reversed for a printer that "
        "stacks its sheets face up. [default: normal, or that of --printer]",
        show_default=False,
    ),
]
Split = Annotated[
    bool, typer.Option("--split", help="Write fronts and backs to two files, DECK-fronts.pdf and DECK-backs.pdf.")
]
Printer = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="Adjust the pages to this printer, which cardgen printer add has stored.",
        show_default=False,
    ),
]
Plotter = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="Print the registration marks of a cutting plotter and keep pieces clear of them: silhouette, scm (shorter "
        "marks, more room) or a plotter from sizes.yaml.",
        show_default=False,
    ),
]
CutFile = Annotated[
    str,
    typer.Option(
        "--cut-file",
        metavar="FORMATS",
        help="Write the outlines to cut to DECK-cut-KIND files as well: svg, dxf or svg,dxf. Lengths are in mm.",
        show_default=False,
    ),
]
Ink = Annotated[
    Literal["full", "low", "grey"],
    typer.Option(
        metavar="KIND",
        help="Ink: full, low (outlines in place of filled areas, about a third of the ink) or grey (no colours).",
    ),
]
Changed = Annotated[
    bool,
    typer.Option(
        "--changed",
        help="Print only what looks different from the last print, or is needed in more copies, to DECK-changed.pdf. "
        "cardgen printed records what was printed.",
    ),
]
Url = Annotated[
    str,
    typer.Option(
        metavar="ADDRESS",
        help="For tts: web address of the folder to which you will upload the files. Without it the saved object "
        "refers to the files on this computer, which nobody else can load.",
        show_default=False,
    ),
]
Dpi = Annotated[
    int, typer.Option(metavar="NUMBER", min=10, max=2400, help="Resolution of the picture, in pixels per inch.")
]
FlipEdge = Annotated[
    Literal["long-edge", "short-edge"],
    typer.Option(
        metavar="EDGE", help="Edge over which the paper is turned: long-edge (like a page of a book) or short-edge."
    ),
]
