"""Fill templates and turn what they give into drawings, once for each distinct markup."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import pass_context
from lxml import etree
from markupsafe import Markup

from cardgen.geometry.units import Mm, Size
from cardgen.model.drawing import Drawing
from cardgen.render.context import RenderContext, Subject
from cardgen.render.environment import Environment
from cardgen.render.face import Face
from cardgen.render.localization import fill_placeholders
from cardgen.render.template_errors import TemplateError
from cardgen.render.text.rich import to_markup
from cardgen.report.diagnostics import Collector
from cardgen.report.source import Span, display_path

_PARSER = etree.XMLParser(
    resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True, remove_pis=True
)


_Key = tuple[bytes, Size, Mm]
_Place = tuple[str, str, tuple[int, int]]
"""Template, name of the subject, number of the page and of all pages."""


class _Filling(NamedTuple):
    """What a template was filled with, as written by `repr`, which tells 1 from 1.0 and True; and what it gave."""

    asked: Mapping[str, str]
    markup: str


@dataclass(frozen=True, slots=True)
class RenderedDocument:
    """The pages of a document.

    Attributes:
        filled: What its templates gave, each by its name and its variables: nothing else decides what is on the pages.
        pages: The pages.
    """

    filled: Mapping[tuple[str, int, int], str]
    pages: list[Drawing]


@dataclass(slots=True, kw_only=True)
class Renderer(RenderContext):
    """A studio with templates; a drawing with a fault is None.

    Attributes:
        environment: Where templates are found and filled.
        shared: Variables that every template sees.
        flows: Documents by their name and the size of their pages.
        keeps: Whether there will be another build, for which it is worth to remember what templates were filled with.
    """

    environment: Environment
    shared: Mapping[str, Any]
    flows: dict[tuple[str, Size], RenderedDocument] = field(default_factory=dict)
    keeps: bool = False
    _filled: dict[_Place, _Filling] = field(default_factory=dict)
    _filled_before: Mapping[_Place, _Filling] = field(default_factory=dict)
    _drawings: dict[_Key, Drawing] = field(default_factory=dict)
    _former: Mapping[_Key, Drawing] = field(default_factory=dict)  # of the build before
    _warned: set[_Key] = field(default_factory=set)
    _constant: dict[tuple[str, Size, Mm], Drawing] = field(default_factory=dict)  # by template: they ask for nothing

    def __post_init__(self) -> None:
        def add(name: str, function: Callable[..., str]) -> None:
            # With the context, Jinja does not compute it when it compiles: a compiled template outlives this renderer.
            late = pass_context(lambda _context, text, **values: function(text, **values))
            self.environment.add_filter(name, late)

        add("rich", lambda text, **values: Markup(to_markup(fill_placeholders(str(text), **values), self.language)))
        add("fill", lambda text, **values: fill_placeholders(str(text), **values))
        # Unbounded: what it gives is short, and templates ask for a dozen colours for each card.
        self.environment.filters["color"] = pass_context(lambda _context, name: self.styles.color(name))

    def renewed(self, shared: Mapping[str, Any], diagnostics: Collector) -> Renderer:
        """A renderer for the next build in the same styles, with the same files.

        It knows the drawings of this one, but for those with a warning: that is to be said again, and at the place
        where the deck has come to state what it is about.

        Args:
            shared: Variables that every template sees.
            diagnostics: Gets all faults.
        """
        former = {key: drawing for key, drawing in self._drawings.items() if key not in self._warned}
        return replace(
            self,
            shared=shared,
            diagnostics=diagnostics,
            texts={},
            _drawings={},
            _former=former,
            _warned=set(),
            _constant={},
            _filled={},
            _filled_before=self._filled,
        )

    def drawing(
        self, template: str, variables: Mapping[str, Any], size: Size, bleed: Mm, subject: Subject
    ) -> Drawing | None:
        """Draw one side of a piece; equal markup gives the same object.

        Args:
            template: Name of the template.
            variables: What it sees beside what all see.
            size: Trim size.
            bleed: How far ink may run past the trim.
            subject: What it is, for messages.

        Returns:
            The drawing, or None after its faults were noted.
        """
        constant = self._constant.get((template, size, bleed))
        if constant:
            return constant
        markup = self.markup(
            template, {**variables, "width": size.width, "height": size.height, "bleed": bleed}, subject
        )
        if markup is None:
            return None
        depends = not self.environment.asked.isdisjoint(variables)
        # A digest, as the markup of 10,000 cards is a tenth of the memory that they take.
        key = (blake2b(markup.encode("utf-8", "surrogatepass"), digest_size=16).digest(), size, bleed)
        drawing = self._drawings.get(key) or self._former.get(key) or self._drawn(key, markup, template, subject)
        if drawing is None:
            return None
        self._drawings[key] = drawing
        if not depends:
            self._constant[template, size, bleed] = drawing
        return drawing

    def _drawn(self, key: _Key, markup: str, template: str, subject: Subject) -> Drawing | None:
        _, size, bleed = key
        face = self.face(markup, template, size, bleed, subject)
        if face is None:
            return None
        if face.has_warnings:
            self._warned.add(key)
        return Drawing(size, bleed, tuple(face.items))

    def markup(
        self, template: str, variables: Mapping[str, Any], subject: Subject, page: tuple[int, int] = (0, 0)
    ) -> str | None:
        """Fill a template; None after its fault was noted. The pages of a document are told apart by their number."""
        values = {**self.shared, **variables}
        place = template, subject.name, page
        known = self._filled_before.get(place)
        if known and known.asked == _written(known.asked, values):
            self.environment.asked = set(known.asked)
            self._filled[place] = known
            return known.markup
        try:
            markup = self.environment.fill(template, values)
            if self.keeps:
                self._filled[place] = _Filling(_written(self.environment.asked, values), markup)
            return markup
        except TemplateError as failure:
            fault = failure.diagnostic
            notes = (*fault.notes, (f"while drawing {subject.name}", subject.place("")))
            self.diagnostics.add(
                fault.code, fault.message, fault.span, expected=fault.expected, hints=fault.hints, notes=notes
            )
            return None

    def face(self, markup: str, template: str, size: Size | None, bleed: Mm, subject: Subject) -> Face | None:
        """Take a filled template apart; None after its faults were noted. Without a size, that of its viewBox."""
        path = self.environment_path(template)
        try:
            if "<!DOCTYPE" in markup:  # entities can be as large as loops, and nothing here needs them
                raise ValueError("it declares a document type")
            root = etree.fromstring(markup.encode(), _PARSER)
        except (etree.XMLSyntaxError, ValueError) as error:  # ValueError: also characters that cannot be encoded
            reason = str(error).split(" (<string>")[0].rstrip(".")
            message = f"what the template gives for {subject.name} is no good XML: {reason[:1].lower()}{reason[1:]}"
            self.diagnostics.add("E405", message, Span(display_path(str(path))))
            return None
        face = Face(self, root, path, size, bleed, subject)
        return face if face.build() else None

    def environment_path(self, template: str) -> Path:
        """The file of a template."""
        return Path(self.environment.get_template(template).filename or template)


def _written(names: Iterable[str], values: Mapping[str, Any]) -> dict[str, str]:
    return {name: repr(values.get(name, ...)) for name in names}
