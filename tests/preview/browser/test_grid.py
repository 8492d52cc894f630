"""The table of cards, as its user meets it in Chromium: each gesture is a smallest edit of the file, and one step of undo."""

import csv
import io
import re
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook

from tests.preview.browser.pages import expect

pytestmark = pytest.mark.extended


@pytest.fixture
def grid(page) -> Any:
    """The page with the deck file as a table."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.keyboard.press("e")
    expect(page.locator(".cm-content")).to_contain_text("Lantern Fish")
    page.get_by_role("button", name="Table", exact=True).click()
    expect(page.locator(".grid-cell").first).to_have_text("fish")
    return page


def number_of(page: Any, column: str) -> int:
    """Return the number of a column by its title, when it is shown."""
    expect(page.locator(".grid-heading button", has_text=column).first).to_be_visible()
    titles = page.locator(".grid-heading button").all_inner_texts()
    return [title.split(" ")[0] for title in titles].index(column)


def cell(page: Any, column: str, row: int) -> Any:
    """Return a cell by the title of its column and its row, from 1, as they are shown."""
    return page.locator(f'.grid-cell[data-row="{row - 1}"][data-column="{number_of(page, column)}"]')


def expect_shown(page: Any, column: str, *texts: str) -> None:
    """Wait until a column shows some texts, as far as its rows are in view."""
    expect(page.locator(f'.grid-cell[data-column="{number_of(page, column)}"]')).to_have_text([*texts])


def wait_for_text(running: Any, file: Path, text: str) -> None:
    """Wait until a file is saved with a text."""
    running.wait_until(lambda: file.read_text("utf-8") == text, lambda: file.read_text("utf-8"))


def paste(page: Any, text: str) -> None:
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    page.keyboard.press("Control+v")


def test_what_is_typed_is_one_edit_and_seen_on_the_card(grid, running):
    before = running.deck.read_text("utf-8")
    cell(grid, "name.en", 2).click()
    grid.keyboard.type("High Tide")
    grid.keyboard.press("Tab")
    expect(cell(grid, "name.pt", 2)).to_have_class(re.compile("active"))
    running.wait_for("High Tide")
    assert running.deck.read_text("utf-8") == before.replace("Low Tide", "High Tide")
    expect(grid.locator('[data-face="cards/tide"] .name')).to_have_text("High Tide")
    expect(grid.locator('[data-face="cards/tide"]')).to_have_attribute("aria-current", "true")
    grid.keyboard.press("F2")
    grid.keyboard.press("End")
    grid.keyboard.type("!")
    grid.keyboard.press("Escape")
    expect(cell(grid, "name.pt", 2)).to_have_text("Maré baixa")
    grid.keyboard.press("Control+z")
    running.wait_for("Low Tide")
    assert running.deck.read_text("utf-8") == before


def test_what_is_typed_stays_with_its_card_when_another_program_adds_one(grid, running):
    cell(grid, "name.en", 2).click()
    grid.keyboard.type("High Tide")
    eel = "  - {id: eel, name: {en: Eel, pt: Enguia}, text: {en: Wait., pt: Espere.}}\n"
    running.edit("cards:\n", f"cards:\n{eel}")
    expect_shown(grid, "name.en", "Eel", "Lantern Fish", "Low Tide", "Hermit Crab")
    expect(cell(grid, "name.en", 3)).to_have_class(re.compile("active"))
    grid.keyboard.press("Enter")
    expect_shown(grid, "name.en", "Eel", "Lantern Fish", "High Tide", "Hermit Crab")
    running.wait_for("id: tide, name: {en: High Tide")


def test_a_block_is_pasted_filled_down_and_undone_to_the_first_bytes(grid, running):
    before = running.deck.read_text("utf-8")
    cell(grid, "name.en", 3).click()
    paste(grid, 'Sand Crab\tSiri\tHide\r\n"Sea ""Star"""\tEstrela\t"Two\nlines"\r\nEel\tEnguia\t\r\n')
    running.wait_for("Enguia")
    expect(grid.locator(".face .name", has_text="Eel")).to_be_visible()
    expect(cell(grid, "name.en", 4)).to_have_text('Sea "Star"')
    expect(cell(grid, "text.en", 4)).to_have_text("Two\nlines")
    pasted = running.deck.read_text("utf-8")
    assert pasted.startswith(before[: before.index("Hermit Crab")]) and pasted.count("\n") == before.count("\n") + 2

    cell(grid, "copies", 1).click()
    for _ in range(4):
        grid.keyboard.press("Shift+ArrowDown")
    grid.keyboard.press("Control+d")
    running.wait_for("pt: Enguia}, copies: 3}")
    expect_shown(grid, "copies", "3", "3", "3", "3", "3")
    cell(grid, "text.pt", 1).click()
    cell(grid, "text.pt", 3).click(modifiers=["Control"])
    grid.keyboard.press("Delete")
    expect(cell(grid, "text.pt", 3)).to_have_text("")
    expect(cell(grid, "text.pt", 2)).to_have_text("Revele a mão.")

    cell(grid, "name.en", 3).click()
    cell(grid, "name.pt", 4).click(modifiers=["Shift"])
    grid.keyboard.press("Control+c")
    assert grid.evaluate("navigator.clipboard.readText()") == 'Sand Crab\tSiri\n"Sea ""Star"""\tEstrela'
    for _ in range(3):
        grid.keyboard.press("Control+z")
    expect(grid.locator(".grid-status")).to_have_text("3 cards, 2 selected")
    wait_for_text(running, running.deck, before)


def test_cards_come_are_repeated_and_go(grid, running):
    before = running.deck.read_text("utf-8")
    cell(grid, "id", 1).click()
    grid.keyboard.press("Control+Enter")
    grid.keyboard.type("Eel")  # at once: the letters wait for the row
    grid.keyboard.press("Enter")
    running.wait_for("- {id: card-4, name: {en: Eel}}\n  - {id: tide")
    cell(grid, "id", 1).click()
    grid.get_by_role("button", name="Duplicate").click()
    running.wait_for("id: fish-2")
    expect_shown(grid, "id", "fish", "fish-2", "card-4", "tide", "crab")
    grid.locator('.grid-number[data-row="1"]').click()
    grid.locator('.grid-number[data-row="2"]').click(modifiers=["Shift"])
    grid.get_by_role("button", name="Remove").click()
    expect(grid.locator(".grid-status")).to_have_text("3 cards")
    wait_for_text(running, running.deck, before)


def test_sorting_and_filtering_leave_the_file_alone(grid, running):
    before = running.deck.read_text("utf-8")
    grid.get_by_role("button", name="name.en").click()
    expect(cell(grid, "name.en", 1)).to_have_text("Hermit Crab")
    grid.get_by_role("button", name="Filter", exact=True).click()
    grid.get_by_label("Filter name.en").fill("ti")
    expect_shown(grid, "id", "tide")
    cell(grid, "copies", 1).click()
    grid.keyboard.type("5")
    grid.keyboard.press("Enter")
    running.wait_for("copies: 5")
    assert running.deck.read_text("utf-8") == before.replace("copies: 2", "copies: 5")


def test_faults_are_marked_at_their_cells_and_lead_there(grid, running):
    cell(grid, "copies", 2).click()
    grid.keyboard.type("many")
    grid.keyboard.press("Enter")
    expect(cell(grid, "copies", 2)).to_have_class(re.compile("error"))
    cell(grid, "id", 1).click()
    grid.locator(".problem .place").first.click()
    expect(cell(grid, "copies", 2)).to_have_class(re.compile("active error"))
    expect(grid.locator(".grid-status")).to_contain_text("expected a whole number")
    grid.locator('[data-face="cards/crab"]').click()
    expect(cell(grid, "id", 3)).to_have_class(re.compile("active"))


def test_a_column_is_new_and_wider_for_as_long_as_one_likes(grid, running):
    grid.get_by_role("button", name="New column").click()
    grid.get_by_label("Name", exact=True).fill("icon")
    grid.get_by_role("button", name="Add the column").click()
    cell(grid, "icon", 1).click()
    grid.keyboard.type("ancho")
    grid.get_by_role("option", name="anchor").click()
    running.wait_for("copies: 3, icon: anchor}")
    expect(cell(grid, "icon", 1).locator("img")).to_be_visible()
    edge = grid.get_by_label("Width of name.en")
    edge.focus()
    edge.press("ArrowRight")
    width = edge.get_attribute("aria-valuenow")
    grid.reload()
    grid.get_by_role("button", name="Edit", exact=True).wait_for()
    expect(grid.get_by_label("Width of name.en")).to_have_attribute("aria-valuenow", width)


def test_a_table_of_text_keeps_what_is_not_edited(page, running):
    table = running.deck.with_name("more.csv")
    table.write_text('name;text;copies\n"Sea ""Star""";Hold;2\nUrchin;Prick;1\n', "utf-8")
    running.edit("cards:\n", "cards:\n  - more.csv\n")
    expect(page.locator(".face")).to_have_count(5)
    page.keyboard.press("e")
    page.get_by_label("File", exact=True).select_option("more.csv")
    expect(cell(page, "name", 1)).to_have_text('Sea "Star"')
    cell(page, "name", 1).dblclick()
    page.keyboard.press("Control+a")
    page.keyboard.type("Sea; Star")
    page.keyboard.press("Enter")
    expect(page.locator(".face .name", has_text="Sea; Star")).to_have_count(1)
    assert table.read_text("utf-8") == 'name;text;copies\n"Sea; Star";Hold;2\nUrchin;Prick;1\n'
    cell(page, "copies", 2).click()
    page.keyboard.type("many")
    page.keyboard.press("Enter")
    expect(cell(page, "copies", 2)).to_have_class(re.compile("error"))
    page.keyboard.press("Control+z")
    expect(page.locator(".grid-cell.error")).to_have_count(0)
    page.get_by_role("button", name="New column").click()
    page.get_by_label("Name", exact=True).fill("flavor")
    page.get_by_role("button", name="Add the column").click()
    cell(page, "flavor", 2).click()
    page.keyboard.type("Ouch")
    page.keyboard.press("Enter")
    wait_for_text(running, table, 'name;text;copies;flavor\n"Sea; Star";Hold;2\nUrchin;Prick;1;Ouch\n')


def test_a_table_is_pasted_by_headings_that_name_columns_of_the_list_and_undone_in_one_step(page, running):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    first = "Name,Keywords,Strength,Diet\nWolf,Pack,3,Meat\nElk,Herd,4,Grass\n"
    cards = running.with_table(first)
    page.keyboard.press("e")
    page.get_by_label("File", exact=True).select_option("cards.csv")
    cell(page, "Name", 2).click()
    paste(
        page,
        "diet\tSTRENGTH\tHabitat\tName\tColour\tKeywords\nFish\t2\tRiver\tOtter\tBrown\tSly\nAll\t5\tWood\tBoar\t\tBig\n",
    )
    rows = "Otter,Sly,2,Fish,River,Brown\nBoar,Big,5,All,Wood,\n"
    pasted = first.replace("Elk,Herd,4,Grass\n", rows).replace("Diet", "Diet,Habitat,Colour")
    wait_for_text(running, cards, pasted)
    page.keyboard.press("Control+z")
    wait_for_text(running, cards, first)
    page.keyboard.press("Control+y")
    wait_for_text(running, cards, pasted)
    page.keyboard.press("Control+z")
    wait_for_text(running, cards, first)

    (game := running.deck.with_name("game.yaml")).write_text(CLOSED, "utf-8")
    running.edit("game: cards\n", "game: herd\n", "cards: cards.csv", "cards: [{name: Wolf, diet: Meat}, {name: Elk}]")
    page.get_by_label("File", exact=True).select_option("pool.yaml")
    page.get_by_role("button", name="Table", exact=True).click()
    listed = running.deck.read_text("utf-8")
    cell(page, "name", 1).click()
    paste(page, "Diet\tName\tHabitat\nFish\tOtter\tRiver\nAll\tBoar\tWood\n")
    wait_for_text(running, running.deck, listed.replace(
        "{name: Wolf, diet: Meat}, {name: Elk}", "{name: Otter, diet: Fish, habitat: River}, {name: Boar, diet: All, habitat: Wood}"
    ))  # fmt: skip
    running.wait_for("habitat:", game)
    page.keyboard.press("Control+z")
    wait_for_text(running, running.deck, listed)
    wait_for_text(running, game, CLOSED)


def test_cells_and_cards_of_a_workbook_are_written_and_undone_to_the_first_bytes(page, running):
    book = Workbook()
    for row in (["name", "copies"], ["Ferry", 2], ["Barge", 1]):
        book.active.append(row)
    book.save(path := running.deck.with_name("boats.xlsx"))
    first = path.read_bytes()

    def wait_for_rows(*wanted: list[Any]) -> None:
        def rows() -> list[list[Any]]:
            return [[one.value for one in row] for row in load_workbook(path).active.rows]

        running.wait_until(lambda: rows()[1:] == [*wanted], rows)

    page.keyboard.press("e")
    page.get_by_label("File", exact=True).select_option("boats.xlsx")
    cell(page, "copies", 1).click()
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    wait_for_rows(["Ferry", 5], ["Barge", 1])
    page.keyboard.press("Control+Enter")
    wait_for_rows(["Ferry", 5], ["Barge", 1], ["New card", None])
    cell(page, "name", 1).click()
    page.get_by_role("button", name="Remove", exact=True).click()
    wait_for_rows(["Barge", 1], ["New card", None])
    cell(page, "copies", 1).click()
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    wait_for_rows(["Barge", 3], ["New card", None])
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    paste(page, "Copies\tName\tCrew\n4\tRaft\t2\n")
    wait_for_rows(["Barge", 3, None], ["Raft", 4, 2])
    for _ in range(5):
        page.keyboard.press("Control+z")
    running.wait_until(lambda: path.read_bytes() == first, path.read_bytes)


def test_two_thousand_rows_of_a_table_are_scrolled_and_edited(page, running):
    rows = [["name", "cost", "text"], *([f"Card {at}", str(at % 9), "Draw a card; " * (at % 7)] for at in range(2000))]
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    listed = running.deck.with_name("many.csv")
    listed.write_text(text.getvalue(), "utf-8")
    page.keyboard.press("e")
    page.get_by_label("File", exact=True).select_option("many.csv")
    expect(cell(page, "name", 1)).to_have_text("Card 0")
    assert page.locator(".grid-rows .grid-row").count() < 80
    cell(page, "name", 1).click()
    page.keyboard.press("Control+End")
    expect(page.locator(".grid-cell.active")).to_be_in_viewport()
    page.keyboard.press("Home")
    page.keyboard.type("The last one")
    page.keyboard.press("Enter")
    page.keyboard.press("Control+Enter")
    page.keyboard.type("One more")
    page.keyboard.press("Enter")
    expect(page.locator(".grid-status")).to_have_text("2001 cards")
    wait_for_text(running, listed, text.getvalue().replace("\nCard 1999,", "\nThe last one,") + "One more,,\n")
    for _ in range(3):
        page.keyboard.press("Control+z")
    expect(page.locator(".grid-status")).to_have_text("2000 cards")
    page.keyboard.press("Control+Home")
    expect(page.locator(".grid-cell.active")).to_have_text("Card 0")
    wait_for_text(running, listed, text.getvalue())


CLOSED = "{id: herd, name: Herd, languages: [en, pt], kinds: {cards: {fields: {name: text, diet: {type: text, optional: yes}}}}}\n"
GAME = "id: pool\nname: Pool\nextends: cards\nlanguages: [en, pt]\nkinds: {cards: {fields: {cost: integer}}}\n"


def test_what_a_new_card_lacks_is_to_be_filled_in_and_no_error(page, running):
    cards = running.with_table("name,cost\n" + "".join(f"Fish {number},2\n" for number in range(40)))
    running.deck.with_name("game.yaml").write_text(GAME, "utf-8")
    running.edit("game: cards\n", "game: pool\n")
    expect(page.locator('[data-face="cards/fish-1"]')).to_be_visible()
    page.keyboard.press("e")
    page.get_by_label("File", exact=True).select_option("cards.csv")
    expect(cell(page, "name", 1)).to_have_text("Fish 0")
    page.locator(".grid-scroll").evaluate("one => one.scrollTop = 1e6")
    cell(page, "name", 40).click()
    page.get_by_role("button", name="New card").click()
    expect(cell(page, "cost", 41)).to_be_in_viewport()
    expect(cell(page, "cost", 41)).to_have_class(re.compile("unfilled"))
    expect(page.locator("button.status")).to_have_text("1 value to fill in")
    expect(page.locator(".problems")).to_have_count(0)
    cell(page, "cost", 41).click()
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    running.wait_for("Fish 39,2\nNew card,7\n", cards)
    expect(page.locator("button.status")).to_have_class("status good")
