"""Convert what a `game.yaml` says about building pieces to the values that the core works with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cardgen.geometry.folds import Fold
from cardgen.geometry.holes import Hole
from cardgen.geometry.outlines import HEXAGON, RECTANGLE, ROUND, Outline
from cardgen.geometry.units import Size
from cardgen.model.piece import Place
from cardgen.plugin.description.building import (
    FoldShape,
    PathShape,
    PlaceShape,
    PolygonShape,
    VariantDescription,
)
from cardgen.plugin.description.layers import Layers
from cardgen.plugin.description.rules import Evaluator, Expressed, copies_expression
from cardgen.plugin.description.schema import KindDescription
from cardgen.plugin.making import BasesOf, BoxNet, DieNet, HubOf, Made, PieceVariant, PieceVariants
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.report.source import Span

_NAMED = {"rectangle": RECTANGLE, "round": ROUND, "hexagon": HEXAGON}


def outline_of(kind: KindDescription) -> Outline:
    """Return what is cut out of the size of a kind.

    Raises:
        ValueError: The shape cannot be cut out.
    """
    return outline_of_shape(kind.shape)


def outline_of_shape(shape: object) -> Outline:
    """Return what a shape cuts out.

    Args:
        shape: One of the words, or a polygon or path.

    Raises:
        ValueError: The shape cannot be cut out.
    """
    match shape:
        case PolygonShape():
            return Outline.polygon(shape.polygon)
        case PathShape():
            return Outline.path(shape.path)
        case name:
            return _NAMED[str(name)]


def fold_of(fold: bool | FoldShape) -> Fold | None:
    """Return how pieces are folded; None if they are not.

    Raises:
        ValueError: Its settings contradict each other.
    """
    if isinstance(fold, FoldShape):
        return Fold(fold.edge, fold.base, fold.depth, fold.width, fold.slits)
    return Fold() if fold else None


def place_of(place: PlaceShape | None) -> Place | None:
    """Return a place on the table; None if none is stated."""
    return Place(place.x, place.z, place.turn) if place else None


def holes_of(kind: KindDescription) -> tuple[Hole, ...]:
    """Return the holes in each piece of a kind."""
    return tuple(Hole(*hole.at, hole.diameter) for hole in kind.holes)


def made_of(kind: KindDescription) -> Made | None:
    """Return the net or the parts that the pieces of a kind are made of; None for flat pieces."""
    if kind.net and kind.net.die:
        return DieNet(kind.net.die.edge, kind.net.die.tab, kind.net.die.sides)
    if kind.net and kind.net.box:
        return BoxNet(kind.net.box.holds, kind.net.box.thickness, kind.net.box.sleeves)
    if kind.base_of:
        return BasesOf(kind.base_of.kinds, kind.base_of.width, kind.base_of.height)
    return HubOf(kind.hub_of.kind, kind.hub_of.layers, kind.hub_of.rim) if kind.hub_of else None


def variants_of(kind: KindDescription, find_size: Callable[[str], Size]) -> PieceVariants | None:
    """Return the variants of a kind; None if all of its pieces are alike.

    Args:
        kind: What the files state of the kind.
        find_size: Returns the size of a name or a measure.

    Raises:
        UnlocatedError: A size is unknown.
        ValueError: A shape cannot be cut out, or the settings of a fold contradict each other.
    """
    if kind.variants is None:
        return None
    return PieceVariants(kind.variants.by, {word: _variant(one, find_size) for word, one in kind.variants.of.items()})


def _variant(stated: VariantDescription, find_size: Callable[[str], Size]) -> PieceVariant:
    size = find_size(stated.size) if stated.size else None
    return PieceVariant(
        (lambda _card: size) if size else None,
        outline_of_shape(stated.shape) if stated.shape is not None else None,
        fold_of(stated.fold) if stated.fold is not None else None,
        stated.face,
        stated.back,
        place_of(stated.place),
    )


def copies_function(
    name: str, kind: KindDescription, layers: Layers, evaluator: Callable[[], Evaluator] | None
) -> Callable[[Mapping[str, Any], int, int], int] | None:
    """Return the function from a value, its copies and a number of players to the copies that these need.

    Args:
        kind: What the files state of it.
        evaluator: Returns what evaluates the expressions of the game; None for a kind that is only checked.

    Returns:
        None if the game is the same for any number of players. The function raises `UnlocatedError` (E221 to E223, E442)
        for an expression of the value, and `CardgenError` for that of the kind.
    """
    if evaluator is None or not (kind.copies_for or layers.stated("players")):
        return None
    of_kind = copies_expression(layers, name) if isinstance(kind.copies_for, str) else None

    def copies(card: Mapping[str, Any], stated: int, players: int) -> int:
        own = card.get("copies_for") if "copies_for" not in kind.fields else None
        if isinstance(own, str):
            expressed = Expressed(own, f"'copies_for' of {quoted(card.get('id'))}", Span(""))
            return evaluator().copies(expressed, card, stated, players)
        for table in (own, kind.copies_for):
            if isinstance(table, Mapping) and players in table:
                return int(table[players])
        if of_kind is None or isinstance(own, Mapping):
            return stated
        try:
            return evaluator().copies(of_kind, card, stated, players)
        except UnlocatedError as error:
            raise CardgenError([error.at(of_kind.span)]) from None

    return copies
