"""`cardgen schema`: the JSON schemas with which an editor completes and checks decks and `game.yaml`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cardgen.cli import console

Name = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="Id of a game, its folder or a deck of it; or game.yaml or face.yaml, for the schema of such files.  [default: the game of this folder]",
        show_default=False,
    ),
]
Out = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="File to write; without it, the schema is printed.", show_default=False),
]


def schema(game: Name = "", out: Out = None) -> None:
    """Write the JSON schema of the decks of a game, or of game.yaml, for editors.

    Name the file in the first line of a deck: # yaml-language-server: $schema=FILE

    Example: cardgen schema decks/samurai.yaml --out decks/deck.schema.json
    """
    from cardgen.pipeline.author_help.editor_schema import schema_json, write_schema

    if out is not None:
        console.check_suffix(out, ".json", "--out")
    with console.errors_reported():
        if out is None:
            typer.echo(schema_json(game, Path()))
        else:
            write_schema(game, Path(), out)
