"""`python -m cardgen`, and the command `cardgen`."""

import sys


def main() -> None:
    """Run the command line; a stop while it is still being imported is no traceback either."""
    try:
        from cardgen.cli import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
