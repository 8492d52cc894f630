"""Estimate how long games take, measure it while they are played, and state the time that is left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from time import monotonic

from cardgen.play.simulate.agents import Agent
from cardgen.play.simulate.formats import duration
from cardgen.play.simulate.levels import agent_of
from cardgen.play.simulate.match import play_game
from cardgen.play.simulate.player_view import PlayerView
from cardgen.plugin.rules.contest import Contest

Levels = tuple[str, ...]
"""Full name of the level of each player."""

PROBE = 0.3  # seconds that a probe of the games of some levels takes at least
LONGEST_PROBE = 1.5  # seconds after which a game is not finished; it has as many decisions as a game of `YARDSTICK`
YARDSTICK = "script"
MEASURED = 2.0  # seconds of games from which on they say more than the probe
SHORT = 10.0  # seconds of which nobody needs to know before the first game


@dataclass(slots=True)
class Pace:
    """How many games are planned and played, and how long they take.

    Attributes:
        expected: Seconds of a game, before any is played; empty if nobody asks for the time.
        spent: Seconds of the games played.
        deadline: Moment by `clock` after which no further round is wanted; None for none.
        clock: Returns the time in seconds.
    """

    planned: Counter[Levels] = field(default_factory=Counter)
    done: Counter[Levels] = field(default_factory=Counter)
    expected: Mapping[Levels, float] = field(default_factory=dict)
    spent: dict[Levels, float] = field(default_factory=dict)
    deadline: float | None = None
    clock: Callable[[], float] = monotonic
    _last: float = 0.0

    def begin(self) -> None:
        """Measure the next games from now on."""
        self._last = self.clock()

    def note(self, levels: Levels, games: int) -> None:
        """Count games that have just been played."""
        now = self.clock()
        self.done[levels] += games
        self.spent[levels] = self.spent.get(levels, 0.0) + now - self._last
        self._last = now

    @property
    def is_over(self) -> bool:
        """Whether the deadline has passed."""
        return self.deadline is not None and self.clock() >= self.deadline

    def seconds_left(self) -> float | None:
        """Return the time that the other games take, or until the deadline; None if nobody asked for it."""
        if not self.expected:
            return None
        games = sum(count * self._seconds(levels) for levels, count in (self.planned - self.done).items())
        return max(min(games, games if self.deadline is None else self.deadline - self.clock()), 0.0)

    def told_left(self) -> str:
        """Return the time that is left, such as `, about 3 min left`; empty if nobody asked for it."""
        left = self.seconds_left()
        return "" if left is None else f", about {duration(left)} left"

    def told_plan(self) -> str:
        """Return how long all games take, such as `, about 3 min`; empty if it is short or nobody asked for it."""
        left = self.seconds_left()
        return "" if left is None or left < SHORT else f", about {duration(left)}"

    def _seconds(self, levels: Levels) -> float:
        """Return how long a game takes: as it was measured, as soon as enough was played."""
        spent, done = self.spent.get(levels, 0.0), self.done[levels]
        return spent / done if done and spent >= MEASURED else self.expected.get(levels, 0.0)


def seconds_of_games(contests: Mapping[Levels, Contest], workers: int) -> dict[Levels, float]:
    """Return how long a game takes, from a short probe of each kind of games.

    Args:
        workers: Number of processes that play at the same time.
    """
    return {levels: _probe(contest, levels) / max(workers, 1) for levels, contest in contests.items()}


def _probe(contest: Contest, levels: Levels) -> float:
    """Return the seconds of a game: of whole games, or of as many decisions of one as there was time for."""
    _decide_once(contest, levels)
    begin, games = monotonic(), 0
    agents = [_TimedAgent(agent_of(level), begin + LONGEST_PROBE) for level in levels]
    while monotonic() - begin < PROBE:
        try:
            play_game(contest, agents, games, 0)
        except _TimeOver:
            spent, decisions = monotonic() - begin, sum(agent.decisions for agent in agents)
            usual = play_game(contest, [agent_of(YARDSTICK)] * len(levels), 0, 0).decisions
            return spent * max(usual, decisions) / decisions
        games += 1
    return (monotonic() - begin) / games


def _decide_once(contest: Contest, levels: Levels) -> None:
    """Let the first player decide, so that what a contest finds out once, such as how far to search, is not timed."""
    with suppress(_TimeOver):
        play_game(contest, [_TimedAgent(agent_of(level), monotonic()) for level in levels], 0, 0)


class _TimeOver(Exception):
    """A game of a probe takes too long to be finished."""


class _TimedAgent:
    """An agent that counts its decisions, and plays until a moment.

    Args:
        until: The moment, by `monotonic`; the first decision is made in any case.
    """

    def __init__(self, agent: Agent, until: float) -> None:
        self._agent, self._until = agent, until
        self.decisions = 0

    def choose(self, view: PlayerView, rng: Random) -> int:
        """See `Agent.choose`.

        Raises:
            _TimeOver: The moment has passed.
        """
        if self.decisions and monotonic() >= self._until:
            raise _TimeOver
        self.decisions += 1
        return self._agent.choose(view, rng)
