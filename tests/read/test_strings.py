"""Fixed strings of several files in one language, with what stands in for those that are missing."""

from pathlib import Path

import pytest

from cardgen.read.strings import is_strings_file, load_strings, readable, string_files
from cardgen.report.diagnostics import Collector


@pytest.fixture
def strings(tmp_path: Path):
    """Writes one file for each text and reads them: the strings, and code and line of what was found."""

    def load(language: str, *texts: str, **choices: object) -> tuple[dict[str, str], list[tuple[str, str, int]]]:
        files = [tmp_path / f"{number}.yaml" for number in range(len(texts))]
        for file, text in zip(files, texts, strict=True):
            file.write_text(text, "utf-8")
        found = Collector()
        read = load_strings(files, language, found, **choices)
        return read, [(item.code, item.message, item.span.line if item.span else 0) for item in found.items]

    return load


@pytest.mark.parametrize(
    ("language", "files", "ships"),
    [
        ("pt", ["ships: {en: Ships, pt: Navios}"], "Navios"),
        ("pt-BR", ["ships: {en: Ships, pt: Navios}"], "Navios"),
        ("pt", ["ships: Harbour"], "Harbour"),
        ("en", ["ships: {en: Ships, pt: Navios}", "ships: {en: Vessels}"], "Vessels"),
        ("pt", ["ships: {en: Ships, pt: Navios}", "ships: {en: Vessels}"], "Navios"),
        ("pt", ["ships: {en: Ships, pt: Navios}", "ships: Naves"], "Naves"),
        ("pt", ["ships: Harbour", "ships: {pt: Navios}"], "Navios"),
        ("en", ["ships: Harbour", "ships: {en: Vessels}", "ships: {pt: Navios}"], "Vessels"),
    ],
)
def test_words_are_those_of_the_last_file_that_has_the_language(strings, language, files, ships):
    assert strings(language, *files) == ({"ships": ships}, [])


def test_english_stands_in_with_one_warning_for_each_file(strings):
    read, found = strings("de", "ships: {en: Ships}\ncards: {en: Cards}\nnotes: {de: Noten}", "board: {en: Board}")
    assert read == {"ships": "Ships", "cards": "Cards", "notes": "Noten", "board": "Board"}
    assert found == [
        ("W207", "2 fixed strings have no words in 'de': ships, cards", 1),
        ("W207", "1 fixed string has no words in 'de': board", 1),
    ]


def test_a_warning_lists_only_the_first_keys(strings):
    _, found = strings("de", "\n".join(f"key{number}: {{en: text}}" for number in range(7)))
    assert found[0][1] == "7 fixed strings have no words in 'de': key0, key1, key2, key3, key4 and 2 more"


def test_english_stands_in_then_the_first_language_of_the_game_then_any_other(strings):
    order = {"pt-BR": "Barcos", "pt": "Navios", "en": "Ships", "de": "Schiffe", "pl": "Statki"}
    for first in range(len(order)):  # whatever follows is stated too, and before it
        left = [*order.items()][first:]
        stated = ", ".join(f"{language}: {words}" for language, words in reversed(left))
        assert strings("pt-BR", f"ships: {{{stated}}}", otherwise="de")[0] == {"ships": left[0][1]}


def test_a_string_that_is_needed_and_stated_nowhere_is_its_key(strings):
    assert strings("en", "a: b", needed=["ship-cards"]) == ({"a": "b", "ship-cards": "Ship cards"}, [])


def test_a_needed_string_that_is_stated_nowhere_is_missing_in_other_languages_than_english(strings):
    _, found = strings("pt", "a: b", needed=["ship-cards"])
    assert found == [("W207", "1 fixed string has no words in 'pt': ship-cards", 0)]


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ("ships: 3", "string 'ships' is not text", 1),
        ("ships: {en: [a]}", "string 'ships' is not text", 1),
        ("ships: {}", "string 'ships' is not text", 1),
        ("ships: {en: Ships, pt: 3}", "string 'ships' is not text", 1),
        ("a: b\nships:\n  english: Ships", "'english' in string 'ships' is not a language", 3),
        ("ships: {en: Ships, xx-y: S}", "'xx-y' in string 'ships' is not a language", 1),
    ],
)
def test_a_string_of_the_wrong_shape_is_an_error(strings, text, message, line):
    assert strings("en", text)[1] == [("E204", message, line)]


def test_readable_form_of_a_key():
    assert [readable(key) for key in ("ships", "ship-cards", "player_aid")] == ["Ships", "Ship cards", "Player aid"]


def test_a_file_for_a_language_holds_its_words_alone(tmp_path: Path):
    (tmp_path / "strings.yaml").write_text("ships: {en: Ships, pt: Navios}\ncoins: {en: Coins, pt: Moedas}\n", "utf-8")
    (tmp_path / "strings.pt.yaml").write_text("ships: Barcos\n", "utf-8")
    names = string_files("pt-BR")
    assert names == ("strings.pt-BR.yaml", "strings.pt.yaml", "strings.en.yaml", "strings.yaml")
    files = [tmp_path / name for name in reversed(names) if (tmp_path / name).exists()]
    found = Collector()
    assert load_strings(files, "pt-BR", found) == {"ships": "Barcos", "coins": "Moedas"}
    assert found.items == []


def test_a_string_that_is_wrong_leaves_the_others(strings):
    assert strings("en", "ships: 3\ncards: Cards\nports: [a]\nnotes: Notes")[0] == {"cards": "Cards", "notes": "Notes"}


def test_a_language_that_is_misspelt_has_a_suggestion(tmp_path: Path):
    (tmp_path / "strings.yaml").write_text("ships: {english: Ships}\nports: {q: Ports}\n", "utf-8")
    found = Collector()
    load_strings([tmp_path / "strings.yaml"], "en", found)
    assert [item.hints for item in found.items] == [("did you mean 'en'?",), ()]
    assert [(item.span.line, item.span.column) for item in found.items] == [(1, 9), (2, 9)]
    assert {item.expected for item in found.items} == {"text, or a mapping such as {en: ..., pt-BR: ...}"}


def test_which_files_hold_fixed_strings():
    names = ["strings.yaml", "strings.en.yaml", "strings.pt-BR.yaml", "strings.zh-Hant-TW.yaml", "strings.english.yaml", "strings.yml", "my-strings.yaml", "strings.en.yaml.bak"]  # fmt: skip
    assert [name for name in names if is_strings_file(name)] == names[:4]
    assert string_files("pt", "de") == ("strings.pt.yaml", "strings.de.yaml", "strings.en.yaml", "strings.yaml")
    assert string_files("en", "de") == ("strings.en.yaml", "strings.de.yaml", "strings.yaml")


def test_words_of_all_languages_are_gone_once_a_later_file_has_those_of_one(strings):
    told = ("W207", "1 fixed string has no words in 'pt': ships", 1)
    assert strings("pt", "ships: Harbour", "ships: {en: Vessels}") == ({"ships": "Vessels"}, [told])
