"""Estimate win rates of candidates: predicted by the model, and measured in games with new seeds."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.balancing.result import BalanceSetup, PairingRate
from cardgen.balancing.search import Found
from cardgen.balancing.space import UNCHANGED, Candidate, Space
from cardgen.balancing.surrogate import sigmoid
from cardgen.play.simulate.intervals import Interval, Z, mean, of_rounds, variance_of_mean

ONE_SIDED = 1.645
"""Standard errors that leave 5 % on one side."""


class RateBook:
    """The win rates of all finalists."""

    def __init__(self, setup: BalanceSetup, space: Space, found: Found) -> None:
        self.setup, self.space, self.found = setup, space, found
        self.model = found.surrogate.linear() if found.surrogate.mean else None

    def rates(self, candidate: Candidate) -> list[PairingRate]:
        """Return the scores in all matchups that were played."""
        if self.model is None:
            return []
        logits = self.model.logits(candidate)
        found = []
        for at, matchup in enumerate(self.space.matchups):
            if not self.found.surrogate.has_seen(at):
                continue
            error = Z * self.found.surrogate.uncertainty(candidate, at)
            predicted = Interval(*(sigmoid(logits[at] + shift) for shift in (-error, 0.0, error)))
            scores = self._fresh_scores(candidate, at)
            names = self.setup.names_of(matchup.first, matchup.second)
            tested = self.tested(scores) if scores else None
            level = self.setup.levels[matchup.level]
            found.append(PairingRate(*names, level, matchup.target, predicted, tested, 2 * len(scores)))
        return found

    def _fresh_scores(self, candidate: Candidate, at: int) -> list[float]:
        """Return the scores with fresh luck.

        The decks as they are were not chosen by their scores, so all their games count; also in pairings that the changes
        do not touch.
        """
        played = candidate if self.space.is_touched(at, candidate) else UNCHANGED
        own = dict(self.found.retest.get((played, at), {}))
        if played == UNCHANGED and own:
            for block in self.found.evidence.blocks:
                own |= block.get((UNCHANGED, at), {})
        return [own[seed] for seed in sorted(own)]

    def is_better(self, candidate: Candidate, than: Candidate = UNCHANGED) -> bool:
        """Return whether a candidate is nearer to the targets than another one, or the decks as they are, beyond chance.

        Its scores with fresh luck must lie nearer than all those of the other, with 95 % confidence on one side. That part of
        these games shares its luck is not counted, which makes the demand stricter. Without such games the model decides.
        """
        gain = variance = 0.0
        is_played = False
        for at, matchup in enumerate(self.space.matchups):
            own, before = (self._fresh_scores(one, at) for one in (candidate, than))
            if self.space.is_touched(at, candidate) and len(own) > 1 and len(before) > 1:
                is_played, weight = True, len(own)
                gain += weight * (abs(mean(before) - matchup.target) - abs(mean(own) - matchup.target))
                variance += weight**2 * sum((self.tested(one).half_width / Z) ** 2 for one in (own, before))
        return not is_played or gain > ONE_SIDED * variance**0.5

    @staticmethod
    def tested(scores: Sequence[float]) -> Interval:
        """Return the mean score of rounds of two games, with its interval."""
        wide = of_rounds(scores, 2 * len(scores))
        if len(scores) < 30:  # too few to know how much less than games the rounds vary
            return wide
        error = Z * (variance_of_mean(scores) + 1 / (4 * len(scores) ** 2)) ** 0.5
        return Interval(max(mean(scores) - error, 0.0), mean(scores), min(mean(scores) + error, 1.0))

    @staticmethod
    def slope(logit: float) -> float:
        """Return by how much a win rate changes with its logit."""
        rate = sigmoid(logit)
        return rate * (1 - rate)
