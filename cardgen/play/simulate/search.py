"""Choose actions by search: sampled search, and a tree search over information sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import log, sqrt
from random import Random
from typing import Any

from cardgen.play.random_play import sample_chance
from cardgen.play.simulate.agents import rollout
from cardgen.play.simulate.departures import choose_departure
from cardgen.play.simulate.player_view import PlayerView
from cardgen.plugin.rules.contest import Contest, StatesDepth, SuggestsActions
from cardgen.plugin.rules.state import CHANCE, TERMINAL

SEARCH_TURNS, MCTS_TURNS = 2, 1
"""Number of turns after which a rollout ends. Only whole turns count, because the evaluation is made for the start of a turn:
with rollouts that stop in the middle of a turn, search lost to the agent that only finishes its turn.
Sampled search needs the answer of the next player (two turns score 61 % against one, 52 to 70). The tree contains that
answer, and gains more from more rollouts of one turn."""


def _mean_value(contest: Contest, player: int, turns: int, state: Any, rng: Random) -> float:
    """Play on by the game's rules of thumb, and return the mean of the values at the end of each turn."""
    return sum(rollout(contest, state, player, rng, 1) for _ in range(turns)) / turns


def team_values(contest: Contest, state: Any, player: int, value: float) -> Mapping[int, float]:
    """Return the value of a state for each team.

    With one team or two, the value for one player's team is all that has to be evaluated.

    Args:
        value: That value, 0 to 1.
    """
    teams = contest.teams
    own, count = teams[player], len(set(teams))
    if count > 2:
        return {team: value if team == own else contest.evaluate(state, teams.index(team)) for team in range(count)}
    return {own: value, 1 - own: 1 - value}


class SearchAgent:
    """Sampled search: deal what is hidden, try each action, play it out, take the best on average.

    The rollouts are spent by sequential halving: after each round the worse half of the actions is dropped. All actions
    of a round are tried in the same worlds with the same random numbers, so that only the actions make their
    values differ. If the game suggests actions, the rules of thumb are followed unless another action is clearly better
    than theirs (see `departures`), by the mean of the values at the end of each turn of a rollout: the first turns show
    best what an action does, the last ones what it is good for.

    Attributes:
        rollouts: Number of rollouts for one decision; if the game suggests actions, of turns that are played on.
        turns: Length of each rollout in turns; the game may say otherwise.
    """

    def __init__(self, rollouts: int = 50, turns: int = SEARCH_TURNS) -> None:
        self.rollouts = rollouts
        self.turns = turns

    def choose(self, view: PlayerView, rng: Random) -> int:
        """See `Agent.choose`."""
        alive = list(view.candidates(rng))
        if len(alive) == 1:
            return alive[0]
        contest = view.contest
        if isinstance(contest, SuggestsActions):
            steps = contest.search_turns
            outcome = partial(_mean_value, contest, view.player, steps)
            return choose_departure(view, alive, rng, self.rollouts // steps, outcome)
        # Sequential halving (Karnin, Koren, Somekh, ICML 2013): with n actions there are log2(n) rounds, each of which
        # may spend the same number of rollouts, so that the few good actions are tried ever more often:
        #
        #     8 actions, 240 rollouts:  10 for each of 8,  20 for each of 4,  40 for each of 2
        sums = dict.fromkeys(alive, 0.0)
        depth = (contest.rollout_turns, contest.part) if isinstance(contest, StatesDepth) else (self.turns,)
        rounds = max((len(alive) - 1).bit_length(), 1)
        for _ in range(rounds):
            for _ in range(max(self.rollouts // (rounds * len(alive)), 1)):
                world, seed = view.sample(rng), rng.getrandbits(64)
                for action in alive:
                    state = world.clone()
                    state.apply_action(action)
                    sums[action] += rollout(contest, state, view.player, Random(seed), *depth)
            alive.sort(key=lambda action: -sums[action])  # all that are left have been tried equally often
            alive = alive[: (len(alive) + 1) // 2]
        return alive[0]


def _is_decided(root: SearchNode, legal: Sequence[int], left: int) -> bool:
    """Return whether no other action can reach the visits of the first; this saves one simulation in seven."""
    if root.visits <= left or len(root.children) < len(legal):
        return False
    *_, second, first = sorted([0, *(root.children[action].visits for action in legal)])
    return first - second > left


@dataclass(slots=True)
class SearchNode:
    """The statistics of a line of play.

    Attributes:
        total: Sum of its values for the team of the player who chose its last action.
        available: How often that action could have been chosen.
    """

    visits: int = 0
    total: float = 0.0
    available: int = 0
    children: dict[int, SearchNode] = field(default_factory=dict)


class MctsAgent:
    """Single-observer information set Monte Carlo tree search with cut rollouts.

    Each simulation deals what is hidden anew. The nodes of the tree are lines of actions, so that all worlds share what
    has been learned. An action that is legal only in some worlds is compared by how often it was legal.

    With more than two teams the tree is that of max^n: each player chooses what is best for their own team, which
    assumes neither alliances nor hostility. Players of a team choose what is best for the team.

    Attributes:
        explore: Weight of the term that favours rarely tried actions; 0 repeats what has looked best so far.

    Source:
        Cowling, Powley, Whitehouse: Information Set Monte Carlo Tree Search, TCIAIG 4, 2012. Luckhardt, Irani: An
        algorithmic solution of n-person games, AAAI 1986 (max^n).
    """

    def __init__(self, simulations: int = 200, turns: int = MCTS_TURNS, explore: float = 0.5) -> None:
        self.simulations = simulations
        self.turns = turns
        self.explore = explore

    def choose(self, view: PlayerView, rng: Random) -> int:
        """See `Agent.choose`."""
        root, legal = SearchNode(), view.candidates(rng)
        if len(legal) == 1:
            return legal[0]
        for left in range(self.simulations, 0, -1):
            if _is_decided(root, legal, left):
                break
            self._simulate(view, root, rng)
        return max(legal, key=lambda action: root.children[action].visits if action in root.children else 0)

    def _simulate(self, view: PlayerView, root: SearchNode, rng: Random) -> None:
        state, node, path = view.sample(rng), root, []
        while True:
            mover = state.current_player()
            if mover == TERMINAL:
                break
            if mover == CHANCE:
                state.apply_action(sample_chance(state, rng))
                continue
            # The candidates of the root are those of the real decision; below it, each world has its own legal actions.
            legal = view.candidates(rng) if node is root else state.legal_actions()
            action, is_new = self._select(node, legal, rng)
            state.apply_action(action)
            node = node.children[action]
            path.append((mover, node))
            if is_new:  # a simulation adds one node; the rollout plays the rest
                break
        value = rollout(view.contest, state, view.player, rng, self.turns)
        teams, values = view.contest.teams, team_values(view.contest, state, view.player, value)
        root.visits += 1
        for mover, passed in path:
            passed.visits += 1
            passed.total += values[teams[mover]]

    def _select(self, node: SearchNode, legal: Any, rng: Random) -> tuple[int, bool]:
        """Return the action to follow, and whether its node is new."""
        new = [action for action in legal if action not in node.children]
        for action in legal:
            if action in node.children:
                node.children[action].available += 1
        if new:
            action = new[int(rng.random() * len(new))]
            node.children[action] = SearchNode(available=1)
            return action, True
        return max(legal, key=lambda action: self._bound(node.children[action])), False

    def _bound(self, child: SearchNode) -> float:
        # UCB1 with the number of times that the action was *legal* in place of the visits of the parent: an action that few
        # worlds allow would else look neglected and be tried too often.
        return child.total / child.visits + self.explore * sqrt(log(child.available) / child.visits)
