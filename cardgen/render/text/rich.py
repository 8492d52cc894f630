"""Rich text: the author's notation to markup, and markup to inline content.

The notation is a small part of Markdown plus `{icon}`. It is not read by a Markdown parser, because in the text of a
card numbers with a full stop, hyphens and lone stars are text, not lists and rules.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from html import escape
from typing import Any, NamedTuple

from cardgen.render.text.punctuation import smart_punctuation
from cardgen.report.errors import UnlocatedError

NAMESPACE = "urn:cardgen"
ICON_IN_TEXT = "\ufffc"  # object replacement character: stands for an icon in plain text


class Run(NamedTuple):
    """Text of one look.

    Attributes:
        color: `#rrggbb`; empty for that of the style.
    """

    text: str
    bold: bool = False
    italic: bool = False
    color: str = ""


class Icon(NamedTuple):
    """An icon in a line of text.

    Attributes:
        color: `#rrggbb`; empty for that of the text.
    """

    name: str
    color: str = ""


class Break(NamedTuple):
    """A line break set by the author."""


Inline = Run | Icon | Break

_SPACES = re.compile(r"[ \t\r\n]+")
_TOKEN = re.compile(r"\\([\\*{}'\".-])|(\*{1,3})|\{([^{}\s]+)\}|(\n)|([^\\*{\n]+|.)", re.DOTALL)


def plain_text(inlines: Iterable[Inline]) -> str:
    """Return the characters alone: a line feed for a break, U+FFFC for an icon."""
    return "".join(
        part.text if isinstance(part, Run) else ICON_IN_TEXT if isinstance(part, Icon) else "\n" for part in inlines
    )


def parse_markup(element: Any) -> tuple[Inline, ...]:
    """Read the content of an element: text, `<b>`, `<i>`, `<br/>` and `<card:icon name= color?>`.

    `<b>` and `<i>` may have a `color`. White space is collapsed as in HTML, and characters are composed (NFC).

    Args:
        element: An lxml element; the namespaces of `b`, `i` and `br` are ignored.

    Raises:
        UnlocatedError: E405, another element, or an icon without a name.
    """
    return tidy(_parts(element, Run("")))


def tidy(inlines: Iterable[Inline]) -> tuple[Inline, ...]:
    """Return inline content with white space collapsed and trimmed, and runs of one look joined."""
    out: list[Inline] = []
    for part in inlines:
        last = out[-1] if out else None
        if isinstance(part, Run):
            text = part.text if part.text.isascii() else unicodedata.normalize("NFC", part.text)
            text = _SPACES.sub(" ", text)
            if last is None or isinstance(last, Break) or (isinstance(last, Run) and last.text.endswith(" ")):
                text = text.removeprefix(" ")
            if not text:
                continue
            if isinstance(last, Run) and last[1:] == part[1:]:
                out[-1] = last._replace(text=last.text + text)
            else:
                out.append(part._replace(text=text))
        else:
            if isinstance(part, Break):
                _trim(out)
            out.append(part)
    while out and isinstance(out[-1], Break):
        out.pop()
    _trim(out)
    return tuple(out)


def _trim(out: list[Inline]) -> None:
    """Drop the space at the end."""
    last = out[-1] if out else None
    if isinstance(last, Run) and last.text.endswith(" "):
        out.pop()
        if last.text != " ":
            out.append(last._replace(text=last.text[:-1]))


def _parts(element: Any, look: Run) -> Iterator[Inline]:
    if element.text:
        yield look._replace(text=element.text)
    for child in element:
        if isinstance(child.tag, str):
            yield from _element(child, look)
        if child.tail:
            yield look._replace(text=child.tail)


def _element(element: Any, look: Run) -> Iterator[Inline]:
    namespace, _, name = element.tag.rpartition("}")
    color = element.get("color", "")
    if name in {"b", "i"}:
        look = look._replace(color=color or look.color)
        yield from _parts(element, look._replace(bold=True) if name == "b" else look._replace(italic=True))
    elif name == "br":
        yield Break()
    elif name == "icon" and namespace == f"{{{NAMESPACE}":
        if not element.get("name"):
            raise UnlocatedError("E405", "icon in a text has no name", expected='<card:icon name="..."/>')
        yield Icon(element.get("name"), color or look.color)
    else:
        raise UnlocatedError("E405", f"text contains <{name}>", expected="text, <b>, <i>, <br/> or <card:icon>")


def to_markup(text: str, language: str = "en") -> str:
    r"""Convert an author's text to markup for `parse_markup`.

    `**bold**`, `*italic*`, `{icon}` and line breaks become elements, punctuation becomes typographic, and everything
    else is escaped. A backslash before `*`, `{`, `}`, `\`, a quote, a hyphen or a full stop keeps that character as
    it is. Stars without a partner stay stars.
    """
    out: list[str] = []
    open_stars: list[tuple[str, int]] = []  # "*" or "**", and its index in `out`
    before = ""
    source = text.strip()
    for match in _TOKEN.finditer(source):
        literal, stars, icon, line_end, words = match.groups()
        if stars:
            follows = source[match.end() : match.end() + 1]
            _add_stars(stars, out, open_stars, closes=bool(before[-1:].strip()), opens=bool(follows.strip()))
            continue
        if icon:
            out.append(f'<card:icon name="{escape(icon)}"/>')
            before = ICON_IN_TEXT
        elif line_end:
            out.append("<br/>")
            before = ""
        else:
            words = literal or smart_punctuation(words, language, before)
            out.append(escape(words, quote=False))
            before = words
    return "".join(out)


def _add_stars(stars: str, out: list[str], open_stars: list[tuple[str, int]], *, closes: bool, opens: bool) -> None:
    """Close the emphasis that stars end, or open one; stars stay text until their partner is found."""
    tags = {"*": "i", "**": "b"}
    while stars and closes and open_stars:
        closable = [delimiter for delimiter, _ in reversed(open_stars) if stars.startswith(delimiter)]
        if not closable:
            break
        delimiter = closable[0] if stars != "**" or "**" not in closable else "**"
        while open_stars:
            name, at = open_stars.pop()
            if name == delimiter:
                out[at] = f"<{tags[delimiter]}>"
                out.append(f"</{tags[delimiter]}>")
                break
        stars = stars[len(delimiter) :]
    while stars:
        delimiter = stars[:2]
        if opens:
            open_stars.append((delimiter, len(out)))
        out.append(delimiter)
        stars = stars[len(delimiter) :]
