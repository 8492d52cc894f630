"""`cardgen gallery`: decks as pages that can be put anywhere."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from cardgen.cli import console, options
from cardgen.cli.choices import DECK, takes_choices
from cardgen.pipeline.options import BuildOptions
from cardgen.report.diagnostics import plural

Out = Annotated[
    Path,
    typer.Option(
        metavar="FOLDER", help="Folder of the gallery; an older gallery in it is replaced.", show_default=False
    ),
]
Reports = Annotated[
    list[Path] | None,
    typer.Option(
        "--report",
        metavar="FILE",
        help="Show this page too, which cardgen playtest or cardgen balance wrote with --html. Can be repeated. "
        "DECK-playtest.html and DECK-balance.html beside a deck are shown by themselves.",
        show_default=False,
    ),
]


@takes_choices(BuildOptions, *DECK, "paper", "ink")
def gallery(
    *,
    decks: options.Decks,
    out: Out,
    report: Reports = None,
    choices: BuildOptions,
    quiet: options.Quiet = False,
) -> None:
    """Write pages with all cards, sheets, documents and statistics of decks, to be put anywhere.

    The pages need no server and nothing from elsewhere: open index.html, send the folder, or put it on any web space.

    Example: cardgen gallery decks/samurai.yaml --out gallery
    """
    from cardgen.preview.gallery.site import make_gallery

    with (
        console.errors_reported(quiet=quiet),
        console.progress(out.name or str(out), quiet=quiet) as stage,
    ):
        result = make_gallery(decks, out, choices, report or [], stage)
    if quiet:
        return
    console.print_diagnostics(result.warnings)
    told = f": {', '.join(result.titles)}, {plural(result.files, 'file')}" if sys.stdout.isatty() else ""
    typer.echo(f"{result.page}{told}")
