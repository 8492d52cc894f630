"""A preview as its user starts it: a process, and a browser. The preview serves all tests of a small deck, on one worker."""

import json
import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import SystemRandom
from typing import Any

import pytest
from watchfiles import watch

from cardgen.pipeline.options import BuildOptions
from cardgen.preview.gallery.site import make_gallery
from tests.preview.server_process import ServerProcess

HERE = Path(__file__).parent
DECK = """\
game: cards
title: {en: Tide Pool, pt: Poça de maré}
languages: [en, pt]
cards:
  - {id: fish, name: {en: Lantern Fish, pt: Peixe-lanterna}, text: {en: Draw a card., pt: Compre uma carta.}, copies: 3}
  - {id: tide, name: {en: Low Tide, pt: Maré baixa}, text: {en: Reveal your hand., pt: Revele a mão.}, copies: 2}
  - {id: crab, name: {en: Hermit Crab, pt: Caranguejo}, text: {en: Hide <b>here</b>., pt: Esconda-se.}}
"""
HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
_picks = SystemRandom()  # whatever a test seeds
NOTICES = """window.notices = [];
new MutationObserver(() => {
  for (const line of document.querySelectorAll(".notice-line")) {
    const place = line.closest("dialog") ? "dialog" : "";
    const [words] = notices.findLast((one) => one[1] === place) ?? [""];
    if (line.textContent && line.textContent !== words) notices.push([line.textContent, place]);
  }
}).observe(document, { childList: true, characterData: true, subtree: true })"""
"""Keeps what the page told for some seconds; a test may look later."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if isinstance(item, pytest.Function) and item.path.is_relative_to(HERE):
            if config.pluginmanager.hasplugin("rerunfailures"):
                item.add_marker(pytest.mark.flaky(reruns=1))  # and pytest's summary names it
            item.add_marker(pytest.mark.filterwarnings("ignore::ResourceWarning"))  # of the driver, when the tests end


class Running(ServerProcess):
    """A `cardgen preview` in a process of its own.

    Args:
        deck: The deck that it shows.
        state: Folder of what it keeps.

    Attributes:
        deck: The deck that it shows.
        out: Folder of what it makes.
        address: What it printed.
        title: Title of the deck, another one in each test.
    """

    def __init__(self, deck: Path, state: Path) -> None:
        super().__init__(state)
        self.deck = deck
        self.out = state.with_name("out")
        self.title = ""
        self._tests = 0
        self._changed = threading.Condition()
        self._is_watched = False
        self.address = ""

    def start(self, port: int = 0) -> None:
        options = ["--no-browser", "--out", str(self.out), *(["--port", str(port)] if port else [])]
        self.address = self.launch("preview", str(self.deck), *options)

    @property
    def port(self) -> int:
        return int(self.address.partition("/?")[0].rpartition(":")[2])

    def begin_test(self) -> None:
        """Make everything as no test has changed it, except for the title, by which a page sees that it is so."""
        self._tests += 1
        self.title = f"Tide Pool {self._tests}"
        shutil.rmtree(self.out, ignore_errors=True)
        self.deck.parent.mkdir(exist_ok=True)
        for other in self.deck.parent.iterdir():
            if other.is_dir():
                shutil.rmtree(other)
            elif other != self.deck:
                other.unlink()
        self.deck.write_text(DECK.replace("Tide Pool", self.title), "utf-8")
        if self._process is None:
            self.start(free_port())

    def with_table(self, rows: str) -> Path:
        """Make the cards a table beside the deck, and return its file."""
        cards = self.deck.with_name("cards.csv")
        cards.write_text(rows, "utf-8")
        text = self.deck.read_text("utf-8")
        self.deck.write_text(text[: text.index("cards:\n")] + "cards: cards.csv\n", "utf-8")
        return cards

    def wait_for(self, words: str, file: Path | None = None) -> None:
        """Wait until a file, by default that of the deck, holds some words."""
        at = file or self.deck
        self.wait_until(lambda: at.is_file() and words in at.read_text("utf-8"), lambda: at.read_text("utf-8"))

    def wait_until(self, is_so: Callable[[], object], told: Callable[[], object]) -> None:
        """Wait until something is so in the folder of the deck; otherwise fail with what is told."""
        if not self._is_watched:
            self._is_watched = True
            threading.Thread(target=self._watch, daemon=True).start()
        with self._changed:
            found = self._changed.wait_for(is_so, 60)
        assert found, told()

    def _watch(self) -> None:
        for _ in watch(
            self.deck.parent, rust_timeout=1000, yield_on_timeout=True
        ):  # until the watch is ready, by the clock
            with self._changed:
                self._changed.notify_all()

    def edit(self, *words: str) -> None:
        """Replace words of the deck by others, each by the one that is given after it, and save once."""
        text = self.deck.read_text("utf-8")
        for before, after in zip(words[::2], words[1::2], strict=True):
            assert before in text
            text = text.replace(before, after)
        self.deck.write_text(text, "utf-8")


def free_port() -> int:
    """Return a free port that the system does not give to connections, so that none takes it while a server is down."""
    while True:
        port = _picks.randrange(20_000, 32_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


@pytest.fixture(scope="session")
def shared_preview(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A preview of a small deck that many tests use one after the other, since it takes seconds to start."""
    folder = tmp_path_factory.mktemp("preview")
    found = Running(folder / "pool" / "pool.yaml", folder / "state")
    try:
        yield found
    finally:
        found.stop()


@pytest.fixture
def running(shared_preview: Running) -> Running:
    """A preview of a small deck, as no test has changed it."""
    shared_preview.begin_test()
    return shared_preview


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
    found.add_init_script(NOTICES)
    found.goto(running.address)
    found.get_by_role("heading", name=running.title, exact=True).wait_for()
    found.locator(".status.good").wait_for()
    found.locator(".face img").nth(2).wait_for()
    yield found
    context.close()
    assert errors == []


@pytest.fixture(scope="session")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A gallery of two decks, the name of one of whose cards would be a script."""
    folder = tmp_path_factory.mktemp("gallery")
    deck = folder / "pool.yaml"
    deck.write_text(DECK.replace("en: Low Tide", f"en: {json.dumps(HOSTILE)}"), "utf-8")
    make_gallery([deck, deck], folder / "gallery", BuildOptions())
    return folder / "gallery"
