"""Exports, each made once."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import toy

from cardgen.exports.job import ExportResult, export
from cardgen.pipeline.options import ExportOptions
from cardgen.plugin import registry
from cardgen.plugin.resources import resources

Exported = Callable[..., tuple[ExportResult, dict[str, Any]]]


def manifest_of(folder: Path) -> dict[str, Any]:
    return json.loads((folder / "manifest.json").read_text("utf-8"))


@pytest.fixture(scope="session")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Exported:
    """Exports a deck, `suns` of the toy game or one that ships: what was told, and the manifest."""
    done: dict[tuple[str, str, ExportOptions], ExportResult] = {}

    def run(target: str, deck: str = "suns", **choices: Any) -> tuple[ExportResult, dict[str, Any]]:
        key = target, deck, ExportOptions(**choices)
        if key not in done:
            path = toy.DECK if deck == "suns" else resources().decks / f"{deck}.yaml"
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(registry, "_added", {toy.GAME.id: toy.GAME})
                done[key] = export(path, target, tmp_path_factory.mktemp("exports"), key[2])
        return done[key], manifest_of(done[key].folder)

    return run
