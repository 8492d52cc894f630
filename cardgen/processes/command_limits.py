"""Limit the memory and the processor time of a command that reads, checks or draws decks, and say what it worked on.

The system limits the address space where it can, so that no single value fills the memory. A thread compares what is really used
with the limits, since an address space is mostly not used.
"""

from __future__ import annotations

import contextlib
import math
import signal
import sys
import threading
import time
from _thread import interrupt_main
from collections.abc import Callable, Iterator
from types import FrameType

from cardgen.processes.limits import memory_now, own_process

MEMORY = 2 * 2**30
"""Bytes in memory. A build of 10,000 cards takes a third of it."""
SECONDS = 300.0
"""Seconds of processor time. A build of 10,000 cards takes a fifth of it."""
_ADDRESSES = 4 * 2**30
"""Bytes of address space: those of the memory, and of the threads and libraries that mostly do not use theirs."""
_PERIOD = 0.25
"""Seconds between two looks."""
_PATIENCE = 40
"""Looks after which a command is ended at once that has not ended itself, such as in a library."""
_SIGNAL: int = getattr(signal, "SIGUSR2", 0) or getattr(signal, "SIGBREAK", signal.SIGTERM)  # the second on Windows


class CommandLimitError(BaseException):
    """The command takes too much memory or time. It is no `Exception`, since those of a template or a game are caught."""

    def __init__(self, *, is_time: bool) -> None:
        super().__init__()
        self.is_time = is_time


class _Now:
    file = ""
    end = math.inf  # processor time of the process at which a block has to end


def now_reading(file: str) -> None:
    """Note the file that the command works on, for messages."""
    _Now.file = file


def file_read() -> str:
    """Return the file that the command works on; empty if there is none yet."""
    return _Now.file


@contextlib.contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise `CommandLimitError` if the block takes more seconds of processor time, in a command that is limited."""
    _Now.end = time.process_time() + seconds
    try:
        yield
    finally:
        _Now.end = math.inf


def limit_command(end: Callable[[CommandLimitError], None]) -> None:
    """Limit the present process from now on; its main thread raises `CommandLimitError`, and `MemoryError` for a single value.

    Args:
        end: Ends the process at once, as it does not end itself.
    """
    own_process()
    with contextlib.suppress(ImportError, OSError, ValueError):  # on Windows; macOS does not limit it
        import resource

        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        if hard == resource.RLIM_INFINITY or hard > _ADDRESSES:
            resource.setrlimit(resource.RLIMIT_AS, (_ADDRESSES, hard))
    signal.signal(_SIGNAL, _raise)
    threading.Thread(target=_watch, args=(end,), daemon=True).start()


def _raise(_signal: int, _frame: FrameType | None) -> None:
    if _is_over():  # still: the block that was limited may have ended
        raise CommandLimitError(is_time=_is_late())


def _watch(end: Callable[[CommandLimitError], None]) -> None:
    """Tell the main thread when the process is over a limit, and end the process if that does not help."""
    late = 0
    while late < _PATIENCE:
        time.sleep(_PERIOD)
        if not _is_over():
            late = 0
            continue
        if late % (_PATIENCE // 4) == 0:  # again, if a library has lost it
            _tell_main_thread()
        late += 1
    end(CommandLimitError(is_time=_is_late()))


def _is_over() -> bool:
    return memory_now() > MEMORY or _is_late()


def _is_late() -> bool:
    return time.process_time() > min(SECONDS, _Now.end)


def _tell_main_thread() -> None:
    if sys.platform == "win32":
        interrupt_main(_SIGNAL)
    else:
        signal.pthread_kill(threading.main_thread().ident or 0, _SIGNAL)
