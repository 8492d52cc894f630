"""Summaries of plain values: what the numbers, choices and texts of one kind of piece are, weighted by copies."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from cardgen.stats.results import (
    ChoiceSummary,
    CrossTable,
    Group,
    GroupTable,
    KindSummary,
    NumberSummary,
    Summary,
    TextSummary,
    number_text,
)

NUMBER, CHOICE, TEXT = "number", "choice", "text"
LONGEST_SHOWN = 5
_MOST_CHOICES, _LONGEST_CHOICE = 30, 24  # different words, and their characters, that still count as choices
_KEY = re.compile("[a-z]+(_[a-z]+)+")
_MOST_NUMBERS = 12  # different numbers that a table shows one by one; more are put into ranges


@dataclass(frozen=True, slots=True)
class Value:
    """One value of a deck that becomes a piece.

    Attributes:
        fields: What it holds by field: numbers, texts, truth values, or lists of these; without empty fields.
    """

    id: str
    name: str
    copies: int
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Values:
    """The values of a kind, and what is known about their fields.

    Attributes:
        types: Whether a field holds numbers, choices or texts, by name; fields that are not here are looked at.
    """

    values: Sequence[Value]
    titles: Mapping[str, str] = field(default_factory=dict)
    types: Mapping[str, str] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all fields, in the order in which the values have them."""
        return tuple(dict.fromkeys(name for value in self.values for name in value.fields))

    def title(self, name: str) -> str:
        """Return the name of a field for people."""
        words = name.replace("_", " ").replace(".", " ")
        return self.titles.get(name) or words[:1].upper() + words[1:]

    def type_of(self, name: str) -> str:
        """Return whether a field holds numbers, choices or texts."""
        stated = self.types.get(name)
        held = [item for value in self.values for item in items(value.fields.get(name))]
        if stated or not held:
            return stated or TEXT
        if all(isinstance(item, int | float) and not isinstance(item, bool) for item in held):
            return NUMBER
        words = {str(item) for item in held}
        is_short = all(len(word) <= _LONGEST_CHOICE and "\n" not in word for word in words)
        is_repeated = len(words) <= _MOST_CHOICES and 2 * len(words) <= len(held)
        is_list = any(isinstance(value.fields.get(name), tuple | list) for value in self.values)
        is_choice = is_repeated or is_list or any(isinstance(item, bool) for item in held)
        return CHOICE if is_short and is_choice else TEXT


def items(value: Any) -> tuple[Any, ...]:
    """Return the items of a list, a single value as one item, and nothing for None."""
    if value is None:
        return ()
    return tuple(value) if isinstance(value, tuple | list) else (value,)


def overview(values: Values) -> list[tuple[str, ...]]:
    """Return the first field of choices with the first one of numbers, for a table of both; nothing without them."""
    choices = [name for name in values.names if values.type_of(name) == CHOICE and _tells(name, values)]
    numbers = [name for name in values.names if values.type_of(name) == NUMBER and _tells(name, values)]
    return [(choices[0], numbers[0])] if choices and numbers else []


def _tells(name: str, values: Values) -> bool:
    """Return whether a field holds several words or numbers, and not only yes and no."""
    held = {item for value in values.values for item in items(value.fields.get(name))}
    return len(held) > 1 and not any(isinstance(item, bool) for item in held)


def summarize(kind: str, title: str, role: str, values: Values, by: Sequence[tuple[str, ...]] = ()) -> KindSummary:
    """Return the summary of one kind of piece.

    Args:
        by: Fields to group by: one name, or two for a table of both; those that the kind does not have are left out.
    """
    makers: Mapping[str, Callable[[str, Values], Summary]] = {NUMBER: _numbers, CHOICE: _choices, TEXT: _texts}
    shown = values.names if len(values.values) > 1 else ()  # of a single design there is nothing to compare
    fields = tuple(makers[values.type_of(name)](name, values) for name in shown)
    tables = [_grouped(names, values) for names in by if set(names) <= set(values.names)]
    copies = sum(value.copies for value in values.values)
    return KindSummary(kind, title, role, len(values.values), copies, fields, tuple(tables))


def _numbers(name: str, values: Values) -> NumberSummary:
    counts: Counter[float] = Counter()
    missing = 0
    for value in values.values:
        held = items(value.fields.get(name))
        missing += value.copies if not held else 0
        for item in held:
            counts[item] += value.copies
    pieces = sorted(counts.elements())
    total = sum(number * count for number, count in counts.items())
    count = len(pieces)
    curve = tuple((text, sum(counts[number] for number in held)) for text, held in ranges(counts))
    return NumberSummary(
        name,
        values.title(name),
        count,
        missing,
        total,
        total / count if count else 0.0,
        float(median(pieces)) if count else 0.0,
        min(counts, default=0),
        max(counts, default=0),
        curve,
    )


def ranges(numbers: Iterable[float]) -> list[tuple[str, list[float]]]:
    """Return numbers under the texts that stand for them, in ascending order: each, or ranges if there are many.

    Whole numbers that are close together are listed without a gap, so that a curve shows where none is.

    Args:
        numbers: The numbers, in any order.
    """
    known = sorted(set(numbers))
    if not known:
        return []
    least, most = known[0], known[-1]
    is_whole = all(float(number).is_integer() for number in known)
    if is_whole and most - least < 2 * _MOST_NUMBERS:
        span = range(int(least), int(most) + 1)
        return [(str(number), [number] if number in known else []) for number in span]
    if len(known) <= _MOST_NUMBERS:
        return [(text, [number]) for text, number in zip(_told_apart(known), known, strict=True)]
    step = _round_step((most - least) / _MOST_NUMBERS, is_whole=is_whole)
    edges = [index * step for index in range(int(least // step), int(most // step) + 2)]
    ends = [str(int(edge) - 1) for edge in edges] if is_whole else _told_apart(edges)
    return [
        (f"{start}\u2013{end}", [number for number in known if low <= number < high])
        for low, high, start, end in zip(edges, edges[1:], _told_apart(edges), ends[1:], strict=False)
    ]


def _told_apart(numbers: Sequence[float]) -> list[str]:
    """Return different numbers as texts with two decimals, or as many more as tell them apart."""
    texts: list[str] = []
    for decimals in range(2, 17):
        texts = [number_text(number, decimals) for number in numbers]
        if len({*texts}) == len(texts):
            break
    return texts


def _round_step(least: float, *, is_whole: bool) -> float:
    """Return the smallest of 1, 2, 5, 10, 20, ... (or tenths of these) that is not below a number."""
    step = 1.0 if is_whole else 10.0**-6
    while True:
        for factor in (1, 2, 5):
            if factor * step >= least:
                return factor * step
        step *= 10


def _choices(name: str, values: Values) -> ChoiceSummary:
    designs: Counter[str] = Counter()
    copies: Counter[str] = Counter()
    missing = 0
    for value in values.values:
        words = dict.fromkeys(_word(item) for item in items(value.fields.get(name)))
        missing += value.copies if not words else 0
        for word in words:
            designs[word] += 1
            copies[word] += value.copies
    counts = tuple((word, designs[word], count) for word, count in copies.most_common())
    return ChoiceSummary(name, values.title(name), missing, counts)


def _texts(name: str, values: Values) -> TextSummary:
    held = [(value, value.fields[name]) for value in values.values if value.fields.get(name) is not None]
    lengths = sorted(
        ((value.id, value.name, sum(len(str(item)) for item in items(text))) for value, text in held),
        key=lambda entry: -entry[2],
    )
    mean = sum(length for _, _, length in lengths) / len(lengths) if lengths else 0.0
    missing = len(values.values) - len(held)
    return TextSummary(name, values.title(name), len(held), missing, mean, tuple(lengths[:LONGEST_SHOWN]))


def _word(item: Any) -> str:
    """Return a value as people read it: keys of a game, such as `light_infantry`, without their lines."""
    if isinstance(item, bool):
        return "yes" if item else "no"
    if isinstance(item, int | float):
        return number_text(item)
    return str(item).replace("_", " ") if _KEY.fullmatch(str(item)) else str(item)


def _grouped(names: tuple[str, ...], values: Values) -> GroupTable | CrossTable:
    if len(names) == 1:
        return _group_table(names[0], values)
    first, second = names
    rows, columns = _keys(first, values), _keys(second, values)
    cells = tuple(
        tuple(sum(value.copies for value in values.values if value.id in row and value.id in column) for column in columns.values())
        for row in rows.values()
    )  # fmt: skip
    return CrossTable((first, second), (values.title(first), values.title(second)), tuple(rows), tuple(columns), cells)


def _group_table(name: str, values: Values) -> GroupTable:
    numbers = [other for other in values.names if other != name and values.type_of(other) == NUMBER]
    groups = []
    for word, ids in _keys(name, values).items():
        members = [value for value in values.values if value.id in ids]
        sums, means = {}, {}
        for other in numbers:
            pairs = [(item, value.copies) for value in members for item in items(value.fields.get(other))]
            if pairs:
                sums[other] = sum(number * copies for number, copies in pairs)
                means[other] = sums[other] / max(sum(copies for _, copies in pairs), 1)
        groups.append(Group(word, len(members), sum(value.copies for value in members), sums, means))
    return GroupTable(name, values.title(name), tuple(groups))


def _keys(name: str, values: Values) -> dict[str, set[str]]:
    """Return the ids of the values that have each word, number or range of numbers in a field, and of those without one."""
    found: dict[str, set[str]] = {}
    if values.type_of(name) == NUMBER:
        held = {value.id: items(value.fields.get(name)) for value in values.values}
        for text, numbers in ranges(number for some in held.values() for number in some):
            found[text] = {key for key, some in held.items() if set(some) & set(numbers)}
    else:
        summary = _choices(name, values)
        for word, _, _ in summary.counts:
            found[word] = {value.id for value in values.values if word in map(_word, items(value.fields.get(name)))}
    without = {value.id for value in values.values if not items(value.fields.get(name))}
    return {**found, "(none)": without} if without else found
