"""The process in which the sessions of one deck live: it builds, draws pictures, and finds errors while it has time."""

from __future__ import annotations

import gc
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from cardgen.pipeline.options import BuildOptions
from cardgen.preview.pictures import PictureLeftOffError
from cardgen.preview.session import PreviewSession
from cardgen.preview.snapshot import News, Snapshot

MOST_SESSIONS = 6
"""Sessions that are kept: a deck in so many languages and sizes can be looked at in turn without a new start."""

LARGEST_AHEAD = 10_000
"""Square millimetres of a face that is drawn before a page asks for its picture."""

MOST_AHEAD = 12
"""Faces that are drawn before a page asks for their pictures."""

_MOMENT = 0.01  # seconds in which a page that was told of changed faces asks for their pictures

Request = tuple[int, str, tuple[Any, ...]]
"""Number of the request, name of the method of `_Sessions`, and its arguments."""


def serve_requests(connection: Connection, deck: Path, target: Path) -> None:
    """Answer requests until the other end of the connection is closed.

    Args:
        connection: Receives requests; sends the number of each with its answer, and 0 with what nobody has asked for:
            options, news, and pictures.
        deck: The deck file.
        target: The PDF of the whole deck, beside which the record of the last print is.
    """
    with suppress(EOFError, OSError):  # the server has ended
        _Requests(connection, deck, target).run()


class _Requests:
    """Answers requests, the most urgent first."""

    def __init__(self, connection: Connection, deck: Path, target: Path) -> None:
        self._connection = connection
        self._sessions = _Sessions(deck, target, self._send_news, self._answer_pictures, self._is_urgent)
        self._waiting: list[Request] = []

    def run(self) -> None:
        """Answer until the connection is closed."""
        while True:
            self._receive(None if not self._waiting and not self._sessions.unsettled else 0)
            if self._waiting:
                # A build goes before pictures, most of which it makes obsolete.
                self._answer(next((one for one in self._waiting if one[1] == "build"), self._waiting[0]))
            elif news := self._sessions.settle():
                self._send_news(*news, {})

    def _receive(self, timeout: float | None) -> None:
        while self._connection.poll(timeout):
            self._waiting.append(self._connection.recv())
            timeout = 0

    def _answer(self, request: Request) -> None:
        self._waiting.remove(request)
        number, name, arguments = request
        answer: Callable[..., Any] = getattr(self._sessions, name)
        try:
            self._connection.send((number, answer(*arguments)))
        except PictureLeftOffError:
            self._waiting.insert(0, request)  # it is the next, as long as it is unfinished

    def _is_urgent(self) -> bool:
        """Return whether a build goes on, or is asked for."""
        self._receive(0)
        return self._sessions.is_building or any(name == "build" for _, name, _ in self._waiting)

    def _answer_pictures(self, options: BuildOptions) -> None:
        """Answer those who wait for pictures that a session has drawn already which is just being built, unless they take long."""
        self._receive(_MOMENT if self._sessions.has_told else 0)
        self._sessions.has_told = False
        for request in [*self._waiting]:
            if request[1] == "png" and request[2][0] == options and self._sessions.is_quick(*request[2]):
                self._answer(request)

    def _send_news(self, options: BuildOptions, news: News, pictures: Mapping[str, bytes]) -> None:
        self._connection.send((0, (options, news, pictures)))


class _Sessions:
    """The sessions of a deck by their options.

    Args:
        deck: The deck file.
        target: The PDF of the whole deck.
        send: Sends options, news and pictures that a page will ask for next, by their names.
        pause: Called again and again during a build.
        is_urgent: Whether there is something more urgent to do than to draw a large picture.

    Attributes:
        is_building: Whether a build goes on.
        has_told: Whether somebody was just told of changed faces.
        unsettled: Options of sessions with pages that have not been drawn.
    """

    def __init__(
        self,
        deck: Path,
        target: Path,
        send: Callable[[BuildOptions, News, Mapping[str, bytes]], None],
        pause: Callable[[BuildOptions], None],
        is_urgent: Callable[[], bool],
    ) -> None:
        self._send = send
        self._pause = pause
        self._is_urgent = is_urgent
        self.is_building = self.has_told = False
        self._deck = deck
        self._target = target
        self._sessions: OrderedDict[BuildOptions, PreviewSession] = OrderedDict()
        self._built: set[BuildOptions] = set()
        self.unsettled: list[BuildOptions] = []

    def build(self, options: BuildOptions) -> tuple[Any, tuple[str, ...]]:
        """Return the snapshot of a session, and the folders whose files decide about it."""
        session = self._session(options)
        before = {face.id: face for face in session.snapshot.faces}

        def send(news: News) -> None:
            faces = news.faces if isinstance(news, Snapshot) else news
            changed = [face.face for face in faces if before.get(face.id) != face]
            small = [face.key for face in changed if face.width * face.height <= LARGEST_AHEAD]
            if isinstance(news, Snapshot):
                self._send(options, news, self._drawn(options, small[:1]))
                self.has_told = bool(changed)
                session.draw(small[:MOST_AHEAD])
            else:  # these are on the screen
                session.draw(small)
                self._send(options, news, self._drawn(options, small))
            before.update((face.id, face) for face in faces)

        self.is_building, self.has_told = True, False
        snapshot = session.build(send, lambda: self._pause(options))
        self.is_building = False
        if options not in self._built:  # most of what was made now lives until the end
            self._built.add(options)
            gc.collect()
            gc.freeze()
        if options not in self.unsettled:
            self.unsettled.append(options)
        return snapshot, session.folders

    def png(self, options: BuildOptions, key: str, dpi: int) -> bytes | None:
        """Return a picture.

        Args:
            options: Options of the session.
            key: Key of the picture.
            dpi: Pixels per inch.

        Raises:
            PictureLeftOffError: See `PreviewSession.png`.
        """
        if options not in self._sessions:  # it was closed for others, or this process is new
            self.build(options)
        return self._session(options).png(key, dpi, self._is_urgent)

    def is_quick(self, options: BuildOptions, key: str, dpi: int) -> bool:
        """Return whether a session has a picture that is drawn in one go; for the arguments, see `png`."""
        return options in self._sessions and self._sessions[options].is_quick(key, dpi)

    def _drawn(self, options: BuildOptions, keys: list[str]) -> dict[str, bytes]:
        """Return pictures at the resolution that was asked for last, by their names; none if nobody has asked.

        Those that take long are left to the page to ask for, but for the first.
        """
        session = self._session(options)
        dpi = session.dpi
        if not dpi:
            return {}
        chosen = [key for key in keys if key == keys[0] or session.is_quick(key, dpi)]
        found = {f"{key}-{dpi}.png": session.png(key, dpi) for key in chosen}
        return {name: data for name, data in found.items() if data}

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
