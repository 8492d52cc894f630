"""Each army that ships, drawn in each language."""

import pytest

from .samples import Draw


@pytest.fixture(scope="session")
def drawn(built) -> Draw:
    return lambda army, language: built(army, language=language)[0]
