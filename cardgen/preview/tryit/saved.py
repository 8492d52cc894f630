"""Save games after every move, so that a preview that is started later continues them.

What is saved is how the game began and which actions were taken, in a folder for this user alone. It never reaches the page,
which must not learn what a player hides.
"""

from __future__ import annotations

import contextlib
import re
from dataclasses import asdict, dataclass
from pathlib import Path

from cardgen.guard.files import read_bytes
from cardgen.preview.tryit.requests import NewGame
from cardgen.report.json_text import format_json, parse_json

_LARGEST = 16 * 2**20  # bytes of a saved game
MOST_SAVED = 40
"""Games; the one that was played least recently is forgotten."""
_NAME = re.compile(r"[0-9a-f]{16}")


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game as far as it was played.

    Attributes:
        wanted: How it began.
        language: Language in which it began.
        identity: Decks and rules that it must find again.
        actions: All actions so far.
        viewer: The person who saw the screen; -1 while it was handed over.
        since: Number of events before each player's last decision.
    """

    wanted: NewGame
    language: str
    identity: tuple[str, ...]
    actions: tuple[int, ...]
    viewer: int
    since: tuple[int, ...]


class SavedGames:
    """The saved games of this user, by their names.

    Args:
        folder: Where they are; None saves nothing.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder

    def save(self, name: str, game: SavedGame) -> None:
        """Save a game; where nothing can be written, it lasts as long as the preview."""
        if self._folder is None:
            return
        wanted = {**asdict(game.wanted), "decks": [str(deck.absolute()) for deck in game.wanted.decks]}
        with contextlib.suppress(OSError):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            file = self._folder / f"{name}.json"
            beside = file.with_suffix(".new")
            beside.write_text(format_json({**asdict(game), "wanted": wanted}, indent=None), "utf-8")
            beside.replace(file)
            for old in sorted(self._folder.glob("*.json"), key=lambda one: one.stat().st_mtime)[:-MOST_SAVED]:
                old.unlink(missing_ok=True)

    def find(self, name: str) -> SavedGame | None:
        """Return a saved game; None if there is none that can be read."""
        if self._folder is None or not _NAME.fullmatch(name):
            return None
        try:
            data = parse_json(read_bytes(self._folder / f"{name}.json", _LARGEST))
            wanted = NewGame(**{**data["wanted"], "decks": tuple(map(Path, data["wanted"]["decks"]))})
            lists = {key: tuple(data[key]) for key in ("identity", "actions", "since")}
            return SavedGame(wanted, str(data["language"]), **lists, viewer=int(data["viewer"]))
        except (OSError, ValueError, TypeError, KeyError):
            return None
