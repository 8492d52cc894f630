"""The page can be used by everybody, as far as a machine can tell: axe finds no fault in any view, light or dark."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

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


def views(page: Any) -> Iterator[str]:
    """Show everything that the page has, one after another."""
    for tab in page.locator(".tabs button").all():
        tab.click()
        expect(tab).to_have_attribute("aria-current", "page")
        yield tab.inner_text()
    page.keyboard.press("1")
    page.get_by_role("button", name="View").click()
    yield "the menu"
    page.keyboard.press("Escape")
    for key, name in (("p", "problems"), ("e", "editor"), ("?", "keys")):
        page.keyboard.press(key)
        yield name
        page.keyboard.press("Escape" if key == "?" else key)
    page.locator(".face").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()
    yield "a card"
    page.keyboard.press("Escape")


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
