"""Compile a `game.yaml` to the `Game` that the core consumes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from cardgen.model.deck import LocalizedText
from cardgen.plugin.components import Component, Document, PieceKind
from cardgen.plugin.description.decks import data_kinds, deck_model_of
from cardgen.plugin.description.kinds import FindSize, changed_kind, piece_kind
from cardgen.plugin.description.layers import Layer, Layers
from cardgen.plugin.description.naming import check_names
from cardgen.plugin.description.rules import Evaluator, MakeEvaluator, deck_rules
from cardgen.plugin.description.values import DECK_KEYS, FieldTypes
from cardgen.plugin.game import POKER, Check, Game, no_choices, no_variables
from cardgen.plugin.identity import DeckIdentity, default_identity
from cardgen.records import dataclass
from cardgen.report.diagnostics import Collector

if TYPE_CHECKING:
    from pydantic import BaseModel

    from cardgen.plugin.rules.contest import GameRules
    from cardgen.plugin.rules.described.compiler import Compiled


@dataclass(frozen=True, slots=True)
class Tools:
    """What a game is made with, and the package of games does not have.

    Attributes:
        find_size: Returns the size of a name or a measure; raises `UnlocatedError` for an unknown one.
        make_evaluator: Makes what evaluates the expressions of a game.
    """

    find_size: FindSize
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

    brought, described = layers.code("rules"), _described_rules(layers, evaluator)
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
        rules=brought or described or (root.rules if root else None),
        has_described_rules=brought is None and described is not None,
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
        names = _names_of_fields(layers)
        return DescribedRules(program, evaluator().plain, layers.stated("rules"), locate, layers.languages, names)

    return rules


def _names_of_fields(layers: Layers) -> dict[str, LocalizedText]:
    """Return the titles of the fields of all kinds, and of the words of choices."""
    found: dict[str, LocalizedText] = {}
    for kind in data_kinds(layers).values():
        for name, spec in kind.fields.items():
            found |= getattr(spec, "titles", {})
            found |= {name: spec.title} if spec.title else {}
    return found


def types_of_game(layers: Layers) -> Mapping[str, Callable[[], Any]]:
    """Return the types of fields that only this game has: those of its code, and `effects` if its rules declare some."""
    rules, brought = layers.stated("rules"), layers.code("types") or {}
    if rules is None or not rules.effects:
        return brought
    from cardgen.plugin.rules.described.stated_effects import effects_annotation

    return {"effects": lambda: effects_annotation(rules.effects), **brought}


def compiled_rules(layers: Layers) -> Compiled:
    """Return the rules of play that a game describes, compiled, with what is wrong with them."""
    from cardgen.plugin.rules.described.compiler import compile_rules

    if "rules" not in layers.made:
        kinds = {name: kind.fields for name, kind in data_kinds(layers).items()}
        names = _names_of_fields(layers)
        made = compile_rules(layers.own.description.id, layers.stated("rules"), kinds, layers.constants, names)
        layers.made["rules"] = made
    return cast("Compiled", layers.made["rules"])


def _example(own: Layer) -> Path | None:
    """Return the deck that shows a game: the one that is stated, or the one beside the file with the id as its name."""
    beside = own.folder / (own.description.example or f"{own.description.id}.yaml")
    if beside.is_file():
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
        look = None if has_own_face else layers.look_of(deck)
        size = stated if isinstance(stated, str) else look.card if look else None
        found: DeckIdentity = brought(deck)
        return replace(
            found,
            card=tools.find_size(size) if size else found.card,
            languages=tuple(getattr(deck, "languages", ())) or found.languages,
            palette_name=getattr(deck, "palette", None) or found.palette_name,
        )

    return identity


def _components(layers: Layers, tools: Tools, evaluator: Callable[[], Evaluator]) -> Iterator[Component]:
    """Yield kinds and documents: those of the extended games first, each at its first place."""
    kinds, data, documents, inherited = layers.kinds, data_kinds(layers), layers.documents, layers.of_root
    for component in inherited:
        kind = kinds.get(component.name)
        if component.name in documents:
            yield _document(component.name, layers)
        else:
            yield (
                changed_kind(component, kind, tools.find_size)
                if kind and isinstance(component, PieceKind)
                else component
            )
    known = {component.name for component in inherited}
    for name in dict.fromkeys(_order(layers)):
        if name in known:
            continue
        if name in kinds:
            yield piece_kind(name, kinds[name], layers, tools.find_size, is_data=name in data, evaluator=evaluator)
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
