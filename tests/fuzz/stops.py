"""Runs that are killed at each of their steps on the disk, and runs that write into one folder at the same time."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from random import Random

from . import child
from .seeds import plant_small

_SETS: dict[str, list[str]] = {
    "split": ["build", "deck.yaml", "--split", "--plotter", "silhouette", "--cut-file", "svg", "--only", "goods"],
    "export": ["export", "deck.yaml", "--to", "png", "--only", "goods"],
}
_STEPS = {"os.rename", "os.remove", "os.truncate"}

Files = Mapping[str, bytes]


def _files(folder: Path) -> dict[str, bytes]:
    out = folder / "out"
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()}


def _version(folder: Path, second: bool) -> None:
    """Make the deck one of two: the second has other words and one card less."""
    deck = folder / "deck.yaml"
    text = deck.read_text("utf-8")
    if second:
        text = text.replace("name: Rope", "name: Cord").replace('"Eat it.', '"Eat all.').replace("copies: 2, ", "")
        text = text[: text.index("  - name: Net")] + text[text.index("ships: ") :]
    deck.write_text(text, "utf-8")


@cache
def _both(command: tuple[str, ...]) -> tuple[Files, Files]:
    """Return the files that a command writes for the two versions of the deck."""
    found = []
    for second in (False, True):
        with tempfile.TemporaryDirectory() as name:
            home = Path(name)
            plant_small(home)
            _version(home, second)
            ended = _run(home, [*command])
            assert not ended.code, ended.err
            found.append(_files(home))
    return found[0], found[1]


def _run(folder: Path, command: list[str], before: Callable[[], object] = lambda: None) -> child.Outcome:
    return child.wait(*child.start(command, folder, {}, before))


def _kill_at(step: int) -> Callable[[], None]:
    """Return what ends a process at a step: before a file is opened to be written, renamed or removed."""

    def watch(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal step
        is_write = event == "open" and isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR)
        named = str(arguments[0]) if arguments else ""
        if (event in _STEPS or is_write) and ("/out" in named or named.startswith("out")):
            step -= 1
            if step < 0:
                os.kill(os.getpid(), signal.SIGKILL)

    return lambda: sys.addaudithook(watch)


def kill(folder: Path, random: Random) -> list[str]:
    """Kill a run at one of its steps; after the next run in the folder, all files are the old or the new ones."""
    plant_small(folder)
    command = _SETS[random.choice(sorted(_SETS))]
    old, new = _both(tuple(command))
    for name, data in old.items():
        path = folder / "out" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    _version(folder, True)
    killed = _run(folder, command, _kill_at(random.randrange(40)))
    if killed.code not in {0, -signal.SIGKILL}:
        return [f"exit code {killed.code}: {killed.err[:300]}"]
    found = _files(folder)
    other = ["build", "deck.yaml", "--out", "out/other.pdf"] if command[0] == "build" else []
    _finish(folder, other or ["export", "deck.yaml", "--to", "png", "--only", "nothing"])
    return _compare(found, _files(folder), old, new)


def _finish(folder: Path, command: list[str]) -> None:
    """Let the next run tidy up: one that begins to write into the folder."""
    if command[0] == "build":
        _run(folder, command)
        for path in (folder / "out").rglob("other*"):
            path.unlink()
        return
    from cardgen.write.file_set import file_set

    for home in (folder / "out").iterdir():
        with file_set(home) as files:
            files.add(home / ".tidy", b"")
        (home / ".tidy").unlink()


def _compare(at_once: Files, later: Files, old: Files, new: Files) -> list[str]:
    changed = {name for name in {*old, *new} if old.get(name) != new.get(name)}
    are_old = {name: later.get(name) for name in changed} == {name: old.get(name) for name in changed}
    are_new = {name: later.get(name) for name in changed} == {name: new.get(name) for name in changed}
    found = []
    if not are_old and not are_new:
        found.append(
            f"files are mixed: {', '.join(sorted(name for name in changed if later.get(name) != new.get(name)))}"
        )
    if not all(at_once.get(name) in {old.get(name), new.get(name)} for name in changed):
        found.append("a file is neither the old nor the new one")
    left = [name for name in later if name not in old and name not in new]
    return [*found, *([f"it left {', '.join(left)}"] if left else [])]


def race(folder: Path, random: Random) -> list[str]:
    """Let two runs write different sets into one folder; the files are those of one of them."""
    command = _SETS[random.choice(sorted(_SETS))]
    homes = [folder / name for name in ("one", "two")]
    for home, second in zip(homes, (False, True), strict=True):
        plant_small(home)
        _version(home, second)
    runs = [child.start([*command, "--out", "../out"], home, {}, lambda: None) for home in homes]
    ended = [child.wait(*run) for run in runs]
    found = _files(folder)
    wrong = [f"exit code {one.code}: {one.err[:200]}" for one in ended if one.code and "E603" not in one.err]
    expected = _both(tuple(command))
    own = [{name: data for name, data in files.items() if not name.endswith("artworks.json")} for files in expected]
    shown = {name: data for name, data in found.items() if not name.endswith("artworks.json")}
    return wrong if shown in own else [*wrong, f"files are mixed: {', '.join(sorted(shown))}"]


CLASSES: dict[str, Callable[[Path, Random], list[str]]] = {"kill": kill, "race": race}
"""The classes of runs that are stopped or meet others."""
