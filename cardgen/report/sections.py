"""Model of a report for people: sections of notes, findings, tables, plots and pictures of cards.

A report is built once and printed by `terminal.py` and `html.py`. Plots and pictures are for the page alone: what they say
in numbers stands in a table beside them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Tone = Literal["", "good", "bad", "open", "info"]
"""How good something is: `open` is not decided yet, `info` is neither good nor bad but worth reading."""
Printer = Literal["", "page", "terminal"]
"""The only printer that shows a part; empty for both."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table that is more than a text.

    Attributes:
        tone: How good it is.
        short: Text for the terminal; empty for the same.
        bar: Length of a bar behind the text on the page, 0 to 1; None for no bar.
        heat: Colour of the cell on the page, -1 to 1, such as for lost to won; None for none.
        detail: Second line on the page.
    """

    text: str
    tone: Tone = ""
    short: str = ""
    bar: float | None = None
    heat: float | None = None
    detail: str = ""


CellContent: TypeAlias = str | Cell | tuple[Cell, ...]
"""A text, a cell, or several cells below each other."""


@dataclass(frozen=True, slots=True)
class ReportColumn:
    """A column of a table.

    Attributes:
        title: Its title; may be empty.
        is_text: Whether it is aligned on the left and may be broken; numbers are not.
        only: The only printer that shows it.
    """

    title: str
    is_text: bool = False
    only: Printer = ""


Head: TypeAlias = Sequence[ReportColumn | str]
"""Columns of a table; a plain text is the title of a column of numbers, and the first column is text."""
Row: TypeAlias = Sequence[CellContent]
"""The cells of a row; the first one is its title."""


@dataclass(frozen=True, slots=True)
class DataTable:
    """A table.

    Attributes:
        rows: The rows, each with a cell for each column.
        is_grid: Whether each cell belongs to its row and its column alike, so that a phone keeps the grid.
        only: The only printer that shows it.
    """

    columns: Head
    rows: Sequence[Row]
    is_grid: bool = False
    only: Printer = ""

    @property
    def head(self) -> list[ReportColumn]:
        """The columns, each with its properties."""
        return [
            one if isinstance(one, ReportColumn) else ReportColumn(one, is_text=at == 0)
            for at, one in enumerate(self.columns)
        ]


@dataclass(frozen=True, slots=True)
class Remark:
    """A paragraph that explains.

    Attributes:
        tone: How good it is.
        only: The only printer that shows it.
    """

    text: str
    tone: Tone = ""
    only: Printer = ""


@dataclass(frozen=True, slots=True)
class KeyPoint:
    """A sentence that a reader should see first.

    Attributes:
        tone: How good it is.
        card: Key of the picture of the card that it is about; empty for none.
    """

    text: str
    tone: Tone = "info"
    card: str = ""


@dataclass(frozen=True, slots=True)
class KeyPoints:
    """Findings, the most important first.

    Attributes:
        items: The findings; none is said in words.
        style: How the terminal prints them: as a list with signs, as sentences in bold, or as plain lines.
    """

    items: Sequence[KeyPoint]
    style: Literal["signs", "bold", "lines"] = "signs"


@dataclass(frozen=True, slots=True)
class IntervalRow:
    """An estimate with its interval, on the axis of a plot.

    Attributes:
        name: What was estimated.
        ends: Low end, estimate and high end.
        text: The same in words.
        is_strong: Whether to draw it in full colour.
        band: Range to shade in this row alone; None for none.
        mark: Value to mark in this row, such as a target; None for none.
        before: An older interval to draw in grey; None for none.
    """

    name: str
    ends: tuple[float, float, float]
    text: str
    is_strong: bool = True
    band: tuple[float, float] | None = None
    mark: float | None = None
    before: tuple[float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class Intervals:
    """A plot of intervals below each other, on one axis.

    Attributes:
        rows: The rows, from the top.
        low, high: Ends of the axis; what lies beyond ends at its edge.
        ticks: Values and words of the axis.
        band: Range to shade in all rows; None for none.
    """

    rows: Sequence[IntervalRow]
    low: float
    high: float
    ticks: Sequence[tuple[float, str]]
    band: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Columns:
    """Bars beside each other, such as a histogram; each may consist of parts.

    Attributes:
        label: What is counted.
        names: Name of each bar, from the left.
        series: Name and numbers of each part, from the bottom; a single one needs no name.
        mark: Place of a line across in bars from the left edge of the first, and what it says; None for none.
    """

    label: str
    names: Sequence[str]
    series: Sequence[tuple[str, Sequence[int]]]
    mark: tuple[float, str] | None = None


@dataclass(frozen=True, slots=True)
class Bars:
    """Bars below each other.

    Attributes:
        label: What is counted.
        rows: Name, number, words and tone of each, from the top.
    """

    label: str
    rows: Sequence[tuple[str, float, str, Tone]]


@dataclass(frozen=True, slots=True)
class CardPicture:
    """The printed face of a card with what is said of it.

    Attributes:
        key: Its key in the pictures of the report, such as `suns/cards/dawn`.
        tone: How good it is.
        before: Key of the picture of an older version, shown beside it; empty for none.
    """

    key: str
    name: str
    lines: Sequence[str] = ()
    tone: Tone = ""
    before: str = ""


@dataclass(frozen=True, slots=True)
class Cards:
    """Pictures of cards beside each other; those without a picture are left out."""

    cards: Sequence[CardPicture]


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with what belongs to it; a printer that shows no part of it shows no heading.

    Attributes:
        tone: How good it is.
        told: Words behind the heading on the page.
        is_grid: Whether the page shows its parts beside each other where there is room.
    """

    title: str
    parts: Sequence[Part]
    tone: Tone = ""
    told: str = ""
    is_grid: bool = False
    only: Printer = ""


Part: TypeAlias = Section | Remark | KeyPoints | DataTable | Intervals | Columns | Bars | Cards


@dataclass(frozen=True, slots=True)
class ReportDocument:
    """A report.

    Attributes:
        pictures: Faces of cards as `data:` addresses, by their keys.
    """

    title: str
    parts: Sequence[Part]
    pictures: Mapping[str, str] = field(default_factory=dict)


def ticks(low: float, high: float, count: int = 5) -> list[float]:
    """Return values at equal distances from one end of an axis to the other."""
    return [low + (high - low) * step / (count - 1) for step in range(count)]
