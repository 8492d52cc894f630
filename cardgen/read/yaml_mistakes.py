"""Mistakes that stop a YAML parser, each recognised in the lines around the place where it gave up.

A function for each mistake takes that place and returns its diagnostic, at the place of the mistake, which is often some
lines above; or None for any other mistake. `MISTAKES` has them in the order in which they are tried.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import yaml

from cardgen.read.yaml_lines import (
    COLOR,
    DASH_MISSING,
    GLUED,
    NESTED,
    ODD_SPACE,
    QUOTE_NOT_CLOSED,
    SMART_QUOTES,
    TOO_DEEP,
    Failure,
    color_as_comment,
    key_start,
    missing_space,
    odd_space,
    parts,
    smart_quotes,
    value_start,
)
from cardgen.report.diagnostics import Diagnostic, quoted
from cardgen.yaml_loader import LOADER

_SPECIAL = "*&!%@`|>{[,?-"


def _too_deep(at: Failure) -> Diagnostic | None:
    """Recognise hundreds of brackets, at which libyaml gives up before it tells of the first one."""
    if "nesting depth" not in at.problem:
        return None
    return Diagnostic(TOO_DEEP, NESTED, at.span(at.line, at.column))


def _open_quote(at: Failure) -> Diagnostic | None:
    """Recognise a quote that is closed nowhere, or only by the opening quote of a later text."""
    if "unexpected end of stream" in at.problem and at.context:
        line, column = at.context
        return _not_closed(at, line, column)
    for token in reversed(_quoted_texts(at)):
        start, end = token.start_mark, token.end_mark
        if end.line < at.line:
            return None
        inner = [parts(line) for line in at.lines[start.line + 1 : end.line + 1]]
        swallowed = any(part["key"] or part["dashes"] for part in inner)
        if start.line < end.line and swallowed:
            return _not_closed(at, start.line, start.column)
        between = at.line_at(at.line)[end.column : at.column]
        if not between.strip() and "expected" in at.problem and at.char not in "}]#,:":
            return _after_quote(at, token.style)
    return None


def _quoted_texts(at: Failure) -> list[Any]:
    """Return the tokens of all texts in quotes that end before the problem.

    No token behind it is read: a scanner takes quadratic time for many open brackets, which the parser never reached.
    """
    found = []
    try:
        for token in yaml.scan(at.text, Loader=LOADER):
            if (token.end_mark.line, token.end_mark.column) > (at.line, at.column):
                break
            if isinstance(token, yaml.ScalarToken) and token.style in ("'", '"'):
                found.append(token)
    except yaml.YAMLError:
        pass
    return found


def _not_closed(at: Failure, line: int, column: int) -> Diagnostic:
    quote = at.line_at(line)[column : column + 1]
    hint = f"close it with {quote} at the end of the text"
    return Diagnostic(QUOTE_NOT_CLOSED, "a quote is opened here and not closed", at.span(line, column), hints=(hint,))


def _after_quote(at: Failure, style: str) -> Diagnostic:
    """Return the diagnostic for a closing quote that was meant as part of the text, often as an apostrophe."""
    rest = quoted(at.line_at(at.line)[at.column :])
    hint = (
        "write '' for an apostrophe in single quotes, or put the text in double quotes"
        if style == "'"
        else 'write \\" for a quote inside the text, or put the whole text in single quotes'
    )
    message = f"the quoted text ends before {rest}"
    return Diagnostic(QUOTE_NOT_CLOSED, message, at.span(at.line, at.column), hints=(hint,))


def _look_alike(at: Failure) -> Diagnostic | None:
    """Recognise a character that looks like a space or a quote, as word processors and web pages have them."""
    for number in at.lines_before()[:3]:
        line = at.line_at(number)
        odd = ODD_SPACE.search(line)
        if odd and not _is_in_text(line, odd.start()):
            return odd_space(at.span(number, odd.start()), odd[0])
    value = value_start(at.line_at(at.line))
    char = at.line_at(at.line)[value : value + 1]
    return smart_quotes(at.span(at.line, value), char) if char and char in SMART_QUOTES else None


def _is_in_text(line: str, column: int) -> bool:
    """Return whether a column of a line is inside a value: behind its first character that is not a space."""
    value = value_start(line)
    return column > value and bool(line[value:column].strip())


def _color(at: Failure) -> Diagnostic | None:
    """Recognise a colour without quotes, whose '#' begins a comment that hides the rest of the line."""
    for number in at.lines_before():
        line = at.line_at(number)
        for match in re.finditer(rf"[:,\[]\s+({COLOR.pattern})", line):
            if not line[: match.start()].count('"') % 2:
                return color_as_comment(at.span(number, match.start(1), len(match[1])), match[1])
    return None


def _missing_space(at: Failure) -> Diagnostic | None:
    """Recognise a key or a dash that is followed by its value without a space."""
    for number in at.lines_before()[:3]:
        line = at.line_at(number)
        if dash := re.match(r"\s*()-[A-Za-z_{'\"][^:]*:(?=\s|$)", line):
            return missing_space(at.span(number, dash.end(1)), "-", line[dash.end(1) + 1 :])
        start = re.match(r"\s*(?:-\s+)*", line)
        key = GLUED.fullmatch(line, start.end() if start else 0)
        if key and ": " not in key["value"]:
            return missing_space(at.span(number, key.start(), len(key["key"]) + 1), f"{key['key']}:", key["value"])
    return None


def _escape(at: Failure) -> Diagnostic | None:
    """Recognise a backslash in double quotes, usually in a path of Windows."""
    if "unknown escape" not in at.problem and "hex" not in at.problem:
        return None
    line = at.line_at(at.line)
    column = line.rfind("\\", 0, at.column + 1)
    if column < 0:
        return None
    escape = line[column : column + 2]
    message = f"'{escape}' in double quotes is not an escape that YAML has"
    hint = "write paths with '/'; for a backslash in text write '\\\\', or use single quotes"
    return Diagnostic("E105", message, at.span(at.line, column, 2), hints=(hint,))


def _special_start(at: Failure) -> Diagnostic | None:
    """Recognise text that begins with a character that has a meaning of its own."""
    line = at.line_at(at.line)
    start = value_start(line)
    char = line[start : start + 1]
    rest = line[start + 1 : at.column]
    if not char or char not in _SPECIAL or at.column < start or "tab" in at.problem:
        return None
    if char in "{[":
        closing = "}" if char == "{" else "]"
        if closing not in rest or rest.partition(closing)[2].strip() or at.char in ",]}:":
            return None
    elif (char in "-%" and not parts(line)["key"]) or (char in ",?" and at.column != start):
        return None
    message = f"text that begins with '{char}' needs quotes"
    return Diagnostic("E105", message, at.span(at.line, start), hints=(_in_quotes(line[start:]),))


def _in_quotes(text: str) -> str:
    """Return the hint that shows a text in quotes, if it can be shown in full."""
    text = text.strip()
    if '"' in text or "\\" in text or len(text) > 30:
        return "put the whole text in quotes"
    return f'put it in quotes: "{text}"'


def _not_closed_bracket(at: Failure) -> Diagnostic | None:
    """Recognise a bracket that is not closed where the next line begins something new, or one that closes nothing."""
    if at.char in ("}", "]") and at.context is None:
        hints = (f"delete it, or put text with '{at.char}' in quotes",)
        return Diagnostic(
            "E105", f"nothing is open that this '{at.char}' closes", at.span(at.line, at.column), hints=hints
        )
    kind = next((kind for kind in ("]", "}") if f"expected ',' or '{kind}'" in at.problem), "")
    if not kind or at.context is None or at.context[0] == at.line:
        return None
    what = "list in [ ]" if kind == "]" else "mapping in { }"
    notes = (("the first line that does not fit is", at.span(at.line, at.column)),)
    hint = f"close it with {kind}"
    return Diagnostic("E105", f"a {what} is opened here and not closed", at.span(*at.context), "", (hint,), notes)


def _missing_colon(at: Failure) -> Diagnostic | None:
    """Recognise words without a colon where a key should be."""
    if "could not find expected ':'" in at.problem and at.context:
        number, column = at.context
    elif "mapping values" in at.problem and len(at.lines_before()) > 1:
        number = at.lines_before()[1]
        column = key_start(at.line_at(number))
        if column != key_start(at.line_at(at.line)):
            return None
    else:
        return None
    words = at.line_at(number)[column:].strip()
    if not words or ":" in words or words[0] in _SPECIAL:
        return None
    span = at.span(number, column, len(words))
    key, _, value = words.replace("=", " ").partition(" ")
    hint = f"write {quoted(f'{key}: {value.strip()}')}" if value else f"write '{key}:'"
    return Diagnostic("E105", f"{quoted(words)} has no ':' between key and value", span, hints=(hint,))


def _second_colon(at: Failure) -> Diagnostic | None:
    """Recognise text with a colon in it that is not in quotes."""
    if "mapping values" not in at.problem:
        return None
    line = at.line_at(at.line)
    start = value_start(line)
    if not parts(line)["key"] or at.column < start:
        return None
    return Diagnostic(
        "E105", "text with ': ' needs quotes", at.span(at.line, at.column), hints=(_in_quotes(line[start:]),)
    )


def _indented_further(at: Failure) -> Diagnostic | None:
    """Recognise a key that is indented further than the one before, which has a value already."""
    line, above = at.line_at(at.line), at.lines_before()[1:]
    key, start = parts(line)["key"], len(line) - len(line.lstrip())
    before = at.line_at(above[0]) if above else ""
    if "mapping values" not in at.problem or parts(line)["dashes"] or not key or not parts(before)["key"]:
        return None
    aligned = key_start(before)
    if start <= aligned:
        return None
    message = f"{_named(key)} is indented further than {_named(parts(before)['key'])}, which has a value already"
    hint = f"indent it by {_spaces(aligned)}, as the keys next to it" if aligned else "do not indent it"
    return Diagnostic("E105", message, at.span(at.line, start, len(key)), hints=(hint,))


def _misplaced_key(at: Failure) -> Diagnostic | None:
    """Recognise a key that is aligned with none above it, or that begins an item of a list without a dash."""
    is_in_list = "expected '-' indicator" in at.problem
    if not is_in_list and "expected key" not in at.problem and "block end" not in at.problem:
        return None
    line = at.line_at(at.line)
    key, start = parts(line)["key"], len(line) - len(line.lstrip())
    if parts(line)["dashes"] or not key or start > at.column:
        return None
    columns = _columns(at, at.lines_before()[1:], start)
    span = at.span(at.line, start, len(key))
    if at.context and start == at.context[1] and (is_in_list or at.line_at(at.context[0])[start:].startswith("- ")):
        hints = ["begin each value of the list with '- '"]
        if columns and columns[-1] > start:
            hints.append(f"indent a key of the value before by {_spaces(columns[-1])}")
        if line.rstrip().endswith(":"):
            hints.append(f"if {_named(key)} is not in this list, the key that it belongs to is missing above it")
        return Diagnostic(DASH_MISSING, f"'- ' is missing before {_named(key)}", span, hints=tuple(hints))
    if not columns or start in columns:
        return None
    message = f"{_named(key)} is indented by {_spaces(start)}, and no key above it is"
    return Diagnostic("E105", message, span, " or ".join(map(_spaces, columns)))


def _misplaced_dash(at: Failure) -> Diagnostic | None:
    """Recognise an item of a list that does not stand below the other ones."""
    line = at.line_at(at.line)
    misplaced = ("expected '-' indicator", "expected key", "block end", "mapping values")
    is_misplaced = any(words in at.problem for words in misplaced)
    if not is_misplaced or not parts(line)["dashes"]:
        return None
    return _misplaced_item(at, len(line) - len(line.lstrip()), at.lines_before()[1:])


def _misplaced_item(at: Failure, start: int, above: Sequence[int]) -> Diagnostic | None:
    """Return the diagnostic for an item of a list that does not stand below the other ones."""
    for number in above:
        line = at.line_at(number)
        part = parts(line)
        indent = len(line) - len(line.lstrip())
        if part["dashes"]:
            if indent == start:
                return None
            message = f"this '- ' is indented by {_spaces(start)}, and the one before by {_spaces(indent)}"
            notes = (("the one before is", at.span(number, indent)),)
            hints = ("indent all values of a list alike",)
            return Diagnostic("E105", message, at.span(at.line, start), "", hints, notes)
        if indent < start:
            break
        if indent == start and part["key"] and at.context and at.context[0] <= number:
            first, column = at.context
            key = parts(at.line_at(first))["key"] or part["key"]
            message = f"'- ' is missing before {quoted(key)}"
            notes = (("the next value of the list begins", at.span(at.line, start)),)
            hints = ("begin each value of the list with '- '",)
            return Diagnostic(DASH_MISSING, message, at.span(first, column, len(key)), "", hints, notes)
    return None


def _columns(at: Failure, above: Sequence[int], start: int) -> list[int]:
    """Return the columns at which a key may stand below the lines above: those of the open values, ascending."""
    found: list[int] = []
    for number in above:
        line = at.line_at(number)
        if line.lstrip().startswith("#") or not parts(line)["key"]:
            continue
        column = key_start(line)
        if not found or column < min(found):
            found.append(column)
        if min(found) < start:
            break
    return sorted(found)


def _named(key: str) -> str:
    """Return a key for a message, without the quotes that it may have in the file."""
    return quoted(key.strip("'\""))


def _spaces(count: int) -> str:
    return "1 space" if count == 1 else f"{count or 'no'} spaces"


MISTAKES: tuple[Callable[[Failure], Diagnostic | None], ...] = (
    _too_deep,
    _open_quote,
    _escape,
    _look_alike,
    _color,
    _missing_space,
    _special_start,
    _not_closed_bracket,
    _missing_colon,
    _second_colon,
    _indented_further,
    _misplaced_key,
    _misplaced_dash,
)
