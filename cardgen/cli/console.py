"""Print progress, diagnostics and changes for all commands, and choose exit codes."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from cardgen.interrupts import raise_swallowed
from cardgen.pipeline.printed_file.targets import file_stem
from cardgen.report.diagnostics import Diagnostic, sort_diagnostics
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.report.formats import to_text

if TYPE_CHECKING:
    from cardgen.changes.compare import Change

USAGE_CODES = {
    "E149",  # statistics
    *("E418", "E419"),  # templates to copy
    *("E502", "E504", "E506", "E507", "E508", "E509"),  # papers, sizes and layouts
    *("E520", "E521", "E522", "E523", "E524", "E525", "E526", "E527", "E528"),  # printers
    *("E530", "E531", "E532", "E533"),  # boxes and plotters
    *("E560", "E561", "E562"),  # exports
    *("E565", "E566", "E567", "E568", "E569"),  # drafts and single pieces
    *(
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
        "E724",
        "E734",
        "E735",
    ),  # playing
    *("E760", "E761", "E762", "E763", "E764", "E765"),  # playing
    *("E793", "E794"),  # previews
    *("E781", "E783", "E784", "E785", "E787", "E788"),  # balancing
}
"""Codes of errors in the command line rather than in a deck; they exit with 2."""

PROGRESS_AFTER = 1.0  # seconds; shorter work needs no progress


Stage = Callable[[str], None]
"""A function that is called with the name of each stage as it begins."""


@contextmanager
def progress(title: str, *, quiet: bool) -> Iterator[Stage]:
    """Show the current stage on a terminal, once the work takes longer than a second.

    Args:
        title: Name of the work, such as that of the deck.

    Yields:
        A function to call with the name of each stage.
    """
    if quiet or not sys.stderr.isatty():
        yield lambda _name: None
        return
    now = [title]
    shown: list[Any] = []

    def show() -> None:
        from cardgen.report.screen import Screen

        status = Screen(stderr=True).status(now[0])
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


def print_diagnostics(items: Iterable[Diagnostic], *, quiet: bool = False) -> None:
    """Print diagnostics on standard error, in colour on a terminal unless NO_COLOR is set."""
    raise_swallowed()
    text = to_text(item for item in items if item.is_error or not quiet)
    if not text:
        return
    if not sys.stderr.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        print(text, file=sys.stderr)
        return
    from cardgen.report.screen import raw

    for line in text.splitlines():
        print(_colored(line), file=raw(sys.stderr))


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
    """Add the diagnostics of an error to a list, so that work goes on with the next deck."""
    try:
        yield
    except CardgenError as error:
        found += error.diagnostics
    except UnlocatedError as error:
        found.append(error.at(None))


def finish(found: Iterable[Diagnostic], *, quiet: bool = False) -> NoReturn:
    """Print diagnostics in the order of the files and end the command with their exit code."""
    fail(sort_diagnostics(found), quiet=quiet)


@contextmanager
def errors_reported(*, quiet: bool = False) -> Iterator[None]:
    """End the command at an error, after printing its diagnostics."""
    found: list[Diagnostic] = []
    with collect_errors(found):
        yield
    if found:
        finish(found, quiet=quiet)


def fail(items: Iterable[Diagnostic], *, quiet: bool = False) -> NoReturn:
    """Print diagnostics and end the command with their exit code."""
    found = list(items)
    print_diagnostics(found, quiet=quiet)
    raise typer.Exit(exit_code(found))


def exit_code(items: Iterable[Diagnostic]) -> int:
    """Return 0 without errors, 2 if all errors are in the command line, else 1."""
    raise_swallowed()
    errors = [item for item in items if item.is_error]
    if not errors:
        return 0
    return 2 if all(_is_usage(item) for item in errors) else 1


def _is_usage(item: Diagnostic) -> bool:
    """Return whether an error is in the command line; a look or a game can be wrong in the deck too, with a place."""
    return item.code in USAGE_CODES or (item.code in ("E201", "E412", "E413", "E414") and item.span is None)


def check_suffix(out: Path, suffix: str, option: str) -> None:
    """Refuse an output file with another suffix, such as a deck, which would be overwritten.

    Args:
        suffix: The suffix that it must have, with its dot.
    """
    if out.suffix.lower() != suffix:
        raise typer.BadParameter(f"'{out}' does not end in {suffix}", param_hint=option)


def check_targets(decks: list[Path], out: Path) -> None:
    """Refuse two decks that would write the same PDF.

    Args:
        out: Folder of the PDFs, or the PDF itself.
    """
    if out.suffix.lower() == ".pdf":
        if len(decks) > 1:
            raise typer.BadParameter(
                f"'{out}' is one file, but there are {len(decks)} decks; name a folder, or use build --one FILE"
            )
        return
    stems = [file_stem(deck) for deck in decks]
    twice = sorted(stem for stem in set(stems) if stems.count(stem) > 1)
    if twice:
        raise typer.BadParameter(
            f"two decks would both write '{out / twice[0]}.pdf'; build them one by one with --out, "
            "or to one PDF with build --one FILE"
        )


def print_changes(changes: Iterable[Change]) -> None:
    """Print each change on a line of its own, on standard error."""
    for change in changes:
        if change.status != "same":
            design = change.design
            typer.echo(f"  {change.status:8}{design.kind}/{design.id}: {design.name}{_copies(change)}", err=True)


def _copies(change: Change) -> str:
    """Describe how many copies to print, and how many to take out of the box."""
    parts = [f"print {change.missing}"] if change.missing else []
    if change.leftover:
        parts.append(f"take out {change.leftover}")
    return f", {', '.join(parts)}"
