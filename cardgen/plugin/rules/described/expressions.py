"""Compile expressions of rules, read with Jinja's parser, to typed expressions of Python.

Only the nodes that are named here become code; everything else is an error, so no text of a game is executed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from cardgen.plugin.rules.described.declared import SINGLE, TYPE_WORDS, Type
from cardgen.plugin.rules.described.names import compile_attribute, compile_name
from cardgen.plugin.rules.described.parsing import ExpressionFault, parsed, wanted
from cardgen.plugin.rules.described.scope import RuleScope, TypedCode, ZonesRead, constant
from cardgen.report.diagnostics import one_of, quoted

_COMPARISONS = {"eq": "==", "ne": "!=", "lt": "<", "lteq": "<=", "gt": ">", "gteq": ">="}
FUNCTIONS = {"from_to": (2, 2), "min": (2, 5), "max": (2, 5), "abs": (1, 1), "distance": (2, 2)}
"""Least and greatest number of arguments of each function."""
_EXAMPLES = {
    "from_to": "from_to(1, 6)",
    "min": "min(gold, 3)",
    "max": "max(gold, 3)",
    "abs": "abs(gold - 3)",
    "distance": "distance(space, camp)",
}
TESTS = ("none", "odd", "even")
MAYBE: tuple[Type, ...] = ("piece", "player", "space")
"""Types of values that may be missing, as -1."""
_ARITHMETIC = {"Add": "+", "Sub": "-", "Mul": "*", "FloorDiv": "//", "Mod": "%", "Div": "//"}


def compile_expression(text: str, scope: RuleScope) -> TypedCode:
    """Return the code of an expression.

    Raises:
        ExpressionFault: E231 to E233, it cannot be read, names something unknown, or has a value of the wrong type.
    """
    return Compiler(scope).value(parsed(text))


def truth(value: TypedCode) -> str:
    """Return the code of a value as a condition; a piece, a player or a space that is missing is none."""
    return f"{value.code} >= 0" if value.type in MAYBE else value.code


class Compiler:
    """Compiles the nodes of one expression.

    Args:
        hoists: Receives the code of what does not depend on the items of a choice, each with a name; None: nothing is
            computed before.

    Attributes:
        reads: Zones that the expression reads.
    """

    def __init__(self, scope: RuleScope, hoists: dict[str, str] | None = None) -> None:
        self.scope = scope
        self.hoists = hoists
        self.reads = ZonesRead()

    def _outside(self, value: TypedCode) -> TypedCode:
        """Return a value that is computed once, before a choice is looked through, if it does not depend on the items."""
        if self.hoists is None or value.item or not any(sign in value.code for sign in ".[("):
            return value
        return value.with_code(self.hoists.setdefault(value.code, f"fixed_{len(self.hoists) + 1}"))

    def _hoisted(self, left: TypedCode, right: TypedCode) -> tuple[TypedCode, TypedCode]:
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

    def value_of(self, text: str, scope: RuleScope) -> TypedCode:
        """Return the code of another expression, which this one uses.

        Raises:
            ExpressionFault: See `compile_expression`.
        """
        inner = Compiler(scope)
        found = inner.value(parsed(text))
        self.reads.update(inner.reads)
        return found

    def _const(self, node: Any) -> TypedCode:
        if node.value is None:
            hint = "to ask whether something is there, write 'is none', such as leader is none"
            raise ExpressionFault("E233", "'none' is no value", "'nobody' or 'nothing'", (hint,), part="none")
        return constant(node.value)

    def _name(self, node: Any) -> TypedCode:
        return compile_name(self, node.name)

    def _getattr(self, node: Any) -> TypedCode:
        return compile_attribute(self, node)

    def _getitem(self, node: Any) -> TypedCode:
        owner, index = self.value(node.node), self.value(node.arg)
        wanted(index, ("number",), "the index")
        if owner.type == "text":
            return TypedCode(f"letter({owner.code}, {index.code})", "text", item=owner.item or index.item)
        if owner.type not in SINGLE:
            raise ExpressionFault("E233", f"{TYPE_WORDS[owner.type]} cannot be indexed", "pieces or players")
        code = (
            f"{owner.code}[{index.code}]" if owner.type in ("numbers", "texts") else f"at({owner.code}, {index.code})"
        )
        place = owner.place if owner.type == "pieces" else None
        if place:
            self.reads.ordered.add(place.zone.name)
        return TypedCode(code, SINGLE[owner.type], place, maybe=True, item=owner.item or index.item, board=owner.board)

    def _not(self, node: Any) -> TypedCode:
        inner = self.value(node.node)
        return TypedCode(
            f"(not {truth(inner)})" if inner.type not in MAYBE else f"({inner.code} < 0)",
            "yes",
            item=inner.item,
        )

    def _and(self, node: Any) -> TypedCode:
        return self._both(node, "and")

    def _or(self, node: Any) -> TypedCode:
        return self._both(node, "or")

    def _both(self, node: Any, word: str) -> TypedCode:
        left, right = self._hoisted(self.value(node.left), self.value(node.right))
        return TypedCode(f"({truth(left)} {word} {truth(right)})", "yes", item=left.item or right.item)

    def _compare(self, node: Any) -> TypedCode:
        left = self.value(node.expr)
        parts, item = [], left.item
        for operand in node.ops:
            right = self.value(operand.expr)
            item = item or right.item
            parts.append(self._comparison(*self._hoisted(left, right), operand.op))
            left = right
        return TypedCode(f"({' and '.join(parts)})" if len(parts) > 1 else f"({parts[0]})", "yes", item=item)

    def _comparison(self, left: TypedCode, right: TypedCode, operator: str) -> str:
        if operator.endswith("in"):
            single = SINGLE.get(right.type, "unknown")
            if right.type not in SINGLE and right.type != "unknown":
                raise ExpressionFault(
                    "E233",
                    f"'in' needs several things, not {TYPE_WORDS[right.type]}",
                    "pieces, players, from_to(1, 3), or a list such as [1, 3]",
                )
            self.check_same(left, TypedCode("", single, words=right.words))
            return f"{left.code} {'in' if operator == 'in' else 'not in'} {right.code}"
        self.check_same(left, right)
        if operator not in ("eq", "ne") and left.type not in ("number", "unknown", "text"):
            raise ExpressionFault("E233", f"{TYPE_WORDS[left.type]} is neither less nor more", "numbers")
        return f"{left.code} {_COMPARISONS[operator]} {right.code}"

    def check_same(self, left: TypedCode, right: TypedCode) -> None:
        """Check that two values can be equal."""
        if left.type != right.type and "unknown" not in (left.type, right.type):
            message = f"{TYPE_WORDS[left.type]} cannot be compared with {TYPE_WORDS[right.type]}"
            counts = {left.type, right.type} == {"pieces", "number"}
            hints = ["write '| length' for the number of pieces"] if counts else []
            digits = [word for one in (left, right) for word in map(str, one.words) if word.isdigit()]
            if {left.type, right.type} == {"text", "number"} and digits:
                hints = [f"write {digits[0]} without quotes"]
            raise ExpressionFault("E233", message, "two of the same", hints)
        for one, other in ((left, right), (right, left)):
            if len(one.words) == 1 and other.words and one.words[0] not in other.words and one.type == "text":
                known = [str(word) for word in other.words]
                raise ExpressionFault(
                    "E232",
                    f"unknown word {quoted(one.words[0])}",
                    part=str(one.words[0]),
                    **one_of(str(one.words[0]), known),
                )

    def _add(self, node: Any) -> TypedCode:
        left, right = self.value(node.left), self.value(node.right)
        if left.type == right.type and left.type in ("pieces", "spaces"):
            code = f"({left.code} + {right.code})" if left.type == "pieces" else f"(*{left.code}, *{right.code})"
            return TypedCode(code, left.type, item=left.item or right.item, board=left.board)
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
            wanted(one, ("number",), str(one.words[0]) if len(one.words) == 1 else f"a value beside {operator}")
        left, right = self._hoisted(left, right)
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
            board=kept.board,
        )

    def _list(self, node: Any) -> TypedCode:
        items = [self.value(item) for item in node.items]
        types = {item.type for item in items}
        if len(types) > 1 or not items:
            raise ExpressionFault("E233", "a list holds different things", "numbers, words, or players")
        several = next((many for many, one in SINGLE.items() if one == items[0].type), None)
        if several is None:
            raise ExpressionFault("E233", f"a list of {TYPE_WORDS[items[0].type]}", "numbers, words, pieces or players")
        words = tuple(word for item in items for word in item.words)
        code = (
            f"({', '.join(item.code for item in items)},)"
            if several != "pieces"
            else f"[{', '.join(item.code for item in items)}]"
        )
        return TypedCode(code, several, words=words, item=any(item.item for item in items), board=items[0].board)

    _tuple = _list

    def _call(self, node: Any) -> TypedCode:
        name = getattr(node.node, "name", "")
        arguments = [self.value(argument) for argument in node.args]
        if name not in FUNCTIONS or node.kwargs:
            from cardgen.plugin.rules.described.filters import FILTERS

            if name in FUNCTIONS:
                expected = f"such as {_EXAMPLES[name]}"
                raise ExpressionFault("E233", f"the values of {quoted(name)} have no names", expected, part=name)
            problem, told = (
                f"unknown function {quoted(name)}" if name else "only functions can be called",
                one_of(name, FUNCTIONS),
            )
            told["hints"] = (f"it is a filter: hand | {name}",) if name in FILTERS else told["hints"]
            raise ExpressionFault("E232", problem, part=name, **told)
        least, most = FUNCTIONS[name]
        if not least <= len(arguments) <= most:
            count = str(least) if least == most else f"{least} to {most}"
            values = "value" if most == 1 else "values"
            raise ExpressionFault("E233", f"{quoted(name)} takes {count} {values}", f"such as {_EXAMPLES[name]}")
        for argument in arguments:
            wanted(argument, ("space" if name == "distance" else "number",), "an argument")
        item = any(argument.item for argument in arguments)
        codes = ", ".join(argument.code for argument in arguments)
        if name == "from_to":
            high = int(arguments[1].code) if arguments[1].code.isdigit() else 0
            return TypedCode(f"span({arguments[0].code}, {arguments[1].code})", "numbers", item=item, high=high)
        if name == "distance" and arguments[0].board:
            codes += f", BESIDE_{arguments[0].board.constant}"
        return TypedCode(f"{name}({codes})", "number", item=item)

    def _test(self, node: Any) -> TypedCode:
        inner = self.value(node.node)
        match node.name:
            case "none" if inner.type in MAYBE:
                return TypedCode(f"({inner.code} < 0)", "yes", item=inner.item)
            case "odd" | "even":
                wanted(inner, ("number",), f"what 'is {node.name}' is about")
                return TypedCode(f"({inner.code} % 2 == {int(node.name == 'odd')})", "yes", item=inner.item)
        hints = ("write 'not' before it: not hand",) if node.name == "empty" else ()
        expected = f"one of: {', '.join(TESTS)}"
        raise ExpressionFault("E232", f"unknown test 'is {node.name}'", expected, hints, part=node.name)

    def _filter(self, node: Any) -> TypedCode:
        from cardgen.plugin.rules.described.filters import apply_filter

        return apply_filter(self, node)
