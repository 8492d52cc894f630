"""Word the findings of a co-operative playtest: how often the players win, how they lose, what helps them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from cardgen.play.simulate.formats import percent, points, share, versus
from cardgen.play.simulate.intervals import mean, wilson
from cardgen.play.simulate.report import Level, LineUp, ReportFinding
from cardgen.play.simulate.report_cards import CardUse, Contribution
from cardgen.play.simulate.report_setup import Setup
from cardgen.play.simulate.report_team import EndingCount

EASY, HARD = 0.95, 0.05
"""A co-operative game is decided from the start if the team surely wins more, or less, than this share."""

NEVER = 0.05
"""A way to lose hardly exists if surely less than this share of the lost games end in it."""

IDLE = 0.02
"""Something contributes hardly anything if its contribution is surely between minus and plus this share."""

ENOUGH = 100
"""Number of games from which on it is worth saying that two variants do not differ."""

MOST_NAMED = 3  # largest number of contributors of a group that findings praise
MOST_RATES = 6  # largest number of line-ups whose shares are findings; of more, the lowest and the highest are


def team_findings(setup: Setup, levels: Sequence[Level]) -> Iterable[ReportFinding]:
    """Yield everything that stands out in a co-operative game, but for what holds for cards of all games.

    Args:
        levels: From the weakest to the strongest; losses and contributions are those of the strongest.
    """
    for level in levels:
        rated = [line_up for line_up in level.line_ups if line_up.team and line_up.games]
        found = [_won(setup, level, line_up, several=len(levels) > 1) for line_up in rated]
        if len(rated) > MOST_RATES:
            ends = [pick(rated, key=_estimate) for pick in (min, max)]
            found = [one for one, line_up in zip(found, rated, strict=True) if one.kind == "unfair" or line_up in ends]
        yield from found
    yield from _order(levels[-1])
    yield from _losses(levels[-1], setup.turn_words[0])
    yield from _contributions(levels[-1].contributions)
    yield from _unused(levels[-1])


def name_of(setup: Setup, line_up: LineUp) -> str:
    """Return the name of a line-up among all of the report: its decks, players and settings, as far as they differ."""
    decks = [versus(line_up.decks)] if len(setup.decks) > 1 or not setup.variants else []
    variant = [line_up.variant.name] if setup.variants and line_up.variant else []
    return ", ".join([*decks, *variant])


def count_endings(level: Level) -> list[EndingCount]:
    """Return how the games of a level ended, over all line-ups."""
    found: dict[str, EndingCount] = {}
    for line_up in level.line_ups:
        for one in line_up.endings:
            before = found.get(one.id)
            turns = Counter(dict(before.turns if before else ())) + Counter(dict(one.turns))
            pairs = tuple(sorted(turns.items()))
            found[one.id] = EndingCount(one.id, one.words, one.is_win, sum(turns.values()), pairs)
    return list(found.values())


def median_turn(ending: EndingCount) -> int:
    """Return the median of the turns in which games ended in this way; 0 if none did."""
    turns = sorted(turn for turn, games in ending.turns for _ in range(games))
    return turns[len(turns) // 2] if turns else 0


def _estimate(line_up: LineUp) -> float:
    return line_up.team.estimate if line_up.team else 0


def _won(setup: Setup, level: Level, line_up: LineUp, *, several: bool) -> ReportFinding:
    """Return how often the team wins with a line-up at a level."""
    assert line_up.team
    deck = line_up.decks[0] if len(line_up.decks) == 1 else ""
    is_one_of_many = len(level.line_ups) > 1 or setup.variants
    who = f"With {name_of(setup, line_up)} the players win" if is_one_of_many else "The players win"
    text = f"{who} {percent(line_up.team)} of their games" + (f" at level {level.level}" if several else "")
    if line_up.team.low > EASY:
        return ReportFinding("unfair", deck, "", f"{text}: the game hardly ever wins")
    if line_up.team.high < HARD:
        return ReportFinding("unfair", deck, "", f"{text}: they hardly ever have a chance")
    return ReportFinding("team", deck, "", text)


def _order(level: Level) -> Iterable[ReportFinding]:
    """Yield pairs of neighbouring values of a setting between which the results hardly differ."""
    found = [one for one in level.line_ups if one.variant and one.team]
    for before, after in pairwise(found):
        assert before.variant
        assert after.variant
        assert before.team
        assert after.team
        is_neighbour = before.variant.players == after.variant.players and before.decks == after.decks
        is_alike = max(before.team.low, after.team.low) < min(before.team.high, after.team.high)
        if is_neighbour and is_alike and min(before.games, after.games) >= ENOUGH:
            text = f"The players do not surely win more often with {before.variant.name} than with {after.variant.name}"
            if after.team.estimate > before.team.estimate:
                text = f"The players do not surely win less often with {before.variant.name} than with {after.variant.name}"
            yield ReportFinding("order", "", "", f"{text}: {percent(before.team)} and {percent(after.team)}")


def _losses(level: Level, turn_word: str) -> Iterable[ReportFinding]:
    """Yield the most common way to lose, and ways to lose that hardly ever occur."""
    lost = [one for one in count_endings(level) if not one.is_win]
    games = sum(one.games for one in lost)
    if not games:
        return
    most = max(lost, key=lambda one: one.games)
    part = wilson(most.games / games, games)
    by = f"half of them by {turn_word} {median_turn(most)}"
    text = f"{percent(part)} of the lost games end because {most.words}, {by}"
    yield ReportFinding("ending", "", "", text)
    rare = [one.words for one in lost if wilson(one.games / games, games).high < NEVER]
    if rare:
        text = f"Less than {share(NEVER)} of the lost games end because {' or because '.join(rare)}"
        yield ReportFinding("ending", "", "", text)


def _contributions(contributions: Sequence[Contribution]) -> Iterable[ReportFinding]:
    """Yield the most useful contributors of each group, those that stand apart from it, and those that do not help."""
    for group in dict.fromkeys(one.group for one in contributions):
        tried = [(one, one.impact) for one in contributions if one.group == group and one.impact]
        average = mean([impact.gain.estimate for _, impact in tried])
        ranked = sorted(tried, key=lambda both: -both[1].gain.estimate)
        sure = [both for both in ranked if both[1].significant]
        for one, impact in [both for both in sure if both[1].gain.estimate > 0][:MOST_NAMED]:
            text = f"{one.name} ({group}) adds {points(impact.gain)} points to the share of games won"
            yield ReportFinding("card", one.deck, one.id, text)
        for one, impact in ranked:
            if average > 0 and impact.gain.low > 2 * average:
                text = f"{one.name} surely adds more than twice as much as the mean of its group ({group})"
                yield ReportFinding("unfair", one.deck, one.id, text)
            elif impact.significant and impact.gain.high < 0:
                text = f"{one.name} ({group}) does more harm than nothing in its place: {points(impact.gain)} points"
                yield ReportFinding("harm", one.deck, one.id, text)
            elif impact.gain.low > -IDLE and impact.gain.high < IDLE:
                text = f"{one.name} ({group}) adds hardly anything: {points(impact.gain)} points"
                yield ReportFinding("dead", one.deck, one.id, text)


def _unused(level: Level) -> Iterable[ReportFinding]:
    """Yield what was never used at all, and what was never used in a game that was won."""
    parts: list[CardUse | Contribution] = [*level.contributions, *level.cards]
    for deck in dict.fromkeys(one.deck for one in parts):
        own = [one for one in parts if one.deck == deck and one.use]
        never = [one.name for one in own if one.use and not one.use.games_won + one.use.games_lost]
        if never:
            yield ReportFinding("unused", deck, "", f"Never used in any game: {', '.join(never)}")
        lost_only = [one.name for one in own if one.use and one.use.games_lost and not one.use.games_won]
        if lost_only and any(one.use and one.use.games_won for one in own):
            yield ReportFinding("unused", deck, "", f"Never used in a game that was won: {', '.join(lost_only)}")
