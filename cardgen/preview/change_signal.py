"""Wait for changes in folders without looking at them, where the system wakes who waits: on Linux, by inotify."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

# Source: inotify(7). What a write, a rename or a removal causes, also that of the folder itself; reading causes none.
_MODIFY, _ATTRIB, _MOVED_FROM, _MOVED_TO, _CREATE, _DELETE = 0x2, 0x4, 0x40, 0x80, 0x100, 0x200
_DELETE_SELF, _MOVE_SELF = 0x400, 0x800
_EVENTS = _MODIFY | _ATTRIB | _MOVED_FROM | _MOVED_TO | _CREATE | _DELETE | _DELETE_SELF | _MOVE_SELF
_BUFFER = 65_536  # bytes of events that are read at once


class ChangeSignal:
    """Says that something has changed in some folders, not what.

    Args:
        descriptor: An instance of inotify with watches of the folders.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    async def wait(self, woken: asyncio.Event, seconds: float) -> bool:
        """Wait for a change since the last call; return whether there was one.

        Args:
            woken: Is set by a change, and ends the wait also when something else sets it.
            seconds: The longest wait.
        """
        loop = asyncio.get_running_loop()
        loop.add_reader(self._descriptor, woken.set)
        try:
            await asyncio.wait_for(woken.wait(), seconds)
        except TimeoutError:
            return False
        finally:
            loop.remove_reader(self._descriptor)
        woken.clear()
        with contextlib.suppress(BlockingIOError):
            return bool(os.read(self._descriptor, _BUFFER))
        return False


@contextlib.contextmanager
def change_signal(folders: Sequence[Path]) -> Iterator[ChangeSignal | None]:
    """Give a signal for some folders, without those inside them; None where the system has none, or no room for one."""
    if sys.platform != "linux":
        yield None
        return
    library = ctypes.CDLL(None)
    descriptor = library.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
    if descriptor < 0:
        yield None
        return
    try:
        watches = [library.inotify_add_watch(descriptor, os.fsencode(folder), _EVENTS) for folder in folders]
        yield ChangeSignal(descriptor) if min(watches) >= 0 else None
    finally:
        os.close(descriptor)
