"""Explain to the author of a template why its output is not well-formed XML."""

from __future__ import annotations

import re
from typing import NamedTuple

from lxml import etree

from cardgen.report.diagnostics import did_you_mean
from cardgen.report.xml_positions import TextRange, start_tags

_MISMATCH = re.compile(r"opening and ending tag mismatch: (\S+) line (\d+) and (\S+)", re.IGNORECASE)
_UNFINISHED = re.compile(r"premature end of data in tag (\S+) line (\d+)", re.IGNORECASE)
_NO_PREFIX = re.compile(r"namespace prefix (\S+) (?:for \S+ )?on \S+ is not defined", re.IGNORECASE)
_REDEFINED = re.compile(r"attribute (\S+) redefined", re.IGNORECASE)
_NO_ENTITY = re.compile(r"entityref: |entity '", re.IGNORECASE)
_STRAY = re.compile(r"unescaped '<'|starttag: invalid", re.IGNORECASE)
_ESCAPE_HINT = "write &amp; for & and &lt; for <; {{ }} escapes the text of a card"
_NAMESPACES = {"card": "urn:cardgen", "xlink": "http://www.w3.org/1999/xlink"}


class Malformation(NamedTuple):
    """Why a document is not well-formed.

    Attributes:
        message: What is wrong, as the end of a sentence.
        begins: Where the element that is not closed begins; None if it is about something else.
    """

    message: str
    place: TextRange
    hints: tuple[str, ...] = ()
    begins: TextRange | None = None


def explain_malformed(error: etree.XMLSyntaxError, text: str) -> Malformation:
    """Return why a document is not well-formed, and where."""
    if not text.strip():
        return Malformation("it is empty", TextRange(0, 0))
    reason = (error.msg or "").split(", line ")[0].rstrip(".")
    place = _at_line(text, *(error.position if error.position else (1, 1)))
    if found := _MISMATCH.search(reason):
        place = _closing_tag(text, place.start, found[3]) or place
        begins = _opening(text, int(found[2]), found[1], place.start)
        advice = ("close each element before the one around it, with the same name and prefix",)
        return Malformation(f"<{found[1]}> ends with </{found[3]}>", place, advice, begins)
    if found := _UNFINISHED.search(reason):
        return Malformation(f"<{found[1]}> is not closed", _opening(text, int(found[2]), found[1], len(text)) or place)
    if found := _NO_PREFIX.search(reason):
        known = _NAMESPACES.get(found[1])
        hints = (f'write <svg xmlns:{found[1]}="{known}" ...>',) if known else did_you_mean(found[1], _NAMESPACES)
        return Malformation(
            f"the namespace prefix '{found[1]}' is not declared", _prefixed(text, found[1]) or place, hints
        )
    if found := _REDEFINED.search(reason):
        before = [tag for tag in start_tags(text) if tag.range.start < place.start]
        again = before[-1].places(found[1])[1:] if before else ()
        return Malformation(f"attribute '{found[1]}' is stated twice", again[0] if again else place)
    return _malformed_text(reason, text, place)


def _malformed_text(reason: str, text: str, place: TextRange) -> Malformation:
    """Return what is wrong with the text of an element or an attribute, or anything else in the words of the parser."""
    if _NO_ENTITY.search(reason):
        before = text.rfind("&", 0, place.start + 1)
        place = TextRange(before, max(before + 1, place.start)) if before >= 0 else place
        return Malformation(_sentence(reason), place, (_ESCAPE_HINT,))
    return Malformation(_sentence(reason), place, (_ESCAPE_HINT,) if _STRAY.search(reason) else ())


def _sentence(reason: str) -> str:
    return f"{reason[:1].lower()}{reason[1:]}"


def _at_line(text: str, line: int, column: int) -> TextRange:
    """Return the place of a line and column that the parser states, which count bytes."""
    start = 0
    for _ in range(line - 1):
        start = text.find("\n", start) + 1
    line_end = text.find("\n", start)
    row = text[start : line_end if line_end >= 0 else None].encode("utf-8", "surrogatepass")
    before = len(row[: max(0, column - 1)].decode("utf-8", "ignore"))
    at = min(start + before, max(0, len(text) - 1))
    return TextRange(at, at + 1)


def _closing_tag(text: str, before: int, name: str) -> TextRange | None:
    """Return the closing tag that stands last before a place, whatever its prefix."""
    tags = [*re.finditer(rf"</(?:[^\s<>/:]+:)?{re.escape(name)}\s*>", text[: before + 1])]
    return TextRange(*tags[-1].span()) if tags else None


def _opening(text: str, line: int, name: str, before: int) -> TextRange | None:
    """Return the start tag of an element that begins on a line, the last one before a place.

    Args:
        name: Its name without a prefix, as the parser states it.
    """
    tags = [tag for tag in start_tags(text) if tag.name == name and tag.range.start < before]
    on_line = [tag for tag in tags if text.count("\n", 0, tag.range.start) + 1 == line]
    return next((tag.name_range for tag in reversed(on_line or tags)), None)


def _prefixed(text: str, prefix: str) -> TextRange | None:
    """Return the first start tag, or attribute, with a prefix."""
    found = re.search(rf"<{re.escape(prefix)}:[^\s/>]*|(?<=\s){re.escape(prefix)}:[^\s=]*", text)
    return TextRange(*found.span()) if found else None
