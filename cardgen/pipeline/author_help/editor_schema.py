"""Make the JSON schemas of decks and of `game.yaml`, with which an editor completes and checks these files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cardgen.pipeline.author_help.named_game import game_named
from cardgen.pipeline.open.game_files import FILE
from cardgen.report.errors import as_cardgen_error
from cardgen.report.json_text import format_json
from cardgen.validate.schema import editor_schema
from cardgen.write.files import replace_file

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema_json(game: str, folder: Path) -> str:
    """Return the JSON schema of the decks of a game, or of the file `game.yaml` itself.

    Args:
        game: See `game_named`; or `game.yaml` or `face.yaml` for the schema of such files.

    Raises:
        CardgenError: E504, there is no such game, or there are several and none is named; E210 to E228, the game cannot
            be used.
    """
    if Path(game).name == FILE:
        return _text(_schema_of_file())
    if game.endswith("face.yaml"):
        from cardgen.render.boxes.description import face_schema

        return _text({"$schema": _DIALECT} | face_schema() | {"title": "face.yaml"})
    return _text(editor_schema(game_named(game, folder)))


def _schema_of_file() -> dict[str, Any]:
    from cardgen.plugin.description.schema import GameDescription

    schema = GameDescription.model_json_schema()
    return {"$schema": _DIALECT} | schema | {"title": FILE}


def _text(schema: Mapping[str, Any]) -> str:
    return format_json(schema)


def write_schema(game: str, folder: Path, target: Path) -> None:
    """Write the JSON schema of the decks of a game, or of the file `game.yaml` itself.

    Args:
        game: The game, as for `schema_json`.
        target: The file; an older one stays whole if anything fails.

    Raises:
        CardgenError: See `schema_json`; E601, the file cannot be written.
    """
    with as_cardgen_error():
        replace_file(target, f"{schema_json(game, folder)}\n".encode())
