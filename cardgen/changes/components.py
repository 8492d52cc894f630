"""From what was drawn to its inventory, and to what of it is still to be printed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol, TypeVar

from cardgen.changes.fingerprint import ArtworkDigests, Fingerprints
from cardgen.changes.inventory import Change, Design, Inventory
from cardgen.model.drawing import Drawing
from cardgen.model.piece import Piece


class DrawnComponent(Protocol):
    """A component of a game, drawn: pieces of one kind, or the pages of a document."""

    @property
    def component(self) -> Any:
        """Has the name of the kind or document."""

    @property
    def title(self) -> str:
        """For people."""

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Each once."""

    @property
    def pages(self) -> tuple[Drawing, ...]:
        """Printed on both sides of their paper."""


SomePart = TypeVar("SomePart", bound=Any)  # a frozen dataclass that is `DrawnComponent`; `replace` asks for the former


def take_inventory(
    parts: Iterable[DrawnComponent], fonts: Mapping[str, Path], spellings: ArtworkDigests | None = None
) -> Inventory:
    """What the parts look like.

    Args:
        parts: All of them, each with all of its pieces or pages. A leaf of a document counts as a piece.
        fonts: Key of each font to its file.
        spellings: What is known of artworks from an earlier run.
    """
    prints = Fingerprints(fonts, spellings)
    kinds, looks = [], []
    for part in parts:
        kinds.append(part.component.name)
        for piece in part.pieces:
            name = display_name(piece, part.title)
            looks.append(Design(part.component.name, piece.id, name, piece.copies, prints.of_piece(piece)))
        leaves = split_into_leaves(part.pages)
        for number, leaf in enumerate(leaves, 1):
            name = f"{part.title} {number}/{len(leaves)}"
            looks.append(Design(part.component.name, f"leaf-{number}", name, 1, prints.of_pages(leaf)))
    return Inventory(tuple(kinds), tuple(looks))


def display_name(piece: Piece, title: str) -> str:
    """What people call a piece: one that has no name is called as its kind."""
    return title if piece.name == piece.id else piece.name


def select_missing(part: SomePart, changes: Iterable[Change]) -> SomePart:
    """The part with no more than the copies, and the leaves, that are still to be printed."""
    copies = {change.after.key: change.missing for change in changes if change.after}
    kind = part.component.name
    pieces = tuple(replace(piece, copies=copies.get((kind, piece.id), 0)) for piece in part.pieces)
    leaves = [leaf for at, leaf in enumerate(split_into_leaves(part.pages), 1) if copies.get((kind, f"leaf-{at}"))]
    pages = tuple(page for leaf in leaves for page in leaf)
    changed: SomePart = replace(part, pieces=tuple(piece for piece in pieces if piece.copies), pages=pages)
    return changed


def split_into_leaves(pages: Sequence[Drawing]) -> list[Sequence[Drawing]]:
    """The pages two by two, as they share their paper."""
    return [pages[at : at + 2] for at in range(0, len(pages), 2)]
