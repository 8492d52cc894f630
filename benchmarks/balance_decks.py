"""Spoil armies in five ways, and let `cardgen balance` bring them back against the army as it was, without being told how.

Usage: python benchmarks/balance_decks.py FOLDER [--games N] [--seed N] [--jobs N] [--only NAME]

The truth is known: an army against itself wins half of its games. FOLDER receives the spoiled decks, the reports as pages and
JSON, and the repaired decks.
"""

from __future__ import annotations

import argparse
import os
import re
import time
from pathlib import Path

import cardgen
from cardgen.balancing.output import write_deck, write_page
from cardgen.report.json_text import to_json

DECKS = Path(__file__).parents[1] / "decks"

# The army, and some of its numbers: id of the card, the line that begins with these words, and the number that is written over its
# first one.
SPOILED = {
    "samurai": ("samurai", [("last-prayer", "- power:", 6), ("keeper-of-scrolls", "power:", 9)]),
    "elves": ("elves", [("first-light", "- power:", 7), ("elderheart", "troop:", 14)]),
    "lockkeepers": ("lockkeepers", [("full-steam", "- power:", 9), ("dredger", "power:", 12)]),
    "cheap": ("spore-court", [("sleeping-cap", "power:", 8)]),  # loyal, so it needs no territory
    "weak": ("lockkeepers", [("dredger", "power:", 3), ("harbour-pilot", "power:", 1)]),  # no outliers
}


def spoil(name: str, folder: Path) -> tuple[Path, Path]:
    """Write a spoiled copy of an army, beside nothing of its pictures: it is only played. Return it and the army."""
    army, numbers = SPOILED[name]
    whole = DECKS / f"{army}.yaml"
    lines = whole.read_text("utf-8").splitlines(keepends=True)
    for card, words, number in numbers:
        at = next(n for n, line in enumerate(lines) if line.strip() == f"- id: {card}")
        at = next(n for n in range(at, len(lines)) if lines[n].lstrip().startswith(words))
        lines[at] = re.sub(r"((?:set|add|copies|power): )\d+", rf"\g<1>{number}", lines[at], count=1)
    path = folder / f"{name}-spoiled.yaml"
    path.write_text("".join(lines), "utf-8")
    return path, whole


def cpu_time() -> float:
    """Return the seconds that this process and those that it waited for have computed."""
    return sum(os.times()[:4])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", choices=SPOILED)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for name in [options.only] if options.only else SPOILED:
        spoiled, whole = spoil(name, options.folder)
        start, cpu = time.perf_counter(), cpu_time()
        chosen = cardgen.BalanceOptions(
            level="script,greedy", games=options.games, seed=options.seed, jobs=options.jobs
        )
        report = cardgen.balance(spoiled, whole, chosen)
        write_page(report, options.folder / f"{name}.html", [spoiled, whole])
        (options.folder / f"{name}.json").write_text(to_json(report), "utf-8")
        if report.proposals and report.proposals[0].is_met:
            write_deck([spoiled, whole], report, 1, options.folder / f"{name}-balanced.yaml")
        print(f"{name}: {report.games} games, {time.perf_counter() - start:.0f} s, CPU {cpu_time() - cpu:.0f} s")
        for rate in report.before.rates:
            print(f"  before, {rate.level}: {100 * rate.known.estimate:.1f} %")
        for number, proposal in enumerate(report.proposals, 1):
            rates = [
                f"{one.level} {100 * one.known.estimate:.1f} % ({100 * one.known.low:.0f}-{100 * one.known.high:.0f})"
                for one in (*proposal.rates, *proposal.held_out)
            ]
            print(f"  {number}: {'; '.join(map(str, proposal.changes))}: {', '.join(rates)}")
        print(*(f"  {sentence}" for sentence in report.conclusion), sep="\n", flush=True)


if __name__ == "__main__":
    main()
