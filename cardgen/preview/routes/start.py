"""Answer the start page: what a deck can begin with, and new decks.

| address | answer |
| --- | --- |
| `/start` | the page |
| `/api/start` | the folder of new games, recent decks, looks, games and examples |
| `/api/start/new` | POST: a new game or deck is made and opened |
| `/api/start/file` | POST: the same of files that were dropped, one behind the other; the query has their paths, sizes and the choices |
| `/api/start/open` | POST: a recent deck is opened |

Only the computer that runs the preview may start and open decks.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Mapping
from itertools import accumulate, pairwise
from pathlib import Path, PurePosixPath
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cardgen.pipeline.start.plan import NewOptions
from cardgen.preview.routes.bodies import may_edit, read_body, read_json, refused, text_of
from cardgen.preview.routes.page import static_file
from cardgen.preview.server.open_decks import OpenDecks
from cardgen.preview.start.worker import StartWorker
from cardgen.preview.table.rooms import Rooms
from cardgen.report.source import display_path

_LARGEST_FILE = 64 * 2**20
_LONGEST_NAME = 200
_MOST_LEVELS = 10


def start_routes(open_decks: OpenDecks, rooms: Rooms, starter: StartWorker) -> list[Route]:
    """Return the addresses of the start page."""
    start = _Start(open_decks, rooms, starter)
    return [
        Route("/start", start.page),
        Route("/api/start", start.offers),
        Route("/api/start/new", start.make, methods=["POST"]),
        Route("/api/start/file", start.take, methods=["POST"]),
        Route("/api/start/open", start.open, methods=["POST"]),
    ]


class _Start:
    """The answers."""

    def __init__(self, open_decks: OpenDecks, rooms: Rooms, starter: StartWorker) -> None:
        self._decks = open_decks
        self._rooms = rooms
        self._starter = starter

    async def page(self, _request: Request) -> Response:
        return static_file("start.html")

    async def offers(self, request: Request) -> Response:
        _check(request)
        recent = await asyncio.to_thread(self._recent)
        answer = {"folder": str(self._starter.folder.absolute()), "recent": recent}
        return JSONResponse({**answer, **await self._starter.answer("offers")})

    def _recent(self) -> list[dict[str, Any]]:
        return [
            {"file": one.deck, "title": one.title, "place": display_path(one.deck), "printed": one.printed}
            for one in self._starter.recent.listed()
        ]

    async def make(self, request: Request) -> Response:
        _check(request)
        body = await read_json(request)
        return self._opened(await self._starter.answer("make", text_of(body, "name"), _options(body)))

    async def take(self, request: Request) -> Response:
        _check(request)
        query = request.query_params
        files = [PurePosixPath(file.replace("\\", "/")) for file in query.getlist("file")]
        if not all(map(_is_inside, files)):
            raise HTTPException(400)
        data = await read_body(request, _LARGEST_FILE)
        sizes = [int(size) for size in query.getlist("bytes") if size.isdecimal()] or [len(data)]
        if len(files) != len(sizes) or sum(sizes) != len(data):
            raise HTTPException(400)
        with tempfile.TemporaryDirectory(prefix="cardgen-") as temporary:
            folder = Path(temporary) / files[0].stem  # its name is the title of a project
            for file, (start, end) in zip(files, pairwise((0, *accumulate(sizes))), strict=True):
                (folder / file).parent.mkdir(parents=True, exist_ok=True)
                (folder / file).write_bytes(data[start:end])
            path = folder / files[0] if len(files) == 1 else folder
            if path == folder and len({file.parts[0] for file in files}) == 1:
                path = folder / files[0].parts[0]  # a folder that was dropped
            name = query.get("name") or files[0].stem
            return self._opened(await self._starter.answer("take", name, path, _options(dict(query))))

    async def open(self, request: Request) -> Response:
        _check(request)
        name = text_of(await read_json(request), "file")
        if all(one.deck != name for one in self._starter.recent.listed()):
            return refused(404, "the deck is not there any more")
        return self._opened({"deck": name})

    def _opened(self, made: Mapping[str, Any]) -> Response:
        """Open a deck that was made, and return its name in addresses; or say what is wrong."""
        if "deck" not in made:
            return refused(422, "; ".join(made["problems"]))
        opened = self._decks.add(Path(made["deck"]))
        self._rooms.shared.add_deck(opened.id, Path(opened.shown), opened.title)
        self._starter.recent.note({opened.path: opened.printed_record})
        return JSONResponse({"deck": opened.id})


def _is_inside(file: PurePosixPath) -> bool:
    """Return whether the path of a dropped file stays in the folder that it is put into."""
    parts = file.parts
    return 0 < len(parts) <= _MOST_LEVELS and all(
        part.strip(".") and len(part) <= _LONGEST_NAME and not {*part} & {"/", ":", "\0"} for part in parts
    )


def _check(request: Request) -> None:
    if not may_edit(request):
        raise HTTPException(403, "Only the computer that runs the preview may start decks.")


def _options(body: Mapping[str, Any]) -> NewOptions:
    """Return the choices of the page.

    Raises:
        HTTPException: 400, one is no text.
    """
    return NewOptions(
        game=text_of(body, "game"),
        example=text_of(body, "example"),
        kinds=_words(text_of(body, "kinds")),
        size=text_of(body, "size"),
        languages=_words(text_of(body, "languages")),
        look=text_of(body, "look"),
        rules=bool(text_of(body, "rules")),
    )


def _words(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())
