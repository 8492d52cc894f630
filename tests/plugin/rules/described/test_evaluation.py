"""The default evaluation, which is learned from random games, makes agents better than random ones."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import islice
from math import exp
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from cardgen.play.simulate.agents import GreedyAgent
from cardgen.play.simulate.levels import agent_of
from cardgen.play.simulate.match import play_round
from cardgen.play.simulate.player_view import PlayerView
from cardgen.plugin.rules.described import lookahead
from cardgen.plugin.rules.described.evaluation import LearnedChances, _leads, _shares, rows_of, together_value
from cardgen.plugin.rules.described.helpers import pairs_alike
from cardgen.plugin.rules.described.lookahead import TO_THE_SCORE, TURNS, _parts
from cardgen.plugin.rules.described.rules import DescribedContest
from cardgen.plugin.rules.described.tables import make_tables
from cardgen.plugin.rules.state import TERMINAL
from tests.plugin.rules.described.oracles import ORACLES, contest_of, goofspiel, opened
from tests.plugin.rules.described.test_secrecy import sealed
from tests.recorded import check_recorded


@pytest.mark.extended
def share_of_wins(contest, level: str, rounds: int) -> float:
    """Return the mean score of a player of a level among random ones."""
    agents = [agent_of(level), *(agent_of("random") for _ in range(contest.player_count - 1))]
    results = [result for seed in range(rounds) for result in play_round(contest, agents, seed)]
    return sum(result.scores[0] for result in results) / len(results)


def test_greedy_beats_random_without_a_word_from_the_designer():
    assert share_of_wins(ORACLES["leduc_poker"].contest(), "greedy", 60) > 0.58
    assert share_of_wins(goofspiel(8), "greedy", 30) > 0.6
    assert share_of_wins(ORACLES["crazy_eights"].contest(), "greedy", 8) > 0.4, "a fair share of four is 0.25"


@pytest.mark.usefixtures("learns_little")
def test_the_same_contest_learns_the_same():
    tables = goofspiel(5).tables
    assert DescribedContest(tables).evaluation == DescribedContest(tables).evaluation


def test_pairs_count_by_how_many_more_there_are_than_by_chance():
    assert pairs_alike((1, 1, 2, 2), (1, 1, 2, 2)) == 0, "two of six pairs, as in all values"
    assert pairs_alike((1, 1, 1), (1, 1, 1, 2)) == 3 - 3 * 0.5
    assert pairs_alike((), (1,)) == 0


def test_who_asks_in_vain_imagines_no_such_card_in_that_hand():
    rules, deck = opened("go-fish")
    contest, rng, in_vain = DescribedContest(make_tables(rules.program, [deck], 2)), Random(3), 0
    ranks = contest.tables.columns["rank"]
    while not in_vain:
        state = contest.start(rng.getrandbits(32), 0)
        action = rng.choice([*state.legal_actions()])
        asked = ranks[contest.tables.ids.index(state.action_to_string(action).split()[-1])]
        if asked in {ranks[piece] for piece in state.hand[1]}:
            continue
        state.apply_action(action)
        state.apply_action(state.legal_actions()[0])  # there is one player to ask
        for _ in range(20):
            world, in_vain = state.resample_from_infostate(0, rng), in_vain + 1
            assert asked not in {ranks[piece] for piece in world.hand[1]}


HANDS = """
fields: {rank: integer}
rules:
  players: 2
  zones: {stock: {holds: cards, faces: nobody}, hand: {of: player, faces: owner}, kept: {of: player, faces: owner}}
  numbers: {points: {of: player}}
  phases:
    game:
      rounds: 6
      phases:
        hand_of_cards:
          rounds: 1
          start: [{shuffle: stock}, {deal: stock, to: hand, count: 9}]
          phases:
            keeping:
              rounds: 8
              moves: {keep: {choose: {card: hand}, do: [{move: card, to: kept}]}}
          finish:
            - {each: {player: players}, do: [{add: "9 * ((kept | sum('rank')) % 2)", to: points}, {move: kept, to: stock}, {move: hand, to: stock}]}
  end: {score: points}
"""


@cache
def hands():
    """Return the contest of hands of cards of which each lasts 16 choices."""
    return contest_of(HANDS, [{"id": f"c{at}", "rank": at % 6} for at in range(18)], 2)


def test_a_part_of_a_game_has_the_choices_of_a_hand():
    parts = [*islice(_parts(hands(), Random(1)), 30)]
    assert [length for *_, length in parts].count(16) > 20, "or those of several, after which nobody has scored"
    assert all(length % 16 == 0 for *_, length in parts)
    assert all(0 <= value <= 1 for begun, between, ended, _ in parts for value in (begun, between, ended))


def test_how_far_search_plays_on_follows_from_what_the_evaluation_foresees(monkeypatch):
    """To the next score, where enough parts of games of some length end otherwise than the evaluation says."""

    def turns(*parts: tuple[float, float, float, int]) -> int:
        monkeypatch.setattr(lookahead, "_parts", lambda *_: iter(parts))
        return lookahead.rollout_turns(None)

    blind = [(0.5, 0.5 + 0.1 * (at % 2), 0.5 + 0.1 * (at // 2 % 2), 20) for at in range(20)]
    assert turns(*blind) == TO_THE_SCORE
    assert turns(*blind[:19]) == turns() == TURNS, "too few parts"
    for length, expected in ((14, TURNS), (15, TO_THE_SCORE), (40, TO_THE_SCORE), (41, TURNS)):
        assert turns(*((*values, length) for *values, _ in blind)) == expected, length
    assert turns(*((begun, ended, ended, 20) for begun, _, ended, _ in blind)) == TURNS, "all is foreseen"
    assert turns(*((begun, begun, ended, 20) for begun, _, ended, _ in blind)) == TO_THE_SCORE, "nothing is foreseen"
    assert turns(*((begun, between, begun, 20) for begun, between, _, _ in blind)) == TO_THE_SCORE
    half = [(0.0, float(at % 2), float(at % 2 if at % 4 else 1 - at % 2), 20) for at in range(20)]
    assert turns(*half) == TURNS, "more is foreseen than not"


class Ended:
    """A state of which only what counts is known."""

    def __init__(
        self, *, result: float = 0.0, scores: tuple[int, ...] = (0,), has_score: bool = True, decisions: int = 0
    ) -> None:
        self.returns = lambda: [result]
        self.scores = lambda: [(score, 99) for score in scores]
        self.tables = SimpleNamespace(program=SimpleNamespace(has_score=has_score))
        self.decisions = lambda: decisions
        self.features = lambda: [(1, 10), (2, 20), (4, 40), (9, 90)]
        self.table_features = lambda: [*range(30)]


def test_the_end_of_a_game_together_is_worth_the_win_and_half_of_the_score():
    for stated, value in (
        ({"result": 1.0, "scores": (5, 7)}, (1 + 0.75) / 2), ({"result": -1.0, "scores": (2, 1)}, 0.0),
        ({"result": -1.0, "scores": (40,)}, 0.5), ({"result": 1.0, "has_score": False}, 1.0),
    ):  # fmt: skip
        assert together_value(Ended(**stated), 3.0, 15.0) == value
    assert together_value(Ended(result=1.0), 4.0, 4.0) == 1.0, "all random games have the same score"


def test_a_team_has_the_scores_of_all_its_players_and_shares_the_win_with_teams_of_the_same_result():
    for lowest, leads in ((False, [5.0, -5.0]), (True, [-5.0, 5.0])):
        state = Ended(scores=(5, 1, 7, 6))
        state.tables.program.lowest = lowest
        assert _leads(state, 2) == leads
    alone = [-5 + 14 / 3, -1 + 18 / 3, -7 + 12 / 3, -6 + 13 / 3]
    assert _leads(state, 4) == pytest.approx(alone), "the fewest are the best"
    for first, results, shares in (
        (0, [1.0, -1.0, 1.0, -1.0], [1.0, 0.0]),
        (1, [1.0, -1.0, 1.0, -1.0], [0.0, 1.0]),
        (3, [0.0, 0.0, 0.0, 0.0], [0.5, 0.5]),
    ):
        state = SimpleNamespace(returns=lambda results=results: results, first=first)
        assert _shares(SimpleNamespace(player_count=4), state, 2) == shares


def test_features_are_compared_with_the_mean_of_the_others_and_grow_with_the_game():
    half, late = Ended(decisions=5), Ended(decisions=30)
    pairs = [(5 - 11.0, 50 - 110.0), (11 - 5.0, 110 - 50.0)]
    assert rows_of(half, 2, 10.0) == [[*pair, *(value / 2 for value in pair)] for pair in pairs]
    assert rows_of(late, 2, 10.0) == [[*pair, *pair] for pair in pairs], "games that are longer than usual"
    assert rows_of(late, 2, 0.0) == [[*pair, 0.0, 0.0] for pair in pairs]
    assert rows_of(half, 4, 10.0)[3][:2] == [9 - 7 / 3, 90 - 70 / 3]
    assert rows_of(half, 1, 10.0) == [[*map(float, range(18)), *(value / 2 for value in range(18))]]


def test_the_state_between_is_any_of_a_part_of_a_game(monkeypatch):
    class Counting:
        """A game of 40 choices in which a score changes after each 20."""

        count = 0

        def __init__(self, count: int = 0) -> None:
            self.count = count

        def clone(self) -> Counting:
            return Counting(self.count)

        def apply_action(self, _action: int) -> None:
            self.count += 1

        legal_actions = staticmethod(lambda: [0, 1])
        scores = property(lambda self: lambda: self.count // 20)
        is_terminal = property(lambda self: lambda: self.count == 40)
        current_player = property(lambda self: lambda: TERMINAL if self.count == 40 else 0)

    contest = SimpleNamespace(start=lambda *_: Counting(), evaluate=lambda state, _: state.count, player_count=2)
    parts = [*_parts(contest, Random(2))]
    assert {(begun, ended, length) for begun, _, ended, length in parts} == {(0, 20, 20), (20, 40, 20)}
    between = Counter(value - begun for begun, value, _, _ in parts)
    assert {*between} == {*range(1, 20)} and max(between.values()) < 3 * min(between.values())
    monkeypatch.setattr(lookahead, "DECISIONS", 30)
    assert len([*_parts(contest, Random(2))]) == 2, "the last part is played to its end"


def test_a_summary_counts_what_each_player_has_drawn_and_played():
    contest, rng = hands(), Random(4)
    for first in (0, 1):
        state = contest.start(5, first)
        dealt, kept = [set(), set()], [Counter(), Counter()]
        while state.decisions() < 40:
            for player in (0, 1):
                dealt[player] |= {f"cards/c{piece}" for piece in state.hand[state.seat_of(player)]}
            player, action = state.current_player(), rng.choice(state.legal_actions())
            kept[player][state.action_to_string(action).replace("keep ", "cards/")] += 1
            state.apply_action(action)
        summary = contest.summary(state, 5, first)
        assert (summary.turns, summary.features) == (state.turn, {"keep"})
        assert [*summary.used] == kept and max(kept[0].values()) > 1
        assert [*summary.drawn] == dealt
        assert (summary.ending, summary.cut_off, [*summary.effects]) == ("", "", [set(), set()])


COUNTED = """
fields: {rank: integer}
rules:
  players: [1, 3]
  zones: {stock: {holds: cards, faces: nobody}, kept: {}}
  numbers: {count: 0}
  turn: {moves: {add: {do: [{add: 1, to: count}, {move: stock.top, to: kept}]}, wait: {}}}
  end: {win: {all_there: {when: count > 3, text: {en: All are there.}}}, lose: {too_late: {when: turn > 6}}, score: count}
  longest: 10
"""


def test_those_who_play_together_have_chances_results_and_an_ending_in_common():
    contest = contest_of(COUNTED, [{"id": "a", "rank": 1}], 3)
    assert contest.teams == (0, 0, 0)
    assert [(one.id, one.words, one.is_win) for one in contest.endings()] == [
        ("all_there", "All are there.", True), ("too_late", "too late", False), ("over", "the game is over", False),
        ("cut-off", "the game was cut off", False),
    ]  # fmt: skip
    endless = contest_of(COUNTED.replace("turn > 6", "turn > 60"), [], 3)
    never_lost = contest_of(COUNTED.replace(", lose: {too_late: {when: turn > 6}}", ", when: turn > 6"), [], 3)
    for played, moves, ending, cut_off, result in (
        (contest, ["add"] * 4, "all_there", "", 1.0),
        (contest, ["add", *["wait"] * 5, "add"], "too_late", "", -1.0),
        (endless, ["add", *["wait"] * 8, "add"], "cut-off", "wait", 0.0),
        (never_lost, ["wait"] * 7, "over", "", -1.0),
    ):
        state = played.start(1, 2)
        assert all(0 < played.evaluate(state, player) < 1 for player in range(3))
        for move in moves:
            assert not state.is_terminal(), move
            state.apply_action(state.string_to_action(move))
        summary = played.summary(state, 1, 2)
        assert (state.is_terminal(), summary.ending, summary.cut_off) == (True, ending, cut_off)
        assert state.returns() == [result] * 3
        values = [played.evaluate(state, player) for player in range(3)]
        assert len({*values}) == 1 and (values[0] == 1.0) == (result == 1.0), values


def test_a_chance_grows_with_what_is_worth_something_and_counts_more_or_less_late_in_a_game():
    alone = SimpleNamespace(decisions=lambda: 5, table_features=lambda: [2.0])
    for weights, bias, power in (
        ((1.0, 0.0), -2.0, 0),
        ((1.0, 2.0), -2.0, 2),
        ((-1.0, 0.0), 0.0, -2),
        ((99.0, 0.0), 0.0, 30),
    ):
        assert LearnedChances(1, weights, bias, 10.0).chance(alone, 0) == pytest.approx(1 / (1 + exp(-power)))
    pair = SimpleNamespace(decisions=lambda: 30, features=lambda: [(3.0,), (1.0,)], seat_of=lambda player: 1 - player)
    for weights, power in (((0.5, 0.0), 1), ((0.0, 0.5), 1), ((0.5, -0.5), 0), ((99.0, 0.0), 30)):
        chances = [LearnedChances(2, weights, 0.0, 10.0).chance(pair, player) for player in (1, 0)]
        assert chances == pytest.approx([1 / (1 + exp(-2 * power)), 1 - 1 / (1 + exp(-2 * power))])


def test_the_script_of_a_described_game_takes_each_legal_action_at_times():
    contest, rng = contest_of(COUNTED, [], 3), Random(1)
    state = contest.start(1, 0)
    assert {contest.script(state, 0, rng) for _ in range(40)} == {*state.legal_actions()}


def test_before_a_game_of_a_tree_is_laid_out_all_are_as_likely_to_win():
    for contest, chance in (
        (goofspiel(5), 0.5),
        (sealed(), 1 / 3),
        (contest_of(COUNTED, [], 2), 0.5),
    ):
        position = contest.tree_position()
        assert [contest.evaluate(position, player) for player in range(contest.player_count)] == [
            chance
        ] * contest.player_count
        assert contest.turn(position) == 0


def test_a_game_of_one_choice_has_nothing_to_learn_from():
    text = (
        HANDS[: HANDS.index("  phases:")]
        + "  turn: {rounds: 1, moves: {go: {do: [{end: game}]}}}\n  end: {score: points}\n"
    )
    contest = contest_of(text, [], 2)
    state = contest.start(1, 0)
    assert [contest.evaluate(state, player) for player in (0, 1)] == [0.5, 0.5]
    state.apply_action(0)
    assert [contest.evaluate(state, player) for player in (0, 1)] == [0.5, 0.5]
    assert (contest.evaluation.weights, contest.evaluation.length) == ((), 1.0)


def test_chances_are_learned_as_recorded():
    """To two decimals, which differ on no computer."""
    told = []
    for name, contest in (
        ("hands", hands()), ("goofspiel", goofspiel(5)), ("leduc_poker", ORACLES["leduc_poker"].contest()),
        ("golf", DescribedContest(make_tables(opened("golf")[0].program, [opened("golf")[1]], 1))),
    ):  # fmt: skip
        learned, rng, state = contest.evaluation, Random(9), contest.start(9, contest.player_count - 1)
        told.append(f"== {name}: {learned.length:.1f} {learned.low:.1f} {learned.high:.1f} {contest.rollout_turns}")
        while not state.is_terminal() and state.decisions() < 24:
            chances = " ".join(f"{contest.evaluate(state, player):.2f}" for player in range(contest.player_count))
            told.append(chances)
            state.apply_action(rng.choice(state.legal_actions()))
    check_recorded(Path(__file__).with_name("chances.txt"), told)


def test_search_plays_on_to_the_next_score_where_the_evaluation_foresees_little_of_it():
    """What is kept scores by the parity of its sum, of which the numbers of pieces in zones tell nothing."""
    contest = hands()
    assert contest.rollout_turns == TO_THE_SCORE
    state = contest.start(1, 0)
    begun = contest.part(state)
    while contest.part(state) == begun:
        state.apply_action(state.legal_actions()[0])
    assert state.decisions() % 16 == 0 and any(state.points)
    ranks, asked, rng = contest.tables.columns["rank"], 0, Random(1)
    while asked < 8:  # of the last two cards of a hand, the greedy agent keeps the one that scores
        own, left = state.player, state.hand[state.player]
        if len(left) != 2 or (ranks[left[0]] - ranks[left[1]]) % 2 == 0:
            state.apply_action(rng.choice(state.legal_actions()))
            state = contest.start(rng.getrandbits(30), 0) if state.is_terminal() else state
            continue
        kept = sum(ranks[piece] for piece in state.kept[own])
        action = GreedyAgent().choose(PlayerView(contest, state, own), rng)
        chosen = int(state.action_to_string(action).rpartition("c")[2])
        assert (kept + chosen) % 2 == 1, (chosen, kept)
        state.apply_action(action)
        state, asked = contest.start(asked, 0) if state.is_terminal() else state, asked + 1
    for contest in (goofspiel(5), ORACLES["leduc_poker"].contest()):
        assert contest.part(contest.start(1, 0)) is None
