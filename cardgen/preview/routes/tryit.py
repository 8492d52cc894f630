"""Serve statistics and trials of a deck, and what can be played with it.

| address | answer |
| --- | --- |
| `/api/decks/DECK/offer` | what can be played: opponents, numbers of players, levels; see `Offer` |
| `/api/decks/DECK/texts` | the texts that effects generate, by the pieces that they are on |
| `/api/decks/DECK/trial` | statistics and quick games as long as somebody listens, as server-sent events; see `Trial` |

`trial` takes the name of the opponent and a level, besides the options of the build. Of these, only the language counts here.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cardgen.play.simulate.levels import level_of
from cardgen.preview.routes.decks import told
from cardgen.preview.server.open_decks import OpenDeck, OpenDecks
from cardgen.preview.server.page_options import read_options
from cardgen.preview.table.rooms import Rooms
from cardgen.preview.tryit.subject import TrialSubject
from cardgen.processes.worker import WorkerLostError
from cardgen.report.errors import UnlocatedError
from cardgen.report.visible import visible_line


def tryit_routes(open_decks: OpenDecks, rooms: Rooms) -> list[Route]:
    """Return the addresses by which decks are tried out."""
    answers = _Tryout(open_decks, rooms)
    return [
        Route("/api/decks/{deck}/offer", answers.offer),
        Route("/api/decks/{deck}/texts", answers.texts),
        Route("/api/decks/{deck}/trial", answers.trial),
    ]


class _Tryout:
    """The answers."""

    def __init__(self, open_decks: OpenDecks, rooms: Rooms) -> None:
        self._decks = open_decks
        self._rooms = rooms

    async def offer(self, request: Request) -> Response:
        with _answering():
            return JSONResponse(await self._rooms.shared.offer(self._decks.of(request).id))

    async def texts(self, request: Request) -> Response:
        opened, options = self._decks.view(request)
        with _answering():
            texts = await self._rooms.shared.workers.reader.answer("texts", Path(opened.shown), options.language)
            return JSONResponse(texts)

    async def trial(self, request: Request) -> Response:
        opened, query = self._decks.of(request), dict(request.query_params)
        opponent = self._opponent(opened, query.pop("opponent", ""))
        level = _level(query.pop("level", ""))
        language = read_options(self._decks.options, query).language
        trial = opened.trials.of(TrialSubject(Path(opened.shown), opponent, level, language))
        return told(self._decks, trial.follow)

    def _opponent(self, opened: OpenDeck, name: str) -> Path | None:
        """Return the deck file of an opponent; None for the deck itself.

        Raises:
            HTTPException: 400, there is no deck of this name.
        """
        if name in ("", opened.id):
            return None
        other = self._decks.by_id.get(name)
        if other is None:
            raise HTTPException(400, "There is no deck of this name.")
        return Path(other.shown)


@contextlib.contextmanager
def _answering() -> Iterator[None]:
    """Answer with 503 if a process ends or takes too long."""
    try:
        yield
    except (WorkerLostError, TimeoutError):
        raise HTTPException(503, "The process that plays the games ended.") from None


def _level(text: str) -> str:
    try:
        return level_of(text or "greedy")
    except UnlocatedError as error:
        raise HTTPException(400, visible_line(error.message)) from None
