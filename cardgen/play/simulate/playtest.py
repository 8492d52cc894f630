"""A playtest: all line-ups of some decks, up to a number of games or until the result is precise enough."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from cardgen.play.simulate.card_use import unused_features, unused_words
from cardgen.play.simulate.findings import findings
from cardgen.play.simulate.impact import ImpactTrials
from cardgen.play.simulate.intervals import Interval
from cardgen.play.simulate.line_ups import LineUpKey, line_ups, names_of, players_with
from cardgen.play.simulate.report import Level, LineUpVerdict, Report, Setup, Verdict
from cardgen.play.simulate.run import Executor, InProcessExecutor
from cardgen.play.simulate.skill import play_skill, skill_gaps, skill_rounds, skill_trials
from cardgen.play.simulate.stage import PlaytestInterrupted, PlaytestRun, Progress, Stage
from cardgen.play.simulate.tally import level_of_games, score_in
from cardgen.play.simulate.verdicts import MIRROR, NOT_ENOUGH, over_levels
from cardgen.plugin.rules.contest import GameRules
from cardgen.report.errors import CardgenError, UnlocatedError

FIRST_LOOK = 50  # rounds; each further look comes after twice as many rounds
MOST_TOLD = 3  # pairings or line-ups whose score the progress shows


@dataclass(frozen=True, slots=True)
class PlaytestRequest:
    """A playtest to be played.

    Attributes:
        setup: Everything that the report depends on, besides the decks.
        executor: Where the games are played.
    """

    setup: Setup
    executor: Executor = field(default_factory=InProcessExecutor)


class UnfinishedPlaytest(CardgenError):
    """The loss of the worker processes, with the report of the games played until then.

    Attributes:
        report: The report so far.
    """

    def __init__(self, error: UnlocatedError, report: Report) -> None:
        super().__init__([error.at(None)])
        self.report = report


def looks(rounds: int) -> list[int]:
    """Return the numbers of rounds after which a playtest may stop early.

    They are fixed, so that looking more often does not bias the result.

    Args:
        rounds: Number of all rounds.
    """
    found, look = [], FIRST_LOOK
    while look < rounds:
        found.append(look)
        look *= 2
    return [*found, rounds]


def playtest(rules: GameRules, decks: Sequence[Any], request: PlaytestRequest, progress: Progress) -> Report:
    """Play all line-ups of decks; a single deck plays against itself.

    Args:
        rules: Rules of the game.
        decks: The game's models of the decks.
        request: What to play, and where.
        progress: Called after each round.

    Raises:
        UnlocatedError: The executor cannot begin; E720, E721, a setting is wrong.
        UnfinishedPlaytest: The executor was lost: E709, E713, E714.
    """
    games = _Playtest(rules, decks, request.setup)
    run = PlaytestRun(request.executor, progress, sum(games.counts().values()))
    try:
        stopped = games.play(run)
    except PlaytestInterrupted:
        stopped = "ctrl-c"
    except UnlocatedError as error:
        if not run.done:
            raise
        raise UnfinishedPlaytest(error, games.report("lost")) from error
    return games.report(stopped)


class _Playtest:
    """The games of a playtest: line-ups at each level, then skill, then cards."""

    def __init__(self, rules: GameRules, decks: Sequence[Any], setup: Setup) -> None:
        players = len(setup.teams)
        keys = line_ups(len(decks), setup.teams, shares_deck=rules.shares_deck)
        setup = replace(setup, shares_deck=rules.shares_deck)
        self.setup = setup
        self.contests = {key: rules.contest([decks[deck] for deck in key], setup.rules, players) for key in keys}
        self.levels: list[Stage[LineUpKey]] = [Stage(self.contests, (level,) * players) for level in setup.levels]
        self.rounds = -(-setup.games // self.levels[0].games_of_round)
        copies = 1 if rules.shares_deck else players
        mirrors = [rules.contest([deck] * copies, setup.rules, players) for deck in decks] if setup.skill else []
        self.skill = skill_trials(setup, mirrors)
        self.trials = ImpactTrials(rules, decks, setup, self.contests)

    def counts(self) -> dict[str, int]:
        """Return the number of games for each purpose, if nothing stops them."""
        cards = len({(trial.deck, trial.card.id) for trial in self.trials.blanks.contests})
        purpose = "for the pairings" if self.setup.is_duel else "for the line-ups"
        return {
            purpose: self.levels[0].games_of_round * self.rounds * len(self.contests) * len(self.levels),
            "for skill": sum(
                stage.games_of_round * skill_rounds(self.setup, stage) * len(stage.contests)
                for trial in self.skill
                for stage in trial.stages
            ),
            f"without each of {cards} cards": self.trials.games,
        }

    def play(self, run: PlaytestRun) -> str:
        """Play everything; return why line-ups were stopped early, or nothing.

        Raises:
            PlaytestInterrupted: Ctrl-C was pressed.
            UnlocatedError: See `Stage.play`.
        """
        told = [f"{count:,} games {purpose}" for purpose, count in self.counts().items() if count]
        if len(told) > 1:
            run.progress(0, run.most, ", ".join(told))
        stopped = [self._play_level(stage, run) for stage in self.levels]
        for trial in self.skill:
            play_skill(self.setup, trial, run)
        if self.setup.impact:
            self.trials.play(run, self.levels[-1].played)
        return max(stopped)

    def _play_level(self, stage: Stage[LineUpKey], run: PlaytestRun) -> str:
        """Play the line-ups of a level up to each look."""
        start, until, done = self.setup.seed, self.setup.until, 0
        label = f"{stage.levels[0]}: " if len(self.levels) > 1 else ""
        for look in looks(self.rounds) if until is not None else [self.rounds]:
            rounds = [(key, start + number) for number in range(done, look) for key in stage.contests]
            stage.play(run, rounds, lambda _: label + self._estimate(stage))
            done = look
            if until is not None and done < self.rounds and self._widest(stage) <= until:
                run.most -= stage.games_of_round * (self.rounds - done) * len(stage.contests)
                return "precise enough"
        return ""

    def _widest(self, stage: Stage[LineUpKey]) -> float:
        """Return the half width of the least precise score."""
        return max(score.half_width for key in stage.contests for _, score in self._scores(stage, key))

    def _scores(self, stage: Stage[LineUpKey], key: LineUpKey) -> Iterator[tuple[int, Interval]]:
        """Yield the scores that are to be precise: of the team, of the first of two decks, or of each deck."""
        rounds = [games for _, games in sorted(stage.played[key].items())]
        alone = self.setup.is_duel or self.setup.is_cooperative
        for deck in key[:1] if alone else dict.fromkeys(key):
            groups = players_with(deck, key, stage.contests[key])
            yield deck, score_in(rounds, groups[0] if alone else [player for group in groups for player in group])

    def _estimate(self, stage: Stage[LineUpKey]) -> str:
        """Return the scores so far, for the progress."""
        keys = list(stage.contests)
        return ", ".join(self._told(stage, key) for key in keys[:MOST_TOLD]) + (
            ", ..." if len(keys) > MOST_TOLD else ""
        )

    def _told(self, stage: Stage[LineUpKey], key: LineUpKey) -> str:
        names = self.setup.decks
        told = [
            f"{names[deck]} {score.estimate:.0%} ±{score.half_width:.0%}" for deck, score in self._scores(stage, key)
        ]
        return f"{told[0]} {names[key[1]]}" if self.setup.is_duel else " ".join(told)

    def report(self, stopped: str) -> Report:
        """Return the report of what has been played so far.

        Args:
            stopped: Why not everything was played, or nothing.
        """
        setup, impacts = self.setup, self.trials.impacts()
        begun = [stage for stage in self.levels if any(stage.played.values())] or self.levels[:1]
        levels = tuple(
            level_of_games(
                setup, stage.levels[0], self.contests, stage.in_order(), impacts if stage is self.levels[-1] else {}
            )
            for stage in begun
        )
        skill = tuple(gap for trial in self.skill for gap in skill_gaps(setup, trial))
        verdicts, of_line_ups = self._verdicts(levels)
        rounds = [games for stage in self.levels for found in stage.played.values() for games in found.values()]
        results, contests = [result for games in rounds for result in games], self.contests.values()
        return Report(
            setup=setup,
            stopped=stopped,
            games=len(results),
            findings=tuple(findings(setup, verdicts, of_line_ups, levels, skill)) if results else (),
            verdicts=verdicts,
            levels=levels,
            skill=skill,
            unused=unused_features(contests, results) if results else (),
            unused_words=unused_words(contests, results) if results else (),
            line_up_verdicts=of_line_ups,
        )

    def _verdicts(self, levels: Sequence[Level]) -> tuple[tuple[Verdict, ...], tuple[LineUpVerdict, ...]]:
        """Return the verdicts over all levels, of pairings or of line-ups."""
        is_whole = len(levels) == len(self.levels)
        if self.setup.is_cooperative:
            return (), ()
        if self.setup.is_duel:
            pairings = zip(*(level.pairings for level in levels), strict=True)
            judged = [(same[0], *_over_levels(((p.verdict, p.needed) for p in same), is_whole)) for same in pairings]
            return tuple(Verdict(p.first, p.second, verdict, needed) for p, verdict, needed in judged), ()
        decks = [names_of(self.setup.decks, key) for key in self.contests]
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
