"""Describe a list of cards as a grid of texts: its columns, its rows, and where each cell stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from cardgen.preview.text_edit import TextEdit


@dataclass(frozen=True, slots=True)
class GridRow:
    """A card.

    Attributes:
        line: Line on which it begins, from 1.
        cells: Text of each column that it states, by the key of the column.
        places: Line and column of each cell, from 1, by the key of the column; none in a table of text.
        locked: Keys of the cells that hold more than a text, such as a list of effects, and are edited as text.
    """

    line: int
    cells: Mapping[str, str]
    places: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    locked: Sequence[str] = ()


class CardList(Protocol):
    """A list of cards in the text of a file, which is edited by the smallest changes of that text."""

    def rows(self) -> Sequence[GridRow]:
        """Return the cards in the order of the file."""

    def set_cells(self, cells: Iterable[tuple[int, str, str]]) -> list[TextEdit]:
        """Return the edits that give cells other texts; an empty text takes the value away.

        Args:
            cells: Number of the row, from 0, key of the column, and text.
        """

    def insert(self, at: int, rows: Sequence[Mapping[str, str]]) -> list[TextEdit]:
        """Return the edits that add cards.

        Args:
            at: Number of the row before which they stand; the number of all rows adds them behind the last.
        """

    def duplicate(self, rows: Sequence[int]) -> list[TextEdit]:
        """Return the edits that repeat cards behind the last of them, each with an id of its own."""

    def remove(self, rows: Sequence[int]) -> list[TextEdit]:
        """Return the edits that take cards away."""


def other_id(taken: set[str], name: str) -> str:
    """Return an id that is not taken yet, and take it: `rain-2` for `rain`."""
    stem, _, number = name.rpartition("-")
    stem, start = (stem, int(number)) if stem and number.isdecimal() else (name, 1)
    found = next(made for count in range(start + 1, start + 2 + len(taken)) if (made := f"{stem}-{count}") not in taken)
    taken.add(found)
    return found
