"""A table in a process of its own: killed at any moment, and asked by strangers."""

import asyncio
import contextlib
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from random import Random

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException

from tests.amounts import amount
from tests.preview.browser.conftest import free_port
from tests.preview.coroutines import run_coroutine
from tests.preview.table.harness import ROOT
from tests.preview.table.running import Remote, RunningTable

pytestmark = [pytest.mark.extended, pytest.mark.processes]
DECK = ROOT / "examples/kuhn-poker/kuhn-poker.yaml"


@pytest.fixture
def table(tmp_path) -> Iterator[RunningTable]:
    found = RunningTable([DECK], tmp_path)
    found.start()
    yield found
    found.stop()


async def seated(table):
    players = [Remote(table, name) for name in ("Ana", "Bia")]
    for seat, player in enumerate(players):
        await player.enter()
        await player.say("join", name=player.name)
        await player.hear_until(lambda player=player: player.secret)
        await player.say("sit", seat=seat)
        await player.hear_until(lambda player=player, seat=seat: player.room["seats"][seat]["is_yours"])
    return players


async def one_move(players, rng):
    """Take a choice, or begin another game; return the game and the number of its moves that both have seen."""
    view = players[0].view
    if not view or view["is_over"]:
        await players[0].say("start")
        for player in players:
            await player.hear_until(lambda player=player: player.view and player.view["game"] != view.get("game"))
    newest = max(player.view["move"] for player in players)
    for player in players:
        await player.hear_until(lambda player=player: player.view["move"] >= newest)
    mover = next((player for player in players if player.view["choices"]), None)
    if mover is not None:
        move = mover.view["move"]
        await mover.say("take", move=move, choice=rng.randrange(len(mover.view["choices"])))
        for player in players:
            await player.hear_until(lambda player=player: player.view["move"] > move)
    return players[0].view["game"], min(player.view["move"] for player in players)


def test_a_server_that_is_killed_at_any_moment_loses_no_move(table):
    """Moves go on while the kill comes: what a page has seen is there after the restart, and the game goes on."""
    rng = Random(7)

    async def moment(players, seen):
        async def play():
            with contextlib.suppress(ConnectionClosed, OSError):
                while True:
                    seen[:] = await one_move(players, rng)

        playing = asyncio.create_task(play())
        for _ in range(rng.randrange(40)):
            await asyncio.wait({playing}, timeout=0.002)
        await asyncio.to_thread(table.stop, signal.SIGKILL)
        await playing
        await asyncio.to_thread(table.start)
        for player in players:
            before = player.view
            await player.enter()
            await player.hear_until(lambda player=player, before=before: player.view is not before or not before)
            assert player.room["you"]["name"] == player.name
            game, move = seen or (0, 0)
            assert (player.view["game"], player.view["move"]) >= (game, move)

    async def scenario():
        players = await seated(table)
        await players[0].say("start")
        for player in players:
            await player.hear_until(lambda player=player: player.view)
        seen = []
        link = table.link
        for _ in range(amount(4, nightly=40)):
            await moment(players, seen)
            assert table.link == link
        for player in players:
            await player.leave()

    run_coroutine(scenario())


async def refusal(table, path="", origin=None):
    """Return the status with which a connection is refused."""
    with pytest.raises(InvalidStatus) as refused:
        await connect(path or table.socket, origin=origin)
    return refused.value.response.status_code


async def last_words(table, *messages, path="", is_text=None):
    """Return the reasons that a page is told, and with which number its connection is closed."""
    reasons = []
    socket = await connect(path or table.socket, origin=table.origin, max_size=None, open_timeout=60)
    with contextlib.suppress(WebSocketException, TimeoutError):
        for message in messages:
            await socket.send(message, text=is_text)
    with contextlib.suppress(WebSocketException, TimeoutError):
        async with asyncio.timeout(300):
            while True:
                frame = json.loads(await socket.recv())
                reasons += [frame["reason"]] if frame["type"] == "refused" else []
    return reasons, socket.close_code


async def playing(table):
    """Return two people who have begun a game."""
    players = await seated(table)
    await players[0].say("start")
    for player in players:
        await player.hear_until(lambda player=player: player.view)
    return players


async def goes_on(players):
    view = players[0].view
    await one_move(players, Random(1))
    assert players[0].view["move"] > view["move"]
    for player in players:
        await player.leave()


async def test_other_pages_floods_and_large_messages_are_refused(table):
    players = await playing(table)
    for origin in (None, "http://evil.example", f"https://127.0.0.1:{table.port}", "null"):
        assert await refusal(table, origin=origin) == 403
    assert await refusal(table, table.socket.replace("/rooms/", "/decks/"), table.origin) == 403
    enter = json.dumps({"do": "enter"})
    assert (await last_words(table, enter, "x" * 10_000_000))[1] == 1009
    assert (await last_words(table, b"\xff", is_text=True))[1] == 1007
    reasons, code = await last_words(table, enter, *["{}"] * 200)
    assert (set(reasons), reasons[-1], code) == ({"message", "flood"}, "flood", 4429)
    assert (await last_words(table, *["no"] * 200))[1] == 4429
    wrong = f"ws://127.0.0.1:{table.port}/api/rooms/AAAAAAAA/socket"
    told = [await last_words(table, path=wrong) for _ in range(23)]
    assert told[0] == (["code"], 4404) and told[-1] == (["flood"], 4429)
    await goes_on(players)


def test_a_deck_that_cannot_be_played_is_told_with_the_place_of_its_errors(tmp_path):
    deck = tmp_path / "faulty.yaml"
    deck.write_text("game: attack-the-tower\nversion: x\n")
    command = [sys.executable, "-m", "cardgen", "table", str(deck), "--store", str(tmp_path / "rooms.sqlite3")]
    ended = subprocess.run([*command, "--port", str(free_port())], capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert "faulty.yaml:" in ended.stderr and "bug in cardgen" not in ended.stderr


async def test_a_stranger_with_a_name_of_markup_changes_nothing(table):
    players = await playing(table)
    stranger = Remote(table, "")
    await stranger.enter()
    await stranger.say("join", name="<b>B\u202eo</b>")
    await stranger.hear_until(lambda: stranger.room["you"])
    assert stranger.room["you"]["name"] == "<b>B<U+202E>o</b>"
    await stranger.hear_until(lambda: stranger.view)
    for what in ("start", "undo", "apply"):
        await stranger.say(what)
    await stranger.say("take", move=stranger.view["move"], choice=0)
    await stranger.say("join", name="x" * 25)
    await stranger.hear_until(lambda: len(stranger.refused) == 5)
    assert stranger.refused == ["seated", "nothing_back", "seated", "turn", "name"]
    replayed = Remote(table, "")
    replayed.secret = stranger.secret
    await stranger.say("leave")
    await stranger.hear_until(lambda: stranger.room["you"] is None)
    await replayed.enter()
    assert replayed.refused == ["secret"] and replayed.room["you"] is None
    for one in (stranger, replayed):
        await one.leave()
    await goes_on(players)
