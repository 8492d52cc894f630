"""Report what is wrong with templates: each mistake once, where it stands, however many pieces meet it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from lxml import etree

from cardgen.render.context import Subject
from cardgen.render.templates.trace import TracedOutput
from cardgen.render.templates.xml_errors import Malformation, explain_malformed
from cardgen.render.text.fallback import MissingGlyphError
from cardgen.report.diagnostics import Collector, Diagnostic, FaceSpot
from cardgen.report.errors import AlreadyReportedError, UnlocatedError
from cardgen.report.source import Span
from cardgen.report.xml_positions import DOCUMENT_TYPE, StartTag, TextRange, start_tags

OF_THE_PIECE = frozenset({"E406", "E407", "E410", "W410", "W411"})
"""Codes of problems that a piece has, not its template: text that does not fit, pictures that are too coarse."""
_OF_THE_TEMPLATE = frozenset({"E405", "E408"})
_MAX_IN_FULL = 5  # pieces that have a problem at one place of a template, each reported by itself
_PLACED = "this file says where it stands"
_MAX_TRACED = 300  # faces that are rendered again to find a place; more distinct mistakes have only the file


class FaceProblem(NamedTuple):
    """Something that is wrong with one element of a face.

    Attributes:
        name: Field of the deck that the element draws; empty if it names none.
        number: Number of the element in the order of the document; -1 if unknown.
        box: Left, top, width and height of the element, mm; None if it has none.
    """

    error: UnlocatedError
    where: str
    name: str
    number: int
    text: str = ""
    box: tuple[float, float, float, float] | None = None

    @property
    def key(self) -> tuple[str, ...]:
        """What two problems with the same place in the template have in common."""
        message = "" if self.error.code in OF_THE_PIECE else self.error.message
        return self.error.code, message, self.where


@dataclass(slots=True)
class _Repeated:
    """A mistake of a template that has been reported.

    Attributes:
        index: Its place among the diagnostics.
        item: The diagnostic without a note of repetition.
        subjects: Names of the pieces that met it.
    """

    index: int
    item: Diagnostic
    subjects: set[str]
    roles: set[str]


@dataclass(slots=True)
class TemplateProblems:
    """The mistakes of the templates of one build.

    Attributes:
        written: Returns where the deck writes words that a text consists of, or those with some characters; None if it does not.
    """

    found: Collector
    written: Callable[[str, str], Span | None] = lambda _text, _characters: None
    _repeated: dict[tuple[str, str, Span | None], _Repeated] = field(default_factory=dict)
    _places: dict[tuple[str, ...], tuple[Span, ...]] = field(default_factory=dict)
    _met: dict[tuple[str, Span | None], dict[str, int]] = field(default_factory=dict)
    _traced: int = 0

    def add(self, item: Diagnostic, note: str, subject: Subject) -> None:
        """Report a mistake of a template; of several pieces that meet it, the first is named and the others counted."""
        key = item.code, item.message, item.span
        known = self._repeated.get(key)
        if known is None:
            item = replace(item, notes=(*item.notes, (note, subject.place(""))))
            self._repeated[key] = _Repeated(len(self.found.items), item, {subject.name}, {subject.role})
            self.found.add(
                item.code, item.message, item.span, expected=item.expected, hints=item.hints, notes=item.notes
            )
            return
        if subject.name in known.subjects:
            return
        known.subjects.add(subject.name)
        known.roles.add(subject.role)
        count = len(known.subjects) - 1
        noun = next(iter(known.roles)) if len(known.roles) == 1 else "piece"
        more = f"and {count} more {noun if count == 1 else noun + 's'}"
        self.found.items[known.index] = replace(known.item, notes=(*known.item.notes, (more, None)))

    def places(self, template: str, problems: Iterable[FaceProblem]) -> list[Span] | None:
        """Return the places of the problems of a face if an earlier face has had the same; None otherwise."""
        counts: dict[tuple[str, ...], int] = {}
        places = []
        for problem in problems:
            key = template, *problem.key
            count = counts[key] = counts.get(key, 0) + 1
            known = self._places.get(key, ())
            if count > len(known):
                return None if self._traced < _MAX_TRACED else [Span(template) for _ in problems]
            places.append(known[count - 1])
        return places

    def locate(
        self, template: str, problems: Iterable[FaceProblem], trace: Callable[[], TracedOutput | None]
    ) -> list[Span]:
        """Find the places of the problems of a face, by rendering it again.

        Args:
            problems: Problems of the face, each with the number of its element.
        """
        self._traced += 1
        traced = trace()
        tags = [*start_tags(traced.text)] if traced else []
        found: dict[tuple[str, ...], tuple[Span, ...]] = {}
        places = []
        for problem in problems:
            place = _place(problem, traced, tags) or Span(template)
            places.append(place)
            key = template, *problem.key
            found[key] = (*found.get(key, ()), place)
        self._places |= found
        return places

    def report(self, problem: FaceProblem, here: Span, subject: Subject) -> None:
        """Report a problem of a face: at the value of the deck that causes it, else at the template."""
        error = problem.error
        if isinstance(error, AlreadyReportedError):
            return
        note = f"in {problem.where} of {subject.name}"
        by_deck = problem.name and error.code not in _OF_THE_TEMPLATE
        position = subject.place(problem.name) if by_deck or error.code in {"E410", "W410"} else None
        characters = error.characters if isinstance(error, MissingGlyphError) else ""
        if characters:  # a text may consist of several values
            position = subject.wrong(problem.text, characters) or position
        if position is not None:
            item = error.at(position, (f"{note}; {_PLACED}", here))
            self.found.items.append(replace(item, subject=subject.name, spot=_spot(problem, subject)))
        elif error.code in OF_THE_PIECE:
            own = subject.wrong(problem.text, characters)  # another piece may state the same
            words = own or self.written(problem.text, characters)
            if words:  # one value, which many pieces show
                item, most = error.at(words, (_PLACED, here)), 1
            else:
                item, most = error.at(here), _MAX_IN_FULL
            self._add_of_the_piece(replace(item, spot=_spot(problem, subject)), note, subject, most)
        else:
            self.add(error.at(here), note, subject)

    def _add_of_the_piece(self, item: Diagnostic, note: str, subject: Subject, most: int) -> None:
        """Report a problem of a piece; where many meet it at one place, only the first ones in full."""
        met = self._met.setdefault((item.code, item.span), {})
        if len(met) < most or subject.name in [*met][:most]:
            met[subject.name] = len(self.found.items)
            named = replace(item, notes=(*item.notes, (note, subject.place(""))), subject=subject.name)
            self.found.items.append(named)
            return
        met[subject.name] = last = max(met.values())
        count = len(met) - most
        kept = [one for one in self.found.items[last].notes if one[1] is not None]
        more = f"so it is with {count} more: make the box larger, or the text smaller, for all of them"
        self.found.items[last] = replace(self.found.items[last], notes=(*kept, (more, None)))

    def report_malformed(
        self,
        error: Exception,
        template: str,
        markup: str,
        trace: Callable[[], TracedOutput | None],
        subject: Subject,
    ) -> None:
        """Report output of a template that is not well-formed XML (E405).

        Args:
            error: An XMLSyntaxError, or a ValueError of output that is not parsed: it declares a document type, or has characters
                that cannot be encoded.
        """
        self._traced += 1
        traced = trace() if self._traced < _MAX_TRACED else None
        if isinstance(error, etree.XMLSyntaxError):
            found = explain_malformed(error, traced.text if traced else markup)
        else:
            at = error.start if isinstance(error, UnicodeEncodeError) else markup.find(DOCUMENT_TYPE)
            found = Malformation(str(error), TextRange(at, at + 1))
            traced = traced if traced and traced.text == markup else None
        place, begins = (traced.span(part) if traced and part else None for part in (found.place, found.begins))
        item = Diagnostic(
            "E405",
            f"output of the template is not well-formed XML: {found.message}",
            place or Span(template),
            hints=found.hints,
            notes=(("it begins here", begins),) if begins else (),
        )
        self.add(item, f"while drawing {subject.name}", subject)


def _spot(problem: FaceProblem, subject: Subject) -> FaceSpot | None:
    """Return where a problem is seen."""
    return FaceSpot(subject.piece, subject.is_back, problem.box) if subject.piece and problem.box else None


def _place(problem: FaceProblem, traced: TracedOutput | None, tags: Sequence[StartTag]) -> Span | None:
    """Return where a template writes the element, or its attribute, that has a problem."""
    if traced is None or not 0 <= problem.number < len(tags):
        return None
    tag = tags[problem.number]
    part = problem.error.part
    name, wants_name = part.removesuffix("="), part.endswith("=")
    attribute = tag.attribute(name, value=not wants_name) if name else None
    return traced.span(attribute if attribute and attribute.start < attribute.end else tag.name_range)
