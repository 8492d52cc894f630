"""Collect the content of pages 1 and 2 for their templates: how to print the file, its content, and the rights.

Both pages describe the file that contains them, so they are drawn when all sheets are known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from cardgen.geometry.units import Size
from cardgen.impose.layout import Layout
from cardgen.impose.order import SheetPages, even_pages, odd_pages, order_files, page_numbers, shorten_page_list
from cardgen.impose.paper import Paper
from cardgen.model.sheet import Sheet
from cardgen.render.templates.localization import fill_placeholders

RULER, SHORT_RULER = 50, 30
"""Lengths of the line to check the scale against, in mm; the second is for paper without room for the first."""
MOST_ROWS = 40
"""Number of rows that fit into the table of contents, which is one page; beyond it, the sheets of a kind share a row."""
MOST_PARTS = 8
"""Number of paragraphs about cutting that fit on page 1; beyond it, kinds that are treated alike share a paragraph."""

_Numbered = tuple[Sheet, SheetPages]


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
    """Return the variable `job` of the templates of pages 1 and 2.

    Args:
        subtitle: The line below the title; may be empty.
        rights: Sentences about rights and licences, in order.
    """
    numbered = list(zip(sheets, page_numbers(sheets, layout), strict=True))
    kinds = [list(group) for _, group in groupby(numbered, lambda item: (item[0].kind, item[0].printed_on))]
    rows = kinds if len(numbered) > MOST_ROWS else [[item] for item in numbered]
    return {
        "title": title,
        "subtitle": subtitle,
        "rights": list(rights),
        "paper": paper.name,
        "measure": format_size(paper.size, t),
        "ruler": RULER if paper.size.width >= 2.6 * RULER else SHORT_RULER,
        "how": describe_printing(sheets, layout, t),
        "count": len(sheets),
        "sheets": _rows(rows, t, layout),
        "parts": _parts(kinds, t, layout),
        "papers": _papers(numbered, t),
    }


def format_size(size: Size, t: Mapping[str, str]) -> str:
    """Return a size as people write it in the language of the build: `215,9 × 279,4 mm` in German."""
    return f"{size.width:g} × {size.height:g} mm".replace(".", t.get("decimal_mark", "."))


def describe_printing(sheets: Sequence[Sheet], layout: Layout, t: Mapping[str, str]) -> dict[str, Any]:
    """Describe how to print the sheets: the variable `job.how`.

    Args:
        t: Fixed strings in the language of the build. The keys of a mode begin with its name; for a key that a mode
            lacks, that of a more general mode is used. Two-sided printing without any back is the mode `backless`.

    Returns:
        Texts and numbers by name. `way_title` and `way`: the mode in one sentence. `steps_title` and `steps`: what to
        do by hand, or after printing. `test`: what to try first. `picture`: how the paper turns, `long`, `short`,
        `fold` or empty. `first` and `second`: page numbers on the two sides of the first sheet.
    """
    files = order_files(len(sheets), layout)
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

    def text_of(what: str) -> str:
        return next((fill_placeholders(t[f"{mode}_{what}"], **values) for mode in modes if f"{mode}_{what}" in t), "")

    steps = [text_of(f"step_{number}") for number in range(1, 5)]
    return {
        "way_title": text_of("title"),
        "way": text_of("text"),
        "steps_title": text_of("steps"),
        "steps": [step for step in steps if step],
        "test": text_of("test"),
        "picture": layout.flip if turned else layout.duplex if layout.duplex == "fold" else "",
        "first": first,
        "second": second,
    }


def _papers(numbered: Sequence[_Numbered], t: Mapping[str, str]) -> list[dict[str, str]]:
    """Return what is printed on each paper, in order; empty if the game does not say what pieces are printed on."""
    papers = []
    for name, group in groupby(numbered, lambda item: item[0].printed_on):
        sheets = list(group)
        if name:
            papers.append({"name": name, "title": t[paper_key(name)], "pages": _count(len(sheets), _pages(sheets), t)})
    return papers


def paper_key(name: str) -> str:
    """Return the key of the string with the title of a paper, such as `heavy-card`."""
    return f"paper_{name.replace('-', '_')}"


def _count(sheets: int, pages: str, t: Mapping[str, str]) -> str:
    """Return a number of sheets and their pages: `3 sheets, pages 3-8`."""
    count = fill_placeholders(t["sheet_one" if sheets == 1 else "sheet_many"], n=sheets)
    return f"{count}, {fill_placeholders(t['page_one' if pages.isdigit() else 'page_many'], pages=pages)}"


def _rows(groups: Sequence[Sequence[_Numbered]], t: Mapping[str, str], layout: Layout) -> list[dict[str, str]]:
    """Return a row of the table of contents for each group of sheets of a kind."""
    rows, last = [], 0
    for group in groups:
        first, last = last + 1, last + len(group)
        many = {"number": f"{first}–{last}", "title": _heading(group, t), "pages": _pages(group)}
        sheet, pages = group[0]
        one = {"number": str(first), "title": sheet.title, "pages": _both(pages)}
        about = {"pieces": _pieces(group, t, layout), "paper": sheet.printed_on}
        rows.append({**(many if len(group) > 1 else one), **about})
    return rows


def _pieces(group: Sequence[_Numbered], t: Mapping[str, str], layout: Layout) -> str:
    """Return the number of pieces in a group, and where their backs are."""
    sheet, count = group[0][0], sum(sheet.piece_count for sheet, _ in group)
    back = "back_blank" if sheet.verso is None else "two_sided"
    if sheet.folded:
        back = "folded"
    elif not layout.two_sided:
        back = "one_sided"
    return f"{count} · {t[back]}" if count > 1 else t[back]


def _both(pages: SheetPages) -> str:
    """Return the page numbers of the two sides of a sheet."""
    if not pages.verso:
        return str(pages.recto)
    return f"{pages.recto}–{pages.verso}" if pages.verso == pages.recto + 1 else f"{pages.recto} + {pages.verso}"


def _heading(group: Sequence[_Numbered], t: Mapping[str, str]) -> str:
    """Return the title that all sheets of a run have in common."""
    return group[0][0].heading or t[group[0][0].kind]


def _parts(runs: Sequence[Sequence[_Numbered]], t: Mapping[str, str], layout: Layout) -> list[dict[str, str]]:
    """Return what to do with each run of sheets; of many runs, those that are treated alike share a paragraph."""
    alike: dict[tuple[str, str, int], list[int]] = {}
    for number, run in enumerate(runs):
        paper = run[0][0].printed_on
        place = 0 if paper or len(runs) > MOST_PARTS else number
        alike.setdefault((paper, _todo(run, t, layout), place), []).append(number)
    parts = []
    for (paper, todo, _place), numbers in alike.items():
        sheets = sum(len(runs[number]) for number in numbers)
        shown = _shortened([_pages(stretch) for stretch in _stretches(runs, numbers)])
        title = _shortened([_heading(runs[number], t) for number in numbers])
        parts.append({"title": title, "pages": _count(sheets, shown, t), "todo": todo, "paper": paper})
    return parts


def _stretches(runs: Sequence[Sequence[_Numbered]], numbers: Sequence[int]) -> list[list[_Numbered]]:
    """Return the sheets of some runs, those of runs that follow each other together."""
    found: list[list[_Numbered]] = []
    for before, number in zip((-2, *numbers), numbers, strict=False):
        if number != before + 1:
            found.append([])
        found[-1] += runs[number]
    return found


def _shortened(texts: Sequence[str]) -> str:
    """Return texts with commas between them; of more than four, the first three and the last."""
    return ", ".join(texts) if len(texts) <= 4 else f"{', '.join(texts[:3])}, … {texts[-1]}"


def _todo(group: Sequence[_Numbered], t: Mapping[str, str], layout: Layout) -> str:
    """Return what is done with a run of sheets after printing.

    The game may state it for the kind; otherwise the role of the kind decides, and finally whether the sheets are cut.
    """
    sheet = group[0][0]
    role = () if sheet.printed_on else (f"role_{sheet.role}",)
    usual = (*role, "board" if sheet.tile else "pieces" if sheet.cut else "pages")
    names = [f"cut_{name}{one}" for name in (sheet.kind, *usual) for one in (["_one", ""] if len(group) == 1 else [""])]
    key = next(name for name in names if name in t)
    pieces = sum(other.piece_count for other, _ in group)
    todo = [fill_placeholders(t[key], cut=t[f"along_{_along(group, layout)}"], n=pieces)]
    todo += [t["fold_pieces"]] if sheet.folded == "pieces" else []
    todo += [t[step] for step in sheet.steps]
    todo += [t["glue_backs"]] if any(other.is_back for other, _ in group) else []
    return " ".join(todo)


def _along(group: Sequence[_Numbered], layout: Layout) -> str:
    """Return the ending of a string's key that says what shows the cuts of these sheets."""
    recto = group[0][0].recto
    if recto.registration:
        return "plotter"
    is_marked = any(mark.style == "crop" for mark in recto.marks)
    is_round = layout.marks == "crop" and recto.cuts and not is_marked
    if layout.product and layout.marks == "crop" and not is_marked and not is_round:
        return "slots"
    return "lines" if is_round else layout.marks


def _pages(group: Sequence[_Numbered]) -> str:
    """Return the pages of a run of sheets; if the versos are not among them, those of the rectos."""
    rectos = [pages.recto for _, pages in group]
    together = all(pages.verso == pages.recto + 1 for _, pages in group)
    last = group[-1][1].verso if together else rectos[-1]
    if not together and rectos != list(range(rectos[0], rectos[0] + len(rectos))):
        return shorten_page_list(rectos)
    return f"{rectos[0]}–{last}" if last != rectos[0] else str(last)
