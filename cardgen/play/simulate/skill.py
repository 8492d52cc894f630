"""How much a better player makes of a deck: the deck against itself, a level against the one below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardgen.play.simulate.intervals import Interval, holm, mean, of_pairs, paired_difference, paired_p
from cardgen.play.simulate.levels import level_below
from cardgen.play.simulate.report import Setup, SkillGap
from cardgen.play.simulate.stage import PlaytestRun, Stage
from cardgen.play.simulate.tally import scores_of
from cardgen.plugin.rules.contest import Contest

REWARDS, FORGIVES, HIDDEN = "rewards skill", "forgives mistakes", "skill does not show"


def skill_stages(setup: Setup, mirrors: Sequence[Contest]) -> list[Stage[int]]:
    """What is to be played, by number of the deck; nothing for the weakest level.

    Args:
        setup: What was asked for.
        mirrors: Each deck against itself.
    """
    below = {level: level_below(level) for level in setup.levels}
    contests = dict(enumerate(mirrors))
    return [Stage(contests, (level, weaker)) for level, weaker in below.items() if weaker and setup.skill]


def play_skill(setup: Setup, stage: Stage[int], session: PlaytestRun) -> None:
    """Play the games of a stage.

    Raises:
        Interrupted: Ctrl-C.
        UnlocatedError: As `Stage.play`.
    """
    seeds = range(setup.seed, setup.seed + setup.skill // 2)
    level, below = stage.levels
    pairs = [(deck, seed) for seed in seeds for deck in stage.contests]
    stage.play(session, pairs, lambda deck: f"skill: {level} against {below} with {setup.decks[deck]}")


def skill_gaps(setup: Setup, stage: Stage[int]) -> list[SkillGap]:
    """What came of a stage.

    A deck is compared with the mean of the others seed by seed, so that what the luck of a seed does to all of them
    does not count.
    """
    scores = {deck: _by_seed(stage, deck) for deck in stage.contests if stage.played[deck]}
    others = {deck: found for deck in scores if (found := _than_others(scores, deck))}
    sure = dict(zip(others, holm([chance for _, chance in others.values()]), strict=True))
    gaps = []
    for deck, own in scores.items():
        score = of_pairs(list(own.values()), 2 * len(own))
        more = others[deck][0] if deck in others else None
        verdict = HIDDEN if score.low <= 0.5 else ""
        if more and sure[deck]:
            verdict = REWARDS if more.estimate > 0 else verdict or FORGIVES
        gaps.append(SkillGap(setup.decks[deck], *stage.levels, 2 * len(own), score, more, verdict))
    return gaps


def _by_seed(stage: Stage[int], deck: int) -> dict[int, float]:
    played = sorted(stage.played[deck].items())
    return dict(zip((seed for seed, _ in played), scores_of(pair for _, pair in played), strict=True))


def _than_others(scores: Mapping[int, Mapping[int, float]], deck: int) -> tuple[Interval, float] | None:
    """How much more a deck gains than the others, and the chance of that; None without others."""
    rest = [found for other, found in scores.items() if other != deck]
    seeds = [seed for seed in scores[deck] if all(seed in found for found in rest)]
    if not rest or not seeds:
        return None
    theirs = [mean([found[seed] for found in rest]) for seed in seeds]
    own = [scores[deck][seed] for seed in seeds]
    return paired_difference(theirs, own), paired_p(theirs, own)
