"""Requests to an ASGI application, without a server."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import unquote, urlencode

from starlette.datastructures import Headers
from starlette.types import ASGIApp

from tests.preview.coroutines import run_coroutine


class Answer(NamedTuple):
    status_code: int
    headers: Headers
    content: bytes

    @property
    def text(self) -> str:
        return self.content.decode()


class Client:
    """A browser with one cookie."""

    def __init__(self, app: ASGIApp, host: str) -> None:
        self.app = app
        self.host = host
        self.cookie = ""
        self.peer = "127.0.0.1"

    def get(
        self, path: str, params: Mapping[str, str] | None = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        return self.request("GET", path, params, headers)

    def post(self, path: str, headers: Mapping[str, str] | None = None, body: object = b"") -> Answer:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.request("POST", path, None, headers, data)

    def request(
        self,
        method: str,
        path: str,
        params: Mapping[str, str] | None,
        headers: Mapping[str, str] | None,
        body: bytes = b"",
    ) -> Answer:
        path, _, query = path.partition("?")
        stated = {"host": self.host, **({"cookie": self.cookie} if self.cookie else {}), **(headers or {})}
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote(path),
            "raw_path": path.encode(),
            "root_path": "",
            "client": (self.peer, 50_000),
            "server": ("127.0.0.1", 8270),
            "query_string": (query or urlencode(params or {})).encode(),
            "headers": [(name.encode(), value.encode("latin-1")) for name, value in stated.items()],
        }
        messages: list[Any] = []
        sent = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> Any:
            if not sent:
                await asyncio.Event().wait()  # it stays until it has its answer
            return sent.pop()

        async def send(message: Any) -> None:
            messages.append(message)

        async def answered() -> None:
            await self.app(scope, receive, send)

        run_coroutine(answered())
        answer = Answer(
            messages[0]["status"],
            Headers(raw=messages[0]["headers"]),
            b"".join(message.get("body", b"") for message in messages[1:]),
        )
        if "set-cookie" in answer.headers:
            self.cookie = answer.headers["set-cookie"].partition(";")[0]
        return answer
