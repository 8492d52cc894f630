"""Start the installed application: cardgen itself, or one of the processes that it starts with the same program."""

import multiprocessing
import sys

SANDBOX = "sandbox_main.py"


def main() -> None:
    """Run what the arguments ask for: a worker, a sandbox (`-P .../sandbox_main.py MEMORY MODULES`), or cardgen."""
    multiprocessing.freeze_support()  # a worker of multiprocessing does not return from here
    if sys.argv[1:2] == ["-P"] and sys.argv[2].endswith(SANDBOX):
        from cardgen.processes import sandbox_main

        del sys.argv[:2]
        sandbox_main.main()
        sys.exit()
    from cardgen.__main__ import main as run

    run()


if __name__ == "__main__":
    main()
