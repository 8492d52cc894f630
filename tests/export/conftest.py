"""Exports, each made once."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import toy

from cardgen import registry
from cardgen.export.job import Result, export
from cardgen.export.material import Choice
from cardgen.resources import resources

Exported = Callable[..., tuple[Result, dict[str, Any]]]


def manifest_of(folder: Path) -> dict[str, Any]:
    return json.loads((folder / "manifest.json").read_text("utf-8"))


@pytest.fixture(scope="session")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Exported:
    """Exports a deck, `suns` of the toy game or one that ships: what was told, and the manifest."""
    done: dict[tuple[str, str, Choice], Result] = {}

    def run(target: str, deck: str = "suns", **choices: Any) -> tuple[Result, dict[str, Any]]:
        key = target, deck, Choice(**choices)
        if key not in done:
            path = toy.DECK if deck == "suns" else resources().decks / f"{deck}.yaml"
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(registry, "_added", {toy.GAME.id: toy.GAME})
                done[key] = export(path, target, tmp_path_factory.mktemp("exports"), key[2])
        return done[key], manifest_of(done[key].folder)

    return run
