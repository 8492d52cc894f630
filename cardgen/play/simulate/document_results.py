"""Report on who wins against whom: verdicts, pairings with ratings, line-ups of several players."""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.play.simulate.document_parts import (
    ShortNames,
    named,
    numbers_plot,
    rate_cell,
    rates_plot,
    verdict_cell,
)
from cardgen.play.simulate.formats import percent, rating, share, versus
from cardgen.play.simulate.report import Level, Report
from cardgen.play.simulate.report_setup import Setup
from cardgen.play.simulate.tally import rates_of
from cardgen.play.simulate.verdicts import FAIR_OF_TWO, fair_range
from cardgen.report.sections import Cell, DataTable, Head, Remark, ReportColumn, Row, Section


def verdict_section(report: Report, names: ShortNames) -> Section:
    """Return the verdicts over all levels."""
    if report.line_up_verdicts:
        rows = [
            [
                Cell(versus(one.decks), short=versus([names[deck] for deck in one.decks])),
                verdict_cell(one.verdict, names),
            ]
            for one in report.line_up_verdicts
        ]
        return Section("Verdicts over all levels", [DataTable(("decks", ReportColumn("verdict", is_text=True)), rows)])
    pairs: list[Row] = [
        [named(names, one.first), named(names, one.second), verdict_cell(one.verdict, names)] for one in report.verdicts
    ]
    columns: Head = ("first", ReportColumn("second", is_text=True), ReportColumn("verdict", is_text=True))
    return Section("Verdicts over all levels", [DataTable(columns, pairs)])


def pairing_sections(setup: Setup, level: Level, at: str, names: ShortNames) -> Iterator[Section]:
    """Yield the scores of pairings of two decks, and their ratings.

    Args:
        at: Words behind each heading that name the level, or nothing.
    """
    note = "Score of the first deck. A pairing is balanced if its whole bar lies in the shaded part."
    marks = [(f"{one.first} – {one.second}", one.score) for one in level.pairings]
    columns: Head = [
        "first",
        ReportColumn("second", is_text=True),
        "games",
        "won",
        ReportColumn("lost", only="page"),
        "even",
        "score",
        ReportColumn(setup.turn_words[1], only="page"),
        ReportColumn("first player wins", only="page"),
        ReportColumn("verdict", is_text=True),
        ReportColumn("games needed", only="page"),
    ]
    rows: list[Row] = [
        [
            named(names, one.first),
            named(names, one.second),
            *map(str, (one.games, one.won, one.lost, one.undecided)),
            percent(one.score),
            f"{one.turns:.0f}",
            percent(one.seat),
            verdict_cell(one.verdict, names),
            f"{one.needed:,}" if one.needed else "",
        ]
        for one in level.pairings
    ]
    yield Section(
        f"Pairings{at}", [Remark(note, only="page"), rates_plot(marks, FAIR_OF_TWO), DataTable(columns, rows)]
    )
    if len(names) > 2:
        yield _matrix(level, at, names)
    if len(names) > 1:
        yield _ratings(level, at, names)


def _matrix(level: Level, at: str, names: ShortNames) -> Section:
    rates = rates_of(level.pairings)
    rows: list[Row] = [[named(names, row), *(rate_cell(rates.get((row, other))) for other in names)] for row in names]
    return Section(f"Win rates, row against column{at}", [DataTable(("", *names.values()), rows, is_grid=True)])


def _ratings(level: Level, at: str, names: ShortNames) -> Section:
    note = "On the scale of Elo, with mean 0; 100 points more are a score of 64 %."
    ranked = sorted(level.ratings, key=lambda one: -one.elo.estimate)
    limit = max([100.0, *(max(abs(one.elo.low), abs(one.elo.high)) for one in ranked)])
    plot = numbers_plot([(one.deck, one.elo) for one in ranked], limit, rating)
    rows: list[Row] = [
        [
            named(names, one.deck),
            rating(one.elo.estimate),
            f"{rating(one.elo.low)} to {rating(one.elo.high)}",
            percent(one.score),
        ]
        for one in ranked
    ]
    table = DataTable(("deck", "rating", "95 %", "score"), rows)
    return Section(f"Ratings (Elo, mean 0){at}", [Remark(note, only="page"), plot, table])


def line_up_sections(setup: Setup, level: Level, at: str, names: ShortNames) -> Iterator[Section]:
    """Yield the scores of line-ups, of decks over all of them, and of seats.

    Args:
        at: Words behind each heading that name the level, or nothing.
    """
    band = fair_range(setup.fair_share)
    note = "Score of each deck. A line-up is balanced if all its bars lie in the shaded part."
    marks = [(f"{one.deck} in {versus(line.decks)}", one.score) for line in level.line_ups for one in line.scores]
    yield Section(
        f"Line-ups{at}", [Remark(note, only="page"), rates_plot(marks, band), _line_up_table(setup, level, names)]
    )
    if level.deck_scores and len(level.line_ups) > 1:
        ranked = sorted(level.deck_scores, key=lambda one: -one.score.estimate)
        plot = rates_plot([(one.deck, one.score) for one in ranked], band)
        rows: list[Row] = [[named(names, one.deck), percent(one.score), one.verdict] for one in ranked]
        table = DataTable(("deck", "score", ReportColumn("verdict", is_text=True)), rows)
        yield Section(f"Decks over all line-ups{at}", [plot, table])
    if level.seats:
        plot = rates_plot([(f"seat {number}", seat) for number, seat in enumerate(level.seats, 1)], band)
        seats: list[Row] = [[str(number), percent(seat)] for number, seat in enumerate(level.seats, 1)]
        title = f"Seats, {share(level.fair_seat)} would be fair{at}"
        yield Section(title, [plot, DataTable(("seat", "score"), seats, only="terminal")])


def _line_up_table(setup: Setup, level: Level, names: ShortNames) -> DataTable:
    """Return the line-ups; the decks of each share its first row's cells."""
    columns: Head = [
        "decks",
        ReportColumn("deck", is_text=True),
        "games",
        "undecided",
        "score",
        ReportColumn(setup.turn_words[1], only="page"),
        ReportColumn("verdict", is_text=True),
        ReportColumn("games needed", only="page"),
    ]
    rows: list[Row] = []
    for line in level.line_ups:
        decks = Cell(versus(line.decks), short=versus([names[deck] for deck in line.decks]))
        for row, one in enumerate(line.scores):
            deck, score = named(names, one.deck), percent(one.score)
            if row:
                rows.append(["", deck, "", "", score, "", "", ""])
                continue
            verdict, needed = verdict_cell(line.verdict, names), f"{line.needed:,}" if line.needed else ""
            rows.append(
                [decks, deck, str(line.games), str(line.undecided), score, f"{line.turns:.0f}", verdict, needed]
            )
    return DataTable(columns, rows)
