"""Recognise that cardgen was started by a double click, so that nobody reads a terminal."""

from __future__ import annotations

import os
import sys
from pathlib import Path

_NAME = "cardgen"


def is_double_click() -> bool:
    """Return whether the desktop started this process: no terminal is there, or one that was made for it alone.

    A process without a terminal is not enough: tests and scripts start cardgen in this way too.
    """
    if sys.platform == "win32":
        return _owns_console()
    if any(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        return False
    is_finder = os.environ.get("XPC_SERVICE_NAME", "").startswith("application.")  # launchd names services so
    launched = os.environ.get("GIO_LAUNCHED_DESKTOP_FILE_PID", "")  # GLib names the process that it starts
    return (sys.platform == "darwin" and is_finder) or launched in {str(os.getpid()), str(os.getppid())}


def _owns_console() -> bool:
    """Return whether Windows made the console for this process, and the launcher that pip puts before it."""
    import ctypes

    windows = getattr(ctypes, "windll")  # noqa: B009 - other systems have none, also for mypy
    attached = (ctypes.c_uint32 * 4)()
    count = windows.kernel32.GetConsoleProcessList(attached, len(attached))
    has_launcher = not getattr(sys, "frozen", False) and not sys.argv[0].endswith("__main__.py")
    return bool(count <= (2 if has_launcher else 1))  # none for a program without a console


def arguments_of_double_click() -> list[str]:
    """Return the arguments that open the start page, in a folder of its own that is made for games."""
    from platformdirs import user_documents_path

    folder: Path = user_documents_path() / _NAME
    folder.mkdir(parents=True, exist_ok=True)
    return ["preview", str(folder), "--out", str(folder / "out")]
