"""Merge a game over the games that it extends: what it does not state is taken from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from cardgen.plugin.code import GameCode
from cardgen.plugin.components import Component
from cardgen.plugin.description.fields import AnyField
from cardgen.plugin.description.schema import (
    NONE,
    CheckDescription,
    DocumentDescription,
    GameDescription,
    KindDescription,
    LookDescription,
)
from cardgen.plugin.game import Game
from cardgen.records import dataclass
from cardgen.report.source import Node

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Layer:
    """One `game.yaml`.

    Attributes:
        description: What the file states.
        node: The file with its positions.
        code: Python code that belongs to it; None without.
    """

    description: GameDescription
    node: Node
    folder: Path
    code: GameCode | None = None

    @property
    def kinds(self) -> dict[str, KindDescription]:
        """Kinds that the file states, without those that it leaves out."""
        return {name: kind for name, kind in self.description.kinds.items() if not isinstance(kind, str)}

    @property
    def deck(self) -> dict[str, AnyField]:
        """Fields of the deck file that the file states."""
        return {name: spec for name, spec in self.description.deck.items() if not isinstance(spec, str)}

    @property
    def documents(self) -> dict[str, DocumentDescription]:
        """Documents that the file states."""
        return {
            name: document for name, document in self.description.documents.items() if not isinstance(document, str)
        }

    @property
    def looks(self) -> dict[str, LookDescription]:
        """Looks that the file states."""
        return {name: look for name, look in self.description.looks.items() if not isinstance(look, str)}

    def left_out(self, section: str) -> tuple[str, ...]:
        """Return the names of what the file leaves out of `kinds`, `deck`, `documents` or `looks`."""
        return tuple(name for name, value in getattr(self.description, section).items() if value == NONE)


@dataclass(frozen=True)
class Layers:
    """A game with those that it extends.

    Attributes:
        files: Their files, that of the game itself last; at least one.
        parent: The game that it extends; None if it extends none.
        made: What is computed once from all of them, such as the compiled rules.
    """

    files: tuple[Layer, ...]
    parent: Game | None = None
    made: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)

    @property
    def own(self) -> Layer:
        """The file of the game itself."""
        return self.files[-1]

    @property
    def root(self) -> Game | None:
        """The game without a file that is extended at the far end; None if all have files."""
        game = self.parent
        for _ in self.files[:-1]:
            game = game.extends if game else None
        return game

    @property
    def languages(self) -> tuple[str, ...]:
        """Languages of the decks, the first of which is the default."""
        return tuple(self.stated("languages") or (self.parent.languages if self.parent else ("en",)))

    @cached_property
    def kinds(self) -> dict[str, KindDescription]:
        """Kinds by name, each with the keys and fields of all files, later files over earlier ones."""
        kinds: dict[str, KindDescription] = {}
        for layer in self.files:
            for name in layer.left_out("kinds"):
                kinds.pop(name, None)
            for name, kind in layer.kinds.items():
                kinds[name] = _over(kinds.get(name), kind)
        return kinds

    @property
    def of_root(self) -> list[Component]:
        """Kinds and documents of the game at the far end, without those that a file leaves out."""
        left_out = self.left_out("kinds") | self.left_out("documents")
        return [component for component in self.root.components if component.name not in left_out] if self.root else []

    @property
    def deck(self) -> dict[str, AnyField]:
        """Fields of the deck file by name."""
        return self._merged("deck", lambda layer: layer.deck)

    @property
    def constants(self) -> dict[str, str | int | float | bool]:
        """Constants by name."""
        root = self.root
        return {**(root.constants if root else {}), **self._merged("", lambda layer: layer.description.constants)}

    @property
    def documents(self) -> dict[str, DocumentDescription]:
        """Documents by name."""
        return self._merged("documents", lambda layer: layer.documents)

    @property
    def looks(self) -> dict[str, LookDescription]:
        """Looks by name: those of the game itself first, and last the stock looks."""
        gone, stated, own = self.left_out("looks"), self._stated_looks, self.own.looks
        stock = {name: look for name, look in self.stock_looks.items() if name not in gone}
        known = {**stock, **stated, **own}
        return {name: known[name] for name in dict.fromkeys((*own, *stated, *stock))}

    def look_of(self, deck: Any) -> LookDescription | None:
        """Return the look of a deck; None for the stock face as it is."""
        chosen = getattr(deck, "look", None) or self.default_look
        return self.looks[chosen] if chosen else None

    @property
    def stock_looks(self) -> Mapping[str, LookDescription]:
        """Looks that a game has without stating them: none if all of its cards have faces of their own."""
        has_stock_face = any(kind.role == "card" and kind.face is None for kind in self.kinds.values())
        if not has_stock_face:
            return {}
        from cardgen.plugin.description.stock_looks import stock_looks

        return stock_looks()

    @property
    def default_look(self) -> str:
        """The look of decks that state none: the first that the files state; empty for the stock face."""
        return next(iter({**self.own.looks, **self._stated_looks}), "")

    @property
    def _stated_looks(self) -> dict[str, LookDescription]:
        return self._merged("looks", lambda layer: layer.looks)

    def stated(self, name: str) -> Any:
        """Return a key of the last file that states it; None if none does."""
        values = (getattr(layer.description, name) for layer in reversed(self.files))
        return next((value for value in values if value is not None), None)

    def code(self, name: str) -> Any:
        """Return what the code of the nearest game brings under a name; None if none brings it."""
        values = (getattr(layer.code, name) for layer in reversed(self.files) if layer.code)
        return next((value for value in values if value), None)

    def code_of_kind(self, table: str, kind: str) -> Any:
        """Return what the code brings for a kind; None if it brings nothing.

        Args:
            table: Name of an attribute of `GameCode` that maps names of kinds to functions.
        """
        tables = (getattr(layer.code, table) for layer in reversed(self.files) if layer.code)
        return next((functions[kind] for functions in tables if kind in functions), None)

    def checks(self) -> Iterator[tuple[CheckDescription, Node]]:
        """Yield all checks with their positions, those of the extended games first."""
        for layer in self.files:
            stated: Any = layer.node.value
            nodes = stated["checks"].value if layer.description.checks else []
            yield from zip(layer.description.checks, nodes, strict=True)

    def field_node(self, kind: str, name: str) -> Node:
        """Return the last place that states a field of a kind."""
        for layer in reversed(self.files):
            if kind in layer.kinds and name in layer.kinds[kind].fields:
                return layer.node.at(("kinds", kind, "fields", name))
        return self.own.node

    def deck_field_node(self, name: str) -> Node:
        """Return the last place that states a field of the deck file."""
        for layer in reversed(self.files):
            if name in layer.deck:
                return layer.node.at(("deck", name))
        return self.own.node

    def left_out(self, section: str) -> set[str]:
        """Return the names of what a file leaves out of a section; what another states again has nothing of it."""
        return {name for layer in self.files for name in layer.left_out(section)}

    def _merged(self, section: str, of: Callable[[Layer], Mapping[str, Any]]) -> dict[str, Any]:
        merged: dict[str, Any] = {}
        for layer in self.files:
            for name in layer.left_out(section) if section else ():
                merged.pop(name, None)
            merged |= of(layer)
        return merged


def _over(below: KindDescription | None, kind: KindDescription) -> KindDescription:
    """Return a kind with what it states, over what an extended game states of it."""
    if below is None:
        return kind
    stated: dict[str, Any] = {name: getattr(kind, name) for name in kind.model_fields_set}
    return below.model_copy(update={**stated, "fields": {**below.fields, **kind.fields}})
