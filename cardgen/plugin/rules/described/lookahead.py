"""Decide how far search plays on in a described game: a few turns, or to the end where the evaluation tells less."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

from cardgen.plugin.rules.state import TERMINAL

TURNS = 2
"""Turns of a rollout by default; see `cardgen.play.simulate.search`."""
TO_THE_END = 10_000
LONGEST = 150
"""Decisions of an average game above which search never plays on to the end, which would take too long."""
SAMPLES = (100, 400)
"""Decisions that are looked at: few, and more where these are for rollouts to the end."""
ROLLOUTS = 4
"""Rollouts of each kind for both actions of a decision."""
MARGIN = 0.08
"""By how much the correlation must be greater for rollouts to the end, which take longer."""


def rollout_turns(contest: Any) -> int:
    """Return after how many turns the rollouts of search are evaluated; the same every time.

    At decisions of random games, two actions are compared three times: by rollouts of a few turns with the evaluation, and
    twice by rollouts to the end. What agrees better with the other rollouts to the end tells more about an action: these are
    right on average, but vary, and the evaluation may be wrong, but varies less.
    """
    if contest.evaluation.length > LONGEST:
        return TURNS
    rng = Random(11)
    decisions, rows = _decisions(contest, rng), list[tuple[float, float, float]]()
    for count in SAMPLES:
        rows += [_compared(contest, state, rng) for state in islice(decisions, count - len(rows))]
        if not rows or not _tells_more(rows):
            return TURNS
    return TO_THE_END


def _tells_more(rows: Sequence[tuple[float, float, float]]) -> bool:
    """Return whether rollouts to the end tell more about actions than the evaluation does.

    Args:
        rows: Results of `_compared`.
    """
    short, end, other = zip(*rows, strict=True)
    by_evaluation = (_correlation(short, end) + _correlation(short, other)) / 2
    return _correlation(end, other) > by_evaluation + MARGIN


def _decisions(contest: Any, rng: Random) -> Iterator[Any]:
    """Yield a state of each of some random games in which there is a choice."""
    for seed in range(SAMPLES[-1]):
        state, found = contest.start(seed, seed % contest.player_count), []
        while not state.is_terminal():
            legal = state.legal_actions()
            if len(legal) > 1:
                found.append(state.clone())
            state.apply_action(legal[int(rng.random() * len(legal))])
        if found:
            yield rng.choice(found)


def _compared(contest: Any, state: Any, rng: Random) -> tuple[float, float, float]:
    """Return by how much one of two actions is better: by the evaluation, and twice by how games end."""
    player, actions = state.current_player(), rng.sample([*state.legal_actions()], 2)
    found = [0.0, 0.0, 0.0]
    for sign, action in zip((1, -1), actions, strict=True):
        for at, turns in enumerate((TURNS, TO_THE_END, TO_THE_END)):
            for _ in range(ROLLOUTS):
                world = state.resample_from_infostate(player, rng)
                if action in world.legal_actions():
                    world.apply_action(action)
                    _play_on(world, turns, rng)
                    found[at] += sign * contest.evaluate(world, player)
    return found[0], found[1], found[2]


def _play_on(state: Any, turns: int, rng: Random) -> None:
    last = state.turn + turns
    while state.current_player() != TERMINAL and state.turn < last:
        legal = state.legal_actions()
        state.apply_action(legal[int(rng.random() * len(legal))])


def _correlation(left: Sequence[float], right: Sequence[float]) -> float:
    """Return the correlation of two rows; 0 if one of them does not vary."""
    from statistics import correlation

    return correlation(left, right) if len({*left}) > 1 and len({*right}) > 1 else 0.0
