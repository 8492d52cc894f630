"""Functions that generated rules call: filters of sets that are more than one expression of Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

_MASK = (1 << 64) - 1


def next_random(state: int) -> int:
    """Return the next state of the random numbers of a game; its high bits are random.

    Source: linear congruential generator of 64 bits, multiplier of Knuth, MMIX.
    """
    return (state * 6364136223846793005 + 1442695040888963407) & _MASK


def shuffled(pieces: list[int], state: int) -> int:
    """Shuffle a list in place (Fisher, Yates) and return the next state of the random numbers."""
    for at in range(len(pieces) - 1, 0, -1):
        state = (state * 6364136223846793005 + 1442695040888963407) & _MASK
        other = ((state >> 32) * (at + 1)) >> 32
        pieces[at], pieces[other] = pieces[other], pieces[at]
    return state


def best(items: Iterable[int], key: Callable[[int], Any]) -> int:
    """Return the first item with the greatest key; -1 without items."""
    return max(items, key=key, default=-1)


def worst(items: Iterable[int], key: Callable[[int], Any]) -> int:
    """Return the first item with the least key; -1 without items."""
    return min(items, key=key, default=-1)


def all_with(items: Sequence[int], key: Callable[[int], Any], extreme: Callable[..., Any]) -> list[int]:
    """Return all items with the greatest or the least key.

    Args:
        extreme: `max` or `min`.
    """
    keys = [key(item) for item in items]
    wanted = extreme(keys, default=None)
    return [item for item, own in zip(items, keys, strict=True) if own == wanted]


def letter(text: str, at: int) -> str:
    """Return a letter of a text, from 0; an empty text if there is none."""
    return text[at] if 0 <= at < len(text) else ""


def each_once(values: Iterable[Any]) -> list[Any]:
    """Return each different value once."""
    return [*dict.fromkeys(values)]


def most_alike(values: Sequence[Any]) -> int:
    """Return the size of the largest group of equal values."""
    return max((values.count(value) for value in {*values}), default=0)


def pairs_alike(values: Sequence[Any], all_values: tuple[Any, ...]) -> float:
    """Return how many more pairs of equal values there are than by chance, which grows with the number of values."""
    count = len(values)
    return (sum(map(values.count, values)) - count - count * (count - 1) * _share_alike(all_values)) / 2


@lru_cache(64)
def _share_alike(values: tuple[Any, ...]) -> float:
    """Return the probability that two of the values are equal."""
    count = len(values)
    return (sum(map(values.count, values)) - count) / (count * (count - 1) or 1)


def longest_run(values: Iterable[int]) -> int:
    """Return the length of the longest run of consecutive numbers."""
    found = {*values}
    longest = 0
    for value in found:
        if value - 1 not in found:
            length = 1
            while value + length in found:
                length += 1
            longest = max(longest, length)
    return longest


def groups(values: Sequence[Any], least: int) -> int:
    """Return how many different values occur at least a number of times."""
    return sum(values.count(value) >= least for value in {*values})


def makes(values: Iterable[int], total: int) -> bool:
    """Return whether some of the values, which are 0 or more, sum to a total; none of them sum to 0."""
    sums = {0}
    for value in values:
        sums |= {known + value for known in sums if known + value <= total}
    return total in sums


def ways(values: Iterable[int], total: int) -> int:
    """Return in how many ways some of the values, which are 0 or more, sum to a total."""
    found = {0: 1}
    for value in values:
        for known, count in [*found.items()]:
            if known + value <= total:
                found[known + value] = found.get(known + value, 0) + count
    return found.get(total, 0) - (total == 0)


MOST_SUMS = 1_000_000
"""Items times the limit up to which `within` finds the best set; beyond, it takes what is worth most for its cost."""


def within(items: Sequence[int], costs: Sequence[int], limit: int, worths: Sequence[int]) -> list[int]:
    """Return the items that cost at most a limit together and are worth most: a 0/1 knapsack, by dynamic programming.

    Args:
        costs: Cost of each item, 0 or more.
    """
    useful = [at for at, worth in enumerate(worths) if worth > 0 and costs[at] <= limit]
    if sum(costs[at] for at in useful) <= limit:
        return [items[at] for at in useful]
    if len(useful) * limit > MOST_SUMS:
        taken = []
        for at in sorted(useful, key=lambda at: -worths[at] / max(costs[at], 1)):
            if costs[at] <= limit:
                taken.append(at)
                limit -= costs[at]
        return [items[at] for at in sorted(taken)]
    best: list[tuple[int, tuple[int, ...]]] = [(0, ())] * (limit + 1)  # by what is spent at most: worth, items
    for at in useful:
        for spent in range(limit, costs[at] - 1, -1):
            worth, chosen = best[spent - costs[at]]
            if worth + worths[at] > best[spent][0]:
                best[spent] = worth + worths[at], (*chosen, at)
    return [items[at] for at in best[limit][1]]


def stated(pieces: Iterable[int], column: Sequence[Sequence[Sequence[Any]]], effect: int, has_number: bool) -> int:
    """Return the sum of what an effect says on some pieces: its first parameter, or 1 each time."""
    found = [one for piece in pieces for one in column[piece] if one[0] == effect]
    return sum(one[1] for one in found) if has_number else len(found)


HELPERS = {
    "stated": stated,
    "within": within,
    "best": best,
    "worst": worst,
    "all_with": all_with,
    "each_once": each_once,
    "letter": letter,
    "most_alike": most_alike,
    "pairs_alike": pairs_alike,
    "longest_run": longest_run,
    "groups": groups,
    "makes": makes,
    "ways": ways,
    "shuffled": shuffled,
    "next_random": next_random,
}
"""What generated source may call, by name."""
