"""What must hold after any command."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Mapping
from pathlib import Path

from cardgen.report.visible import visible
from cardgen.write.folder_lock import LOCK

from .child import MEMORY, Outcome

SECRET = "canary-7f3a"
_NOISE = re.compile(
    r"Traceback|Exception ignored|panicked at|RuntimeWarning|UserWarning|SyntaxWarning|DeprecationWarning|Fatal Python"
)
_OURS = re.compile(
    r"(error|warning)\[[EW]\d{3}\]|\"code\": \"[EW]\d{3}\"|^Usage: |^cardgen: (cannot write|the current folder|stopped)|^Error: |^\d+ decks?: ",
    re.MULTILINE,
)

State = Mapping[Path, tuple[int, bytes]]


def state_of(folder: Path) -> dict[Path, tuple[int, bytes]]:
    """Return the type and content of each file below a folder, without following links: a link in its place has no files."""
    found: dict[Path, tuple[int, bytes]] = {}
    if folder.is_symlink():
        return found
    for home, _, names in os.walk(folder):
        for name in names:
            path = Path(home) / name
            status = path.lstat()
            if stat.S_ISREG(status.st_mode) and status.st_size < 10**8:
                found[path] = status.st_mode & 0o170000, path.read_bytes()
            elif stat.S_ISLNK(status.st_mode):
                found[path] = status.st_mode & 0o170000, os.fsencode(path.readlink())
    return found


def judge(outcome: Outcome, before: State, after: State, read: set[str], *, has_streams: bool = True) -> list[str]:
    """Return what is wrong with an outcome; nothing if all is well."""
    text = outcome.out + outcome.err
    found = []
    if outcome.is_late:
        return ["it did not end in time"]
    if outcome.code not in {0, 1, 2}:
        found.append(f"exit code {outcome.code}")
    if "bug in cardgen" in text:
        found.append("a bug in cardgen")
    if noise := _NOISE.search(text):
        found.append(f"a library shows through: {noise[0]}")
    if outcome.code in {1, 2} and has_streams and not _OURS.search(outcome.err + outcome.out):
        found.append("it failed without a message of its own")
    if visible(text) != text:
        found.append("it printed control characters")
    if read or SECRET in text or any(SECRET.encode() in data for _, data in after.values()):
        found.append(f"a canary was read: {', '.join(sorted(read))}")
    if outcome.is_left:
        found.append("it left a process")
    if outcome.memory > MEMORY:
        found.append(f"it held {outcome.memory / 2**20:.0f} MiB")
    return [*found, *_judge_files(outcome, before, after, has_streams=has_streams)]


def _judge_files(outcome: Outcome, before: State, after: State, *, has_streams: bool) -> list[str]:
    left = [path.name for path in after if path not in before and (path.name == LOCK or path.name.endswith(".part"))]
    found = [f"it left {', '.join(left)}"] if left else []
    for path, (_, data) in before.items():
        now = after.get(path, (0, b""))[1]
        if outcome.code and has_streams and path.suffix == ".pdf" and now != data:
            found.append(f"it failed and changed {path.name}")
        if path.suffix == ".pdf" and not now.startswith(b"%PDF-") and data.startswith(b"%PDF-"):
            found.append(f"{path.name} is no PDF")
    return found
