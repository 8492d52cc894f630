"""Run games in a pool of processes on this computer."""

from __future__ import annotations

import os
import pickle
from collections.abc import Mapping, Sequence
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool
from functools import cache, lru_cache
from typing import Any

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
from cardgen.processes.pool import ProcessPool


def executor_for(jobs: int) -> Executor:
    """Return an executor of as many processes; a single one is the present process."""
    return InProcessExecutor() if jobs == 1 else MultiProcessExecutor(jobs)


class MultiProcessExecutor:
    """An executor of several processes, which live until it is closed or interrupted, or until one of them dies."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self.workers = min(jobs, os.cpu_count() or 1)
        self._pool = ProcessPool(jobs)
        self.close = self._pool.close

    def play(self, plan: MatchPlan, tasks: Sequence[Task]) -> PlayedRounds:
        """See `Executor.play`.

        Raises:
            WorkersLostError: E709, a process died.
        """
        pickled = cache(lambda number: pickle.dumps(plan.contests[number]))
        calls = (
            ({number: pickled(number) for number, _ in chunk}, plan.levels, chunk)
            for chunk in chunks(plan, tasks, self._jobs)
        )
        try:
            for future in as_completed(self._pool.submit(_work, calls)):
                yield from future.result()
        except BrokenProcessPool:
            self._pool.kill()
            raise WorkersLostError(
                "E709",
                f"the processes that play the games died {ATTEMPTS} times",
                expected="enough memory for each",
                hints=("try --jobs 1",),
            ) from None
        except BaseException:
            self._pool.kill()
            raise


_Pickled = Mapping[int, bytes]
"""Contests by their numbers, as `pickle` writes them."""


def _work(pickled: _Pickled, levels: Sequence[str], tasks: Sequence[Task]) -> list[tuple[Task, Round]]:
    """Play rounds of contests, each of which is read once by a process that plays many of its rounds."""
    numbers = list(pickled)
    plan = MatchPlan(tuple(_contest(data) for data in pickled.values()), tuple(levels))
    played = play_tasks(plan, [(numbers.index(number), seed) for number, seed in tasks])
    return [((numbers[at], seed), games) for (at, seed), games in played]


@lru_cache(maxsize=256)
def _contest(data: bytes) -> Any:
    return pickle.loads(data)
