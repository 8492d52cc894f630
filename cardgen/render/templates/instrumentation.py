"""Instrument a template before compiling it, to count its steps and check its values.

The environment has the methods that are called: `checked` and `joined`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame

from cardgen.render.templates.errors import OverBudgetError

MAX_NODES = 10_000
"""Syntax nodes of a template; compiling them takes about a second."""
_COUNTED = (nodes.For, nodes.Macro, nodes.CallBlock, nodes.Block)
_CHECKED = (nodes.List, nodes.Tuple, nodes.Dict, nodes.Compare)


class CheckingGenerator(CodeGenerator):
    """Calls the methods that `add_checks` puts in without the checks of a function that a template names."""

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802 - as Jinja calls it
        """Write a call."""
        if not isinstance(node.node, nodes.EnvironmentAttribute):
            super().visit_Call(node, frame, forward_caller=forward_caller)
            return
        self.write(f"environment.{node.node.name}(")
        for arg in node.args:
            self.visit(arg, frame)
            self.write(", ")
        self.write(")")


def add_checks(source: nodes.Template) -> None:
    """Add a step to each loop, macro, block and file of a template, and a check to each value that an expression makes.

    Args:
        source: The syntax tree, which is changed.

    Raises:
        OverBudgetError: The template is too long.
    """
    counted: list[Any] = [source]
    if _guard(source, counted) > MAX_NODES:
        raise OverBudgetError("is too long")
    for node in counted:
        node.body.insert(0, nodes.ExprStmt(call("checked", node)).set_lineno(node.lineno))


def _guard(node: nodes.Node, counted: list[Any]) -> int:
    """Pass every value that an expression makes without calling anything through the environment.

    Returns:
        The number of nodes in it.
    """
    count = 0
    for field in node.fields:
        value = getattr(node, field, None)
        children = value if isinstance(value, list) else [value]
        for index, child in enumerate(children):
            if not isinstance(child, nodes.Node):
                continue
            count += 1 + _guard(child, counted)
            if isinstance(child, _COUNTED):
                counted.append(child)
            if isinstance(value, list):
                value[index] = _guarded(child)
            else:
                setattr(node, field, _guarded(child))
    return count


def _guarded(node: nodes.Node) -> nodes.Node:
    """Replace `a ~ b` by a call of `joined`, and a list, comparison or slice by a call of `checked`."""
    if isinstance(node, nodes.Concat):
        return call("joined", node, node.nodes)
    is_value = isinstance(node, _CHECKED) and getattr(node, "ctx", "load") == "load"  # else it is assigned to
    is_slice = isinstance(node, nodes.Getitem) and isinstance(node.arg, nodes.Slice)
    return call("checked", node, [node]) if is_value or is_slice else node


def call(method: str, node: nodes.Node, args: Sequence[nodes.Node] = ()) -> nodes.Expr:
    """Return a call of a method of the environment, on the line of a node."""
    return nodes.Call(nodes.EnvironmentAttribute(method), [*args], [], None, None, lineno=node.lineno)
