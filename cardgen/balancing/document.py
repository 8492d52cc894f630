"""Report of the balance assistant as a document: conclusion, proposals with their scores, what cards and numbers do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil

from cardgen.balancing.result import BalanceReport, PairingRate, Proposal, count_changes
from cardgen.balancing.space import Number
from cardgen.play.simulate.document_cards import card_key
from cardgen.play.simulate.document_parts import changes_plot, ends_of
from cardgen.play.simulate.formats import STOPPED, percent, points, share
from cardgen.report.diagnostics import plural
from cardgen.report.sections import (
    Bars,
    CardPicture,
    Cards,
    Cell,
    DataTable,
    Head,
    IntervalRow,
    Intervals,
    KeyPoint,
    KeyPoints,
    Part,
    Remark,
    ReportColumn,
    ReportDocument,
    Row,
    Section,
    Tone,
    ticks,
)

_INFLUENCES = 8  # numbers that the terminal shows, of all that may change


def balance_document(report: BalanceReport, pictures: Mapping[str, str] | None = None) -> ReportDocument:
    """Return the report of the balance assistant for people.

    Args:
        pictures: Faces of cards as `data:` addresses, by `card_key`.
    """
    setup = report.setup
    told = f"{report.games:,} games, levels {', '.join(setup.levels)}, seed {setup.seed}"
    told += "".join(f", {name}={value}" for name, value in setup.rules.items())
    told += f", {plural(setup.numbers, 'number')} may change"
    told += f", {STOPPED[report.stopped]}" if report.stopped else ""
    parts: list[Part] = [
        Remark(told),
        Remark(f"cardgen {setup.version}. Brackets and bars are 95 % intervals.", only="page"),
        Section("", [KeyPoints([KeyPoint(one) for one in report.conclusion], style="bold")]),
        *_sections(report),
    ]
    return ReportDocument(f"Balance: {', '.join(setup.changing)}", parts, pictures or {})


def numbers_document(numbers: Sequence[Number], places: Sequence[str], decks: Sequence[str]) -> ReportDocument:
    """Return the numbers that may change."""
    rows: list[Row] = []
    for number, place in zip(numbers, places, strict=True):
        ends = [str(number.after(number.least)), str(number.after(number.most))]
        group = "" if number.group is None else f"group {number.group + 1}"
        rows.append([number.name, decks[number.deck], str(number.value), *ends, group, place])
    title = "Numbers that may change"
    return ReportDocument(
        title, [Section(title, [DataTable(("number", "deck", "now", "from", "to", "keeps the sum of", "place"), rows)])]
    )


def _sections(report: BalanceReport) -> Iterator[Section]:
    within = report.setup.within
    if report.before.rates:
        yield Section("As it is", [_plot(report.before, None, within), _rates(report.before, None, within)])
    for number, proposal in enumerate(report.proposals, 1):
        yield _proposal(number, proposal, report)
    if report.proposals:
        yield _overview(report)
    if report.blame:
        rows = [[card.name, f"{100 * card.gain:+.1f}"] for card in report.blame]
        pictures = Cards(
            [
                CardPicture(card_key(card.deck, card.card), card.name, [f"{100 * card.gain:+.1f} points"])
                for card in report.blame
            ]
        )
        note = Remark("The same games with a blank in place of the card.", only="page")
        title = "What each card adds to its deck, the one to blame first"
        yield Section(title, [note, pictures, DataTable(("card", "points"), rows)])
    if report.influences:
        yield _influences(report)


def _proposal(number: int, proposal: Proposal, report: BalanceReport) -> Section:
    within = report.setup.within
    cards = {(one.deck, one.card): one for one in proposal.changes}
    lines = {key: [str(one) for one in proposal.changes if (one.deck, one.card) == key] for key in cards}
    pictures = Cards([CardPicture(card_key(*key), key[1].partition("/")[2], lines[key]) for key in cards])
    rows: list[Row] = [[one.name, one.deck, str(one.before), str(one.after), one.place] for one in proposal.changes]
    changes = DataTable(
        ("number", ReportColumn("deck", is_text=True), "now", "new", ReportColumn("place", is_text=True)), rows
    )
    texts = [Remark(f"  a text must follow, which --write does if it can: {text}", "open") for text in proposal.texts]
    parts: list[Part] = [
        pictures,
        changes,
        _plot(proposal, report.before, within),
        _rates(proposal, report.before, within),
        *texts,
    ]
    title = f"Proposal {number}: {count_changes(proposal.count)}, {proposal.verdict}"
    return Section(title, parts, "good" if proposal.is_met else "bad")


def _rates(proposal: Proposal, before: Proposal | None, within: float) -> DataTable:
    old = {one.pairing: one for one in before.all_rates} if before else {}
    columns: Head = [
        "pairing",
        ReportColumn("level", is_text=True),
        "target",
        *(["before"] if before else []),
        "predicted",
        "tested",
        ReportColumn("games", only="page"),
        ReportColumn("verdict", is_text=True),
    ]
    rows: list[Row] = []
    for rate in proposal.all_rates:
        was = old.get(rate.pairing)
        rows.append(
            [
                f"{rate.first} – {rate.second}",
                rate.level,
                share(rate.target),
                *([percent(was.known) if was else ""] if before else []),
                share(rate.predicted.estimate) if rate.predicted else "not searched",
                percent(rate.tested) if rate.tested else "not played",
                str(rate.games),
                Cell(rate.verdict(within), "good" if rate.is_met(within) else "bad"),
            ]
        )
    return DataTable(columns, rows)


def _plot(proposal: Proposal, before: Proposal | None, within: float) -> Intervals:
    """Return the scores with their targets, and those of the decks as they are in grey."""
    old = {one.pairing: one for one in before.all_rates} if before else {}
    low, high = _axis([*proposal.all_rates, *old.values()])
    rows = [
        IntervalRow(
            f"{rate.first} – {rate.second}, {rate.level}",
            ends_of(rate.known),
            percent(rate.known),
            band=(rate.target - within, rate.target + within),
            mark=rate.target,
            before=ends_of(old[rate.pairing].known) if rate.pairing in old else None,
        )
        for rate in proposal.all_rates
    ]
    return Intervals(rows, low, high, [(value, share(value)) for value in ticks(low, high)])


def _axis(rates: Sequence[PairingRate]) -> tuple[float, float]:
    far = max([0.2, *(abs(end - 0.5) for one in rates for end in (one.known.low, one.known.high, one.target))])
    far = ceil(10 * far) / 10
    return 0.5 - far, 0.5 + far


def _overview(report: BalanceReport) -> Section:
    """Return the distance from the target of all proposals and of no change."""
    both = [("as it is", report.before), *((f"proposal {n}", one) for n, one in enumerate(report.proposals, 1))]
    rows: list[tuple[str, float, str, Tone]] = [
        (f"{name}, {count_changes(one.count)}", one.distance, f"{one.distance:.1f}", "good" if one.is_met else "")
        for name, one in both
    ]
    note = "Root of the mean squared distance from the target, in percentage points; green meets it."
    return Section("Fewer changes or nearer to the target", [Remark(note, only="page"), Bars("distance", rows)])


def _influences(report: BalanceReport) -> Section:
    """Return what one step of each number does; the terminal shows the strongest."""
    several = len({one.deck for one in report.influences}) > 1
    names = [f"{one.name} ({one.deck})" if several else one.name for one in report.influences]
    marks = [
        (name, one.gain, one.gain.low > 0 or one.gain.high < 0)
        for name, one in zip(names, report.influences, strict=True)
    ]
    most = ceil(50 * max(max(abs(gain.low), abs(gain.high)) for _, gain, _ in marks)) / 50
    rows: list[Row] = [[one.name, one.deck, points(one.gain)] for one in report.influences[:_INFLUENCES]]
    whose = "the first player" if report.setup.is_shared else "its deck"
    note = "Percentage points that the deck gains, as the mean of its pairings, by the model."
    if report.setup.is_shared:
        note = "Percentage points that the player who begins gains, by the model."
    table = DataTable(("number", "deck", "points"), rows, only="terminal")
    return Section(
        f"What one step of a number adds to {whose}",
        [Remark(note, only="page"), changes_plot(marks, max(most, 0.02)), table],
    )
