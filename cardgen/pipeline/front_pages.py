"""Pages 1 and 2 of a PDF, how to print it and what is in it, drawn for the very sheets that follow them."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.impose.layout import Layout
from cardgen.impose.paper import Paper
from cardgen.model.drawing import Drawing
from cardgen.model.sheet import Sheet
from cardgen.pipeline.front_matter import describe_job
from cardgen.pipeline.project import Project
from cardgen.render.context import Subject
from cardgen.version import __version__

FRONT_PAGES = ("instructions", "contents")
"""Names of the templates, which are also the keys of the titles."""


def draw_front_pages(
    project: Project, sheets: Sequence[Sheet], paper: Paper, layout: Layout, printer: str
) -> tuple[tuple[Drawing, str], ...]:
    """Draw pages 1 and 2.

    Args:
        project: The deck and what draws it; its renderer collects the problems of the templates.
        sheets: All sheets of the file, in order.
        paper: Paper of the file.
        layout: How the sheets are printed.
        printer: Name of the printer profile that the file is adjusted to; empty for none.

    Returns:
        Each page with its bookmark; a page with a problem is left out.
    """
    renderer, strings = project.renderer, project.strings
    families = sorted({_spaced(name.split("-")[0]) for name in renderer.fonts.names()})
    rights = [
        *([strings["rights_game"]] if strings.get("rights_game") else []),
        strings["rights_fonts"].replace("{fonts}", ", ".join(families)),
        strings["made_with"].replace("{version}", __version__),
    ]
    job = describe_job(sheets, paper, project.title, project.subtitle, rights, strings, layout=layout)
    job["printer"] = printer
    job["note"] = strings.get("print_note", "")
    drawn = (
        (renderer.draw_side(f"{name}.svg.j2", {"job": job}, paper.size, 0, Subject(f"page '{title}'")), title)
        for name in FRONT_PAGES
        for title in [strings[name]]
    )
    return tuple((page, title) for page, title in drawn if page)


def _spaced(name: str) -> str:
    """Return `AlegreyaSans` as people write it, with a space before each capital."""
    return "".join(f" {char}" if char.isupper() and at else char for at, char in enumerate(name))
