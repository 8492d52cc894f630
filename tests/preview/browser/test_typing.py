"""Typing on a card in the ordinary view, in a browser: where it was double-clicked, the words are written where the deck states them."""

import re

import pytest
from openpyxl import Workbook, load_workbook

from tests.preview.browser.pages import FISH, drag_focus, expect, key_of, wait_for_notice

pytestmark = pytest.mark.extended
LARGE = ".large .typing-layer"


def spot(page, name: str):
    return page.locator(f'{LARGE} [data-field="{name}"]')


def test_a_double_click_on_the_name_of_a_card_in_the_overview_types_on_it(page, running):
    place = page.locator(f"{FISH} .picture").bounding_box()
    page.mouse.dblclick(place["x"] + place["width"] / 2, place["y"] + 32)
    typed = page.get_by_role("textbox", name="name")
    expect(typed).to_have_value("Lantern Fish")
    expect(typed).to_be_focused()
    before = page.locator(".large .picture img").first.get_attribute("data-key")
    typed.fill("Angler")
    typed.press("Enter")
    running.wait_for("name: {en: Angler, pt: Peixe-lanterna}")
    expect(page.locator(".large .picture img").first).not_to_have_attribute("data-key", before)
    expect(spot(page, "name")).to_be_focused()
    page.keyboard.press("u")  # undoes, as everywhere
    running.wait_for("name: {en: Lantern Fish, pt: Peixe-lanterna}")


def test_a_card_is_typed_on_by_the_keyboard_alone(page, running):
    page.locator(FISH).press("Enter")
    spot(page, "text").wait_for()
    for _ in range(20):
        if page.evaluate("document.activeElement.dataset.field") == "text":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    typed = page.get_by_role("textbox", name="text")
    expect(typed).to_be_focused()
    typed.press("Control+a")
    typed.press("Control+i")
    expect(typed.locator("i")).to_have_text("Draw a card.")
    typed.press("ArrowRight")
    typed.press_sequentially(" /sta")
    page.keyboard.press("Enter")  # takes the icon
    typed.press("Shift+Enter")
    typed.press("Control+b")
    typed.press_sequentially("Stop")
    page.keyboard.press("Enter")
    running.wait_for('text: {en: "*Draw a card.* {star}\\n**Stop**", pt: Compre uma carta.}')
    spot(page, "text").dblclick()
    expect(typed.locator("b")).to_have_text("Stop")  # as letters, not as marks
    expect(typed).to_have_text("Draw a card. Stop")
    page.keyboard.press("Escape")  # ends the typing, and the next one the card
    expect(typed).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(".large")).to_have_count(0)


def test_the_bar_writes_the_titles_and_the_card_size_of_the_deck(page, running):
    before = running.deck.read_text("utf-8")
    page.get_by_role("button", name="Deck", exact=True).click()
    typed = {
        "Title, Português": "Maré",
        "Title, English": "Low: Water",
        "Card size: a name, or mm": "40x53",
        "Subtitle": "By night",
    }
    expect(page.get_by_label("Title, Português")).to_have_value("Poça de maré")
    for label, words in typed.items():
        page.get_by_label(label, exact=True).fill(words)
        page.keyboard.press("Tab")
    after = before.replace(f"{{en: {running.title}, pt: Poça de maré}}", '{en: "Low: Water", pt: Maré}')
    running.wait_for(after.replace("title:", 'size: "40x53"\nsubtitle: By night\ntitle:', 1))
    expect(page.locator("h1")).to_have_text("Low: Water")
    for label, words in typed.items():
        expect(page.get_by_label(label, exact=True)).to_have_value(words)
    page.keyboard.press("Escape")
    for _ in typed:
        page.keyboard.press("u")
    running.wait_until(lambda: running.deck.read_text("utf-8") == before, lambda: running.deck.read_text("utf-8"))


def test_a_long_press_types_on_a_phone(running, browser):
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.goto(running.address)
    page.locator(FISH).tap()
    place = spot(page, "name").bounding_box()
    touch = context.new_cdp_session(page)
    point = {"x": place["x"] + place["width"] / 2, "y": place["y"] + place["height"] / 2}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    typed = page.get_by_role("textbox", name="name")
    expect(typed).to_have_value("Lantern Fish")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    typed.fill("Angler")
    typed.press("Enter")
    running.wait_for("name: {en: Angler, pt: Peixe-lanterna}")
    context.close()


def wait_for_row(running, path, values: list[object]) -> None:
    """Wait until the second row of a workbook holds some values."""
    running.wait_until(lambda: [cell.value for cell in load_workbook(path).active[2]] == values, path.read_bytes)


def test_a_card_of_a_workbook_is_typed_on_and_undone_to_the_first_bytes(page, running):
    book = Workbook()
    for row in (["name", "cost", "text"], ["Ferry", 2, '=B2&" seats"']):
        book.active.append(row)
    path = running.deck.with_name("boats.xlsx")
    book.save(path)
    first = path.read_bytes()
    text = running.deck.read_text("utf-8")
    running.deck.write_text(text[: text.index("cards:\n")] + "cards: boats.xlsx\n", "utf-8")
    face = page.locator('[data-face="cards/ferry"]')
    expect(face).to_be_visible()
    face.press("Enter")
    spot(page, "cost").dblclick()
    typed = page.get_by_role("spinbutton", name="cost")
    typed.press("ArrowUp")
    typed.press("ArrowUp")
    typed.press("Enter")
    wait_for_row(running, path, ["Ferry", 4, '=B2&" seats"'])
    wait_for_notice(page, "Formulas in boats.xlsx keep their values")
    for _ in range(2):
        page.keyboard.press("u")
    running.wait_until(lambda: path.read_bytes() == first, lambda: "the first bytes did not come back")


GAME = """\
id: pool
name: Pool
languages: [en, pt]
kinds:
  cards: {face: own.svg.j2, fields: {text: rich}}
"""
TEMPLATE = """\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:card="urn:cardgen" viewBox="0 0 {{ width }} {{ height }}">
  <card:text x="5" y="5" width="{{ width - 10 }}" height="9" style="name" fit="line">{{ card.name }}</card:text>
  <card:text x="5" y="20" width="{{ width - 10 }}" height="40" style="body">{{ card.text | rich }}</card:text>
</svg>
"""


def test_a_face_of_a_template_offers_its_fields(page, running):
    before = key_of(page)
    running.deck.with_name("own.svg.j2").write_text(TEMPLATE, "utf-8")
    running.deck.with_name("game.yaml").write_text(GAME, "utf-8")
    running.edit("game: cards\n", "game: pool\n")
    expect(page.locator(f"{FISH} img").first).not_to_have_attribute("data-key", before)
    page.locator(FISH).press("Enter")
    whole = page.get_by_role("button", name="Type on this card")
    whole.dblclick()
    page.get_by_role("group", name="What to type").get_by_role("button", name="name", exact=True).click()
    typed = page.get_by_role("textbox", name="name")
    expect(typed).to_have_value(re.compile("Lantern Fish"))
    typed.fill("Angler")
    typed.press("Enter")
    running.wait_for("name: {en: Angler, pt: Peixe-lanterna}")


PICTURE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 30"><rect width="90" height="30" fill="#357"/>
<circle cx="75" cy="15" r="12" fill="#fd5"/></svg>"""
DROP = """([target, names, text]) => {
    const data = new DataTransfer();
    for (const name of names) data.items.add(new File([text], name, { type: "image/svg+xml" }));
    const place = target.getBoundingClientRect();
    const at = { clientX: place.x + place.width / 2, clientY: place.y + place.height / 2 };
    for (const type of ["dragover", "drop"])
        target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data, ...at }));
}"""


def drop(page, target, name: str = "sun.svg", text: str = PICTURE) -> None:
    drop_all(page, target, [name], text)


def drop_all(page, target, names: list[str], text: str = PICTURE) -> None:
    page.evaluate(DROP, [target.element_handle(), names, text])


def test_a_picture_that_is_dropped_on_a_card_lies_beside_the_deck_and_its_point_is_dragged(page, running):
    before = key_of(page)
    drop(page, page.locator(FISH))
    running.wait_for("art: art/pool/sun.svg")
    assert (running.deck.parent / "art" / "pool" / "sun.svg").read_text("utf-8") == PICTURE
    expect(page.locator(f"{FISH} img").first).not_to_have_attribute("data-key", before)
    wait_for_notice(page, "Lantern Fish has the picture art/pool/sun.svg now")
    page.locator(FISH).press("Enter")
    spot(page, "picture").dblclick(position={"x": 12, "y": 12})
    drag_focus(page, 0.9, 0.5)
    running.wait_for("art: {file: art/pool/sun.svg, focus: 0.9 0.5}")
    drop(page, page.locator(LARGE), "moon.svg", PICTURE.replace("75", "15"))  # on the large card too
    running.wait_for("art: {file: art/pool/moon.svg, focus: 0.9 0.5}")
    drop(page, page.locator(LARGE), "notes.txt")
    wait_for_notice(page, "notes.txt is no picture", "dialog")


def test_a_picture_that_is_dropped_on_a_card_of_a_table_is_named_in_its_row(page, running):
    cards = running.with_table("name,art,art.focus,text\nLantern Fish,,,x\nLow Tide,,,y\n")
    face = page.locator('[data-face="cards/low-tide"]')
    expect(face).to_be_visible()
    drop(page, face)
    running.wait_for("Low Tide,art/pool/sun.svg,,y\n", cards)
    face.press("Enter")
    spot(page, "picture").dblclick(position={"x": 12, "y": 12})
    drag_focus(page, 0.2, 0.5)
    running.wait_for("name,art,art.focus,text\nLantern Fish,,,x\nLow Tide,art/pool/sun.svg,0.2 0.5,y\n", cards)
    spot(page, "name").dblclick()
    page.get_by_role("textbox", name="name").fill("High Tide")
    page.keyboard.press("Enter")  # the card has another id now, and stays large
    expect(page.get_by_role("heading", name="High Tide", exact=True)).to_be_visible()
    assert page.url.endswith("#/cards/cards/high-tide")


def test_pictures_that_are_dropped_together_go_where_the_cards_name_them(page, running):
    rows = "name,art,text\nLantern Fish,Big_Sun.svg,x\nLow Tide,pics/moon.svg,y\nMud Crab,,z\nEel,,z\n"
    cards = running.with_table(rows)
    page.locator(".status.warned").click()
    expect(page.locator(".problems")).to_contain_text("2 pictures are missing. Drop them all together")
    drop_all(
        page,
        page.locator('[data-face="cards/low-tide"]'),
        ["big_sun.svg", "moon.svg", "else.svg", "mud_crab.svg", "EEL.svg"],
    )
    wait_for_notice(page, "2 pictures are where the cards name them now")
    wait_for_notice(page, "1 picture is in the folder of the deck now, which no card names yet: art/pool/else.svg")
    wait_for_notice(page, "2 cards have their pictures now")
    named = rows.replace("Mud Crab,", "Mud Crab,art/pool/mud-crab.svg").replace("Eel,", "Eel,art/pool/eel.svg")
    running.wait_until(lambda: cards.read_text("utf-8") == named, lambda: cards.read_text("utf-8"))
    for name in ("Big_Sun.svg", "pics/moon.svg", "art/pool/else.svg"):
        assert (running.deck.parent / name).read_text("utf-8") == PICTURE
    expect(page.locator(".status.good")).to_be_visible()


def test_a_picture_makes_a_column_for_itself_in_a_table_without_one(page, running):
    cards = running.with_table("name,text\nLantern Fish,x\nLow Tide,y\n")
    face = page.locator('[data-face="cards/low-tide"]')
    expect(face).to_be_visible()
    drop(page, face)
    running.wait_for("name,text,art\nLantern Fish,x\nLow Tide,y,art/pool/sun.svg\n", cards)
    face.press("Enter")
    spot(page, "picture").dblclick(position={"x": 12, "y": 12})
    drag_focus(page, 0.2, 0.5)  # so does the point of it
    running.wait_for("name,text,art,art.focus\nLantern Fish,x\nLow Tide,y,art/pool/sun.svg,0.2 0.5\n", cards)
