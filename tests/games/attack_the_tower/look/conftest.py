"""Each army that ships, drawn once in each language."""

import pytest

from cardgen.pipeline.build import Job, prepare
from cardgen.pipeline.options import BuildOptions
from cardgen.plugin.resources import resources

from .samples import Draw


@pytest.fixture(scope="session")
def drawn() -> Draw:
    done: dict[tuple[str, str], Job] = {}

    def draw(army: str, language: str) -> Job:
        if (army, language) not in done:
            path = resources().decks / f"{army}.yaml"
            done[army, language] = prepare(path, BuildOptions(language=language))
        return done[army, language]

    return draw
