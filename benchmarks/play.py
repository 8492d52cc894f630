"""Measure the rules engine of Attack the Tower on one core: the best of several runs.

Usage: python benchmarks/play.py
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from time import process_time

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.engine.attack_state import AttackState
from cardgen.games.attack_the_tower.engine.compiler.match import compile_match
from cardgen.games.attack_the_tower.engine.state.position import Match
from cardgen.games.attack_the_tower.schema import ArmyDeck
from cardgen.play.random_play import play_random
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector
from cardgen.validate.schema import validate_as

DECKS = Path(__file__).parents[1] / "decks"
GAMES, RUNS, CUT = 40, 20, 60


def army(name: str) -> ArmyDeck:
    node = load_yaml(DECKS / f"{name}.yaml", Collector())
    assert node is not None
    deck = validate_as(node, ArmyDeck, Collector())
    assert deck is not None
    return deck


def best(run: Callable[[], int]) -> float:
    """Return the highest rate of any run, in items a second."""
    found = 0.0
    for _ in range(RUNS):
        start = process_time()
        done = run()
        found = max(found, done / (process_time() - start))
    return found


def games(match: Match) -> int:
    for seed in range(GAMES):
        play_random(AttackState.new(match, seed), Random(seed))
    return GAMES


def middle_positions(match: Match) -> list[AttackState]:
    states = [AttackState.new(match, seed) for seed in range(GAMES)]
    for seed, state in enumerate(states):
        play_random(state, Random(seed), 80)
    return [state for state in states if not state.is_terminal()]


def clones(states: list[AttackState]) -> int:
    for _ in range(50):
        for state in states:
            state.clone()
    return 50 * len(states)


def rollouts(states: list[AttackState], rng: Random) -> int:
    for state in states:
        play_random(state.clone(), rng, CUT)
    return len(states)


def main() -> None:
    for names in (("elves", "samurai"), ("samurai", "samurai")):
        match = compile_match(army(names[0]), army(names[1]), Config())
        states = middle_positions(match)
        print(
            f"{' - '.join(names)}: {best(lambda m=match: games(m)):.0f} random games a second,"
            f" a copy in {1e6 / best(lambda s=states: clones(s)):.2f} microseconds,"
            f" {best(lambda s=states: rollouts(s, Random(1))):.0f} simulations of {CUT} actions a second"
        )


if __name__ == "__main__":
    main()
