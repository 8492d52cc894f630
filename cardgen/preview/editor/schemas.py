"""Look up a JSON schema along the path of keys to a value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cardgen.preview.editor.cursor import Step

Schema = Mapping[str, Any]
_ABOUT = ("title", "description", "default")
_UNIONS = ("anyOf", "oneOf", "allOf")
LANGUAGE = "^[a-z]{2,3}"
"""How the pattern begins of keys that are codes of languages."""


class SchemaTree:
    """A JSON schema as pydantic writes it.

    Args:
        root: The schema, with its definitions under `$defs`.
    """

    def __init__(self, root: Schema) -> None:
        self._root = root

    def at(self, path: Sequence[Step], stated: Sequence[Mapping[str, str]] = ()) -> list[Schema]:
        """Return the alternatives for the value at a path, each without unions; empty if nothing is known.

        Args:
            path: Keys and indices from the root.
            stated: For each level of the path, the scalars that are stated beside, which rule out some alternatives; and those
                in the value itself, if it is a mapping.
        """
        found = [*self._alternatives(self._root)]
        for number, step in enumerate(path):
            here = stated[number] if number < len(stated) else {}
            found = [
                one
                for schema in found
                if _fits(schema, here)
                for child in _step(schema, step)
                for one in self._alternatives(child)
            ]
        inside = stated[len(path)] if len(path) < len(stated) else {}
        return [schema for schema in found if _fits(schema, inside)] or found

    def _alternatives(self, schema: Schema) -> Iterator[Schema]:
        """Yield a schema, or those that it refers to and joins, with what it says about itself."""
        about = {key: schema[key] for key in _ABOUT if key in schema}
        if "$ref" in schema:
            name = str(schema["$ref"]).rpartition("/")[2]
            for one in self._alternatives(self._root.get("$defs", {}).get(name, {})):
                yield {**one, **about, "x-name": one.get("x-name", name)}
            return
        joined = [one for key in _UNIONS for one in schema.get(key, ())]
        if not joined:
            if schema.get("type") != "null":
                yield schema
            return
        for one in joined:
            for inner in self._alternatives(one):
                yield {**inner, **about}


def _step(schema: Schema, step: Step) -> Iterator[Schema]:
    if isinstance(step, int):
        items = schema.get("prefixItems", ())
        if step < len(items):
            yield items[step]
        elif isinstance(schema.get("items"), Mapping):
            yield schema["items"]
        return
    properties = schema.get("properties", {})
    if step in properties:
        yield properties[step]
        return
    yield from schema.get("patternProperties", {}).values()
    if isinstance(schema.get("additionalProperties"), Mapping):
        yield schema["additionalProperties"]


def _fits(schema: Schema, stated: Mapping[str, str]) -> bool:
    """Return whether what is stated does not rule a mapping out."""
    for key, value in stated.items():
        known = schema.get("properties", {}).get(key, {})
        words = known.get("enum", [known["const"]] if "const" in known else None)
        if words is not None and value not in map(str, words):
            return False
    return True
