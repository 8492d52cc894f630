"""What statistics are made of: the summary of each field of a kind of piece, and groups of its pieces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NumberSummary:
    """The numbers of a field.

    Attributes:
        total: Sum over all pieces.
        least: Smallest number.
        most: Largest number.
        curve: Each number, or each range of numbers, with its pieces, in ascending order.
    """

    field: str
    title: str
    count: int
    missing: int
    total: float
    mean: float
    median: float
    least: float
    most: float
    curve: tuple[tuple[str, int], ...]
    type: str = "number"


@dataclass(frozen=True, slots=True)
class ChoiceSummary:
    """The words of a field of which there are few; a list counts for each of its items.

    Attributes:
        missing: Number of pieces without a word.
        counts: Each word with its designs and its pieces, the most frequent first.
    """

    field: str
    title: str
    missing: int
    counts: tuple[tuple[str, int, int], ...]
    type: str = "choice"


@dataclass(frozen=True, slots=True)
class TextSummary:
    """The texts of a field.

    Attributes:
        count: Number of designs that have a text.
        missing: Number of designs that have none.
        mean: Mean length, in characters.
        longest: The longest texts: id and name of the value, and length in characters.
    """

    field: str
    title: str
    count: int
    missing: int
    mean: float
    longest: tuple[tuple[str, str, int], ...]
    type: str = "text"


@dataclass(frozen=True, slots=True)
class Group:
    """The pieces that have the same word or number in a field.

    Attributes:
        name: The word, the number, or a range of numbers.
        sums: Sum of each field of numbers that any of the pieces has.
        means: Mean of each of these, over the pieces that have a number.
    """

    name: str
    designs: int
    copies: int
    sums: Mapping[str, float]
    means: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class GroupTable:
    """The pieces of a kind, grouped by one field.

    Attributes:
        groups: The groups, numbers in ascending order, words by their pieces.
    """

    field: str
    title: str
    groups: tuple[Group, ...]
    type: str = "groups"


@dataclass(frozen=True, slots=True)
class CrossTable:
    """Pieces by two fields.

    Attributes:
        fields: Names of the two fields: that of the rows and that of the columns.
        rows: Values of the first field.
        columns: Values of the second field.
        cells: Number of pieces, row by row.
    """

    fields: tuple[str, str]
    titles: tuple[str, str]
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[int, ...], ...]
    type: str = "cross"


Summary = NumberSummary | ChoiceSummary | TextSummary


@dataclass(frozen=True, slots=True)
class KindSummary:
    """All about one kind of piece.

    Attributes:
        fields: Summaries of the fields, in the order of the deck; none for a single design.
        by: The pieces grouped by the fields that were asked for.
    """

    kind: str
    title: str
    role: str
    designs: int
    copies: int
    fields: tuple[Summary, ...]
    by: tuple[GroupTable | CrossTable, ...] = ()


def number_text(number: float, decimals: int = 2) -> str:
    """Return a number with at most so many decimals, and without decimals that are zero."""
    return f"{number:.{decimals}f}".rstrip("0").rstrip(".") if isinstance(number, float) else str(number)


def number_cells(group: Group, field: str) -> list[str]:
    """Return the mean and the sum of a field in a group as text, both empty if no piece has a number."""
    if field not in group.sums:
        return ["", ""]
    return [number_text(group.means[field]), number_text(group.sums[field])]


def mark_place(summary: NumberSummary) -> float | None:
    """Return where the mean lies on a curve, in bars from the left edge of the first; None if it cannot be told."""
    names = [name for name, _ in summary.curve]
    if not names or summary.most == summary.least:
        return None
    if all(_is_whole(name) for name in names) and int(names[-1]) - int(names[0]) == len(names) - 1:
        return summary.mean - int(names[0]) + 0.5
    edges = [name.partition("\u2013")[0] for name in names]
    if "\u2013" in names[0]:
        first, step = float(edges[0]), float(edges[1]) - float(edges[0])
        return (summary.mean - first) / step
    return None


def _is_whole(name: str) -> bool:
    return name.removeprefix("-").isdecimal()
