"""From an empty folder to a printed game, without a terminal."""

from pathlib import Path
from typing import Any

import pytest

from tests.preview.browser.conftest import Running
from tests.preview.browser.pages import expect
from tests.preview.browser.test_accessibility import AXE, THEMES, faults

pytestmark = pytest.mark.extended


@pytest.fixture
def start(tmp_path: Path, browser: Any) -> Any:
    """The start page of a preview of an empty folder."""
    (tmp_path / "empty").mkdir()
    running = Running(tmp_path / "empty", tmp_path / "state")
    running.start()
    context = browser.new_context(viewport={"width": 390, "height": 800})
    page = context.new_page()
    page.set_default_timeout(60_000)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(running.address)
    expect(page.get_by_role("heading", name="Make a card game")).to_be_visible()
    yield page
    context.close()
    running.stop()
    assert errors == []


def test_what_the_start_page_offers_is_asked_for_until_it_is_answered(start):
    start.route("**/api/start", lambda route: route.abort(), times=1)
    start.reload()
    expect(start.get_by_role("heading", name="Make a card game")).to_be_visible()


def test_an_empty_folder_becomes_a_printed_game(start, tmp_path):
    start.get_by_role("textbox", name="Name of the game").fill("Tall Ships")
    start.get_by_role("radio", name="Tarot").check()
    start.get_by_role("button", name="Make the game").click()
    expect(start.get_by_role("heading", name="Tall Ships")).to_be_visible()
    expect(start.locator(".status.good")).to_be_visible()
    start.get_by_role("button", name="Print", exact=True).click()
    start.get_by_role("button", name="Make the PDF").click()
    expect(start.locator(".maker .files a")).to_have_text("tall-ships.pdf")
    assert (tmp_path / "out/tall-ships.pdf").read_bytes().startswith(b"%PDF")

    start.goto(start.url.partition("?")[0] + "start")  # a list of cards, whose name is a suggestion
    start.get_by_label("Choose files").set_input_files(
        [
            {
                "name": "Fish.csv",
                "mimeType": "text/csv",
                "buffer": b"name,cost,text,art\nPike,3,Draw,old_pike.svg\nCarp,2,Discard,\n",
            },
            {
                "name": "Old_Pike.svg",
                "mimeType": "image/svg+xml",
                "buffer": b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'/>",
            },
        ]
    )
    expect(start.locator(".drop")).to_contain_text("1 picture")
    start.get_by_role("combobox", name="Look").select_option(label="Full art")
    start.get_by_role("button", name="Make the game").click()
    expect(start.locator(".face")).to_have_count(2)
    assert (tmp_path / "empty/Fish/old_pike.svg").exists()  # where the list names it
    expect(start.locator(".status.good")).to_be_visible()
    assert "look: full-art" in (tmp_path / "empty/Fish/fish.yaml").read_text("utf-8")
    start.get_by_role("button", name="Edit", exact=True).click()  # begins with the table of the cards
    expect(start.get_by_role("gridcell", name="Pike", exact=True)).to_be_visible()
    start.get_by_role("combobox", name="Deck").select_option("tall-ships")
    expect(start.get_by_role("grid", name="Cards of tall-ships.yaml")).to_be_visible()
    start.get_by_role("button", name="Edit", exact=True).click()
    expect(start.locator(".face").first).to_be_visible()

    start.goto(start.url.partition("?")[0] + "start")
    start.get_by_role("textbox", name="Name of the game").fill("Tall Ships")
    start.get_by_role("button", name="Make the game").click()
    expect(start.get_by_role("alert").first).to_contain_text("is not empty")
    start.get_by_role("button", name="Fish").click()
    expect(start.locator(".face")).to_have_count(2)


@pytest.mark.skipif(not AXE.exists(), reason="axe is not installed: npm ci in cardgen/preview/web")
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_everybody_can_use_the_start_page(start, theme):
    assert theme in THEMES
    start.emulate_media(color_scheme=theme)
    start.locator("summary").click()
    assert faults(start, theme) == []
    assert start.evaluate("document.documentElement.scrollWidth") <= 390
