"""Report on games that people have played, beside those of agents."""

from __future__ import annotations

from cardgen.play.simulate.document_parts import rates_plot
from cardgen.play.simulate.formats import percent
from cardgen.play.simulate.report_people import PeopleResults
from cardgen.report.diagnostics import plural
from cardgen.report.sections import DataTable, Remark, ReportColumn, Row, Section


def people_section(people: PeopleResults) -> Section:
    """Return what the records of tables say: who wins with which deck, and where agents mislead."""
    if not people.rows:
        told = "No recorded game is of these decks as they are now."
        return Section("Games of people", [Remark(told)])
    rows: list[Row] = [
        [
            row.deck,
            row.who,
            str(row.games),
            percent(row.score),
            percent(row.agents) if row.agents else "",
            "agents mislead" if row.differs else "",
        ]
        for row in people.rows
    ]
    columns = (
        "deck",
        ReportColumn("played by", is_text=True),
        "games",
        "won",
        "in the playtest",
        ReportColumn("", is_text=True),
    )
    others = f" Left out: {plural(people.others, 'game')} of other or older decks." if people.others else ""
    note = f"{plural(people.games, 'recorded game')} of people at tables; undecided games count as half.{others}"
    marks = [(f"{row.deck}: {row.who}", row.score) for row in people.rows]
    return Section("Games of people", [Remark(note), rates_plot(marks), DataTable(columns, rows)])
