"""Say in words what an expression of rules means, in English and Portuguese; what has no words is shown as it is written."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from cardgen.model.language import suitable_keys
from cardgen.plugin.rules.described.parsing import ExpressionFault, parsed

_EN = {
    "eq": "{0} is {1}",
    "ne": "{0} is not {1}",
    "lt": "{0} is less than {1}",
    "lteq": "{0} is at most {1}",
    "gt": "{0} is more than {1}",
    "gteq": "{0} is at least {1}",
    "in": "{0} is in {1}",
    "in_not": "{0} is not in {1}",
    "and": "{0} and {1}",
    "or": "{0} or {1}",
    "not": "not: {0}",
    "has": "{0} is not empty",
    "empty": "{0} is empty",
    "add": "{0} plus {1}",
    "sub": "{0} minus {1}",
    "mul": "{0} times {1}",
    "floordiv": "{0} divided by {1}",
    "mod": "the rest of {0} divided by {1}",
    "if": "{0} if {1}, or else {2}",
    "of": "the {1} of {0}",
    "of_player": "the player's {0}",
    "of_other": "{0}'s {1}",
    "item": "{1} of {0}, number {2}",
    "length": "the number of pieces in {0}",
    "length_of_players": "the number of {0}",
    "count": "how many of {0} fit: {1}",
    "sum": "the sum of {1} in {0}",
    "max": "the greatest {1} in {0}",
    "min": "the least {1} in {0}",
    "where": "those of {0} for which {1}",
    "any": "for one of {0}: {1}",
    "all": "for all of {0}: {1}",
    "best": "the one of {0} with the greatest {1}",
    "worst": "the one of {0} with the least {1}",
    "from_to": "a number from {0} to {1}",
    "player": "the player",
    "players": "all players",
    "others": "the other players",
    "left": "the next player",
    "right": "the player before",
    "first_player": "the first player",
    "card": "the card",
    "it": "it",
    "top": "the top piece of {0}",
    "bottom": "the bottom piece of {0}",
    "rest": "all but the top piece of {0}",
    "yes": "yes",
    "no": "no",
}
_PT = {
    "eq": "{0} é {1}",
    "ne": "{0} não é {1}",
    "lt": "{0} é menor que {1}",
    "lteq": "{0} é no máximo {1}",
    "gt": "{0} é maior que {1}",
    "gteq": "{0} é no mínimo {1}",
    "in": "{0} está em {1}",
    "in_not": "{0} não está em {1}",
    "and": "{0} e {1}",
    "or": "{0} ou {1}",
    "not": "não: {0}",
    "has": "{0} não está vazio",
    "empty": "{0} está vazio",
    "add": "{0} mais {1}",
    "sub": "{0} menos {1}",
    "mul": "{0} vezes {1}",
    "floordiv": "{0} dividido por {1}",
    "mod": "o resto de {0} dividido por {1}",
    "if": "{0} se {1}, senão {2}",
    "of": "{1} de {0}",
    "of_player": "{0} do jogador",
    "of_other": "{1} de {0}",
    "item": "{1} de {0}, número {2}",
    "length": "o número de peças em {0}",
    "length_of_players": "o número de {0}",
    "count": "quantas de {0} atendem a: {1}",
    "sum": "a soma de {1} em {0}",
    "max": "o maior {1} em {0}",
    "min": "o menor {1} em {0}",
    "where": "as de {0} em que {1}",
    "any": "para alguma de {0}: {1}",
    "all": "para todas de {0}: {1}",
    "best": "a de {0} com o maior {1}",
    "worst": "a de {0} com o menor {1}",
    "from_to": "um número de {0} a {1}",
    "player": "o jogador",
    "players": "todos os jogadores",
    "others": "os outros jogadores",
    "left": "o próximo jogador",
    "right": "o jogador anterior",
    "first_player": "o primeiro jogador",
    "card": "a carta",
    "it": "esta",
    "top": "a peça do topo de {0}",
    "bottom": "a peça de baixo de {0}",
    "rest": "todas as peças de {0} menos a do topo",
    "yes": "sim",
    "no": "não",
}
_TABLES: Mapping[str, Mapping[str, str]] = {"en": _EN, "pt": _PT}


class ExpressionWords:
    """Words for the expressions of a game in one language.

    Args:
        title: Returns the name of a zone, a number or anything else that rules name, for people.
        zones: Names of the zones, which are empty or not.
    """

    def __init__(self, language: str, title: Callable[[str], str], zones: frozenset[str]) -> None:
        self._words = next((_TABLES[key] for key in (*suitable_keys(language), "en") if key in _TABLES), _EN)
        self._title = title
        self._zones = zones

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
        return re.sub(r"\b([dD])e ([oa]s?)\b", r"\1\2", text) if self._words is _PT else text

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
        return self._words["yes" if node.value else "no"] if isinstance(node.value, bool) else str(node.value)

    def _name_words(self, node: Any) -> str:
        return self._words.get(node.name) or self._title(node.name)

    def _compare_words(self, node: Any) -> str:
        operand = node.ops[0]
        if len(node.ops) > 1:
            self._no_words(node)
        operator = "in_not" if operand.op.startswith("not") else operand.op
        return self._fill(operator, self._of(node.expr), self._of(operand.expr))

    def _binary_words(self, node: Any) -> str:
        return self._fill(type(node).__name__.lower(), self._of(node.left), self._of(node.right))

    _add_words = _sub_words = _mul_words = _floordiv_words = _mod_words = _binary_words

    def _condexpr_words(self, node: Any) -> str:
        return self._fill("if", self._of(node.expr1), self._truth(node.test), self._of(node.expr2))

    def _call_words(self, node: Any) -> str:
        return self._fill(node.node.name, *map(self._of, node.args))

    def _getattr_words(self, node: Any) -> str:
        owner = self._of(node.node)
        if node.attr in ("top", "bottom", "rest"):
            return self._fill(node.attr, owner)
        if getattr(node.node, "name", "") == "player":
            return self._fill("of_player", self._title(node.attr))
        is_player = getattr(node.node, "name", "") in ("left", "right", "other", "others", "players", "first_player")
        return self._fill("of_other" if is_player else "of", owner, self._title(node.attr))

    def _filter_words(self, node: Any) -> str:
        source = self._of(node.node)
        inner = [self._inner(argument.value) for argument in node.args]
        if node.name in ("length", "count") and not inner:
            of_players = getattr(node.node, "name", "") in ("players", "others")
            return self._fill("length_of_players" if of_players else "length", source)
        return self._fill(node.name, source, *(inner or [""]))

    def _inner(self, text: object) -> str:
        return self.condition(text) if isinstance(text, str) else str(text)
