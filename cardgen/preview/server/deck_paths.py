"""Find the decks that the user names: files, and folders of them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cardgen.model.deck import is_spreadsheet, split_sheet
from cardgen.pipeline.open.deck_names import decks_in, refusal
from cardgen.read.files import read_file
from cardgen.read.yaml import YAML_FILE
from cardgen.report.diagnostics import Diagnostic, quoted
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.report.source import Span, display_path


def find_decks(paths: Sequence[Path], *, may_be_empty: bool = False) -> list[Path]:
    """Return the decks that some paths name, each once.

    Args:
        paths: Files, or folders, whose spreadsheets count only if there is no YAML file. None takes the current folder, or
            the folder `decks` in it.

    Raises:
        CardgenError: A file does not exist or cannot be a deck, or one of several folders holds no deck (E794).
    """
    if not paths:
        here = [Path(), Path("decks")]
        paths = [next((folder for folder in here if _inside(folder)), Path())]
    found: list[Path] = []
    problems: list[Diagnostic] = []
    for path in paths:
        if path.is_dir():
            found += _inside(path)
            if not _inside(path) and (len(paths) > 1 or not may_be_empty):
                message, hints = f"folder {quoted(path)} holds no deck", ("cardgen new makes one",)
                problems.append(Diagnostic("E794", message, expected="a deck, or a folder of decks", hints=hints))
        elif problem := refusal(path) or _missing(path):
            problems.append(problem)
        else:
            found.append(path)
    if problems:
        raise CardgenError(problems)
    return list(dict.fromkeys(found))


def _inside(folder: Path) -> list[Path]:
    names = decks_in(folder)
    own = [name for name in names if not is_spreadsheet(name)]
    return [folder / name for name in own or names]


def _missing(path: Path) -> Diagnostic | None:
    """Return what is wrong with a file that cannot be read; one with errors inside can be shown."""
    file = Path(split_sheet(str(path))[0])
    try:
        read_file(file, YAML_FILE)
    except UnlocatedError as error:
        return error.at(Span(display_path(str(file))))
    return None
