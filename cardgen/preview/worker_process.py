"""The process in which the sessions of one deck live: it builds, draws pictures, and finds errors while it has time."""

from __future__ import annotations

import gc
import signal
from collections import OrderedDict
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from cardgen.pipeline.options import BuildOptions
from cardgen.preview.session import PreviewSession

MOST_SESSIONS = 6
"""Sessions that are kept: a deck in so many languages and sizes can be looked at in turn without a new start."""

Request = tuple[int, str, tuple[Any, ...]]
"""Number of the request, name of the method of `_Sessions`, and its arguments."""


def serve_requests(connection: Connection, deck: Path, target: Path) -> None:
    """Answer requests until the other end of the connection is closed.

    Args:
        connection: Receives requests; sends the number of each with its answer, and 0 with what nobody has asked for:
            options and a snapshot with the problems that were found since the build.
        deck: The deck file.
        target: The PDF of the whole deck, beside which the record of the last print is.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the server, which then closes the connection
    gc.set_threshold(100_000, 50, 1000)
    sessions, waiting = _Sessions(deck, target), list[Request]()
    try:
        while True:
            while connection.poll(None if not waiting and not sessions.unsettled else 0):
                waiting.append(connection.recv())
                if not connection.poll(0):
                    break
            if waiting:
                # A build goes before pictures, most of which it makes obsolete.
                request = next((one for one in waiting if one[1] == "build"), waiting[0])
                waiting.remove(request)
                number, name, arguments = request
                answer: Callable[..., Any] = getattr(sessions, name)
                connection.send((number, answer(*arguments)))
            elif news := sessions.settle():
                connection.send((0, news))
    except (EOFError, OSError):  # the server has ended
        return


class _Sessions:
    """The sessions of a deck by their options.

    Args:
        deck: The deck file.
        target: The PDF of the whole deck.
    """

    def __init__(self, deck: Path, target: Path) -> None:
        self._deck = deck
        self._target = target
        self._sessions: OrderedDict[BuildOptions, PreviewSession] = OrderedDict()
        self._built: set[BuildOptions] = set()
        self.unsettled: list[BuildOptions] = []

    def build(self, options: BuildOptions) -> tuple[Any, tuple[str, ...]]:
        """Return the snapshot of a session, and the folders whose files decide about it."""
        session = self._session(options)
        snapshot = session.build()
        if options not in self._built:  # most of what was made now lives until the end
            self._built.add(options)
            gc.collect()
            gc.freeze()
        if options not in self.unsettled:
            self.unsettled.append(options)
        return snapshot, session.folders

    def png(self, options: BuildOptions, key: str, dpi: int) -> bytes | None:
        """Return a picture; see `PreviewSession.png`."""
        if options not in self._sessions:  # it was closed for others, or this process is new
            self.build(options)
        return self._session(options).png(key, dpi)

    def settle(self) -> tuple[BuildOptions, Any] | None:
        """Draw some pages of a session that nobody has asked for; return the session and its snapshot at the end."""
        options = self.unsettled[0]
        session = self._sessions.get(options)
        if session and session.settle():
            return None
        self.unsettled.remove(options)
        return (options, session.settled()) if session else None

    def _session(self, options: BuildOptions) -> PreviewSession:
        if options not in self._sessions:
            self._sessions[options] = PreviewSession(self._deck, options, self._target)
        self._sessions.move_to_end(options)
        while len(self._sessions) > MOST_SESSIONS:
            name, oldest = self._sessions.popitem(last=False)
            self._built.discard(name)
            oldest.close()
        return self._sessions[options]
