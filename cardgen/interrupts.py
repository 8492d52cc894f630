"""Raise Ctrl-C as KeyboardInterrupt in Python code only, so that it is not lost in native code or an import."""

from __future__ import annotations

import signal
import sys
import threading
import time
from _thread import interrupt_main, start_new_thread
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

STOPPED = "cardgen: stopped; existing files are unchanged"
CAN_BLOCK = hasattr(signal, "pthread_sigmask")  # not on Windows
_HELD_BACK = {signal.SIGINT, signal.SIGTERM}
_AGAIN = 0.02  # seconds until an interrupt that came at a bad moment is raised again


class _Seen:
    """What has happened to interrupts so far."""

    any = False
    swallowed = False
    is_kept = False
    is_pending = False
    is_coming = False


def install() -> None:
    """Handle Ctrl-C from now on, unless the caller has a handler of its own or wants it to be ignored."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _stop)
        sys.unraisablehook = _report_unraisable


@contextmanager
def held_back() -> Iterator[None]:
    """Block Ctrl-C and SIGTERM while processes start, which would print a traceback before they handle them; they come afterwards."""
    if not CAN_BLOCK:
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _HELD_BACK)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def handle(handler: Any) -> None:
    """Handle Ctrl-C in a process that was started while it was held back.

    Args:
        handler: What `signal.signal` takes.
    """
    signal.signal(signal.SIGINT, handler)
    if CAN_BLOCK:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _HELD_BACK)


@contextmanager
def kept_for_games() -> Iterator[None]:
    """Keep the first Ctrl-C, or request to end, until games are played, so that what is known is reported.

    It is raised as KeyboardInterrupt within `raised_in_games`, at once or as soon as that begins; a second one is raised
    wherever Python code runs.
    """
    before = signal.signal(signal.SIGTERM, _stop)
    _Seen.is_kept = True
    try:
        yield
    finally:
        _Seen.is_kept = _Seen.is_pending = False
        signal.signal(signal.SIGTERM, before)


@contextmanager
def raised_in_games() -> Iterator[None]:
    """Raise an interrupt that was kept, and those that come meanwhile; see `kept_for_games`."""
    is_kept, _Seen.is_kept = _Seen.is_kept, False
    try:
        if _Seen.is_pending:
            raise KeyboardInterrupt
        yield
    finally:
        _Seen.is_kept = is_kept


def was_stopped() -> bool:
    """Return whether Ctrl-C was pressed, which explains any strange error of a library."""
    return _Seen.any


def raise_swallowed() -> None:
    """Raise the interrupt that native code has swallowed, if any: what it returned since is wrong."""
    if _Seen.swallowed:
        raise KeyboardInterrupt


def _stop(_signal: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt, but not during an import, which native modules do not survive, nor in the hook below."""
    _Seen.any = True
    if _Seen.is_kept and not _Seen.is_pending:
        _Seen.is_pending = True
        return
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib") or frame.f_code is _report_unraisable.__code__:
            _interrupt_again()
            return
        frame = frame.f_back
    raise KeyboardInterrupt


def _report_unraisable(unraisable: Any) -> None:
    """Raise an interrupt again that native code, such as a validator of Pydantic, could not pass on."""
    if issubclass(unraisable.exc_type, KeyboardInterrupt):
        _Seen.swallowed = True
        _interrupt_again()
    else:
        sys.__unraisablehook__(unraisable)


def _interrupt_again() -> None:
    # Not a Timer: its start waits for the new thread and holds a lock, and the interrupt may come while it does.
    if not _Seen.is_coming:
        _Seen.is_coming = True
        start_new_thread(_interrupt, ())


def _interrupt() -> None:
    """Raise SIGINT soon; on the main thread where that is possible, since only this interrupts a blocking call."""
    time.sleep(_AGAIN)
    _Seen.is_coming = False
    if sys.platform == "win32":
        interrupt_main()
    else:
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
