"""What the commands have in common: options, progress, and how diagnostics look on a screen."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from cardgen.report.diagnostics import Diagnostic, sort_diagnostics, to_text
from cardgen.report.errors import CardgenError, UnlocatedError

if TYPE_CHECKING:
    from cardgen.changes.inventory import Change

USAGE_CODES = {
    "E502",
    "E504",
    "E506",
    "E507",
    "E508",
    "E509",
    "E520",
    "E521",
    "E522",
    "E523",
    "E524",
    "E525",
    "E526",
    "E527",
    "E530",
    "E531",
    "E532",
    "E533",
    "E560",
    "E561",
    "E562",
    "E704",
    "E705",
    "E706",
    "E710",
    "E711",
    "E718",
    "E720",
    "E721",
    "E722",
    "E723",
    "E734",
    "E735",
}
"""Faults of the command line rather than of a deck: exit code 2."""


PROGRESS_AFTER = 1.0  # seconds: quicker work needs no progress


Stage = Callable[[str], None]
"""Takes the name of what is being done now."""


@contextmanager
def progress(title: str, *, quiet: bool) -> Iterator[Stage]:
    """Show what is being done, on a terminal, once it takes longer than a second."""
    if quiet or not sys.stderr.isatty():
        yield lambda _name: None
        return
    now = [title]
    shown: list[Any] = []

    def show() -> None:
        from rich.console import Console

        status = Console(stderr=True).status(now[0])
        status.start()
        shown.append(status)

    def stage(name: str) -> None:
        now[0] = f"{title}: {name}"
        for status in shown:
            status.update(now[0])

    timer = threading.Timer(PROGRESS_AFTER, show)
    timer.daemon = True
    timer.start()
    try:
        yield stage
    finally:
        timer.cancel()
        timer.join()
        for status in shown:
            status.stop()


def print_diagnostics(items: Iterable[Diagnostic]) -> None:
    """Print diagnostics on standard error, in colour where that is wanted."""
    text = to_text(items)
    if not text:
        return
    if not sys.stderr.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        print(text, file=sys.stderr)
        return
    for line in text.splitlines():
        print(_colored(line), file=sys.stderr)


def _colored(line: str) -> str:
    for word, code in (("error[", "1;31"), ("warning[", "1;33")):
        start = line.find(word)
        if start >= 0 and not line.startswith(" "):
            end = line.index("]", start) + 1
            return f"\x1b[1m{line[:start]}\x1b[{code}m{line[start:end]}\x1b[0m{line[end:]}"
    if line.startswith(("  expected", "  hint:", "  note:")):
        return f"\x1b[36m{line}\x1b[0m"
    return line


@contextmanager
def collect_errors(found: list[Diagnostic]) -> Iterator[None]:
    """Add the diagnostics of an error to a list, so that the next deck still gets its turn."""
    try:
        yield
    except CardgenError as error:
        found += error.diagnostics
    except UnlocatedError as error:
        found.append(error.at(None))


def finish(found: Iterable[Diagnostic]) -> NoReturn:
    """Print all that was found, in the order of the files, and end the command with the exit code."""
    fail(sort_diagnostics(found))


@contextmanager
def errors_reported() -> Iterator[None]:
    """End the command at an error, after printing its diagnostics."""
    found: list[Diagnostic] = []
    with collect_errors(found):
        yield
    if found:
        finish(found)


def fail(items: Iterable[Diagnostic]) -> NoReturn:
    """Tell of faults and end the command."""
    found = list(items)
    print_diagnostics(found)
    raise typer.Exit(exit_code(found))


def exit_code(items: Iterable[Diagnostic]) -> int:
    """0 without errors, 2 if the command line is at fault, else 1."""
    errors = [item for item in items if item.is_error]
    if not errors:
        return 0
    return 2 if all(item.code in USAGE_CODES for item in errors) else 1


def plural(count: int, noun: str) -> str:
    """`1 sheet`, `2 sheets`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def check_suffix(out: Path, suffix: str, option: str) -> None:
    """Refuse the name of another kind of file, such as a deck's, which would be lost."""
    if out.suffix.lower() != suffix:
        raise typer.BadParameter(f"'{out}' does not end in {suffix}", param_hint=option)


def check_targets(decks: list[Path], out: Path) -> None:
    """Refuse decks of which two would write the same PDF."""
    if out.suffix.lower() == ".pdf":
        if len(decks) > 1:
            raise typer.BadParameter(f"'{out}' is one file, but there are {len(decks)} decks; name a folder")
        return
    stems = [deck.stem for deck in decks]
    twice = sorted(stem for stem in set(stems) if stems.count(stem) > 1)
    if twice:
        raise typer.BadParameter(f"two decks would both write '{out / twice[0]}.pdf'; build them one by one with --out")


def print_changes(changes: Iterable[Change]) -> None:
    """List what differs, a line each, on standard error."""
    for change in changes:
        if change.status != "same":
            look = change.design
            typer.echo(f"  {change.status:8}{look.kind}/{look.id}: {look.name}{_copies(change)}", err=True)


def _copies(change: Change) -> str:
    """How many are to be printed, and how many to be thrown away."""
    parts = [f"print {change.missing}"] if change.missing else []
    if change.leftover:
        parts.append(f"take out {change.leftover}")
    return f", {', '.join(parts)}"
