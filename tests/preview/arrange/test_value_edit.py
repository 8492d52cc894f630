"""A value of a card that is typed on the page is written where the deck states it, and nothing else changes."""

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from cardgen.preview.arrange.value_edit import edit_table, edit_yaml, shown_value
from cardgen.report.errors import UnlocatedError
from cardgen.yaml_loader import LOADER

DECK = """# My deck
game: cards
cards:
  # the first
  - {name: Rain, cost: 2, text: "**Draw** a card."} # wet
  - name: Sun # hot
    text: |
      One line.
      Another one.
    flavor: >-
      A long line
      that is folded.
    note: {en: Day, pt: Dia}
  - name: Moon
"""
EDITS = {
    "a plain value in braces": ((0, "name"), "Hail", "name: Rain", "name: Hail"),
    "a number": ((0, "cost"), 3, "cost: 2", "cost: 3"),
    "a text in quotes": ((0, "text"), "Draw: two", '"**Draw** a card."', '"Draw: two"'),
    "a text that needs quotes now": ((1, "name"), "*Sun*", "name: Sun #", 'name: "*Sun*" #'),
    "lines": ((1, "text"), "First.\nSecond.", "One line.\n      Another one.", "First.\n      Second."),
    "a folded line": ((1, "flavor"), "A shorter one", "A long line\n      that is folded.", "A shorter one"),
    "one language": ((1, "note", "pt"), "Sol", "pt: Dia", "pt: Sol"),
    "a new key in braces": ((0, "art"), "art/rain.svg", 'card."}', 'card.", art: art/rain.svg}'),
    "a new key below": ((2, "text"), "Sleep", "name: Moon\n", "name: Moon\n    text: Sleep\n"),
    "a picture with its focus": ((2, "art"), {"file": "a.png", "focus": "0.2 0.4"}, "name: Moon\n",
                                 'name: Moon\n    art: {file: a.png, focus: 0.2 0.4}\n'),
}  # fmt: skip


def test_a_value_is_written_where_it_stands():
    for name, (path, value, old, new) in EDITS.items():
        ((start, end, insert),) = edit_yaml(DECK, [(("cards", *path), value)])
        text = DECK[:start] + insert + DECK[end:]
        assert text == DECK.replace(old, new, 1), name
        found = yaml.load(text, LOADER)["cards"]
        for step in path:
            found = found[step]
        assert (found.rstrip("\n") if isinstance(found, str) else found) == value, name


@given(st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=30))
def test_any_words_are_read_back_as_they_were_typed(words):
    for path in ((0, "name"), (1, "name"), (2, "text")):
        ((start, end, insert),) = edit_yaml(DECK, [(("cards", *path), words)])
        found = yaml.load(DECK[:start] + insert + DECK[end:], LOADER)["cards"][path[0]][path[1]]
        assert str(found) == words or words.strip() != words or not isinstance(found, str)


def test_a_text_without_a_language_left_is_removed():
    deck = "game: cards\ntitle: {en: Tide}\nsubtitle:\n  en: Of the sea\n  pt: Do mar\ncards: []\n"
    for paths, left in ({("title", "en")}, {"subtitle"}), ({("subtitle", "en"), ("subtitle", "pt")}, {"title"}):
        text = replaced(deck, edit_yaml(deck, [(path, None) for path in paths]))
        assert yaml.load(text, LOADER).keys() == {"game", "cards", *left}
    assert "pt: Do mar" in replaced(deck, edit_yaml(deck, [(("subtitle", "en"), None)]))


def test_a_text_in_all_its_languages_and_an_item_of_a_list_are_replaced():
    both = [(("cards", 1, "note", code), words) for code, words in (("en", "Noon"), ("pt", "Tarde"))]
    assert replaced(DECK, edit_yaml(DECK, both)) == DECK.replace("{en: Day, pt: Dia}", "{en: Noon, pt: Tarde}")
    for before, after in (
        ("cards: [{tags: [swift, old]}]\n", 'cards: [{tags: [swift, "a, b"]}]\n'),
        ("cards:\n- tags:\n  - swift\n  - old\n", "cards:\n- tags:\n  - swift\n  - a, b\n"),
    ):
        assert replaced(before, edit_yaml(before, [(("cards", 0, "tags", 1), "a, b")])) == after
        both = [(("cards", 0, "tags", 1), "a, b"), (("cards", 0, "tags", 0), "slow")]
        assert replaced(before, edit_yaml(before, both)) == after.replace("swift", "slow")


def test_a_new_key_of_the_deck_stands_above_its_cards():
    ((start, end, insert),) = edit_yaml(DECK, [(("look",), "full-art")])
    assert DECK[:start] + insert + DECK[end:] == DECK.replace("game: cards\n", "game: cards\nlook: full-art\n", 1)


def test_the_title_of_a_deck_is_written_in_one_language():
    deck = f"title: {{en: Rain, pt: Chuva}} # so far\n{DECK}"
    ((start, end, insert),) = edit_yaml(deck, [(("title", "pt"), "2048")])
    assert deck[:start] + insert + deck[end:] == deck.replace("Chuva", '"2048"')


def test_a_card_that_is_not_there_is_refused():
    for text, path in ((DECK, ("cards", 7, "name")), (": [", ("cards", 0, "name"))):
        with pytest.raises(UnlocatedError):
            edit_yaml(text, [(path, "x")])
    for rows in ([9], [2, 9]):
        with pytest.raises(UnlocatedError):
            edit_table("a,b\n1,2\n", ",", [(row, 1, "x") for row in rows])


TABLE = 'name,cost,text\nRain,2,"Draw ""two"", now"\nSun,3\n"a\nb",1,x\n'


def test_a_cell_of_a_table_is_written_alone():
    cases = [
        ((2, 1, "Hail"), "Rain,", "Hail,"),
        ((2, 3, "Stop, thief"), '"Draw ""two"", now"', '"Stop, thief"'),
        ((3, 3, "Shine"), "Sun,3\n", "Sun,3,Shine\n"),
        ((4, 2, "9"), 'b",1', 'b",9'),
        ((1, 2, 'a "b"'), "cost", '"a ""b"""'),
    ]
    for (line, column, words), old, new in cases:
        ((start, end, insert),) = edit_table(TABLE, ",", [(line, column, words)])
        assert TABLE[:start] + insert + TABLE[end:] == TABLE.replace(old, new, 1), words


def test_several_values_are_written_with_edits_of_the_same_text():
    changes = [
        ((2, "text"), "Sleep"),
        ((0, "cost"), 3),
        ((0, "art"), "a.svg"),
        ((0, "x"), "why"),
        ((2, "name"), "Luna"),
    ]
    text = replaced(DECK, edit_yaml(DECK, [(("cards", *path), value) for path, value in changes]))
    found = yaml.load(text, LOADER)["cards"]
    assert [found[index][key] for (index, key), _ in changes] == [value for _, value in changes]
    assert (
        text.replace("Luna", "Moon").replace("cost: 3", "cost: 2").replace(", art: a.svg, x: why", "")
        == DECK + "    text: Sleep\n"
    )
    cells = [(3, 5, "e"), (3, 3, "c"), (2, 1, "Hail"), (4, 3, "z")]
    text = replaced(TABLE, edit_table(TABLE, ",", cells))
    assert text == TABLE.replace("Rain", "Hail").replace("Sun,3", "Sun,3,c,,e").replace("1,x", "1,z")


def replaced(text, edits):
    for start, end, insert in reversed(edits):
        text = text[:start] + insert + text[end:]
    return text


def test_a_value_is_shown_in_the_language_of_the_page():
    assert shown_value({"en": "Day", "pt": "Dia"}, "pt", ["en", "pt"]) == ("Dia", "pt")
    assert shown_value({"en": "Day"}, "pt", ["en", "pt"]) == ("Day", "en")
    assert shown_value({"en": "Day", "pt": "Dia"}, "de", ["pt", "en"]) == ("Dia", "pt"), (
        "the first of the deck stands in"
    )
    assert shown_value({"fr": "Jour"}, "de", ["pt"]) == ("Jour", "fr") and shown_value({}, "de", ["pt"]) == ("", "")
    assert [shown_value(one, "en", ["en"]) for one in (2.0, 2.5, True)] == [("2", ""), ("2.5", ""), ("True", "")]
    assert shown_value(3, "en", ["en"]) == ("3", "") and shown_value(None, "en", ["en"]) == ("", "")
