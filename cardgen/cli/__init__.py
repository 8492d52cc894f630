"""The command line: one module for each command, which passes its options on and prints the result."""

from __future__ import annotations

import errno
import os
import signal
import sys
from pathlib import Path
from types import FrameType

import typer

from cardgen.cli import limits
from cardgen.cli.commands import Commands
from cardgen.interrupts import STOPPED, install, was_stopped
from cardgen.processes.command_limits import CommandLimitError
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.report.formats import to_text
from cardgen.report.streams import open_streams
from cardgen.version import __version__

_LONGEST_DATE = 11  # digits of a number of seconds, until the year 5138

INTERRUPTED = 130
"""Exit code after Ctrl-C: 128 plus the number of SIGINT, as in shells and in Typer."""

app = typer.Typer(
    name="cardgen",
    cls=Commands,
    help="Turn a list of cards into a card game: a PDF that prints right the first time, and games against other decks.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    epilog="Exit codes: 0 done, 1 the input has errors, 2 wrong usage, 3 a bug in cardgen, 130 stopped by Ctrl-C.",
)


def _print_version(is_given: bool) -> None:
    if is_given:
        typer.echo(f"cardgen {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    context: typer.Context,
    version: bool = typer.Option(  # noqa: ARG001 - its callback has printed it
        False, "--version", help="Print the version and exit.", callback=_print_version, is_eager=True
    ),
    no_limits: bool = typer.Option(
        False,
        "--no-limits",
        help="Let the command take more than 2 GiB of memory and five minutes of computing, for a large deck of your own.",
    ),
) -> None:
    if context.obj and not no_limits:  # a command that a program calls within its process must not limit the program
        context.obj(context.invoked_subcommand)


def _end(number: int, _frame: FrameType | None) -> None:
    """Exit cleanly when the terminal is closed or the process is terminated, so that open files are completed."""
    sys.exit(128 + number)


def _check_folder() -> None:
    """Exit if the current folder has been deleted, in which no path means anything."""
    try:
        Path.cwd()
    except OSError as error:
        reason = (error.strerror or "").lower()
        print(f"cardgen: the current folder cannot be used: {reason}; change to another one", file=sys.stderr)
        sys.exit(2)


def _check_date() -> None:
    """Ignore SOURCE_DATE_EPOCH if it is no date: ReportLab would fail."""
    fixed = os.environ.get("SOURCE_DATE_EPOCH")
    if fixed is not None and not (fixed.isascii() and fixed.isdecimal() and len(fixed) <= _LONGEST_DATE):
        del os.environ["SOURCE_DATE_EPOCH"]


def main() -> None:
    """Run the command line.

    A bug in cardgen is reported as one, without a traceback unless the variable CARDGEN_DEBUG is set.
    """
    os.environ.setdefault(
        "PYDANTIC_DISABLE_PLUGINS", "__all__"
    )  # looking for plug-ins takes 40 ms, and no model has any
    install()
    for name in ("SIGTERM", "SIGHUP"):  # not all systems have both signals
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _end)
    open_streams()
    _check_folder()
    _check_date()
    if len(sys.argv) == 1:
        from cardgen.cli.double_click import arguments_of_double_click, is_double_click

        if is_double_click():
            sys.argv += arguments_of_double_click()
    try:
        app(obj=limits.limit)
    except SystemExit as end:
        if end.code == INTERRUPTED:
            print(STOPPED, file=sys.stderr)
        raise
    except (CommandLimitError, MemoryError) as error:
        print(limits.told(error), file=sys.stderr)
        sys.exit(1)
    except Exception as error:
        if os.environ.get("CARDGEN_DEBUG"):
            raise
        sys.exit(_report(error))


def _report(error: Exception) -> int:
    """Print an error that no command expected, and return the exit code."""
    if isinstance(error, (CardgenError, UnlocatedError)):  # of a file
        items = error.diagnostics if isinstance(error, CardgenError) else [error.at(None)]
        print(to_text(items), file=sys.stderr)
        return 1
    if was_stopped():
        print(STOPPED, file=sys.stderr)
        return INTERRUPTED
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EIO):
        print(f"cardgen: cannot write the output: {error.strerror}", file=sys.stderr)
        return 1
    print(
        f"cardgen: this is a bug in cardgen or in a game, not in your deck: {type(error).__name__}: {error}\n"
        "  hint: run it again with CARDGEN_DEBUG=1 and report the output",
        file=sys.stderr,
    )
    return 3
