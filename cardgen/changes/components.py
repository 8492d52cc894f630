"""Take the inventory of drawn components, and select what of them still has to be printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from cardgen.changes.fingerprint import ArtworkDigests, Fingerprints
from cardgen.changes.inventory import Design, Inventory
from cardgen.model.drawing import Drawing
from cardgen.model.piece import Piece

if TYPE_CHECKING:  # which a build without --changed does not import
    from cardgen.changes.compare import Change


class ComparedComponent(Protocol):
    """A component of a game after rendering: pieces of one kind, or the pages of a document."""

    @property
    def component(self) -> Any:
        """The kind or document; it has a `name`."""

    @property
    def title(self) -> str:
        """Title for people."""

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """Pieces, each once whatever its number of copies."""

    @property
    def pages(self) -> tuple[Drawing, ...]:
        """Pages, printed on both sides of the paper."""


AnyComponent = TypeVar("AnyComponent", bound=Any)  # a `ComparedComponent` and a dataclass, as `replace` requires


def take_inventory(
    components: Iterable[ComparedComponent], fonts: Mapping[str, Path], digests: ArtworkDigests | None = None
) -> Inventory:
    """Return the inventory of drawn components.

    Args:
        components: Components with all of their pieces and pages. A leaf of a document counts as a piece.
        digests: Digests of artworks from an earlier run; None for none.
    """
    prints = Fingerprints(fonts, digests)
    drawn = list(components)
    designs = tuple(design for part in drawn for design in designs_of(part, prints))
    return Inventory(tuple(part.component.name for part in drawn), designs)


def designs_of(drawn: ComparedComponent, prints: Fingerprints) -> Iterator[Design]:
    """Yield the designs of a component, each as soon as it has been examined."""
    name = drawn.component.name
    for piece in drawn.pieces:
        yield Design(name, piece.id, display_name(piece, drawn.title), piece.copies, prints.of_piece(piece))
    leaves = split_into_leaves(drawn.pages)
    for number, leaf in enumerate(leaves, 1):
        title = f"{drawn.title} {number}/{len(leaves)}"
        yield Design(name, f"leaf-{number}", title, 1, prints.of_pages(leaf))


def display_name(piece: Piece, title: str) -> str:
    """Return the name of a piece for people: a piece without a name is called after its kind."""
    return piece.name if piece.has_name else title


def select_missing(drawn: AnyComponent, changes: Iterable[Change]) -> AnyComponent:
    """Return the component with only the copies and leaves that still have to be printed.

    Args:
        drawn: A frozen dataclass with the attributes of `ComparedComponent`.
        changes: Changes from `compare`.
    """
    copies = {change.after.key: change.missing for change in changes if change.after}
    kind = drawn.component.name
    pieces = tuple(replace(piece, copies=copies[kind, piece.id]) for piece in drawn.pieces)
    leaves = [leaf for at, leaf in enumerate(split_into_leaves(drawn.pages), 1) if copies[kind, f"leaf-{at}"]]
    pages = tuple(page for leaf in leaves for page in leaf)
    changed: AnyComponent = replace(drawn, pieces=tuple(piece for piece in pieces if piece.copies), pages=pages)
    return changed


def split_into_leaves(pages: Sequence[Drawing]) -> list[Sequence[Drawing]]:
    """Return the pages in pairs, as they share a sheet of paper."""
    return [pages[at : at + 2] for at in range(0, len(pages), 2)]
