"""The loop: inputs by number, verdicts, and a summary of how many held."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from itertools import chain
from pathlib import Path
from random import Random

from cardgen.report.visible import visible_line

from . import child, corpus, edits, mutators, servers, stops, verdict

_WHOLE = {**stops.CLASSES, **servers.CLASSES, **edits.CLASSES}
CLASSES = [*mutators.CLASSES, *_WHOLE]
CORPUS = "corpus"
"""The class of the inputs that are no random ones, but tried in each run, unless one class alone is."""
_LINES, _LONGEST = 20, 300  # lines of what an input told that are shown if it did not hold, and characters of each


def run_one(kind: str, seed: int, number: int, home: Path) -> list[str]:
    """Make an input, run it, and return what is wrong."""
    child.TOLD.clear()
    random = Random(f"{seed}/{kind}/{number}")
    folder, canary = home / "deck", home / "canary"
    for path in (folder, canary):
        path.mkdir(parents=True)
    for suffix in ("txt", "csv", "svg", "png", "yaml", "ttf", "css"):
        (canary / f"secret.{suffix}").write_text(f"{verdict.SECRET}: {verdict.SECRET}\n", "utf-8")
    if kind in _WHOLE:
        return _WHOLE[kind](folder, random)
    if kind == CORPUS:
        item = mutators.Input(folder, folder / "deck.yaml", random, corpus.plant(number, folder))
    else:
        item = mutators.make_input(kind, folder, random)
    (home / "command.txt").write_text(
        f"{item.command!r} {item.before!r} {item.env!r}\n", "utf-8", errors="surrogatepass"
    )
    out = folder / "out"
    before = verdict.state_of(out)
    watch = child.CanaryWatch(canary)
    try:
        outcome = child.wait(*child.start(item.command, folder, item.env, child.BEFORE[item.before]))
        read = watch.read()
    finally:
        watch.close()
    (home / "told.txt").write_text(outcome.out[:5_000] + outcome.err[:20_000], "utf-8", errors="surrogateescape")
    seen = not item.before.startswith(("close", "full"))
    wrong = corpus.judge(number, outcome.out + outcome.err) if kind == CORPUS else []
    return [*wrong, *verdict.judge(outcome, before, verdict.state_of(out), read, has_streams=seen)]


def main() -> None:
    """Run inputs until the time is over or there are enough, and exit with 1 if any did not hold."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Build hostile decks, each under limits.")
    parser.add_argument("--minutes", type=float, default=0, help="how long to go on (default: until --inputs are done)")
    parser.add_argument("--inputs", type=int, help="how many inputs (default: one of each class)")
    parser.add_argument("--seed", type=int, default=1, help="seed of all inputs")
    parser.add_argument("--first", type=int, default=0, help="number of the first input")
    parser.add_argument("--only", nargs="+", choices=[*CLASSES, CORPUS], help="inputs of some classes", metavar="CLASS")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many processes make inputs")
    parser.add_argument("--keep", type=Path, default=Path("fuzz-findings"), help="folder for inputs that did not hold")
    options = parser.parse_args()
    child.preload()
    most = 10**9 if options.minutes else options.inputs or len(options.only or CLASSES)
    workers = []
    for job in range(options.jobs):
        reader, writer = os.pipe()
        pid = os.fork()
        if not pid:
            os.close(reader)
            _work(options, range(options.first + job, options.first + most, options.jobs), job, writer)
            os._exit(0)
        os.close(writer)
        workers.append((pid, reader))
    _sum_up(workers, options.seed)


def _work(options: argparse.Namespace, numbers: range, job: int, writer: int) -> None:
    """Run inputs, first those of the corpus, and write a line for each of them."""
    known = [] if options.only else [(CORPUS, number) for number in range(job, len(corpus.FOUND), options.jobs)]
    classes = options.only or CLASSES
    end = float("inf")
    for at, (kind, number) in enumerate(chain(known, ((classes[n % len(classes)], n) for n in numbers))):
        if at == len(known) and options.minutes:
            end = time.monotonic() + options.minutes * 60
        if time.monotonic() > end:
            return
        home = Path(tempfile.mkdtemp(prefix="cardgen-fuzz-"))
        try:
            wrong = run_one(kind, options.seed, number, home)
            if wrong:
                target = options.keep / f"{kind}-{options.seed}-{number}"
                shutil.rmtree(target, ignore_errors=True)
                shutil.copytree(home, target, symlinks=True, ignore=_only_plain, dirs_exist_ok=True)
            told = _last_lines("".join(child.TOLD)) if wrong else []
            fields = kind, str(number), visible_line("; ".join(wrong)), *told, "\n"
            os.write(writer, "\t".join(fields).encode())
        finally:
            _remove(home)


def _last_lines(text: str) -> list[str]:
    """Return the end of what an input has told, by which a failure can be understood that does not come again."""
    lines = [line for line in text.splitlines() if line.strip()]
    return [visible_line(line[:_LONGEST]) for line in lines[-_LINES:]]


def _only_plain(folder: str, names: list[str]) -> list[str]:
    """Return the names of pipes, sockets and other things that cannot be copied."""
    paths = {name: Path(folder) / name for name in names}
    return [name for name, path in paths.items() if not path.is_symlink() and not path.is_file() and not path.is_dir()]


def _remove(home: Path) -> None:
    for folder, _, _ in os.walk(home):
        Path(folder).chmod(0o700)
    shutil.rmtree(home, ignore_errors=True)


def _sum_up(workers: list[tuple[int, int]], seed: int) -> None:
    began, done, wrong = time.monotonic(), Counter[str](), Counter[str]()
    import selectors

    left = selectors.DefaultSelector()
    for _, reader in workers:
        left.register(reader, selectors.EVENT_READ, b"")
    while left.get_map():
        for key, _ in left.select():
            chunk = os.read(key.fd, 65536)
            if not chunk:
                left.unregister(key.fd)
                continue
            *lines, rest = (key.data + chunk).split(b"\n")
            left.modify(key.fd, selectors.EVENT_READ, rest)
            for line in lines:
                kind, number, words, *told, _ = line.decode().split("\t")
                done[kind] += 1
                if words:
                    wrong[kind] += 1
                    again = f"python -m tests.fuzz --only {kind} --seed {seed} --first {number} --inputs 1"
                    print("\n    | ".join([f"{kind} {number}: {words}\n  again: {again}", *told]), flush=True)
    codes = [os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid, _ in workers]
    for kind in (CORPUS, *CLASSES):
        if done[kind]:
            print(f"{kind:10}{done[kind]:6} inputs{wrong[kind]:5} did not hold")
    print(f"{done.total()} inputs, {wrong.total()} did not hold, seed {seed}, {time.monotonic() - began:.0f} s")
    sys.exit(1 if wrong or any(codes) else 0)
