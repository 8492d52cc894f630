"""The typical mistakes of a new user, with all that cardgen answers: a page for readers, and a table for the tests.

Usage: python -m docs.generate.typical_mistakes, to write the answers into the table anew.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

import yaml

TABLE = Path(__file__).with_name("typical_mistakes.yaml")
ANSWERS = Path(__file__).with_name("typical_mistakes.txt")

TITLES = {
    "decks": "In a deck",
    "spreadsheets": "In a spreadsheet",
    "game.yaml": "In a game.yaml",
    "templates": "In a template",
    "commands": "On the command line",
}
_SHOWN_LINE = 100  # characters of a line of a file on the page


@dataclass(frozen=True)
class Mistake:
    """A mistake, as it is made.

    Attributes:
        title: What is wrong, for the heading.
        about: Where it is, a key of `TITLES`.
        command: Words behind `cardgen`.
        files: Path to content of the text files.
        workbooks: Path to worksheets, each with its rows.
    """

    title: str
    about: str
    command: str
    files: Mapping[str, str] = field(default_factory=dict)
    workbooks: Mapping[str, Mapping[str, list[list[Any]]]] = field(default_factory=dict)

    def write(self, folder: Path) -> None:
        """Write the files into a folder."""
        for name, content in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, "utf-8", newline="")
        for name, sheets in self.workbooks.items():
            _write_workbook(folder / name, sheets)


def mistakes() -> list[Mistake]:
    """Return all mistakes, in the order of the page."""
    return [Mistake(**entry) for entry in yaml.safe_load(TABLE.read_text("utf-8"))]


def answers() -> dict[str, str]:
    """Return what cardgen answers to each mistake, by title: its output, and a last line with the exit code."""
    parts = re.split(r"^=== (.*)\n", ANSWERS.read_text("utf-8"), flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def answer_to(mistake: Mistake, folder: Path) -> str:
    """Make a mistake in an empty folder and return the answer.

    Args:
        mistake: The mistake.
        folder: The folder.
    """
    from typer.testing import CliRunner

    from cardgen.cli import app

    mistake.write(folder)
    with _inside(folder):
        result = CliRunner().invoke(app, mistake.command.split(), prog_name="cardgen")
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return f"{result.output.rstrip()}\nexit code {result.exit_code}\n"


def page() -> str:
    """Return the text of the page."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# Typical mistakes"
    yield ""
    yield "What goes wrong in the first hours, and what cardgen answers: where it is, what is wrong, and what to do. A"
    yield "failed command leaves every older file as it was. Exit code 1 means that the input has an error, 2 that the"
    yield "command has one. [Errors and warnings](codes.md) explains every code."
    told = answers()
    for about, group in groupby(mistakes(), key=lambda mistake: mistake.about):
        yield from ("", f"## {TITLES[about]}")
        for mistake in group:
            yield from ("", f"### {mistake.title}", "")
            for name, content in mistake.files.items():
                if name.endswith(".svg") or not content:
                    continue
                language = {"yaml": "yaml", "j2": "xml"}.get(name.rpartition(".")[2], "text")
                yield from (f'```{language} title="{name}"', *map(_shortened, content.splitlines()), "```", "")
            for name, sheets in mistake.workbooks.items():
                for sheet, rows in sheets.items():
                    lines = (", ".join(map(str, row)) for row in rows)
                    yield from (f'```text title="{name}, worksheet {sheet}"', *lines, "```", "")
            output, _, code = told[mistake.title].rstrip().rpartition("\n")
            yield from ("```console", f"$ cardgen {mistake.command}", *output.splitlines(), f"[{code}]", "```")


def _shortened(line: str) -> str:
    return line if len(line) <= _SHOWN_LINE else f"{line[: _SHOWN_LINE - 1]}…"


def _write_workbook(path: Path, sheets: Mapping[str, list[list[Any]]]) -> None:
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.worksheets[0])
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for number, row in enumerate(rows, 1):
            for column, value in enumerate(row, 1):
                cell = sheet.cell(number, column, value)
                if isinstance(value, str) and value.startswith("#"):
                    cell.data_type = "e"
    book.save(path)


@contextmanager
def _inside(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def record() -> None:
    """Write the answers into the table anew."""
    parts = []
    for mistake in mistakes():
        with tempfile.TemporaryDirectory() as folder:
            parts.append(f"=== {mistake.title}\n{answer_to(mistake, Path(folder))}")
    ANSWERS.write_text("".join(parts), "utf-8")


if __name__ == "__main__":
    sys.exit(record())
