"""Measure the advantage of better players: the same deck, each level against the one below.

If players play against each other, one team of better players meets teams of worse ones. If all play together, a team of
better players and a team of worse players play the same games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cardgen.play.simulate.intervals import Interval, holm, mean, of_rounds, paired_difference, paired_p
from cardgen.play.simulate.levels import level_below
from cardgen.play.simulate.line_ups import scores_of
from cardgen.play.simulate.report import SkillGap
from cardgen.play.simulate.report_setup import Setup
from cardgen.play.simulate.stage import PlaytestRun, Stage
from cardgen.plugin.rules.contest import Contest

REWARDS, FORGIVES, HIDDEN = "rewards skill", "forgives mistakes", "skill does not show"


@dataclass(frozen=True, slots=True)
class SkillTrial:
    """The games of a level against the one below, by number of the deck.

    Attributes:
        better: Games of the better players, alone or against worse ones.
        worse: In a co-operative game, the games of the worse players; otherwise None.
    """

    level: str
    below: str
    better: Stage[int]
    worse: Stage[int] | None

    @property
    def stages(self) -> Sequence[Stage[int]]:
        """All games."""
        return [self.better] if self.worse is None else [self.better, self.worse]


def skill_trials(setup: Setup, mirrors: Sequence[Contest]) -> list[SkillTrial]:
    """Return the trials to play; none for the weakest level.

    Args:
        mirrors: For each deck a contest of players who all use it.
    """
    found, contests = [], dict(enumerate(mirrors))
    for level in setup.levels if setup.skill else ():
        below = level_below(level)
        if below and setup.is_cooperative:
            players = len(setup.teams)
            found.append(
                SkillTrial(level, below, Stage(contests, (level,) * players), Stage(contests, (below,) * players))
            )
        elif below:
            levels = tuple(below if team else level for team in setup.teams)
            found.append(SkillTrial(level, below, Stage(contests, levels), None))
    return found


def skill_rounds(setup: Setup, stage: Stage[int]) -> int:
    """Return the number of rounds of each deck."""
    return setup.skill // max(stage.games_of_round, 1)


def play_skill(setup: Setup, trial: SkillTrial, playtest: PlaytestRun) -> None:
    """Play the games of a trial.

    Raises:
        PlaytestInterrupted: Ctrl-C was pressed.
        UnlocatedError: See `Stage.play`.
    """
    for stage in trial.stages:
        seeds = range(setup.seed, setup.seed + skill_rounds(setup, stage))
        rounds = [(deck, seed) for seed in seeds for deck in stage.contests]
        stage.play(
            playtest, rounds, lambda deck: f"skill: {trial.level} against {trial.below} with {setup.decks[deck]}"
        )


def skill_gaps(setup: Setup, trial: SkillTrial) -> list[SkillGap]:
    """Return the skill gap of each deck that was played.

    A deck is compared with the mean of the others seed by seed, so that the luck of a seed, which is the same for all
    decks, does not count.
    """
    scores = _by_seed(trial.better)
    worse = _by_seed(trial.worse) if trial.worse else {}
    gains = scores
    if trial.worse:
        gains = {
            deck: {seed: own[seed] - worse[deck][seed] for seed in own if seed in worse.get(deck, {})}
            for deck, own in scores.items()
        }
    others = {deck: found for deck in gains if (found := _than_others(gains, deck))}
    sure = dict(zip(others, holm([chance for _, chance in others.values()]), strict=True))
    gaps = []
    for deck, own in scores.items():
        games = len(own) * trial.better.games_of_round
        score, gain = of_rounds(list(own.values()), games), None
        more = others[deck][0] if deck in others else None
        if trial.worse:
            both = [seed for seed in own if seed in worse.get(deck, {})]
            gain = paired_difference([worse[deck][seed] for seed in both], [own[seed] for seed in both])
        share = setup.fair_share
        verdict = HIDDEN if (gain.low <= 0 if gain else score.low <= share) else ""
        if more and sure[deck]:
            verdict = REWARDS if more.estimate > 0 else verdict or FORGIVES
        gaps.append(SkillGap(setup.decks[deck], trial.level, trial.below, games, score, more, verdict, gain))
    return gaps


def _by_seed(stage: Stage[int]) -> dict[int, dict[int, float]]:
    """Return the score of the better players (the team of player 0) by deck and seed."""
    found = {}
    for deck, played in stage.played.items():
        rounds = sorted(played.items())
        if rounds:
            scores = scores_of(games for _, games in rounds)
            found[deck] = dict(zip((seed for seed, _ in rounds), scores, strict=True))
    return found


def _than_others(gains: Mapping[int, Mapping[int, float]], deck: int) -> tuple[Interval, float] | None:
    """Return how much more a deck gains than the others, and the p value of that; None without others."""
    rest = [found for other, found in gains.items() if other != deck]
    seeds = [seed for seed in gains[deck] if all(seed in found for found in rest)]
    if not rest or not seeds:
        return None
    theirs = [mean([found[seed] for found in rest]) for seed in seeds]
    own = [gains[deck][seed] for seed in seeds]
    return paired_difference(theirs, own), paired_p(theirs, own)
