"""Start the print process of one deck, queue its jobs, and keep their results."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path

from cardgen.pipeline.options import BuildOptions, ExportOptions
from cardgen.preview.printing.results import PrintResult, shown_problems
from cardgen.processes.worker import Worker, WorkerLostError
from cardgen.report.diagnostics import Diagnostic


class PrintWorker(Worker):
    """The process of a `Maker`.

    Args:
        deck: The deck file, as the user wrote it.

    Attributes:
        out: Folder of what is made.
    """

    program = "cardgen.preview.printing.maker:serve_printing"

    def __init__(self, deck: Path, out: Path) -> None:
        super().__init__(deck, self._begin_stage)
        self.out = out
        self._turn = asyncio.Lock()
        self._stages: asyncio.Queue[str] = asyncio.Queue()
        self._files: dict[str, Path] = {}
        self._scratch: tempfile.TemporaryDirectory[str] | None = None

    def pdf(self, options: BuildOptions) -> AsyncIterator[str | PrintResult]:
        """Yield the stages of a build, then what it made; to stop the work, stop iterating."""
        return self._make("pdf", options, self.out)

    def export(self, target: str, options: ExportOptions) -> AsyncIterator[str | PrintResult]:
        """Yield the stages of an export, then what it made."""
        if self._scratch is None:
            self._scratch = tempfile.TemporaryDirectory(prefix="cardgen-")
        return self._make("export", target, options, self.out, Path(self._scratch.name))

    def file(self, name: str) -> Path | None:
        """Return a file that was made; None if none of this name was."""
        return self._files.get(name)

    def close(self) -> None:
        """End the process for good, also for jobs that wait for their turn, and remove what lies in no folder of the user."""
        process = self._process
        super().close()
        if self._scratch:
            if process:
                process.join()  # until then it may write there
            self._scratch.cleanup()
            self._scratch = None

    async def _make(self, name: str, *arguments: object) -> AsyncIterator[str | PrintResult]:
        async with self._turn:
            stages = self._stages = asyncio.Queue[str]()  # the end of a job that was stopped must not end the next one
            asked = asyncio.ensure_future(self.ask(name, *arguments))
            asked.add_done_callback(lambda _: stages.put_nowait(""))
            try:
                while stage := await stages.get():
                    yield stage
                made: PrintResult = asked.result()
            except WorkerLostError:
                message = "the process that makes the files ended unexpectedly"
                made = PrintResult(problems=shown_problems([Diagnostic("E792", message)]))
            finally:
                if not asked.done():  # nobody waits for it any more
                    asked.cancel()
                    self.stop()
            self._files |= {file.name: Path(file.path) for file in made.files}
            yield made

    def _begin_stage(self, start: int, stage: str) -> None:
        if start == self._starts:  # not of a process that was stopped
            self._stages.put_nowait(stage)
