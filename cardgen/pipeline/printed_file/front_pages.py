"""Draw pages 1 and 2 of a PDF, how to print it and what is in it, for the sheets that follow them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cardgen.impose.layout import Layout
from cardgen.impose.paper import Paper
from cardgen.model.drawing import Drawing, text_spans
from cardgen.model.sheet import Sheet
from cardgen.pipeline.open.project import Project
from cardgen.pipeline.printed_file.front_matter import describe_job
from cardgen.plugin.resources import resources
from cardgen.read.icon_credits import credited_icons, read_credits
from cardgen.render.context import Subject
from cardgen.version import __version__

FRONT_PAGES = ("instructions", "contents")
"""Names of the templates, which are also the keys of the titles."""


def draw_front_pages(
    projects: Sequence[Project], title: str, sheets: Sequence[Sheet], paper: Paper, layout: Layout, printer: str
) -> tuple[tuple[Drawing, str], ...]:
    """Draw pages 1 and 2.

    Args:
        projects: Decks of the file, each as often as it is printed; the renderer of the first draws the pages and collects
            the problems of the templates.
        printer: Name of the printer profile that the file is adjusted to; empty for none.

    Returns:
        Each page with its bookmark; a page with a problem is left out.
    """
    renderer, strings = projects[0].renderer, joint_strings(projects)
    job = describe_file(projects, title, sheets, paper, layout, printer)
    drawn = (
        (renderer.draw_side(f"{name}.svg.j2", {"job": job}, paper.size, 0, Subject(f"page '{heading}'")), heading)
        for name in FRONT_PAGES
        for heading in [strings[name]]
    )
    return tuple((page, heading) for page, heading in drawn if page)


def describe_file(
    projects: Sequence[Project], title: str, sheets: Sequence[Sheet], paper: Paper, layout: Layout, printer: str
) -> dict[str, Any]:
    """Return what pages 1 and 2 say about a file: the variable `job` of their templates."""
    strings = joint_strings(projects)
    fonts = {
        (name, project.renderer.fonts.path(name)) for project in projects for name in project.renderer.fonts.names()
    }
    home, used = resources().fonts, _used_fonts(sheets)
    shipped = _families(name for name, path in fonts if path.parent == home or (home in path.parents and name in used))
    added = _families(name for name, path in fonts if home not in path.parents)
    rights = [
        *_stated(projects, "rights_game"),
        strings["rights_fonts"].replace("{fonts}", shipped),
        *([strings["rights_added_fonts"].replace("{fonts}", added)] if added else []),
        *([strings["rights_icons"].replace("{icons}", icons)] if (icons := _icons(projects)) else []),
        strings["made_with"].replace("{version}", __version__),
    ]
    subtitle = projects[0].subtitle if len(projects) == 1 else ""
    job = describe_job(sheets, paper, title, subtitle, rights, strings, layout=layout)
    job["printer"] = printer
    games = Counter(project.game.id for project in projects)
    alone = [project for project in projects if games[project.game.id] == 1]  # a note is about a single deck
    sizes = {drawing.size for drawing in _drawings(sheets)}
    small = [project for project in alone if project.card in sizes]
    job["note"] = " ".join([*_stated(alone, "print_note"), *_stated(small, "print_note_own_size")])
    return job


def _icons(projects: Sequence[Project]) -> str:
    """Return the authors of the icons that were fetched for some decks, with their icons; empty if there are none."""
    folders = dict.fromkeys(project.deck.path.parent for project in projects)
    return credited_icons({name: author for folder in folders for name, author in read_credits(folder).items()})


def joint_strings(projects: Sequence[Project]) -> Mapping[str, str]:
    """Return the fixed strings of a file of some decks; those of the first deck come first."""
    return {name: text for project in reversed(projects) for name, text in project.strings.items()}


def _stated(projects: Sequence[Project], name: str) -> list[str]:
    """Return the different texts that the games of some decks have for a fixed string."""
    return list(dict.fromkeys(text for project in projects if (text := project.strings.get(name))))


def _used_fonts(sheets: Sequence[Sheet]) -> set[str]:
    """Return the fonts of all text on some sheets."""
    return {span.font for drawing in _drawings(sheets) for span in text_spans(drawing.items)}


def _drawings(sheets: Sequence[Sheet]) -> set[Drawing]:
    sides = (side for sheet in sheets for side in (sheet.recto, sheet.verso) if side)
    return {placement.drawing for side in sides for placement in side.placements}


def _families(fonts: Iterable[str]) -> str:
    """Return the families of some fonts as people write them: `NotoSansJP-Bold` is of the family Noto Sans JP."""
    names = {re.split("[-_[]", font)[0] for font in fonts}
    return ", ".join(sorted(re.sub("(?<=[a-z0-9])(?=[A-Z])", " ", name) for name in names))
