"""Where elements and attributes stand in the text of an XML document.

A parser gives the line of an element at best, and of an attribute nothing. An element is found here by its number in the
order of the document, which the tree of the parser has too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

DOCUMENT_TYPE = "<!DOCTYPE"
_ATTRIBUTES = r"""(?:[^<>"']|"[^"]*"|'[^']*')*"""
_START_TAG = re.compile(
    rf"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<!DOCTYPE{_ATTRIBUTES}>|<(?P<name>[^\s/>!?<][^\s/><]*){_ATTRIBUTES}>",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"""(?P<name>[^\s=<>"'/]+)\s*=\s*(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)')""")


class TextRange(NamedTuple):
    """A part of a text."""

    start: int
    end: int


class StartTag(NamedTuple):
    """The start tag of an element.

    Attributes:
        name: Name of the element without its prefix.
        range: The whole tag, from `<` to `>`.
    """

    name: str
    range: TextRange
    text: str

    @property
    def name_range(self) -> TextRange:
        """The `<` and the name with its prefix."""
        start = self.range.start
        end = start + 1
        while self.text[end] not in " \t\r\n/>":
            end += 1
        return TextRange(start, end)

    def places(self, name: str) -> list[TextRange]:
        """Return where an attribute stands, by its name with its prefix: twice in a tag that is not well-formed."""
        found = _ATTRIBUTE.finditer(self.text, self.name_range.end, self.range.end)
        return [TextRange(*match.span("name")) for match in found if match["name"] == name]

    def attribute(self, name: str, *, value: bool = True) -> TextRange | None:
        """Return where an attribute stands; None if the tag does not have it.

        Args:
            name: Name of the attribute, without its prefix or in the form `{namespace}name`.
            value: Whether to return the place of the value instead of the name.
        """
        wanted = name.rpartition("}")[2]
        for match in _ATTRIBUTE.finditer(self.text, self.name_range.end, self.range.end):
            if match["name"].rpartition(":")[2] == wanted:
                group = "name" if not value else "double" if match["double"] is not None else "single"
                return TextRange(*match.span(group))
        return None


def start_tags(text: str) -> Iterator[StartTag]:
    """Yield the start tags of a document in their order; comments, CDATA and instructions are skipped.

    Args:
        text: A well-formed document; of any other, the tags that can be recognized.
    """
    for match in _START_TAG.finditer(text):
        if match["name"]:
            yield StartTag(match["name"].rpartition(":")[2], TextRange(*match.span()), text)


def find_start_tag(text: str, number: int) -> StartTag | None:
    """Return a start tag by its number in the order of the document, from 0; None if there are fewer."""
    return next((tag for count, tag in enumerate(start_tags(text)) if count == number), None)
