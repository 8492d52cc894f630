"""Play a state to its end with random actions, or with any agents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from cardgen.plugin.rules.state import CHANCE, TERMINAL, State

Policy = Callable[[State, int], int]


def sample_chance(state: State, rng: Random) -> int:
    """One outcome of a chance node, by its probability."""
    outcomes = state.chance_outcomes()
    actions, weights = [action for action, _ in outcomes], [weight for _, weight in outcomes]
    return rng.choices(actions, weights)[0]


def play_random(state: State, rng: Random, most: int = 100_000) -> int:
    """Play at random to the end; every legal action is as likely as any other.

    Args:
        state: Is changed.
        rng: Source of the choices.
        most: Stop after so many actions.

    Returns:
        How many actions were played.
    """
    random, player, legal_actions, apply_action = (
        rng.random,
        state.current_player,
        state.legal_actions,
        state.apply_action,
    )
    for played in range(most):
        mover = player()
        if mover == TERMINAL:
            return played
        if mover == CHANCE:
            apply_action(sample_chance(state, rng))
            continue
        actions = legal_actions()
        apply_action(actions[int(random() * len(actions))])
    return most


def play(state: State, policies: Sequence[Policy], rng: Random, most: int = 100_000) -> int:
    """Play to the end, each player by his policy, which sees the state and his own number.

    A policy gets the true state: an agent that must not see hidden things works on
    `state.resample_from_infostate(player, rng)` alone.
    """
    for played in range(most):
        mover = state.current_player()
        if mover == TERMINAL:
            return played
        state.apply_action(sample_chance(state, rng) if mover == CHANCE else policies[mover](state, mover))
    return most
