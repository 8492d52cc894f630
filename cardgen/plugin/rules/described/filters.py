"""Compile the filters of expressions: what is asked of several pieces, players or numbers."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from cardgen.plugin.rules.described.declared import SINGLE, TYPE_WORDS, Board, Type
from cardgen.plugin.rules.described.expressions import Compiler, truth
from cardgen.plugin.rules.described.parsing import ExpressionFault, wanted
from cardgen.plugin.rules.described.scope import TypedCode
from cardgen.report.diagnostics import one_of, quoted

_ITEM = re.compile(r"\bit_(\d*)\b")
_MANY: tuple[Type, ...] = (*SINGLE,)


class Items:
    """The items of a filter, and the expressions of its arguments about one of them."""

    def __init__(self, compiler: Compiler, node: Any, source: TypedCode) -> None:
        self.compiler = compiler
        self.node = node
        self.source = source
        around = [compiler.scope.player, source.code, *(value.code for value in compiler.scope.names.values())]
        depths = [int(depth or 0) for code in around for depth in _ITEM.findall(code)]
        self.name = f"it_{max(depths) + 1}" if depths else "it_"

    @property
    def code(self) -> str:
        """Code of the items."""
        return self.source.code

    def text(self, index: int = 0) -> str:
        """Return the text of an argument; empty without it."""
        if index >= len(self.node.args):
            return ""
        argument = self.node.args[index]
        value = getattr(argument, "value", None)
        if not isinstance(value, str):
            raise ExpressionFault(
                "E233", f"filter '{self.node.name}' takes text in quotes", f"such as | {self.node.name}('rank')"
            )
        return value

    def about(self, index: int = 0) -> TypedCode:
        """Return the code of an argument about one item: a field, or an expression; without one, the item itself."""
        text = self.text(index)
        kind: Type = SINGLE[self.source.type]
        item = TypedCode(
            self.name,
            kind,
            self.source.place if kind == "piece" else None,
            item=True,
            words=self.source.words,
            board=self.source.board,
        )
        if not text:
            return item
        if kind == "piece" and item.place:
            self.compiler.reads.examined.add(item.place.zone.name)
        scope = self.compiler.scope.bind("it", item)
        scope = scope.bind("card", item) if kind == "piece" else scope
        scope = scope.bind("space", item) if kind == "space" else scope
        if kind == "player":
            scope = replace(scope, player=self.name, names={**scope.names, "player": item})
        if kind == "piece" and text.isidentifier() and text not in scope.names:
            words = scope.words
            if text in words.columns or (text in words.numbers and words.numbers[text].of in words.kinds):
                text = f"it.{text}"
        if kind == "space" and self.source.board and text in scope.words.numbers and text not in scope.names:
            text = f"it.{text}" if scope.words.numbers[text].of == self.source.board.name else text
        return self.compiler.value_of(text, scope)

    def number(self, index: int = 0) -> TypedCode:
        """Return an argument about one item, which is a number or yes or no."""
        return wanted(self.about(index), ("number", "yes"), self.text(index) or "an item")

    def listed(self, value: TypedCode, condition: str = "") -> str:
        """Return the code of a comprehension.

        Args:
            condition: Code of the condition; empty for all items.
        """
        return f"[{value.code} for {self.name} in {self.code}{f' if {condition}' if condition else ''}]"


def _length(items: Items) -> TypedCode:
    return TypedCode(f"len({items.code})", "number")


def _count(items: Items) -> TypedCode:
    if not items.node.args:
        return _length(items)
    return TypedCode(f"sum([1 for {items.name} in {items.code} if {truth(items.about())}])", "number")


def _sum(items: Items) -> TypedCode:
    return TypedCode(f"sum({items.listed(items.number())})", "number")


def _extreme(name: str) -> Callable[[Items], TypedCode]:
    def extreme(items: Items) -> TypedCode:
        return TypedCode(f"{name}({items.listed(items.number())}, default=0)", "number")

    return extreme


def _where(items: Items) -> TypedCode:
    item = items.about(9)
    if len(items.node.args) == 2:
        value = items.compiler.value(items.node.args[1])
        field = items.about()
        items.compiler.check_same(field, value)
        condition = f"{field.code} == {value.code}"
    else:
        condition = truth(items.about())
    return TypedCode(
        items.listed(item, condition),
        items.source.type,
        items.source.place,
        words=items.source.words,
        board=items.source.board,
    )


def _any(items: Items) -> TypedCode:
    return TypedCode(f"any({items.listed(replace(items.about(), code=truth(items.about())))})", "yes")


def _all(items: Items) -> TypedCode:
    return TypedCode(f"all({items.listed(replace(items.about(), code=truth(items.about())))})", "yes")


def _key(items: Items) -> str:
    about = wanted(items.about(), ("number", "yes", "text"), items.text() or "an item")
    return f"lambda {items.name}: {about.code}"


def _best(name: str) -> Callable[[Items], TypedCode]:
    def best(items: Items) -> TypedCode:
        kind = SINGLE[items.source.type]
        code = f"{name}({items.code}, {_key(items)})"
        return TypedCode(code, kind, items.source.place, maybe=True, board=items.source.board)

    return best


def _all_best(extreme: str) -> Callable[[Items], TypedCode]:
    def best(items: Items) -> TypedCode:
        return replace(items.source, code=f"all_with({items.code}, {_key(items)}, {extreme})", how="", item=False)

    return best


def _sort(items: Items) -> TypedCode:
    return replace(items.source, code=f"sorted({items.code}, key={_key(items)})", how="", item=False)


def _end(index: int) -> Callable[[Items], TypedCode]:
    def end(items: Items) -> TypedCode:
        kind = SINGLE[items.source.type]
        if items.source.place:
            items.compiler.reads.ordered.add(items.source.place.zone.name)
        return TypedCode(f"at({items.code}, {index})", kind, items.source.place, maybe=True, board=items.source.board)

    return end


def _map(items: Items) -> TypedCode:
    about = items.about()
    several = next((many for many, one in SINGLE.items() if one == about.type), None)
    if several is None:
        raise ExpressionFault("E233", f"'map' gives {TYPE_WORDS[about.type]}", "numbers, words, pieces or players")
    return TypedCode(items.listed(about), several, words=about.words, board=about.board)


def _distinct(items: Items) -> TypedCode:
    mapped = _map(items)
    return replace(mapped, code=f"each_once({mapped.code})")


def _of_values(name: str) -> Callable[[Items], TypedCode]:
    def of_values(items: Items) -> TypedCode:
        return TypedCode(f"{name}({items.listed(items.about())})", "number")

    return of_values


def _groups(items: Items) -> TypedCode:
    least = items.compiler.value(items.node.args[1]) if len(items.node.args) > 1 else TypedCode("2", "number")
    wanted(least, ("number",), "how many are alike")
    return TypedCode(f"groups({items.listed(items.about())}, {least.code})", "number")


def _some(pattern: str) -> Callable[[Items], TypedCode]:
    def some(items: Items) -> TypedCode:
        arguments = items.node.args
        count = items.compiler.value(arguments[0]) if arguments else TypedCode("1", "number")
        code = wanted(count, ("number",), "how many").code
        if items.source.place:
            items.compiler.reads.ordered.add(items.source.place.zone.name)
        return replace(items.source, code=pattern.format(items.code, code), how="", item=False)

    return some


def _sums(name: str, kind: Type) -> Callable[[Items], TypedCode]:
    def sums(items: Items) -> TypedCode:
        if len(items.node.args) != 2:
            raise ExpressionFault("E233", f"'{name}' takes two values", f"such as row | {name}('rank', 7)")
        total = wanted(items.compiler.value(items.node.args[1]), ("number",), "the sum")
        return TypedCode(f"{name}({items.listed(items.number())}, {total.code})", kind)

    return sums


def _board_of(items: Items) -> Board:
    if items.source.board is None:
        raise ExpressionFault(
            "E233", f"'{items.node.name}' is about {TYPE_WORDS[items.source.type]}", "spaces of a board"
        )
    return items.source.board


def _longest_line(items: Items) -> TypedCode:
    board = _board_of(items)
    spaces = items.listed(items.about(9), truth(items.about()))
    return TypedCode(f"longest_line({spaces}, LINES_{board.constant})", "number")


def _connected(items: Items) -> TypedCode:
    board = _board_of(items)
    near = items.text(1) or "beside"
    if near not in ("beside", "around"):
        raise ExpressionFault("E232", f"unknown neighbours {quoted(near)}", "'beside' or 'around'", part=near)
    seats = "[space for spaces in SPACES_{0} for space in spaces]" if board.of_player else "SPACES_{0}[0]"
    allowed = f"[{items.name} for {items.name} in {seats.format(board.constant)} if {truth(items.about())}]"
    return replace(
        items.source, code=f"connected({items.code}, {allowed}, {near.upper()}_{board.constant})", how="", item=False
    )


def _stated(items: Items) -> TypedCode:
    words, name = items.compiler.scope.words, items.text()
    if name not in words.effects:
        raise ExpressionFault("E232", f"unknown effect {quoted(name)}", part=name, **one_of(name, words.effects))
    wanted(items.source, ("pieces",), "what 'stated' is about")
    column = next((one for one in words.columns.values() if one.type == "effects"), None)
    if column is None:
        raise ExpressionFault("E232", "no piece has effects", "a field of the type effects", part=name)
    has_number = next(iter(words.effects[name].values()), "") == "integer"
    code = f"stated({items.code}, {column.constant}, {[*words.effects].index(name)}, {has_number})"
    return TypedCode(code, "number")


def _within(items: Items) -> TypedCode:
    if len(items.node.args) != 3:
        expected = "such as hand | within('cost', gold, 'points')"
        raise ExpressionFault("E233", "'within' takes three values: a number of each, a limit, and a worth", expected)
    limit = wanted(items.compiler.value(items.node.args[1]), ("number",), "the limit")
    costs, worths = (items.listed(items.number(at)) for at in (0, 2))
    return replace(items.source, code=f"within({items.code}, {costs}, {limit.code}, {worths})", how="", item=False)


FILTERS: dict[str, Callable[[Items], TypedCode]] = {
    "length": _length,
    "count": _count,
    "sum": _sum,
    "max": _extreme("max"),
    "min": _extreme("min"),
    "where": _where,
    "any": _any,
    "all": _all,
    "best": _best("best"),
    "worst": _best("worst"),
    "all_best": _all_best("max"),
    "all_worst": _all_best("min"),
    "sort": _sort,
    "first": _end(0),
    "last": _end(-1),
    "map": _map,
    "distinct": _distinct,
    "most_alike": _of_values("most_alike"),
    "longest_run": _of_values("longest_run"),
    "groups": _groups,
    "take": _some("{0}[:max({1}, 0)]"),
    "top": _some("({0}[-({1}):] if {1} > 0 else [])"),
    "makes": _sums("makes", "yes"),
    "ways": _sums("ways", "number"),
    "longest_line": _longest_line,
    "connected": _connected,
    "stated": _stated,
    "within": _within,
}
"""Filters by name."""


def apply_filter(compiler: Compiler, node: Any) -> TypedCode:
    """Return the code of a filter.

    Raises:
        ExpressionFault: E232, there is no such filter; E233, it is not for such a value.
    """
    source = compiler.value(node.node)
    if node.name == "abs":
        return TypedCode(f"abs({wanted(source, ('number',), 'what abs is about').code})", "number", item=source.item)
    if node.name not in FILTERS:
        known = [*FILTERS, "abs"]
        raise ExpressionFault("E232", f"unknown filter {quoted(node.name)}", part=node.name, **one_of(node.name, known))
    if source.type == "unknown":
        return source
    wanted(source, _MANY, f"what '{node.name}' is about")
    items = Items(compiler, node, source)
    found = FILTERS[node.name](items)
    # An expression about items may also use the item of a filter around it.
    outer = [value.code for value in compiler.scope.names.values() if value.item]
    depends = source.item or any(code in found.code for code in outer)
    return replace(found, item=depends)
