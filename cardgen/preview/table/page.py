"""Hold what the server knows of one page that is connected to a room, and the frames that wait to be sent to it."""

from __future__ import annotations

import asyncio
from typing import Any

MOST_WAITING = 200
"""Frames that wait for a slow page; with more, its connection is closed, and it receives the present state when it comes back."""

Frame = dict[str, Any]
"""What is sent: `type`, and what belongs to it; see `Room`."""


class RoomPage:
    """A page of a person.

    Attributes:
        member: The member that it has proved to be; 0 for somebody who watches.
        language: Language of the words.
        card: Width and height of the cards as it draws them, mm.
        log: Game, viewer, language and number of entries of the log that were sent.
        room: The frame of the room that was sent last.
        trial: Computes what choices would change; None if that was not asked for yet.
        is_closed: Whether nothing more is sent.
        why: Number of the WebSocket protocol with which the connection is closed.
    """

    def __init__(self) -> None:
        self.member = 0
        self.language = ""
        self.card = (63.5, 88.9)
        self.log: tuple[tuple[int, int, str], int] = ((0, 0, ""), 0)
        self.room: Frame = {}
        self.trial: asyncio.Task[None] | None = None
        self._frames: asyncio.Queue[Frame | None] = asyncio.Queue(MOST_WAITING)
        self.is_closed = False
        self.why = 1000

    def send(self, frame: Frame) -> None:
        """Let a frame be sent; a page that takes none any more is closed."""
        if self.is_closed:
            return
        try:
            self._frames.put_nowait(frame)
        except asyncio.QueueFull:
            self.close()

    def close(self, why: int = 1001) -> None:
        """Let the connection be closed, after what waits if there is room for that."""
        self.is_closed, self.why = True, why
        while self._frames.full():
            self._frames.get_nowait()
        self._frames.put_nowait(None)

    async def next(self) -> Frame | None:
        """Return the next frame; None if the connection is to be closed."""
        return await self._frames.get()
