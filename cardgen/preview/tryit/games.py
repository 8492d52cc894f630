"""The process of games that people play."""

from __future__ import annotations

from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from cardgen.preview.worker import Worker


class GameWorker(Worker):
    """The process in which people play the games of one deck."""

    def _target(self) -> Callable[[Connection, Any], None]:
        from cardgen.preview.tryit.game_process import serve_games

        return serve_games
