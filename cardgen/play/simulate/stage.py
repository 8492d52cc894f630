"""Run the stages of a playtest, each with rounds for one purpose, and report their progress."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from cardgen.play.simulate.match import Round, games_of_round
from cardgen.play.simulate.pace import Pace
from cardgen.play.simulate.run import Executor, MatchPlan, Task, run
from cardgen.plugin.rules.contest import Contest

AnyKey = TypeVar("AnyKey", bound=Hashable)

Progress = Callable[[int, int, str], None]
"""Receives the number of games played, the number of all games, and the estimate so far with the time that is left; before the
first game, what the games are for and how long they take."""


class PlaytestInterrupted(Exception):
    """Ctrl-C was pressed, or the time is over; the rounds played until then are kept."""


@dataclass(slots=True)
class PlaytestRun:
    """The progress of a playtest over all its stages.

    Attributes:
        progress: Called after each round; None for nobody.
        pace: Numbers of games, and how long they take.
    """

    executor: Executor
    progress: Progress | None = None
    pace: Pace = field(default_factory=Pace)

    @property
    def done(self) -> int:
        """Number of games played."""
        return self.pace.done.total()

    @property
    def most(self) -> int:
        """Number of all games, as far as it is known."""
        return self.pace.planned.total()

    @property
    def stopped(self) -> str:
        """Why games that were interrupted did not go on: `time` or `ctrl-c`."""
        return "time" if self.pace.is_over else "ctrl-c"

    def tell(self, now: str) -> None:
        """Report the progress.

        Args:
            now: What is being played; before the first game, what the games are for.
        """
        if self.progress:
            told = self.pace.told_left() if self.done else self.pace.told_plan()
            self.progress(self.done, self.most, now + told)


@dataclass(slots=True)
class Stage(Generic[AnyKey]):
    """Contests whose players have given levels, and the rounds played.

    Attributes:
        contests: The contests by key, all with the same number of players.
        played: Rounds of each contest by their seeds, in the order in which they were done.
    """

    contests: Mapping[AnyKey, Contest]
    levels: tuple[str, ...]
    played: dict[AnyKey, dict[int, Round]] = field(init=False)

    def __post_init__(self) -> None:
        self.played = {key: {} for key in self.contests}

    @property
    def games_of_round(self) -> int:
        """Number of games of each round; 0 without contests."""
        return max((games_of_round(contest) for contest in self.contests.values()), default=0)

    def play(
        self, playtest: PlaytestRun, rounds: Iterable[tuple[AnyKey, int]], describe: Callable[[AnyKey], str]
    ) -> None:
        """Play rounds.

        Args:
            rounds: Keys of contests and seeds, in the approximate order of play.
            describe: Returns what is being played, for the progress; called with the key of each round.

        Raises:
            PlaytestInterrupted: Ctrl-C, or the time is over.
            UnlocatedError: See `Executor.play`.
        """
        keys = list(self.contests)
        numbers = {key: number for number, key in enumerate(keys)}
        tasks = [(numbers[key], seed) for key, seed in rounds]
        left = set(tasks)

        def keep(task: Task, games: Round) -> None:
            key = keys[task[0]]
            self.played[key][task[1]] = games
            playtest.pace.note(self.levels, len(games))
            playtest.tell(describe(key))
            left.discard(task)
            if left and playtest.pace.is_over:
                raise PlaytestInterrupted

        if tasks and playtest.pace.is_over:
            raise PlaytestInterrupted
        playtest.pace.begin()
        plan = MatchPlan(tuple(self.contests.values()), self.levels)
        if not run(plan, tasks, playtest.executor, keep):
            raise PlaytestInterrupted

    def in_order(self) -> dict[AnyKey, list[Round]]:
        """Return the rounds of each contest in the order of their seeds, whichever process was first."""
        return {key: [games for _, games in sorted(found.items())] for key, found in self.played.items()}
