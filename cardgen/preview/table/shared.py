"""Hold what all rooms of a server share: decks, store, processes, and the folder of records."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cardgen.preview.table.offers import Offer
from cardgen.preview.table.played_game import PlayedGame, opened
from cardgen.preview.table.requests import Wanted
from cardgen.preview.table.room_state import RoomState
from cardgen.preview.table.store import RoomStore
from cardgen.preview.table.workers import GameWorkers
from cardgen.report.errors import UnlocatedError
from cardgen.write.files import replace_file

BEAT = 0.25
"""Seconds: moves of agents are told at whole multiples of it, so that nobody sees how long they have thought."""


class Shared:
    """What rooms share.

    Args:
        file: The database; None keeps everything in memory.
        records: Folder of the records of finished games; None writes none.
        beat: See `BEAT`; 0 tells moves of agents at once.
    """

    def __init__(
        self,
        decks: Mapping[str, Path],
        titles: Mapping[str, str],
        file: Path | None,
        records: Path | None = None,
        beat: float = BEAT,
    ) -> None:
        self.decks = dict(decks)
        self.titles = dict(titles)
        self.store = RoomStore(file)
        self.workers = GameWorkers()
        self.beat = beat
        self._records = records

    def add_deck(self, name: str, file: Path, title: str) -> None:
        """Let a deck be played that was opened later."""
        self.decks[name], self.titles[name] = file, title

    async def offer(self, deck: str) -> Offer:
        """Return what can be played with a deck."""
        offer: Offer = await self.workers.reader.answer("offer", self.decks[deck], dict(self.decks))
        return offer

    async def settings(self, deck: str, language: str) -> list[dict[str, Any]]:
        """Return the settings of the rules of a deck; see `settings_of`."""
        found: list[dict[str, Any]] = await self.workers.reader.answer("settings", self.decks[deck], language)
        return found

    async def contest(self, state: RoomState) -> dict[str, Any]:
        """Read the decks of a room; see `Games.contest`."""
        wanted = self._wanted(state)
        if wanted is None:
            return {"problems": ["a deck of this table is not among those that the server was started with"]}
        found: dict[str, Any] = await self.workers.reader.answer("contest", wanted)
        return found

    async def reopened(self, state: RoomState) -> PlayedGame | None:
        """Return the stored game of a room, after all that chance does next; None if it cannot go on, see `Games.reopened`.

        Raises:
            WorkerLostError: The process that computes it ended.
        """
        ref = self.store.game(state.game)
        if ref is None:
            return None
        asked = ref, self._wanted(state), state.facts.get("identity")
        contest: bytes | None = await self.workers.table.answer("reopened", *asked)
        if contest is None:
            return None
        if contest != ref.contest:
            ref = self.store.exchange(ref, contest)
        return await opened(ref, self.workers, self.store)

    def _wanted(self, state: RoomState) -> Wanted | None:
        """Return what a room plays; None if a deck is not one of the server."""
        names = [state.deck] if state.shares_deck else [seat.deck for seat in state.seats]
        if any(name not in self.decks for name in names):
            return None
        rules = tuple(f"{name}={value}" for name, value in state.rules.items())
        return Wanted(tuple(self.decks[name] for name in names), len(state.seats), state.difficulty, rules)

    async def record(self, code: str, state: RoomState, game: PlayedGame) -> None:
        """Write the record of a finished game, where the folder can be written."""
        if self._records is not None:
            text = await self.record_of(state, game)
            with contextlib.suppress(UnlocatedError):
                replace_file(self._records / f"{state.deck}-{code}-{game.ref.id}.playthrough", text.encode())

    async def record_of(self, state: RoomState, game: PlayedGame) -> str:
        """Return the record of a game of a room, with who played it."""
        facts = state.facts
        notes = [f"seat {number}: {', then '.join(who)}" for number, who in enumerate(facts.get("played_by", []), 1)]
        notes.append(f"taken back: {facts.get('taken_back', 0)}")
        text: str = await self.workers.table.answer("record", game.ref, notes)
        return text

    def close(self) -> None:
        """End the processes, and close the store."""
        self.workers.close()
        self.store.close()
