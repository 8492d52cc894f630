"""Compile a `game.yaml` to the `Game` that the core consumes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.geometry.units import Size
from cardgen.model.deck import LocalizedText
from cardgen.plugin.components import Component, Document, Entry, FieldInfo, PieceKind, card_size
from cardgen.plugin.description.decks import data_kinds, deck_model_of
from cardgen.plugin.description.fields import AnyField, ListField
from cardgen.plugin.description.layers import Layer, Layers
from cardgen.plugin.description.make import (
    copies_function,
    fold_of,
    holes_of,
    made_of,
    outline_of,
    place_of,
    variants_of,
)
from cardgen.plugin.description.naming import check_names
from cardgen.plugin.description.rules import Evaluator, MakeEvaluator, deck_rules
from cardgen.plugin.description.schema import KindDescription, LookDescription
from cardgen.plugin.description.values import DECK_KEYS, FieldTypes, attribute_of
from cardgen.plugin.game import POKER, Check, Game, no_choices, no_variables
from cardgen.plugin.identity import DeckIdentity, default_identity
from cardgen.report.diagnostics import Collector

if TYPE_CHECKING:
    from pydantic import BaseModel

    from cardgen.plugin.rules.contest import GameRules
    from cardgen.plugin.rules.described.compiler import Compiled

_GAP_OF_SHAPES = 6.0
"""Gap between pieces of other shapes than rectangles, mm: twice the bleed, so that no piece runs into its neighbour."""
_FACES = {
    "card": "stock/face.svg.j2",
    "tile": "stock/tile.svg.j2",
    "token": "stock/token.svg.j2",
    "board": "stock/board.svg.j2",
    "standee": "stock/standee.svg.j2",
    "aid": "stock/aid.svg.j2",
    "die": "stock/die.svg.j2",
    "box": "box.svg.j2",
    "dial": "stock/token.svg.j2",
    "part": "stock/part.svg.j2",
}
_BACK_PICTURE = "stock/back-picture.svg.j2"
_BACKS = {"card": "stock/back.svg.j2", "tile": "stock/back.svg.j2", "token": "stock/back.svg.j2"}


@dataclass(frozen=True, slots=True)
class Tools:
    """What a game is made with, and the package of games does not have.

    Attributes:
        find_size: Returns the size of a name or a measure; raises `UnlocatedError` for an unknown one.
        make_evaluator: Makes what evaluates the expressions of a game.
    """

    find_size: Callable[[str], Size]
    make_evaluator: MakeEvaluator

    def types(self, layers: Layers) -> FieldTypes:
        """Return the types of fields of a game."""
        return FieldTypes(self.find_size, types_of_game(layers))


def compile_game(layers: Layers, tools: Tools) -> Game:
    """Return the game that its files describe; they have no faults.

    Args:
        layers: The game and those that it extends.
    """
    own, parent = layers.own, layers.parent
    root = layers.root
    languages = layers.languages
    size = layers.stated("card")
    card = tools.find_size(size) if size else (root.card if root else POKER)
    identity = _identity(layers, tools)

    @cache
    def schema() -> type[BaseModel]:
        brought = layers.code("schema") or (root.schema if root else None)
        return deck_model_of(layers, tools.types(layers), brought() if brought else None)

    @cache
    def evaluator() -> Evaluator:
        return tools.make_evaluator(deck_rules(layers, languages[0]))

    def complete(deck: dict[str, Any], found: Collector) -> Mapping[str, Any]:
        return {**dict.fromkeys(DECK_KEYS), **evaluator().complete(deck, found)}

    def checks() -> Sequence[Check]:
        brought = layers.code("checks") or (root.checks if root else None)
        return (*(brought() if brought else ()), lambda deck: check_names(deck, layers), evaluator().findings)

    variables = layers.code("variables") or (root.variables if root else no_variables)
    return Game(
        id=own.description.id,
        name=own.description.name.in_language(languages[0]),
        title=own.description.name,
        schema=schema,
        components=tuple(_components(layers, tools, evaluator)),
        resources=own.folder,
        card=card,
        languages=languages,
        checks=checks,
        identity=identity,
        variables=variables,
        choices=layers.code("choices") or (root.choices if root else no_choices),
        codes=layers.code("codes") or (root.codes if root else None),
        example=_example(own),
        rules=layers.code("rules") or _described_rules(layers, evaluator) or (root.rules if root else None),
        extends=parent,
        constants=layers.constants,
        complete=complete,
        players=tuple(layers.stated("players") or (parent.players if parent else ())),
    )


def _described_rules(layers: Layers, evaluator: Callable[[], Evaluator]) -> Callable[[], GameRules] | None:
    """Return the function that gives the rules that a file describes; None if none does."""
    if layers.stated("rules") is None:
        return None

    @cache
    def rules() -> GameRules:
        from cardgen.plugin.rules.described.rules import DescribedRules

        program = compiled_rules(layers).program
        assert program is not None  # the file has no faults
        stated = next(layer for layer in reversed(layers.files) if layer.description.rules is not None)
        locate = partial(stated.node.nearest, key=True)
        return DescribedRules(program, evaluator().plain, layers.stated("rules"), locate, layers.languages)

    return rules


def types_of_game(layers: Layers) -> Mapping[str, Callable[[], Any]]:
    """Return the types of fields that only this game has: those of its code, and `effects` if its rules declare some."""
    rules, brought = layers.stated("rules"), layers.code("types") or {}
    if rules is None or not rules.effects:
        return brought
    from cardgen.plugin.rules.described.stated_effects import effects_annotation

    return {"effects": lambda: effects_annotation(rules.effects), **brought}


def compiled_rules(layers: Layers) -> Compiled:
    """Return the rules of play that a game describes, compiled, with what is wrong with them.

    Args:
        layers: The game, which describes rules.
    """
    from cardgen.plugin.rules.described.compiler import compile_rules

    kinds = {name: kind.fields for name, kind in data_kinds(layers).items()}
    return compile_rules(layers.own.description.id, layers.stated("rules"), kinds, layers.constants)


def _example(own: Layer) -> Path | None:
    """Return the deck that shows a game: the one that is stated, or the one beside the file with the id as its name."""
    stated = own.description.example
    beside = own.folder / (stated or f"{own.description.id}.yaml")
    if stated or beside.is_file():
        return beside
    return own.code.example if own.code else None


def _identity(layers: Layers, tools: Tools) -> Callable[[Any], DeckIdentity]:
    """Return the function that gives the identity of a deck."""
    root = layers.root
    brought = layers.code("identity") or (root.identity if root else default_identity)
    # A template of one's own is made for the card size of the game; a look must not give it another.
    has_own_face = any(kind.role == "card" and kind.face and not kind.size for kind in layers.kinds.values())

    def identity(deck: Any) -> DeckIdentity:
        stated = getattr(deck, "size", None)
        look = None if has_own_face else look_of(deck, layers)
        size = stated if isinstance(stated, str) else look.card if look else None
        found: DeckIdentity = brought(deck)
        return replace(
            found,
            card=tools.find_size(size) if size else found.card,
            languages=tuple(getattr(deck, "languages", ())) or found.languages,
            palette_name=getattr(deck, "palette", None) or found.palette_name,
        )

    return identity


def look_of(deck: Any, layers: Layers) -> LookDescription | None:
    """Return the look of a deck; None for the stock face as it is.

    Args:
        deck: The game's model of the deck.
    """
    chosen = getattr(deck, "look", None) or layers.default_look
    return layers.looks[chosen] if chosen else None


def _components(layers: Layers, tools: Tools, evaluator: Callable[[], Evaluator]) -> Iterator[Component]:
    """Yield kinds and documents: those of the extended games first, each at its first place."""
    root = layers.root
    kinds, data, documents = layers.kinds, data_kinds(layers), layers.documents
    left_out = layers.left_out("kinds") | layers.left_out("documents")
    inherited = [component for component in root.components if component.name not in left_out] if root else []
    for component in inherited:
        kind = kinds.get(component.name)
        if component.name in documents:
            yield _document(component.name, layers)
        else:
            yield _changed(component, kind, tools) if kind and isinstance(component, PieceKind) else component
    known = {component.name for component in inherited}
    for name in dict.fromkeys(_order(layers)):
        if name in known:
            continue
        if name in kinds:
            yield piece_kind(name, kinds[name], layers, tools, is_data=name in data, evaluator=evaluator)
        elif name in documents:
            yield _document(name, layers)


def _order(layers: Layers) -> Iterator[str]:
    """Yield the names of kinds and documents in their order, some of them again."""
    yield from next((layer.description.order for layer in reversed(layers.files) if layer.description.order), ())
    for layer in layers.files:
        stated: Any = layer.node.value
        for key in stated:
            if key in ("kinds", "documents"):
                yield from getattr(layer.description, key)


def _document(name: str, layers: Layers) -> Document:
    stated = layers.documents[name]
    return Document(name, stated.text, stated.page, stated.title or "", stated.printed_on or "")


def piece_kind(
    name: str,
    kind: KindDescription,
    layers: Layers,
    tools: Tools,
    *,
    is_data: bool,
    evaluator: Callable[[], Evaluator] | None = None,
) -> PieceKind:
    """Return a kind of piece.

    Args:
        kind: What the files state of it.
        evaluator: Returns what evaluates the expressions of the game; None for a kind that is only checked.
        is_data: Whether its values are a list of the deck, and not entries that code makes.

    Raises:
        ValueError: Its settings contradict each other.
    """
    back = None if kind.back == "none" else kind.back or _stock_back(kind)
    entries = _entries(name, kind, layers) if is_data else layers.code_of_kind("entries", name) or _no_entries
    size = layers.code_of_kind("sizes", name)
    return PieceKind(
        name,
        entries,
        kind.face or _FACES[kind.role],
        back,
        _size(kind, tools) if kind.size or not size else size,
        bleed=kind.bleed,
        gutter=_gutter(kind),
        tiled=kind.tiled,
        plan=layers.code_of_kind("plans", name),
        seams=layers.code_of_kind("seams", name),
        outline=outline_of(kind),
        endwise=kind.endwise,
        role=kind.role,
        fold=fold_of(kind.fold),
        sheet_group=kind.sheet_group,
        duplex=kind.duplex,
        title=kind.title or "",
        fields=tuple(_info(field, spec) for field, spec in kind.fields.items()),
        printed_on=kind.printed_on or "",
        cut=kind.cut or "",
        made=made_of(kind),
        holes=holes_of(kind),
        variants=variants_of(kind, tools.find_size),
        copies_for=copies_function(name, kind, layers, evaluator),
        place=place_of(kind.place),
    )


def _changed(component: PieceKind, kind: KindDescription, tools: Tools) -> PieceKind:
    """Return a kind of a game without a file, with what a file states of it."""
    made: dict[str, Any] = {
        "title": lambda: kind.title or "",
        "role": lambda: kind.role,
        "face": lambda: kind.face or component.face,
        "back": lambda: None if kind.back == "none" else kind.back,
        "size": lambda: _size(kind, tools),
        "outline": lambda: outline_of(kind),
        "bleed": lambda: kind.bleed,
        "gutter": lambda: _gutter(kind),
        "tiled": lambda: kind.tiled,
        "fold": lambda: fold_of(kind.fold),
        "endwise": lambda: kind.endwise,
        "duplex": lambda: kind.duplex,
        "sheet_group": lambda: kind.sheet_group,
        "printed_on": lambda: kind.printed_on or "",
        "cut": lambda: kind.cut or "",
        "made": lambda: made_of(kind),
        "holes": lambda: holes_of(kind),
        "variants": lambda: variants_of(kind, tools.find_size),
        "place": lambda: place_of(kind.place),
    }
    other_names = {"shape": "outline", "net": "made", "base_of": "made", "hub_of": "made"}
    stated = {other_names.get(name, name) for name in kind.model_fields_set}
    return replace(component, **{name: value() for name, value in made.items() if name in stated})


def _size(kind: KindDescription, tools: Tools) -> Callable[[Size], Size]:
    if kind.size is None:
        return card_size
    size = tools.find_size(kind.size)
    return lambda _card: size


def _gutter(kind: KindDescription) -> float:
    if kind.gutter is not None:
        return kind.gutter
    is_plain = kind.shape == "rectangle" and not (kind.fold or kind.net or kind.base_of or kind.hub_of)
    return 0.0 if is_plain and kind.cut != "outline" else _GAP_OF_SHAPES


def _stock_back(kind: KindDescription) -> str | None:
    """Return the template of the back of a kind that states none: a standee is the same from behind."""
    if kind.role == "standee" or kind.base_of:
        return kind.face or _FACES[kind.role]
    return _BACKS.get(kind.role)


def _info(name: str, spec: AnyField) -> FieldInfo:
    item = getattr(spec.of, "type", "") if isinstance(spec, ListField) else ""
    words = name.replace("_", " ")
    title: LocalizedText | str = spec.title or words[:1].upper() + words[1:]
    stated = getattr(spec, "type", "formula")
    if stated == "effects":  # stock faces print their text
        return FieldInfo(name, title, "rich", stated)
    return FieldInfo(name, title, stated, item)


def _no_entries(_deck: Any) -> list[Entry]:
    """Return nothing: the pieces follow from those of other kinds."""
    return []


def _entries(name: str, kind: KindDescription, layers: Layers) -> Callable[[Any], list[Entry]]:
    """Return the function that makes an entry of each value of a kind."""
    attribute = attribute_of(name)
    has_stock_face, has_stock_back = (
        kind.face is None and kind.role == "card",
        kind.back is None and kind.role == "card",
    )

    def entries(deck: Any) -> list[Entry]:
        look = look_of(deck, layers)
        face = look.face if look and has_stock_face else None
        back = look.back if look and has_stock_back else None
        values = getattr(deck, attribute)
        listed = [((name,), values)] if kind.single else [((name, at), value) for at, value in enumerate(values)]
        return [
            Entry(
                value.id,
                None,
                path,
                value.copies,
                face=value.face or face,
                back=_BACK_PICTURE if value.back and kind.back is None else back,
            )
            for path, value in listed
        ]

    return entries
