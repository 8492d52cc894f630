"""Games that are played for one purpose, and how far all of them have come."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from cardgen.play.simulate.match import Pair
from cardgen.play.simulate.run import Executor, MatchPlan, Task, run
from cardgen.plugin.rules.contest import Contest

AnyKey = TypeVar("AnyKey", bound=Hashable)

Progress = Callable[[int, int, str], None]
"""Is told how many games of how many are played, and what is going on; before the first one, what they are for."""


class Interrupted(Exception):
    """Ctrl-C; what was played is there."""


@dataclass(slots=True)
class PlaytestRun:
    """All games of a playtest.

    Attributes:
        crew: Whoever plays.
        progress: Is told after each pair.
        most: Games in all, as far as is known.
        done: Games that were played.
    """

    crew: Executor
    progress: Progress
    most: int
    done: int = 0


@dataclass(slots=True)
class Stage(Generic[AnyKey]):
    """Contests at two levels, and what came of them.

    Attributes:
        contests: By what they are for.
        levels: Of player 0 and 1.
        played: The pairs of each contest by their seeds, as they were done.
    """

    contests: Mapping[AnyKey, Contest]
    levels: tuple[str, str]
    played: dict[AnyKey, dict[int, Pair]] = field(init=False)

    def __post_init__(self) -> None:
        self.played = {key: {} for key in self.contests}

    def play(self, session: PlaytestRun, pairs: Iterable[tuple[AnyKey, int]], now: Callable[[AnyKey], str]) -> None:
        """Play pairs of games.

        Args:
            session: Who plays, and who is told.
            pairs: Contests and seeds, in about this order.
            now: What is going on, told with each pair of a contest.

        Raises:
            Interrupted: Ctrl-C.
            UnlocatedError: The crew died, or cannot go on.
        """
        keys = list(self.contests)
        numbers = {key: number for number, key in enumerate(keys)}

        def seen(task: Task, pair: Pair) -> None:
            key = keys[task[0]]
            self.played[key][task[1]] = pair
            session.done += 2
            session.progress(session.done, session.most, now(key))

        plan = MatchPlan(tuple(self.contests.values()), self.levels)
        if not run(plan, [(numbers[key], seed) for key, seed in pairs], session.crew, seen):
            raise Interrupted

    def in_order(self) -> dict[AnyKey, list[Pair]]:
        """The pairs of each contest in the order of their seeds, whichever process was first."""
        return {key: [pair for _, pair in sorted(found.items())] for key, found in self.played.items()}
