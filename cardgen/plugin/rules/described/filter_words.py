"""Say in words what filters of rules ask of several pieces, players or numbers."""

from __future__ import annotations

from typing import Any

from cardgen.plugin.rules.described.parsing import parsed
from cardgen.plugin.rules.described.value_words import ValueWords

_CONDITIONS = frozenset(("where", "any", "all", "count", "longest_line", "connected"))
"""Filters whose argument is a condition."""


class FilterWords(ValueWords):
    """Words for filters."""

    def _relative(self, node: Any, name: str, holds: bool) -> str:
        """Return a condition as a relative clause; see `condition_words`."""
        raise NotImplementedError

    def _without_where(self, node: Any) -> tuple[Any, list[str]]:
        """Return what is filtered, and the conditions on it as relative clauses."""
        conditions: list[str] = []
        while type(node).__name__ == "Filter" and node.name == "where":
            if (stated := getattr(node.args[-1], "name", "")) in ("yes", "no"):
                field = node.args[0].value
                such = type(node.args[0])(field if stated == "yes" else f"not it.{field}")
                conditions.insert(0, self._argument(such, "such", node.node))
            elif len(node.args) == 2:
                title, value = self._argument(node.args[0], ""), self._argument(node.args[1], "")
                if getattr(node.args[1], "attr", "") == getattr(node.args[0], "value", None):
                    conditions.insert(0, self._fill("same", title, self._of(node.args[1].node)))
                    node = node.node
                    continue
                compared = self._fill("eq", title, value)
                conditions.insert(0, self._fill("whose", self.nouns.whose(title), compared))
            else:
                conditions.insert(0, self._argument(node.args[0], "such", node.node))
            node = node.node
        return node, conditions

    def _pieces(self, node: Any, such: str, *, several: bool = True) -> str:
        """Return several things with what they have in common, `cards in your hand whose rank is 8`, or one of them."""
        node, conditions = self._without_where(node)
        conditions += [such] if such else []
        kind, noun = self._kind(node), self._noun(node, several)
        where = "".join(f" {condition}" for condition in conditions)
        if kind == "player" and type(node).__name__ == "Name":
            return f"{self._words[f'{node.name}_plain' if several else f'one_of_{node.name}']}{where}"
        if kind in ("number", "word"):
            return f"{self._of(node)}{where}"
        return f"{noun} {self.nouns.lies(self._of(node))}{where}"

    def _filter_words(self, node: Any) -> str:
        name, source = node.name, node.node
        if name in ("any", "all", "makes"):
            return self._truth(node)
        if name in ("where", "length", "count"):
            such = self._argument(node.args[0], "such", source) if node.args and name == "count" else ""
            what = self._pieces(node if name == "where" else source, such)
            return self._fill("those" if name == "where" else "length", what)
        if self._kind(source) == "player" and name in ("sum", "max", "min", "best", "worst", "all_best", "all_worst"):
            return self._of_players(node)
        return self._of_pieces(node)

    def _of_pieces(self, node: Any) -> str:
        """Return a filter of pieces, spaces or numbers."""
        name = node.name
        is_where = type(node.node).__name__ == "Filter" and node.node.name == "where"
        is_some = name == "sum" or (name in ("max", "min") and is_where)
        source = self._fill("those", self._pieces(node.node, "")) if is_some else self._of(node.node)
        inner = [self._argument(argument, "such" if name in _CONDITIONS else "", node.node) for argument in node.args]
        if name in ("take", "top"):
            return self._fill("top_few" if name == "top" else "take", source, *(inner or ["1"]))
        inner += ["2"] if name == "groups" and len(inner) == 1 else []
        if name in ("best", "worst"):
            return self._fill(name, source, *inner, self._noun(node.node, False))
        is_total = name == "sum" and bool(node.args) and node.args[0].value.isidentifier()
        return self._fill("total" if is_total else name, source, *(inner or [""]))

    def _of_players(self, node: Any) -> str:
        """Return a filter of players: `the sum of each player's dice`, `the player with the most tricks`."""
        value, name = parsed(node.args[0].value), node.name
        source = getattr(node.node, "name", "players")
        is_own = type(value).__name__ == "Getattr" and getattr(value.node, "name", "") == "player"
        title = getattr(value, "attr", "") if is_own else getattr(value, "name", "")
        with self.speaking({"sum": "others" if source == "others" else "each"}.get(name, "they")):
            if name == "sum":
                return self._fill("sum_players", self._of(value))
            if title:
                return self._fill(f"{name}_player", self._plain_title(title))
            return self._fill(f"{name}_player_by", self._of(value))

    def _argument(self, node: Any, form: str, source: Any = None) -> str:
        """Return an argument of a filter in words: a name, an expression in quotes, or a value.

        Args:
            form: `such` for a condition on one of several things; empty for a value.
        """
        text = getattr(node, "value", None)
        if not isinstance(text, str):
            return self._of(node)
        kind = self._kind(source) if source is not None else "card"
        if text.isidentifier() and text not in ("it", "card", "player", "space"):
            text = text if text in self.speaker.bound or form != "such" else f"it.{text}"
            if form != "such":
                return self._field(text)
        item = {"player": "player", "space": "space"}.get(kind, "card")
        called = self._words["it_number"] if kind in ("number", "word") else self.that(item)
        if called in self.speaker.bound.values():
            called = self._words["that_one"]
        with self.speaking(
            "they" if kind == "player" else "", **{"it": called, **({item: called} if item != "player" else {})}
        ):
            inner = parsed(text)
            if form != "such":
                return self._of(inner)
            for name in ("it", item):
                if found := self._relative(inner, name, True):
                    return found
            return self._fill("such", self._truth(inner))
