"""`cardgen export`: files for print shops and virtual tables."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardgen.cli import console
from cardgen.report.diagnostics import Diagnostic, sort_diagnostics
from cardgen.report.errors import CardgenError

if TYPE_CHECKING:
    from cardgen.exports.job import ExportResult

To = Annotated[
    list[str],
    typer.Option(
        help="What for: png, pdf-cards, tts (Tabletop Simulator), tgc (The Game Crafter), mpc (MakePlayingCards), "
        "drivethru (DriveThruCards), playingcards.io, screentop. Several: --to tts --to mpc.",
        show_default=False,
    ),
]
Out = Annotated[Path, typer.Option(help="Folder; each export goes into DECK-TARGET in it.", show_default=True)]
Card = Annotated[
    str,
    typer.Option(
        help="Card size: of a shop, one that it makes [default: its poker card]; else any [default: that of the game].",
        show_default=False,
    ),
]
Url = Annotated[
    str,
    typer.Option(
        help="tts: where you will put the files on the web. Without it, the saved object points at the files on this "
        "computer, which only you can see.",
        show_default=False,
    ),
]


def export(  # noqa: PLR0913, PLR0917 - the options of the command, which Typer calls by name
    decks: console.Decks,
    to: To,
    out: Out = Path("out"),
    card: Card = "",
    lang: console.Language = "",
    only: console.Only = "",
    url: Url = "",
    strict: console.Strict = False,
    quiet: console.Quiet = False,
) -> None:
    """Write what a print shop or a virtual table takes.

    A manifest counts the copies. Shops print cards; what they do not take (boards, counters) is named, and cardgen build prints it at home.

    Example: cardgen export decks/samurai.yaml --to tgc --out out
    """
    from cardgen.exports.job import export as write_export
    from cardgen.pipeline.options import ExportOptions

    choice = ExportOptions(card=card, language=lang, only=console.parts_of(only), strict=strict, url=url)
    found: list[Diagnostic] = []
    for deck in decks:
        for target in to:
            try:
                with console.progress(f"{deck.name} {target}", quiet=quiet) as stage:
                    result = write_export(deck, target, out, choice, stage)
                if not quiet:
                    console.say(result.warnings)
                    _summary(result)
            except CardgenError as error:
                found += error.diagnostics
    console.say(sort_diagnostics(found))
    raise typer.Exit(console.exit_code(found))


def _summary(result: ExportResult) -> None:
    """Where it is, and what is missing in it."""
    if result.left_out:
        names = ", ".join(result.left_out).lower()
        typer.echo(f"{result.title} takes cards only; left out: {names} (cardgen build prints them)", err=True)
    if not sys.stdout.isatty():
        typer.echo(result.folder)
        return
    typer.echo(f"{result.folder}: {console.plural(len(result.files), 'file')} for {result.title}, and manifest.json")
