"""The calibration sheets: two sheets of paper, drawn through the same templates and text engine as everything else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardgen.geometry.units import Mm, Rect, Size
from cardgen.impose.duplex import verso_of
from cardgen.model.drawing import Drawing
from cardgen.model.sheet import FlipEdge, Placement, Sheet, Side
from cardgen.plugin.resources import resources
from cardgen.plugin.theme import Theme, full_palette
from cardgen.printer.gauges import CalibrationPlan
from cardgen.read.pictures import PictureStore
from cardgen.read.search_path import SearchPath
from cardgen.read.strings import load_strings
from cardgen.read.yaml import load_yaml
from cardgen.render.context import Subject
from cardgen.render.environment import Environment
from cardgen.render.localization import fill_placeholders, localized
from cardgen.render.renderer import Renderer
from cardgen.render.styles import Styles
from cardgen.render.text.fonts import FontBook
from cardgen.report.diagnostics import Collector, did_you_mean, quoted, sort_diagnostics
from cardgen.report.errors import CardgenError
from cardgen.validate.schema import validate_as

LANGUAGES = ("en", "pt")


def make_plain_renderer(language: str, found: Collector) -> Renderer:
    """What draws sheets that belong to no game.

    Args:
        language: Of the fixed words.
        found: Gets the faults of drawing.

    Raises:
        CardgenError: E504, there are no words in this language.
    """
    if language not in LANGUAGES:
        expected, hints = f"one of: {', '.join(LANGUAGES)}", did_you_mean(language, LANGUAGES)
        found.add("E504", f"unknown language {quoted(language)}", expected=expected, hints=hints)
        raise CardgenError(sort_diagnostics(found.items))
    folder = resources().templates / "common"
    library = SearchPath(folder, [folder])
    node = load_yaml(folder / "plain-theme.yaml", found)
    theme = validate_as(node, Theme, found) if node else None
    if theme is None:
        raise CardgenError(sort_diagnostics(found.items))
    shared = {"t": load_strings([folder / "strings.yaml"], language, found), "lang": language}
    styles, fonts = Styles(theme, full_palette(theme, {})), FontBook([resources().fonts])
    return Renderer(
        environment=Environment(library.template_file),
        styles=styles,
        fonts=fonts,
        pictures=PictureStore(library),
        language=language,
        shared=shared,
        diagnostics=found,
    )


def draw_calibration_sheets(plan: CalibrationPlan, renderer: Renderer, paper: str, printer: str = "") -> list[Sheet]:
    """Draw the test sheets: an upright one with the gauges, and one that lies.

    Args:
        plan: Of the first sheet.
        renderer: As from `make_plain_renderer`.
        paper: Its name, as `--paper` takes it.
        printer: Name of the printer whose adjustment the pages get, if they get one.

    Raises:
        CardgenError: A template has faults.
    """
    words: Mapping[str, str] = renderer.shared["t"]
    edges = {"long": words["long_edge"], "short": words["short_edge"]}
    other: FlipEdge = "short" if plan.flip == "long" else "long"
    turned = "" if plan.flip == "long" else " --flip short-edge"
    about = words["calibrate_again"] if printer else words["calibrate_about"]
    sheet: dict[str, Any] = {
        **localized(plan, renderer.language),
        "gauges": [
            {"name": gauge.name, "ticks": [_tick(tick) for tick in localized(gauge.ticks, renderer.language)]}
            for gauge in plan.gauges
        ],
        "about": fill_placeholders(
            about, printer=printer, edge=edges[plan.flip], width=f"{plan.bars.width:g}", height=f"{plan.bars.height:g}"
        ),
        "edge": edges[plan.flip],
        "other": edges[other],
        "paper_name": paper,
        "command": _literal(f"cardgen printer add NAME --paper {paper}{turned} --read A,B,C,D --bars WxH"),
        "other_command": _literal(f"cardgen calibrate --paper {paper} --flip {other}-edge"),
    }
    sheets = []
    for number, (front, page) in enumerate([("calibrate", plan.paper), ("calibrate-lying", plan.paper.turned)], 1):
        recto = _drawn(f"{front}.svg.j2", page, number, sheet, renderer)
        verso = _drawn(f"{front}-back.svg.j2", page, number, sheet, renderer)
        if recto is None or verso is None:
            raise CardgenError(sort_diagnostics(renderer.diagnostics.items))
        placed = (Placement(recto, Rect(0, 0, page.width, page.height)),)
        title = fill_placeholders(words["calibrate_sheet"], n=number)
        sheets.append(Sheet("calibration", title, page, Side(placed), verso_of(placed, (verso,), page, plan.flip)))
    return sheets


def _drawn(template: str, page: Size, number: int, sheet: Mapping[str, Any], renderer: Renderer) -> Drawing | None:
    subject = Subject("the calibration sheet")
    return renderer.drawing(template, {"sheet": sheet, "number": number}, page, 0, subject)


def _tick(tick: dict[str, Any]) -> dict[str, Any]:
    """With its number as it is printed."""
    return {**tick, "text": _signed(tick["correction"])}


def _literal(command: str) -> str:
    """A command whose hyphens no typesetter makes into dashes."""
    return command.replace("-", "\\-")


def _signed(value: Mm) -> str:
    """With a true minus, and a plus so that nobody looks for the sign of what has none."""
    return f"{value:+g}".replace("-", "\u2212") if value else "0"
