"""Run the work on a deck in a separate process, so that a slow or broken deck never blocks the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from multiprocessing.connection import Connection
from pathlib import Path

from cardgen.pipeline.options import BuildOptions
from cardgen.preview.session.snapshot import News, Version
from cardgen.processes.worker import Worker


class DeckWorker(Worker):
    """The process that draws one deck, and publishes what is known of it.

    Args:
        on_news: Called with options, what is known of the deck with them, its version, and pictures by their names: during a
            build, at its end, and when something is known that a build could not find.
        on_loss: Called when the process has ended by itself, which may not have found all that it looks for after a build.
        target: The PDF of the whole deck, beside which the record of the last print is.
    """

    program = "cardgen.preview.worker_process:serve_requests"

    def __init__(
        self,
        deck: Path,
        on_news: Callable[[BuildOptions, News, Version, Mapping[str, bytes]], None],
        target: Path,
        on_loss: Callable[[], None] = lambda: None,
    ) -> None:
        def publish(start: int, number: int, options: BuildOptions, news: News, pictures: Mapping[str, bytes]) -> None:
            on_news(options, news, Version(start, number), pictures)

        super().__init__(deck, publish, target=target)
        self._on_loss = on_loss

    async def build(self, options: BuildOptions) -> tuple[Path, ...]:
        """Build the deck, and return the folders whose files decide about it; its snapshot has been published then.

        Raises:
            WorkerLostError: The process ended.
        """
        return tuple(map(Path, await self.ask("build", options)))

    async def png(self, options: BuildOptions, key: str, dpi: int) -> bytes | None:
        """Return a picture of the last build; None if there is none of this key, or it cannot be drawn.

        Args:
            dpi: Pixels per inch.

        Raises:
            WorkerLostError: The process ended.
        """
        data: bytes | None = await self.ask("png", options, key, dpi)
        return data

    def _lose(self, connection: Connection) -> None:
        is_lost = connection is self._connection
        super()._lose(connection)
        if is_lost:
            self._on_loss()
