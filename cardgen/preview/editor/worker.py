"""Start the help process for the files of one deck."""

from __future__ import annotations

import asyncio
from typing import Any

from cardgen.processes.worker import Worker, WorkerLostError

_PATIENCE = 60.0  # seconds that an answer may take; the first one imports the game, perhaps on a busy computer


class AssistantWorker(Worker):
    """The process of an `Assistant`; an answer that takes too long is given up, and the process with it."""

    program = "cardgen.preview.editor.assistant:serve_assistant"

    def __init__(self, subject: object) -> None:
        super().__init__(subject)
        self._turn = asyncio.Lock()

    async def answer(self, name: str, *arguments: object) -> Any:
        """Return the answer of a method of `Assistant`; None if there is none in time."""
        async with self._turn:  # so that the time of an answer does not begin while others are worked on
            try:
                return await asyncio.wait_for(self.ask(name, *arguments), _PATIENCE)
            except TimeoutError:
                self.stop()
                return None
            except WorkerLostError:
                return None
