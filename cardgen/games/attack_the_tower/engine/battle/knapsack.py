"""Which targets to kill with a pool of damage: the most valuable set that it can pay for."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=1 << 16)
def choose_kills(needs: tuple[int, ...], values: tuple[int, ...], pool: int) -> tuple[int, ...]:
    """Points for each target: what it needs, or nothing.

    Args:
        needs: Damage that kills each target; 0 is dead already.
        values: What each kill is worth.
        pool: Damage to spend.
    """
    best: list[tuple[int, int]] = [(0, 0)] * (pool + 1)  # value, bits of targets; by points that may be spent
    for index, (need, value) in enumerate(zip(needs, values, strict=True)):
        if 0 < need <= pool:
            for points in range(pool, need - 1, -1):
                worth, killed = best[points - need]
                if worth + value > best[points][0]:
                    best[points] = worth + value, killed | 1 << index
    killed = best[pool][1]
    return tuple(need if killed >> index & 1 else 0 for index, need in enumerate(needs))
