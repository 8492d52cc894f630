"""The armies that ship."""

import re

import pytest

from cardgen.games.attack_the_tower.constants import ICONS, TYPES
from cardgen.model.deck import LocalizedText
from cardgen.pipeline.open.games import find_game
from cardgen.plugin.resources import resources
from cardgen.plugin.schema import walk
from cardgen.plugin.theme import full_palette
from cardgen.read.pictures import PictureStore
from cardgen.read.search_path import SearchPath
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector
from cardgen.report.formats import to_text
from cardgen.validate.contrast import check_contrast
from cardgen.validate.languages import check_languages
from cardgen.validate.pictures import check_pictures
from cardgen.validate.schema import validate

GAME = find_game("attack-the-tower")


@pytest.fixture(scope="module", params=["elves", "samurai"])
def deck(request):
    path = resources().decks / f"{request.param}.yaml"
    found = Collector()
    deck = validate(load_yaml(path, found), path, GAME, found)
    assert to_text(found.items) == ""
    return deck


def test_deck_is_complete_in_both_languages(deck):
    found = Collector()
    for language in GAME.languages:
        check_languages(deck, language, ("en", "pt"), found)
    assert to_text(found.items) == ""


def test_deck_has_all_its_pictures(deck):
    found = Collector()
    check_pictures(deck, PictureStore(SearchPath(deck.path.parent, [])).check, found)
    assert to_text(found.items) == ""


def test_colors_can_be_read(deck, theme_of):
    theme = theme_of(GAME)
    found = Collector()
    check_contrast(
        deck, full_palette(theme, deck.data.faction.colors.model_dump()), theme.contrast, found, ("faction", "colors")
    )
    assert to_text(found.items) == ""


COPIES = {"samurai": (4, 4, 3, 4, 3, 3, 4), "elves": (5, 4, 3, 5, 4, 1, 3)}
"""Of abilities; those of the published armies are not known, and these are what made them fair."""


def test_bases_are_those_of_the_published_decks_and_each_icon_has_one_ability(deck):
    assert [(base.type, base.copies) for base in deck.data.bases] == list(zip(TYPES, (7, 6, 5, 4, 3), strict=True))
    designs = [(ability.icon, ability.copies) for ability in deck.data.abilities]
    assert designs == list(zip(ICONS, COPIES[deck.data.faction.id], strict=True))


def test_words_fit_a_small_card(deck):
    limits = {"text": 30, "flavor": 12}
    for path, value in walk(deck.data):
        if isinstance(value, LocalizedText) and path[-1] in limits:
            assert all(len(words.split()) <= limits[path[-1]] for words in value.languages.values()), path


def test_bold_marks_are_closed(deck):
    for _, value in walk(deck.data):
        if isinstance(value, LocalizedText):
            assert all(len(re.findall(r"\*\*", words)) % 2 == 0 for words in value.languages.values())


def test_first_line_gives_the_editor_its_schema(deck):
    first = deck.path.read_text("utf-8").splitlines()[0]
    assert first == "# yaml-language-server: $schema=attack-the-tower.schema.json"
