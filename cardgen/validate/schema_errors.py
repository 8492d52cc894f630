"""Turn the validation errors of pydantic into diagnostics."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from cardgen.plugin.schema import TAG, TEXT, LateModel, models_in, yaml_key
from cardgen.report.diagnostics import QUOTE_HINT, Diagnostic, did_you_mean, find_closest, quoted
from cardgen.report.source import GameFileNode, Node, Path, RowNode

_KEY = "[key]"  # pydantic appends it to the path of a key that is invalid itself

# What is expected, by the type of pydantic's error.
_EXPECTED: Mapping[str, str] = {
    "string_type": TEXT,
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "bool_type": "yes or no",
    "model_type": "keys with values below it",
    "dict_type": "keys with values below it",
    "tuple_type": "a list",
    "list_type": "tuple[...] instead of list[...] in the schema of the game: decks hold tuples",
    "string_too_short": "text that is not empty",
    "string_too_long": "at most {max_length} characters",
    "too_short": "at least {min_length} of them",
    "too_long": "at most {max_length} of them",
    "greater_than": "more than {gt}",
    "greater_than_equal": "at least {ge}",
    "less_than": "less than {lt}",
    "less_than_equal": "at most {le}",
    "string_pattern_mismatch": "text like {pattern}",
}


def to_diagnostics(errors: Iterable[ErrorDetails], node: Node, model: type[BaseModel]) -> Iterator[Diagnostic]:
    """Yield one diagnostic for each mistake that pydantic found.

    Args:
        errors: Errors of a `ValidationError`.
    """
    placed = [(path_in_file(e["loc"], node), e) for e in errors]
    misspelled = {_intended_path(path, model) for path, error in placed if error["type"] == "extra_forbidden"}
    # Text in { } without quotes is split at its commas; the parts behind them become keys without values.
    split = [path[:-1] for path, _ in placed if path[-1:] == (_KEY,) and _value(path[:-1], node) is None]
    first_split = {key[:-1]: (*key, _KEY) for key in reversed(split)}
    for path, error in placed:
        if path in first_split.values():
            told = _invalid(error, path, node, model)
            yield replace(told, hints=told.hints or (QUOTE_HINT,))
        elif path not in split and path[:-1] not in split and not (error["type"] == "missing" and path in misspelled):
            describe = {"missing": _missing, "extra_forbidden": _unknown}.get(error["type"], _invalid)
            yield describe(error, path, node, model)


def code_of(error: ErrorDetails) -> str:
    """Return the code of the diagnostic that an error usually becomes."""
    stated = error.get("ctx", {}).get("code", "E204")
    return {"missing": "E202", "extra_forbidden": "E203"}.get(error["type"], str(stated))


def _intended_path(path: Path, model: type[BaseModel]) -> Path:
    """Return the path of the key that an unknown key was probably meant to be."""
    closest = find_closest(str(path[-1]), sorted(_keys_at(model, path[:-1])))
    return (*path[:-1], closest or "")


def _value(path: Path, node: Node) -> object:
    *_, found = _steps(path, node)
    return found.value


def label(path: Path, node: Node) -> str:
    """Return the name of a value for messages: its key and its owner, such as `name of 'dojo'`."""
    at = max((index for index, part in enumerate(path) if isinstance(part, str)), default=-1)
    if at < 0:
        return "the file"
    key = str(path[at])
    what = (
        key if len(key) > 2 and key.isidentifier() else quoted(key)
    )  # unquoted, keys such as 'in' or 'of' would read as words of the message
    if at + 1 < len(path):
        what = f"entry {int(path[at + 1]) + 1} of {what}"
    *_, holder = (node, *_steps(path[:at], node))
    if (
        isinstance(holder, RowNode)
        and (column := holder.columns.get(key))
        and column.header.casefold() != key.casefold()
    ):
        what = f"{what} (column {quoted(column.header)})"
    owner = _owner_name(path[:at], node)
    return f"{what} of {owner}" if owner else what


def _missing(_error: ErrorDetails, path: Path, node: Node, model: type[BaseModel]) -> Diagnostic:
    if isinstance(path[-1], int):  # of a list with a fixed number of entries
        return Diagnostic("E204", f"{label(path[:-1], node)} has no entry {path[-1] + 1}", node.nearest(path[:-1]))
    *_, holder = (node, *_steps(path[:-1], node))
    if isinstance(holder, RowNode):
        return _missing_cell(holder, str(path[-1]), _mapping_name(path[:-1], node))
    message = f"{_mapping_name(path[:-1], node)} has no key {quoted(path[-1])}"
    hints = _mistyped(path[-1], holder, model, path[:-1])
    return Diagnostic("E202", message, node.nearest(path[:-1], key=True), f"a line '{path[-1]}: ...'", hints)


def _mistyped(key: str, holder: Node, model: type[BaseModel], path: Path) -> tuple[str, ...]:
    """Return a hint where any key is accepted, so that a mistyped one is not reported for itself."""
    is_open = any(one.model_config.get("extra") == "allow" for one in _models_at(model, path))
    if not is_open or not isinstance(holder.value, dict):
        return ()
    others = [other for other in holder.value if other not in _keys_at(model, path)]
    meant = next((other for other in others if find_closest(other, [key])), None)
    return (f"is it the key '{meant}'?",) if meant else ()


def _missing_cell(row: RowNode, key: str, name: str) -> Diagnostic:
    """Return the error of an empty cell, or, equal for all rows of a spreadsheet, of a column that is not there."""
    if column := row.columns.get(key):
        message = f"{name} has an empty cell in column {quoted(column.header)}"
        return Diagnostic("E202", message, row.cell_span(key), "a value in every row")
    return Diagnostic(
        "E142", f"there is no column {quoted(key)}", row.header_span, expected="a column with this header"
    )


def _unknown(error: ErrorDetails, path: Path, node: Node, model: type[BaseModel]) -> Diagnostic:
    key = str(path[-1])
    models = [{*map(yaml_key, one.model_fields)} for one in _models_at(model, path[:-1])]
    # Of several models, the one that was tried: its tag is the key that it is known by.
    tried = [keys for keys in models if any(f"{TAG}{own}" == error["loc"][-2] for own in keys)] if len(path) > 1 else []
    known = sorted(set().union(*(tried or models)))
    message = f"unknown key {quoted(key)} in {_mapping_name(path[:-1], node)}"
    expected = f"one of: {', '.join(known)}" if known else "no key here"
    value = _value(path, node)
    hints = did_you_mean(key, known) or _belongs_below(value, _models_at(model, path[:-1]))
    if value is None and not key.isidentifier():  # what follows a comma in { }
        hints = (QUOTE_HINT,)
    return Diagnostic("E203", message, node.nearest(path, key=True), expected, hints)


def _belongs_below(value: object, models: Iterable[type[BaseModel]]) -> tuple[str, ...]:
    """Return a hint with the keys below which any name may stand with such a value, as `moves` of a turn.

    Args:
        value: Value of a key that does not exist.
        models: What the mapping with this key may be.
    """
    if not isinstance(value, dict) or not value:
        return ()
    fields = {yaml_key(name): field for one in models for name, field in one.model_fields.items()}
    named = {key: [*_values_of_mappings(field.annotation)] for key, field in fields.items()}
    fitting = [
        quoted(key)
        for key, values in named.items()
        if any({*value} <= {*map(yaml_key, inner.model_fields)} for one in values for inner in models_in(one))
    ]
    return (f"write it below {' or '.join(fitting)}",) if fitting else ()


def _invalid(error: ErrorDetails, path: Path, node: Node, model: type[BaseModel]) -> Diagnostic:
    from cardgen.validate.schema_hints import hints_for

    value, context = error.get("input"), error.get("ctx", {})
    if path and path[-1] == _KEY:
        *outer, key, _ = path
        message = f"key {quoted(key)} of {label(tuple(outer), node)} is not valid"
        holder = _value(tuple(outer), node)
        plain = {name: item.value for name, item in holder.items()} if isinstance(holder, dict) else None
        hints = context.get("hints") or (hints_for(plain, "text") if len(plain or ()) == 1 else ())
        return Diagnostic("E204", message, node.nearest((*outer, key), key=True), context.get("expected", ""), hints)
    problem = context.get("message") or _description(value)
    if (error["type"] == "too_long" or (error["type"] == "too_short" and value)) and isinstance(value, dict | tuple):
        problem = f"has {len(value)} value{'s' if len(value) > 1 else ''}"
    code, expected, known = context.get("code", "E204"), context.get("expected", ""), context.get("known", ())
    if error["type"] == "literal_error":
        known = re.findall(r"'([^']*)'", expected)
        expected = f"one of: {', '.join(known)}"
    elif error["type"] != "broken_rule":
        known_type = _EXPECTED.get(error["type"])
        expected = known_type.format(**context) if known_type else error["msg"]
    if value in (None, "") and expected == TEXT:  # quotes are of no help
        expected = _EXPECTED["string_too_short"]
    hints = context.get("hints") or _leave_out(value, path, model)
    hints = hints or hints_for(value, expected, _keys_at(model, path) if isinstance(value, str) else ())
    hints = hints or (did_you_mean(value, known) if isinstance(value, str) else ())
    if value in _values_of_key(context.get("names", ""), path[:2], node):
        hints = (f"write '${value}'",)
    return Diagnostic(code, f"{label(path, node)} {problem}", node.nearest(path), expected, hints)


def _leave_out(value: object, path: Path, model: type[BaseModel]) -> tuple[str, ...]:
    """Return a hint to leave out a key with an empty text, if a value may do without the key."""
    fields = fields_at(model, path) if value == "" and path else []
    return ("leave the key out",) if fields and not any(field.is_required() for field in fields) else ()


def _values_of_key(key: str, path: Path, node: Node) -> Iterator[object]:
    """Yield all values that a key has within one entry of the file."""
    *_, entry = (node, *_steps(path, node))
    stack = [entry] if key else []
    while stack:
        value = stack.pop().value
        if isinstance(value, dict):
            yield from (item.value for name, item in value.items() if name == key)
        stack += value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


def _description(value: object) -> str:
    """Describe a value as the end of a sentence."""
    match value:
        case _ if value in (None, "", (), {}):
            return "is empty"
        case dict():
            return "has keys below it"
        case tuple():
            return "is a list"
        case bool():
            return f"is {str(value).lower()}"
        case str():
            return f"is {quoted(value)}"
        case _:
            return f"is {value}"


def _mapping_name(path: Path, node: Node) -> str:
    """Return the name of a mapping, for messages about its keys."""
    if not path:
        return "the deck" if isinstance(node.value, dict) and "game" in node.value else "the file"
    if isinstance(node, GameFileNode):
        return node.owner(path) or label(path, node)
    *_, holder = _steps(path, node)
    return _own_name(holder) or label(path, node)


def _owner_name(path: Path, node: Node) -> str:
    """Return the innermost id or name on a path, else the number of the innermost list entry."""
    if isinstance(node, GameFileNode):
        return node.owner(path)
    found = entry = ""
    for depth, step in enumerate(_steps(path, node)):
        found = _own_name(step) or found
        if isinstance(path[depth], int):
            entry = f"entry {int(path[depth]) + 1} of {path[depth - 1]}"
    return found or entry


def _own_name(node: Node) -> str:
    stated = (node.value.get(key) for key in ("id", "name")) if isinstance(node.value, dict) else ()
    return next((quoted(words) for item in stated if item and (words := _words(item))), "")


def _words(node: Node) -> str:
    """Return a text, in its first language; empty for any other value."""
    value: object = node.value
    if isinstance(value, dict):
        value = next((item.value for item in value.values()), "")
    return value if isinstance(value, str) else ""


def path_in_file(location: Path, node: Node) -> Path:
    """Return the path of a value in a file: without tags, and without indexes of lists that the file writes as one value."""
    held = []
    for part in (key for key in location if not str(key).startswith(TAG)):
        if not (isinstance(part, int) and isinstance(node.value, str | int | float | None)):
            held.append(part)
        *_, node = _steps((part,), node)
    return tuple(held)


def _steps(path: Path, node: Node) -> Iterator[Node]:
    """Yield the values on a path, without the root, as far as the file has them."""
    for part in path:
        if isinstance(node.value, dict):
            node = node.value.get(str(part), node)
        elif isinstance(node.value, list) and isinstance(part, int) and part < len(node.value):
            node = node.value[part]
        yield node


def fields_at(model: type[BaseModel], path: Path) -> list[FieldInfo]:
    """Return the fields that the key at the end of a path may be.

    Args:
        path: Path of the value, which the file need not have.
    """
    models = _models_at(model, path[:-1])
    return [field for one in models for name, field in one.model_fields.items() if yaml_key(name) == path[-1]]


def _keys_at(model: type[BaseModel], path: Path) -> set[str]:
    """Return the keys that a mapping may have."""
    return {yaml_key(name) for m in _models_at(model, path) for name in m.model_fields}


def _models_at(model: type[BaseModel], path: Path) -> set[type[BaseModel]]:
    """Return the models that the value at a path may have."""
    models, by_key = {model}, set[Any]()
    for part in path:
        if isinstance(part, str):
            for unfinished in models:  # a model that refers to a later one may have unresolved field types
                unfinished.model_rebuild()
            fields = (field for m in models for name, field in m.model_fields.items() if yaml_key(name) == part)
            found = [*(one for field in fields for one in _annotations(field)), *by_key]
            by_key = {values for each in found for values in _values_of_mappings(each)}
            models = {inner for each in found for inner in models_in(each)} if not by_key else set()
    return models


def _annotations(field: FieldInfo) -> list[Any]:
    """Return what the value of a field may be, also a model that is imported late."""
    return [field.annotation, *(one.model() for one in field.metadata if isinstance(one, LateModel))]


def _values_of_mappings(annotation: Any) -> Iterator[Any]:
    """Yield the annotations of the values of mappings with any keys that an annotation allows."""
    if get_origin(annotation) is dict:
        yield get_args(annotation)[1]
    elif not isinstance(annotation, type):
        for part in get_args(annotation):
            yield from _values_of_mappings(part)
