"""A gallery, opened from its files alone."""

import pytest

from tests.preview.browser.conftest import HOSTILE
from tests.preview.browser.pages import expect

pytestmark = pytest.mark.extended


def test_the_gallery_opens_from_its_files_alone(gallery, browser):
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    asked: list[str] = []
    said: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda message: said.append(message.text))
    page.goto((gallery / "pool" / "index.html").as_uri())
    expect(page.locator('[data-face="cards/tide"] .name')).to_have_text(HOSTILE)
    page.keyboard.press("/")
    page.keyboard.type("lantern")
    expect(page.locator(".face")).to_have_count(1)
    page.locator(".face").click()
    expect(page.get_by_role("dialog", name="Lantern Fish").locator("figure img")).to_have_count(2)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Sheets").click()
    expect(page.locator(".sheet img").first).to_be_visible()
    page.get_by_role("button", name="Statistics").click()
    expect(page.frame_locator("iframe").locator("h1")).to_be_visible()
    context.close()
    assert said == []
    assert {url.partition(":")[0] for url in asked} <= {"file", "data"}
