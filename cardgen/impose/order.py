"""The page convention: pages 1 and 2 are read and not printed, then come the sheets.

Of paper that is printed on both sides each sheet has an odd page and the even one after. As the number of pages is
even and every recto has a verso, be it a blank one, one can print all odd pages, turn the stack and print all even
ones. Where the even pages are printed by hand, they may stand in reverse order, or in a file of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from cardgen.impose.layout import Layout
from cardgen.model.sheet import Sheet

UNPRINTED = 2
"""Pages in front of the first sheet: printing instructions and contents."""

FileName = Literal["", "fronts", "backs"]


@dataclass(frozen=True, slots=True)
class Leaf:
    """One printed page: a side of a sheet, sheets counted from 0."""

    sheet: int
    is_verso: bool = False


@dataclass(frozen=True, slots=True)
class PrintFile:
    """One file to be printed.

    Attributes:
        name: What tells it from the other one; nothing if it is the only one.
        leaves: Its printed pages, in order.
        first: The number of the first of them, pages counted from 1.
    """

    name: FileName
    leaves: tuple[Leaf, ...]
    first: int

    @property
    def last(self) -> int:
        """The number of its last page."""
        return self.first + len(self.leaves) - 1


@dataclass(frozen=True, slots=True)
class SheetPages:
    """Where a sheet is in its file, pages counted from 1; `verso` is None if the other side is not printed."""

    recto: int
    verso: int | None


def files_of(count: int, layout: Layout) -> tuple[PrintFile, ...]:
    """The files that so many sheets make, and the order of their pages."""
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
    """Number the pages of the sheets: sheet k (from 1) has its recto on page 2k+1, its verso on page 2k+2.

    Printed on one side it is on page k+2; with even pages in reverse order its verso is where that of its counterpart
    would be; with two files each has its own numbers.
    """
    numbers = {leaf: file.first + at for file in files_of(len(sheets), layout) for at, leaf in enumerate(file.leaves)}
    return [SheetPages(numbers[Leaf(k)], numbers.get(Leaf(k, True))) for k in range(len(sheets))]


def odd_pages(sheets: Sequence[Sheet], layout: Layout) -> str:
    """The rectos, to be printed first, for people: `3, 5, 7, ... 21`."""
    return listed([pages.recto for pages in page_numbers(sheets, layout)])


def even_pages(sheets: Sequence[Sheet], layout: Layout) -> str:
    """The versos in the order in which they are printed on the turned stack, for people: `4, 6, 8, ... 22`."""
    pages = sorted(pages.verso for pages in page_numbers(sheets, layout) if pages.verso)
    turned = layout.evens == "reversed" and not layout.by_hand  # else the file has them in that order
    return listed(pages[::-1] if turned else pages)


def listed(pages: Sequence[int]) -> str:
    """All of up to five numbers; of more, the first three and the last."""
    if len(pages) <= 5:
        return ", ".join(map(str, pages))
    return f"{', '.join(map(str, pages[:3]))}, ... {pages[-1]}"
