"""The preview as its user meets it: files are edited, and the page in Chromium follows."""

import re
import signal
import urllib.error
import urllib.request

import pytest

from tests.preview.browser.pages import FISH, expect, key_of

pytestmark = pytest.mark.extended

NO_FRAMES = """
const timer = setTimeout;
requestAnimationFrame = () => 0;
setTimeout = (act, wait, ...rest) => wait === 35 ? 0 : timer(act, wait, ...rest);
"""
"""Makes the browser so busy that what the page does after a frame has been painted never comes."""


def test_an_edit_while_the_page_is_still_opening_is_seen(browser, running):
    page = browser.new_page()
    page.add_init_script(NO_FRAMES)
    page.goto(running.address)
    page.get_by_role("heading", name=running.title, exact=True).wait_for()
    running.edit(running.title, "Rock Pool")
    expect(page.get_by_role("heading", name="Rock Pool", exact=True)).to_be_visible()
    page.close()


def test_a_broken_deck_keeps_its_pictures_and_says_where(page, running):
    before = key_of(page)
    running.edit("cards:\n", "cards: [\n")
    expect(page.locator(".problem .code").first).to_have_text("E105")
    expect(page.locator(".problem .where code").first).to_contain_text("pool.yaml:")
    expect(page.locator(FISH)).to_have_class(re.compile("stale"))
    expect(page.get_by_role("button", name="1 error")).to_be_visible()
    assert key_of(page) == before
    page.set_viewport_size({"width": 390, "height": 800})
    page.locator(".problem .place").first.click(trial=True)  # nothing of the cards covers it
    page.set_viewport_size({"width": 1280, "height": 800})
    running.edit("cards: [\n", "cards:\n")
    expect(page.locator(".problem")).to_have_count(0)
    expect(page.locator(FISH)).not_to_have_class(re.compile("stale"))
    assert key_of(page) == before


def test_a_language_is_switched_without_touching_the_deck(page, running):
    text = running.deck.read_text("utf-8")
    page.get_by_label("Language").select_option("pt")
    expect(page.locator(f"{FISH} .name")).to_have_text("Peixe-lanterna")
    assert "lang=pt" in page.url
    page.reload()
    expect(page.locator(f"{FISH} .name")).to_have_text("Peixe-lanterna")
    assert running.deck.read_text("utf-8") == text


def test_text_of_a_deck_is_text(page, running):
    running.edit("Low Tide", "<img src=x onerror=alert(1)>")
    expect(page.locator('[data-face="cards/tide"] .name')).to_have_text("<img src=x onerror=alert(1)>")
    assert page.locator("img[src=x]").count() == 0


def test_the_page_connects_again_after_the_server_was_started_again(page, running):
    port = running.port
    assert running.stop() == 0
    expect(page.locator(".status")).to_have_text("Reconnecting")
    running.edit("Lantern Fish", "Angler Fish")
    running.start(port)
    expect(page.locator(f"{FISH} .name")).to_have_text("Angler Fish")
    expect(page.locator(".status")).to_have_text("Current")
    running.edit("Angler Fish", "Anchovy")
    expect(page.locator(f"{FISH} .name")).to_have_text("Anchovy")


def test_a_stream_that_was_lost_while_it_drew_leaves_no_mark(page, running):
    streams = []

    def answer(route):
        streams.append(route)
        if len(streams) > 1:
            return route.continue_()
        return route.fulfill(content_type="text/event-stream", body="retry: 100\nevent: busy\ndata: true\n\n")

    page.route("**/events*", answer)
    page.reload()
    expect(page.locator(f"{FISH} .name")).to_have_text("Lantern Fish")
    expect(page.locator(".status")).to_have_text("Current")
    assert len(streams) == 2


def test_a_hundred_fast_edits_end_with_the_last_in_two_tabs(page, running):
    other = page.context.new_page()
    other.goto(f"http://127.0.0.1:{running.port}/")
    other.locator(".face img").nth(2).wait_for()
    name = "Lantern Fish"
    for number in range(100):
        running.edit(name, f"Fish {number}.")
        name = f"Fish {number}."
    for one in (page, other):
        expect(one.locator(f"{FISH} .name")).to_have_text("Fish 99.")
        expect(one.locator(".status")).to_have_text("Current")


def test_cards_are_found_by_name_and_text(page):
    page.keyboard.press("/")
    page.keyboard.type("revéal")
    expect(page.locator(".face")).to_have_count(1)
    expect(page.locator(".face .name")).to_have_text("Low Tide")
    page.keyboard.press("Escape")
    expect(page.locator(".face")).to_have_count(3)


def test_a_card_is_shown_large_and_left_by_keys(page):
    page.locator(FISH).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    large = page.get_by_role("dialog", name="Low Tide")
    expect(large.locator("figure img")).to_have_count(2)
    expect(large.locator(".facts code")).to_contain_text("pool.yaml:6")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("dialog", name="Hermit Crab")).to_be_visible()
    page.get_by_role("button", name="True size").click()
    width = page.locator("dialog figure .picture").first.evaluate("box => box.getBoundingClientRect().width")
    assert width == pytest.approx(63.5 * 96 / 25.4, abs=1)
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_sheets_have_both_sides_and_documents_their_pages(page):
    page.keyboard.press("2")
    expect(page.locator(".sheet")).to_have_count(3)
    expect(page.locator(".sheet").nth(2).locator("img")).to_have_count(2)
    expect(page.locator(".sheet").nth(2).locator("figcaption").first).to_have_text("Recto, page 3")


def test_switches_change_what_is_shown(page):
    before = key_of(page)
    box = page.locator(f"{FISH} .picture")
    narrow = box.evaluate("box => box.clientWidth")
    page.keyboard.press("d")
    expect(page.locator(f"{FISH} .cut")).to_have_count(1)
    assert box.evaluate("box => box.clientWidth") > narrow
    page.keyboard.press("g")
    expect(page.locator(f"{FISH} img")).to_have_css("filter", re.compile("vision-grey"))
    page.keyboard.press("i")
    expect(page.locator(f"{FISH} img")).not_to_have_attribute("data-key", before)
    page.reload()
    expect(page.locator(f"{FISH} .cut")).to_have_count(1)


def test_a_stranger_is_refused_and_the_server_ends_on_sigterm(running):
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(f"http://127.0.0.1:{running.port}/", timeout=60)
    assert running.stop(signal.SIGTERM) == 0
    running.start()  # at whatever port is free
    assert running.port >= 8270


# Each text that turns the direction stands alone in an element that isolates it, or in a line of its own.
LEAKS = """
() => {
  const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    if (!walker.currentNode.data.includes("\\u202e")) continue;
    let holder = walker.currentNode.parentElement;
    const isApart = (one) => /isolate|plaintext/.test(getComputedStyle(one).unicodeBidi) || getComputedStyle(one).display !== "inline";
    while (!isApart(holder)) holder = holder.parentElement;
    if (holder.textContent.trim() !== walker.currentNode.data.trim()) found.push(holder.outerHTML);
  }
  return found;
}
"""


BLANK = "boxes: [{name: ground, type: shape, left: 0, right: 0, top: 0, bottom: 0}]"


def test_words_that_turn_the_direction_turn_nothing_beside_them(page, running):
    template = running.deck.with_name("templates") / "stock" / "classic.face.yaml"
    template.parent.mkdir(parents=True)
    template.write_text(BLANK, "utf-8")  # fonts do not have such a character, so cards do not show it
    running.edit("en: Hermit Crab", 'en: "Hermit \\u202eCrab"')
    card = page.locator('[data-face="cards/crab"]')
    expect(card).to_contain_text("\u202e")
    assert card.get_attribute("title").startswith("\u2068Hermit \u202eCrab\u2069 – ")
    assert page.evaluate(LEAKS) == []
    card.dblclick()
    expect(page.get_by_role("dialog")).to_contain_text("\u202e")
    assert page.evaluate(LEAKS) == []


def test_a_large_card_on_a_tablet_tells_all_of_its_facts(page):
    page.set_viewport_size({"width": 720, "height": 1024})
    page.locator(FISH).click()
    expect(page.locator(".facts")).to_contain_text("pool.yaml")
    page.locator(".facts .place code").evaluate("(one) => one.prepend('a-long-folder/'.repeat(9))")
    page.wait_for_function(
        "() => [document.querySelector('.facts')].every((one) => one.scrollWidth <= one.clientWidth)"
    )
