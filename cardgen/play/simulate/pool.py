"""Run games in a pool of processes on this computer."""

from __future__ import annotations

import multiprocessing
import os
import pickle
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from functools import cache, lru_cache
from typing import Any

from cardgen.interrupts import handle, held_back
from cardgen.play.simulate.match import Round
from cardgen.play.simulate.run import (
    ATTEMPTS,
    Executor,
    InProcessExecutor,
    MatchPlan,
    PlayedRounds,
    Task,
    WorkersLostError,
    chunks,
    play_tasks,
)
from cardgen.processes.parent import end_with_parent


def executor_for(jobs: int) -> Executor:
    """Return an executor of as many processes; a single one is the present process."""
    return InProcessExecutor() if jobs == 1 else MultiProcessExecutor(jobs)


class MultiProcessExecutor:
    """An executor of several processes, which live until it is closed or interrupted, or until one of them dies."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self.workers = min(jobs, os.cpu_count() or 1)
        self._pool: ProcessPoolExecutor | None = None

    def play(self, plan: MatchPlan, tasks: Sequence[Task]) -> PlayedRounds:
        """See `Executor.play`.

        Raises:
            WorkersLostError: E709, a process died.
        """
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._jobs, context, _begin)
        pool, pickled = self._pool, cache(lambda number: pickle.dumps(plan.contests[number]))
        try:
            with held_back():
                futures = [
                    pool.submit(_work, {number: pickled(number) for number, _ in chunk}, plan.levels, chunk)
                    for chunk in chunks(plan, tasks, self._jobs)
                ]
            for future in as_completed(futures):
                yield from future.result()
        except BrokenProcessPool:
            self.close()
            raise WorkersLostError(
                "E709",
                f"the processes that play the games died {ATTEMPTS} times",
                expected="enough memory for each",
                hints=("try --jobs 1",),
            ) from None
        except BaseException:
            for process in multiprocessing.active_children():
                process.terminate()
            self.close()
            raise

    def close(self) -> None:
        """End the processes; games that are played later start new ones."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None


_Pickled = Mapping[int, bytes]
"""Contests by their numbers, as `pickle` writes them."""


def _begin() -> None:
    handle(lambda *_: os._exit(1))  # Ctrl-C: the main process keeps the results
    end_with_parent()


def _work(pickled: _Pickled, levels: Sequence[str], tasks: Sequence[Task]) -> list[tuple[Task, Round]]:
    """Play rounds of contests, each of which is read once by a process that plays many of its rounds."""
    numbers = list(pickled)
    plan = MatchPlan(tuple(_contest(data) for data in pickled.values()), tuple(levels))
    played = play_tasks(plan, [(numbers.index(number), seed) for number, seed in tasks])
    return [((numbers[at], seed), games) for (at, seed), games in played]


@lru_cache(maxsize=256)
def _contest(data: bytes) -> Any:
    return pickle.loads(data)
