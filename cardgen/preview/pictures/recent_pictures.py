"""Cache the pictures of a deck that were sent last, in memory."""

from __future__ import annotations

from collections import OrderedDict

MOST_BYTES = 32 * 2**20


class RecentPictures:
    """Pictures by their names, which are made of what they show."""

    def __init__(self) -> None:
        self._pictures: OrderedDict[str, bytes] = OrderedDict()
        self._size = 0

    def find(self, name: str) -> bytes | None:
        """Return a picture; None if it is not kept."""
        if name in self._pictures:
            self._pictures.move_to_end(name)
        return self._pictures.get(name)

    def keep(self, name: str, data: bytes) -> None:
        """Keep a picture, instead of those that were asked for least recently.

        Args:
            data: The picture as a PNG file.
        """
        if name not in self._pictures:
            self._pictures[name] = data
            self._size += len(data)
        while self._size > MOST_BYTES:
            _, oldest = self._pictures.popitem(last=False)
            self._size -= len(oldest)
