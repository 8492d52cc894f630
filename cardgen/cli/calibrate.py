"""`cardgen calibrate`: the sheets that show what a printer does wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from cardgen.cli import console
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import CardgenError, UnlocatedError

Out = Annotated[Path, typer.Option(help="The PDF to write.")]
Flip = Annotated[
    Literal["long-edge", "short-edge"],
    typer.Option(help="The edge of the paper about which it is turned; long-edge is like the page of a book."),
]
Printer = Annotated[
    str,
    typer.Option(help="Adjust the sheets to this printer, to see whether its profile is right.", show_default=False),
]


def calibrate(
    out: Out = Path("out/calibration.pdf"),
    paper: console.Paper = "a4",
    flip: Flip = "long-edge",
    printer: Printer = "",
    lang: console.Language = "en",
) -> None:
    """Write two test sheets that show how far your printer is off.

    Print them on both sides; they tell what to read from them and what to type then (cardgen printer add).

    Example: cardgen calibrate --paper letter --out calibration.pdf
    """
    from cardgen.impose.paper import find_paper
    from cardgen.printer.calibration import draw_calibration_sheets, make_plain_renderer
    from cardgen.printer.gauges import plan_gauges
    from cardgen.printer.pages import make_pages
    from cardgen.printer.profiles import load_printer
    from cardgen.write.document import DocumentInfo, write_pdf

    console.check_suffix(out, ".pdf", "--out")
    try:
        profile = load_printer(printer) if printer else None
        edge = profile.flip_edge if profile else "long" if flip == "long-edge" else "short"
        renderer = make_plain_renderer(lang, Collector())
        sheets = draw_calibration_sheets(plan_gauges(find_paper(paper), edge), renderer, paper, printer)
        fonts = {name: renderer.fonts.path(name) for name in renderer.fonts.names()}
        title = renderer.shared["t"]["calibrate_title"]
        write_pdf(make_pages(sheets, profile), out, DocumentInfo(title, "cardgen", "", lang, flip=edge), fonts)
    except UnlocatedError as fault:
        console.fail([fault.at(None)])
    except CardgenError as error:
        console.fail(error.diagnostics)
    typer.echo(out)
