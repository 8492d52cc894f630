"""Build, export and record prints for the print tab, in the process of a `PrintWorker`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from cardgen.exports.job import export
from cardgen.pipeline.cache import BuildCache
from cardgen.pipeline.open.project import other_language
from cardgen.pipeline.options import BuildOptions, ExportOptions
from cardgen.pipeline.printed_file.output import BuildResult, build_deck
from cardgen.pipeline.printed_file.records import built_digest
from cardgen.pipeline.printed_file.targets import target_of
from cardgen.preview.printing.results import PrintResult, result_files, shown_folder, shown_problems
from cardgen.report.diagnostics import Diagnostic
from cardgen.report.errors import CardgenError

_OLDEST = (1980, 1, 1, 0, 0, 0)  # time of all files in an archive, so that equal files make equal archives


class Maker:
    """Makes the files of one deck.

    Args:
        deck: The deck file, as the user wrote it.
        progress: Called with the name of each stage as it begins.
    """

    def __init__(self, deck: Path, progress: Callable[[str], None]) -> None:
        self._deck = deck
        self._progress = progress
        self._cache = BuildCache()

    def pdf(self, options: BuildOptions, out: Path) -> PrintResult:
        """Build the deck as `cardgen build` does."""
        result = build_deck(self._deck, out, options, self._progress, self._cache)
        target = target_of(self._deck, out, other_language(self._deck, options, self._cache))
        files = [*result.files, *(cut.path for cut in result.cut_files)]
        return PrintResult(
            files=result_files(files),
            folder=shown_folder(out),
            facts=tuple(_facts(result)),
            problems=shown_problems(result.warnings),
            built="" if options.draft else built_digest(target),
            instructions=result.instructions,
        )

    def export(self, target: str, options: ExportOptions, out: Path, scratch: Path) -> PrintResult:
        """Export the deck as `cardgen export` does, and pack the files."""
        result = export(self._deck, target, out, options, self._progress)
        self._progress("pack")
        archive = scratch / f"{result.folder.name}.zip"
        pack(result.folder, [*result.files, "manifest.json"], archive)
        count = len(result.files)
        return PrintResult(
            files=result_files([archive]),
            folder=shown_folder(result.folder),
            facts=(f"{count} {'file' if count == 1 else 'files'} for {result.title}",),
            left_out=tuple(f"{item.title}: {item.reason}" for item in result.left_out),
            problems=shown_problems(result.warnings),
        )


def pack(folder: Path, names: list[str], archive: Path) -> None:
    """Write files into an archive, in a folder of the name of theirs; equal files make equal archives.

    Args:
        names: Their paths within it, with `/`.
    """
    with ZipFile(archive, "w", ZIP_DEFLATED) as packed:
        for name in names:
            info = ZipInfo(f"{folder.name}/{name}", _OLDEST)
            info.compress_type = ZIP_DEFLATED
            packed.writestr(info, (folder / name).read_bytes())


def _facts(result: BuildResult) -> Iterator[str]:
    if not result.files:
        yield "nothing to print: every piece looks as it did when it was last printed"
        return
    sheets = sum(result.sheets.values())
    yield f"{sheets} {'sheet' if sheets == 1 else 'sheets'} of {result.paper}"
    yield f"{result.piece_count} {'piece' if result.piece_count == 1 else 'pieces'}"
    yield f"pages 3 to {result.page_count} are printed, {result.printing}"


def serve_printing(connection: Connection, deck: Path) -> None:
    """Answer requests until the other end of the connection is closed.

    Args:
        connection: Receives the number of a request, the name of a method of `Maker` and its arguments; sends 0 with the
            name of each stage, then the number with what was made.
    """
    maker = Maker(deck, lambda stage: connection.send((0, (stage,))))
    with suppress(EOFError, OSError):  # the server has ended
        while True:
            number, name, arguments = connection.recv()
            connection.send((number, _made(getattr(maker, name), arguments)))


def _made(make: Callable[..., PrintResult], arguments: tuple[Any, ...]) -> PrintResult:
    """Return what was made; after an error, nothing with its problems."""
    try:
        return make(*arguments)
    except CardgenError as error:
        return PrintResult(problems=shown_problems(error.diagnostics))
    except Exception as error:  # a bug must not end the preview
        message = f"the files cannot be made, because of a bug in cardgen or in its game: {error!r}"
        hint = "run cardgen build with CARDGEN_DEBUG=1 and report the output"
        return PrintResult(problems=shown_problems([Diagnostic("E790", message, hints=(hint,))]))
