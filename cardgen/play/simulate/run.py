"""Many pairs of games, whoever plays them; the same seed gives the same results on any number of processes."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Protocol

from cardgen.play.simulate.levels import agent_of
from cardgen.play.simulate.match import Pair, play_pair
from cardgen.plugin.rules.contest import Contest
from cardgen.report.errors import UnlocatedError

ATTEMPTS = 3  # to play what processes that died have left
CHUNK = 8  # pairs of quick games that a process is given at once, at most
QUICK = {"random", "script"}
"""Levels whose games take less than the way to another process and back."""

Task = tuple[int, int]
"""Number of the contest, and seed of the pair."""

Seen = Callable[[Task, Pair], None]

Played = Generator[tuple[Task, Pair], None, None]
"""Pairs as they are done, in any order; closing it drops what is not done."""


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """Who plays.

    Attributes:
        contests: The decks of each pairing.
        levels: Full names of the levels of player 0 and 1.
    """

    contests: tuple[Contest, ...]
    levels: tuple[str, str]


class Executor(Protocol):
    """Whoever does the work: this process, several processes, a cluster."""

    def play(self, plan: MatchPlan, tasks: Sequence[Task]) -> Played:
        """Play pairs, at least one, and give each once.

        Raises:
            Died: Processes died; what has not been given is to be played again.
            UnlocatedError: It cannot go on.
        """


class Died(UnlocatedError):
    """Processes died while they played; another attempt may do."""


class InProcessExecutor:
    """A crew of one: this process."""

    def play(self, plan: MatchPlan, tasks: Sequence[Task]) -> Played:
        """As `Executor.play`."""
        for task in tasks:
            yield from play_tasks(plan, [task])


def play_tasks(plan: MatchPlan, tasks: Iterable[Task]) -> list[tuple[Task, Pair]]:
    """Play pairs one after the other."""
    agents = [agent_of(level) for level in plan.levels]
    return [(task, play_pair(plan.contests[task[0]], agents, task[1])) for task in tasks]


def chunks(plan: MatchPlan, tasks: Sequence[Task], hands: int) -> Iterator[Sequence[Task]]:
    """What is given to a process at once: so little that all are busy until the end, and that a stop loses little."""
    most = CHUNK if set(plan.levels) <= QUICK else 1
    size = max(min(most, len(tasks) // (8 * hands)), 1)
    return (tasks[start : start + size] for start in range(0, len(tasks), size))


def run(plan: MatchPlan, tasks: Sequence[Task], crew: Executor, seen: Seen) -> bool:
    """Play pairs and hand each over once, as it is done, in any order.

    Args:
        plan: Who plays.
        tasks: What is to be played.
        crew: Whoever does it.
        seen: Gets each pair.

    Returns:
        Whether all were played; False after Ctrl-C.

    Raises:
        UnlocatedError: The crew died again and again, or cannot go on.
    """
    left = dict.fromkeys(tasks)
    attempt = 1
    while left:
        try:
            with closing(crew.play(plan, list(left))) as played:
                for task, pair in played:
                    del left[task]
                    seen(task, pair)
        except KeyboardInterrupt:
            return False
        except Died:
            if attempt == ATTEMPTS:
                raise
            attempt += 1
    return True
