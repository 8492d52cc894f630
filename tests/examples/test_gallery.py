"""The games of the gallery: each is data alone, has no problems, and builds in every language."""

from pathlib import Path

import pytest

import cardgen
from cardgen import BuildOptions
from cardgen.pipeline.open.games import game_in_folder

EXAMPLES = Path(__file__).parents[2] / "examples"
LANGUAGES = {
    "sorry-im-late": ("en",),
    "solstice": ("en", "pt"),
    "tideland": ("en", "de"),
    "star-charts": ("en",),
    "brot-und-pao": ("de", "pt"),
}
PAGES = {"sorry-im-late": 16, "solstice": 18, "tideland": 8, "star-charts": 14, "brot-und-pao": 8}


def deck(name: str) -> Path:
    return EXAMPLES / name / f"{name}.yaml"


def test_every_example_of_data_is_in_the_gallery():
    own_faces = {path.parent.name for path in EXAMPLES.glob("*/game.yaml") if any(path.parent.glob("*.svg.j2"))}
    assert own_faces == {*LANGUAGES}
    page = (EXAMPLES.parent / "docs" / "examples.md").read_text("utf-8")
    assert [name for name in LANGUAGES if f"cardgen build examples/{name}/{name}.yaml" not in page] == []


@pytest.mark.parametrize("name", LANGUAGES)
def test_an_example_is_data_alone(name):
    kinds = {path.suffix for path in (EXAMPLES / name).rglob("*") if path.is_file()}
    assert kinds <= {".yaml", ".csv", ".xlsx", ".ods", ".j2", ".md", ".svg", ".ttf", ".txt"}


@pytest.mark.parametrize("name", LANGUAGES)
def test_an_example_has_no_problems(name):
    assert cardgen.check(deck(name)) == ()


@pytest.mark.parametrize("name", LANGUAGES)
def test_an_example_is_the_deck_of_the_contract(name):
    """In tests/testing it is described, checked, built in each of its languages, and exported."""
    game = game_in_folder(EXAMPLES / name)
    assert game.example == deck(name)
    assert {*game.languages} == {*LANGUAGES[name]}


@pytest.mark.parametrize(("name", "language"), [(name, code) for name, codes in LANGUAGES.items() for code in codes])
def test_an_example_has_its_pages_in_each_language(name, language, tmp_path):
    result = cardgen.build(deck(name), tmp_path, BuildOptions(language=language))
    assert result.warnings == ()
    assert result.page_count == PAGES[name]
