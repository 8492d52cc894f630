"""The mode Arrange in a browser: what the mouse does to a card, and to the file that describes it."""

import difflib
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from cardgen.plugin.resources import resources
from tests.amounts import amount
from tests.preview.browser.pages import FISH, drag_focus, expect, key_of, wait_for_notice
from tests.preview.browser.test_races import Held

pytestmark = pytest.mark.extended

STOCK = resources().templates / "common" / "stock" / "classic.face.yaml"
(TOP,) = re.findall(r"name: name, .* top: ([^,]+),", STOCK.read_text("utf-8"))
MOVED = rf"name: name, .* top: (?!{re.escape(TOP)},)"
"""Of the box with the name."""


@pytest.fixture
def arranged(page, running):
    """The mode Arrange with the first card, and what its own copy of the look differs by."""
    page.locator(FISH).dblclick()
    page.get_by_role("button", name="Arrange").click()
    expect(page.locator("[data-box]").first).to_be_visible()
    return page


def copy_of(running) -> Path:
    return running.deck.parent / "templates" / "stock" / "classic.face.yaml"


def difference(running) -> list[str]:
    """The lines in which the look of the deck differs from the stock look, as the words that were taken and put."""
    found = []
    before, after = STOCK.read_text("utf-8").split("\n"), copy_of(running).read_text("utf-8").split("\n")
    for line in difflib.ndiff(before, after):
        if line[:1] in "+-":
            found.append(line)
    return found


def sum_of(length: str) -> float:
    """The numbers of a length that may depend on the card, such as `4.1 + inset`."""
    return sum(map(float, re.findall(r"[\d.]+", length)))


def box(page, name: str):
    return page.locator(f'[data-box="{name}"]')


def drag(page, locator, dx: float, dy: float, look: Callable[[], None] = lambda: None) -> None:
    """Move what is in the middle of an element by screen pixels, without snapping; look before it is let go."""
    place = locator.bounding_box()
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    page.keyboard.down("Alt")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + dx, y + dy, steps=3)
    look()
    page.mouse.up()
    page.keyboard.up("Alt")


def wait_for(running, pattern: str) -> None:
    """Wait until the copy of the look holds words of a pattern."""
    copy = copy_of(running)
    running.wait_until(
        lambda: copy.is_file() and re.search(pattern, copy.read_text("utf-8")),
        lambda: copy.read_text("utf-8") if copy.is_file() else "no copy",
    )


def test_a_box_that_is_dragged_moves_on_the_card_and_in_the_file(arranged, running):
    page = arranged
    before = page.locator(".true-picture img").get_attribute("data-key")
    zoom = page.locator(".card-stage").bounding_box()["width"] / 63  # pixels of a unit
    drag(page, box(page, "name"), 0, 4 * zoom, lambda: expect(page.locator(".card-stage [data-quick]")).to_be_visible())
    wait_for(running, MOVED)
    taken, put = difference(running)
    assert re.sub(r"top: [^,]+", f"top: {TOP}", put.replace("+ ", "- ", 1)) == taken  # nothing else
    (top,) = re.findall(r"top: ([^,]+)", put)
    assert sum_of(top) == pytest.approx(sum_of(TOP) + 4, abs=0.1)  # where the mouse left it
    expect(page.locator(".true-picture img")).not_to_have_attribute("data-key", before)
    wait_for_notice(page, "copied to templates/stock/classic.face.yaml")


def test_all_cards_of_the_kind_follow_the_mouse(arranged, running):
    page = arranged
    moved = '[data-other="cards/{}"] [data-quick] img[style*="translate"]'
    before = [key_of(page, f'[data-other="cards/{name}"]') for name in ("tide", "crab")]

    def look() -> None:
        for name in ("fish", "tide", "crab"):
            expect(page.locator(moved.format(name))).to_have_count(1)

    drag(page, box(page, "name"), 0, 30, look)
    wait_for(running, MOVED)
    for name, key in zip(("tide", "crab"), before, strict=True):
        expect(page.locator(f'[data-other="cards/{name}"] .picture img')).not_to_have_attribute("data-key", key)
    expect(page.locator(".kind-strip [data-quick]")).to_have_count(0)
    page.locator('[data-other="cards/tide"]').click()
    expect(page.get_by_role("heading", name="Low Tide")).to_be_visible()
    expect(page.locator('.card-stage[data-face="cards/tide"]')).to_be_visible()


def test_texts_of_all_cards_are_set_in_a_box_that_is_sized_when_the_mouse_rests(arranged):
    page = arranged
    drag(page, box(page, "text"), 0, 0)  # a click
    images = "[...document.querySelectorAll('[data-other=\"cards/tide\"] [data-quick] img')]"
    sources = f"() => {images}.map((one) => one.src)"

    def look() -> None:
        page.wait_for_function(f"() => ({sources})().length")
        known = page.evaluate(sources)
        page.mouse.move(*(side / 2 for side in page.viewport_size.values()))  # far to the left
        page.wait_for_function(f"(known) => ({sources})().some((one) => !known.includes(one))", arg=known)

    drag(page, page.locator('[data-handle="e"]'), -20, 0, look)


def test_a_box_stays_where_it_was_dropped_until_its_picture_is_drawn_there(arranged, running):
    page = arranged
    held = Held(page, re.compile(r"/arrange(\?|$)"), "POST")
    drag(page, box(page, "name"), 0, 30)
    wait_for(running, MOVED)
    expect(page.locator(".card-stage [data-quick] img[style*='translate']")).to_have_count(1)
    held.release()
    expect(page.locator("[data-quick]")).to_have_count(0)


def test_many_gestures_are_undone_to_the_first_bytes(arranged, running):
    page = arranged
    name = box(page, "name")
    drag(page, name, 0, 30)
    wait_for(running, MOVED)
    rounds = amount(2, nightly=12)
    for _ in range(rounds):
        for key in ("ArrowDown", "Shift+ArrowRight", "ArrowUp", "Alt+ArrowLeft"):
            page.keyboard.press(key)
    page.keyboard.press("Delete")
    expect(name).to_have_count(0, timeout=300_000)  # each of the gestures before it is written first
    undo = page.get_by_role("button", name="Undo (Ctrl+Z)")
    for _ in range(2 + 4 * rounds):
        expect(undo).to_be_enabled()
        undo.click()
    expect(undo).to_be_disabled()
    running.wait_until(lambda: copy_of(running).read_bytes() == STOCK.read_bytes(), lambda: difference(running))


def test_a_box_is_sized_described_and_added(arranged, running):
    page = arranged
    text = box(page, "text")
    drag(page, text, 0, 0)  # a click
    expect(text).to_have_class(re.compile("picked"))
    panel = page.get_by_role("complementary", name="Boxes")
    expect(panel.locator("[data-fit]")).to_contain_text("Printed at")
    panel.get_by_label("accent").first.click()
    wait_for(running, r"name: text, .* color: accent")
    panel.get_by_label("Lines").select_option("center")
    wait_for(running, r"name: text, .* align: center")
    style = panel.get_by_role("group", name="Style").get_by_role("button", name=re.compile("^label: "))
    page.wait_for_function("() => document.querySelector('.style-choice [aria-pressed=true] img')?.naturalWidth")
    style.click()
    wait_for(running, r"name: text, .* style: stock-label")
    expect(style).to_have_attribute("aria-pressed", "true")
    panel.get_by_role("group", name="Font").get_by_role("button", name="display").click()
    wait_for(running, r'name: text, .* style: "stock-label@display"')
    size = panel.get_by_label("Size, × what fits the card")  # the stock look has a formula for it
    size.fill("1.2")
    panel.get_by_label("Lines").evaluate("(field) => (field.value = 'right', field.dispatchEvent(new Event('change')))")
    wait_for(running, r"name: text, .* align: right")
    expect(panel.get_by_label("Lines")).to_have_value("right")
    expect(size).to_have_value("1.2")  # what is being typed stays while the page follows an edit
    size.press("Tab")
    wait_for(running, r"name: text, .* scale: .*\) \* 1\.2")
    panel.get_by_label("Add a box").select_option("icon/")
    wait_for(running, r"\{name: icon 2, type: icon, icon: star, left: 27\.5")
    expect(box(page, "icon 2")).to_have_class(re.compile("picked"))
    find = panel.get_by_label("Find an icon")
    find.fill("Sea dragon")
    expect(panel.get_by_role("button", name="Fetch “sea-dragon” from game-icons.net")).to_be_visible()
    find.fill("ANCH")
    panel.get_by_role("button", name="anchor", exact=True).click()
    wait_for(running, r"\{name: icon 2, type: icon, icon: anchor, left: 27\.5")
    page.get_by_role("button", name="Align left edges").click()
    wait_for(running, r"\{name: icon 2, type: icon, icon: anchor, left: 0,")


def test_news_of_the_file_leave_alone_what_is_being_chosen_and_typed(arranged, running):
    page = arranged
    drag(page, box(page, "text"), 0, 0)  # a click
    lines, when = page.get_by_label("Lines"), page.get_by_label("Shown when")
    held = Held(page, re.compile(r"/arrange/edit"), "POST")
    lines.select_option("center")
    box(page, "name").hover(force=True)  # draws the page again
    expect(box(page, "name")).to_have_class(re.compile("hovered"))
    expect(lines).to_have_value("center")
    held.release()
    wait_for(running, r"name: text, .* align: center")

    when.press_sequentially("co")
    copy = copy_of(running)
    copy.write_text(
        re.sub(r"(name: text, .*) align: center", r"\1 align: right, when: parts.text", copy.read_text("utf-8")),
        "utf-8",
    )
    expect(lines).to_have_value("right")
    expect(when).to_have_value("co")


def test_words_are_typed_on_the_card(arranged, running):
    page = arranged
    box(page, "name").dblclick(force=True)
    typed = page.get_by_role("textbox", name="name")
    expect(typed).to_have_value("Lantern Fish")
    typed.fill("Angler: the Fish")
    typed.press("Enter")
    running.wait_for('name: {en: "Angler: the Fish", pt: Peixe-lanterna}')
    box(page, "text").dblclick(force=True)
    typed = page.get_by_role("textbox", name="text")
    typed.press("End")
    typed.press_sequentially(" Gain /sta")
    page.get_by_role("button", name="star", exact=True).click()
    expect(typed).to_have_text("Draw a card. Gain ")
    expect(typed.locator("img[data-icon=star]")).to_be_visible()
    typed.press("Home")
    typed.press("Shift+Control+ArrowRight")
    typed.press("Control+b")
    typed.press("Enter")
    running.wait_for('text: {en: "**Draw** a card. Gain {star}", pt: Compre uma carta.}')
    for _ in range(2):
        page.get_by_role("button", name="Undo (Ctrl+Z)").click()
    running.wait_for("name: {en: Lantern Fish, pt: Peixe-lanterna}, text: {en: Draw a card., pt: Compre uma carta.}")


def test_a_number_changes_with_the_arrows_in_a_table_too(page, running):
    cards = running.with_table('name,cost,text\nLantern Fish,2,"Draw, then stop"\n')
    face = page.locator('[data-face="cards/lantern-fish"]')
    expect(face).to_be_visible()
    face.dblclick()
    page.get_by_role("button", name="Arrange").click()
    box(page, "cost").dblclick(force=True)
    typed = page.get_by_role("spinbutton", name="cost")
    expect(typed).to_have_value("2")
    typed.press("ArrowUp")
    typed.press("ArrowUp")
    typed.press("Enter")
    running.wait_for("Lantern Fish,4,", cards)
    assert cards.read_text("utf-8") == 'name,cost,text\nLantern Fish,4,"Draw, then stop"\n'


PICTURE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><rect width="90" height="30" fill="#357"/>
<circle cx="75" cy="15" r="12" fill="#fd5"/></svg>"""


def test_the_focus_of_a_picture_is_dragged(page, running):
    (running.deck.parent / "art").mkdir()
    (running.deck.parent / "art" / "sun.svg").write_text(PICTURE, "utf-8")
    generated = key_of(page)
    running.edit("{id: fish, ", "{id: fish, art: art/sun.svg, ")
    expect(page.locator(f"{FISH} img").first).not_to_have_attribute("data-key", generated)
    page.locator(FISH).dblclick()
    page.get_by_role("button", name="Arrange").click()
    before = page.locator(".true-picture img").get_attribute("data-key")
    box(page, "picture").dblclick(force=True)
    drag_focus(page, 0.9, 0.5)
    running.wait_for("art: {file: art/sun.svg, focus: 0.9 0.5}")
    expect(page.locator(".true-picture img")).not_to_have_attribute("data-key", before)
