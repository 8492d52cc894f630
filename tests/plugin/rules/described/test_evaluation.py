"""The default evaluation, which is learned from random games, makes agents better than random ones."""

from __future__ import annotations

from random import Random

from cardgen.play.simulate.agents import GreedyAgent
from cardgen.play.simulate.levels import agent_of
from cardgen.play.simulate.match import play_round
from cardgen.play.simulate.player_view import PlayerView
from cardgen.plugin.rules.described.helpers import pairs_alike
from cardgen.plugin.rules.described.lookahead import TO_THE_SCORE
from cardgen.plugin.rules.described.rules import DescribedContest
from cardgen.plugin.rules.described.tables import make_tables
from tests.plugin.rules.described.oracles import ORACLES, contest_of, goofspiel, opened


def share_of_wins(contest, level: str, rounds: int) -> float:
    """Return the mean score of a player of a level among random ones."""
    agents = [agent_of(level), *(agent_of("random") for _ in range(contest.player_count - 1))]
    results = [result for seed in range(rounds) for result in play_round(contest, agents, seed)]
    return sum(result.scores[0] for result in results) / len(results)


def test_greedy_beats_random_without_a_word_from_the_designer():
    assert share_of_wins(ORACLES["leduc_poker"].contest(), "greedy", 60) > 0.58
    assert share_of_wins(goofspiel(8), "greedy", 30) > 0.6
    assert share_of_wins(ORACLES["crazy_eights"].contest(), "greedy", 8) > 0.4, "a fair share of four is 0.25"


def test_the_same_contest_learns_the_same():
    contest = goofspiel(5)
    first = contest.evaluation
    again = type(contest)(contest.tables).evaluation
    assert again == first


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


def test_search_plays_on_to_the_next_score_where_the_evaluation_foresees_little_of_it():
    """What is kept scores by the parity of its sum, of which the numbers of pieces in zones tell nothing."""
    cards = [{"id": f"c{at}", "rank": at % 6} for at in range(18)]
    contest = contest_of(HANDS, cards, 2)
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
