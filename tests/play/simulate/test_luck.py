"""What search does with luck: it tries again what was unlucky, and compares actions under the same luck."""

from random import Random

import pytest

from cardgen.play.simulate.agents import GreedyAgent
from cardgen.play.simulate.player_view import PlayerView
from cardgen.play.simulate.search import MctsAgent, SearchAgent
from cardgen.plugin.rules.state import CHANCE, TERMINAL

SAFE, BOLD = 0, 1


class Wager:
    """One decision: the safe action is worth 0.4; the bold one wins with a probability of 0.7."""

    def __init__(self, chosen=None, value=None):
        self.chosen, self.value = chosen, value

    def current_player(self):
        return 0 if self.chosen is None else CHANCE if self.value is None else TERMINAL

    def legal_actions(self):
        return [SAFE, BOLD]

    def chance_outcomes(self):
        return [(2, 0.7), (3, 0.3)] if self.chosen == BOLD else [(4, 1.0)]

    def apply_action(self, action):
        if self.chosen is None:
            self.chosen = action
        else:
            self.value = {2: 1.0, 3: 0.0, 4: 0.4}[action]

    def clone(self):
        return Wager(self.chosen, self.value)

    def resample_from_infostate(self, player, rng):
        return self.clone()


class Drift:
    """One decision, a second action by rules of thumb, and an end that depends on the first action a little.

    What lies hidden, and what chance adds during the turn, matters fifty times as much.
    """

    def __init__(self, chosen=None, hidden=0.0, noise=None):
        self.chosen, self.hidden, self.noise = chosen, hidden, noise

    def current_player(self):
        return 0 if self.noise is None else TERMINAL

    def legal_actions(self):
        return [0, 1, 2, 3]

    def apply_action(self, action):
        if self.chosen is None:
            self.chosen = action
        else:
            self.noise = action / 1000

    def clone(self):
        return Drift(self.chosen, self.hidden, self.noise)

    def resample_from_infostate(self, player, rng):
        return Drift(self.chosen, rng.random(), self.noise)


class LuckContest:
    player_count, teams = 1, (0,)

    def turn(self, state):
        return 0

    def script(self, state, player, rng):
        return int(1000 * rng.random())

    def evaluate(self, state, player):
        if isinstance(state, Wager):
            return state.value if state.value is not None else 0.5
        return 0.45 * state.hidden + 0.45 * (state.noise or 0.0) + 0.01 * state.chosen


def chosen(agent, state, seed):
    return agent.choose(PlayerView(LuckContest(), state, 0), Random(seed))


@pytest.mark.parametrize("seed", range(20))
def test_tree_search_tries_an_action_again_that_was_unlucky_at_first(seed):
    """Without its term for rarely tried actions it would never look at the bold action again after one loss."""
    assert chosen(MctsAgent(200), Wager(), seed) == BOLD


def test_without_exploration_the_first_luck_decides():
    """The test above would notice if nothing was explored."""
    assert {chosen(MctsAgent(200, explore=0.0), Wager(), seed) for seed in range(20)} == {SAFE, BOLD}


@pytest.mark.parametrize("agent", [GreedyAgent(), GreedyAgent(3), SearchAgent(8)], ids=["one", "three", "search"])
@pytest.mark.parametrize("seed", range(12))
def test_all_actions_are_tried_with_the_same_luck(agent, seed):
    """With luck that differs from action to action, a small difference between actions would be lost in it."""
    assert chosen(agent, Drift(), seed) == 3
