"""Estimate mean scores from the games of a block, and how much of their variance is luck shared by all candidates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from cardgen.balancing.space import Candidate, Space
from cardgen.balancing.surrogate import Observation

Scores = Mapping[int, float]
"""Mean score of the first deck in each round, 0 to 1, by seed."""

Cell = tuple[Candidate, int]
"""A candidate, and the number of a matchup."""

LEAST_VARIANCE = 0.01
"""Of a round: a candidate without any effect in a block is not known for certain."""
TYPICAL_VARIANCE = 0.1
"""Of a round, where a block has too few games to tell."""


@dataclass(slots=True)
class Evidence:
    """All games of the search.

    Attributes:
        blocks: The scores of each block; all its candidates were played with the same seeds.
    """

    blocks: list[Mapping[Cell, Scores]] = field(default_factory=list)

    def observations(self, space: Space) -> list[Observation]:
        """Return what the model is fitted to."""
        found = []
        for number, block in enumerate(self.blocks):
            levels = sorted({matchup.level for matchup in space.matchups})
            for level in levels:
                cells = {cell: scores for cell, scores in block.items() if space.matchups[cell[1]].level == level}
                noise, luck = _variances(cells)
                found += [
                    Observation(candidate, matchup, number, sum(s.values()) / len(s), noise / len(s), luck / len(s))
                    for (candidate, matchup), s in sorted(cells.items())
                ]
        return found

    @property
    def games(self) -> int:
        """Number of rounds played."""
        return sum(len(scores) for block in self.blocks for scores in block.values())

    @property
    def has_changes(self) -> bool:
        """Whether anything but the decks as they are was played."""
        return any(candidate for block in self.blocks for candidate, _ in block)


def _variances(cells: Mapping[Cell, Scores]) -> tuple[float, float]:
    """Return the variances of a round: what differs between candidates with the same luck, and the luck.

    This is the analysis of variance of a table of candidates and seeds, over all matchups of a level together.
    """
    residual = rest = between = seeds_left = 0.0
    count = 0
    if len({candidate for candidate, _ in cells}) == 1:  # luck that others share cannot be told from the rest
        return _variance_of_single(list(cells.values())), 0.0
    for matchup in {matchup for _, matchup in cells}:
        rows = [scores for (_, other), scores in sorted(cells.items()) if other == matchup]
        seeds = sorted(set.intersection(*(set(row) for row in rows)))
        if len(rows) < 2 or len(seeds) < 2:
            continue
        table = [[row[seed] for seed in seeds] for row in rows]
        of_rows = [_mean(row) for row in table]
        of_seeds = [_mean(column) for column in zip(*table, strict=True)]
        middle = _mean(of_rows)
        residual += sum(
            (value - own - common + middle) ** 2
            for row, own in zip(table, of_rows, strict=True)
            for value, common in zip(row, of_seeds, strict=True)
        )
        rest += (len(rows) - 1) * (len(seeds) - 1)
        between += sum((common - middle) ** 2 for common in of_seeds)
        seeds_left += len(seeds) - 1
        count = max(count, len(rows))
    noise = max((residual + 8 * TYPICAL_VARIANCE) / (rest + 8), LEAST_VARIANCE)
    luck = between / seeds_left - noise / count if seeds_left else TYPICAL_VARIANCE
    return noise, max(luck, LEAST_VARIANCE)


def _variance_of_single(cells: Sequence[Scores]) -> float:
    squares, count = 8 * 2 * TYPICAL_VARIANCE, 8.0
    for scores in cells:
        middle = _mean(scores.values())
        squares += sum((value - middle) ** 2 for value in scores.values())
        count += len(scores) - 1
    return max(squares / count, LEAST_VARIANCE)


def _mean(values: Iterable[float]) -> float:
    found: Sequence[float] = list(values)
    return sum(found) / len(found)
