"""Stages of a playtest: rounds that are played for one purpose, and the progress of all stages."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from cardgen.play.simulate.match import Round, games_of_round
from cardgen.play.simulate.run import Executor, MatchPlan, Task, run
from cardgen.plugin.rules.contest import Contest

AnyKey = TypeVar("AnyKey", bound=Hashable)

Progress = Callable[[int, int, str], None]
"""Receives the number of games played, the number of all games and what is being played; before the first game, what the
games are for."""


class PlaytestInterrupted(Exception):
    """Ctrl-C was pressed; the rounds played until then are kept."""


@dataclass(slots=True)
class PlaytestRun:
    """The progress of a playtest over all its stages.

    Attributes:
        executor: Where the games are played.
        progress: Called after each round.
        most: Number of all games, as far as it is known.
        done: Number of games played.
    """

    executor: Executor
    progress: Progress
    most: int
    done: int = 0


@dataclass(slots=True)
class Stage(Generic[AnyKey]):
    """Contests whose players have given levels, and the rounds played.

    Attributes:
        contests: The contests by key, all with the same number of players.
        levels: Full name of each player's level.
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
            playtest: Executor and progress.
            rounds: Keys of contests and seeds, in the approximate order of play.
            describe: Returns what is being played, for the progress; called with the key of each round.

        Raises:
            PlaytestInterrupted: Ctrl-C.
            UnlocatedError: See `Executor.play`.
        """
        keys = list(self.contests)
        numbers = {key: number for number, key in enumerate(keys)}

        def keep(task: Task, games: Round) -> None:
            key = keys[task[0]]
            self.played[key][task[1]] = games
            playtest.done += len(games)
            playtest.progress(playtest.done, playtest.most, describe(key))

        plan = MatchPlan(tuple(self.contests.values()), self.levels)
        if not run(plan, [(numbers[key], seed) for key, seed in rounds], playtest.executor, keep):
            raise PlaytestInterrupted

    def in_order(self) -> dict[AnyKey, list[Round]]:
        """Return the rounds of each contest in the order of their seeds, whichever process was first."""
        return {key: [games for _, games in sorted(found.items())] for key, found in self.played.items()}
