"""Rebuild an open deck after each edit, and send what has changed to its listeners.

The newest edit wins: edits that arrive during a build are built together after it. A build is never abandoned for a newer
edit, so that fast typing still shows results. A result with errors waits a moment for the rest of a file that an editor is
just writing.

What is shown comes from one ordered stream of snapshots, which the builder publishes with their versions: during a build, at
its end, and later. The end of the request to build only says that the build has ended.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from cardgen.pipeline.options import BuildOptions
from cardgen.preview.session.snapshot import (
    News,
    Snapshot,
    Version,
    difference,
    shown_problem,
    snapshot_json,
    with_faces,
)
from cardgen.processes.worker import WorkerLostError
from cardgen.report.diagnostics import Diagnostic

ERRORS_WAIT = 0.12
"""Seconds that new errors wait for another edit before they are shown."""
SLOW = 1.0
"""Seconds after which a page says that the deck is being drawn."""
LIMIT = 90.0
"""Seconds after which a build is stopped."""
PATIENCE = 10.0
"""Seconds after which what is known is the answer to the question what is shown now."""
HEARTBEAT = 15.0
"""Seconds after which a listener receives a sign of life."""

PageEvent = tuple[str, Any]
"""Name and data of an event: `snapshot` with all that is shown; `change` with the difference from what was sent before;
`busy` with whether a build takes long; `files` with a number that grows with each change of a file; `alive` with nothing."""


class Builder(Protocol):
    """What builds the deck, and publishes its snapshots."""

    async def build(self, options: BuildOptions) -> tuple[Path, ...]:
        """See `DeckWorker.build`."""

    def stop(self) -> None:
        """See `DeckWorker.stop`."""


class LiveDeck:
    """A deck with its options, as long as somebody looks at it.

    Args:
        on_folders: Called after each build with the folders whose files decide about the deck.

    Attributes:
        snapshot: What is shown; None before the first build.
    """

    def __init__(
        self,
        builder: Builder,
        options: BuildOptions,
        title: str,
        on_folders: Callable[[tuple[Path, ...]], None] = lambda _folders: None,
    ) -> None:
        self.snapshot: Snapshot | None = None
        self.options = options
        self._newest: Snapshot | None = None  # what was published last, which may wait to be shown
        self._version = Version(0, 0)
        self._builder = builder
        self._title = title
        self._on_folders = on_folders
        self._edited = asyncio.Event()
        self._edited.set()
        self._listeners: set[asyncio.Event] = set()
        self._wanted = asyncio.Event()
        self._is_busy = self._is_building = self._is_closed = False
        self._is_built_after_loss = False
        self._touches = 0
        self._task: asyncio.Task[None] | None = None

    @property
    def has_listeners(self) -> bool:
        """Whether a page follows the deck."""
        return bool(self._listeners)

    def warm_up(self) -> None:
        """Build before somebody looks."""
        self._start()
        self._wanted.set()

    def touch(self) -> None:
        """Build again, since a file may have changed; a deck that nobody follows waits until somebody does."""
        self._is_built_after_loss = False
        self._edited.set()
        self._touches += 1
        self._notify()

    def build_after_loss(self) -> bool:
        """Build again after the process ended, or was stopped, and return whether this is done: once after each edit."""
        is_done = not self._is_building and not self._is_built_after_loss
        if is_done:
            self._is_built_after_loss = True
            self._edited.set()
        return is_done

    def publish(self, news: News, version: Version) -> None:
        """Take what is known of the deck, unless something newer is known; new errors are shown after the build."""
        if version <= self._version:
            return
        if isinstance(news, Snapshot):
            self._newest = news
        elif self._newest is None:
            return
        else:
            self._newest = with_faces(self._newest, news)
            if self.snapshot and self._waits_with_errors:
                self.snapshot = with_faces(self.snapshot, news)
        self._version = version
        self._show()

    async def current(self, patience: float | None = None) -> Snapshot:
        """Return what is shown, after a build if there was an edit since the last one.

        If the build takes long, what is known is returned with a warning (W797).

        Args:
            patience: Seconds that it may take; None for `PATIENCE`.

        Raises:
            WorkerLostError: The preview ends.
        """
        changed, loop = self._listen(), asyncio.get_running_loop()
        end = loop.time() + (PATIENCE if patience is None else patience)
        try:
            while self.snapshot is None or self._edited.is_set() or self._is_building:
                if self._is_closed:
                    raise WorkerLostError
                changed.clear()
                try:
                    await asyncio.wait_for(changed.wait(), end - loop.time())
                except TimeoutError:
                    return self._unfinished()
            return self.snapshot
        finally:
            self._leave(changed)

    def _unfinished(self) -> Snapshot:
        """Return what is known while a build takes long, which a warning says."""
        known = self.snapshot or Snapshot(title=self._title)
        message = f"the deck has not been drawn within {PATIENCE:g} seconds; it is still being drawn"
        problem = shown_problem(Diagnostic("W797", message, hints=(f"the work is stopped after {LIMIT:g} seconds",)))
        return replace(known, problems=(*known.problems, problem))

    async def follow(self) -> AsyncIterator[PageEvent]:
        """Yield what a page has to know, as it happens; a page that is slow receives several changes as one."""
        changed = self._listen()
        sent: Snapshot | None = None
        said_busy = False
        said_touches = self._touches
        try:
            while not self._is_closed:
                changed.clear()
                now = self.snapshot
                if said_touches != self._touches:
                    said_touches = self._touches
                    yield "files", said_touches
                elif now is not None and now is not sent:
                    if sent is None:
                        yield "snapshot", snapshot_json(now)
                    elif news := difference(sent, now):
                        yield "change", news
                    sent = now
                elif said_busy != self._is_busy:
                    said_busy = self._is_busy
                    yield "busy", said_busy
                else:
                    with suppress(TimeoutError):
                        await asyncio.wait_for(changed.wait(), HEARTBEAT)
                        continue
                    yield "alive", None
        finally:
            self._leave(changed)

    def close(self) -> None:
        """Stop following edits; listeners receive nothing more."""
        self._is_closed = True
        if self._task:
            self._task.cancel()
        self._notify()

    def _listen(self) -> asyncio.Event:
        """Return an event that is set when there is news."""
        self._start()
        changed = asyncio.Event()
        self._listeners.add(changed)
        self._wanted.set()
        return changed

    def _leave(self, listener: asyncio.Event) -> None:
        self._listeners.discard(listener)
        if not self._listeners:
            self._wanted.clear()

    def _start(self) -> None:
        if self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        while True:
            await self._wanted.wait()
            await self._edited.wait()
            self._is_building = True
            await self._build()
            if self._waits_with_errors and await self._is_edited_soon():
                await self._build()
            self._is_building = False
            self._show()

    @property
    def _waits_with_errors(self) -> bool:
        """Whether the newest snapshot has new errors, which the file may lose when an editor has written the rest of it."""
        if not self._is_building or self.snapshot is None or self._newest is None:
            return False
        return bool(self._newest.errors) and self._newest.errors != self.snapshot.errors

    async def _is_edited_soon(self) -> bool:
        """Return whether another edit follows at once."""
        try:
            await asyncio.wait_for(self._edited.wait(), ERRORS_WAIT)
        except TimeoutError:
            return False
        return True

    async def _build(self) -> None:
        """Build what the files are now; a process that is lost, or takes too long, becomes a problem of the deck."""
        self._edited.clear()
        loop, is_late = asyncio.get_running_loop(), False

        def give_up() -> None:
            nonlocal is_late
            is_late = True
            self._builder.stop()

        timers = loop.call_later(SLOW, self._set_busy, True), loop.call_later(LIMIT, give_up)
        try:
            self._on_folders(await self._builder.build(self.options))
        except WorkerLostError as lost:
            self._fail(lost, is_late=is_late)
        finally:
            for timer in timers:
                timer.cancel()
            self._set_busy(False)

    def _fail(self, lost: WorkerLostError, *, is_late: bool) -> None:
        """Publish that the deck could not be drawn: after all that the lost process said, before all that the next one says."""
        if is_late:
            message = f"the deck was not drawn within {LIMIT:g} seconds, and the work was stopped"
            problem = Diagnostic("E791", message, hints=("it is drawn again after the next edit",))
        else:
            message = "the process that draws the deck ended unexpectedly"
            problem = Diagnostic("E792", message, hints=("it is started again after the next edit",))
        before = self._newest or Snapshot(title=self._title)
        failed = replace(before, state="broken", problems=(shown_problem(problem),))
        self.publish(failed, Version(lost.start + 1, 0))

    def _set_busy(self, is_busy: bool) -> None:
        if is_busy != self._is_busy:
            self._is_busy = is_busy
            self._notify()

    def _show(self) -> None:
        if not self._waits_with_errors and self._newest != self.snapshot:
            self.snapshot = self._newest
        self._notify()

    def _notify(self) -> None:
        for listener in self._listeners:
            listener.set()
