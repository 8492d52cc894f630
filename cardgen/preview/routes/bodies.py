"""Read the bodies of requests, and check who may change something."""

from __future__ import annotations

import json
from collections.abc import Mapping
from ipaddress import ip_address
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from cardgen.preview.editor.files import TEXT_LIMIT
from cardgen.report.json_text import parse_json
from cardgen.report.visible import visible

_JSON_LIMIT = 4 * TEXT_LIMIT


def may_edit(request: Request) -> bool:
    """Return whether a request comes from the computer that runs the preview."""
    client, server = request.client, request.scope.get("server")
    if client is None:
        return False
    try:
        return ip_address(client.host).is_loopback or (server is not None and client.host == server[0])
    except ValueError:
        return False


async def read_json(request: Request) -> dict[str, Any]:
    """Return the JSON object that was sent.

    Raises:
        HTTPException: 400, it is none; 413, it is too large.
    """
    try:
        body = parse_json(await read_body(request, _JSON_LIMIT))
        # Half a pair of UTF-16 cannot be written to a file, and no number of a page is infinite.
        json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
    except ValueError:
        body = None
    if not isinstance(body, dict):
        raise HTTPException(400)
    return body


async def read_body(request: Request, limit: int) -> bytes:
    """Return what was sent, without ever holding much more than the limit.

    Args:
        limit: Number of bytes.

    Raises:
        HTTPException: 400, the page has gone; 413, it is too large.
    """
    data = bytearray()
    try:
        async for part in request.stream():
            data += part
            if len(data) > limit:
                raise HTTPException(413, "That is too large.")
    except ClientDisconnect:
        raise HTTPException(400) from None
    return bytes(data)


def refused(status: int, message: str, **more: object) -> Response:
    """Return an answer that says why something was not done.

    Args:
        status: Status of HTTP.
        message: Why, as a sentence, which may hold words of a deck.
        more: What else the page has to know, as plain data.
    """
    return JSONResponse({"message": visible(f"{message[:1].upper()}{message[1:]}"), **more}, status_code=status)


def text_of(body: Mapping[str, Any], key: str) -> str:
    """Return a text of a JSON object; empty if it has none.

    Raises:
        HTTPException: 400, the value is no text.
    """
    value = body.get(key, "")
    if not isinstance(value, str):
        raise HTTPException(400)
    return value


def number_of(body: Mapping[str, Any], key: str, least: int, most: int) -> int:
    """Return a number of a JSON object; 0 if it has none.

    Raises:
        HTTPException: 400, the value is no whole number in this range.
    """
    value = body.get(key, 0)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise HTTPException(400, f"{key} must be a whole number from {least} to {most}")
    return value
