"""The page convention: pages 1 and 2 are read and not printed, then each sheet has an odd page and the even one after.

As the number of pages is even and every recto has a verso, be it a blank one, one can print all odd pages, turn the
stack and print all even ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardgen.model.sheet import Sheet

UNPRINTED = 2
"""Pages in front of the first sheet: printing instructions and contents."""


@dataclass(frozen=True, slots=True)
class SheetPages:
    """Where a sheet is in the file, pages counted from 1."""

    recto: int
    verso: int


def page_numbers(sheets: Sequence[Sheet]) -> list[SheetPages]:
    """Number the pages of the sheets: sheet k (from 1) has its recto on page 2k+1, its verso on page 2k+2."""
    rectos = range(UNPRINTED + 1, page_count(sheets), 2)
    return [SheetPages(page, page + 1) for page in rectos]


def page_count(sheets: Sequence[Sheet]) -> int:
    """Pages of the whole file; always even."""
    return UNPRINTED + 2 * len(sheets)


def odd_pages(sheets: Sequence[Sheet]) -> str:
    """The rectos, to be printed first, for people: `3, 5, 7, ... 21`."""
    return _listed([pages.recto for pages in page_numbers(sheets)])


def even_pages(sheets: Sequence[Sheet]) -> str:
    """The versos, to be printed on the turned stack, for people: `4, 6, 8, ... 22`."""
    return _listed([pages.verso for pages in page_numbers(sheets)])


def _listed(pages: Sequence[int]) -> str:
    """All of up to five numbers; of more, the first three and the last."""
    if len(pages) <= 5:
        return ", ".join(map(str, pages))
    return f"{', '.join(map(str, pages[:3]))}, ... {pages[-1]}"
