"""What the tests in a browser expect of a page; without Playwright, they are skipped."""

from typing import Any

import pytest

expect: Any = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect
expect.set_options(timeout=60_000)

FISH, TIDE = '[data-face="cards/fish"]', '[data-face="cards/tide"]'


def key_of(page: Any, face: str = FISH) -> str:
    """Return the key of the picture of a face."""
    return str(page.locator(f"{face} img").first.get_attribute("data-key"))
