"""Send requests to a process of its own from an event loop, which a slow or broken process never blocks."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import sys
import threading
from collections.abc import Callable
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any, ClassVar

from cardgen.interrupts import held_back
from cardgen.processes.parent import context_of
from cardgen.processes.worker_main import run_forked, run_program

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess


class WorkerLostError(Exception):
    """The process ended while it worked on a request.

    Attributes:
        start: The start of the process, counted from 1; 0 if none was started.
    """

    def __init__(self, start: int = 0) -> None:
        super().__init__()
        self.start = start


class Worker:
    """A process that answers requests about one subject; it is started when it is needed, also after it was lost.

    Args:
        subject: What the requests are about, such as a deck file; it can be pickled.
        on_news: Called with the start of the process, counted from 1, and what it sends without being asked.
        more: Further arguments of the program, which can be pickled.

    Attributes:
        program: The function that the process runs, as `module:function`; it takes the connection, the subject and `more`.
    """

    program: ClassVar[str]

    def __init__(self, subject: object, on_news: Callable[..., None] = lambda *_: None, **more: object) -> None:
        self._subject = subject
        self._more = more
        self._on_news = on_news
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._starts = 0
        self._process: BaseProcess | None = None
        self._connection: Connection | None = None
        self._read: Connection | None = None  # the connection that a thread reads
        self._is_closed = False

    @property
    def is_running(self) -> bool:
        """Whether the process has been started, and has not ended."""
        return self._process is not None

    def launch(self) -> None:
        """Start the process, unless it runs, before this one has threads, sockets or a loop: on Linux, it begins as a copy of it."""
        if self._process is None:
            self._begin("fork" if sys.platform == "linux" and threading.active_count() == 1 else "spawn")

    def start(self) -> None:
        """Start the process, unless it runs, and read what it sends."""
        if self._process is None:
            self._begin("spawn")
        if self._connection is not None and self._connection is not self._read:
            self._read = self._connection
            arguments = self._connection, self._starts, asyncio.get_running_loop()
            threading.Thread(target=self._receive, args=arguments, daemon=True).start()

    def _begin(self, method: str) -> None:
        """Start the process, by `fork` with the modules that are imported here, or by `spawn` with none."""
        self._starts += 1
        context = context_of(method)
        self._connection, there = context.Pipe()
        subject = self.program, there, self._subject
        if method == "fork":
            self._process = context.Process(
                target=run_forked, args=(self._connection, *subject), kwargs=self._more, daemon=True
            )
        else:
            resource_tracker.ensure_running()  # now, since its start would let Ctrl-C through
            self._process = context.Process(target=run_program, args=subject, kwargs=self._more, daemon=True)
        with held_back():
            self._process.start()
        there.close()

    def stop(self) -> None:
        """End the process at once; requests that wait for it fail."""
        process, connection, self._process, self._connection = self._process, self._connection, None, None
        if process:
            process.kill()
        if connection and connection is not self._read:  # else `_lose` closes it when its thread has come to the end
            connection.close()
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(WorkerLostError(self._starts))

    def close(self) -> None:
        """End the process for good: requests that follow fail too."""
        self._is_closed = True
        self.stop()

    async def ask(self, name: str, *arguments: object) -> Any:
        """Return the answer of the process to a request.

        Args:
            arguments: Its arguments, which can be pickled.

        Raises:
            WorkerLostError: The process ended, or is closed.
        """
        if self._is_closed:
            raise WorkerLostError(self._starts)
        self.start()
        assert self._connection is not None
        number = next(self._numbers)
        future = self._waiting[number] = asyncio.get_running_loop().create_future()
        try:
            self._connection.send((number, name, arguments))
            return await future
        except OSError:
            raise WorkerLostError(self._starts) from None
        finally:
            self._waiting.pop(number, None)

    def _receive(self, connection: Connection, start: int, loop: asyncio.AbstractEventLoop) -> None:
        """Pass messages on to the loop, in a thread of its own, until the process ends."""
        with contextlib.suppress(RuntimeError):  # the loop is closed
            try:
                while True:
                    loop.call_soon_threadsafe(self._take, start, *connection.recv())
            except (EOFError, OSError):
                loop.call_soon_threadsafe(self._lose, connection)

    def _take(self, start: int, number: int, value: Any) -> None:
        """Take a message: the answer of a request by its number, or with 0 what nobody has asked for.

        The future of a request wakes its coroutine only some callbacks later, so that an answer and the news after it can
        reach a coroutine in either order. What must stay in order is therefore sent as news.
        """
        if number == 0:
            self._on_news(start, *value)
            return
        future = self._waiting.get(number)
        if future and not future.done():
            future.set_result(value)

    def _lose(self, connection: Connection) -> None:
        """Close a connection that has come to its end: here, where requests are sent, and when no thread reads it any more.

        Its number may be that of another file at once, such as of the next process, of which the thread would read.
        """
        if connection is self._connection:
            self.stop()
        connection.close()
