"""Read and write the files of games that people play: records to continue, and positions to begin from."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cardgen.play.playthrough import actions_of
from cardgen.play.session import GameSession, resume
from cardgen.plugin.rules.errors import LogError
from cardgen.plugin.rules.tabletop import Tabletop
from cardgen.read.files import FileKind, decode, read_file
from cardgen.report.diagnostics import Diagnostic, quoted
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.report.source import Span, display_path
from cardgen.version import __version__

_RECORD = FileKind("file", missing="E730", unreadable="E730", too_large="E730", limit=4 * 2**20)


@dataclass(frozen=True, slots=True)
class GameStart:
    """The start of a game that people play.

    Attributes:
        first: Player in the first seat, from 0.
        replay: File of a recorded game to continue; None for none.
        to: Number of moves of the record after which to continue; None: all.
        position: File of a position to begin from; None: the start of the game.
    """

    seed: int = 0
    first: int = 0
    replay: Path | None = None
    to: int | None = None
    position: Path | None = None


def open_session(table: Tabletop, start: GameStart) -> GameSession:
    """Begin a game, or continue a recorded one.

    Raises:
        CardgenError: A file is not a record or a position of these decks: E700 to E703, E730, E732; with its line.
        UnlocatedError: E734, the record has fewer moves than `start.to`; E735, there is no player `start.first`.
    """
    path = start.replay or start.position
    if not 0 <= start.first < len(table.players):
        expected = f"a number from 1 to {len(table.players)}"
        raise UnlocatedError("E735", f"there is no player {start.first + 1}", expected=expected)
    if path is None:
        return GameSession(table, start.seed, start.first)
    text = _read_text(path)
    try:
        if start.replay is None:
            return GameSession(table, start.seed, start.first, text)
        return resume(table, text, start.to)
    except LogError as error:
        lines = text.splitlines()
        end = len(lines[error.line - 1]) + 1 if 0 < error.line <= len(lines) else 0
        span = Span(display_path(str(path)), error.line, 1 if end else 0, end)
        hints = tuple(_hints(lines, error.line)) if start.replay else ()
        raise CardgenError([Diagnostic(error.code, error.message, span, error.expected, hints)]) from error
    except UnlocatedError as error:
        raise CardgenError([error.at(Span(display_path(str(path))))]) from error


def _hints(lines: Sequence[str], wrong: int) -> Iterator[str]:
    """Yield hints for a record that is wrong at a line."""
    made = next((line.partition(": ")[2] for line in lines if line.startswith("# cardgen: ")), __version__)
    if made != __version__:
        yield f"it was recorded with cardgen {quoted(made)}, and this is {__version__}: the rules may have changed"
    line = "".join(lines[wrong - 1 : wrong])
    if line.startswith("# players: "):
        yield f"use the players of the record: --players {line.removeprefix('# players: ')}"
    if line.startswith("# rules: "):
        rules = line.removeprefix("# rules: ")
        options = "".join(f" --rule {rule}" for rule in rules.split() if "=" in rule)
        yield f"use the rules of the record:{options}" if options else "leave --rule out"
    right = len(actions_of("\n".join(lines[: wrong - 1])))
    if right:
        before = f"the {right} moves before it are" if right > 1 else "the move before it is"
        yield f"{before} right: continue from there with --to {right}"


def _read_text(path: Path) -> str:
    """Return the text of a record or a position."""
    try:
        return decode(read_file(path, _RECORD))
    except UnlocatedError as error:
        raise CardgenError([error.at(Span(display_path(str(path))))]) from error
    except UnicodeDecodeError as error:
        message = f"file is not UTF-8 text; it looks like {error.reason}"
        span = Span(display_path(str(path)))
        raise CardgenError([Diagnostic("E730", message, span, "a recorded game or a position")]) from error


def write_record(path: Path, text: str, *, replace: bool = False) -> None:
    """Write a record or a position.

    Args:
        replace: Whether the file may exist, because this process has written it before.

    Raises:
        UnlocatedError: E733, the file exists; E601, it cannot be written.
    """
    from cardgen.write.files import replace_file, reporting_errors, resolve_target

    with reporting_errors(path):
        exists = os.path.lexists(resolve_target(path))
    if not replace and exists:
        raise UnlocatedError("E733", f"refusing to overwrite {quoted(path)}", expected="the name of a new file")
    replace_file(path, text.encode())
