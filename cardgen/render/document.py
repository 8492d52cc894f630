"""Render documents: Markdown fills the columns of page templates, as many pages as needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, islice
from typing import TYPE_CHECKING

from cardgen.geometry.units import Mm, Size
from cardgen.model.drawing import Drawing
from cardgen.model.language import suitable_keys
from cardgen.plugin.components import Document
from cardgen.render.context import Subject
from cardgen.render.renderer import Renderer
from cardgen.render.templates.output_cache import RenderedDocument, RenderedTemplate
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Span, display_path

if TYPE_CHECKING:  # a build with known pages does not pay for the import
    from cardgen.render.text.blocks import Figure
    from cardgen.render.text.columns import FilledColumn
    from cardgen.render.text.rows import KnownRows

MAX_PAGES = 200
NO_VARIABLES: Mapping[str, object] = {}
_NO_BRACES = str.maketrans("_", " ", "{}")


def document_text(document: Document, renderer: Renderer) -> str:
    """Return the Markdown of a document that was drawn, with its values filled in; empty after an error."""
    if known := _drawn(document, renderer):
        return known.filled[_text_key(document)]
    subject = Subject(f"document '{document.name}'")
    return renderer.render_markup(_text_file(document, renderer, subject), {}, subject) or ""


def figures_of(document: Document, renderer: Renderer) -> dict[str, Drawing]:
    """Return the figures of a document that was drawn, by name; none of one with warnings."""
    known = _drawn(document, renderer)
    figures = known.templates.items() if known else ()
    return {name: one.drawing for (name, page, *_), one in figures if not page}


def _drawn(document: Document, renderer: Renderer) -> RenderedDocument | None:
    """Return what a document was drawn from; None with warnings."""
    return next((found for (name, _), found in renderer.documents.items() if name == document.name), None)


def draw_pages(
    document: Document, size: Size, renderer: Renderer, variables: Mapping[str, object] = NO_VARIABLES
) -> list[Drawing]:
    """Render the pages of a document, or return those of the previous build if they would be the same.

    Args:
        variables: Variables that its templates see besides the shared ones.

    Returns:
        The pages; none after an error.
    """
    subject = Subject(f"document '{document.name}'")
    name = _text_file(document, renderer, subject)
    text = renderer.render_markup(name, variables, subject)
    if text is None:
        return []
    key = document.name, size
    previous = renderer.documents.pop(key, None)
    pages = _Pages(document, size, renderer, (name, text), variables, previous)
    if previous and pages.still_match():
        renderer.documents[key] = previous
        return previous.pages
    try:
        drawings = pages.draw()
    except UnlocatedError as error:
        error.is_final = True  # the document is missing
        place = Span(display_path(str(renderer.template_path(name))))
        renderer.diagnostics.items.append(error.at(place))
        return []
    except _ReportedError:
        return []
    if not pages.has_warnings:  # warnings must be reported in every build
        renderer.documents[key] = RenderedDocument(
            pages.filled, drawings, pages.templates, pages.columns, pages.figures, pages.rows
        )
    return drawings


def _text_file(document: Document, renderer: Renderer, subject: Subject) -> str:
    """Return the template of a document in the language of the build, or in English with a warning (W207)."""
    suitable = [document.text.replace("{lang}", key) for key in suitable_keys(renderer.language) if key]
    english = document.text.replace("{lang}", "en")
    found = next((name for name in suitable if renderer.has_template(name)), None)
    if found is None and renderer.has_template(english):
        hint = f"add '{suitable[0]}' to the templates of the game"
        renderer.diagnostics.add("W207", f"{subject.name} has no text in '{renderer.language}'", hints=(hint,))
        return english
    return found or suitable[0]


_TemplateKey = tuple[str, int, int, Mm]
"""Name of a template, number of the page, number of pages, end of the text; all are 0 for a figure."""


def _text_key(document: Document) -> _TemplateKey:
    return document.text, 0, 0, 0.0


class _ReportedError(Exception):
    """A template has errors, which have been reported."""


class _Pages:
    """The pages of one document while they are filled.

    Attributes:
        filled: Output of the templates: the text of the document, then pages and figures in the order of use.
        columns: Text and figures, once they are set.
        figures: Name and words of each figure in the order of the text.
        rows: The text as rows, once it is drawn.
    """

    def __init__(
        self,
        document: Document,
        size: Size,
        renderer: Renderer,
        text: tuple[str, str],
        variables: Mapping[str, object],
        previous: RenderedDocument | None,
    ) -> None:
        self._document = document
        self._size = size
        self._renderer = renderer
        self._subject = Subject(f"document '{document.name}'")
        self._name, self._text = text
        self._has_faulty_text = False
        self._previous = previous
        self._given = variables
        self.rows: KnownRows | None = None
        self.columns: Sequence[FilledColumn] = ()
        self.figures: Sequence[tuple[str, str]] = ()
        self.templates: dict[_TemplateKey, RenderedTemplate] = {}
        self.filled: dict[_TemplateKey, str] = {_text_key(document): self._text}

    def _report(self, error: UnlocatedError) -> None:
        """Report what is wrong with the text, though it is drawn."""
        self._has_faulty_text = True
        place = Span(display_path(str(self._renderer.template_path(self._name))))
        item = error.at(place, (f"in {self._subject.name}", None))
        if item not in self._renderer.diagnostics.items:
            self._renderer.diagnostics.items.append(item)

    @property
    def has_warnings(self) -> bool:
        """Whether a warning was reported."""
        return self._has_faulty_text or any(template.has_warnings for template in self.templates.values())

    def still_match(self) -> bool:
        """Check whether the templates give the same output again and show the same pieces, so that nothing is to draw."""
        assert self._previous
        try:
            return all(markup == self._filled(*name) for name, markup in self._previous.filled.items()) and all(
                map(self._shows_the_same, self._previous.templates.values())
            )
        except (_ReportedError, UnlocatedError):  # drawing the pages reports it again
            return False

    def _shows_the_same(self, template: RenderedTemplate) -> bool:
        """Check whether the pieces that a page or figure of the previous build shows are the same."""
        pieces = self._renderer.pieces
        return all(pieces is not None and pieces(*name) is drawing for name, drawing in template.shown.items())

    def draw(self) -> list[Drawing]:
        """Fill the columns with the text, and draw the pages again once their number is known.

        Raises:
            UnlocatedError: E405, a page has no columns; E406, a figure does not fit.
            _ReportedError: A template has errors, which have been reported.
        """
        if not (self._previous and self._takes_columns(self._previous)):
            self._fill_columns()
        pages: list[RenderedTemplate] = []
        room = 0
        while room < len(self.columns):
            pages.append(self._page(len(pages) + 1, len(pages) + 1))
            room += len(pages[-1].columns)
        rest = iter(self.columns)
        return [
            self._filled_page(number, pages, [*islice(rest, len(page.columns))]) for number, page in enumerate(pages, 1)
        ]

    def _fill_columns(self) -> None:
        """Set the text and fill the columns; errors as for `draw`."""
        from cardgen.render.text.flow import fill_columns
        from cardgen.render.text.markdown import parse_markdown
        from cardgen.render.text.rows import KnownRows

        renderer, figures = self._renderer, list[tuple[str, str]]()

        def figure(name: str, words: str) -> Figure:
            figures.append((name, words))
            return self._figure(name, words)

        self.rows = KnownRows(self._previous.rows if self._previous else None)
        blocks = parse_markdown(self._text, renderer.styles.style, figure, renderer.language)
        self.columns = fill_columns(
            blocks,
            (self._page(page, page).columns for page in range(1, MAX_PAGES + 1)),
            fontbook=renderer.fonts,
            icons=renderer.icon,
            language=renderer.language,
            known=self.rows,
            report=self._report,
        )
        self.figures = figures

    def _takes_columns(self, before: RenderedDocument) -> bool:
        """Take the columns of the previous build with the figures of this one, if nothing else differs, nor a figure's size.

        Raises:
            _ReportedError: A template has errors, which have been reported.
        """
        from cardgen.render.text.columns import with_figures

        layout = [key for key in before.filled if key[0] == self._document.text or (key[1] and not key[3])]
        if any(before.filled[key] != self._filled(*key) for key in layout):
            return False
        sizes = {name: template.drawing.size for (name, page, *_), template in before.templates.items() if not page}
        figures = [self._figure(*figure) for figure in before.figures]
        if any(figure.size != sizes[name] for figure, (name, _) in zip(figures, before.figures, strict=True)):
            return False
        rest, width = iter(figures), self._page(1, 1).columns[0].width
        self.columns = [with_figures(column, rest, width) for column in before.columns]
        self.figures, self.rows = before.figures, before.rows
        return True

    def _filled_page(self, number: int, pages: Sequence[RenderedTemplate], columns: Sequence[FilledColumn]) -> Drawing:
        """Return a page with its columns; the template sees where their text ends."""
        from cardgen.render.text.columns import shifted
        from cardgen.render.transform import lowest

        text = [item for column in columns for item in column.items]
        page = self._page(number, len(pages), round(lowest(text), 2)).drawing
        starts = accumulate((len(column.items) for column in columns), initial=len(page.items))
        blocks = [
            block for start, column in zip(starts, columns, strict=False) for block in shifted(column.blocks, start)
        ]
        return Drawing(self._size, 0, (*page.items, *text), page.words, (*page.blocks, *blocks))

    def _page(self, page: int, pages: int, text_end: Mm = 0.0) -> RenderedTemplate:
        face = self._template(self._document.page, page, pages, text_end)
        if not face.columns:
            raise UnlocatedError("E405", f"page template '{self._document.page}' has no <card:column>")
        return face

    def _figure(self, name: str, words: str) -> Figure:
        from cardgen.render.text.blocks import Figure

        drawing = self._template(name, 0, 0, 0.0).drawing
        written = ". ".join(drawing.words.split("\n")).translate(_NO_BRACES)
        return Figure(drawing.items, drawing.size, words=words or written or name)

    def _template(self, name: str, page: int, pages: int, text_end: Mm) -> RenderedTemplate:
        """Return what a template draws; a page has a number, a figure has none and states its own size."""
        key = name, page, pages, text_end
        if key not in self.templates:
            markup = self._filled(*key)
            self.templates[key] = self._unchanged(key, markup) or self._drawn(key, markup)
        return self.templates[key]

    def _unchanged(self, key: _TemplateKey, markup: str) -> RenderedTemplate | None:
        """Return what a template drew in the previous build, if it would draw the same."""
        previous = self._previous.templates.get(key) if self._previous else None
        return previous if previous and previous.markup == markup and self._shows_the_same(previous) else None

    def _drawn(self, key: _TemplateKey, markup: str) -> RenderedTemplate:
        name, page, pages, text_end = key
        size, variables = self._size if page else None, self._variables(page, pages, text_end)
        face = self._renderer.draw_face(markup, name, size, 0, self._subject, variables)
        if face is None:
            raise _ReportedError
        drawing = Drawing(face.size, 0, tuple(face.items), face.words, (*face.blocks,))
        return RenderedTemplate(markup, drawing, tuple(face.columns), face.shown, bool(face.faults.problems))

    def _variables(self, page: int, pages: int, text_end: Mm) -> dict[str, object]:
        """Return what the template of a page or a figure sees besides the shared variables."""
        size = self._size if page else Size(0, 0)
        numbers = {"page": page, "pages": pages, "text_end": text_end} if page else {}
        return {"width": size.width, "height": size.height, "bleed": 0, **numbers, **self._given}

    def _filled(self, name: str, page: int, pages: int, text_end: Mm) -> str:
        key = name, page, pages, text_end
        if key not in self.filled:
            variables = self._variables(page, pages, text_end)
            markup = self._renderer.render_markup(name, variables, self._subject, (page, pages))
            if markup is None:
                raise _ReportedError
            self.filled[key] = markup
        return self.filled[key]
