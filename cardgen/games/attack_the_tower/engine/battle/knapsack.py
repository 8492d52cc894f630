"""Choose the targets to kill with limited damage: a 0/1 knapsack problem, by dynamic programming."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=1 << 16)
def choose_kills(needs: tuple[int, ...], values: tuple[int, ...], pool: int) -> tuple[int, ...]:
    """Return the damage to each target that kills the most valuable affordable set of targets.

    Args:
        needs: Damage that kills each target; 0 for a target that is already dead.

    Returns:
        For each target what it needs, or 0.
    """
    best: list[tuple[int, int]] = [(0, 0)] * (pool + 1)  # by damage spent: value, killed targets as bits
    for index, (need, value) in enumerate(zip(needs, values, strict=True)):
        if 0 < need <= pool:
            for points in range(pool, need - 1, -1):
                worth, killed = best[points - need]
                if worth + value > best[points][0]:
                    best[points] = worth + value, killed | 1 << index
    killed = best[pool][1]
    return tuple(need if killed >> index & 1 else 0 for index, need in enumerate(needs))
