"""Columns as people write them: any heading, no required column, and words that mean a field only if the values do."""

from typing import Any

import pytest
from pydantic import ConfigDict

from cardgen.pipeline.open.deck_file import list_models
from cardgen.pipeline.open.games import find_game
from cardgen.plugin.headings import usual_headings
from cardgen.plugin.schema import LocalText, Model, PicturePath
from cardgen.read.tables import column_values
from cardgen.read.tables.column_values import copies_in, samples, suits, usual_key
from cardgen.read.tables.context import ListContext, StatedColumn
from cardgen.read.tables.model_names import split_language
from cardgen.read.tables.naming import needs_names
from cardgen.read.tables.rows import read_rows
from cardgen.read.tables.shapes import shape_of
from cardgen.read.tables.table import Table, TableRow
from cardgen.report.diagnostics import Collector
from cardgen.report.source import RowNode, Span
from tests.read.tables.conftest import AnyCard


def read(lines: list[list[Any]], **context: Any) -> tuple[list[dict[str, Any]], list[str]]:
    """The values of a list of the game `cards`, and what is reported."""
    nodes, found = rows_and_reports(lines, **context)
    values: list[Any] = [node.plain() for node in nodes]
    return values, [str(item).removeprefix("cards.csv:") for item in found.items]


def rows_of(lines: list[list[Any]], **context: Any) -> list[RowNode]:
    return rows_and_reports(lines, **context)[0]


def rows_and_reports(lines: list[list[Any]], **context: Any) -> tuple[list[RowNode], Collector]:
    game = find_game("cards")
    assert game
    rows = [TableRow(line, cells) for line, cells in enumerate(lines, 1)]
    found = Collector()
    nodes = read_rows(
        Table("cards.csv", rows=rows),
        list_models(game)["cards"],
        ListContext(**{"languages": ("en",), **context}),
        found,
    )
    return nodes, found


NUMBERED = {"en": "Card\xa01"}
NAMES = [
    ("the first short text", ["Type", "Level"], [["Thief", "1"], ["Spy", "2"]], "Thief"),
    ("not a long text", ["Story", "Hero"], [["A long story about a thief, told at night.", "Thief"]], "Thief"),
    ("not a repeated text", ["Team", "Hero"], [["red", "Thief"], ["red", "Spy"], ["red", "Cook"]], "Thief"),
    ("a long text if it is the only one", ["Prompt"], [["Why did the thief of Baghdad cross the road?"]], "Why did"),
    ("what is nearly called name", ["Type", "nmae"], [["Rogue", "Thief"], ["Agent", "Spy"]], "Thief"),
    ("the only text beside ids", ["id", "Job"], [["t-1", "Thief"], ["s-1", "Spy"]], "Thief"),
    ("an id for want of others", ["id", "Level"], [["thief", "1"], ["spy", "2"]], "thief"),
    ("no word for another field", ["art", "art.focus"], [["a.png", "top"], ["b.png", "left"]], NUMBERED),
    (
        "a column of which one name is long",
        ["Thing", "Rules"],
        [["The Extraordinary Assembly of Wandering Cartograph", "Draw two."], ["Fox", "Go."], ["Ox", "Stay."]],
        "The Extraordinary",
    ),
    ("not a column of which most names are long", ["Rules", "Thing"], [["so " * 14, "Fox"], ["go " * 14, "Ox"]], "Fox"),
    ("not a text of two lines", ["Rules", "Thing"], [["Go\nback", "Fox"], ["Stay", "Ox"], ["Run", "Elk"]], "Fox"),
    ("no sentences", ["Rules", "Thing"], [["Draw two cards.", "Fox"], ["Pay a coin.", "Ox"]], "Fox"),
    (
        "no column with a text of many letters",
        ["Thing", "Hero"],
        [["so " * 21, "Thief"], ["Ox", "Spy"], ["Elk", "Cook"]],
        "Thief",
    ),
    ("no answer to a question", ["Question", "A", "B"], [["Who?", "Ann", "Bob"], ["Where?", "Rome", "Oslo"]], NUMBERED),
    ("no word beside a prompt", ["Frage (de)", "Antwort"], [["Wer?", "Ann"], ["Wo?", "Rom"]], NUMBERED),
    ("what is nearly called name beside a question", ["Question", "nmae"], [["Who?", "Ann"]], "Ann"),
    ("a number without any text", ["value", "color"], [["2", "#ff0000"], ["3", "#ff0000"]], NUMBERED),
    (
        "a number where suits repeat",
        ["suit", "rank"],
        [["hearts", "2"], ["hearts", "3"], ["hearts", "4"]],
        NUMBERED,
    ),
]


def test_a_list_without_names_gets_them():
    for why, headings, body, expected in NAMES:
        values, found = read([headings, *body])
        name = values[0]["name"]
        assert name.startswith(expected) if isinstance(expected, str) else name == expected, why
        assert sum("warning[W160]" in item for item in found) == 1, why
        assert not [item for item in found if "error" in item], why


def test_a_list_of_questions_without_names_says_which_column_is_the_text():
    values, found = read([["Question", "A", "B"], ["Who?", "Ann", "Bob"], ["Where?", "Rome", "Oslo"]])
    assert values[0] == {"text": "Who?", "a": "Ann", "b": "Bob", "name": NUMBERED}
    assert found == [
        "1: warning[W160]: the table has no column of names beside 'Question', which is the text, so the cards are "
        "numbered: 'Card 1' and so on"
    ]
    values, told = read([["Question", "Answer"], [1, "Ann"], [2, "Bob"]])  # the numbers of questions elsewhere
    assert values[0] == {"text": "1", "answer": "Ann", "name": NUMBERED} and told == found


def test_the_values_of_the_first_rows_stand_for_a_column(monkeypatch):
    monkeypatch.setattr(column_values, "_SAMPLE", 4)
    rows = [TableRow(at, [at, at] if at % 2 else [None]) for at in range(1, 9)]
    assert [samples(rows, index) for index in range(3)] == [[1, 3], [1, 3], []]


def test_a_column_without_values_gives_no_names():
    values, _ = read([["Notes", "Fish"], [None, "Cod"], [None, "Eel"]])
    assert [value["name"] for value in values] == ["Cod", "Eel"]


def test_names_are_looked_for_where_a_list_needs_them_and_may_have_other_fields():
    class Closed(Model):
        name: LocalText

    class Optional(AnyCard):
        name: LocalText | None = None

    class Plain(AnyCard):
        name: str

    class Nameless(Model):
        model_config = ConfigDict(extra="allow")

    found = {model.__name__: needs_names(model) for model in (AnyCard, Closed, Optional, Plain, Nameless)}
    assert found == {"AnyCard": True, "Closed": False, "Optional": False, "Plain": False, "Nameless": False}


def test_many_rows_without_a_name_are_numbered_and_one_is_a_slip():
    values, found = read([["name", "text"], ["Dawn", "x"], [None, "y"], [None, "z"]])
    assert [value["name"] for value in values] == ["Dawn", {"en": "Card\xa02"}, {"en": "Card\xa03"}]
    assert found == ["3: warning[W160]: 2 rows have no name in column 'name': numbered, as in 'Card 2'"]
    values, found = read([["name", "text"], ["Dawn", "x"], [None, "y"]])
    assert "name" not in values[1] and not found
    for named, is_numbered in ((6, True), (7, False)):  # a quarter of them, and less
        values, _ = read([["name", "text"], *[[f"Card {n}", "x"] for n in range(named)], [None, "y"], [None, "z"]])
        assert ["name" in value for value in values[-2:]] == [is_numbered] * 2
    rows = [TableRow(line, cells) for line, cells in enumerate([["id", "text", "name"], ["a", "x"], ["b", "y"]], 1)]
    found = Collector()
    game = find_game("cards")
    assert game
    read_rows(Table("c.xlsx", "Deck", rows), list_models(game)["cards"], ListContext(("en",)), found)
    assert [str(item.span) for item in found.items] == ["c.xlsx[Deck]!C2"]


def test_usual_headings_in_many_languages():
    for heading, key in {
        "Anzahl": "copies", "Quantidade": "copies", "Cantidad": "copies", "Quantité": "copies", "Duplication": "copies",
        "Titre": "name", "Título": "name", "Kartenname": "name", "Nome": "name", "Bild": "art", "Imagem": "art",
        "Regeltext": "text", "Descrição": "text", "Testo": "text", "Tipo": "type", "Art": "type", "Zitat": "flavor",
    }.items():  # fmt: skip
        cell = {"copies": "2", "art": "a.png"}.get(key, "Word")
        value = read([["name" if key != "name" else "cost", heading], ["Dawn", cell]])[0][0]
        assert key in value, heading


MEANT = [
    ("copies", "Number", ["3", "1", "2"], "copies"),
    ("the numbers of the cards", "Number", ["1", "2", "3"], "number"),
    ("numbers from 0 on, with a gap", "Number", ["0", "1", "22"], "number"),
    ("many different numbers", "No", ["9", "2", "3", "4", "5", "6", "7", "8"], "no"),
    ("words", "Count", ["a noble one", "a poor one"], "count"),
    ("copies that rise, by a heading without doubt", "Copies", ["1", "2", "3"], "copies"),
    ("copies with a sign", "Qty", ["3x", "x2"], "copies"),
    ("templates", "Face", ["own.svg.j2", "own.svg.j2"], "face"),
    ("no templates", "Face", ["smiling", "grim"], "face_"),
    ("pictures", "Image", ["a.png", "b.png"], "art"),
    ("names of pictures", "Image", ["ogre", "elf"], "art"),
    ("generated pictures", "Art", ["placeholder:cat", "placeholder:an old dog"], "art"),
    ("pictures, of which half have words", "Image", ["a.png", "An ogre in a cave"], "art"),
    ("descriptions of pictures", "Image", ["An ogre in a cave", "An elf"], "image"),
    ("the text behind a card", "Back", ["Lisbon", "Porto"], "back_"),
    ("pictures of backs", "Back", ["a.png", "b.png"], "back"),
    ("icons", "Symbol", ["sun", "moon"], "icon"),
    ("icons, of which half are numbers", "Symbol", ["sun", "2"], "icon"),
    ("pictures as symbols", "Symbol", ["a/sun.png", "a/moon.png"], "art"),
    ("Spanish names", "Nombre", ["Alba", "Ocaso"], "name"),
    ("French copies", "Nombre", ["3", "3"], "copies"),
]


def test_a_word_means_a_field_only_if_the_values_do():
    for why, heading, cells, key in MEANT:
        first = "cost" if key == "name" else "name"
        values, found = read([[first, heading], *([f"Card {cell}", cell] for cell in cells)])
        assert key in values[0], (why, values)
        assert not [item for item in found if "error" in item], why


def test_a_doubtful_heading_without_values_is_no_usual_one():
    doubtful = [(word, key) for usual in usual_headings().values() for key in usual.fields for word in usual.doubtful]
    assert {"suit", "rank"} <= {key for _, key in doubtful}
    assert [(word, key) for word, key in doubtful if usual_key(word, []) == key] == []


def test_any_heading_is_a_column():
    headings = [
        "name", "\u2694\ufe0f", '"', "Player's choice", "2nd", "\u4ef7\u683c", "?", "model_config", "copy",
        "__class__", "a.b",
    ]  # fmt: skip
    values, found = read([headings, ["Dawn", *map(str, range(1, len(headings)))]])
    assert list(values[0].values()) == ["Dawn", *range(1, len(headings))]
    assert {"\u2694\ufe0f", "player_s_choice", "n2nd", "\u4ef7\u683c", "?", "copy", "class", "a_b"} <= {*values[0]}
    assert found == []


def test_a_column_that_is_no_field_is_titled_as_its_heading_is_written():
    """In a list with all headings in capitals, these are its style: only abbreviations keep them."""
    for headings, titles in (
        (["name", "Max HP", "iOS version", "save_throw", "Odds:"], ["Max HP", "iOS version", "Save throw", "Odds"]),
        (
            ["NAME", "ATK", "AC", "RARITY", "BASE HP", "TURN OF ALL", "SELTENHEIT"],
            ["ATK", "AC", "Rarity", "Base HP", "Turn of all", "Seltenheit"],
        ),
        (["name", "TURN ORDER", "Luck"], ["TURN ORDER", "Luck"]),
        (["name", "**Luck**", "{sun}"], ["", ""]),
        (["name", "Luck.en", "Luck.pt"], ["Luck"]),
    ):
        columns = rows_of([headings, [str(number) for number, _ in enumerate(headings)]], languages=("en", "pt"))[
            0
        ].columns
        assert [column.title for key, column in columns.items() if key != "name" and "." not in key][::-1] == titles
        assert columns["name"].title == ""  # that of its field


def test_a_heading_names_its_language_in_many_ways():
    for heading, name, language in (
        ("name.pt", "name", "pt"), ("Name (PT_br)", "Name", "pt-BR"), ("name.EN-gb", "name", "en-GB"), ("name", "name", ""),
    ):  # fmt: skip
        assert split_language(heading) == (name, language)


def test_two_columns_for_one_field_are_both_there():
    values, found = read([["qty", "count", "name", "HP!", "HP?"], ["2", "5", "Dawn", "1", "2"]])
    assert values == [{"copies": 2, "count": 5, "name": "Dawn", "hp": 1, "hp_2": 2}]
    assert found == ["1: warning[W162]: columns 'qty' and 'count' both give 'copies'; the second is shown by itself"]


def test_a_heading_with_the_sign_of_remarks_may_be_a_known_one():
    values, found = read([["name", "# of copies", "# seen"], ["Dawn", "3", "x"]])
    assert (values, found) == ([{"copies": 3, "name": "Dawn"}], [])


def test_two_columns_that_are_mapped_to_one_key_are_both_there():
    values, found = read(
        [["name", "a", "b"], ["Dawn", "1", "2"]],
        columns={"HP!": StatedColumn("a"), "HP?": StatedColumn("b")},
    )
    assert (values, found) == ([{"name": "Dawn", "hp": 1, "b": 2}], [])


def test_a_long_text_is_no_name_of_a_picture():
    context = ListContext(("en",), is_picture=lambda _text: True)
    for length, is_name in ((100, True), (101, False)):
        assert suits("art", shape_of(PicturePath), ["a" * length], context, is_doubtful=True) == is_name


def test_a_heading_that_is_nearly_known_is_told():
    for heading, near in {
        "coppies": "copies", "Tpye": "type", "flavr": "flavor", "Descripton": "description",
        "names": "", "text2": "", "Level": "", "Home": "", "Power": "", "Range": "",
    }.items():  # fmt: skip
        _, found = read([["name", heading], ["Dawn", "3"]])
        assert bool(found) == bool(near), (heading, found)
        if near:
            assert found == [f"1: warning[W161]: column '{heading}' is no known field, and is shown by itself"], heading


def test_no_usual_heading_is_a_typing_error_of_another():
    """`Coste` is Spanish for a cost, and not a `cost` with a letter too many."""
    for usual in usual_headings().values():
        for word in usual.words:
            _, found = read([["title", word], ["Dawn", "3"], ["Dusk", "4"]])
            assert not [item for item in found if "W161" in item], word


def test_what_is_no_content_is_left_out():
    values, found = read(
        [["name", "frontTemplate", None, "id"], ["Dawn", "Main", "1", "x"], ["Dusk", "Main", "2", "x"]]
    )
    assert values == [{"name": "Dawn"}, {"name": "Dusk"}]
    assert [item.split(": ")[1] for item in found] == ["warning[W164]"] * 3


def test_a_mapping_names_columns():
    columns = {"name": StatedColumn("type"), "text": StatedColumn("Rules"), "might": StatedColumn("Name")}
    values, found = read([["Name", "Type", "Rules"], ["5", "Thief", "Steal."]], columns=columns)
    assert (values, found) == ([{"might": 5, "name": "Thief", "text": "Steal."}], [])
    _, found = read([["Name", "Type"], ["5", "Thief"]], columns={"name": StatedColumn("Tpye")})
    assert found[0] == " error[E169]: there is no column 'Tpye' for 'name' in the table"
    stated = StatedColumn("Tpye", Span("deck.yaml", 3, 5))
    assert read([["Name", "Type"], ["5", "Thief"]], columns={"name": stated})[1][0].startswith(
        "deck.yaml:3:5: error[E169]"
    )


@pytest.mark.parametrize("heading", ["E", "x" * 60, ".", "((("])
def test_odd_headings_in_no_known_list(heading):
    values, _ = read([[heading], ["Dawn"]])
    assert values == [{"name": "Dawn"}]


def test_numbers_of_copies_are_whole_and_not_below_zero():
    stated = {3: 3, 2.0: 2, 0: 0, "3": 3, "x3": 3, "3X": 3, " 3 \u00d7 ": 3, "2.0": 2, "0": 0, "123456": 123456}
    none = (2.5, 0.999, -1, -0.5, True, False, "2.5", "-1", "", "x", "three", "3 4", "1234567", "\u0663")
    assert {cell: copies_in(cell) for cell in stated} == stated
    assert [cell for cell in none if copies_in(cell) is not None] == []


def test_a_list_of_sentences_needs_no_heading():
    lines = [["Why did the ferryman of the old harbour never learn how to swim a stroke?"], ["What?"]]
    values, found = read(lines)
    assert [value["name"] for value in values] == [line[0] for line in lines]
    assert "1: warning[W169]: the table has no headings; its first row is a card too" in found
