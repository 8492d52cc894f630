"""What the tests in a browser expect of a page; without Playwright, they are skipped."""

from typing import Any

import pytest

expect: Any = pytest.importorskip("playwright.sync_api", reason="playwright is not installed").expect
expect.set_options(timeout=60_000)

IS_TURN = "() => document.querySelector('button.choice') && !document.querySelector('.play-view[data-busy]')"
"""Whether the person decides, with no answer to a choice on its way."""
FISH, TIDE = '[data-face="cards/fish"]', '[data-face="cards/tide"]'


def wait_for_notice(page: Any, words: str, where: str = "") -> None:
    """Wait until the page tells something, or has told it, anywhere or within an element."""
    told = "([words, where]) => notices.some(([one, place]) => one.includes(words) && place.includes(where))"
    page.wait_for_function(told, arg=[words, where])


def drag_focus(page: Any, across: float, down: float) -> None:
    """Drag the point of a picture that stays in view to a fraction of its width and height, and keep it."""
    page.wait_for_function("() => document.querySelector('.focus-picture img')?.naturalWidth")
    place = page.locator(".focus-picture img").bounding_box()
    page.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    page.mouse.down()
    page.mouse.move(place["x"] + place["width"] * across, place["y"] + place["height"] * down, steps=3)
    page.mouse.up()
    page.get_by_role("button", name="Keep this point").click()


def key_of(page: Any, face: str = FISH) -> str:
    """Return the key of the picture of a face."""
    return str(page.locator(f"{face} img").first.get_attribute("data-key"))
