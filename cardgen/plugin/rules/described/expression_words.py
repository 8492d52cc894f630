"""Say in words what an expression of rules means, in English and Portuguese; what has no words is shown as it is written."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from cardgen.plugin.rules.described.names import OF_SPACES
from cardgen.plugin.rules.described.parsing import ExpressionFault, parsed
from cardgen.plugin.rules.described.phrases import EXPRESSIONS, phrases_of

_CONDITIONS = frozenset(("where", "any", "all", "count", "longest_line", "connected"))
"""Filters whose argument is a condition."""


def contracted(text: str) -> str:
    """Return Portuguese text in which `de o` is `do`, and `a o` is `ao`."""
    return re.sub(r"\ba (os?)\b", r"a\1", re.sub(r"\b([dD])e ([oa]s?)\b", r"\1\2", text))


class ExpressionWords:
    """Words for the expressions of a game in one language.

    Args:
        title: Returns the name of a zone, a number or anything else that rules name, for people.
        zones: Names of the zones, which are empty or not.
        named: Names of the fields of pieces and of all numbers.
    """

    def __init__(
        self, language: str, title: Callable[[str], str], zones: frozenset[str], named: frozenset[str]
    ) -> None:
        self._words_of, self._words = phrases_of(EXPRESSIONS, language)
        self._title = title
        self._zones = zones
        self._named = named

    def say(self, text: str) -> str:
        """Return an expression in words; as it is written if it cannot be read or has no words."""
        try:
            return self._of(parsed(text))
        except (ExpressionFault, KeyError):
            return text

    def condition(self, text: str) -> str:
        """Return a condition in words; a zone alone means that it is not empty."""
        try:
            return self._truth(parsed(text))
        except (ExpressionFault, KeyError):
            return text

    def _fill(self, key: str, *parts: str) -> str:
        text = self._words[key].format(*parts)
        return contracted(text) if self._words_of == "pt" else text.replace("the the ", "the ")

    def _truth(self, node: Any) -> str:
        """Return the words of a node as a condition."""
        kind = type(node).__name__
        if kind == "Not" and self._is_zone(node.node):
            return self._fill("empty", self._of(node.node))
        if self._is_zone(node):
            return self._fill("has", self._of(node))
        if kind in ("And", "Or"):
            return self._fill(kind.lower(), self._truth(node.left), self._truth(node.right))
        if kind == "Not":
            return self._fill("not", self._truth(node.node))
        if kind in ("Name", "Getattr") and getattr(node, "name", "") not in ("yes", "no"):
            return self._fill("holds", self._of(node))
        return self._of(node)

    _and_words = _or_words = _not_words = _truth

    def _is_zone(self, node: Any) -> bool:
        return getattr(node, "name", getattr(node, "attr", None)) in self._zones and type(node).__name__ != "Filter"

    def _of(self, node: Any) -> str:
        """Return the words of a node.

        Raises:
            KeyError: There are none.
        """
        return str(getattr(self, f"_{type(node).__name__.lower()}_words", self._no_words)(node))

    def _no_words(self, node: Any) -> str:
        raise KeyError(type(node).__name__)

    def _const_words(self, node: Any) -> str:
        if isinstance(node.value, bool):
            return self._words["yes" if node.value else "no"]
        return self._title(node.value) if isinstance(node.value, str) else str(node.value)

    def _name_words(self, node: Any) -> str:
        return (
            self._title(node.name) if node.name in self._named else self._words.get(node.name) or self._title(node.name)
        )

    def _compare_words(self, node: Any) -> str:
        left, told = self._of(node.expr), []
        for operand in node.ops:
            right = self._of(operand.expr)
            told.append(self._fill("in_not" if operand.op.startswith("not") else operand.op, left, right))
            left = right
        return self._joined("and", told)

    def _joined(self, key: str, parts: Sequence[str]) -> str:
        whole = parts[0]
        for part in parts[1:]:
            whole = self._fill(key, whole, part)
        return whole

    def _list_words(self, node: Any) -> str:
        return ", ".join(map(self._of, node.items))

    _tuple_words = _list_words

    def _getitem_words(self, node: Any) -> str:
        index = str(node.arg.value + 1) if isinstance(getattr(node.arg, "value", None), int) else self._of(node.arg)
        return self._fill("at", self._of(node.node), index)

    def _neg_words(self, node: Any) -> str:
        return self._fill("neg", self._of(node.node))

    def _test_words(self, node: Any) -> str:
        return self._fill(node.name, self._of(node.node))

    def _binary_words(self, node: Any) -> str:
        return self._fill(type(node).__name__.lower(), self._of(node.left), self._of(node.right))

    _sub_words = _mul_words = _floordiv_words = _div_words = _mod_words = _binary_words

    def _add_words(self, node: Any) -> str:
        pieces = self._is_zone(node.left) or self._is_zone(node.right)
        return self._fill("concat" if pieces else "add", self._of(node.left), self._of(node.right))

    def _condexpr_words(self, node: Any) -> str:
        return self._fill("if", self._of(node.expr1), self._truth(node.test), self._of(node.expr2))

    def _call_words(self, node: Any) -> str:
        parts, name = [*map(self._of, node.args)], node.node.name
        if name in ("min", "max"):
            return self._fill("least_of" if name == "min" else "greatest_of", self._joined("concat", parts))
        return self._fill(name, *parts)

    def _getattr_words(self, node: Any) -> str:
        owner = self._of(node.node)
        if node.attr in ("top", "bottom", "rest"):
            return self._fill(node.attr, owner)
        if node.attr in ("left", "right", "name", *OF_SPACES) and node.attr not in self._named:
            return self._fill("number_of" if node.attr == "number" else "of", owner, self._words[node.attr])
        if getattr(node.node, "name", "") == "player":
            return self._fill("of_player", self._title(node.attr))
        is_player = getattr(node.node, "name", "") in ("left", "right", "other", "others", "players", "first_player")
        return self._fill("of_other" if is_player else "of", owner, self._title(node.attr))

    def _filter_words(self, node: Any) -> str:
        source = self._of(node.node)
        inner = [self._argument(argument, is_condition=node.name in _CONDITIONS) for argument in node.args]
        if node.name == "where" and len(inner) == 2:
            return self._fill("where_is", source, *inner)
        if node.name in ("take", "top"):
            return self._fill("top_few" if node.name == "top" else "take", source, *(inner or ["1"]))
        if node.name == "groups" and len(inner) == 1:
            inner.append("2")
        if node.name in ("length", "count") and not inner:
            of_players = getattr(node.node, "name", "") in ("players", "others")
            return self._fill("length_of_players" if of_players else "length", source)
        return self._fill(node.name, source, *(inner or [""]))

    def _argument(self, node: Any, *, is_condition: bool) -> str:
        """Return an argument of a filter in words: a name, an expression in quotes, or a value."""
        text = getattr(node, "value", None)
        if not isinstance(text, str):
            return self._of(node)
        if text.isidentifier() and text != "it":
            return self._title(text)
        return self._truth(parsed(text)) if is_condition else self._of(parsed(text))
