"""Measure the rules engine of Stonewater Weir on one core: the best of several runs, so that other work disturbs little.

Usage: python benchmarks/siege.py
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from time import process_time

from cardgen.games.stonewater_weir.engine.compiler import compile_deck
from cardgen.games.stonewater_weir.engine.siege_state import SiegeState
from cardgen.games.stonewater_weir.engine.state.tables import SiegeTables
from cardgen.games.stonewater_weir.play.scripted import choose_action
from cardgen.games.stonewater_weir.schema import WeirDeck
from cardgen.play.random_play import play_random
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector
from cardgen.validate.schema import validate_as

DECK = Path(__file__).parents[1] / "decks" / "stonewater.yaml"
GAMES, RUNS = 25, 20


def read_deck() -> WeirDeck:
    node = load_yaml(DECK, Collector())
    assert node is not None
    deck = validate_as(node, WeirDeck, Collector())
    assert deck is not None
    return deck


def best(run: Callable[[], int], runs: int = RUNS) -> float:
    """Return the highest rate of any run, in items a second."""
    found = 0.0
    for _ in range(runs):
        start = process_time()
        done = run()
        found = max(found, done / (process_time() - start))
    return found


def random_games(tables: SiegeTables) -> int:
    for seed in range(GAMES):
        play_random(SiegeState.new(tables, seed), Random(seed))
    return GAMES


def scripted_games(tables: SiegeTables) -> int:
    for seed in range(5):
        state, rng = SiegeState.new(tables, seed), Random(seed)
        while not state.is_terminal():
            state.apply_action(choose_action(state.position, rng))
    return 5


def copies(states: list[SiegeState]) -> int:
    for _ in range(100):
        for state in states:
            state.clone()
    return 100 * len(states)


def main() -> None:
    deck = read_deck()
    for players in (1, 4, 6):
        tables = compile_deck(deck, players=players)
        states = [SiegeState.new(tables, seed) for seed in range(GAMES)]
        for seed, state in enumerate(states):
            play_random(state, Random(seed), 30)
        print(
            f"{players} player{'s' * (players > 1)}, {tables.hero_count} heroes:"
            f" {best(lambda t=tables: random_games(t)):.0f} random games a second,"
            f" {best(lambda t=tables: scripted_games(t), 3):.1f} scripted games a second,"
            f" a copy in {1e6 / best(lambda s=states: copies(s), 5):.1f} microseconds"
        )


if __name__ == "__main__":
    main()
