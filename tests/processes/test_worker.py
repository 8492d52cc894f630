"""What a worker does with the messages and the end of its process, which the test plays."""

import asyncio
from multiprocessing import Pipe, spawn
from types import SimpleNamespace

import pytest

from cardgen.processes import parent, worker_main
from cardgen.processes import worker as workers
from cardgen.processes.worker import Worker, WorkerLostError
from tests.preview.coroutines import run_coroutine


class Started:
    """In place of the processes that are started: the other end of the connection of each, and how it began."""

    def __init__(self):
        self.ends, self.methods, self.killed = [], [], []

    def context_of(self, method):
        self.methods.append(method)
        return SimpleNamespace(Pipe=self.pipe, Process=self.process)

    def pipe(self):
        here, there = Pipe()
        self.ends.append(_Kept(there))
        return here, self.ends[-1]

    def process(self, **asked):
        self.asked = asked
        return SimpleNamespace(start=lambda: None, kill=lambda: self.killed.append(len(self.ends)))


class _Kept:
    """An end of a connection that the worker closes in its own process, and that stays open in the other one."""

    def __init__(self, end):
        self.end = end

    def close(self):
        """Leave it to the other process."""


@pytest.fixture
def started(monkeypatch):
    found = Started()
    monkeypatch.setattr(workers, "context_of", found.context_of)
    monkeypatch.setattr(workers, "resource_tracker", SimpleNamespace(ensure_running=lambda: None))
    return found


class Asking(Worker):
    program = "module:function"


async def until(is_so):
    """Let what has been sent arrive."""
    async with asyncio.timeout(60):
        while not is_so():
            await asyncio.sleep(0)  # noqa: TID251 - the thread that reads it is to be heard


def test_each_request_gets_its_own_answer_and_news_are_told_with_their_start(started):
    news = []

    async def play():
        worker = Asking("deck", lambda *told: news.append(told), more=1)
        first, second, given_up = (asyncio.ensure_future(worker.ask(name, 7)) for name in ("one", "two", "three"))
        await until(lambda: len(worker._waiting) == 3)
        end = started.ends[0].end
        assert [end.recv() for _ in range(3)] == [(1, "one", (7,)), (2, "two", (7,)), (3, "three", (7,))]
        given_up.cancel()
        worker._take(1, 3, "before the coroutine has heard of it")
        for message in ((0, ("drawn", 5)), (3, "too late"), (99, "of nobody"), (2, "b"), (1, "a")):
            end.send(message)
        assert (await first, await second, news) == ("a", "b", [(1, "drawn", 5)])
        assert worker._waiting == {} and worker.is_running
        begun = []
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(workers.threading, "Thread", lambda **given: begun.append(given))
            worker.start()
        assert (len(started.ends), begun) == (1, []), "it runs, and is read already"
        assert started.asked["args"][0] == "module:function" and started.asked["args"][2] == "deck"
        assert (started.asked["kwargs"], started.methods) == ({"more": 1}, ["spawn"])
        worker.close()
        with pytest.raises(WorkerLostError) as caught:
            await worker.ask("four")
        assert (caught.value.start, len(started.ends), worker.is_running) == (1, 1, False)

    run_coroutine(play())


def test_a_process_that_ends_fails_its_requests_and_another_one_is_started_for_the_next(started):
    async def play():
        worker = Asking("deck")
        lost = asyncio.ensure_future(worker.ask("one"))
        await until(lambda: worker._waiting)
        started.ends[0].end.close()
        with pytest.raises(WorkerLostError) as caught:
            await lost
        assert (caught.value.start, worker.is_running) == (1, False)
        asked = asyncio.ensure_future(worker.ask("two"))
        await until(lambda: worker._waiting)
        worker._lose(Pipe()[0])  # as the connection of the process before, whose end is told late
        assert worker.is_running
        end = started.ends[1].end
        assert end.recv() == (2, "two", ())
        end.send((2, "b"))
        assert await asked == "b"
        stopped = asyncio.ensure_future(worker.ask("three"))
        await until(lambda: worker._waiting)
        worker.stop()
        with pytest.raises(WorkerLostError) as caught:
            await stopped
        assert (caught.value.start, worker._waiting, started.killed[-1]) == (2, {}, 2)

        def broken(_message):
            raise BrokenPipeError

        worker.start()
        worker._connection.send, kept = broken, worker._connection
        with pytest.raises(WorkerLostError) as caught:
            await worker.ask("four")
        assert (caught.value.start, worker._waiting) == (3, {})
        del kept.send
        worker.close()

    run_coroutine(play())


def test_a_connection_is_closed_only_when_no_thread_reads_it(started):
    async def play():
        worker = Asking("deck")
        worker.start()
        read = worker._connection
        worker.stop()
        assert not read.closed
        started.ends[0].end.close()
        await until(lambda: read.closed)
        worker._begin("fork")
        unread = worker._connection
        worker.stop()
        assert unread.closed

    run_coroutine(play())


def test_a_spawned_process_ends_quietly_if_this_one_has_ended_meanwhile(monkeypatch):
    for command, quiet in (
        (["python", "-c", "from a import b"], ["python", "-c", "try: from a import b\nexcept EOFError: raise SystemExit(1)"]),
        (["cardgen", "--multiprocessing-fork"], ["cardgen", "--multiprocessing-fork"]),
    ):  # fmt: skip
        monkeypatch.setattr(spawn, "get_command_line", lambda command=command, **_: [*command])
        parent._start_quietly.__wrapped__()
        assert spawn.get_command_line(pipe_handle=3) == quiet


def test_a_process_ends_with_its_parent(monkeypatch):
    ended = []
    monkeypatch.setattr(parent.os, "_exit", ended.append)
    here, there = Pipe()
    for other in (None, SimpleNamespace(sentinel=here)):
        there.close()
        monkeypatch.setattr(parent.multiprocessing, "parent_process", lambda other=other: other)
        parent._watch()
        assert ended == ([1] if other else [])


def test_a_copy_of_this_process_closes_the_end_that_belongs_to_the_other(monkeypatch):
    """Else it would not notice that the other has ended."""
    others, own = Pipe()
    seen = []
    monkeypatch.setattr(worker_main, "run_program", lambda *asked, **more: seen.append((others.closed, asked, more)))
    worker_main.run_forked(others, "module:function", own, "deck", limit=3)
    assert seen == [(True, ("module:function", own, "deck"), {"limit": 3})]
    own.close()


@pytest.mark.parametrize(
    ("platform", "threads", "method"), [("linux", 1, "fork"), ("linux", 2, "spawn"), ("darwin", 1, "spawn")]
)
def test_a_process_is_a_copy_of_this_one_only_where_nothing_else_goes_on(
    started, monkeypatch, platform, threads, method
):
    monkeypatch.setattr(workers.sys, "platform", platform)
    monkeypatch.setattr(workers.threading, "active_count", lambda: threads)
    worker = Asking("deck")
    for _ in range(2):
        worker.launch()
    assert started.methods == [method]
    worker.stop()
