"""Compare the commands of this commit with those of an older one, as users meet them: installed wheels, whole processes.

Usage: python benchmarks/run.py [--against COMMIT] [--runs N] [--large] [--only WORDS] [--record] [--most RATIO]

Builds a wheel of each commit, installs both with their bytecode and the same releases of the libraries, and runs each job with
one and the other in turn. Processor time is the user and system time of all processes, also of those that outlive the command, and the
smallest of N runs counts, since what else a machine does only adds to it. Peak memory is that of the largest process. Of each
commit, the decks that ship are its own.
"""

from __future__ import annotations

import argparse
import ctypes
import datetime
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from deck import write_deck

ROOT = Path(__file__).resolve().parent.parent
JOB = str(Path(__file__).with_name("job.py"))
RESULTS = Path(__file__).with_name("results.json")
IMPORTS = "import jinja2, lxml.etree, pikepdf, PIL.Image, pydantic, reportlab.pdfgen.canvas, typer, uharfbuzz, yaml"
_PR_SET_CHILD_SUBREAPER = 36  # of Linux: orphans become children of this process
# What an edit replaces in a deck, by turns.
_WORDS = ("Ten years of breath", "Twenty years of breath")
_SIEGE_WORDS = ("The ladle scrapes.", "The spoon scrapes.")
_CARD_WORDS = (" 1\n    type", " One\n    type")


class Run(NamedTuple):
    wall: float  # seconds
    cpu: float  # seconds
    memory: float  # MiB
    output: str


@dataclass(frozen=True)
class Install:
    """A commit, installed.

    Attributes:
        commit: Its short name.
        tree: Its files.
        python: The interpreter that has its wheel.
        home: Folder in which its jobs leave their files.
    """

    commit: str
    tree: Path
    python: str
    home: Path

    @property
    def caches(self) -> Path:
        """Folder of all that it keeps between runs."""
        return self.home / "caches"


@dataclass(frozen=True)
class Job:
    """A job that both commits do.

    Attributes:
        name: For people.
        arguments: Of Python.
        before: Called before each run.
    """

    name: str
    arguments: Callable[[Install], list[str]]
    before: Callable[[Install], None] = field(default=lambda _install: None)


def measured(
    command: list[str], compiled: Path | None, python: str = sys.executable, caches: Path | None = None
) -> Run:
    """Run Python with these arguments, and exit if it fails.

    Args:
        command: The arguments.
        compiled: Where the bytecode is of what is not installed; None for its usual place.
        python: The interpreter.
        caches: Folder of temporary files and of the user's cache; None for the usual ones.
    """
    if sys.platform == "linux":  # so that what a process leaves, such as the SVG worker, is waited for and counted
        ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1)
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    if compiled:
        environment["PYTHONPYCACHEPREFIX"] = str(compiled)
    if caches:
        caches.mkdir(exist_ok=True)
        environment |= {"TMPDIR": str(caches), "XDG_CACHE_HOME": str(caches)}
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


def install(commit: str, folder: Path) -> Install:
    """Build the wheel of a commit, or of the files as they are for an empty one, and install it with its libraries."""
    name = commit or "HEAD"
    home = folder / (commit or "this")
    tree = home / "tree"
    tree.mkdir(parents=True)
    archive = _git("archive", name)
    subprocess.run(["tar", "x", "-C", str(tree)], input=archive, check=True)
    subprocess.run([sys.executable, "-m", "venv", str(home / "venv")], check=True)
    python = home / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "--quiet"]
    release = {**os.environ, "HATCH_BUILD_HOOK_ENABLE_CUSTOM": "1"}  # wheels of a release have their templates compiled
    subprocess.run([*pip, "wheel", "--no-deps", "-w", str(home), str(tree)], check=True, env=release)
    (wheel,) = home.glob("*.whl")
    locked = str(ROOT / ".ci/constraints.txt")
    subprocess.run([*pip, "install", "--compile", "-c", locked, str(wheel)], check=True)
    return Install(_git("rev-parse", "--short=7", name).decode().strip(), tree, str(python), home)


def _git(*arguments: str) -> bytes:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True).stdout


def _forget(install: Install) -> None:
    """Remove what earlier runs have left."""
    for name in ("caches", "first"):
        shutil.rmtree(install.home / name, ignore_errors=True)


def _edit(file: Path, words: tuple[str, str]) -> None:
    """Replace words by others, or the others by these."""
    text = file.read_text("utf-8")
    old, new = words if words[0] in text else words[::-1]
    file.write_text(text.replace(old, new, 1), "utf-8")


def _of_deck(command: str, name: str, words: tuple[str, str] | None) -> Job:
    """Return the job of a deck that ships: the first time, or again after an edit of words."""

    def deck(install: Install) -> Path:
        return install.tree / "decks" / f"{name}.yaml"

    def arguments(install: Install) -> list[str]:
        out = ["--out", str(install.home / ("out" if words else "first"))] if command == "build" else []
        return ["-P", "-m", "cardgen", command, str(deck(install)), *out]

    when = "again after an edit" if words else "the first time"
    before = (lambda install: _edit(deck(install), words)) if words else _forget
    return Job(f"`cardgen {command} decks/{name}.yaml`, {when}", arguments, before)


def _of_cards(count: int) -> Job:
    """Return the job of a deck of so many different cards."""

    def deck(install: Install) -> Path:
        folder = install.home / f"cards-{count}"
        return folder / "deck.yaml" if folder.exists() else write_deck(folder, count)

    def arguments(install: Install) -> list[str]:
        return [
            str(install.tree / "benchmarks/job.py"),
            "build",
            str(deck(install)),
            "--out",
            str(install.home / "out"),
        ]

    return Job(
        f"{count:,} cards all different, again after an edit", arguments, lambda one: _edit(deck(one), _CARD_WORDS)
    )


def jobs(*, large: bool) -> list[Job]:
    """Return the jobs."""
    found = [
        Job("the imports of the libraries alone", lambda _install: ["-c", IMPORTS]),
        Job("`cardgen --help`", lambda _install: ["-P", "-m", "cardgen", "--help"]),
        _of_deck("build", "samurai", None),
        _of_deck("build", "samurai", _WORDS),
        _of_deck("build", "stonewater", _SIEGE_WORDS),
        _of_deck("check", "stonewater", _SIEGE_WORDS),
        _of_cards(50),
        _of_cards(1_000),
    ]
    return [*found, _of_cards(10_000)] if large else found


def compare(job: Job, installs: list[Install], runs: int) -> dict[str, list[float] | None]:
    """Return the least wall time and processor time, in s, and memory in MiB, by commit; None if a commit lacks the deck."""
    able = [
        one for one in installs if all(Path(word).exists() for word in job.arguments(one) if word.endswith(".yaml"))
    ]
    found: dict[str, list[Run]] = {one.commit: [] for one in able}
    for number in range(runs + 1):
        for one in able if number % 2 else able[::-1]:
            job.before(one)
            run = measured(job.arguments(one), one.home / "compiled", one.python, one.caches)
            if number:  # the first one warms up the disk
                found[one.commit].append(run)
    return {
        one.commit: [round(min(values), 3) for values in zip(*(run[:3] for run in found[one.commit]), strict=True)]
        if one in able
        else None
        for one in installs
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--against", default="", help="the older commit [default: the last tag]")
    parser.add_argument("--runs", type=int, default=7, help="number of measured runs of each job")
    parser.add_argument("--large", action="store_true", help="also measure 10,000 cards")
    parser.add_argument("--only", default="", help="measure only jobs whose name has these words")
    parser.add_argument("--record", action="store_true", help="write the results to benchmarks/results.json")
    parser.add_argument(
        "--most", type=float, default=0.0, help="exit 1 if the processor time of a job grew beyond this ratio"
    )
    options = parser.parse_args()
    older = options.against or _git("describe", "--tags", "--abbrev=0").decode().strip()
    grown = []
    with tempfile.TemporaryDirectory() as folder:
        installs = [install("", Path(folder)), install(older, Path(folder))]
        new, old = (one.commit for one in installs)
        print(f"Python {platform.python_version()}, {os.cpu_count()} processors, the least of {options.runs} runs\n")
        print(f"| Job | CPU s of {new} | of {old} | ratio | wall s | peak MiB |\n| --- | --- | --- | --- | --- | --- |")
        rows: dict[str, Any] = {}
        for job in jobs(large=options.large):
            if options.only not in job.name:
                continue
            rows[job.name] = result = compare(job, installs, options.runs)
            mine, other = result[new], result[old] if new != old else None
            assert mine
            ratio = mine[1] / other[1] if other else None
            cells = [f"{mine[1]:.3f}", f"{other[1]:.3f}" if other else "", f"{ratio:.2f}" if ratio else ""]
            print(f"| {job.name} | {' | '.join(cells)} | {mine[0]:.3f} | {mine[2]:.0f} |", flush=True)
            grown += [job.name] if ratio and options.most and ratio > options.most else []
    if options.record:
        _record(new, old, options.runs, rows)
    if grown:
        sys.exit(f"more than {options.most} times as much processor time as {old}: {', '.join(grown)}")


def _record(new: str, old: str, runs: int, rows: dict[str, Any]) -> None:
    """Write the results, with all that they depend on."""
    machine = f"{platform.machine()}, {os.cpu_count()} processors, {platform.system()}"
    facts = {
        "commit": new,
        "against": old,
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "runs": runs,
    }
    jobs = {
        name: {
            which: dict(zip(("wall", "cpu", "memory"), found[commit], strict=True)) if found[commit] else None
            for which, commit in (("new", new), ("old", old))
        }
        for name, found in rows.items()
    }
    text = json.dumps({**facts, "python": platform.python_version(), "machine": machine, "jobs": jobs}, indent=1)
    RESULTS.write_text(text + "\n", "utf-8")


if __name__ == "__main__":
    main()
