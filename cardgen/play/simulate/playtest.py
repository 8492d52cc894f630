"""Run a playtest: all line-ups of some decks, up to a number of games or until the result is precise enough."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cardgen.play.simulate.card_use import Impacts, TableGames, unused_features, unused_words
from cardgen.play.simulate.findings import findings
from cardgen.play.simulate.findings_rules import rules_findings
from cardgen.play.simulate.formats import games_in_words
from cardgen.play.simulate.impact import impacts_of
from cardgen.play.simulate.line_ups import names_of
from cardgen.play.simulate.pace import Pace, seconds_of_games
from cardgen.play.simulate.playtest_table import PlaytestTable
from cardgen.play.simulate.report import Level, LineUpVerdict, Report, SkillGap, Verdict
from cardgen.play.simulate.report_setup import Setup
from cardgen.play.simulate.run import Executor, InProcessExecutor
from cardgen.play.simulate.skill import skill_gaps
from cardgen.play.simulate.stage import PlaytestInterrupted, PlaytestRun, Progress
from cardgen.play.simulate.tally import level_of_games
from cardgen.play.simulate.verdicts import MIRROR, NOT_ENOUGH, over_levels
from cardgen.plugin.rules.contest import GameRules
from cardgen.report.errors import CardgenError, UnlocatedError


@dataclass(frozen=True, slots=True)
class PlaytestRequest:
    """A playtest to be played.

    Attributes:
        setup: Everything that the report depends on, besides the decks.
        seconds: Time after which no further round is played; None for no limit.
    """

    setup: Setup
    executor: Executor = field(default_factory=InProcessExecutor)
    seconds: float | None = None


class UnfinishedPlaytest(CardgenError):
    """The loss of the worker processes, with the report of the games played until then.

    Attributes:
        report: The report so far.
    """

    def __init__(self, error: UnlocatedError, report: Report) -> None:
        super().__init__([error.at(None)])
        self.report = report


def playtest(
    rules: GameRules, decks: Sequence[Any], request: PlaytestRequest, progress: Progress | None = None
) -> Report:
    """Play all line-ups of decks; a single deck plays against itself.

    Args:
        decks: The game's models of the decks.
        progress: Called after each round; None for nobody.

    Raises:
        UnlocatedError: The executor cannot begin; E720, E721, a setting is wrong.
        UnfinishedPlaytest: The executor was lost: E709, E713, E714.
    """
    games = Playtest(rules, decks, request.setup)
    run = games.run(request.executor, progress, request.seconds)
    if progress:
        games.estimate(run)
    try:
        stopped = games.play(run)
    except PlaytestInterrupted:
        stopped = run.stopped
    except UnlocatedError as error:
        if not run.done:
            raise
        raise UnfinishedPlaytest(error, replace(games.report("lost"), left_out=run.most - run.done)) from error
    return replace(games.report(stopped), left_out=run.most - run.done)


class Playtest:
    """The games of a playtest at all its tables; players against each other have a single one.

    Args:
        decks: The game's models of the decks.

    Attributes:
        setup: The requested playtest.
    """

    def __init__(self, rules: GameRules, decks: Sequence[Any], setup: Setup) -> None:
        self.setup = setup = replace(setup, shares_deck=rules.shares_deck)
        self.tables = [PlaytestTable(rules, decks, setup, variant) for variant in setup.tables]

    def counts(self) -> Counter[str]:
        """Return the number of games for each purpose, if nothing stops them."""
        return sum((Counter(table.counts()) for table in self.tables), Counter[str]())

    def run(self, executor: Executor, progress: Progress | None, seconds: float | None = None) -> PlaytestRun:
        """Return the progress of the games before the first one.

        Args:
            progress: Called after each round; None for nobody, and then no time is estimated.
            seconds: Time after which no further round is played; None for no limit.
        """
        pace = Pace(sum((table.planned() for table in self.tables), Counter()))
        if seconds is not None:
            pace.deadline = pace.clock() + seconds
        return PlaytestRun(executor, progress, pace)

    def estimate(self, run: PlaytestRun) -> None:
        """Estimate the time of the games by playing some of each kind.

        Args:
            run: See `run`.
        """
        kinds = {levels: next(iter(table.contests.values())) for table in self.tables for levels in table.planned()}
        run.pace.expected = seconds_of_games(kinds, run.executor.workers)

    def play(self, run: PlaytestRun) -> str:
        """Play everything; return why line-ups were stopped early, or nothing.

        Args:
            run: See `run`.

        Raises:
            PlaytestInterrupted: Ctrl-C was pressed.
            UnlocatedError: See `Stage.play`.
        """
        told = [f"{games_in_words(count)} {purpose}" for purpose, count in self.counts().items() if count]
        if len(told) > 1 or run.pace.told_plan():
            run.tell(", ".join(told))
        return max([table.play(run) for table in self.tables])

    def report(self, stopped: str) -> Report:
        """Return the report of what has been played so far.

        Args:
            stopped: Why not everything was played, or nothing.
        """
        setup = self.setup
        levels = self._levels(impacts_of(table.trials for table in self.tables))
        skill = tuple(self._skill())
        verdicts, of_line_ups = self._verdicts(levels)
        stages = [stage for table in self.tables for stage in table.levels]
        rounds = [games for stage in stages for found in stage.played.values() for games in found.values()]
        results = [result for games in rounds for result in games]
        contests = [contest for table in self.tables for contest in table.contests.values()]
        return Report(
            setup=setup,
            stopped=stopped,
            games=len(results),
            findings=(
                (
                    *rules_findings(contests, results, setup.levels),
                    *findings(setup, verdicts, of_line_ups, levels, skill),
                )
                if results
                else ()
            ),
            verdicts=verdicts,
            levels=levels,
            skill=skill,
            unused=unused_features(contests, results) if results else (),
            unused_words=unused_words(contests, results) if results else (),
            line_up_verdicts=of_line_ups,
        )

    def _levels(self, impacts: Impacts) -> tuple[Level, ...]:
        """Return the results of all levels that were begun, at least of the weakest."""
        found = []
        for number, level in enumerate(self.setup.levels):
            games = [table.games_at(number) for table in self.tables]
            begun = [one for one in games if one]
            if begun:
                is_last = number == len(self.setup.levels) - 1
                found.append(level_of_games(self.setup, level, begun, impacts if is_last else {}))
        if not found:
            table = self.tables[0]
            nothing = TableGames(table.variant, table.contests, dict.fromkeys(table.contests, ()))
            found = [level_of_games(self.setup, self.setup.levels[0], [nothing], {})]
        return tuple(found)

    def _skill(self) -> Iterator[SkillGap]:
        for table in self.tables:
            for trial in table.skill:
                for gap in skill_gaps(table.setup, trial):
                    yield replace(gap, variant=table.variant) if self.setup.is_cooperative else gap

    def _verdicts(self, levels: Sequence[Level]) -> tuple[tuple[Verdict, ...], tuple[LineUpVerdict, ...]]:
        """Return the verdicts over all levels, of pairings or of line-ups."""
        is_whole = len(levels) == len(self.setup.levels)
        if self.setup.is_cooperative:
            return (), ()
        if self.setup.is_duel:
            pairings = zip(*(level.pairings for level in levels), strict=True)
            judged = [(same[0], *_over_levels(((p.verdict, p.needed) for p in same), is_whole)) for same in pairings]
            return tuple(Verdict(p.first, p.second, verdict, needed) for p, verdict, needed in judged), ()
        decks = [names_of(self.setup.decks, key) for key in self.tables[0].contests]
        lines = zip(*(level.line_ups for level in levels), strict=True)
        found = [_over_levels(((one.verdict, one.needed) for one in same), is_whole) for same in lines]
        return (), tuple(LineUpVerdict(own, *verdict) for own, verdict in zip(decks, found, strict=True))


def _over_levels(found: Iterable[tuple[str, int | None]], is_whole: bool) -> tuple[str, int | None]:
    """Return the verdict over all levels and the number of games needed, from those of each level."""
    same = list(found)
    verdict = over_levels(one for one, _ in same)
    if not is_whole and verdict != MIRROR:  # a level that has not been played may disagree
        verdict = NOT_ENOUGH
    needed = [count for one, count in same if one == NOT_ENOUGH]
    known = [count for count in needed if count is not None]
    return verdict, max(known) if verdict == NOT_ENOUGH and known and len(known) == len(needed) else None
