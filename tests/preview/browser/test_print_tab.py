"""Printing from the page, as its user meets it in Chromium."""

from pathlib import Path
from typing import Any

import pytest

from cardgen.pipeline.printed_file.records import read_printed
from tests.preview.browser.pages import expect

pytestmark = pytest.mark.extended


def made_file(page: Any, part: Any) -> Path:
    """Save the first file that a part of the page offers, and return it."""
    with page.expect_download() as download:
        part.locator(".files a").first.click()
    return Path(download.value.path())


def test_a_deck_is_printed_exported_and_marked(page, running):
    page.get_by_role("button", name="Print", exact=True).click()
    how = page.get_by_role("region", name="Print this file")
    expect(how).to_contain_text("1 sheet of A4")
    page.locator("#main").get_by_label("Paper").select_option("letter")
    expect(how).to_contain_text("Letter")
    page.get_by_role("button", name="Make the PDF").click()
    expect(page.locator(".maker .files a")).to_have_text("pool.pdf")
    assert made_file(page, page.locator(".maker")).read_bytes().startswith(b"%PDF")
    expect(page.locator(".made")).to_contain_text("of Letter, 6 pieces")
    page.get_by_role("button", name="I have printed it").click()
    expect(page.get_by_text("Recorded: 3 designs, 6 pieces")).to_be_visible()
    printed = read_printed(running.out / "pool.pdf")
    assert printed is not None and len(printed.designs) == 3

    page.get_by_role("button", name="Cards").click()
    expect(page.get_by_text("as printed", exact=True)).to_be_visible()
    running.edit("Low Tide", "High Tide")
    expect(page.locator('[data-face="cards/tide"] .printed-badge')).to_have_text("changed")
    page.get_by_role("button", name="Changed since printed 1").click()
    expect(page.locator(".face")).to_have_count(1)
    page.get_by_role("button", name="Print", exact=True).click()
    expect(page.get_by_text("has changed since this PDF was made")).to_be_visible()

    page.get_by_label("Only what has changed since the last print").check()
    expect(how).not_to_contain_text("sheet")  # of the whole deck
    page.get_by_role("button", name="Make the PDF").click()
    expect(page.locator(".maker .files a")).to_have_text("pool-changed.pdf")
    expect(how).to_contain_text("1 sheet of Letter")

    pictures = page.locator(".exports > ul > li", has_text="Pictures").first
    pictures.get_by_role("button", name="Make").click()
    expect(pictures.locator(".files a")).to_have_text("pool-png.zip")
    assert made_file(page, pictures).read_bytes().startswith(b"PK")


def test_what_is_wrong_with_a_deck_is_said_where_it_was_to_be_printed(page, running):
    running.edit("copies: 3", "copies: many")
    expect(page.locator(".problem")).to_have_count(1)
    page.get_by_role("button", name="Print", exact=True).click()
    page.get_by_role("button", name="Make the PDF").click()
    expect(page.locator(".made .problem .message")).to_contain_text("many")
    expect(page.locator(".made .files a")).to_have_count(0)
    assert not (running.out / "pool.pdf").exists()
