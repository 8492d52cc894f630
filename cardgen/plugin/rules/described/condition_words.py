"""Say in words when something holds, and which of several things are meant."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardgen.plugin.rules.described.filter_words import FilterWords

_OPPOSITE = {
    "eq": "ne",
    "ne": "eq",
    "lt": "gteq",
    "gteq": "lt",
    "gt": "lteq",
    "lteq": "gt",
    "in": "in_not",
    "in_not": "in",
}


def _operator(operand: Any, holds: bool) -> str:
    """Return the operator of a comparison, or that of its opposite."""
    operator = "in_not" if operand.op.startswith("not") else str(operand.op)
    return operator if holds else _OPPOSITE[operator]


def _is_of_opponent(own: Any, other: Any) -> bool:
    """Return whether a comparison asks of the next player what another asks of the player."""
    if type(own).__name__ != "Compare" or type(other).__name__ != "Compare" or own.ops != other.ops:
        return False
    owner = getattr(getattr(other.expr, "node", None), "name", "")
    return owner == "left" and getattr(own.expr, "name", None) == getattr(other.expr, "attr", "")


def _plain(node: Any, holds: bool) -> tuple[Any, bool]:
    """Return a condition without `not`, `== yes` and `== no` around it, and whether that holds."""
    if type(node).__name__ == "Not":
        return _plain(node.node, not holds)
    if type(node).__name__ != "Compare" or len(node.ops) > 1 or node.ops[0].op not in ("eq", "ne"):
        return node, holds
    stated = getattr(node.ops[0].expr, "name", "")
    is_so = (stated == "yes") == (node.ops[0].op == "eq")
    return _plain(node.expr, holds == is_so) if stated in ("yes", "no") else (node, holds)


class ConditionWords(FilterWords):
    """Words for conditions."""

    def _truth(self, node: Any, holds: bool = True) -> str:
        """Return the words of a node as a condition, or of its opposite."""
        node, holds = _plain(node, holds)
        told: Callable[[Any, bool], str] | None = getattr(self, f"_{type(node).__name__.lower()}_holds", None)
        return told(node, holds) if told else self._fill("gt" if holds else "eq", self._of(node), "0")

    def _both_hold(self, node: Any, holds: bool) -> str:
        kind = type(node).__name__
        word = "and" if (kind == "And") == holds else "or"
        if self.speaker.whose == "any" and self._vocabulary.is_duel and _is_of_opponent(node.left, node.right):
            return self._truth(node.left, holds)  # one of two players: `a player's life is 0`
        parts = [self._truth(part, holds) for part in (node.left, node.right)]
        mixed = any(type(part).__name__ in {"And", "Or"} - {kind} for part in (node.left, node.right))
        return self._fill(f"{word}_mixed" if mixed or word == "or" else word, *parts)

    _and_holds = _or_holds = _both_hold

    def _filter_holds(self, node: Any, holds: bool) -> str:
        if node.name in ("any", "all", "makes"):
            return self._quantified(node, holds)
        return self._fill("gt" if holds else "eq", self._of(node), "0")

    def _condexpr_holds(self, node: Any, holds: bool) -> str:
        parts = self._truth(node.expr1, holds), self._truth(node.test), self._truth(node.expr2, holds)
        return self._fill("if_holds", *parts)

    def _test_holds(self, node: Any, holds: bool) -> str:
        if node.name == "none" and getattr(node.node, "name", "") in self.speaker.bound:
            return self._words["none_chosen" if holds else "chosen"]
        words = self._of(node.node)
        return self._fill(
            node.name if holds else f"not_{node.name}", self.nouns.bare(words) if node.name == "none" else words
        )

    def _const_holds(self, node: Any, holds: bool) -> str:
        return self._words["yes" if bool(node.value) == holds else "no"]

    def _name_holds(self, node: Any, holds: bool) -> str:
        name = getattr(node, "name", "")
        if getattr(node, "attr", name) in self._vocabulary.counters:
            return self._fill("ne" if holds else "eq", self._of(node), "0")
        if self._is_zone(node):
            place = self._of(node)
            return self._fill("has" if holds else "empty", place, self._noun(None, True), self.nouns.lies(place))
        if self._is_flag(node):
            return self._flag(node, holds)
        if name in ("yes", "no"):
            return self._words["yes" if (name == "yes") == holds else "no"]
        if name in self.speaker.bound:
            return self._words["chosen" if holds else "none_chosen"]
        return self._fill("there_is" if holds else "not_there", self.nouns.bare(self._of(node)))

    _getattr_holds = _name_holds

    _and_words = _or_words = _not_words = _truth

    def _flag(self, node: Any, holds: bool) -> str:
        """Return a flag as a clause; that of a piece with the piece as its subject."""
        title = self._title(getattr(node, "name", getattr(node, "attr", "")))
        if self._is_player(getattr(node, "node", None)) and not self.nouns.has_verb(title):
            title = self._fill(f"player_eq_{self.speaker.whose}", title)
        elif type(node).__name__ == "Getattr":
            title = (
                f"{self._of(node.node)} {title}"
                if self.nouns.has_verb(title)
                else self._fill("with", self._of(node.node), title)
            )
        elif not self.nouns.has_verb(title):
            title = self._fill("holds", title)
        return title if holds else self.nouns.negated(title)

    def _compare_holds(self, node: Any, holds: bool) -> str:
        told, left = [], node.expr
        for operand in node.ops:
            operator = _operator(operand, holds)
            told.append(self._compared(left, operator, operand.expr))
            left = operand.expr
        return self._joined("and" if holds else "or", told)

    def _compared(self, left: Any, operator: str, right: Any) -> str:
        if type(left).__name__ == "Filter" and left.name in ("length", "count") and operator not in ("in", "in_not"):
            plain, _ = self._without_where(left.node)
            if type(plain).__name__ != "Filter" and type(right).__name__ in ("Const", "Name"):
                return self._counted(left, operator, right)
        if operator in ("eq", "ne") and self._is_flag(left) and type(right).__name__ != "Const":
            return self._fill("as_well", self._truth(left), self._truth(right, operator == "eq"))
        if operator in ("in", "in_not") and type(right).__name__ not in ("List", "Tuple", "Call"):
            return self._among(left, operator, right)
        return self._equal(left, operator, self._of(right))

    def _equal(self, left: Any, operator: str, words: str) -> str:
        if self._is_player(left) and operator in ("eq", "ne", "in", "in_not"):
            operator = {"in": "eq", "in_not": "ne"}.get(operator, operator)
            return self._fill(f"player_{operator}_{self.speaker.whose}", words)
        return self._fill(operator, self._of(left), words)

    def _among(self, left: Any, operator: str, several: Any) -> str:
        """Return whether something is one of several things: `the card is in your hand`, `you are one of the other players`."""
        kind, words = self._kind(several), self._of(several)
        if kind == "player":
            return self._equal(left, operator, self._fill("one_player", words))
        if kind not in ("card", "space"):
            return self._equal(left, operator, words)
        if type(several).__name__ == "Add":
            parts = [self._among(left, operator, part) for part in (several.left, several.right)]
            return self._joined("or" if operator == "in" else "and", parts)
        if self._is_zone(several) or getattr(several, "name", "") in self._vocabulary.boards:
            return self._fill(f"lies_{operator}", self._of(left), self.nouns.lies(words))
        return self._fill(f"among_{operator}", self._of(left), words)

    def _counted(self, left: Any, operator: str, right: Any) -> str:
        """Return how many of several things there are: `there are at least 3 cards in your hand`."""
        count, such = (
            getattr(right, "value", None),
            self._argument(left.args[0], "such", left.node) if left.args else "",
        )
        if (count, operator) in ((0, "gt"), (0, "ne"), (1, "gteq")):
            return self._fill("one_of", self.nouns.some(self._pieces(left.node, such, several=False)))
        if (count, operator) in ((0, "eq"), (0, "lteq"), (1, "lt")):
            return self._fill("not_one", self._pieces(left.node, such, several=False))
        if count == 1:
            one = self._pieces(left.node, such, several=False)
            several = self._pieces(left.node, such) if operator == "gt" else one
            return self._fill(f"there_{operator}_1", several, self.nouns.some(one))
        is_players = getattr(left.node, "name", "") == "players" and not such and operator == "eq"
        return self._fill(
            "there" if is_players else f"there_{operator}", f"{self._of(right)} {self._pieces(left.node, such)}"
        )

    def _quantified(self, node: Any, holds: bool) -> str:
        """Return the words of `any`, `all` and `makes`, or of their opposite."""
        if node.name == "makes":
            inner = [self._argument(argument, "") for argument in node.args]
            return self._fill("makes" if holds else "not_makes", self._of(node.node), *inner)
        such = self._argument(node.args[0], "such", node.node)
        if node.name == "any":
            one = self._pieces(node.node, such, several=False)
            return self._fill("one_of", self.nouns.some(one)) if holds else self._fill("not_one", one)
        return self._fill("all" if holds else "not_all", self._pieces(node.node, ""), such)

    def _such(self, node: Any, name: str) -> str:
        """Return which of several things a condition means, after their noun."""
        if words := self._relative(node, name, True):
            return words
        is_and = type(node).__name__ == "And" and type(node.right).__name__ != "Or"
        if is_and and (words := self._relative(node.left, name, True)):
            return self._fill("and", words, self._fill("such", self._truth(node.right)))
        return self._fill("such", self._truth(node))

    def _relative(self, node: Any, name: str, holds: bool) -> str:
        """Return a relative clause, such as `whose rank is 8`; empty if the condition is not one about a single thing."""
        node, holds = _plain(node, holds)
        kind = type(node).__name__
        if kind == "And" and holds and (words := self._range(node, name)):
            return words
        if kind in ("And", "Or"):
            parts = [self._relative(part, name, holds) for part in (node.left, node.right)]
            if not all(parts) or {type(node.left).__name__, type(node.right).__name__} & {"And", "Or"} - {kind}:
                return ""
            return self._fill("and" if (kind == "And") == holds else "or", *parts)
        if kind == "Getattr" and getattr(node.node, "name", "") == name:
            return self._relative_attribute(node, holds)
        return self._relative_comparison(node, name, holds) if kind == "Compare" and len(node.ops) == 1 else ""

    def _range(self, node: Any, name: str) -> str:
        """Return the clause of a condition that ends with the limits of one field, `whose rank is from 3 to 5`; empty for another."""
        first, last = node.left.right if type(node.left).__name__ == "And" else node.left, node.right
        ends = [one.expr for one in (first, last) if type(one).__name__ == "Compare" and len(one.ops) == 1]
        if len(ends) < 2 or (first.ops[0].op, last.ops[0].op) != ("gteq", "lteq") or ends[0] != ends[1]:
            return ""
        if type(ends[0]).__name__ != "Getattr" or getattr(ends[0].node, "name", "") != name:
            return ""
        title = self._field(ends[0].attr)
        words = self._fill(
            "whose_range", self.nouns.whose(title), title, self._of(first.ops[0].expr), self._of(last.ops[0].expr)
        )
        rest = self._relative(node.left.left, name, True) if first is not node.left else ""
        return words if first is node.left else rest and self._fill("and", rest, words)

    def _relative_comparison(self, node: Any, name: str, holds: bool) -> str:
        left, operator, right = node.expr, _operator(node.ops[0], holds), node.ops[0].expr
        if getattr(left, "name", "") == name and operator in ("eq", "ne"):
            return self._fill("other_than" if operator == "ne" else "that_is", self._of(right))
        if type(left).__name__ != "Getattr" or getattr(left.node, "name", "") != name or self._is_flag(left):
            return ""
        title = self._field(left.attr)
        if operator == "eq" and getattr(right, "attr", "") == left.attr:
            return self._fill("same", title, self._of(right.node))
        return self._fill("whose", self.nouns.whose(title), self._fill(operator, title, self._of(right)))

    def _relative_attribute(self, node: Any, holds: bool) -> str:
        title = self._field(node.attr)
        if self._is_zone(node):
            key, noun = "has" if holds else "empty", self._noun(None, True)
            clause = self._fill(key, title, noun, self.nouns.lies(title))
            return self._fill(f"whose_{key}", self.nouns.whose(title), clause, title, noun)
        if self.nouns.has_verb(title):
            return self._fill("that", title if holds else self.nouns.negated(title))
        return self._fill("having" if holds else "not_having", title)
