"""Draw the deck of an export at the size and with the bleed that the target requires."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from cardgen.exports.profile import CardFormat, Profile, choose_format, find_format
from cardgen.exports.safe import check_safe
from cardgen.geometry.outlines import RECTANGLE
from cardgen.geometry.units import Size
from cardgen.model.drawing import Drawing, Rotated
from cardgen.model.piece import Piece
from cardgen.pipeline.draw.components import DrawnComponent, DrawnDeck, Progress, draw_components, select_components
from cardgen.pipeline.open.project import Project, open_project
from cardgen.pipeline.options import BuildOptions, ExportOptions
from cardgen.pipeline.presets import load_presets
from cardgen.pipeline.print_settings import resolve
from cardgen.pipeline.printed_file.targets import file_stem
from cardgen.plugin.components import CARD, Component, PieceKind, is_card
from cardgen.records import dataclass
from cardgen.report.diagnostics import Collector, sort_diagnostics
from cardgen.report.errors import UnlocatedError, raise_errors

_REASONS: Mapping[str, str] = {
    "die": "dice are folded up from a net, to be printed at home",
    "box": "boxes are folded up from a net, to be printed at home",
    "part": "they are parts of other pieces, to be printed at home",
}


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A component that a target does not accept.

    Attributes:
        reason: Why it is left out, as a clause: `it is a document`.
        is_for_paper: Whether it serves only what is folded or glued at home, such as a box, so that the target lacks nothing.
    """

    title: str
    reason: str
    is_for_paper: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportJob(DrawnDeck):
    """A deck, drawn for one target.

    Attributes:
        name: Stem of the deck's file, for the names of files.
        formats: Name of the shop's card for each kind of card, by the name of the kind; empty for targets that accept any
            size.
        left_out: Components that the target does not accept.
    """

    path: Path
    name: str
    target: str
    profile: Profile
    options: ExportOptions
    formats: Mapping[str, str]
    left_out: tuple[LeftOut, ...]

    def format_of(self, kind: str) -> CardFormat | None:
        """Return the shop's card for a kind; None if the target accepts any size."""
        return self.profile.formats[self.formats[kind]] if kind in self.formats else None

    @property
    def decks(self) -> list[DrawnComponent]:
        """Components whose pieces are cards; each is a separate deck."""
        return [part for part in self.drawn if part.pieces and is_card(part.component)]

    @property
    def others(self) -> list[DrawnComponent]:
        """Components of other pieces: boards, tokens, standees."""
        return [part for part in self.drawn if part.pieces and not is_card(part.component)]

    @property
    def documents(self) -> list[DrawnComponent]:
        """Components that are pages."""
        return [part for part in self.drawn if part.pages]

    @property
    def pieces(self) -> list[Piece]:
        """All pieces; each has at least one copy."""
        return [piece for part in self.drawn for piece in part.pieces]


def prepare_export(
    path: Path, target: str, profile: Profile, options: ExportOptions, progress: Progress = lambda _stage: None
) -> ExportJob:
    """Open and draw a deck for a target.

    Args:
        progress: Called with the name of each stage as it begins.

    Raises:
        CardgenError: The deck or an option has errors, all that were found; E562, nothing is left to export.
    """
    found = Collector()
    progress("load")
    project = open_project(path, options, found)
    layout = BuildOptions(paper=options.paper, card="" if profile.formats else options.card)
    settings = resolve(layout, load_presets(path.parent, found), project.card, found)
    chosen = _choose_format(profile, options, found)
    card = chosen.size if chosen else settings.card
    wanted = select_components(options.only, project.game, found)
    taken, formats, left_out = _sort_out(wanted, profile, card, project)
    if wanted and not taken:
        reasons = [(f"left out: {item.title} ({item.reason})", None) for item in left_out]
        found.add("E562", f"{profile.title} accepts none of the components of this deck", notes=reasons)
    parts = draw_components(
        project,
        taken,
        card=card,
        page_of=lambda _document: settings.paper.size,
        bleed_of=lambda kind: profile.bleed_of(profile.formats.get(formats.get(kind.name, ""))),
        found=found,
        progress=progress,
    )
    drawn = tuple(_finish(_without_unused(part)) for part in parts)
    if not found.has_errors and not any(part.pieces or part.pages for part in drawn):
        found.add("E562", "there is nothing to export", project.deck.node.span, expected="a piece with a copy")
    check_safe([piece for part in drawn if is_card(part.component) for piece in part.pieces], profile, found)
    raise_errors(found, strict=options.strict)
    return ExportJob(
        project=project,
        paper=settings.paper,
        card=card,
        drawn=drawn,
        warnings=tuple(sort_diagnostics(found.items)),
        path=path,
        name=file_stem(path, project.other_language),
        target=target,
        profile=profile,
        options=options,
        formats=formats,
        left_out=tuple(left_out),
    )


def _choose_format(profile: Profile, options: ExportOptions, found: Collector) -> CardFormat | None:
    """Return the shop's card for cards of the game's usual size; None if the target accepts any size."""
    try:
        return choose_format(profile, options.card)
    except UnlocatedError as error:
        found.items.append(error.at(None))
        return None


def _sort_out(
    wanted: Sequence[Component], profile: Profile, card: Size, project: Project
) -> tuple[list[Component], dict[str, str], list[LeftOut]]:
    """Divide components into those that the target accepts and those that it does not.

    Returns:
        The accepted components; the name of the shop's card for each kind among them, if the shop makes only some sizes; and
        the components that are left out.
    """
    taken: list[Component] = []
    formats: dict[str, str] = {}
    left_out: list[LeftOut] = []
    for component in wanted:
        reason = _refusal(component, profile, card)
        if reason:
            is_for_paper = isinstance(component, PieceKind) and component.role in _REASONS
            left_out.append(LeftOut(project.strings[component.name], reason, is_for_paper))
            continue
        taken.append(component)
        made = find_format(profile, component.size(card)) if isinstance(component, PieceKind) else None
        if made:
            formats[component.name] = made
    return taken, formats, left_out


def _refusal(component: Component, profile: Profile, card: Size) -> str:
    """Return why a target does not accept a component; empty if it does."""
    if not isinstance(component, PieceKind):
        return "" if profile.takes == "all" else "it is a document"
    if profile.takes != "cards":
        return _REASONS[component.role] if component.role in profile.leaves_out else ""
    if not is_card(component):
        return f"its role is '{component.role}', not '{CARD}'"
    if component.outline != RECTANGLE:
        return "its cards are not rectangular"
    size = component.size(card)
    if profile.formats and find_format(profile, size) is None:
        return f"{profile.title} makes no cards of {size}"
    return ""


def _without_unused(part: DrawnComponent) -> DrawnComponent:
    """Return a component without the pieces that have no copies."""
    return replace(part, pieces=tuple(piece for piece in part.pieces if piece.copies))


def _finish(part: DrawnComponent) -> DrawnComponent:
    """Return a component with finished pieces, see `_finish_piece`."""
    turned: dict[Drawing, Drawing] = {}
    return replace(part, pieces=tuple(_finish_piece(piece, part.title, turned) for piece in part.pieces))


def _finish_piece(piece: Piece, title: str, turned: dict[Drawing, Drawing]) -> Piece:
    """Return a piece that has a name, and a back that is upright when the piece is turned like the page of a book.

    Args:
        title: Title of its component, for a piece without a name.
        turned: Backs that have been turned before, so that equal backs share one drawing; this one is added.
    """
    back = piece.back
    if back and piece.endwise:
        upside_down = Rotated(180, back.size.width / 2, back.size.height / 2, back.items)
        back = turned.setdefault(back, replace(back, items=(upside_down,)))
    return replace(piece, name=piece.name if piece.has_name else title, back=back, endwise=False)
