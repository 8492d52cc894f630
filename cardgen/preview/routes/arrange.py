"""Serve what the mode Arrange needs.

| address | answer |
| --- | --- |
| `/api/decks/DECK/arrange` | POST: the boxes of a card, with a file that need not be saved |
| `/api/decks/DECK/arrange/choices` | POST: what the boxes of a card may state |
| `/api/decks/DECK/arrange/worst` | POST: the card that is hardest on a box |
| `/api/decks/DECK/arrange/edit` | POST: the edit that a gesture stands for |
| `/api/decks/DECK/arrange/value` | POST: the value of a card that a box shows |
| `/api/decks/DECK/arrange/type` | POST: the edits of a text that give cards other values |
| `/api/decks/DECK/arrange/cells` | POST: cells of a workbook are written, which give cards other values, or rows are removed |
| `/api/decks/DECK/arrange/restore` | POST: a workbook becomes what it was before an edit of cells, or after it |
| `/api/decks/DECK/arrange/copy` | POST: a file of boxes is copied beside the deck |
| `/api/decks/DECK/arrange/card.svg` | a card as SVG |
| `/api/decks/DECK/arrange/style.svg` | words in a style |

Only the computer that runs the preview may change files.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cardgen.preview.arrange.answers import cells_of, edit_of, value_edits_of
from cardgen.preview.editor.files import ConflictError
from cardgen.preview.routes.bodies import may_edit, read_json, refused, text_of
from cardgen.preview.routes.files import edits_in_utf16, words_of
from cardgen.preview.server.open_decks import OpenDecks
from cardgen.preview.server.page_options import read_options
from cardgen.preview.text_edit import TextEdit
from cardgen.preview.workbooks.changes import FormulaError
from cardgen.preview.workbooks.files import WorkbookFiles, WrittenCells
from cardgen.report.errors import UnlocatedError


def arrange_routes(open_decks: OpenDecks) -> list[Route]:
    """Return the addresses of the mode Arrange."""
    answers = _Arranging(open_decks)
    start = "/api/decks/{deck}/arrange"
    return [
        Route(start, answers.boxes, methods=["POST"]),
        Route(f"{start}/choices", answers.choices, methods=["POST"]),
        Route(f"{start}/worst", answers.worst, methods=["POST"]),
        Route(f"{start}/edit", answers.edit, methods=["POST"]),
        Route(f"{start}/value", answers.value, methods=["POST"]),
        Route(f"{start}/type", answers.type, methods=["POST"]),
        Route(f"{start}/cells", answers.cells, methods=["POST"]),
        Route(f"{start}/restore", answers.restore, methods=["POST"]),
        Route(f"{start}/copy", answers.copy, methods=["POST"]),
        Route(f"{start}/card.svg", answers.svg),
        Route(f"{start}/style.svg", answers.style),
    ]


class _Arranging:
    """The answers."""

    def __init__(self, open_decks: OpenDecks) -> None:
        self._decks = open_decks

    async def boxes(self, request: Request) -> Response:
        body = await read_json(request)
        # Who may not change the file sees it as it is saved.
        name, text = (str(body.get(key) or "") if may_edit(request) else "" for key in ("name", "text"))
        return JSONResponse(await self._ask(request, "boxes", str(body.get("face")), name, text))

    async def choices(self, request: Request) -> Response:
        body = await read_json(request)
        return JSONResponse(await self._ask(request, "choices", str(body.get("face"))))

    async def worst(self, request: Request) -> Response:
        body = await read_json(request)
        return JSONResponse({"face": await self._ask(request, "worst", str(body.get("face")), body.get("box") or {})})

    async def value(self, request: Request) -> Response:
        body = await read_json(request)
        box, item = body.get("box") or {}, body.get("item")
        workbooks = self._decks.of(request).workbooks
        revisions = await asyncio.to_thread(workbooks.revisions)  # first: what is read is at least as new
        found = await self._ask(request, "value", str(body.get("face")), box, item if isinstance(item, int) else 0)
        return JSONResponse({**found, "revisions": revisions})

    async def type(self, request: Request) -> Response:
        self._decks.of(request)
        body = await read_json(request)
        text, changes = body.get("text"), body.get("changes")
        if not isinstance(text, str) or not isinstance(changes, list):
            raise HTTPException(400)
        try:
            edits = await asyncio.to_thread(value_edits_of, text, changes, text_of(body, "delimiter"))
        except UnlocatedError as error:
            return refused(422, words_of(error))
        return JSONResponse({"edits": edits_in_utf16(text, edits)})

    async def cells(self, request: Request) -> Response:
        """Write the cells of a workbook, or remove rows; where formulas would go, they are told, unless the page has said so."""
        workbooks, body = self._workbooks(request), await read_json(request)
        changes, lines = body.get("changes"), body.get("remove")
        name, base, is_over = text_of(body, "name"), text_of(body, "base"), body.get("over_formulas") is True
        if isinstance(lines, list) and lines and all(type(line) is int and line > 0 for line in lines):
            return await _written(workbooks.remove, name, base, text_of(body, "sheet"), lines, over_formulas=is_over)
        if not isinstance(changes, list) or not changes:
            raise HTTPException(400)
        try:
            cells = [cell for one in changes for cell in cells_of(one["value"], one["words"])]
            sheet = str(changes[0]["value"]["sheet"])
        except (TypeError, KeyError):
            raise HTTPException(400) from None
        except UnlocatedError as error:
            return refused(422, words_of(error))
        return await _written(workbooks.write, name, base, sheet, cells, over_formulas=is_over)

    async def restore(self, request: Request) -> Response:
        workbooks, body = self._workbooks(request), await read_json(request)
        name, base, revision = (text_of(body, key) for key in ("name", "base", "revision"))
        return await _written(workbooks.restore, name, base, revision)

    async def edit(self, request: Request) -> Response:
        self._decks.of(request)
        body = await read_json(request)
        text, gesture = body.get("text"), body.get("gesture")
        if not isinstance(text, str) or not isinstance(gesture, dict):
            raise HTTPException(400)
        return await _edit(text, edit_of, gesture, text_of(body, "basis"))

    async def copy(self, request: Request) -> Response:
        if not may_edit(request):
            raise HTTPException(403, "Only the computer that runs the preview can change files.")
        body = await read_json(request)
        assistant = self._decks.of(request).assistant
        return JSONResponse(_given(await assistant.answer("arrange", "copy", str(body.get("name")))))

    async def svg(self, request: Request) -> Response:
        answer, (face,) = await self._document(request, "svg", "face")
        name = face.replace("/", "-").encode("ascii", "ignore").decode()
        answer.headers["content-disposition"] = f'attachment; filename="{name}.svg"'
        return answer

    async def style(self, request: Request) -> Response:
        return (await self._document(request, "style_sample", "style", "words"))[0]

    async def _document(self, request: Request, what: str, *keys: str) -> tuple[Response, list[str]]:
        """Return an answer as SVG, and the values of the address that are its arguments."""
        query = dict(request.query_params)
        query.pop("as", None)  # by which the page asks again when the style is another
        arguments = [query.pop(key, "") for key in keys]
        options = read_options(self._decks.options, query)
        found = await self._decks.of(request).assistant.answer("arrange", what, options, *arguments)
        if not found:
            raise HTTPException(404)
        return Response(found, media_type="image/svg+xml", headers={"content-security-policy": "sandbox"}), arguments

    def _workbooks(self, request: Request) -> WorkbookFiles:
        if not may_edit(request):
            raise HTTPException(403, "Only the computer that runs the preview can change files.")
        return self._decks.of(request).workbooks

    async def _ask(self, request: Request, what: str, *arguments: object) -> Any:
        opened, options = self._decks.view(request)
        return _given(await opened.assistant.answer("arrange", what, options, *arguments))


def _given(answer: Any) -> Any:
    """Return an answer.

    Raises:
        HTTPException: 503, there was none in time; the page asks again.
    """
    if answer is None:
        raise HTTPException(503, "The preview is too busy to answer; try again.")
    return answer


async def _edit(text: str, make: Callable[..., TextEdit], *arguments: object) -> Response:
    """Return the answer with an edit of a text."""
    try:
        edit = await asyncio.to_thread(make, text, *arguments)
    except UnlocatedError as error:
        return refused(422, words_of(error))
    return JSONResponse(edits_in_utf16(text, [edit])[0])


async def _written(write: Callable[..., WrittenCells | None], *arguments: object, **options: object) -> Response:
    """Return the answer with what was written to a workbook, or why it was not."""
    try:
        written = await asyncio.to_thread(write, *arguments, **options)
    except FileNotFoundError:
        return refused(404, "the deck has no such workbook")
    except ConflictError:
        return refused(409, "the workbook was changed by another program; the cards follow, then type again")
    except FormulaError as error:
        return refused(422, words_of(error), formulas=error.formulas)
    except UnlocatedError as error:
        return refused(422, words_of(error))
    return JSONResponse(asdict(written) if written else {})
