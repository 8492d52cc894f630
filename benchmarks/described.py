"""Measure every example that has rules as data: its size, its speed, and how often better players beat random ones.

Usage: python benchmarks/described.py [--seconds 20] [--least 100] [--games kites hearts] [--record]

One player of a level meets random ones, or, in a game that all win or lose together, players of a level play the same deals
as random ones; a better score is a win. `--record` writes the results to benchmarks/described.json, of which
`python -m docs.generate` makes the table of the gallery.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from cardgen.play.matches import open_decks  # noqa: E402
from cardgen.play.simulate.levels import agent_of  # noqa: E402
from cardgen.play.simulate.match import is_cooperative, play_round  # noqa: E402
from cardgen.play.simulate.player_view import PlayerView  # noqa: E402
from cardgen.plugin.rules.described.evaluation import score_together  # noqa: E402

EXAMPLES = ROOT / "examples"
RECORDED = Path(__file__).with_name("described.json")
LEVELS = ("greedy", "search-50")
MOST_GAMES = 600
"""Games of a level after which it is known well enough."""


def described() -> list[str]:
    """Return the names of the examples that have rules as data."""
    return sorted(path.parent.name for path in EXAMPLES.glob("*/game.yaml") if "\nrules:" in path.read_text("utf-8"))


def rounds_of(contest: Any, level: str, seconds: float, least: int) -> Iterator[tuple[int, list[float], int]]:
    """Yield games of a player of a level among random ones: the seed, the scores of its games, and their decisions."""
    agents = [agent_of(level if team == contest.teams[0] else "random") for team in contest.teams]
    seed, end = 0, time.process_time() + seconds
    while (played := seed * contest.player_count) < MOST_GAMES and (time.process_time() < end or played < least):
        results = play_round(contest, agents, seed)
        yield seed, [result.scores[0] for result in results], sum(result.decisions for result in results)
        seed += 1


def games_together(
    contest: Any, level: str, seconds: float, least: int
) -> Iterator[tuple[int, tuple[float, float], int]]:
    """Yield games of players who win or lose together: the seed, the result with the score, and the decisions."""
    agent, seed, end = agent_of(level), 0, time.process_time() + seconds
    while seed < MOST_GAMES and (time.process_time() < end or seed < least):
        state, rng = contest.start(seed, 0), Random(seed)
        while not state.is_terminal():
            state.apply_action(agent.choose(PlayerView(contest, state, state.current_player()), rng))
        yield seed, (state.returns()[0], score_together(state)), state.decisions()
        seed += 1


def against_one(score: float, fair: float) -> float:
    """Return the share of wins against one equal opponent that has the same odds as a score.

    Args:
        score: Share of wins, 0 to 1.
        fair: That of a random player.
    """
    odds, even = score * (1 - fair), (1 - score) * fair
    return odds / (odds + even)


def measured(name: str, seconds: float, least: int) -> dict[str, Any]:
    """Return the figures of one example.

    Args:
        seconds: Processor time of each level.
        least: Games of each level, whatever time they take.
    """
    opened = open_decks([EXAMPLES / name / f"{name}.yaml"])
    stated = (EXAMPLES / name / "game.yaml").read_text("utf-8").partition("\nrules:")[2].splitlines()
    contest = opened.rules.contest(opened.decks[:1])
    found: dict[str, Any] = {
        "players": [*opened.rules.program.players],
        "measured": contest.player_count,
        "lines": 1 + sum(1 for line in stated[1:] if line.strip() and not line.lstrip().startswith("#")),
    }
    together = is_cooperative(contest)
    if together:
        random = {seed: (result, played) for seed, result, played in games_together(contest, "random", seconds, least)}
        decisions = [played for _, played in random.values()]
    else:
        decisions = [played / contest.player_count for _, _, played in rounds_of(contest, "random", seconds / 4, least)]
    found["decisions"] = round(mean(decisions))
    for level in LEVELS:
        if together:
            pairs = [
                (result, random[seed][0])
                for seed, result, _ in games_together(contest, level, seconds, least)
                if seed in random
            ]
            decided = [own > other for own, other in pairs if own != other]
            games, share = len(pairs), mean(decided)
        else:
            scores = [score for _, scores, _ in rounds_of(contest, level, seconds, least) for score in scores]
            games, share = len(scores), against_one(mean(scores), 1 / len({*contest.teams}))
        found[level] = {"games": games, "share": round(share, 3)}
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=20.0, help="processor time of each level of each game")
    parser.add_argument("--least", type=int, default=100, help="games of each level, whatever time they take")
    parser.add_argument("--games", nargs="*", default=described(), help="names of examples")
    parser.add_argument("--record", action="store_true", help="write the results to benchmarks/described.json")
    options = parser.parse_args()
    for name in options.games:
        found = measured(name, options.seconds, options.least)
        told = "  ".join(f"{level} {found[level]['share']:.0%} of {found[level]['games']}" for level in LEVELS)
        print(
            f"{name:16} {found['lines']:3} lines {found['decisions']:4} decisions  {told}",
            flush=True,
        )
        if options.record:
            recorded = json.loads(RECORDED.read_text("utf-8")) | {name: found}
            RECORDED.write_text(json.dumps(dict(sorted(recorded.items())), indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
