"""Draw one deck in a process of its own: build it, publish snapshots, draw pictures, and find errors between requests."""

from __future__ import annotations

import gc
import itertools
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from cardgen.pipeline.options import BuildOptions
from cardgen.preview.pictures.drawing import PictureLeftOffError
from cardgen.preview.session.session import PreviewSession
from cardgen.preview.session.snapshot import News, Snapshot

MOST_SESSIONS = 6
"""Sessions that are kept: a deck in so many languages and sizes can be looked at in turn without a new start."""

LARGEST_AHEAD = 10_000
"""Square millimetres of a face that is drawn before a page asks for its picture."""

MOST_AHEAD = 12
"""Faces that are drawn before a page asks for their pictures."""

_MOMENT = 0.01  # seconds in which a page that was told of changed faces asks for their pictures

Request = tuple[int, str, tuple[Any, ...]]
"""Number of the request, name of the method of `DeckServer`, and its arguments."""


def serve_requests(connection: Connection, deck: Path, target: Path) -> None:
    """Answer requests until the other end of the connection is closed.

    Args:
        connection: See `DeckServer`.
        target: The PDF of the whole deck, beside which the record of the last print is.
    """
    with suppress(EOFError, OSError):  # the server has ended
        DeckServer(connection, deck, target).run()


class DeckServer:
    """Answers requests about a deck, the most urgent first, and publishes snapshots of it in the order in which they are made.

    Args:
        connection: Receives requests. Sends the number of each with its answer; and 0 with a number that grows, options, what
            is known of the deck with them, and pictures that a page will ask for next, by their names.
    """

    def __init__(self, connection: Connection, deck: Path, target: Path) -> None:
        self._connection = connection
        self._sessions = Sessions(deck, target)
        self._numbers = itertools.count(1)
        self._waiting: list[Request] = []
        self._unsettled: dict[BuildOptions, None] = {}  # of sessions with something to find that nobody waits for
        self._has_told = False  # of changed faces, a moment ago

    def run(self) -> None:
        """Answer until the connection is closed."""
        while True:
            self._receive(None if not self._waiting and not self._unsettled else 0)
            if self._waiting:
                # A build goes before pictures, most of which it makes obsolete.
                self._answer(next((one for one in self._waiting if one[1] == "build"), self._waiting[0]))
            else:
                self._settle(next(iter(self._unsettled)))

    def build(self, options: BuildOptions) -> tuple[str, ...]:
        """Build the deck with some options and publish its snapshot; return the folders whose files decide about it."""
        session = self._sessions.of(options)
        before = {face.id: face for face in session.snapshot.faces}

        def publish_part(news: News) -> None:
            faces = news.faces if isinstance(news, Snapshot) else news
            changed = [face.face for face in faces if before.get(face.id) != face]
            small = [face.key for face in changed if face.width * face.height <= LARGEST_AHEAD]
            if isinstance(news, Snapshot):
                self._publish(options, news, drawn_ahead(session, small[:1]))
                self._has_told = bool(changed)
                session.draw(small[:MOST_AHEAD])
            else:  # these are on the screen
                session.draw(small)
                self._publish(options, news, drawn_ahead(session, small))
            before.update((face.id, face) for face in faces)

        self._has_told = False
        self._publish(options, session.build(publish_part, lambda: self._answer_pictures(options)))
        self._sessions.keep(options)
        self._unsettled[options] = None
        return session.folders

    def png(self, options: BuildOptions, key: str, dpi: int) -> bytes | None:
        """Return a picture.

        Args:
            dpi: Pixels per inch.

        Raises:
            PictureLeftOffError: See `PreviewSession.png`.
        """
        if self._sessions.find(options) is None:  # it was closed for others, or this process is new
            self.build(options)
        return self._sessions.of(options).png(key, dpi, self._is_urgent)

    def _receive(self, timeout: float | None) -> None:
        while self._connection.poll(timeout):
            self._waiting.append(self._connection.recv())
            timeout = 0

    def _answer(self, request: Request) -> None:
        self._waiting.remove(request)
        number, name, arguments = request
        answer: Callable[..., Any] = getattr(self, name)
        try:
            self._connection.send((number, answer(*arguments)))
        except PictureLeftOffError:
            self._waiting.insert(0, request)  # it is the next, as long as it is unfinished

    def _is_urgent(self) -> bool:
        """Return whether a build is asked for, so that a large picture has to wait."""
        self._receive(0)
        return any(name == "build" for _, name, _ in self._waiting)

    def _answer_pictures(self, options: BuildOptions) -> None:
        """Answer those who wait for pictures that a session has drawn already which is just being built, unless they take long."""
        self._receive(_MOMENT if self._has_told else 0)
        self._has_told = False
        session = self._sessions.of(options)
        for request in [*self._waiting]:
            _, name, arguments = request
            if name == "png" and arguments[0] == options and session.is_quick(*arguments[1:]):
                self._answer(request)

    def _settle(self, options: BuildOptions) -> None:
        """Work for a moment on what nobody waits for; publish what was found when there is no more of it."""
        session = self._sessions.find(options)
        if session and session.settle():
            return
        del self._unsettled[options]
        if session and session.snapshot != (now := session.settled()):
            self._publish(options, now)

    def _publish(self, options: BuildOptions, news: News, pictures: Mapping[str, bytes] | None = None) -> None:
        self._connection.send((0, (next(self._numbers), options, news, pictures or {})))


class Sessions:
    """The sessions of a deck by their options; those that were used last are kept."""

    def __init__(self, deck: Path, target: Path) -> None:
        self._deck = deck
        self._target = target
        self._sessions: OrderedDict[BuildOptions, PreviewSession] = OrderedDict()
        self._kept: set[BuildOptions] = set()

    def find(self, options: BuildOptions) -> PreviewSession | None:
        """Return a session; None if there is none with these options."""
        return self._sessions.get(options)

    def of(self, options: BuildOptions) -> PreviewSession:
        """Return a session, a new one if there is none; the one that was not used for longest is closed for it."""
        if options not in self._sessions:
            self._sessions[options] = PreviewSession(self._deck, options, self._target)
        self._sessions.move_to_end(options)
        while len(self._sessions) > MOST_SESSIONS:
            name, oldest = self._sessions.popitem(last=False)
            self._kept.discard(name)
            oldest.close()
        return self._sessions[options]

    def keep(self, options: BuildOptions) -> None:
        """Keep what the first build of a session has made out of each later collection of garbage: most lives until the end."""
        if options not in self._kept:
            self._kept.add(options)
            gc.collect()
            gc.freeze()


def drawn_ahead(session: PreviewSession, keys: Sequence[str]) -> Mapping[str, bytes]:
    """Return pictures at the resolution that was asked for last, by their names; none if nobody has asked.

    Those that take long are left to the page to ask for, but for the first.
    """
    dpi = session.dpi
    if not dpi:
        return {}
    chosen = [key for key in keys if key == keys[0] or session.is_quick(key, dpi)]
    found = {f"{key}-{dpi}.png": session.png(key, dpi) for key in chosen}
    return {name: data for name, data in found.items() if data}
