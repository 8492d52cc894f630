"""What a lost connection, a late answer, another program or another deck leaves on the page is never wrong for good."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.preview.browser.pages import FISH, expect
from tests.preview.browser.test_editor import editor, go_to  # noqa: F401 - `editor` is a fixture

pytestmark = pytest.mark.extended
FILE = re.compile(r"/files/pool\.yaml(\?|$)")


class Held:
    """Requests of a page that a test holds back, as a slow network does.

    Args:
        url: Which are held, of one method.
        is_answered: Whether they are held after the server has answered, so that the page gets what was true before.
    """

    def __init__(self, page: Any, url: Any, method: str = "GET", *, is_answered: bool = False) -> None:
        self._page, self._url, self._method, self._is_answered = page, url, method, is_answered
        self._releases: list[Callable[[], None]] = []
        page.route(url, self.take)

    def take(self, route: Any) -> None:
        if route.request.method != self._method:
            route.continue_()
        elif self._is_answered:
            answer = route.fetch()
            self._releases.append(lambda: route.fulfill(response=answer))
        else:
            self._releases.append(route.continue_)

    def wait(self) -> None:
        """Wait until one is held."""
        while not self._releases:
            self._page.evaluate("0")  # takes what the browser has told meanwhile

    def release(self) -> None:
        """Let those go on that are held, and hold no more."""
        for release in self._releases:
            release()
        self._page.unroute(self._url)  # at last, since it lets those go on too that are held


def refuse(route: Any) -> None:
    """Answer as a server does of which a process has just ended."""
    route.fulfill(status=503, body="ended")


def type_behind(page: Any, words: str, typed: str) -> None:
    go_to(page, words)
    page.keyboard.type(typed)


def test_the_first_request_of_a_page_is_repeated_until_it_is_answered(page):
    for fail in (lambda route: route.abort(), refuse):
        page.route("**/api/preview", fail, times=1)
        page.reload()
        expect(page.locator(".face img").first).to_be_visible()


def test_what_was_typed_while_the_deck_was_saved_is_kept_when_another_deck_is_shown(page, running):
    def two_decks(route: Any) -> None:
        about = route.fetch().json()
        [deck] = about["decks"]
        route.fulfill(json={**about, "decks": [deck, {**deck, "id": "other", "title": "Other"}]})

    def of_the_other(route: Any) -> None:
        route.continue_(url=route.request.url.replace("/decks/other/", "/decks/pool/"))

    page.route("**/api/preview", two_decks)
    page.route("**/api/decks/other/**", of_the_other)
    page.reload()
    page.locator(".face img").nth(2).wait_for()
    page.keyboard.press("e")
    expect(page.locator(".cm-content")).to_contain_text("Lantern Fish")
    held = Held(page, re.compile(r"/decks/pool/files/pool\.yaml"), "POST")
    type_behind(page, "Lantern", "!")
    held.wait()
    page.locator(".cm-content").press("?")
    page.get_by_label("Deck", exact=True).select_option("other")
    expect(page.locator(".cm-content")).to_contain_text("Lantern Fish")
    held.release()
    running.wait_for("Lantern!?")
    expect(page.locator(".cm-content")).to_contain_text("Lantern!?")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_text_that_was_read_before_it_was_changed_is_read_again(page, running):
    held = Held(page, FILE, is_answered=True)
    page.keyboard.press("e")
    held.wait()
    running.edit("Lantern", "Angler")
    expect(page.locator(f"{FISH} .name")).to_have_text("Angler Fish")
    held.release()
    expect(page.locator(".cm-content")).to_contain_text("Angler Fish")


def test_a_change_between_a_save_and_its_late_answer_is_taken(editor, running):  # noqa: F811
    held = Held(editor, FILE, "POST", is_answered=True)
    type_behind(editor, "Lantern", "!")
    held.wait()
    running.edit("Low Tide", "High Tide")
    expect(editor.locator('[data-face="cards/tide"] .name')).to_have_text("High Tide")
    held.release()
    expect(editor.locator(".cm-content")).to_contain_text("High Tide")
    assert "Lantern!" in running.deck.read_text("utf-8")


def test_a_change_while_the_page_did_not_listen_is_taken(editor, running):  # noqa: F811
    held = Held(editor, "**/events?lang=pt")
    editor.get_by_label("Language", exact=True).select_option("pt")
    held.wait()
    running.edit("Lantern", "Angler")
    held.release()
    expect(editor.locator(".cm-content")).to_contain_text("Angler Fish")


def test_a_text_is_saved_again_that_the_server_could_not_take(editor, running):  # noqa: F811
    editor.route(FILE, refuse)
    type_behind(editor, "Lantern", "!")
    expect(editor.get_by_role("alert")).to_contain_text("Not saved")
    editor.unroute(FILE)
    expect(editor.locator(".saved")).to_have_text("Saved")
    assert "Lantern!" in running.deck.read_text("utf-8")


@pytest.mark.parametrize("words", ["as it was", "changed"])
def test_a_file_that_is_put_back_is_saved_again(editor, running, words):  # noqa: F811
    strings = running.deck.with_name("strings.yaml")
    strings.write_text("deck_title: '{title}' # as it was\n", "utf-8")
    editor.get_by_label("File", exact=True).select_option("strings.yaml")
    expect(editor.locator(".cm-content")).to_contain_text("deck_title")
    text = strings.read_text("utf-8")
    strings.unlink()
    expect(editor.get_by_role("alert")).to_contain_text("was deleted or moved")
    strings.write_text(text.replace("as it was", words), "utf-8")
    expect(editor.get_by_role("alert")).to_have_count(0)
    type_behind(editor, words, " now")
    running.wait_for(f"{words} now", strings)


def test_an_edit_is_made_anew_if_the_text_has_changed_meanwhile(page, running):
    before = running.deck.read_text("utf-8")
    held = Held(page, "**/arrange/type", "POST", is_answered=True)
    page.locator(FISH).dblclick()
    page.locator('.large [data-field="name"]').dblclick()
    page.get_by_role("textbox", name="name").fill("Angler")
    page.keyboard.press("Enter")
    held.wait()
    with page.expect_response(FILE):
        running.edit("cards:\n", "# by another program\ncards:\n")
    page.evaluate(
        "fetch('/api/preview').then((answer) => answer.json())"
    )  # the page has taken the answer before this one
    held.release()
    running.wait_for(before.replace("cards:\n", "# by another program\ncards:\n").replace("Lantern Fish", "Angler"))


def test_what_is_typed_on_a_card_is_written_into_its_row_wherever_that_is_by_then(page, running):
    cards = running.with_table("name,text\nLantern Fish,Draw.\nLow Tide,Reveal.\n")
    face = '[data-face="cards/lantern-fish"]'
    page.locator(face).press("Enter")
    page.locator('.large [data-field="name"]').dblclick()
    typed = page.get_by_role("textbox", name="name")
    typed.fill("Angler")
    page.route(
        re.compile(r"/files(\?|$)"), lambda route: route.abort()
    )  # the page hears of the change, and cannot ask for more
    cards.write_text("name,text\nCrab,Hide.\nLantern Fish,Draw.\nLow Tide,Reveal.\n", "utf-8")
    expect(page.locator(".large")).to_have_count(1)
    typed.press("Enter")
    running.wait_for("name,text\nCrab,Hide.\nAngler,Draw.\nLow Tide,Reveal.\n", cards)


def test_a_picture_is_asked_for_again_that_could_not_be_drawn(page, running):
    refused = list[str]()

    def refuse_first(route: Any) -> None:
        if route.request.url in refused:
            route.continue_()
        else:
            refused.append(route.request.url)
            refuse(route)

    before = page.locator(f"{FISH} img").get_attribute("src")
    page.route("**/pictures/*.png*", refuse_first)
    running.edit("Lantern", "Angler")
    expect(page.locator(f"{FISH} img")).not_to_have_attribute("src", before)
    assert page.locator(f"{FISH} img").evaluate("image => image.src") in refused


def test_a_double_click_is_followed_when_the_boxes_of_the_card_are_known_at_last(page):
    refused = []

    def refuse_first(route) -> None:
        if refused:
            route.continue_()
        else:
            refused.append(route.request.url)
            refuse(route)

    page.route("**/arrange", refuse_first)
    place = page.locator(f"{FISH} .picture").bounding_box()
    page.mouse.dblclick(place["x"] + place["width"] / 2, place["y"] + 32)
    expect(page.get_by_role("textbox", name="name")).to_have_value("Lantern Fish")
    assert refused


def test_what_could_not_be_asked_for_is_asked_for_when_the_server_is_there_again(page, running):
    port = running.port
    assert running.stop() == 0
    expect(page.locator(".status")).to_have_text("Reconnecting")
    page.get_by_role("button", name=re.compile("^Print")).click()
    expect(page.get_by_role("heading", name="For shops and screens")).to_have_count(0)
    page.get_by_role("button", name=re.compile("^Play")).click()
    expect(page.locator(".empty")).to_contain_text("does not answer")
    running.start(port)
    expect(page.locator(".empty")).to_contain_text("has no rules")
    page.get_by_role("button", name=re.compile("^Print")).click()
    page.get_by_role("heading", name="For shops and screens").wait_for()


def test_the_address_says_what_is_shown_also_after_going_back(page):
    page.get_by_role("button", name=re.compile("^Sheets")).click()
    page.get_by_label("Language", exact=True).select_option("pt")
    expect(page).to_have_url(re.compile(r"\?lang=pt#/sheets$"))
    page.go_back()
    expect(page).to_have_url(re.compile(r"\?lang=pt(#.*)?$"))
    expect(page.get_by_label("Language", exact=True)).to_have_value("pt")
