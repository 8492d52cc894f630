"""Render templates and turn their output into drawings, once for each distinct markup."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field, replace
from itertools import takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import TemplateNotFound

from cardgen.geometry.units import Mm, Size
from cardgen.model.drawing import Drawing
from cardgen.records import dataclass
from cardgen.render.context import RenderContext, Subject
from cardgen.render.templates.environment import Environment
from cardgen.render.templates.errors import TemplateError
from cardgen.render.templates.filters import add_filters
from cardgen.render.templates.output_cache import (
    OF_KIND,
    CachedOutput,
    DrawingKey,
    OutputCache,
    Remarks,
    RenderedDocument,
    RenderingKey,
    digest_of,
)
from cardgen.report.diagnostics import Collector, untold
from cardgen.report.source import Span, display_path

if TYPE_CHECKING:  # a build that draws nothing anew does not pay for the import
    from cardgen.render.face.face import Face
    from cardgen.render.pictures import PictureSource
    from cardgen.render.templates.problems import FaceProblem, TemplateProblems
    from cardgen.render.templates.trace import TemplateTracer, TracedOutput
    from cardgen.render.text.theme_styles import Styles


@dataclass(slots=True, kw_only=True)
class Renderer(RenderContext):
    """A render context with templates.

    Attributes:
        keep_inputs: Whether to remember the variables that templates used, which pays off if there will be another
            build.
        in_processes: Whether several processes may draw many pieces.
        written: Returns where the deck writes words that a text consists of; None if it does not.
        on_side: Called before each side is drawn, for who has something else to do meanwhile.
        drawings: Drawings of sides by their keys.
    """

    environment: Environment
    shared: Mapping[str, Any]
    documents: dict[tuple[str, Size], RenderedDocument] = field(default_factory=dict)
    keep_inputs: bool = False
    in_processes: bool = True
    written: Callable[[str, str], Span | None] = lambda _text, _characters: None
    on_side: Callable[[], None] = lambda: None
    _renderings: OutputCache = field(init=False)
    _previous_renderings: Mapping[RenderingKey, CachedOutput] = field(default_factory=dict)
    drawings: dict[DrawingKey, Drawing] = field(default_factory=dict)
    _previous_drawings: Mapping[DrawingKey, Drawing] = field(default_factory=dict)  # of the previous build
    _remarks: dict[DrawingKey, Remarks] = field(default_factory=dict)
    _previous_remarks: Mapping[DrawingKey, Remarks] = field(default_factory=dict)
    _reports: TemplateProblems | None = None
    _tracing: TemplateTracer | None = None
    _constant: dict[tuple[str, Size, Mm, str], Drawing] = field(
        default_factory=dict
    )  # the same for all pieces of a kind

    def __post_init__(self) -> None:
        self._renderings = OutputCache(self.shared, self.styles.colors(), self._previous_renderings)
        add_filters(self.environment, self, self._color)

    def _color(self, name: str) -> str:
        if self.keep_inputs:
            self._renderings.note_color(name)
        return self.styles.color(name)

    def kept(self) -> tuple[Mapping[RenderingKey, CachedOutput], Mapping[DrawingKey, Drawing]]:
        """Return output of templates and drawings for another command; drawings with problems are left out.

        Output that was drawn is left out too, since its digest names the drawing.
        """
        sound = {key: drawing for key, drawing in self.drawings.items() if key not in self._remarks}
        drawn = {digest for digest, _, _ in sound}
        outputs = {
            key: one._replace(markup=None) if one.markup is not None and one.digest in drawn else one
            for key, one in self._renderings.unaffected(()).items()
        }
        return outputs, sound

    def take_over(
        self,
        renderings: Mapping[RenderingKey, CachedOutput],
        drawings: Mapping[DrawingKey, Drawing],
        documents: Mapping[tuple[str, Size], RenderedDocument],
    ) -> None:
        """Reuse what an earlier command has drawn."""
        self._previous_renderings, self._previous_drawings = renderings, drawings
        self._renderings = OutputCache(self.shared, self.styles.colors(), renderings)
        self.documents = dict(documents)

    def forget_renderings(self) -> None:
        """Forget what is known of drawings and of output of templates, since nothing more is drawn."""
        self.forget_parts()
        self.take_over({}, {}, {})
        self.drawings = {}

    def renewed(
        self,
        shared: Mapping[str, Any],
        diagnostics: Collector,
        styles: Styles | None = None,
        pictures: PictureSource | None = None,
    ) -> Renderer:
        """Return a renderer for the next build with the same fonts, pictures and icons.

        It reuses what has not changed: the output of templates, and the drawings of equal output. Warnings are said again,
        at the present position of their cause in the deck.

        Args:
            styles: Styles in other colours; None for the same. With others, all is drawn again.
        """
        changed = self.environment.forget_changed()
        # Remarks name places in the templates, which have moved.
        drawings = {key: drawing for key, drawing in self.drawings.items() if not (changed and key in self._remarks)}
        return replace(
            self,
            shared=shared,
            diagnostics=diagnostics,
            styles=styles or self.styles,
            pictures=pictures or self.pictures,
            documents={} if styles else self.documents,
            texts={},
            placed={} if styles else self.placed,
            drawings={},
            _previous_drawings={} if styles else drawings,
            _remarks={},
            _previous_remarks=self._remarks,
            _constant={},
            _previous_renderings=self._renderings.unaffected(changed),
            _reports=None,
            _tracing=None if changed else self._tracing,
        )

    @contextmanager
    def without_reports(self) -> Iterator[Callable[[Iterable[Drawing | None]], bool]]:
        """Report nothing within the block; what has a problem is drawn again when it is asked for after it.

        Yields:
            A function that returns whether one of the sides of a piece that has just been drawn has a problem.
        """
        before = self.diagnostics, self._reports, self._remarks
        self.diagnostics, self._remarks = Collector(), {}

        def has_problem(sides: Iterable[Drawing | None]) -> bool:
            warned = [self.drawings[key] for key in self._remarks]
            return any(side is None or side in warned for side in sides)

        try:
            yield has_problem
        finally:
            for key in self._remarks:
                drawing = self.drawings.pop(key)
                self._constant = {of: known for of, known in self._constant.items() if known is not drawing}
            self.diagnostics, self._reports, self._remarks = before

    def draw_side(
        self, template: str, variables: Mapping[str, Any], size: Size, bleed: Mm, subject: Subject
    ) -> Drawing | None:
        """Render one side of a piece; equal markup gives the same object.

        Args:
            variables: Variables besides the shared ones.
            size: Trim size, mm.
            bleed: Bleed around the trim, mm.

        Returns:
            The drawing, or None after errors.
        """
        self.on_side()
        known = self.known_side(template, variables, size, bleed, subject)
        if known:
            return known
        sized = _with_size(variables, size, bleed)
        markup = self.render_markup(template, sized, subject)
        if markup is None:
            return None
        used = set(self.environment.used_variables)
        # A digest, since the markup of 10,000 cards would add a tenth to the memory they take.
        key = (digest_of(markup), size, bleed)
        drawing = self._drawn_before(key, subject) or self._draw(key, markup, template, subject, sized)
        return self._know(key, drawing, used, template, variables) if drawing else None

    def known_side(
        self, template: str, variables: Mapping[str, Any], size: Size, bleed: Mm, subject: Subject
    ) -> Drawing | None:
        """Return a side that the build before has drawn, or that is equal for the kind; None if its template must be rendered."""
        constant = self._constant.get((template, size, bleed, _kind(variables)))
        if constant:
            return constant
        values = {**self.shared, **_with_size(variables, size, bleed)}
        before = self._renderings.reuse((template, subject.name, (0, 0)), values)
        if before is None:
            return None
        key = (before.digest, size, bleed)
        drawing = self._drawn_before(key, subject)
        return self._know(key, drawing, before.used_variables, template, variables) if drawing else None

    def _know(
        self, key: DrawingKey, drawing: Drawing, used: Collection[str], template: str, variables: Mapping[str, Any]
    ) -> Drawing:
        """Return a drawing after keeping it for equal sides, and for all of its kind if its template used nothing else."""
        self.drawings[key] = drawing
        if (variables.keys() - OF_KIND).isdisjoint(used):
            self._constant[template, key[1], key[2], _kind(variables)] = drawing
        return drawing

    def known_keys(self) -> set[DrawingKey | RenderingKey]:
        """Return the keys of all drawings and of all output of templates."""
        return {*self.drawings, *self._renderings.unaffected(())}

    def release_new(self, known: set[DrawingKey | RenderingKey]) -> tuple[Any, Any]:
        """Return what was drawn last, for another process, which takes it by `receive`.

        Args:
            known: Keys of what that process has; those of the rest are added.
        """
        new = [*takewhile(lambda pair: pair[0] not in known, reversed(self.drawings.items()))]
        outputs = self._renderings.release(known)
        known.update([key for key, _ in new], outputs)
        return [(key, drawing.items, drawing.words) for key, drawing in new], outputs

    def receive(self, released: tuple[Any, Any]) -> None:
        """Take what another process has released."""
        for key, items, words in released[0]:
            self.drawings.setdefault(key, Drawing(key[1], key[2], items, words))
        self._renderings.add(released[1])

    def _draw(
        self, key: DrawingKey, markup: str, template: str, subject: Subject, variables: Mapping[str, Any]
    ) -> Drawing | None:
        _, size, bleed = key
        face = self.draw_face(markup, template, size, bleed, subject, variables)
        if face is None:
            return None
        if face.faults.problems:
            located = tuple(zip(face.faults.problems, face.faults.places, strict=True))
            self._remarks[key] = Remarks(subject.name, located, face.faults.untold)
        blocks = () if "kind" in variables else tuple(face.blocks)
        return Drawing(size, bleed, tuple(face.items), face.words, blocks)

    def _drawn_before(self, key: DrawingKey, subject: Subject) -> Drawing | None:
        """Return an equal drawing of this build or the one before, after repeating what is wrong with the latter."""
        if key in self.drawings:
            return self.drawings[key]
        remarks = self._previous_remarks.get(key)
        if remarks and key in self._previous_drawings:
            if remarks.subject != subject.name:  # whose name the messages hold
                return None
            self._remarks[key] = remarks
            self._report(remarks.problems, remarks.untold, subject)
        return self._previous_drawings.get(key)

    def render_markup(
        self, template: str, variables: Mapping[str, Any], subject: Subject, page: tuple[int, int] = (0, 0)
    ) -> str | None:
        """Render a template to text; None after an error.

        Args:
            variables: Variables besides the shared ones.
            page: Number of the page and number of pages of a document; 0 and 0 for anything else.
        """
        values = {**self.shared, **variables}
        key = template, subject.name, page
        before = self._renderings.reuse(key, values)
        if before and before.markup is not None:
            self.environment.used_variables = set(before.used_variables)
            return before.markup
        try:
            if not self.keep_inputs:
                return self.environment.render_template(template, values)
            markup = self.environment.render_template(template, self._renderings.noted(values))
        except TemplateError as failure:
            for item in (failure.diagnostic, *failure.others):
                self._problems().add(item, f"while drawing {subject.name}", subject)
            return None
        used = self.environment.used_variables, self.environment.used_templates
        self._renderings.keep(key, values, markup, *used)
        return markup

    def draw_face(
        self,
        markup: str,
        template: str,
        size: Size | None,
        bleed: Mm,
        subject: Subject,
        variables: Mapping[str, Any],
    ) -> Face | None:
        """Take the output of a template apart; None after errors.

        Args:
            size: Trim size, mm; None for the size of the viewBox.
            bleed: Bleed around the trim, mm.
            variables: Variables besides the shared ones that the template was rendered with.
        """
        from lxml import etree

        from cardgen.render.face.face import Face
        from cardgen.render.face.root import parse_markup

        path = self.template_path(template)
        file = display_path(str(path))

        def trace() -> TracedOutput | None:
            return self._tracer().trace(template, {**self.shared, **variables})

        try:
            root = parse_markup(markup)
        except (etree.XMLSyntaxError, ValueError) as error:
            self._problems().report_malformed(error, file, markup, trace, subject)
            return None
        face = Face(self, root, path, size, bleed, subject)
        is_sound = face.build()
        if face.faults.problems:
            problems = self._problems()
            places = problems.places(file, face.faults.problems)
            if places is None:  # drawing has changed the tree, and only faces with problems pay for numbers
                again = parse_markup(markup)
                numbers = {element: number for number, element in enumerate(again.iter(etree.Element))}
                face = Face(self, again, path, size, bleed, subject, numbers=numbers)
                is_sound = face.build()
                places = problems.locate(file, face.faults.problems, trace)
            face.faults.places = places
            self._report(zip(face.faults.problems, places, strict=True), face.faults.untold, subject)
        return face if is_sound else None

    def _report(self, located: Iterable[tuple[FaceProblem, Span]], others: Mapping[str, int], subject: Subject) -> None:
        """Report problems of a face at their places in the template, and the number of others by code."""
        for problem, place in located:
            self._problems().report(problem, place, subject)
        self.diagnostics.items += (untold(code, count) for code, count in others.items())

    def _problems(self) -> TemplateProblems:
        """Return the reports of this build."""
        from cardgen.render.templates.problems import TemplateProblems

        if self._reports is None or self._reports.found is not self.diagnostics:
            self._reports = TemplateProblems(self.diagnostics, self.written)
        return self._reports

    def _tracer(self) -> TemplateTracer:
        """Return what renders templates with marks."""
        from cardgen.render.templates.trace import TemplateTracer

        self._tracing = self._tracing or TemplateTracer(self.environment)
        return self._tracing

    def has_template(self, template: str) -> bool:
        """Return whether a template exists; it may still have errors."""
        try:
            self.environment.get_template(template)
        except TemplateNotFound:
            return False
        except Exception:  # a fault of the template, reported when it is rendered
            return True
        return True

    def template_path(self, template: str) -> Path:
        """Return the file of a template."""
        return Path(self.environment.get_template(template).filename or template)


def _with_size(variables: Mapping[str, Any], size: Size, bleed: Mm) -> Mapping[str, Any]:
    return {**variables, "width": size.width, "height": size.height, "bleed": bleed}


def _kind(variables: Mapping[str, Any]) -> str:
    """Return the name of the kind of a piece; empty for a page."""
    return str(variables["kind"]["name"]) if "kind" in variables else ""
