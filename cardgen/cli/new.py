"""`cardgen new`: start a game or a deck."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Annotated

import typer

from cardgen.cli import console, options

_MOST_FILES = 8  # of a folder that are listed

Name = Annotated[
    Path,
    typer.Argument(metavar="NAME", help="Name of the game or deck, and of the new folder for it.", show_default=False),
]
GameName = Annotated[
    str,
    typer.Option(
        metavar="GAME",
        help="Make a deck of this game: cards (a list of cards), or another one that ships or is installed. An unknown "
        "name lists them all. "
        "[default: a game of your own, described in game.yaml]",
        show_default=False,
    ),
]
Source = Annotated[
    Path | None,
    typer.Option(
        "--from",
        metavar="LIST",
        help="Take a list of cards along, a spreadsheet or a JSON, YAML or Markdown file: it is copied, and its columns "
        "become the fields of the game.",
        show_default=False,
    ),
]
Kinds = Annotated[
    str,
    typer.Option(
        metavar="KINDS",
        help="Kinds of card of the game, separated by commas: ships,ports. [default: cards]",
        show_default=False,
    ),
]
Size = Annotated[
    str,
    typer.Option(
        metavar="SIZE",
        help="Card size: poker, tarot, or any WIDTHxHEIGHT such as 63x88 (see cardgen sizes). [default: poker]",
        show_default=False,
    ),
]
Languages = Annotated[
    str,
    typer.Option(
        "--language",
        metavar="CODES",
        help="Languages, separated by commas, such as en,pt. [default: en]",
        show_default=False,
    ),
]
Rules = Annotated[
    bool,
    typer.Option(
        "--rules", help="Start a game that can be played: cards with effects in a spreadsheet, and rules of play."
    ),
]


def new(  # noqa: PLR0913, PLR0917 - the options of the command, which Typer passes by name
    name: Name,
    game: GameName = "",
    source: Source = None,
    kinds: Kinds = "",
    size: Size = "",
    language: Languages = "",
    rules: Rules = False,
    quiet: options.Quiet = False,
) -> None:
    """Start a game of your own, or a deck, in a new folder.

    The folder builds at once: a deck with sample cards, a game.yaml that describes the game, and comments that explain
    both. Nothing that exists is written over.

    Example: cardgen new harbour --kinds ships,ports --language en,pt
    """
    from cardgen.pipeline.start.new_game import make_new
    from cardgen.pipeline.start.plan import NewOptions

    choices = NewOptions(
        game=game,
        source=source,
        kinds=options.split_names(kinds),
        size=size,
        languages=options.split_names(language),
        rules=rules,
    )
    with console.errors_reported():
        result = make_new(name, choices)
    if quiet:
        return
    console.print_diagnostics(result.problems)
    typer.echo(f"{result.folder}: {', '.join(_by_folder(result.files))}")
    typer.echo("next:")
    deck = shlex.quote(str(result.deck)) if os.name != "nt" else f'"{result.deck}"'
    typer.echo(f"  cardgen build {deck}")
    typer.echo(f"  cardgen show {deck} {shlex.quote(result.first_card or 'CARD')} --open")
    typer.echo(f"  cardgen check {deck}")
    if rules:
        typer.echo(f"  cardgen play {deck}")
        typer.echo(f"  cardgen playtest {deck}")


def _by_folder(files: Sequence[str]) -> Iterator[str]:
    """Yield files, and in place of many files of one folder the folder with their number."""
    for folder, group in groupby(files, lambda file: file.rpartition("/")[0]):
        inside = list(group)
        yield from inside if len(inside) <= _MOST_FILES or not folder else [f"{folder} ({len(inside)} files)"]
