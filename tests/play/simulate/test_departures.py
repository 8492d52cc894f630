"""Agents of games that suggest actions: they follow the rules of thumb unless another action is clearly better."""

from random import Random
from types import SimpleNamespace

import pytest

from cardgen.play.simulate.agents import GreedyAgent
from cardgen.play.simulate.departures import FIRST_SAMPLES, choose_departure
from cardgen.play.simulate.player_view import PlayerView
from cardgen.play.simulate.search import SearchAgent
from cardgen.plugin.rules.contest import SuggestsActions
from cardgen.plugin.rules.state import TERMINAL

USUAL, SAME, BETTER, WORSE, BEST = range(5)
GAINS = {USUAL: 0.0, SAME: 0.0, BETTER: 0.1, WORSE: -0.3, BEST: 0.2}
"""What each action adds to the chance of the players; luck changes it by up to a half, in another way for each action."""


class Stream:
    """One decision, then the end; `hidden` is the luck of the world."""

    def __init__(self, hidden=0.0, chosen=None):
        self.hidden, self.chosen = hidden, chosen

    def current_player(self):
        return 0 if self.chosen is None else TERMINAL

    def legal_actions(self):
        return list(GAINS)

    def apply_action(self, action):
        self.chosen = action

    def clone(self):
        return Stream(self.hidden, self.chosen)

    def resample_from_infostate(self, player, rng):
        return Stream(rng.random(), self.chosen)


class StreamContest:
    player_count, teams, luck_samples, search_turns = 1, (0,), 6, 1

    def __init__(self, suggested, noise=0.0):
        self.suggested, self.noise, self.evaluated = suggested, noise, []

    def turn(self, state):
        return 0

    def script(self, state, player, rng):
        return self.suggested[0]

    def suggestions(self, state, player, rng):
        return self.suggested

    def evaluate(self, state, player):
        self.evaluated.append(state.chosen)
        own = Random(f"{state.hidden} {state.chosen}").random() - 0.5
        return 0.4 * state.hidden + 0.3 + GAINS[state.chosen] + self.noise * own


def chosen(agent, contest, seed):
    return agent.choose(PlayerView(contest, Stream(), 0), Random(seed))


def test_the_contest_is_one_that_suggests_actions():
    assert isinstance(StreamContest([USUAL]), SuggestsActions)


@pytest.mark.parametrize("agent", [GreedyAgent(), SearchAgent(16)], ids=["greedy", "search"])
@pytest.mark.parametrize("seed", range(10))
def test_a_better_action_is_taken(agent, seed):
    assert chosen(agent, StreamContest([USUAL, SAME, BETTER, WORSE]), seed) == BETTER


@pytest.mark.parametrize("agent", [GreedyAgent(), SearchAgent(16)], ids=["greedy", "search"])
@pytest.mark.parametrize("seed", range(10))
def test_an_equal_action_is_no_reason_to_depart(agent, seed):
    assert chosen(agent, StreamContest([SAME, USUAL]), seed) == SAME


def test_luck_rarely_makes_an_agent_depart():
    """Of two actions that differ by luck only, the best average would be the other one half of the time."""
    contest = StreamContest([USUAL, SAME], noise=1.0)
    departures = sum(chosen(GreedyAgent(), contest, seed) == SAME for seed in range(400))
    assert departures < 110


def test_an_action_that_falls_behind_is_not_tried_any_longer():
    contest = StreamContest([USUAL, WORSE, BETTER])
    chosen(SearchAgent(48), contest, 0)
    assert contest.evaluated.count(WORSE) == FIRST_SAMPLES
    assert contest.evaluated.count(BETTER) == contest.evaluated.count(USUAL) == (48 - FIRST_SAMPLES) // 2


@pytest.mark.parametrize(("late", "tried"), [(1.0, 24), (-1.0, 12)])
def test_actions_are_compared_after_twice_as_many_samples_each_time(late, tried):
    """After 3, 6, 12 and 24: a rival that would be given up after 9 has made up for it after 12, or is given up then."""
    gains = iter([0.1] * 6 + [-1.0] * 3 + [late] * 99)
    states = SimpleNamespace(sample=lambda _rng: Stream())
    values = []

    def outcome(state, _rng):
        values.append(next(gains) if state.chosen == BETTER else 0.0)
        return values[-1]

    action = choose_departure(states, [USUAL, BETTER], Random(0), 2 * 24, outcome)
    assert (action, len(values)) == (BETTER if late > 0 else USUAL, 2 * tried)


def test_the_actions_to_try_are_chosen_once():
    contest, rng = StreamContest([]), Random(0)
    contest.suggestions = lambda state, player, luck: [USUAL, luck.choice([SAME, BETTER, WORSE, BEST])]
    view = PlayerView(contest, Stream(), 0)
    assert [view.candidates(rng) for _ in range(9)] == [view.candidates(rng)] * 9


def test_a_single_action_is_not_tried():
    contest = StreamContest([BETTER])
    assert chosen(GreedyAgent(), contest, 0) == BETTER
    assert not contest.evaluated


@pytest.mark.parametrize(
    ("rollouts", "trials"),
    [
        (0, [USUAL, BETTER, WORSE, BEST]),  # each is tried at least once
        (6, [USUAL, BETTER, WORSE, BEST]),
        (7, [USUAL, BETTER, WORSE, BEST, USUAL, BETTER, BEST]),  # WORSE is given up
        (8, [USUAL, BETTER, WORSE, BEST] * 2),
        (14, [USUAL, BETTER, WORSE, BEST] * 3),
        (15, [USUAL, BETTER, WORSE, BEST] * 3 + [USUAL, BETTER, BEST]),
        (50, [USUAL, BETTER, WORSE, BEST] * 3 + [USUAL, BETTER, BEST] * 12),
    ],
)
def test_the_best_of_several_better_actions_is_taken_and_no_rollout_is_wasted(rollouts, trials):
    found = []

    def outcome(state, luck):
        found.append(state.chosen)
        return GAINS[state.chosen]

    view = PlayerView(StreamContest([USUAL]), Stream(), 0)
    assert choose_departure(view, [USUAL, BETTER, WORSE, BEST], Random(0), rollouts, outcome) == BEST
    assert found == trials


def test_of_better_actions_the_one_with_the_highest_mean_is_taken_though_its_gain_varies():
    gains = {USUAL: lambda _: 0.0, BETTER: lambda _: 0.2, BEST: lambda luck: 0.3 + 0.1 * luck.random()}
    view = PlayerView(StreamContest([USUAL]), Stream(), 0)
    for order in ([USUAL, BETTER, BEST], [USUAL, BEST, BETTER]):
        assert choose_departure(view, order, Random(0), 60, lambda state, luck: gains[state.chosen](luck)) == BEST
