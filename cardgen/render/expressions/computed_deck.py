"""Compute the formulas of a deck and of its values when they are asked for, and the findings of its checks."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from cardgen.plugin.description.rules import DeckRules, Expressed, ExpressedCheck, place_in_deck
from cardgen.plugin.game import Finding
from cardgen.processes import allowance
from cardgen.render.templates.budget import size_of
from cardgen.report.diagnostics import Collector, quoted
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Path

if TYPE_CHECKING:
    from cardgen.render.expressions.evaluation import DeckExpressions

NO_CYCLE = "formulas that can be computed in some order"
"""What is expected of formulas that need each other."""

MAX_SECONDS = 10.0
"""Processor time of all expressions of a deck, in all of its languages; those of ten thousand cards take a fifth of it."""
MAX_SIZE = 16 * 2**20
"""Characters of all values that are computed for a deck, counted as in `check_value`; no value alone could fill the memory."""
ALLOWANCE = "formulas"
"""Name of the allowance of time that all expressions of a command share."""
_DEPTH = 30
"""Formulas that may need each other in a row."""


class ComputedCard(dict[str, Any]):
    """A value of the deck whose formulas are computed when they are asked for."""

    def __init__(self, values: Mapping[str, Any], formulas: Mapping[str, Callable[[], Any]]) -> None:
        super().__init__(values)
        self.formulas = dict(formulas)
        self.computed = frozenset(formulas)
        self._running: set[str] = set()
        for name in formulas:
            super().__setitem__(name, None)

    def __getitem__(self, key: str) -> Any:
        self._compute(key)
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        """See `dict.get`."""
        self._compute(key)
        return super().get(key, default)

    def items(self) -> Any:
        """Return names and values, after computing the formulas."""
        self.compute_all()
        return super().items()

    def values(self) -> Any:
        """Return all values, after computing the formulas."""
        self.compute_all()
        return super().values()

    def compute_all(self) -> None:
        """Compute the formulas that have not been asked for."""
        for name in tuple(self.formulas):
            with suppress(FormulaFailedError):
                self._compute(name)

    def _compute(self, name: str) -> None:
        if name in self._running:
            raise UnlocatedError("E224", f"formula {quoted(name)} needs its own value", expected=NO_CYCLE)
        if formula := self.formulas.get(name):
            self._running.add(name)
            try:
                super().__setitem__(name, formula())
                del self.formulas[name]
            finally:
                self._running.discard(name)


class FormulaFailedError(Exception):
    """An expression that has failed, and has been reported."""


class ComputedDeck:
    """A deck whose formulas are computed once, when something needs them, within limits of time and size."""

    def __init__(self, owner: DeckExpressions, rules: DeckRules, deck: dict[str, Any], found: Collector) -> None:
        self._owner = owner
        self._rules = rules
        self._found = found
        self._told: set[Expressed] = set()
        self._pending: list[Expressed] = []
        self._end = time.thread_time() + allowance.left(ALLOWANCE, MAX_SECONDS)
        self._size = 0
        self._whole: dict[str, dict[Any, ComputedCard]] = {}
        self._targets = {name: {value["id"]: value for value in _listed(deck[name])} for name in rules.kinds}
        self.cards = {name: [self._card(name, value) for value in _listed(deck[name])] for name in rules.kinds}
        whole = {**deck, **{name: cards[0] if rules.kinds[name] else cards for name, cards in self.cards.items()}}
        whole |= self._with_references(deck, rules.deck_references)
        formulas = {name: partial(self._of_deck, formula) for name, formula in rules.deck_formulas.items()}
        self._deck = ComputedCard(whole, formulas)
        lists = {name.replace("-", "_"): value for name, value in whole.items()}
        self._variables = {**lists, "deck": self._deck, "constants": dict(rules.constants)}

    def plain_deck(self) -> dict[str, Any]:
        """Return the deck with the values of all formulas."""
        return {name: _plain(value) for name, value in self._deck.items()}

    def findings(self, check: ExpressedCheck) -> Iterator[Finding]:
        """Yield a finding for each value that does not pass a check, or one for the whole deck."""
        if not check.description.each:
            yield from self._finding(check, (), {})
        for kind in check.description.each:
            for index, card in enumerate(self.cards[kind] if kind in self.cards else _listed(self._deck[kind])):
                path: Path = (kind,) if self._rules.kinds.get(kind) else (kind, index)
                yield from self._finding(check, path, {"card": card})

    def _finding(self, check: ExpressedCheck, path: Path, more: Mapping[str, Any]) -> Iterator[Finding]:
        variables = {**self._variables, **more}
        try:
            if self._value(check.that, variables):
                return
            stated = check.description
            message = self._text(check.say, variables) if check.say else f"this is not so: {stated.that}"
            wanted = self._text(check.expected, variables) if check.expected else stated.expected
        except FormulaFailedError:
            return
        expected = " ".join(part for part in (wanted, f"({stated.source})" if stated.source else "") if part)
        place = place_in_deck(stated, path)
        notes = (("the check is stated", check.that.span),)
        yield Finding(
            stated.code_of_message, message or stated.that, place, expected, on_key=len(place) == 1, notes=notes
        )

    def _text(self, expressed: Expressed, variables: Mapping[str, Any]) -> str:
        return " ".join(str(self._value(expressed, variables, is_text=True)).split())

    def _card(self, kind: str, value: Mapping[str, Any]) -> ComputedCard:
        """Return a value with its formulas, and with values in place of its references."""
        values = {**value, **self._with_references(value, self._rules.references.get(kind, {}))}
        return self._with_formulas(kind, values, values)

    def _with_references(self, value: Mapping[str, Any], references: Mapping[str, str]) -> dict[str, Any]:
        """Return the fields of a value, or of the deck, that refer to values, with these in their place."""
        found: dict[str, Any] = {}
        for field, target in references.items():
            stated = value.get(field)
            if isinstance(stated, list):
                found[field] = [self._referred(target, one) for one in stated]
            else:
                found[field] = self._referred(target, stated)
        return found

    def _referred(self, kind: str, key: Any) -> Any:
        """Return the value that is referred to, whose own references are ids; None without it."""
        value = self._targets.get(kind, {}).get(key)
        return None if value is None else self._with_formulas(kind, value, None)

    def _with_formulas(self, kind: str, value: Mapping[str, Any], own: Mapping[str, Any] | None) -> ComputedCard:
        """Return a value whose formulas are computed from it, or, of one that is referred to, from it as a whole."""
        formulas = self._rules.formulas.get(kind, {})
        card = ComputedCard(value, {})
        card.computed = frozenset(formulas)
        if own is not None:
            card.formulas = {name: partial(self._formula, formula, card) for name, formula in formulas.items()}
        else:
            card.formulas = {name: partial(self._of_whole, kind, value["id"], name) for name in formulas}
        for name in formulas:
            dict.__setitem__(card, name, None)
        return card

    def _of_whole(self, kind: str, key: str, name: str) -> Any:
        """Return a value of a formula from the card itself, to which a reference leads."""
        if not self._whole:
            self._whole = {of: {dict.get(card, "id"): card for card in cards} for of, cards in self.cards.items()}
        return self._whole[kind][key][name]

    def _formula(self, formula: Expressed, card: ComputedCard) -> Any:
        return self._value(formula, {**self._variables, "card": card})

    def _of_deck(self, formula: Expressed) -> Any:
        return self._value(formula, self._variables)

    def _value(self, expressed: Expressed, variables: Mapping[str, Any], *, is_text: bool = False) -> Any:
        """Return the value of an expression; of one that fails, the error is reported once.

        Raises:
            FormulaFailedError: It fails, or has failed before.
        """
        if expressed in self._told:
            raise FormulaFailedError
        try:
            if len(self._pending) > _DEPTH:
                chain = ", ".join(dict.fromkeys(each.name for each in self._pending))
                raise UnlocatedError("E224", f"formulas need each other without end: {chain}")
            if time.thread_time() > self._end:
                raise UnlocatedError("E223", f"{expressed.name} and the others take longer than {MAX_SECONDS:g} s")
            self._pending.append(expressed)
            try:
                names = self._owner.deck_formulas_in(expressed, is_text=is_text)
                computed = {name: self._deck[name] for name in names}
                value = self._owner.evaluate(expressed, {**variables, **computed}, is_text=is_text)
                self._size += size_of(value)
                if self._size > MAX_SIZE:
                    message = f"{expressed.name} and the others make more than {MAX_SIZE // 2**20} MiB of values"
                    raise UnlocatedError("E223", message, expected="shorter values")
                return value
            finally:
                self._pending.pop()
        except UnlocatedError as error:
            if expressed not in self._told:
                self._told.add(expressed)
                self._found.items.append(error.at(expressed.span))
            raise FormulaFailedError from None


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value] if isinstance(value, dict) else []


def _plain(value: Any, *, is_inner: bool = False) -> Any:
    """Return a value of plain containers, with all formulas computed.

    Args:
        is_inner: Whether it is in a card. Of such a card, formulas that give cards give their ids: these can lead back to it.
    """
    if isinstance(value, ComputedCard):
        return {
            name: _ids(item) if is_inner and name in value.computed else _plain(item, is_inner=True)
            for name, item in value.items()
        }
    return [_plain(item, is_inner=is_inner) for item in value] if _holds_cards(value) else value


def _ids(value: Any) -> Any:
    """Return a value of a formula with the ids of cards in their place."""
    if isinstance(value, ComputedCard):
        return dict.get(value, "id")
    return [_ids(item) for item in value] if _holds_cards(value) else value


def _holds_cards(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(item, ComputedCard) for item in value)
