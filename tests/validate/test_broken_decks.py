"""Every broken deck says what is wrong with it: all of it, and nothing else."""

import re
from pathlib import Path

import pytest

from cardgen.pipeline.open.games import find_game
from cardgen.plugin.theme import full_palette
from cardgen.read.pictures import PictureStore
from cardgen.read.search_path import SearchPath
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector, Diagnostic, sort_diagnostics
from cardgen.validate.contrast import check_contrast
from cardgen.validate.languages import check_languages
from cardgen.validate.markup import check_markup
from cardgen.validate.partial_deck import partial_deck
from cardgen.validate.pictures import check_pictures
from cardgen.validate.schema import validate

FOLDER = Path(__file__).parents[1] / "decks_broken"
DECKS = sorted(FOLDER.glob("*.yaml"))
EXPECTED = re.compile(r"^# (error|warning): (\d+:\d+ [EW]\d{3} .*)$", re.MULTILINE)


@pytest.fixture(scope="module")
def theme(theme_of):
    game = find_game("attack-the-tower")
    return theme_of(game)


def errors_of(path: Path, theme) -> list[Diagnostic]:
    """What loading and validating a deck has to say, in a Portuguese build."""
    found = Collector()
    node = load_yaml(path, found)
    game = find_game("attack-the-tower")
    deck = validate(node, path, game, found) if node else None
    if node:
        pictures, parts = (
            PictureStore(SearchPath(path.parent, [game.resources])),
            deck or partial_deck(node, path, game),
        )
        check_pictures(parts, pictures.check, found)
        check_markup(parts, pictures.check_icon, found)
    if deck:
        check_languages(deck, "pt", ("en", "pt", "fr"), found)
        identity = game.identity(deck.data)
        check_contrast(deck, full_palette(theme, identity.palette), theme.contrast, found, identity.palette_path)
    return sort_diagnostics(found.items)


def as_comment(error: Diagnostic) -> tuple[str, str]:
    return error.severity, f"{error.span.line}:{error.span.column} {error.code} {error.message}"


@pytest.mark.parametrize("path", DECKS, ids=[path.stem for path in DECKS])
def test_a_broken_deck_says_all_and_only_its_errors(path, theme):
    assert [as_comment(error) for error in errors_of(path, theme)] == EXPECTED.findall(path.read_text("utf-8"))


def test_broken_decks_cover_every_code_of_validation():
    said = set(re.findall(r"\b[EW]\d{3}\b", "".join(path.read_text("utf-8") for path in DECKS)))
    rules = {f"E{number}" for number in range(301, 316)} | {f"W{number}" for number in range(301, 306)}
    assert rules | {"E202", "E203", "E204", "E205", "E206", "E320", "W330", "W331", "W332", "W333"} <= said
