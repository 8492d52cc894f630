"""Documents of flowing text: Markdown poured into the columns of page templates, as many pages as it takes."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.errors import Fault
from cardgen.game import Document
from cardgen.model.drawing import Drawing, Item
from cardgen.render.face import Face
from cardgen.render.renderer import Renderer
from cardgen.render.studio import Subject
from cardgen.render.text.blocks import Figure
from cardgen.render.text.flow import fill_columns
from cardgen.render.text.markdown import parse_markdown
from cardgen.source import Span, display_path
from cardgen.units import Rect, Size

MAX_PAGES = 200


def draw_pages(document: Document, size: Size, renderer: Renderer) -> list[Drawing]:
    """The pages of a document.

    Args:
        document: Its text and its page.
        size: Of a page.
        renderer: Gets the faults; after one there are no pages.
    """
    subject = Subject(f"document '{document.name}'")
    name = document.text.replace("{lang}", renderer.language)
    text = renderer.markup(name, {}, subject)
    if text is None:
        return []
    try:
        return _Pages(document, size, renderer, subject).filled(text)
    except Fault as fault:
        place = Span(display_path(str(renderer.environment_path(name))))
        renderer.diagnostics.items.append(fault.at(place))
        return []


class _Stop(Exception):
    """A template has faults, which were noted."""


class _Pages:
    def __init__(self, document: Document, size: Size, renderer: Renderer, subject: Subject) -> None:
        self._document = document
        self._size = size
        self._renderer = renderer
        self._subject = subject

    def filled(self, text: str) -> list[Drawing]:
        renderer = self._renderer
        try:
            blocks = parse_markdown(text, renderer.styles.style, self._figure, renderer.language)
            columns = fill_columns(
                blocks, self._columns(), fontbook=renderer.fonts, icons=renderer.icon, language=renderer.language
            )
            return self._drawn(columns)
        except _Stop:
            return []

    def _columns(self) -> Iterator[Rect]:
        for page in range(1, MAX_PAGES + 1):
            yield from self._face(page, page).columns

    def _drawn(self, columns: list[tuple[Item, ...]]) -> list[Drawing]:
        """Draw the pages anew, now that their number is known."""
        pages: list[Face] = []
        room = 0
        while room < len(columns):
            pages.append(self._face(len(pages) + 1, len(pages) + 1))
            room += len(pages[-1].columns)
        drawings = []
        rest = iter(columns)
        for number, face in enumerate(pages, 1):
            items = self._face(number, len(pages)).items
            text = [item for _, column in zip(face.columns, rest, strict=False) for item in column]
            drawings.append(Drawing(self._size, 0, (*items, *text)))
        return drawings

    def _face(self, page: int, pages: int) -> Face:
        size = self._size
        variables: dict[str, object] = {
            "page": page,
            "pages": pages,
            "width": size.width,
            "height": size.height,
            "bleed": 0,
        }
        face = self._template(self._document.page, variables, size)
        if not face.columns:
            raise Fault("E405", f"page template '{self._document.page}' has no <card:column>")
        return face

    def _figure(self, name: str) -> Figure:
        face = self._template(name, {"width": 0, "height": 0, "bleed": 0}, None)
        return Figure(tuple(face.items), face.size)

    def _template(self, name: str, variables: dict[str, object], size: Size | None) -> Face:
        renderer = self._renderer
        markup = renderer.markup(name, variables, self._subject)
        face = renderer.face(markup, name, size, 0, self._subject) if markup is not None else None
        if face is None:
            raise _Stop
        return face
