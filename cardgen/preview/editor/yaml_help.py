"""Suggest and explain keys and values in YAML files, from the schemas that check them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import quote

from cardgen.preview.editor.cursor import CursorPlace, places_at
from cardgen.preview.editor.schemas import LANGUAGE, Schema, SchemaTree
from cardgen.preview.editor.suggestions import Suggestion, Suggestions, WordHelp
from cardgen.read.picture_names import PICTURES

_ICON = re.compile(r"\{([\w-]*)$")
_WORD = re.compile(r"[\w./#-]*")
_TYPED = re.compile(r"(?<![\w./#-])[\w./#-]*$")
_PICTURE = "FocusedPicture"  # the definition that stands for pictures in every schema


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Words that are not in the schema, since they depend on the files of the deck.

    Attributes:
        files: Paths of pictures and spreadsheets from the folder of the deck.
    """

    icons: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()
    games: tuple[str, ...] = ()


def suggest(text: str, offset: int, tree: SchemaTree, words: Vocabulary) -> Suggestions:
    """Return what may be written at a cursor.

    Args:
        offset: Number of characters before the cursor.
    """
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    places = places_at(text, offset)
    if (icon := _ICON.search(line)) and any(not place.is_key and "{" in place.typed for place in places):
        closing = "" if text.startswith("}", offset) else "}"  # editors close brackets by themselves
        return Suggestions(offset - len(icon[1]), tuple(_icon(name, f"{name}{closing}") for name in words.icons))
    typed = _TYPED.search(line)
    start = offset - len(typed[0]) if typed else offset
    after = text[offset:]
    found: dict[str, Suggestion] = {}
    for place in places:
        options = _keys(place, tree, words, after) if place.is_key else _values(place, tree, words)
        for item in options:
            found.setdefault(item.label, item)
    return Suggestions(start, tuple(found.values()))


def explain(text: str, offset: int, tree: SchemaTree) -> WordHelp | None:
    """Return what is written at a place; None if nothing is known about it.

    Args:
        offset: Number of characters before the place.
    """
    before = _TYPED.search(text[text.rfind("\n", 0, offset) + 1 : offset])
    after = _WORD.match(text, offset)
    start = offset - (len(before[0]) if before else 0)
    end = after.end() if after else offset
    word = text[start:end]
    if not word:
        return None
    is_key = re.match(r"[\"']?\s*:(\s|$)", text[end:]) is not None
    place = next((place for place in places_at(text, end) if place.is_key == is_key), None)
    if place is None:
        return None
    path = (*place.path, word) if is_key else place.path
    schemas = tree.at(path, place.stated)
    key = next((str(step) for step in reversed(path) if isinstance(step, str)), "")
    if not path or not schemas:
        return None
    first = schemas[0]
    picture = f"files/{quote(word)}" if not is_key and _is_picture(schemas) else ""
    values = tuple(dict.fromkeys(word for schema in schemas for word in _words(schema)))
    return WordHelp(start, end, key, _types(schemas), _about(first), values, _default(first), picture)


def _keys(place: CursorPlace, tree: SchemaTree, words: Vocabulary, after: str) -> Iterator[Suggestion]:
    stated = place.stated[-1] if place.stated else {}
    colon = "" if re.match(r"[\w-]*:", after) else ": "
    for schema in tree.at(place.path, place.stated):
        required = schema.get("required", ())
        for name, known in schema.get("properties", {}).items():
            if name in stated:
                continue
            inside = tree.at((*place.path, name), place.stated)
            about = _about(known) or next(map(_about, inside), "")
            yield Suggestion(name, "key", f"{name}{colon}", _types(inside), about, rank=int(name in required))
        if any(pattern.startswith(LANGUAGE) for pattern in schema.get("patternProperties", {})):
            yield from (
                Suggestion(code, "key", f"{code}{colon}", "language") for code in words.languages if code not in stated
            )


def _values(place: CursorPlace, tree: SchemaTree, words: Vocabulary) -> Iterator[Suggestion]:
    schemas = tree.at(place.path, place.stated)
    key = next((step for step in reversed(place.path) if isinstance(step, str)), "")
    if place.path == ("game",):
        yield from (Suggestion(name, "value", name, "game") for name in words.games)
    for schema in schemas:
        usual = _plain(schema.get("default"))
        for word in _words(schema):
            picture = f"icons/{quote(word)}" if key == "icon" and word in words.icons else ""
            yield Suggestion(word, "icon" if picture else "value", word, rank=int(word == usual), picture=picture)
        pattern = str(schema.get("pattern", ""))
        if "csv" in pattern:
            files = (name for name in words.files if not name.lower().endswith(PICTURES))
            yield from (Suggestion(name, "file", name, "spreadsheet") for name in files)
    if _is_picture(schemas):
        pictures = (name for name in words.files if name.lower().endswith(PICTURES))
        yield from (Suggestion(name, "picture", name, picture=f"files/{quote(name)}") for name in pictures)
    elif key == "icon" and not any(map(_words, schemas)):
        yield from (_icon(name, name) for name in words.icons)


def _icon(name: str, insert: str) -> Suggestion:
    return Suggestion(name, "icon", insert, picture=f"icons/{quote(name)}")


def _words(schema: Schema) -> tuple[str, ...]:
    """Return the words that a value can be; those of a boolean are true and false."""
    if "const" in schema:
        return (_plain(schema["const"]),)
    if schema.get("type") == "boolean":
        return ("true", "false")
    return tuple(map(_plain, schema.get("enum", ())))


def _is_picture(schemas: Sequence[Schema]) -> bool:
    return any(schema.get("x-name") == _PICTURE for schema in schemas)


def _types(schemas: Sequence[Schema]) -> str:
    """Return what a value can be, in a few words."""
    found = [_type(schema) for schema in schemas]
    if _is_picture(schemas):
        return "picture"
    return " or ".join(dict.fromkeys(filter(None, found)))


def _type(schema: Schema) -> str:
    if any(pattern.startswith(LANGUAGE) for pattern in schema.get("patternProperties", {})):
        return "text by language"
    words = {"string": "text", "integer": "whole number", "number": "number", "boolean": "true or false"}
    kind = schema.get("type", "")
    if _words(schema):
        return "one word of a list" if kind != "boolean" else words["boolean"]
    least, most = schema.get("minimum"), schema.get("maximum")
    if kind in {"integer", "number"} and least is not None and most is not None:
        return f"{words[kind]} from {least} to {most}"
    if kind == "string" and "csv" in str(schema.get("pattern", "")):
        return "spreadsheet"
    return {"array": "list", "object": "mapping"}.get(kind, words.get(kind, ""))


def _about(schema: Schema) -> str:
    """Return the description of a schema, without what a docstring says for programmers."""
    return str(schema.get("description", "")).partition("\n\nAttributes:")[0].strip()


def _default(schema: Schema) -> str:
    usual = schema.get("default")
    return "" if usual is None or isinstance(usual, (dict, list)) else _plain(usual)


def _plain(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)
