"""`cardgen schema`: the JSON schema that lets an editor complete and check a deck."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from cardgen.cli import console
from cardgen.report.diagnostics import did_you_mean
from cardgen.report.errors import CardgenError, UnlocatedError

Name = Annotated[str, typer.Argument(metavar="GAME", help="Id of the game.")]
Out = Annotated[Path | None, typer.Option(help="File to write; without it, standard output.", show_default=False)]


def schema(game: Name = "attack-the-tower", out: Out = None) -> None:
    """Write the JSON schema of a game's decks, for the editor.

    Put its path into the first line of a deck: # yaml-language-server: $schema=FILE

    Example: cardgen schema --out decks/attack-the-tower.schema.json
    """
    from cardgen.plugin.registry import find_game, game_ids
    from cardgen.validate.schema import editor_schema
    from cardgen.write.files import replace_file

    try:
        known = find_game(game)
        made = editor_schema(known) if known else {}
    except CardgenError as error:
        console.fail(error.diagnostics)
    if known is None:
        games = game_ids()
        hint = "".join(f"; {text}" for text in did_you_mean(game, games))
        raise typer.BadParameter(f"there is no game '{game}', only {', '.join(games)}{hint}", param_hint="GAME")
    text = json.dumps(made, indent=2, ensure_ascii=False)
    if out is None:
        typer.echo(text)
        return
    console.check_suffix(out, ".json", "--out")
    try:
        replace_file(out, f"{text}\n".encode())
    except UnlocatedError as fault:
        console.fail([fault.at(None)])
