"""Depart from the rules of thumb only where another action is better by more than chance explains.

Where luck decides much, the best of a few averages is often the luckiest action and not the best. The rules of thumb are
right most of the time, so their action stays unless another one is clearly better.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from typing import Any

from cardgen.play.simulate.player_view import PlayerView

FIRST_SAMPLES = 3
"""Samples of luck after which the first actions are given up; then their number doubles each time."""
GIVE_UP, DEPART = -0.3, 1.0
"""Advantage over the rules of thumb, in standard errors, below which an action is not tried further, and above which it is
taken in the end."""
LEAST_VARIANCE = 1e-4
"""Added to the variance of advantages, since a few samples may agree by chance."""


def choose_departure(
    view: PlayerView, tried: Sequence[int], rng: Random, rollouts: int, outcome: Callable[[Any, Random], float]
) -> int:
    """Return the action that is surely better than the first one, or the first one if none is.

    All actions are tried in the same worlds with the same random numbers, and each is compared with the first one world
    by world. An action that falls behind is given up, so that the rollouts are spent on those that may be better.

    Args:
        rollouts: Number of rollouts of all actions together at most; each action is tried at least once.
        outcome: Plays a state to some point, with the random numbers given, and returns its value, 0 to 1.
    """
    first, rivals = tried[0], {action: _Advantage() for action in tried[1:]}
    count, left = 0, max(rollouts, len(tried))
    while rivals and left > len(rivals):
        samples = min(max(count, FIRST_SAMPLES), left // (len(rivals) + 1))
        for _ in range(samples):
            world, seed = view.sample(rng), rng.getrandbits(64)
            usual = _try(world, first, seed, outcome)
            for action, advantage in rivals.items():
                advantage.add(_try(world, action, seed, outcome) - usual)
        count += samples
        left -= samples * (len(rivals) + 1)
        rivals = {action: found for action, found in rivals.items() if found.errors > GIVE_UP}
    surely = [action for action, found in rivals.items() if found.errors > DEPART]
    return max(surely, key=lambda action: rivals[action].mean, default=first)


def _try(world: Any, action: int, seed: int, outcome: Callable[[Any, Random], float]) -> float:
    state = world.clone()
    state.apply_action(action)
    return outcome(state, Random(seed))


class _Advantage:
    """How much better an action is than the first one, in the samples so far."""

    __slots__ = ("count", "squares", "total")

    def __init__(self) -> None:
        self.count = 0
        self.total = self.squares = 0.0

    def add(self, difference: float) -> None:
        """Count a further sample."""
        self.count += 1
        self.total += difference
        self.squares += difference * difference

    @property
    def mean(self) -> float:
        """Mean advantage."""
        return self.total / self.count

    @property
    def errors(self) -> float:
        """Mean advantage in standard errors."""
        variance = max(self.squares / self.count - self.mean**2, 0.0) + LEAST_VARIANCE
        return self.mean / sqrt(variance / self.count)
