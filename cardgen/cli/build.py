"""`cardgen build`: write the PDFs of decks."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardgen.cli import console, options
from cardgen.report.diagnostics import Diagnostic

if TYPE_CHECKING:
    from cardgen import BuildResult

Changed = Annotated[
    bool,
    typer.Option(
        "--changed",
        help="Print only what looks different from the last print, or is needed in more copies, to DECK-changed.pdf. "
        "cardgen printed records what was printed.",
    ),
]


One = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Write all decks to this one PDF: pieces of equal size share sheets, and a deck that is named twice is printed "
        "twice. [default: a PDF for each deck]",
        show_default=False,
    ),
]


def build(  # noqa: PLR0913, PLR0917 - the options of the command, which Typer passes by name
    decks: options.Decks,
    out: options.Out = Path("out"),
    one: One = None,
    paper: options.Paper = "a4",
    card: options.Card = "",
    lang: options.Language = "",
    look: options.Look = "",
    palette: options.Palette = "",
    only: options.Only = "",
    players: options.Players = 0,
    printer: options.Printer = "",
    changed: Changed = False,
    duplex: options.Duplex = None,
    evens: options.Evens = None,
    split: options.Split = False,
    margins: options.Margins = "",
    gap: options.Gap = "",
    bleed: options.Bleed = "",
    marks: options.Marks = "crop",
    corners: options.Corners = "",
    plotter: options.Plotter = "",
    cut_file: options.CutFile = "",
    ink: options.Ink = "full",
    draft: options.Draft = False,
    strict: options.Strict = False,
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
    choices = cardgen.BuildOptions(
        paper=paper,
        card=card,
        language=lang,
        look=look,
        palette=palette,
        players=players,
        only=options.split_names(only),
        printer=printer,
        changed=changed,
        duplex=duplex,
        evens=evens,
        split=split,
        margins=margins,
        gap=gap,
        bleed=bleed,
        marks=marks,
        corners=corners,
        plotter=plotter,
        cut_files=options.split_names(cut_file),
        ink=ink,
        strict=strict,
        draft=draft,
    )
    found: list[Diagnostic] = []
    if one is not None:
        with console.collect_errors(found):
            with console.progress(one.name, quiet=quiet) as stage:
                result = cardgen.build(decks, one, choices, progress=stage)
            if not quiet:
                _show(result)
        console.finish(found)
    for deck in decks:
        with console.collect_errors(found):
            with console.progress(deck.name, quiet=quiet) as stage:
                result = cardgen.build(deck, out, choices, progress=stage)
            if not quiet:
                _show(result)
    console.finish(found, quiet=quiet)


def _show(result: BuildResult) -> None:
    """Print warnings and changes, then what was written: only the paths unless standard output is a terminal."""
    console.print_diagnostics(result.warnings)
    console.print_changes(result.changes)
    on_terminal = sys.stdout.isatty()
    if not result.files:
        typer.echo("nothing to print: every piece looks as it did when it was last printed", err=True)
    elif not on_terminal:
        typer.echo("\n".join(map(str, result.files)))
    else:
        pieces = console.plural(result.piece_count, "piece")
        typer.echo(f"{' and '.join(map(str, result.files))}: {result.title}, {pieces}")
        parts = ", ".join(f"{kind} {count}" for kind, count in result.sheets.items())
        sheets = console.plural(sum(result.sheets.values()), "sheet")
        typer.echo(f"  {sheets} of {result.paper} ({parts}), {console.plural(result.page_count, 'page')}")
        typer.echo(f"  print pages 3-{result.page_count} at 100 %, {result.printing}; page 1 says more")
    for cut in result.cut_files:
        numbers = f": cuts page{'s' if len(cut.pages) > 1 else ''} {', '.join(map(str, cut.pages))}"
        typer.echo(f"{cut.path}{numbers if on_terminal else ''}")
