"""Describe the files of a build or an export as they are sent to a page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from cardgen.model.instructions import Instructions
from cardgen.preview.session.snapshot import ShownProblem, shown_problem
from cardgen.report.diagnostics import Diagnostic
from cardgen.report.source import display_path


@dataclass(frozen=True, slots=True)
class ResultFile:
    """A file that a page can ask for.

    Attributes:
        size: Its size in bytes.
    """

    name: str
    path: str
    size: int


@dataclass(frozen=True, slots=True)
class PrintResult:
    """What was made, or why nothing was.

    Attributes:
        files: The files, the most important first; none if there was nothing to print, or after an error.
        folder: Their folder, as the user would write it.
        facts: What is in them, in a few words each.
        left_out: Components that the target does not accept, with the reason.
        problems: Errors, or warnings that did not stop the work.
        built: Digest of the record of what was built, to mark this very build as printed; empty if none was written.
        instructions: How to print the files, where the snapshot of the deck does not say it.
    """

    files: tuple[ResultFile, ...] = ()
    folder: str = ""
    facts: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    problems: tuple[ShownProblem, ...] = ()
    built: str = ""
    instructions: Instructions | None = None


def result_files(paths: Iterable[Path]) -> tuple[ResultFile, ...]:
    """Return files as a page sees them."""
    return tuple(ResultFile(path.name, str(path.absolute()), path.stat().st_size) for path in paths)


def shown_problems(items: Iterable[Diagnostic]) -> tuple[ShownProblem, ...]:
    """Return diagnostics as a page sees them."""
    return tuple(map(shown_problem, items))


def shown_folder(folder: Path) -> str:
    """Return a folder as the user would write it."""
    return display_path(str(folder))
