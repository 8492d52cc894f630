"""Newest edit wins, an edit in work is finished, and a process that fails does not end the page."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cardgen.pipeline.options import BuildOptions
from cardgen.preview import live
from cardgen.preview.live import LiveDeck, PageEvent
from cardgen.preview.session.snapshot import News, Snapshot, Version, shown_problem
from cardgen.processes.worker import WorkerLostError
from cardgen.report.diagnostics import Diagnostic
from tests.preview.scheduler import Scheduler, elapse
from tests.preview.snapshots import face

PROBLEM = shown_problem(Diagnostic("E105", "not closed"))


class Builder:
    """Builds what is set, when it is let.

    Attributes:
        begun: The number of each build that has begun, as it begins.
        gate: Set unless builds have to wait.
    """

    def __init__(self) -> None:
        self.deck = LiveDeck(self, BuildOptions(), "Suns")
        self.builds = 0
        self.result: Snapshot | Exception = Snapshot("0", state="good")
        self.begun: asyncio.Queue[int] = asyncio.Queue()
        self.gate = asyncio.Event()
        self.gate.set()
        self._is_stopped = False

    async def build(self, options: BuildOptions) -> tuple[()]:
        self.builds += 1
        self.begun.put_nowait(self.builds)
        result = self.result
        await self.gate.wait()
        if self._is_stopped or isinstance(result, Exception):
            raise WorkerLostError(1)
        self.publish(result)
        return ()

    def publish(self, news: News) -> None:
        self.deck.publish(news, Version(self.deck._version.start, self.deck._version.number + 1))

    def stop(self) -> None:
        self._is_stopped = True
        self.gate.set()


def scenario(play: Callable[[Builder, LiveDeck], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """Make a test of a scenario; its clock moves as soon as nothing else can happen."""

    def test() -> None:
        builder, loop = Builder(), Scheduler()
        try:
            loop.run(play(builder, builder.deck))
        finally:
            builder.deck.close()
            loop.finish()

    return test


async def views(deck: LiveDeck) -> AsyncIterator[PageEvent]:
    """Yield the events about what is shown, without those about files."""
    async for name, data in deck.follow():
        if name != "files":
            yield name, data


async def begun(builder: Builder, number: int) -> None:
    """Wait until a build has begun."""
    while await builder.begun.get() != number:
        pass


@scenario
async def test_edits_during_a_build_are_built_together_after_it(builder, deck):
    events = views(deck)
    assert (await anext(events))[0] == "snapshot"
    builder.gate.clear()
    deck.touch()
    await begun(builder, 2)
    for title in "123":
        builder.result = Snapshot(title, state="good")
        deck.touch()
        await elapse(0.1)
    assert builder.builds == 2
    builder.gate.set()
    assert await anext(events) == ("change", {"title": "3"})
    assert builder.builds == 3


@scenario
async def test_a_build_is_shown_although_newer_edits_keep_coming(builder, deck):
    events = views(deck)
    await anext(events)
    for title in "12":
        builder.gate.clear()
        builder.result = Snapshot(title, state="good")
        deck.touch()
        await begun(builder, int(title) + 1)
        deck.touch()  # before it is finished
        builder.gate.set()
        assert await anext(events) == ("change", {"title": title})


@scenario
async def test_errors_of_a_file_that_is_being_written_are_not_shown(builder, deck):
    events = views(deck)
    await anext(events)
    builder.result = Snapshot("0", state="broken", problems=(PROBLEM,))
    deck.touch()
    await begun(builder, 2)
    builder.result = Snapshot("1", state="good")
    deck.touch()
    assert await anext(events) == ("change", {"title": "1"})


@scenario
async def test_faces_that_are_drawn_already_are_shown_while_errors_wait(builder, deck):
    events = views(deck)
    builder.result = Snapshot("0", state="good", faces=(face("old"),))
    await anext(events)
    builder.result = Snapshot("0", state="broken", problems=(PROBLEM,), faces=(face("old"),))
    deck.touch()
    await begun(builder, 2)
    builder.gate.clear()
    deck.touch()
    await begun(builder, 3)
    builder.publish([face("new")])
    name, change = await anext(events)
    assert (name, change["faces"]["set"]["cards/one"]["text"]) == ("change", "new")
    assert "problems" not in change


@scenario
async def test_errors_that_stay_are_shown_once(builder, deck):
    events = views(deck)
    await anext(events)
    builder.result = Snapshot("0", state="broken", problems=(PROBLEM,))
    deck.touch()
    name, change = await anext(events)
    assert (name, change["state"], change["problems"][0]["code"]) == ("change", "broken", "E105")
    now = asyncio.get_running_loop().time()
    deck.touch()  # with the same errors, and one thing that differs
    builder.result = replace(builder.result, title="1")
    assert await anext(events) == ("change", {"title": "1"})
    builder.result = Snapshot("1", state="good")
    deck.touch()
    assert await anext(events) == ("change", {"state": "good", "problems": []})
    assert asyncio.get_running_loop().time() == now, "only new errors wait"


@scenario
async def test_a_slow_listener_receives_several_changes_as_one(builder, deck):
    slow, fast = views(deck), views(deck)
    await anext(slow)
    await anext(fast)
    for title in "12":
        builder.result = Snapshot(title, subtitle=title, state="good")
        deck.touch()
        await anext(fast)
    assert await anext(slow) == ("change", {"title": "2", "subtitle": "2"})


@scenario
async def test_a_deck_that_never_ends_is_told_with_what_is_known(builder, deck):
    builder.gate.clear()
    first = await deck.current()
    assert (first.title, [problem.code for problem in first.problems]) == ("Suns", ["W797"])
    assert first.problems[0].message == "the deck has not been drawn within 10 seconds; it is still being drawn"
    assert first.problems[0].hints == ("the work is stopped after 90 seconds",)
    assert asyncio.get_running_loop().time() == live.PATIENCE
    builder.gate.set()
    assert (await deck.current()).title == "0"
    builder.gate.clear()
    deck.touch()
    known = await deck.current()
    assert (known.title, [problem.code for problem in known.problems]) == ("0", ["W797"])
    deck.snapshot, begun = replace(known, problems=(PROBLEM,)), asyncio.get_running_loop().time()
    builder.publish(Snapshot("1"))
    known = await deck.current(0)
    assert asyncio.get_running_loop().time() == begun, "it is not waited for"
    assert (known.title, [problem.code for problem in known.problems]) == ("1", ["W797"])
    deck.snapshot = replace(deck.snapshot, problems=(PROBLEM,))
    assert [problem.code for problem in (await deck.current(0)).problems] == ["E105", "W797"]


@scenario
async def test_a_page_that_comes_later_is_told_neither_of_older_changes_nor_of_a_build_that_was_quick(builder, deck):
    deck.touch()
    events = deck.follow()
    assert (await anext(events))[0] == "snapshot"
    waiting = asyncio.ensure_future(anext(events))
    await elapse(2 * live.SLOW)
    assert not waiting.done()
    deck.touch()
    assert await waiting == ("files", 2)


@scenario
async def test_nothing_is_built_while_nobody_looks(builder, deck):
    assert (await deck.current()).title == "0"
    deck.touch()
    await elapse(60)
    builds = builder.builds
    deck.touch()
    await elapse(60)
    assert builder.builds <= builds + 1
    builder.result = Snapshot("1", state="good")
    deck.touch()
    assert (await deck.current()).title == "1"


@scenario
async def test_a_deck_is_built_as_long_as_one_page_looks(builder, deck):
    other, events = deck.follow(), views(deck)
    assert (await anext(other))[0] == (await anext(events))[0] == "snapshot"
    await other.aclose()
    for title in "123":
        builder.result = Snapshot(title, state="good")
        deck.touch()
        assert (await anext(events))[0] == "change" and deck.snapshot.title == title


@scenario
async def test_a_process_that_ends_is_a_problem_until_the_next_edit(builder, deck):
    events = views(deck)
    await anext(events)
    builder.result = WorkerLostError()
    deck.touch()
    _, change = await anext(events)
    problem = change["problems"][0]
    assert (change["state"], problem["code"], problem["message"], problem["hints"]) == (
        "broken", "E792", "the process that draws the deck ended unexpectedly", ("it is started again after the next edit",),
    )  # fmt: skip
    builder.result = Snapshot("0", state="good")
    deck.touch()
    assert await anext(events) == ("change", {"state": "good", "problems": []})


@scenario
async def test_a_process_that_ends_between_builds_is_started_again_once_after_each_edit(builder, deck):
    events = views(deck)
    for number in (1, 3):
        await anext(events)
        deck.build_after_loss()
        await begun(builder, number + 1)
        await elapse(1)
        deck.build_after_loss()  # it ends each time
        await elapse(1)
        assert builder.builds == number + 1
        builder.result = Snapshot("1", state="good")
        deck.touch()


@scenario
async def test_a_process_that_ends_during_a_build_is_started_again_by_the_next_edit_alone(builder, deck):
    builder.gate.clear()
    waiting = asyncio.ensure_future(deck.current())
    await begun(builder, 1)
    assert not deck.build_after_loss()
    builder.gate.set()
    await waiting
    await elapse(1)
    assert builder.builds == 1 and deck.build_after_loss()


@scenario
async def test_a_deck_that_takes_too_long_is_stopped(builder, deck):
    builder.gate.clear()
    events = views(deck)
    assert await anext(events) == ("busy", True)
    assert (asyncio.get_running_loop().time(), builder.begun.qsize()) == (live.SLOW, 1)
    while (event := await anext(events))[0] == "alive":
        pass
    name, shown = event
    (problem,) = shown["problems"]
    assert (name, shown["title"], problem["code"]) == ("snapshot", "Suns", "E791")
    assert problem["message"] == "the deck was not drawn within 90 seconds, and the work was stopped"
    assert problem["hints"] == ("it is drawn again after the next edit",)
    assert asyncio.get_running_loop().time() == live.LIMIT
    assert await anext(events) == ("busy", False)


@scenario
async def test_a_page_to_which_nothing_happens_receives_a_sign_of_life(builder, deck):
    events = deck.follow()
    assert (await anext(events))[0] == "snapshot"
    for number in (1, 2):
        assert await anext(events) == ("alive", None)
        assert asyncio.get_running_loop().time() == number * live.HEARTBEAT


def test_the_folders_that_decide_about_a_deck_are_told_after_each_build():
    told, loop = [], Scheduler()

    class Folders:
        async def build(self, options):
            deck.publish(Snapshot("0", state="good"), Version(1, len(told) + 1))
            return Path("a"), Path("b")

    async def play():
        await deck.current()
        deck.touch()
        await deck.current()

    deck = LiveDeck(Folders(), BuildOptions(), "Suns", told.append)
    loop.run(play())
    deck.close()
    loop.finish()
    assert told == [(Path("a"), Path("b"))] * 2


@scenario
async def test_a_deck_is_built_before_somebody_looks(builder, deck):
    deck.warm_up()
    await begun(builder, 1)
    assert not deck.has_listeners
    assert (await deck.current()).title == "0" and builder.builds == 1


@scenario
async def test_a_deck_that_is_closed_sends_nothing_more(builder, deck):
    events = views(deck)
    await anext(events)
    waiting = asyncio.ensure_future(anext(events, None))
    await elapse(1)
    deck.close()
    assert await waiting is None


@scenario
async def test_a_page_is_told_of_each_change_of_a_file_also_of_one_that_shows_nothing(builder, deck):
    events = deck.follow()
    assert (await anext(events))[0] == "snapshot"
    deck.touch()
    assert await anext(events) == ("files", 1)
    deck.touch()
    assert await anext(events) == ("files", 2)


@scenario
async def test_a_request_for_a_deck_that_is_closed_ends(builder, deck):
    builder.gate.clear()
    waiting = asyncio.ensure_future(deck.current())
    await begun(builder, 1)
    assert deck.has_listeners
    deck.close()
    with pytest.raises(WorkerLostError):
        await waiting
    assert not deck.has_listeners


@scenario
async def test_a_page_is_told_of_an_edit_before_it_is_built(builder, deck):
    events = deck.follow()
    assert (await anext(events))[0] == "snapshot"
    waiting = asyncio.ensure_future(anext(events))
    await elapse(1)
    builder.gate.clear()
    deck.touch()
    assert await waiting == ("files", 1)
    assert asyncio.get_running_loop().time() == 1


def test_news_before_the_first_snapshot_and_older_snapshots_change_nothing():
    deck = Builder().deck
    deck.publish([face("new")], Version(1, 1))
    assert deck.snapshot is None
    deck.publish(Snapshot("first"), Version(1, 1))
    for version in (Version(1, 1), Version(1, 0)):
        deck.publish(Snapshot("older"), version)
    assert deck.snapshot == Snapshot("first")
    deck.publish(Snapshot("next"), Version(2, 7))
    assert deck.snapshot == Snapshot("next")
    deck._fail(WorkerLostError(2), is_late=False)
    deck.publish(Snapshot("late"), Version(2, 8))
    assert [problem.code for problem in deck.snapshot.problems] == ["E792"], "after all that it said"
    deck.publish(Snapshot("again"), Version(3, 1))
    assert deck.snapshot == Snapshot("again")
