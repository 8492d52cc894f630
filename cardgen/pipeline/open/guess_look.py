"""Guess the look of a list that states none, from its columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from cardgen.read.tables.column_values import are_ranks
from cardgen.render.templates.suits import MADE_NAME
from cardgen.report.source import Node

DEFAULT = "classic"
_NOT_SHOWN = frozenset({"id", "copies", "back", "face", "notes", "plan", "focus", "alt"})
_PICTURE = re.compile(r"\S.*\.(?:svg|png|jpe?g|webp|gif)|placeholder:.+", re.IGNORECASE)
_NUMBER = re.compile(r"[-+\u2212]?\d+(?:[.,]\d+)?")
_COLOR = re.compile(r"#[0-9a-fA-F]{3,8}")
_SENTENCE = 25  # characters; what people read aloud is longer on average, and names are shorter
_SAMPLE = 300  # rows that are looked at
_MEASURED = 8  # pictures whose size is looked at
_SMALLEST = (408, 555)  # pixels of a picture that prints with 150 dpi on a poker card and its bleed, 69 x 94 mm


class GuessedLook(NamedTuple):
    """A look and the reason for it.

    Attributes:
        reason: Why, in words that follow "Look: playing"; empty for the usual look.
    """

    look: str
    reason: str = ""


SizeOf = Callable[[str], tuple[int, int] | None]
"""Returns width and height in pixels of the picture of a name, 0 x 0 of an SVG; None if there is no such picture."""


def guess_look(rows: Sequence[Node], size_of: SizeOf = lambda _name: (0, 0)) -> GuessedLook:
    """Return the look for the rows of a list: for playing cards, for prompts, for pictures, or else the usual one.

    Args:
        size_of: See `SizeOf`; pictures that would be coarse at the size of a card do not fill it.
    """
    texts = {key: own for key, own in texts_by_key(rows).items() if key not in _NOT_SHOWN}
    types = {key: type_of(own) for key, own in texts.items()}
    if rank := _rank_of(texts, types):
        return GuessedLook("playing", "since it has suits" if "suit" in texts else f"since column {rank} has ranks")
    words = [key for key, type in types.items() if type == "words" and key not in ("type", "artist", "set")]
    is_nameless = is_numbered(texts.get("name", ()))
    words = [key for key in words if key != "name" or not is_nameless]
    others = {type for key, type in types.items() if key not in (*words, "name", "type")}
    if len(words) == 1 and others <= {"words"} and _is_sentence(texts[words[0]]):
        return GuessedLook("text", "since each card is one text to read")
    if "picture" not in types.values() and "name" in words and _is_sentence(texts["name"]):
        return GuessedLook("text", "since the names are sentences")
    if "picture" not in types.values() and is_nameless and "text" in words and _is_sentence(texts["text"]):
        return GuessedLook("text", "since each card is a text without a name")
    pictures = texts.get("art", [])
    sizes = [size_of(name) for name in dict.fromkeys(pictures[:_MEASURED])]
    large = [
        size for size in sizes if size and (size == (0, 0) or (size[0] >= _SMALLEST[0] and size[1] >= _SMALLEST[1]))
    ]
    if 2 * len(pictures) > len(rows[:_SAMPLE]) and 2 * len(large) >= len(sizes):
        return GuessedLook("full-art", "since most cards have a picture")
    return GuessedLook(DEFAULT)


def _is_sentence(texts: Sequence[str]) -> bool:
    questions = sum(text.endswith("?") for text in texts)
    return sum(map(len, texts)) >= _SENTENCE * len(texts) or 2 * questions > len(texts)


def texts_by_key(rows: Iterable[Node]) -> dict[str, list[str]]:
    """Return the values of each column that are not empty, as text.

    Args:
        rows: The rows; only the first hundreds are looked at.
    """
    found: dict[str, list[str]] = {}
    for row in list(rows)[:_SAMPLE]:
        assert isinstance(row.value, dict)
        for key, node in row.value.items():
            found.setdefault(key, []).extend(text for text in _texts(node) if text)
    return {key: own for key, own in found.items() if own}


def is_numbered(names: Sequence[str]) -> bool:
    """Return whether names are those of a list without any, such as `Card 1` and `Card 2`."""
    return all(MADE_NAME.fullmatch(name.replace(" ", "\xa0")) for name in names)  # whoever numbered them


def _texts(node: Node) -> Iterator[str]:
    if isinstance(node.value, dict):  # languages of a text, of which one says what it is
        yield from (text for inner in list(node.value.values())[:1] for text in _texts(inner))
    elif isinstance(node.value, list):
        yield ", ".join(text for inner in node.value for text in _texts(inner))
    elif node.value is not None:
        yield str(node.value).strip()


def type_of(texts: Sequence[str]) -> str:
    """Return what most values of a column are: `number`, `picture`, `color` or `words`."""
    for name, pattern in (("number", _NUMBER), ("picture", _PICTURE), ("color", _COLOR)):
        if 2 * sum(bool(pattern.fullmatch(text)) for text in texts) > len(texts):
            return name
    return "words"


def _rank_of(texts: Mapping[str, Sequence[str]], types: Mapping[str, str]) -> str:
    """Return the column that gives the ranks of playing cards; empty if these are none.

    A rank alone may be that of a soldier, and a value that of anything: they count beside a suit, or where there is nothing
    but a name, a colour and a symbol besides.
    """
    for key in ("rank", "value"):
        if key not in texts or not are_ranks(texts[key]):
            continue
        others = {types[other] for other in texts if other not in (key, "name", "suit", "icon")}
        if "suit" in texts or others <= {"picture", "color"}:
            return key
    return ""
