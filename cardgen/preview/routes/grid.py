"""Serve what the table of cards needs.

| address | answer |
| --- | --- |
| `/api/decks/DECK/grid` | POST: the cards of a list, of a file that need not be saved |
| `/api/decks/DECK/grid/pasted` | POST: what the headings of a table mean that is pasted into a list |
| `/api/decks/DECK/grid/edit` | POST: the edits of a text that a gesture stands for |

Nothing is written here: the page applies the edits to its text, and saves that.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cardgen.preview.editor.files import OpenedFile, file_type
from cardgen.preview.grid.answers import grid_edits
from cardgen.preview.routes.bodies import may_edit, read_json, refused, text_of
from cardgen.preview.routes.files import edits_in_utf16, words_of
from cardgen.preview.server.open_decks import OpenDecks
from cardgen.report.errors import UnlocatedError


def grid_routes(open_decks: OpenDecks) -> list[Route]:
    """Return the addresses of the table of cards."""
    answers = _Grids(open_decks)
    return [
        Route("/api/decks/{deck}/grid", answers.read, methods=["POST"]),
        Route("/api/decks/{deck}/grid/pasted", answers.pasted, methods=["POST"]),
        Route("/api/decks/{deck}/grid/edit", answers.edit, methods=["POST"]),
    ]


class _Grids:
    """The answers."""

    def __init__(self, open_decks: OpenDecks) -> None:
        self._decks = open_decks

    async def read(self, request: Request) -> Response:
        opened, body = self._decks.of(request), await read_json(request)
        name, key, delimiter = (text_of(body, part) for part in ("name", "list", "delimiter"))
        # Who may not change the file sees it as it is saved.
        text = body.get("text") if may_edit(request) else None
        is_given = isinstance(text, str) or file_type(Path(name)) == "workbook"
        try:
            saved = await asyncio.to_thread(opened.files.path if is_given else opened.files.open, name)
        except FileNotFoundError:
            return refused(404, f"the deck has no file {name}; it may have been deleted")
        except UnlocatedError as error:
            return refused(422, words_of(error))
        text = text if isinstance(text, str) else saved.text if isinstance(saved, OpenedFile) else ""
        found = await opened.assistant.answer("grid", name, text, delimiter, key)
        if found is None:
            return refused(503, "the preview does not answer")
        if "refused" in found:
            return refused(422, found["refused"])
        if file_type(Path(name)) == "workbook":
            found["revisions"] = await asyncio.to_thread(opened.workbooks.revisions)
        return JSONResponse(found)

    async def pasted(self, request: Request) -> Response:
        opened, body = self._decks.of(request), await read_json(request)
        columns = body.get("columns", [])
        if not isinstance(columns, list) or not all(isinstance(column, dict) for column in columns):
            raise HTTPException(400)
        stated = [{key: text_of(column, key) for key in ("key", "title", "field")} for column in columns]
        found = await opened.assistant.answer("pasted_headings", text_of(body, "text"), text_of(body, "kind"), stated)
        return JSONResponse(found or [])

    async def edit(self, request: Request) -> Response:
        self._decks.of(request)
        body = await read_json(request)
        text, source, gesture = body.get("text"), body.get("source"), body.get("gesture")
        if not isinstance(text, str) or not isinstance(source, dict) or not isinstance(gesture, dict):
            raise HTTPException(400)
        try:
            edits = await asyncio.to_thread(grid_edits, text, source, text_of(body, "delimiter"), gesture)
        except UnlocatedError as error:
            return refused(422, words_of(error))
        return JSONResponse({"edits": edits_in_utf16(text, edits)})
