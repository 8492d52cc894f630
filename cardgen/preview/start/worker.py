"""Start the process that makes new decks."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from cardgen.preview.start.recent_decks import RecentDecks
from cardgen.processes.worker import Worker, WorkerLostError

_PATIENCE = 60.0  # seconds that a project may take


class StartWorker(Worker):
    """The process of a `Starter`.

    Attributes:
        folder: The same.
        recent: The decks that were open before.
    """

    program = "cardgen.preview.start.starter:serve_starter"

    def __init__(self, folder: Path, recent: RecentDecks) -> None:
        super().__init__(folder)
        self.folder = folder
        self.recent = recent

    async def answer(self, name: str, *arguments: object) -> dict[str, Any]:
        """Return the answer of a method of `Starter`; without one in time, a problem."""
        try:
            found: dict[str, Any] = await asyncio.wait_for(self.ask(name, *arguments), _PATIENCE)
        except TimeoutError:
            self.stop()
            return {"problems": [f"it took more than {_PATIENCE:g} seconds and was stopped"]}
        except WorkerLostError:
            return {"problems": ["the process that makes the deck ended unexpectedly"]}
        return found
