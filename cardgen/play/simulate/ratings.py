"""Fit Bradley-Terry ratings: one strength for each deck that explains the win rates of all pairings.

The fit is written out because the library that has it (`choix`) needs numpy and scipy, more than 100 MB for the twenty
lines of Hunter's algorithm. Games of more than two players have no ratings here: a game names its winner, not the order
of the others, and the share of games won says the same without a model.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import exp, log, log10
from random import Random

from cardgen.play.simulate.intervals import Interval, of_rounds

Wins = Mapping[tuple[int, int], float]
"""Number of wins of a deck against another, by their numbers; undecided games count as half a win of each."""

SAMPLES = 300  # of the bootstrap
PRIOR = 0.5  # wins and losses added to each deck, so that a deck that never lost has a finite rating


def fit(wins: Wins, decks: int, rounds: int = 500) -> list[float]:
    """Return the rating of each deck on the scale of Elo, with mean 0.

    Args:
        rounds: Largest number of steps of the algorithm.

    Source:
        Hunter: MM algorithms for generalized Bradley-Terry models, Annals of Statistics 32, 2004.
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
    """Return the expected score of a deck against another, 0 to 1."""
    return 1 / (1 + exp((other - one) / 400 * log(10)))


def ratings(pairs: Mapping[tuple[int, int], Sequence[float]], decks: int, seed: int = 0) -> list[Interval]:
    """Return ratings with intervals from a bootstrap over rounds.

    If rounds are few or alike, the intervals of the bootstrap are too narrow; therefore no interval is narrower than the
    one that follows from the interval of the deck's score.

    Args:
        pairs: For each pair of decks the score of the first one in each round.
    """
    rng, samples = Random(seed), []
    for _ in range(SAMPLES if any(pairs.values()) else 0):
        drawn = {key: rng.choices(scores, k=len(scores)) for key, scores in pairs.items()}
        samples.append(fit(_wins(drawn), decks, 60))
    middle, found = fit(_wins(pairs), decks), []
    for deck in range(decks):
        values = sorted(sample[deck] for sample in samples) or [0.0]
        low, high = (values[round(q * (len(values) - 1))] for q in (0.025, 0.975))
        least, most = _by_score(deck, pairs, middle)
        found.append(Interval(min(low, least), middle[deck], max(high, most)))
    return found


def _by_score(
    deck: int, pairs: Mapping[tuple[int, int], Sequence[float]], middle: Sequence[float]
) -> tuple[float, float]:
    """Return the ratings at which a deck's score would be at its limits, if all other ratings are right."""
    own = [(other, score) for (one, other), scores in pairs.items() if one == deck for score in scores]
    own += [(one, 1 - score) for (one, other), scores in pairs.items() if other == deck for score in scores]
    score = of_rounds([score for _, score in own], 2 * len(own))
    met = Counter(other for other, _ in own)
    share = 1 - 1 / len(middle)  # of a change remains once the mean is 0 again
    low, high = (share * _change(deck, met, middle, target) for target in (score.low, score.high))
    return middle[deck] + min(low, 0.0), middle[deck] + max(high, 0.0)


def _change(deck: int, met: Mapping[int, int], middle: Sequence[float], target: float) -> float:
    """Return by how much a deck's rating must change for a score; 0 if no finite change would lead to it."""
    if not 0 < target < 1:
        return 0.0
    low, high = -4000.0, 4000.0
    for _ in range(40):
        change = (low + high) / 2
        hope = sum(games * expected(middle[deck] + change, middle[other]) for other, games in met.items())
        low, high = (change, high) if hope < target * sum(met.values()) else (low, change)
    return low


def _wins(pairs: Mapping[tuple[int, int], Sequence[float]]) -> Wins:
    wins = {}
    for (one, other), scores in pairs.items():
        wins[one, other] = 2 * sum(scores)
        wins[other, one] = 2 * len(scores) - 2 * sum(scores)
    return wins
