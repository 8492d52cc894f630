"""How much is tried by tests that try much: all of it every night, and a part of it when what they are about has changed."""

import os

IS_NIGHT = os.environ.get("HYPOTHESIS_PROFILE") == "nightly"
"""Whether `.ci/extended --seed N` runs them, as every night."""


def amount(usual: int, *, nightly: int) -> int:
    """Return how many games or other cases a test tries."""
    return nightly if IS_NIGHT else usual
