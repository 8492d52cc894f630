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
NUMBERS = {"seat": 63, "game": 10**15, "move": 10**9, "choice": 10**9, "players": 64, "first": 63}
TEXTS = {"secret": 100, "language": 20, "level": 40, "deck": 200, "difficulty": 60}
ALLOWED += [
    *[{"do": "look", name: number} for name, most in NUMBERS.items() for number in (0, most)],
    *[{"do": "look", name: "x" * most} for name, most in TEXTS.items()],
    {"do": "arrange", "rules": {"x" * 60: "x" * 60}},
    {"do": "arrange", "rules": {str(number): "" for number in range(100)}},
]
REFUSED = [
    *[{"do": "look", name: number} for name, most in NUMBERS.items() for number in (-1, most + 1, 1.0, "1", True)],
    *[{"do": "look", name: text} for name, most in TEXTS.items() for text in ("x" * (most + 1), 1, None)],
    *[{"do": do} for do in ("join", "rename", "sit", "stand", "fill", "free", "take", "try", "rewind", "answer")],
    {"do": "fill", "seat": 1},
    {"do": "fill", "level": "greedy"},
    {"do": "try", "choice": 1},
    {"do": "take", "choice": 1},
    {"do": "arrange", "rules": {"x" * 61: "1"}},
    {"do": "arrange", "rules": {1: None}},
    {"do": "join", "name": "x" * 201},
    {"do": "join", "name": 1},
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


def test_a_name_is_one_line_of_which_nothing_is_hidden_whoever_takes_it():
    for do in ("join", "rename"):
        for name, read in (("  Ann  of Lake ", "Ann of Lake"), ("Ann\u202e", "Ann<U+202E>"), ("A\nB", "A<U+000A>B")):
            assert read_message(json.dumps({"do": do, "name": name})) == {"do": do, "name": read}
