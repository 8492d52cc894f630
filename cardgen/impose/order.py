"""Order the pages of a file: pages 1 and 2 are read and not printed, then come the sheets.

If both sides of the paper are printed, each sheet has an odd page and the even page after it. Every recto has a verso, at
least a blank one, so that a person can print all odd pages, turn the stack, and print all even ones. Even pages that are
printed in a second pass may be in reverse order, or in a separate file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from cardgen.impose.layout import Layout
from cardgen.model.sheet import Sheet
from cardgen.records import dataclass

UNPRINTED = 2
"""Number of pages before the first sheet: printing instructions and contents."""

FileName = Literal["", "fronts", "backs"]


@dataclass(frozen=True, slots=True)
class Leaf:
    """One printed page: a side of a sheet.

    Attributes:
        sheet: Place of the sheet among all sheets, from 0.
    """

    sheet: int
    is_verso: bool = False


@dataclass(frozen=True, slots=True)
class PrintFile:
    """One file to be printed.

    Attributes:
        name: Ending of the file's name, which distinguishes it from the other one; empty if it is the only one.
        first: Number of the first printed page, from 1.
    """

    name: FileName
    leaves: tuple[Leaf, ...]
    first: int

    @property
    def last(self) -> int:
        """Number of the last page, from 1."""
        return self.first + len(self.leaves) - 1


@dataclass(frozen=True, slots=True)
class SheetPages:
    """The pages of a sheet in its file.

    Attributes:
        recto: Number of the page of its recto, from 1.
        verso: Number of the page of its verso, from 1; None if the other side is not printed.
    """

    recto: int
    verso: int | None


def order_files(count: int, layout: Layout) -> tuple[PrintFile, ...]:
    """Arrange the pages of sheets into files.

    Returns:
        The only file, or one of fronts and one of backs.
    """
    rectos = tuple(Leaf(sheet) for sheet in range(count))
    if not layout.two_sided:
        return (PrintFile("", rectos, UNPRINTED + 1),)
    versos = tuple(Leaf(sheet, True) for sheet in range(count))
    if layout.by_hand and layout.evens == "reversed":
        versos = versos[::-1]
    if layout.split:
        return PrintFile("fronts", rectos, UNPRINTED + 1), PrintFile("backs", versos, 1)
    pairs = tuple(leaf for pair in zip(rectos, versos, strict=True) for leaf in pair)
    return (PrintFile("", pairs, UNPRINTED + 1),)


def page_numbers(sheets: Sequence[Sheet], layout: Layout) -> list[SheetPages]:
    """Return the pages of each sheet: sheet k (from 1) has its recto on page 2k+1 and its verso on page 2k+2.

    If one side is printed, sheet k is on page k+2. With even pages in reverse order, its verso is where that of its
    counterpart would be. With two files, each file has its own numbers.
    """
    numbers = {
        leaf: file.first + at for file in order_files(len(sheets), layout) for at, leaf in enumerate(file.leaves)
    }
    return [SheetPages(numbers[Leaf(k)], numbers.get(Leaf(k, True))) for k in range(len(sheets))]


def odd_pages(sheets: Sequence[Sheet], layout: Layout) -> str:
    """Return the pages of the rectos, which are printed first, for people: `3, 5, 7, ... 21`."""
    return shorten_page_list([pages.recto for pages in page_numbers(sheets, layout)])


def even_pages(sheets: Sequence[Sheet], layout: Layout) -> str:
    """Return the pages of the versos in the order in which they are printed on the turned stack: `4, 6, 8, ... 22`."""
    pages = sorted(pages.verso for pages in page_numbers(sheets, layout) if pages.verso)
    turned = layout.evens == "reversed" and not layout.by_hand  # otherwise the file already has them in that order
    return shorten_page_list(pages[::-1] if turned else pages)


def shorten_page_list(pages: Sequence[int]) -> str:
    """Return page numbers as text: up to five in full, otherwise the first three and the last."""
    if len(pages) <= 5:
        return ", ".join(map(str, pages))
    return f"{', '.join(map(str, pages[:3]))}, ... {pages[-1]}"
