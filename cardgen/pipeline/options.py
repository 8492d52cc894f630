"""Define the options of a build and of an export as the user gives them, before anything is resolved.

Each option is declared once, here; the command line names the same fields, and `print_settings.resolve` turns the texts
into numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from cardgen.impose.layout import Duplex, Evens, Marks

Ink = Literal["full", "low", "grey"]

ShownSide = Literal["face", "back", "both"]

_CHOICES = {"duplex": Duplex, "evens": Evens, "ink": Ink, "marks": Marks, "side": ShownSide}
_SEVERAL = ("cut_files", "only", "columns", "images")


class _Options:
    """Base class that checks values at run time, for programs without a type checker."""

    def __post_init__(self) -> None:
        """Check fields with a closed list of values, and those that hold several names.

        Raises:
            ValueError: A value is not in the list.
            TypeError: A single string is passed in place of a tuple of names.
        """
        for name, choices in _CHOICES.items():
            value = getattr(self, name, None)
            if value is not None and value not in get_args(choices):
                raise ValueError(f"{name} is {value!r}, expected one of: {', '.join(get_args(choices))}")
        for name in _SEVERAL:
            if isinstance(getattr(self, name, ()), str):
                raise TypeError(f"{name} is a string, expected a tuple of names such as ({getattr(self, name)!r},)")


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
    """

    printer: str = ""
    ink: Ink = "full"
    cut_files: tuple[str, ...] = ()
    changed: bool = False


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

    def __post_init__(self) -> None:
        """Check the values; see `_Options`.

        Raises:
            ValueError: A value is not allowed.
        """
        super().__post_init__()
        if not 10 <= self.dpi <= 2400:
            raise ValueError(f"dpi is {self.dpi!r}, expected 10 to 2400")
