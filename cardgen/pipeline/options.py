"""The options of a build and of an export as the user gives them, before anything is looked up or resolved.

Each option is declared once, here; the command line names the same fields, and `print_settings.resolve` turns the texts
into numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cardgen.impose.layout import Duplex, Evens, Marks

Ink = Literal["full", "low", "grey"]


@dataclass(frozen=True, kw_only=True)
class DeckOptions:
    """What is drawn of a deck.

    Attributes:
        card: Card size by name (`poker`) or measure (`63x88mm`); empty for the size that the game or the target sets.
        language: Code of a language of the game, such as `en`; empty for the first one.
        only: Names of the components to draw; empty for all of them.
        strict: Whether warnings count as errors.
    """

    card: str = ""
    language: str = ""
    only: tuple[str, ...] = ()
    strict: bool = False


@dataclass(frozen=True, kw_only=True)
class LayoutOptions:
    """How pieces are placed on paper; an empty value leaves the choice to the presets, the printer and the game.

    Attributes:
        paper: Paper by name (`a4`, `letter`) or measure (`210x297mm`).
        margins: Margins of the paper, as `impose.layout.read_margins` reads them.
        gap: Gap between neighbouring pieces, as a length (`6mm`); `0` lets them share a cut.
        bleed: How far ink runs past the trim, as a length.
        corners: Radius of rounded corners, as a length.
        marks: How cuts are shown.
        duplex: How backs are placed behind faces.
        evens: Order in which the even pages are printed in a pass of their own.
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
    """Everything that a build can be told; the defaults make a PDF for a home printer with A4 paper.

    Attributes:
        printer: Name of a printer profile that the pages are adjusted to; empty for none.
        ink: `full`; `low`, outlines in place of fills; or `grey`.
        cut_files: Formats of the files for a cutting plotter, `svg` or `dxf`; empty for no such file.
        changed: Whether to print only what is not on paper yet, or looks different there.
    """

    printer: str = ""
    ink: Ink = "full"
    cut_files: tuple[str, ...] = ()
    changed: bool = False


@dataclass(frozen=True, kw_only=True)
class ExportOptions(DeckOptions):
    """Everything that an export can be told.

    Attributes:
        paper: Paper that documents are laid out for, by name (`a4`, `letter`) or measure (`210x297mm`).
        url: Web address of the folder to which the files will be uploaded, for targets whose files name each other;
            empty for the folder that they are written to.
    """

    paper: str = "a4"
    url: str = ""
