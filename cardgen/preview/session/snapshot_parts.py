"""Turn a drawn deck into the parts of a snapshot and the PDF pages behind its pictures."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from cardgen.geometry.outlines import RECTANGLE, Outline, PlacedOutline
from cardgen.geometry.units import Mm, Rect, Size
from cardgen.impose.leaves import fill_page
from cardgen.impose.order import order_files
from cardgen.model.deck import Deck, PictureReference
from cardgen.model.drawing import Drawing
from cardgen.model.sheet import Side
from cardgen.pipeline.draw.components import DrawnComponent
from cardgen.pipeline.open.project import Project
from cardgen.pipeline.printed_file.build import Job
from cardgen.plugin.components import Document, PieceKind
from cardgen.plugin.hooks import deck_identity
from cardgen.plugin.schema import values_within
from cardgen.preview.pictures.drawing import PageSource, face_source, page_source
from cardgen.preview.pictures.keys import DrawingKeys
from cardgen.preview.session.snapshot import (
    ShownDocument,
    ShownFace,
    ShownKind,
    ShownPicture,
    ShownPlace,
    ShownSheet,
    shown_place,
)
from cardgen.printer.pages import make_page
from cardgen.render.document import document_text, figures_of
from cardgen.validate.pictures import ErrorsByName
from cardgen.write.page import Page

_ICON = re.compile(r"(?<!\\)\{([^{}\s]+)\}")
MISSING = "E121"
"""Code of the error that a picture does not exist."""


@dataclass(slots=True)
class Sources:
    """The pages that pictures are made of, by key, in the order in which they are likely to be seen.

    Attributes:
        before: Faces that were drawn earlier.
        faces: Faces and backs of pieces.
        pages: Pages of documents and sides of sheets.
    """

    keys: DrawingKeys
    before: Mapping[str, PageSource]
    faces: dict[str, PageSource] = field(default_factory=dict)
    pages: dict[str, PageSource] = field(default_factory=dict)

    def add_face(self, drawing: Drawing, owner: str) -> ShownPicture:
        """Return the picture of one side of a piece.

        Args:
            owner: What it is, for messages, such as `card 'Pike'`.
        """
        key = self.keys.of_drawing(drawing)
        if key not in self.faces:
            known = self.before.get(key)
            self.faces[key] = known if known and known.owner == owner else face_source(drawing, owner)
        return ShownPicture(key, drawing.size.width, drawing.size.height, drawing.bleed)

    def add_page(self, page: Page, owner: str) -> ShownPicture:
        """Return the picture of a page.

        Args:
            owner: Title of the sheet or of the document, for messages.
        """
        key = self.keys.of_side(page.side, page.paper, page.adjustment)
        if key not in self.pages:
            self.pages[key] = page_source(page, f"sheet '{owner}'")
        return ShownPicture(key, page.paper.width, page.paper.height)


def shown_kinds(drawn: Iterable[DrawnComponent]) -> Iterator[ShownKind]:
    """Yield the kinds of piece among what was drawn."""
    for part in drawn:
        kind = part.component
        if isinstance(kind, PieceKind):
            copies = sum(piece.copies for piece in part.pieces)
            yield ShownKind(kind.name, part.title, kind.role, len(part.pieces), copies)


def about(project: Project, paper: str, card: Size) -> dict[str, Any]:
    """Return what a snapshot says of the deck as a whole.

    Args:
        card: Trim size of a card, mm.
    """
    identity = deck_identity(project.game, project.deck.data)
    return {
        "title": project.title,
        "subtitle": project.subtitle,
        "language": project.renderer.language,
        "languages": tuple(identity.languages or project.game.languages),
        "paper": paper,
        "card": (card.width, card.height),
    }


def missing_pictures(project: Project) -> Iterator[str]:
    """Yield the pictures that the deck names and that do not exist, as it writes them."""
    pictures = project.renderer.pictures
    errors = ErrorsByName(lambda name: pictures.picture(name, None))
    named = (str(value) for _, value in values_within(project.deck.data) if isinstance(value, PictureReference))
    for name in dict.fromkeys(named):
        if (error := errors[name]) and error.code == MISSING:
            yield name


def shown_faces(part: DrawnComponent, deck: Deck, corner: Mm, sources: Sources) -> Iterator[ShownFace]:
    """Yield the pieces of one kind.

    Args:
        corner: Radius of the corners of pieces that are rectangles, mm.
    """
    kind = part.component
    if not isinstance(kind, PieceKind):
        return
    for piece in part.pieces:
        name = piece.name if piece.has_name else part.title
        owner = kind.called(piece.name)
        yield ShownFace(
            id=f"{piece.kind}/{piece.id}",
            kind=piece.kind,
            name=name,
            copies=piece.copies,
            face=sources.add_face(piece.face, owner),
            back=sources.add_face(piece.back, owner) if piece.back else None,
            outline=_path_data(piece.outline),
            corner=corner if piece.outline == RECTANGLE else 0.0,
            endwise=piece.endwise,
            place=shown_place(deck.node.nearest(piece.path) if piece.path else None),
            text=sources.keys.words_of(piece.face),
        )


def listed_faces(before: Iterable[ShownFace], job: Job, left_out: Container[ShownPlace | None]) -> Iterator[ShownFace]:
    """Yield faces from before without those of entries that were removed from the deck, or have another id now.

    Args:
        left_out: Where the entries start that the deck was drawn without, since they are wrong; see `start_of`.
    """
    components = job.project.game.components
    kinds = {one.name: one for one in components if isinstance(one, PieceKind) and one.made is None}
    ids = {f"{kind.name}/{entry.id}" for kind in kinds.values() for entry in kind.entries(job.deck.data)}
    for face in before:
        if face.kind not in kinds or face.id in ids or start_of(face.place) in left_out:
            yield face


def start_of(place: ShownPlace | None) -> ShownPlace | None:
    """Return a place without its end, which moves while an entry is typed."""
    return replace(place, end=0) if place else None


def _path_data(outline: Outline) -> str:
    """Return an outline as data of an SVG path, in fractions of the trim; empty for a rectangle."""
    if outline == RECTANGLE:
        return ""
    curves = PlacedOutline(outline, Rect(0, 0, 1, 1)).curves()
    start = "M{:.4f} {:.4f}".format(*curves[0][0])
    parts = [("L" if len(curve) == 2 else "C") + " ".join(f"{x:.4f} {y:.4f}" for x, y in curve[1:]) for curve in curves]
    return f"{start}{''.join(parts)}Z"


def shown_documents(drawn: Iterable[DrawnComponent], project: Project, sources: Sources) -> Iterator[ShownDocument]:
    """Yield the documents among what was drawn."""
    strings = project.strings
    for part in drawn:
        document = part.component
        if part.pages and isinstance(document, Document):
            pages = [sources.add_page(Page(fill_page(page), page.size), part.title) for page in part.pages]
            text = document_text(document, project.renderer)
            text = _ICON.sub(lambda icon: strings.get(icon[1]) or icon[1].replace("_", " "), text)
            figures = [
                (name, sources.add_page(Page(fill_page(figure), figure.size), part.title))
                for name, figure in figures_of(document, project.renderer).items()
            ]
            yield ShownDocument(document.name, part.title, tuple(pages), text, tuple(figures))


def shown_sheets(job: Job, sources: Sources) -> Iterator[ShownSheet]:
    """Yield the first pages, which are not printed, and the sheets."""
    printer = job.settings.printer

    def side_of(side: Side, paper: Size, owner: str, *, verso: bool = False) -> ShownPicture:
        return sources.add_page(make_page(side, paper, None, printer, verso=verso), owner)

    for number, (drawing, title) in enumerate(job.front, 1):
        picture = side_of(fill_page(drawing), drawing.size, title)
        yield ShownSheet(f"front-{number}", "", title, picture, None, (number,), 0, "")
    pages: dict[int, list[int]] = {}
    for file in order_files(len(job.sheets), job.settings.layout)[:1]:
        for number, leaf in enumerate(file.leaves, file.first):
            pages.setdefault(leaf.sheet, []).append(number)
    for index, sheet in enumerate(job.sheets):
        recto = side_of(sheet.recto, sheet.paper, sheet.title)
        verso = side_of(sheet.verso, sheet.paper, sheet.title, verso=True) if sheet.verso else None
        yield ShownSheet(
            id=str(index + 1),
            kind=sheet.kind,
            title=sheet.title,
            recto=recto,
            verso=verso,
            pages=tuple(pages.get(index, ())),
            pieces=sheet.piece_count,
            printed_on=sheet.printed_on,
        )
