"""Playtests of several players: against each other, in teams, and together against the game."""

import json
from collections import Counter
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from random import Random
from zlib import crc32

import pytest
from recorded import check_recorded
from report_lines import report_lines

from cardgen.play.simulate.agents import GreedyAgent, RandomAgent, ScriptedAgent
from cardgen.play.simulate.document import playtest_document
from cardgen.play.simulate.document_team import team_sections
from cardgen.play.simulate.findings import DEAD, TEDIOUS, findings
from cardgen.play.simulate.formats import STOPPED
from cardgen.play.simulate.intervals import UNKNOWN, Interval, mean, of_rounds, wilson
from cardgen.play.simulate.line_ups import line_ups, players_with, scores_of
from cardgen.play.simulate.match import FAR_BEHIND, fair_share, games_of_round, play_game, play_round, team_scores
from cardgen.play.simulate.player_view import PlayerView
from cardgen.play.simulate.playtest import PlaytestRequest, playtest
from cardgen.play.simulate.pool import MultiProcessExecutor
from cardgen.play.simulate.report import DeckScore, LineUp, LineUpVerdict, Pairing, SkillGap, Verdict
from cardgen.play.simulate.report_cards import Impact
from cardgen.play.simulate.report_people import PeopleResults, PlayedBy
from cardgen.play.simulate.report_setup import Setup
from cardgen.play.simulate.report_team import Variant
from cardgen.play.simulate.search import MctsAgent, SearchAgent
from cardgen.play.simulate.verdicts import fair_range, games_needed, verdict_of_deck, verdict_of_line_up
from cardgen.report.html import render_page
from cardgen.report.json_text import to_json
from cardgen.report.terminal import print_document
from play.toys import BEACON, PLAY, BeaconRules, BidRules

from .coins import CoinContest, CoinRules

EQUAL = [[1, 2, 3]] * 4
STRONG = [[2, 3, 4], [1, 2, 3], [1, 2, 3], [1, 2, 3]]
TEAMS = (0, 1, 0, 1)


def report(rules, decks, teams, games=40, level="random", executor=None, **more):
    names = tuple("abcdefgh"[: len(decks)])
    setup = Setup(names, tuple(level.split(",")), games, 5, "0", teams=tuple(teams), **more)
    request = PlaytestRequest(setup, executor) if executor else PlaytestRequest(setup)
    return playtest(rules, decks, request)


def bids(decks=STRONG, players=4, **more):
    return report(BidRules(), decks, range(players), **more)


def beacon(decks=(BEACON,), players=3, **more):
    return report(BeaconRules(), list(decks), [0] * players, **more)


def texts(found, kind):
    return [one.text for one in found.findings if one.kind == kind]


# Line-ups, rounds and scores


@pytest.mark.parametrize(
    ("decks", "teams", "keys"),
    [
        (1, (0, 1), [(0, 0)]),
        (3, (0, 1), [(0, 1), (0, 2), (1, 2)]),
        (1, (0, 1, 2), [(0, 0, 0)]),
        (2, (0, 1, 2), [(0, 0, 1), (0, 1, 1)]),
        (4, (0, 1, 2), [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]),
        (2, (0, 0), [(0, 1)]),
        (4, (0, 1, 0, 1), [(0, 1, 2, 3), (0, 1, 3, 2), (0, 2, 1, 3)]),
        (1, (0, 1, 0, 1), [(0, 0, 0, 0)]),
        (2, (0, 0, 1), [(0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 1, 0)]),
    ],
)
def test_line_ups_are_all_choices_of_decks_and_partners(decks, teams, keys):
    assert line_ups(decks, teams, shares_deck=False) == keys


def test_one_against_three_is_tried_with_each_deck_as_the_one():
    assert sorted(key[0] for key in line_ups(4, (0, 1, 1, 1), shares_deck=False)) == [0, 1, 2, 3]


def test_a_shared_deck_is_a_line_up_of_its_own():
    assert line_ups(3, (0, 0, 0, 0), shares_deck=True) == [(0,), (1,), (2,)]
    contest = BeaconRules().contest([BEACON], players=3)
    assert players_with(1, (1,), contest) == [(0, 1, 2)]
    assert players_with(0, (1,), contest) == []
    assert players_with(0, (0, 1, 0), BidRules().contest(EQUAL[:3])) == [(0,), (2,)]


def test_in_a_round_every_player_has_each_seat_once():
    contest = BidRules().contest(EQUAL)
    results = play_round(contest, [ScriptedAgent()] * 4, 3)
    assert [result.first for result in results] == [0, 1, 2, 3]
    seats = [[result.scores[(result.first + seat) % 4] for seat in range(4)] for result in results]
    assert seats == [seats[0]] * 4  # equal decks and agents, the same luck: only the seat counts
    assert scores_of([results], (2,)) == [0.25]


def test_together_a_round_is_one_game_and_the_first_seat_goes_round():
    contest = BeaconRules().contest([BEACON], players=3)
    assert games_of_round(contest) == 1
    rounds = [play_round(contest, [RandomAgent()] * 3, seed) for seed in range(6)]
    assert [games[0].first for games in rounds] == [0, 1, 2, 0, 1, 2]


@pytest.mark.parametrize(
    ("teams", "returns", "scores"),
    [
        ((0, 1), [1, -1], (1, 0)),
        ((0, 1), [0, 0], (0.5, 0.5)),
        ((0, 1, 2, 3), [-1, 1, -1, -1], (0, 1, 0, 0)),
        ((0, 1, 2, 3), [0.5, -1, 0.5, -1], (0.5, 0, 0.5, 0)),
        ((0, 1, 2), [0, 0, 0], (1 / 3, 1 / 3, 1 / 3)),
        ((0, 1, 0, 1), [-1, 1, -1, 1], (0, 1, 0, 1)),
        ((0, 1, 1, 1), [0, 0, 0, 0], (0.5, 0.5, 0.5, 0.5)),
        ((0, 0, 0), [1, 1, 1], (1, 1, 1)),
        ((0, 0), [-1, -1], (0, 0)),
        ((0,), [0], (0.5,)),
    ],
)
def test_a_win_is_one_point_for_the_winning_teams(teams, returns, scores):
    assert team_scores(teams, returns) == scores


def test_fair_is_one_share_of_all_teams():
    shares = [fair_share(BidRules(teams).contest(EQUAL)) for teams in (None, TEAMS)]
    assert shares == [0.25, 0.5]
    assert fair_share(BeaconRules().contest([BEACON], players=3)) == 0.5
    assert fair_range(0.25) == pytest.approx((0.225, 0.275))
    assert fair_range(0.5) == (0.45, 0.55)


def test_the_lowest_chance_is_that_at_the_start_of_any_turn():
    """Of two moves a turn; the chances of two teams add up to 1."""

    class Swinging(CoinContest):
        def turn(self, state):
            return state.turns // 2

        def evaluate(self, state, player):
            own = (0.5, 0.01, 0.3, 0.99, 0.8, 0.02, 0.6)[state.turns]
            return own if player == 0 else 1 - own

    found = play_game(Swinging([2, 2]), [Largest(), Largest()], 0, 0)
    assert (found.decisions, found.summary.turns, found.scores) == (7, 7, (1, 0))
    assert found.lowest == (0.3, pytest.approx(0.2))
    assert not found.is_comeback  # which it would be from 0.2 on


class Largest:
    """An agent that takes as many coins as it may."""

    def choose(self, view, rng):
        return view.legal_actions()[-1]


def test_a_comeback_is_measured_by_the_fair_share():
    class Gloomy(type(BidRules().contest(EQUAL))):
        def evaluate(self, state, player):
            return super().evaluate(state, player) if state.is_terminal() else (0.1, 0.101, 0.4, 0.4)[player]

    plain = BidRules().contest(EQUAL)
    contest = Gloomy(plain.state, plain.decks, plain.teams)
    assert FAR_BEHIND * fair_share(contest) == 0.1
    results = [play_game(contest, [RandomAgent()] * 4, seed, 0) for seed in range(60)]
    assert {result.is_comeback for result in results if result.scores[0] == 1} == {True}
    assert {result.is_comeback for result in results if result.scores[0] != 1} == {False}


# Players against each other


def test_the_scores_of_a_line_up_share_one_point():
    (line_up,) = bids(games=80).levels[0].line_ups
    assert line_up.decks == ("a", "b", "c", "d")
    assert line_up.games == 80
    assert sum(one.score.estimate for one in line_up.scores) == pytest.approx(1)


def test_a_deck_of_higher_cards_is_too_strong():
    found = bids(games=400)
    (line_up,) = found.levels[0].line_ups
    assert line_up.scores[0].verdict == "too strong"
    assert line_up.scores[0].score.low > 0.275
    assert found.line_up_verdicts[0].verdict == line_up.verdict == "favours a"
    assert texts(found, "unfair")[0].startswith("Between a, b, c and d, a is too strong: it wins ")
    assert texts(found, "unfair")[0].endswith(" where 25 % would be fair")
    assert (found.levels[0].pairings, found.levels[0].ratings, found.verdicts) == ((), (), ())


def test_equal_decks_are_balanced_once_there_are_enough_games():
    mirror = bids(EQUAL[:1], players=3, games=30)
    assert [line_up.verdict for line_up in mirror.levels[0].line_ups] == ["mirror"]
    few = bids(EQUAL, games=40)
    assert few.line_up_verdicts[0].verdict in ("not enough games", "balanced")
    many = bids(EQUAL[:3], players=3, games=1500)
    assert many.line_up_verdicts[0].verdict == "balanced"
    assert texts(many, "fair") == ["The line-up is balanced"]


def test_each_choice_of_decks_is_a_line_up_and_decks_are_judged_over_all():
    found = bids([*STRONG, [1, 2, 3]], players=3, games=120)
    assert len(found.levels[0].line_ups) == 10
    assert found.games == 10 * 120
    scores = {one.deck: one for one in found.levels[0].deck_scores}
    assert scores["a"].verdict == "too strong"
    games = Counter(deck for line_up in found.levels[0].line_ups for deck in line_up.decks)
    assert set(games.values()) == {6}
    weights = [one.score.estimate * games[one.deck] for one in scores.values()]
    assert sum(weights) == pytest.approx(10)  # one point in each line-up
    assert texts(found, "unfair")[0].startswith("a is too strong: it wins ")


def test_an_advantage_of_a_seat_is_found():
    """Among equal bids the earlier seat takes the prize."""
    found = bids([[3, 3, 3]] * 3, players=3, games=300)
    assert [seat.estimate for seat in found.levels[0].seats] == [1, 0, 0]
    told = texts(found, "seat")
    assert told[0].startswith("Seat 1 has an advantage: it wins 100 %")
    assert told[1].startswith("Seat 2 has a disadvantage")
    assert all(one.score.estimate == pytest.approx(1 / 3) for one in found.levels[0].line_ups[0].scores)


def test_teams_share_their_score():
    found = report(BidRules(TEAMS), STRONG, TEAMS, games=200)
    assert [line_up.decks for line_up in found.levels[0].line_ups] == [tuple("abcd"), tuple("abdc"), tuple("acbd")]
    for line_up in found.levels[0].line_ups:
        by_deck = {one.deck: one.score.estimate for one in line_up.scores}
        assert by_deck["a"] == by_deck[line_up.decks[2]] == pytest.approx(1 - by_deck[line_up.decks[1]])
    assert found.levels[0].deck_scores[0].score.estimate > 0.5


def test_several_players_report_the_same_on_any_number_of_processes():
    asked = {"games": 24, "skill": 8, "impact": 16, "level": "script"}
    assert bids(**asked) == bids(**asked, executor=MultiProcessExecutor(2))


def test_skill_is_one_better_player_among_worse_ones():
    found = bids([[1, 2, 3], [1, 1, 4]], players=4, games=8, level="greedy", skill=160)
    assert [(gap.level, gap.below, gap.games) for gap in found.skill] == [("greedy", "script", 160)] * 2
    for gap in found.skill:
        assert gap.gain is None
        assert (gap.verdict == "skill does not show") == (gap.score.low <= 0.25)


def test_impact_is_tried_in_all_line_ups_of_a_deck():
    found = bids([*STRONG, [1, 2, 3]], players=3, games=30, impact=60)
    impacts = {(card.deck, card.id): card.impact for card in found.levels[0].cards}
    assert {impact.games for impact in impacts.values()} == {72}  # six line-ups, rounds of three games
    assert impacts["a", "cards/4"].gain.estimate > impacts["a", "cards/2"].gain.estimate


def test_precision_is_that_of_every_deck():
    found = bids(games=4000, until=0.08)
    assert found.stopped == "precise enough"
    assert found.games < 4000
    assert all(one.score.half_width <= 0.08 for one in found.levels[0].line_ups[0].scores)


# Players together against the game


def test_the_team_wins_or_loses_as_one():
    found = beacon(games=120)
    (line_up,) = found.levels[0].line_ups
    assert (line_up.decks, line_up.games, line_up.scores, line_up.verdict) == (("a",), 120, (), "")
    assert line_up.team == wilson(line_up.team.estimate, 120)  # each game has luck of its own
    assert (found.verdicts, found.line_up_verdicts) == ((), ())
    assert texts(found, "team")[0].startswith("The players win ")
    assert not texts(found, "seat")
    assert found.levels[0].seat == Interval(0.0, 0.5, 1.0)


def test_a_game_that_the_team_hardly_ever_wins_is_told():
    hopeless, sure = beacon([BEACON | {"goal": 40}], games=120), beacon([{"cards": [0] * 9, "goal": 0}], games=120)
    assert texts(hopeless, "unfair") == ["The players win 0 % (0-3) of their games: they hardly ever have a chance"]
    assert texts(sure, "unfair") == ["The players win 100 % (97-100) of their games: the game hardly ever wins"]


def test_several_decks_of_a_co_operative_game_are_compared():
    found = beacon([BEACON, BEACON | {"goal": 10}], games=100, level="random,script")
    assert [line_up.decks for line_up in found.levels[1].line_ups] == [("a",), ("b",)]
    assert found.games == 400
    assert len(texts(found, "team") + texts(found, "unfair")) == 4
    assert "With b the players win" in " ".join(one.text for one in found.findings)


def test_decks_that_a_team_brings_are_ranked_over_all_line_ups(reports):
    found = reports["together"]
    scores = tuple(DeckScore(deck, wilson(rate, 50), "") for deck, rate in (("a", 0.3), ("b", 0.5), ("c", 0.4)))
    level = replace(found.levels[0], deck_scores=scores)

    def ranked(level):
        sections = [one for one in team_sections(found.setup, level, " (random)") if one.title.startswith("Decks")]
        return [(one.title, [row[0] for row in one.parts[-1].rows]) for one in sections]

    assert ranked(level) == [("Decks over all games (random)", ["b", "c", "a"])]
    assert ranked(replace(level, line_ups=level.line_ups[:1])) == []
    assert ranked(found.levels[0]) == []
    nothing = replace(level, line_ups=tuple(replace(one, endings=()) for one in level.line_ups))
    assert not [
        one.title for one in team_sections(found.setup, nothing, "") if "end" in one.title or "lost" in one.title
    ]


def test_better_players_win_more_together():
    found = beacon(games=20, level="script", skill=200)
    (gap,) = found.skill
    assert (gap.games, gap.below) == (200, "random")
    assert gap.gain.low > 0
    assert gap.score.estimate - gap.gain.estimate == pytest.approx(
        beacon(games=200).levels[0].line_ups[0].team.estimate
    )
    assert gap.verdict == ""


def test_a_card_of_a_shared_deck_counts_whoever_draws_it():
    found = beacon(games=60, level="script", impact=60)
    cards = {card.id: card for card in found.levels[0].cards}
    assert set(cards) == {f"cards/{value}" for value in (1, 2, 3, 4)}
    assert cards["cards/1"].drawn > cards["cards/4"].drawn
    assert {card.impact.games for card in cards.values()} == {60}


# All of them


PEOPLE = PeopleResults(
    12,
    3,
    (
        PlayedBy("a", "people", 9, Interval(0.5, 0.75, 0.9), Interval(0.2, 0.3, 0.4), True),
        PlayedBy("b", "greedy", 3, Interval(0.1, 0.25, 0.5), None, False),
    ),
)


def pairs():
    setup = Setup(("a", "b", "c"), ("random", "script"), 10, 5, "0", skill=4, impact=8, rules={"x": "y", "z": "1"})
    return playtest(CoinRules(), [3, 2, 1], PlaytestRequest(setup))


REPORTS = {
    "four": lambda: bids(games=16, level="random,script", skill=8, impact=8),
    "ten line-ups": lambda: bids([*STRONG, [1, 2, 3]], players=3, games=6),
    "teams": lambda: report(BidRules(TEAMS), STRONG, TEAMS, games=8, level="random,script"),
    "together": lambda: beacon([BEACON, BEACON | {"goal": 10}], games=6, level="random,script", skill=6, impact=6),
    "alone": lambda: beacon(players=1, games=5),
    "pairs": lambda: replace(pairs(), people=PEOPLE),
    "several tables": lambda: beacon(
        [BEACON | {"goal": 12, "bellows": True}],
        players=2,
        games=24,
        impact=12,
        skill=6,
        level="random,script",
        variants=(Variant(2), Variant(3, {"weather": "stormy"})),
    ),
}


@pytest.fixture(scope="module")
def reports():
    return {name: make() for name, make in REPORTS.items()}


def data_of(report):
    """Return the data of a report, a line for each value of it and of its levels."""
    for key, value in json.loads(to_json(report)).items():
        parts = [pair for level in value for pair in level.items()] if key == "levels" else [(key, value)]
        yield from (f"{name}: {json.dumps(part, ensure_ascii=False)}" for name, part in parts)


def test_reports_say_what_is_recorded(reports):
    found = []
    for name, report in reports.items():
        found += [f"== {name}", *report_lines(playtest_document(report)), f"== data of {name}", *data_of(report)]
    check_recorded(Path(__file__).with_name("reports.txt"), found)


INTERVALS = [
    *(
        UNKNOWN,
        wilson(0.0, 100),
        wilson(1.0, 80),
        wilson(0.5, 400),
        wilson(0.5, 9),
        wilson(0.97, 900),
        wilson(0.02, 900),
    ),
    *(
        Interval(DEAD, 0.3, 0.35),
        Interval(DEAD + 0.001, 0.3, 0.35),
        Interval(TEDIOUS, 0.06, 0.1),
        Interval(0.051, 0.06, 0.1),
    ),
    *(Interval(0.45, 0.5, 0.55), Interval(0.56, 0.6, 0.64), Interval(0.2, 0.3, 0.44), Interval(0.26, 0.33, 0.4)),
    *(
        Interval(-0.06, -0.03, -0.01),
        Interval(0.01, 0.04, 0.08),
        Interval(-0.01, 0.0, 0.01),
        Interval(-0.3, 0.003, 0.1234),
    ),
]
LONG = {deck: f"{deck.upper()} from beyond the mountains" for deck in "abcdefgh"}
"""Names that the terminal shortens."""
GOOD_AND_BAD = [
    "balanced",
    "not enough games",
    "levels disagree",
    "mirror",
    f"favours {LONG['a']}",
    f"favours {LONG['c']}",
    f"puts {LONG['b']} at a disadvantage",
]
OF_DECKS = ["fair", "too strong", "too weak", "not enough games"]
OF_SKILL = ["", "rewards skill", "forgives mistakes", "skill does not show"]
WORDS = {
    Pairing: GOOD_AND_BAD,
    LineUp: GOOD_AND_BAD,
    Verdict: GOOD_AND_BAD,
    LineUpVerdict: GOOD_AND_BAD,
    DeckScore: OF_DECKS,
    SkillGap: OF_SKILL,
}


def other(value, rng, of=None, name=""):
    """A part of a report with other results."""
    if isinstance(value, Impact) and rng.random() < 0.2:
        return None
    if isinstance(value, tuple) and name not in ("lengths", "turns"):
        return tuple(other(one, rng, of, name) for one in value)
    if is_dataclass(value) and not isinstance(value, Interval | Setup | Variant):
        parts = {one.name: other(getattr(value, one.name), rng, type(value), one.name) for one in fields(value)}
        return type(value)(**parts)
    return any_result(value, rng, of, name)


def any_result(value, rng, of, name):
    if name == "elo":
        middle = rng.uniform(-200, 200)
        return Interval(middle - 10, middle, middle + rng.choice((5, 50, 500)))
    if isinstance(value, Interval):
        return rng.choice(INTERVALS)
    if isinstance(value, tuple):  # turns and how many games had as many, in ascending order
        return tuple((turn, rng.randint(1, 9)) for turn in sorted(rng.sample(range(130), rng.randint(1, 5))))
    if isinstance(value, int) and not isinstance(value, bool):
        return rng.choice((0, 1, 2, 60, 100, 1234))
    if isinstance(value, float):
        return rng.random()
    known = LONG.get(value, value) if name in ("deck", "decks", "first", "second") else value
    return rng.choice(WORDS[of]) if name == "verdict" and value else known


def test_other_results_are_told_as_recorded(reports):
    """A sum for each part of the reports, and for each kind of finding."""
    found = {}

    def add(name, text):
        found[name] = crc32(text.encode(), found.get(name, 0))

    for name, report in reports.items():
        for seed in range(8):
            rng = Random(f"{name} {seed}")
            setup = report.setup if seed % 3 else replace(report.setup, impact=0)
            setup = replace(setup, decks=tuple(LONG[deck] for deck in setup.decks))
            changed = replace(other(report, rng), setup=setup, stopped=rng.choice(["", *STOPPED]))
            told = findings(setup, changed.verdicts, changed.line_up_verdicts, changed.levels, changed.skill)
            changed = replace(changed, games=rng.choice((1, 5000)), findings=tuple(told))
            for one in changed.findings:
                add(f"{name}, found {one.kind}", f"{one}")
            title = "heading"
            for line in report_lines(playtest_document(changed)):
                title = line.partition(", ")[0] if line.startswith("Section(") else title
                add(f"{name}, {title}", line)
    check_recorded(Path(__file__).with_name("others.txt"), (f"{name}: {total:x}" for name, total in found.items()))


@pytest.mark.parametrize("name", REPORTS)
def test_reports_are_shown_everywhere(reports, name, capsys):
    found = reports[name]
    told = json.loads(to_json(found))
    if name == "pairs":
        assert len(told["levels"][0]["pairings"]) == len(found.levels[0].pairings) == 3
    else:
        assert told["setup"]["teams"] == list(found.setup.teams)
        assert len(told["levels"][0]["line_ups"]) == len(found.levels[0].line_ups)
    shown = render_page(playtest_document(found))
    assert shown.count('<ul class="intervals">') >= 1
    assert ("pairing" in shown, "Elo" in shown) == (name == "pairs", name == "pairs")
    print_document(playtest_document(found))
    printed = capsys.readouterr().out
    assert ("first player wins" in printed) == (not found.setup.is_cooperative) == ("first player wins" in shown)
    assert ("Games won by the team" in printed) == found.setup.is_cooperative == ("Games won by the team" in shown)
    assert "None" not in printed


def test_reports_of_two_players_have_no_keys_for_others():
    found = json.loads(to_json(report(BidRules(), EQUAL[:2], (0, 1), games=4)))
    keys = {*found, *found["setup"], *found["levels"][0]}
    assert not keys & {"teams", "line_ups", "deck_scores", "seats", "line_up_verdicts"}
    assert len(found["levels"][0]["pairings"]) == 1


@pytest.mark.parametrize("agent", [GreedyAgent(), SearchAgent(20), MctsAgent(30)], ids=lambda one: type(one).__name__)
def test_those_who_look_ahead_help_their_team(agent):
    contest = BeaconRules().contest([BEACON], players=3)
    scores = [
        mean([play_game(contest, [one] * 3, seed, seed % 3).scores[0] for seed in range(60)])
        for one in (agent, RandomAgent())
    ]
    assert scores[0] > scores[1] + 0.15


def test_a_tree_of_several_players_lets_each_choose_for_their_team():
    """Player 3 holds the last bid of the last round and takes it; the search of player 2 expects that."""
    contest = BidRules().contest([[1], [1], [3], [1, 4]])
    state = contest.start(0, 0)
    state.data.update(round=2, prize=2, points=[1, 0, 1, 1], bids={"0": 1, "1": 1}, hands=[[], [], [2, 3], [1, 4]])
    state.data["events"] = [[player, PLAY + 1] for player in (0, 1)]
    seen = []

    class Watching(MctsAgent):
        def _simulate(self, view, root, rng):
            super()._simulate(view, root, rng)
            seen[:] = [root]

    Watching(400).choose(PlayerView(contest, state, 2), Random(1))
    for node in seen[0].children.values():
        visits = {action: child.visits for action, child in node.children.items()}
        assert max(visits, key=visits.get) == PLAY + 4
        assert node.total / node.visits < 0.2  # nothing is left for player 2


# Statistics


def test_luck_that_decides_all_games_of_a_round_counts_once():
    clustered = of_rounds([0.0, 0.0, 0.0, 1.0] * 50, 800)
    assert clustered.half_width == pytest.approx(wilson(0.25, 200).half_width, rel=0.02)
    assert of_rounds([0.25] * 200, 800).half_width == pytest.approx(wilson(0.25, 800).half_width)


def test_more_comparisons_widen_an_interval():
    scores = [0.0, 0.25, 0.5, 0.25] * 50
    widths = [of_rounds(scores, 800, comparisons).half_width for comparisons in (1, 2, 4)]
    assert widths == sorted(widths)
    assert widths[2] / widths[0] == pytest.approx(2.4977 / 1.96, rel=0.01)  # of the normal distribution at 5 % / 4


@pytest.mark.parametrize(
    ("low", "high", "verdict"),
    [(0.23, 0.27, "fair"), (0.22, 0.27, "not enough games"), (0.28, 0.3, "too strong"), (0.1, 0.2, "too weak")],
)
def test_a_deck_of_four_is_judged_by_the_whole_interval(low, high, verdict):
    interval = Interval(low, (low + high) / 2, high)
    assert verdict_of_deck(interval, interval, 0.25) == verdict


def test_a_deck_is_unfair_only_if_that_stands_among_all_decks():
    score, wide = Interval(0.28, 0.3, 0.32), Interval(0.26, 0.3, 0.34)
    assert verdict_of_deck(score, wide, 0.25) == "not enough games"


@pytest.mark.parametrize(
    ("verdicts", "told"),
    [
        (["fair"], "mirror"),
        (["fair", "fair", "fair"], "balanced"),
        (["fair", "too strong", "too weak"], "favours b"),
        (["too strong", "too strong", "fair"], "favours b"),
        (["not enough games", "too weak", "fair"], "puts b at a disadvantage"),
        (["fair", "too weak", "too weak"], "puts b at a disadvantage"),
        (["fair", "fair", "not enough games"], "not enough games"),
    ],
)
def test_a_line_up_is_as_fair_as_its_decks(verdicts, told):
    decks = [(name, 0.3 + at / 10, one) for at, (name, one) in enumerate(zip("abc", verdicts, strict=False))]
    assert verdict_of_line_up(decks) == verdict_of_line_up(decks[::-1]) == told


def test_partners_are_named_together():
    for verdict, told in (("too strong", "favours a and c"), ("too weak", "puts a and c at a disadvantage")):
        scores = (0.9, 0.1) if verdict == "too strong" else (0.1, 0.9)
        decks = [
            ("a", scores[0], verdict),
            ("b", scores[1], "fair"),
            ("c", scores[0], verdict),
            ("d", scores[1], "fair"),
        ]
        assert verdict_of_line_up(decks) == told


def test_more_games_settle_a_verdict_of_four():
    score = wilson(0.24, 200)
    needed = games_needed(score, 200, 0.25)
    wider = wilson(0.24, 1.3 * needed)
    assert verdict_of_deck(wider, wider, 0.25) == "fair"


def test_a_setup_says_who_plays_whom():
    setup = Setup(("a",), ("random",), 1, 0, "0")
    assert (setup.is_duel, setup.is_cooperative) == (True, False)
    assert replace(setup, teams=(0, 0, 0)).is_cooperative
    assert not replace(setup, teams=(0, 1, 2)).is_duel
    assert not replace(setup, shares_deck=True).is_duel


def test_a_table_has_the_settings_of_its_variant_and_its_part_of_the_games_with_blanks():
    variants = (Variant(2, {"wind": "low"}), Variant(3, {"wind": "high"}))
    setup = Setup(("a",), ("random",), 1, 0, "0", impact=5, rules={"wind": "none", "logs": "2"}, teams=(0, 0))
    setup = replace(setup, variants=variants)
    low, high = (setup.at_table(variant) for variant in variants)
    assert (low.teams, low.rules, low.impact, low.variants) == ((0, 0), {"wind": "low", "logs": "2"}, 3, ())
    assert (high.teams, high.rules) == ((0, 0, 0), {"wind": "high", "logs": "2"})
    assert replace(setup, variants=()).tables == (Variant(2),)


@pytest.mark.parametrize(
    ("decks", "teams", "fair"),
    [(STRONG, TEAMS, "50 %"), (STRONG[:2], (0, 1, 2), "33 %"), (STRONG, (0, 1, 1, 1), "50 %")],
)
def test_findings_name_the_fair_share_of_a_team_whatever_the_decks(decks, teams, fair):
    found = texts(report(BidRules(teams), decks, teams, games=60, level="greedy"), "unfair")
    assert any(text.startswith("Between ") for text in found)
    assert all(text.endswith(f"where {fair} would be fair") for text in found)


def test_seats_are_compared_with_each_other_where_teams_have_several_sizes():
    found = report(BidRules((0, 1, 1, 1)), STRONG, (0, 1, 1, 1), games=24)
    (level,) = found.levels
    assert level.fair_seat == pytest.approx(mean([seat.estimate for seat in level.seats]))
    equal = report(BidRules(TEAMS), STRONG, TEAMS, games=24).levels[0]
    assert equal.fair_seat == pytest.approx(found.setup.fair_share)
