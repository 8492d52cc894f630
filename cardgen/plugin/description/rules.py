"""Collect the expressions of a `game.yaml`: formulas, references and checks, with the place of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from typing import Any, Protocol

from cardgen.plugin.description.decks import data_kinds, references_of
from cardgen.plugin.description.fields import FormulaField
from cardgen.plugin.description.layers import Layers
from cardgen.plugin.description.schema import CheckDescription, KindDescription
from cardgen.plugin.game import Finding
from cardgen.records import dataclass
from cardgen.report.diagnostics import Collector, Diagnostic, quoted
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.report.source import Node, Path, Span


@dataclass(frozen=True, slots=True)
class Expressed:
    """An expression, or a text with expressions, of a `game.yaml`.

    Attributes:
        name: What it is, for messages.
    """

    text: str
    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class ExpressedCheck:
    """A check of a `game.yaml`.

    Attributes:
        that: Its expression.
        say: Its message; None for one that repeats the expression.
        expected: What it requires, for the message; None without an expression in it.
    """

    description: CheckDescription
    that: Expressed
    say: Expressed | None
    expected: Expressed | None = None


@dataclass(frozen=True, slots=True)
class DeckRules:
    """All expressions of a game, and what they are computed from.

    Attributes:
        kinds: Names of the kinds whose values are lists of the deck, each with whether it is a single value.
        formulas: Name of a kind to its formulas by field.
        references: Name of a kind to its fields that refer to other values, each with the kind of these.
        language: First language of the game.
        deck_formulas: Formulas of the deck itself by field.
        deck_references: Fields of the deck itself that refer to values, each with the kind of these.
    """

    kinds: Mapping[str, bool]
    formulas: Mapping[str, Mapping[str, Expressed]]
    references: Mapping[str, Mapping[str, str]]
    checks: tuple[ExpressedCheck, ...]
    constants: Mapping[str, str | int | float | bool] = field(default_factory=dict)
    language: str = "en"
    deck_formulas: Mapping[str, Expressed] = field(default_factory=dict)
    deck_references: Mapping[str, str] = field(default_factory=dict)
    copies: tuple[Expressed, ...] = ()


class Evaluator(Protocol):
    """The expressions of one game, ready to be evaluated."""

    def faults(self) -> list[Diagnostic]:
        """Return what is wrong with the expressions themselves (E221, E224)."""

    def complete(self, deck: dict[str, Any], found: Collector) -> Mapping[str, Any]:
        """Return a deck with the values of formulas, and with values in place of references.

        Args:
            found: Receives the errors of formulas (E222, E223).
        """

    def plain(self, deck: Any) -> Mapping[str, Any]:
        """Return a deck, the game's model, as plain values with those of formulas, in the first language of the game.

        Raises:
            CardgenError: E222, E223, a formula fails.
        """

    def findings(self, deck: Any) -> Iterator[Finding]:
        """Yield a finding for each check that a deck, the game's model, does not pass (E227, W241)."""

    def copies(self, expressed: Expressed, card: Mapping[str, Any], copies: int, players: int) -> int:
        """Return the copies of a value for a number of players.

        Raises:
            UnlocatedError: E221 to E223, the expression fails; E442, it is no number of copies.
        """


MakeEvaluator = Callable[[DeckRules], Evaluator]


def deck_rules(layers: Layers, language: str) -> DeckRules:
    """Return the expressions of a game."""
    kinds = data_kinds(layers)
    formulas: dict[str, dict[str, Expressed]] = {}
    for name, kind in kinds.items():
        for field_name, spec in kind.fields.items():
            if isinstance(spec, FormulaField):
                what = f"formula {quoted(field_name)} of {quoted(name)}"
                span = layers.field_node(name, field_name).nearest(("formula",))
                formulas.setdefault(name, {})[field_name] = Expressed(spec.formula, what, span)
    references = {name: found for name, kind in kinds.items() if (found := references_of(kind.fields))}
    of_deck = {
        name: Expressed(
            spec.formula, f"formula {quoted(name)} of the deck", layers.deck_field_node(name).nearest(("formula",))
        )
        for name, spec in layers.deck.items()
        if isinstance(spec, FormulaField)
    }
    in_deck = {name: kind.single for name, kind in layers.kinds.items() if name in kinds}
    checks = tuple(_expressed(number, check, node) for number, (check, node) in enumerate(layers.checks(), 1))
    return DeckRules(
        in_deck,
        formulas,
        references,
        checks,
        layers.constants,
        language,
        of_deck,
        references_of(layers.deck),
        tuple(
            copies_expression(layers, name) for name, kind in layers.kinds.items() if isinstance(kind.copies_for, str)
        ),
    )


def copies_expression(layers: Layers, kind: str) -> Expressed:
    """Return the expression of the copies of a kind.

    Args:
        kind: Name of a kind whose `copies_for` is an expression.
    """
    text, span = str(layers.kinds[kind].copies_for), layers.own.node.span
    for layer in reversed(layers.files):
        if kind in layer.kinds and layer.kinds[kind].copies_for is not None:
            span = layer.node.nearest(("kinds", kind, "copies_for"))
            break
    return Expressed(text, f"'copies_for' of {quoted(kind)}", span)


def _expressed(number: int, check: CheckDescription, node: Node) -> ExpressedCheck:
    that = Expressed(check.that, f"check {number}", node.nearest(("that",)))
    say = Expressed(check.say, f"message of check {number}", node.nearest(("say",))) if check.say else None
    expected = None
    if check.expected and "{{" in check.expected:
        expected = Expressed(check.expected, f"what check {number} expects", node.nearest(("expected",)))
    return ExpressedCheck(check, that, say, expected)


def place_in_deck(check: CheckDescription, path: Path) -> Path:
    """Return what a finding of a check points at.

    Args:
        path: Path of the value that does not pass it; empty for a check of the whole deck.
    """
    return (*path, *check.at.split(".")) if check.at else path


def copies_function(
    name: str, kind: KindDescription, layers: Layers, evaluator: Callable[[], Evaluator] | None
) -> Callable[[Mapping[str, Any], int, int], int] | None:
    """Return the function from a value, its copies and a number of players to the copies that these need.

    Args:
        evaluator: Returns what evaluates the expressions of the game; None for a kind that is only checked.

    Returns:
        None if the game is the same for any number of players. The function raises `UnlocatedError` (E221 to E223, E442)
        for an expression of the value, and `CardgenError` for that of the kind.
    """
    if evaluator is None or not (kind.copies_for or layers.stated("players")):
        return None
    of_kind = copies_expression(layers, name) if isinstance(kind.copies_for, str) else None

    def copies(card: Mapping[str, Any], stated: int, players: int) -> int:
        own = card.get("copies_for") if "copies_for" not in kind.fields else None
        if isinstance(own, str):
            expressed = Expressed(own, f"'copies_for' of {quoted(card.get('id'))}", Span(""))
            return evaluator().copies(expressed, card, stated, players)
        for table in (own, kind.copies_for):
            if isinstance(table, Mapping) and players in table:
                return int(table[players])
        if of_kind is None or isinstance(own, Mapping):
            return stated
        try:
            return evaluator().copies(of_kind, card, stated, players)
        except UnlocatedError as error:
            raise CardgenError([error.at(of_kind.span)]) from None

    return copies
