"""What the pieces of a kind are made of, where that is more than a flat face and back: nets, parts, variants."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any, Literal

from cardgen.geometry.outlines import Outline
from cardgen.geometry.units import Mm, Size
from cardgen.model.piece import Place
from cardgen.records import dataclass

if TYPE_CHECKING:
    from cardgen.geometry.folds import Fold

Cut = Literal["", "straight", "outline", "none"]
"""How sheets are cut: straight through, along the outline of each piece, not at all; empty goes by the outlines."""

PAPERS = ("card", "heavy-card", "label", "transparency", "paper")
"""What pieces can be printed on, in the order in which the sheets of a file are grouped."""

PLAY: Mm = 0.5
"""Difference between a hole and the axle in it, mm: with less, cut paper sticks; with more, a dial wobbles."""


@dataclass(frozen=True, slots=True)
class DieNet:
    """A cube that is folded up from a net, with the face drawn once for each side.

    Attributes:
        edge: Length of an edge, mm.
        tab: Height of a glue tab, mm; 0 for the usual one.
        sides: Name of the field that lists what is on each side.
    """

    edge: Mm = 16.0
    tab: Mm = 0.0
    sides: str = "sides"


@dataclass(frozen=True, slots=True)
class BoxNet:
    """A tuck box for the cards of other kinds; its size follows from theirs and from their number.

    Attributes:
        holds: Names of the kinds whose pieces go into it, in one pile.
        sleeves: Kind of sleeve that each is in: `none`, `thin` or `thick`.
    """

    holds: tuple[str, ...]
    thickness: Mm = 0.3
    sleeves: Literal["none", "thin", "thick"] = "none"


@dataclass(frozen=True, slots=True)
class BasesOf:
    """Cross pieces over which folded pieces with a slit are slid, as many as there are slits.

    Attributes:
        kinds: Names of the kinds of figures.
        width: Width of a cross piece, mm; 0 takes that of its figure.
        height: Height, mm; 0 is twice the depth of the slit.
    """

    kinds: tuple[str, ...]
    width: Mm = 0.0
    height: Mm = 0.0


@dataclass(frozen=True, slots=True)
class HubOf:
    """A hub made of paper, on which a piece with a hole turns: a washer, an axle of several layers, and a cap.

    Attributes:
        kind: Name of the kind that turns; its first hole decides the diameters.
        layers: Number of discs that are glued into the axle: together a little thicker than what turns.
        rim: Distance that cap and washer reach past the hole, mm.
    """

    kind: str
    layers: int = 3
    rim: Mm = 6.0


HUB_PARTS = ("cap", "axle", "washer")
"""The pieces of a hub."""


def base_ids(figures: Iterable[tuple[str, str]]) -> list[str]:
    """Return the id of the base of each figure: that of the figure, after its kind if an earlier figure has that id."""
    ids: list[str] = []
    for kind, own in figures:
        ids.append(f"{kind}-{own}" if own in ids else own)
    return ids


Made = DieNet | BoxNet | BasesOf | HubOf


@dataclass(frozen=True, slots=True)
class PieceVariant:
    """What is different for some values of a kind; None is as the kind states it.

    Attributes:
        size: Function from the card size to the trim size.
        outline: What is cut out.
        fold: How the piece is folded; False does not fold it.
        face: Template of the face.
        back: Template of the back.
        place: Place on the table.
    """

    size: Callable[[Size], Size] | None = None
    outline: Outline | None = None
    fold: Fold | Literal[False] | None = None
    face: str | None = None
    back: str | None = None
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class PieceVariants:
    """The variants of a kind, chosen by a field of its values.

    Attributes:
        by: Name of the field, which may be `id`.
    """

    by: str
    of: Mapping[str, PieceVariant] = field(default_factory=dict)

    def variant(self, data: Mapping[str, Any]) -> PieceVariant:
        """Return the variant of a value, as templates see it; one that changes nothing if there is none for it."""
        value = data.get(self.by)
        word = str(value).lower() if isinstance(value, bool) else str(value)
        return self.of.get(word, _SAME)


_SAME = PieceVariant()
