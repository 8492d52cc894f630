"""Measure a table server under load: many rooms with people and agents, and the time until a move is seen at another seat.

Usage: python benchmarks/table.py [--rooms 50] [--seconds 60] [--deck examples/hearts/hearts.yaml]

Each room has two people, who decide about once in a second, and agents on the other seats. As the page does, they ask at each decision
what the choices would change. The latency is the time from the moment at which one person sends a move until the page of the other one
has it. At the end, the records of all games are compared with what the pages have seen: a move that was seen and is not stored is lost.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

ROOT = Path(__file__).parents[1]
THINKING = 1.0
"""Seconds that a person takes for a decision, in the mean."""


@dataclass
class Load:
    """What is measured.

    Attributes:
        latencies: Seconds until a move of one person is seen by the other one of the room.
        seen: Number of moves of each game that a page has seen.
        outlooks: Number of choices of which it was told what they would change.
        refused: Reasons of refusals.
        ended: Number of games that have ended.
    """

    latencies: list[float] = field(default_factory=list)
    seen: dict[int, int] = field(default_factory=dict)
    outlooks: int = 0
    refused: list[str] = field(default_factory=list)
    ended: int = 0


@dataclass
class Pair:
    """The two people of a room: when the last move of one was sent, and from which number of moves."""

    sent: dict[int, float] = field(default_factory=dict)


async def person(url: str, origin: str, seat: int, pair: Pair, load: Load, end: float) -> None:
    """Play on a seat of a room until the time is over."""
    rng, tasks = Random(f"{url} {seat}"), set()
    async with connect(url, origin=origin, max_size=None, open_timeout=120) as socket:
        await say(socket, "enter", language="en")
        await say(socket, "join", name=f"Person {seat}")
        await say(socket, "sit", seat=seat)
        decided, untold = (0, -1), list[int]()
        while time.monotonic() < end:
            try:
                frame = json.loads(await asyncio.wait_for(socket.recv(), max(0.1, end - time.monotonic())))
            except TimeoutError:
                return
            if frame["type"] == "refused":
                load.refused.append(frame["reason"])
            elif frame["type"] == "room" and seat == 0 and frame["phase"] != "playing":
                load.ended += frame["phase"] == "over"
                if all(one["who"] == "person" for one in frame["seats"][:2]):
                    await say(socket, "start")
            elif frame["type"] == "game":
                heard(frame, seat, pair, load)
                now = (frame["game"], frame["move"])
                if frame["choices"] and now > decided:
                    decided, untold = now, [*range(len(frame["choices"]))]
                    await say(socket, "try", move=frame["move"], choice=0)
                    task = asyncio.create_task(decide(socket, frame, rng, pair, seat))
                    tasks.add(task)
                    task.add_done_callback(tasks.discard)
            elif frame["type"] == "outlook" and frame["move"] == decided[1]:
                load.outlooks += len(frame["choices"])
                untold = [choice for choice in untold if str(choice) not in frame["choices"]]
                if untold and frame["choices"]:
                    await say(socket, "try", move=frame["move"], choice=untold[0])


def heard(frame: dict[str, Any], seat: int, pair: Pair, load: Load) -> None:
    """Note what a page sees, and how long the move of the other person took to it."""
    load.seen[frame["game"]] = max(load.seen.get(frame["game"], 0), frame["move"])
    sent = pair.sent.get(1 - seat)
    if sent is not None and frame["move"]:
        load.latencies.append(time.monotonic() - sent)
        del pair.sent[1 - seat]


async def decide(socket: ClientConnection, frame: dict[str, Any], rng: Random, pair: Pair, seat: int) -> None:
    await asyncio.sleep(THINKING * (0.5 + rng.random()))
    pair.sent[seat] = time.monotonic()
    with contextlib.suppress(ConnectionClosed):  # the time is over
        await say(socket, "take", move=frame["move"], choice=rng.randrange(len(frame["choices"])))


async def say(socket: ClientConnection, what: str, **more: object) -> None:
    await socket.send(json.dumps({"do": what, **more}))


def open_room(origin: str, token: str, deck: str) -> str:
    """Return the code of a new room with agents of a quick level."""
    import urllib.request

    port = origin.rpartition(":")[2]
    headers = {"origin": origin, "cookie": f"cardgen-preview-{port}={token}", "content-type": "application/json"}
    body = json.dumps({"decks": [deck], "level": "script"}).encode()
    request = urllib.request.Request(f"{origin}/api/rooms", body, headers)
    with urllib.request.urlopen(request, timeout=120) as answer:
        return str(json.load(answer)["code"])


async def measure(origin: str, codes: list[str], seconds: float) -> Load:
    load, end = Load(), time.monotonic() + seconds
    people = []
    for code in codes:
        url, pair = f"{origin.replace('http', 'ws')}/api/rooms/{code}/socket", Pair()
        people += [person(url, origin, seat, pair, load, end) for seat in (0, 1)]
    await asyncio.gather(*people)
    return load


def lost(store: Path, load: Load) -> int:
    """Return the number of moves that a page has seen and the database does not hold."""
    with sqlite3.connect(store) as database:
        stored = dict(database.execute("SELECT game, COUNT(*) FROM moves GROUP BY game"))
    return sum(max(0, seen - stored.get(game, 0)) for game, seen in load.seen.items())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rooms", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--deck", type=Path, default=ROOT / "examples/hearts/hearts.yaml")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "rooms.sqlite3"
        command = [
            sys.executable,
            "-u",
            "-m",
            "cardgen",
            "table",
            str(chosen.deck),
            "--store",
            str(store),
            "--records",
            folder,
        ]
        environment = {**os.environ, "XDG_STATE_HOME": folder}
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT)
        try:
            assert server.stdout is not None
            origin = server.stdout.readline().rpartition(" ")[2].partition("/t/")[0]
            token = (Path(folder) / "cardgen/preview-token").read_text("ascii").strip()
            codes = [open_room(origin, token, chosen.deck.stem) for _ in range(chosen.rooms)]
            load = asyncio.run(measure(origin, codes, chosen.seconds))
        finally:
            server.send_signal(signal.SIGKILL)  # nothing that was told may depend on an orderly end
            server.wait()
        gone = lost(store, load)
    ms = sorted(1000 * one for one in load.latencies)
    print(f"{chosen.rooms} rooms, {sum(load.seen.values())} moves, {load.ended} games ended, {gone} moves lost")
    print(
        f"a move at the other seat: median {statistics.median(ms):.0f} ms, 95 % within {ms[int(0.95 * len(ms))]:.0f} ms"
    )
    print(f"choices whose changes were told: {load.outlooks}")
    print(f"refused: {sorted(set(load.refused)) or 'nothing'}")
    sys.exit(1 if gone else 0)


if __name__ == "__main__":
    main()
