"""Turn a tree of values into a deck: validate it with the models of its game, then run the game's checks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from cardgen.model.deck import SPREADSHEETS, Deck
from cardgen.plugin.failure import running_game_code
from cardgen.plugin.game import Finding, Game
from cardgen.plugin.hooks import deck_findings, deck_model
from cardgen.report.diagnostics import MOST_OF_A_KIND, Collector, untold
from cardgen.report.source import Node, Span
from cardgen.validate.schema_errors import code_of, to_diagnostics

_UNREAD = ("E143", "E144")  # errors of a cell that gives no value
AnyModel = TypeVar("AnyModel", bound=BaseModel)


def validate(node: Node, path: Path, game: Game, diagnostics: Collector) -> Deck | None:
    """Validate a deck file: first its schema and, if that is correct, the rules of its game.

    Returns:
        The deck, even if it breaks rules of the game; None if its schema has errors.
    """
    data = validate_as(node, deck_model(game), diagnostics)
    if data is None:
        return None
    deck = Deck(path, game.id, data, node)
    _report(deck_findings(game, data), node, diagnostics)
    return deck


def validate_as(node: Node, model: type[AnyModel], diagnostics: Collector) -> AnyModel | None:
    """Validate a tree of values as a model.

    Args:
        model: Model to validate against; lists become tuples.
        diagnostics: Collects the errors (E2xx, or the code that a `Rule` of the model states).

    Returns:
        The model, or None after an error.
    """
    try:
        return model.model_validate(plain_values(node))
    except ValidationError as errors:
        first, untold_errors = _first_of_each_kind(errors.errors(include_url=False))
        reported = _without_consequences(first)
        # a cell that could not be read is missing here, and a column that is missing is missing in each row
        unread = {item.span for item in diagnostics.items if item.code in _UNREAD}
        known = {(item.code, item.message, item.span) for item in diagnostics.items}
        found = dict.fromkeys(to_diagnostics(reported, node, model))
        diagnostics.items += (
            item
            for item in found
            if not (item.code == "E202" and item.span in unread) and (item.code, item.message, item.span) not in known
        )
        diagnostics.items += (untold(code, count) for code, count in untold_errors.items())
        return None


def _first_of_each_kind(errors: Sequence[ErrorDetails]) -> tuple[Sequence[ErrorDetails], Mapping[str, int]]:
    """Return the first errors of each kind, and the number of the others by code; each that is told costs time."""
    first: list[ErrorDetails] = []
    met: Counter[tuple[str, str]] = Counter()
    for error in errors:
        kind = error["type"], code_of(error)
        met[kind] += 1
        if met[kind] <= MOST_OF_A_KIND:
            first.append(error)
    rest: Counter[str] = Counter()
    for (_, code), count in met.items():
        rest[code] += max(0, count - MOST_OF_A_KIND)
    return first, +rest


def _without_consequences(errors: Sequence[ErrorDetails]) -> Iterator[ErrorDetails]:
    """Yield the errors, without those of lists that are too short because pydantic does not count their invalid entries."""
    for error in errors:
        place = error["loc"]
        inside = (other["loc"] for other in errors if len(other["loc"]) > len(place))
        if error["type"] != "too_short" or not any(other[: len(place)] == place for other in inside):
            yield error


def editor_schema(game: Game) -> dict[str, Any]:
    """Return the JSON schema of the decks of a game, for editors that complete and check YAML.

    Raises:
        CardgenError: E215, the game's `schema` fails, or has a type that JSON schemas do not know.
    """
    model = deck_model(game)
    with running_game_code(game.id, "schema"):
        schema = model.model_json_schema()
    _allow_spreadsheets(schema.get("properties", {}))
    return {"$schema": "https://json-schema.org/draft/2020-12/schema"} | schema | {"title": f"{game.name}: deck"}


def _allow_spreadsheets(properties: dict[str, Any]) -> None:
    """Let the lists of a deck name spreadsheets, and the deck their addresses, as `deck_file` reads them."""
    suffixes = "|".join(suffix.lstrip(".") for suffix in SPREADSHEETS)
    file = {
        "type": "string",
        "pattern": rf"\.({suffixes})(#.+)?$",
        "description": "A spreadsheet beside the deck, such as cards.csv or cards.xlsx#worksheet.",
    }
    for key, stated in properties.items():
        items = stated.get("items")
        if stated.get("type") == "array" and isinstance(items, dict) and "$ref" in items:
            several = stated | {"items": {"anyOf": [items, file]}}
            about = {name: several.pop(name) for name in ("title", "description", "default") if name in several}
            properties[key] = about | {"anyOf": [several, file]}
    addresses = {"type": "object", "additionalProperties": {"type": "string"}}
    properties.setdefault(
        "pull", addresses | {"description": "Addresses from which cardgen pull fetches spreadsheets, by file."}
    )
    headings = {"type": "object", "additionalProperties": {"type": ["string", "number"]}}
    properties.setdefault("columns", headings | {"description": "Heading of the column that gives a field, by field."})
    names = {"type": "array", "items": {"type": "string"}}
    folders = {"description": "Folders below that of the deck in which pictures are looked for too."}
    properties.setdefault("images", {"anyOf": [names, {"type": "string"}]} | folders)
    kept = {"description": "Names of the cards and numbers that cardgen balance must not change."}
    properties.setdefault("strict", {"type": "boolean", "description": "Whether warnings are errors."})
    properties.setdefault("keep", {"anyOf": [names, {"type": "string"}]} | kept)


def plain_values(node: Node) -> object:
    """Return the values of a file without their positions, as models validate them: with tuples in place of lists."""
    if isinstance(node.value, dict):
        return {key: plain_values(item) for key, item in node.value.items()}
    if isinstance(node.value, list):
        return tuple(plain_values(item) for item in node.value)
    return node.value


def _report(findings: Iterable[Finding], node: Node, diagnostics: Collector) -> None:
    """Add the findings of a check with their positions in the file."""
    for finding in findings:
        diagnostics.add(
            finding.code,
            finding.message,
            finding.span or node.nearest(finding.path, key=finding.on_key),
            expected=finding.expected,
            hints=finding.hints,
            notes=[(text, at if isinstance(at, Span) else node.nearest(at)) for text, at in finding.notes],
        )
