"""Draw the faces and backs of all pieces of one kind."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple

from cardgen.geometry.units import Mm, Size
from cardgen.model.deck import Deck
from cardgen.model.drawing import Drawing
from cardgen.model.piece import Piece, has_own_name
from cardgen.plugin.components import PieceKind
from cardgen.plugin.hooks import board_plan
from cardgen.render.context import Subject
from cardgen.render.pieces.naming import name_of, place_of, shared_variables, titled_value
from cardgen.render.pieces.values import DeckValues, PieceValue
from cardgen.render.renderer import Renderer
from cardgen.render.templates.localization import localized

FEWEST_AHEAD = 200
"""Pieces for which further processes pay off."""


def draw_pieces(
    kind: PieceKind,
    deck: Deck,
    card: Size,
    renderer: Renderer,
    kinds: Mapping[str, PieceKind] | None = None,
    most: int | None = None,
) -> list[Piece]:
    """Render face and back of every entry of a kind.

    Args:
        card: Card size of this build, mm.
        kinds: All kinds of the game by name, for a kind whose pieces follow from those of others.
        most: How many flat pieces to render at most; None for all.

    Returns:
        The pieces in the order of the deck; pieces with an error are left out.

    Raises:
        UnlocatedError: E510, the outline does not fit the trim, or cannot be folded; E443 or E444, a net or a part cannot
            be made.
    """
    values = DeckValues(deck, card, renderer, kinds or {})
    if kind.made is not None:
        from cardgen.render.pieces.nets_and_parts import draw_nets_and_parts  # few games pay for the import

        return draw_nets_and_parts(kind, values)
    return list(islice(_flat_pieces(kind, values), most))


class DrawnFace(NamedTuple):
    """The face of a piece, drawn before the others."""

    kind: str
    entry: str
    name: str
    has_name: bool
    face: Drawing


def draw_faces(kind: PieceKind, deck: Deck, card: Size, renderer: Renderer, ids: Container[str]) -> Iterator[DrawnFace]:
    """Render the faces of some entries before all others; nothing is reported, since `draw_pieces` will come to them.

    Args:
        card: Card size of this build, mm.

    Yields:
        Each face that has no errors.

    Raises:
        CardgenError: The game fails.
    """
    values = DeckValues(deck, card, renderer)
    sides = _Sides(kind, values)
    with renderer.without_reports():
        found = values.of(kind, ids)
    for value in found:
        with renderer.without_reports():
            (face,) = sides.draw(value, face_only=True)
        if face:
            name, entry = sides.name(value), value.entry.id
            yield DrawnFace(kind.name, entry, name, has_own_name(name, entry, value.data), face)


class DrawnFrom(NamedTuple):
    """What a side of a piece is drawn from; see `Renderer.draw_side`."""

    template: str
    variables: Mapping[str, Any]
    size: Size
    bleed: Mm
    subject: Subject


def sides_of(
    kind: PieceKind, deck: Deck, card: Size, renderer: Renderer, ids: Container[str]
) -> Iterator[list[DrawnFrom]]:
    """Yield what the face, and the back if there is one, of some entries are drawn from.

    Args:
        card: Card size of this build, mm.

    Raises:
        CardgenError: The game fails.
    """
    values = DeckValues(deck, card, renderer)
    sides = _Sides(kind, values)
    yield from (sides.of(value) for value in values.of(kind, ids))


class _Sides:
    """Renders the sides of flat pieces."""

    def __init__(self, kind: PieceKind, values: DeckValues) -> None:
        self._kind, self._values = kind, values
        self._plan = localized(board_plan(values.deck.game, kind, values.card), values.renderer.language)
        self._shared = shared_variables(kind, values)

    def name(self, value: PieceValue) -> str:
        """Return the name of a piece for people."""
        return name_of(self._kind, value, self._shared["kind"]["title"])

    def draw(self, value: PieceValue, *, face_only: bool = False) -> tuple[Drawing | None, ...]:
        """Return the face of a piece, and the back if it has one and is asked for; None for a side with errors."""
        return tuple([self._values.renderer.draw_side(*side) for side in self.of(value)[: 1 if face_only else 2]])

    def draw_known(self, value: PieceValue) -> tuple[Drawing | None, ...]:
        """Return the sides of a piece whose face an earlier command has drawn; none for another."""
        face, *backs = self.of(value)
        known = self._values.renderer.known_side(*face)
        return (known, *[self._values.renderer.draw_side(*back) for back in backs]) if known else ()

    def of(self, value: PieceValue) -> list[DrawnFrom]:
        """Return what the renderer draws the face and the back from."""
        kind, entry, variant, size = self._kind, value.entry, value.variant, self._values.size(self._kind, value)
        data, _, subject = titled_value(kind, value, self._values, self._shared["kind"]["title"])
        variables = {"card": {**data, "plan": self._plan} if self._plan else data, **self._shared}
        face, back = entry.face or variant.face or kind.face, kind.back and (entry.back or variant.back or kind.back)
        subject = replace(subject, piece=f"{kind.name}/{entry.id}")
        return [
            DrawnFrom(name, variables, size, kind.bleed, replace(subject, is_back=bool(index)))
            for index, name in enumerate((face, back))
            if name
        ]


def _flat_pieces(kind: PieceKind, values: DeckValues) -> Iterator[Piece]:
    sides, found = _Sides(kind, values), values.of(kind)
    ahead = _drawn_ahead(sides, found, values.renderer)
    for number, value in enumerate(found):
        outline = values.outline(kind, value, values.size(kind, value))
        face, *backs = ahead.pop(number, None) or sides.draw(value)
        if face is None or None in backs:
            continue
        entry = value.entry
        yield Piece(
            kind.name,
            entry.id,
            sides.name(value),
            face,
            backs[0] if backs else None,
            value.copies,
            outline,
            kind.endwise if entry.endwise is None else entry.endwise,
            value.fold(kind),
            holes=kind.holes,
            place=place_of(kind, value),
            path=entry.path,
            data=value.data,
        )


def _drawn_ahead(sides: _Sides, found: Sequence[PieceValue], renderer: Renderer) -> dict[int, Any]:
    """Return the sides of many pieces by their numbers: what is known, and the rest if it pays for further processes."""
    if len(found) < FEWEST_AHEAD or not renderer.in_processes:
        return {}
    known = {number: drawn for number, value in enumerate(found) if (drawn := sides.draw_known(value))}
    rest = [number for number in range(len(found)) if number not in known]
    if len(rest) < FEWEST_AHEAD:
        return known
    from cardgen.render.pieces.worker_pool import draw_ahead

    ahead = draw_ahead(len(rest), lambda number: sides.draw(found[rest[number]]), renderer)
    return {**known, **{rest[number]: drawn for number, drawn in ahead.items()}}
