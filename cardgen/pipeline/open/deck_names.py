"""Tell by the name of a file whether it may be a deck."""

from __future__ import annotations

from pathlib import Path

from cardgen.model.deck import SPREADSHEETS
from cardgen.pipeline.face_files import SUFFIX
from cardgen.read.strings import is_strings_file
from cardgen.report.diagnostics import Diagnostic, quoted
from cardgen.report.source import Span, display_path

DECK_SUFFIXES = (".yaml", ".yml", *SPREADSHEETS)
_NOT_DECKS = {
    "game.yaml": "describes a game",
    "sizes.yaml": "names papers and card sizes",
    "theme.yaml": "holds the fonts and colours of a game",
}
"""Files beside decks, and what they are."""
_MOST_NAMED = 5  # in one message


def decks_in(folder: Path) -> list[str]:
    """Return the names of the files in a folder that may be decks, sorted; none if the folder cannot be read."""
    try:
        names = sorted(
            path.name for path in folder.iterdir() if path.suffix.lower() in DECK_SUFFIXES and path.is_file()
        )
    except OSError:
        return []
    return [name for name in names if not purpose_of(name)]


def purpose_of(name: str) -> str:
    """Return what a file beside decks holds, as `holds the fixed words of a game`; nothing for a deck or another file."""
    if name.endswith(SUFFIX):
        return "describes a face by boxes"
    return "holds the fixed words of a game" if is_strings_file(name) else _NOT_DECKS.get(name, "")


def listed(names: list[str]) -> str:
    """Return some names for a message, the first five."""
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return ", ".join(names[:_MOST_NAMED]) + more


def refusal(path: Path) -> Diagnostic | None:
    """Return why a path cannot be a deck: E102 for a folder, E118 for a file beside decks; None if it may be one."""
    span = Span(display_path(str(path)))
    if path.is_dir():
        decks = [str(path / name) for name in decks_in(path)]
        hint = f"name a deck in it: {listed(decks)}" if decks else "it holds no deck; cardgen new makes one"
        return Diagnostic("E102", f"{quoted(path)} is a folder", span, "a deck: a YAML file or a spreadsheet", (hint,))
    if purpose_of(path.name) and path.is_file():
        decks = [str(path.parent / name) for name in decks_in(path.parent)]
        hints = (f"name a deck: {listed(decks)}",) if decks else ("put the cards into a file of their own beside it",)
        message = f"{quoted(path.name)} {purpose_of(path.name)} and is no deck"
        return Diagnostic("E118", message, span, "a deck: a YAML file or a spreadsheet", hints)
    return None
