"""Statistics of a deck as one HTML page that needs no network: a plot for each field, and tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from cardgen.report.html import page, table
from cardgen.report.plots import columns, rows
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

STYLE = """
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(24rem, 1fr)); gap: 0 2rem; }
.texts th:last-child, .texts td:last-child { text-align: left; white-space: normal; } .heat td { border: 1px solid #fff; }
h3 small { color: #666; font-weight: normal; }
"""
_HALF = 460  # px; two plots stand side by side
_MOST_WORDS = 15  # words of a choice that are shown; a page is read by people


def render_stats(decks: Sequence[DeckSummary]) -> str:
    """Return the page of one or several decks."""
    title = f"Statistics: {', '.join(deck.title for deck in decks)}"
    return page(title, (part for deck in decks for part in _deck(deck)), STYLE)


def _deck(deck: DeckSummary) -> Iterator[str]:
    yield f"<h1>{escape(deck.title)}</h1>"
    told = f"{deck.deck}, a deck of {deck.game}, cardgen {__version__}. All numbers count pieces: a design with three copies counts three times."
    yield f'<p class="note">{escape(told)}</p>'
    cells = [[escape(kind.title), kind.role, str(kind.designs), str(kind.copies)] for kind in deck.kinds]
    yield table(("kind", "role", "designs", "pieces"), cells)
    for kind in deck.kinds:
        if kind.fields or kind.by:
            yield from _kind(kind)


def _kind(kind: KindSummary) -> Iterator[str]:
    yield f"<h2>{escape(kind.title)}</h2>"
    for by in kind.by:
        yield from _groups(by, kind) if isinstance(by, GroupTable) else _cross(by)
    plots = [field for field in kind.fields if not isinstance(field, TextSummary)]
    if plots:
        yield '<div class="plots">'
        for field in plots:
            yield "<div>"
            yield from _numbers(field) if isinstance(field, NumberSummary) else _choices(field)
            yield "</div>"
        yield "</div>"
    texts = [field for field in kind.fields if isinstance(field, TextSummary)]
    if texts:
        yield "<h3>Texts <small>length in characters</small></h3>"
        yield table(("field", "texts", "mean", "longest"), [_text_cells(field) for field in texts], "texts")


def _numbers(field: NumberSummary) -> Iterator[str]:
    told = (
        f"mean {number_text(round(field.mean, 2))}, median {number_text(field.median)}, sum {number_text(field.total)}"
    )
    told += f", none on {field.missing}" if field.missing else ""
    yield f"<h3>{escape(field.title)} <small>{escape(told)}</small></h3>"
    yield columns(
        field.curve, "pieces", mark=mark_place(field), note=f"mean {number_text(round(field.mean, 2))}", width=_HALF
    )


def _choices(field: ChoiceSummary) -> Iterator[str]:
    told = f"none on {field.missing}" if field.missing else ""
    yield f"<h3>{escape(field.title)} <small>{told}</small></h3>"
    bars = [
        (word, copies, f"{copies} in {designs} design{'s' * (designs != 1)}")
        for word, designs, copies in field.counts[:_MOST_WORDS]
    ]
    yield rows(bars, "pieces", width=_HALF)
    if len(field.counts) > _MOST_WORDS:
        yield f'<p class="note">and {len(field.counts) - _MOST_WORDS} more</p>'


def _text_cells(field: TextSummary) -> list[str]:
    longest = ", ".join(f"{escape(name)} ({length})" for _, name, length in field.longest[:3])
    return [escape(field.title), str(field.count), f"{field.mean:.0f}", longest]


def _groups(by: GroupTable, kind: KindSummary) -> Iterator[str]:
    yield f"<h3>By {escape(by.title)}</h3>"
    numbers = [field for field in kind.fields if isinstance(field, NumberSummary) and field.field != by.field]
    head = [by.title, "designs", "pieces", "share"]
    head += [f"{what} {field.title}" for field in numbers for what in ("mean", "sum")]
    lines = []
    for group in by.groups:
        line = [escape(group.name), str(group.designs), str(group.copies), f"{group.copies / max(kind.copies, 1):.0%}"]
        for field in numbers:
            line += number_cells(group, field.field)
        lines.append(line)
    yield table(head, lines)
    yield columns([(group.name, group.copies) for group in by.groups], "pieces")


def _cross(by: CrossTable) -> Iterator[str]:
    yield f"<h3>{escape(by.titles[0])} by {escape(by.titles[1])}</h3>"
    most = max((count for line in by.cells for count in line), default=0) or 1
    head = "".join(f"<th>{escape(name)}</th>" for name in ("", *by.columns, "all"))
    lines = []
    for name, line in zip(by.rows, by.cells, strict=True):
        cells = "".join(f'<td style="background:{_shade(count / most)}">{count or ""}</td>' for count in line)
        lines.append(f"<tr><td>{escape(name)}</td>{cells}<td>{sum(line)}</td></tr>")
    sums = "".join(f"<td>{sum(column)}</td>" for column in zip(*by.cells, strict=True))
    total = sum(sum(line) for line in by.cells)
    lines.append(f"<tr><td>all</td>{sums}<td>{total}</td></tr>")
    yield f'<div class="scroll"><table class="heat"><tr>{head}</tr>{"".join(lines)}</table></div>'


def _shade(share: float) -> str:
    """Return a blue whose strength is a share, light enough for dark figures on it."""
    return "#" + "".join(f"{round(255 + (channel - 255) * share):02x}" for channel in (120, 170, 215))
