"""Check the fields of a `game.yaml`: unknown types, limits, references and impossible defaults."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from cardgen.plugin.description.choices import shared_titles
from cardgen.plugin.description.compile import Tools, types_of_game
from cardgen.plugin.description.decks import data_kinds, value_of_default
from cardgen.plugin.description.fields import (
    TYPES,
    AnyField,
    ChoiceField,
    CodeField,
    FormulaField,
    IntegerField,
    ListField,
    NumberField,
    ReferenceField,
)
from cardgen.plugin.description.layers import Layers
from cardgen.plugin.game import Finding
from cardgen.report.diagnostics import did_you_mean, quoted
from cardgen.report.source import Path


def field_faults(what: str, spec: AnyField, path: Path, layers: Layers, tools: Tools) -> Iterator[Finding]:
    """Yield what is wrong with one field."""
    match spec:
        case CodeField():
            known = (*TYPES, *types_of_game(layers))
            if spec.type not in known:
                expected = f"one of: {', '.join(known)}"
                message = f"type of {what} is {quoted(spec.type)}"
                yield Finding("E220", message, (*path, "type"), expected, did_you_mean(spec.type, known))
                return
        case ReferenceField() if spec.to not in data_kinds(layers):
            expected = f"one of: {', '.join(data_kinds(layers))}"
            hints = did_you_mean(spec.to, data_kinds(layers))
            yield Finding("E220", f"{what} refers to unknown kind {quoted(spec.to)}", (*path, "to"), expected, hints)
            return
        case IntegerField() | NumberField() | ListField() if None not in (spec.min, spec.max) and spec.min > spec.max:  # type: ignore[operator]
            yield Finding(
                "E220", f"{what} has a min of {spec.min} and a max of {spec.max}", (*path, "max"), "min <= max"
            )
            return
        case ChoiceField():
            yield from _shared_titles(what, spec, path)
        case ListField():
            if isinstance(spec.of, FormulaField | ListField):
                yield Finding("E220", f"{what} is a list of {spec.of.type}s", (*path, "of"), "a list of values")
                return
            yield from field_faults(f"items of {what}", spec.of, (*path, "of"), layers, tools)
        case _:
            pass
    if spec.default is not None and not isinstance(spec, FormulaField):
        yield from _default(what, spec, path, layers, tools)


def _default(what: str, spec: AnyField, path: Path, layers: Layers, tools: Tools) -> Iterator[Finding]:
    try:
        value_of_default(spec, tools.types(layers))
    except ValidationError as error:
        context: Mapping[str, Any] = error.errors()[0].get("ctx", {})
        expected = context.get("expected") or error.errors()[0]["msg"].lower()
        yield Finding("E220", f"default of {what} is not valid", (*path, "default"), expected)


def _shared_titles(what: str, spec: ChoiceField, path: Path) -> Iterator[Finding]:
    for word, title, other in shared_titles(spec):
        message = f"title {quoted(title)} of {quoted(word)} in {what} is also {quoted(other)}"
        yield Finding("E220", message, (*path, "of", word), "a title that no other word has", on_key=True)
