"""Docstrings describe parameters that exist, and say more than their names and types."""

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import cardgen

PACKAGE = Path(cardgen.__file__).parent
ENTRY = re.compile(r"([\w*, ]+):\s*(.*)", re.DOTALL)
SAY_NOTHING = """a an the of to in for with and is are be it that this which as by at from given or what one whose has have
all each on they their was where see above whether"""
EMPTY_WORDS = frozenset(SAY_NOTHING.split())
PRINTED = "render/boxes/description.py"
"""Its docstrings are in the reference and the schema of boxes, where every key has an entry."""
MILLIMETRES = re.compile(r"\b(Mm|Point|Rect|Size|Outline|Margins)\b")

Documented = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class Definition(NamedTuple):
    """A function or class of the package, without its tree: those of all modules fill the memory."""

    place: str
    name: str
    is_class: bool
    problems: list[str]


@functools.cache
def definitions() -> list[Definition]:
    """Return all functions and classes of the package."""
    return [
        Definition(
            f"{path.relative_to(PACKAGE)}:{node.lineno}", node.name, isinstance(node, ast.ClassDef), [*problems(node)]
        )
        for path in sorted(PACKAGE.rglob("*.py"))
        if "node_modules" not in path.parts
        for node in definitions_in(ast.parse(path.read_text("utf-8")))
    ]


def definitions_in(node: ast.AST) -> Iterator[Documented]:
    """Yield the functions and classes within a node; there are none within expressions."""
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, Documented):
            yield inner
        if not isinstance(inner, ast.expr):
            yield from definitions_in(inner)


def parameters(node: Documented) -> dict[str, str]:
    """Return the parameters of a function, or of the constructor of a class, with their types."""
    if isinstance(node, ast.ClassDef):
        fields = [item for item in node.body if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)]
        named = {item.target.id: ast.unparse(item.annotation) for item in fields}
        for item in node.body:
            if isinstance(item, ast.FunctionDef) and item.name in ("__init__", "__new__"):
                named |= parameters(item)
        return named
    arguments = node.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    return {one.arg: ast.unparse(one.annotation) if one.annotation else "" for one in every if one}


def entries(docstring: str) -> Iterator[tuple[str, str, str]]:
    """Yield the section of each entry of `Args` and `Attributes`, its names, and what is said of them."""
    for title in ("Args", "Attributes"):
        section = re.split(r"^\S", docstring.partition(f"\n{title}:\n")[2], maxsplit=1, flags=re.MULTILINE)[0]
        for entry in re.split(r"^ {4}(?=\S)", section, flags=re.MULTILINE):
            if found := ENTRY.match(entry):
                yield title, found[1], " ".join(found[2].split())


def words(text: str) -> set[str]:
    """Return the words of a text or an identifier, in small letters and without the ending of a plural."""
    parts = re.findall(r"[A-Za-z][a-z]*|\d+", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text))
    return {word.lower().removesuffix("s") for word in parts} - EMPTY_WORDS


def problems(node: Documented) -> Iterator[str]:
    """Yield what is wrong with the entries of a docstring."""
    docstring = ast.get_docstring(node) or ""
    if "Args:" not in docstring and "Attributes:" not in docstring:
        return
    known = parameters(node)
    told = words(docstring.partition("\n\n")[0]) | words(node.name)
    for section, names, said in entries(docstring):
        for name in (one.strip(" *") for one in names.split(",")):
            if name not in known and section == "Args":
                yield f"{name!r} is no parameter"
            type_of = known.get(name, "")
            obvious = told | words(name) | words(type_of) | ({"mm"} if MILLIMETRES.search(type_of) else set())
            if name in known and words(said) <= obvious and not re.search("[`\\d]|None|empty", said):
                yield f"{said!r} repeats the name and type of {name!r}"


def test_an_entry_describes_a_parameter_or_an_attribute_and_does_not_repeat_its_name():
    found = [
        f"{one.place} {one.name}: {problem}"
        for one in definitions()
        if not one.place.startswith(f"{PRINTED}:")
        for problem in one.problems
    ]
    assert found == []


def test_an_entry_that_repeats_a_name_or_describes_nothing_is_found():
    text = 'def cut(width: Mm, sheets: int, names: str):\n    """Cut.\n\n    Args:\n        width: The width.\n'
    text += '        sheets: Sheets of one stack,\n            at least 1.\n        depth: Of the cut.\n    """\n'
    (node,) = ast.parse(text).body
    assert [*problems(node)] == ["'The width.' repeats the name and type of 'width'", "'depth' is no parameter"]


def test_no_two_classes_share_a_name():
    found: dict[str, list[str]] = {}
    for one in definitions():
        if one.is_class:
            found.setdefault(one.name, []).append(one.place)
    assert {name: places for name, places in found.items() if len(places) > 1} == {}
