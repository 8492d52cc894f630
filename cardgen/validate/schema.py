"""From a tree of values to a deck: the shape by the game's models, then the game's own checks."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from cardgen.model.deck import Deck
from cardgen.plugin.failure import running_game_code
from cardgen.plugin.game import Finding, Game
from cardgen.report.diagnostics import Collector
from cardgen.report.source import Node
from cardgen.validate.schema_errors import to_diagnostics

AnyModel = TypeVar("AnyModel", bound=BaseModel)


def validate(node: Node, path: Path, game: Game, diagnostics: Collector) -> Deck | None:
    """Check a deck file against its game: first the shape, and if that is right, the rules.

    Args:
        node: The file as read.
        path: The file, as the user named it.
        game: The game that the deck names.
        diagnostics: Gets everything that is wrong.

    Returns:
        The deck, also if it breaks rules of the game; None if its shape is wrong.
    """
    with running_game_code(game.id, "schema"):
        model = game.schema()
    data = validate_as(node, model, diagnostics)
    if data is None:
        return None
    deck = Deck(path, game.id, data, node)
    with running_game_code(game.id, "checks"):
        findings = [finding for check in game.checks() for finding in check(data)]
    _report(findings, node, diagnostics)
    return deck


def validate_as(node: Node, model: type[AnyModel], diagnostics: Collector) -> AnyModel | None:
    """Read a tree of values as a model.

    Args:
        node: The values.
        model: What they must be; its lists are tuples.
        diagnostics: Gets every fault of the shape (E2xx, or the code that a `Rule` of the model names).

    Returns:
        The model, or None after a fault.
    """
    try:
        return model.model_validate(_frozen(node))
    except ValidationError as errors:
        # pydantic counts only the entries that are right; what is wrong with the others is said by themselves
        told = (e for e in errors.errors(include_url=False) if e["type"] != "too_short" or not e["input"])
        diagnostics.items += to_diagnostics(told, node, model)
        return None


def editor_schema(game: Game) -> dict[str, Any]:
    """The JSON schema of a deck of this game, for editors that complete and check YAML."""
    schema = game.schema().model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema"} | schema | {"title": f"{game.name}: deck"}


def _frozen(node: Node) -> object:
    """The plain values with tuples for lists."""
    if isinstance(node.value, dict):
        return {key: _frozen(item) for key, item in node.value.items()}
    if isinstance(node.value, list):
        return tuple(_frozen(item) for item in node.value)
    return node.value


def _report(findings: Iterable[Finding], node: Node, diagnostics: Collector) -> None:
    """Give each finding its place in the file."""
    for finding in findings:
        diagnostics.add(
            finding.code,
            finding.message,
            node.nearest(finding.path, key=finding.on_key),
            expected=finding.expected,
            hints=finding.hints,
            notes=[(text, node.nearest(path)) for text, path in finding.notes],
        )
