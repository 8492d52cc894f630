"""Read what a page sends, and check its shape.

| `do` | with | does |
| --- | --- | --- |
| `enter` | `secret`, `language`, `card` | opens the room, for somebody who watches or the owner of a secret |
| `look` | `language`, `card` | chooses the language of the words and the size of the cards |
| `join` | `name` | takes a name, and receives a secret |
| `rename` | `name` | takes another name |
| `leave` | | gives up the name, the secret, and the seats |
| `sit`, `stand` | `seat` | takes a seat, or leaves it |
| `fill` | `seat`, `level` | puts an agent on a seat |
| `free` | `seat` | empties a seat before a game |
| `arrange` | `players`, `deck`, `seat`, `difficulty`, `rules`, `first` | changes the next game; an empty value of a setting is the usual one |
| `start` | | begins a game with the decks as they are now |
| `take` | `game`, `move`, `choice` | takes a choice, of the present game if none is named |
| `try` | `move`, `choice` | asks what choices would change, from one of them on |
| `show` | | shows the screen to the next person at it |
| `undo` | | proposes to take back the last decision of the sender |
| `rewind` | `move` | proposes to go back to a move |
| `answer` | `yes` | answers a proposal |
| `apply` | | continues the present game with the decks as they are now |
"""

from __future__ import annotations

from typing import Any

from cardgen.report.json_text import parse_json
from cardgen.report.visible import visible_line

LONGEST_NAME = 24
"""Characters of a name."""
MOST_SETTINGS = 100
"""Settings of the rules that a room changes."""
_LONGEST_SETTING = 60  # characters of its name, and of its value
_NUMBERS = {
    "seat": 63,
    "game": 10**15,
    "move": 10**9,
    "choice": 10**9,
    "players": 64,
    "first": 63,
}  # the largest of each
_TEXTS = {"secret": 100, "language": 20, "name": 200, "level": 40, "deck": 200, "difficulty": 60}  # characters
_NEEDED = {
    "join": ("name",),
    "rename": ("name",),
    "sit": ("seat",),
    "stand": ("seat",),
    "fill": ("seat", "level"),
    "free": ("seat",),
    "take": ("move", "choice"),
    "try": ("move", "choice"),
    "rewind": ("move",),
    "answer": ("yes",),
}
_KNOWN = {*_NEEDED, "enter", "look", "leave", "arrange", "start", "show", "undo", "apply"}
_LARGEST_SIDE = 1000  # mm

Message = dict[str, Any]
"""`do`, and the values that were sent with it, of the right types."""


class MessageError(Exception):
    """What a page sent is not a message, or not one that is possible now.

    Attributes:
        reason: Key of the sentence that says why.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def read_message(text: str) -> Message:
    """Return a message.

    Raises:
        MessageError: `message`, it is none.
    """
    try:
        data = parse_json(text)
    except ValueError:
        data = None
    if not isinstance(data, dict) or not isinstance(data.get("do"), str) or data["do"] not in _KNOWN:
        raise MessageError("message")
    found: Message = {"do": data["do"]}
    for name, value in data.items():
        if not _is_right(name, value):
            raise MessageError("message")
        found[name] = value
    if any(name not in found for name in _NEEDED.get(found["do"], ())):
        raise MessageError("message")
    if "name" in found:
        found["name"] = _name(found["name"])
    return found


def _is_right(name: str, value: object) -> bool:
    if name in _NUMBERS:
        return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _NUMBERS[name]
    if name in _TEXTS:
        return isinstance(value, str) and len(value) <= _TEXTS[name]
    if name == "yes":
        return isinstance(value, bool)
    if name == "rules":
        texts = [*value, *value.values()] if isinstance(value, dict) else [None]
        return len(texts) <= 2 * MOST_SETTINGS and all(
            isinstance(one, str) and len(one) <= _LONGEST_SETTING for one in texts
        )
    if name == "card":
        sides = value if isinstance(value, list) else []
        return len(sides) == 2 and all(isinstance(side, int | float) and 0 < side <= _LARGEST_SIDE for side in sides)
    return name == "do"


def _name(text: str) -> str:
    """Return a name on one line, of which nothing is hidden; it is text wherever it is shown, never markup.

    Raises:
        MessageError: `name`, nothing is left of it, or it is too long.
    """
    name = " ".join(visible_line(text).split())
    if not name or len(name) > LONGEST_NAME:
        raise MessageError("name")
    return name
