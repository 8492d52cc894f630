"""What pages 1 and 2 say of the very file they stand in: paper, page numbers, what to cut, what is in it, rights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from cardgen.geometry.units import Size
from cardgen.impose.layout import Layout
from cardgen.impose.order import SheetPages, even_pages, files_of, listed, odd_pages, page_numbers
from cardgen.model.sheet import Sheet
from cardgen.render.localization import fill_placeholders

RULER, SHORT_RULER = 50, 30
"""Length of the line to check the scale against, mm; the second on paper that has no room for the first."""
MOST_ROWS = 40
"""Of the table of contents, which is one page; of more sheets, those of a kind share a row."""

_Numbered = tuple[Sheet, SheetPages]


@dataclass(frozen=True, slots=True)
class Paper:
    """The paper of a build, as people call it and as it measures."""

    name: str
    size: Size


def describe_job(
    sheets: Sequence[Sheet],
    paper: Paper,
    title: str,
    subtitle: str,
    rights: Sequence[str],
    t: Mapping[str, str],
    *,
    layout: Layout,
) -> dict[str, Any]:
    """The variable `job` of the templates of pages 1 and 2.

    Args:
        sheets: All sheets, in order.
        paper: What is loaded into the printer.
        title: Of the file.
        subtitle: The line below the title; may be empty.
        rights: Sentences.
        t: Fixed strings in the language of the build.
        layout: How the sheets are printed.
    """
    numbered = list(zip(sheets, page_numbers(sheets, layout), strict=True))
    kinds = [list(group) for _, group in groupby(numbered, lambda item: item[0].kind)]
    return {
        "title": title,
        "subtitle": subtitle,
        "rights": list(rights),
        "paper": paper.name,
        "measure": f"{paper.size.width:g} × {paper.size.height:g} mm",
        "ruler": RULER if paper.size.width >= 2.6 * RULER else SHORT_RULER,
        "how": describe_printing(sheets, layout, t),
        "count": len(sheets),
        "sheets": _rows(kinds if len(numbered) > MOST_ROWS else [[item] for item in numbered], t, layout),
        "parts": [_part(group, t, layout) for group in kinds],
    }


def describe_printing(sheets: Sequence[Sheet], layout: Layout, t: Mapping[str, str]) -> dict[str, Any]:
    """Tell how to print these sheets: the variable `job.how`.

    Args:
        sheets: All sheets, in order.
        layout: How they are printed.
        t: Fixed strings; those of a mode begin with its name, and what a mode has not of its own it takes from the
            two-sided ones. Sheets to be turned, of which none has a back, are of the mode `backless`.

    Returns:
        `way_title`, `way`: in one sentence; `steps_title`, `steps`: by hand, or what is done after printing; `test`:
        what to try first; `picture`: how the paper turns, `long`, `short`, `fold` or nothing; `first` and `second`: the
        numbers on its two sides.
    """
    files = files_of(len(sheets), layout)
    pages = page_numbers(sheets, layout)
    first, second = (pages[0].recto, pages[0].verso) if pages else (files[0].first, None)
    modes = [layout.duplex.replace("-", "_")]
    turned = layout.two_sided and (layout.split or any(sheet.verso is not None for sheet in sheets))
    if turned:
        modes = [*(["split"] if layout.split else []), *modes, "auto", f"hand_{layout.flip}", f"hand_{layout.evens}"]
    elif layout.two_sided:
        modes = ["backless"]
    values = {
        "first": first,
        "second": second,
        "last": files[0].last,
        "odd": odd_pages(sheets, layout),
        "even": even_pages(sheets, layout),
    }

    def told(what: str) -> str:
        return next((fill_placeholders(t[f"{mode}_{what}"], **values) for mode in modes if f"{mode}_{what}" in t), "")

    steps = [told(f"step_{number}") for number in range(1, 5)]
    return {
        "way_title": told("title"),
        "way": told("text"),
        "steps_title": told("steps"),
        "steps": [step for step in steps if step],
        "test": told("test"),
        "picture": layout.flip if turned else layout.duplex if layout.duplex == "fold" else "",
        "first": first,
        "second": second,
    }


def _rows(groups: Sequence[Sequence[_Numbered]], t: Mapping[str, str], layout: Layout) -> list[dict[str, str]]:
    """A row of the table of contents for each group of sheets of a kind."""
    rows, last = [], 0
    for group in groups:
        first, last = last + 1, last + len(group)
        many = {"number": f"{first}–{last}", "title": _heading(group, t), "pages": _pages(group)}
        sheet, pages = group[0]
        one = {"number": str(first), "title": sheet.title, "pages": _both(pages)}
        rows.append({**(many if len(group) > 1 else one), "pieces": _pieces(group, t, layout)})
    return rows


def _pieces(group: Sequence[_Numbered], t: Mapping[str, str], layout: Layout) -> str:
    sheet, count = group[0][0], sum(sheet.piece_count for sheet, _ in group)
    back = "back_blank" if sheet.verso is None else "two_sided"
    if sheet.folded:
        back = "folded"
    elif not layout.two_sided:
        back = "one_sided"
    return f"{count} · {t[back]}" if count > 1 else t[back]


def _both(pages: SheetPages) -> str:
    """The two pages of a sheet."""
    if not pages.verso:
        return str(pages.recto)
    return f"{pages.recto}–{pages.verso}" if pages.verso == pages.recto + 1 else f"{pages.recto} + {pages.verso}"


def _heading(group: Sequence[_Numbered], t: Mapping[str, str]) -> str:
    """Return the title that all sheets of a run have in common."""
    return group[0][0].heading or t[group[0][0].kind]


def _part(group: Sequence[_Numbered], t: Mapping[str, str], layout: Layout) -> dict[str, str]:
    """A run of sheets that are treated alike."""
    count = fill_placeholders(t["sheet_one" if len(group) == 1 else "sheet_many"], n=len(group))
    pages = fill_placeholders(t["page_one" if _pages(group).isdigit() else "page_many"], pages=_pages(group))
    sheet = group[0][0]
    # The game may say what to do with a kind; else its role decides, else whether it is cut at all.
    usual = (f"role_{sheet.role}", "board" if sheet.tile else "pieces" if sheet.cut else "pages")
    names = [f"cut_{name}{one}" for name in (sheet.kind, *usual) for one in (["_one", ""] if len(group) == 1 else [""])]
    key = next(name for name in names if name in t)
    todo = [fill_placeholders(t[key], cut=t[f"along_{_along(group, layout)}"])]
    todo += [t["fold_pieces"]] if sheet.folded == "pieces" else []
    todo += [t["glue_backs"]] if any(other.is_back for other, _ in group) else []
    return {"title": _heading(group, t), "pages": f"{count}, {pages}", "todo": " ".join(todo)}


def _along(group: Sequence[_Numbered], layout: Layout) -> str:
    """What shows the cuts of these sheets."""
    recto = group[0][0].recto
    if recto.registration:
        return "plotter"
    is_marked = any(mark.style == "crop" for mark in recto.marks)
    is_round = layout.marks == "crop" and recto.cuts and not is_marked
    return "lines" if is_round else layout.marks


def _pages(group: Sequence[_Numbered]) -> str:
    """The pages of a run; of those whose versos are elsewhere, the rectos."""
    rectos = [pages.recto for _, pages in group]
    together = all(pages.verso == pages.recto + 1 for _, pages in group)
    last = group[-1][1].verso if together else rectos[-1]
    if not together and rectos != list(range(rectos[0], rectos[0] + len(rectos))):
        return listed(rectos)
    return f"{rectos[0]}–{last}" if last != rectos[0] else str(last)
