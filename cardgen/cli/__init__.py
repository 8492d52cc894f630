"""The command line: one module for each command, which passes its options on and prints the result."""

from __future__ import annotations

import errno
import gc
import io
import os
import signal
import sys
import threading
from _thread import interrupt_main
from types import FrameType

import typer

from cardgen.cli.commands import Commands
from cardgen.version import __version__

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
    version: bool = typer.Option(
        False, "--version", help="Print the version and exit.", callback=_print_version, is_eager=True
    ),
) -> None:
    pass


def _stop(_signal: int, frame: FrameType | None) -> None:
    """Raise KeyboardInterrupt on Ctrl-C, but not during an import, since native modules fail if it is interrupted."""
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            threading.Timer(0.02, _interrupt).start()
            return
        frame = frame.f_back
    raise KeyboardInterrupt


def _end(number: int, _frame: FrameType | None) -> None:
    """Exit cleanly when the terminal is closed or the process is terminated, so that open files are completed."""
    sys.exit(128 + number)


def _interrupt() -> None:
    """Raise SIGINT again; on the main thread where that is possible, since only this interrupts a blocking call."""
    if sys.platform == "win32":
        interrupt_main()
    else:
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)


def main() -> None:
    """Run the command line.

    A bug in cardgen is reported as one, without a traceback unless the variable CARDGEN_DEBUG is set.
    """
    os.environ.setdefault(
        "PYDANTIC_DISABLE_PLUGINS", "__all__"
    )  # looking for plug-ins takes 40 ms, and no model has any
    # Nearly everything that a build creates lives until its end; collecting garbage took 6 % of the time.
    gc.set_threshold(100_000, 50, 1000)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _stop)
    for name in ("SIGTERM", "SIGHUP"):  # not all systems have both signals
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _end)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # a file name may hold any bytes
    try:
        app()
    except SystemExit as end:
        if end.code == INTERRUPTED:
            print("cardgen: stopped; existing files are unchanged", file=sys.stderr)
        raise
    except Exception as error:
        if os.environ.get("CARDGEN_DEBUG"):
            raise
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EIO):
            print(f"cardgen: cannot write the output: {error.strerror}", file=sys.stderr)
            sys.exit(1)
        print(
            f"cardgen: this is a bug in cardgen or in a game, not in your deck: {type(error).__name__}: {error}\n"
            "  hint: run it again with CARDGEN_DEBUG=1 and report the output",
            file=sys.stderr,
        )
        sys.exit(3)
