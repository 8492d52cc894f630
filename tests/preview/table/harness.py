"""Rooms whose games are computed in the process of the test, and pages that play in them."""

import asyncio
import json
import shutil
from pathlib import Path
from random import Random

from cardgen.preview.table.game_process import Games
from cardgen.preview.table.messages import read_message
from cardgen.preview.table.page import RoomPage
from cardgen.preview.table.room import Room
from cardgen.preview.table.rooms import NewRoom, Rooms
from cardgen.preview.table.shared import Shared
from cardgen.report.json_text import format_json

ROOT = Path(__file__).parents[3]
SAMURAI, ELVES, WEIR = (ROOT / "decks" / f"{name}.yaml" for name in ("samurai", "elves", "stonewater"))
HEARTS = ROOT / "examples/hearts/hearts.yaml"


def one_hand_of_hearts(folder):
    """Return the deck of a copy of Hearts that ends after one hand."""
    shutil.copytree(HEARTS.parent, folder / "hearts")
    game = folder / "hearts" / "game.yaml"
    stated = game.read_text("utf-8")
    assert "limit: {start: 100}" in stated
    game.write_text(stated.replace("limit: {start: 100}", "limit: {start: 1}"), "utf-8")
    return game.with_name("hearts.yaml")


class InProcess:
    """In place of the processes of games: the same requests, answered at once."""

    games = Games()  # of all tests: decks are read once

    def __init__(self):
        self.table = self.reader = self.outlooks = self
        self.read = {}
        self.outlook_turn = asyncio.Lock()

    async def answer(self, name, *arguments):
        if name in {"offer", "contest"}:
            key = name, repr(arguments)
            if key not in KEPT:
                KEPT[key] = getattr(self.games, name)(*arguments)
            return KEPT[key]
        return getattr(self.games, name)(*arguments)

    def thinker(self, _game):
        return self

    def close(self):
        """End nothing."""


KEPT = {}


def rooms_of(decks, file=None, records=None):
    found = Rooms(
        Shared({deck.stem: deck for deck in decks}, {deck.stem: deck.stem.title() for deck in decks}, file, records, 0)
    )
    found.shared.workers = InProcess()
    return found


class Player:
    """A page with what it was sent, as JSON says it."""

    def __init__(self, room: Room, name: str = ""):
        self.room = room
        self.page = RoomPage()
        self.frames = []
        self.texts = []
        self.name = name
        self.secret = ""

    async def enter(self, **more):
        await self.room.enter(self.page, read_message(json.dumps({"do": "enter", "language": "en", **more})))
        if self.name:
            await self.say("join", name=self.name)
        self.hear()
        return self

    async def say(self, what, **more):
        await self.room.obey(self.page, read_message(json.dumps({"do": what, **more})))
        stored = self.room._shared.store.room(self.room.code)
        assert stored == self.room.state.as_text(), "a change is stored before anybody is told of it"
        self.hear()

    def hear(self):
        while not self.page._frames.empty():
            frame = self.page._frames.get_nowait()
            if frame is None:
                continue
            text = format_json(frame, indent=None)
            self.texts.append(text)
            self.frames.append(json.loads(text))
            self.secret = frame.get("secret", self.secret)

    def last(self, kind):
        self.hear()
        return next((frame for frame in reversed(self.frames) if frame["type"] == kind), None)

    @property
    def view(self):
        return self.last("game")

    @property
    def log(self):
        """What the page has been told of the game, put together as it does."""
        self.hear()
        found = []
        for frame in self.frames:
            if frame["type"] == "game" and not frame["hand_over"]:
                found = [*([] if frame["log_is_new"] else found), *frame["log"]]
        return found

    @property
    def refusals(self):
        self.hear()
        return [frame["reason"] for frame in self.frames if frame["type"] == "refused"]


async def seated(room, count, language="en"):
    """Return players on the first seats of a room."""
    players = []
    for number in range(count):
        player = await Player(room, f"Person {number + 1}").enter(language=language)
        await player.say("sit", seat=number)
        players.append(player)
    return players


async def played(players, rng: Random, until=lambda view: view["is_over"]):
    """Let players take random choices until the game is over, or as far as is asked for."""
    for _ in range(10_000):
        if until(players[0].view):
            return
        mover = next((one for one in players if one.view.get("choices")), None)
        if mover is None:
            await agents_of(players[0].room)
            continue
        view = mover.view
        await mover.say("take", move=view["move"], choice=int(rng.random() * len(view["choices"])))
    raise AssertionError("the game has no end")


async def agents_of(room):
    """Wait until agents have played as far as they can."""
    if room._agents:
        await asyncio.wait({room._agents})


async def room_of(decks, seats=None, file=None, records=None):
    rooms = rooms_of(decks, file, records)
    room, _ = await rooms.create(NewRoom(tuple(deck.stem for deck in decks), players=seats or 0))
    return rooms, room
