"""Ways through a game."""

from random import Random


def random_states(game, seed, most=10_000):
    """The states of a game of random players, up to so many; it is one state that moves on."""
    state, rng = game.new_initial_state(), Random(seed)
    while not state.is_terminal() and len(state.history()) < most:
        yield state
        state.apply_action(rng.choice(state.legal_actions()))
    yield state


def decisions(game, seed, most=10_000):
    """Those in which a player decides."""
    return (state for state in random_states(game, seed, most) if state.is_player_node())
