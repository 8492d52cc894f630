"""Store rooms, games and moves in SQLite.

A move is a committed row before anybody is told of it, so that a server that is killed at any moment goes on where it was. The log of
the database is not forced to the disk at each move, which would hold up all rooms for 7 ms: after a power failure, the database is
whole, and the moves of the last seconds may be missing.
"""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from cardgen.preview.table.requests import GameRef
from cardgen.version import __version__

_TABLES = """
CREATE TABLE IF NOT EXISTS rooms (code TEXT PRIMARY KEY, state TEXT NOT NULL, changed REAL NOT NULL);
CREATE TABLE IF NOT EXISTS contests (id TEXT PRIMARY KEY, version TEXT NOT NULL, data BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS games (
  id INTEGER PRIMARY KEY, room TEXT NOT NULL REFERENCES rooms ON DELETE CASCADE, contest TEXT NOT NULL REFERENCES contests,
  seed INTEGER NOT NULL, first INTEGER NOT NULL, position TEXT
);
CREATE TABLE IF NOT EXISTS moves (
  game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, number INTEGER NOT NULL, action INTEGER NOT NULL,
  PRIMARY KEY (game, number)
) WITHOUT ROWID;
"""
KEPT = 90 * 24 * 3600
"""Seconds after its last change that a room is kept."""


class RoomStore:
    """The rooms of a server in a file that only this user can read.

    Args:
        file: The database; None keeps it in memory.
    """

    def __init__(self, file: Path | None) -> None:
        if file is not None:
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            file.touch(mode=0o600)
        self._database = sqlite3.connect(file or ":memory:", isolation_level=None, timeout=10, check_same_thread=False)
        self._database.execute("PRAGMA journal_mode = WAL")
        self._database.execute("PRAGMA synchronous = NORMAL")
        self._database.execute("PRAGMA foreign_keys = ON")
        self._database.executescript(_TABLES)
        with self._changing():
            self._database.execute("DELETE FROM rooms WHERE changed < ?", (time.time() - KEPT,))
            self._database.execute("DELETE FROM contests WHERE id NOT IN (SELECT contest FROM games)")

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def codes(self) -> list[str]:
        """Return the codes of all rooms, the one that was changed last first."""
        return [code for (code,) in self._database.execute("SELECT code FROM rooms ORDER BY changed DESC")]

    def room(self, code: str) -> str | None:
        """Return the state of a room as it was saved; None if there is none of this code."""
        found = self._database.execute("SELECT state FROM rooms WHERE code = ?", (code,)).fetchone()
        return found[0] if found else None

    def save_room(self, code: str, state: str) -> None:
        """Save the state of a room."""
        with self._changing():
            self._save_room(code, state)

    def begin_game(
        self, code: str, state_of: Callable[[int], str], contest: bytes, seed: int, first: int, position: str | None
    ) -> GameRef:
        """Begin a game in a room, and save the state of the room with it.

        Args:
            state_of: Returns the state of the room, given the number of the game.
        """
        with self._changing():
            row = self._database.execute(
                "INSERT INTO games (room, contest, seed, first, position) VALUES (?, ?, ?, ?, ?)",
                (code, self._contest(contest), seed, first, position),
            )
            number = int(row.lastrowid or 0)
            self._save_room(code, state_of(number))
        return GameRef(number, contest, seed, first, position, ())

    def exchange(self, ref: GameRef, contest: bytes) -> GameRef:
        """Return a game with another contest, which is stored in place of its own."""
        with self._changing():
            self._database.execute("UPDATE games SET contest = ? WHERE id = ?", (self._contest(contest), ref.id))
        return replace(ref, contest=contest)

    def game(self, number: int) -> GameRef | None:
        """Return a game; None if there is none of this number."""
        found = self._database.execute(
            "SELECT contests.data, seed, first, position FROM games JOIN contests ON contests.id = contest"
            " WHERE games.id = ?",
            (number,),
        ).fetchone()
        if found is None:
            return None
        rows = self._database.execute("SELECT action FROM moves WHERE game = ? ORDER BY number", (number,))
        contest, seed, first, position = found
        return GameRef(number, contest, seed, first, position, tuple(action for (action,) in rows))

    def add_moves(self, game: int, since: int, actions: Sequence[int]) -> None:
        """Add moves to a game."""
        with self._changing():
            rows = [(game, since + at, action) for at, action in enumerate(actions)]
            self._database.executemany("INSERT INTO moves VALUES (?, ?, ?)", rows)

    def take_back(self, game: int, to: int, code: str, state: str) -> None:
        """Remove the moves of a game from a number on, and save the state of its room with it."""
        with self._changing():
            self._database.execute("DELETE FROM moves WHERE game = ? AND number >= ?", (game, to))
            self._save_room(code, state)

    def _contest(self, contest: bytes) -> str:
        """Return the id of a contest, which is added unless it is there."""
        id = sha256(contest).hexdigest()
        self._database.execute("INSERT OR IGNORE INTO contests VALUES (?, ?, ?)", (id, __version__, contest))
        return id

    def _save_room(self, code: str, state: str) -> None:
        self._database.execute(
            "INSERT INTO rooms VALUES (?, ?, ?) ON CONFLICT (code) DO UPDATE SET state = excluded.state,"
            " changed = excluded.changed",
            (code, state, time.time()),
        )

    @contextlib.contextmanager
    def _changing(self) -> Iterator[None]:
        """Change the database: all of it is committed at the end, or nothing."""
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._database.execute("ROLLBACK")
            raise
        self._database.execute("COMMIT")
