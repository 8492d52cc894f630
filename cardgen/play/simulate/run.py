"""Play many rounds of games on any executor; the same seeds give the same results on any number of processes."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Protocol

from cardgen.interrupts import raised_in_games
from cardgen.play.simulate.levels import agent_of
from cardgen.play.simulate.match import Round, play_round
from cardgen.plugin.rules.contest import Contest
from cardgen.report.errors import UnlocatedError

ATTEMPTS = 3  # attempts to play the rounds of lost processes
CHUNK = 8  # largest number of rounds of quick games that a process receives at once
QUICK = {"random", "script"}
"""Levels whose games take less time than sending them to another process and back."""

Task = tuple[int, int]
"""Index of the contest in the plan, and seed of the round."""

OnRound = Callable[[Task, Round], None]
"""Receives each round once, as it is done."""

PlayedRounds = Generator[tuple[Task, Round], None, None]
"""Rounds as they are done, in any order; closing it drops those that are not done."""


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """The players of many rounds.

    Attributes:
        contests: The contests, all with the same number of players.
    """

    contests: tuple[Contest, ...]
    levels: tuple[str, ...]


class Executor(Protocol):
    """The place where games are played: in this process, in several processes, or on a cluster."""

    @property
    def workers(self) -> int:
        """Number of games that are played at the same time."""

    def play(self, plan: MatchPlan, tasks: Sequence[Task]) -> PlayedRounds:
        """Play rounds and yield each once.

        Args:
            tasks: The rounds, at least one.

        Raises:
            WorkersLostError: Processes died; the rounds that have not been yielded can be played again.
            UnlocatedError: The executor cannot continue.
        """


class WorkersLostError(UnlocatedError):
    """The loss of processes that were playing; another attempt may succeed."""


class InProcessExecutor:
    """An executor that plays in this process."""

    workers = 1

    def play(self, plan: MatchPlan, tasks: Sequence[Task]) -> PlayedRounds:
        """See `Executor.play`."""
        for task in tasks:
            yield from play_tasks(plan, [task])


def play_tasks(plan: MatchPlan, tasks: Iterable[Task]) -> list[tuple[Task, Round]]:
    """Play rounds one after the other."""
    agents = [agent_of(level) for level in plan.levels]
    return [(task, play_round(plan.contests[task[0]], agents, task[1])) for task in tasks]


def chunks(plan: MatchPlan, tasks: Sequence[Task], workers: int) -> Iterator[Sequence[Task]]:
    """Divide tasks into chunks small enough to keep all workers busy until the end and to lose little if play is stopped.

    Args:
        workers: Number of processes or threads that play.
    """
    most = CHUNK if set(plan.levels) <= QUICK else 1
    size = max(min(most, len(tasks) // (8 * workers)), 1)
    return (tasks[start : start + size] for start in range(0, len(tasks), size))


def run(plan: MatchPlan, tasks: Sequence[Task], executor: Executor, on_round: OnRound) -> bool:
    """Play rounds and pass each on once, as it is done, in any order.

    Returns:
        Whether all rounds were played; False after Ctrl-C.

    Raises:
        UnlocatedError: The executor lost its processes too often, or cannot continue.
    """
    left = dict.fromkeys(tasks)
    attempt = 1
    while left:
        try:
            with raised_in_games(), closing(executor.play(plan, list(left))) as played:
                for task, games in played:
                    del left[task]
                    on_round(task, games)
        except KeyboardInterrupt:
            return False
        except WorkersLostError:
            if attempt == ATTEMPTS:
                raise
            attempt += 1
    return True
