"""Start processes that end when the one that starts them has ended, which could not tell them so if it was killed."""

from __future__ import annotations

import functools
import multiprocessing
import os
import threading
from multiprocessing.connection import wait
from typing import Any


def context_of(method: str) -> Any:
    """Return the context of `multiprocessing` by which processes start, without a word at the terminal if this one is killed meanwhile.

    Args:
        method: `fork` or `spawn`.
    """
    if method == "spawn":
        _start_quietly()
    return multiprocessing.get_context(method)


@functools.cache
def _start_quietly() -> None:
    """Let a spawned process end with this one before it is told what to do: it would print the traceback of an `EOFError`.

    `multiprocessing` has no setting for the program that it starts.
    """
    from multiprocessing import spawn  # `fork` needs no part of it

    command_line = spawn.get_command_line

    def quiet(**arguments: Any) -> list[str]:
        command = command_line(**arguments)
        if "-c" in command:  # else the program is in the executable
            program = command.index("-c") + 1
            command[program] = f"try: {command[program]}\nexcept EOFError: raise SystemExit(1)"
        return command

    spawn.get_command_line = quiet


def end_with_parent() -> None:
    """End this process as soon as its parent has ended, whatever it is doing then."""
    threading.Thread(target=_watch, daemon=True).start()


def _watch() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
