"""Compare cardgen with Typst alone on one job: the deck of benchmarks/deck.py, as a PDF.

Usage: python benchmarks/against_typst.py [--runs N] [--cards 50,1000,10000] [--typst PYTHON]

Both run in turn, each as a process of its own, and the table shows the ratios of their medians: less than 1 means that cardgen
needs less. CPU is the user and system time of all processes. Memory is the most that all processes of a run hold at one time,
shared pages counted once (Linux only); it is measured in a run of its own, since that slows a run down.

Typst is the package `typst` of PyPI. The environment of cardgen has one, with which it converts pictures; for another version
make an environment with `python3 -m venv other && other/bin/pip install typst pyyaml`, and name its Python with `--typst`.
10,000 cards take Typst more than 5 GB of memory.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path

from deck import write_deck
from run import JOB, Run, measured

TYPST_JOB = str(Path(__file__).with_name("typst_job.py"))
_PSS = re.compile(r"^Pss:\s+(\d+) kB", re.MULTILINE)


def memory_of(process: int) -> float:
    """Return the memory of a process and of all that it has started, MiB; pages that they share are counted once."""
    try:
        found = _PSS.search(Path(f"/proc/{process}/smaps_rollup").read_text())
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    except OSError:  # it has ended
        return 0.0
    return (int(found[1]) / 1024 if found else 0.0) + sum(memory_of(int(child)) for child in children)


def peak_memory(python: str, command: list[str]) -> float:
    """Return the most memory that a command takes, MiB."""
    if sys.platform != "linux":
        return float("nan")
    process, most = subprocess.Popen([python, *command], stdout=subprocess.DEVNULL), 0.0
    while process.poll() is None:
        most = max(most, memory_of(process.pid))
        time.sleep(0.01)
    return most


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5, help="number of measured runs of each job")
    parser.add_argument("--cards", default="50,1000", help="numbers of cards, with commas")
    parser.add_argument("--typst", default=sys.executable, metavar="PYTHON", help="Python that has the package typst")
    options = parser.parse_args()
    print(f"Python {platform.python_version()}, {os.cpu_count()} processors, medians of {options.runs}", end="")
    print(f", typst {version('typst')}\n" if options.typst == sys.executable else "\n")
    print("| Cards | | Wall s | CPU s | Peak MiB |\n| --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        for count in map(int, options.cards.split(",")):
            deck = str(write_deck(folder / f"cards-{count}", count))
            jobs = {
                "cardgen": (sys.executable, [JOB, "build", deck, "--out", str(folder / "cardgen.pdf")]),
                "Typst": (options.typst, [TYPST_JOB, deck, str(folder / "typst.pdf")]),
            }
            runs: dict[str, list[Run]] = {name: [] for name in jobs}
            for _ in range(options.runs + 1):  # the first one warms up the disk
                for name, (python, command) in jobs.items():
                    runs[name].append(measured(command, folder / "compiled", python))
            figures = {}
            for name, found in runs.items():
                wall, cpu = (statistics.median(values) for values in zip(*[run[:2] for run in found[1:]], strict=True))
                figures[name] = wall, cpu, peak_memory(*jobs[name])
                print(f"| {count:,} | {name} | {wall:.3f} | {cpu:.3f} | {figures[name][2]:.0f} |", flush=True)
            ratios = [own / other for own, other in zip(*figures.values(), strict=True)]
            print(f"| {count:,} | ratio | {' | '.join(f'{ratio:.2f}' for ratio in ratios)} |", flush=True)


if __name__ == "__main__":
    main()
