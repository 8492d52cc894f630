"""Start a process that serves requests; this module imports nothing that would delay its first answer."""

import gc
import pkgutil
import signal
from multiprocessing.connection import Connection

from cardgen.interrupts import handle
from cardgen.processes.limits import own_process
from cardgen.processes.parent import end_with_parent


def run_program(program: str, connection: Connection, subject: object, **more: object) -> None:
    """Run a program, which only its own process imports, as the server has a page to answer meanwhile.

    Args:
        program: The function as `module:function`.
        connection: Receives requests and sends answers.
    """
    own_process()
    end_with_parent()
    handle(signal.SIG_IGN)  # Ctrl-C ends the server, which then closes the connection
    gc.set_threshold(100_000, 50, 1000)  # modules are imported for good, and so are the decks that are read
    pkgutil.resolve_name(program)(connection, subject, **more)


def run_forked(other: Connection, program: str, connection: Connection, subject: object, **more: object) -> None:
    """Run a program in a copy of the server.

    Args:
        other: The end of the connection that belongs to the server: as long as it is open here too, the end of the server
            would not be noticed.
        connection: Receives requests and sends answers.
    """
    other.close()
    run_program(program, connection, subject, **more)
