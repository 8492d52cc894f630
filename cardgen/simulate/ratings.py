"""Bradley-Terry ratings: one strength a deck that explains the win rates of all pairings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log, log10
from random import Random

from cardgen.simulate.intervals import Interval

Wins = Mapping[tuple[int, int], float]
"""How often a deck won against another; undecided games count as half a win of each."""

SAMPLES = 300  # of the bootstrap
PRIOR = 0.5  # wins and losses that each deck is lent, so that who never lost has a finite rating


def fit(wins: Wins, decks: int, rounds: int = 500) -> list[float]:
    """Ratings on the scale of Elo, with mean 0, by Hunter's algorithm (Annals of Statistics 32, 2004).

    Args:
        wins: Of each ordered pair of decks.
        decks: How many decks there are.
        rounds: Most steps of the algorithm.
    """
    strength = [1.0] * decks
    for _ in range(rounds):
        new = []
        for deck in range(decks):
            won, expected = PRIOR, PRIOR * 2 / (strength[deck] + 1)
            for other in range(decks):
                if other != deck:
                    won += wins.get((deck, other), 0.0)
                    games = wins.get((deck, other), 0.0) + wins.get((other, deck), 0.0)
                    expected += games / (strength[deck] + strength[other])
            new.append(won / expected)
        done = max(abs(a - b) / b for a, b in zip(new, strength, strict=True)) < 1e-7
        strength = new
        if done:
            break
    elo = [400 * log10(value) for value in strength]
    return [value - sum(elo) / decks for value in elo]


def expected(one: float, other: float) -> float:
    """The score of a deck against another, by their ratings."""
    return 1 / (1 + exp((other - one) / 400 * log(10)))


def ratings(pairs: Mapping[tuple[int, int], Sequence[float]], decks: int, seed: int = 0) -> list[Interval]:
    """Ratings with intervals: the pairs of games are drawn again and again.

    Args:
        pairs: For two decks the score of the first in each pair of games.
        decks: How many decks there are.
        seed: Of the bootstrap.
    """
    rng, samples = Random(seed), []
    for _ in range(SAMPLES if any(pairs.values()) else 0):
        drawn = {key: rng.choices(scores, k=len(scores)) for key, scores in pairs.items() if scores}
        samples.append(fit(_wins(drawn), decks, 60))
    middle, found = fit(_wins(pairs), decks), []
    for deck in range(decks):
        values = sorted(sample[deck] for sample in samples) or [0.0]
        low, high = (values[round(q * (len(values) - 1))] for q in (0.025, 0.975))
        found.append(Interval(min(low, middle[deck]), middle[deck], max(high, middle[deck])))
    return found


def _wins(pairs: Mapping[tuple[int, int], Sequence[float]]) -> Wins:
    wins = {}
    for (one, other), scores in pairs.items():
        wins[one, other] = 2 * sum(scores)
        wins[other, one] = 2 * len(scores) - 2 * sum(scores)
    return wins
