"""The deck that ships, whole and with single lines changed."""

from collections.abc import Callable
from pathlib import Path

import pytest

from cardgen.games.stonewater_weir.schema import WeirDeck
from cardgen.pipeline.open.games import find_game
from cardgen.pipeline.printed_file.build import Job
from cardgen.plugin.resources import resources
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector, Diagnostic
from cardgen.validate.schema import validate

DECK = resources().decks / "stonewater.yaml"


def read_deck(path: Path) -> tuple[WeirDeck | None, list[Diagnostic]]:
    found = Collector()
    deck = validate(load_yaml(path, found), path, find_game("stonewater-weir"), found)
    return (deck.data if deck else None), found.items


@pytest.fixture(scope="session")
def weir_deck() -> WeirDeck:
    """The deck that ships."""
    deck, found = read_deck(DECK)
    assert deck is not None
    assert not [item for item in found if item.severity == "error"]
    return deck


@pytest.fixture(scope="session", params=["en", pytest.param("pt", marks=pytest.mark.extended)])
def job(request: pytest.FixtureRequest, built: Callable[..., tuple[Job, Path]]) -> Job:
    """The whole game in each language, on A4."""
    return built("stonewater", **({} if request.param == "en" else {"language": request.param}))[0]


def changed(changes: list[tuple[str, str, str]]) -> str:
    """Return the text of the deck after changes.

    A change is made at the first place after the start of an entry: a text is replaced by another. Without a text to be
    replaced, the new one is added at the end of the deck.
    """
    text = DECK.read_text("utf-8")
    for start, old, new in changes:
        line = f"{start}\n" if start.startswith("id: ") else start
        at = text.index(old, text.index(line)) if old else len(text)
        text = text[:at] + new + text[at + len(old) :]
    return text


@pytest.fixture
def problems(tmp_path: Path) -> Callable[[list[tuple[str, str, str]]], list[str]]:
    """Gives what is wrong with the deck after changes: what each message points at, its code, and the message."""

    def read(changes: list[tuple[str, str, str]]) -> list[str]:
        text = changed(changes)
        path = tmp_path / "deck.yaml"
        path.write_text(text, "utf-8")
        lines = text.splitlines()
        _, found = read_deck(path)
        return [
            f"{lines[item.span.line - 1][item.span.column - 1 : item.span.end - 1]} | {item.code} {item.message}"
            for item in found
        ]

    return read
