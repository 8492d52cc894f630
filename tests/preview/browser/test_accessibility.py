"""The page can be used by everybody, as far as a machine can tell: axe finds no fault in any view, light or dark."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cardgen.exports.job import export
from cardgen.pipeline.options import ExportOptions
from cardgen.plugin.resources import resources
from cardgen.report.html import render_page
from cardgen.report.sections import (
    Bars,
    CardPicture,
    Cards,
    Cell,
    Columns,
    DataTable,
    IntervalRow,
    Intervals,
    KeyPoint,
    KeyPoints,
    Remark,
    ReportDocument,
    Section,
)
from tests.preview.browser.pages import expect

AXE = Path(__file__).parents[3] / "cardgen/preview/web/node_modules/axe-core/axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
pytestmark = [
    pytest.mark.extended,
    pytest.mark.skipif(not AXE.exists(), reason="axe is not installed: npm ci in cardgen/preview/web"),
]


PAINTED = "() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))"
THEMES: dict[Any, list[str]] = {"light": RULES, "dark": ["color-contrast", "link-in-text-block"]}
"""The rules by theme: a theme changes colours and nothing else."""


def faults(page: Any, theme: str) -> list[str]:
    """Return what axe finds, each with the first element that has it."""
    if not page.evaluate("Boolean(window.axe)"):
        page.evaluate(AXE.read_text("utf-8"))
    page.evaluate(PAINTED)
    found = page.evaluate("rules => axe.run(document, {runOnly: rules, resultTypes: ['violations']})", THEMES[theme])
    return [
        f"{fault['id']}: {node['html']} {node['failureSummary']}"
        for fault in found["violations"]
        for node in fault["nodes"]
    ]


def table_views(page: Any) -> Iterator[str]:
    """Show the cards as a table in the editor that is open, and what one does there."""
    page.get_by_role("button", name="Table", exact=True).click()
    page.get_by_role("button", name="Filter", exact=True).click()
    page.get_by_role("button", name="New column").click()
    yield "a new column"
    page.keyboard.press("Escape")
    page.locator(".grid-cell").first.click()
    page.keyboard.press("F2")
    yield "the table"
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Text", exact=True).click()
    page.get_by_role("button", name="Edit", exact=True).focus()


def views(page: Any) -> Iterator[str]:
    """Show everything that the page has, one after another."""
    for tab in page.locator(".tabs button").all():
        tab.click()
        expect(tab).to_have_attribute("aria-current", "page")
        yield tab.inner_text()
    page.keyboard.press("1")
    for menu in ("View", "Deck"):
        page.get_by_role("button", name=menu, exact=True).click()
        yield f"the menu {menu}"
    page.keyboard.press("Escape")
    for key, name in (("p", "problems"), ("e", "editor"), ("?", "keys")):
        page.keyboard.press(key)
        yield name
        if key == "e":
            yield from table_views(page)
        page.keyboard.press("Escape" if key == "?" else key)
    page.locator(".face").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    yield "a card"
    page.get_by_role("button", name="Arrange").click()
    page.get_by_role("button", name="text text", exact=True).press("Enter")
    expect(page.locator("[data-fit]")).to_be_visible()
    yield "the mode Arrange"
    page.keyboard.press("Escape")  # the box first, then the card
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.fixture
def in_both_themes(page: Any) -> Callable[[], dict[str, list[str]]]:
    """Returns the faults of each view in each theme."""

    def look() -> dict[str, list[str]]:
        found = {}
        for theme in THEMES:
            page.emulate_media(color_scheme=theme, reduced_motion="reduce")
            for view in views(page):
                found[f"{view}, {theme}"] = faults(page, theme)
        return {view: list_of for view, list_of in found.items() if list_of}

    return look


def told(found: dict[str, list[str]]) -> str:
    """Return faults as a text, of which a failed test shows all."""
    return "\n\n".join(f"{view}: {fault}" for view, all_of in found.items() for fault in all_of)


def test_axe_finds_no_fault_in_any_view(page, running, in_both_themes):
    running.edit("copies: 2", "copies: 2, colour: red")  # a warning, so that there are problems to show
    assert told(in_both_themes()) == ""


def test_axe_finds_no_fault_in_a_gallery(browser, gallery):
    found = {}
    for theme in THEMES:
        context = browser.new_context(color_scheme=theme, reduced_motion="reduce")
        page = context.new_page()
        page.goto((gallery / "index.html").as_uri())
        found[f"decks, {theme}"] = faults(page, theme)
        page.locator(".decks a").first.click()
        for tab in page.locator(".tabs button").all():
            tab.click()
            found[f"{tab.inner_text()}, {theme}"] = faults(page, theme)
        context.close()
    assert told(found) == ""


def test_axe_finds_no_fault_in_a_reading_sheet(browser, tmp_path):
    made = export(resources().decks / "samurai.yaml", "reading", tmp_path, ExportOptions(url="https://example.org"))
    found = {}
    for theme in THEMES:
        context = browser.new_context(color_scheme=theme)
        page = context.new_page()
        for name in ("reading.en.html", "codes.pt.html"):
            page.goto((made.folder / name).as_uri())
            found[f"{name}, {theme}"] = faults(page, theme)
        context.close()
    assert told(found) == ""


# fmt: off
REPORT = ReportDocument(
    "Everything that a report may hold",
    [
        Remark("A note."),
        Section("Findings", [KeyPoints([KeyPoint("One card is dead.", "bad", "suns/cards/dawn"), KeyPoint("Fair.", "good")])]),
        Section("Cards", [Cards([CardPicture("suns/cards/dawn", "Dawn" * 20, ["+3 points"], "good", before="suns/cards/dusk")])]),
        Section(
            "Tables",
            [
                DataTable(("", "won", "lost"), [["a", Cell("3", bar=0.3), Cell("4", "bad", bar=0.4)]]),
                DataTable(("", "a", "b", "c", "d"), [["a", *(Cell(f"{heat}", heat=heat, detail="1 to 2") for heat in (-1, -0.3, 0.3, 1))]], is_grid=True),
                DataTable(("deck", "a", "b", "c", "d"), [["long " * 20, "1", "2", "3", Cell("open", "open")]]),
            ],
        ),
        Section(
            "Plots",
            [
                Intervals([IntervalRow("a" * 60, (0.2, 0.4, 0.6), "40 %", before=(0.1, 0.2, 0.3), mark=0.5)], 0, 1, [(0, "0"), (1, "1")]),
                Columns("turns", [str(at) for at in range(60)], [("lost", [3] * 60), ("burnt", [1] * 60)], (30.0, "mean")),
                Bars("pieces", [("a", 3, "3", ""), ("b", 1, "1", "good")]),
            ],
        ),
    ],
    dict.fromkeys(("suns/cards/dawn", "suns/cards/dusk"), "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="),
)
# fmt: on


def test_axe_finds_no_fault_in_a_report_which_fits_a_phone(browser, tmp_path):
    file = tmp_path / "report.html"
    file.write_text(render_page(REPORT), "utf-8")
    found = {}
    for theme in THEMES:
        context = browser.new_context(color_scheme=theme)
        page = context.new_page()
        page.goto(file.as_uri())
        for width in (1440, 1024, 768, 390):
            page.set_viewport_size({"width": width, "height": 900})
            found[f"{width}, {theme}"] = faults(page, theme)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        context.close()
    assert told(found) == ""
