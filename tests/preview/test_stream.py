"""Snapshots are shown in the order in which they were made, however messages, callbacks, edits and timers interleave.

A deck is kept up to date in an event loop whose scheduler is the test, by a worker whose processes follow a script. Each
scenario runs once for every order in which it can happen: a message can arrive between any two callbacks of the server.
"""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

from cardgen.pipeline.options import BuildOptions
from cardgen.preview.deck_worker import DeckWorker
from cardgen.preview.live import ERRORS_WAIT, LiveDeck
from cardgen.preview.session.snapshot import News, Snapshot, Version, shown_problem
from cardgen.processes.worker import WorkerLostError
from cardgen.report.diagnostics import Diagnostic
from tests.preview.coroutines import running_loop
from tests.preview.scheduler import Scheduler
from tests.preview.snapshots import face

OPTIONS = BuildOptions()
PROBLEM = shown_problem(Diagnostic("E105", "not closed"))


@dataclass
class Process:
    """A process that publishes, for each build, a face unless it is the first, a snapshot, and what it finds afterwards.

    The title of a snapshot is the version of it; the text of its face is that of the snapshot, or of the news of the face.
    """

    start: int
    builds: deque[str]  # of each build that follows: good, broken, hanging or lost
    worker: "ScriptedWorker"
    pipe: deque[Callable[[], None]] = field(default_factory=deque)
    number: int = 0
    is_hanging: bool = False

    def send(self, message: tuple[int, str, tuple[object, ...]]) -> None:
        number, name, _ = message
        if name == "png" and self.number:
            self.pipe.append(lambda: self.worker._take(self.start, number, b""))
            return
        kind = self.builds.popleft()  # also for a picture, if the process is new
        if self.number:
            self._publish([face(f"{self.start}.{self.number + 1}")])
        if kind == "lost":
            self.pipe.append(lambda: self.worker._lose(self))
        if kind in ("hanging", "lost"):
            self.is_hanging = kind == "hanging"
            return
        problems = (PROBLEM,) if kind == "broken" else ()
        for is_whole in (True, False):
            title = f"{self.start}.{self.number + 1}"
            self._publish(Snapshot(title, state="good", faces=(face(title),), problems=problems))
            if is_whole:
                self.pipe.append(lambda: self.worker._take(self.start, number, ()))

    def _publish(self, news: News) -> None:
        self.number += 1
        place = self.number
        self.pipe.append(lambda: self.worker._take(self.start, 0, (place, OPTIONS, news, {})))

    def kill(self) -> None:
        pass

    close = kill  # what has been sent can arrive nevertheless


class ScriptedWorker(DeckWorker):
    """A worker whose processes follow a script."""

    def __init__(self, script: list[list[str]]) -> None:
        super().__init__(Path("suns.yaml"), self._on_publish, Path("suns.pdf"))
        self.processes: list[Process] = []
        self.deck: LiveDeck | None = None
        self._script = [deque(builds) for builds in script]

    def start(self) -> None:
        if self._process is None:
            self._starts += 1
            found = Process(self._starts, self._script[self._starts - 1], self)
            self.processes.append(found)
            self._process = self._connection = found

    def _on_publish(self, _options: BuildOptions, news: News, version: Version, _pictures: Mapping[str, bytes]) -> None:
        assert self.deck is not None
        self.deck.publish(news, version)


class Choices:
    """Takes one way through a scenario: the choices that are told, then always the first."""

    def __init__(self, told: list[int]) -> None:
        self._told = told
        self._counts: list[int] = []

    def choose(self, actions: list[Callable[[], object]]) -> Callable[[], object]:
        at = len(self._counts)
        self._counts.append(len(actions))
        return actions[self._told[at] if at < len(self._told) else 0]

    def following(self) -> list[int] | None:
        """Return the choices of the next way; None after the last one."""
        told = [*self._told, *[0] * (len(self._counts) - len(self._told))]
        while told and told[-1] + 1 == self._counts[len(told) - 1]:
            told.pop()
        return [*told[:-1], told[-1] + 1] if told else None


class Followed:
    """A deck that is kept up to date; its first build is over.

    Args:
        script: What the builds of each process are.
        edits: Number of edits that are still to come.
        pictures: Number of pictures that the page asks for.

    Attributes:
        shown: What has been shown.
        waited: Whether new errors have waited for an edit for long enough.
    """

    def __init__(self, script: list[list[str]], edits: int, pictures: int) -> None:
        self.shown: list[Snapshot] = []
        self.waited = False
        self._loop = Scheduler()
        self._worker = ScriptedWorker(script)
        self._deck = self._worker.deck = LiveDeck(self._worker, OPTIONS, "Suns")
        self._edits = self._pictures = 0
        with running_loop(self._loop):
            self._deck.warm_up()
        while actions := self._actions():
            actions[0]()
        self._edits, self._pictures = edits, pictures

    def play(self, choices: Choices) -> None:
        """Let everything happen that is left, in an order that is chosen."""
        while actions := self._actions():
            choices.choose(actions)()
            now = self._deck.snapshot
            if now is not None and (not self.shown or now is not self.shown[-1]):
                self.shown.append(now)
        assert self._deck._task and not self._deck._task.done()
        self._deck.close()
        self._loop.finish()

    @property
    def newest(self) -> str:
        """Title of what was published last."""
        last = self._worker.processes[-1]
        return f"{last.start}.{last.number}"

    def _actions(self) -> list[Callable[[], object]]:
        """Return what can happen next: a callback, a message of a process, an edit, or the end of a timer."""
        pipes = [process.pipe for process in self._worker.processes if process.pipe]
        messages: list[Callable[[], object]] = [partial(self._deliver, pipe) for pipe in pipes]
        if self._loop.has_ready:
            return [self._loop.step, *messages]
        actions = messages + ([self._edit] if self._edits else []) + ([self._ask] if self._pictures else [])
        time, is_hanging = self._loop.next_time, self._worker.processes[-1].is_hanging
        if time is not None and (time - self._loop.now <= ERRORS_WAIT or is_hanging):
            actions.append(self._wait)
        return actions

    def _deliver(self, pipe: deque[Callable[[], None]]) -> None:
        self._loop.call_soon(pipe.popleft())

    def _edit(self) -> None:
        self._edits -= 1
        self._deck.touch()

    def _ask(self) -> None:
        self._pictures -= 1

        async def ask() -> None:
            with suppress(WorkerLostError):
                await self._worker.png(OPTIONS, "0" * 24, 100)

        self._loop.create_task(ask())

    def _wait(self) -> None:
        self.waited = True
        self._loop.advance()


def ways(script: list[list[str]], edits: int, pictures: int) -> Iterator[Followed]:
    """Yield a scenario after each order in which it can happen."""
    told: list[int] | None = []
    while told is not None:
        choices, followed = Choices(told), Followed(script, edits, pictures)
        followed.play(choices)
        yield followed
        told = choices.following()


def version(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(".")))


def codes(snapshot: Snapshot) -> set[str]:
    return {problem.code for problem in snapshot.problems}


SCENARIOS = {  # and the problems that are shown in some of the orders
    "an edit": ([["good", "good"]], 1, 0, set()),
    "a file is half written": ([["good", "broken", "good"]], 2, 0, {"E105"}),
    "a process hangs": ([["good", "hanging"], ["good", "good"]], 2, 0, {"E791"}),
    "a process ends": ([["good", "lost"], ["good"]], 1, 1, {"E792"}),
}


@pytest.mark.parametrize("name", SCENARIOS)
def test_nothing_older_is_shown_over_something_newer(name):
    *scenario, problems = SCENARIOS[name]
    seen = set()
    for followed in ways(*scenario):
        for before, after in pairwise(followed.shown):
            assert version(before.title) <= version(after.title)
            assert version(before.faces[0].text) <= version(after.faces[0].text)
            if {"E791", "E792"} & codes(before):
                assert version(after.title)[0] == 2, "the process that was lost has nothing more to say"
            assert followed.waited or "E105" not in codes(after)
            seen |= codes(after)
        last = followed.shown[-1]
        assert last.faces[0].text == followed.newest
        if codes(last) != {"E792"}:  # without an edit or a picture after it
            assert (last.title, last.problems) == (followed.newest, ())
    assert seen == problems
