"""Several people play whole games in Chromium, each in a context of their own, and the page can be used by everybody."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from tests.amounts import amount
from tests.preview.browser.pages import IS_TURN, expect
from tests.preview.browser.test_accessibility import AXE, THEMES, faults, told
from tests.preview.table.harness import ELVES, HEARTS, ROOT, SAMURAI, WEIR, one_hand_of_hearts
from tests.preview.table.running import RunningTable

pytestmark = pytest.mark.extended
NAMES = ("Ana", "Bia", "Cal", "Dov")
CLICK = """share => {
  const view = document.querySelector(".play-view");
  const choices = [...document.querySelectorAll("button.choice")];
  if (!view || "busy" in view.dataset || !choices.length) return false;
  choices[Math.floor(share * choices.length)].click();
  return true;
}"""
"""Clicks on a choice if it is the turn of the page; returns whether it was."""
FITS = """() => {
  const table = document.querySelector(".table-side");
  const isOutside = [...document.querySelectorAll(".piece img")].some((one) => one.getBoundingClientRect().bottom > innerHeight);
  return table.scrollHeight <= table.clientHeight + 1 && table.scrollWidth <= table.clientWidth + 1 && !isOutside;
}"""
"""Returns whether the whole table is seen without scrolling."""
IN_VIEW = """shown => {
  const box = document.querySelector(shown)?.getBoundingClientRect();
  return box && box.top < innerHeight && box.width > 40 && box.height > 40;
}"""
"""Returns whether an element begins on the screen, and a thumb can hit it."""
WHOLE = 4000
"""Clicks, more than the longest game takes."""

LATE_SIZES = """
const Real = ResizeObserver, late = [];
let reads = 0, isLate = false;
window.ResizeObserver = class extends Real {
  constructor(tell) { super((...sizes) => isLate ? late.push(() => tell(...sizes)) : tell(...sizes)); }
};
window.tellSizes = (now) => { isLate = !now; for (const tell of late.splice(0)) tell(); };
const { get } = Object.getOwnPropertyDescriptor(Element.prototype, "clientHeight");
Object.defineProperty(Element.prototype, "clientHeight", { get() {
  if (!reads++) setTimeout(() => (reads = 0));
  if (reads > 5000) throw new Error("the page measures itself without end");
  return get.call(this);
} });
"""
"""Lets a page learn of a new size when the test says so; stops it if it measures itself again and again without a pause."""


@pytest.fixture
def host(tmp_path) -> Iterator[Any]:
    """Starts tables."""
    started: list[RunningTable] = []

    def start(*decks: Any) -> RunningTable:
        table = RunningTable(decks, tmp_path)
        started.append(table)
        table.start()
        return table

    yield start
    for table in started:
        table.stop()


@pytest.fixture
def people(browser) -> Iterator[Any]:
    """Opens the pages of people, who must not see an error."""
    contexts: list[Any] = []
    errors: list[str] = []

    def come(link: str, seats: int, watching: int = 0, script: str = "", **settings: Any) -> list[Any]:
        pages = []
        for number in range(seats + watching):
            contexts.append(
                browser.new_context(locale="en-US", **({"viewport": {"width": 1440, "height": 900}} | settings))
            )
            page = contexts[-1].new_page()
            page.set_default_timeout(300_000)  # on a busy computer a table takes minutes to begin
            page.on("pageerror", lambda error: errors.append(str(error)))
            if script:
                page.add_init_script(script)
            page.goto(link)
            page.get_by_label("Your name").fill(NAMES[number])
            page.get_by_role("button", name="Go to the table").click()
            if number < seats:
                seat = page.locator(f'[data-seat="{number}"]').get_by_role("button", name="Take this seat")
                seat.or_(page.get_by_role("button", name="Take one more seat")).click()
            pages.append(page)
        pages[0].get_by_role("button", name="Begin the game").click()
        for page in pages:
            page.locator(".play-view").wait_for()
        return pages

    yield come
    for context in contexts:
        context.close()
    assert errors == []


def played(pages: list[Any], most: int) -> bool:
    """Let people click on random choices; return whether the game is over for all of them before so many clicks."""
    rng, clicks = Random(5), 0
    while clicks < most:
        if any(page.evaluate(CLICK, rng.random()) for page in pages):
            clicks += 1
        else:
            pages[0].wait_for_function(
                "() => !document.querySelector('.play-view[data-busy]') || document.querySelector('button.choice')"
            )
            if all(page.get_by_role("heading", name="The game is over").count() for page in pages):
                return True
    return False


@pytest.mark.parametrize(
    ("decks", "seats", "clicks"),
    [((SAMURAI, ELVES), 2, 20), ((WEIR,), 2, 20), ((), 3, WHOLE)],  # clicks of long games: every night, all
)
def test_four_people_play_a_game(host, people, decks, seats, clicks, tmp_path):
    pages = people(host(*(decks or [one_hand_of_hearts(tmp_path)])).link, seats, 4 - seats)
    pages[0].wait_for_function(FITS, timeout=60_000)  # boards are placed when the size of the table is known
    if not played(pages, most := amount(clicks, nightly=WHOLE)):
        assert most < WHOLE, "the game has no end"
        newest = max(int(page.locator(".play-view").get_attribute("data-move")) for page in pages)
        for page in pages:  # learn of what one of them has seen
            page.wait_for_function("move => document.querySelector('.play-view').dataset.move >= move", arg=newest)
        return
    assert len({page.locator(".play-view").get_attribute("data-move") for page in pages}) == 1
    assert all(page.locator(".question").inner_text() for page in pages)
    expect(pages[0].get_by_role("button", name="Play again")).to_be_focused()
    pages[0].keyboard.press("Enter")
    expect(pages[-1].get_by_role("heading", name="The game is over")).to_have_count(0)


def test_a_phone_shows_the_table_the_hand_and_the_choices(host, people):
    [page] = people(host(SAMURAI, ELVES).link, 1, viewport={"width": 390, "height": 844}, has_touch=True)
    page.locator("button.choice").first.wait_for()
    for number in range(10):
        page.wait_for_function(IS_TURN)
        last, move = page.locator("button.choice").last, page.locator(".play-view").get_attribute("data-move")
        (last.click if number % 2 else last.tap)()  # also where the list has to scroll
        expect(page.locator(".play-view")).not_to_have_attribute("data-move", move or "")
    page.wait_for_function(IS_TURN)
    page.locator(".own-rows .piece img").first.wait_for()
    for shown in (".table-side .board", ".own-rows .piece", "button.choice"):
        page.wait_for_function(IN_VIEW, arg=shown)
    page.wait_for_function("document.documentElement.scrollWidth <= innerWidth")
    assert min(page.locator("button.choice").evaluate_all("all => all.map((one) => one.offsetHeight)")) >= 44


def test_a_finger_selects_before_it_decides(host, people):
    [page] = people(host(SAMURAI, ELVES).link, 1, viewport={"width": 390, "height": 844}, has_touch=True)
    page.wait_for_function(IS_TURN)
    move, piles = page.locator(".play-view").get_attribute("data-move"), page.locator("button.piece[data-place*=draw]")
    for number in (1, 0):
        piles.nth(number).tap()
        expect(piles.nth(number)).to_have_attribute("aria-pressed", "true")
        expect(page.locator("button.choice")).to_have_count(1)
    expect(page.locator(".play-view")).to_have_attribute("data-move", move or "")
    piles.nth(0).tap()
    expect(page.locator(".play-view")).not_to_have_attribute("data-move", move or "")


def test_a_table_is_drawn_on_before_it_knows_that_its_window_was_narrowed(host, people):
    [page] = people(host(SAMURAI, ELVES).link, 1, script=LATE_SIZES)
    page.wait_for_function(IS_TURN)
    page.locator(".board .piece img").first.wait_for()
    page.evaluate("tellSizes(false)")
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("button.choice").first.dispatch_event("pointerenter", {"pointerType": "mouse"})
    page.locator(".piece.hinted").first.wait_for()
    page.evaluate("tellSizes(true)")
    page.wait_for_function("document.querySelector('.board').clientWidth <= innerWidth")


def test_a_card_under_the_pointer_is_shown_large_as_long_as_it_lies_there(host, people, tmp_path):
    [page] = people(host(one_hand_of_hearts(tmp_path)).link, 1)
    page.wait_for_function(IS_TURN)
    page.locator(".own-rows .piece.lit").first.dispatch_event("pointerenter", {"pointerType": "mouse"})
    page.locator(".looked-at").wait_for()
    page.locator("button.choice").first.click()
    expect(page.locator(".looked-at")).to_have_count(0)


def test_pieces_are_asked_for_again_that_the_server_could_not_draw(host, people):
    [page] = people(host(SAMURAI, ELVES).link, 1)
    page.wait_for_function(IS_TURN)
    page.route("**/faces*", lambda route: route.fulfill(status=503, body="ended"))
    with page.expect_response(lambda answer: answer.status == 503):
        page.reload()
    page.unroute("**/faces*")
    page.locator(".piece img").first.wait_for()


def test_a_sign_is_explained_where_a_finger_taps_it(host, people):
    [page] = people(host(SAMURAI, ELVES).link, 1, viewport={"width": 390, "height": 844}, has_touch=True)
    sign = page.locator('.note-on[title*="initiative"], .note-on[title*="power"]').first
    rng = Random(5)
    page.wait_for_function(IS_TURN)
    while not sign.count():
        page.evaluate(CLICK, rng.random())
        page.wait_for_function(IS_TURN)
    said = sign.get_attribute("title")
    sign.tap()
    expect(page.get_by_role("dialog")).to_contain_text(said or "")


def test_who_waits_reads_what_for(host, people):
    one, two = people(host(SAMURAI, ELVES).link, 2)
    expect(one.locator(".question")).to_contain_text("Draw (5 to go)")
    expect(two.locator(".question")).to_have_text("Samurai chooses from which pile to draw (5 to go).")


def test_a_whole_decision_is_made_with_the_keyboard_and_a_seat_is_kept(host, people):
    [page] = people(host(SAMURAI, ELVES).link, 1)
    page.locator("button.choice").first.focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("button.choice").nth(1)).to_be_focused()
    move = page.locator(".play-view").get_attribute("data-move")
    page.keyboard.press("Enter")
    expect(page.locator(".play-view")).not_to_have_attribute("data-move", move or "")
    expect(page.get_by_role("log")).to_contain_text("Samurai (Ana)")  # the verb is in the number of the army
    page.reload()
    page.locator("button.choice").first.wait_for()
    page.keyboard.press("u")
    expect(page.locator(".play-view")).to_have_attribute("data-move", move or "")


def test_the_focus_goes_on_from_the_button_that_begins_the_game_but_not_from_a_field(host, people, browser):
    table = host(SAMURAI, ELVES)
    typing = browser.new_context(locale="en-US").new_page()
    typing.goto(table.link)
    typing.get_by_label("Your name").fill("Eve")
    typing.keyboard.press("Enter")
    typing.get_by_role("button", name="Menu").click()
    name = typing.get_by_label("Your name")
    name.fill("Eva")
    one, two = people(table.link, 2)
    expect(one.locator("button.choice").first).to_be_focused()
    expect(two.locator(".question")).to_be_focused()
    typing.locator(".play-view").wait_for(state="attached")
    expect(name).to_be_focused()
    expect(name).to_have_value("Eva")
    typing.context.close()


@pytest.mark.skipif(not AXE.exists(), reason="axe is not installed: npm ci in cardgen/preview/web")
def test_axe_finds_no_fault_in_both_themes(host, people, browser):
    table = host(HEARTS)
    guest = browser.new_context(bypass_csp=True).new_page()
    guest.goto(table.link)
    guest.get_by_label("Your name").wait_for()
    found = {f"the name, {theme}": seen(guest, theme) for theme in THEMES}
    guest.get_by_label("Your name").fill("Eve")
    guest.get_by_role("button", name="Go to the table").click()
    guest.get_by_role("button", name="Begin the game").wait_for()
    found |= {f"the seats, {theme}": seen(guest, theme) for theme in THEMES}
    [page] = people(table.link, 1, bypass_csp=True)
    page.locator("button.choice").first.wait_for()
    found |= {f"a game, {theme}": seen(page, theme) for theme in THEMES}
    for dialog in ("Rules", "Seats", "Invite", "Menu"):
        page.get_by_role("button", name=dialog, exact=True).click()
        page.locator("dialog .rules-text" if dialog == "Rules" else "dialog").wait_for()
        found |= {f"{dialog}, {theme}": seen(page, theme) for theme in THEMES}
        page.keyboard.press("Escape")
    guest.context.close()
    assert told(found) == ""


def seen(page: Any, theme: str) -> list[str]:
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    return faults(page, theme)


def spoken(page) -> tuple[list[tuple[str, str]], tuple[str, str] | None]:
    """Return role and name of the choices as a screen reader finds them, and of what has the focus."""
    session = page.context.new_cdp_session(page)
    nodes = {node["nodeId"]: node for node in session.send("Accessibility.getFullAXTree")["nodes"]}
    session.detach()

    def words(node: Any) -> tuple[str, str]:
        return tuple(str(node.get(key, {}).get("value", "")) for key in ("role", "name"))  # type: ignore[return-value]

    def within(node: Any) -> Iterator[Any]:
        yield node
        for child in node.get("childIds", ()):
            if child in nodes:
                yield from within(nodes[child])

    choices = [
        words(inner) for node in nodes.values() if words(node) == ("region", "Choices") for inner in within(node)
    ]
    focus = [
        words(node)
        for node in nodes.values()
        if any(one["name"] == "focused" and one["value"]["value"] for one in node.get("properties", ()))
    ]
    buttons = [one for one in choices if one[0] == "button" and one[1]]
    return buttons, next((one for one in focus if one[0] != "RootWebArea"), None)


READY = """() => document.querySelector(".decision h2")?.textContent === "The game is over"
  || (!document.querySelector(".play-view[data-busy]") && document.querySelector(".choice small:not(:empty)"))"""
"""Returns whether the page decides and knows what one of its choices changes, or the game is over."""


def test_a_game_is_played_by_keyboard_and_by_what_a_screen_reader_says(host, people):
    [page] = people(host(ROOT / "examples/kuhn-poker/kuhn-poker.yaml").link, 1)
    over = page.get_by_role("heading", name="The game is over")
    for _ in range(5):
        page.wait_for_function(READY)
        if over.count():
            break
        choices, focus = spoken(page)
        assert focus in choices, "the focus comes to the choices"
        assert {name.partition(" ")[0] for _, name in choices} == {"Pass", "Bet"}
        assert any(" " in name for _, name in choices), "a choice says what it changes"
        page.keyboard.press("Enter")
    told = page.get_by_role("log").inner_text().splitlines()
    acts = [line for line in told if line.startswith(("Ana ", "Player 2 "))]
    assert len(acts) == int(page.locator(".play-view").get_attribute("data-move")), "each move is said once"
    expect(page.locator("[role=status] > .question")).to_contain_text("Winner: ")
    page.set_viewport_size({"width": 720, "height": 450})
    page.wait_for_function("document.querySelector('.decision').clientWidth < 300")
    assert over.evaluate("(one) => one.scrollWidth <= one.clientWidth"), "the heading is cut beside the buttons"
