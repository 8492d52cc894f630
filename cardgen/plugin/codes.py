"""The explanations behind the codes of diagnostics."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import yaml

from cardgen.plugin.registry import all_games


@dataclass(frozen=True, slots=True)
class Explanation:
    """What one code means; each field is text for people, the example and its remedy often YAML."""

    what: str
    why: str
    example: str
    instead: str


def all_codes() -> dict[str, Explanation]:
    """Every code of the core and of all games, in order."""
    files = [Path(__file__).with_name("codes.yaml"), *(game.codes for game in all_games().values())]
    found: dict[str, Explanation] = {}
    for file in files:
        for code, entry in yaml.safe_load(file.read_text("utf-8")).items():
            found[code] = Explanation(**{key: str(value).strip() for key, value in entry.items()})
    return dict(sorted(found.items(), key=lambda item: (item[0][1:], item[0])))
