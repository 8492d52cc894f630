"""Call functions in a process of its own, which has limits of memory and time and may be ended at any time.

The process is a new interpreter rather than one of `multiprocessing`, whose `spawn` starts a second process to track resources and
imports the main module: a command that draws one deck would pay for both.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import pickle
import signal
import subprocess
import sys
import threading
import weakref
from pathlib import Path
from typing import Any, BinaryIO, cast

from cardgen.processes.sandbox_main import receive, send

_PATIENCE = 6
"""The time that passes may be so many times the processor time, if the machine is busy."""
_ENVIRONMENT = {
    "RAYON_NUM_THREADS": str(min(8, os.cpu_count() or 1)),  # so that threads do not take address space that nobody uses
    "MALLOC_ARENA_MAX": "2",
    "RUST_BACKTRACE": "0",  # a library that has no memory left for it would wait for ever
}


_TIME_IS_UP = -getattr(signal, "SIGXCPU", 0)
"""How a process ends that took too much processor time; 0 where the system does not limit it."""
_all: weakref.WeakSet[Sandbox] = weakref.WeakSet()
_starting = threading.Lock()
"""Held while a sandbox is added or its process starts; by `kill_all` for good, since other threads go on until the present process ends."""


class OverLimitError(Exception):
    """The process was ended: it took too much memory or time, or crashed."""

    is_time = False


class Sandbox:
    """A process that calls functions, one at a time. It starts when it is first needed, and again after it was ended.

    Args:
        memory: Bytes of address space that it may use.

    Attributes:
        memory: See `Args`.
    """

    def __init__(self, memory: int, *modules: str) -> None:
        self.memory = memory
        self._modules = modules
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0
        self._lock = threading.Lock()
        with _starting:
            _all.add(self)

    def start(self) -> None:
        """Start the process, so that it is ready when it is needed."""
        with self._lock:
            self._running()

    def call(self, function: str, *arguments: object, seconds: float) -> tuple[Any, float]:
        """Call a function, and return its value and the seconds of processor time that it took.

        Args:
            function: The function as `module:function`; the process imports it.
            arguments: Its arguments, which can be pickled, as its value can be.
            seconds: Seconds of processor time that it may take.

        Raises:
            OverLimitError: It takes more memory or time.
            OSError: The process cannot be started.
            Exception: What the function raises.
        """
        request = pickle.dumps((function, arguments, self.memory, seconds), pickle.HIGHEST_PROTOCOL)
        with self._lock:
            process = self._running()
            timer = threading.Timer(seconds * _PATIENCE, process.kill)
            timer.daemon = True
            timer.start()
            try:
                is_value, value, used = pickle.loads(_ask(process, request))
            except BaseException as error:
                self._end()
                if isinstance(error, OverLimitError):
                    error.is_time = process.returncode == _TIME_IS_UP or not timer.is_alive()
                raise
            finally:
                timer.cancel()
        if not is_value:
            raise value
        return value, used

    def kill(self) -> None:
        """End the process without waiting for a call that goes on; the present process must end too."""
        process = self._process  # another thread may begin anew when its call ends
        if process and self._owner == os.getpid():
            process.kill()
            process.wait()

    def close(self) -> None:
        """End the process."""
        with self._lock:
            self._end()

    def _running(self) -> subprocess.Popen[bytes]:
        """Return the process; one that a forked process has inherited belongs to its parent."""
        if self._process is None or self._owner != os.getpid() or self._process.poll() is not None:
            self._end()
            program = str(Path(__file__).with_name("sandbox_main.py"))
            with _starting:
                self._owner = os.getpid()
                self._process = subprocess.Popen(
                    [sys.executable, "-P", program, str(self.memory), *self._modules],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    env={**os.environ, **_ENVIRONMENT},
                )
        return self._process

    def _end(self) -> None:
        process = self._process
        if process is None:
            return
        if self._owner != os.getpid():  # its parent ends it: `Popen` must neither signal, wait, nor warn that it runs
            process.returncode = 0
        process.kill()  # first: Ctrl-C may come at any moment
        self._process = None
        for stream in (process.stdin, process.stdout):
            if stream:
                with contextlib.suppress(OSError):  # what is still to be written has no reader
                    stream.close()
        process.wait()


def _ask(process: subprocess.Popen[bytes], request: bytes) -> bytes:
    """Return the answer of the process.

    Raises:
        OverLimitError: It was ended before.
    """
    try:
        send(cast(BinaryIO, process.stdin), request)
        answer = receive(cast(BinaryIO, process.stdout))
    except (OSError, ValueError) as error:  # ValueError: the stream has been closed
        raise OverLimitError from error
    if not answer:
        raise OverLimitError
    return answer


def kill_all() -> None:
    """End all sandboxes for good: a thread that needs one waits until the present process ends.

    That must follow, without the functions that are registered for its end.
    """
    _starting.acquire()
    for sandbox in [*_all]:
        sandbox.kill()


@atexit.register
def _close_all() -> None:
    for sandbox in [*_all]:
        sandbox.close()
