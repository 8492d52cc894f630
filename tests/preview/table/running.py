"""A `cardgen table` as its host starts it, and people who are connected to it, without a browser."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.preview.browser.conftest import free_port
from tests.preview.server_process import ServerProcess


class RunningTable(ServerProcess):
    """A `cardgen table` in a process of its own.

    Args:
        decks: The decks.
        folder: Folder of its database and records.
    """

    def __init__(self, decks: Sequence[Path], folder: Path) -> None:
        super().__init__(folder / "state")
        self.decks = decks
        self.folder = folder
        self.port = free_port()
        self.link = ""

    def start(self) -> None:
        """Start it, and wait until it tells its link."""
        options = [
            "--port",
            str(self.port),
            "--store",
            str(self.folder / "rooms.sqlite3"),
            "--records",
            str(self.folder / "games"),
        ]
        self.link = self.launch("table", *map(str, self.decks), *options)

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket(self) -> str:
        """Address of the connections of its room."""
        return f"ws://127.0.0.1:{self.port}/api/rooms/{self.link.rpartition('/')[2]}/socket"


class Remote:
    """A person at a table, connected by the network.

    Attributes:
        secret: By which they come back.
        view: What their seat sees.
        room: What they know of the room.
        refused: Why what they asked for was not done.
    """

    def __init__(self, table: RunningTable, name: str) -> None:
        self.table = table
        self.name = name
        self.secret = ""
        self.view: dict[str, Any] = {}
        self.room: dict[str, Any] = {}
        self.refused: list[str] = []
        self._socket: ClientConnection | None = None

    async def enter(self) -> None:
        """Connect, for the first time or again."""
        self._socket = await connect(self.table.socket, origin=self.table.origin, max_size=None, open_timeout=60)
        await self.say("enter", language="en", **({"secret": self.secret} if self.secret else {}))
        await self.hear_until(lambda: bool(self.room))

    async def say(self, what: str, **more: object) -> None:
        assert self._socket is not None
        await self._socket.send(json.dumps({"do": what, **more}))

    async def hear(self) -> None:
        """Take the next frame."""
        assert self._socket is not None
        frame = json.loads(await self._socket.recv())
        if frame["type"] == "game":
            self.view = frame
        elif frame["type"] == "room":
            self.room = frame
        elif frame["type"] == "refused":
            self.refused.append(frame["reason"])
        self.secret = frame.get("secret", self.secret)

    async def hear_until(self, is_so: Any) -> None:
        """Take frames until something is so."""
        while not is_so():
            await self.hear()

    async def leave(self) -> None:
        if self._socket is not None:
            await self._socket.close()
