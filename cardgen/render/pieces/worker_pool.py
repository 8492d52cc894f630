"""Draw the sides of many pieces in several processes, ahead of the loop that needs them in order.

The sides of a piece know nothing of other pieces, so any process may draw them. The workers are forked, and so begin with
everything that has been read. They send back drawings that have no problem at all. What they do not send, the main process
draws in the order of the deck, and reports what is wrong with it. So neither the file nor a message depends on the number of
processes, not even if a worker is killed.

Only Linux forks processes safely; elsewhere one process draws everything.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from typing import ClassVar

from cardgen.model.drawing import Drawing
from cardgen.processes.pool import ProcessPool
from cardgen.render.pieces.serialization import Unpacker, packed
from cardgen.render.renderer import Renderer

Sides = tuple[Drawing | None, ...]
"""The sides of one piece."""
DrawSides = Callable[[int], Sides]
"""Draws the sides of the piece of a number."""

_MOST_PROCESSES = 4
"""The main process takes about a fifth of the time that drawing takes to receive what others have drawn."""
_SHORTEST_TASK = 6
"""Pieces; the words and pictures that they share are sent once for all of them."""
_LONGEST_TASK = 48
"""Pieces, of whose drawings none is on its way to the main process yet."""
_AHEAD = 2
"""Tasks that a worker has at most, so that it has work while the main process is about to receive what it has done."""
_MOST_PROBLEMS = 5
"""Pieces with problems after which a process draws no more ahead: their faults are located, which takes long."""
_MOST_KEPT = 2000
"""Texts that a process keeps in case that others are equal."""


def process_count() -> int:
    """Return the number of processes that draw."""
    is_able = sys.platform == "linux" and not multiprocessing.current_process().daemon
    is_main = threading.current_thread() is threading.main_thread()  # a fork keeps only the thread that calls it
    return min(len(os.sched_getaffinity(0)), _MOST_PROCESSES) if is_able and is_main else 1


def draw_ahead(count: int, draw: DrawSides, renderer: Renderer) -> dict[int, Sides]:
    """Draw the sides of pieces in several processes, of which this one is the first.

    Args:
        draw: Draws the sides of the piece of a number with the renderer.

    Returns:
        The sides of pieces by their numbers, without those that have a problem; of none if there is one process.
    """
    processes = process_count()
    if processes == 1:
        return {}
    drawn = _draw_task(range(1), draw, renderer)  # so that fonts and templates are loaded before there are workers
    tasks = deque(_tasks(count, processes))
    others = _Workers(processes - 1, tasks, _Worker(draw, renderer))
    try:
        others.start()
        for task in _taken(tasks):
            found = _draw_task(task, draw, renderer)
            drawn |= found | others.receive(renderer, all_given=False)
            if len(found) < len(task) - _MOST_PROBLEMS:
                break
        return drawn | others.receive(renderer, all_given=True)
    finally:
        others.pool.kill()


def _tasks(count: int, processes: int) -> Iterator[range]:
    """Divide numbers into tasks, of which the last ones are short, so that all processes are done at about the same time."""
    start = 0
    while start < count:
        length = min(max((count - start) // (4 * processes), _SHORTEST_TASK), _LONGEST_TASK)
        yield range(start, min(start + length, count))
        start += length


def _taken(tasks: deque[range]) -> Iterator[range]:
    """Yield tasks that have not been given to another process, until none is left."""
    with suppress(IndexError):
        while True:
            yield tasks.popleft()


def _draw_task(task: range, draw: DrawSides, renderer: Renderer) -> dict[int, Sides]:
    """Return the sides of some pieces by their numbers, without those that have a problem."""
    found: dict[int, Sides] = {}
    problems = 0
    with renderer.without_reports() as has_problem:
        for number in task:
            try:
                sides = draw(number)
            except Exception:  # it is raised again when the piece is drawn in its turn
                sides = (None,)
            if not has_problem(sides):
                found[number] = sides
                continue
            problems += 1
            if problems > _MOST_PROBLEMS:
                break
    if len(renderer.texts) > _MOST_KEPT:
        renderer.forget_parts()
    return found


class _Workers:
    """The other processes, as the main process sees them; each gets a task as it has done another."""

    def __init__(self, count: int, tasks: deque[range], worker: _Worker) -> None:
        self.pool = ProcessPool(count, fork=True, begin=partial(setattr, _Worker, "present", worker))
        self._count, self._tasks, self._given = count, tasks, list[range]()
        self._received = 0
        self._done = SimpleQueue[Future[bytes]]()
        self._unpacker = Unpacker()

    def start(self) -> None:
        """Start the processes; if the system has none left, the main process draws alone."""
        with suppress(OSError, NotImplementedError):
            for _ in range(_AHEAD * self._count):
                self._give()

    def _give(self, done: Future[bytes] | None = None) -> None:
        """Give a task to the processes, in place of one that is done; a thread of the pool calls it.

        None is given in place of one that has failed, since the processes end then: while the thread tells it, it holds the lock
        that another call needs (since Python 3.12), and would wait for itself.
        """
        has_failed = done is not None and (done.cancelled() or done.exception())
        with suppress(IndexError, RuntimeError):  # there is none, or the processes have ended
            if not has_failed:
                self._submit(self._tasks.popleft())
        if done is not None:
            self._done.put(done)

    def _submit(self, task: range) -> None:
        (future,) = self.pool.submit(_draw_in_worker, [(task,)])
        self._given.append(task)
        future.add_done_callback(self._give)

    def receive(self, renderer: Renderer, *, all_given: bool) -> dict[int, Sides]:
        """Return the sides of pieces by their numbers, and add their drawings to a renderer."""
        drawn: dict[int, Sides] = {}
        while self._received < len(self._given) and (all_given or not self._done.empty()):
            done = self._done.get()
            self._received += 1
            if done.exception():  # the process was killed
                continue
            found, released = self._unpacker.unpack(done.result())
            renderer.receive(released)
            drawn.update((number, tuple(renderer.drawings[key] for key in keys)) for number, keys in found)
        return drawn


class _Worker:
    """What a process draws with, and what it has sent."""

    present: ClassVar[_Worker]
    """The worker that this process is."""

    def __init__(self, draw: DrawSides, renderer: Renderer) -> None:
        self._draw, self._renderer = draw, renderer
        self._keys = {id(drawing): key for key, drawing in renderer.drawings.items()}
        self._sent = renderer.known_keys()
        self._is_done = False

    def run(self, task: range) -> bytes:
        """Return the sides of the pieces of a task, as keys of drawings, and those drawings that were not sent before."""
        if self._is_done:
            return packed(([], ([], {})))
        drawings, keys = self._renderer.drawings, self._keys
        found = _draw_task(task, self._draw, self._renderer)
        released = self._renderer.release_new(self._sent)
        keys.update((id(drawings[key]), key) for key, *_ in released[0])
        numbered = [(number, [keys[id(side)] for side in sides]) for number, sides in found.items()]
        data = packed((numbered, released))
        for key, *_ in released[0]:  # what is sent needs no memory here
            drawings[key] = Drawing(key[1], key[2], ())
            keys[id(drawings[key])] = key
        self._is_done = len(found) < len(task) - _MOST_PROBLEMS
        return data


def _draw_in_worker(task: range) -> bytes:
    return _Worker.present.run(task)
