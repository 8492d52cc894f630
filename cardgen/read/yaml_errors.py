"""Explain why a YAML parser gave up: the error of the parser and the lines of the file come in, one diagnostic goes out."""

from __future__ import annotations

from collections.abc import Sequence

import yaml

from cardgen.read.yaml_lines import Failure
from cardgen.read.yaml_mistakes import MISTAKES
from cardgen.report.diagnostics import Diagnostic, quoted
from cardgen.report.source import Span

# What the parser reports, and what it means for the author, where nothing more precise is found.
_MEANINGS = (
    (("tab character",), "a tab is used for indentation", "indent with spaces"),
    (("cannot start any token",), "{char} cannot start a value", "put the text in quotes"),
    (
        ("mapping values are not allowed",),
        "a ':' where no key is possible",
        "put text with ': ' in quotes; otherwise check the indentation of this line and the one before",
    ),
    (
        ("expected key", "block end"),
        "this is neither a new key nor part of the value before",
        "align it with the keys next to it, or put the whole value in quotes",
    ),
    (("expected '-' indicator",), "this is not an item of the list before", "start it with '- ', or indent it less"),
    (("expected ',' or ']'",), "a list in [ ] is not closed, or a comma is missing", ""),
    (
        ("expected ',' or '}'",),
        "a mapping in { } is not closed, or a comma is missing",
        "put a value that holds one of [ ] { } in quotes",
    ),
    (("could not find expected ':'",), "a key is not followed by ':'", ""),
    (("expected directive name",), "text that begins with '%' needs quotes", "put it in quotes"),
    (("undefined tag handle",), "a tag is not supported", "put text that starts with '!' in quotes"),
    (("expected node content",), "a value is missing", ""),
    (
        ("<document start>",),
        "this does not belong to the value that begins the file",
        "indent all keys of the deck alike, most simply not at all",
    ),
)


def explain(error: yaml.YAMLError, text: str, lines: Sequence[str], name: str) -> Diagnostic:
    """Return the one diagnostic for a file that cannot be parsed."""
    mark, context = getattr(error, "problem_mark", None), getattr(error, "context_mark", None)
    problem = str(getattr(error, "problem", None) or "the file cannot be parsed")
    if mark is None:
        return Diagnostic("E105", problem, Span(name))
    place = (context.line, context.column) if context else None
    failure = Failure(name, text, lines, problem, mark.line, mark.column, place)
    found = (find(failure) for find in MISTAKES)
    return next((each for each in found if each), None) or _by_meaning(failure, error)


def _by_meaning(at: Failure, error: yaml.YAMLError) -> Diagnostic:
    """Return the diagnostic with the general meaning of what the parser reports."""
    message, hint = next(
        (words[1:] for words in _MEANINGS if any(word in at.problem for word in words[0])), (at.problem, "")
    )
    if "{char}" in message and at.char == "\t":
        message, hint = _MEANINGS[0][1:]
    notes = []
    if at.context and at.context[0] != at.line and at.char != "\t":
        context = str(getattr(error, "context", "") or "it")
        context = context.removeprefix("while parsing ").removeprefix("while scanning ")
        notes.append((f"{context} starts", at.span(*at.context)))
    if at.char == ":" and not hint and not notes:  # a note means that a bracket is missing further up
        hint = "put text that contains ': ' or ',' in quotes"
    span = at.span(at.line, at.column)
    return Diagnostic(
        "E105", message.replace("{char}", quoted(at.char)), span, "", (hint,) if hint else (), tuple(notes)
    )
