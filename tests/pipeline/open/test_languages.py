"""The languages of a build are the game's, in any number."""

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
import toy
from hypothesis import given
from hypothesis import strategies as st

from cardgen.model.deck import LocalizedText
from cardgen.model.drawing import TextSpan
from cardgen.pipeline.cache import BuildCache
from cardgen.pipeline.check import deck_languages
from cardgen.pipeline.open.project import open_project, other_language
from cardgen.pipeline.options import BuildOptions, DeckOptions
from cardgen.pipeline.printed_file.build import Job, prepare
from cardgen.plugin import registry
from cardgen.plugin.resources import resources
from cardgen.read.yaml import load_yaml
from cardgen.render.text.hyphens import division_points
from cardgen.render.text.punctuation import smart_punctuation
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import CardgenError


@pytest.fixture
def built(toy_folder: Path):
    """Builds the toy deck of a game with these languages: the job."""
    resources = toy_folder / "game"
    shutil.copytree(toy.GAME.resources, resources)
    for language in ("de", "it", "pt-BR", "nb"):
        shutil.copy(resources / "rules.pt.md", resources / f"rules.{language}.md")

    def build(*languages: str, language: str = "", strict: bool = False) -> Job:
        registry.add_game(replace(toy.GAME, languages=languages, resources=resources))
        return prepare(toy_folder / "suns.yaml", BuildOptions(language=language, strict=strict))

    return build


def warnings(job: Job) -> list[str]:
    return [item.message for item in job.warnings if item.code == "W207"]


def words(job: Job) -> list[str]:
    """The words of the rules."""
    spans = [item for page in job.drawn[1].pages for item in page.items if isinstance(item, TextSpan)]
    return [word.text for span in spans for word in span.words]


def test_a_further_language_of_fixed_words_is_a_file_beside_the_deck(built, toy_folder):
    (toy_folder / "strings.it.yaml").write_text("cards: Carte\n", "utf-8")
    (toy_folder / "strings.yaml").write_text("cards: {it: Figurine, en: Playing cards}\n", "utf-8")
    assert built("en", "it", language="it").project.strings["cards"] == "Carte"
    assert built("en", "it", language="en").project.strings["cards"] == "Playing cards"


def test_a_build_is_in_the_first_language_of_its_game(built):
    assert [built("pt", "en").language, built("en", "pt").language] == ["pt", "en"]


def test_an_unknown_language_is_an_error_that_lists_those_of_the_game(built):
    with pytest.raises(CardgenError) as caught:
        built("de", "pt-BR", language="pt")
    (item,) = (item for item in caught.value.diagnostics if item.code == "E504")
    assert item.message == "unknown language 'pt'"
    assert item.expected == "one of: de, pt-BR"


def test_the_language_of_one_country_takes_what_there_is_in_the_language(built):
    job = built("pt-BR", "en", strict=True)
    assert job.subject == "Nascemos."
    assert job.project.strings["cards"] == "Cartas"
    assert job.project.strings["contents"] == "Conteúdo e direitos"
    assert [piece.name for piece in job.drawn[0].pieces] == ["Aurora", "Ocaso"]


def test_english_stands_in_for_the_strings_of_the_core_with_one_warning_for_each_file(built):
    job = built("it", "en")
    assert job.project.strings["contents"] == "Contents and rights"
    core, game = sorted(warnings(job), key=len, reverse=True)
    assert "fixed strings have no words in 'it': instructions, contents, not_printed, how_title, how_intro and" in core
    assert game == "5 fixed strings have no words in 'it': cards, rules, rights_game, cut_cards, cut_rules"


@pytest.mark.parametrize("language", ["de", "es", "fr", "pt"])
def test_the_strings_of_the_core_are_complete_in_the_languages_that_it_speaks(language):
    words = {
        code: load_yaml(resources().templates / "common" / f"strings.{code}.yaml", Collector()).plain()
        for code in ("en", language)
    }
    assert [*words["en"]] == [*words[language]]
    for key, english in words["en"].items():
        for kept in (r"\{\w+\}", r"\*+", r"\n", r"(?<![\w-])\\\S+"):  # placeholders, emphasis, breaks, options
            assert sorted(re.findall(kept, english)) == sorted(re.findall(kept, words[language][key])), key


def test_a_game_may_bring_the_strings_of_the_core_in_its_language(built, toy_folder):
    job = built("de")
    words = "\n".join(f"{key}: Wort" for key in job.project.strings)
    (toy_folder / "game" / "strings.de.yaml").write_text(words)
    assert warnings(built("de")) == []
    assert set(built("de").project.strings.values()) == {"Wort"}


def test_strings_beside_the_deck_replace_those_of_the_game(built, toy_folder):
    (toy_folder / "templates").mkdir()
    (toy_folder / "templates" / "strings.yaml").write_text("cards: {en: Sunbeams}")
    assert built("en").project.strings["cards"] == "Sunbeams"


def test_a_deck_is_checked_in_the_languages_of_its_game_that_it_is_written_in(built, toy_folder):
    built("pt-BR", "nb", "en")
    assert deck_languages(toy_folder / "suns.yaml", Collector()) == ("pt-BR", "en")


@given(st.from_regex("[a-z]{2}(-[A-Z]{2})?", fullmatch=True))
def test_a_language_without_rules_of_its_own_is_set_all_the_same(language):
    assert smart_punctuation("'tis", language)
    assert division_points("extraordinary", language, True) is not None
    assert LocalizedText({"en": "one", "fr": "un"}).in_language(language) in {"one", "un"}


def test_a_document_falls_back_to_the_language_without_a_country_and_then_to_english(built, toy_folder):
    (toy_folder / "game" / "rules.pt-BR.md").unlink()
    assert words(built("pt-BR", "en", strict=True)) == words(built("pt", "en"))
    (toy_folder / "game" / "rules.de.md").unlink()
    job = built("de", "en")
    assert words(job) == words(built("en")) != words(built("pt"))
    assert "document 'rules' has no text in 'de'" in warnings(job)


def test_a_document_without_english_must_have_the_language(built, toy_folder):
    for language in ("de", "en"):
        (toy_folder / "game" / f"rules.{language}.md").unlink()
    with pytest.raises(CardgenError) as caught:
        built("de", "pt")
    assert "template 'rules.de.md' does not exist" in [item.message for item in caught.value.diagnostics]


def test_fonts_of_the_deck_are_named_apart_from_those_that_ship(tmp_path):
    (tmp_path / "fonts").mkdir()
    shutil.copy(resources().fonts / "Cinzel-Bold.ttf", tmp_path / "fonts" / "NotoSansJP-Bold.ttf")
    (tmp_path / "sea.yaml").write_text("game: cards\ntitle: Sea\ncards: [{name: Ship}]\n")
    job = prepare(tmp_path / "sea.yaml", BuildOptions(language="de"))
    spans = [item for item in job.front[1][0].items if isinstance(item, TextSpan)]
    said = " ".join(word.text for span in spans for word in span.words)
    assert "Schriften: Alegreya Sans, Cinzel, unter der" in said
    assert "Weitere Schriften: Noto Sans JP." in said


@pytest.mark.parametrize(("language", "name"), [("ja", "港の船"), ("ar", "سلام")])
def test_a_font_dropped_beside_the_deck_draws_its_script(tmp_path, language, name):
    fonts = Path(__file__).parents[2] / "fonts"
    shutil.copytree(fonts, tmp_path / "fonts")
    (tmp_path / "theme.yaml").write_text(
        "fallback: [japanese, TestArabic-Regular]\n"
        "families: {japanese: {regular: TestJapanese-Regular, bold: TestJapanese-Bold}}\n"
    )
    deck = tmp_path / "sea.yaml"
    deck.write_text(f"game: cards\nlanguages: [en, {language}]\ncards: [{{name: {{en: Ship, {language}: {name}}}}}]\n")
    job = prepare(deck, BuildOptions(language=language))
    spans = [item for item in job.drawn[0].pieces[0].face.items if isinstance(item, TextSpan)]
    assert name in "".join(word.text for span in spans for word in span.words)
    (tmp_path / "theme.yaml").unlink()
    (item,) = (item for item in prepare(deck, BuildOptions(language=language)).warnings if item.code == "E407")
    assert item.span.line == 3
    assert "'fallback: [" in item.hints[0]
    assert "'Ship'" in item.notes[0][0] or name in item.notes[0][0]


def test_a_letter_without_a_font_in_one_part_of_a_text_is_told_at_the_text(tmp_path):
    (tmp_path / "game.yaml").write_text(
        "id: sea\nname: Sea\nkinds: {ships: {face: own.svg.j2, fields: {name: text, crew: text}}}\n"
    )
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "own.svg.j2").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:card="urn:cardgen" viewBox="0 0 {{ width }} {{ height }}">'
        "{% for one in card.crew.split(', ') %}"
        '<card:text x="5" y="{{ 9 * loop.index }}" width="50" height="8" style="body">{{ one }}</card:text>'
        "{% endfor %}</svg>"
    )
    (tmp_path / "sea.yaml").write_text(
        'ships:\n- {name: A, crew: "Cook, Mate"}\n- {name: B, crew: "Cook, \U0001e900 Mate"}\n', "utf-8"
    )
    (item,) = (item for item in prepare(tmp_path / "sea.yaml", BuildOptions()).warnings if item.code == "E407")
    assert (Path(item.span.file).name, item.span.line) == ("sea.yaml", 3)


def test_a_language_that_is_not_the_first_of_the_deck_is_told_to_those_who_name_files(tmp_path):
    """The first one of the game, English, may be another one."""
    deck = tmp_path / "deck.yaml"
    deck.write_text("game: cards\nlanguages: [pt, en]\ncards: [{name: {en: Dawn, pt: Aurora}}]\n")
    for language, other in (("", ""), ("pt", ""), ("en", "en")):
        options = DeckOptions(language=language)
        assert open_project(deck, options, Collector()).other_language == other
        assert other_language(deck, options, BuildCache(lasting=False)) == other
    assert other_language(deck, DeckOptions(language="de"), BuildCache(lasting=False)) == ""
    assert other_language(tmp_path / "none.yaml", DeckOptions(language="de"), BuildCache(lasting=False)) == ""


def test_an_unknown_language_is_told_with_the_one_that_was_meant(tmp_path):
    deck = tmp_path / "deck.yaml"
    deck.write_text("game: cards\nlanguages: [pt, en]\ncards: [{name: {en: Dawn, pt: Aurora}}]\n")
    add = "add it to 'languages' in the deck or in game.yaml: [pt, en, {}]"
    for written, hint in (
        ("English", "did you mean 'en'?"),
        ("Portuguese", "did you mean 'pt'?"),
        ("fr", add.format("fr")),
        ("German", None),
        ("qqqqqq", None),
    ):
        found = Collector()
        open_project(deck, DeckOptions(language=written), found)
        (error,) = found.items
        told = error.code, error.message, error.expected, error.hints
        assert told == ("E504", f"unknown language '{written}'", "one of: pt, en", (hint,) if hint else ())
