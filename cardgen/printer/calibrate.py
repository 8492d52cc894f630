"""Calibrate a printer: write the calibration sheets, and compute a profile from their readings."""

from __future__ import annotations

from pathlib import Path

from cardgen.impose.paper import find_paper
from cardgen.model.sheet import FlipEdge
from cardgen.printer.calibration_sheets import draw_calibration_sheets, make_plain_renderer
from cardgen.printer.gauges import compute_adjustment, parse_bar_sizes, parse_readings, plan_gauges
from cardgen.printer.pages import make_pages
from cardgen.printer.profiles import load_printer
from cardgen.report.diagnostics import Collector
from cardgen.write.document import write_pdf
from cardgen.write.page import DocumentInfo


def write_calibration(target: Path, *, paper: str, flip: FlipEdge, printer: str = "", language: str = "en") -> None:
    """Write the PDF with the two calibration sheets.

    Args:
        flip: The edge on which the paper is turned; the edge in the profile of the printer takes precedence.
        printer: Name of the profile to which the sheets are adjusted; "" for no adjustment.

    Raises:
        CardgenError: E504 if the language is unknown; also if the file of profiles is not valid.
        UnlocatedError: E502 if the paper is unknown; E520 if the printer is unknown; E525 if the paper is too small; E601
            if the file cannot be written.
    """
    profile = load_printer(printer) if printer else None
    edge = profile.flip_edge if profile else flip
    renderer = make_plain_renderer(language, Collector())
    sheets = draw_calibration_sheets(plan_gauges(find_paper(paper), edge), renderer, paper, printer)
    fonts = {name: renderer.fonts.path(name) for name in renderer.fonts.names()}
    title = renderer.shared["t"]["calibrate_title"]
    write_pdf(make_pages(sheets, profile), target, DocumentInfo(title, "cardgen", "", language, flip=edge), fonts)


def measured_values(readings: str, bars: str, paper: str, flip: FlipEdge) -> dict[str, float]:
    """Return the values of a printer profile that follow from a printed calibration sheet.

    Args:
        readings: Corrections at gauges A, B, C and D in mm, separated by commas; "" leaves out `dx`, `dy` and `angle`.
        bars: Measured lengths of the bars W and H, such as `129.5x210mm`; "" leaves out `scale_x` and `scale_y`.
        paper: Name or size of the paper of the calibration sheet.

    Raises:
        UnlocatedError: E502 if the paper is unknown; E521 if the readings or the bars are not numbers; E525 if the paper
            is too small; E526 if the readings contradict each other.
    """
    plan = plan_gauges(find_paper(paper), flip)
    found = compute_adjustment(
        plan, parse_readings(readings or "0,0,0,0"), parse_bar_sizes(bars) if bars else plan.bars
    )
    moved = {"dx": found.dx, "dy": found.dy, "angle": found.angle} if readings else {}
    scaled = {"scale_x": found.scale_x, "scale_y": found.scale_y} if bars else {}
    return moved | scaled
