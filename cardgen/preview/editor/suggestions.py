"""Describe suggestions and explanations as they are sent to the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

WordType = Literal[
    "key", "value", "icon", "picture", "file", "variable", "filter", "element", "attribute", "color", "style"
]


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Something that may be written at the cursor.

    Attributes:
        label: What the list shows.
        insert: What is written in place of what was typed.
        detail: A few words beside the label.
        about: What it means; may be empty.
        rank: The higher, the earlier among equally good matches.
        picture: Address of its picture below that of the deck; empty for none.
        color: Its colour, as `#rrggbb`; empty for none.
    """

    label: str
    type: WordType
    insert: str = ""
    detail: str = ""
    about: str = ""
    rank: int = 0
    picture: str = ""
    color: str = ""


@dataclass(frozen=True, slots=True)
class Suggestions:
    """All that may be written at the cursor.

    Attributes:
        start: Number of characters before what was typed, which a suggestion replaces.
    """

    start: int
    items: tuple[Suggestion, ...] = ()


@dataclass(frozen=True, slots=True)
class WordHelp:
    """What is written at a place.

    Attributes:
        start: Number of characters before it.
        end: Number of characters up to its end.
        type: What values it has; may be empty.
        about: What it means.
        values: The words that it can be, if there are few.
        default: What stands in for it when it is left out; may be empty.
        picture: Address of its picture below that of the deck; empty for none.
    """

    start: int
    end: int
    title: str
    type: str = ""
    about: str = ""
    values: tuple[str, ...] = ()
    default: str = ""
    picture: str = ""
