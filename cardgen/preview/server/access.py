"""Restrict access to the browser that received the address with its token, and to the page itself.

| threat | answer |
| --- | --- |
| another computer | the server listens on the loopback address unless the user names another one |
| another user or program of this computer | a token in the address, then a cookie |
| another page in the same browser | the cookie is not sent for it (`SameSite=Strict`); `Origin` and `Sec-Fetch-Site` are checked |
| another name for this address (DNS rebinding) | `Host` is checked |
| a guest of a table | the addresses of a room need its code instead of the token, and lead to nothing else |
| a deck of a stranger | its text is never markup, and a strict content security policy lets no script in but that of the page |
"""

from __future__ import annotations

import contextlib
import hmac
import ipaddress
import os
import secrets
import time
from collections.abc import Collection
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

TOKEN = "token"
"""Name of the token in the address."""
_TOKEN_BYTES = 24
_KEPT = 7 * 24 * 3600  # seconds that a token serves after it was last used
NONCE = "cardgen.nonce"
"""Key in the scope of a request: what allows the styles of the editor, and of nothing else, in its answer."""
_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'nonce-{nonce}'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
_HEADERS = {
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
_SAFE_METHODS = {"GET", "HEAD"}


class Guard:
    """Lets requests through that come from the page itself, and adds headers to all answers.

    Args:
        token: The secret of the address.
        hosts: Names and addresses, without a port, under which the page may be opened; an empty name allows every address
            that is a number, which no other page can take as its name.
        scheme: `http` or `https`.
        public: Address under which a proxy offers the server, such as `https://table.example.org`; empty for none.
    """

    def __init__(
        self, app: ASGIApp, token: str, port: int, hosts: Collection[str], *, scheme: str = "http", public: str = ""
    ) -> None:
        self._app = app
        self._token = token
        self._port = port
        self._hosts = hosts
        self._scheme = scheme
        self._public = public.lower()
        self._cookie = f"cardgen-preview-{port}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, as ASGI states."""
        if scope["type"] not in {"http", "websocket"}:
            return
        headers = Headers(scope=scope)
        scope[NONCE] = nonce = secrets.token_urlsafe(16)

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    added[name] = value
                added.setdefault("content-security-policy", _POLICY.replace("{nonce}", nonce))
                added.setdefault("cache-control", "no-store")
            await send(message)

        refusal = self._refusal(scope, headers) or (None if _is_open(scope["path"]) else self._entry(scope, headers))
        if scope["type"] == "http":
            await (refusal or self._app)(scope, receive, send_guarded)
        elif refusal:
            await send({"type": "websocket.close", "code": 1008})  # answered with 403
        else:
            await self._app(scope, receive, send)

    def _refusal(self, scope: Scope, headers: Headers) -> ASGIApp | None:
        """Return the answer to a request that does not come from the page; None for one that may."""
        if "\0" in scope["path"]:
            return _refused("The address holds a null character, which no name of a file does.", 404)
        host = headers.get("host", "")
        if not self._is_known(host):
            return _refused("This address is not that of the preview. Open the address that cardgen printed.")
        origin = headers.get("origin")
        is_unsafe = scope.get("method") not in _SAFE_METHODS  # as every WebSocket is
        own = {f"{self._scheme}://{host.lower()}", self._public}
        if (origin is None and is_unsafe) or (origin is not None and origin.lower() not in own):
            return _refused("The request comes from another page.")
        site = headers.get("sec-fetch-site", "same-origin")
        is_page = scope["path"] == "/" or scope["path"].startswith("/t/")
        is_visit = is_page and headers.get("sec-fetch-mode") == "navigate" and not is_unsafe
        if site not in {"same-origin", "none"} and not is_visit:
            return _refused("The request comes from another page.")
        return None

    def _is_known(self, host: str) -> bool:
        if self._public and host.lower() == urlsplit(self._public).netloc:
            return True
        name, _, port = host.rpartition(":")
        if port != str(self._port):
            return False
        name = name.lower().strip("[]")
        return name in self._hosts or ("" in self._hosts and _is_address(name))

    def _entry(self, scope: Scope, headers: Headers) -> ASGIApp | None:
        """Return the answer to a request without the cookie: the cookie for one with the token; None for one with it."""
        given = parse_qsl(scope["query_string"].decode("latin-1"))
        token = next((value for name, value in given if name == TOKEN), "")
        if scope["path"] == "/" and _equal(token, self._token):
            rest = urlencode([(name, value) for name, value in given if name != TOKEN])
            # The browser loads the page again by itself: after a redirect from another page, it would not send the cookie.
            page = f'<!doctype html><meta http-equiv="refresh" content="0;url=/{"?" if rest else ""}{rest}">'
            answer = HTMLResponse(page)
            answer.set_cookie(self._cookie, self._token, httponly=True, samesite="strict", path="/")
            return answer
        if _equal(_cookie(headers, self._cookie), self._token):
            return None
        return _refused("Open the address that cardgen printed when it started; it has the token of this preview.")


def _is_open(path: str) -> bool:
    """Return whether an address needs no token: the files of the page, and those of a room, whose code is its secret."""
    return path.startswith(("/t/", "/static/", "/api/rooms/"))


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _equal(given: str, token: str) -> bool:
    return hmac.compare_digest(given.encode("utf-8", "surrogatepass"), token.encode())


def _cookie(headers: Headers, name: str) -> str:
    """Return a cookie as it was set, whatever other programs of this computer have set; empty if there is none."""
    pairs = (part.strip().partition("=") for line in headers.getlist("cookie") for part in line.split(";"))
    return next((value for key, _, value in pairs if key == name), "")


def _refused(why: str, status: int = 403) -> ASGIApp:
    return PlainTextResponse(f"{why}\n", status)


def kept_token(folder: Path) -> str:
    """Return the token of this user, the same for some days, so that open pages find a server that was started again.

    Args:
        folder: Folder of the token, for this user alone.
    """
    file = folder / "preview-token"
    with contextlib.suppress(OSError, ValueError):
        token = file.read_text("ascii").strip()
        if len(token) == len(secrets.token_urlsafe(_TOKEN_BYTES)) and time.time() - file.stat().st_mtime < _KEPT:
            os.utime(file)
            return token
    token = secrets.token_urlsafe(_TOKEN_BYTES)
    with contextlib.suppress(OSError):  # a new one each time, where nothing can be kept
        folder.mkdir(parents=True, exist_ok=True)
        file.unlink(missing_ok=True)
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as stream:
            stream.write(token)
    return token
