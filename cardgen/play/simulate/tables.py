"""Print the report of a playtest in the terminal: what stands out first, then tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rich.cells import cell_len
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cardgen.play.simulate.findings import DEAD
from cardgen.play.simulate.formats import STOPPED, percent, points, rating, share, short_names, versus
from cardgen.play.simulate.report import Level, Report, SkillGap
from cardgen.play.simulate.report_cards import CardUse
from cardgen.play.simulate.table_parts import impact_text, new_table
from cardgen.play.simulate.tables_team import contribution_tables, team_card_table, team_tables
from cardgen.play.simulate.tally import rates_of
from cardgen.report.screen import Screen

NEVER_PLAYED = "dead: share of the games with the card drawn in which it was never played"
INTERVALS = "in brackets: 95 % intervals"
IMPACT = "impact: percentage points that a card adds to the score, compared with a blank; *: significant for all cards together"
MARKS = {
    "fair": ("+", "green"),
    "team": ("-", ""),
    "ending": ("-", ""),
    "order": ("?", "yellow"),
    "games": ("?", "yellow"),
    "counter": ("-", ""),
    "card": ("-", ""),
    "seat": ("-", ""),
    "skill": ("-", ""),
}
"""Sign and colour of each kind of finding; all others are problems."""

WIDE = 1000  # columns if the output is not a terminal, so that no line is broken

Names = Mapping[str, str]
"""Short name of each deck, for tables."""


def print_report(report: Report) -> None:
    """Print a report on standard output."""
    console = Screen()
    if not console.is_terminal:
        console.width = WIDE
    setup = report.setup
    level = "levels" if len(setup.levels) > 1 else "level"
    rules = "".join(f", {name}={value}" for name, value in setup.rules.items())
    console.print(
        f"{report.games} games, {level} {', '.join(setup.levels)}, seed {setup.seed}{rules}{_stopped(report)}",
        markup=False,
    )
    if not report.games:
        return
    _findings(console, report)
    for table in _tables(report):
        console.print()
        _keep_numbers(table)
        console.print(table, crop=False)
    has_dead = report.strongest.cards and not setup.is_cooperative
    legend = [*([NEVER_PLAYED] if has_dead else []), INTERVALS]
    console.print(f"\n{'; '.join(legend)}", style="dim", markup=False)
    if report.setup.impact:
        console.print(IMPACT, style="dim", markup=False)
    for title, names in (
        ("Never used in any game", report.unused),
        ("Words without effect", report.unused_words),
    ):
        if names:
            console.print(f"\n{title}: {', '.join(names)}", markup=False)


def _findings(console: Screen, report: Report) -> None:
    console.print("\nWhat stands out", style="bold")
    for finding in report.findings:
        sign, colour = MARKS.get(finding.kind, ("!", "red"))
        line = Table.grid(padding=(0, 1))
        line.add_row(Text(sign, f"bold {colour}".strip()), Text(finding.text))
        console.print(Padding(line, (0, 0, 0, 1), expand=False))
    if not report.findings:
        console.print(" Nothing.")
    if not report.setup.impact and any(finding.kind == "unfair" for finding in report.findings):
        console.print(
            " To see which cards cause it, add --impact 400: it replaces each card by a blank.",
            style="dim",
            markup=False,
        )


def _tables(report: Report) -> Iterator[Table]:
    decks = report.setup.decks
    names = short_names(decks)
    yield from team_tables(report) if report.setup.is_cooperative else _results(report, names)
    yield _general(report)
    if report.skill:
        yield _skill(report, names)
    if report.strongest.cards:  # a game may have no cards
        yield _types(names, report.strongest)
    yield from contribution_tables(report.strongest)
    for deck in decks:
        cards = [card for card in report.strongest.cards if card.deck == deck]
        if cards:
            yield team_card_table(deck, cards) if report.setup.is_cooperative else _cards(deck, cards)


def _results(report: Report, names: Names) -> Iterator[Table]:
    """Yield who wins against whom, at each level."""
    several = len(report.setup.levels) > 1
    if several and len(names) > 1:
        yield _verdicts(report, names)
    for level in report.levels:
        at = f" at level {level.level}" if several else ""
        if not report.setup.is_duel:
            yield from _several_players(level, at, names)
            continue
        yield _pairings(level, at, names)
        if len(names) > 2:
            yield _matrix(names, level, at)
        if len(names) > 1:
            yield _ratings(level, at, names)


def _stopped(report: Report) -> str:
    return f"; {STOPPED[report.stopped]}" if report.stopped else ""


def _keep_numbers(table: Table) -> None:
    """Let a narrow terminal break names, but never numbers."""
    for column in table.columns:
        if column.justify == "right":
            column.min_width = max((cell_len(str(cell)) for cell in column.cells), default=0)


def _coloured(verdict: str, names: Names) -> Text:
    colour = (
        "green" if verdict == "balanced" else "red" if verdict.startswith(("favours", "levels", "puts")) else "yellow"
    )
    word, _, name = verdict.partition(" ")
    text = f"{word} {names[name]}" if word == "favours" else verdict
    return Text(text, "" if verdict in ("mirror", "") else colour)


def _several_players(level: Level, at: str, names: Names) -> Iterator[Table]:
    """Yield the tables of line-ups, and of the decks and seats over all of them."""
    table = new_table(f"Line-ups{at}", "decks", "deck", "games", "undecided", "score", "verdict")
    table.columns[1].justify = table.columns[-1].justify = "left"
    for line in level.line_ups:
        decks = versus([names[deck] for deck in line.decks])
        for row, one in enumerate(line.scores):
            head = ("", "", "", "") if row else (decks, str(line.games), str(line.undecided), line.verdict)
            table.add_row(head[0], names[one.deck], head[1], head[2], percent(one.score), _coloured(head[3], names))
    yield table
    if level.deck_scores and len(level.line_ups) > 1:
        table = new_table(f"Decks over all line-ups{at}", "deck", "score", "verdict")
        table.columns[-1].justify = "left"
        for one in sorted(level.deck_scores, key=lambda one: -one.score.estimate):
            table.add_row(names[one.deck], percent(one.score), one.verdict)
        yield table
    if level.seats:
        table = new_table(f"Seats, {share(level.fair_seat)} would be fair{at}", "seat", "score")
        for number, seat in enumerate(level.seats, 1):
            table.add_row(str(number), percent(seat))
        yield table


def _pairings(level: Level, at: str, names: Names) -> Table:
    table = new_table(f"Pairings{at}", "first", "second", "games", "won", "even", "score", "verdict")
    table.columns[1].justify = table.columns[-1].justify = "left"
    for p in level.pairings:
        counts = (str(count) for count in (p.games, p.won, p.undecided))
        table.add_row(names[p.first], names[p.second], *counts, percent(p.score), _coloured(p.verdict, names))
    return table


def _verdicts(report: Report, names: Names) -> Table:
    table = new_table("Verdicts over all levels", "first", "second", "verdict")
    table.columns[1].justify = table.columns[2].justify = "left"
    for verdict in report.verdicts:
        table.add_row(names[verdict.first], names[verdict.second], _coloured(verdict.verdict, names))
    if report.line_up_verdicts:
        table = new_table("Verdicts over all levels", "decks", "verdict")
        table.columns[-1].justify = "left"
        for one in report.line_up_verdicts:
            table.add_row(versus([names[deck] for deck in one.decks]), _coloured(one.verdict, names))
    return table


def _matrix(names: Names, level: Level, at: str) -> Table:
    table = new_table(f"Win rates, row against column{at}", "", *names.values())
    rates = rates_of(level.pairings)
    for row in names:
        found = (rates.get((row, other)) for other in names)
        table.add_row(names[row], *(percent(rate) if rate else "" for rate in found))
    return table


def _ratings(level: Level, at: str, names: Names) -> Table:
    table = new_table(f"Ratings (Elo, mean 0){at}", "deck", "rating", "95 %", "score")
    for one in sorted(level.ratings, key=lambda one: -one.elo.estimate):
        limits = f"{rating(one.elo.low)} to {rating(one.elo.high)}"
        table.add_row(names[one.deck], rating(one.elo.estimate), limits, percent(one.score))
    return table


def _general(report: Report) -> Table:
    levels = report.levels
    table = new_table("All games", "", *(level.level if len(levels) > 1 else "" for level in levels))
    table.show_header = len(levels) > 1
    rows = {} if report.setup.is_cooperative else {"first player wins": [percent(level.seat) for level in levels]}
    rows |= {
        f"{report.setup.turn_words[1]}, median and 95 %": [
            f"{level.turns:.0f}, {level.turns_95:.0f}" for level in levels
        ],
        "decisions, median": [f"{level.decisions:.0f}" for level in levels],
        "undecided": [percent(level.undecided) for level in levels],
        "won from far behind": [percent(level.comebacks) for level in levels],
    }
    for name, cells in rows.items():
        table.add_row(name, *cells)
    return table


def _skill(report: Report, names: Names) -> Table:
    title = "Skill: the better player's score, same deck"
    if report.setup.is_cooperative:
        title = "Skill: games won by better players, and how many more than worse ones win"
    table = new_table(title, "deck", "players", "score", "than others", "")
    table.columns[1].justify = table.columns[4].justify = "left"
    for gap in report.skill:
        more = points(gap.than_others) if gap.than_others else ""
        name = ", ".join([names[gap.deck], *([gap.variant.name] if gap.variant and report.setup.variants else [])])
        table.add_row(name, f"{gap.level} : {gap.below}", _of_gap(gap), more, gap.verdict)
    return table


def _of_gap(gap: SkillGap) -> str:
    return f"{percent(gap.score)}, {points(gap.gain)}" if gap.gain else percent(gap.score)


def _types(names: Names, level: Level) -> Table:
    table = new_table("Cards played, by type", "", *names.values())
    used = {(use.group, use.deck): f"{use.used:.2f}" for use in level.groups}
    for group in dict.fromkeys(use.group for use in level.groups):
        table.add_row(group.replace("_", " "), *(used.get((group, deck), "") for deck in names))
    return table


def _cards(deck: str, cards: Sequence[CardUse]) -> Table:
    """Return the cards of a deck, the best first, with surely dead ones marked."""
    tried = any(card.impact for card in cards)
    table = new_table(f"Cards of {deck}", *_columns(tried))
    for card in sorted(cards, key=_worth, reverse=True):
        dead = Text(share(card.dead.estimate), "red" if card.dead.low > DEAD else "")
        row: list[str | Text] = [
            card.name,
            card.group.replace("_", " "),
            share(card.drawn),
            dead,
            percent(card.with_it),
        ]
        table.add_row(*row, *([impact_text(card.impact)] if tried else []))
    return table


def _columns(tried: bool) -> list[str]:
    return ["card", "kind", "drawn", "dead", "win if drawn"] + ["impact"] * tried


def _worth(card: CardUse) -> tuple[bool, float]:
    return card.impact is not None, card.impact.gain.estimate if card.impact else card.with_it.estimate
