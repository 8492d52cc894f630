"""Print a report as one HTML page that needs no network, for screens of all sizes, light or dark, and for paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path

from cardgen.report.sections import (
    Bars,
    CardPicture,
    Cards,
    Cell,
    CellContent,
    Columns,
    DataTable,
    IntervalRow,
    Intervals,
    KeyPoints,
    Part,
    Remark,
    ReportColumn,
    ReportDocument,
    Section,
    Tone,
)
from cardgen.report.visible import visible_page

_NARROW, _WIDE = 300, 860  # px of the plots on a phone and on a desk, by which names of bars are left out
_LETTER = 8  # px
_LONG = 24  # characters of a cell that may be broken
_MANY_LINES = 3  # below a picture, which then gets a wider column
_MOST_COLUMNS = 12  # of a table that needs no scrolling on a desktop


def render_page(document: ReportDocument) -> str:
    """Return the page of a report."""
    style = Path(__file__).with_name("page.css").read_text("utf-8")
    head = (
        f'<meta charset="utf-8"><title>{escape(document.title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="color-scheme" content="light dark"><style>\n{style}</style>'
    )
    body = "\n".join(_PagePrinter(document).parts(document.parts, 2))
    main = f"<main>\n<h1>{escape(document.title)}</h1>\n{body}\n</main>"
    return visible_page(f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>\n{main}\n</body></html>\n')


class _PagePrinter:
    """The markup of the parts of a report."""

    def __init__(self, document: ReportDocument) -> None:
        self._pictures = document.pictures

    def parts(self, parts: Iterable[Part], level: int) -> Iterator[str]:
        """Yield the markup of parts.

        Args:
            level: Level of the headings of sections, from 2.
        """
        for part in parts:
            if isinstance(part, Section | Remark | DataTable) and part.only == "terminal":
                continue
            if isinstance(part, Section):
                yield from self._section(part, level)
            elif isinstance(part, KeyPoints):
                yield self._findings(part)
            elif isinstance(part, Cards):
                yield self._cards(part)
            else:
                yield _plain_part(part)

    def _section(self, section: Section, level: int) -> Iterator[str]:
        inner = [text for text in self.parts(section.parts, level + bool(section.title)) if text]
        if not inner:
            return
        if section.title:
            told = f" <small>{escape(section.told)}</small>" if section.told else ""
            title = f'<span class="{section.tone}">{escape(section.title)}</span>' if section.tone else None
            yield f"<section><h{level}>{title or escape(section.title)}{told}</h{level}>"
        else:
            yield '<section class="pairs">' if section.is_grid else "<section>"
        yield from inner
        yield "</section>"

    def _findings(self, findings: KeyPoints) -> str:
        items = "".join(f'<li class="{one.tone}">{self._linked(one.text, one.card)}</li>' for one in findings.items)
        return f'<ul class="findings">{items}</ul>' if items else "<p>Nothing.</p>"

    def _linked(self, text: str, card: str) -> str:
        words = escape(text)
        return f'{words} <a href="#{_anchor(card)}">See the card</a>' if card in self._pictures else words

    def _cards(self, cards: Cards) -> str:
        figures = "".join(self._card(one) for one in cards.cards if one.key in self._pictures)
        wide = " told" if any(len(one.lines) > _MANY_LINES for one in cards.cards) else ""
        return f'<div class="faces{wide}">{figures}</div>' if figures else ""

    def _card(self, card: CardPicture) -> str:
        old = self._picture(card.before, f"{card.name}, before") if card.before in self._pictures else ""
        alt = f"{card.name}, after" if old else card.name
        lines = "".join(f"<span>{escape(line)}</span>" for line in card.lines)
        words = f"<figcaption><strong>{escape(card.name)}</strong>{lines}</figcaption>"
        pair = f'<div class="pair">{old}{self._picture(card.key, alt)}</div>'
        return f'<figure class="face{_tone(card.tone)}" id="{_anchor(card.key)}">{pair}{words}</figure>'

    def _picture(self, key: str, alt: str) -> str:
        return f'<img src="{escape(self._pictures[key])}" alt="{escape(alt)}">'


def _plain_part(part: Remark | DataTable | Intervals | Columns | Bars) -> str:
    """Return the markup of a part that needs nothing else of the report."""
    match part:
        case Remark():
            return f'<p class="note{_tone(part.tone)}">{escape(part.text)}</p>'
        case DataTable():
            return _table(part) if part.rows else ""
        case Intervals():
            return _intervals(part)
        case Columns():
            return _columns(part)
        case Bars():
            return _bars(part)


def _tone(tone: Tone) -> str:
    return f" {tone}" if tone else ""


def _anchor(key: str) -> str:
    return "card-" + "".join(char if char.isalnum() else "-" for char in key)


def _table(table: DataTable) -> str:
    head = [column for column in table.head if column.only != "terminal"]
    kept = [at for at, column in enumerate(table.head) if column.only != "terminal"]
    titles = "".join(
        f'<th scope="col" class="{_kind(column)}">{escape(column.title)}</th>' if column.title else "<td></td>"
        for column in head
    )
    rows = []
    for row in table.rows:
        cells = [
            _cell(row[at], column.title, is_title=not place, is_text=column.is_text)
            for place, (at, column) in enumerate(zip(kept, head, strict=True))
        ]
        rows.append(f"<tr>{''.join(cells)}</tr>")
    top = f"<thead><tr>{titles}</tr></thead>" if any(column.title for column in head) else ""
    kind = "grid" if table.is_grid else "wide" if len(head) > 4 else "plain"
    kind = "words" if kind == "plain" and len(head) > 2 and all(column.is_text for column in head) else kind
    body = "\n".join(rows)
    made = f'<table class="{kind}">{top}<tbody>\n{body}\n</tbody></table>'
    if table.is_grid or len(head) > _MOST_COLUMNS:
        return f'<div class="scroll" tabindex="0" role="group" aria-label="Table">{made}</div>'
    return made


def _kind(column: ReportColumn) -> str:
    return "text" if column.is_text else "number"


def _cell(content: CellContent, title: str, *, is_title: bool, is_text: bool) -> str:
    lines = content if isinstance(content, tuple) else (content,)
    shown = "<br>".join(_line(line) for line in lines)
    shown = f"<div>{shown}</div>" if "<br>" in shown else shown
    first = lines[0] if lines and isinstance(lines[0], Cell) else Cell("")
    is_long = is_text and any(len(line if isinstance(line, str) else line.text) > _LONG for line in lines)
    kinds = ["text"] * is_text + ["long"] * is_long + ["empty"] * (not shown)
    style = ""
    if first.heat is not None:
        kinds.append("high" if first.heat > 0 else "low")
        style = f' style="--heat:{min(abs(first.heat), 1):.2f}"'
    name = f' class="{" ".join(kinds)}"' if kinds else ""
    if is_title:
        return f'<th scope="row"{name}{style}>{shown}</th>' if shown else f"<td{name}></td>"
    label = f' data-label="{escape(title)}"' if title else ""
    return f"<td{name}{style}{label}>{shown}</td>"


def _line(line: str | Cell) -> str:
    if isinstance(line, str):
        return escape(line)
    text = escape(line.text)
    if line.bar is not None:
        return f'<span class="bar{_tone(line.tone)}" style="--share:{100 * line.bar:.0f}%">{text}</span>'
    text = f'<span class="{line.tone}">{text}</span>' if line.tone else text
    return f"{text}<br><small>{escape(line.detail)}</small>" if line.detail else text


def _intervals(plot: Intervals) -> str:
    rows = "".join(_interval_row(row, plot) for row in plot.rows)
    marks = "".join(f'<b style="left:{_place(value, plot):.1f}%">{escape(words)}</b>' for value, words in plot.ticks)
    axis = f'<li class="axis" aria-hidden="true"><span class="track">{marks}</span></li>'
    return f'<ul class="intervals">{rows}{axis}</ul>'


def _interval_row(row: IntervalRow, plot: Intervals) -> str:
    parts = [_range("band", band, plot) for band in (plot.band, row.band) if band]
    parts += [f'<i class="tick" style="left:{_place(value, plot):.1f}%"></i>' for value, _ in plot.ticks]
    if row.mark is not None:
        parts.append(f'<i class="mark" style="left:{_place(row.mark, plot):.1f}%"></i>')
    for ends, kind in ((row.before, " before"), (row.ends, "" if row.is_strong else " weak")):
        if ends:
            parts.append(_range(f"range{kind}", (ends[0], ends[2]), plot))
            parts.append(f'<i class="dot{kind}" style="left:{_place(ends[1], plot):.1f}%"></i>')
    track = f'<span class="track" aria-hidden="true">{"".join(parts)}</span>'
    return f'<li><span class="name">{escape(row.name)}</span>{track}<span class="value">{escape(row.text)}</span></li>'


def _range(kind: str, ends: tuple[float, float], plot: Intervals) -> str:
    low, high = (_place(end, plot) for end in ends)
    return f'<i class="{kind}" style="left:{low:.1f}%;width:{high - low:.1f}%"></i>'


def _place(value: float, plot: Intervals) -> float:
    """Return the place of a value on the axis, in percent of its length."""
    return 100 * (min(max(value, plot.low), plot.high) - plot.low) / (plot.high - plot.low)


def _columns(plot: Columns) -> str:
    count = max(len(plot.names), 1)
    sums = [sum(numbers[at] for _, numbers in plot.series) for at in range(len(plot.names))]
    most = max([*sums, 1])
    longest = max([len(name) for name in plot.names] or [1]) * _LETTER
    narrow, wide = (max(-(-count * longest // width), 1) for width in (_NARROW, _WIDE))
    shows_sums = count * _LETTER * len(str(most)) < _NARROW
    bars = []
    for at, name in enumerate(plot.names):
        parts = "".join(
            f'<i class="part-{number % 7}" style="height:{100 * numbers[at] / most:.1f}%"></i>'
            for number, (_, numbers) in reversed([*enumerate(plot.series)])
            if numbers[at]
        )
        total = f"<u>{sums[at]}</u>" if sums[at] and shows_sums else ""
        label = (
            "" if at % wide else f"<b>{escape(name)}</b>" if at % narrow == 0 else f'<b class="wide">{escape(name)}</b>'
        )
        bars.append(f'<span title="{escape(_told(plot, at))}">{total}{parts}{label}</span>')
    line = ""
    if plot.mark:
        place = 100 * plot.mark[0] / count
        side = "left" if place > 50 else "right"
        line = f'<em class="{side}" style="left:{place:.1f}%">{escape(plot.mark[1])}</em>'
    told = "; ".join(_told(plot, at) for at in range(len(plot.names)) if sums[at])
    name = escape(f"{plot.label}: {told}")
    shown = f'<div class="columns" role="img" aria-label="{name}">{line}{"".join(bars)}</div>'
    return shown + _legend(plot)


def _told(plot: Columns, at: int) -> str:
    """Return what a bar shows, in words."""
    parts = [f"{words} {numbers[at]}".strip() for words, numbers in plot.series if numbers[at] or len(plot.series) == 1]
    return f"{plot.names[at]}: {', '.join(parts)}"


def _legend(plot: Columns) -> str:
    if len(plot.series) == 1:
        return ""
    items = (f'<li><i class="part-{at % 7}"></i>{escape(words)}</li>' for at, (words, _) in enumerate(plot.series))
    return f'<ul class="legend">{"".join(items)}</ul>'


def _bars(plot: Bars) -> str:
    most = max([number for _, number, _, _ in plot.rows] or [0]) or 1
    rows = "".join(
        f'<li><span class="name">{escape(name)}</span>'
        f'<span class="track" aria-hidden="true"><i class="length{_tone(tone)}" style="width:{100 * number / most:.1f}%"></i>'
        f'</span><span class="value">{escape(words)}</span></li>'
        for name, number, words, tone in plot.rows
    )
    return f'<ul class="intervals lengths" aria-label="{escape(plot.label)}">{rows}</ul>'
