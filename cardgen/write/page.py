"""What a PDF file consists of, for those who state it: its pages, and what is said of it as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import NamedTuple

from cardgen.geometry.units import Size
from cardgen.model.adjustment import NO_ADJUSTMENT, Adjustment
from cardgen.model.drawing import Drawing
from cardgen.model.sheet import FlipEdge, Side
from cardgen.records import dataclass
from cardgen.report.visible import visible_line


@dataclass(frozen=True, slots=True)
class Page:
    """One page of a file.

    Attributes:
        side: The side of a sheet; None for a blank page.
        paper: Size of the page as it is read.
        bookmark: Title of its bookmark; None for no bookmark.
    """

    side: Side | None
    paper: Size
    bookmark: str | None = None
    adjustment: Adjustment = NO_ADJUSTMENT


class ShownPiece(NamedTuple):
    """What a screen reader says of one side of a piece.

    Attributes:
        words: All that is on it, where it is first shown; empty for the name alone.
        is_back: Whether it is a back, which is told once a page.
    """

    name: str
    words: str = ""
    is_back: bool = False


@dataclass(frozen=True, slots=True)
class DocumentInfo:
    """The metadata of a file, and its preferences for the print dialog.

    Attributes:
        language: Language code of the text, such as `en`; without one the file has no tags for screen readers.
        label_font: Key of the font for labels in margins; "" for the first key in alphabetical order.
        first_printed: Number of the first page to print, from 1; greater than the number of pages if none is.
        flip: The edge on which a duplex printer turns the paper; None to print on one side.
        pieces: What is read out for the drawings of pieces; for others, what is written on them.
    """

    title: str
    author: str
    subject: str
    language: str
    label_font: str = ""
    first_printed: int = 1
    flip: FlipEdge | None = "long"
    pieces: Mapping[Drawing, ShownPiece] = field(default_factory=dict, compare=False, repr=False)

    def __post_init__(self) -> None:
        for name in ("title", "author", "subject"):
            object.__setattr__(self, name, visible_line(getattr(self, name)))
