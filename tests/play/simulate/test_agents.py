from collections import Counter
from random import Random
from types import SimpleNamespace

import pytest

from cardgen.play.simulate import search
from cardgen.play.simulate.agents import GreedyAgent, RandomAgent, ScriptedAgent
from cardgen.play.simulate.levels import LADDER, agent_of
from cardgen.play.simulate.match import play_game, play_round
from cardgen.play.simulate.player_view import PlayerView
from cardgen.play.simulate.search import MctsAgent, SearchAgent, SearchNode, team_values

from .coins import CoinContest, Coins

AGENTS = [RandomAgent(), ScriptedAgent(), GreedyAgent(), SearchAgent(20), MctsAgent(30)]
CONTEST = CoinContest([3, 3])


def view(left, player=0):
    return PlayerView(CONTEST, Coins((3, 3), left, player), player)


@pytest.mark.parametrize("agent", AGENTS, ids=lambda agent: type(agent).__name__)
@pytest.mark.parametrize("left", [2, 5, 13])
def test_actions_are_legal_and_of_the_seed(agent, left):
    for seed in range(5):
        chosen = {agent.choose(view(left), Random(seed)) for _ in range(2)}
        assert len(chosen) == 1
        assert chosen <= set(view(left).legal_actions())


@pytest.mark.parametrize(
    "agent", [GreedyAgent(), SearchAgent(20, turns=1), MctsAgent(60)], ids=lambda a: type(a).__name__
)
@pytest.mark.parametrize("player", [0, 1])
def test_who_looks_ahead_takes_the_last_coins(agent, player):
    for left in (2, 3):
        assert agent.choose(view(left, player), Random(1)) == left


def test_search_tries_the_better_half_again_with_as_many_rollouts(monkeypatch):
    tried = Counter()
    monkeypatch.setattr(search, "rollout", lambda contest, state, *_: tried.update([state.left]) or state.left)
    assert SearchAgent(240).choose(view(9), Random(0)) == 1
    assert tried == {8: 40 + 60, 7: 40 + 60, 6: 40}


def test_tree_search_finds_the_theory():
    """Leave a multiple of four: with 5 to 7 coins the answer is what is above four."""
    agent = MctsAgent(1500)
    for left in (5, 6, 7):
        assert agent.choose(view(left), Random(3)) == left - 4


def test_tree_search_stops_once_nothing_can_change():
    """It spares simulations, and chooses as if it had made them all."""

    class Counting(MctsAgent):
        spent = 0

        def _simulate(self, view, root, rng):
            self.spent += 1
            super()._simulate(view, root, rng)

    whole = Counting(200)
    for left in range(2, 14):
        early = Counting(200)
        found = early.choose(view(left), Random(left))
        assert 100 < early.spent <= 200
        root, rng = SearchNode(), Random(left)
        for _ in range(200):
            whole._simulate(view(left), root, rng)
        assert found == max(root.children, key=lambda action: root.children[action].visits)
    assert whole.spent == 12 * 200
    assert Counting(1).choose(view(9), Random(0)) in (1, 2, 3)


def test_a_view_hides_the_state():
    seen = view(9)
    copy = seen.sample(Random(0))
    copy.apply_action(1)
    assert len(seen.legal_actions()) == 3
    assert not [name for name in dir(seen) if not name.startswith("_") and isinstance(getattr(seen, name), Coins)]


def test_a_pair_has_the_same_luck_and_swapped_seats():
    mirror = play_round(CONTEST, [RandomAgent(), RandomAgent()], 7)
    assert [result.first for result in mirror] == [0, 1]
    assert mirror[0].scores[0] == 1 - mirror[1].scores[0]  # alike decks and agents: the seat is all that differs
    assert mirror[0].summary.turns == mirror[1].summary.turns


def test_comebacks_are_of_those_who_were_far_behind():
    class Gloomy(CoinContest):
        def evaluate(self, state, player):
            return super().evaluate(state, player) if state.is_terminal() else 0.1 + 0.8 * player

    contest = Gloomy([3, 3])
    results = [play_game(contest, [RandomAgent(), RandomAgent()], seed, 0) for seed in range(20)]
    assert {result.scores[0] for result in results} == {0.0, 1.0}
    for result in results:
        assert result.is_comeback == (result.scores[0] == 1)


@pytest.mark.parametrize(
    ("teams", "player", "values"),
    [
        ((0, 0, 1, 2), 1, {0: 0.7, 1: 0.2, 2: 0.3}),
        ((0, 1, 2), 2, {0: 0.0, 1: 0.1, 2: 0.7}),
        ((1, 0), 0, {0: 1 - 0.7, 1: 0.7}),
        ((0, 0), 0, {0: 0.7, 1: 1 - 0.7}),
    ],
)
def test_each_team_is_valued_by_one_of_its_players(teams, player, values):
    contest = SimpleNamespace(teams=teams, evaluate=lambda _, one: one / 10)
    assert team_values(contest, None, player, 0.7) == values


@pytest.mark.parametrize("level", LADDER)
def test_each_level_has_an_agent(level):
    assert agent_of(level).choose(view(2), Random(0)) in (1, 2)
