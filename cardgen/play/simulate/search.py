"""Agents that play games out in their heads: sampled search, and a tree search over information sets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from random import Random
from typing import Any

from cardgen.play.random_play import sample_chance
from cardgen.play.simulate.agents import View, finish_turn
from cardgen.plugin.rules.contest import Contest
from cardgen.plugin.rules.state import CHANCE, TERMINAL

SEARCH_TURNS, MCTS_TURNS = 2, 1
"""How many turns a rollout ends after. Whole turns, because the evaluation is made for the start of one: cut after so
many actions, in the middle of a turn, search lost to the agent that only finishes its turn. Sampled search needs the
other's answer (two turns score 61 % against one, 52 to 70); the tree has it anyhow, and is better off with more of
shorter ones."""


def rollout(contest: Contest, state: Any, player: int, rng: Random, turns: int) -> float:
    """Play a state on by the game's rules of thumb; the value for a player where that is cut."""
    for _ in range(turns):
        finish_turn(contest, state, rng)
    return contest.evaluate(state, player)


class SearchAgent:
    """Sampled search: deal what is hidden, try each action, play it out, take the best on average.

    The rollouts are spent by halves: after each round the worse half of the actions is dropped. All actions of a round
    are tried in the same worlds with the same luck, so that they differ by what they are.

    Attributes:
        rollouts: For one decision.
        turns: Length of each.
    """

    def __init__(self, rollouts: int = 50, turns: int = SEARCH_TURNS) -> None:
        self.rollouts = rollouts
        self.turns = turns

    def choose(self, view: View, rng: Random) -> int:
        """One of the legal actions."""
        alive = list(view.legal_actions())
        sums = dict.fromkeys(alive, 0.0)
        rounds = max((len(alive) - 1).bit_length(), 1)
        for _ in range(rounds):
            for _ in range(max(self.rollouts // (rounds * len(alive)), 1)):
                world, seed = view.sample(rng), rng.getrandbits(64)
                for action in alive:
                    state = world.clone()
                    state.apply_action(action)
                    sums[action] += rollout(view.contest, state, view.player, Random(seed), self.turns)
            alive.sort(key=lambda action: -sums[action])  # all that are alive were tried equally often
            alive = alive[: (len(alive) + 1) // 2]
        return alive[0]


def _decided(root: SearchNode, legal: Sequence[int], left: int) -> bool:
    """Whether no other action can be visited as often as the first one by what is left; spares one in seven."""
    if root.visits <= left or len(root.children) < len(legal):
        return False
    *_, second, first = sorted([0, *(root.children[action].visits for action in legal)])
    return first - second > left


@dataclass(slots=True)
class SearchNode:
    """What is known of a line of play.

    Attributes:
        visits, total: How often it was played, and the sum of its values for the player who chose it.
        available: How often it could have been chosen.
        children: By action.
    """

    visits: int = 0
    total: float = 0.0
    available: int = 0
    children: dict[int, SearchNode] = field(default_factory=dict)


class MctsAgent:
    """Single-observer information set tree search (Cowling, Powley, Whitehouse 2012), with cut rollouts.

    Each simulation deals what is hidden anew; the tree is that of actions, so all worlds share what they teach. An
    action that is possible only in some worlds is compared by how often it could be chosen.

    Attributes:
        simulations: For one decision.
        turns: Length of a rollout.
        explore: Weight of what is little known.
    """

    def __init__(self, simulations: int = 200, turns: int = MCTS_TURNS, explore: float = 0.5) -> None:
        self.simulations = simulations
        self.turns = turns
        self.explore = explore

    def choose(self, view: View, rng: Random) -> int:
        """One of the legal actions."""
        root, legal = SearchNode(), view.legal_actions()
        for left in range(self.simulations, 0, -1):
            if _decided(root, legal, left):
                break
            self._simulate(view, root, rng)
        return max(legal, key=lambda action: root.children[action].visits if action in root.children else 0)

    def _simulate(self, view: View, root: SearchNode, rng: Random) -> None:
        state, node, path = view.sample(rng), root, []
        while True:
            mover = state.current_player()
            if mover == TERMINAL:
                break
            if mover == CHANCE:
                state.apply_action(sample_chance(state, rng))
                continue
            action, fresh = self._select(node, state.legal_actions(), rng)
            state.apply_action(action)
            node = node.children[action]
            path.append((mover, node))
            if fresh:
                break
        value = rollout(view.contest, state, view.player, rng, self.turns)
        root.visits += 1
        for mover, passed in path:
            passed.visits += 1
            passed.total += value if mover == view.player else 1 - value

    def _select(self, node: SearchNode, legal: Any, rng: Random) -> tuple[int, bool]:
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
        return child.total / child.visits + self.explore * sqrt(log(child.available) / child.visits)
