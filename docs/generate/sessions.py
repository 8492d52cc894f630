"""Run the pages that a reader follows at a terminal: write the files that they show, and compare what the commands print.

Usage: python -m docs.generate.sessions [--check]

A code block with a title is a whole file. In a block `sh`, each line is a command; in a block `console`, what follows a line
with `$` is what the command prints, and is rewritten. All other blocks are only read.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

DOCS = Path(__file__).resolve().parent.parent
PAGES = ("tutorial/from-a-list.md", "tutorial/your-own-game.md", "tutorial/own-template.md")
"""The pages, each of which begins in an empty folder with the files that stand beside it."""

_BLOCK = re.compile(
    r'^```(?P<language>\w+)(?: title="(?P<title>[^"]+)")?\n(?P<text>.*?)^```$', re.MULTILINE | re.DOTALL
)
_BESIDE = (".csv", ".svg")  # what a page says to download


@dataclass(slots=True)
class Session:
    """A terminal in a folder.

    Attributes:
        root: The folder in which the session began.
        folder: The folder in which it is now.
        after: Called after each command.
    """

    root: Path
    folder: Path
    after: Callable[[str, Path], None]

    def write(self, name: str, text: str) -> None:
        """Write a file that the page shows.

        Args:
            name: Path as the page states it, from the folder in which the session began.
            text: Content of the file.
        """
        file = self.root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")

    def run(self, command: str) -> str:
        """Run a command and return what it prints, errors included.

        Args:
            command: One line; `cd` changes the folder of the session.
        """
        if command.startswith("cd "):
            self.folder = (self.folder / command.removeprefix("cd ").strip()).resolve()
            return ""
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        done = subprocess.run(
            command,
            shell=True,
            cwd=self.folder,
            env={**os.environ, "PATH": path, "NO_COLOR": "1", "COLUMNS": "100"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=300,
        )
        self.after(command, self.folder)
        return done.stdout


def follow(page: Path, folder: Path, after: Callable[[str, Path], None] = lambda _command, _folder: None) -> str:
    """Do what a page says, and return its text with what the commands have printed.

    Args:
        page: The page.
        folder: An empty folder.
        after: Called after each command, with the command and the folder in which it has run.
    """
    for file in page.parent.iterdir():
        if file.suffix in _BESIDE:
            (folder / file.name).write_bytes(file.read_bytes())
    session = Session(folder.resolve(), folder.resolve(), after)
    return _BLOCK.sub(lambda block: _followed(block, session), page.read_text("utf-8"))


def _followed(block: re.Match[str], session: Session) -> str:
    """Do what a block says, and return it as it should read."""
    language, title, text = block["language"], block["title"], block["text"]
    if title:
        session.write(title, text)
    elif language == "sh":
        for command in text.splitlines():
            printed = session.run(command)
            if "error" in printed:
                raise RuntimeError(f"$ {command}\n{printed}")
    elif language == "console":
        printed = "".join(f"$ {command}\n{session.run(command)}" for command in _commands(text.splitlines()))
        return block[0].replace(text, "\n".join(line.rstrip() for line in printed.splitlines()) + "\n")
    return block[0]


def _commands(lines: Iterable[str]) -> Iterator[str]:
    return (line.removeprefix("$ ") for line in lines if line.startswith("$ "))


def main(arguments: Sequence[str]) -> int:
    """Rewrite the pages, or with `--check` only compare them; returns the exit code."""
    differing = []
    for name in PAGES:
        page = DOCS / name
        with tempfile.TemporaryDirectory() as folder:
            text = follow(page, Path(folder))
        if text != page.read_text("utf-8"):
            differing.append(name)
            if "--check" not in arguments:
                page.write_text(text, "utf-8")
                print(f"wrote docs/{name}")
    if "--check" in arguments:
        for name in differing:
            print(f"docs/{name} shows other output; run: python -m docs.generate.sessions", file=sys.stderr)
    return 1 if "--check" in arguments and differing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
