"""Public functions document their parameters."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import cardgen

PACKAGE = Path(cardgen.__file__).parent
COMMANDS = PACKAGE / "cli"
"""Functions there are commands: the help of an option describes it."""
ELSEWHERE = re.compile(r"\bSee `[\w.]+`")
"""The docstring of a method that implements a protocol may refer to it."""


def public_functions(tree: ast.AST, inside: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    """Yield the public functions and methods of a module with their names; nothing inside functions."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from public_functions(node, f"{node.name}.")
        elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            yield inside + node.name, node


def parameters(function: ast.FunctionDef) -> list[str]:
    """Return the names of the parameters, without `self` and `cls`."""
    arguments = function.args
    named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return [argument.arg for argument in named if argument.arg not in ("self", "cls")]


def undocumented(function: ast.FunctionDef) -> list[str]:
    """Return the parameters that the docstring does not describe; of a function with one, none."""
    text, names = ast.get_docstring(function) or "", parameters(function)
    if len(names) < 2 or ELSEWHERE.search(text):
        return []
    section = text.partition("Args:\n")[2]
    return [name for name in names if not re.search(rf"^ *[\w*, ]*\b{name}\b[\w*, ]*:", section, flags=re.MULTILINE)]


def test_every_parameter_of_a_public_function_is_described():
    missing = [
        f"{path.relative_to(PACKAGE)}:{function.lineno} {name}: {', '.join(names)}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.parent != COMMANDS
        for name, function in public_functions(ast.parse(path.read_text("utf-8")))
        if (names := undocumented(function))
    ]
    assert missing == []


def test_no_two_classes_share_a_name():
    found: dict[str, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(str(path.relative_to(PACKAGE)))
    assert {name: places for name, places in found.items() if len(places) > 1} == {}
