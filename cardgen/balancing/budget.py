"""Plan how many games the balance assistant plays, also within a time, and state how many would tell more."""

from __future__ import annotations

from dataclasses import replace

from cardgen.balancing.games import GameTrials, PlayedPair
from cardgen.balancing.result import BalanceSetup, Proposal
from cardgen.balancing.space import UNCHANGED
from cardgen.play.simulate.pace import Levels, seconds_of_games
from cardgen.play.simulate.run import QUICK
from cardgen.plugin.rules.contest import Contest

QUICK_FACTOR = 3
"""Levels whose games are quick play so many times as many: they cost little, and say what a number does."""
SLOW_GAMES = 40  # games of each pairing at a held-out level that searches, whose games take seconds
HELD_OUT = 2  # proposals that are played at the held-out levels
FEWEST_GAMES = 100
SEARCH_TIME = 0.45  # share of the time after which only the finalists are played again
PLANNED_TIME = 0.75  # share of the time that the games may take by their estimate, which is a rough one
MOST_FACTOR = 100  # times as many games as were played; who needs more has a score at the limit
DIGITS = 2  # of a number of games that is only an estimate


def games_of(setup: BalanceSetup, level: str) -> int:
    """Return the number of games of a level of the search, in all pairings and stages together."""
    return setup.games * (QUICK_FACTOR if level in QUICK else 1)


def held_out_games(setup: BalanceSetup, level: str, pairings: int) -> int:
    """Return the number of games of each pairing at a held-out level."""
    is_slow = "-" in level
    return SLOW_GAMES if is_slow else max(setup.games * 2 // (5 * 5 * pairings), 20)


def planned_games(setup: BalanceSetup, pairings: int) -> dict[str, int]:
    """Return the number of games of each level, if nothing stops them."""
    apart = {level: held_out_games(setup, level, pairings) * pairings * (HELD_OUT + 1) for level in setup.held_out}
    return {level: games_of(setup, level) for level in setup.levels} | apart


def in_time(setup: BalanceSetup, trials: GameTrials) -> BalanceSetup:
    """Return what to search with as many games as there is time for, and estimate the time.

    Args:
        trials: Plays the games; receives the estimate, and the moment at which the search has to end.
    """
    run, space = trials.run, trials.space
    if run.progress is None and run.pace.deadline is None:
        return setup
    first = next(iter(space.matchups))
    contest = trials.contest(PlayedPair(UNCHANGED, first.first, first.second))
    kinds: dict[Levels, Contest] = {(level, level): contest for level in (*setup.levels, *setup.held_out)}
    run.pace.expected = seconds_of_games(kinds, run.executor.workers)
    if run.pace.deadline is None:
        return setup
    left = max(run.pace.deadline - run.pace.clock(), 0.0)
    trials.late_after = run.pace.deadline - (1 - SEARCH_TIME) * left
    planned = planned_games(setup, len({(one.first, one.second) for one in space.matchups}))
    whole = sum(count * run.pace.expected[level, level] for level, count in planned.items())
    games = int(setup.games * min(PLANNED_TIME * left / whole, 1.0)) if whole else setup.games
    return replace(setup, games=max(games // 10 * 10, FEWEST_GAMES))


def told_need(setup: BalanceSetup, proposal: Proposal) -> str:
    """Return how many games would tell whether a proposal is on target, as a sentence; nothing if these have told it.

    The width of an interval falls with the root of the number of games, and must be less than the distance of the score from
    the nearest limit.

    Args:
        setup: What was searched for, with the number of games that were played.
    """
    factor = 1.0
    for rate in proposal.rates:
        room = abs(setup.within - abs(rate.known.estimate - rate.target))
        factor = max(factor, (rate.known.half_width / max(room, 1e-6)) ** 2)
    games = setup.games * factor
    if factor == 1.0:
        return ""
    if factor > MOST_FACTOR:
        return "A score is too near to the limit for more games to tell soon."
    unit = 10 ** max(len(str(int(games))) - DIGITS, 0)
    times = f"{factor:.1f}" if factor < 1.95 else f"{factor:.0f}"
    return f"About --games {-(-int(games) // unit) * unit:,} would tell, {times} times as many."
