"""The shortest way through the preview as its user meets it: a process, Chromium, and an edit of the file."""

from tests.preview.browser.pages import FISH, TIDE, expect, key_of


def test_an_edit_on_disk_changes_the_picture_of_its_card_alone(page, running):
    before, other = key_of(page), key_of(page, TIDE)
    source = page.locator(f"{FISH} img").get_attribute("src")
    running.edit("Lantern Fish", "Angler Fish")
    expect(page.locator(f"{FISH} .name")).to_have_text("Angler Fish")
    expect(page.locator(f"{FISH} img")).not_to_have_attribute("src", source)
    assert key_of(page) != before
    assert key_of(page, TIDE) == other
    assert page.locator(f"{FISH} img").evaluate("image => image.naturalWidth") > 100
