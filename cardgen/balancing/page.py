"""Render the balance report as one HTML page that needs no network."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from math import ceil

from cardgen.balancing.result import BalanceReport, BalanceSetup, PairingRate, Proposal, count_changes
from cardgen.play.simulate import plots
from cardgen.play.simulate.formats import STOPPED, change, percent, share
from cardgen.play.simulate.intervals import Interval
from cardgen.report.html import page, table
from cardgen.report.plots import INK, LEFT, MUTED, PLOT, ROW, SHADE, WIDTH, cut, svg, text_at

STYLE = """
.findings { list-style: none; padding: 0; }
.findings li { border-left: 6px solid #1d5b8f; padding: .2rem .8rem; margin: .35rem 0; background: #f4f7fa; }
.met { color: #17663a; font-weight: 600; } .off { color: #a12a1e; font-weight: 600; } .text { color: #7a5a00; }
"""
GRID, TARGET = "#ddd", "#17663a"


def render_balance(report: BalanceReport) -> str:
    """Return the page of a report."""
    title = f"Balance: {', '.join(report.setup.changing)}"
    return page(title, _parts(title, report), STYLE)


def _parts(title: str, report: BalanceReport) -> Iterator[str]:
    setup = report.setup
    told = [f"{report.games:,} games", f"levels {' and '.join(setup.levels)}", f"seed {setup.seed}"]
    told += [f"{name}={value}" for name, value in setup.rules.items()]
    told += [f"{setup.numbers} numbers may change", f"cardgen {setup.version}"]
    told += [STOPPED[report.stopped]] if report.stopped else []
    yield f"<h1>{escape(title)}</h1>"
    yield f'<p class="note">{escape(", ".join(told))}. Brackets and bars are 95 % intervals.</p>'
    yield "<h2>What was found</h2>"
    yield f'<ul class="findings">{"".join(f"<li>{escape(one)}</li>" for one in report.conclusion)}</ul>'
    if report.before.rates:
        yield "<h2>The decks as they are</h2>"
        yield _plot(report.before, None, setup)
    for number, proposal in enumerate(report.proposals, 1):
        yield from _proposal(number, proposal, report)
    if report.proposals:
        yield "<h2>Fewer changes or nearer to the target</h2>"
        yield _overview(report)
    if report.blame:
        yield "<h2>What each card adds to its deck</h2>"
        yield '<p class="note">The same games with a blank in place of the card. The one to blame comes first.</p>'
        rows = [[escape(card.name), f"{100 * card.gain:+.1f}"] for card in report.blame]
        yield table(("card", "points"), rows)
    if report.influences:
        yield "<h2>What one step of each number does</h2>"
        yield '<p class="note">Percentage points that the deck gains, as the mean of its pairings, by the model.</p>'
        marks = [(f"{one.name} ({one.deck})", one.gain) for one in report.influences]
        most = ceil(50 * max(max(abs(gain.low), abs(gain.high)) for _, gain in marks)) / 50
        sure = [gain.low > 0 or gain.high < 0 for _, gain in marks]
        yield plots.intervals(marks, -max(most, 0.02), max(most, 0.02), change, strong=sure)


def _proposal(number: int, proposal: Proposal, report: BalanceReport) -> Iterator[str]:
    within = report.setup.within
    met = "met" if proposal.is_met else "off", proposal.verdict
    yield f'<h2>Proposal {number}: {count_changes(proposal.count)}, <span class="{met[0]}">{met[1]}</span></h2>'
    rows = [
        [escape(one.name), escape(one.deck), str(one.before), f"<b>{one.after}</b>", escape(one.place)]
        for one in proposal.changes
    ]
    yield table(("number", "deck", "now", "new", "place"), rows)
    for text in proposal.texts:
        yield f'<p class="text">A text must follow, which <code>--write</code> does if it can: {escape(text)}.</p>'
    yield _plot(proposal, report.before, report.setup)
    old = {one.pairing: one for one in report.before.all_rates}
    cells = []
    for rate in proposal.all_rates:
        was = old.get(rate.pairing)
        mark = ("met" if rate.is_met(within) else "off", rate.verdict(within))
        cells.append(
            [
                escape(f"{rate.first} – {rate.second}"),
                escape(rate.level) + ("" if rate.predicted else ", held out"),
                share(rate.target),
                percent(was.known) if was else "",
                share(rate.predicted.estimate) if rate.predicted else "",
                percent(rate.tested) if rate.tested else "not played",
                str(rate.games),
                f'<span class="{mark[0]}">{mark[1]}</span>',
            ]
        )
    yield table(("pairing", "level", "target", "before", "predicted", "tested", "games", ""), cells, "cards")


def _plot(proposal: Proposal, before: Proposal | None, setup: BalanceSetup) -> str:
    """Return the scores with their targets, and those of the decks as they are in grey."""
    rates = proposal.all_rates
    old = {one.pairing: one for one in before.all_rates} if before else {}
    low, high = _axis([*rates, *old.values()])

    def x(value: float) -> float:
        return LEFT + PLOT * (min(max(value, low), high) - low) / (high - low)

    floor = ROW * len(rates) + 6
    parts = []
    for step in range(5):
        value = low + (high - low) * step / 4
        parts.append(f'<line x1="{x(value):.1f}" y1="0" x2="{x(value):.1f}" y2="{floor}" stroke="{GRID}"/>')
        parts.append(text_at(x(value), floor + 16, share(value), "middle"))
    for row, rate in enumerate(rates):
        y = ROW * row + ROW / 2 + 3
        name = f"{rate.first} – {rate.second}, {rate.level}"
        ends = x(rate.target - setup.within), x(rate.target + setup.within)
        parts.append(
            f'<rect x="{ends[0]:.1f}" y="{y - ROW / 2 + 1}" width="{ends[1] - ends[0]:.1f}" height="{ROW - 2}" '
            f'fill="{SHADE}"/>'
        )
        parts.append(
            f'<line x1="{x(rate.target):.1f}" y1="{y - ROW / 2 + 1}" x2="{x(rate.target):.1f}" y2="{y + ROW / 2 - 1}" '
            f'stroke="{TARGET}"/>'
        )
        was = old.get(rate.pairing)
        if was:
            parts.append(_bar(was.known, y - 5, x, MUTED, 3))
        parts += [text_at(LEFT - 10, y + 4, cut(name), "end"), _bar(rate.known, y + 3 * bool(was), x, INK, 5)]
        parts.append(text_at(LEFT + PLOT + 10, y + 4, percent(rate.known)))
    label = "scores, with their targets" + (" and the decks as they are in grey" if before else "")
    return svg(floor + 24, label, parts)


def _axis(rates: list[PairingRate]) -> tuple[float, float]:
    far = max([0.2, *(abs(end - 0.5) for one in rates for end in (one.known.low, one.known.high, one.target))])
    far = min(ceil(10 * far) / 10, 0.5)
    return 0.5 - far, 0.5 + far


def _bar(mark: Interval, y: float, x: Callable[[float], float], colour: str, radius: int) -> str:
    return (
        f'<line x1="{x(mark.low):.1f}" y1="{y}" x2="{x(mark.high):.1f}" y2="{y}" stroke="{colour}" '
        f'stroke-width="{radius - 2}" stroke-linecap="round"/>'
        f'<circle cx="{x(mark.estimate):.1f}" cy="{y}" r="{radius}" fill="{colour}"/>'
    )


def _overview(report: BalanceReport) -> str:
    """Return a plot of the number of changes and the distance from the target, of all proposals and of no change."""
    both = [("as it is", report.before), *((f"{n}", one) for n, one in enumerate(report.proposals, 1))]
    most = max([1.0, *(one.distance for _, one in both)])
    height, left, right = 180, 60, WIDTH - 60
    widest = max(one.count for _, one in both) or 1
    parts = []
    for step in range(5):
        y = 10 + height * (1 - step / 4)
        parts.append(f'<line x1="{left}" y1="{y:.1f}" x2="{right}" y2="{y:.1f}" stroke="{GRID}"/>')
        parts.append(text_at(left - 8, y + 4, f"{most * step / 4:.1f}", "end"))
    for count in range(widest + 1):
        x = left + 40 + (right - left - 80) * count / widest
        parts.append(text_at(x, height + 28, count_changes(count), "middle"))
    for name, one in both:
        x = left + 40 + (right - left - 80) * one.count / widest
        y = 10 + height * (1 - one.distance / most)
        colour = TARGET if one.is_met else INK
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="7" fill="{colour}"><title>{escape(name)}</title></circle>')
        parts.append(text_at(x + 11, y + 4, name))
    note = "root of the mean squared distance from the target, in percentage points; green meets it"
    parts.append(text_at(left, height + 50, note))
    return svg(height + 58, note, parts)
