"""What agents choose, what they draw at random and how often they evaluate is as recorded, in games of each sort."""

from pathlib import Path
from random import Random

from cardgen.play.random_play import sample_chance
from cardgen.play.simulate.agents import GreedyAgent, RandomAgent, ScriptedAgent
from cardgen.play.simulate.player_view import PlayerView
from cardgen.play.simulate.search import MctsAgent, SearchAgent
from cardgen.plugin.rules.state import CHANCE
from play.toys import BEACON, Beacon, Bids, ToyContest
from tests.recorded import check_recorded

AGENTS = {
    "random": RandomAgent(),
    "script": ScriptedAgent(),
    "greedy": GreedyAgent(),
    "greedy in 3 worlds": GreedyAgent(3),
    "search-8": SearchAgent(8),
    "search-40 of 3 turns": SearchAgent(40, 3),
    "mcts-30": MctsAgent(30),
    "mcts-25 of 2 turns": MctsAgent(25, 2, 1.5),
}
DECKS = [[1, 2, 3, 4], [2, 2, 3, 5], [1, 3, 3, 4], [1, 1, 5, 5]]


class Counted(ToyContest):
    evaluations = 0

    def evaluate(self, state, player):
        self.evaluations += 1
        return super().evaluate(state, player)


class Suggesting(Counted):
    """Names the usual action and at most three others."""

    luck_samples, search_turns = 4, 2

    def suggestions(self, state, player, rng):
        first = self.script(state, player, rng)
        return [first, *[action for action in state.legal_actions() if action != first][:3]]


class Parted(Counted):
    """Every second turn begins a new part."""

    rollout_turns = 3

    def part(self, state):
        return self.turn(state) // 2


CONTESTS = {
    "each for themselves": lambda: Counted(Bids, DECKS, range(4)),
    "two teams": lambda: Counted(Bids, DECKS, (0, 1, 1, 0)),
    "two players": lambda: Counted(Bids, DECKS[:2], (0, 1)),
    "one team": lambda: Counted(Beacon, [BEACON], (0, 0, 0)),
    "suggestions, two players": lambda: Suggesting(Bids, DECKS[:2], (0, 1)),
    "suggestions, one team": lambda: Suggesting(Beacon, [BEACON], (0, 0, 0)),
    "parts, two players": lambda: Parted(Bids, DECKS[:2], (0, 1)),
    "parts, each for themselves": lambda: Parted(Bids, DECKS[:3], range(3)),
}


def decisions(contest, count):
    """Yield the states of a random game in which a player has a choice."""
    state, rng = contest.start(3, 0), Random(2)
    while count and not state.is_terminal():
        mover = state.current_player()
        if mover == CHANCE:
            state.apply_action(sample_chance(state, rng))
            continue
        if len(state.legal_actions()) > 1:
            yield state, mover
            count -= 1
        state.apply_action(rng.choice(state.legal_actions()))


def test_agents_choose_as_recorded():
    found = []
    for title, make in CONTESTS.items():
        found.append(f"== {title}")
        contest = make()
        for state, mover in decisions(contest, 3):
            found.append(f"player {mover}, {len(state.legal_actions())} actions")
            for name, agent in AGENTS.items():
                contest.evaluations, rng = 0, Random(name)
                chosen = state.action_to_string(agent.choose(PlayerView(contest, state, mover), rng))
                found.append(f"  {name}: {chosen}; evaluated {contest.evaluations} times, then {rng.random():.4f}")
    check_recorded(Path(__file__).with_name("agents.txt"), found)


def test_where_there_is_no_choice_nothing_is_tried_out():
    for make in CONTESTS.values():
        contest = make()
        state = next(state for state, _ in decisions(contest, 1))
        mover, (only, *_) = state.current_player(), state.legal_actions()
        state.legal_actions, contest.script = (lambda only=only: [only]), (lambda *_, only=only: only)
        for name, agent in AGENTS.items():
            assert agent.choose(PlayerView(contest, state, mover), Random(0)) == only, name
        assert contest.evaluations == 0
