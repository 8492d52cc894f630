"""Serve rooms: their page, their connections, and the pictures of their pieces.

| address | answer |
| --- | --- |
| `/t/CODE` | the page of a room |
| `/api/rooms` | POST: a new room, for whoever may open one; its code, and the secret of its owner |
| `/api/rooms/CODE/socket` | the connection of a page, see `Room` and `messages` |
| `/api/rooms/CODE/decks/DECK/faces` | what the table needs to draw pieces of a deck |
| `/api/rooms/CODE/decks/DECK/pictures/KEY-DPI.png` | a picture |
| `/api/rooms/CODE/settings` | the settings of the rules, see `settings_of` |
| `/api/rooms/CODE/record` | the record of a game that is over, or that only one person plays |

The addresses of a room need no token: its code is the secret. Whoever tries many wrong ones has to wait.
"""

from __future__ import annotations

import asyncio
import contextlib
from dataclasses import asdict
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from cardgen.play.simulate.levels import level_of
from cardgen.preview.routes.bodies import number_of, read_json, refused, text_of
from cardgen.preview.routes.decks import picture_of
from cardgen.preview.routes.page import static_file
from cardgen.preview.server.open_decks import OpenDecks
from cardgen.preview.server.page_options import read_options
from cardgen.preview.session.snapshot import Snapshot
from cardgen.preview.table.limits import (
    MESSAGES,
    MOST_PAGES,
    MOST_PAGES_OF_ROOM,
    WRONG_CODES,
    Bucket,
    Buckets,
)
from cardgen.preview.table.messages import MessageError, read_message
from cardgen.preview.table.page import RoomPage
from cardgen.preview.table.room import Room
from cardgen.preview.table.room_game import refused as refused_frame
from cardgen.preview.table.rooms import NewRoom, RoomProblem, Rooms
from cardgen.preview.table.rules_text import rules_blocks
from cardgen.processes.worker import WorkerLostError
from cardgen.report.errors import UnlocatedError
from cardgen.report.json_text import format_json
from cardgen.report.visible import visible_line

NO_ROOM, TOO_MUCH, FULL, BROKEN = 4404, 4429, 4503, 4500
"""Why a connection is closed, as numbers of the WebSocket protocol that applications may choose."""
ENTER_WITHIN = 20.0
"""Seconds in which a page has to say who it is."""
_MOST_SEED = 2**53  # the largest number that the page writes without loss


def room_routes(open_decks: OpenDecks, rooms: Rooms) -> list[BaseRoute]:
    """Return the addresses of rooms."""
    answers = _Answers(open_decks, rooms)
    return [
        Route("/t/{code}", answers.page),
        Route("/api/rooms", answers.create, methods=["POST"]),
        WebSocketRoute("/api/rooms/{code}/socket", answers.socket),
        Route("/api/rooms/{code}/decks/{deck}/faces", answers.faces),
        Route("/api/rooms/{code}/decks/{deck}/pictures/{name}", answers.picture),
        Route("/api/rooms/{code}/settings", answers.settings),
        Route("/api/rooms/{code}/record", answers.record),
    ]


class _Answers:
    """The answers."""

    def __init__(self, open_decks: OpenDecks, rooms: Rooms) -> None:
        self._decks = open_decks
        self._rooms = rooms
        self._wrong = Buckets(WRONG_CODES)
        self._pages = 0

    async def page(self, _request: Request) -> Response:
        return static_file("table.html")

    async def create(self, request: Request) -> Response:
        body = await read_json(request)
        decks = body.get("decks")
        known = self._decks.by_id
        if not isinstance(decks, list) or not 0 < len(decks) <= 64 or any(one not in known for one in decks):
            raise HTTPException(400, "There is no deck of this name.")
        try:
            wanted = NewRoom(
                decks=tuple(decks),
                players=number_of(body, "players", 0, 64),
                difficulty=text_of(body, "difficulty"),
                people=number_of(body, "people", 0, 64),
                level=level_of(text_of(body, "level") or "greedy"),
                first=number_of(body, "first", 0, 63),
                seed=number_of(body, "seed", -_MOST_SEED, _MOST_SEED) if "seed" in body else None,
            )
            room, secret = await self._rooms.create(wanted)
        except UnlocatedError as error:
            raise HTTPException(400, visible_line(error.message)) from None
        except RoomProblem as problem:
            return refused(422, str(problem))
        except (WorkerLostError, TimeoutError):
            raise HTTPException(503, "The process that reads decks ended.") from None
        return JSONResponse({"code": room.code, "secret": secret})

    async def socket(self, websocket: WebSocket) -> None:
        await websocket.accept()
        room = await self._admitted(websocket)
        if room is None:
            return
        page = RoomPage()
        self._pages += 1
        sending = asyncio.create_task(_send(websocket, page))
        try:
            await self._follow(websocket, room, page)
        finally:
            self._pages -= 1
            sending.cancel()
            await room.leave(page)

    async def faces(self, request: Request) -> Response:
        opened, options = await self._deck(request)
        live = opened.live(options)
        try:
            snapshot = await live.current()
        except WorkerLostError:
            raise HTTPException(503) from None
        codes = {problem.code for problem in snapshot.problems}
        is_complete = "W797" not in codes and not ({"E791", "E792"} & codes and live.build_after_loss())
        return JSONResponse({"is_complete": is_complete, **_pieces(snapshot)})

    async def picture(self, request: Request) -> Response:
        opened, options = await self._deck(request)
        return await picture_of(opened, options, request.path_params["name"])

    async def settings(self, request: Request) -> Response:
        room, language = await self._room(request), request.query_params.get("lang", "")
        shared = self._rooms.shared
        try:
            known = room.state.deck in shared.decks
            return JSONResponse(await shared.settings(room.state.deck, language) if known else [])
        except (WorkerLostError, TimeoutError):
            raise HTTPException(503) from None

    async def record(self, request: Request) -> Response:
        room = await self._room(request)
        if room.game is None or not (room.game.is_over or len(room.state.people()) == 1):
            raise HTTPException(403, "The record shows every hand; it can be saved when the game is over.")
        headers = {"content-disposition": "attachment; filename=game.playthrough"}
        return Response(
            await self._rooms.shared.record_of(room.state, room.game),
            media_type="text/plain; charset=utf-8",
            headers=headers,
        )

    async def _follow(self, websocket: WebSocket, room: Room, page: RoomPage) -> None:
        """Read what a page sends, until it is gone or asks too much."""
        bucket, has_entered = Bucket(*MESSAGES), False
        with contextlib.suppress(WebSocketDisconnect, TimeoutError):
            while True:
                text = await asyncio.wait_for(_text(websocket), None if has_entered else ENTER_WITHIN)
                if not bucket.take():
                    page.send(refused_frame("flood"))
                    page.close(TOO_MUCH)
                    break
                try:
                    message = read_message(text)
                    if not has_entered and message["do"] != "enter":
                        raise MessageError("message")
                except MessageError as error:
                    page.send(refused_frame(error.reason))
                    continue
                if has_entered:
                    await room.obey(page, message)
                    continue
                has_entered = True
                await room.enter(page, message)
                if message.get("secret") and not page.member:
                    self._wrong.of(_address(websocket)).take()
            await asyncio.sleep(1)  # so that the page can read why

    async def _admitted(self, websocket: WebSocket) -> Room | None:
        """Return the room that a page may enter; otherwise tell it why not, and close the connection."""
        room, why, code = None, "code", NO_ROOM
        if self._wrong.of(_address(websocket)).is_empty:
            why, code = "flood", TOO_MUCH
        elif self._pages >= MOST_PAGES:
            why, code = "full", FULL
        else:
            try:
                room = await self._rooms.find(websocket.path_params["code"].upper())
            except (WorkerLostError, TimeoutError):
                why, code = "lost", BROKEN
            if room is None and code == NO_ROOM:
                self._wrong.of(_address(websocket)).take()
            if room and len(room.pages) >= MOST_PAGES_OF_ROOM:
                room, why, code = None, "full", FULL
        if room is None:
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):
                await websocket.send_text(format_json(refused_frame(why), indent=None))
                await websocket.close(code)
        return room

    async def _room(self, request: Request) -> Room:
        """Return the room of an address.

        Raises:
            HTTPException: 404, there is none; 429, too many wrong codes were tried.
        """
        bucket = self._wrong.of(_address(request))
        if bucket.is_empty:
            raise HTTPException(429, "Too many wrong codes; wait a minute.")
        try:
            room = await self._rooms.find(request.path_params["code"].upper())
        except (WorkerLostError, TimeoutError):
            raise HTTPException(503) from None
        if room is None:
            bucket.take()
            raise HTTPException(404, "There is no table of this code.")
        return room

    async def _deck(self, request: Request) -> Any:
        """Return a deck of a room, and the options that its pictures are drawn with."""
        room, deck = await self._room(request), request.path_params["deck"]
        if deck not in {room.state.deck, *(seat.deck for seat in room.state.seats)} or deck not in self._decks.by_id:
            raise HTTPException(404)
        language = request.query_params.get("lang", "")
        is_known = language in room.state.facts.get("languages", ())  # another one would be drawn for nobody
        options = read_options(self._decks.options, {"lang": language} if is_known else {})
        return self._decks.by_id[deck], options


async def _text(websocket: WebSocket) -> str:
    """Return the next text that a page sends; empty for bytes.

    Raises:
        WebSocketDisconnect: The page is gone.
    """
    received = await websocket.receive()
    if received["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(received["code"])
    return received.get("text") or ""


async def _send(websocket: WebSocket, page: RoomPage) -> None:
    """Send the frames of a page until it is closed."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # RuntimeError: the connection is closed already
        while (frame := await page.next()) is not None:
            await websocket.send_text(format_json(frame, indent=None))
        await websocket.close(page.why)


def _pieces(snapshot: Snapshot) -> dict[str, Any]:
    """Return what a table shows of a deck; neither files nor problems, which are only for who made it."""
    return {
        "card": list(snapshot.card),
        "language": snapshot.language,
        "languages": list(snapshot.languages),
        "kinds": [asdict(kind) for kind in snapshot.kinds],
        "faces": [{**asdict(face), "place": None} for face in snapshot.faces],
        "documents": [
            {**asdict(document), "text": rules_blocks(document.text, snapshot.language)}
            for document in snapshot.documents
        ],
    }


def _address(connection: HTTPConnection) -> str:
    return connection.client.host if connection.client else ""
