"""A preview as its user starts it: a process, and a browser."""

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

DECK = """\
game: cards
title: {en: Tide Pool, pt: Poça de maré}
languages: [en, pt]
cards:
  - {id: fish, name: {en: Lantern Fish, pt: Peixe-lanterna}, text: {en: Draw a card., pt: Compre uma carta.}, copies: 3}
  - {id: tide, name: {en: Low Tide, pt: Maré baixa}, text: {en: Reveal your hand., pt: Revele a mão.}, copies: 2}
  - {id: crab, name: {en: Hermit Crab, pt: Caranguejo}, text: {en: Hide <b>here</b>., pt: Esconda-se.}}
"""


class Running:
    """A `cardgen preview` in a process of its own.

    Attributes:
        deck: The deck that it shows.
        out: Folder of what it makes.
        address: What it printed.
    """

    def __init__(self, deck: Path, state: Path) -> None:
        self.deck = deck
        self.out = state.with_name("out")
        self._state = state
        self._process: subprocess.Popen[str] | None = None
        self.address = ""

    def start(self, port: int = 0) -> None:
        command = [sys.executable, "-m", "cardgen", "preview", str(self.deck), "--no-browser", "--out", str(self.out)]
        environment = {**os.environ, "XDG_STATE_HOME": str(self._state)}
        self._process = subprocess.Popen(
            [*command, *(["--port", str(port)] if port else [])], stdout=subprocess.PIPE, text=True, env=environment
        )
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().rpartition(" ")[2].strip()
        assert self.address.startswith("http://")

    @property
    def port(self) -> int:
        return int(self.address.partition("/?")[0].rpartition(":")[2])

    def stop(self, number: int = signal.SIGINT) -> int:
        if self._process is None:
            return 0
        self._process.send_signal(number)
        code = self._process.wait(60)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None
        return code

    def edit(self, before: str, after: str) -> None:
        text = self.deck.read_text("utf-8")
        assert before in text
        self.deck.write_text(text.replace(before, after), "utf-8")


def free_port() -> int:
    """Return a port that no other test takes meanwhile, also one that runs beside this."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    """A preview of a small deck."""
    deck = tmp_path / "pool" / "pool.yaml"
    deck.parent.mkdir()
    deck.write_text(DECK, "utf-8")
    found = Running(deck, tmp_path / "state")
    try:
        found.start(free_port())
        yield found
    finally:
        found.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium, as the system has it."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if program is None:
        pytest.skip("no Chromium is installed")
    with playwright.sync_playwright() as engine:
        found = engine.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def page(running: Running, browser: Any) -> Iterator[Any]:
    """The page of the preview, opened; it must not report an error at the end."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    found = context.new_page()
    found.set_default_timeout(60_000)
    errors: list[str] = []
    found.on("pageerror", lambda error: errors.append(str(error)))
    found.goto(running.address)
    found.locator(".face img").nth(2).wait_for()
    yield found
    context.close()
    assert errors == []
