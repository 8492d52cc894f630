"""Compare the search of `cardgen balance` with Optuna TPE, CMA-ES and Nevergrad NGOpt on synthetic contests.

Usage: pip install optuna cmaes nevergrad; python benchmarks/balance_rivals.py [--worlds N] [--games N]

Each has the same number of games. A rival asks for 120 candidates, sees the root of the mean squared distance of the win rates
that it drew from a half, and recommends its best; ours spends the games as it likes. Printed is the true distance, in points, of
what each recommends, as the root of the mean square over all worlds.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from random import Random

from balance_worlds import REACH, World, WorldTrials, candidate_of, make_world

from cardgen.balancing.propose import Costs
from cardgen.balancing.search import GameBudget, Search
from cardgen.balancing.space import Candidate
from cardgen.balancing.surrogate import sigmoid

EVALUATIONS = 120
KINDS = {"additive": (0.0, 0.0), "own effects in each matchup": (0.0, 0.08), "interactions": (0.06, 0.08)}


class Loss:
    """The loss that a rival sees: win rates from games, not the truth."""

    def __init__(self, world: World, games: int, seed: int) -> None:
        self.world, self.rng = world, Random(f"loss {seed}")
        self.games = games // EVALUATIONS // len(world.space.matchups)

    def __call__(self, steps: list[int]) -> float:
        squares = []
        for logit in self.world.logits(candidate_of(steps)):
            won = sum(self.rng.random() < sigmoid(logit) for _ in range(self.games))
            squares.append((100 * won / self.games - 50) ** 2)
        return (sum(squares) / len(squares)) ** 0.5


def ours(world: World, games: int, seed: int) -> Candidate:
    budget = GameBudget((games // 2 // len(world.space.matchups),) * len(world.space.matchups), 1, retest=False)
    costs = Costs(0.0, 0.0, most_changes=len(world.space.numbers))
    found = Search(world.space, WorldTrials(world, seed), lambda _: True, costs, budget, seed).run()
    return found.finalists[0]


def tpe(world: World, games: int, seed: int) -> Candidate:
    import optuna

    optuna.logging.set_verbosity(optuna.logging.ERROR)
    loss, names = Loss(world, games, seed), [str(at) for at in range(len(world.space.numbers))]
    study = optuna.create_study(sampler=optuna.samplers.TPESampler(seed=seed))
    study.optimize(lambda trial: loss([trial.suggest_int(n, -REACH, REACH) for n in names]), EVALUATIONS)
    return candidate_of([study.best_params[name] for name in names])


def cma(world: World, games: int, seed: int) -> Candidate:
    import numpy
    from cmaes import CMAwM

    loss, count = Loss(world, games, seed), len(world.space.numbers)
    bounds = numpy.array([[-REACH, REACH]] * count)
    optimizer = CMAwM(mean=numpy.zeros(count), sigma=1.5, bounds=bounds, steps=numpy.ones(count), seed=seed)
    best, told = (1e9, [0] * count), 0
    while told < EVALUATIONS:
        points = []
        for _ in range(optimizer.population_size):
            shown, own = optimizer.ask()
            steps = [round(value) for value in shown]
            value = loss(steps)
            told += 1
            best = min(best, (value, steps))
            points.append((own, value))
        optimizer.tell(points)
    return candidate_of(best[1])


def ngopt(world: World, games: int, seed: int) -> Candidate:
    import nevergrad

    loss, count = Loss(world, games, seed), len(world.space.numbers)
    space = nevergrad.p.Array(shape=(count,), lower=-REACH, upper=REACH).set_integer_casting()
    space.random_state.seed(seed)
    optimizer = nevergrad.optimizers.NGOpt(space, EVALUATIONS)
    found = optimizer.minimize(lambda steps: loss([int(step) for step in steps]))
    return candidate_of([int(step) for step in found.value])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--worlds", type=int, default=16)
    parser.add_argument("--games", type=int, default=72_000)
    options = parser.parse_args()
    rivals: dict[str, Callable[[World, int, int], Candidate]] = {
        "ours": ours,
        "NGOpt": ngopt,
        "CMA-ES": cma,
        "TPE": tpe,
    }
    for kind, (interactions, specific) in KINDS.items():
        worlds = [make_world(seed, interactions=interactions, specific=specific) for seed in range(options.worlds)]
        start = (sum(world.loss(()) ** 2 for world in worlds) / len(worlds)) ** 0.5
        truth = (sum(world.truth() ** 2 for world in worlds) / len(worlds)) ** 0.5
        print(f"{kind}, {len(worlds)} worlds, {options.games} games: start {start:.2f}, truth {truth:.2f}", flush=True)
        for name, rival in rivals.items():
            begun = time.process_time()
            losses = [world.loss(rival(world, options.games, seed)) for seed, world in enumerate(worlds)]
            mean = (sum(loss**2 for loss in losses) / len(losses)) ** 0.5
            print(f"  {name:7}{mean:6.2f}   CPU {time.process_time() - begun:.0f} s", flush=True)


if __name__ == "__main__":
    main()
