"""From an empty folder to a printed game, without a terminal."""

import re
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pytest

from tests.preview.browser.conftest import Running
from tests.preview.browser.pages import expect, key_of
from tests.preview.browser.test_accessibility import AXE, THEMES, faults
from tests.preview.browser.test_arrange import drag
from tests.preview.browser.test_typing import drop_all

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


def paste_cards(page, folder: Path) -> None:
    """Paste 54 cards over those of a new game, as a spreadsheet copies them with their headings."""
    page.get_by_role("button", name="Edit", exact=True).click()
    page.get_by_role("gridcell", name="Lantern", exact=True).click()
    rows = [f'{number}0 m\tFish {number}\t{number}\t"Draw a card.\nStop."\t1' for number in range(1, 55)]
    page.evaluate("text => navigator.clipboard.writeText(text)", "\n".join(["Depth\tName\tCost\tRules\tQty", *rows]))
    page.keyboard.press("Control+v")
    expect(page.get_by_text("54 designs, 54 pieces")).to_be_visible()
    card = '  - name: Fish 1\n    cost: 1\n    copies: 1\n    text: "Draw a card.\\nStop."\n    depth: "10 m"\n'
    assert f"\ncards:\n{card}  - name: Fish 2\n" in (folder / "reef.yaml").read_text("utf-8")  # nothing of the old card
    assert "      depth: {type: rich, optional: yes}\n" in (folder / "game.yaml").read_text("utf-8")
    page.get_by_role("button", name="Edit", exact=True).click()


def drop_pictures(page, folder: Path) -> None:
    """Drop pictures that are called like cards."""
    face = '[data-face="cards/fish-2"]'
    generated = key_of(page, face)
    drop_all(page, page.locator("#main"), ["Fish 1.svg", "fish_2.svg", "Whale.svg"])
    expect(page.get_by_text("2 cards have their pictures now")).to_contain_text("1 picture is in the folder")
    expect(page.locator(f"{face} img").first).not_to_have_attribute("data-key", generated)
    assert (folder / "reef.yaml").read_text("utf-8").count("art: art/fish-") == 2


def arrange(page, folder: Path) -> None:
    """Give the new field a box of its own, with another font, colour, size and place, and the deck another palette."""
    page.locator('[data-face="cards/fish-3"]').click()
    page.get_by_role("button", name="Arrange").click()
    page.get_by_label("Add a box").select_option(label="depth")
    depth = page.locator('[data-box="depth"]')
    expect(depth).to_have_class(re.compile("picked"))
    drag(page, page.locator('[data-handle="e"]'), -150, 0)
    panel = page.get_by_role("complementary", name="Boxes")
    panel.get_by_role("group", name="Style").get_by_role("button", name=re.compile("^number: 16")).click()
    panel.get_by_role("group", name="Colour").get_by_label("accent", exact=True).click()
    drag(page, depth, 120, -150)
    page.get_by_role("button", name="Align right edges").click()
    expect(panel.get_by_label("Left, mm")).to_have_value(re.compile("^4"))
    page.get_by_role("group", name="Fish 3: the boxes").press("Escape")
    panel.get_by_role("button", name="lagoon").click()
    expect(panel.get_by_role("button", name="lagoon")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Close").click()
    box = r"\{name: depth, type: text, field: depth, left: 4\d.*, style: stock-number, color: accent\}"
    assert re.search(box, (folder / "templates/stock/classic.face.yaml").read_text("utf-8"))
    assert "palette: lagoon" in (folder / "reef.yaml").read_text("utf-8")


def test_a_game_of_ones_own_is_made_arranged_and_printed_by_the_mouse_but_for_its_words(start, tmp_path):
    page, folder = start, tmp_path / "empty/Reef"
    page.set_viewport_size({"width": 1440, "height": 900})
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("textbox", name="Name of the game").fill("Reef")
    page.get_by_role("button", name="Make the game").click()
    paste_cards(page, folder)
    drop_pictures(page, folder)
    arrange(page, folder)
    page.get_by_role("button", name="Print", exact=True).click()
    page.get_by_role("button", name="Make the PDF").click()
    expect(page.locator(".maker .files a")).to_have_text("reef.pdf")
    pdf = pdfium.PdfDocument(tmp_path / "out/reef.pdf")
    assert len(pdf) == 2 + 2 * (6 + 1)  # nine cards a sheet, and the tokens
    words = pdf[2].get_textpage().get_text_bounded()
    assert [words.count(word) for word in ("Draw a card.", "10 m", "90 m", "Depth")] == [9, 1, 1, 0]


@pytest.mark.skipif(not AXE.exists(), reason="axe is not installed: npm ci in cardgen/preview/web")
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_everybody_can_use_the_start_page(start, theme):
    assert theme in THEMES
    start.emulate_media(color_scheme=theme)
    start.locator("summary").click()
    assert faults(start, theme) == []
    assert start.evaluate("document.documentElement.scrollWidth") <= 390
