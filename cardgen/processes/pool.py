"""Call functions in several processes, which end with this one, and of which none is left when it is interrupted."""

from __future__ import annotations

import gc
import os
import signal
import warnings
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from typing import Any

from cardgen.interrupts import handle, held_back
from cardgen.processes.parent import context_of, end_with_parent


class ProcessPool:
    """Processes that call functions. They start with the first call, and again after they were ended.

    If one of them dies, all end, and the calls that are not done raise `BrokenProcessPool`.

    Args:
        fork: Whether they begin as copies of this process, which only Linux can do safely, from the main thread. Otherwise each
            is a new interpreter.
        begin: Called first in each process; it must be possible to pickle it, unless `fork` is set.
    """

    def __init__(self, count: int, *, fork: bool = False, begin: Callable[[], object] | None = None) -> None:
        self._count = count
        self._fork = fork
        self._begin = begin
        self._executor: ProcessPoolExecutor | None = None
        self._freezes = False  # whether garbage is collected again when they end

    def submit(self, function: Callable[..., Any], calls: Iterable[tuple[Any, ...]]) -> list[Future[Any]]:
        """Let the processes call a function.

        Args:
            function: A function of a module, which can be pickled, as its value can be.
            calls: The arguments of each call, which can be pickled.

        Raises:
            OSError: The processes cannot be started.
            RuntimeError: They end just now.
        """
        # The executor comes first: the first one starts the resource tracker of Python, which unblocks the signals.
        with self._started() as executor, held_back():
            return [executor.submit(function, *arguments) for arguments in calls]

    @contextmanager
    def _started(self) -> Iterator[ProcessPoolExecutor]:
        """Yield what calls are submitted to; the first of them starts the processes."""
        if self._executor is not None:
            yield self._executor
            return
        context = context_of("fork" if self._fork else "spawn")
        self._executor = ProcessPoolExecutor(self._count, context, _begin, (self._begin,))
        if not self._fork:
            yield self._executor
            return
        self._freezes = gc.get_freeze_count() == 0  # a program that has frozen what it holds keeps it so
        if self._freezes:  # so that collecting garbage does not copy the memory that all have in common
            gc.freeze()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # other threads only show progress or convert pictures
            yield self._executor

    def close(self) -> None:
        """End the processes when they have done the calls that they work on."""
        if self._executor is not None:
            self._executor.shutdown(wait=True, cancel_futures=True)  # calls that are submitted meanwhile are refused
            self._executor = None
            if self._freezes:
                self._freezes = False
                gc.unfreeze()

    def kill(self) -> None:
        """End the processes at once."""
        if self._executor is None:
            return
        processes = [*(self._executor._processes or {}).values()]
        for process in processes:
            process.kill()
        # One may have sent half a result: the thread that reads it finds the end only if nobody can send the other half.
        self._executor._result_queue._writer.close()  # type: ignore[attr-defined]
        self.close()
        for process in processes:
            process.join()


def _begin(begin: Callable[[], object] | None) -> None:
    for name in ("SIGTERM", "SIGHUP"):  # a forked process has the handlers of the other one
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
    handle(lambda *_: os._exit(1))  # Ctrl-C: the main process keeps the results
    end_with_parent()
    if begin is not None:
        begin()
