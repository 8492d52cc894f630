"""A small army in memory, to be broken in one place at a time."""

from pathlib import Path

import pytest

from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector

WHOLE = Path(__file__).parents[2] / "decks_broken" / "lacks-portuguese.yaml"  # whole but for a language


@pytest.fixture
def army() -> dict:
    return load_yaml(WHOLE, Collector()).plain()
