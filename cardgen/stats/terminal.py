"""Statistics of a deck in the terminal: a table for each kind of piece."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich import box
from rich.table import Table
from rich.text import Text

from cardgen.report.screen import Screen
from cardgen.report.visible import visible_line
from cardgen.stats.collect import DeckSummary
from cardgen.stats.results import (
    ChoiceSummary,
    CrossTable,
    GroupTable,
    KindSummary,
    NumberSummary,
    TextSummary,
    number_cells,
    number_text,
)

_STEPS = "\u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588"  # from one eighth of a block to a whole one
_WIDE = 1000  # columns if the output is not a terminal, so that no line is broken
_MOST_WORDS = 8
_LONGEST_NAME = 24


def print_stats(deck: DeckSummary) -> None:
    """Print the statistics of a deck on standard output."""
    console = Screen()
    if not console.is_terminal:
        console.width = _WIDE
    console.print(f"{_plain(deck.title)} ({_plain(deck.game)})", style="bold", markup=False)
    for kind in deck.kinds:
        console.print()
        console.print(f"{_plain(kind.title)}: {_count(kind)}", markup=False)
        for table in _tables(kind):
            console.print()
            console.print(table, crop=False)


def _count(kind: KindSummary) -> str:
    pieces = f"{kind.copies} piece{'s' * (kind.copies != 1)}"
    return f"{pieces}, {kind.designs} design{'s' * (kind.designs != 1)}"


def _tables(kind: KindSummary) -> Iterator[Table]:
    for by in kind.by:
        yield _groups(by, kind) if isinstance(by, GroupTable) else _cross(by)
    if kind.by:
        return
    numbers = [field for field in kind.fields if isinstance(field, NumberSummary)]
    choices = [field for field in kind.fields if isinstance(field, ChoiceSummary)]
    texts = [field for field in kind.fields if isinstance(field, TextSummary)]
    if numbers:
        yield _table(
            ("numbers", "mean", "median", "least", "most", "sum", "without", "curve"),
            ([*_number_cells(field)] for field in numbers),
        )
    if choices:
        yield _table(("choices", "pieces"), ([field.title, _choice_text(field)] for field in choices))
    if texts:
        yield _table(("texts", "mean length", "longest"), (_text_cells(field) for field in texts))


def _number_cells(field: NumberSummary) -> Iterator[str]:
    yield field.title
    yield from map(number_text, (round(field.mean, 2), field.median, field.least, field.most, field.total))
    yield str(field.missing or "")
    yield f"{curve([count for _, count in field.curve])}  {field.curve[0][0]} to {field.curve[-1][0]}"


def curve(counts: Sequence[int]) -> str:
    """Return a small curve of numbers as blocks of different height, with spaces for zeros."""
    most = max(counts, default=0)
    return "".join(_STEPS[-(-count * 8 // most) - 1] if count else " " for count in counts)


def _choice_text(field: ChoiceSummary) -> str:
    words = [f"{word} {copies}" for word, _, copies in field.counts[:_MOST_WORDS]]
    more = len(field.counts) - _MOST_WORDS
    words += [f"{more} more"] if more > 0 else []
    words += [f"none {field.missing}"] if field.missing else []
    return ", ".join(words)


def _text_cells(field: TextSummary) -> list[str]:
    longest = ", ".join(f"{_short(name)} {length}" for _, name, length in field.longest[:3])
    return [field.title, f"{field.mean:.0f}", longest]


def _groups(by: GroupTable, kind: KindSummary) -> Table:
    numbers = [field for field in kind.fields if isinstance(field, NumberSummary) and field.field != by.field]
    head = [by.title, "designs", "pieces", "share"]
    head += [f"{what} {field.title}" for field in numbers for what in ("mean", "sum")]
    lines = []
    for group in by.groups:
        line = [group.name, str(group.designs), str(group.copies), f"{group.copies / max(kind.copies, 1):.0%}"]
        for field in numbers:
            line += number_cells(group, field.field)
        lines.append(line)
    return _table(head, lines)


def _cross(by: CrossTable) -> Table:
    lines = [
        [name, *(str(count or "") for count in line), str(sum(line))]
        for name, line in zip(by.rows, by.cells, strict=True)
    ]
    sums = [sum(column) for column in zip(*by.cells, strict=True)]
    lines.append(["all", *map(str, sums), str(sum(sums))])
    return _table((f"{by.titles[0]} by {by.titles[1]}", *by.columns, "all"), lines)


def _table(head: Sequence[str], lines: Sequence[Sequence[str]] | Iterator[Sequence[str]]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    words = {"pieces", "longest", "curve"} if head[0] in ("numbers", "choices", "texts") else set()
    for index, name in enumerate(head):
        is_words = index == 0 or name in words
        table.add_column(Text(_plain(name)), justify="left" if is_words else "right", no_wrap=index == 0)
    for line in lines:
        table.add_row(*(Text(_plain(cell)) for cell in line))
    return table


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}\u2026"


def _plain(text: str) -> str:
    return visible_line(text.replace("\n", " "))
