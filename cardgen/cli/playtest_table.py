"""The report of a playtest as tables in a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich import box
from rich.console import Console
from rich.table import Table

from cardgen.simulate.intervals import Interval
from cardgen.simulate.report import CardUse, Pairing, Report

DEAD = 0.5  # share from which a card is named as dead


def show(report: Report) -> None:
    """Print the report on standard output."""
    console = Console(highlight=False)
    setup = report.setup
    console.print(f"{report.games} games, level {setup.level}, seed {setup.seed}{_stopped(report)}")
    for table in _tables(report) if report.games else ():
        console.print()
        console.print(table)
    if report.unused:
        console.print("\nNever met in any game: " + ", ".join(report.unused))


def _tables(report: Report) -> Iterator[Table]:
    decks = report.setup.decks
    yield _pairings(report)
    if len(decks) > 2:
        yield _matrix(report)
    if len(decks) > 1:
        yield _ratings(report)
    yield _general(report)
    yield _types(report)
    for deck in decks:
        yield _cards(deck, [card for card in report.cards if card.deck == deck])


def percent(interval: Interval) -> str:
    """A rate with its interval: `52 % (48 to 56)`."""
    return f"{100 * interval.estimate:.0f} % ({100 * interval.low:.0f} to {100 * interval.high:.0f})"


def _stopped(report: Report) -> str:
    return {"ctrl-c": "; stopped early, this is what was played", "precise enough": "; precise enough"}.get(
        report.stopped, ""
    )


def _table(title: str, *columns: str) -> Table:
    table = Table(
        title=title,
        title_justify="left",
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        show_edge=False,
        title_style="bold",
    )
    for at, column in enumerate(columns):
        table.add_column(column, justify="right" if at else "left")
    return table


def _pairings(report: Report) -> Table:
    table = _table("Pairings", "first", "second", "games", "won", "even", "score", "verdict")
    for column in table.columns:
        column.no_wrap = True
    table.columns[1].justify = "left"
    for p in report.pairings:
        table.add_row(p.first, p.second, str(p.games), str(p.won), str(p.undecided), percent(p.score), p.verdict)
    return table


def _matrix(report: Report) -> Table:
    table = _table("Win rates, row against column", "", *report.setup.decks)
    rates = rates_of(report.pairings)
    for row in report.setup.decks:
        cells = [f"{100 * rates[row, other]:.0f} %" if (row, other) in rates else "" for other in report.setup.decks]
        table.add_row(row, *cells)
    return table


def rates_of(pairings: Sequence[Pairing]) -> dict[tuple[str, str], float]:
    """Both directions of each pairing."""
    rates = {(p.first, p.second): p.score.estimate for p in pairings}
    return rates | {(p.second, p.first): 1 - p.score.estimate for p in pairings if p.first != p.second}


def _ratings(report: Report) -> Table:
    table = _table("Ratings (Elo, mean 0)", "deck", "rating", "95 %")
    for rating in sorted(report.ratings, key=lambda rating: -rating.elo.estimate):
        elo = rating.elo
        table.add_row(rating.deck, f"{elo.estimate:+.0f}", f"{elo.low:+.0f} to {elo.high:+.0f}")
    return table


def _general(report: Report) -> Table:
    table = _table("All games", "", "")
    table.add_row("who begins wins", percent(report.seat))
    table.add_row("turns, median and 95 %", f"{report.turns:.0f}, {report.turns_95:.0f}")
    table.add_row("decisions, median", f"{report.decisions:.0f}")
    table.add_row("undecided", f"{100 * report.undecided:.1f} %")
    table.add_row("won from far behind", percent(report.comebacks))
    return table


def _types(report: Report) -> Table:
    decks = report.setup.decks
    table = _table("Cards played, by type", "", *decks)
    used = {(use.group, use.deck): f"{use.used:.2f}" for use in report.groups}
    for group in dict.fromkeys(use.group for use in report.groups):
        table.add_row(group.replace("_", " "), *(used.get((group, deck), "") for deck in decks))
    return table


def _cards(deck: str, cards: Sequence[CardUse]) -> Table:
    """Abilities of a deck, the best first; those that are mostly dead are marked."""
    tried = any(card.impact for card in cards)
    columns = ["card", "kind", "drawn", "never played", "score when drawn"] + ["impact"] * tried
    table = _table(f"Cards of {deck}", *columns)
    for card in sorted(cards, key=lambda card: -card.with_it.estimate):
        dead = f"{100 * card.dead:.0f} %" + (" dead" if card.dead >= DEAD else "")
        row = [card.name, card.group.replace("_", " "), f"{100 * card.drawn:.0f} %", dead, percent(card.with_it)]
        if tried:
            row.append(_points(card.impact))
        table.add_row(*row)
    return table


def _points(impact: Interval | None) -> str:
    if impact is None:
        return ""
    return f"{100 * impact.estimate:+.0f} ({100 * impact.low:+.0f} to {100 * impact.high:+.0f})"
