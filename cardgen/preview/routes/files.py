"""Serve the files of a deck to the editor.

| address | answer |
| --- | --- |
| `/api/decks/DECK/files` | the files that may be opened |
| `/api/decks/DECK/files/NAME` | GET: the text of a file, or a picture; POST: the text is saved |
| `/api/decks/DECK/icons/NAME` | an icon of the game |
| `/api/decks/DECK/fetched-icon` | POST: an icon of game-icons.net is fetched beside the deck |
| `/api/decks/DECK/suggest` | POST: what may be written at a cursor |
| `/api/decks/DECK/explain` | POST: what is written at a place |
| `/api/decks/DECK/dropped` | POST: a picture or a font is put into the folder of the deck |
| `/api/decks/DECK/name-pictures` | POST: the edits that give cards other pictures |

Only the computer that runs the preview may change files.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cardgen.model.deck import deck_name
from cardgen.pipeline.pull.icons import pull_icons
from cardgen.preview.arrange.layout import problem_words
from cardgen.preview.editor.files import ConflictError
from cardgen.preview.editor.fonts import FONTS, add_font
from cardgen.preview.editor.pictures import PICTURE_LIMIT, add_picture
from cardgen.preview.routes.bodies import may_edit, read_body, read_json, refused
from cardgen.preview.server.open_decks import OpenDeck, OpenDecks
from cardgen.preview.text_edit import TextEdit
from cardgen.processes.worker import WorkerLostError
from cardgen.read.files import FileKind, is_below, read_file
from cardgen.report.errors import UnlocatedError

_PICTURE_TYPES = {
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
}
_PICTURE_FILE = FileKind("picture", missing="E121", unreadable="E122", too_large="E125", limit=PICTURE_LIMIT)
_PICTURE_NAME = re.compile(r"(?<![\w./-])[\w./-]+\.(?:svg|png|jpe?g|webp)", re.IGNORECASE)
_AS_PICTURE = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox"}


def file_routes(open_decks: OpenDecks) -> list[Route]:
    """Return the addresses of the files of decks."""
    files = _Files(open_decks)
    return [
        Route("/api/decks/{deck}/files", files.list),
        Route("/api/decks/{deck}/files/{name:path}", files.open, methods=["GET"]),
        Route("/api/decks/{deck}/files/{name:path}", files.save, methods=["POST"]),
        Route("/api/decks/{deck}/icons/{name}", files.icon),
        Route("/api/decks/{deck}/fetched-icon", files.fetch_icon, methods=["POST"]),
        Route("/api/decks/{deck}/suggest", files.suggest, methods=["POST"]),
        Route("/api/decks/{deck}/explain", files.explain, methods=["POST"]),
        Route("/api/decks/{deck}/dropped", files.drop, methods=["POST"]),
        Route("/api/decks/{deck}/name-pictures", files.name_pictures, methods=["POST"]),
    ]


class _Files:
    """The answers."""

    def __init__(self, open_decks: OpenDecks) -> None:
        self._decks = open_decks

    async def list(self, request: Request) -> Response:
        opened = self._decks.of(request)
        opened.assistant.start()  # so that the first suggestion does not wait for it
        listed = await asyncio.to_thread(opened.files.listed)
        return JSONResponse({"files": [asdict(file) for file in listed], "is_editable": may_edit(request)})

    async def open(self, request: Request) -> Response:
        opened, name = self._decks.of(request), request.path_params["name"]
        suffix = Path(name).suffix.lower()
        try:
            if suffix in _PICTURE_TYPES:
                data = await asyncio.to_thread(_picture, opened, name)
                return Response(data, media_type=_PICTURE_TYPES[suffix], headers=_AS_PICTURE)
            return JSONResponse(asdict(await asyncio.to_thread(opened.files.open, name)))
        except FileNotFoundError:
            return refused(404, f"the deck has no file {name}; it may have been deleted")
        except UnlocatedError as error:
            return refused(422, words_of(error))

    async def save(self, request: Request) -> Response:
        opened, name = self._editable(request), request.path_params["name"]
        body = await read_json(request)
        text, base = _text(body, "text"), _text(body, "base")
        try:
            saved = await asyncio.to_thread(opened.files.save, name, text, base)
        except FileNotFoundError:
            return refused(404, f"the deck has no file {name}")
        except ConflictError as error:
            return refused(409, "the file was changed by another program", now=asdict(error.now) if error.now else None)
        except UnlocatedError as error:
            return refused(422, words_of(error))
        return JSONResponse({"revision": saved.revision})

    async def icon(self, request: Request) -> Response:
        data = await self._decks.of(request).assistant.answer("icon", request.path_params["name"])
        if data is None:
            raise HTTPException(404)
        return Response(data, media_type=_PICTURE_TYPES[".svg"], headers=_AS_PICTURE)

    async def fetch_icon(self, request: Request) -> Response:
        opened = self._editable(request)
        name = _text(await read_json(request), "name")
        files, problems = await asyncio.to_thread(pull_icons, opened.path, [name])
        if problems.items:
            return refused(422, "; ".join(problem_words(problems.items)))
        return JSONResponse({"name": files[0].path.stem})

    async def suggest(self, request: Request) -> Response:
        opened, (name, before, after) = self._decks.of(request), await _cursor(request)
        found = await opened.assistant.answer("suggest", name, before + after, len(before))
        if found is None:
            return JSONResponse({"start": utf16_units(before), "items": []})
        return JSONResponse(
            {"start": utf16_units(before[: found.start]), "items": [asdict(item) for item in found.items]}
        )

    async def explain(self, request: Request) -> Response:
        opened, (name, before, after) = self._decks.of(request), await _cursor(request)
        text = before + after
        found = await opened.assistant.answer("explain", name, text, len(before))
        if found is None:
            return JSONResponse(None)
        places = {"start": utf16_units(text[: found.start]), "end": utf16_units(text[: found.end])}
        return JSONResponse({**asdict(found), **places})

    async def drop(self, request: Request) -> Response:
        opened = self._editable(request)
        data = await read_body(request, PICTURE_LIMIT)
        name = request.query_params.get("name", "")
        try:
            if name.lower().endswith(FONTS):
                font = await asyncio.to_thread(add_font, opened.files.folder, name, data)
                return JSONResponse({"file": font})
            missing = await opened.missing_pictures(self._decks.options)
            used = await asyncio.to_thread(_used_pictures, opened)
            deck = deck_name(opened.path)
            added = await asyncio.to_thread(add_picture, opened.files.folder, deck, name, data, used, missing)
        except UnlocatedError as error:
            return refused(422, words_of(error))
        except WorkerLostError:
            raise HTTPException(503) from None
        return JSONResponse(added._asdict())

    async def name_pictures(self, request: Request) -> Response:
        opened = self._decks.of(request)
        body = await read_json(request)
        text = _text(body, "text")
        match body.get("pictures"):
            case list(pictures) if all(map(_is_named_picture, pictures)):
                found = await opened.assistant.answer("name_pictures", text, pictures) or [None] * len(pictures)
            case _:
                raise HTTPException(400)
        edits = (None if edit is None else edits_in_utf16(text, [edit])[0] for edit in found)
        return JSONResponse([*edits])

    def _editable(self, request: Request) -> OpenDeck:
        if not may_edit(request):
            raise HTTPException(403, "Only the computer that runs the preview can change files.")
        return self._decks.of(request)


def _is_named_picture(item: object) -> bool:
    """Return whether it is the line of a card and the path of a picture."""
    match item:
        case [int(), str()]:
            return True
    return False


def _picture(opened: OpenDeck, name: str) -> bytes:
    path = opened.files.folder / name
    if any(part.startswith(".") for part in Path(name).parts) or not is_below(path, opened.files.folder):
        raise FileNotFoundError(name)
    if not path.is_file():
        raise FileNotFoundError(name)
    return read_file(path, _PICTURE_FILE)


def _used_pictures(opened: OpenDeck) -> list[str]:
    """Return what looks like a picture in the deck file."""
    listed = next((file for file in opened.files.listed() if file.is_deck), None)
    if listed is None:
        return []
    try:
        return _PICTURE_NAME.findall(opened.files.open(listed.name).text)
    except UnlocatedError:  # it is no text, such as a workbook
        return []


async def _cursor(request: Request) -> tuple[str, str, str]:
    body = await read_json(request)
    return _text(body, "name"), _text(body, "before"), _text(body, "after")


def _text(body: Mapping[str, Any], key: str) -> str:
    value = body.get(key)
    if not isinstance(value, str):
        raise HTTPException(400)
    return value


def utf16_units(text: str) -> int:
    """Return the length of a text as the browser counts it: in units of UTF-16."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def edits_in_utf16(text: str, edits: Iterable[TextEdit]) -> list[dict[str, object]]:
    """Return edits in the order of their places, which are counted as the browser counts them."""
    at = units = 0

    def counted(place: int) -> int:
        nonlocal at, units
        at, units = place, units + utf16_units(text[at:place])
        return units

    ordered = sorted(edits, key=lambda edit: edit.start)
    return [{"start": counted(start), "end": counted(end), "insert": insert} for start, end, insert in ordered]


def words_of(error: UnlocatedError) -> str:
    """Return what an error says, for a page that knows where it is."""
    expected = f"; expected {error.expected}" if getattr(error, "expected", "") else ""
    return f"{error}{expected}"
