"""Serve the files of the page itself.

| address | answer |
| --- | --- |
| `/` | the page; the start page if no deck is open |
| `/static/NAME` | a file of the page |
"""

from __future__ import annotations

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from cardgen.preview.server.access import NONCE
from cardgen.preview.server.open_decks import OpenDecks

_STATIC = Path(__file__).parent.with_name("static")
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
}


def page_routes(open_decks: OpenDecks) -> list[Route]:
    """Return the addresses of the page and its files."""

    async def page(request: Request) -> Response:
        """Return the page, with the nonce by which the editor may add styles."""
        if not open_decks.by_id:
            return static_file("start.html")
        nonce = str(request.scope.get(NONCE, "")).encode()
        return Response(_file("index.html").replace(b"{nonce}", nonce), headers={"content-type": _TYPES[".html"]})

    return [Route("/", page), *static_routes()]


def static_routes() -> list[Route]:
    """Return the addresses of the files alone."""
    return [Route("/static/{name}", _static)]


async def _static(request: Request) -> Response:
    return static_file(request.path_params["name"])


def static_file(name: str) -> Response:
    """Return a file of the page.

    Raises:
        HTTPException: 404, there is none of this name.
    """
    return Response(_file(name), headers={"content-type": _TYPES[Path(name).suffix]})


def _file(name: str) -> bytes:
    """Return a file of the page; only those that are in its folder have a name that is looked up."""
    file = next((file for file in _STATIC.iterdir() if file.name == name), None)
    if file is None:
        raise HTTPException(404)
    return file.read_bytes()
