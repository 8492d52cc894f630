"""The report of a playtest as tables in a terminal."""

from __future__ import annotations

from collections.abc import Sequence

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
    if not report.games:
        return
    console.print(_pairings(report))
    if len(setup.decks) > 2:
        console.print(_matrix(report))
    if len(setup.decks) > 1:
        console.print(_ratings(report))
    console.print(_general(report))
    console.print(_types(report))
    for deck in setup.decks:
        console.print(_cards(deck, [card for card in report.cards if card.deck == deck]))
    if report.unused:
        console.print("Never met in any game: " + ", ".join(report.unused))


def percent(interval: Interval) -> str:
    """A rate with its interval: `52 % (48 to 56)`."""
    return f"{100 * interval.estimate:.0f} % ({100 * interval.low:.0f} to {100 * interval.high:.0f})"


def _stopped(report: Report) -> str:
    return {"ctrl-c": "; stopped early, this is what was played", "precise enough": "; precise enough"}.get(
        report.stopped, ""
    )


def _table(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, title_style="bold")
    for at, column in enumerate(columns):
        table.add_column(column, justify="right" if at else "left")
    return table


def _pairings(report: Report) -> Table:
    table = _table("Pairings", "pairing", "games", "won", "lost", "even", "score of the first", "verdict")
    table.columns[-1].no_wrap = table.columns[-2].no_wrap = True
    for p in report.pairings:
        numbers = (p.games, p.won, p.lost, p.undecided)
        table.add_row(f"{p.first} - {p.second}", *map(str, numbers), percent(p.score), p.verdict)
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
    groups = list(dict.fromkeys(use.group for use in report.groups))
    table = _table("Designs played in a game, by type", "deck", *(group.replace("_", " ") for group in groups))
    for deck in report.setup.decks:
        used = {use.group: use.used for use in report.groups if use.deck == deck}
        table.add_row(deck, *(f"{used[group]:.2f}" if group in used else "" for group in groups))
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
