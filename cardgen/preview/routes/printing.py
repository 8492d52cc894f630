"""Print and export from the page, and record what is on paper.

| address | answer |
| --- | --- |
| `/api/decks/DECK/printing` | what can be chosen: targets of exports, printers, plotters |
| `/api/decks/DECK/make/pdf` | POST: the PDF with the options of the address is made |
| `/api/decks/DECK/make/TARGET` | POST: the files of an export are made |
| `/api/decks/DECK/made/NAME` | a file that was made, to be saved |
| `/api/decks/DECK/printed` | POST: the PDF that was made is on paper |

Making answers with a JSON object on each line, as the work goes on: `{"stage": ...}`, then `{"made": ...}`. Only the computer
that runs the preview may make files.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing
from dataclasses import asdict, fields, replace
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from cardgen.impose.plotter import PLOTTERS
from cardgen.pipeline.options import BuildOptions, DeckOptions, ExportOptions
from cardgen.pipeline.printed_file.targets import target_of
from cardgen.preview.printing.results import PrintResult
from cardgen.preview.routes.bodies import may_edit, read_json, refused
from cardgen.preview.server.open_decks import OpenDeck, OpenDecks
from cardgen.printer.profiles import load_printers
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import CardgenError
from cardgen.report.json_text import format_json

if TYPE_CHECKING:
    from cardgen.exports.profile import Profile


def print_routes(open_decks: OpenDecks) -> list[Route]:
    """Return the addresses of printing."""
    printing = _Printing(open_decks)
    return [
        Route("/api/decks/{deck}/printing", printing.choices),
        Route("/api/decks/{deck}/make/{target}", printing.make, methods=["POST"]),
        Route("/api/decks/{deck}/made/{name}", printing.file),
        Route("/api/decks/{deck}/printed", printing.mark, methods=["POST"]),
    ]


class _Printing:
    """The answers."""

    def __init__(self, open_decks: OpenDecks) -> None:
        self._decks = open_decks

    async def choices(self, request: Request) -> Response:
        opened = self._decks.of(request)
        return JSONResponse(await asyncio.to_thread(_choices, opened, may_make=may_edit(request)))

    async def make(self, request: Request) -> Response:
        opened, options = self._decks.view(request)
        target, body = request.path_params["target"], await read_json(request)
        if not may_edit(request):
            raise HTTPException(403, "Only the computer that runs the preview can make files.")
        if target == "pdf":
            steps = opened.printing.pdf(_build_options(options, body))
        elif target in _profiles():
            steps = opened.printing.export(target, _export_options(options, body, target))
        else:
            raise HTTPException(404)
        return StreamingResponse(_lines(steps), media_type="application/x-ndjson")

    async def file(self, request: Request) -> Response:
        path = self._decks.of(request).printing.file(request.path_params["name"])
        if path is None or not await asyncio.to_thread(path.is_file):
            raise HTTPException(404)
        return FileResponse(path, filename=path.name)

    async def mark(self, request: Request) -> Response:
        opened = self._decks.of(request)
        body = await read_json(request)
        if not may_edit(request):
            raise HTTPException(403, "Only the computer that runs the preview can say what is on paper.")
        from cardgen.pipeline.printed_file.records import mark_printed, target_built

        main = target_of(opened.path, opened.printing.out)
        target = await asyncio.to_thread(target_built, main, str(body.get("built") or ""))
        if target is None:
            return refused(
                409, "another PDF of the deck was made meanwhile; make it again, then print and mark that one"
            )
        try:
            inventory = await asyncio.to_thread(mark_printed, target)
        except CardgenError as error:
            return refused(422, "; ".join(item.message for item in error.diagnostics))
        opened.touch(())  # cards that differ from the last print are now others
        return JSONResponse({"designs": len(inventory.designs), "pieces": sum(one.copies for one in inventory.designs)})


def _profiles() -> Mapping[str, Profile]:
    """Return the export targets; the page begins without them."""
    from cardgen.exports.profile import profiles

    return profiles()


def _choices(opened: OpenDeck, *, may_make: bool) -> Mapping[str, Any]:
    from cardgen.pipeline.presets import load_presets

    try:
        printers = list(load_printers())
    except CardgenError:  # a build that names one of them says what is wrong
        printers = []
    return {
        "may_make": may_make,
        "targets": [
            {
                "name": name,
                "title": profile.title,
                "about": profile.about,
                "has_url": profile.writer in {"tts", "reading"},
            }
            for name, profile in _profiles().items()
        ],
        "printers": printers,
        "plotters": list({**PLOTTERS, **load_presets(opened.path.parent, Collector()).plotters}),
    }


def _build_options(options: BuildOptions, body: Mapping[str, Any]) -> BuildOptions:
    """Return the options of a view with those that no view needs."""
    formats = body.get("cut_files", [])
    if not isinstance(formats, list) or not all(isinstance(one, str) for one in formats):
        raise HTTPException(400)
    is_split, is_changed = bool(body.get("split")), bool(body.get("changed"))
    return replace(options, split=is_split, changed=is_changed, cut_files=tuple(formats))


def _export_options(options: BuildOptions, body: Mapping[str, Any], target: str) -> ExportOptions:
    url = body.get("url", "")
    if not isinstance(url, str):
        raise HTTPException(400)
    shared = {one.name: getattr(options, one.name) for one in fields(DeckOptions)} | {"paper": options.paper}
    if _profiles()[target].formats:
        shared["card"] = ""  # a shop has sizes of its own
    return ExportOptions(**shared, url=url)


async def _lines(steps: AsyncIterator[str | PrintResult]) -> AsyncIterator[str]:
    async with aclosing(steps) as following:  # type: ignore[type-var]  # they are generators
        async for step in following:
            line = {"stage": step} if isinstance(step, str) else {"made": asdict(step)}
            yield f"{format_json(line, indent=None)}\n"
