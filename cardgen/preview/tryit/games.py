"""Start the process of the games that people play."""

from __future__ import annotations

from pathlib import Path

from cardgen.processes.worker import Worker


class GameWorker(Worker):
    """The process in which people play the games of one deck.

    Args:
        saved: Folder of saved games; None saves none.
    """

    program = "cardgen.preview.tryit.game_process:serve_games"

    def __init__(self, deck: Path, saved: Path | None) -> None:
        super().__init__(deck, saved=saved)
