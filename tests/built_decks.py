"""Cache on disk of the decks that ship as they are built, which the workers of one run share."""

import io
import pickle
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from filelock import FileLock

from cardgen.pipeline.open.games import find_game
from cardgen.pipeline.open.project import Project, open_project
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import Job, prepare, write
from cardgen.plugin.components import Component, Document, PieceKind
from cardgen.plugin.game import Game
from cardgen.plugin.resources import resources
from cardgen.report.diagnostics import Collector


class BuiltDecks:
    """Builds each deck once with each options; another worker that needs the same waits for it, and reads the result."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._done: dict[tuple[str, BuildOptions], tuple[Job, Path]] = {}

    def build(self, deck: str, **choices: Any) -> tuple[Job, Path]:
        """Return the job and the PDF of a deck, by its name without the ending, with options of the build."""
        key = deck, BuildOptions(**choices)
        if key not in self._done:
            self._done[key] = self._build(*key)
        return self._done[key]

    def _build(self, deck: str, options: BuildOptions) -> tuple[Job, Path]:
        folder = self._folder / sha256(repr((deck, options)).encode()).hexdigest()[:16]
        source, target, kept = resources().decks / f"{deck}.yaml", folder / f"{deck}.pdf", folder / "job.pickle"
        folder.mkdir(parents=True, exist_ok=True)
        with FileLock(folder / "lock"):
            if kept.exists():
                return _Unpickler(kept, source, options).load(), target
            job = prepare(source, options)
            write(job, target)
            kept.write_bytes(_pickled(job))
        return job, target


class _Pickler(pickle.Pickler):
    """Writes a job without what holds code: its game, its components, and its project, which is opened again."""

    def persistent_id(self, thing: object) -> tuple[str, ...] | None:
        match thing:
            case Project():
                return ("project",)
            case Game():
                return "game", thing.id
            case PieceKind() | Document():
                return "component", self.game, thing.name
            case _:
                return None

    def __init__(self, file: io.BytesIO, game: str) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self.game = game


def _pickled(job: Job) -> bytes:
    file = io.BytesIO()
    _Pickler(file, job.project.game.id).dump(job)
    return file.getvalue()


class _Unpickler(pickle.Unpickler):
    """Reads what `_Pickler` has written."""

    def __init__(self, kept: Path, source: Path, options: BuildOptions) -> None:
        super().__init__(io.BytesIO(kept.read_bytes()))
        self._source, self._options = source, options

    def persistent_load(self, name: tuple[str, ...]) -> object:
        match name:
            case ("project",):
                return open_project(self._source, self._options, Collector(), None)
            case ("game", game):
                return find_game(game)
            case ("component", game, component):
                return components_of(game)[component]
        raise pickle.UnpicklingError(f"unknown reference {name}")


@cache
def components_of(game: str) -> dict[str, Component]:
    found = find_game(game)
    assert found
    return {component.name: component for component in found.components}
