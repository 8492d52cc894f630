"""What pages 1 and 2 say of the very file they stand in: paper, page numbers, what to cut, what is in it, rights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from cardgen.impose.order import SheetPages, even_pages, odd_pages, page_count, page_numbers
from cardgen.model.sheet import Sheet
from cardgen.render.words import fill_in
from cardgen.units import Size


@dataclass(frozen=True, slots=True)
class Paper:
    """The paper of a build, as people call it and as it measures."""

    name: str
    size: Size


def describe_job(
    sheets: Sequence[Sheet], paper: Paper, title: str, motto: str, rights: Sequence[str], t: Mapping[str, str]
) -> dict[str, Any]:
    """The variable `job` of the templates of pages 1 and 2.

    Args:
        sheets: All sheets, in order.
        paper: What is loaded into the printer.
        title: Of the file.
        motto: Of the faction, or nothing.
        rights: Sentences.
        t: Fixed strings in the language of the build.
    """
    numbered = list(zip(sheets, page_numbers(sheets), strict=True))
    return {
        "title": title,
        "motto": motto,
        "rights": list(rights),
        "paper": paper.name,
        "measure": f"{paper.size.width:g} × {paper.size.height:g} mm",
        "first": 3,
        "last": page_count(sheets),
        "odd": odd_pages(sheets),
        "even": even_pages(sheets),
        "sheets": [_row(sheet, pages, t) for sheet, pages in numbered],
        "parts": [_part(kind, list(group), t) for kind, group in groupby(numbered, lambda item: item[0].kind)],
    }


def _row(sheet: Sheet, pages: SheetPages, t: Mapping[str, str]) -> dict[str, str]:
    back = t["back_blank"] if sheet.verso is None else t["two_sided"]
    pieces = f"{sheet.piece_count} · {back}" if sheet.piece_count > 1 else back
    return {"title": sheet.title, "pages": f"{pages.recto}–{pages.verso}", "pieces": pieces}


def _part(kind: str, group: list[tuple[Sheet, SheetPages]], t: Mapping[str, str]) -> dict[str, str]:
    """A run of sheets that are treated alike."""
    first, last = group[0][1].recto, group[-1][1].verso
    count = fill_in(t["sheet_one" if len(group) == 1 else "sheet_many"], n=len(group))
    pages = fill_in(t["page_many"], pages=f"{first}–{last}")
    return {"title": t[kind], "pages": f"{count}, {pages}", "todo": t[f"cut_{kind}"]}
