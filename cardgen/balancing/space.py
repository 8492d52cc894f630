"""Define the search space: numbers that may change, candidates, and the pairings that are played.

Nothing here knows files or games, so that the search can be measured on synthetic contests.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

Candidate = tuple[tuple[int, int], ...]
"""Changed numbers in ascending order: the index of each in `Space.numbers`, and by how many steps it changes, never 0.
The empty tuple stands for the decks as they are."""

UNCHANGED: Candidate = ()

MOST_OUTLIERS = 3  # that are brought back together


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a deck that may change.

    Attributes:
        deck: Number of the deck, from 0.
        name: Name for people, such as `copies of Ferry`.
        least: The most steps that it may be lowered, as a negative number or 0.
        most: The most steps that it may be raised.
        step: The smallest change that matters; 1 for small numbers.
        group: Numbers of the same group keep their sum; None for a number that changes alone.
        card: The card or other value of the deck that the number belongs to, such as `ships/ferry`.
        back: Steps that bring an outlier back to its peers; 0 for a number that is none.
    """

    deck: int
    name: str
    value: int
    least: int
    most: int
    step: int = 1
    group: int | None = None
    card: str = ""
    back: int = 0

    def is_back(self, steps: int) -> bool:
        """Return whether a change by so many steps brings an outlier at least half of the way to its peers, and not beyond."""
        return steps * self.back > 0 and abs(self.back) <= 2 * abs(steps) <= 2 * abs(self.back)

    def after(self, steps: int) -> int:
        """Return the value after a change by so many steps."""
        return self.value + steps * self.step


@dataclass(frozen=True, slots=True)
class Matchup:
    """Two decks that play each other at a level of skill.

    Attributes:
        first: Number of the first deck.
        level: Number of the level, from 0.
        target: Score of the first deck that is wanted, 0 to 1.
    """

    first: int
    second: int
    level: int
    target: float = 0.5


@dataclass(frozen=True, slots=True)
class Space:
    """All that the search may do.

    Attributes:
        numbers: The numbers that may change.
        matchups: The pairings at each level.
    """

    numbers: tuple[Number, ...]
    matchups: tuple[Matchup, ...]

    def is_inside(self, candidate: Candidate) -> bool:
        """Return whether each number stays in its range, and each group keeps its sum."""
        sums: dict[int, int] = {}
        for index, steps in candidate:
            number = self.numbers[index]
            if not number.least <= steps <= number.most:
                return False
            if number.group is not None:
                sums[number.group] = sums.get(number.group, 0) + steps
        return not any(sums.values())

    def is_touched(self, matchup: int, candidate: Candidate) -> bool:
        """Return whether a candidate changes a deck of a matchup."""
        played = self.matchups[matchup]
        return any(self.numbers[index].deck in (played.first, played.second) for index, _ in candidate)

    def change_count(self, candidate: Candidate) -> int:
        """Return the number of changes; copies that move from one card to another are one change."""
        free, up, down = 0, dict[int, int](), dict[int, int]()
        for index, steps in candidate:
            group = self.numbers[index].group
            if group is None:
                free += 1
            elif steps > 0:
                up[group] = up.get(group, 0) + 1
            else:
                down[group] = down.get(group, 0) + 1
        return free + sum(max(up.get(group, 0), down.get(group, 0)) for group in up.keys() | down.keys())

    def size(self, candidate: Candidate) -> float:
        """Return the number of steps of all changes; a step of one copy from a card to another counts once."""
        return sum(abs(steps) * (1 if self.numbers[index].group is None else 0.5) for index, steps in candidate)

    def outliers(self) -> Iterator[Candidate]:
        """Yield the changes that bring outliers back: all of them together, then each alone, from the farthest."""
        far = [index for index, number in enumerate(self.numbers) if number.back and number.group is None]
        far.sort(key=lambda index: -abs(self.numbers[index].back))
        back = [(index, self.numbers[index].back) for index in far]
        if len(back) > 1:
            yield tuple(sorted(back[:MOST_OUTLIERS]))
        yield from ((one,) for one in back[:MOST_OUTLIERS])

    def brought_back(self, candidate: Candidate) -> Candidate:
        """Return the part of a candidate that brings outliers back."""
        return tuple((index, steps) for index, steps in candidate if self.numbers[index].is_back(steps))

    def moves(self) -> Iterator[Candidate]:
        """Yield all single changes: of one number, or from one number of a group to another."""
        for index, number in enumerate(self.numbers):
            if number.group is None:
                yield from (((index, steps),) for steps in _range(number.least, number.most))
                continue
            for other in range(index + 1, len(self.numbers)):
                partner = self.numbers[other]
                if partner.group == number.group:
                    low, high = max(number.least, -partner.most), min(number.most, -partner.least)
                    yield from (((index, steps), (other, -steps)) for steps in _range(low, high))


def _range(low: int, high: int) -> Iterator[int]:
    return (steps for steps in range(low, high + 1) if steps)


def combined(candidate: Candidate, move: Candidate) -> Candidate:
    """Return the candidate with another change added."""
    steps = dict(candidate)
    for index, more in move:
        steps[index] = steps.get(index, 0) + more
    return tuple(sorted((index, change) for index, change in steps.items() if change))


def of_deck(numbers: Sequence[Number], candidate: Candidate, deck: int) -> Candidate:
    """Return the part of a candidate that changes a deck."""
    return tuple((index, steps) for index, steps in candidate if numbers[index].deck == deck)


def unique(candidates: Iterable[Candidate]) -> Sequence[Candidate]:
    """Return each candidate once, in the order of the first."""
    return list(dict.fromkeys(candidates))
