"""Find what tests leave open, such as files and processes: with `pytest --leaks`, a test that leaks fails.

An object that is collected without having been closed only warns, at a time that nobody knows beforehand. So garbage is
collected after each test, the warning is an error, and it names the line at which the object was made.
"""

import gc
import tracemalloc
from collections.abc import Iterator

import pytest

FRAMES = 25
"""Calls that are told of the place at which a leaked object was made."""


class Leaks:
    """The plugin of the option.

    Args:
        config: Receives the filters of warnings.
    """

    def __init__(self, config: pytest.Config) -> None:
        config.addinivalue_line("filterwarnings", "error::pytest.PytestUnraisableExceptionWarning")

    def pytest_collection_finish(self) -> None:
        """Note from now on where objects are made: the imports before are many, and leak nothing."""
        tracemalloc.start(FRAMES)

    @pytest.fixture(autouse=True)
    def _collected(self) -> Iterator[None]:
        """Collect the garbage of the test, after its other fixtures have ended."""
        yield
        gc.collect()
