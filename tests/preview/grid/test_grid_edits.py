"""What is done in the grid changes what it says, and nothing else in the file: neither comments nor other cards."""

from collections.abc import Mapping, Sequence
from itertools import product

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from cardgen.preview.arrange.edits import written as written_in_a_face
from cardgen.preview.grid.csv_list import CsvList, cell_text
from cardgen.preview.grid.rows import CardList, other_id
from cardgen.preview.grid.yaml_list import YamlList, columns_of, list_keys
from cardgen.preview.grid.yaml_values import compose, set_values, written_value
from cardgen.preview.text_edit import TextEdit
from cardgen.read.tables.csv_text import read_csv
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import UnlocatedError
from cardgen.yaml_loader import LOADER

DECK = """# My deck
game: cards
languages: [en, pt]
cards:
  # the first
  - {id: rain, name: {en: Rain, pt: Chuva}, cost: 2, text: "**Draw** a card."} # wet
  - id: sun # hot
    name: Sun # in all languages
    # how it is told
    text: |
      One line.
      Another one.
    tags: [day, 'warm']
    art: {file: sun.png, focus: 0.2 0.4}

  # the night
  - name: {pt: Lua}
    effects:
      - draw: 2
  - {name: 'It''s', cost: 07} # last
# the end
"""
TABLE = 'id;name;cost;text\nrain;Rain;2;"Draw ""two""; now"\n\nsun;Sun;3\n;;;\n"moon";"a\nb";1;x\nlast;;;'
YAML_KEYS = ["id", "name.en", "name.pt", "cost", "text", "tags", "art", "art.focus", "flavor"]
words = st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=20).map(str.strip)
numbers = st.sampled_from(
    ["3", "-1.5", "true", "no", "007", "1e3", "~", "null", "2026-11-26", "a: b", "x #y", "[a]", "Two\nlines"]
)


def applied(text: str, edits: Sequence[TextEdit]) -> str:
    """Return a text after edits, as the page applies them; none may overlap another."""
    found, at = "", 0
    for edit in sorted(edits, key=lambda one: one.start):
        assert at <= edit.start <= edit.end <= len(text)
        found, at = found + text[at : edit.start] + edit.insert, edit.end
    return found + text[at:]


def read(text: str) -> YamlList:
    return YamlList(text, "cards", ["en", "pt"], {"tags": "list"})


def table(text: str) -> CsvList:
    return CsvList(text, ";")


def cells_of(cards: CardList) -> list[Mapping[str, str]]:
    return [{key: words for key, words in row.cells.items() if words} for row in cards.rows()]


def comments_of(text: str) -> list[str]:
    return [
        token
        for token in ("# My", "# the first", "# wet", "# hot", "# in all", "# how", "# the night", "# last")
        if token in text
    ]


def test_a_list_is_read_as_it_is_written():
    assert list_keys(compose(DECK)) == ["cards"] and list_keys(compose("- {name: a}")) == [""]
    rows = read(DECK).rows()
    assert columns_of(rows) == [
        "id", "name.en", "name.pt", "cost", "text", "tags", "art", "art.focus", "effects",
    ]  # fmt: skip
    assert rows[1].cells == {
        "id": "sun", "name.en": "Sun", "text": "One line.\nAnother one.\n", "tags": "day, warm",
        "art": "sun.png", "art.focus": "0.2 0.4",
    }  # fmt: skip
    assert [row.locked for row in rows] == [[], [], ["effects"], []]
    assert rows[0].places["cost"] == (6, 45) and rows[0].line == 6


@given(
    st.dictionaries(st.tuples(st.integers(0, 3), st.sampled_from(YAML_KEYS)), words | numbers, min_size=1, max_size=6)
)
def test_cells_of_yaml_differ_alone_and_comments_stay(given_cells):
    cards = read(DECK)
    before = cells_of(cards)
    text = applied(DECK, cards.set_cells((row, key, words) for (row, key), words in given_cells.items()))
    assert comments_of(text) == comments_of(DECK), text
    after = cells_of(read(text))
    for row, (old, new) in enumerate(zip(before, after, strict=True)):
        wanted = {**old, **{key: words for (at, key), words in given_cells.items() if at == row}}
        if "tags" in wanted:  # a list has no empty items
            wanted["tags"] = ", ".join(one.strip() for one in wanted["tags"].split(",") if one.strip())
        assert {key: value.rstrip("\n") for key, value in new.items()} == {
            key: value.rstrip("\n") for key, value in wanted.items() if value
        }, text


@given(st.dictionaries(st.tuples(st.integers(0, 3), st.sampled_from("12345")), words | numbers, min_size=1, max_size=6))
def test_cells_of_a_table_differ_alone(given_cells):
    cards = table(TABLE)
    before = cells_of(cards)
    text = applied(TABLE, cards.set_cells((row, key, words) for (row, key), words in given_cells.items()))
    wanted = [
        {**old, **{key: words for (at, key), words in given_cells.items() if at == row}}
        for row, old in enumerate(before)
    ]
    assert cells_of(table(text)) == [
        kept for row in wanted if (kept := {key: one for key, one in row.items() if one})
    ], text
    read_back = read_csv(text, "", Collector())
    assert read_back is not None


def test_cells_behind_the_end_of_a_row_stand_in_their_columns():
    text = "a;b;c;d;e\n1\n"
    for cells in ([(0, "3", "x"), (0, "5", "y")], [(0, "5", "y"), (0, "3", "x")]):
        assert applied(text, table(text).set_cells(cells)) == "a;b;c;d;e\n1;;x;;y\n"


def test_the_records_are_those_that_cardgen_reads():
    for text in (TABLE, TABLE + "\n", "sep=;\n" + TABLE, 'a;b\n "x; y";2\n', 'a;b\n"";""\n1;2\n'):
        found = read_csv(text, "", Collector())
        assert found is not None
        cards = table(text)
        assert [row.line for row in cards.rows()] == [row.line for row in found.rows[1:]], text
        for ours, row in zip(cards.rows(), found.rows[1:], strict=True):
            assert ours.cells == {str(at): cell for at, cell in enumerate(row.cells, 1) if cell}, text


@pytest.mark.parametrize("deck", [DECK, DECK.replace("  # the first\n", "").replace("# the end\n", "").rstrip("\n")])
def test_cards_of_yaml_come_and_go(deck):
    cards = read(deck)
    before = cells_of(cards)
    for at in range(5):
        text = applied(deck, cards.insert(at, [{"id": "hail", "name.en": "Hail: 1", "cost": "2"}, {"text": "no"}]))
        new = [{"id": "hail", "name.en": "Hail: 1", "cost": "2"}, {"text": "no"}]
        assert cells_of(read(text)) == [*before[:at], *new, *before[at:]], text
        assert comments_of(text) == comments_of(deck)
    for rows in ([0], [3], [1, 2], [0, 1, 3]):
        text = applied(deck, cards.remove(rows))
        assert cells_of(read(text)) == [row for at, row in enumerate(before) if at not in rows], text
    emptied = read(
        applied(deck.replace("  # the first\n", ""), read(deck.replace("  # the first\n", "")).remove([0, 1, 2, 3]))
    )
    assert emptied.rows() == []
    assert cells_of(read(applied(emptied.text, emptied.insert(0, [{"name": "New"}])))) == [{"name": "New"}]


def test_copies_have_ids_of_their_own():
    text = applied(DECK, read(DECK).duplicate([0, 1]))
    assert [row.cells.get("id") for row in read(text).rows()] == ["rain", "sun", "rain-2", "sun-2", None, None]
    assert yaml.load(text, LOADER)["cards"][3] == {**yaml.load(DECK, LOADER)["cards"][1], "id": "sun-2"}
    rows = table(applied(TABLE, table(TABLE).duplicate([0, 2]))).rows()
    assert [row.cells["1"] for row in rows] == ["rain", "sun", "moon", "rain-2", "moon-2", "last"]


def test_the_id_of_a_copy_is_the_next_one_that_is_free():
    taken = {"a", "a-2", "b-7", "-3", "x-y"}
    wanted = [
        ("a", "a-3"),
        ("a", "a-4"),
        ("a-2", "a-5"),
        ("b-7", "b-8"),
        ("b", "b-2"),
        ("x-y", "x-y-2"),
        ("x-y-2", "x-y-3"),
        ("-3", "-3-2"),
    ]
    assert [other_id(taken, id) for id, _ in wanted] == [other for _, other in wanted]
    assert {other for _, other in wanted} <= taken, "none is given twice"


def test_lists_in_brackets_are_edited_too():
    deck = "cards: [{name: A}, {name: B, cost: 2}]\n"
    cards = read(deck)
    assert applied(deck, cards.insert(2, [{"name": "C"}])) == "cards: [{name: A}, {name: B, cost: 2}, {name: C}]\n"
    assert applied(deck, cards.insert(0, [{"name": "C"}])) == "cards: [{name: C}, {name: A}, {name: B, cost: 2}]\n"
    assert applied(deck, cards.remove([0])) == "cards: [{name: B, cost: 2}]\n"
    assert applied(deck, cards.remove([1])) == "cards: [{name: A}]\n"
    assert applied(deck, cards.remove([0, 1])) == "cards: []\n"
    noted = "cards:  # all\n  - {name: A}\n  - {name: B}\n"
    assert applied(noted, read(noted).remove([0, 1])) == "cards:  # all\n"
    assert (
        applied(deck, cards.set_cells([(0, "cost", "3"), (1, "cost", "")]))
        == "cards: [{name: A, cost: 3}, {name: B}]\n"
    )


def test_rows_and_columns_of_a_table_come_and_go():
    cards = table(TABLE)
    assert applied(TABLE, cards.add_column("note")).startswith("id;name;cost;text;note\n")
    assert applied(TABLE, cards.insert(1, [{"2": "a;b"}])) == TABLE.replace("\nsun", '\n;"a;b";;\nsun')
    assert applied(TABLE, cards.insert(4, [{"1": "z"}])) == TABLE + "\nz;;;"
    assert applied(TABLE, cards.remove([0, 3])) == TABLE.replace('rain;Rain;2;"Draw ""two""; now"\n', "").removesuffix(
        "last;;;"
    )
    assert applied("", CsvList("", ",").add_column("name")) == "name\n"


def test_a_cell_that_is_given_the_words_that_it_has_stays_as_it_is_written():
    for written, words in (('"a"b ', "ab"), ('"a ""b"" "', 'a "b"'), (' "a', "a"), ('"', ""), ('a"b"', 'a"b"')):
        assert cell_text(written) == words, written
    cards = table('id;name\n"a"; b ;\n')
    assert cards.set_cells([(0, "1", "a"), (0, "2", "b"), (0, "3", ""), (0, "4", "")]) == []
    assert (
        applied(cards.text, cards.set_cells([(0, "5", "e"), (0, "4", "d"), (0, "1", "a")])) == 'id;name\n"a"; b ;;d;e\n'
    )


def test_a_text_is_one_of_the_first_language_where_another_card_states_languages():
    cards = read("cards:\n  - {note: {en: A, xx: B}}\n  - {note: C}\n")
    assert [row.cells for row in cards.rows()] == [{"note.en": "A", "note.xx": "B"}, {"note.en": "C"}]


def test_a_text_of_the_first_language_goes_with_its_key_if_nothing_is_left_of_it():
    cards = read("cards:\n  - {note: {en: A, pt: B}}\n  - {name: X, note: C}\n  - {name: Y}\n")
    assert cards.set_cells([(1, "note.pt", ""), (2, "note.pt", "")]) == [], "nothing is other than before"
    assert applied(cards.text, cards.set_cells([(1, "note.pt", ""), (1, "note.en", "D")])).count("note: D}") == 1
    assert read('cards:\n  - {name: X, note: ""}\n').set_cells([(0, "note.pt", "")]) == [], (
        "nothing is other than before"
    )
    assert applied(cards.text, cards.set_cells([(1, "note.en", ""), (2, "note.en", "")])) == (
        "cards:\n  - {note: {en: A, pt: B}}\n  - {name: X}\n  - {name: Y}\n"
    )


def test_what_a_card_states_in_several_levels_is_one_column_that_is_edited_as_text():
    cards = read("cards:\n  - {name: A, effects: {draw: {cards: 2}, note: b}}\n")
    (row,) = cards.rows()
    assert (row.cells, row.locked) == ({"name": "A", "effects": "{draw: {cards: 2}, note: b}"}, ["effects"])


def test_words_that_yaml_reads_as_something_else_are_quoted():
    for word in ("true", "False", "yes", "No", "null", "on", "OFF", "y", "N", "~", "3", "a: b", "- a", ""):
        for written in (written_value(word, in_braces=False), written_in_a_face(word, in_braces=False)):
            assert yaml.safe_load(f"a: {written}") == {"a": word}, written
            assert not written.isalpha(), f"{written} is no text to each reader of YAML"


def test_signs_that_end_lines_or_are_no_text_to_yaml_are_written_by_their_numbers():
    for sign in "\x7f\x80\x85\x9f\u2028\u2029\ufeff":
        for style in (None, "'", '"'):
            written = written_value(f"a{sign}b", in_braces=False, style=style)
            assert yaml.safe_load(f"a: {written}") == {"a": f"a{sign}b"} and sign not in written, written


def test_a_value_that_is_none_is_an_empty_cell():
    cards = read("cards:\n  - {name: A, cost: null, text: ~, art: }\n  - {name: 'null', cost: '~'}\n")
    assert cells_of(cards) == [{"name": "A"}, {"name": "null", "cost": "~"}]


def test_a_list_with_a_comma_in_a_value_is_edited_as_text():
    cards = read("cards:\n  - {name: A, tags: ['red, green', blue]}\n  - {name: B, tags: [red, blue]}\n")
    assert [row.locked for row in cards.rows()] == [["tags"], []]
    assert cards.rows()[0].cells["tags"] == "['red, green', blue]"


def test_what_is_written_elsewhere_is_edited_as_text():
    deck = "cards:\n  - &a {name: A, text: &t Long}\n  - {name: B, text: *t}\n  - *a\n"
    cards = read(deck)
    assert [row.locked for row in cards.rows()] == [["name", "text"], ["text"], ["name", "text"]]
    above = "one: &a {name: A}\ncards:\n  - *a\n  - {name: B}\n"
    assert [row.locked for row in read(above).rows()] == [["name"], []]
    for row, key in ((0, "name"), (1, "text"), (2, "name"), (3, "name"), (7, "name")):
        with pytest.raises(UnlocatedError):
            cards.set_cells([(row, key, "x")])
    for text in ("cards: [", "cards: 3", ""):
        with pytest.raises(UnlocatedError):
            read(text)


@pytest.mark.parametrize(
    "text",
    [
        "{a: 1, b: 2, c: 3, d: 4}\n",
        "{a: 1,  # one\n b: 2, c: 3,  # three\n d: 4}\n",
        "a: 1\nb: 2  # two\n# of the third\nc: 3\nd: |\n  4\n",
    ],
)
def test_any_keys_of_a_mapping_are_taken_out_while_others_change_and_are_added(text):
    for gone, added in product(product((True, False), repeat=4), ({}, {"e": "six", "f": "7"})):
        new = {"c": "new", **{key: None for key, is_gone in zip("abcd", gone, strict=True) if is_gone}, **added}
        after = applied(text, set_values(text, compose(text), new))
        wanted = {key: value for key, value in {**yaml.load(text, LOADER), **new}.items() if value is not None}
        assert (yaml.load(after, LOADER) or {}) == wanted, (after, gone, added)
