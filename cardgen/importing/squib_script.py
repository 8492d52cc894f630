"""Find the drawing commands of a Squib script without running it: names of commands and their arguments.

A script is Ruby, and only what stands in it is read: texts, numbers, names of columns. Expressions of Ruby are left.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

COMMANDS = (
    "text",
    "svg",
    "png",
    "rect",
    "circle",
    "ellipse",
    "line",
    "triangle",
    "background",
    "polygon",
    "star",
    "curve",
)
"""Commands that draw."""

_COMMAND = re.compile(
    rf"\s*({'|'.join(COMMANDS)}|use_layout|cut_zone|safe_zone|save\w*)\b(?!\s*[.=:])\s*(.*)", re.DOTALL
)
_DATA = re.compile(r"\s*(?:\w+\s*=\s*)?(?:Squib\s*\.\s*)?(csv|xlsx|yaml)\b\s*(.*)", re.DOTALL)
_ASSIGNED = re.compile(r"\s*(\w+)\s*=\s*(.*)", re.DOTALL)
_DECK = re.compile(r".*?\b(?:Squib::)?Deck\.new\b\s*(.*)", re.DOTALL)
_ARGUMENT = re.compile(r"\s*(?:(\w+):(?!:)|:(\w+)\s*=>|['\"](\w+)['\"]\s*(?:=>|:))\s*(.*)", re.DOTALL)
_STRING = re.compile(r"(['\"])(.*)\1", re.DOTALL)
_ESCAPED = re.compile(r"\\([\\n\"'])")
_COLUMN = re.compile(r"(\w+)\s*(?:\[\s*:?['\"]?([^\]'\"]+)['\"]?\s*\]|\.\s*(\w+))")
_MOST_LINES = 200  # of one statement; a bracket that is never closed must not take the rest of the file
_OPEN, _CLOSE = "([{", ")]}"


@dataclass(frozen=True, slots=True)
class RubyCall:
    """A command.

    Attributes:
        line: Its line, from 1.
        arguments: Its named arguments as Ruby writes them; the first one without a name is under the empty name.
    """

    name: str
    line: int
    arguments: Mapping[str, str]

    def value(self, name: str, default: str = "") -> str:
        """Return an argument without the quotes or the colon of a text or a symbol.

        Args:
            default: What it is if it is left out.
        """
        return plain(self.arguments.get(name, default))


@dataclass(slots=True)
class RubyScript:
    """What was found in a script.

    Attributes:
        commands: Commands that draw or save, in order.
        deck: Arguments of `Deck.new`.
        data: RubyCall and arguments of each list, by the name of its variable.
    """

    commands: list[RubyCall] = field(default_factory=list)
    deck: Mapping[str, str] = field(default_factory=dict)
    data: dict[str, RubyCall] = field(default_factory=dict)


def parse_ruby(text: str) -> RubyScript:
    """Return the commands of a script."""
    script = RubyScript()
    for number, statement in _statements(text):
        if deck := _DECK.fullmatch(statement):
            script.deck = arguments_of(re.sub(r"\bdo\b.*\Z|\{\s*\Z", "", deck[1], flags=re.DOTALL))
        elif command := _COMMAND.fullmatch(statement):
            script.commands.append(RubyCall(command[1], number, arguments_of(command[2])))
        elif data := _DATA.fullmatch(statement):
            variable = assigned[1] if (assigned := _ASSIGNED.fullmatch(statement)) else "data"
            script.data[variable] = RubyCall(data[1], number, arguments_of(data[2]))
    return script


def _statements(text: str) -> list[tuple[int, str]]:
    """Return the statements of a script with their first lines: lines, joined while a bracket is open or a comma ends one."""
    found: list[tuple[int, str]] = []
    depth, start, kept = 0, 0, ""
    for number, line in enumerate(text.split("\n"), 1):
        code = _without_remark(line)
        if not code.strip() and not kept:
            continue
        start = start if kept else number
        kept = f"{kept}\n{code}" if kept else code
        depth += _depth(code)
        is_continued = kept.rstrip().endswith("\\")
        kept = kept.rstrip()[:-1] if is_continued else kept
        is_open = is_continued or depth > 0 or kept.rstrip().endswith(",")
        if not is_open or number - start >= _MOST_LINES:
            found.append((start, kept.strip()))
            depth, kept = 0, ""
    return [*found, (start, kept.strip())] if kept.strip() else found


def _outside_quotes(text: str) -> Iterator[tuple[int, str]]:
    """Yield the characters of a text that stand in no quotes, with their indexes."""
    quote, is_escaped = "", False
    for index, char in enumerate(text):
        if quote:
            quote = "" if char == quote and not is_escaped else quote
            is_escaped = char == "\\" and not is_escaped
        elif char in "'\"":
            quote = char
        else:
            yield index, char


def _without_remark(line: str) -> str:
    marks = (
        index for index, char in _outside_quotes(line) if char == "#" and line[index - 1 : index] in ("", " ", "\t")
    )
    first = next(marks, None)
    return line if first is None else line[:first]


def _depth(code: str) -> int:
    return sum((char in "([") - (char in ")]") for _, char in _outside_quotes(code))


def arguments_of(text: str) -> dict[str, str]:
    """Return named arguments as Ruby writes them: between commas that stand in no quotes or brackets."""
    stripped = text.strip()
    if stripped.startswith("(") and stripped.endswith(")"):
        stripped = stripped[1:-1]
    found: dict[str, str] = {}
    for part in items_of(stripped):
        if match := _ARGUMENT.fullmatch(part):
            found.setdefault(match[1] or match[2] or match[3], match[4].strip())
        elif part.strip():
            found.setdefault("", part.strip())
    return found


def plain(text: str) -> str:
    """Return a text of Ruby without its quotes, or a symbol without its colon."""
    stripped = text.strip()
    if match := _STRING.fullmatch(stripped):
        return _ESCAPED.sub(lambda escaped: "\n" if escaped[1] == "n" else escaped[1], match[2])
    return stripped.removeprefix(":") if re.fullmatch(r":\w+[?!]?", stripped) else stripped


def is_literal(text: str) -> bool:
    """Return whether a value of Ruby is one text or one number."""
    stripped = text.strip()
    match = _STRING.fullmatch(stripped)
    is_one = bool(match) and "#{" not in stripped and not re.search(r"(?<!\\)" + stripped[0], match[2] if match else "")
    return is_one or bool(re.fullmatch(r"-?[\d.]+", stripped))


def column_in(text: str, variables: Mapping[str, RubyCall]) -> tuple[str, bool] | None:
    """Return the column that a value of Ruby takes from a list, and whether that is all of it; None if it takes none.

    Args:
        text: The value, such as `data['name']` or `data.atk.map { |s| "#{s} ATK" }`.
    """
    match = _COLUMN.match(text.strip())
    if not match or match[1] not in variables:
        return None
    return (match[2] or match[3]).strip(), match.end() == len(text.strip())


def words_in(text: str) -> list[str] | None:
    """Return the texts of a list of Ruby, such as `%w(a b)` or `['a', 'b']`; None if it is something else."""
    stripped = text.strip()
    if match := re.fullmatch(r"%w[\(\[\{](.*)[\)\]\}]", stripped, re.DOTALL):
        return match[1].split()
    if stripped.startswith("[") and stripped.endswith("]"):
        items = items_of(stripped[1:-1])
        return [plain(item) for item in items] if items and all(is_literal(item) for item in items) else None
    return None


def items_of(text: str) -> list[str]:
    """Return what stands between commas that are in no quotes or brackets."""
    parts: list[str] = []
    start = depth = 0
    for index, char in _outside_quotes(text):
        depth = max(0, depth + (char in _OPEN) - (char in _CLOSE))
        if char == "," and not depth:
            parts.append(text[start:index])
            start = index + 1
    return [part.strip() for part in (*parts, text[start:]) if part.strip()]
