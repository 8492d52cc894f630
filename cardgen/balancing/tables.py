"""Print the balance report in the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group
from rich.table import Table
from rich.text import Text

from cardgen.balancing.result import BalanceReport, PairingRate, Proposal, count_changes
from cardgen.balancing.space import Number
from cardgen.play.simulate.formats import STOPPED, percent, points, share
from cardgen.play.simulate.table_parts import new_table
from cardgen.report.screen import Screen

INFLUENCES = 8  # numbers that the terminal shows, of all that may change


def print_balance(report: BalanceReport) -> None:
    """Print a report as tables."""
    Screen().print(Group(*_parts(report)))


def print_numbers(numbers: Sequence[Number], places: Sequence[str], decks: Sequence[str]) -> None:
    """Print the numbers that may change.

    Args:
        places: Where each is written.
    """
    table = new_table("Numbers that may change", "number", "deck", "now", "from", "to", "keeps the sum of", "place")
    for number, place in zip(numbers, places, strict=True):
        low, high = number.after(number.least), number.after(number.most)
        group = "" if number.group is None else f"group {number.group + 1}"
        table.add_row(number.name, decks[number.deck], str(number.value), str(low), str(high), group, place)
    Screen().print(table)


def _parts(report: BalanceReport) -> Iterator[Table | Text]:
    setup = report.setup
    told = f"{report.games:,} games, levels {', '.join(setup.levels)}, seed {setup.seed}, {setup.numbers} numbers may change"
    yield Text(told + (f", {STOPPED[report.stopped]}" if report.stopped else ""))
    yield Text()
    for sentence in report.conclusion:
        yield Text(sentence, style="bold")
    yield Text()
    if report.before.rates:
        yield _rates("As it is", report.before, None, setup.within)
    for number, proposal in enumerate(report.proposals, 1):
        yield Text()
        yield _changes(number, proposal)
        yield _rates("", proposal, report.before, setup.within)
        for text in proposal.texts:
            yield Text(f"  a text must follow, which --write does if it can: {text}", style="yellow")
    if report.blame:
        yield Text()
        table = new_table("What each card adds to its deck, the one to blame first", "card", "points")
        for card in report.blame:
            table.add_row(card.name, f"{100 * card.gain:+.1f}")
        yield table
    if report.influences:
        yield Text()
        table = new_table("What one step of a number adds to its deck", "number", "deck", "points")
        for one in report.influences[:INFLUENCES]:
            table.add_row(one.name, one.deck, points(one.gain))
        yield table


def _changes(number: int, proposal: Proposal) -> Table:
    table = new_table(
        f"Proposal {number}: {count_changes(proposal.count)}, {proposal.verdict}",
        "number",
        "deck",
        "now",
        "new",
        "place",
    )
    for change in proposal.changes:
        table.add_row(change.name, change.deck, str(change.before), str(change.after), change.place)
    return table


def _rates(title: str, proposal: Proposal, before: Proposal | None, within: float) -> Table:
    columns = ("pairing", "level", "target", *(("before",) if before else ()), "predicted", "tested", "")
    table = new_table(title, *columns)
    old = {one.pairing: one for one in before.all_rates} if before else {}
    for rate in proposal.all_rates:
        was = old.get(rate.pairing)
        cells = [f"{rate.first} – {rate.second}", rate.level, share(rate.target)]
        cells += [percent(was.known) if was else ""] if before else []
        cells += [share(rate.predicted.estimate) if rate.predicted else "not searched"]
        cells += [percent(rate.tested) if rate.tested else "not played"]
        table.add_row(*cells, _mark(rate, within))
    return table


def _mark(rate: PairingRate, within: float) -> Text:
    return Text(rate.verdict(within), style="green" if rate.is_met(within) else "red")
