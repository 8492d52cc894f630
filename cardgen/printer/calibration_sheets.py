"""Draw the two calibration sheets with the templates and text engine of everything else.

The layout of the gauges comes in, sheets go out. The sheets belong to no game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardgen.geometry.units import Mm, Rect, Size
from cardgen.impose.duplex import verso_of
from cardgen.model.drawing import Drawing
from cardgen.model.sheet import FlipEdge, Placement, Sheet, Side
from cardgen.plugin.language_files import read_language_files
from cardgen.plugin.resources import resources
from cardgen.plugin.theme import Theme, full_palette
from cardgen.printer.gauges import CalibrationPlan
from cardgen.read.pictures import PictureStore
from cardgen.read.search_path import SearchPath
from cardgen.read.strings import load_strings, string_files
from cardgen.read.yaml import load_yaml
from cardgen.render.context import Subject
from cardgen.render.renderer import Renderer
from cardgen.render.templates.environment import Environment
from cardgen.render.templates.localization import fill_placeholders, localized
from cardgen.render.text.fonts import FontBook
from cardgen.render.text.theme_styles import Styles
from cardgen.report.diagnostics import Collector, one_of, quoted, sort_diagnostics
from cardgen.report.errors import CardgenError
from cardgen.validate.schema import validate_as


def make_plain_renderer(language: str, found: Collector) -> Renderer:
    """Return a renderer for sheets that belong to no game.

    Args:
        language: Language of the fixed strings, for which there is a file of those that all games share.

    Raises:
        CardgenError: E504 if the language is unknown.
    """
    folder = resources().templates / "common"
    known = read_language_files(folder)
    if language not in known:
        found.add("E504", f"unknown language {quoted(language)}", **one_of(language, known))
        raise CardgenError(sort_diagnostics(found.items))
    search_path = SearchPath(folder, [folder])
    node = load_yaml(folder / "plain-theme.yaml", found)
    theme = validate_as(node, Theme, found) if node else None
    if theme is None:
        raise CardgenError(sort_diagnostics(found.items))
    words = search_path.find_templates(*string_files(language))[::-1]
    shared = {"t": load_strings(words, language, found), "lang": language}
    styles, fonts = Styles(theme, full_palette(theme, {})), FontBook([resources().fonts])
    return Renderer(
        environment=Environment(search_path.find_template),
        styles=styles,
        fonts=fonts,
        pictures=PictureStore(search_path),
        language=language,
        shared=shared,
        diagnostics=found,
    )


def draw_calibration_sheets(plan: CalibrationPlan, renderer: Renderer, paper: str, printer: str = "") -> list[Sheet]:
    """Draw the calibration sheets: one in portrait with the gauges, and one in landscape.

    Args:
        renderer: The renderer from `make_plain_renderer`.
        paper: Name of the paper, as `--paper` takes it.
        printer: Name of the printer to which the pages are adjusted; "" if they are not.

    Raises:
        CardgenError: E4xx if a template has errors.
    """
    words: Mapping[str, str] = renderer.shared["t"]
    edges = {"long": words["long_edge"], "short": words["short_edge"]}
    other: FlipEdge = "short" if plan.flip == "long" else "long"
    flip_option = "" if plan.flip == "long" else " --flip short-edge"
    about = words["calibrate_again"] if printer else words["calibrate_about"]
    sheet: dict[str, Any] = {
        **localized(plan, renderer.language),
        "gauges": [
            {"name": gauge.name, "ticks": [_describe_tick(tick) for tick in localized(gauge.ticks, renderer.language)]}
            for gauge in plan.gauges
        ],
        "about": fill_placeholders(
            about, printer=printer, edge=edges[plan.flip], width=f"{plan.bars.width:g}", height=f"{plan.bars.height:g}"
        ),
        "edge": edges[plan.flip],
        "other": edges[other],
        "paper_name": paper,
        "command": _escape_hyphens(f"cardgen printer add NAME --paper {paper}{flip_option} --read A,B,C,D --bars WxH"),
        "other_command": _escape_hyphens(f"cardgen calibrate --paper {paper} --flip {other}-edge"),
    }
    sheets = []
    for number, (name, page) in enumerate([("calibrate", plan.paper), ("calibrate-landscape", plan.paper.turned)], 1):
        recto = _draw(f"{name}.svg.j2", page, number, sheet, renderer)
        verso = _draw(f"{name}-back.svg.j2", page, number, sheet, renderer)
        if recto is None or verso is None:
            raise CardgenError(sort_diagnostics(renderer.diagnostics.items))
        placed = (Placement(recto, Rect(0, 0, page.width, page.height)),)
        title = fill_placeholders(words["calibrate_sheet"], n=number)
        sheets.append(Sheet("calibration", title, page, Side(placed), verso_of(placed, (verso,), page, plan.flip)))
    return sheets


def _draw(template: str, page: Size, number: int, sheet: Mapping[str, Any], renderer: Renderer) -> Drawing | None:
    subject = Subject("the calibration sheet")
    return renderer.draw_side(template, {"sheet": sheet, "number": number}, page, 0, subject)


def _describe_tick(tick: dict[str, Any]) -> dict[str, Any]:
    """Return the tick with its number as text."""
    return {**tick, "text": _format_signed(tick["correction"])}


def _escape_hyphens(command: str) -> str:
    """Escape the hyphens of a command, so that `--` is not set as a dash."""
    return command.replace("-", "\\-")


def _format_signed(value: Mm) -> str:
    """Format a number with its sign, which the user has to type; 0 has none."""
    return f"{value:+g}".replace("-", "\u2212") if value else "0"
