"""Fill the gaps of an unfinished deck, so that a draft of it can be drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from cardgen.model.deck import PLACEHOLDER
from cardgen.plugin.schema import IS_PICTURE, IS_TEXT
from cardgen.report.diagnostics import Collector, Diagnostic
from cardgen.report.source import Node, Path
from cardgen.validate.partial_deck import annotation_parts
from cardgen.validate.schema import plain_values
from cardgen.validate.schema_errors import fields_at, path_in_file, to_diagnostics

_ROUNDS = 20
"""Number of times that a deck is validated: filling one gap can show others inside it, though no deck is so deep."""


def fill_gaps(node: Node, model: type[BaseModel], found: Collector) -> None:
    """Put a placeholder in place of each required text and each required picture that a file lacks.

    Args:
        node: Root of the file; the placeholders are put into it.
        found: Receives the error of each gap as a warning of a draft.
    """
    for _ in range(_ROUNDS):
        gaps = list(_gaps(node, model))
        if not gaps:
            return
        _report(to_diagnostics((error for _, _, error in gaps), node, model), found)
        for path, filling, _ in gaps:
            _put(node, path, filling)


def _report(errors: Iterable[Diagnostic], found: Collector) -> None:
    """Add errors as warnings of a draft, also those that the reader of a spreadsheet has reported, as E142."""
    known = {(item.code, item.message, item.span): index for index, item in enumerate(found.items)}
    for item in errors:
        index = known.get((item.code, item.message, item.span))
        if index is None:
            known[item.code, item.message, item.span] = len(found.items)
            found.items.append(replace(item, in_draft=True))
        else:
            found.items[index] = replace(found.items[index], in_draft=True)


def _gaps(node: Node, model: type[BaseModel]) -> Iterator[tuple[Path, str, ErrorDetails]]:
    """Yield the path of each gap that can be filled, what fills it, and its error."""
    try:
        model.model_validate(plain_values(node))
    except ValidationError as errors:
        for error in errors.errors(include_url=False):
            is_empty = error["type"] != "missing" and error.get("input") in (None, "")
            if error["type"] == "missing" or is_empty:
                path = path_in_file(error["loc"], node)
                filling = _filling(path, node, model)
                if filling:
                    yield path, filling, error


def _filling(path: Path, node: Node, model: type[BaseModel]) -> str:
    """Return what fills a gap; empty if it is neither a text nor a picture."""
    if not path or not isinstance(path[-1], str):
        return ""
    kinds = [{*_marks(field)} for field in fields_at(model, path)]
    owner = _owner(path, node)
    if kinds and all(IS_PICTURE in kind for kind in kinds):
        return f"{PLACEHOLDER}{owner or ' '.join(map(str, path[:-1]))}"
    if kinds and all(IS_TEXT in kind for kind in kinds):
        return owner.replace("-", " ").title() if path[-1] == "name" and owner else f"[{path[-1]}]"
    return ""


def _marks(field: object) -> Iterator[object]:
    """Yield the marks of a text and of a picture that a field has."""
    metadata = (*getattr(field, "metadata", ()), *annotation_parts(getattr(field, "annotation", None)))
    yield from (mark for mark in (IS_PICTURE, IS_TEXT) if mark in metadata)


def _owner(path: Path, node: Node) -> str:
    """Return the id, or else the name, of the mapping that a path leads into."""
    holder = node.at(path[:-1])
    for key in ("id", "name"):
        stated = holder.value.get(key) if isinstance(holder.value, dict) else None
        if stated and isinstance(stated.value, str):
            return stated.value
    return ""


def _put(node: Node, path: Path, value: str) -> None:
    holder = node.at(path[:-1])
    if isinstance(holder.value, dict):
        stated = holder.value.get(str(path[-1]))
        holder.value[str(path[-1])] = Node(value, stated.span if stated else holder.span)
