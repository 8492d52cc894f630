"""`cardgen build`: write the PDFs of decks."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardgen.cli import console, options
from cardgen.cli.choices import takes_choices
from cardgen.pipeline.options import BuildOptions
from cardgen.report.diagnostics import Diagnostic, plural

if TYPE_CHECKING:
    from cardgen import BuildResult

One = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Write all decks to this one PDF: pieces of equal size share sheets, and a deck that is named twice is printed "
        "twice. [default: a PDF for each deck]",
        show_default=False,
    ),
]


@takes_choices(BuildOptions)
def build(
    *,
    decks: options.Decks,
    out: options.Out = Path("out"),
    one: One = None,
    choices: BuildOptions,
    quiet: options.Quiet = False,
) -> None:
    """Write a PDF for each deck, ready to print.

    Each deck is checked in full first. A deck with an error is not written, and its old PDF stays as it was.

    Example: cardgen build decks/samurai.yaml --paper letter
    """
    import cardgen

    if one is None:
        console.check_targets(decks, out)
    else:
        console.check_suffix(one, ".pdf", "--one")
    found: list[Diagnostic] = []
    if one is not None:
        with console.collect_errors(found):
            with console.progress(one.name, quiet=quiet) as stage:
                result = cardgen.build(decks, one, choices, progress=stage)
            if not quiet:
                _show(result)
        console.finish(found, quiet=quiet)
    for deck in decks:
        with console.collect_errors(found):
            with console.progress(deck.name, quiet=quiet) as stage:
                result = cardgen.build(deck, out, choices, progress=stage)
            if not quiet:
                _show(result)
    console.finish(found, quiet=quiet)


def _show(result: BuildResult) -> None:
    """Print warnings and changes, then what was written: only the paths unless standard output is a terminal."""
    if result.summary:
        typer.echo(result.summary, err=True)
    console.print_diagnostics(result.warnings)
    console.print_changes(result.changes)
    on_terminal = sys.stdout.isatty()
    if not result.files:
        typer.echo("nothing to print: every piece looks as it did when it was last printed", err=True)
    elif not on_terminal:
        typer.echo("\n".join(map(str, result.files)))
    else:
        pieces = plural(result.piece_count, "piece")
        typer.echo(f"{' and '.join(map(str, result.files))}: {result.title}, {pieces}")
        parts = ", ".join(f"{kind} {count}" for kind, count in result.sheets.items())
        sheets = plural(sum(result.sheets.values()), "sheet")
        typer.echo(f"  {sheets} of {result.paper} ({parts}), {plural(result.page_count, 'page')}")
        typer.echo(f"  print pages 3-{result.page_count} at 100 %, {result.printing}; page 1 says more")
    for cut in result.cut_files:
        numbers = f": cuts page{'s' if len(cut.pages) > 1 else ''} {', '.join(map(str, cut.pages))}"
        typer.echo(f"{cut.path}{numbers if on_terminal else ''}")
