"""Decide how far search plays on in a described game: a few turns, or to the next score where the evaluation foresees little."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from cardgen.plugin.rules.state import TERMINAL

TURNS = 2
"""Turns of a rollout by default; see `cardgen.play.simulate.search`."""
TO_THE_SCORE = 10_000
"""Turns of a rollout that ends where the scores change, or with the game."""
NEAREST, FARTHEST = 15, 40
"""Decisions from one score to the next: fewer are hardly more than the turns by default, and more would take too long."""
DECISIONS = 8_000
"""Decisions of all random games together after which no other game begins; half a second."""
FEWEST = 20
"""Parts of games from which something can be concluded."""
FORESIGHT = 0.35
"""Correlation below which the evaluation foresees little. It is 0.2 in Oh Hell, where a hand is worth nothing until its tricks
are compared with the bid, and 0.5 in Hearts, where points are counted trick by trick."""


def rollout_turns(contest: Any) -> int:
    """Return the number of turns of the rollouts of search: `TURNS`, or `TO_THE_SCORE`; the same every time.

    A part of a game lasts from one change of the scores to the next, such as a hand. In random games, what the evaluation says
    in the middle of a part is compared with what it says at the end of that part.
    """
    from statistics import correlation

    foreseen, brought, lengths = list[float](), list[float](), list[int]()
    for begun, between, ended, length in _parts(contest, Random(11)):
        foreseen.append(between - begun)
        brought.append(ended - begun)
        lengths.append(length)
    if len(lengths) < FEWEST or not NEAREST <= sum(lengths) / len(lengths) <= FARTHEST:
        return TURNS
    if len({*foreseen}) > 1 and len({*brought}) > 1 and correlation(foreseen, brought) >= FORESIGHT:
        return TURNS
    return TO_THE_SCORE


def scores_of(state: Any) -> list[tuple[Any, ...]]:
    """Return the scores of a position, also of one of a tree; none before it is laid out."""
    inner = getattr(state, "state", state)
    return [] if inner is None else inner.scores()


def _parts(contest: Any, rng: Random) -> Iterator[tuple[float, float, float, int]]:
    """Yield each part of random games: its value for a player at the beginning, between and at the end, and its decisions."""
    seed, left = 0, DECISIONS
    while left > 0:
        state, seed = contest.start(seed, seed % contest.player_count), seed + 1
        begun, scores, length, between = contest.evaluate(state, 0), state.scores(), 0, state.clone()
        while state.current_player() != TERMINAL and left > -FARTHEST:
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            length, left = length + 1, left - 1
            if state.is_terminal() or state.scores() != scores:
                ended = contest.evaluate(state, 0)
                yield begun, contest.evaluate(between, 0), ended, length
                begun, scores, length, between = ended, state.scores(), 0, state.clone()
            elif rng.random() * length < 1:  # one of all states between, each as likely
                between = state.clone()
