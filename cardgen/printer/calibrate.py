"""Calibration of a printer: write the test sheets, and turn what was read from them into a profile."""

from __future__ import annotations

from pathlib import Path

from cardgen.impose.paper import find_paper
from cardgen.model.sheet import FlipEdge
from cardgen.printer.calibration import draw_calibration_sheets, make_plain_renderer
from cardgen.printer.gauges import compute_adjustment, parse_bar_sizes, parse_readings, plan_gauges
from cardgen.printer.pages import make_pages
from cardgen.printer.profiles import load_printer
from cardgen.report.diagnostics import Collector
from cardgen.write.document import DocumentInfo, write_pdf


def write_calibration(target: Path, *, paper: str, flip: FlipEdge, printer: str = "", language: str = "en") -> None:
    """Write the PDF with the two test sheets.

    Args:
        target: The PDF.
        paper: Paper by name or measure.
        flip: The edge about which the paper is turned; a printer's own edge goes before it.
        printer: Name of the profile that the sheets are adjusted to; empty for none.
        language: Language of the text on the sheets.

    Raises:
        CardgenError: E504, there is no text in this language; or the file of profiles has errors.
        UnlocatedError: E502, the paper is unknown; E520, the printer is unknown; E525, the paper is too small; E601,
            the file cannot be written.
    """
    profile = load_printer(printer) if printer else None
    edge = profile.flip_edge if profile else flip
    renderer = make_plain_renderer(language, Collector())
    sheets = draw_calibration_sheets(plan_gauges(find_paper(paper), edge), renderer, paper, printer)
    fonts = {name: renderer.fonts.path(name) for name in renderer.fonts.names()}
    title = renderer.shared["t"]["calibrate_title"]
    write_pdf(make_pages(sheets, profile), target, DocumentInfo(title, "cardgen", "", language, flip=edge), fonts)


def measured_values(readings: str, bars: str, paper: str, flip: FlipEdge) -> dict[str, float]:
    """Return the values of a printer profile that a printed test sheet shows.

    Args:
        readings: The numbers of gauges A, B, C and D with commas between them; empty leaves out `dx`, `dy` and `angle`.
        bars: What the bars W and H measure, as `129.5x210mm`; empty leaves out `scale_x` and `scale_y`.
        paper: Paper of the test sheet, by name or measure.
        flip: The edge about which the paper was turned.

    Raises:
        UnlocatedError: E502, the paper is unknown; E521, a text cannot be understood; E525, the paper is too small;
            E526, the readings contradict each other.
    """
    plan = plan_gauges(find_paper(paper), flip)
    found = compute_adjustment(
        plan, parse_readings(readings or "0,0,0,0"), parse_bar_sizes(bars) if bars else plan.bars
    )
    moved = {"dx": found.dx, "dy": found.dy, "angle": found.angle} if readings else {}
    scaled = {"scale_x": found.scale_x, "scale_y": found.scale_y} if bars else {}
    return moved | scaled
