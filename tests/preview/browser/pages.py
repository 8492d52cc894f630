"""What the tests in a browser expect of a page; without Playwright, they are skipped."""

from typing import Any

import pytest

expect: Any = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect
expect.set_options(timeout=60_000)

IS_TURN = "() => document.querySelector('button.choice') && !document.querySelector('.play-view[data-busy]')"
"""Whether the person decides, with no answer to a choice on its way."""
FISH, TIDE = '[data-face="cards/fish"]', '[data-face="cards/tide"]'


def wait_for_notice(page: Any, words: str) -> None:
    """Wait until the page tells something, or has told it."""
    page.wait_for_function("words => notices.some((one) => one.includes(words))", arg=words)


def key_of(page: Any, face: str = FISH) -> str:
    """Return the key of the picture of a face."""
    return str(page.locator(f"{face} img").first.get_attribute("data-key"))
