"""Print the report of a co-operative playtest in the terminal: wins, endings, turns, what helps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rich.table import Table

from cardgen.play.simulate.findings_team import count_endings, median_turn, name_of
from cardgen.play.simulate.formats import percent, share
from cardgen.play.simulate.report import Level, Report
from cardgen.play.simulate.report_cards import CardUse, Contribution
from cardgen.play.simulate.table_parts import impact_text, new_table

BAR = 40  # characters of the longest bar


def team_tables(report: Report) -> Iterator[Table]:
    """Yield the tables of a co-operative game, but for those that all games have."""
    several = len(report.setup.levels) > 1
    for level in report.levels:
        at = f" at level {level.level}" if several else ""
        yield _wins(report, level, at)
        if any(line_up.endings for line_up in level.line_ups):
            yield _endings(level, at, report.setup.turn_words[0])
            yield from _turns(level, at, report.setup.turn_words[0])
        if level.deck_scores and len(level.line_ups) > 1:
            table = new_table(f"Decks over all games{at}", "deck", "won")
            for one in sorted(level.deck_scores, key=lambda one: -one.score.estimate):
                table.add_row(one.deck, percent(one.score))
            yield table


def contribution_tables(level: Level) -> Iterator[Table]:
    """Yield what contributes to the players besides cards, a table for each group."""
    found = level.contributions
    for group in dict.fromkeys(one.group for one in found):
        own = [one for one in found if one.group == group]
        yield _uses(group.replace("_", " ").capitalize(), "", own)


def team_card_table(deck: str, cards: Sequence[CardUse]) -> Table:
    """Return the use of the cards of a deck in won and in lost games."""
    return _uses(f"Cards of {deck}", "card", cards)


def _wins(report: Report, level: Level, at: str) -> Table:
    table = new_table(
        f"Games won by the team{at}", "players and decks", "games", "won", "undecided", report.setup.turn_words[1]
    )
    for line_up in level.line_ups:
        won = percent(line_up.team) if line_up.team else ""
        name = name_of(report.setup, line_up)
        table.add_row(name, str(line_up.games), won, str(line_up.undecided), f"{line_up.turns:.0f}")
    return table


def _endings(level: Level, at: str, turn_word: str) -> Table:
    table = new_table(f"How the games end{at}", "", "games", "share", f"median {turn_word}")
    found = count_endings(level)
    games = sum(line_up.games for line_up in level.line_ups)
    for one in found:
        words = f"{'won' if one.is_win else 'lost'}: {one.words}"
        median = str(median_turn(one)) if one.games else ""
        table.add_row(words, str(one.games), share(one.games / games) if games else "", median)
    return table


def _turns(level: Level, at: str, turn_word: str) -> Iterator[Table]:
    """Yield the number of games that were lost in each turn, as bars."""
    lost: Counter[int] = Counter()
    for one in count_endings(level):
        if not one.is_win:
            lost.update(dict(one.turns))
    if not lost:
        return
    table = new_table(f"Games lost in each {turn_word}{at}", turn_word, "games", "")
    table.columns[2].justify = "left"
    most = max(lost.values())
    for turn in range(min(lost), max(lost) + 1):
        table.add_row(str(turn), str(lost[turn]), "\u2588" * round(BAR * lost[turn] / most))
    yield table


def _uses(title: str, kind: str, parts: Sequence[CardUse] | Sequence[Contribution]) -> Table:
    """Return a table of the use of cards or other contributors, the most useful first."""
    tried = any(one.impact for one in parts)
    kinds = ["kind"] if kind else []
    table = new_table(title, kind, *kinds, "used in won games", "in lost games", *(["impact"] if tried else []))
    ranked = sorted(parts, key=_worth, reverse=True)
    for one in ranked:
        use = [percent(one.use.won), percent(one.use.lost)] if one.use else ["", ""]
        group = [one.group.replace("_", " ")] if kind else []
        table.add_row(one.name, *group, *use, *([impact_text(one.impact)] if tried else []))
    return table


def _worth(one: CardUse | Contribution) -> tuple[bool, float]:
    if one.impact:
        return True, one.impact.gain.estimate
    return False, one.use.won.estimate if one.use else 0.0
