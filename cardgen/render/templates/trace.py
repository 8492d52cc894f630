"""Find the place in a template that wrote a character of its output.

To find it, the template is rendered once more, with a mark before everything that it prints. This happens only after an
error, so drawing costs nothing for it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from jinja2 import nodes
from markupsafe import Markup

from cardgen.render.templates.bytecode_cache import BytecodeCache
from cardgen.render.templates.environment import Environment
from cardgen.render.templates.errors import TemplateError
from cardgen.render.templates.instrumentation import add_checks, call
from cardgen.render.templates.positions import TemplateText, span_of_expression, unpack
from cardgen.render.templates.sandbox import TemplateSandbox
from cardgen.report.source import Span
from cardgen.report.xml_positions import TextRange

_FIRST, _LAST = 0x100000, 0x10FFFD  # private use characters of plane 16, which no text of a deck has
_MARK = re.compile(f"[{chr(_FIRST)}-{chr(_LAST)}]")


class _Printed(NamedTuple):
    """Something that a template prints: a piece of its text, or the value of an expression.

    Attributes:
        file: Path of the template.
        number: Packed line and column.
    """

    file: str
    number: int
    is_text: bool


class _MarkingEnvironment(Environment):
    """An environment whose templates print a mark before everything else that they print."""

    def __init__(self, original: Environment) -> None:
        super().__init__(original.find, translate=original.translate)
        self.share(original)
        if isinstance(original.bytecode_cache, BytecodeCache):
            self.bytecode_cache = original.bytecode_cache.of_kind("marked-template", __file__)
        self.printed: list[_Printed] = []
        self._marks: dict[_Printed, str] = {}

    def _generate(self, source: nodes.Template, name: Any, filename: Any, defer_init: bool = False) -> str:
        add_checks(source)  # before there are more nodes than the template has
        for output in source.find_all(nodes.Output):
            marked: list[nodes.Expr] = []
            for node in output.nodes:
                what = str(filename), node.lineno, isinstance(node, nodes.TemplateData)
                marked += [call("marked", node, [*map(nodes.Const, what)]), node]
            output.nodes = marked
        return TemplateSandbox._generate(self, source, name, filename, defer_init)

    def marked(self, *what: Any) -> str:
        """Return the mark of something that a template prints next; the same each time, and empty after many."""
        printed = _Printed(*what)
        mark = self._marks.get(printed)
        if mark is None:
            code = _FIRST + len(self.printed)
            mark = self._marks[printed] = Markup(chr(code) if code <= _LAST else "")
            self.printed.append(printed)
        return mark


class TracedOutput:
    """The output of a template, with the place in a template that wrote each part of it."""

    def __init__(self, marked: str, printed: Sequence[_Printed]) -> None:
        self.text = _MARK.sub("", marked)
        self._printed = printed
        self._starts: list[int] = []
        self._marks: list[int] = []
        for count, match in enumerate(_MARK.finditer(marked)):
            self._starts.append(match.start() - count)
            self._marks.append(ord(match[0]) - _FIRST)

    def span(self, place: TextRange) -> Span | None:
        """Return where a template writes a part of the output; None if that is unknown.

        Args:
            place: Part of the output. If its first character comes from an expression, the expression is returned.
        """
        index = bisect_right(self._starts, place.start) - 1
        if index < 0 or self._marks[index] >= len(self._printed):
            return None
        what, start = self._printed[self._marks[index]], self._starts[index]
        source = TemplateText(what.file)
        box = source.box(unpack(what.number)[0], self.text[place.start : place.end].partition("\n")[0])
        if box or not what.is_text:
            return box or span_of_expression(what.file, what.number)
        begin = source.offset(*unpack(what.number)) + place.start - start
        next_start = self._starts[index + 1] if index + 1 < len(self._starts) else len(self.text)
        # A part that an expression continues is shown as it stands in the template, up to the end of the expression.
        length = min(place.end, next_start) - place.start
        end = begin + length
        if place.end > next_start and source.text[end : end + 2] == "{{":
            close = source.text.find("}}", end)
            end = close + 2 if close >= 0 else end
        return source.span(TextRange(begin, max(end, begin + 1)))


class TemplateTracer:
    """Renders templates with marks."""

    def __init__(self, environment: Environment) -> None:
        self._original = environment
        self._marking: _MarkingEnvironment | None = None

    def trace(self, name: str, variables: Mapping[str, object]) -> TracedOutput | None:
        """Render a template once more, with marks; None if it fails now, since a mark can disturb a computation."""
        if self._marking is None:
            self._marking = _MarkingEnvironment(self._original)
        with suppress(TemplateError):
            return TracedOutput(self._marking.render_template(name, variables), self._marking.printed)
        return None
