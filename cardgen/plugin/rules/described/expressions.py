"""Compile expressions of rules, read with Jinja's parser, to typed expressions of Python.

Only the nodes that are named here become code; everything else is an error, so no text of a game is executed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from typing import Any

from cardgen.plugin.rules.described.scope import TYPE_WORDS, RuleScope, Type, TypedCode, ZonePlace
from cardgen.report.diagnostics import did_you_mean, quoted

_COMPARISONS = {"eq": "==", "ne": "!=", "lt": "<", "lteq": "<=", "gt": ">", "gteq": ">="}
_ARITHMETIC = {"Add": "+", "Sub": "-", "Mul": "*", "FloorDiv": "//", "Mod": "%", "Div": "//"}
_SINGLE: dict[Type, Type] = {"pieces": "piece", "players": "player", "numbers": "number", "texts": "text"}
MOST_NODES = 400
"""Nodes of an expression; longer ones are refused."""
MOST_CODE = 20_000
"""Characters of the code of a formula, with those of the formulas that it uses."""


class ExpressionFault(Exception):
    """What is wrong with an expression.

    Args:
        code: Code of the diagnostic.
        message: What is wrong.
        expected: What would be right.
        hints: Suggestions.
    """

    def __init__(self, code: str, message: str, expected: str = "", hints: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.expected = expected
        self.hints = tuple(hints)


@cache
def _environment() -> Any:
    import jinja2

    return jinja2.Environment(autoescape=False)  # only its parser is used


@cache
def parsed(text: str) -> Any:
    """Return the syntax tree of an expression.

    Raises:
        ExpressionFault: E231, it cannot be read, or is too long.
    """
    import jinja2
    from jinja2 import nodes
    from jinja2.parser import Parser

    try:
        parser = Parser(_environment(), text, state="variable")
        node = parser.parse_expression()
        if not parser.stream.eos:
            raise jinja2.TemplateSyntaxError(f"unexpected '{parser.stream.current.value}'", 1)
    except jinja2.TemplateSyntaxError as error:
        hints = ["write '==' to compare"] if " = " in text and "==" not in text else []
        reason = (error.message or "it cannot be read").rstrip(".").replace("end of template", "end")
        message = f"expression {quoted(text)} cannot be read: {reason[:1].lower()}{reason[1:]}"
        raise ExpressionFault("E231", message, "an expression such as card.rank == 8", hints) from None
    except RecursionError:
        raise ExpressionFault("E231", f"expression {quoted(text)} is nested too deeply", "a short expression") from None
    if sum(1 for _ in node.find_all(nodes.Node)) > MOST_NODES:
        raise ExpressionFault("E231", f"expression {quoted(text)} is too long", f"at most {MOST_NODES} parts")
    return node


def compile_expression(text: str, scope: RuleScope) -> TypedCode:
    """Return the code of an expression.

    Raises:
        ExpressionFault: E231 to E233, it cannot be read, names something unknown, or has a value of the wrong type.
    """
    return Compiler(scope).value(parsed(text))


def wanted(value: TypedCode, types: Iterable[Type], text: str) -> TypedCode:
    """Return a value if it has one of some types.

    Args:
        types: The types that are allowed.
        text: The expression, for the message.

    Raises:
        ExpressionFault: E233, it has another type.
    """
    allowed = [*types]
    if value.type in allowed or value.type == "unknown":
        return value
    words = " or ".join(TYPE_WORDS[one] for one in allowed)
    raise ExpressionFault("E233", f"{quoted(text)} is {TYPE_WORDS[value.type]}", words)


def truth(value: TypedCode) -> str:
    """Return the code of a value as a condition; a piece or a player that is missing is none."""
    return f"{value.code} >= 0" if value.type in ("piece", "player") else value.code


class Compiler:
    """Compiles the nodes of one expression.

    Args:
        hoists: Receives the code of what does not depend on the items of a choice, each with a name; None: nothing is
            computed before.

    Attributes:
        peeked: Zones whose order the expression reads.
    """

    def __init__(self, scope: RuleScope, hoists: dict[str, str] | None = None) -> None:
        self.scope = scope
        self.hoists = hoists
        self.peeked: set[str] = set()

    def _outside(self, value: TypedCode) -> TypedCode:
        """Return a value that is computed once, before a choice is looked through, if it does not depend on the items."""
        if self.hoists is None or value.item or not any(sign in value.code for sign in ".[("):
            return value
        return value.with_code(self.hoists.setdefault(value.code, f"fixed_{len(self.hoists) + 1}"))

    def _apart(self, left: TypedCode, right: TypedCode) -> tuple[TypedCode, TypedCode]:
        """Return two operands, of which the one that does not depend on the items is computed once."""
        if left.item == right.item:
            return left, right
        return self._outside(left), self._outside(right)

    def value(self, node: Any) -> TypedCode:
        """Return the code of a node.

        Raises:
            ExpressionFault: See `compile_expression`.
        """
        compiled: Callable[[Any], TypedCode] | None = getattr(self, f"_{type(node).__name__.lower()}", None)
        if compiled is None:
            what = type(node).__name__.lower()
            raise ExpressionFault(
                "E231", f"expressions of rules have no '{what}'", "names, numbers, comparisons, filters"
            )
        return compiled(node)

    def _const(self, node: Any) -> TypedCode:
        value = node.value
        if isinstance(value, bool):
            return TypedCode(str(value), "yes")
        if isinstance(value, int | float):
            return TypedCode(repr(value), "number")
        if isinstance(value, str):
            return TypedCode(repr(value), "text", words=(value,))
        return TypedCode("-1", "unknown")

    def _name(self, node: Any) -> TypedCode:
        name, scope, words = node.name, self.scope, self.scope.words
        if name in scope.names:
            return scope.names[name]
        if name in words.zones:
            return self.zone(name, scope.player)
        if name in words.numbers and words.numbers[name].of in ("table", "player"):
            return self.number(name, scope.player)
        found = self._general(name)
        if found is None and name in words.constants:
            return self._const(type("Constant", (), {"value": words.constants[name]}))
        if found is None:
            hints = did_you_mean(name, scope.known())
            raise ExpressionFault(
                "E232", f"unknown name {quoted(name)}", "a zone, a number, or a name bound before", hints
            )
        return found

    def _general(self, name: str) -> TypedCode | None:
        """Return one of the names that every expression has; None for another."""
        player = self.scope.player
        fixed = {
            "yes": TypedCode("True", "yes"),
            "no": TypedCode("False", "yes"),
            "players": TypedCode("SEATS", "players"),
            "first_player": TypedCode("0", "player"),
            "turn": TypedCode("self.turn", "number"),
            "nobody": TypedCode("-1", "player", maybe=True),
            "direction": TypedCode("self.direction", "number"),
        }
        if name in fixed:
            return fixed[name]
        if name not in ("player", "others", "left", "right"):
            return None
        if not player:
            raise ExpressionFault("E232", f"there is no {quoted(name)} here: it is nobody's turn", "a turn, or `each`")
        return self.of_player(player, name)

    def of_player(self, player: str, name: str) -> TypedCode | None:
        """Return a player, or the others seen from them; None for another name.

        Args:
            player: Code of the player.
            name: Name of the attribute.
        """
        return {
            "player": TypedCode(player, "player"),
            "left": TypedCode(f"LEFT_OF[{player}]", "player"),
            "right": TypedCode(f"RIGHT_OF[{player}]", "player"),
            "others": TypedCode(f"OTHERS_OF[{player}]", "players"),
            "number": TypedCode(f"({player} + 1)", "number"),
        }.get(name)

    def zone(self, name: str, player: str) -> TypedCode:
        """Return the pieces of a zone.

        Args:
            name: Name of the zone.
            player: Code of its owner; empty if there is none.

        Raises:
            ExpressionFault: E232, it belongs to a player, and nobody is named.
        """
        zone = self.scope.words.zones[name]
        if zone.of_player and not player:
            raise ExpressionFault(
                "E232", f"zone {quoted(name)} is of a player, and it is nobody's turn", f"such as players[0].{name}"
            )
        place = ZonePlace(zone, player if zone.of_player else "")
        return TypedCode(place.code, "pieces", place, "zone")

    def number(self, name: str, player: str) -> TypedCode:
        """Return a number of the table or of a player.

        Args:
            name: Name of the number.
            player: Code of its owner; empty if there is none.

        Raises:
            ExpressionFault: E232, it belongs to a player, and nobody is named.
        """
        number = self.scope.words.numbers[name]
        if number.of == "player" and not player:
            raise ExpressionFault(
                "E232", f"number {quoted(name)} is of a player, and it is nobody's turn", f"such as left.{name}"
            )
        if number.formula:
            if name in self.scope.pending:
                chain = ", ".join((*self.scope.pending, name))
                raise ExpressionFault("E234", f"numbers need each other without end: {chain}", "a number without 'is'")
            scope = replace(self.scope, player=player, names={}, pending=(*self.scope.pending, name))
            inner = Compiler(scope)
            found = inner.value(parsed(number.formula))
            if len(found.code) > MOST_CODE:
                raise ExpressionFault("E234", f"number {quoted(name)} is too long", "a shorter expression after 'is'")
            self.peeked |= inner.peeked
            return replace(found, item=False)
        code = f"self.{number.attribute}" + (f"[{player}]" if number.of == "player" else "")
        return TypedCode(code, number.type, words=number.words, number=number, maybe=number.type == "player")

    def _getattr(self, node: Any) -> TypedCode:
        if (words := self._words_of_field(node)) is not None:
            return words
        owner, name = self.value(node.node), node.attr
        found: TypedCode | None = None
        if owner.type == "player":
            found = self._attribute_of_player(owner, name)
        elif owner.type == "players" and name in self.scope.words.zones:
            zone = self.scope.words.zones[name]
            found = TypedCode(owner.code, "zones", ZonePlace(zone, "*")) if zone.of_player else None
        elif owner.type == "piece":
            found = self._attribute_of_piece(owner, name)
        elif owner.type == "pieces":
            found = self._attribute_of_pieces(owner, name)
        elif owner.type == "unknown":
            return owner
        if found is None:
            known = self._attributes(owner)
            message = f"{TYPE_WORDS[owner.type]} has no {quoted(name)}"
            raise ExpressionFault(
                "E232", message, f"one of: {', '.join(known)}" if known else "", did_you_mean(name, known)
            )
        return replace(found, item=owner.item)

    def _words_of_field(self, node: Any) -> TypedCode | None:
        """Return the words of a choice, such as `cards.suit`; None for anything else."""
        kind = getattr(node.node, "name", None)
        words = self.scope.words
        if kind not in words.kinds or kind in self.scope.names or kind in words.zones:
            return None
        column = words.columns.get(node.attr)
        if column is None or not column.words:
            hints = did_you_mean(node.attr, [one.name for one in words.columns.values() if one.words])
            raise ExpressionFault(
                "E232", f"{quoted(kind)} has no choice {quoted(node.attr)}", "a field of the type choice", hints
            )
        return TypedCode(repr(column.words), "numbers" if column.type == "number" else "texts", words=column.words)

    def _attribute_of_player(self, owner: TypedCode, name: str) -> TypedCode | None:
        words = self.scope.words
        if name in words.zones and words.zones[name].of_player:
            return self.zone(name, owner.code)
        if name in words.numbers and words.numbers[name].of == "player":
            return self.number(name, owner.code)
        return self.of_player(owner.code, name) if name != "player" else None

    def _attribute_of_piece(self, owner: TypedCode, name: str) -> TypedCode | None:
        words = self.scope.words
        if name in words.columns:
            column = words.columns[name]
            return TypedCode(f"{column.constant}[{owner.code}]", column.type, words=column.words)
        number = words.numbers.get(name)
        if number and number.of in words.kinds:
            return TypedCode(f"self.{number.attribute}[{owner.code}]", number.type, words=number.words, number=number)
        return None

    def _attribute_of_pieces(self, owner: TypedCode, name: str) -> TypedCode | None:
        code = owner.code
        if owner.place and name in ("top", "last", "bottom", "first", "rest"):
            self.peeked.add(owner.place.zone.name)
        if name in ("top", "last"):
            return TypedCode(f"({code}[-1] if {code} else -1)", "piece", owner.place, "top", maybe=True)
        if name in ("bottom", "first"):
            return TypedCode(f"({code}[0] if {code} else -1)", "piece", owner.place, "bottom", maybe=True)
        return TypedCode(f"{code}[:-1]", "pieces", owner.place) if name == "rest" else None

    def _attributes(self, owner: TypedCode) -> list[str]:
        words = self.scope.words
        match owner.type:
            case "player":
                zones = [name for name, zone in words.zones.items() if zone.of_player]
                numbers = [name for name, number in words.numbers.items() if number.of == "player"]
                return [*zones, *numbers, "left", "right", "others", "number"]
            case "piece":
                return [*words.columns, *(n for n, number in words.numbers.items() if number.of in words.kinds)]
            case "pieces":
                return ["top", "bottom", "rest"]
            case "players":
                return [name for name, zone in words.zones.items() if zone.of_player]
        return []

    def _getitem(self, node: Any) -> TypedCode:
        owner, index = self.value(node.node), self.value(node.arg)
        wanted(index, ("number",), "the index")
        if owner.type not in _SINGLE:
            raise ExpressionFault("E233", f"{TYPE_WORDS[owner.type]} cannot be indexed", "pieces or players")
        code = (
            f"at({owner.code}, {index.code})" if owner.type in ("pieces", "players") else f"{owner.code}[{index.code}]"
        )
        place = owner.place if owner.type == "pieces" else None
        self.peeked |= {place.zone.name} if place else set()
        return TypedCode(code, _SINGLE[owner.type], place, maybe=True, item=owner.item or index.item)

    def _not(self, node: Any) -> TypedCode:
        inner = self.value(node.node)
        return TypedCode(
            f"(not {truth(inner)})" if inner.type not in ("piece", "player") else f"({inner.code} < 0)",
            "yes",
            item=inner.item,
        )

    def _and(self, node: Any) -> TypedCode:
        return self._both(node, "and")

    def _or(self, node: Any) -> TypedCode:
        return self._both(node, "or")

    def _both(self, node: Any, word: str) -> TypedCode:
        left, right = self._apart(self.value(node.left), self.value(node.right))
        return TypedCode(f"({truth(left)} {word} {truth(right)})", "yes", item=left.item or right.item)

    def _compare(self, node: Any) -> TypedCode:
        left = self.value(node.expr)
        parts, item = [], left.item
        for operand in node.ops:
            right = self.value(operand.expr)
            item = item or right.item
            parts.append(self._comparison(*self._apart(left, right), operand.op))
            left = right
        return TypedCode(f"({' and '.join(parts)})" if len(parts) > 1 else f"({parts[0]})", "yes", item=item)

    def _comparison(self, left: TypedCode, right: TypedCode, operator: str) -> str:
        if operator.endswith("in"):
            single = _SINGLE.get(right.type, "unknown")
            if right.type not in _SINGLE and right.type != "unknown":
                raise ExpressionFault(
                    "E233", f"'in' needs several things, not {TYPE_WORDS[right.type]}", "pieces, players or a list"
                )
            self._same(left, TypedCode("", single, words=right.words))
            return f"{left.code} {'in' if operator == 'in' else 'not in'} {right.code}"
        self._same(left, right)
        if operator not in ("eq", "ne") and left.type not in ("number", "unknown", "text"):
            raise ExpressionFault("E233", f"{TYPE_WORDS[left.type]} is neither less nor more", "numbers")
        return f"{left.code} {_COMPARISONS[operator]} {right.code}"

    def _same(self, left: TypedCode, right: TypedCode) -> None:
        """Check that two values can be equal."""
        if left.type != right.type and "unknown" not in (left.type, right.type):
            message = f"{TYPE_WORDS[left.type]} is compared with {TYPE_WORDS[right.type]}"
            raise ExpressionFault("E233", message, "two of the same")
        for one, other in ((left, right), (right, left)):
            if len(one.words) == 1 and other.words and one.words[0] not in other.words and one.type == "text":
                known = [str(word) for word in other.words]
                raise ExpressionFault(
                    "E232",
                    f"unknown word {quoted(one.words[0])}",
                    f"one of: {', '.join(known)}",
                    did_you_mean(str(one.words[0]), known),
                )

    def _add(self, node: Any) -> TypedCode:
        left, right = self.value(node.left), self.value(node.right)
        if left.type == right.type == "pieces":
            return TypedCode(f"({left.code} + {right.code})", "pieces", item=left.item or right.item)
        return self._numbers("+", left, right)

    def _arithmetic(self, node: Any) -> TypedCode:
        return self._numbers(_ARITHMETIC[type(node).__name__], self.value(node.left), self.value(node.right))

    _sub = _mul = _arithmetic

    def _floordiv(self, node: Any) -> TypedCode:
        left, right = self.value(node.left), self.value(node.right)
        checked = self._numbers("//", left, right)
        return replace(
            checked, code=f"({left.code} {'%' if type(node).__name__ == 'Mod' else '//'} ({right.code} or 1))"
        )

    _div = _mod = _floordiv

    def _numbers(self, operator: str, left: TypedCode, right: TypedCode) -> TypedCode:
        for one in (left, right):
            if one.type == "yes":
                continue
            wanted(one, ("number",), one.code if one.type != "text" else str(one.words[0] if one.words else "a word"))
        left, right = self._apart(left, right)
        return TypedCode(f"({left.code} {operator} {right.code})", "number", item=left.item or right.item)

    def _neg(self, node: Any) -> TypedCode:
        inner = wanted(self.value(node.node), ("number",), "what follows '-'")
        return TypedCode(f"(-{inner.code})", "number", item=inner.item)

    def _pos(self, node: Any) -> TypedCode:
        return self.value(node.node)

    def _condexpr(self, node: Any) -> TypedCode:
        test, then = self.value(node.test), self.value(node.expr1)
        otherwise = self.value(node.expr2) if node.expr2 is not None else TypedCode("0", "number")
        if then.type != otherwise.type and "unknown" not in (then.type, otherwise.type):
            message = f"'if' gives {TYPE_WORDS[then.type]}, and else {TYPE_WORDS[otherwise.type]}"
            raise ExpressionFault("E233", message, "two of the same")
        item = test.item or then.item or otherwise.item
        words = (*then.words, *otherwise.words) if then.words and otherwise.words else ()
        kept = then if then.type != "unknown" else otherwise
        return TypedCode(
            f"({then.code} if {truth(test)} else {otherwise.code})",
            kept.type,
            item=item,
            words=words,
            maybe=then.maybe or otherwise.maybe,
        )

    def _list(self, node: Any) -> TypedCode:
        items = [self.value(item) for item in node.items]
        types = {item.type for item in items}
        if len(types) > 1 or not items:
            raise ExpressionFault("E233", "a list holds different things", "numbers, words, or players")
        several = next((many for many, one in _SINGLE.items() if one == items[0].type), None)
        if several is None:
            raise ExpressionFault("E233", f"a list of {TYPE_WORDS[items[0].type]}", "numbers, words, pieces or players")
        words = tuple(word for item in items for word in item.words)
        code = (
            f"({', '.join(item.code for item in items)},)"
            if several != "pieces"
            else f"[{', '.join(item.code for item in items)}]"
        )
        return TypedCode(code, several, words=words, item=any(item.item for item in items))

    _tuple = _list

    def _call(self, node: Any) -> TypedCode:
        name = getattr(node.node, "name", "")
        arguments = [self.value(argument) for argument in node.args]
        limits = {"from_to": (2, 2), "min": (2, 5), "max": (2, 5), "abs": (1, 1)}
        if name not in limits or node.kwargs:
            raise ExpressionFault(
                "E232",
                f"unknown function {quoted(name or 'call')}",
                f"one of: {', '.join(limits)}",
                did_you_mean(name, limits),
            )
        least, most = limits[name]
        if not least <= len(arguments) <= most:
            raise ExpressionFault("E233", f"{quoted(name)} takes {least} values", "such as from_to(1, 6)")
        for argument in arguments:
            wanted(argument, ("number",), "an argument")
        item = any(argument.item for argument in arguments)
        codes = ", ".join(argument.code for argument in arguments)
        if name == "from_to":
            high = int(arguments[1].code) if arguments[1].code.isdigit() else 0
            return TypedCode(f"span({arguments[0].code}, {arguments[1].code})", "numbers", item=item, high=high)
        return TypedCode(f"{name}({codes})", "number", item=item)

    def _test(self, node: Any) -> TypedCode:
        inner = self.value(node.node)
        match node.name:
            case "none" if inner.type in ("piece", "player"):
                return TypedCode(f"({inner.code} < 0)", "yes", item=inner.item)
            case "odd" | "even":
                wanted(inner, ("number",), f"what 'is {node.name}' is about")
                return TypedCode(f"({inner.code} % 2 == {int(node.name == 'odd')})", "yes", item=inner.item)
        raise ExpressionFault("E232", f"unknown test 'is {node.name}'", "one of: none, odd, even")

    def _filter(self, node: Any) -> TypedCode:
        from cardgen.plugin.rules.described.filters import apply_filter

        return apply_filter(self, node)
