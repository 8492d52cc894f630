"""`cardgen translate`: translate a deck or a game with a PO file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardgen.cli import console, options
from cardgen.report.diagnostics import plural

if TYPE_CHECKING:
    from cardgen.translation.translate import TranslationResult

Source = Annotated[
    Path,
    typer.Argument(metavar="SOURCE", help="A deck file, a game.yaml, or the folder of a game.", show_default=False),
]
To = Annotated[str, typer.Option("--to", metavar="LANGUAGE", help="Language to translate to, such as fr or pt-BR.")]
Po = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="The PO file. [default: SOURCE.LANGUAGE.po beside it]", show_default=False),
]
Write = Annotated[
    bool,
    typer.Option("--write", help="Write the finished translations of the PO file into the deck or the game."),
]


def translate(source: Source, to: To, po: Po = None, write: Write = False, quiet: options.Quiet = False) -> None:
    """Write the texts of a deck or a game into a gettext PO file, and take translations over from it.

    Any PO editor opens the file. Run the command again after the deck has changed: translations stay, new texts are added,
    and those whose original has changed are marked as fuzzy. With --write, finished translations go into the YAML files,
    in which everything else stays as it is.

    Example: cardgen translate decks/samurai.yaml --to fr
    """
    from cardgen.translation.translate import translate as run

    if po is not None:
        console.check_suffix(po, ".po", "--po")
    with console.errors_reported(quiet=quiet):
        result = run(source, to, po, is_written=write)
    if not quiet:
        _show(result, is_written=write)


def _show(result: TranslationResult, *, is_written: bool) -> None:
    status = result.status
    counts = {"new": status.new, "changed": status.changed, "missing": status.missing, "gone": status.gone}
    told = ", ".join(f"{count} {word}" for word, count in counts.items() if count) or "nothing new, all translated"
    typer.echo(f"{result.po}: {plural(status.total, 'text')}; {told}")
    if is_written:
        names = ", ".join(map(str, result.files)) or "no file"
        typer.echo(f"{plural(result.words, 'translation')} written into {names}")
    places = sorted({text.span.file for text in result.left})
    if places:
        count = plural(len(result.left), "translation")
        typer.echo(f"{count} must be put in by hand: {', '.join(places)}")
