"""Report on a team that plays against the game: how often it wins, how its games end and when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cardgen.play.simulate.document_parts import rate_cell, rates_plot
from cardgen.play.simulate.findings_team import count_endings, median_turn, name_of
from cardgen.play.simulate.formats import percent, share
from cardgen.play.simulate.report import Level, LineUp
from cardgen.play.simulate.report_setup import Setup
from cardgen.report.sections import Cell, Columns, DataTable, Head, Part, Remark, ReportColumn, Row, Section

_LONGEST_BAR = 40  # characters


def team_sections(setup: Setup, level: Level, at: str) -> Iterator[Section]:
    """Yield how often the players win, how games end and when.

    Args:
        at: Words behind each heading that name the level, or nothing.
    """
    who = f"{_players(setup)} together against the game; each game has luck of its own."
    marks = [(name_of(setup, line), line.team) for line in level.line_ups if line.team]
    columns: Head = [
        "players and decks",
        "games",
        ReportColumn("won", only="terminal"),
        "undecided",
        f"{setup.turn_words[1]}, median",
        ReportColumn("longest", only="page"),
    ]
    rows: list[Row] = [
        [
            name_of(setup, line),
            str(line.games),
            percent(line.team) if line.team else "",
            str(line.undecided),
            f"{line.turns:.0f}",
            str(line.longest),
        ]
        for line in level.line_ups
    ]
    parts: list[Part] = [Remark(who, only="page"), rates_plot(marks), *_grid(level), DataTable(columns, rows)]
    yield Section(f"Games won by the team{at}", parts)
    yield from _endings(setup, level, at)
    if level.deck_scores and len(level.line_ups) > 1:
        ranked = sorted(level.deck_scores, key=lambda one: -one.score.estimate)
        table = DataTable(("deck", "won"), [[one.deck, percent(one.score)] for one in ranked], only="terminal")
        yield Section(f"Decks over all games{at}", [rates_plot([(one.deck, one.score) for one in ranked]), table])


def _players(setup: Setup) -> str:
    counts = list(dict.fromkeys(variant.players for variant in setup.tables))
    *most, last = map(str, counts)
    return "1 player" if counts == [1] else f"{', '.join(most) + ' or ' if most else ''}{last} players"


def _grid(level: Level) -> Iterator[DataTable]:
    """Yield the games won by players and settings as a grid, unless it would have one row or column."""
    found = {(one.variant.players, _settings(one)): one for one in level.line_ups if one.variant}
    rows, columns = list(dict.fromkeys(key[0] for key in found)), list(dict.fromkeys(key[1] for key in found))
    if len(found) < len(level.line_ups) or len(rows) < 2 or len(columns) < 2:
        return
    cells: list[Row] = []
    for row in rows:
        line_ups = [found.get((row, column)) for column in columns]
        name = f"{row} {'player' if row == 1 else 'players'}"
        cells.append([name, *(rate_cell(one.team if one else None) for one in line_ups)])
    yield DataTable(("", *columns), cells, is_grid=True, only="page")


def _settings(line_up: LineUp) -> str:
    rules = line_up.variant.rules if line_up.variant else {}
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in rules.items())


def _endings(setup: Setup, level: Level, at: str) -> Iterator[Section]:
    """Yield how the games end: over all line-ups, for each of them, and in which turn."""
    turn_word = setup.turn_words[0]
    found = count_endings(level)
    if not found:
        return
    games = sum(line.games for line in level.line_ups)
    line_ups = level.line_ups if len(level.line_ups) > 1 else ()
    rows: list[Row] = []
    for number, one in enumerate(found):
        part = one.games / games if games else 0.0
        of_each = [line.endings[number].games / line.games if line.games else 0.0 for line in line_ups]
        rows.append(
            [
                f"{'won' if one.is_win else 'lost'}: {one.words}",
                str(one.games),
                Cell(share(part), bar=part),
                str(median_turn(one)) if one.games else "",
                *map(share, of_each),
            ]
        )
    of_line_ups = [ReportColumn(name_of(setup, line), only="page") for line in line_ups]
    yield Section(
        f"How the games end{at}", [DataTable(("", "games", "share", f"median {turn_word}", *of_line_ups), rows)]
    )
    yield from _lost(turn_word, level, at)


def _lost(turn_word: str, level: Level, at: str) -> Iterator[Section]:
    """Yield the number of games that were lost in each turn."""
    lost = [one for one in count_endings(level) if not one.is_win and one.games]
    if not lost:
        return
    turns: Counter[int] = Counter()
    for one in lost:
        turns.update(dict(one.turns))
    span, most = range(min(turns), max(turns) + 1), max(turns.values())
    series = [(one.words, [dict(one.turns).get(turn, 0) for turn in span]) for one in lost]
    rows: list[Row] = [
        [str(turn), str(turns[turn]), "\u2588" * round(_LONGEST_BAR * turns[turn] / most)] for turn in span
    ]
    table = DataTable((turn_word, "games", ReportColumn("", is_text=True)), rows, only="terminal")
    plot = Columns(f"games lost in each {turn_word}", [str(turn) for turn in span], series)
    yield Section(f"Games lost in each {turn_word}{at}", [plot, table])
