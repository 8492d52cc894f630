"""The process of games that people play."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from cardgen.preview.worker import Worker


class GameWorker(Worker):
    """The process in which people play the games of one deck.

    Args:
        deck: The deck file.
        saved: Folder of saved games; None saves none.
    """

    def __init__(self, deck: Path, saved: Path | None) -> None:
        super().__init__(deck)
        self._saved = saved

    def _target(self) -> Callable[[Connection, Any], None]:
        from cardgen.preview.tryit.game_process import serve_games

        return partial(serve_games, saved=self._saved)
