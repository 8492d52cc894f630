"""A playtest: all pairings of some decks, up to a number of games or until the result is precise enough."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from cardgen.play.simulate.findings import findings
from cardgen.play.simulate.impact import Trials
from cardgen.play.simulate.intervals import Interval, of_pairs
from cardgen.play.simulate.report import Level, Report, Setup, Verdict
from cardgen.play.simulate.run import Executor, InProcessExecutor
from cardgen.play.simulate.skill import play_skill, skill_gaps, skill_stages
from cardgen.play.simulate.stage import Interrupted, PlaytestRun, Progress, Stage
from cardgen.play.simulate.tally import Key, level_of_games, scores_of, unused_features, unused_words
from cardgen.play.simulate.verdicts import MIRROR, NOT_ENOUGH, over_levels
from cardgen.plugin.rules.contest import GameRules
from cardgen.report.errors import UnlocatedError

FIRST_LOOK = 50  # pairs; each further look comes after twice as many


@dataclass(frozen=True, slots=True)
class PlaytestRequest:
    """What is asked for.

    Attributes:
        setup: All that the report depends on.
        crew: Whoever plays.
    """

    setup: Setup
    crew: Executor = field(default_factory=InProcessExecutor)


class Unfinished(UnlocatedError):
    """Whoever played is lost, but not what was played till then.

    Attributes:
        report: Of that.
    """

    def __init__(self, fault: UnlocatedError, report: Report) -> None:
        super().__init__(fault.code, fault.message, expected=fault.expected, hints=fault.hints)
        self.report = report


def looks(pairs: int) -> list[int]:
    """The numbers of pairs after which an early stop is possible; fixed, so that looking does not bend the result."""
    found, look = [], FIRST_LOOK
    while look < pairs:
        found.append(look)
        look *= 2
    return [*found, pairs]


def playtest(rules: GameRules, decks: Sequence[Any], wish: PlaytestRequest, progress: Progress) -> Report:
    """Play all pairings; a single deck plays itself.

    Args:
        rules: Of the game.
        decks: The game's models of the decks.
        wish: What is asked for.
        progress: Is told how it goes.

    Raises:
        UnlocatedError: The crew cannot begin; E720, E721, a setting is wrong.
        Unfinished: The crew was lost: E709, E713, E714.
    """
    games = _Playtest(rules, decks, wish.setup)
    session = PlaytestRun(wish.crew, progress, sum(games.counts().values()))
    try:
        stopped = games.play(session)
    except Interrupted:
        stopped = "ctrl-c"
    except UnlocatedError as fault:
        if not session.done:
            raise
        raise Unfinished(fault, games.report("lost")) from fault
    return games.report(stopped)


class _Playtest:
    """The games of a playtest: pairings at each level, then skill, then cards."""

    def __init__(self, rules: GameRules, decks: Sequence[Any], setup: Setup) -> None:
        numbers = range(len(decks))
        keys = [(a, b) for a in numbers for b in numbers if a < b] or [(0, 0)]
        self.setup = setup
        self.pairs = (setup.games + 1) // 2
        self.contests = {key: rules.contest([decks[number] for number in key], setup.rules) for key in keys}
        self.levels: list[Stage[Key]] = [Stage(self.contests, (level, level)) for level in setup.levels]
        mirrors = [rules.contest([deck, deck], setup.rules) for deck in decks] if setup.skill else []
        self.skill = skill_stages(setup, mirrors)
        self.trials = Trials(rules, decks, setup, self.contests)

    def counts(self) -> dict[str, int]:
        """How many games there are for what, if nothing stops them."""
        cards = len({(trial.deck, trial.card.id) for trial in self.trials.blanks.contests})
        return {
            "for the pairings": 2 * self.pairs * len(self.contests) * len(self.levels),
            "for skill": sum(self.setup.skill * len(stage.contests) for stage in self.skill),
            f"without each of {cards} cards": self.trials.games,
        }

    def play(self, session: PlaytestRun) -> str:
        """Play all; returns why pairings were stopped early, or nothing.

        Raises:
            Interrupted: Ctrl-C.
            UnlocatedError: As `Stage.play`.
        """
        told = [f"{count:,} games {purpose}" for purpose, count in self.counts().items() if count]
        if len(told) > 1:
            session.progress(0, session.most, ", ".join(told))
        stopped = [self._play_level(stage, session) for stage in self.levels]
        for stage in self.skill:
            play_skill(self.setup, stage, session)
        if self.setup.impact:
            self.trials.play(session, self.levels[-1].played)
        return max(stopped)

    def _play_level(self, stage: Stage[Key], session: PlaytestRun) -> str:
        """Play the pairings of a level up to each look."""
        start, until, done = self.setup.seed, self.setup.until, 0
        label = f"{stage.levels[0]}: " if len(self.levels) > 1 else ""
        for look in looks(self.pairs) if until is not None else [self.pairs]:
            pairs = [(key, start + pair) for pair in range(done, look) for key in stage.contests]
            stage.play(session, pairs, lambda _: label + self._estimate(stage))
            done = look
            if until is not None and done < self.pairs and self._widest(stage) <= until:
                session.most -= 2 * (self.pairs - done) * len(stage.contests)
                return "precise enough"
        return ""

    def _widest(self, stage: Stage[Key]) -> float:
        return max(of_pairs(scores_of(pairs), 2 * len(pairs)).half_width for pairs in stage.in_order().values())

    def _estimate(self, stage: Stage[Key]) -> str:
        names, keys = self.setup.decks, list(stage.contests)
        scores = [(names[a], _score(stage, (a, b)), names[b]) for a, b in keys[:3]]
        told = [f"{first} {score.estimate:.0%} ±{score.half_width:.0%} {second}" for first, score, second in scores]
        return ", ".join(told) + (", ..." if len(keys) > 3 else "")

    def report(self, stopped: str) -> Report:
        """What has been played so far."""
        setup, impacts = self.setup, self.trials.impacts()
        begun = [stage for stage in self.levels if any(stage.played.values())] or self.levels[:1]
        levels = tuple(
            level_of_games(
                setup, stage.levels[0], self.contests, stage.in_order(), impacts if stage is self.levels[-1] else {}
            )
            for stage in begun
        )
        skill = tuple(gap for stage in self.skill for gap in skill_gaps(setup, stage))
        verdicts = tuple(_verdicts(levels, whole=len(levels) == len(self.levels)))
        pairs = [pair for stage in self.levels for found in stage.played.values() for pair in found.values()]
        results, contests = [result for pair in pairs for result in pair], self.contests.values()
        return Report(
            setup=setup,
            stopped=stopped,
            games=len(results),
            findings=tuple(findings(verdicts, levels, skill)) if results else (),
            verdicts=verdicts,
            levels=levels,
            skill=skill,
            unused=unused_features(contests, results) if results else (),
            unused_words=unused_words(contests, results) if results else (),
        )


def _score(stage: Stage[Key], key: Key) -> Interval:
    found = stage.played[key]
    return of_pairs(scores_of(found.values()), 2 * len(found))


def _verdicts(levels: Sequence[Level], *, whole: bool) -> Iterable[Verdict]:
    for same in zip(*(level.pairings for level in levels), strict=True):
        verdict = over_levels(pairing.verdict for pairing in same)
        if not whole and verdict != MIRROR:  # a level that was not played may say something else
            verdict = NOT_ENOUGH
        needed = [pairing.needed for pairing in same if pairing.verdict == NOT_ENOUGH]
        known = [count for count in needed if count is not None]
        most = max(known) if verdict == NOT_ENOUGH and known and len(known) == len(needed) else None
        yield Verdict(same[0].first, same[0].second, verdict, most)
