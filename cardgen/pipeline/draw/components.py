"""Draw the components of a deck for a build, an export, a proof or a box."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.geometry.units import Mm, Size
from cardgen.impose.paper import Paper
from cardgen.model.deck import Deck
from cardgen.model.drawing import Drawing
from cardgen.model.piece import Piece
from cardgen.pipeline.draw.document_pieces import DocumentPieces
from cardgen.pipeline.draw.preflight import check_faces, with_edges
from cardgen.pipeline.draw.unused_columns import note_unused_columns
from cardgen.pipeline.open.project import Project
from cardgen.plugin.components import Component, Document, PieceKind
from cardgen.plugin.game import Game
from cardgen.plugin.hooks import board_seams, piece_entries
from cardgen.records import dataclass
from cardgen.render.document import draw_pages
from cardgen.render.pieces.drawing import DrawnFace, draw_pieces
from cardgen.render.pieces.drawing import draw_faces as draw_faces_of_kind
from cardgen.render.pieces.values import DeckValues
from cardgen.report.diagnostics import Collector, Diagnostic, one_of, quoted
from cardgen.report.errors import UnlocatedError

if TYPE_CHECKING:  # comparing what was drawn needs the engines of pictures, which a check does without
    from cardgen.changes.inventory import Inventory

MOST_PIECES = 100_000
"""How many pieces of a kind are printed at most, copies included; they fill more than 4,000 sheets."""

_MANY = 1_000
"""Pieces that take more than a second, so that their number is shown while they are drawn."""

Progress = Callable[[str], None]
"""Called with the name of each stage as it begins."""


@dataclass(frozen=True, slots=True)
class DrawnComponent:
    """A component of the game, drawn: the pieces of one kind, or the pages of a document.

    Attributes:
        component: Kind of piece or document, as it was drawn: with the bleed of this build.
        title: Title for people, in the language of the build.
        pieces: Pieces in the order of the deck, each once; empty for a document.
        pages: Pages of a document; empty for a kind of piece.
        seams: Places, x and y in mm, at which a tiled piece may be cut; both empty if any place will do.
    """

    component: Component
    title: str
    pieces: tuple[Piece, ...] = ()
    pages: tuple[Drawing, ...] = ()
    seams: tuple[Sequence[Mm], Sequence[Mm]] = ((), ())

    @property
    def drawings(self) -> list[Drawing]:
        """Faces and backs of its pieces, and its pages."""
        sides = [side for piece in self.pieces for side in (piece.face, piece.back) if side]
        return [*sides, *self.pages]


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnDeck:
    """A deck, drawn in one language at one card size.

    Attributes:
        project: The deck and what drew it, to draw pages about it.
        paper: Paper that the pages of its documents are drawn for.
        card: Trim size of its cards, mm.
        drawn: Everything that was drawn, in the order of the game.
        warnings: Problems that were found and do not stop the work.
    """

    project: Project = field(repr=False)
    paper: Paper
    card: Size
    drawn: tuple[DrawnComponent, ...]
    warnings: tuple[Diagnostic, ...]

    @property
    def deck(self) -> Deck:
        """The deck."""
        return self.project.deck

    @property
    def title(self) -> str:
        """Title of files made of it."""
        return self.project.title

    @property
    def author(self) -> str:
        """Author of files made of it."""
        return self.project.author

    @property
    def subject(self) -> str:
        """Subject of files made of it; may be empty."""
        return self.project.subtitle

    @property
    def language(self) -> str:
        """Code of the language of its text."""
        return self.project.renderer.language

    @property
    def fonts(self) -> Mapping[str, Path]:
        """Key of each font that its drawings may name, and the font's file."""
        return self.project.fonts

    @property
    def inventory(self) -> Inventory:
        """The inventory of everything that was drawn, by its look."""
        from cardgen.changes.components import take_inventory

        return take_inventory(self.drawn, self.fonts)


def select_components(only: Sequence[str], game: Game, found: Collector) -> list[Component]:
    """Return the components that `--only` names, in the order of the game.

    Args:
        only: Names of components; empty selects all.
        found: Receives E504 for each name that the game does not have.
    """
    names = [component.name for component in game.components]
    for name in only:
        if name not in names:
            found.add("E504", f"unknown component {quoted(name)}", **one_of(name, names))
    return [component for component in game.components if not only or component.name in only]


def draw_components(
    project: Project,
    components: Sequence[Component],
    *,
    card: Size,
    page_of: Callable[[Document], Size],
    bleed_of: Callable[[PieceKind], Mm],
    found: Collector,
    progress: Progress,
) -> Iterator[DrawnComponent]:
    """Draw components of a deck.

    Args:
        project: The deck and what draws it; its renderer collects the problems of templates.
        components: Components to draw, in the order in which they are yielded.
        card: Trim size of a card, mm.
        page_of: Function from a document to the size of its pages, mm. One that stands in for a kind of piece has its name.
        bleed_of: Function from a kind to the distance that its ink runs past the trim, mm.
        found: Receives E510 for a kind whose outline does not fit its pieces, and E119 for one with too many pieces.
        progress: Called with the name of each component, and with the number of its pieces if they will take long.
    """
    kinds = {component.name: component for component in project.game.components if isinstance(component, PieceKind)}
    shown = DocumentPieces(project, kinds, card, bleed_of)
    start = len(found.items)
    for component in components:
        progress(_stage(component, project))
        title = project.strings[component.name]
        if isinstance(component, Document):
            values = _values(kinds.get(component.name), project, card)
            with shown:
                pages = tuple(draw_pages(component, page_of(component), project.renderer, values))
            yield DrawnComponent(component, title, pages=pages)
            continue
        kind = replace(component, bleed=bleed_of(component))
        try:
            pieces = tuple(draw_pieces(kind, project.deck, card, project.renderer, kinds))
            note_unused_columns(kind, pieces, project, found)
            check_faces(kind, pieces, project, found)
            pieces = tuple(with_edges(kind, pieces, project))
            if project.is_draft:
                from cardgen.render.pieces.draft_mark import mark_drafts

                pieces = tuple(mark_drafts(pieces, project.renderer))
        except UnlocatedError as error:
            found.items.append(error.at(None))
            pieces = ()
        pieces = _countable(kind, pieces, project, found)
        shown.know(kind.name, pieces)
        yield DrawnComponent(kind, title, pieces, seams=board_seams(project.game.id, kind, card))
    if project.is_draft:
        from cardgen.pipeline.open.draft import soften_from

        soften_from(start, found)


def _values(kind: PieceKind | None, project: Project, card: Size) -> dict[str, object]:
    """Return what a document that stands in for a kind sees of its values."""
    return (
        {"cards": [value.data for value in DeckValues(project.deck, card, project.renderer).of(kind)]} if kind else {}
    )


def draw_beginning(
    project: Project, components: Sequence[Component], count: int, *, card: Size, bleed_of: Callable[[PieceKind], Mm]
) -> DrawnComponent | None:
    """Draw the first pieces of a deck before all others; nothing is reported.

    Args:
        project: The deck and what draws it; not a draft.
        count: How many pieces to draw at most.
        card: Trim size of a card, mm.
        bleed_of: Function from a kind to the distance that its ink runs past the trim, mm.

    Returns:
        The first kind of flat pieces, with its first pieces that have no errors; None if there is none.
    """
    for kind in _flat_kinds(components, bleed_of):
        with project.renderer.without_reports(), suppress(UnlocatedError):
            pieces = tuple(draw_pieces(kind, project.deck, card, project.renderer, most=count))
            return DrawnComponent(kind, project.strings[kind.name], pieces)
    return None


def draw_faces(
    project: Project, wanted: Mapping[str, Container[str]], *, card: Size, bleed_of: Callable[[PieceKind], Mm]
) -> Iterator[DrawnFace]:
    """Draw some faces of a deck before all others; nothing is reported.

    Args:
        project: The deck and what draws it; not a draft.
        card: Trim size of a card, mm.

    Yields:
        Each face of a flat piece that has no errors.
    """
    for kind in _flat_kinds(project.game.components, bleed_of):
        if kind.name in wanted:
            yield from draw_faces_of_kind(kind, project.deck, card, project.renderer, wanted[kind.name])


def _stage(component: Component, project: Project) -> str:
    if isinstance(component, Document) or component.made is not None:
        return component.name
    count = len(piece_entries(project.game.id, component, project.deck.data))
    return f"{component.name}, {count:,} to draw" if count >= _MANY else component.name


def _flat_kinds(components: Iterable[Component], bleed_of: Callable[[PieceKind], Mm]) -> Iterator[PieceKind]:
    """Yield the kinds of flat pieces with the bleed of this build."""
    for component in components:
        if isinstance(component, PieceKind) and component.made is None:
            yield replace(component, bleed=bleed_of(component))


def _countable(kind: PieceKind, pieces: tuple[Piece, ...], project: Project, found: Collector) -> tuple[Piece, ...]:
    """Return the pieces of a kind; none after E119, if they are more than any computer could lay out."""
    count = sum(piece.copies for piece in pieces)
    if count <= MOST_PIECES:
        return pieces
    most = max(piece_entries(project.game.id, kind, project.deck.data), key=lambda entry: entry.copies)
    message = f"the deck has {count:,} {kind.name}, counted by copies"
    place = project.deck.node.nearest((*most.path, "copies"))
    found.add(
        "E119", message, place, expected=f"at most {MOST_PIECES:,}", hints=["look for copies with too many digits"]
    )
    return ()
