"""Fetch a file from the web: http and https only, whole, bounded in size and time, with few redirects.

Nothing is fetched but on request (`cardgen pull`), and what arrives is only bytes: nothing in it is followed or run. Unless
the user allows it, no computer of the local network is asked, whatever name or redirect leads to it.
"""

from __future__ import annotations

import re
import socket
import urllib.error
import urllib.request
from collections.abc import Mapping
from http.client import HTTPException, HTTPMessage, IncompleteRead
from typing import IO
from urllib.parse import parse_qs, urlencode, urlsplit, urlunsplit

from cardgen.read.connection import Deadline, handlers
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError
from cardgen.version import __version__

SIZE_LIMIT = 32 * 2**20  # bytes, as for files
TIME_LIMIT = 60.0  # seconds for all of a file
WAIT_LIMIT = 20.0  # seconds without an answer
REDIRECT_LIMIT = 5
_CHUNK = 2**16

_GOOGLE_SHEET = re.compile(r"/spreadsheets/(?:u/\d+/)?d/(?!e/)([\w-]+)(?:/.*)?")
_GOOGLE_PUBLISHED = re.compile(r"/spreadsheets/(?:u/\d+/)?d/e/([\w-]+)(?:/.*)?")
_GITHUB_PAGE = re.compile(r"/([^/]+/[^/]+)/blob/(.+)")


def download_address(address: str, suffix: str) -> str:
    """Return the address that gives the file itself, for the page that people see in their browser and copy.

    Args:
        address: Address of a Google sheet, of a file on GitHub or Dropbox, or any other, which stays as it is.
        suffix: Suffix of the file to fetch, such as `.csv`.

    Raises:
        UnlocatedError: E145, it is no address of the web.
    """
    try:
        parts = urlsplit(address.strip())
        host, port = (parts.hostname or "").lower(), parts.port
    except ValueError:
        host, port, parts = "", None, urlsplit("")
    if parts.scheme not in ("http", "https") or not host or re.search(r"\s", address.strip()):
        message = f"{quoted(address)} is no address of the web"
        raise UnlocatedError("E145", message, expected="an address that begins with https:// or http://")
    if parts.username or parts.password:
        message = f"the address at {host} holds a name or a password"
        raise UnlocatedError("E145", message, hints=["share the file by a link without them"])
    query = {key: values[-1] for key, values in parse_qs(parts.query).items()}
    if host == "docs.google.com":
        return _google_address(parts.path, query, parts.fragment, suffix) or address.strip()
    if host == "github.com" and (page := _GITHUB_PAGE.fullmatch(parts.path)):
        return f"https://raw.githubusercontent.com/{page[1]}/{page[2]}"
    if host in ("dropbox.com", "www.dropbox.com"):
        return urlunsplit(parts._replace(query=urlencode({**query, "dl": "1"}), fragment=""))
    netloc = (f"[{host}]" if ":" in host else host) + ("" if port is None else f":{port}")
    return urlunsplit((parts.scheme, netloc, parts.path or "/", parts.query, ""))


def _google_address(path: str, query: Mapping[str, str], fragment: str, suffix: str) -> str:
    """Return the address of the export of a Google sheet; empty if it is no address of one."""
    form = {".tab": "tsv", ".xlsm": "xlsx"}.get(suffix, suffix.lstrip("."))
    in_fragment = parse_qs(fragment).get("gid", [""])[-1]
    gid = query.get("gid") or in_fragment
    sheet = {"gid": gid} if gid and form in ("csv", "tsv") else {}
    if published := _GOOGLE_PUBLISHED.fullmatch(path):
        single = {"single": "true"} if sheet else {}
        return f"https://docs.google.com/spreadsheets/d/e/{published[1]}/pub?{urlencode({'output': form, **sheet, **single})}"
    if shared := _GOOGLE_SHEET.fullmatch(path):
        return f"https://docs.google.com/spreadsheets/d/{shared[1]}/export?{urlencode({'format': form, **sheet})}"
    return ""


def fetch(address: str, *, allow_local: bool = False) -> bytes:
    """Return what an address gives.

    Args:
        address: The address, as `download_address` returns it.
        allow_local: Whether it may be of this computer or of the local network.

    Raises:
        UnlocatedError: E145, the address is local; E146, the server cannot be reached or refuses; E147, the file is too
            large, incomplete, takes too long, or is moved too often.
    """
    host = urlsplit(address).hostname or ""
    request = urllib.request.Request(
        address, headers={"User-Agent": f"cardgen/{__version__}", "Accept-Encoding": "identity"}
    )
    with Deadline(TIME_LIMIT) as deadline:
        try:
            with _opener(deadline, allow_local=allow_local).open(request, timeout=WAIT_LIMIT) as answer:
                data = _read(answer, host)
        except UnlocatedError:
            if deadline.has_passed:  # which has ended the body, not the server
                raise _too_slow(host) from None
            raise
        except urllib.error.HTTPError as error:
            error.close()
            raise _refused(host, error.code) from None
        except (OSError, HTTPException, ValueError) as error:
            reason = error.reason if isinstance(error, urllib.error.URLError) else error
            raise (_too_slow(host) if deadline.has_passed else _unreachable(host, reason)) from None
        if deadline.has_passed:
            raise _too_slow(host)
    return data


def _read(answer: IO[bytes], host: str) -> bytes:
    """Return the body of an answer, read in pieces so that the limit of size holds whatever the server states."""
    data = bytearray()
    while piece := _piece(answer, host, len(data)):
        data += piece
        if len(data) > SIZE_LIMIT:
            message = f"{host} sends more than {SIZE_LIMIT // 2**20} MiB"
            raise UnlocatedError("E147", message, expected=f"at most {SIZE_LIMIT // 2**20} MiB")
    missing = getattr(answer, "length", None)  # what http.client still waits for; it ends without an error
    if missing:
        raise _incomplete(host, f"{len(data):,} of {len(data) + missing:,} bytes")
    return bytes(data)


def _piece(answer: IO[bytes], host: str, before: int) -> bytes:
    try:
        return answer.read(_CHUNK)
    except IncompleteRead as error:
        raise _incomplete(host, f"{before + len(error.partial):,} bytes") from None


def _incomplete(host: str, length: str) -> UnlocatedError:
    return UnlocatedError("E147", f"{host} ends the file too early, after {length}", hints=["try again"])


def _too_slow(host: str) -> UnlocatedError:
    return UnlocatedError("E147", f"{host} takes longer than {TIME_LIMIT:.0f} seconds", hints=["try again later"])


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows few redirects, and none away from http and https or from https to http."""

    max_redirections = max_repeats = REDIRECT_LIMIT + 1  # beyond the check below, which has its own words

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> urllib.request.Request | None:
        """See `urllib.request.HTTPRedirectHandler.redirect_request`."""
        before, after = urlsplit(req.full_url), urlsplit(newurl)
        count = sum(getattr(req, "redirect_dict", {}).values())
        if count >= REDIRECT_LIMIT:
            raise UnlocatedError("E147", f"{before.hostname} moves the file more than {REDIRECT_LIMIT} times")
        if after.scheme not in ("http", "https") or (before.scheme == "https" and after.scheme == "http"):
            message = f"{before.hostname} moves the file to {quoted(newurl)}"
            raise UnlocatedError("E147", message, expected="an address that begins with https://")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _opener(deadline: Deadline, *, allow_local: bool) -> urllib.request.OpenerDirector:
    """Return an opener of http and https alone, without files, FTP and cookies."""
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(),
        *handlers(deadline, allow_local=allow_local),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
        _Redirects(),
    ):
        opener.add_handler(handler)
    return opener


def _refused(host: str, code: int) -> UnlocatedError:
    """Return the error of an answer that is no file."""
    if 300 <= code < 400:
        message = f"{host} moves the file to an address that is not followed"
        return UnlocatedError("E147", message, expected="an address that begins with https://")
    words, hint = {
        401: ("asks for a password", "share the file with everybody who has the link"),
        403: ("refuses the file", "share the file with everybody who has the link"),
        404: ("has no such file", "check the address"),
        410: ("has no such file any more", "check the address"),
        429: ("refuses for now: too many requests", "try again in a minute"),
    }.get(code, ("fails" if code >= 500 else "refuses", "try again later" if code >= 500 else "check the address"))
    return UnlocatedError("E146", f"{host} {words} (status {code})", hints=[hint])


def _unreachable(host: str, reason: object) -> UnlocatedError:
    """Return the error of a server that gives no answer."""
    if isinstance(reason, TimeoutError | socket.timeout) or "timed out" in str(reason):
        message = f"{host} does not answer within {WAIT_LIMIT:.0f} seconds"
        return UnlocatedError("E146", message, hints=["try again later"])
    if isinstance(reason, socket.gaierror):
        hint = "check the network and the spelling of the address"
        return UnlocatedError("E146", f"{host} cannot be found", hints=[hint])
    words = getattr(reason, "strerror", None) or getattr(reason, "reason", None) or str(reason) or type(reason).__name__
    return UnlocatedError("E146", f"{host} cannot be reached: {str(words).lower()}", hints=["check the network"])
