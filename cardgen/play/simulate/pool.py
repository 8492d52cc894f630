"""Games on several processes of this computer."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait

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


def executor_for(jobs: int) -> Executor:
    """Return an executor of as many processes; a single one is the present process."""
    return InProcessExecutor() if jobs == 1 else MultiProcessExecutor(jobs)


class MultiProcessExecutor:
    """An executor of several processes, started anew for each attempt."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs

    def play(self, plan: MatchPlan, tasks: Sequence[Task]) -> PlayedRounds:
        """See `Executor.play`.

        Raises:
            WorkersLostError: E709, a process died.
        """
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(min(self._jobs, len(tasks)), context, _begin, (plan,))
        try:
            with held_back():
                futures = [pool.submit(_work, chunk) for chunk in chunks(plan, tasks, self._jobs)]
            for future in as_completed(futures):
                yield from future.result()
        except BrokenProcessPool:
            raise WorkersLostError(
                "E709",
                f"the processes that play the games died {ATTEMPTS} times",
                expected="enough memory for each",
                hints=("try --jobs 1",),
            ) from None
        except BaseException:
            for process in multiprocessing.active_children():
                process.terminate()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


_plan: list[MatchPlan] = []  # in each process of the pool


def _begin(plan: MatchPlan) -> None:
    handle(lambda *_: os._exit(1))  # Ctrl-C: the main process keeps the results
    threading.Thread(target=end_with_parent, daemon=True).start()
    _plan[:] = [plan]


def end_with_parent() -> None:
    """End this process when its parent has ended, which could not tell it so if it was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _work(tasks: Sequence[Task]) -> list[tuple[Task, Round]]:
    return play_tasks(_plan[0], tasks)
