"""Hold the rooms of a server: open them, find them again, and tell them of edits."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cardgen.preview.table.room import Room
from cardgen.preview.table.room_state import RoomState, Seat, new_code, room_from_text
from cardgen.preview.table.shared import Shared
from cardgen.preview.watch import is_read
from cardgen.processes.worker import WorkerLostError

EDIT_PAUSE = 0.5
"""Seconds without an edit after which a deck is read again."""


@dataclass(frozen=True, slots=True)
class NewRoom:
    """A room that somebody wants.

    Attributes:
        decks: Names of the decks: one for each seat, or a single one that all share.
        players: Number of players; 0: as many as there are decks, or the smallest number.
        difficulty: Level of difficulty; empty for that of the rules.
        rules: Settings of the rules, as people write them.
        people: Number of the first seats that the owner of the room takes, to begin at once; 0 leaves the room open.
        level: Level of the agents on the others.
        first: Player who begins.
        seed: Decides shuffles and random picks; None for one that nobody knows.
    """

    decks: tuple[str, ...]
    players: int = 0
    difficulty: str = ""
    rules: Mapping[str, str] = field(default_factory=dict)
    people: int = 0
    level: str = "greedy"
    first: int = 0
    seed: int | None = None


class RoomProblem(Exception):
    """A room cannot be opened.

    Attributes:
        problems: Why, as sentences.
    """

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


class Rooms:
    """All rooms.

    Args:
        shared: What they share.
    """

    def __init__(self, shared: Shared) -> None:
        self.shared = shared
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._edits: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def find(self, code: str) -> Room | None:
        """Return a room; None if there is none of this code.

        Raises:
            WorkerLostError: The process that computes its game ended.
        """
        text = None if code in self._rooms else self.shared.store.room(code)
        if text is not None and code not in self._opening:
            self._opening[code] = asyncio.create_task(self._open(code, text))
        if code in self._opening:
            await self._opening[code]
        return self._rooms.get(code)

    async def _open(self, code: str, text: str) -> Room:
        try:
            room = Room(code, room_from_text(text), self.shared)
            await room.open()
            self._rooms[code] = room
            return room
        finally:
            del self._opening[code]

    async def create(self, wanted: NewRoom) -> tuple[Room, str]:
        """Open a room; return it with the secret of its owner, which is empty if it is left open.

        Raises:
            RoomProblem: It cannot be played like that.
            WorkerLostError: The process that reads decks ended.
        """
        offered = await self.shared.offer(wanted.decks[0])
        if not offered["is_playable"]:
            raise RoomProblem(offered["problems"] or ["the game of this deck has no rules that cardgen could play"])
        count = wanted.players or (offered["player_counts"][0] if offered["shares_deck"] else max(2, len(wanted.decks)))
        brought = (
            [""] * count if offered["shares_deck"] else [wanted.decks[at % len(wanted.decks)] for at in range(count)]
        )
        state = RoomState(
            deck=wanted.decks[0],
            seats=[Seat(level=wanted.level, deck=deck) for deck in brought],
            difficulty=wanted.difficulty,
            rules=dict(wanted.rules),
            shares_deck=offered["shares_deck"],
            player_counts=offered["player_counts"],
            difficulties=offered["difficulties"],
            opponents=offered["opponents"],
            first=wanted.first,
            is_public=not wanted.people,
        )
        if wanted.people > count or wanted.first >= count:
            raise RoomProblem([f"there are {count} players"])
        room, secret = Room(new_code(), state, self.shared), ""
        if wanted.people:
            owner = room.add_member("Player")
            secret = owner.new_secret()
            for seat in state.seats[: wanted.people]:
                seat.who, seat.member = "person", owner.id
        self.shared.store.save_room(room.code, state.as_text())
        self._rooms[room.code] = room
        if wanted.people and (problems := await room.begin(wanted.seed)):
            raise RoomProblem(problems)
        return room, secret

    def latest(self, decks: tuple[str, ...]) -> str:
        """Return the code of the room that was changed last, of those that are open to everybody with these decks; empty if none is."""
        for code in self.shared.store.codes():
            state = room_from_text(self.shared.store.room(code) or "")
            brought = {state.deck, *(seat.deck for seat in state.seats)} - {""}
            if state.is_public and state.deck == decks[0] and brought <= {*decks}:
                return code
        return ""

    async def change_rules(self, code: str, rules: Mapping[str, str]) -> None:
        """Let the next game of a room have other settings of the rules."""
        if room := await self.find(code):
            room.state.rules = dict(rules)
            self.shared.store.save_room(code, room.state.as_text())

    def touch(self, files: Collection[Path]) -> None:
        """Read the decks of games again, at the next pause of typing, if a file of theirs may have changed.

        Args:
            files: The files that have changed; empty if any may have.
        """
        for room in self._rooms.values():
            names = {room.state.deck, *(seat.deck for seat in room.state.seats)} - {""}
            paths = [self.shared.decks[name].absolute() for name in names if name in self.shared.decks]
            if (
                room.game
                and not room.game.is_over
                and (not files or any(is_read(file, path) for file in files for path in paths))
            ):
                if room.code in self._edits:
                    self._edits[room.code].cancel()
                later = asyncio.get_running_loop().call_later
                self._edits[room.code] = later(EDIT_PAUSE, self._read_again, room)

    def _read_again(self, room: Room) -> None:
        async def read() -> None:
            try:
                await room.edited(await self.shared.contest(room.state))
            except (WorkerLostError, TimeoutError):
                return

        task = asyncio.create_task(read())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        """End all connections and processes."""
        for edit in self._edits.values():
            edit.cancel()
        for room in self._rooms.values():
            room.close()
        self.shared.close()
