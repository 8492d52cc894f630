"""Limit what commands may take that read, check or draw decks, and say so in the words of an error."""

from __future__ import annotations

import os
import sys

from cardgen.processes import command_limits, sandbox
from cardgen.processes.command_limits import CommandLimitError
from cardgen.report.diagnostics import Diagnostic
from cardgen.report.formats import to_text
from cardgen.report.source import Span

UNLIMITED = ("balance", "play", "playtest", "preview", "table")
"""Commands that go on as long as somebody wants; the preview reads and draws decks in processes of its own."""


def limit(command: str | None) -> None:
    """Limit the present process, unless the command is among `UNLIMITED`."""
    if command not in UNLIMITED:
        command_limits.limit_command(_end)


def told(error: CommandLimitError | MemoryError) -> str:
    """Return the error of a command that takes too much, with the file that it was working on."""
    if isinstance(error, CommandLimitError) and error.is_time:
        amount = f"{command_limits.SECONDS / 60:g} minutes of computing"
    else:
        amount = f"{command_limits.MEMORY // 2**30} GiB of memory"
    file = command_limits.file_read()
    hint = "if the deck is your own, write --no-limits before the command: cardgen --no-limits ..."
    return to_text(
        [Diagnostic("E158", f"the command takes more than {amount}", Span(file) if file else None, hints=(hint,))]
    )


def _end(error: CommandLimitError) -> None:
    """End the process, whatever its main thread does."""
    try:
        print(told(error), file=sys.stderr, flush=True)
        sandbox.kill_all()
    finally:  # also if the memory is full, or nobody reads what is told
        os._exit(1)
