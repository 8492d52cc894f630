"""Render the pieces of one kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from cardgen.geometry.outlines import Outline
from cardgen.geometry.units import Size
from cardgen.model.deck import Deck
from cardgen.model.piece import Piece
from cardgen.plugin.components import AID, BOARD, CARD, STANDEE, TILE, TOKEN, Entry, PieceKind
from cardgen.plugin.hooks import board_plan, piece_entries, trim_size
from cardgen.render.context import Subject
from cardgen.render.localization import localized
from cardgen.render.renderer import Renderer
from cardgen.report.diagnostics import Collector, quoted
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Span


def draw_pieces(kind: PieceKind, deck: Deck, card: Size, renderer: Renderer) -> list[Piece]:
    """Render face and back of every entry of a kind.

    Args:
        kind: Kind of piece to render.
        deck: Deck that holds the entries.
        card: Card size of this build, mm.
        renderer: Renders the templates and collects the errors.

    Returns:
        The pieces in the order of the deck; pieces with an error are left out.

    Raises:
        UnlocatedError: E510, the outline does not fit the trim, or cannot be folded.
    """
    size = trim_size(deck.game, kind, card)
    plan = localized(board_plan(deck.game, kind, card), renderer.language)
    outline = _outline(kind, size)
    shared = {"fields": localized(kind.fields, renderer.language), "kind": described_kind(kind, renderer)}
    pieces = []
    for entry in _distinct(piece_entries(deck.game, kind, deck.data), deck, renderer.diagnostics):
        data = value_of(entry, renderer)
        if entry.id == kind.name and data.get("name", ...) is None:  # the only piece of its kind
            data = {**data, "name": shared["kind"]["title"]}
        name = str(data.get("name") or entry.id)
        subject = Subject(f"{kind.name} '{name}'", _places(deck, entry, renderer.language), _role(kind))
        variables = {"card": {**data, "plan": plan} if plan else data, **shared}
        face = renderer.draw_side(entry.face or kind.face, variables, size, kind.bleed, subject)
        behind = kind.back and (entry.back or kind.back)
        back = renderer.draw_side(behind, variables, size, kind.bleed, subject) if behind else None
        if face is not None and (back is not None or not kind.back):
            endwise = kind.endwise if entry.endwise is None else entry.endwise
            pieces.append(Piece(kind.name, entry.id, name, face, back, entry.copies, outline, endwise, kind.fold))
    return pieces


def described_kind(kind: PieceKind, renderer: Renderer) -> dict[str, str]:
    """Return what templates see as `kind`.

    Args:
        kind: The kind of piece.
        renderer: Renderer of the build.
    """
    title = localized(kind.title, renderer.language) or renderer.shared["t"].get(kind.name, kind.name)
    return {"name": kind.name, "title": title, "role": kind.role, "shape": kind.outline.name}


def value_of(entry: Entry, renderer: Renderer) -> dict[str, Any]:
    """Return what templates see as `card`, in the language of the build.

    Args:
        entry: The entry of the piece.
        renderer: Draws the deck.
    """
    if entry.data is not None:
        data: dict[str, Any] = localized(entry.data, renderer.language)
        return data
    value: Any = renderer.shared["deck"]
    for part in entry.path:
        value = value[part]
    return {**value, "id": entry.id}


def _distinct(entries: Iterable[Entry], deck: Deck, found: Collector) -> Iterator[Entry]:
    """Yield the entries; E205 for each whose id an earlier one has, since records and exports go by the id."""
    seen: dict[str, Entry] = {}
    for entry in entries:
        first = seen.setdefault(entry.id, entry)
        if first is entry:
            yield entry
        else:  # in the words of `check_unique_ids`, so that it is reported once if the game has called that
            note = ("first used", deck.node.nearest((*first.path, "id")))
            place = deck.node.nearest((*entry.path, "id"))
            found.add("E205", f"id {quoted(entry.id)} is used twice", place, notes=(note,))


def _role(kind: PieceKind) -> str:
    """Return what the pieces of a kind are, in messages."""
    return kind.role if kind.role in {CARD, TILE, TOKEN, BOARD, STANDEE, AID} else "piece"


def _outline(kind: PieceKind, trim: Size) -> Outline:
    """Return the outline of a kind in fractions of its trim."""
    try:
        outline = kind.outline.fitted(trim)
        if kind.fold:
            kind.fold.outline(outline, trim)
            kind.fold.lines(outline, trim)
    except ValueError as error:
        raise UnlocatedError("E510", f"the pieces of '{kind.name}' cannot be cut out: {error}") from None
    return outline


def _places(deck: Deck, entry: Entry, language: str) -> Callable[[str], Span | None]:
    """Return a function that finds where the deck states a field in the language of the build."""

    def place(field: str) -> Span:
        return deck.node.nearest((*entry.path, field, language) if field else entry.path)

    return place
