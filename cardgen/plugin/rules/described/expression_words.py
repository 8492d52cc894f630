"""Say in words what an expression of rules means, in English and Portuguese; what has no words is shown as it is written."""

from __future__ import annotations

from cardgen.plugin.rules.described.condition_words import ConditionWords
from cardgen.plugin.rules.described.parsing import ExpressionFault, parsed

_GENERIC = ("card", "space", "other", "player")
"""Names of what is chosen that say no more than what kind of thing it is."""


def without_minus(text: str) -> str:
    """Return an expression without the minus before all of it, if it has one, which words say in another way."""
    try:
        node = parsed(text)
    except ExpressionFault:  # told where it is compiled
        return text
    if type(node).__name__ == "Neg":
        return text.removeprefix("-")
    is_less = type(node).__name__ == "Sub" and getattr(node.left, "value", None) == 0
    return text.removeprefix("0 - ") if is_less else text


def is_condition(text: str) -> bool:
    """Return whether an expression holds or does not, as far as its form tells."""
    try:
        node = parsed(text)
    except ExpressionFault:  # told where it is compiled
        return False
    is_any = type(node).__name__ == "Filter" and node.name in ("any", "all", "makes")
    return is_any or type(node).__name__ in ("Compare", "And", "Or", "Not", "Test")


class ExpressionWords(ConditionWords):
    """Words for the expressions of a game in one language, from their text."""

    def say(self, text: str) -> str:
        """Return an expression in words; as it is written if it cannot be read or has no words."""
        try:
            return self._of(parsed(text))
        except (ExpressionFault, KeyError):
            return text

    def condition(self, text: str, *, holds: bool = True) -> str:
        """Return a condition in words; a zone alone means that it is not empty."""
        try:
            return self._truth(parsed(text), holds)
        except (ExpressionFault, KeyError):
            return text

    def such(self, text: str, name: str) -> str:
        """Return which of several things are meant, after their noun: `whose rank is 8`."""
        try:
            return self._such(parsed(text), name)
        except (ExpressionFault, KeyError):
            return text

    def one_of(self, text: str) -> str:
        """Return what is chosen from: `a card from your hand`, `one of the other players`, `a number from 1 to 5`."""
        node = parsed(text)
        kind, where = self._kind(node), ""
        if kind in ("number", "word", "player"):
            return self._fill("one_player", self._of(node)) if kind == "player" else self._of(node)
        node, conditions = self._without_where(node)
        where = "".join(f" {condition}" for condition in conditions)
        return self._fill("one_from", self._noun(node, False), self._of(node)) + where

    def count_of(self, text: str, zone: str) -> str:
        """Return so many pieces from the top of a zone: `the top card of the stock`, `5 cards from the stock`."""
        node = parsed(text)
        if getattr(node, "value", None) == 1:
            return self._fill("top", self.say(zone), self._noun(None, False))
        if type(node).__name__ == "CondExpr":
            return self._fill("cards_if", self._noun(None, True), self.say(zone), self._of(node))
        key = "cards_from" if type(node).__name__ == "Const" else "cards_as"
        return self._fill(key, self._of(node), self._noun(None, True), self.say(zone))

    def noun_of(self, owner: str) -> str:
        """Return what one of the owners of a number is called: a piece of a kind, or a space of a board."""
        return self._words["one_space"] if owner in self._vocabulary.boards else self._noun(None, False)

    def one_thing(self, text: str) -> str:
        """Return what is chosen, in a title: `a card`."""
        return self._words[f"a_{self._kind(parsed(text))}"].format(self._noun(parsed(text), False))

    def each_of(self, text: str) -> str:
        """Return each of several things: `each player`, `each card in your hand`."""
        node = parsed(text)
        kind = self._kind(node)
        if kind in ("number", "word"):
            return self._fill("each_value", self._of(node).removeprefix(self._words["a_start"]))
        node, conditions = self._without_where(node)
        where = "".join(f" {condition}" for condition in conditions)
        if kind == "player" and getattr(node, "name", "") in ("players", "others"):
            return f"{self._words[f'each_{node.name}']}{where}"
        return f"{self._fill('each_value', self._noun(node, False))} {self.nouns.lies(self._of(node))}{where}"

    def bind(self, name: str, text: str, *, is_that: bool = False) -> str:
        """Give a name to what is chosen, or to one of several things, and return words that introduce it.

        Args:
            is_that: Whether it is the only thing that is spoken of.
        """
        kind, bound = self._kind(parsed(text)), self.speaker.bound
        title = self._title(name)
        noun = self._noun(parsed(text), False)
        first = self._fill("bound_first", noun)
        if title != name.replace("_", " ") and name not in _GENERIC:
            bound[name] = self.nouns.the(self.nouns.lower(title))
            return "" if bound[name] == first else self._fill("named", bound[name])
        if kind in ("number", "word"):
            bound[name] = self._fill("bound_value", title)
            return self._fill("named", bound[name]) if kind == "number" and title != self._words["one_number"] else ""
        if kind == "player":
            bound[name] = self._words["that_player" if is_that else "other_player"]
        elif first in bound.values() and not is_that:
            bound[name] = self._fill("bound", noun, title)
        else:
            bound[name] = first
            return ""
        return self._fill("named", bound[name]) if kind in ("card", "space") else ""
