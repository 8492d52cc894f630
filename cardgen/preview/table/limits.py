"""Limit how much one stranger may ask, by a bucket of tokens for each."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

MESSAGES = (40, 10.0)
"""Messages of one page at once, and in each second."""
WRONG_CODES = (20, 20 / 60)
"""Wrong codes or secrets from one address at once, and in each second."""
NEW_MEMBERS = (30, 0.5)
"""Names taken in one room at once, and in each second."""
LARGEST_MESSAGE = 16 * 1024
"""Bytes of a message; the connection of a page that sends more is closed."""
MOST_PAGES = 1000
"""Pages that are connected to the server, at most."""
MOST_PAGES_OF_ROOM = 60
"""Pages that are connected to one room, at most."""
_MOST_KNOWN = 10_000  # addresses that are remembered


class Bucket:
    """Tokens that come back with time.

    Args:
        size: Tokens at most.
        rate: Tokens that come back in a second.
        clock: Returns the seconds since any moment.
    """

    def __init__(self, size: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._size = size
        self._rate = rate
        self._clock = clock
        self._tokens, self._since = size, clock()

    @property
    def is_empty(self) -> bool:
        """Whether no token is left."""
        now = self._clock()
        self._tokens = min(self._size, self._tokens + (now - self._since) * self._rate)
        self._since = now
        return self._tokens < 1

    def take(self) -> bool:
        """Take a token; return whether there was one."""
        if self.is_empty:
            return False
        self._tokens -= 1
        return True


class Buckets:
    """A bucket for each name; those that were not used for longest are forgotten.

    Args:
        limit: Tokens at once, and in each second.
    """

    def __init__(self, limit: tuple[float, float]) -> None:
        self._limit = limit
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, name: str) -> Bucket:
        """Return the bucket of a name."""
        if name not in self._buckets:
            self._buckets[name] = Bucket(*self._limit)
        self._buckets.move_to_end(name)
        while len(self._buckets) > _MOST_KNOWN:
            self._buckets.popitem(last=False)
        return self._buckets[name]
