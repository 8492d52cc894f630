"""Play at random: chance by its probabilities, players by any legal action. Compiled with the engine (mypyc)."""

from __future__ import annotations

from random import Random

from cardgen.plugin.rules.state import CHANCE, TERMINAL, State


def sample_chance(state: State, rng: Random) -> int:
    """Return an action of chance, drawn by the probabilities."""
    outcomes = state.chance_outcomes()
    actions, weights = [action for action, _ in outcomes], [weight for _, weight in outcomes]
    return rng.choices(actions, weights)[0]


def play_random(state: State, rng: Random, most: int = 100_000) -> int:
    """Play to the end, each legal action as likely as any other.

    Simulations use `simulate.match`, which calls agents and keeps results. This function is the simplest way to finish a
    game: the benchmarks measure it, and tests of the rules use it to walk through games.

    Args:
        state: State to play from; it is changed.

    Returns:
        The number of actions taken.
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
