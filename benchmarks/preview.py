"""Measure the preview as its user meets it: from saving a file to the changed pixels in Chromium.

Usage: python benchmarks/preview.py [--edits N] [--large]

Needs playwright and the system's Chromium. The time of an edit ends when the browser has painted the new picture of one
card. The file is written by this process, and the browser stamps the end with the same clock.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from deck import PICTURES, write_deck
from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent

# Resolves with the time at which Chromium has painted another picture of the face, as its Element Timing states it.
# performance.timeOrigin is on the clock of time.time().
SEEN = """
(face) => {
  const image = document.querySelector(`[data-face="${face}"] img`);
  const before = image.src;
  image.elementTiming = "edited";
  window.seen = new Promise((resolve) => {
    new PerformanceObserver((list, observer) => {
      const painted = list.getEntries().find((entry) => entry.identifier === "edited" && entry.url !== before);
      if (!painted) return;
      observer.disconnect();
      resolve(performance.timeOrigin + painted.renderTime);
    }).observe({ type: "element" });
  });
}
"""
AT_REST = 1.2  # seconds between two edits: the whole deck has been drawn, and nobody waits for anything


# Resolves likewise with the first picture of a face, in every document from its start on.
FIRST = """
window.first = new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(performance.timeOrigin + list.getEntries()[0].renderTime)).observe({ type: "element" });
  new MutationObserver((_, observer) => {
    const image = document.querySelector(".face img");
    if (!image) return;
    image.elementTiming = "first";
    observer.disconnect();
  }).observe(document, { subtree: true, childList: true });
});
"""


class Edit(NamedTuple):
    name: str
    budget: str
    deck: Path
    file: Path
    face: str
    change: Callable[[str, int], str]


def replaced(old: str, new: str) -> Callable[[str, int], str]:
    """Return a function that puts another value at a place of a text, each time a different one."""

    def change(text: str, number: int) -> str:
        before = old if number == 0 else new.format(number - 1)
        assert before in text, before
        return text.replace(before, new.format(number), 1)

    return change


def other_power(text: str, number: int) -> str:
    """Return the deck with another power of Keeper of Scrolls, one of two in turn."""
    before, found, after = text.partition("id: keeper-of-scrolls")
    return before + found + re.sub(r"power: \d", f"power: {7 + number % 2}", after, count=1)


def list_deck(folder: Path, count: int) -> Path:
    """Write a deck of the game `cards` with stock faces and pictures, and return the deck file."""
    pictures = [f"picture-{number}.jpg" for number in range(PICTURES)]
    write_deck(folder, PICTURES)
    text = "When this card enters play, draw two cards, then discard one of them unless a neighbour holds the bridge."
    cards = (
        {
            "id": f"card-{number}",
            "name": f"Card {number}, the Gatekeeper",
            "cost": number % 9,
            "text": f"{text} {number}.",
        }
        | {"art": pictures[number % PICTURES]}
        for number in range(count)
    )
    deck = folder / "list.yaml"
    deck.write_text("game: cards\ncards:\n" + "".join(f"- {json.dumps(card)}\n" for card in cards), "utf-8")
    return deck


def edits(folder: Path, *, large: bool) -> list[Edit]:
    """Return what is edited, after writing the decks into the folder."""
    shutil.copytree(ROOT / "decks", folder / "decks")
    templates = folder / "decks" / "templates"
    templates.mkdir()
    shutil.copy(ROOT / "templates" / "attack-the-tower" / "base.svg.j2", templates)
    samurai = folder / "decks" / "samurai.yaml"
    colour = replaced('primary: "#9e1b1f"', 'primary: "#9e1{:03}"')
    found = [
        Edit("samurai, a word", "0.1 s", samurai, samurai, "bases/dojo", replaced("Ten years of", "{:03} years of")),
        Edit("samurai, a number", "0.1 s", samurai, samurai, "abilities/keeper-of-scrolls", other_power),
        Edit("samurai, a colour, the first card", "0.1 s", samurai, samurai, "bases/monastery", colour),
        Edit("samurai, a colour, the second card", "", samurai, samurai, "bases/dojo", colour),
        Edit("samurai, a colour, the fifth card", "", samurai, samurai, "bases/islands", colour),
        Edit(
            "samurai, a template",
            "0.2 s",
            samurai,
            templates / "base.svg.j2",
            "bases/dojo",
            replaced("</svg>", "<rect x='1.{:02}' y='1' width='1' height='1'/></svg>"),
        ),
    ]
    if large:
        deck = list_deck(folder / "cards-1000", 1000)
        found.append(
            Edit("1,000 cards, a word", "0.15 s", deck, deck, "cards/card-5", replaced("Card 5,", "Card {:03},"))
        )
    return found


def shown(page: Page, edit: Edit, number: int) -> float:
    """Make one edit, and return the seconds until it was seen."""
    page.evaluate(SEEN, edit.face)
    text = edit.change(edit.file.read_text("utf-8"), number)
    start = time.time()
    edit.file.write_text(text, "utf-8")
    return float(page.evaluate("() => window.seen")) / 1000 - start


def measured(browser: Any, edit: Edit, count: int) -> tuple[list[float], float]:
    """Return the seconds of each edit, and those from the command to the first picture."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = context.new_page()  # as in a browser that is open
    page.add_init_script(FIRST)
    before = edit.file.read_text("utf-8")
    time.sleep(0.5)
    start = time.time()
    command = [sys.executable, "-m", "cardgen", "preview", str(edit.deck), "--no-browser"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        assert process.stdout is not None
        page.goto(process.stdout.readline().split()[-1])
        page.locator(".face img").first.wait_for()
        first = float(page.evaluate("() => window.first")) / 1000 - start
        page.locator(f'[data-face="{edit.face}"]').scroll_into_view_if_needed()
        page.locator(f'[data-face="{edit.face}"] img').wait_for()
        time.sleep(3)
        times = []
        for number in range(count + 3):
            times.append(shown(page, edit, number))
            time.sleep(AT_REST)
        return times[3:], first
    finally:
        context.close()
        process.send_signal(signal.SIGINT)
        process.wait(30)
        edit.file.write_text(before, "utf-8")  # for the next edit of the same file


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--edits", type=int, default=50, help="number of measured edits of each kind")
    parser.add_argument("--large", action="store_true", help="also measure a word among 1,000 cards")
    parser.add_argument("--json", action="store_true", help="print all times, in seconds")
    options = parser.parse_args()
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if program is None:
        sys.exit("no Chromium is installed")
    print(f"Python {platform.python_version()}, {os.cpu_count()} processors, {options.edits} edits\n")
    print("| Edit | Budget | Median s | 90 % s | First picture s |\n| --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for edit in edits(Path(folder), large=options.large):
            times, first = measured(browser, edit, options.edits)
            most = sorted(times)[int(0.9 * len(times))]
            print(
                f"| {edit.name} | {edit.budget} | {statistics.median(times):.3f} | {most:.3f} | {first:.2f} |",
                flush=True,
            )
            if options.json:
                print(json.dumps(times))
        browser.close()


if __name__ == "__main__":
    main()
