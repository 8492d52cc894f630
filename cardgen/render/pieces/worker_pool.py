"""Draw the sides of many pieces in several processes, ahead of the loop that needs them in order.

The sides of a piece know nothing of other pieces, so any process may draw them. The workers are forked, and so begin with
everything that has been read. They take numbers from a pipe, and send back drawings that have no problem at all. What they
do not send, the main process draws in the order of the deck, and reports what is wrong with it. So neither the file nor a
message depends on the number of processes, not even if a worker is killed.

Only Linux forks processes safely; elsewhere one process draws everything.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import takewhile
from multiprocessing.connection import Connection, wait

from cardgen.model.drawing import Drawing
from cardgen.render.pieces.serialization import Unpacker, packed
from cardgen.render.renderer import Renderer

Sides = tuple[Drawing | None, ...]
"""The sides of one piece."""
DrawSides = Callable[[int], Sides]
"""Draws the sides of the piece of a number."""

_MOST_PROCESSES = 4
"""The main process takes about a fifth of the time that drawing takes to receive what others have drawn."""
_MOST_TASKS = 256
"""A task is one byte in a pipe, so that no two processes can ever take the same one."""
_SHORTEST_TASK = 16
"""Pieces; the words and pictures that they share are sent once for all of them."""
_MOST_PROBLEMS = 5
"""Pieces with problems after which a process draws no more ahead: their faults are located, which takes long."""
_MOST_KEPT = 2000
"""Texts that a worker keeps in case that others are equal."""
_PIPE = 2**20
"""Bytes by which a worker may be ahead of the main process; Linux grants no more."""


def process_count() -> int:
    """Return the number of processes that draw."""
    is_able = sys.platform == "linux" and not multiprocessing.current_process().daemon
    is_main = threading.current_thread() is threading.main_thread()  # a fork keeps only the thread that calls it
    return min(len(os.sched_getaffinity(0)), _MOST_PROCESSES) if is_able and is_main else 1


def draw_ahead(count: int, draw: DrawSides, renderer: Renderer) -> dict[int, Sides]:
    """Draw the sides of pieces in several processes, of which this one is the first.

    Args:
        draw: Draws the sides of the piece of a number with the renderer.
        renderer: The renderer; it gets the drawings of the workers.

    Returns:
        The sides of pieces by their numbers, without those that have a problem; of none if there is one process.
    """
    processes = process_count()
    if processes == 1:
        return {}
    length = max(_SHORTEST_TASK, -(-count // _MOST_TASKS))
    tasks = [range(start, min(start + length, count)) for start in range(0, count, length)]
    drawn = _draw_task(range(1), draw, renderer)  # so that fonts and templates are loaded before there are workers
    unpacker = Unpacker()
    with _numbers(len(tasks)) as numbers, _workers(processes - 1, _Worker(numbers, tasks, draw, renderer)) as ends:

        def receive(timeout: float | None) -> None:
            for end in wait(ends, timeout):
                assert isinstance(end, Connection)
                try:
                    found, new = unpacker.unpack(end.recv_bytes())
                except (EOFError, OSError):  # it is done, or was killed
                    ends.remove(end)
                    continue
                for key, items, words in new:
                    renderer.drawings.setdefault(key, Drawing(key[1], key[2], items, words))
                drawn.update((number, tuple(renderer.drawings[key] for key in keys)) for number, keys in found)

        for task in _taken(numbers, tasks):
            found = _draw_task(task, draw, renderer)
            drawn |= found
            receive(0)
            if len(found) < len(task) - _MOST_PROBLEMS:
                break
        while ends:
            receive(None)
    return drawn


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
    return found


class _Worker:
    """What a worker does: it draws pieces and sends them.

    Args:
        numbers: Pipe with the numbers of tasks.
        draw: Draws the sides of the piece of a number.
    """

    def __init__(self, numbers: int, tasks: Sequence[range], draw: DrawSides, renderer: Renderer) -> None:
        self._numbers, self._tasks, self._draw, self._renderer = numbers, tasks, draw, renderer

    def run(self, end: Connection) -> None:
        """Draw until no number is left, or nobody receives what is drawn."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):  # the main process ends its workers
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        drawings = self._renderer.drawings
        keys = {id(drawing): key for key, drawing in drawings.items()}
        known = set(drawings)
        with suppress(OSError):
            for task in _taken(self._numbers, self._tasks):
                found = _draw_task(task, self._draw, self._renderer)
                new = [*takewhile(lambda pair: pair[0] not in known, reversed(drawings.items()))]
                keys.update((id(drawing), key) for key, drawing in new)
                numbered = [(number, [keys[id(side)] for side in sides]) for number, sides in found.items()]
                end.send_bytes(packed((numbered, [(key, drawing.items, drawing.words) for key, drawing in new])))
                for key, drawing in new:  # what has been sent needs no memory here
                    known.add(key)
                    drawings[key] = Drawing(drawing.size, drawing.bleed, ())
                    keys[id(drawings[key])] = key
                if len(self._renderer.texts) > _MOST_KEPT:
                    self._renderer.forget_parts()
                if len(found) < len(task) - _MOST_PROBLEMS:
                    break


@contextmanager
def _workers(count: int, worker: _Worker) -> Iterator[list[Connection]]:
    """Start workers, and yield the ends of the pipes on which they send; in the end no worker is left."""
    import fcntl

    context = multiprocessing.get_context("fork")
    processes, ends = [], []
    gc.freeze()  # so that collecting garbage does not copy the memory that all have in common
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM))
    try:
        with suppress(OSError), warnings.catch_warnings():  # OSError: fewer do as well
            warnings.simplefilter("ignore", DeprecationWarning)  # other threads only show progress or convert pictures
            for _ in range(count):
                end, other = context.Pipe(duplex=False)
                with suppress(OSError):  # the limit of a user for pipes
                    fcntl.fcntl(other.fileno(), fcntl.F_SETPIPE_SZ, _PIPE)
                process = context.Process(target=worker.run, args=(other,), daemon=True)
                process.start()
                other.close()
                processes.append(process)
                ends.append(end)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        yield ends
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        for process in processes:
            process.kill()
            process.join()
        for end in ends:
            end.close()
        gc.unfreeze()


@contextmanager
def _numbers(count: int) -> Iterator[int]:
    """Yield a pipe that holds each number once, as one byte."""
    end, other = os.pipe()
    try:
        os.write(other, bytes(range(count)))
        os.close(other)
        yield end
    finally:
        os.close(end)


def _taken(numbers: int, tasks: Sequence[range]) -> Iterator[range]:
    """Yield tasks that no other process has taken, until none is left."""
    while number := os.read(numbers, 1):
        yield tasks[number[0]]
