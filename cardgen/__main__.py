"""`python -m cardgen`, and the command `cardgen`."""

import contextlib
import gc
import os
import signal
import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run the command line; Ctrl-C while it is still being imported gives no traceback either."""
    code: object = 0
    # Nearly everything that a command creates lives until its end; collecting garbage took 5 % of the time.
    gc.set_threshold(1_000_000, 50, 1000)
    try:
        try:
            from cardgen.interrupts import install

            install()
            from cardgen.cli import main as run

            run()
        except KeyboardInterrupt:
            code = 130
            print("cardgen: stopped; existing files are unchanged", file=sys.stderr)
        except SystemExit as end:
            code = end.code or 0
    except (KeyboardInterrupt, SystemExit):  # one more, or a request to end, while the first is told
        code = 130
    try:
        _leave()
    finally:
        os._exit(code if isinstance(code, int) else 1)


def _leave() -> None:
    """End what the process has started and write what it has printed, so that it can exit at once, as mypy does.

    Freeing the values of a finished build one by one would take a fifth of its time. Functions that are registered to run at the
    end do not run, so sandboxes are ended here.
    """
    for number in signal.valid_signals():  # one more Ctrl-C, or a limit that is reached now, would cut it short
        if callable(signal.getsignal(number)):
            signal.signal(number, lambda *_: None)
    if sandbox := sys.modules.get("cardgen.processes.sandbox"):
        sandbox.kill_all()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):  # the reader of a pipe may have gone
            stream.flush()


if __name__ == "__main__":
    main()
