"""List the values of a deck that become pieces of a kind, with their copies and what differs for each."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cardgen.geometry.outlines import Outline
from cardgen.geometry.units import Size
from cardgen.model.deck import Deck
from cardgen.plugin.components import Entry, PieceKind
from cardgen.plugin.failure import running_game_code
from cardgen.plugin.hooks import piece_entries, trim_size
from cardgen.plugin.making import PieceVariant
from cardgen.records import dataclass
from cardgen.render.renderer import Renderer
from cardgen.render.templates.localization import localized
from cardgen.report.diagnostics import Collector, quoted
from cardgen.report.errors import CardgenError, UnlocatedError

if TYPE_CHECKING:
    from cardgen.geometry.folds import Fold

UNCHANGED = PieceVariant()
"""The variant of pieces that are as their kind states them."""


@dataclass(frozen=True, slots=True)
class PieceValue:
    """One value of a deck that becomes a piece.

    Attributes:
        data: What templates see as `card`.
    """

    entry: Entry
    data: dict[str, Any]
    copies: int
    variant: PieceVariant = UNCHANGED

    def fold(self, kind: PieceKind) -> Fold | None:
        """Return how the piece is folded; None if it is not."""
        return kind.fold if self.variant.fold is None else self.variant.fold or None


@dataclass(frozen=True)
class DeckValues:
    """The values of a deck by kind, in the language of a build and for its number of players.

    Attributes:
        renderer: Renderer of the build; collects the problems.
        kinds: All kinds of the game by name, for those whose pieces follow from others.
        players: Number of players; 0 prints everything.
    """

    deck: Deck
    card: Size
    renderer: Renderer
    kinds: Mapping[str, PieceKind] = field(default_factory=dict)
    _sizes: dict[str, Size] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def players(self) -> int:
        """The number of players; 0 prints everything."""
        return int(self.renderer.shared.get("players") or 0)

    def of(self, kind: PieceKind, ids: Container[str] | None = None) -> list[PieceValue]:
        """Return the values of a kind in the order of the deck.

        Args:
            kind: A kind whose pieces are values of the deck, or entries of code.
            ids: Ids of the entries; None for all.

        Raises:
            CardgenError: The game fails.
        """
        found = []
        entries: Iterable[Entry] = piece_entries(self.deck.game, kind, self.deck.data)
        if ids is not None:
            entries = (entry for entry in entries if entry.id in ids)
        for entry in distinct(entries, self.deck, self.renderer.diagnostics):
            data = value_of(entry, self.renderer)
            variant = kind.variants.variant(data) if kind.variants else UNCHANGED
            found.append(PieceValue(entry, data, self._copies(kind, entry, data), variant))
        return found

    def size(self, kind: PieceKind, value: PieceValue) -> Size:
        """Return the trim size of a flat piece, mm."""
        own = value.variant.size
        if own:
            return own(self.card)
        if kind.name not in self._sizes:  # a kind has thousands of pieces, and asking its game takes time
            self._sizes[kind.name] = trim_size(self.deck.game, kind, self.card)
        return self._sizes[kind.name]

    def outline(self, kind: PieceKind, value: PieceValue, size: Size) -> Outline:
        """Return the outline of a piece in fractions of its trim.

        Raises:
            UnlocatedError: E510, the outline does not fit the trim, or cannot be folded.
        """
        return fitted_outline(kind.name, value.variant.outline or kind.outline, value.fold(kind), size)

    def named(self, names: Sequence[str]) -> list[PieceKind]:
        """Return the kinds of these names that the game has."""
        return [self.kinds[name] for name in names if name in self.kinds]

    def _copies(self, kind: PieceKind, entry: Entry, data: dict[str, Any]) -> int:
        if not self.players:
            return entry.copies
        copies = entry.copies_for.get(self.players, entry.copies)
        if kind.copies_for is None:
            return copies
        try:
            with running_game_code(self.deck.game, f"{kind.name}.copies_for"):
                return kind.copies_for(data, copies, self.players)
        except UnlocatedError as error:
            problems = [error.at(self.deck.node.nearest((*entry.path, "copies_for")))]
        except CardgenError as error:  # of the kind, so it is the same for many values
            problems = [*error.diagnostics]
        found = self.renderer.diagnostics
        found.items += [problem for problem in problems if problem not in found.items]
        return copies


def fitted_outline(kind: str, outline: Outline, fold: Fold | None, trim: Size) -> Outline:
    """Return an outline in fractions of a trim.

    Args:
        fold: How the piece is folded; None if it is not.
        trim: Trim size of the piece, mm.

    Raises:
        UnlocatedError: E510, the outline does not fit the trim, or cannot be folded.
    """
    try:
        fitted = outline.fitted(trim)
        if fold:
            fold.outline(fitted, trim)
    except ValueError as error:
        raise UnlocatedError("E510", f"the pieces of '{kind}' cannot be cut out: {error}") from None
    return fitted


def value_of(entry: Entry, renderer: Renderer) -> dict[str, Any]:
    """Return what templates see as `card`, in the language of the build."""
    if entry.data is not None:
        data: dict[str, Any] = localized(entry.data, renderer.language)
        return data
    value: Any = renderer.shared["deck"]
    for part in entry.path:
        value = value[part]
    return {**value, "id": entry.id}


def distinct(entries: Iterable[Entry], deck: Deck, found: Collector) -> Iterator[Entry]:
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
