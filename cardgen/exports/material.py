"""What is to be exported: a deck, drawn at the size and with the bleed that the target takes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from cardgen.exports.profile import Format, Profile, choose_format
from cardgen.exports.safe import check_safe
from cardgen.geometry.outlines import RECTANGLE
from cardgen.geometry.units import Size
from cardgen.impose.paper import find_card, find_paper
from cardgen.model.drawing import Drawing, Rotated
from cardgen.model.piece import Piece
from cardgen.pipeline.draw import DrawnComponent, Progress, select_components
from cardgen.pipeline.options import ExportOptions
from cardgen.pipeline.project import Project, open_project
from cardgen.plugin.components import Document, PieceKind
from cardgen.render.document import draw_pages
from cardgen.render.pieces import draw_pieces
from cardgen.report.diagnostics import Collector, Diagnostic, sort_diagnostics
from cardgen.report.errors import CardgenError, UnlocatedError


@dataclass(frozen=True, slots=True)
class ExportJob:
    """A deck, drawn for one target.

    Attributes:
        name: Of the deck's file, for names of files.
        title, author, subject, language: For metadata.
        target: Name of the profile.
        profile: What the target takes.
        choice: What the user asks for.
        card: Size of a card.
        format: The shop's card, if it makes only some.
        parts: What was drawn, in the order of the game.
        left_out: Titles of the parts that the target does not take.
        warnings: What was found that does not stop it.
        fonts: Key of each font to its file.
    """

    name: str
    title: str
    author: str
    subject: str
    language: str
    target: str
    profile: Profile
    choice: ExportOptions
    card: Size
    format: Format | None
    parts: tuple[DrawnComponent, ...]
    left_out: tuple[str, ...]
    warnings: tuple[Diagnostic, ...]
    fonts: Mapping[str, Path] = field(repr=False)

    @property
    def decks(self) -> list[DrawnComponent]:
        """Parts whose pieces are cards."""
        return [part for part in self.parts if part.pieces and is_card(part.component, self.card)]

    @property
    def others(self) -> list[DrawnComponent]:
        """Parts of other pieces: boards, counters."""
        return [part for part in self.parts if part.pieces and not is_card(part.component, self.card)]

    @property
    def documents(self) -> list[DrawnComponent]:
        """Parts that are pages."""
        return [part for part in self.parts if part.pages]

    @property
    def pieces(self) -> list[Piece]:
        """All pieces that are not printed zero times."""
        return [piece for part in self.parts for piece in part.pieces if piece.copies]


def is_card(component: PieceKind | Document, card: Size) -> bool:
    """Whether a component's pieces are cards: rectangles of the size of a card, and in one piece."""
    if not isinstance(component, PieceKind) or component.tiled or component.outline != RECTANGLE:
        return False
    return component.size(card) == card


def prepare_export(path: Path, target: str, profile: Profile, choice: ExportOptions, progress: Progress) -> ExportJob:
    """Open and draw a deck for a target.

    Raises:
        CardgenError: The deck or an option has faults, all that were found; E562, nothing is left to export.
    """
    found = Collector()
    progress("load")
    project = open_project(path, choice.language, found)
    shop_card, card = _card(project, profile, choice, found)
    wanted = select_components(choice.only, project.game, found)
    taken = [component for component in wanted if profile.takes == "all" or is_card(component, card)]
    left_out = tuple(project.strings[component.name] for component in wanted if component not in taken)
    if wanted and not taken:
        found.add("E562", f"{profile.title} takes cards only, and there are none among: {', '.join(left_out).lower()}")
    parts = tuple(_drawn(project, taken, card, profile.bleed_of(shop_card), progress))
    cards = [piece for part in parts if is_card(part.component, card) for piece in part.pieces]
    check_safe(cards, profile, found)
    if found.has_errors or (choice.strict and found.items):
        raise CardgenError(sort_diagnostics(found.items, strict=choice.strict))
    fonts = project.renderer.fonts
    return ExportJob(
        name=path.stem,
        title=project.title,
        author=project.author,
        subject=project.subtitle,
        language=project.renderer.language,
        target=target,
        profile=profile,
        choice=choice,
        card=card,
        format=shop_card,
        parts=parts,
        left_out=left_out,
        warnings=tuple(sort_diagnostics(found.items)),
        fonts={name: fonts.path(name) for name in fonts.names()},
    )


def _card(project: Project, profile: Profile, choice: ExportOptions, found: Collector) -> tuple[Format | None, Size]:
    try:
        shop_card = choose_format(profile, choice.card)
        if shop_card:
            return shop_card, shop_card.size
        return None, find_card(choice.card) if choice.card else project.game.card
    except UnlocatedError as fault:
        found.items.append(fault.at(None))
        return None, project.game.card


def _drawn(
    project: Project, components: Sequence[PieceKind | Document], card: Size, bleed: float, progress: Progress
) -> Iterator[DrawnComponent]:
    for component in components:
        progress(component.name)
        title = project.strings[component.name]
        if isinstance(component, Document):
            yield DrawnComponent(
                component, title, pages=tuple(draw_pages(component, find_paper("a4"), project.renderer))
            )
        else:
            kind = replace(component, bleed=bleed)
            pieces = draw_pieces(kind, project.deck, card, project.renderer)
            turned: dict[Drawing, Drawing] = {}
            yield DrawnComponent(kind, title, tuple(_ready(piece, title, turned) for piece in pieces))


def _ready(piece: Piece, title: str, turned: dict[Drawing, Drawing]) -> Piece:
    """The piece as shops and tables take it: with a name, and with a back that is upright when turned like a page.

    Args:
        piece: As drawn.
        title: Of its part, for a piece that has no name of its own.
        turned: Backs that were turned before, so that equal ones stay one.
    """
    back = piece.back
    if back and piece.endwise:
        upside_down = Rotated(180, back.size.width / 2, back.size.height / 2, back.items)
        back = turned.setdefault(back, Drawing(back.size, back.bleed, (upside_down,)))
    return replace(piece, name=title if piece.name == piece.id else piece.name, back=back, endwise=False)
