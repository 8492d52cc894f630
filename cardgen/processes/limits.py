"""Limit the memory and the processor time of the present process, by the operating system where it can do so."""

from __future__ import annotations

import contextlib
import gc
import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

_PERIOD = 0.05
"""Seconds between two looks at the memory where the system does not limit it."""


def limit(*, memory: int, seconds: float) -> None:
    """Let the system end this process if it takes more from now on; what the system cannot limit stays as it is.

    Args:
        memory: Bytes of address space, of which a small part is used by the interpreter.
        seconds: Seconds of processor time from now on; the system counts whole ones.
    """
    try:
        import resource
    except ImportError:  # on Windows
        return
    limits = {"RLIMIT_AS": memory, "RLIMIT_CPU": int(time.process_time() + seconds) + 1, "RLIMIT_CORE": 0}
    for name, value in limits.items():
        if hasattr(resource, name):
            number = getattr(resource, name)
            hard = resource.getrlimit(number)[1]
            with contextlib.suppress(OSError, ValueError):  # macOS knows the names, but not all of the limits
                resource.setrlimit(number, (value if hard == resource.RLIM_INFINITY else min(value, hard), hard))


class _Process:
    is_own = False


def own_process() -> None:
    """Note that the present process works for cardgen alone, so that `memory_limited` may limit all of it."""
    _Process.is_own = True


@contextlib.contextmanager
def memory_limited(more: int) -> Iterator[None]:
    """Let the system raise `MemoryError` in a block for what takes more data than now, on Linux and in a process of cardgen.

    In a program that uses cardgen as a library, another thread may need that memory, so nothing is limited.

    Args:
        more: Bytes that the block may take.
    """
    if not _Process.is_own or sys.platform != "linux":
        yield
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    # The limit is on data that is reserved. Of it, what is not resident was freed, so the block may take it without more.
    _, resident, shared, _, _, reserved, *_ = map(int, Path("/proc/self/statm").read_bytes().split())
    most = max(reserved * resource.getpagesize(), (resident - shared) * resource.getpagesize() + more)
    most = most if soft == resource.RLIM_INFINITY else min(most, soft)
    resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def release_memory() -> None:
    """Give the system back what is no longer used, also values that refer to themselves."""
    gc.collect()
    with contextlib.suppress(OSError, AttributeError):  # only the C library of GNU has it
        import ctypes

        ctypes.CDLL(None).malloc_trim(0)


def peak_memory() -> int:
    """Return the most bytes that the present process has had in memory; 0 where that is not known."""
    try:
        import resource
    except ImportError:  # on Windows
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def memory_now() -> int:
    """Return the number of bytes that this process has in memory; where that is not known, the most that it has had."""
    try:
        pages = Path("/proc/self/statm").read_bytes().split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return peak_memory()


def watch_memory(most: int) -> None:
    """End this process when it has had more bytes in memory, on macOS, which does not limit the address space."""

    def watch() -> None:
        while peak_memory() <= most:
            time.sleep(_PERIOD)
        os._exit(1)

    if sys.platform == "darwin":
        threading.Thread(target=watch, daemon=True).start()
