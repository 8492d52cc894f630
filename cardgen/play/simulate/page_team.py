"""Render the part of a playtest's page that only co-operative games have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from math import ceil

from cardgen.play.simulate import plots
from cardgen.play.simulate.findings_team import count_endings, median_turn, name_of
from cardgen.play.simulate.formats import change, percent, points, share
from cardgen.play.simulate.report import Level, LineUp, Setup
from cardgen.play.simulate.report_cards import CardUse, Contribution
from cardgen.report.html import table
from cardgen.report.plots import heat, stacked

STYLE_OF_TEAM = (
    ".findings .team, .findings .ending { border-color: #1d5b8f; } .findings .order { border-color: #d9a400; }\n"
)


def team_sections(setup: Setup, level: Level, at: str) -> Iterable[str]:
    """Yield how often the players win, how games end and when.

    Args:
        at: Words behind each heading that name the level, or nothing.
    """
    yield f"<h2>Games won by the team{at}</h2>"
    yield f'<p class="note">{_who(setup)} together against the game; each game has luck of its own.</p>'
    marks = [(name_of(setup, line), line.team) for line in level.line_ups if line.team]
    yield plots.intervals(marks, 0.0, 1.0, share)
    yield _grid(level)
    rows = [
        [escape(name_of(setup, line)), str(line.games), str(line.undecided), f"{line.turns:.0f}", str(line.longest)]
        for line in level.line_ups
    ]
    yield table(("players and decks", "games", "undecided", f"{setup.turn_words[1]}, median", "longest"), rows)
    if level.deck_scores and len(level.line_ups) > 1:
        yield f"<h3>Decks over all games{at}</h3>"
        ranked = sorted(level.deck_scores, key=lambda one: -one.score.estimate)
        yield plots.intervals([(one.deck, one.score) for one in ranked], 0.0, 1.0, share)
    yield from _endings(setup, level, at)


def _who(setup: Setup) -> str:
    counts = list(dict.fromkeys(variant.players for variant in setup.tables))
    *most, last = map(str, counts)
    return "1 player" if counts == [1] else f"{', '.join(most) + ' or ' if most else ''}{last} players"


def _grid(level: Level) -> str:
    """Return the shares of games won as a table of players against settings; nothing if it would have one row or column."""
    found = {(one.variant.players, _settings(one)): one for one in level.line_ups if one.variant}
    rows, columns = list(dict.fromkeys(key[0] for key in found)), list(dict.fromkeys(key[1] for key in found))
    if len(found) < len(level.line_ups) or len(rows) < 2 or len(columns) < 2:
        return ""
    lines = []
    for row in rows:
        cells = [f"<td>{row} {'player' if row == 1 else 'players'}</td>"]
        for column in columns:
            one = found.get((row, column))
            won = one.team if one else None
            limits = f"<br/><small>{100 * won.low:.0f} to {100 * won.high:.0f}</small>" if won else ""
            text = f"{share(won.estimate)}{limits}" if won else ""
            cells.append(f'<td style="background:{heat(won.estimate) if won else "#eee"}">{text}</td>')
        lines.append("<tr>" + "".join(cells) + "</tr>")
    head = "".join(f"<th>{escape(name)}</th>" for name in ("", *columns))
    return f'<div class="scroll"><table class="heat"><tr>{head}</tr>{"".join(lines)}</table></div>'


def _settings(line_up: LineUp) -> str:
    rules = line_up.variant.rules if line_up.variant else {}
    return ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in rules.items())


def _endings(setup: Setup, level: Level, at: str) -> Iterable[str]:
    """Yield how the games end: over all line-ups, for each of them, and in which turn."""
    turn_word = setup.turn_words[0]
    found = count_endings(level)
    if not found:
        return
    yield f"<h2>How the games end{at}</h2>"
    games = sum(line.games for line in level.line_ups)
    several = len(level.line_ups) > 1
    names = [name_of(setup, line) for line in level.line_ups] if several else []
    rows = []
    for number, one in enumerate(found):
        of_each = [line.endings[number].games / line.games if line.games else 0.0 for line in level.line_ups]
        rows.append(
            [
                f"{'won' if one.is_win else 'lost'}: {escape(one.words)}",
                str(one.games),
                plots.bar(one.games / games if games else 0.0),
                str(median_turn(one)) if one.games else "",
                *(share(part) for part in (of_each if several else ())),
            ]
        )
    yield table(("", "games", "of all", f"median {turn_word}", *map(escape, names)), rows)
    lost = [one for one in found if not one.is_win and one.games]
    if lost:
        yield f"<h3>{turn_word.capitalize()} in which games are lost{at}</h3>"
        turns = Counter(turn for one in lost for turn, _ in one.turns)
        span = range(min(turns), max(turns) + 1)
        series = [(one.words, [dict(one.turns).get(turn, 0) for turn in span]) for one in lost]
        yield stacked([str(turn) for turn in span], series, f"games lost in each {turn_word}")


def contribution_sections(deck: str, contributions: Sequence[Contribution]) -> Iterable[str]:
    """Yield what contributes to the players besides cards, group by group."""
    for group in dict.fromkeys(one.group for one in contributions):
        own = [one for one in contributions if one.group == group]
        title = group.replace("_", " ").capitalize()
        yield f"<h2>{escape(title)} of {escape(deck)}</h2>"
        yield from _uses(own, ())


def team_card_section(deck: str, cards: Sequence[CardUse]) -> Iterable[str]:
    """Yield the use of the cards of a deck in won and in lost games."""
    if cards:
        yield f"<h2>Cards of {escape(deck)}</h2>"
        yield from _uses(cards, ("kind", "drawn"))


def _uses(parts: Sequence[CardUse] | Sequence[Contribution], more: Sequence[str]) -> Iterable[str]:
    tried = [(one.name, one.impact) for one in parts if one.impact]
    if tried:
        tried.sort(key=lambda both: -both[1].gain.estimate)
        ends = [abs(end) for _, impact in tried for end in (impact.gain.low, impact.gain.high)]
        limit = max(ceil(50 * max(ends)) / 50, 0.1)
        yield (
            '<p class="note">Percentage points that each adds to the share of games won, compared with a blank in its place '
            "with the same luck. Dark bars are significant for all of the report together; the others may be chance.</p>"
        )
        marks = [(name, impact.gain) for name, impact in tried]
        yield plots.intervals(marks, -limit, limit, change, strong=[one.significant for _, one in tried])
    rows = []
    for one in parts:
        use = one.use
        cells = [escape(one.name)]
        if isinstance(one, CardUse):
            cells += [escape(one.group.replace("_", " ")), plots.bar(one.drawn)]
        if use:
            cells += [plots.rate_bar(use.won, loud=not use.games_won), plots.rate_bar(use.lost)]
            cells.append(f"{percent(use.won)}; {percent(use.lost)}")
        if tried:
            cells.append(points(one.impact.gain) if one.impact else "")
        rows.append(cells)
    head = ("", *more, "used in won games", "in lost games", "95 %", *(["points added"] if tried else []))
    yield table(head, rows)
