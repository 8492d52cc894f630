"""`cardgen rules`: print the rules of play that a `game.yaml` describes, in words or as Python."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cardgen.cli import console, options

Name = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="Id of a game, its folder, or a deck of it.  [default: the game of this folder]",
        show_default=False,
    ),
]
Python = Annotated[bool, typer.Option("--python", help="Print the Python source that the rules are compiled to.")]


def rules(game: Name = "", python: Python = False, lang: options.Language = "") -> None:
    """Print the rules of play that a game describes, in words or as Python.

    The words follow from the section rules of its game.yaml, and so does the Python that plays it.

    Example: cardgen rules decks/eights.yaml --lang pt
    """
    from cardgen.pipeline.author_help.game_rules import rules_text

    with console.errors_reported():
        typer.echo(rules_text(game, Path(), lang, python=python), nl=False)
