"""Measure cardgen as its users meet it: whole processes, including start-up and imports.

Usage: python benchmarks/run.py [--runs N] [--large]

Print a Markdown table with the medians of N runs. An additional first run warms up the disk cache and the compiled
modules, which an installed program has too. CPU is the user and system time of all threads and processes; peak memory is that
of the largest process (`ru_maxrss`).
"""

from __future__ import annotations

import argparse
import ctypes
import os
import platform
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from deck import write_deck

ROOT = Path(__file__).resolve().parent.parent
JOB = str(Path(__file__).with_name("job.py"))
_PR_SET_CHILD_SUBREAPER = 36  # of Linux: orphans become children of this process


class Run(NamedTuple):
    wall: float  # seconds
    cpu: float  # seconds
    memory: float  # MiB
    output: str


class Job(NamedTuple):
    name: str
    budget: str
    command: list[str]
    wall: Callable[[Run], float] = lambda run: run.wall
    is_first: bool = False  # without the records that an earlier build left in the output folder


def measured(command: list[str], compiled: Path, python: str = sys.executable) -> Run:
    """Run Python with these arguments, and exit if it fails."""
    if (
        sys.platform == "linux"
    ):  # so that what a process leaves, such as the converter of SVG, is waited for and counted
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1)
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(compiled), "PYTHONDONTWRITEBYTECODE": ""}
    with tempfile.TemporaryFile() as output:
        start = time.perf_counter()
        files = [(os.POSIX_SPAWN_DUP2, output.fileno(), number) for number in (1, 2)]
        process = os.posix_spawn(python, [python, *command], environment, file_actions=files)
        _, status, usage = os.wait4(process, 0)
        wall = time.perf_counter() - start
        cpu = usage.ru_utime + usage.ru_stime
        with suppress(ChildProcessError):
            while True:
                left = os.wait3(0)[2]
                cpu += left.ru_utime + left.ru_stime
        output.seek(0)
        text = output.read().decode()
    if status:
        sys.exit(f"failed: {' '.join(command)}\n{text}")
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return Run(wall, cpu, usage.ru_maxrss / unit, text)


def jobs(folder: Path, *, large: bool) -> list[Job]:
    """Return the jobs, after writing their decks into the folder."""
    shutil.copytree(ROOT / "decks", folder / "decks")
    samurai, stonewater = (str(folder / "decks" / f"{name}.yaml") for name in ("samurai", "stonewater"))
    out, first = str(folder / "out"), str(folder / "first")
    found = [
        Job("`cardgen --help`", "0.25 s", ["-m", "cardgen", "--help"]),
        Job("`cardgen build decks/samurai.yaml`", "1.0 s", ["-m", "cardgen", "build", samurai, "--out", out]),
        Job(
            "`cardgen build decks/stonewater.yaml`, the first time",
            "4 s",
            ["-m", "cardgen", "build", stonewater, "--out", first],
            is_first=True,
        ),
        Job("`cardgen check decks/stonewater.yaml`", "", ["-m", "cardgen", "check", stonewater]),
    ]
    for count, budget in ((50, ""), (1_000, "2 s"), (10_000, "18 s, 400 MB")):
        if count < 10_000 or large:
            deck = str(write_deck(folder / f"cards-{count}", count))
            found.append(Job(f"{count:,} cards, all different", budget, [JOB, "build", deck, "--out", out]))
            if budget:
                deck = str(write_deck(folder / f"rows-{count}", count, in_spreadsheet=True))
                found.append(Job(f"{count:,} cards in a CSV file", budget, [JOB, "build", deck, "--out", out]))
    rebuild = [JOB, "rebuild", samurai, "Ten years of breath", "Twenty years of breath"]
    found.append(
        Job(
            "samurai again after an edit, in the same process",
            "0.15 s",
            rebuild,
            lambda run: float(run.output.split()[1]),
        )
    )
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=5, help="number of measured runs of each job")
    parser.add_argument("--large", action="store_true", help="also measure 10,000 cards")
    options = parser.parse_args()
    print(f"Python {platform.python_version()}, {os.cpu_count()} processors, medians of {options.runs}\n")
    print("| Job | Budget | Wall s | CPU s | Peak MiB |\n| --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        for job in jobs(Path(folder), large=options.large):
            runs = []
            for _ in range(options.runs + 1):
                if job.is_first:
                    shutil.rmtree(Path(folder) / "first", ignore_errors=True)
                runs.append(measured(job.command, Path(folder) / "compiled"))
            del runs[0]
            wall, cpu, memory = (
                statistics.median(values)
                for values in ([job.wall(run) for run in runs], [r.cpu for r in runs], [r.memory for r in runs])
            )
            print(f"| {job.name} | {job.budget} | {wall:.3f} | {cpu:.3f} | {memory:.0f} |", flush=True)


if __name__ == "__main__":
    main()
