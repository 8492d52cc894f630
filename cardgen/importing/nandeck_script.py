"""Parse a nanDECK script: directives with their arguments, labels, ranges of cards, and measures.

Source: nanDECK manual 1.26, "Ranges", "Labels and sequences" and the pages of the directives.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

_DIRECTIVE = re.compile(r"\s*([A-Za-z][A-Za-z0-9]*)\s*=\s*(.*)", re.DOTALL)
_LABEL = re.compile(r"\s*\[([^\]]+)\](?:%[^=]*)?\s*=\s*(.*)", re.DOTALL)
_FRAME = re.compile(r"\s*<([^<>=]+)>\s*=\s*(.*)", re.DOTALL)
_KEYWORD = re.compile(r"\s*([A-Za-z]+)\b")
_BLOCKS = {"IF": "ENDIF", "FOR": "NEXT", "MACRO": "END", "SELECT": "ENDSELECT", "SECTION": "ENDSECTION"}
_SPAN = re.compile(r"\s*(\d{1,6})\s*(?:-\s*(\d{1,6})\s*)?")
_COUNT = re.compile(r"\{\s*\(\s*\[?[^)\]]*\]?\s*\)\s*\}")
_PERCENT = re.compile(r"(?<!\d)(\d+(?:\.\d*)?|\.\d+)\s*%")
_LONGEST_MEASURE = 200  # characters
_OPERATORS: Mapping[type, Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
MOST_CARDS = 100_000


@dataclass(frozen=True, slots=True)
class Directive:
    """A line of a script.

    Attributes:
        line: Its number, from 1.
        keyword: Its keyword in capitals.
        arguments: Its arguments without the quotes around them.
    """

    line: int
    keyword: str
    arguments: Sequence[str]

    def argument(self, index: int) -> str:
        """Return an argument; empty if it is left out.

        Args:
            index: Its place, from 0.
        """
        return self.arguments[index] if index < len(self.arguments) else ""


@dataclass(slots=True)
class Script:
    """A script.

    Attributes:
        directives: Its directives, without those in blocks.
        labels: Values of labels by their names in small letters.
        frames: Arguments that frames such as `<title>` stand for, left, top, width and height, by their names.
        blocks: First lines of blocks that were left out, with their keywords.
        unknown: Lines that are no directives.
    """

    directives: list[Directive] = field(default_factory=list)
    labels: dict[str, str] = field(default_factory=dict)
    frames: dict[str, list[str]] = field(default_factory=dict)
    blocks: list[tuple[int, str]] = field(default_factory=list)
    unknown: list[int] = field(default_factory=list)


def parse_script(text: str) -> Script:
    """Return the directives and labels of a script."""
    script = Script()
    waiting: list[str] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.lstrip().startswith((";", "'", "//")):
            continue
        keyword = match[1].upper() if (match := _KEYWORD.match(line)) else ""
        if waiting:
            if keyword in _BLOCKS:
                waiting.append(_BLOCKS[keyword])
            elif keyword == waiting[-1] or (keyword == "ENDMACRO" and waiting[-1] == "END"):
                waiting.pop()
        elif keyword in _BLOCKS:
            script.blocks.append((number, keyword))
            waiting.append(_BLOCKS[keyword])
        elif label := _LABEL.fullmatch(line):
            script.labels[label[1].strip().casefold()] = unquoted(label[2])
        elif frame := _FRAME.fullmatch(line):
            script.frames[f"<{frame[1].strip().casefold()}>"] = split_arguments(frame[2])[:4]
        elif directive := _DIRECTIVE.fullmatch(line):
            written = split_arguments(directive[2])
            arguments = [part for one in written for part in script.frames.get(one.casefold(), [one])]
            script.directives.append(Directive(number, directive[1].upper(), arguments))
        else:
            script.unknown.append(number)
    return script


def split_arguments(text: str) -> list[str]:
    """Return arguments between commas that stand in no quotes, brackets or braces, without the quotes around them."""
    parts: list[str] = []
    start, depth, is_quoted = 0, 0, False
    for index, char in enumerate(text):
        if char == '"':
            is_quoted = not is_quoted
        elif not is_quoted and char in "{[(":
            depth += 1
        elif not is_quoted and char in ")]}":
            depth = max(0, depth - 1)
        if char == "," and not is_quoted and not depth:
            parts.append(text[start:index])
            start = index + 1
    return [unquoted(part) for part in (*parts, text[start:])]


def unquoted(text: str) -> str:
    """Return a text without spaces and quotes around it."""
    plain = text.strip()
    return plain[1:-1] if len(plain) > 1 and plain[0] == plain[-1] == '"' else plain


def read_range(text: str, count: int) -> frozenset[int] | None:
    """Return the numbers of cards that a range names; None if it cannot be read.

    Args:
        text: A range such as `1-10,12`, whose labels are replaced already; `{(name)}` is the number of cards.
    """
    plain = _COUNT.sub(str(count), text).strip()
    if not plain or plain.upper() == "ALL":
        return frozenset(range(1, count + 1))
    found: set[int] = set()
    for part in plain.split(","):
        match = _SPAN.fullmatch(part)
        if not match:
            return None
        first, last = int(match[1]), int(match[2] or match[1])
        if max(first, last) > MOST_CARDS:
            return None
        found.update(range(min(first, last), max(first, last) + 1))
    return frozenset(found)


def read_measure(text: str, whole: float, unit: float) -> float | None:
    """Return a length in mm; None if it cannot be read.

    Args:
        text: A sum or product of numbers and percentages, such as `50%-1.5`.
        whole: The length that 100 % is, mm.
        unit: Length of one unit of the script, mm.
    """
    plain = text.strip().replace("{", "(").replace("}", ")")
    if not plain or len(plain) > _LONGEST_MEASURE:
        return None
    plain = _PERCENT.sub(lambda match: f"({float(match[1]) / 100 * whole / unit!r})", plain)
    try:
        value = _evaluate(ast.parse(plain, mode="eval").body) * unit
    except (SyntaxError, ValueError, ZeroDivisionError, OverflowError, RecursionError, MemoryError):
        return None
    return value if abs(value) < 10_000 else None


def _evaluate(node: ast.expr) -> float:
    """Return the value of a sum or product of numbers.

    Raises:
        ValueError: It is something else.
    """
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return float(node.value)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        value = _evaluate(node.operand)
        return -value if isinstance(node.op, ast.USub) else value
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        return _OPERATORS[type(node.op)](_evaluate(node.left), _evaluate(node.right))
    raise ValueError
