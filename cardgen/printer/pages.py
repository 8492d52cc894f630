"""Make the pages of a file from sheets, each adjusted to a printer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cardgen.geometry.units import Size
from cardgen.model.adjustment import NO_ADJUSTMENT
from cardgen.model.sheet import Sheet, Side
from cardgen.write.page import Page

if TYPE_CHECKING:
    from cardgen.printer.profiles import PrinterProfile


def make_page(
    side: Side | None, paper: Size, bookmark: str | None, printer: PrinterProfile | None, *, verso: bool = False
) -> Page:
    """Return a page that is adjusted to a printer.

    Args:
        side: The side of a sheet; None for a blank page.
        bookmark: Title of its bookmark; None for no bookmark.
        printer: The profile of the printer; None for no adjustment.
    """
    return Page(side, paper, bookmark, printer.adjustment(paper, verso=verso) if printer else NO_ADJUSTMENT)


def make_pages(sheets: Iterable[Sheet], printer: PrinterProfile | None) -> list[Page]:
    """Return the recto and verso of each sheet as pages, of which the recto has the bookmark.

    Args:
        printer: The profile of the printer; None for no adjustment.
    """
    return [
        page
        for sheet in sheets
        for page in (
            make_page(sheet.recto, sheet.paper, sheet.title, printer),
            make_page(sheet.verso, sheet.paper, None, printer, verso=True),
        )
    ]
