import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.command_line import cardgen

PLAIN = {key: value for key, value in os.environ.items() if key not in {"NO_COLOR", "FORCE_COLOR", "CARDGEN_DEBUG"}}


class Result(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def run() -> Callable[..., Result]:
    """The command line within this process."""

    def run(*args: object) -> Result:
        result = cardgen(*args)
        return Result(result.exit_code, result.stdout, result.stderr)

    return run


@pytest.fixture
def in_folder(toy_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder is one with the toy deck."""
    monkeypatch.chdir(toy_folder)
    return toy_folder


CALL = """
import sys; sys.path.insert(0, {tests!r})
import toy
from cardgen.plugin import registry
registry.add_game(toy.GAME)
from cardgen.cli import console, main
console.PROGRESS_AFTER = 600  # no test depends on how busy the machine is
{before}
main()
"""


def command(*args: object, before: str = "") -> list[str]:
    """A command line in a process of its own that knows the toy game."""
    code = CALL.format(tests=str(Path(__file__).parents[1]), before=before)
    return [sys.executable, "-c", code, *map(str, args)]


def in_process(*args: object, cwd: Path, before: str = "", **env: str) -> Result:
    """What a process gives when nobody looks at it."""
    done = subprocess.run(
        command(*args, before=before), cwd=cwd, env={**PLAIN, **env}, capture_output=True, check=False, timeout=300
    )
    return Result(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"))


def on_terminal(*args: object, cwd: Path, before: str = "", **env: str) -> Result:
    """Run a command on a pseudo-terminal and return what a person sees; Windows has none, so the test is skipped."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    env = {**PLAIN, "TERM": "xterm", "COLUMNS": "100", **env}
    with subprocess.Popen(command(*args, before=before), cwd=cwd, env=env, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        seen = b""
        try:
            while chunk := os.read(ours, 4096):
                seen += chunk
        except OSError:  # Linux says so that the other end is closed
            pass
        os.close(ours)
        code = process.wait(timeout=300)
    return Result(code, seen.decode(errors="replace"), "")
