"""The editor in the page, as its user meets it in Chromium."""

import re
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.preview.browser.pages import FISH, TIDE, expect, wait_for_notice

pytestmark = pytest.mark.extended


@pytest.fixture
def editor(page) -> Any:
    """The page with the editor open, at the deck file."""
    page.keyboard.press("e")
    expect(page.locator(".cm-content")).to_contain_text("Lantern Fish")
    return page


def go_to(page: Any, words: str) -> None:
    """Put the cursor behind some words."""
    page.locator(".cm-content").press("Control+Home")
    page.locator(".cm-content").press("Control+f")  # which gives it the focus again, if the page has just taken it
    expect(page.locator(".cm-search [name=search]")).to_be_focused()
    page.keyboard.type(words)  # which goes to the first hit
    expect(page.locator(".cm-searchMatch-selected")).to_have_text(words)
    page.keyboard.press("Escape")
    expect(page.locator(".cm-search")).to_have_count(0)
    page.keyboard.press("ArrowRight")


def test_what_is_typed_is_saved_and_seen(editor, running):
    go_to(editor, "Lantern Fish")
    editor.keyboard.type("es")
    expect(editor.locator(f"{FISH} .name")).to_have_text("Lantern Fishes")
    expect(editor.locator(".saved")).to_have_text("Saved")
    assert "Lantern Fishes" in running.deck.read_text("utf-8")


def test_a_fault_is_marked_and_mended_as_cardgen_proposes(editor, running):
    go_to(editor, "languages")
    editor.keyboard.type("s")
    expect(editor.locator(".problem .message").first).to_contain_text("unknown key 'languagess'")
    expect(editor.locator(".cm-lint-marker")).to_have_count(1)
    editor.locator(".cm-lint-marker").hover()
    expect(editor.locator(".cm-tooltip-lint")).to_contain_text("unknown key 'languagess'")
    editor.locator(".cm-lintRange").first.hover()
    editor.get_by_role("button", name="Write languages").click()
    expect(editor.locator(".problem")).to_have_count(0)
    expect(editor.locator(".cm-lint-marker")).to_have_count(0)
    running.wait_for("languages:")


@pytest.mark.parametrize("clicked", [".place", ".message"])
def test_a_broken_file_keeps_the_last_pictures_and_a_click_leads_to_the_fault(editor, running, clicked):
    go_to(editor, "cards:")
    editor.keyboard.type(" [")
    expect(editor.locator(FISH)).to_have_class(re.compile("stale"))
    expect(editor.locator(f"{FISH} img")).to_be_visible()
    editor.locator(".cm-content").press("Control+Home")
    editor.locator(f".problem {clicked}").first.click()
    expect(editor.locator(".cm-activeLine")).not_to_have_text("game: cards")
    editor.keyboard.press("Control+z")
    expect(editor.locator(FISH)).not_to_have_class(re.compile("stale"))


def test_cards_lead_to_lines_and_lines_to_cards(editor):
    editor.locator(TIDE).click()
    expect(editor.locator(".cm-activeLine")).to_contain_text("id: tide")
    expect(editor.locator(TIDE)).to_have_class(re.compile("current"))
    editor.keyboard.press("Control+End")
    expect(editor.locator('[data-face="cards/crab"]')).to_have_class(re.compile("current"))
    editor.locator(TIDE).dblclick()
    editor.get_by_role("dialog", name="Low Tide").get_by_role("button", name=re.compile(":6$")).click()
    expect(editor.locator(".cm-activeLine")).to_contain_text("id: tide")


def test_a_change_made_elsewhere_is_taken_and_can_be_undone(editor, running):
    running.edit("Low Tide", "High Tide")
    expect(editor.locator(".cm-content")).to_contain_text("High Tide")
    editor.locator(".cm-content").click()
    editor.keyboard.press("Control+z")
    expect(editor.locator(f"{TIDE} .name")).to_have_text("Low Tide")
    running.wait_for("Low Tide")


def edit_in_both(editor: Any, running: Any, *elsewhere: str) -> None:
    """Write Mine Fish in the page, and something else in the file before the page has saved it."""
    running.deck.with_name("strings.yaml").write_text("en:\n  deck_title: Rock Pool\n", "utf-8")
    held: list[Any] = []

    def hold(route: Any) -> None:  # as a server that is slow; Playwright takes no built-in function
        held.append(route)

    editor.route(re.compile(r"/files/pool\.yaml$"), hold)
    go_to(editor, "Lantern")
    with editor.expect_request(re.compile(r"/files/pool\.yaml$")):
        for _ in "Lantern":
            editor.keyboard.press("Backspace")
        editor.keyboard.type("Mine")
    running.edit(*elsewhere)
    for route in held:
        route.continue_()
    editor.unroute(re.compile(r"/files/pool\.yaml$"))


@pytest.mark.parametrize(("button", "name"), [("Keep mine", "Mine Fish"), ("Take theirs", "Theirs Fish")])
def test_of_two_changes_of_a_line_none_is_lost_until_the_user_chooses(editor, running, button, name):
    edit_in_both(editor, running, "Lantern", "Theirs", "Hermit", "Sand")
    expect(editor.get_by_role("alert")).to_contain_text("Another program has changed the same lines of pool.yaml")
    expect(editor.get_by_role("alert").locator("pre")).not_to_contain_text("Sand Crab")
    assert "Theirs Fish" in running.deck.read_text("utf-8")
    expect(editor.locator(".cm-content")).to_contain_text("Mine Fish")
    editor.get_by_role("button", name=button).click()
    expect(editor.locator(f"{FISH} .name")).to_have_text(name)
    running.wait_for(name)
    assert "Sand Crab" in running.deck.read_text("utf-8")  # which only one of them has changed
    expect(editor.get_by_role("alert")).to_have_count(0)


def test_changes_of_different_lines_are_merged_and_told(editor, running):
    edit_in_both(editor, running, "Hermit", "Sand", "languages: [en, pt]\n", "languages: [en, pt]\n# by hand\n")
    running.wait_for("Mine Fish")
    text = running.deck.read_text("utf-8")
    assert "Sand Crab" in text and "# by hand" in text
    wait_for_notice(editor, "both changes are kept")
    expect(editor.get_by_role("alert")).to_have_count(0)
    expect(editor.locator(".cm-content")).to_contain_text("Sand Crab")


def test_suggestions_come_from_the_schema(editor, running):
    go_to(editor, "id: crab")
    editor.keyboard.type(", fla", delay=30)
    expect(editor.locator(".cm-tooltip-autocomplete li").first).to_contain_text("flavor")
    editor.locator(".cm-tooltip-autocomplete li").first.click()  # a key soon after the list has changed is for the text
    expect(editor.locator(".cm-content")).to_contain_text("id: crab, flavor: ")


def test_a_word_is_explained_where_the_pointer_rests(editor):
    editor.locator(".tok-propertyName", has_text="copies").first.hover()
    expect(editor.locator(".explanation")).to_contain_text("Number of copies")


def test_the_text_keeps_the_focus_when_undo_leads_to_another_file(editor, running):
    running.deck.with_name("strings.yaml").write_text("deck_title: '{title}'\n", "utf-8")
    files = editor.get_by_label("File", exact=True)
    expect(files.locator("option")).to_have_count(2)
    go_to(editor, "Lantern")
    editor.keyboard.type("!")
    files.select_option("strings.yaml")
    text = editor.locator(".cm-content")
    expect(text).to_contain_text("deck_title")
    text.focus()
    editor.evaluate(
        """() => {
          window.lostFocus = 0;
          document.querySelector(".cm-content").addEventListener("blur", () => window.lostFocus++);
        }"""
    )
    editor.keyboard.press("Control+z")
    expect(files).to_have_value("pool.yaml")
    expect(text).not_to_contain_text("Lantern!")
    two_frames = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"
    editor.evaluate(two_frames)  # in which the page has taken the change
    assert editor.evaluate("window.lostFocus") == 0


def test_undo_goes_back_over_all_files(editor, running):
    theme = running.deck.with_name("strings.yaml")
    theme.write_text("deck_title: '{title}'\n", "utf-8")
    expect(editor.get_by_label("File", exact=True).locator("option")).to_have_count(2)
    go_to(editor, "Lantern")
    editor.keyboard.type("!")
    running.wait_for("Lantern!")
    editor.get_by_label("File", exact=True).select_option("strings.yaml")
    expect(editor.locator(".cm-content")).to_contain_text("deck_title")
    editor.locator(".cm-content").press("Control+End")
    editor.keyboard.type("#")  # one key is one step, however late the next one would come
    expect(editor.locator(".saved")).to_have_text("Saved")
    for _ in range(2):
        editor.get_by_role("button", name="Undo").click()
    expect(editor.get_by_label("File", exact=True)).to_have_value("pool.yaml")
    expect(editor.locator(".cm-content")).not_to_contain_text("Lantern!")
    running.wait_for("Lantern Fish")
    editor.get_by_role("button", name="Redo").click()
    running.wait_for("Lantern! Fish")


def test_a_file_that_arrives_late_does_not_replace_the_one_chosen_meanwhile(page, running):
    running.deck.with_name("strings.yaml").write_text("en:\n  deck_title: Rock Pool\n", "utf-8")
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append(route)

    page.route("**/files/pool.yaml*", hold)
    page.keyboard.press("e")
    files = page.get_by_label("File", exact=True)
    files.select_option("strings.yaml")
    text = page.locator(".editor .cm-content")
    expect(text).to_contain_text("deck_title")
    (late,) = held
    with page.expect_response("**/files/pool.yaml*"):
        late.continue_()
    page.evaluate(
        "fetch('/api/preview').then((answer) => answer.json())"
    )  # the page has taken the answer before this one
    assert files.input_value() == "strings.yaml"
    expect(text).to_contain_text("deck_title")


def drop(page: Any, target: str, name: str, data: str) -> None:
    """Drop a file of this text onto an element."""
    page.evaluate(
        """([target, name, data]) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([data], name));
          const at = document.querySelector(target);
          for (const type of ["dragover", "drop"])
            at.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
        }""",
        [target, name, data],
    )


def test_a_picture_that_is_dropped_on_a_card_is_its_picture(page, running):
    source = page.locator(f"{FISH} img").get_attribute("src")
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#d00"/></svg>'
    drop(page, FISH, "Big Fish.svg", drawing)
    wait_for_notice(page, "Lantern Fish has the picture art/pool/big-fish.svg now")
    expect(page.locator(f"{FISH} img")).not_to_have_attribute("src", source)
    running.wait_for("copies: 3, art: art/pool/big-fish.svg}")
    file = running.deck.parent / "art/pool/big-fish.svg"
    assert file.read_text() == drawing
    drop(page, "#main", "big-fish.svg", drawing.replace("#d00", "#0d0"))
    wait_for_notice(page, "art/pool/big-fish-2.svg")
    assert file.read_text() == drawing
    drop(page, "#main", "notes.txt", "x")
    wait_for_notice(page, "notes.txt is no picture")


def test_nothing_is_lost_when_the_server_ends(editor, running):
    port = running.port
    running.stop(signal.SIGKILL)
    go_to(editor, "Lantern")
    editor.keyboard.type("!")
    expect(editor.get_by_role("alert")).to_contain_text("Not saved")
    assert "Lantern!" not in running.deck.read_text("utf-8")
    running.start(port)
    expect(editor.locator(f"{FISH} .name")).to_have_text("Lantern! Fish")
    expect(editor.locator(".saved")).to_have_text("Saved")
    assert "Lantern!" in running.deck.read_text("utf-8")


def test_two_tabs_write_one_file(editor, running):
    other = editor.context.new_page()
    other.goto(f"http://127.0.0.1:{running.port}/")
    expect(other.locator(".cm-content")).to_contain_text("Lantern")  # the editor stays open for the next page
    go_to(editor, "Lantern")
    editor.keyboard.type("!")
    expect(other.locator(".cm-content")).to_contain_text("Lantern!")
    go_to(other, "Low Tide")
    other.keyboard.type("?")
    expect(editor.locator(".cm-content")).to_contain_text("Low Tide?")
    text = Path(running.deck).read_text("utf-8")
    assert "Lantern!" in text and "Low Tide?" in text
