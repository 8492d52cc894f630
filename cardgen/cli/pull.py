"""`cardgen pull`: fetch the spreadsheets and the pictures of decks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardgen.cli import console, options
from cardgen.report.diagnostics import Diagnostic, plural

if TYPE_CHECKING:
    from cardgen.changes.rows import RowChange
    from cardgen.pipeline.pull.pictures import PulledFile

Decks = Annotated[
    list[Path],
    typer.Argument(
        metavar="DECK",
        help="Deck files with the key pull, and decks or lists whose pictures are addresses.",
        show_default=False,
    ),
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Show what would change, and leave all files as they are.")]
AllowLocal = Annotated[
    bool, typer.Option("--allow-local", help="Also fetch from this computer and from the local network.")
]

Icon = Annotated[
    list[str] | None,
    typer.Option(
        "--icon",
        metavar="NAME",
        help="Fetch an icon of game-icons.net instead, such as wolf-head, into icons/ beside the deck. Can be given repeatedly.",
        show_default=False,
    ),
]
IconsFrom = Annotated[
    str,
    typer.Option(
        "--icons-from",
        metavar="SOURCE",
        help="A copy of the library of icons: a folder, an archive, or an address.",
        show_default=False,
    ),
]

_LONGEST_VALUE = 24  # characters of a value in the list of changes
_SHOWN = 40  # changes of one file; a sheet that was sorted out anew would fill the screen


def pull(
    decks: Decks,
    icon: Icon = None,
    icons_from: IconsFrom = "",
    dry_run: DryRun = False,
    allow_local: AllowLocal = False,
    quiet: options.Quiet = False,
) -> None:
    """Fetch the spreadsheets and pictures of decks from the web, and show what changed card by card.

    A deck names the address of each file: 'pull: {cards.csv: "https://..."}'. Links to Google Sheets work as they are
    copied, if the sheet is shared with everybody who has the link. A file that cannot be fetched, or is no table, stays
    as it was. With --icon, the icons of these names are fetched, and page 2 of the PDF names their authors. Pictures that cards name by an address are fetched into fetched/ beside the deck, each once. Only this command
    uses the network; a build never does.

    Example: cardgen pull decks/harbour.yaml
    """
    from cardgen.pipeline.pull.icons import pull_icons
    from cardgen.pipeline.pull.lists import PullResult, pull_deck

    found: list[Diagnostic] = []
    for deck in decks:
        with console.collect_errors(found), console.progress(deck.name, quiet=quiet) as stage:
            stage("fetch")
            if icon:
                files, faults = pull_icons(deck, icon, icons_from, dry_run=dry_run, allow_local=allow_local)
                result = PullResult(tuple(files), tuple(faults.items))
            else:
                result = pull_deck(deck, dry_run=dry_run, allow_local=allow_local)
            found += result.problems
            if not quiet:
                for file in result.files:
                    _show(file, dry_run=dry_run)
    console.finish(found, quiet=quiet)


def _show(file: PulledFile, *, dry_run: bool) -> None:
    if file.is_picture:
        typer.echo(f"{file.path}: {'no change' if file.status == 'same' else 'new picture'}")
        return
    rows = plural(file.row_count, "row")
    counts = {status: sum(change.status == status for change in file.changes) for status in _MARKS}
    words = [f"{count} {status}" for status, count in counts.items() if count]
    if file.status == "same":
        words = ["no change"]
    elif file.status == "new":
        words = ["new file"]
    note = " (not written)" if dry_run and file.status != "same" else ""
    typer.echo(f"{file.path}: {rows}, {', '.join(words) or 'no card changed'}{note}")
    for change in file.changes[:_SHOWN]:
        card = f"{change.list_name}/{change.id}: {_printable(change.name)}"
        typer.echo(f"  {_MARKS[change.status]} {card}{_fields(change)}")
    if len(file.changes) > _SHOWN:
        typer.echo(f"  ... and {len(file.changes) - _SHOWN} more")


_MARKS = {"added": "+", "removed": "-", "changed": "~"}


def _fields(change: RowChange) -> str:
    parts = [f"{field.key} {_short(field.before)} -> {_short(field.after)}" for field in change.fields]
    return f" ({'; '.join(parts)})" if parts else ""


def _printable(text: str) -> str:
    return " ".join(text.split())


def _short(value: object) -> str:
    if isinstance(value, dict):
        value = "; ".join(f"{key}: {item}" for key, item in value.items())
    elif isinstance(value, list):
        value = ", ".join(map(str, value))
    text = _printable(str(value)) if value is not None else "(empty)"
    return text if len(text) <= _LONGEST_VALUE else f"{text[: _LONGEST_VALUE - 1]}\u2026"
