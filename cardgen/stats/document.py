"""Statistics of decks as a document: a section for each kind of piece, with tables and a plot for each field."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.report.sections import (
    Bars,
    Cell,
    CellContent,
    Columns,
    DataTable,
    Head,
    Part,
    Printer,
    Remark,
    ReportColumn,
    ReportDocument,
    Section,
    Tone,
)
from cardgen.stats.collect import DeckSummary
from cardgen.stats.results import (
    ChoiceSummary,
    CrossTable,
    GroupTable,
    KindSummary,
    NumberSummary,
    TextSummary,
    mark_place,
    number_cells,
    number_text,
)
from cardgen.version import __version__

_STEPS = "\u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588"  # from one eighth of a block to a whole one
_MOST_WORDS, _MOST_PLOTTED = 8, 15  # words of a choice in a line of a table, and in a plot
_LONGEST_NAME = 24


def stats_document(decks: Sequence[DeckSummary]) -> ReportDocument:
    """Return the statistics of one or several decks for people."""
    title = f"Statistics: {', '.join(deck.title for deck in decks)}"
    return ReportDocument(title, [_deck(deck) for deck in decks])


def _deck(deck: DeckSummary) -> Section:
    told = f"{deck.deck}, a deck of {deck.game}, cardgen {__version__}. "
    told += "All numbers count pieces: a design with three copies counts three times."
    rows = [[kind.title, kind.role, str(kind.designs), str(kind.copies)] for kind in deck.kinds]
    kinds = DataTable(("kind", ReportColumn("role", is_text=True), "designs", "pieces"), rows, only="page")
    parts = [Remark(told, only="page"), kinds, *(_kind(kind) for kind in deck.kinds)]
    return Section(f"{deck.title} ({deck.game})", parts)


def _kind(kind: KindSummary) -> Part:
    pieces = f"{kind.copies} piece{'s' * (kind.copies != 1)}"
    title = f"{kind.title}: {pieces}, {kind.designs} design{'s' * (kind.designs != 1)}"
    if not kind.fields and not kind.by:
        return Remark(title, only="terminal")
    parts: list[Part] = []
    for by in kind.by:
        parts += _groups(by, kind) if isinstance(by, GroupTable) else [_cross(by)]
    return Section(title, [*parts, *_fields(kind)])


def _fields(kind: KindSummary) -> Iterator[Part]:
    """Yield a table of all fields of each type, and on the page a plot of each; a terminal shows groups instead of fields."""
    numbers = [field for field in kind.fields if isinstance(field, NumberSummary)]
    choices = [field for field in kind.fields if isinstance(field, ChoiceSummary)]
    texts = [field for field in kind.fields if isinstance(field, TextSummary)]
    plots = [*map(_curve, numbers), *map(_choice, choices)]
    if plots:
        yield Section("", plots, is_grid=True)
    only: Printer = "page" if kind.by else ""
    if numbers:
        curves = ReportColumn("curve", is_text=True, only="terminal")
        head: Head = ("numbers", "mean", "median", "least", "most", "sum", "without", curves)
        yield DataTable(head, [_number_cells(field) for field in numbers], only=only)
    if choices and not kind.by:
        rows = [[field.title, _choice_text(field)] for field in choices]
        yield DataTable(("choices", ReportColumn("pieces", is_text=True)), rows, only="terminal")
    if texts:
        head = ("texts", ReportColumn("texts", only="page"), "mean length", ReportColumn("longest", is_text=True))
        yield DataTable(head, [_text_cells(field) for field in texts], only=only)


def _curve(field: NumberSummary) -> Section:
    mean = f"mean {number_text(round(field.mean, 2))}"
    place = mark_place(field)
    plot = Columns(
        "pieces",
        [name for name, _ in field.curve],
        [("", [count for _, count in field.curve])],
        None if place is None else (place, mean),
    )
    told = f"{mean}, sum {number_text(field.total)}" + (f", none on {field.missing}" if field.missing else "")
    return Section(field.title, [plot], told=told)


def _choice(field: ChoiceSummary) -> Section:
    rows: list[tuple[str, float, str, Tone]] = [
        (word, copies, f"{copies} in {designs} design{'s' * (designs != 1)}", "")
        for word, designs, copies in field.counts[:_MOST_PLOTTED]
    ]
    more = len(field.counts) - _MOST_PLOTTED
    note = [Remark(f"and {more} more", only="page")] if more > 0 else []
    return Section(field.title, [Bars("pieces", rows), *note], told=f"none on {field.missing}" if field.missing else "")


def _number_cells(field: NumberSummary) -> list[str]:
    numbers = (round(field.mean, 2), field.median, field.least, field.most, field.total)
    line = f"{curve([count for _, count in field.curve])}  {field.curve[0][0]} to {field.curve[-1][0]}"
    return [field.title, *map(number_text, numbers), str(field.missing or ""), line]


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


def _text_cells(field: TextSummary) -> list[CellContent]:
    longest = ", ".join(f"{name} ({length})" for _, name, length in field.longest[:3])
    short = ", ".join(f"{_short(name)} {length}" for _, name, length in field.longest[:3])
    return [field.title, str(field.count), f"{field.mean:.0f}", Cell(longest, short=short)]


def _groups(by: GroupTable, kind: KindSummary) -> list[Part]:
    numbers = [field for field in kind.fields if isinstance(field, NumberSummary) and field.field != by.field]
    head = [by.title, "designs", "pieces", "share"]
    head += [f"{what} {field.title}" for field in numbers for what in ("mean", "sum")]
    rows = []
    for group in by.groups:
        row = [group.name, str(group.designs), str(group.copies), f"{group.copies / max(kind.copies, 1):.0%}"]
        for field in numbers:
            row += number_cells(group, field.field)
        rows.append(row)
    bars: list[tuple[str, float, str, Tone]] = [
        (group.name, group.copies, str(group.copies), "") for group in by.groups
    ]
    return [Section(f"By {by.title}", [Bars("pieces", bars)]), DataTable(head, rows)]


def _cross(by: CrossTable) -> DataTable:
    most = max((count for line in by.cells for count in line), default=0) or 1
    rows: list[list[CellContent]] = [
        [name, *(Cell(str(count or ""), heat=count / most) for count in line), str(sum(line))]
        for name, line in zip(by.rows, by.cells, strict=True)
    ]
    sums = [sum(column) for column in zip(*by.cells, strict=True)]
    rows.append(["all", *map(str, sums), str(sum(sums))])
    return DataTable((f"{by.titles[0]} by {by.titles[1]}", *by.columns, "all"), rows, is_grid=True)


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 1]}\u2026"
