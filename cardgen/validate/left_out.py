"""Take what has errors out of the lists of a deck, so that the rest of it can be drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from cardgen.report.diagnostics import Diagnostic
from cardgen.report.source import Node, Path
from cardgen.validate.schema import plain_values
from cardgen.validate.schema_errors import path_in_file, to_diagnostics


@dataclass(frozen=True, slots=True)
class TakenOut:
    """A value of a list that has errors, so that it was taken out of the deck.

    Attributes:
        words: Its id and its names, as far as it states them.
    """

    words: tuple[str, ...]
    errors: tuple[Diagnostic, ...]


def take_out_broken(node: Node, model: type[BaseModel]) -> list[TakenOut]:
    """Take the values with errors out of all lists of a deck, and return them.

    Args:
        node: Root of the deck, which loses them.
    """
    left_out: list[TakenOut] = []
    while broken := _broken_values(node, model):
        values = [
            (node.at(path[:-1]), node.at(path), tuple(to_diagnostics(errors, node, model))) for path, errors in broken
        ]
        for holder, value, reasons in values:  # a value that is taken out shifts the paths of the others
            left_out.append(TakenOut(tuple(_words(value)), reasons))
            assert isinstance(holder.value, list)
            holder.value[:] = [other for other in holder.value if other is not value]
    return left_out


def take_out_wrong_fields(node: Node, model: type[BaseModel]) -> list[Diagnostic]:
    """Take the wrong and the unknown fields out of the values of all lists of a deck, and return their errors.

    Args:
        node: Root of the deck, which loses them.
    """
    found: list[Diagnostic] = []
    for path, errors in _broken_values(node, model):
        for error in errors:
            field = path_in_file(error["loc"], node)[: len(path) + 1]
            holder = node.at(path)
            if error["type"] != "missing" and len(field) > len(path) and isinstance(holder.value, dict):
                found += to_diagnostics([error], node, model)
                holder.value.pop(str(field[-1]), None)
    return found


def _broken_values(node: Node, model: type[BaseModel]) -> list[tuple[Path, list[ErrorDetails]]]:
    """Return the path of each value with errors of a list of the deck, with its errors."""
    by_value: dict[Path, list[ErrorDetails]] = {}
    try:
        model.model_validate(plain_values(node))
    except ValidationError as errors:
        for error in errors.errors(include_url=False):
            path = path_in_file(error["loc"], node)
            depth = next((index for index, part in enumerate(path) if isinstance(part, int)), None)
            if depth is not None:
                by_value.setdefault(path[: depth + 1], []).append(error)
    return list(by_value.items())


def _words(value: Node) -> Iterator[str]:
    """Yield the id and the names that a value of a list states."""
    stated = [value.value.get(key) for key in ("id", "name")] if isinstance(value.value, dict) else []
    for item in stated:
        texts = item.value.values() if item and isinstance(item.value, dict) else [item]
        yield from (str(text.value) for text in texts if text and text.value)
