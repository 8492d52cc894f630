"""`cardgen schema`: the JSON schema that lets an editor complete and check a deck."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from cardgen.cli import console
from cardgen.report.diagnostics import did_you_mean
from cardgen.report.errors import UnlocatedError

Name = Annotated[str, typer.Argument(metavar="GAME", help="Id of the game.")]
Out = Annotated[Path | None, typer.Option(help="File to write; without it, standard output.", show_default=False)]


def schema(game: Name = "attack-the-tower", out: Out = None) -> None:
    """Write the JSON schema of a game's decks, for the editor.

    Put its path into the first line of a deck: # yaml-language-server: $schema=FILE

    Example: cardgen schema --out decks/attack-the-tower.schema.json
    """
    from cardgen.plugin.registry import all_games
    from cardgen.validate.schema import editor_schema
    from cardgen.write.files import replace_file

    games = all_games()
    if game not in games:
        hint = "".join(f"; {text}" for text in did_you_mean(game, games))
        raise typer.BadParameter(f"there is no game '{game}', only {', '.join(sorted(games))}{hint}", param_hint="GAME")
    text = json.dumps(editor_schema(games[game]), indent=2, ensure_ascii=False)
    if out is None:
        typer.echo(text)
        return
    console.check_suffix(out, ".json", "--out")
    try:
        replace_file(out, f"{text}\n".encode())
    except UnlocatedError as fault:
        console.fail([fault.at(None)])
