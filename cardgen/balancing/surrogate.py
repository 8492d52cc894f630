"""Model win rates: the logit of each matchup is linear in the changes, with Bayesian shrinkage.

Each number of a deck has an effect on all matchups of the deck, and smaller effects of its own against each opponent and at
each level. A candidate that was played in several blocks also has an effect that no number explains, so that what was seen
of it counts more than what the numbers of others predict. All candidates of a block were played with the same luck, which is
a part of the model too; so the paired seeds make the differences between candidates precise. The sizes of all these effects
are estimated from the games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp
from random import Random

from cardgen.balancing.linear import Matrix, Vector, backward, cholesky, forward, inverse_diagonal, solve
from cardgen.balancing.space import Candidate, Space

Feature = tuple[str, int, int | tuple[int, ...] | Candidate]
"""Kind of a parameter, and what it is about."""

INTERCEPT, SHARED, OPPONENT, LEVEL, PAIR, OWN = "intercept", "shared", "opponent", "level", "pair", "own"
FIRST_GUESS = {SHARED: 0.15**2, OPPONENT: 0.06**2, LEVEL: 0.06**2, PAIR: 0.03**2, OWN: 0.08**2}
"""Variances of the effects of one step, in logits, before anything is known: 0.15 is nearly four points."""
SMALLEST, LARGEST = 0.01**2, 1.0
PRIOR_WEIGHT = 6.0  # the first guess of a variance counts as much as so many effects
INTERCEPT_VARIANCE = 4.0
MOST_PAIRS = 300  # pairs of numbers whose joint effect the model has
STEPS = 3  # of Newton's method, which starts from the fit before
EDGE = 0.03  # win rates beyond are treated as if they were here: they would have no weight at all


def sigmoid(logit: float) -> float:
    """Return the win rate of a logit."""
    return 1 / (1 + exp(-logit)) if logit > -700 else 0.0


@dataclass(frozen=True, slots=True)
class Observation:
    """What was seen of a candidate in a matchup, in the games of a block.

    Attributes:
        score: Mean score of the first deck, 0 to 1.
        noise: Variance of the score that is not common to all candidates of the block.
        luck: Variance of the score that is common to them.
    """

    candidate: Candidate
    matchup: int
    block: int
    score: float
    noise: float
    luck: float


@dataclass(frozen=True, slots=True)
class Linear:
    """A plain model: the logit of each matchup, and what each step of each number adds to it.

    Attributes:
        base: Logit of each matchup of the unchanged decks.
        own: What is added for some candidates, in each matchup.
        pairs: What a step of each of two numbers of a deck adds to the deck, by the second number for each first one; for a
            number and itself, what bends its effect.
        signs: For each number, 1 in matchups of its deck as the first, -1 as the second, 0 in others.
    """

    base: Vector
    effects: Matrix
    own: Mapping[Candidate, Vector] = field(default_factory=dict)
    pairs: Mapping[int, Mapping[int, float]] = field(default_factory=dict)
    signs: Sequence[Sequence[int]] = ()

    def logits(self, candidate: Candidate) -> Vector:
        """Return the logit of each matchup for a candidate."""
        found = list(self.base)
        for index, steps in candidate:
            found = [value + steps * effect for value, effect in zip(found, self.effects[index], strict=True)]
        for place, (index, steps) in enumerate(candidate):
            known = self.pairs.get(index)
            total = known and sum(steps * more * known.get(other, 0.0) for other, more in candidate[place:])
            if total:
                found = [value + sign * total for value, sign in zip(found, self.signs[index], strict=True)]
        own = self.own.get(candidate)
        return [value + more for value, more in zip(found, own, strict=True)] if own else found

    def cross_effects(self, candidate: Candidate) -> Vector:
        """Return what a further step of each number adds to its deck because of the changes of a candidate."""
        found = [0.0] * len(self.effects)
        for first, others in self.pairs.items():
            for second, value in others.items():
                for index, steps in candidate:
                    if index == first:
                        found[second] += value * steps
                    if index == second:
                        found[first] += value * steps
        return found


@dataclass(slots=True)
class _Luck:
    """The luck that the candidates of a block have in common in a matchup.

    Attributes:
        variance: Its variance, in logits near a win rate of a half.
        weight: Sum of the weights of the observations.
        response: Weighted sum of their responses.
        sums: Weighted sums of their features, by parameter.
    """

    variance: float
    weight: float = 0.0
    response: float = 0.0
    sums: dict[int, float] = field(default_factory=dict)


def _add_square(matrix: Matrix, entries: Sequence[tuple[int, float]], scale: float) -> None:
    """Add a scaled vector times its transpose to the lower triangle of a matrix."""
    for at, value in entries:
        row, scaled = matrix[at], scale * value
        for other, more in entries:
            if other <= at:
                row[other] += scaled * more


class Surrogate:
    """The model, fitted again as more games come in."""

    def __init__(self, space: Space) -> None:
        self.space = space
        self.variances = dict(FIRST_GUESS)
        self.index: dict[Feature, int] = {}
        self.mean: Vector = []
        self.lower: Matrix = []
        counts = Counter(number.deck for number in space.numbers)
        self._has_pairs = sum(count * (count + 1) // 2 for count in counts.values()) <= MOST_PAIRS
        self._levels = len({matchup.level for matchup in space.matchups})
        self._opponents = max(
            (
                len({m.first + m.second - deck for m in space.matchups if deck in (m.first, m.second)})
                for deck in {number.deck for number in space.numbers}
            ),
            default=1,
        )

    def fit(self, observations: Sequence[Observation]) -> None:
        """Fit the model to all that has been seen."""
        blocks: dict[tuple[Candidate, int], set[int]] = {}
        for seen in observations:
            blocks.setdefault((seen.candidate, seen.matchup), set()).add(seen.block)
        repeated = {candidate for (candidate, _), found in blocks.items() if candidate and len(found) > 1}
        rows = [(seen, list(self._features(seen, repeated))) for seen in observations]
        before = {feature: self.mean[at] for feature, at in self.index.items()}
        self.index = {}
        for _, features in rows:
            for feature, _ in features:
                self.index.setdefault(feature, len(self.index))
        self.mean = [before.get(feature, 0.0) for feature in self.index]
        places = [[(self.index[feature], value) for feature, value in features] for _, features in rows]
        sizes = [self._squared_size(seen.candidate, repeated) for seen in observations]
        for _ in range(STEPS):
            self._newton(observations, places, sizes)
        self._update_variances(observations, places, sizes)

    def _features(self, seen: Observation, repeated: set[Candidate]) -> Iterator[tuple[Feature, float]]:
        yield (INTERCEPT, seen.matchup, 0), 1.0
        yield from self.changes(seen.candidate, seen.matchup)
        if seen.candidate in repeated:
            yield (OWN, seen.matchup, seen.candidate), 1.0

    def has_seen(self, matchup: int) -> bool:
        """Return whether a game of a matchup was among what the model was fitted to."""
        return (INTERCEPT, matchup, 0) in self.index

    def changes(self, candidate: Candidate, matchup: int) -> Iterator[tuple[Feature, float]]:
        """Yield the features that the numbers of a candidate give a matchup."""
        played = self.space.matchups[matchup]
        for index, steps in candidate:
            deck = self.space.numbers[index].deck
            if deck not in (played.first, played.second):
                continue
            value = float(steps if deck == played.first else -steps)
            yield (SHARED, index, 0), value
            if self._opponents > 1:
                yield (OPPONENT, index, played.first + played.second - deck), value
            if self._levels > 1:
                yield (LEVEL, index, played.level), value
        if self._has_pairs:
            for place, (index, steps) in enumerate(candidate):
                deck = self.space.numbers[index].deck
                if deck in (played.first, played.second):
                    signed = steps if deck == played.first else -steps
                    for other, more in candidate[place:]:
                        if self.space.numbers[other].deck == deck:
                            yield (PAIR, index, other), float(signed * more)

    def _squared_size(self, candidate: Candidate, repeated: set[Candidate]) -> float:
        """Return the factor of the variance that no number explains; 0 if the model has a parameter for it."""
        return 0.0 if candidate in repeated or not candidate else float(len(candidate))

    def _newton(
        self,
        observations: Sequence[Observation],
        places: Sequence[Sequence[tuple[int, float]]],
        sizes: Sequence[float],
    ) -> None:
        """Take a step of Newton's method towards the most likely parameters: iteratively reweighted least squares.

        Each observation is replaced by a straight line at the present guess: `response` is the logit that would explain its
        score, and `weight` says how exactly the score tells it. The parameters m then solve one linear system,

            (sum of weight x x' + prior) m = sum of weight response x

        where x holds the features of an observation, most of them zero; `places` has the others. The luck that the
        candidates of a block have in common is not a parameter: it is integrated out (a rank-one update of Sherman and
        Morrison for each block), which subtracts from the information of the block what cannot be told from the luck.
        """
        count = len(self.index)
        matrix = [[0.0] * (row + 1) for row in range(count)]
        right = [0.0] * count
        for feature, at in self.index.items():
            matrix[at][at] += INTERCEPT_VARIANCE**-1 if feature[0] == INTERCEPT else 1 / self.variances[feature[0]]
        common: dict[tuple[int, int], _Luck] = {}
        for seen, own, size, rate in zip(observations, places, sizes, self._rates(places), strict=True):
            slope = max(rate, EDGE) * (1 - min(rate, 1 - EDGE))  # of the win rate, by the logit
            weight = 1 / (seen.noise / slope**2 + size * self.variances[OWN])
            response = sum(self.mean[at] * value for at, value in own) + (seen.score - rate) / slope
            _add_square(matrix, own, weight)
            # The luck is a variance of the score; at a win rate of a half, where the slope is 1/4, it is 16 times as much.
            luck = common.setdefault((seen.block, seen.matchup), _Luck(max(seen.luck * 16, 1e-6)))
            luck.weight += weight
            luck.response += weight * response
            for at, value in own:
                right[at] += weight * response * value
                luck.sums[at] = luck.sums.get(at, 0.0) + weight * value
        for luck in common.values():
            scale = 1 / (1 / luck.variance + luck.weight)
            _add_square(matrix, sorted(luck.sums.items()), -scale)
            for at, total in luck.sums.items():
                right[at] -= scale * total * luck.response
        self.lower = cholesky(matrix)
        self.mean = solve(self.lower, right)

    def _rates(self, places: Sequence[Sequence[tuple[int, float]]]) -> Vector:
        return [sigmoid(sum(self.mean[at] * value for at, value in own)) for own in places]

    def _update_variances(
        self, observations: Sequence[Observation], places: Sequence[Sequence[tuple[int, float]]], sizes: Sequence[float]
    ) -> None:
        """Estimate the variances of the effects anew: a step of expectation maximization."""
        uncertain = inverse_diagonal(self.lower)
        sums = {kind: [PRIOR_WEIGHT * guess, PRIOR_WEIGHT] for kind, guess in FIRST_GUESS.items()}
        # The inverse of the factor is triangular, so its squared columns add up to the diagonal of the inverse.
        for (kind, *_), at in self.index.items():
            if kind in sums:
                sums[kind][0] += self.mean[at] ** 2 + uncertain[at]
                sums[kind][1] += 1
        for seen, size, rate in zip(observations, sizes, self._rates(places), strict=True):
            if size:
                # What is left of a candidate that the numbers do not explain, shrunk by how much of it is noise.
                slope = max(rate, EDGE) * (1 - min(rate, 1 - EDGE))
                noise, own = seen.noise / slope**2, size * self.variances[OWN]
                guess = (seen.score - rate) / slope * own / (own + noise)
                sums[OWN][0] += (guess**2 + own * noise / (own + noise)) / size
                sums[OWN][1] += 1
        self.variances = {kind: min(max(total / count, SMALLEST), LARGEST) for kind, (total, count) in sums.items()}

    def linear(self, parameters: Sequence[float] | None = None) -> Linear:
        """Return the model for given parameters.

        Args:
            parameters: The parameters in the order of the index; None for the most likely ones.
        """
        values = self.mean if parameters is None else parameters
        known = {feature: values[at] for feature, at in self.index.items()}
        numbers, matchups = range(len(self.space.numbers)), range(len(self.space.matchups))
        base = [known.get((INTERCEPT, matchup, 0), 0.0) for matchup in matchups]
        effects = [
            [
                sum(
                    known.get(name, 0.0) * value
                    for name, value in self.changes(((index, 1),), matchup)
                    if name[0] != PAIR
                )
                for matchup in matchups
            ]
            for index in numbers
        ]
        own: dict[Candidate, Vector] = {}
        pairs: dict[int, dict[int, float]] = {}
        for (kind, first, second), value in known.items():
            if kind == OWN and isinstance(second, tuple):
                own.setdefault(second, [0.0] * len(base))[first] = value  # type: ignore[arg-type]
            elif kind == PAIR and isinstance(second, int):
                pairs.setdefault(first, {})[second] = value
        signs = [
            [(number.deck == one.first) - (number.deck == one.second) for one in self.space.matchups]
            for number in self.space.numbers
        ]
        return Linear(base, effects, own, pairs, signs)

    def sample(self, rng: Random) -> Linear:
        """Return a model with parameters as likely as they are, for a search that also tries what is uncertain."""
        noise = backward(self.lower, [rng.gauss(0.0, 1.0) for _ in self.mean])
        return self.linear([value + more for value, more in zip(self.mean, noise, strict=True)])

    def effect_error(self, index: int) -> float:
        """Return the standard error of what a step of a number adds to the logits of its deck."""
        at = self.index.get((SHARED, index, 0))
        if at is None:
            return float(self.variances[SHARED] ** 0.5)
        right = [0.0] * len(self.mean)
        right[at] = 1.0
        return float(sum(value * value for value in forward(self.lower, right)) ** 0.5)

    def uncertainty(self, candidate: Candidate, matchup: int) -> float:
        """Return the standard error of the logit of a candidate in a matchup."""
        features = dict(self.changes(candidate, matchup))
        features[INTERCEPT, matchup, 0] = 1.0
        own = (OWN, matchup, candidate)
        extra = 0.0 if own in self.index else len(candidate) * self.variances[OWN]
        features[own] = 1.0
        right = [0.0] * len(self.mean)
        for feature, value in features.items():
            at = self.index.get(feature)
            if at is not None:
                right[at] = value
            elif feature[0] in self.variances and feature[0] != OWN:
                extra += value**2 * self.variances[feature[0]]
        half = forward(self.lower, right)
        return float((sum(value * value for value in half) + extra) ** 0.5)
