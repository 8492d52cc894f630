"""The report as one page that needs no network: tables and plots, the plots drawn here as SVG."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from cardgen.simulate.intervals import Interval
from cardgen.simulate.report import FAIR, Report

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
h1 { margin-bottom: 0; } h2 { margin-top: 2.5rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid #ddd; text-align: right; }
th:first-child, td:first-child { text-align: left; }
.balanced { color: #17663a; font-weight: 600; } .favours { color: #a12a1e; font-weight: 600; } .open { color: #7a5a00; }
svg { width: 100%; height: auto; } svg text { font: 12px system-ui, sans-serif; fill: #222; }
.scroll { overflow-x: auto; }
"""
ROW, LEFT, RIGHT, PLOT = 26, 230, 130, 480
Mark = tuple[str, Interval]


def page(report: Report) -> str:
    """The whole page."""
    setup = report.setup
    names = ", ".join(setup.decks)
    parts = [
        f"<h1>Playtest: {escape(names)}</h1>",
        f"<p>{report.games} games, level {escape(setup.level)}, seed {setup.seed}, "
        f"cardgen {escape(setup.version)}{_stopped(report)}. Bars are 95 % intervals.</p>",
        *_pairings(report),
        *_general(report),
        *_cards(report),
    ]
    if report.unused:
        parts.append(f"<h2>Never met</h2><p>{escape(', '.join(report.unused))}</p>")
    head = f'<meta charset="utf-8"><title>Playtest: {escape(names)}</title><style>{STYLE}</style>'
    view = '<meta name="viewport" content="width=device-width">'
    return (
        f'<!doctype html>\n<html lang="en"><head>{head}{view}</head>\n<body>\n'
        + "\n".join(parts)
        + "\n</body></html>\n"
    )


def _stopped(report: Report) -> str:
    return {"ctrl-c": "; stopped early", "precise enough": "; stopped when precise enough"}.get(report.stopped, "")


def _pairings(report: Report) -> Iterable[str]:
    yield "<h2>Pairings</h2>"
    marks = [(f"{p.first} – {p.second}", p.score) for p in report.pairings]
    yield plot(marks, 0.0, 1.0, band=FAIR, unit="%")
    rows = []
    for p in report.pairings:
        kind = "balanced" if p.verdict == "balanced" else "favours" if p.verdict.startswith("favours") else "open"
        verdict = f'<span class="{kind}">{escape(p.verdict)}</span>'
        names = escape(f"{p.first} – {p.second}")
        cells = (p.games, p.won, p.lost, p.undecided, f"{p.turns:.0f}", p.longest, _percent(p.comebacks))
        rows.append([names, *map(str, cells), verdict])
    head = ("pairing", "games", "won", "lost", "undecided", "turns", "longest", "won from behind", "verdict")
    yield table(head, rows)
    if len(report.setup.decks) > 1:
        yield "<h2>Ratings</h2>"
        elo = [(rating.deck, rating.elo) for rating in report.ratings]
        limit = max([100.0, *(max(abs(mark.low), abs(mark.high)) for _, mark in elo)])
        yield plot(elo, -limit, limit)


def _general(report: Report) -> Iterable[str]:
    yield "<h2>All games</h2>"
    rows = [
        ["who begins wins", _percent(report.seat)],
        ["turns, median and 95 %", f"{report.turns:.0f}, {report.turns_95:.0f}"],
        ["decisions, median", f"{report.decisions:.0f}"],
        ["undecided", f"{100 * report.undecided:.1f} %"],
        ["won from far behind", _percent(report.comebacks)],
    ]
    yield table(("", ""), rows)
    groups = list(dict.fromkeys(use.group for use in report.groups))
    used = {(use.deck, use.group): f"{use.used:.2f}" for use in report.groups}
    yield "<h2>Cards played in a game, by type</h2>"
    yield table(
        ("deck", *(group.replace("_", " ") for group in groups)),
        [[escape(deck), *(used.get((deck, group), "") for group in groups)] for deck in report.setup.decks],
    )


def _cards(report: Report) -> Iterable[str]:
    for deck in report.setup.decks:
        cards = sorted((card for card in report.cards if card.deck == deck), key=lambda card: -card.with_it.estimate)
        yield f"<h2>Cards of {escape(deck)}</h2>"
        tried = [(card.name, card.impact) for card in cards if card.impact]
        if tried:
            yield "<p>What the score gains by a card, against a blank in its place, with the same luck:</p>"
            limit = max(0.1, *(max(abs(mark.low), abs(mark.high)) for _, mark in tried))
            yield plot(sorted(tried, key=lambda mark: -mark[1].estimate), -limit, limit, unit="%")
        rows = [
            [
                escape(card.name),
                escape(card.group.replace("_", " ")),
                f"{100 * card.drawn:.0f} %",
                f"{100 * card.dead:.0f} %",
                _percent(card.with_it),
            ]
            for card in cards
        ]
        yield table(("card", "kind", "drawn", "never played", "score when drawn"), rows)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table; the cells are markup already."""
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "\n".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{top}</tr></thead><tbody>\n{body}\n</tbody></table></div>'


def plot(
    marks: Sequence[Mark], low: float, high: float, band: tuple[float, float] | None = None, unit: str = ""
) -> str:
    """Estimates with their intervals, one below the other.

    Args:
        marks: Name and interval of each row.
        low: Left end of the axis.
        high: Right end of the axis.
        band: A part of the axis that is shaded.
        unit: `%` shows shares as percent.
    """

    def x(value: float) -> float:
        return LEFT + PLOT * (min(max(value, low), high) - low) / (high - low)

    def text(value: float) -> str:
        return f"{100 * value:.0f} %" if unit == "%" else f"{value:+.0f}"

    height = ROW * len(marks) + 30
    parts = [
        f'<svg viewBox="0 0 {LEFT + PLOT + RIGHT} {height}" role="img" aria-label="estimates with 95 % intervals">'
    ]
    if band:
        width = x(band[1]) - x(band[0])
        parts.append(f'<rect x="{x(band[0]):.1f}" y="0" width="{width:.1f}" height="{height - 24}" fill="#dcefe2"/>')
    for step in range(5):
        value = low + (high - low) * step / 4
        parts.append(f'<line x1="{x(value):.1f}" y1="0" x2="{x(value):.1f}" y2="{height - 24}" stroke="#ddd"/>')
        parts.append(f'<text x="{x(value):.1f}" y="{height - 8}" text-anchor="middle">{text(value)}</text>')
    for row, (name, mark) in enumerate(marks):
        y = ROW * row + ROW / 2
        parts.append(f'<text x="{LEFT - 10}" y="{y + 4}" text-anchor="end">{escape(_cut(name))}</text>')
        parts.append(
            f'<line x1="{x(mark.low):.1f}" y1="{y}" x2="{x(mark.high):.1f}" y2="{y}" stroke="#1d5b8f" stroke-width="4"/>'
        )
        parts.append(f'<circle cx="{x(mark.estimate):.1f}" cy="{y}" r="6" fill="#1d5b8f"/>')
        limits = f"{text(mark.estimate)} ({text(mark.low)} to {text(mark.high)})".replace(" %", "")
        parts.append(f'<text x="{LEFT + PLOT + 10}" y="{y + 4}">{limits}</text>')
    return "".join([*parts, "</svg>"])


def _cut(name: str) -> str:
    return name if len(name) <= 34 else name[:33] + "…"


def _percent(interval: Interval) -> str:
    return f"{100 * interval.estimate:.0f} % ({100 * interval.low:.0f} to {100 * interval.high:.0f})"
