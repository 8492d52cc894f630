"""What stands out."""

from dataclasses import replace

import pytest

from cardgen.play.simulate.findings import findings
from cardgen.play.simulate.intervals import Interval, wilson
from cardgen.play.simulate.playtest import PlaytestRequest, playtest
from cardgen.play.simulate.ratings import ratings
from cardgen.play.simulate.report import SkillGap, Verdict
from cardgen.play.simulate.report_cards import CardUse, EffectUse, Impact
from cardgen.play.simulate.report_setup import Setup

from .coins import CoinRules

BASE = playtest(CoinRules(), [2, 2, 2], PlaytestRequest(Setup(("a", "b", "c"), ("random",), 200, 5, "0")))


def found_in(verdicts, levels, skill):
    return findings(BASE.setup, verdicts, (), levels, skill)


def told(*cards, **changes):
    level = replace(BASE.levels[0], cards=cards, **changes)
    verdicts = [Verdict("a", "b", "balanced", None)]
    return [
        (one.kind, one.deck, one.text) for one in found_in(verdicts, [replace(level, pairings=level.pairings[:1])], ())
    ]


def card(gain=None, significant=True, **changes):
    impact = Impact(gain, 400, 0.01, significant) if gain else None
    plain = CardUse("a", "x", "Xylophone", "troop", 0.5, wilson(0.0, 100), 90, wilson(0.5, 100), (), impact)
    return replace(plain, **changes)


def kinds(*cards, **changes):
    return [kind for kind, _, _ in told(*cards, **changes)]


NEUTRAL = {"seat": Interval(0.4, 0.5, 0.6), "undecided": wilson(0.0, 400)}


def test_what_is_fair_is_said_to_be():
    assert told(card(), **NEUTRAL) == [("fair", "", "The pairing is balanced")]


def test_cards_count_only_if_it_is_no_chance():
    good, bad = Interval(0.02, 0.06, 0.1), Interval(-0.1, -0.06, -0.02)
    assert kinds(card(good), card(bad), **NEUTRAL) == ["fair", "card", "harm"]
    assert kinds(card(good, significant=False), card(bad, significant=False), **NEUTRAL) == ["fair"]
    assert "Xylophone carries a: +6 (+2 to +10)" in told(card(good), **NEUTRAL)[1][2]


def test_cards_and_effects_are_dead_only_if_it_is_sure():
    assert kinds(card(dead=wilson(0.4, 10)), **NEUTRAL) == ["fair"]
    assert kinds(card(dead=wilson(0.4, 200)), **NEUTRAL) == ["fair", "dead"]
    never = (EffectUse("draw", 0),)
    assert kinds(card(effects=never, played=20), **NEUTRAL) == ["fair"]
    assert told(card(effects=never, played=200), **NEUTRAL)[1][2] == (
        "Xylophone of a was played in 200 games, but its 'draw' never had an effect"
    )
    assert kinds(card(effects=(EffectUse("draw", 50),), played=200), **NEUTRAL) == ["fair"]
    assert kinds(card(effects=never, played=0), **NEUTRAL) == ["fair"]


def test_games_are_judged_as_a_whole():
    assert kinds(**NEUTRAL | {"seat": Interval(0.52, 0.56, 0.6)}) == ["fair", "seat"]
    assert kinds(**NEUTRAL | {"undecided": wilson(0.2, 400)}) == ["fair", "undecided"]


def test_a_deck_that_is_too_strong_or_too_weak_for_all_others_is_told_first():
    level = BASE.levels[0]
    scores = (wilson(0.65, 400), wilson(0.5, 400), wilson(0.35, 400))
    ratings = tuple(replace(one, score=score) for one, score in zip(level.ratings, scores, strict=True))
    one = replace(level, ratings=ratings)
    found = [*found_in(BASE.verdicts, [one], ())][:2]
    assert [(one.kind, one.deck) for one in found] == [("unfair", "a"), ("unfair", "c")]
    assert found[0].text == "a is too strong: it wins 65 % (60-70) of its games against all others"
    assert found[1].text == "c is too weak: it wins 35 % (30-40) of its games against all others"
    # What does not hold at all levels is not said.
    assert not [found for found in found_in(BASE.verdicts, [level, one], ()) if "against all others" in found.text]


def test_a_pairing_is_told_from_the_side_of_who_wins():
    level = BASE.levels[0]
    pairing = replace(level.pairings[0], score=wilson(0.2, 400), verdict="favours b")
    verdicts = [Verdict("a", "b", "favours b", None)]
    (found,) = (one for one in found_in(verdicts, [replace(level, pairings=(pairing,))], ()) if one.kind == "unfair")
    assert (found.deck, found.text) == ("b", "b is too strong for a: it wins 80 % (76-84) of the games")


@pytest.mark.parametrize(
    ("verdict", "text"),
    [
        ("skill does not show", "With a skill does not show: greedy wins 60 % (55-65) against script"),
        (
            "rewards skill",
            "a rewards skill more than the others: greedy wins 60 % (55-65) against script, "
            "+7 (+2 to +12) points compared with them",
        ),
        ("", None),
    ],
)
def test_what_skill_does_is_told(verdict, text):
    gap = SkillGap("a", "greedy", "script", 400, wilson(0.6, 400), Interval(0.02, 0.07, 0.12), verdict)
    assert [one.text for one in found_in([], BASE.levels, [gap]) if one.kind == "skill"] == ([text] if text else [])


def test_levels_that_disagree_are_told():
    weak = BASE.levels[0]
    strong = replace(weak, level="greedy")
    weak = replace(weak, pairings=tuple(replace(p, verdict="favours a") for p in weak.pairings))
    strong = replace(strong, pairings=tuple(replace(p, verdict="balanced") for p in strong.pairings))
    verdicts = [Verdict(p.first, p.second, "levels disagree", None) for p in weak.pairings]
    found = [one for one in found_in(verdicts, [weak, strong], ()) if one.kind == "levels"]
    assert len(found) == 3
    assert found[0].text == "Who wins between a and b depends on the players (random: favours a, greedy: balanced)"


def test_a_deck_for_experts_is_told():
    weak = BASE.levels[0]
    ratings = [replace(one, elo=Interval(60.0, 80.0, 100.0)) for one in weak.ratings[:1]]
    strong = replace(weak, level="greedy", ratings=(*ratings, *weak.ratings[1:]))
    texts = [one.text for one in found_in([], [weak, strong], ()) if one.kind == "skill"]
    assert len(texts) == 1
    assert texts[0].startswith("a is stronger with better players: its rating is ")


def test_a_deck_that_counters_another_is_told():
    """Scissors, paper, stone: all ratings are alike, and say nothing."""
    level = BASE.levels[0]
    scores = [wilson(0.8, 200), wilson(0.2, 200), wilson(0.8, 200)]  # a beats b, c beats a, b beats c
    cycle = tuple(replace(p, score=score, expected=0.5) for p, score in zip(level.pairings, scores, strict=True))
    texts = [one.text for one in found_in([], [replace(level, pairings=cycle)], ()) if one.kind == "counter"]
    assert texts == [
        "a counters b: it wins 80 % (74-85); their ratings predict 50 %",
        "c counters a: it wins 80 % (74-85); their ratings predict 50 %",
        "b counters c: it wins 80 % (74-85); their ratings predict 50 %",
    ]
    plain = tuple(replace(p, score=wilson(0.8, 200), expected=0.77) for p in level.pairings)
    assert not [one for one in found_in([], [replace(level, pairings=plain)], ()) if one.kind == "counter"]


def test_pairs_that_are_all_alike_make_no_deck_one_for_experts():
    """Script wins with either deck whoever begins, so each pair has one game for each; greedy wins some more with one."""
    weak = BASE.levels[0]
    levels = []
    for scores in ([0.5] * 10, [0.5] * 6 + [1.0] * 4):
        rated = zip(weak.ratings, ratings({(0, 1): scores}, 2), strict=False)
        levels.append(replace(weak, ratings=tuple(replace(one, elo=elo) for one, elo in rated)))
    assert not [one.text for one in found_in([], levels, ()) if one.kind == "skill"]
