"""Sheets to the pages of a file, each moved as a printer needs it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cardgen.geometry.units import Size
from cardgen.model.adjustment import NO_ADJUSTMENT
from cardgen.model.sheet import Sheet, Side
from cardgen.write.document import Page

if TYPE_CHECKING:
    from cardgen.printer.profiles import PrinterProfile


def make_page(
    side: Side | None, paper: Size, bookmark: str | None, printer: PrinterProfile | None, *, verso: bool = False
) -> Page:
    """One page.

    Args:
        side: What is on it; None is a blank page.
        paper: Its size as it is seen.
        bookmark: Name in the outline; None leaves it out.
        printer: What it is adjusted to; None leaves it as it is.
        verso: Whether it is the even page of its sheet.
    """
    return Page(side, paper, bookmark, printer.adjustment(paper, verso=verso) if printer else NO_ADJUSTMENT)


def make_pages(sheets: Iterable[Sheet], printer: PrinterProfile | None) -> list[Page]:
    """Odd and even page of each sheet, in order; of the two, the odd one has the bookmark."""
    return [
        page
        for sheet in sheets
        for page in (
            make_page(sheet.recto, sheet.paper, sheet.title, printer),
            make_page(sheet.verso, sheet.paper, None, printer, verso=True),
        )
    ]
