"""A deck tried out in Chromium: a whole game by clicks and keys, and a verdict that follows an edit."""

import re
import shutil
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from cardgen.plugin.resources import resources
from tests.preview.browser.conftest import Running, free_port
from tests.preview.browser.pages import expect

pytestmark = pytest.mark.extended
MOST_CLICKS = 400
FOCUS_WHEN_SHOWN = """new MutationObserver((_, observer) => {
  const button = document.querySelector(".hand-over button");
  if (!button) return;
  document.body.dataset.hadFocus = String(document.activeElement === button);
  observer.disconnect();
}).observe(document.body, { childList: true, subtree: true })"""
"""Notes whether the button that hands the screen over has the focus as soon as it is there."""


@pytest.fixture(scope="module")
def armies(tmp_path_factory) -> Iterator[Running]:
    """A preview of an army."""
    folder, decks = tmp_path_factory.mktemp("armies"), resources().decks
    shutil.copytree(decks / "art/samurai", folder / "art/samurai")
    deck = folder / "army.yaml"
    shutil.copy(decks / "samurai.yaml", deck)
    found = Running(deck, folder / "state")
    try:
        found.start(free_port())
        yield found
    finally:
        found.stop()


@pytest.fixture
def army(armies, browser) -> Iterator[Any]:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    found = context.new_page()
    found.set_default_timeout(60_000)
    errors: list[str] = []
    found.on("pageerror", lambda error: errors.append(str(error)))
    found.goto(armies.address)
    found.locator("main[data-ready]").wait_for()
    yield found
    context.close()
    assert errors == []


def begin(page: Any, who: str = "You and an agent", seed: int = 3) -> None:
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_label("Who plays").select_option(label=who)
    if who == "You and an agent":
        page.get_by_label("Level of the agent").select_option("script")
    page.get_by_label("Seed of the shuffles").fill(str(seed))
    page.get_by_role("button", name="Begin").click()


def settled(page: Any) -> None:
    """Wait until the answer to a click is there, and no agent thinks."""
    page.wait_for_function("() => !document.querySelector('.play-view[data-busy]')")


def test_a_whole_game_is_played_by_clicks(army):
    begin(army)
    expect(army.locator(".question")).to_contain_text("Draw (5 to go)")
    pile = army.get_by_role("button", name=re.compile("^Ability draw pile, Samurai 1.*1 choice"))
    expect(pile.locator("img")).to_be_visible()
    pile.click()
    expect(army.locator(".question")).to_contain_text("Draw (4 to go)")
    expect(army.locator(".log li")).to_have_count(1)
    army.keyboard.press("u")
    expect(army.locator(".question")).to_contain_text("Draw (5 to go)")
    for _ in range(MOST_CLICKS):
        settled(army)
        if army.get_by_role("heading", name="The game is over").count():
            break
        army.locator(".choice").last.click()
    expect(army.locator(".question")).to_have_text(re.compile("Victory for|Nobody has won"))
    expect(army.locator(".choice")).to_have_count(0)
    army.reload()
    expect(army.get_by_role("heading", name="The game is over")).to_be_visible()


def test_the_workshop_opens_a_table_for_others(army):
    army.get_by_role("button", name="Play", exact=True).click()
    army.get_by_role("button", name="Open a table for others").click()
    invitation = army.get_by_role("status").filter(has_text="The table is open").get_by_role("link")
    with army.context.expect_page() as opened:
        invitation.click()
    guest = opened.value
    guest.get_by_label("Your name").fill("Bia")
    guest.get_by_role("button", name="Go to the table").click()
    guest.locator('[data-seat="1"]').get_by_role("button", name="Take this seat").click()
    guest.get_by_role("button", name="Begin the game").click()
    guest.locator(".play-view").wait_for()
    settled(guest)
    expect(guest.locator(".choice").first).to_be_visible()


def test_a_card_and_its_place_are_chosen_one_after_the_other(army):
    begin(army)
    for _ in range(5):
        settled(army)
        army.get_by_role("button", name="Draw a base").click()
    settled(army)
    army.get_by_role("button", name="Keep this hand").click()
    settled(army)
    army.locator(".row-of-pieces.own .lit").first.click()
    expect(army.locator(".piece.selected")).to_have_count(1)
    places = army.locator(".board.own .lit")
    expect(places.first).to_be_visible()
    assert {place.split()[0] for place in places.evaluate_all("all => all.map((one) => one.dataset.place)")} == {"slot"}
    choices = army.locator(".choice").count()
    army.keyboard.press("Escape")
    expect(army.locator(".piece.selected")).to_have_count(0)
    assert army.locator(".choice").count() > choices
    army.locator(".row-of-pieces.own .lit").first.click()
    places.first.click()
    expect(army.locator(".board.own .piece[data-place='slot 0'] img")).to_be_visible()


def test_two_people_at_one_screen_do_not_see_each_other(army):
    army.evaluate(FOCUS_WHEN_SHOWN)
    begin(army, "Two people at this screen")
    expect(army.get_by_text("Samurai 1 decides next")).to_be_visible()
    expect(army.locator(".piece")).to_have_count(0)
    assert army.evaluate("document.body.dataset.hadFocus") == "true", "a key that is pressed at once would be lost"
    army.keyboard.press("Enter")
    expect(army.locator(".decision h2")).to_have_text("Samurai 1")
    expect(army.locator(".choice").first).to_be_visible()


def test_a_verdict_follows_an_edit(army, armies):
    army.get_by_role("button", name="Try it").click()
    army.get_by_label("Level").select_option("random")
    expect(army.locator(".games")).to_have_text(re.compile(r"\d+ games"))
    expect(army.get_by_text("Who begins wins")).to_be_visible()
    expect(army.locator(".statistics")).to_contain_text("5 designs, 25 pieces")
    armies.edit("copies: 7", "copies: 9", "copies: 6", "copies: 4")
    expect(army.locator(".bars .bar-count").get_by_text("9", exact=True)).to_be_visible()
    expect(army.locator(".games")).to_have_text(re.compile(r"\d+ games"))
    armies.edit("game: attack-the-tower", "game: attack-the-towr")
    expect(army.locator(".verdict .problem").first).to_contain_text("attack-the-towr")
    expect(army.locator(".result.old")).to_be_visible()
    armies.edit("game: attack-the-towr", "game: attack-the-tower")
    expect(army.locator(".verdict .problem")).to_have_count(0)
    expect(army.locator(".result.old")).to_have_count(0)
    army.locator(".uses .link").first.click()
    expect(army.get_by_role("dialog")).to_be_visible()


def test_a_game_goes_on_after_the_preview_was_killed_and_started_again(army, armies):
    begin(army, seed=8)
    settled(army)
    army.locator(".choice").first.click()
    expect(army.locator(".question")).to_contain_text("Draw (4 to go)")
    port = armies.port
    armies.stop(signal.SIGKILL)
    expect(army.get_by_text("The connection is lost; trying again")).to_be_visible()
    army.locator(".choice").first.click()
    armies.start(port)
    expect(army.locator(".question")).to_contain_text("Draw (3 to go)")
    expect(army.locator(".log li")).to_have_count(2)
    settled(army)
    armies.stop(signal.SIGKILL)
    expect(army.get_by_text("The connection is lost; trying again")).to_be_visible()
    for _ in range(3):
        army.get_by_role("button", name="Undo").click()
    armies.start(port)
    expect(army.locator(".question")).to_contain_text("Draw (4 to go)")


def test_a_choice_whose_connection_ends_before_the_answer_is_sent_again(army):
    lost: list[str] = []

    def follow(socket: Any) -> None:
        server = socket.connect_to_server()

        def send(message: str) -> None:
            if '"take"' in message and not lost:
                lost.append(message)
                socket.close(code=1011)
            else:
                server.send(message)

        socket.on_message(send)

    army.route_web_socket(re.compile("/api/rooms/.*/socket"), follow)
    begin(army, seed=8)
    settled(army)
    army.locator(".choice").first.click()
    expect(army.locator(".question")).to_contain_text("Draw (4 to go)")
    settled(army)
    expect(army.locator(".log li")).to_have_count(1)
    assert lost
