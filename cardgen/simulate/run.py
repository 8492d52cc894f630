"""Many pairs of games on several processes; the same seed gives the same results on any number of them."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass

from cardgen.errors import Fault
from cardgen.rules.contest import Contest
from cardgen.simulate.levels import agent_of
from cardgen.simulate.match import Pair, play_pair

ATTEMPTS = 3  # to play what a process that died has left
CHUNK = 8  # pairs that a process is given at once, at most

Task = tuple[int, int]
"""Number of the contest, and seed of the pair."""

Seen = Callable[[Task, Pair], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """Who plays.

    Attributes:
        contests: The decks of each pairing.
        levels: Full names of the levels of player 0 and 1.
    """

    contests: tuple[Contest, ...]
    levels: tuple[str, str]


def play_tasks(plan: Plan, tasks: Iterable[Task]) -> list[tuple[Task, Pair]]:
    """Play pairs one after the other."""
    agents = [agent_of(level) for level in plan.levels]
    return [(task, play_pair(plan.contests[task[0]], agents, task[1])) for task in tasks]


def run(plan: Plan, tasks: Sequence[Task], jobs: int, seen: Seen) -> bool:
    """Play pairs and hand each over as it is done, in any order.

    Args:
        plan: Who plays.
        tasks: What is to be played.
        jobs: How many processes; 1 plays in this one.
        seen: Gets each pair.

    Returns:
        Whether all were played; False after Ctrl-C.

    Raises:
        Fault: E709, processes die again and again.
    """
    try:
        if jobs == 1:
            for task in tasks:
                seen(*play_tasks(plan, [task])[0])
        else:
            _run_processes(plan, tasks, jobs, seen)
    except KeyboardInterrupt:
        return False
    return True


def _run_processes(plan: Plan, tasks: Sequence[Task], jobs: int, seen: Seen) -> None:
    left = dict.fromkeys(tasks)
    for _ in range(ATTEMPTS):
        if not left:
            return
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(min(jobs, len(left)), context, _begin, (plan,))
        try:
            for future in as_completed(_submitted(pool, list(left), jobs)):
                for task, pair in future.result():
                    left.pop(task)
                    seen(task, pair)
        except BrokenProcessPool:
            continue
        except BaseException:
            for process in multiprocessing.active_children():
                process.terminate()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
    if left:
        raise Fault(
            "E709",
            f"the processes that play died {ATTEMPTS} times",
            expected="enough memory for each",
            hints=("try --jobs 1",),
        )


def _submitted(pool: ProcessPoolExecutor, tasks: Sequence[Task], jobs: int) -> list[Future[list[tuple[Task, Pair]]]]:
    size = max(min(CHUNK, len(tasks) // (8 * jobs)), 1)
    return [pool.submit(_work, tasks[start : start + size]) for start in range(0, len(tasks), size)]


_plan: list[Plan] = []  # of a process that works


def _begin(plan: Plan) -> None:
    signal.signal(signal.SIGINT, lambda *_: os._exit(1))  # Ctrl-C: the process that asked keeps what it has
    _plan[:] = [plan]


def _work(tasks: Sequence[Task]) -> list[tuple[Task, Pair]]:
    return play_tasks(_plan[0], tasks)
