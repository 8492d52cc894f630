"""Try a deck in the background as long as somebody looks at the result."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from cardgen.preview.live import HEARTBEAT, PageEvent
from cardgen.preview.tryit.subject import TrialSubject
from cardgen.preview.watch import is_read
from cardgen.processes.worker import Worker, WorkerLostError

PAUSE = 0.5
"""Seconds without an edit after which the deck is read again."""
MOST_TRIALS = 2
"""Trials of a deck that are kept, at most, besides those that a page follows."""


class TrialWorker(Worker):
    """The process of a trial.

    Args:
        on_news: Called with what there is to tell; with the state `lost` if the process ended by itself.
    """

    program = "cardgen.preview.tryit.trial_process:serve_trial"

    def __init__(self, subject: TrialSubject, on_news: Callable[[dict[str, Any]], None]) -> None:
        super().__init__(subject, lambda _start, news: on_news(news))

    def _lose(self, connection: Connection) -> None:
        if connection is self._connection:
            self._on_news(self._starts, {"state": "lost"})
        super()._lose(connection)


class Trial:
    """A deck that is tried.

    Attributes:
        news: What was told last: `state`, one of `starting`, `playing`, `done`, `none` for a game without rules,
            `faulty` for decks with errors, and `lost` for a process that ended; `stats`, those of `cardgen stats --json`;
            `report`, that of `cardgen playtest --json`, of `games` out of at most `most`, or with no game
            yet that of the decks from before; `problems`.
    """

    def __init__(self, subject: TrialSubject) -> None:
        self.news: dict[str, Any] = {"state": "starting"}
        self._worker = TrialWorker(subject, self._take)
        self._listeners: set[asyncio.Event] = set()
        self._soon: asyncio.TimerHandle | None = None
        self._requests: set[asyncio.Task[None]] = set()
        self._is_closed = False

    @property
    def has_listeners(self) -> bool:
        """Whether a page follows the trial."""
        return bool(self._listeners)

    def touch(self) -> None:
        """Read the deck again, at the next pause of typing."""
        if self._soon:
            self._soon.cancel()
        self._soon = asyncio.get_running_loop().call_later(PAUSE, self._read_again)

    async def follow(self) -> AsyncIterator[PageEvent]:
        """Yield the news as they come; the games go on as long as somebody follows."""
        changed = asyncio.Event()
        self._listeners.add(changed)
        self._ask("follow")
        sent: dict[str, Any] | None = None
        try:
            while not self._is_closed:
                changed.clear()
                if self.news is not sent:
                    sent = self.news
                    yield "trial", sent
                    continue
                with suppress(TimeoutError):
                    await asyncio.wait_for(changed.wait(), HEARTBEAT)
                    continue
                yield "alive", None
        finally:
            self._listeners.discard(changed)
            if not self._listeners:
                self._ask("pause")

    def close(self) -> None:
        """End the process; listeners receive nothing more."""
        self._is_closed = True
        if self._soon:
            self._soon.cancel()
        self._worker.close()  # also for a request that is just on its way
        self._notify()

    def _read_again(self) -> None:
        """Let the process read the deck again; one that has ended is started if somebody follows."""
        if self._worker.is_running:
            self._ask("reload")
        elif self._listeners:
            self._ask("follow")

    def _ask(self, name: str) -> None:
        if name == "follow" or self._worker.is_running:
            task = asyncio.get_running_loop().create_task(self._asked(name))
            self._requests.add(task)
            task.add_done_callback(self._requests.discard)

    async def _asked(self, name: str) -> None:
        with suppress(WorkerLostError):
            await self._worker.ask(name)

    def _take(self, news: dict[str, Any]) -> None:
        self.news = {**self.news, **news} if news.get("state") == "lost" else news
        self._notify()

    def _notify(self) -> None:
        for listener in self._listeners:
            listener.set()


class DeckTrials:
    """The trials of one deck, by what is tried."""

    def __init__(self) -> None:
        self._trials: OrderedDict[TrialSubject, Trial] = OrderedDict()

    def of(self, subject: TrialSubject) -> Trial:
        """Return the trial of a subject; older ones that nobody follows end."""
        if subject not in self._trials:
            self._trials[subject] = Trial(subject)
        self._trials.move_to_end(subject)
        for old, trial in [*self._trials.items()][:-MOST_TRIALS]:
            if not trial.has_listeners:
                trial.close()
                del self._trials[old]
        return self._trials[subject]

    def touch(self, files: Collection[Path]) -> None:
        """Read the decks again, at the next pause of typing, where a file of theirs may have changed.

        Args:
            files: The files that have changed; empty if any may have.
        """
        for subject, trial in self._trials.items():
            paths = [path.absolute() for path in subject.paths]
            if not files or any(is_read(file, path) for file in files for path in paths):
                trial.touch()

    def close(self) -> None:
        """End all trials."""
        for trial in self._trials.values():
            trial.close()
