"""Propose the best candidates by a model: a beam search that adds one change after the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from cardgen.balancing.space import UNCHANGED, Candidate, Space, combined
from cardgen.balancing.surrogate import Linear, sigmoid

BEAM = 10
MOST_MOVES = 600
"""Changes that the search tries at each step; of more, those that do the most."""

IsLegal = Callable[[Candidate], bool]
"""Returns whether the rules of the game allow the decks of a candidate."""


@dataclass(frozen=True, slots=True)
class Costs:
    """What a change must be worth, in points of the root of the mean squared distance from the target.

    Attributes:
        back: The cost of bringing an outlier back, as a share of that of a change; its steps cost nothing. It is below 0, since
            such a number is more likely to be what is wrong.
    """

    change: float = 0.4
    step: float = 0.1
    back: float = -1.0
    most_changes: int = 3

    def of(self, space: Space, candidate: Candidate) -> float:
        """Return the cost of a candidate."""
        back = space.brought_back(candidate)
        count = space.change_count(candidate) - (1 - self.back) * len(back)
        return self.change * count + self.step * (space.size(candidate) - space.size(back))


def distance(space: Space, logits: Sequence[float]) -> float:
    """Return how far win rates are from their targets: the root of the mean of the squares, in percentage points.

    Args:
        logits: Logit of each matchup.
    """
    total = sum((sigmoid(value) - one.target) ** 2 for value, one in zip(logits, space.matchups, strict=True))
    return 100 * float((total / len(space.matchups)) ** 0.5)


class Proposer:
    """Finds candidates that a model expects to be near the target."""

    def __init__(self, space: Space, costs: Costs, is_legal: IsLegal) -> None:
        self.space, self.costs, self.is_legal = space, costs, is_legal
        self.moves = list(space.moves())

    def best(self, model: Linear, most: int) -> Mapping[int, Sequence[Candidate]]:
        """Return the best legal candidates for each number of changes, from the best."""
        moves = self._promising(model)
        beam: list[Candidate] = [UNCHANGED]
        found: dict[int, Sequence[Candidate]] = {0: beam}
        for count in range(1, most + 1):
            tried = {
                candidate: self.value(model, candidate)
                for candidate in model.own
                if self.space.change_count(candidate) == count
            }
            for before in beam:
                self._add_changes(model, before, moves, count, tried)
            beam = self._legal(sorted(tried, key=lambda candidate: (tried[candidate], candidate)))
            if not beam:
                break
            found[count] = beam
        return found

    def _add_changes(
        self,
        model: Linear,
        before: Candidate,
        moves: Sequence[tuple[Candidate, Sequence[float]]],
        count: int,
        tried: dict[Candidate, float],
    ) -> None:
        """Add the candidates that have one change more than another one, with what each costs."""
        base, cross = model.logits(before), model.cross_effects(before)
        if own := model.own.get(before):
            base = [value - more for value, more in zip(base, own, strict=True)]
        for move, effect in moves:
            candidate = combined(before, move)
            if candidate in tried or self.space.change_count(candidate) != count:
                continue
            if not self.space.is_inside(candidate):
                continue
            logits = [a + b for a, b in zip(base, effect, strict=True)]
            if model.pairs:
                more = sum(steps * cross[index] for index, steps in move)
                logits = [a + sign * more for a, sign in zip(logits, model.signs[move[0][0]], strict=True)]
            tried[candidate] = distance(self.space, logits) + self.costs.of(self.space, candidate)

    def ranked(self, model: Linear, most: int) -> Sequence[Candidate]:
        """Return the best legal candidates with any number of changes, from the best."""
        found = [candidate for some in self.best(model, most).values() for candidate in some]
        return sorted(found, key=lambda candidate: (self.value(model, candidate), candidate))

    def value(self, model: Linear, candidate: Candidate) -> float:
        """Return what a candidate costs: its distance from the target and the cost of its changes."""
        return distance(self.space, model.logits(candidate)) + self.costs.of(self.space, candidate)

    def _legal(self, candidates: Sequence[Candidate]) -> list[Candidate]:
        legal: list[Candidate] = []
        for candidate in candidates:
            if self.is_legal(candidate):
                legal.append(candidate)
                if len(legal) == BEAM:
                    break
        return legal

    def _promising(self, model: Linear) -> list[tuple[Candidate, list[float]]]:
        """Return the changes to try, with what each adds to the logit of each matchup."""
        nothing = [0.0] * len(self.space.matchups)
        plain = Linear(nothing, model.effects, {}, model.pairs, model.signs)
        moves = [(move, plain.logits(move)) for move in self.moves]
        if len(moves) > MOST_MOVES:
            moves.sort(key=lambda both: -sum(value * value for value in both[1]))
            del moves[MOST_MOVES:]
        return moves
