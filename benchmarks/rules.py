"""Compare described rules with OpenSpiel and RLCard: random games a second of processor time, one process, move by move from Python.

Usage: python benchmarks/rules.py [--seconds 2] [--rounds 3] [--rlcard PYTHON] [--record]

The engines play in turn, and the table shows the median of the rounds. The described games are examples
whose games are in step with OpenSpiel's; see tests/plugin/rules/described/oracles.py. RLCard has its own rules of Leduc hold'em and Uno;
it is measured with the Python of an environment that has it (`python3 -m venv other && other/bin/pip install rlcard`).
Where OpenSpiel plays one hand of a game of several, as many decisions as that hand has count as a game.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import yaml

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from cardgen.play.random_play import play_random  # noqa: E402
from cardgen.plugin.rules.described.compiler import compile_rules  # noqa: E402
from cardgen.plugin.rules.described.schema import GameplayRules  # noqa: E402
from tests.plugin.rules.described.oracles import EXAMPLES, ORACLES, field, frozen  # noqa: E402

RLCARD = """
import sys, time, random, rlcard
env = rlcard.make(sys.argv[1], config={"seed": 1})
game, games, end = env.game, 0, time.process_time() + float(sys.argv[2])
begin = time.process_time()
while time.process_time() < end:
    game.init_game()
    while not game.is_over():
        game.step(random.choice(game.get_legal_actions()))
    games += 1
print(games / (time.process_time() - begin))
"""
RECORDED = Path(__file__).with_name("rules.json")
RIVALS = {"leduc_poker": "leduc-holdem", "crazy_eights": "uno"}


def rate(play: Callable[[int], int], seconds: float) -> tuple[float, float]:
    """Return games a second, and decisions of a game."""
    games = decisions = 0
    begin = now = time.process_time()
    while now < begin + seconds:
        for _ in range(5):
            decisions += play(games)
            games += 1
        now = time.process_time()
    return games / (now - begin), decisions / games


def described(name: str) -> Callable[[int], int]:
    """Return what plays a random game of a described game."""
    state_class, rng = ORACLES[name].contest().state_class, Random(1)
    return lambda seed: play_random(state_class(seed * 7919 + 1, 0), rng)


def openspiel(name: str) -> Callable[[int], int]:
    """Return what plays a random game of OpenSpiel."""
    import pyspiel

    game, rng = pyspiel.load_game(ORACLES[name].load), Random(1)

    def play(_seed: int) -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            actions = state.legal_actions()
            decisions += not state.is_chance_node()
            state.apply_action(actions[int(rng.random() * len(actions))])
        return decisions

    return play


def compile_time(name: str) -> float:
    """Return the milliseconds that it takes to compile a description, once the compiler is loaded."""
    stated = yaml.safe_load((EXAMPLES / name.replace("_", "-") / "game.yaml").read_text("utf-8"))
    fields = {key: field(spec) for key, spec in stated["kinds"]["cards"]["fields"].items()}
    rules = GameplayRules.model_validate(frozen(stated["rules"]))
    begin = time.process_time()
    program = compile_rules(name, rules, {"cards": fields}, {}).program
    assert program
    compile(program.source, name, "exec")
    return (time.process_time() - begin) * 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="processor time of each measurement")
    parser.add_argument("--rounds", type=int, default=3, help="measurements of each engine, in turn")
    parser.add_argument("--rlcard", default="", metavar="PYTHON", help="Python that has the package rlcard")
    parser.add_argument("--record", action="store_true", help="write the results to benchmarks/rules.json")
    options = parser.parse_args()
    games_found: dict[str, dict[str, float]] = {}
    compile_time("kuhn_poker")  # loads the compiler
    print(
        f"{'game':14} {'decisions':>9} {'described/s':>12} {'us/decision':>12} {'OpenSpiel/s':>12} {'RLCard/s':>9} {'compile ms':>11}"
    )
    for name in ORACLES:
        ours, theirs, rival = [], [], []
        for _ in range(options.rounds):
            ours.append(rate(described(name), options.seconds))
            theirs.append(rate(openspiel(name), options.seconds))
            if ORACLES[name].points:
                ours[-1] = ours[-1][0] * ours[-1][1] / theirs[-1][1], theirs[-1][1]
            if options.rlcard and name in RIVALS:
                command = [options.rlcard, "-c", RLCARD, RIVALS[name], str(options.seconds)]
                rival.append(
                    float(subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()[-1])
                )
        games, decisions = statistics.median_low(ours)
        rival_games = statistics.median(games for games, _ in theirs)
        games_found[name] = {"described": round(games), "openspiel": round(rival_games)}
        told = f"{statistics.median(rival):9.0f}" if rival else f"{'':>9}"
        compiled = statistics.median(compile_time(name) for _ in range(3))
        games_found[name] |= {
            "compile_ms": round(compiled, 1),
            **({"rlcard": round(statistics.median(rival))} if rival else {}),
        }
        print(
            f"{name:14} {decisions:9.1f} {games:12.0f} {1e6 / games / decisions:12.1f} {rival_games:12.0f} {told} {compiled:11.1f}"
        )
    if options.record:
        found = {
            "python": platform.python_version(),
            "seconds": options.seconds,
            "rounds": options.rounds,
            "games": games_found,
        }
        RECORDED.write_text(json.dumps(found, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
