"""`cardgen calibrate`: test sheets for a printer."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cardgen.cli import console, options

Out = Annotated[Path, typer.Option(metavar="FILE", help="The PDF to write.")]
Printer = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="Adjust the sheets to this printer, to check its profile. Its flip edge overrides --flip.",
        show_default=False,
    ),
]
Language = Annotated[str, typer.Option("--lang", metavar="CODE", help="Language of the sheets, such as pt.")]


def calibrate(
    out: Out = Path("out/calibration.pdf"),
    paper: options.Paper = "a4",
    flip: options.FlipEdge = "long-edge",
    printer: Printer = "",
    lang: Language = "en",
) -> None:
    """Write two test sheets that show how far off your printer is.

    Print them on both sides. They explain how to read them, and what to pass to cardgen printer add.

    Example: cardgen calibrate --paper letter --out calibration.pdf
    """
    from cardgen.printer.calibrate import write_calibration

    console.check_suffix(out, ".pdf", "--out")
    with console.errors_reported():
        write_calibration(
            out, paper=paper, flip="long" if flip == "long-edge" else "short", printer=printer, language=lang
        )
    typer.echo(out)
