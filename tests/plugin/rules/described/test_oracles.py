"""Described games against OpenSpiel's own: same player to move, same legal actions, same results."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.amounts import amount
from tests.plugin.rules.described.oracles import ORACLES, Oracle, play_goofspiel, play_in_step

pytest.importorskip("pyspiel")
pytestmark = pytest.mark.extended
OH_HELL = [replace(ORACLES["oh_hell"], load=f"oh_hell(players={count})", players=count) for count in (4, 5, 6, 7)]


def play_games(oracle: Oracle, count: int, seed: int) -> None:
    """Play as many games in step; a hand of a game of several hands is one."""
    while count > 0:
        count -= play_in_step(oracle, seed)
        seed += 1


def test_games_of_each_in_step_with_openspiel():
    count = amount(100, nightly=1000)
    for oracle in (*ORACLES.values(), *OH_HELL):
        play_games(oracle, count, 1000)
    assert sum(play_goofspiel(seed) for seed in range(1000, 1000 + count)) >= count


def test_regret_minimization_finds_the_value_of_kuhn_poker():
    """The value of the first player is -1/18 (Kuhn 1950)."""
    value, information_states = solved(ORACLES["kuhn_poker"].contest(), 600)
    assert information_states == 12
    assert value == pytest.approx(-1 / 18, abs=0.002)


def test_regret_minimization_finds_the_value_of_leduc_poker():
    """The known value of the first player is -0.0856 antes; OpenSpiel's game has 936 information states too."""
    value, information_states = solved(ORACLES["leduc_poker"].contest(), 100)
    assert information_states == 936
    assert value == pytest.approx(-0.0856, abs=0.003)


def solved(contest: Any, rounds: int) -> tuple[float, int]:
    """Return the value for the first player after a number of rounds, and the number of information states."""
    root = contest.tree_position()
    root.apply_action(root.legal_actions()[0])
    tree, solver = _tree(root), Solver()
    for weight in range(1, rounds + 1):
        for player in (0, 1):
            solver.walk(tree, (1.0, 1.0), player, weight)
    return solver.value(tree), len(solver.regrets)


class Solver:
    """Counterfactual regret minimization.

    Source: Tammelin, Solving large imperfect information games using CFR+, arXiv 1407.5042.
    """

    def __init__(self) -> None:
        self.regrets: dict[str, list[float]] = {}
        self.totals: dict[str, list[float]] = {}

    def walk(self, node: Any, reach: tuple[float, float], player: int, weight: int) -> float:
        """Return the value of a node, and learn for one player."""
        kind, mover, key, children = node
        if kind == "end":
            return float(children)
        if kind == "chance":
            return sum(p * self.walk(child, (reach[0] * p, reach[1] * p), player, weight) for p, child in children)
        shares = _shares(self.regrets.setdefault(key, [0.0] * len(children)))
        values = []
        for share, child in zip(shares, children, strict=True):
            after = (reach[0] * share, reach[1]) if mover == 0 else (reach[0], reach[1] * share)
            values.append(self.walk(child, after, player, weight))
        mean = sum(share * value for share, value in zip(shares, values, strict=True))
        if mover == player:
            sign, kept = 1 - 2 * player, self.regrets[key]
            total = self.totals.setdefault(key, [0.0] * len(children))
            for at, value in enumerate(values):
                kept[at] = max(0.0, kept[at] + sign * reach[1 - player] * (value - mean))
                total[at] += weight * reach[player] * shares[at]
        return mean

    def value(self, node: Any) -> float:
        """Return the value of a node if all play as they did on average."""
        kind, _, key, children = node
        if kind == "end":
            return float(children)
        if kind == "chance":
            return sum(p * self.value(child) for p, child in children)
        shares = _shares(self.totals[key])
        return sum(share * self.value(child) for share, child in zip(shares, children, strict=True))


def _shares(weights: list[float]) -> list[float]:
    whole = sum(weights)
    return [one / whole for one in weights] if whole > 0 else [1 / len(weights)] * len(weights)


def _tree(state: Any) -> tuple[str, int, str, Any]:
    """Return the whole tree from a state: kind, player, information state, and what follows, or the first player's gain."""
    if state.is_terminal():
        return "end", -1, "", state.state.payoffs()[0]
    mover = state.current_player()
    shares = dict(state.chance_outcomes())
    children = []
    for action in state.legal_actions():
        child = state.clone()
        child.apply_action(action)
        children.append((shares[action], _tree(child)) if mover < 0 else _tree(child))
    return (
        ("chance", -1, "", children)
        if mover < 0
        else ("decision", mover, state.information_state_string(mover), children)
    )
