"""How much a better player makes of a deck."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from cardgen.play.simulate.match import GameResult
from cardgen.play.simulate.report_setup import Setup
from cardgen.play.simulate.run import InProcessExecutor
from cardgen.play.simulate.skill import SkillTrial, play_skill, skill_gaps, skill_rounds, skill_trials
from cardgen.play.simulate.stage import PlaytestRun, Stage
from cardgen.plugin.rules.contest import GameSummary

from .coins import CoinContest

SETUP = Setup(("a", "b", "c"), ("greedy", "search-50"), 10, 5, "0", skill=200)
SUMMARY = GameSummary(1, (frozenset(), frozenset()), ({}, {}), frozenset(), (frozenset(), frozenset()))


def result(score):
    return GameResult(0, (score, 1 - score), 1, (0.5, 0.5), SUMMARY, False)


def trial(*scores):
    """Decks with the scores of their pairs, by seed."""
    found = Stage(dict.fromkeys(range(len(scores)), CoinContest([2, 2])), ("greedy", "script"))
    for deck, pairs in enumerate(scores):
        found.played[deck] = {seed: (result(score), result(score)) for seed, score in enumerate(pairs)}
    return SkillTrial("greedy", "script", found, None)


def gaps(*scores):
    return skill_gaps(SETUP, trial(*scores))


def test_each_level_plays_the_one_below():
    mirrors = [CoinContest([3, 3])] * 3
    assert [found.better.levels for found in skill_trials(SETUP, mirrors)] == [
        ("greedy", "script"),
        ("search-50", "greedy"),
    ]
    assert skill_trials(Setup(("a",), ("random",), 10, 5, "0", skill=20), mirrors[:1]) == []


def test_each_deck_plays_the_same_seeds_at_all_levels():
    """Five games are two rounds of two, and the last one is left out."""
    contest = CoinContest([3, 3])
    setup = replace(SETUP, levels=("script",), skill=5)
    (found,) = skill_trials(setup, [contest] * 3)
    assert found.better.levels == ("script", "random")
    told = []
    play_skill(setup, found, PlaytestRun(InProcessExecutor(), lambda *now: told.append(now[2])))
    assert {deck: [*rounds] for deck, rounds in found.better.played.items()} == {0: [5, 6], 1: [5, 6], 2: [5, 6]}
    assert told[:2] == ["skill: script against random with a", "skill: script against random with b"]
    together = SimpleNamespace(player_count=2, teams=(0, 0))
    (both,) = skill_trials(replace(setup, teams=(0, 0)), [together])
    assert [stage.levels for stage in both.stages] == [("script", "script"), ("random", "random")]
    assert skill_rounds(setup, both.better) == 5


def test_scores_are_those_of_the_better_player():
    (gap,) = gaps([1, 1, 1, 0] * 50)
    assert (gap.deck, gap.level, gap.below, gap.games) == ("a", "greedy", "script", 400)
    assert gap.score.estimate == 0.75
    assert gap.score.low > 0.5
    assert (gap.than_others, gap.verdict) == (None, "")


def test_a_deck_with_which_nobody_plays_better_is_told():
    (gap,) = gaps([1, 0] * 100)
    assert (gap.score.estimate, gap.verdict) == (0.5, "skill does not show")


def test_a_deck_that_only_good_players_win_with_is_told():
    rewarding, plain, same = gaps([1] * 200, [1, 1, 1, 0] * 50, [1, 1, 1, 0] * 50)
    assert rewarding.than_others.estimate == pytest.approx(0.25)
    assert plain.than_others.estimate == same.than_others.estimate == pytest.approx(-0.125)
    assert [gap.verdict for gap in (rewarding, plain, same)] == [
        "rewards skill",
        "forgives mistakes",
        "forgives mistakes",
    ]
    assert [gap.verdict for gap in gaps([1] * 200, [1, 0] * 100)] == ["rewards skill", "skill does not show"]


def test_a_small_difference_counts_if_it_is_sure():
    rewarding, _ = gaps([0.56] * 200, [0.54] * 200)
    assert 0 < rewarding.than_others.low <= rewarding.than_others.estimate < 0.05
    assert rewarding.verdict == "rewards skill"


def test_equal_decks_are_told_apart_by_nothing():
    assert {gap.verdict for gap in gaps([1, 1, 0, 1] * 50, [1, 0, 1, 1] * 50, [0, 1, 1, 1] * 50)} == {""}


def test_decks_without_games_are_left_out():
    assert [gap.deck for gap in gaps([1, 0], [], [1, 1])] == ["a", "c"]


def test_decks_are_compared_by_the_seeds_that_all_have_played():
    gap, other, last = gaps([1, 1, 0, 0], [0], [1, 1])
    assert (gap.games, gap.score.estimate, gap.than_others.estimate) == (8, 0.5, 0.5)
    assert (other.games, other.than_others.estimate, last.than_others.estimate) == (2, -1, 0.5)


def test_together_worse_players_are_compared_by_the_seeds_that_both_have_played():
    together = trial([1, 1, 1, 0], [1, 0], [1])
    worse = trial([1, 0, 1], [0, 0], []).better
    found = skill_gaps(replace(SETUP, teams=(0, 0)), replace(together, worse=worse))
    assert [(gap.deck, gap.games, gap.gain.estimate, gap.than_others) for gap in found] == [
        ("a", 8, pytest.approx(1 / 3), None),
        ("b", 4, 0.5, None),
        ("c", 2, 0, None),
    ]
    assert [gap.verdict for gap in found] == ["skill does not show"] * 3
    (sure, plain) = skill_gaps(
        replace(SETUP, teams=(0, 0)), replace(trial([1] * 99, [1] * 99), worse=trial([0] * 99, [1, 0, 0] * 33).better)
    )
    assert (sure.verdict, plain.verdict) == ("rewards skill", "forgives mistakes")
    assert (sure.gain.estimate, plain.gain.estimate) == (1, pytest.approx(2 / 3))
    assert sure.than_others.estimate == pytest.approx(1 / 3) == -plain.than_others.estimate
