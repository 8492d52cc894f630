"""Serve decks: snapshots, changes and pictures.

| address | answer |
| --- | --- |
| `/api/preview` | the decks, and what the switches offer |
| `/api/decks/DECK/snapshot` | what is shown of a deck: a `Snapshot` as JSON |
| `/api/decks/DECK/events` | the same, then each difference as it happens, as server-sent events |
| `/api/decks/DECK/pictures/KEY-DPI.png` | a picture; its name is made of what it shows, so browsers keep it for ever |

Addresses of a deck take options of the build as a query, by the names of `OPTIONS`.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from dataclasses import asdict
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from cardgen.geometry.colors import VISIONS
from cardgen.impose.paper import COMMON_CARDS, COMMON_PAPERS, find_card, find_paper
from cardgen.pipeline.options import BuildOptions
from cardgen.preview.live import PageEvent
from cardgen.preview.server.open_decks import OpenDeck, OpenDecks
from cardgen.preview.server.page_options import OPTIONS, panel_options
from cardgen.preview.session.snapshot import snapshot_json
from cardgen.processes.worker import WorkerLostError
from cardgen.report.json_text import format_json
from cardgen.version import __version__

_PICTURE_NAME = re.compile(r"([0-9a-f]{24})-([1-9][0-9]{1,3})\.png")
MOST_STREAMS = 100
"""Pages that are told of changes at a time: each costs work after every edit, and thousands would stop the server."""
_DPI = range(20, 1201)
_FOR_EVER = {"cache-control": "private, max-age=31536000, immutable"}


def deck_routes(open_decks: OpenDecks) -> list[Route]:
    """Return the addresses of what is shown of the decks."""
    views = _Views(open_decks)
    return [
        Route("/api/preview", views.about),
        Route("/api/decks/{deck}/snapshot", views.snapshot),
        Route("/api/decks/{deck}/events", views.events),
        Route("/api/decks/{deck}/pictures/{name}", views.picture),
    ]


class _Views:
    """The answers."""

    def __init__(self, open_decks: OpenDecks) -> None:
        self._decks = open_decks

    async def about(self, _request: Request) -> Response:
        return JSONResponse(
            {
                "version": __version__,
                "decks": [
                    {"id": opened.id, "title": opened.title, "file": opened.shown}
                    for opened in self._decks.by_id.values()
                ],
                "options": {name: getattr(self._decks.options, field) or "" for name, field in OPTIONS.items()},
                "papers": [{"name": name, "size": _size(find_paper(name))} for name in COMMON_PAPERS],
                "cards": [{"name": name, "size": _size(find_card(name))} for name in COMMON_CARDS],
                "panel": panel_options(),
                "visions": VISIONS,
            }
        )

    async def snapshot(self, request: Request) -> Response:
        opened, options = self._decks.view(request)
        try:
            snapshot = await opened.live(options).current()
        except WorkerLostError:
            raise HTTPException(503) from None
        return JSONResponse(snapshot_json(snapshot))

    async def events(self, request: Request) -> Response:
        opened, options = self._decks.view(request)
        return told(self._decks, opened.live(options).follow)

    async def picture(self, request: Request) -> Response:
        return await picture_of(*self._decks.view(request), request.path_params["name"])


async def picture_of(opened: OpenDeck, options: BuildOptions, name: str) -> Response:
    """Return a picture of a deck by its name, `KEY-DPI.png`.

    Raises:
        HTTPException: 404, there is none; 503, the process that draws ended.
    """
    matched = _PICTURE_NAME.fullmatch(name)
    if not matched or int(matched[2]) not in _DPI:
        raise HTTPException(404)
    data = opened.pictures.find(matched[0])
    if data is None:
        try:
            data = await opened.worker.png(options, matched[1], int(matched[2]))
        except WorkerLostError:
            raise HTTPException(503) from None
        if data is None:
            raise HTTPException(404)
        opened.pictures.keep(matched[0], data)
    return Response(data, media_type="image/png", headers=_FOR_EVER)


def event_text(event: PageEvent) -> str:
    """Return an event as it is sent: a name and JSON on one line; a comment for a sign of life."""
    name, data = event
    if name == "alive":
        return ":\n\n"
    return f"event: {name}\ndata: {format_json(data, indent=None)}\n\n"


def told(open_decks: OpenDecks, follow: Callable[[], AsyncIterator[PageEvent]]) -> Response:
    """Return an answer that tells a page of events as long as it listens.

    Raises:
        HTTPException: 503, too many pages listen.
    """
    if open_decks.streams >= MOST_STREAMS:
        raise HTTPException(503, "Too many pages of this preview are open.")
    return StreamingResponse(_counted(open_decks, server_sent(follow())), media_type="text/event-stream")


async def _counted(open_decks: OpenDecks, texts: AsyncIterator[str]) -> AsyncIterator[str]:
    open_decks.streams += 1
    try:
        async for text in texts:
            yield text
    finally:
        open_decks.streams -= 1


async def server_sent(events: AsyncIterator[PageEvent]) -> AsyncIterator[str]:
    """Yield events as they are sent; a page that loses the connection opens it again after half a second."""
    yield "retry: 500\n\n"
    async for event in events:
        yield event_text(event)


def _size(size: Any) -> list[float]:
    return list(asdict(size).values())
