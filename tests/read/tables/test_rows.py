"""Rows: headers give keys, cells give values of the type of their field, and both keep their cells as positions."""

import datetime
from typing import Annotated, Literal

import pytest

from cardgen.plugin.schema import Headers, LocalText, Model, PicturePath
from cardgen.read.tables.context import ListContext
from cardgen.read.tables.headers import is_headless
from cardgen.read.tables.model_names import other_headers
from cardgen.read.tables.rows import _fill_merged, read_rows
from cardgen.read.tables.table import Table, TableRow
from cardgen.read.tables.typing_errors import _is_near
from cardgen.report.diagnostics import Collector
from cardgen.report.source import Node, Span
from cardgen.validate.schema import validate_as
from tests.read.tables.conftest import AnyCard, Card, Troop


def value(read, header, cell, model=Card):
    (row,) = read([["name", header], ["Dawn", cell]], model).values
    return row.get(next(key for key in row if key != "name")) if len(row) > 1 else None


def text_value(read, header, cell, model=Card):
    quoted = '"' + cell.replace('"', '""') + '"'
    (row,) = read(f"name,{header}\nDawn,{quoted}\n", model).values
    return next((item for key, item in row.items() if key != "name"), None)


@pytest.mark.parametrize(
    ("header", "cell", "expected"),
    [
        ("cost", "3", 3),
        ("cost", "3.0", 3),
        ("cost", "\u22123", -3),
        ("cost", "two", "two"),
        ("ratio", "1.5", 1.5),
        ("ratio", "1,5", 1.5),
        ("ratio", "2", 2),
        ("unique", "yes", True),
        ("unique", "X", True),
        ("unique", "sim", True),
        ("unique", "nein", False),
        ("unique", "0", False),
        ("unique", "perhaps", "perhaps"),
        ("size", "Big One", "big-one"),
        ("size", "small", "small"),
        ("size", "huge", "huge"),
        ("crew", "sailor, Cook", ["sailor", "cook"]),
        ("crew", "sailor; cook", ["sailor", "cook"]),
        ("crew", "sailor\ncook\n", ["sailor", "cook"]),
        ("troop", "{power: 3, traits: [a, b]}", {"power": 3, "traits": ["a", "b"]}),
        ("troop", "power: 3", {"power": 3}),
        ("troops", "{power: 3}, {power: 4}", [{"power": 3}, {"power": 4}]),
        ("troops", "[{power: 3}]", [{"power": 3}]),
        ("troops", "{power: 3}\n{power: 4}", [{"power": 3}, {"power": 4}]),
        ("troops", "- power: 3\n- power: 4", [{"power": 3}, {"power": 4}]),
        ("home", "007", "007"),
        ("art", "a.png", "a.png"),
    ],
)
def test_text_becomes_a_value_of_the_type_of_its_field(read, header, cell, expected):
    assert text_value(read, header, cell) == expected


@pytest.mark.parametrize(
    ("header", "cell", "expected"),
    [
        ("cost", 3.0, 3),
        ("cost", 2.5, 2.5),
        ("home", 3.0, "3"),
        ("home", 0.1, "0.1"),
        ("home", True, "TRUE"),
        ("unique", True, True),
        ("unique", 1, True),
        ("unique", 2, 2),
        ("crew", "cook", ["cook"]),
        ("cost", None, None),
    ],
)
def test_a_cell_becomes_a_value_of_the_type_of_its_field(read, header, cell, expected):
    assert value(read, header, cell) == expected


def test_a_number_of_zero_or_one_is_a_truth_value(read):
    assert [value(read, "unique", number) for number in (0, 1)] == [False, True]
    assert {type(value(read, "unique", number)) for number in (0, 1)} == {bool}


class Sign(Model):
    name: str
    level: int | str
    digit: Literal[1, "1"]


def test_a_cell_is_a_number_or_a_word_where_its_field_may_be_both(read):
    rows = read([["name", "level", "digit"], ["a", "3", "1"], ["b", 3, 1], ["c", "three", "1"]], Sign).values
    assert [(row["level"], row["digit"]) for row in rows] == [(3, "1"), (3, 1), ("three", "1")]


def test_a_table_without_headings_is_one_of_a_list_that_may_have_any_column():
    table = Table(
        "cards.csv", rows=[TableRow(1, ["Dawn", "A text that is longer than the heading of any column of a list is."])]
    )
    assert [is_headless(table, model) for model in (AnyCard, Card)] == [True, False]


class Walker(Model):
    name: str
    way: Literal["on-foot", "on foot", "by sea"]


def test_a_word_that_could_mean_two_of_a_list_means_neither(read):
    assert text_value(read, "way", "By_Sea", Walker) == "by sea"
    assert text_value(read, "way", "on foot", Walker) == "on foot"
    assert text_value(read, "way", "On_Foot", Walker) == "On_Foot"


def test_dates_become_text_with_a_warning(read):
    result = read([["name", "home"], ["Dawn", datetime.date(2026, 1, 2)], ["Dusk", datetime.time(18, 30)]])
    assert [row["home"] for row in result.values] == ["2026-01-02", "18:30"]
    assert result.found[0] == (
        "cards.xlsx[ships]!B2: warning[W153]: column 'home' holds a date or time, read as '2026-01-02'"
    )


@pytest.mark.parametrize("header", ["Qty", "count", "Number of Copies", "AMOUNT", "number-of_copies", "Anzahl"])
def test_usual_words_stand_for_copies(read, header):
    assert text_value(read, header, "3") == 3


def test_a_field_of_that_very_name_comes_first(read):
    (row,) = read("title,name,effect,text\nOf the dawn,Dawn,Draw,Look\n", AnyCard).values
    assert row == {"title": "Of the dawn", "name": "Dawn", "effect": "Draw", "text": "Look"}


def test_a_usual_word_stands_for_a_field_without_a_column(read):
    assert read("card,effect\nDawn,Draw\n", AnyCard).values == [{"name": "Dawn", "text": "Draw"}]


def test_a_game_may_state_other_headers(read):
    assert read("name,Harbour\nDawn,Lisbon\n").values == [{"name": "Dawn", "home": "Lisbon"}]


def test_each_field_names_the_other_headers_that_a_game_states_for_it():
    class Ship(Model):
        home: Annotated[str, Headers(("Harbour",))]
        berth: Annotated[int, Headers(("Quay", "Pier"))]
        flag: str = ""

    stated = {key: {*other_headers(Ship, key)} & {"Harbour", "Quay", "Pier"} for key in ("home", "berth", "flag")}
    assert stated == {"home": {"Harbour"}, "berth": {"Quay", "Pier"}, "flag": set()}


@pytest.mark.parametrize("header", ["name.pt", "name[pt]", "name (pt)", "Name (PT)", "title.pt"])
def test_a_column_may_be_of_one_language(read, header):
    assert read(f"name,{header}\nDawn,Aurora\n").values == [{"name": {"en": "Dawn", "pt": "Aurora"}}]


def test_a_text_with_one_language_only(read):
    assert read("name.en,name.de\nDawn,\n").values == [{"name": {"en": "Dawn"}}]


def test_dotted_columns_make_a_nested_value(read):
    (row,) = read("name,troop.power,Troop.Traits\nDawn,3,a;b\n").values
    assert row == {"name": "Dawn", "troop": {"power": 3, "traits": ["a", "b"]}}


class Words(Model):
    words: LocalText


class Ship(Model):
    name: LocalText
    art: PicturePath | None = None
    back: PicturePath | None = None
    crest: Words | Troop | None = None


def test_a_heading_with_a_language_means_a_text_though_a_number_has_the_same_name(read):
    class Film(Model):
        name: LocalText
        title: int = 0

    assert read("name,title,title (pt)\nA,3,B\n", Film).values == [{"name": {"en": "A", "pt": "B"}, "title": 3}]


def test_details_of_several_fields_stand_in_their_columns(read):
    head = "name,art,art.focus,back,back.focus,crest.words,crest.words (pt),crest.power"
    result = read(f"{head}\nA,,top,,left\nB,a.png,top,b.png,left\nC,,top,b.png,,sun,sol,3\n", Ship)
    assert (result.values, result.found) == (
        [
            {"name": "A"},
            {"name": "B", "art": {"file": "a.png", "focus": "top"}, "back": {"file": "b.png", "focus": "left"}},
            {"name": "C", "back": "b.png", "crest": {"words": {"en": "sun", "pt": "sol"}, "power": 3}},
        ],
        [],
    )


def test_a_number_or_a_word_is_what_one_of_several_types_accepts(read):
    class Coin(Model):
        name: LocalText
        size: Literal["small", "big"] | float | None = None

    assert [row["size"] for row in read("name,size\nA,Small\nB,2.5\n", Coin).values] == ["small", 2.5]


def test_each_formula_that_failed_is_told_at_its_cell():
    rows = [TableRow(1, ["name", "cost"]), TableRow(2, ["Dawn", 3]), TableRow(3, ["Dusk", 3])]
    found = Collector()
    table = Table("a.xlsx", "s", rows, faults={(2, 2): "#REF!", (3, 2): "#N/A", (3, 1): ""})
    assert [row.plain() for row in read_rows(table, Card, ListContext(("en",)), found)] == [
        {"name": name, "cost": 3} for name in ("Dawn", "Dusk")
    ]
    assert [str(item) for item in found.items] == [
        "a.xlsx[s]!B2: error[E143]: column 'cost' holds the error #REF!",
        "a.xlsx[s]!A3: error[E143]: column 'name' holds a formula without a stored value",
        "a.xlsx[s]!B3: error[E143]: column 'cost' holds the error #N/A",
    ]


def test_headings_over_several_columns_stand_before_those_below_them():
    rows = [
        TableRow(1, ["name", "Answers", None, "Notes", None]),
        TableRow(2, [None, "A", "B", "C", "D"]),
        TableRow(3, ["Quiz", 1, 2, 3, 4]),
    ]
    table = Table("a.xlsx", "s", rows, merged=[(1, 2, 1, 3), (1, 4, 1, 5)])
    (row,) = read_rows(table, AnyCard, ListContext(("en",)), Collector())
    assert row.plain() == {"name": "Quiz", "answers_a": 1, "answers_b": 2, "notes_c": 3, "notes_d": 4}


def test_a_cell_that_is_merged_with_none_beside_it_is_no_heading_of_those_below():
    rows = [TableRow(1, ["name", "Answers"]), TableRow(2, [None, "A"]), TableRow(3, ["Quiz", 1])]
    read = [
        read_rows(Table("a.xlsx", "s", rows, merged=merged), AnyCard, ListContext(("en",)), Collector())
        for merged in ([(1, 2, 1, 2)], [])
    ]
    assert [[row.plain() for row in each] for each in read] == [[{"answers": "A"}, {"name": "Quiz", "answers": 1}]] * 2


def test_a_cell_of_which_only_marks_are_written_has_no_value(read):
    assert read("name,text\nDawn,<b></b>\nDusk,<b>x</b>\n", AnyCard).values == [
        {"name": "Dawn"},
        {"name": "Dusk", "text": "**x**"},
    ]


def test_titles_of_a_list_in_capitals_are_in_small_letters_but_for_abbreviations(read):
    (row,) = read("NAME,HIT POINTS,RANGE OF DMG,ATK\nA,3,4,5\n", AnyCard).rows
    assert [column.title for column in row.columns.values()][::-1] == ["", "Hit points", "Range of DMG", "ATK"]


def test_the_title_of_a_column_is_its_heading_without_its_language_but_with_its_unit(read):
    (row,) = read("name,lore (pt),Weight (kg),iOS\nA,L,7,x\n", AnyCard).rows
    assert {column.title for column in row.columns.values()} == {"", "Lore", "Weight (kg)", "iOS"}


def test_other_columns_are_kept_where_the_model_accepts_them(read):
    result = read("name,Hit Points,2nd,lore (pt),Weight (kg),#remark,ratio\nDawn,12,x,L,007,no,0.5\n", AnyCard)
    expected = {"name": "Dawn", "hit_points": 12, "n2nd": "x", "lore": {"pt": "L"}, "weight_kg": "007", "ratio": 0.5}
    assert (result.values, result.found) == ([expected], [])


@pytest.mark.parametrize("header", ["troop." * 5000 + "power", "x" * 5000, "." * 5000, "((((" * 1000])
def test_a_header_of_any_length_is_read(read, header):
    (message,) = read(f"name,{header}\nDawn,3\n", Card).found
    assert message.startswith("cards.csv:1: error[E140]: unknown column ")
    (row,) = read(f"name,{header}\nDawn,3\n", AnyCard).values
    assert [*row.values()] == ["Dawn", 3] and all(len(key) <= 60 for key in row)


def test_an_unknown_column_is_told_once_with_what_was_meant(read):
    result = read("name,coost\nDawn,3\nDusk,4\n")
    assert result.found == ["cards.csv:1: error[E140]: unknown column 'coost'"]
    assert result.expected[0].startswith("one of: id, name, copies, cost,")


@pytest.mark.parametrize(
    ("headers", "message"),
    [
        ("name,cost,Cost", "column 'Cost' is there twice"),
        ("name,qty,count", "columns 'qty' and 'count' both give 'copies'"),
        ("name,title,cost", "columns 'name' and 'title' both give 'name'"),
    ],
)
def test_two_columns_for_one_key_are_an_error(read, headers, message):
    assert read(f"{headers}\nDawn,1,2\n").found == [f"cards.csv:1: error[E139]: {message}"]


def test_a_value_without_a_header_is_an_error(read):
    assert read([["name", None, "cost"], ["Dawn", "x", 3]]).found == [
        "cards.xlsx[ships]!B2: error[E141]: value 'x' is in a column without a header"
    ]
    assert read("name,cost\nDawn,3,and more\n").found == [
        "cards.csv:2: error[E141]: value 'and more' is in a column without a header"
    ]


def test_shorter_rows_and_blank_rows_and_remarks_are_no_error(read):
    result = read("name,cost,#notes\nDawn\n\n,,think\nDusk,4,\n")
    assert (result.values, result.found) == ([{"name": "Dawn"}, {"name": "Dusk", "cost": 4}], [])


def test_the_header_may_be_further_down(read):
    result = read([[None, "My cards"], [], [None, "Name", "Cost"], [None, "Dawn", 3]])
    assert result.values == [{"name": "Dawn", "cost": 3}]
    assert str(result.rows[0].value["cost"].span) == "cards.xlsx[ships]!C4"


def test_positions_are_cells(read):
    (row,) = read([["name", "cost"], ["Dawn", 3]]).rows
    assert str(row.value["cost"].span) == "cards.xlsx[ships]!B2"
    assert row.cell_span("cost") == Span("cards.xlsx", 2, 2, sheet="ships")
    (row,) = read('name,cost\n\n"Dawn\nx",3\n').rows
    assert str(row.value["cost"].span) == "cards.csv:3"


@pytest.mark.parametrize("cell", ["{power: 3", "{power: 3}}", "{a: *b}", "{a: !!x 1}", "{a: 1, a: 2}"])
def test_a_nested_value_that_cannot_be_read_is_told_at_its_cell(read, cell):
    (message,) = read([["name", "troop"], ["Dawn", cell]]).found
    assert message.startswith("cards.xlsx[ships]!B2: error[E144]: column 'troop' holds ")


class Deck(Model):
    cards: tuple[Card, ...]


def checked(read, content):
    """What the schema finds in the rows of a file."""
    result = read(content)
    found = Collector()
    validate_as(Node({"cards": Node(list(result.rows), Span("deck.yaml"))}, Span("deck.yaml")), Deck, found)
    return [str(item) for item in found.items]


def test_a_wrong_value_is_told_with_its_column_and_its_card(read):
    assert checked(read, [["name", "Qty"], ["Dawn", "two"]]) == [
        "cards.xlsx[ships]!B2: error[E204]: copies (column 'Qty') of 'Dawn' is 'two'"
    ]


def test_a_row_without_a_name_is_told_at_the_cell(read):
    assert checked(read, [["id", "cost", "name"], ["dawn", 3, None]]) == [
        "cards.xlsx[ships]!C2: error[E202]: 'dawn' has an empty cell in column 'name'"
    ]


def test_a_column_that_is_missing_is_told_once(read):
    assert checked(read, "id,cost\ndawn,3\ndusk,4\n") == ["cards.csv:1: error[E142]: there is no column 'name'"]


@pytest.mark.parametrize("content", ["", "\n\n", [[]]])
def test_an_empty_table_is_an_error(read, content):
    (message,) = read(content).found
    assert "error[E137]" in message and message.endswith("is empty")


def test_headers_without_rows_are_an_error(read):
    assert read("name,cost\n").found == ["cards.csv:1: error[E137]: the table has no row below its headers"]


@pytest.mark.parametrize("before", [[], ["E106"]])
def test_rows_without_a_value_are_an_error_whatever_is_wrong_elsewhere(before):
    rows = [TableRow(1, ["name", "cost"]), TableRow(2, [None, ""])]
    found = Collector()
    for code in before:
        found.add(code, "another list is wrong", None)
    assert read_rows(Table("a.csv", "", rows), Card, ListContext(("en",)), found) == []
    assert [item.code for item in found.items] == [*before, "E137"]
    rows = [TableRow(1, ["name", "troop"]), TableRow(2, [None, "{power: ["])]
    found = Collector()
    assert read_rows(Table("a.csv", "", rows), Card, ListContext(("en",)), found) == [], "its own fault says why"
    assert [item.code for item in found.items] == ["E144"]


def test_a_cell_that_knows_its_place_is_reported_there():
    head = TableRow(1, ["name", "cost", "wings"], [Span("c.json", 1, 3), Span("c.json", 1, 20), Span("c.json", 1, 30)])
    body = TableRow(1, ["Dawn", "two", None], [Span("c.json", 1, 10), Span("c.json", 1, 27), Span("c.json", 1, 1)])
    found = Collector()
    (row,) = read_rows(Table("c.json", rows=[head, body]), Card, ListContext(("en",)), found)
    assert row.span == Span("c.json", 1, 10) and row.value["cost"].span == Span("c.json", 1, 27)
    assert [(item.code, item.span) for item in found.items] == [("E140", Span("c.json", 1, 30))]


def test_merged_cells_give_their_value_to_the_rows_that_they_span_and_empty_ones_none():
    rows = [
        TableRow(2, ("Ogre", None, 3)),
        TableRow(3, (None, None, 4)),
        TableRow(5, (None,)),
        TableRow(6, ("Elf", None)),
    ]
    merged = [(2, 1, 5, 1), (2, 2, 3, 2), (2, 3, 5, 3), (4, 1, 6, 1), (6, 4, 7, 4), (6, 1, 6, 2)]
    found = Collector()
    filled = _fill_merged(Table("a.xlsx", "s", rows, merged=merged), rows, found)
    assert [[*row.cells] for row in filled] == [["Ogre", None, 3], ["Ogre", None, 3], ["Ogre"], ["Elf", None]]
    assert [(item.code, item.message[:25], item.span.line, item.span.column) for item in found.items] == [
        ("W151", "cells of 3 rows are merge", 2, 1), ("W151", "cells of 2 rows are merge", 2, 3),
    ]  # fmt: skip
    assert [[*row.cells] for row in rows][1] == [None, None, 4], "the table of the file stays as it is"


def test_a_word_is_near_another_of_one_other_letter_but_not_its_plural():
    for wrong, right, is_near in (
        ("conut", "count", True), ("cont", "count", True), ("mount", "count", False), ("names", "name", False), ("name", "names", False), ("boxes", "box", False),
        ("count", "count", False), ("cpstz", "costs", False), ("ocunt", "count", True), ("tog", "tag", False), ("tgas", "tags", True), ("materoul", "material", True), ("pactore", "picture", False),
        ("lanterms", "lanterns", True), ("lentermsx", "lanterns", False),
    ):  # fmt: skip
        assert _is_near(wrong, right) == is_near, (wrong, right)
