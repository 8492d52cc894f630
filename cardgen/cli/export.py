"""`cardgen export`: files for print shops and virtual tabletops."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardgen.cli import console, options
from cardgen.cli.choices import takes_choices
from cardgen.pipeline.options import ExportOptions
from cardgen.report.diagnostics import Diagnostic, plural

if TYPE_CHECKING:
    from cardgen import ExportResult

To = Annotated[
    list[str],
    typer.Option(
        metavar="TARGET",
        help="Target: png, pdf-cards, reading (every piece in words), tts (Tabletop Simulator), tgc (The Game Crafter), mpc (MakePlayingCards), "
        "mpc-autofill (an order for its desktop tool), drivethru (DriveThruCards), playingcards.io or screentop. Repeat the option for several targets.",
        show_default=False,
    ),
]
Out = Annotated[
    Path, typer.Option(metavar="FOLDER", help="Folder for the exports; each goes into a folder DECK-TARGET in it.")
]
Card = Annotated[
    str,
    typer.Option(
        metavar="SIZE",
        help="Card size: for a shop, one that it makes; otherwise any. [default: the shop's poker card, or the game's]",
        show_default=False,
    ),
]


@takes_choices(ExportOptions, card=Card)
def export(
    *,
    decks: options.Decks,
    to: To,
    out: Out = Path("out"),
    choices: ExportOptions,
    quiet: options.Quiet = False,
) -> None:
    """Write files for print shops and virtual tabletops.

    A manifest lists the files and counts the copies. A shop prints only cards; the export lists the other components,
    such as boards, which you can print at home with cardgen build.

    Example: cardgen export decks/samurai.yaml --to tgc --out out
    """
    import cardgen

    found: list[Diagnostic] = []
    for deck in decks:
        for target in to:
            with console.collect_errors(found):
                with console.progress(f"{deck.name} {target}", quiet=quiet) as stage:
                    result = cardgen.export(deck, target, out, choices, progress=stage)
                if not quiet:
                    _show(result)
    console.finish(found, quiet=quiet)


def _show(result: ExportResult) -> None:
    """Print warnings, the components that the target does not accept, and the folder."""
    console.print_diagnostics(result.warnings)
    if result.left_out:
        typer.echo(f"not for {result.title}, so left out; print them at home with cardgen build:", err=True)
        for reason in dict.fromkeys(item.reason for item in result.left_out):
            titles = ", ".join(item.title for item in result.left_out if item.reason == reason)
            typer.echo(f"  {reason}: {titles}", err=True)
    files = f": {plural(len(result.files), 'file')} for {result.title}, and manifest.json"
    typer.echo(f"{result.folder}{files if sys.stdout.isatty() else ''}")
