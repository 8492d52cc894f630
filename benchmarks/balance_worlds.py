"""Synthetic contests with a known truth, on which the search of `cardgen balance` and its rivals are compared."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from cardgen.balancing.evidence import Cell, Scores
from cardgen.balancing.propose import distance
from cardgen.balancing.space import Candidate, Matchup, Number, Space
from cardgen.balancing.surrogate import sigmoid

DECKS, NUMBERS, REACH = 4, 4, 3


@dataclass(frozen=True)
class World:
    """Decks whose win rates follow a formula.

    Attributes:
        space: Four numbers of each deck, which may change by three steps.
        base: Logit of each matchup.
        effects: What a step of each number adds to its deck.
        matchup: What it adds in each matchup besides.
        pairs: What two numbers of a deck add together.
    """

    space: Space
    base: list[float]
    effects: list[float]
    own: list[list[float]]
    pairs: dict[tuple[int, int], float]

    def logits(self, candidate: Candidate) -> list[float]:
        steps = dict(candidate)
        found = []
        for at, matchup in enumerate(self.space.matchups):
            total = self.base[at]
            for deck, sign in ((matchup.first, 1), (matchup.second, -1)):
                own = [(i, s) for i, s in steps.items() if self.space.numbers[i].deck == deck]
                total += sign * sum(s * (self.effects[i] + self.own[i][at]) for i, s in own)
                total += sign * sum(s * t * self.pairs.get((i, j), 0.0) for i, s in own for j, t in own if i < j)
            found.append(total)
        return found

    def loss(self, candidate: Candidate) -> float:
        """Root of the mean squared distance of the true win rates from a half, in points."""
        return distance(self.space, self.logits(candidate))

    def truth(self, seed: int = 0) -> float:
        """The lowest loss that a long local search with the true formula finds."""
        rng, best = Random(seed), 1e9
        for _ in range(30):
            steps = [rng.randint(-REACH, REACH) for _ in self.space.numbers]
            value = self.loss(candidate_of(steps))
            improved = True
            while improved:
                improved = False
                for at in range(len(steps)):
                    for new in range(-REACH, REACH + 1):
                        old = steps[at]
                        steps[at] = new
                        tried = self.loss(candidate_of(steps))
                        if tried < value - 1e-12:
                            value, improved = tried, True
                        else:
                            steps[at] = old
            best = min(best, value)
        return best


def candidate_of(steps: list[int]) -> Candidate:
    return tuple((at, step) for at, step in enumerate(steps) if step)


def make_world(seed: int, *, interactions: float = 0.0, specific: float = 0.08, spread: float = 0.6) -> World:
    """Return a world.

    Args:
        seed: Decides everything.
        interactions: Standard deviation of what two numbers of a deck add together, for a step of each.
        specific: Standard deviation of what a number adds against one opponent only.
        spread: Standard deviation of the logits of the unchanged decks.
    """
    rng = Random(f"world {seed}")
    numbers = tuple(Number(deck, f"{deck}.{n}", 5, -REACH, REACH) for deck in range(DECKS) for n in range(NUMBERS))
    matchups = tuple(Matchup(a, b, 0) for a in range(DECKS) for b in range(a + 1, DECKS))
    effects = [rng.gauss(0, 0.15) for _ in numbers]
    own = [[rng.gauss(0, specific) for _ in matchups] for _ in numbers]
    pairs = {
        (i, j): rng.gauss(0, interactions)
        for i in range(len(numbers))
        for j in range(i + 1, len(numbers))
        if numbers[i].deck == numbers[j].deck
    }
    return World(Space(numbers, matchups), [rng.gauss(0, spread) for _ in matchups], effects, own, pairs)


class WorldTrials:
    """Plays the games of a world: each game is independent, so that paired seeds help nobody."""

    is_stopped = is_late = False

    def __init__(self, world: World, seed: int) -> None:
        self.world, self.seed, self.games = world, seed, 0

    def play(self, cells, seeds, _purpose) -> dict[Cell, Scores]:
        found = {}
        for candidate, matchup in cells:
            rate = sigmoid(self.world.logits(candidate)[matchup])
            rng = Random(f"{self.seed} {candidate} {matchup} {seeds[matchup][0]}")
            found[candidate, matchup] = {
                seed: ((rng.random() < rate) + (rng.random() < rate)) / 2 for seed in seeds[matchup]
            }
            self.games += 2 * len(seeds[matchup])
        return found
