"""The reference of `game.yaml`: every key with its meaning and default, from the models that read the file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from inspect import getdoc

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from cardgen.plugin.description.building import (
    BasesShape,
    BoxShape,
    DieShape,
    FoldShape,
    HoleShape,
    HubShape,
    NetShape,
    PlaceShape,
    VariantDescription,
    VariantsDescription,
)
from cardgen.plugin.description.fields import (
    TYPES,
    AnyField,
    ChoiceField,
    FormulaField,
    IntegerField,
    ListField,
    ReferenceField,
)
from cardgen.plugin.description.schema import (
    CheckDescription,
    DocumentDescription,
    GameDescription,
    KindDescription,
    LookDescription,
)
from cardgen.plugin.description.values import DataDeck, DataValue
from cardgen.plugin.schema import yaml_key

SECTIONS: tuple[tuple[str, str, type[BaseModel]], ...] = (
    ("The file", "The keys of `game.yaml` itself.", GameDescription),
    ("A kind", "What stands below each name in `kinds`.", KindDescription),
    ("A net", "What stands in `net` of a kind: exactly one of its keys.", NetShape),
    ("A die", "What stands in `die` of a net, unless it is the length of an edge.", DieShape),
    ("A box", "What stands in `box` of a net.", BoxShape),
    ("Bases", "What stands in `base_of` of a kind, unless it is the names of kinds.", BasesShape),
    ("A hub", "What stands in `hub_of` of a kind, unless it is the name of a kind.", HubShape),
    ("A hole", "What stands in each item of `holes`.", HoleShape),
    ("Variants", "What stands in `variants` of a kind.", VariantsDescription),
    ("A variant", "What stands below each word in `of` of the variants.", VariantDescription),
    ("A place", "What stands in `place` of a kind, of a variant, and of a value whose kind states one.", PlaceShape),
    ("A fold", "What stands in `fold` of a kind, unless it is `true`.", FoldShape),
    ("A check", "What stands in each item of `checks`.", CheckDescription),
    ("A document", "What stands below each name in `documents`.", DocumentDescription),
    ("A look", "What stands below each name in `looks`.", LookDescription),
    ("A value", "What every value of a kind may have in a deck, beside the fields of its kind.", DataValue),
    ("A deck", "What every deck of such a game may state, beside the fields in `deck`.", DataDeck),
)

EXAMPLES: Mapping[str, str] = {
    "text": "`motto: text`",
    "rich": "`rules: {type: rich, optional: true}`",
    "integer": "`cost: {type: integer, min: 0, max: 9}`",
    "number": "`weight: {type: number, min: 0}`",
    "boolean": "`unique: {type: boolean, default: no}`",
    "choice": "`suit: {type: choice, of: [sun, moon]}`, or with titles `of: {sun: {en: Sun, pt: Sol}, moon: {en: Moon}}`",
    "list": "`crew: {type: list, of: {type: choice, of: [sailor, cook]}, max: 3}`",
    "color": "`flag: color`",
    "picture": "`art: {type: picture, optional: true}`",
    "icon": "`symbol: icon`",
    "reference": "`home: {type: reference, to: ports}`",
    "formula": '`value: {formula: "card.cost * 2"}`',
}


def page() -> str:
    """Return the text of the page."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# game.yaml"
    yield ""
    yield "A game is described by a file `game.yaml`; [Add a game](../how-to/add-a-game.md) shows how. `cardgen schema game.yaml`"
    yield "writes the schema of the file, with which an editor completes it."
    for title, text, model in SECTIONS:
        yield from ("", f"## {title}", "", text, "", *_table(model, model.model_fields))
        if model is KindDescription:
            yield from _fields()


def _fields() -> Iterator[str]:
    """Yield the section about fields and their types."""
    yield from (
        "",
        "## A field",
        "",
        "What stands below each name in `fields` of a kind, and in `deck`. Instead of a mapping, a field",
    )
    yield "can be the name of its type alone."
    yield from ("", *_table(AnyField, AnyField.model_fields))
    yield from ("", "The types, and what some of them state in addition:", "", "| Type | Example |", "| --- | --- |")
    if EXAMPLES.keys() != {*TYPES}:
        raise KeyError(f"types of fields: describe {sorted({*TYPES} ^ EXAMPLES.keys())}")
    yield from (f"| `{name}` | {example} |" for name, example in EXAMPLES.items())
    yield from ("", "| Key | Of the types | Meaning |", "| --- | --- | --- |")
    for types, model in (
        ("`integer`, `number`", IntegerField),
        ("`choice`", ChoiceField),
        ("`list`", ListField),
        ("`reference`", ReferenceField),
        ("`formula`", FormulaField),
    ):
        own = {name: info for name, info in model.model_fields.items() if name not in AnyField.model_fields}
        yield from (
            f"| `{name}` | {types} | {_meaning(model, name, info)} |" for name, info in own.items() if name != "type"
        )


def table_of_keys(model: type[BaseModel]) -> list[str]:
    """Return the rows of a table of all keys of a model, with what they mean and their defaults."""
    return [*_table(model, model.model_fields)]


def _table(model: type[BaseModel], fields: Mapping[str, FieldInfo]) -> Iterator[str]:
    """Yield the rows of a table of keys."""
    yield from ("| Key | Meaning | Default |", "| --- | --- | --- |")
    for name, info in fields.items():
        yield f"| `{yaml_key(name)}` | {_meaning(model, name, info)} | {_default(info)} |"


def _meaning(model: type[BaseModel], name: str, info: FieldInfo) -> str:
    """Return the description of a key as Markdown."""
    if not info.description:
        raise KeyError(f"key {name!r} of {model.__name__} ({getdoc(model)}) has no description")
    return info.description.replace("|", r"\|")


def _default(info: FieldInfo) -> str:
    """Return the default of a key as Markdown: a dash where nothing is assumed."""
    if info.is_required():
        return "required"
    value = info.default
    if value is None or value is PydanticUndefined or value in ("", (), {}):
        return "–"
    words = {True: "true", False: "false"}
    return f"`{words[value] if isinstance(value, bool) else value}`"
