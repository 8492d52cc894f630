"""Search for the best changes: screen widely, narrow down, and retest the finalists on new seeds.

First the unchanged decks are played alone, to know where they stand. Then many candidates that change a few numbers each at
random are played a little, in blocks with the same luck as the unchanged decks. Then the model proposes candidates, fewer in
each rung and each played longer. Candidates that bring outliers back to their peers take part from the start. The finalists
are played again on seeds that the search has never seen, and those that do best there once more; only these games count in the
report.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Protocol

from cardgen.balancing.evidence import Cell, Evidence, Scores
from cardgen.balancing.propose import Costs, IsLegal, Proposer
from cardgen.balancing.space import UNCHANGED, Candidate, Space, combined, unique
from cardgen.balancing.surrogate import Linear, Surrogate

ANCHOR, SCREEN, NARROW = 0.3, 0.35, 0.35
"""Shares of the rounds of each matchup in the search; the first one is for the unchanged decks alone, since paired seeds say
much about differences and little about the win rates themselves."""
RETEST = 0.6
"""Share of the rounds for the finalists with fresh luck; the search has the others."""
LAST, LAST_STEPS = 2 / 3, 3
"""Share of these rounds for what the answer depends on by then, and the number of steps in which they are played: what is
proposed first should be known best, but a finalist that seemed good by chance should not take them all."""
MOST_PROPOSALS = 3
POINTS = 3  # candidates of a block of the screening, besides the unchanged decks
ROUNDS = 2  # the fewest rounds of each candidate of a block of the screening
SCREENED = (24, 96)  # the fewest and the most candidates of the screening, if there are rounds enough
RUNGS = (8, 5, 3)  # candidates of each rung of the narrowing, besides the unchanged decks
TRIES = 60  # attempts to draw a legal candidate
DENSITY = 0.3  # share of the numbers that a candidate of the screening changes
FARTHEST = 3  # steps of a change in the screening: the farther, the surer its effect is known


class Trials(Protocol):
    """Plays candidates."""

    def play(self, cells: Sequence[Cell], seeds: Sequence[Sequence[int]], purpose: str) -> dict[Cell, Scores]:
        """Play each candidate in its matchup with the same seeds as the others.

        Args:
            seeds: Seeds of the rounds of each matchup.

        Returns:
            The scores of each cell; some are missing after Ctrl-C.
        """

    @property
    def is_stopped(self) -> bool:
        """Whether nothing more can be played, because of Ctrl-C or because the time is over."""

    @property
    def is_late(self) -> bool:
        """Whether the time that is left is needed to play the finalists again."""


@dataclass(frozen=True, slots=True)
class GameBudget:
    """What is played.

    Attributes:
        rounds: Number of rounds of each matchup, in all stages together.
    """

    rounds: tuple[int, ...]
    finalists: int = MOST_PROPOSALS
    retest: bool = True


@dataclass(slots=True)
class Found:
    """What the search found.

    Attributes:
        surrogate: The model, fitted to all games of the search.
        finalists: The finalists, from the best by the model.
        others: Further candidates that the model expects to do well, which were not tested.
        retest: The games of the finalists and of the unchanged decks with fresh luck; empty if they were not played.
        is_stopped: Whether Ctrl-C or the end of the time ended it early.
    """

    surrogate: Surrogate
    evidence: Evidence
    finalists: Sequence[Candidate] = ()
    others: Sequence[Candidate] = ()
    retest: dict[Cell, Scores] = field(default_factory=dict)
    is_stopped: bool = False


class Search:
    """A search in a space, reproducible by its seed."""

    def __init__(
        self, space: Space, trials: Trials, is_legal: IsLegal, costs: Costs, budget: GameBudget, seed: int
    ) -> None:
        self.space, self.trials, self.is_legal, self.costs, self.budget = space, trials, is_legal, costs, budget
        self.rng = Random(f"balance {seed}")
        self.seeds = [seed] * len(space.matchups)  # the next seed of each matchup
        self.evidence = Evidence()
        self.surrogate = Surrogate(space)
        self.proposer = Proposer(space, costs, is_legal)
        self.outliers = [
            one for one in space.outliers() if space.change_count(one) <= costs.most_changes and is_legal(one)
        ]
        self.short_moves = [move for move in self.proposer.moves if all(abs(steps) <= FARTHEST for _, steps in move)]

    def run(self) -> Found:
        """Return what the search finds; after Ctrl-C, what is known by then."""
        if not self.trials.is_stopped:
            self._keep(self._play([UNCHANGED], self._share(ANCHOR), "the decks as they are"))
        self._screen()
        for count in RUNGS:
            if self.trials.is_stopped or self.trials.is_late:
                break
            self._narrow(count)
        found = Found(self.surrogate, self.evidence)
        if self.evidence.games:
            self._fit()
            ranked = self._ranked() if self.evidence.has_changes else ()
            found.finalists, found.others = ranked[: self.budget.finalists], ranked[self.budget.finalists :]
            if self.budget.retest and not self.trials.is_stopped:
                share = RETEST * (1 - LAST) / (len(found.finalists) + 1)
                found.retest = self._play((UNCHANGED, *found.finalists), share, "finalists with fresh luck")
        found.is_stopped = self.trials.is_stopped
        return found

    def test_again(self, found: Found, candidate: Candidate) -> None:
        """Play a finalist, or the unchanged decks, for one of the last steps."""
        for cell, scores in self._play([candidate], RETEST * LAST / LAST_STEPS, "the best with fresh luck").items():
            found.retest[cell] = {**found.retest.get(cell, {}), **scores}
        found.is_stopped = self.trials.is_stopped

    # Stages

    def _screen(self) -> None:
        """Play blocks of random candidates."""
        whole = min(self.budget.rounds) * self._share(SCREEN)
        wanted = min(max(3 * len(self.space.numbers), SCREENED[0]), SCREENED[1]) // POINTS
        blocks = max(min(wanted, round(whole / ((POINTS + 1) * ROUNDS))), 1)
        share = self._share(SCREEN) / blocks / (POINTS + 1)
        for block in range(blocks):
            if self.trials.is_stopped or (block and self.trials.is_late):
                return
            known = [self.outliers[block % len(self.outliers)]] if self.outliers else []
            random = (self._random_candidate() for _ in range(POINTS - len(known)))
            points = unique([UNCHANGED, *known, *random])
            self._keep(self._play(points, share, f"screening, {block + 1} of {blocks}"))

    def _narrow(self, count: int) -> None:
        """Play the candidates that the model proposes, some of them for what may be true and some for what is likely."""
        self._fit()
        model = self.surrogate.linear()
        likely = self.proposer.ranked(model, self.costs.most_changes)[: max(count // 4, 1)]
        tried = list(unique([*self._helpful_outliers(model)[:1], *likely]))
        for _ in range(4 * count):
            if len(tried) >= count:
                break
            tried = unique([*tried, self._thompson()])  # type: ignore[assignment]
        tried = unique([UNCHANGED, *tried])  # type: ignore[assignment]
        share = self._share(NARROW) / len(RUNGS) / len(tried)
        self._keep(self._play(tried, share, f"narrowing, {len(tried) - 1} candidates"))

    def _thompson(self) -> Candidate:
        """Return the best candidate by a model that could be true."""
        return self.proposer.ranked(self.surrogate.sample(self.rng), self.costs.most_changes)[0]

    def _ranked(self) -> Sequence[Candidate]:
        """Return the best candidate of each number of changes, and further good ones, from the best."""
        model = self.surrogate.linear()
        by_count = self.proposer.best(model, self.costs.most_changes)
        best = [max(some[:1], default=UNCHANGED) for count, some in by_count.items() if count]
        best.sort(key=lambda one: (self.proposer.value(model, one), one))
        more = [one for one in self.proposer.ranked(model, self.costs.most_changes) if one]
        return unique([*self._helpful_outliers(model)[:1], *best, *more])

    def _helpful_outliers(self, model: Linear) -> list[Candidate]:
        """Return the changes that bring outliers back and that a model expects to help: first of all outliers, then the best."""
        limit = self.proposer.value(model, UNCHANGED)
        found = [(-len(one), self.proposer.value(model, one), one) for one in self.outliers]
        return [one for _, value, one in sorted(found) if value < limit]

    # Parts

    def _share(self, of_search: float) -> float:
        return of_search * (1 - RETEST if self.budget.retest else 1)

    def _fit(self) -> None:
        self.surrogate.fit(self.evidence.observations(self.space))

    def _keep(self, scores: dict[Cell, Scores]) -> None:
        if scores:
            self.evidence.blocks.append(scores)

    def _play(self, candidates: Sequence[Candidate], share: float, purpose: str) -> dict[Cell, Scores]:
        """Play candidates in all matchups that they change; the unchanged decks in all.

        Args:
            share: Share of the rounds of each matchup that each candidate gets.
        """
        seeds = []
        for matchup, rounds in enumerate(self.budget.rounds):
            count = max(round(rounds * share), 1)
            seeds.append(range(self.seeds[matchup], self.seeds[matchup] + count))
            self.seeds[matchup] += count
        cells = [
            (candidate, matchup)
            for candidate in candidates
            for matchup in range(len(self.space.matchups))
            if not candidate or self.space.is_touched(matchup, candidate)
        ]
        return self.trials.play(cells, seeds, purpose)

    def _random_candidate(self) -> Candidate:
        """Return a legal candidate with a few random changes."""
        wanted = max(round(DENSITY * len(self.space.numbers)), min(2, len(self.space.numbers)))
        candidate = UNCHANGED
        for _ in range(TRIES):
            if len(candidate) >= wanted:
                break
            more = combined(candidate, self.rng.choice(self.short_moves))
            if len(more) > len(candidate) and self.space.is_inside(more) and self.is_legal(more):
                candidate = more
        return candidate
