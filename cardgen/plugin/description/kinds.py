"""Compile what a `game.yaml` states of a kind of piece to the `PieceKind` that the core consumes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from cardgen.geometry.outlines import HEXAGON, RECTANGLE, ROUND, Outline
from cardgen.geometry.units import Size
from cardgen.model.deck import LocalizedText
from cardgen.model.piece import Place
from cardgen.plugin.components import Document, Entry, FieldInfo, PieceKind, card_size
from cardgen.plugin.description.building import (
    FoldShape,
    PathShape,
    PlaceShape,
    PolygonShape,
    VariantDescription,
)
from cardgen.plugin.description.fields import AnyField, ListField
from cardgen.plugin.description.layers import Layers
from cardgen.plugin.description.rules import Evaluator, copies_function
from cardgen.plugin.description.schema import KindDescription
from cardgen.plugin.description.values import attribute_of
from cardgen.plugin.making import BasesOf, BoxNet, DieNet, HubOf, Made, PieceVariant, PieceVariants

if TYPE_CHECKING:
    from cardgen.geometry.folds import Fold
    from cardgen.geometry.holes import Hole

_GAP_OF_SHAPES = 6.0
"""Gap between pieces of other shapes than rectangles, mm: twice the bleed, so that no piece runs into its neighbour."""
_LARGE_PRINT = 1.5
"""How much pages are enlarged that stand in for pieces in large print: 8 pt become 12."""
_FACES = {
    "card": "stock/classic.face.yaml",
    "tile": "stock/tile.face.yaml",
    "token": "stock/token.face.yaml",
    "board": "stock/board.face.yaml",
    "standee": "stock/standee.face.yaml",
    "aid": "stock/aid.face.yaml",
    "die": "stock/die.face.yaml",
    "box": "box.svg.j2",
    "dial": "stock/token.face.yaml",
    "part": "stock/part.face.yaml",
}
_BACK_PICTURE = "stock/back-picture.face.yaml"
_BACKS = {"card": "stock/back.face.yaml", "tile": "stock/back.face.yaml", "token": "stock/back.face.yaml"}
FindSize = Callable[[str], Size]
"""Returns the size of a name or a measure; raises `UnlocatedError` for an unknown one."""
_NAMED = {"rectangle": RECTANGLE, "round": ROUND, "hexagon": HEXAGON}


def piece_kind(
    name: str,
    kind: KindDescription,
    layers: Layers,
    find_size: FindSize,
    *,
    is_data: bool,
    evaluator: Callable[[], Evaluator] | None = None,
) -> PieceKind:
    """Return a kind of piece.

    Args:
        evaluator: Returns what evaluates the expressions of the game; None for a kind that is only checked.
        is_data: Whether its values are a list of the deck, and not entries that code makes.

    Raises:
        ValueError: Its settings contradict each other.
    """
    back = None if kind.back == "none" else kind.back or _stock_back(kind)
    entries = _entries(name, kind, layers) if is_data else layers.code_of_kind("entries", name) or _no_entries
    size = layers.code_of_kind("sizes", name)
    return PieceKind(
        name,
        entries,
        kind.face or _FACES[kind.role],
        back,
        _size(kind, find_size) if kind.size or not size else size,
        bleed=kind.bleed,
        gutter=_gutter(kind),
        tiled=kind.tiled,
        plan=layers.code_of_kind("plans", name),
        seams=layers.code_of_kind("seams", name),
        outline=outline_of(kind),
        endwise=kind.endwise,
        role=kind.role,
        fold=fold_of(kind.fold),
        sheet_group=kind.sheet_group,
        duplex=kind.duplex,
        title=kind.title or "",
        fields=tuple(_info(field, spec) for field, spec in kind.fields.items()),
        printed_on=kind.printed_on or "",
        cut=kind.cut or "",
        made=made_of(kind),
        holes=holes_of(kind),
        variants=variants_of(kind, find_size),
        copies_for=copies_function(name, kind, layers, evaluator),
        place=place_of(kind.place),
        safe=kind.safe,
        large_print=_large_print(name, kind),
    )


def changed_kind(component: PieceKind, kind: KindDescription, find_size: FindSize) -> PieceKind:
    """Return a kind of a game without a file, with what a file states of it."""
    made: dict[str, Any] = {
        "title": lambda: kind.title or "",
        "role": lambda: kind.role,
        "face": lambda: kind.face or component.face,
        "back": lambda: None if kind.back == "none" else kind.back,
        "size": lambda: _size(kind, find_size),
        "outline": lambda: outline_of(kind),
        "bleed": lambda: kind.bleed,
        "gutter": lambda: _gutter(kind),
        "tiled": lambda: kind.tiled,
        "fold": lambda: fold_of(kind.fold),
        "endwise": lambda: kind.endwise,
        "duplex": lambda: kind.duplex,
        "sheet_group": lambda: kind.sheet_group,
        "printed_on": lambda: kind.printed_on or "",
        "cut": lambda: kind.cut or "",
        "made": lambda: made_of(kind),
        "holes": lambda: holes_of(kind),
        "variants": lambda: variants_of(kind, find_size),
        "place": lambda: place_of(kind.place),
        "safe": lambda: kind.safe,
        "large_print": lambda: _large_print(component.name, kind),
    }
    other_names = {"shape": "outline", "net": "made", "base_of": "made", "hub_of": "made"}
    stated = {other_names.get(name, name) for name in kind.model_fields_set}
    return replace(component, **{name: value() for name, value in made.items() if name in stated})


def _large_print(name: str, kind: KindDescription) -> Document | None:
    stated = kind.large_print
    if stated is None:
        return None
    return Document(name, stated.text, stated.page, kind.title or "", kind.printed_on or "", enlarged=_LARGE_PRINT)


def _size(kind: KindDescription, find_size: FindSize) -> Callable[[Size], Size]:
    if kind.size is None:
        return card_size
    size = find_size(kind.size)
    return lambda _card: size


def _gutter(kind: KindDescription) -> float:
    if kind.gutter is not None:
        return kind.gutter
    is_plain = kind.shape == "rectangle" and not (kind.fold or kind.net or kind.base_of or kind.hub_of)
    return 0.0 if is_plain and kind.cut != "outline" else _GAP_OF_SHAPES


def _stock_back(kind: KindDescription) -> str | None:
    """Return the template of the back of a kind that states none: a standee is the same from behind."""
    if kind.role == "standee" or kind.base_of:
        return kind.face or _FACES[kind.role]
    return _BACKS.get(kind.role)


def _info(name: str, spec: AnyField) -> FieldInfo:
    item = getattr(spec.of, "type", "") if isinstance(spec, ListField) else ""
    words = name.replace("_", " ")
    title: LocalizedText | str = spec.title or words[:1].upper() + words[1:]
    stated = getattr(spec, "type", "formula")
    if stated == "effects":  # stock faces print their text
        return FieldInfo(name, title, "rich", stated, spec.printed)
    return FieldInfo(name, title, stated, item, spec.printed)


def _no_entries(_deck: Any) -> list[Entry]:
    """Return nothing: the pieces follow from those of other kinds."""
    return []


def _entries(name: str, kind: KindDescription, layers: Layers) -> Callable[[Any], list[Entry]]:
    """Return the function that makes an entry of each value of a kind."""
    attribute = attribute_of(name)
    has_stock_face, has_stock_back = (
        kind.face is None and kind.role == "card",
        kind.back is None and kind.role == "card",
    )

    def entries(deck: Any) -> list[Entry]:
        look = layers.look_of(deck)
        face = look.face if look and has_stock_face else None
        back = look.back if look and has_stock_back else None
        values = getattr(deck, attribute)
        listed = [((name,), values)] if kind.single else [((name, at), value) for at, value in enumerate(values)]
        return [
            Entry(
                value.id,
                None,
                path,
                value.copies,
                face=value.face or face,
                back=_BACK_PICTURE if value.back and kind.back is None else back,
            )
            for path, value in listed
        ]

    return entries


def outline_of(kind: KindDescription) -> Outline:
    """Return what is cut out of the size of a kind.

    Raises:
        ValueError: The shape cannot be cut out.
    """
    return outline_of_shape(kind.shape)


def outline_of_shape(shape: object) -> Outline:
    """Return what a shape cuts out.

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
    if not fold:
        return None
    from cardgen.geometry.folds import Fold

    if isinstance(fold, FoldShape):
        return Fold(fold.edge, fold.base, fold.depth, fold.width, fold.slits)
    return Fold()


def place_of(place: PlaceShape | None) -> Place | None:
    """Return a place on the table; None if none is stated."""
    return Place(place.x, place.z, place.turn) if place else None


def holes_of(kind: KindDescription) -> tuple[Hole, ...]:
    """Return the holes in each piece of a kind."""
    if not kind.holes:
        return ()
    from cardgen.geometry.holes import Hole

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


def variants_of(kind: KindDescription, find_size: FindSize) -> PieceVariants | None:
    """Return the variants of a kind; None if all of its pieces are alike.

    Raises:
        UnlocatedError: A size is unknown.
        ValueError: A shape cannot be cut out, or the settings of a fold contradict each other.
    """
    if kind.variants is None:
        return None
    return PieceVariants(kind.variants.by, {word: _variant(one, find_size) for word, one in kind.variants.of.items()})


def _variant(stated: VariantDescription, find_size: FindSize) -> PieceVariant:
    size = find_size(stated.size) if stated.size else None
    return PieceVariant(
        (lambda _card: size) if size else None,
        outline_of_shape(stated.shape) if stated.shape is not None else None,
        fold_of(stated.fold) or False if stated.fold is not None else None,
        stated.face,
        stated.back,
        place_of(stated.place),
    )
