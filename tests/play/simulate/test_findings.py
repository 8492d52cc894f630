"""What stands out."""

from dataclasses import replace

import pytest

from cardgen.play.simulate.findings import findings
from cardgen.play.simulate.findings_team import team_findings
from cardgen.play.simulate.intervals import Interval, wilson
from cardgen.play.simulate.playtest import PlaytestRequest, playtest
from cardgen.play.simulate.ratings import ratings
from cardgen.play.simulate.report import DeckScore, LineUp, LineUpVerdict, SkillGap, Verdict
from cardgen.play.simulate.report_cards import CardUse, Contribution, EffectUse, Impact, OutcomeUse
from cardgen.play.simulate.report_setup import Setup
from cardgen.play.simulate.report_team import EndingCount, Variant

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
    """Scissors, paper, stone: ratings say nothing, or another thing."""
    level = BASE.levels[0]
    scores = [wilson(0.8, 200), wilson(0.2, 200), wilson(0.8, 200)]  # a beats b, c beats a, b beats c
    hopes = (0.5, 0.6, 0.4)
    cycle = tuple(
        replace(p, score=score, expected=hope) for p, score, hope in zip(level.pairings, scores, hopes, strict=True)
    )
    texts = [one.text for one in found_in([], [replace(level, pairings=cycle)], ()) if one.kind == "counter"]
    assert texts == [
        "a counters b: it wins 80 % (74-85); their ratings predict 50 %",
        "c counters a: it wins 80 % (74-85); their ratings predict 40 %",
        "b counters c: it wins 80 % (74-85); their ratings predict 40 %",
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


def test_line_ups_about_which_levels_disagree_are_told():
    score = DeckScore("a", wilson(0.5, 90), "too strong")
    line_up = LineUp(("a", "b", "c"), 9, 0, (score,), None, "favours a", None, 5, 9, wilson(0.1, 9))
    levels = [
        replace(BASE.levels[0], line_ups=(line_up,)),
        replace(BASE.levels[0], level="greedy", line_ups=(replace(line_up, verdict="balanced"),)),
    ]
    setup, verdicts = replace(BASE.setup, teams=(0, 1, 2)), [LineUpVerdict(("a", "b", "c"), "levels disagree", None)]
    assert [one.text for one in findings(setup, (), verdicts, levels, ()) if one.kind in ("levels", "unfair")] == [
        "Who wins between a, b and c depends on the players (random: favours a, greedy: balanced)"
    ]


@pytest.mark.parametrize(
    ("needed", "text"),
    [
        ([None], "The pairing needs more games for a verdict"),
        ([500], "The pairing needs more games for a verdict: about 500 for a and b"),
        ([None, 1500, 400], "3 of 4 pairings need more games for a verdict: about 400 for b and c"),
    ],
)
def test_the_cheapest_open_pairing_is_named(needed, text):
    pairs = [("a", "b"), ("a", "c"), ("b", "c"), ("c", "d")][: 4 if len(needed) > 1 else 1]
    verdicts = [
        Verdict(*pair, "not enough games" if at < len(needed) else "balanced", needed[at] if at < len(needed) else None)
        for at, pair in enumerate(pairs)
    ]
    level = replace(BASE.levels[0], pairings=(BASE.levels[0].pairings[0],) * len(pairs))
    assert [one.text for one in found_in(verdicts, [level], ()) if one.kind in ("games", "fair")] == [text]


def contribution(name, low, high, significant=False, group="tools", use=(9, 9)):
    gain = Interval(low, (low + high) / 2, high)
    used = OutcomeUse(*use, wilson(0.5, 9), wilson(0.5, 9))
    return Contribution("a", name, name.title(), group, used, Impact(gain, 90, 0.01, significant))


def team(rate, games, players=3, wins=(), **rules):
    """A line-up of players who win together; of the games that they lose, so many each way."""
    endings = tuple(
        EndingCount(name, f"it is {name}", name == "won", sum(dict(turns).values()), turns) for name, turns in wins
    )
    line_up = LineUp(("a",), games, 0, (), wilson(rate, games), "", None, 5, 9, wilson(0.1, 9))
    return replace(line_up, variant=Variant(players, rules), endings=endings)


def team_texts(*line_ups, variants=True, **parts):
    level = replace(BASE.levels[0], line_ups=line_ups, **parts)
    known = tuple(one.variant for one in line_ups) if variants else ()
    setup = replace(BASE.setup, decks=("a",), teams=(0, 0, 0), variants=known)
    return [(one.kind, one.card, one.text) for one in team_findings(setup, [level])]


def test_what_helps_a_team_is_told_of_each_group():
    """The mean of the tools is 3 points, and the charms rather harm."""
    tools = [
        contribution("axe", 0.061, 0.081, True),
        contribution("bow", 0.02, 0.06, True),
        contribution("cup", 0.03, 0.04, True),
        contribution("dye", 0.03, 0.038, True),
        contribution("egg", -0.019, 0.019),
        contribution("fan", -0.02, 0.019),
    ]
    charms = [
        contribution("gun", -0.09, -0.001, True, "charms"),
        contribution("hat", -0.1, -0.03, False, "charms"),
        contribution("ink", -0.06, -0.01, True, "charms"),
        contribution("jar", 0.03, 0.05, False, "charms"),
    ]
    level = replace(BASE.levels[0], contributions=(*tools, *charms), cards=())
    found = [one for one in team_findings(replace(BASE.setup, teams=(0, 0, 0)), [level]) if one.kind != "unused"]
    assert [(one.kind, one.deck, one.card) for one in found] == [
        ("card", "a", "axe"),
        ("card", "a", "bow"),
        ("card", "a", "cup"),
        ("unfair", "a", "axe"),
        ("dead", "a", "egg"),
        ("harm", "a", "ink"),
        ("harm", "a", "gun"),
    ]
    assert [one.text for one in found if one.card in {"axe", "egg", "ink"}] == [
        "Axe (tools) adds +7 (+6 to +8) points to the share of games won",
        "Axe surely adds more than twice as much as the mean of its group (tools)",
        "Egg (tools) adds hardly anything: +0 (-2 to +2) points",
        "Ink (charms) does more harm than nothing in its place: -3 (-6 to -1) points",
    ]


def test_settings_that_hardly_differ_are_told_of_neighbours_with_games_enough():
    found = team_texts(team(0.5, 100, wind="calm"), team(0.49, 100, wind="fresh"), team(0.55, 100, wind="wild"))
    assert [text for kind, _, text in found if kind == "order"] == [
        "The players do not surely win more often with 3 players, wind calm than with 3 players, wind fresh: "
        "50 % (40-60) and 49 % (39-59)",
        "The players do not surely win less often with 3 players, wind fresh than with 3 players, wind wild: "
        "49 % (39-59) and 55 % (45-64)",
    ]
    for other in (team(0.5, 99), team(0.5, 100, players=2), team(0.9, 100), team(0.1, 100)):
        assert not [kind for kind, *_ in team_texts(team(0.5, 100), other) if kind == "order"]
    level = [team(0.5, 100), replace(team(0.5, 100), decks=("b",))]
    assert not [kind for kind, *_ in team_texts(*level) if kind == "order"]


def test_the_ways_to_lose_are_counted_over_all_line_ups():
    ways = (("won", ((3, 9),)), ("dark", ((4, 20), (6, 31))), ("wet", ((5, 1),)), ("burnt", ()))
    more = (("won", ()), ("dark", ((6, 1), (9, 50))), ("wet", ((2, 1),)), ("burnt", ()))
    found = team_texts(team(0.1, 61, wins=ways), team(0.1, 52, wins=more))
    assert [text for kind, _, text in found if kind == "ending"] == [
        "98 % (93-99) of the lost games end because it is dark, half of them by turn 6",
        "Less than 5 % of the lost games end because it is burnt",
    ]
    assert not [kind for kind, *_ in team_texts(team(1, 9, wins=ways[:1])) if kind == "ending"]


def test_what_a_team_never_uses_is_told():
    parts = [
        contribution("never", 0.0, 0.1, use=(0, 0)),
        contribution("lost", 0.0, 0.1, use=(0, 2)),
        contribution("won", 0.0, 0.1, use=(1, 0)),
    ]
    unused = ("unused", "", "Never used in any game: Never")
    assert [one for one in team_texts(contributions=parts, cards=()) if one[0] == "unused"] == [
        unused,
        ("unused", "", "Never used in a game that was won: Lost"),
    ]
    assert [one for one in team_texts(contributions=parts[:2], cards=()) if one[0] == "unused"] == [unused]


def test_a_team_that_surely_wins_or_loses_is_told_and_of_many_the_ends():
    for rate, games, kind in ((1.0, 80, "unfair"), (1.0, 70, "team"), (0.0, 80, "unfair"), (0.0, 70, "team")):
        ((found, _, text),) = team_texts(team(rate, games), variants=False)
        assert (found, "hardly ever" in text) == (kind, kind == "unfair"), (rate, games)
    many = [team(0.2 + at / 10, 50, players=at + 1) for at in range(7)]
    assert [text[:16] for *_, text in team_texts(*many)] == ["With 1 player th", "With 7 players t"]
    assert len(team_texts(*many[:6])) == 6
    (none,) = team_texts(team(0.5, 10), replace(team(0.5, 0), team=wilson(0.5, 0)))
    assert none[2] == "With 3 players the players win 50 % (24-76) of their games"
