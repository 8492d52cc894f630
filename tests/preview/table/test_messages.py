"""What a page may send, at the edges of what is allowed."""

import json

import pytest

from cardgen.preview.table.messages import LONGEST_NAME, MessageError, read_message

ALLOWED = [
    {"do": "look", "card": [0.1, 1000]},
    {"do": "look", "card": [63, 88.9], "language": "x" * 20},
    {"do": "sit", "seat": 0},
    {"do": "sit", "seat": 63},
    {"do": "take", "move": 10**9, "choice": 0},
    {"do": "answer", "yes": False},
    {"do": "arrange", "rules": {"damage": "choose", "recruit": ""}},
    {"do": "enter", "secret": "x" * 100},
    {"do": "join", "name": "x" * LONGEST_NAME},
]
REFUSED = [
    *[{"do": "look", "card": card} for card in ([0, 88], [63, 0], [-63, 88], [63, 1000.1], [63], [63, 88, 1], "63", [None, 1])],
    *[{"do": "sit", "seat": seat} for seat in (-1, 64, 0.5, True, "0", None)],
    {"do": "look", "language": "x" * 21},
    {"do": "take", "move": 0},
    {"do": "answer", "yes": 1},
    *[{"do": "arrange", "rules": rules} for rules in ("damage", ["damage"], {"damage": 1}, {"damage": "x" * 61})],
    {"do": "arrange", "rules": {str(number): "1" for number in range(101)}},
    {"do": "enter", "secret": "x" * 101},
    {"do": "look", "other": 1},
    {"do": "fly"},
    {"do": {}},
    ["look"],
]  # fmt: skip


def test_what_is_allowed_is_taken_as_it_is():
    for message in ALLOWED:
        assert read_message(json.dumps(message)) == message


def test_anything_else_is_refused():
    for message in REFUSED:
        with pytest.raises(MessageError) as caught:
            pytest.fail(f"taken: {read_message(json.dumps(message))}")
        assert caught.value.reason == "message", message
    for text in ("", "{", "[" * 10_000, '"look"'):
        with pytest.raises(MessageError):
            read_message(text)
    for name in ("", "  ", "x" * (LONGEST_NAME + 1)):
        with pytest.raises(MessageError, match="name"):
            read_message(json.dumps({"do": "join", "name": name}))
