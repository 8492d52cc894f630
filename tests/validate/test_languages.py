"""Languages of a deck: texts that lack one, words that no build prints, and codes that are misspelt."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import create_model

from cardgen.model.deck import Deck, LocalizedText
from cardgen.model.language import LANGUAGE_CODE, find_language, is_language, suitable_keys
from cardgen.pipeline.check import check_deck
from cardgen.pipeline.open.project import open_deck
from cardgen.pipeline.options import BuildOptions
from cardgen.plugin.resources import resources
from cardgen.report.diagnostics import Collector, Diagnostic
from cardgen.validate.languages import check_languages
from tests.validate.test_schema import node_of

CARDS = "game: cards\ntitle: Sea\n"


def found(folder: Path, deck: str, language: str = "") -> list[Diagnostic]:
    path = folder / "sea.yaml"
    path.write_text(CARDS + deck)
    return check_deck(path, BuildOptions(language=language), lambda _stage: None)


def test_texts_that_lack_a_language_are_told_once_with_a_count_and_the_first_places(tmp_path):
    cards = "".join(f"  - {{name: {{en: Ship {n}}}, text: Sail.}}\n" for n in range(5))
    (item,) = (item for item in found(tmp_path, f"cards:\n{cards}", "pt") if item.code == "W330")
    assert item.message == (
        "5 texts have no words in 'pt': name of 'Ship 0', name of 'Ship 1', name of 'Ship 2' and 2 more"
    )
    keys = [(span.line, span.column) for span in (item.span, *(span for _, span in item.notes))]
    assert keys == [(4, 6), (5, 6), (6, 6)], "each at its key, below which the line is written"


def test_one_text_is_told_with_its_languages_and_of_many_the_first_three():
    first = [f"name of 'Ship {number}'" for number in range(3)]
    lists = {1: first[0], 2: ", ".join(first[:2]), 3: ", ".join(first), 4: f"{', '.join(first)} and 1 more"}
    node = node_of({"cards": [{"name": f"Ship {number}"} for number in range(4)]})
    for count, listed in lists.items():
        values = [(("cards", n, "name"), LocalizedText({"nl": "Schip", "it": "Nave"})) for n in range(count)]
        items = Collector()
        check_languages(Deck(Path(), "cards", create_model("Words")(), node), "pt", ["nl", "pt"], items, values)
        lacking, unprinted = items.items
        many = f"{count} texts have no words in 'pt': {listed}"
        assert lacking.message == (many if count > 1 else f"{listed} has no text in 'pt', only in it, nl")
        assert lacking.expected == f"a line 'pt: ...'{' in each' * (count > 1)}"
        assert len(lacking.notes) == min(count, 3) - 1
        texts = f"{count} texts have" if count > 1 else "1 text has"
        assert unprinted.message == f"{texts} words in 'it', which is not a language of the deck: {listed}"
        assert unprinted.hints == (
            "write 'languages: [nl, pt, it]' and 'extends: cards' in a game.yaml beside the deck",
            "fixed words in 'it' go into strings.it.yaml beside the deck",
        )


def test_words_in_a_language_that_the_deck_lacks_are_told_with_how_to_add_it(tmp_path):
    items = found(tmp_path, "languages: [en, pt]\ncards:\n  - {name: {en: Ship, pt: Navio, it: Nave}}\n")
    (item,) = (item for item in items if item.code == "W208")
    assert item.message == "1 text has words in 'it', which is not a language of the deck: name of 'Ship'"
    assert item.expected == "one of: en, pt"
    assert item.hints[0] == "write 'languages: [en, pt, it]' at the top of the deck"


def test_each_language_that_the_deck_lacks_is_told_once_at_its_first_words(tmp_path):
    cards = "".join(f"  - {{name: {{en: A, it: B, de: C{', nl: D' * (n > 1)}}}}}\n" for n in range(3))
    told = [item.message for item in found(tmp_path, f"languages: [en, pt]\ncards:\n{cards}") if item.code == "W208"]
    assert [message.partition(",")[0] for message in told] == [
        "3 texts have words in 'it'", "3 texts have words in 'de'", "1 text has words in 'nl'",
    ]  # fmt: skip


def test_a_deck_of_a_game_in_python_takes_a_language_from_a_game_yaml(tmp_path):
    path = tmp_path / "samurai.yaml"
    deck = (resources().decks / "samurai.yaml").read_text()
    path.write_text(deck.replace("{en: Samurai,", "{de: Samurai, en: Samurai,", 1))
    collector = Collector()
    opened = open_deck(path, collector)
    assert opened
    check_languages(opened[0], "en", opened[1].languages, collector)
    (item,) = (item for item in collector.items if item.code == "W208")
    assert "'extends: attack-the-tower' in a game.yaml beside the deck" in item.hints[0]


def test_a_translation_for_one_country_is_printed_for_the_language(tmp_path):
    items = found(tmp_path, "languages: [en, pt-BR]\ncards:\n  - {name: {en: Ship, pt: Navio}}\n")
    assert [item.code for item in items if item.code in ("W208", "W330")] == []


def test_english_words_stand_in_for_every_language(tmp_path):
    items = found(tmp_path, "languages: [pt]\ncards:\n  - {name: {en: Ship, pt: Navio, fr: Nef}}\n")
    assert [item.message[:26] for item in items if item.code in ("W208", "W330")] == ["1 text has words in 'fr', "]


def test_a_deck_that_states_its_languages_is_checked_in_all_of_them(tmp_path):
    items = found(tmp_path, "languages: [en, it]\ncards:\n  - {name: {en: Ship}}\n")
    assert "name of 'Ship' has no text in 'it', only in en" in [item.message for item in items]


@pytest.mark.parametrize(
    ("written", "meant"),
    [("jp", "ja"), ("ptbr", "pt-BR"), ("en_US", "en-US"), ("German", "de"), ("zh-hant", "zh-Hant"), ("cn", "zh")],
)
def test_a_misspelt_code_gets_the_one_that_was_meant(tmp_path, written, meant):
    assert not is_language(written)
    items = found(tmp_path, f"cards:\n  - {{name: {{en: Ship, {written}: X}}}}\n")
    (item,) = (item for item in items if item.code == "E204")
    assert item.message == f"key '{written}' of name of 'Ship' is not valid"
    assert item.hints == (f"did you mean '{meant}'?",)


def test_a_language_that_nobody_means_has_no_suggestion():
    assert find_language("q") == find_language("xx") == ""


def test_a_build_in_another_language_says_how_to_add_it(tmp_path):
    items = found(tmp_path, "cards:\n  - {name: Ship}\n", "it")
    (item,) = (item for item in items if item.code == "E504")
    assert item.hints == ("add it to 'languages' in the deck or in game.yaml: [en, pt, de, es, fr, it]",)


@given(st.from_regex(LANGUAGE_CODE, fullmatch=True))
def test_the_keys_of_a_language_become_shorter_and_end_with_any(code: str) -> None:
    keys = suitable_keys(code)
    assert keys[0] == code
    assert keys[-1] == ""
    assert [len(key) for key in keys] == sorted({len(key) for key in keys}, reverse=True)


@given(st.text(max_size=12))
def test_what_is_suggested_is_a_language(written: str) -> None:
    meant = find_language(written)
    assert not meant or is_language(meant)
