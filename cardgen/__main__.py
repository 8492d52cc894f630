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
            print("cardgen: stopped; existing files are unchanged", file=sys.stderr)
            code = 130
    except KeyboardInterrupt:  # one more, while the first is told
        code = 130
    except SystemExit as end:
        code = end.code or 0
    _leave(code if isinstance(code, int) else 1)


def _leave(code: int) -> NoReturn:
    """Exit at once, as mypy does: freeing the values of a finished build one by one takes a fifth of its time.

    Functions that are registered to run at the end do not run, so sandboxes are ended here.
    """
    for number in signal.valid_signals():  # one more Ctrl-C, or a limit that is reached now, would end in a traceback
        if callable(signal.getsignal(number)):
            signal.signal(number, lambda *_: None)
    if sandbox := sys.modules.get("cardgen.processes.sandbox"):
        sandbox.kill_all()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):  # the reader of a pipe may have gone
            stream.flush()
    os._exit(code)


if __name__ == "__main__":
    main()
