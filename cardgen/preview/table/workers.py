"""Start the processes of games: one that answers at once, others in which agents think, and one for outlooks."""

from __future__ import annotations

import asyncio
import os
from typing import Any

from cardgen.preview.table.requests import OUTLOOKS
from cardgen.processes.worker import Worker

PATIENCE = 120.0
"""Seconds that an answer may take; the strongest agents think for some."""
MOST_THINKERS = 4
"""Processes in which agents think, at most."""


class GameWorker(Worker):
    """A process that computes views and moves of games; one whose subject is `OUTLOOKS` has a low priority."""

    program = "cardgen.preview.table.game_process:serve_games"

    async def answer(self, name: str, *arguments: object) -> Any:
        """Return the answer to a request of `Games`; a process that takes too long is ended.

        Raises:
            TimeoutError: It took too long.
            WorkerLostError: The process ended.
        """
        try:
            return await asyncio.wait_for(self.ask(name, *arguments), PATIENCE)
        except TimeoutError:
            self.stop()
            raise


class GameWorkers:
    """The processes of the games of a server.

    Attributes:
        table: Computes views and moves, so that no thinking agent delays it.
        reader: Reads decks.
        outlooks: Computes what choices would change, at a low priority, so that no move and no agent waits for it.
        outlook_turn: Held by the outlook that is computed. Those that wait for it are checked afterwards: of a position that is
            over by then, none is computed.
    """

    def __init__(self) -> None:
        self.table = GameWorker("table")
        self.reader = GameWorker("reader")
        self.outlooks = GameWorker(OUTLOOKS)
        self.outlook_turn = asyncio.Lock()
        self._thinkers = [GameWorker("agents") for _ in range(max(1, min(MOST_THINKERS, (os.cpu_count() or 2) - 1)))]

    def thinker(self, game: int) -> GameWorker:
        """Return the process in which the agents of a game think."""
        return self._thinkers[game % len(self._thinkers)]

    def close(self) -> None:
        """End all processes."""
        for worker in (self.table, self.reader, self.outlooks, *self._thinkers):
            worker.close()
