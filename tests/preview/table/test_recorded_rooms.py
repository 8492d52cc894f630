"""What each page in a room is sent, whole, when people do all that can be done in it, also what is refused."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from cardgen.preview.table import room_game
from tests.preview.table.harness import ELVES, ROOT, SAMURAI, Player, agents_of, room_of
from tests.recorded import check_recorded

FISH = ROOT / "examples/go-fish/go-fish.yaml"
Line = tuple[str, str] | tuple[str, str, Mapping[str, Any]]

SHARED: list[Line] = [
    ("Ann", "start"), ("Ann", "join", {"name": "  Ann "}), ("Ann", "join", {"name": "Ann"}), ("Ann", "sit", {"seat": 1}),
    ("Bob", "sit", {"seat": 1}), ("Bob", "join", {"name": "ann"}), ("Bob", "sit", {"seat": 1}), ("Bob", "sit", {"seat": 3}),
    ("Bob", "rename", {"name": "Bob"}), ("Bob", "fill", {"seat": 1, "level": "random"}), ("Bob", "fill", {"seat": 0, "level": "wise"}),
    ("Bob", "fill", {"seat": 0, "level": "random"}), ("Bob", "free", {"seat": 0}), ("Bob", "free", {"seat": 1}), ("Bob", "stand", {"seat": 1}),
    ("Bob", "sit", {"seat": 2}), ("Bob", "arrange", {"players": 9}), ("Bob", "arrange", {"players": 4}), ("Bob", "arrange", {"first": 9}),
    ("Bob", "arrange", {"players": 3}), ("Bob", "arrange", {"difficulty": "hard"}), ("Bob", "arrange", {"deck": "go-fish", "seat": 0}),
    ("Bob", "arrange", {"rules": {"odd": "1"}}), ("Bob", "start"), ("Bob", "arrange", {"rules": {"odd": ""}, "first": 2}), ("Cat", "arrange", {"first": 0}),
    ("Ann", "answer", {"yes": True}), ("Ann", "apply"), ("Ann", "undo"), ("Ann", "enter"),
    ("Bob", "fill", {"seat": 0, "level": "random"}), ("Bob", "start"), ("Bob", "arrange", {"first": 1}), ("Bob", "free", {"seat": 0}),
    ("Ann", "take", {"move": 0, "choice": 0}), ("Bob", "choose", {"choice": 0}), ("Bob", "choose", {"choice": 99}), ("Ann", "undo"),
    ("Cat", "join", {"name": "Cat"}), ("Cat", "undo"), ("Cat", "sit", {"seat": 2}), ("Cat", "sit", {"seat": 0}), ("Cat", "sit", {"seat": 1}),
    ("Cat", "choose", {"choice": 1}), ("Bob", "choose", {"choice": 1}), ("Bob", "rewind", {"move": 10**6}), ("Bob", "rewind", {"move": 0}), ("Ann", "answer", {"yes": False}),
    ("Bob", "undo"), ("Bob", "answer", {"yes": True}), ("Ann", "answer", {"yes": True}), ("Cat", "answer", {"yes": True}), ("Cat", "look", {"language": "pt"}),
    ("Cat", "look", {"card": [40, 53]}), ("Cat", "look", {"language": "xx"}), ("Bob", "stand", {"seat": 1}), ("Bob", "stand", {"seat": 2}), ("Cat", "fill", {"seat": 2, "level": "random"}),
    ("Bob", "sit", {"seat": 2}), ("Ann", "start"), ("Bob", "answer", {"yes": True}), ("Cat", "answer", {"yes": True}), ("Ann", "gone"), ("Cat", "fill", {"seat": 1, "level": "random"}),
    ("Cat", "leave"), ("Cat", "leave"), ("Bob", "try", {"move": 10**6, "choice": 0}),
]  # fmt: skip
"""What three people say: `choose` takes a choice at the present move, and `gone` closes the page."""

ARMIES: list[Line] = [
    ("Ann", "join", {"name": "Ann"}), ("Ann", "sit", {"seat": 0}), ("Ann", "sit", {"seat": 1}), ("Ann", "arrange", {"deck": "elves", "seat": 0}),
    ("Ann", "arrange", {"deck": "other"}), ("Ann", "arrange", {"rules": {"damage": "choose"}}), ("Ann", "start"), ("Ann", "show"),
    ("Ann", "choose", {"choice": 0}), ("Ann", "show"), ("Ann", "leave"),
]  # fmt: skip
"""What somebody says who plays two armies at one screen."""


LEFT_OUT = {"code", "areas", "lines", "cards", "legend", "goal"}


def frame_lines(player: Player, since: int, shown: dict[str, Any]) -> Iterator[str]:
    """The frames of a page since a number of them; of the room and the game what is new to the page."""
    for frame in player.frames[since:]:
        kind = frame["type"]
        told = {key: value for key, value in frame.items() if key not in {"type", "secret", "words", *LEFT_OUT}}
        if kind == "game":
            told["choices"] = [choice["text"] for choice in frame.get("choices", ())][:2]
            told["log"] = frame.get("log", [])[-2:]
        if kind == "room":
            seats = {f"seat {number}": seat_line(seat) for number, seat in enumerate(told.pop("seats"))}
            told |= seats
        if kind in {"room", "game"}:
            new = {key: value for key, value in told.items() if shown.get(f"{kind} {key}") != value or key == "move"}
            shown |= {f"{kind} {key}": value for key, value in told.items()}
            told = new
        yield f"{kind} {json.dumps(told, ensure_ascii=False)}"


def seat_line(seat: Mapping[str, Any]) -> str:
    """A seat: who has it, and what is true of it."""
    stated = [str(seat[key]) for key in ("who", "name", "level", "deck") if seat[key]]
    return ", ".join([*stated, *(key for key in ("is_here", "is_yours", "was_yours") if seat[key])])


async def transcript(decks: list[Path], seats: int, names: list[str], lines: list[Line]) -> list[str]:
    rooms, room = await room_of(decks, seats)
    room._play_agents = lambda: agents_of(room)  # they wait
    players = {name: await Player(room).enter() for name in names}
    shown: dict[str, dict[str, Any]] = {name: {} for name in names}
    told = dict.fromkeys(names, 0)
    found = []
    for name, do, *more in [(names[0], "look"), *lines]:
        values = dict(*more)
        found.append(f"== {name}: {do} {json.dumps(values)}")
        if do == "gone":
            await room.leave(players.pop(name).page)
        elif do == "choose":
            await players[name].say("take", move=room.game.moves, **values)
        else:
            await players[name].say(do, **values)
        if players.get(name) and players[name].page.trial:
            await players[name].page.trial
        for other, player in players.items():
            player.hear()
            found += [f"{other} < {line}" for line in frame_lines(player, told[other], shown[other])]
            told[other] = len(player.frames)
    rooms.close()
    return found


async def test_what_pages_are_sent_is_as_recorded(monkeypatch):
    monkeypatch.setattr(room_game.secrets, "randbelow", lambda _: 7)
    found = await transcript([FISH], 3, ["Ann", "Bob", "Cat"], SHARED)
    check_recorded(Path(__file__).with_name("room.txt"), found)


async def test_what_one_screen_is_sent_is_as_recorded(monkeypatch):
    monkeypatch.setattr(room_game.secrets, "randbelow", lambda _: 7)
    found = await transcript([SAMURAI, ELVES], 2, ["Ann", "Bob"], ARMIES)
    check_recorded(Path(__file__).with_name("one_screen.txt"), found)
