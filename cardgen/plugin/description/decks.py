"""Build the pydantic model of the decks of a game that a `game.yaml` describes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from types import SimpleNamespace
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, model_validator

from cardgen.model.deck import LocalizedText
from cardgen.plugin.description.building import CopiesFor, DieSides, PlaceShape
from cardgen.plugin.description.fields import (
    AnyField,
    FormulaField,
    ListField,
    PlainField,
    ReferenceField,
)
from cardgen.plugin.description.layers import Layers
from cardgen.plugin.description.schema import KindDescription
from cardgen.plugin.description.values import DataDeck, DataValue, FieldTypes, OpenValue, attribute_of, with_ids
from cardgen.plugin.schema import Expected, Headers, Language, OneOrMore, models_in


def is_list_of_data(layers: Layers, kind: str) -> bool:
    """Return whether the decks have a list of a kind that the file describes, and not the code of the game."""
    root = layers.root
    stated = layers.kinds.get(kind)
    if stated is not None and (stated.base_of or stated.hub_of):
        return False
    brought = {component.name for component in root.components} - layers.left_out("kinds") if root else ()
    return layers.code_of_kind("entries", kind) is None and kind not in brought


def data_kinds(layers: Layers) -> dict[str, KindDescription]:
    """Return the kinds whose values are fields of the decks, by name."""
    return {name: kind for name, kind in layers.kinds.items() if is_list_of_data(layers, name)}


def deck_model_of(layers: Layers, types: FieldTypes, base: type[BaseModel] | None) -> type[BaseModel]:
    """Return the model of the decks of a game.

    Args:
        base: Model that the code of the game brings; None without.
    """
    kinds = data_kinds(layers)
    fields: dict[str, Any] = {}
    for name, kind in kinds.items():
        fields[attribute_of(name)] = _list_field(name, kind, types, for_players=bool(layers.stated("players")))
    known = base.model_fields if base else {}
    for name, spec in layers.deck.items():
        if not isinstance(spec, FormulaField):
            fields[attribute_of(name)] = _field(spec, types)
    for name, field in _standard(layers, types).items():
        if base is None or (name not in known and name in {"size", "languages"} and layers.own.code is None):
            fields[name] = field
    for name, kind in layers.kinds.items():
        if base and name in known and kind.fields and name not in kinds:
            fields[name] = _with_more_fields(known[name], kind.fields, types)
    if base and not fields and getattr(base, "constants_of_game", layers.constants) == layers.constants and not kinds:
        return base
    from pydantic import create_model

    prepare: Any = model_validator(mode="before")(_preparation(layers, kinds))
    model = create_model(
        _class_name(layers.own.description.id),
        __base__=base or DataDeck,
        __doc__=f"A deck of {_english(layers.own.description.name)}.",
        __validators__={"with_ids": prepare},
        **fields,
    )
    if hasattr(model, "constants_of_game"):
        model.constants_of_game = layers.constants
    return _portable(model)


def value_of_default(spec: AnyField, types: FieldTypes) -> Any:
    """Return the default of a field as decks would hold it.

    Raises:
        pydantic.ValidationError: The default is no value of the type.
    """
    from pydantic import TypeAdapter  # it takes long to import, and few games need it

    return TypeAdapter(types.annotation(spec)).validate_python(spec.default, strict=True)


def text_fields(kind: KindDescription) -> tuple[str, ...]:
    """Return the names of the fields of a kind that hold text."""
    return tuple(
        name for name, spec in kind.fields.items() if isinstance(spec, PlainField) and spec.type in ("text", "rich")
    )


def references_of(fields: Mapping[str, AnyField]) -> dict[str, str]:
    """Return the fields of a kind or of the deck that refer to values, each with the kind that it refers to."""
    found = {}
    for name, spec in fields.items():
        item = spec.of if isinstance(spec, ListField) else spec
        if isinstance(item, ReferenceField):
            found[name] = item.to
    return found


def _standard(layers: Layers, types: FieldTypes) -> dict[str, Any]:
    """Return the standard fields of a deck that depend on the game."""
    looks = tuple(layers.looks)
    size = (types.size_name() | None, Field(None, description="Card size of this deck, by name or measure."))
    languages = (OneOrMore[Language], Field((), description="Languages of this deck; left out, those of the game."))
    look: dict[str, Any] = {}
    if looks:
        words = Annotated[Literal[looks], Expected()]  # type: ignore[valid-type]
        look["look"] = (words | None, Field(None, description="Look of the stock faces."))
    return {"size": size, "languages": languages, **look}


def _field(spec: AnyField, types: FieldTypes) -> tuple[Any, Any]:
    """Return a field as `create_model` takes it."""
    titles = tuple(spec.title.languages.values()) if spec.title else ()
    annotation: Any = Annotated[types.annotation(spec), Headers((*spec.columns, *titles))]
    about = ". ".join(part for part in (_english(spec.title), spec.help or "") if part) or None
    if "default" in spec.model_fields_set and spec.default is not None:
        return annotation, Field(value_of_default(spec, types), description=about)
    if spec.optional or "default" in spec.model_fields_set:
        return annotation | None, Field(None, description=about)
    return annotation, Field(description=about)


def _value_model(name: str, kind: KindDescription, types: FieldTypes, *, for_players: bool) -> type[BaseModel]:
    from pydantic import create_model

    fields: dict[str, Any] = {
        attribute_of(field): _field(spec, types)
        for field, spec in kind.fields.items()
        if not isinstance(spec, FormulaField)
    }
    if kind.copies != 1:
        limits = Annotated[int, Field(ge=0, le=10_000)]
        fields["copies"] = (limits, Field(kind.copies, description="Number of copies."))
    for key, field in building_fields(kind, for_players=for_players).items():
        fields.setdefault(key, field)
    base = OpenValue if kind.other_fields else DataValue
    return _portable(create_model(_class_name(name), __base__=base, __doc__=f"One of the {name}.", **fields))


def building_fields(kind: KindDescription, *, for_players: bool) -> dict[str, tuple[Any, Any]]:
    """Return the fields that values have because of how their kind is built, as `create_model` takes them."""
    fields: dict[str, tuple[Any, Any]] = {}
    if kind.net and kind.net.die and kind.net.die.sides == "sides":
        about = "What is on each side of the die, from side 1 to 6; sides 1 and 6, 2 and 5, 3 and 4 are opposite."
        fields["sides"] = (DieSides, Field((1, 2, 3, 4, 5, 6), description=about))
    if for_players:
        about = "Copies for a number of players: a table such as `{2: 4}`, or an expression."
        fields["copies_for"] = (CopiesFor | None, Field(None, description=about))
    if kind.place:
        fields["place"] = (PlaceShape | None, Field(None, description="Place on the table of a virtual tabletop."))
    return fields


def _list_field(name: str, kind: KindDescription, types: FieldTypes, *, for_players: bool) -> tuple[Any, Any]:
    model = _value_model(name, kind, types, for_players=for_players)
    about = _english(kind.title) or None
    if not kind.single:
        return tuple[model, ...], Field((), description=about)  # type: ignore[valid-type]
    if any(field.is_required() for field in model.model_fields.values()):
        return model, Field(description=about)
    return model, Field(default_factory=lambda: model(id=name), description=about)


def _with_more_fields(field: Any, more: Mapping[str, AnyField], types: FieldTypes) -> tuple[Any, Any]:
    """Return a list of the code's model with fields that the file adds to its values."""
    from pydantic import create_model

    (inner,) = models_in(field.annotation)
    fields: dict[str, Any] = {attribute_of(name): _field(spec, types) for name, spec in more.items()}
    extended: Any = _portable(create_model(inner.__name__, __base__=inner, __doc__=inner.__doc__, **fields))
    changed = copy(field)
    changed.annotation = tuple[extended, ...]
    return changed.annotation, changed


def _preparation(layers: Layers, kinds: Mapping[str, KindDescription]) -> Callable[[Any], Any]:
    """Return a function that gives the raw values of a deck their ids, and writes references as ids."""
    language = layers.languages[0]
    texts = {name: text_fields(kind) for name, kind in kinds.items()}
    references = {name: found for name, kind in kinds.items() if (found := references_of(kind.fields))}
    of_deck = references_of(layers.deck)

    def prepare(deck: Any) -> Any:
        if not isinstance(deck, dict):
            return deck
        deck = dict(deck)
        for name, kind in kinds.items():
            if kind.single and isinstance(deck.get(name), dict):
                deck[name] = {"id": name, **deck[name]}
            elif name in deck:
                deck[name] = with_ids(deck[name], name, texts[name], language)
        for name, targets in references.items():
            if name in deck:
                deck[name] = _with_ids_for_names(deck[name], targets, deck)
        return _with_ids_for_names(deck, of_deck, deck)

    return prepare


def _with_ids_for_names(values: Any, targets: Mapping[str, str], deck: Mapping[str, Any]) -> Any:
    """Return raw values whose references by name are written as ids, where the name is that of one value only."""
    if isinstance(values, dict):
        return _with_ids_for_names((values,), targets, deck)[0]
    if not isinstance(values, tuple):
        return values
    known = {field: _ids_by_name(deck.get(target)) for field, target in targets.items()}

    def resolved(value: Any, ids: Mapping[str, str]) -> Any:
        if isinstance(value, tuple):
            return tuple(resolved(item, ids) for item in value)
        text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
        return ids.get(text.strip(), text) if isinstance(text, str) else text

    return tuple(
        {key: resolved(item, known[key]) if key in known else item for key, item in value.items()}
        if isinstance(value, dict)
        else value
        for value in values
    )


def _ids_by_name(values: Any) -> dict[str, str]:
    """Return ids by the names of raw values, and by the ids themselves, which come first."""
    found: dict[str, set[str]] = {}
    ids = []
    for value in values if isinstance(values, tuple) else (values,):
        if isinstance(value, dict) and value.get("id") is not None:
            ids.append(str(value["id"]))
            for name in _names(value.get("name")):
                found.setdefault(name.strip(), set()).add(ids[-1])
    return {name: one for name, (one, *others) in found.items() if not others} | {one: one for one in ids}


def _names(value: Any) -> Iterator[str]:
    texts: Iterable[Any] = value.values() if isinstance(value, dict) else (value,)
    yield from (str(text) for text in texts if isinstance(text, str | int) and not isinstance(text, bool))


def _portable(model: type[BaseModel]) -> type[BaseModel]:
    """Return a model whose instances can be pickled, though other processes do not have the model itself.

    They arrive as instances of the model that the code of the game brings, without what a file adds to it, or else as
    plain namespaces with the same attributes.
    """
    known: Any = next(base for base in model.__mro__[1:] if base.__name__ in vars(sys.modules[base.__module__]))

    def reduce(self: BaseModel) -> tuple[Any, ...]:
        if known in (DataDeck, DataValue, OpenValue):
            return _namespace, ({**dict(self)},)
        stated = {name: getattr(self, name) for name in known.model_fields}
        return _restored, (known, stated, {*stated} & self.model_fields_set)

    model.__reduce__ = reduce  # type: ignore[method-assign, assignment]
    return model


def _namespace(values: dict[str, Any]) -> SimpleNamespace:
    return SimpleNamespace(**values)


def _restored(model: type[BaseModel], values: dict[str, Any], stated: set[str]) -> BaseModel:
    return model.model_construct(stated, **values)


def _class_name(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("-")) + "Model"


def _english(text: LocalizedText | None) -> str:
    return text.in_language("en") if text else ""
