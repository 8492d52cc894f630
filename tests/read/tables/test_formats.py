"""Lists of all formats of text: each ends in the same rows, with the places of the file."""

import io
import json
import tempfile
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typing_extensions import TypeAliasType

import cardgen
from cardgen.model.deck import LocalizedText
from cardgen.pipeline.open.deck_file import list_models, read_deck
from cardgen.pipeline.open.games import find_game
from cardgen.plugin.schema import Headers, Model
from cardgen.read.tables import csv_text, files
from cardgen.read.tables.column_values import _is_numbering, can_name, is_text
from cardgen.read.tables.context import ListContext
from cardgen.read.tables.defines import read_defines
from cardgen.read.tables.files import Spreadsheet, open_spreadsheet, spreadsheet_from
from cardgen.read.tables.formats import FORMATS
from cardgen.read.tables.headers import is_table
from cardgen.read.tables.model_names import Meaning, model_names, other_field
from cardgen.read.tables.rows import read_rows
from cardgen.read.tables.shapes import Shape, marks_in, shape_of
from cardgen.read.tables.table import Table, TableRow
from cardgen.read.tables.typing_errors import nearest_field
from cardgen.report.diagnostics import Collector
from cardgen.report.source import Span
from tests.read.test_json_text import JSON

from .conftest import AnyCard

FOXES = [{"name": "Fox", "cost": 2}, {"name": "Owl", "cost": 3}]
SAME = {
    "list.json": json.dumps(FOXES),
    "lines.jsonl": "\n".join(map(json.dumps, FOXES)),
    "lines.json": "\n".join(map(json.dumps, FOXES)),
    "object.json": json.dumps({"cards": FOXES}),
    "nested.json": json.dumps({"data": {"version": 1, "cards": FOXES}}),
    "names.json": json.dumps({"Fox": {"cost": 2}, "Owl": {"cost": 3}}),
    "columns.json": json.dumps({"name": ["Fox", "Owl"], "cost": [2, 3]}),
    "grid.json": json.dumps([["name", "cost"], ["Fox", 2], ["Owl", 3]]),
    "list.yaml": "# mine\n---\n- name: Fox\n  cost: 2\n- {name: Owl, cost: 3}\n",
    "object.yaml": "cards:\n- {name: Fox, cost: 2}\n- {name: Owl, cost: 3}\n",
    "list.md": "# Cards\n\nSome words.\n\n| name | cost |\n|---|--:|\n| Fox | 2 |\n| Owl | 3 |\n",
    "list.tsv": "name\tcost\nFox\t2\nOwl\t3\n",
    "list.csv": "name;cost\nFox;2\nOwl;3\n",
}


def tables(text, suffix):
    found = Collector()
    spreadsheet = spreadsheet_from(text.encode(), suffix, "c", found)
    shown = {name: spreadsheet.table(name, found) for name in spreadsheet.sheets} if spreadsheet else {}
    return shown, [f"{item.span}: {item.code}: {item.message}" for item in found.items]


def values(text, suffix, model=AnyCard):
    found = Collector()
    lists = {
        name: read_rows(table, model, ListContext(("en",)), found) for name, table in tables(text, suffix)[0].items()
    }
    assert not found.has_errors, found.items
    return {name: [row.plain() for row in rows] for name, rows in lists.items()}


@pytest.mark.parametrize("name", SAME)
@pytest.mark.parametrize("is_named", [True, False], ids=["by suffix", "by content"])
def test_the_same_cards_come_from_every_format(name, is_named):
    suffix = name[name.index(".") :] if is_named else ""
    assert values(SAME[name], suffix) == {"": FOXES}


def test_a_text_without_a_suffix_is_yaml_only_if_it_has_no_mistake_of_yaml():
    (is_yaml,) = (one.is_content for one in FORMATS if one.name == "YAML")
    for text, is_it in {
        "- {name: Fox, cost: 2}\n": True, "- {name: Fox, cost:2}\n": False, "Card:\nFox: 2\nOwl: 2\n": True,
        "Card:\nFox: 2\nFox: 3\n": False, "- Fox: #fff\n": False, "--- '\nCard:\n'\n": False,
    }.items():  # fmt: skip
        assert is_yaml(text) == is_it, text


def test_each_suffix_belongs_to_one_format():
    suffixes = [suffix for one in FORMATS for suffix in one.suffixes]
    assert len(suffixes) == len(set(suffixes))


def test_each_list_of_an_object_is_a_list_of_its_own():
    text = json.dumps({"black": [{"name": "Why?"}], "white": [{"name": "Because."}], "set": "Base"})
    assert values(text, ".json") == {"black": [{"name": "Why?"}], "white": [{"name": "Because."}]}
    column = text.index('"set"') + 1
    assert tables(text, ".json")[1] == [f"c:1:{column}: W155: 'set' is in no list of cards and left out"]


def test_keys_that_are_in_no_list_are_named_up_to_five():
    def told(count):
        return tables(
            json.dumps({"cards": FOXES, "more": FOXES, **{f"k{at}": at + 1 for at in range(count)}}), ".json"
        )[1][0].partition("W155: ")[2]

    five = "'k0', 'k1', 'k2', 'k3', 'k4'"
    assert (told(5), told(6)) == (
        f"{five} are in no list of cards and left out",
        f"{five} and others are in no list of cards and left out",
    )


def test_each_table_of_a_markdown_file_has_the_name_of_its_heading():
    text = (
        "## Ships\n|name|\n|--|\n|Dory|\n||\n## Ports\n|name|\n|--|\n|Home \\| &lt;port&gt;|\n\n|name|\n|--|\n|Bay|\n"
    )
    found = values(text, ".md")
    assert {name: [card["name"] for card in cards] for name, cards in found.items()} == {
        "Ships": ["Dory"], "Ports": ["Home | <port>"], "Ports (3)": ["Bay"],
    }  # fmt: skip
    assert [len(table.rows) for table in tables(text, ".md")[0].values()] == [2, 2, 2]
    assert tables(text, ".md")[0]["Ports"].rows[1].cells == ["Home | <port>"]
    bare = "|name|\n|--|\n|Dory|\n\n"
    assert [*tables(2 * bare, ".md")[0]] == ["table 1", "table 2"]


def test_spaces_written_as_entities_around_a_text_of_markdown_are_none_of_it():
    text = "|name|cost|\n|--|--|\n|&nbsp;Fox&#32;|&nbsp;|\n|&nbsp;|&#32;|\n|Red&nbsp;Owl|3|\n"
    (table,) = tables(text, ".md")[0].values()
    assert [row.cells for row in table.rows] == [["name", "cost"], ["Fox", None], ["Red\u00a0Owl", "3"]]


def test_the_lists_of_packs_are_one_list():
    packs = [{"name": f"Pack {n}", "cards": [{"name": f"{n}-{m}"} for m in range(12)]} for n in range(2)]
    (cards,) = values(json.dumps(packs), ".json").values()
    assert len(cards) == 24 and cards[12] == {"name": "1-0"}
    decks = [{"name": f"Deck {n}", "cards": [{"name": f"{n}-{m}"} for m in range(6)]} for n in range(2)]
    assert [card["name"] for card in values(json.dumps(decks), ".json")[""]] == ["Deck 0", "Deck 1"]
    texts = [{"name": f"Set {n}", "white": [f"Text {n}-{m}" for m in range(10)]} for n in range(2)]
    (table,) = tables(json.dumps(texts), ".json")[0].values()
    assert [row.cells[0] for row in table.rows] == ["text", *(f"Text {n}-{m}" for n in range(2) for m in range(10))]
    (table,) = tables(json.dumps([*packs, "a remark"]), ".json")[0].values()
    assert len(table.rows) == 4, "what stands beside packs shows that they are none"


def test_keys_of_an_object_are_names_unless_all_cards_have_some():
    cards = {"Fox": {"cost": 2, "name": "Vixen"}, "Owl": {"cost": 3}}
    assert values(json.dumps(cards), ".json")[""] == [{"cost": 2, "name": "Vixen"}, {"name": "Owl", "cost": 3}]
    (table,) = tables(json.dumps({"Fox": {"cost": 2}, "Owl": {"cost": 3}}), ".json")[0].values()
    assert [*table.rows[0].cells] == ["name", "cost"]
    named = {key: {"name": key.upper(), **card} for key, card in {"Fox": {"cost": 2}, "Owl": {"cost": 3}}.items()}
    assert [card["id"] for card in values(json.dumps(named), ".json")[""]] == ["Fox", "Owl"]


def test_lists_of_one_length_are_columns_if_one_of_them_can_be_the_names():
    assert values('{"Title": ["Fox", "Owl"], "cost": [2, 3]}', ".json") == {
        "": [{"name": "Fox", "cost": 2}, {"name": "Owl", "cost": 3}]
    }
    foxes = json.dumps({"name": ["Base", "More"], "cards": FOXES})
    assert values(foxes, ".json") == {"name": [{"name": "Base"}, {"name": "More"}], "cards": FOXES}


def test_a_list_of_texts_has_the_heading_text():
    (table,) = tables('["What is that smell?", "Oh no."]', ".json")[0].values()
    assert [list(row.cells) for row in table.rows] == [["text"], ["What is that smell?"], ["Oh no."]]


def test_nested_values_are_columns_of_their_own_and_lists_are_texts():
    card = {
        "name": "Fox", "stats": {"attack": 3, "range": {"min": 1}}, "types": ["red", "animal"], "tame": False, "none": None,
        "moves": [{"name": "Run", "text": "Fast."}, {"speed": 2, "far": True}],
    }  # fmt: skip
    (cards,) = values(json.dumps([card]), ".json").values()
    assert cards == [
        {"name": "Fox", "stats_attack": 3, "stats_range_min": 1, "types": "red, animal", "tame": False,
         "moves": "Run: Fast.\nspeed: 2, far: yes"}
    ]  # fmt: skip


def test_lists_stay_lists_for_the_fields_of_a_game(read):
    text = json.dumps([{"name": "Fox", "crew": ["Sailor", "cook", 5, None], "troop": {"power": 2, "traits": ["a, b", "c"]},
                        "troops": [{"power": 1}, {"power": 4, "traits": ["x"]}], "art": {"file": "a.png", "focus": "top"}}])  # fmt: skip
    result = read(text, name="cards.json")
    assert result.found == []
    assert result.values == [
        {"name": "Fox", "crew": ["sailor", "cook", "5", None], "troop": {"power": 2, "traits": ["a, b", "c"]},
         "troops": [{"power": 1}, {"power": 4, "traits": ["x"]}], "art": {"file": "a.png", "focus": "top"}}
    ]  # fmt: skip


def test_what_is_wrong_with_a_value_is_told_at_its_line_and_column(read):
    text = '[{"name": "Fox"},\n {"name": "Owl",\n  "cots": 3, "size": "huge"}]'
    result = read(text, name="cards.json")
    assert [item.partition(" (")[0] for item in result.found] == ["cards.json:3:3: error[E140]: unknown column 'cots'"]
    assert str(result.rows[1].value["size"].span) == "cards.json:3:22"


@pytest.mark.parametrize(
    ("text", "suffix", "problem"),
    [
        ("3", ".json", "c:1:1: E137: the file holds no list of cards"),
        ("[]", ".json", "c:1:1: E137: the file holds an empty list"),
        ("{}", ".json", "c:1:1: E137: the file holds no list of cards"),
        ("# A page\n\nwithout a table\n", ".md", "c: E137: the file holds no table"),
        ("- a: [1\n", ".yaml", None),
        ('{"a": 1', ".json", "c:1:8: E155: the file ends before its last bracket is closed"),
        (
            "[" + ",".join(f'{{"k{n}": 1}}' for n in range(1_001)) + "]",
            ".json",
            "c:1:11892: E132: a row has 1,001 columns",
        ),
    ],
)
def test_a_file_without_a_list_is_told(text, suffix, problem):
    found, problems = tables(text, suffix)
    assert found == {} and problems and (problem is None or problems == [problem])


def test_json_with_a_last_comma_is_read_with_a_warning():
    text = "[{'name': \"Fox\",}, # a remark\n]"
    assert values(text, ".json") == {"": [{"name": "Fox"}]}
    assert tables(text, ".json")[1][0].startswith("c:1:3: W156: ")
    twice = ["c:1:27: E155: a comma stands before no value"]
    assert tables('[{"name": "F", "name": "O",}]', ".json") == ({}, twice)


@given(JSON)
def test_any_json_value_gives_rows_or_a_reason(value):
    found = Collector()
    spreadsheet = spreadsheet_from(json.dumps(value).encode(), ".json", "c", found)
    rows = []
    model = list_models(find_game("cards"))["cards"]
    for name in spreadsheet.sheets if spreadsheet else ():
        rows += read_rows(spreadsheet.table(name, found), model, ListContext(("en",)), found)
    assert rows or found.has_errors


@pytest.mark.parametrize("game", ["cards", "./mine", None])
def test_a_json_file_that_names_a_game_is_a_deck(tmp_path, game):
    (tmp_path / "mine").mkdir()
    for folder in (tmp_path / "mine", *([tmp_path] if game is None else [])):
        (folder / "game.yaml").write_text("id: mine\nname: Mine\nkinds: {cards: {fields: {cost: integer}}}\n")
    deck = tmp_path / "deck.json"
    deck.write_text(json.dumps({**({"game": game} if game else {}), "title": "Foxes", "cards": FOXES}))
    found = Collector()
    node, _ = read_deck(deck, found)
    assert found.items == [] and node.plain()["title"] == "Foxes" and node.plain()["cards"] == FOXES


def test_a_json_file_that_names_another_thing_game_is_a_list(tmp_path):
    (tmp_path / "deck.json").write_text(json.dumps({"game": "My Foxes", "cards": FOXES}))
    found = Collector()
    node, game = read_deck(tmp_path / "deck.json", found)
    assert (game.id, node.plain()["cards"]) == ("cards", FOXES)
    assert [item.code for item in found.items] == ["W155"]


@given(st.text(max_size=60))
def test_any_text_without_a_suffix_gives_tables_or_a_reason(text):
    found, problems = tables(text, "")
    assert found or problems


CARDS = st.lists(
    st.dictionaries(
        st.sampled_from(["name", "cost", "text", "art", "copies", "id", "stats", "back", "face"]) | st.text(max_size=6),
        JSON,
        max_size=5,
    ),
    min_size=1,
    max_size=4,
)


@pytest.mark.extended
@settings(max_examples=settings().max_examples // 5)  # each is a check of a deck
@given(CARDS | JSON)
def test_any_json_value_is_checked_as_a_deck(value):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cards.json"
        path.write_text(json.dumps(value))
        assert all(item.code and item.message for item in cardgen.check(path))


def test_a_list_that_a_file_does_not_have_is_told_with_those_that_it_has():
    def told(text, suffix, sheet):
        found = Collector()
        table = spreadsheet_from(text.encode(), suffix, "c", found).table(sheet, found)
        return table and table.list_name, [(item.code, item.message, item.expected, item.hints) for item in found.items]

    lists = json.dumps({"Black": [{"name": "Why?"}], "White": [{"name": "Because."}]})
    assert told(lists, ".json", "Black") == ("Black", [])
    assert told(lists, ".json", "wHITE") == ("White", [])
    hint = ("did you mean 'White'?",)
    assert told(lists, ".json", "Whitee") == (
        None,
        [("E138", "file has no list 'Whitee'", "one of: Black, White", hint)],
    )
    assert told("a,b\n1,2\n", ".csv", "") == ("", [])
    assert told("a,b\n1,2\n", ".csv", "x") == (
        None,
        [("E138", "file has no worksheet 'x'", "", ("leave out what follows '#'",))],
    )


def test_the_first_list_of_a_file_is_the_one_that_nobody_names():
    for text, first in ((json.dumps({"b": FOXES, "a": FOXES}), "b"), (json.dumps(FOXES), "")):
        assert spreadsheet_from(text.encode(), ".json", "c", Collector()).first == first


def test_files_of_defines_beside_a_list_give_its_texts(tmp_path):
    for name, text in (
        ("cards_defines.csv", 'define,value\nCoin,1 Coin\n sun ,"Sun, and rain"\nempty,\n,lost\n'),
        ("A_Defines.CSV", "coin,2 Coins\nmoon,Moon\nnumber,3\nhole,,a remark\n"), ("other.csv", "star,Star\n"), ("b_defines.csv", '"broken\n'),
    ):  # fmt: skip
        (tmp_path / name).write_text(text, "utf-8")
    assert read_defines(tmp_path / "cards.csv") == {
        "define": "value", "coin": "1 Coin", "sun": "Sun, and rain", "moon": "Moon", "number": "3", "hole": "",
    }  # fmt: skip
    assert read_defines(tmp_path / "nothing" / "cards.csv") == {}


def test_standard_input_is_read_once_up_to_the_size_of_a_file(monkeypatch):
    class Broken(io.BytesIO):
        def read(self, *_):
            raise OSError(5, "broken")

    def told(stdin):
        monkeypatch.setattr("sys.stdin", stdin)
        files._read_input.cache_clear()
        found = Collector()
        opened = [open_spreadsheet(Path("-"), "standard input", found) for _ in range(2)]
        rows = [len(one.table("", found).rows) for one in opened if one]
        return rows, [(item.code, item.message, item.expected, str(item.span)) for item in found.items[:1]]

    monkeypatch.setattr(files, "SPREADSHEET", replace(files.SPREADSHEET, limit=2**20))
    text = b"name\n" + b"x" * 90_000 + b"\n"
    for stdin, rows, problems in (
        (SimpleNamespace(buffer=io.BytesIO(text + b" " * (2**20 - len(text)))), [2, 2], []),
        (SimpleNamespace(buffer=io.BytesIO(b" " * (2**20 + 1))), [], [("E132", "standard input is too large", "at most 1 MiB")]),
        (SimpleNamespace(buffer=Broken()), [], [("E131", "standard input cannot be read", "")]),
        (None, [], [("E131", "standard input is closed", "")]),
    ):  # fmt: skip
        assert told(stdin) == (rows, [(*problem, "standard input") for problem in problems])
    files._read_input.cache_clear()


def test_a_list_of_any_format_of_text_has_the_same_limits(monkeypatch):
    for name, limit in (("ROW_LIMIT", 4), ("COLUMN_LIMIT", 3), ("CELL_LIMIT", 9)):
        monkeypatch.setattr(csv_text, name, limit)

    def told(text, suffix):
        found = Collector()
        spreadsheet_from(text.encode(), suffix, "c", found)
        return [(str(item.span), item.code, item.message, item.expected) for item in found.items]

    def markdown(columns, rows):
        return f"\n|{'a|' * columns}\n|{'-|' * columns}\n" + f"|{'1|' * columns}\n" * rows

    def comma(columns, rows):
        return f"{','.join('abcd'[:columns])}\n" * (rows + 1)

    def records(columns, rows):
        return json.dumps([dict.fromkeys("abcd"[:columns], 1)] * rows).replace("}, ", "},\n")

    def lists(columns, rows):
        return json.dumps([[1] * columns] * (rows + 1)).replace("], ", "],\n")

    def faults(*found):
        return [(f"c:{at}", "E132", message, f"at most {most}") for at, message, most in found]

    rows, cells, wide = "4 rows", "9 cells in all", ("a row has 4 columns", "3 columns")
    for text, suffix, expected in (
        (markdown(1, 3), ".md", []),
        (markdown(1, 4), ".md", [(7, "the table has more than 4 rows", rows)]),
        (markdown(3, 2), ".md", []),
        (markdown(3, 3), ".md", [(6, "the table has more than 3 rows", cells)]),
        (markdown(3, 1) + markdown(3, 0), ".md", []),
        (markdown(3, 1) + markdown(3, 1), ".md", [(8, "the table has more than 1 rows", cells)]),
        (markdown(1, 3) + markdown(1, 3), ".md", []),
        (markdown(2, 1) + markdown(4, 1), ".md", [(6, *wide)]),
        (comma(1, 3), ".csv", []),
        (comma(1, 4), ".csv", [(5, "the table has more than 4 rows", rows)]),
        (comma(3, 2), ".csv", []),
        (comma(3, 3), ".csv", [(4, "the table has more than 3 rows", cells)]),
        (comma(4, 1), ".csv", [(1, *wide)]),
        (records(1, 4), ".json", []),
        (records(1, 5), ".json", [("5:1", "the table has more than 4 rows", rows)]),
        (records(3, 3), ".json", []),
        (records(3, 4), ".json", [("4:1", "the table has more than 3 rows", cells)]),
        (f'{records(3, 3)[:-1]},\n{{"a": 1}}]', ".json", [("4:1", "the table has more than 3 rows", cells)]),
        (records(4, 2), ".json", [("1:2", *wide)]),
        (lists(1, 3), ".json", []),
        (lists(1, 4), ".json", [("5:1", "the table has more than 4 rows", rows)]),
        (lists(3, 2), ".json", []),
        (lists(3, 3), ".json", [("4:1", "the table has more than 3 rows", cells)]),
        (f"[[1],\n{lists(4, 0)[1:]}", ".json", [("2:1", *wide)]),
        ("- [1, 2, 3]\n- [1, 2, 3, 4]\n", ".yaml", [("2:3", *wide)]),
    ):
        assert told(text, suffix) == faults(*expected), (text, suffix)
    cards = "a list with a value for each card, such as [{name: Ogre, cost: 3}]"
    assert [told("3", suffix)[0][3] for suffix in (".json", ".yaml", ".md")] == [
        cards, cards, "a table with | between its cells, and a line such as |---|---| below its headings",
    ]  # fmt: skip


def test_remarks_may_have_the_same_heading():
    assert values("name,#,#,#a,#A\nFox,1,2,3,4\n", ".csv") == {"": [{"name": "Fox"}]}
    assert tables("name,#\n", ".csv")[1] == []


def test_a_cell_that_a_row_does_not_have_stands_at_its_line():
    row, table = TableRow(3, ["a"], [Span("c.json", 3, 5)]), Table("c.json")
    assert [table.place(row, index) for index in (0, 1)] == [Span("c.json", 3, 5), Span("c.json", 3)]


def test_headings_alone_are_no_table():
    def is_one(text):
        return is_table(tables(text, ".csv")[0][""], AnyCard)

    assert [text for text in ("name\nFox\n", "sum,name\n3,Fox\n", "name\n", "sum\n3\n") if is_one(text)] == [
        "name\nFox\n",
        "sum,name\n3,Fox\n",
    ]
    assert not is_table(None, AnyCard)


def test_a_heading_of_two_wrong_letters_is_meant_if_it_is_a_long_one():
    model = list_models(find_game("cards"))["cards"]
    near = {
        word: nearest_field(word, model_names(model), ())
        for word in ("qauntitiy", "quanttiy", "qantiti", "flavuor", "coppies", "copeis", "mount", "namse", "name", "3opies", "txet", "tet")
    }  # fmt: skip
    assert near == {
        "qauntitiy": "quantity", "quanttiy": "quantity", "qantiti": "", "flavuor": "flavor", "coppies": "copies", "copeis": "copies",
        "mount": "amount", "namse": "name", "name": "", "3opies": "", "txet": "text", "tet": "",
    }  # fmt: skip
    assert nearest_field("coppies", model_names(model), ("copies",)) == ""


def test_a_heading_near_to_several_words_means_a_field_or_else_the_shortest():
    """`Copie` is German, `habilidad` Spanish and `habilidade` Portuguese."""
    names = model_names(list_models(find_game("cards"))["cards"])
    for heading, word in {"copise": "copies", "acrdname": "cardname", "abilidad": "habilidad"}.items():
        assert nearest_field(heading, names, ()) == word, heading


def test_a_heading_near_to_a_field_that_another_column_gives_is_not_meant():
    def told(text):
        found = Collector()
        read_rows(tables(text, ".csv")[0][""], list_models(find_game("cards"))["cards"], ListContext(("en",)), found)
        return [item.code for item in found.items]

    assert told("name,copise\nFox,2\n") == ["W161"]
    assert told("name,Qty,copise\nFox,2,3\n") == []
    names = model_names(list_models(find_game("cards"))["cards"])
    for heading, column in {"descripxion": "text", "symbox": "symbol"}.items():
        assert [nearest_field(heading, names, columns) != "" for columns in ((), (column,))] == [True, False], heading


def test_a_heading_names_one_language():
    names = model_names(AnyCard)
    assert [meaning.language for meaning in names.meanings("Text (pt)")] == ["pt"]
    assert [*names.meanings("text.en (pt)")] == []
    assert other_field("Cafe\u0301 (pt)", ("pt",)) == Meaning(("caf\u00e9",), "pt")


def test_a_word_of_two_fields_is_sure_where_a_game_has_one_of_them():
    cards = list_models(find_game("cards"))["cards"]
    assert model_names(cards).meaning("Nombre").is_doubtful
    assert model_names(AnyCard).meaning("Nombre")[0::3] == (("name",), False)
    assert [one.path for one in model_names(cards).meanings("Focus")] == [("art", "focus")]

    class Crew(Model):
        crew: Annotated[int, Headers(("Nombre",))]

    assert model_names(Crew).meaning("Nombre")[0::3] == (("crew",), False)


def test_of_two_keys_that_are_one_heading_the_first_counts():
    text = json.dumps([{"name": "Fox", "a.b": 1, "a": {"b": 2, "c": 3}}, {"name": "Owl", "a  x": 4, "a x": 5}])
    (cards,) = values(text, ".json").values()
    assert cards == [{"name": "Fox", "a_b": 1, "a_c": 3}, {"name": "Owl", "a_x": 4}]


def test_a_heading_that_is_merged_over_several_columns_is_joined_with_those_below_it():
    def plain(second, *merged):
        lines = ["name", "answer", None, "points"], second, ["Fox", "yes", "no", 2]
        table = Table("c.xlsx", "s", [TableRow(at, cells) for at, cells in enumerate(lines, 1)], merged=merged)
        return [row.plain() for row in read_rows(table, AnyCard, ListContext(("en",)), Collector())]

    (fox,) = plain([None, "right", "wrong"], (1, 2, 1, 3), (1, 1, 2, 1))
    assert (fox["answer_right"], fox["answer_wrong"], fox["points"]) == ("yes", "no", 2)
    assert len(plain(["Owl", "right", "wrong"], (1, 2, 1, 3))) == 2, "a card"
    assert len(plain([None, "right", "wrong"])) == 2, "no heading is merged"


def test_a_value_of_merged_cells_may_be_zero():
    rows = [
        TableRow(line, cells)
        for line, cells in ((1, ["name", "cost"]), (2, ["Fox", 0]), (3, ["Owl", None]), (4, ["Bat"]), (5, ["Imp", 1]))
    ]
    table, found = Table("c.xlsx", "s", rows, merged=[(2, 2, 4, 2)]), Collector()
    assert [row.plain().get("cost") for row in read_rows(table, AnyCard, ListContext(("en",)), found)] == [
        0,
        0,
        None,
        1,
    ]
    assert [(item.code, item.message) for item in found.items] == [
        ("W151", "cells of 2 rows are merged; the value counts for each of these rows")
    ]


def test_each_column_without_a_heading_is_told():
    found = Collector()
    lines = [["name", None, "cost", None, "x"], ["Fox", 1, 2, None, 4], ["Owl", 5, 6, 7, 8]]
    table = Table("c.xlsx", "s", [TableRow(number, line) for number, line in enumerate(lines, 1)])
    read_rows(table, AnyCard, ListContext(("en",)), found)
    assert [(item.code, str(item.span)) for item in found.items] == [("W164", "c.xlsx[s]!B2"), ("W164", "c.xlsx[s]!D3")]


def test_a_missing_column_is_perhaps_the_first_that_nobody_knows():
    class Sold(AnyCard):
        toll: int

    found = Collector()
    read_rows(tables("name,Zeal,Speed\nFox,1,2\n", ".csv")[0][""], Sold, ListContext(("en",)), found)
    (error,) = found.items
    assert (error.code, error.hints[-1]) == (
        "E142",
        "say which column it is: --column toll='Zeal', or 'columns: {toll: ...}' in a deck",
    )


def test_a_hidden_worksheet_is_taken_if_it_is_named():
    content = SimpleNamespace(sheets=["a"], hidden=["B", "b"], table=lambda name: name)
    found = Collector()
    assert [Spreadsheet("c", content).table(name, found) for name in ("A", "b", "B", "c")] == ["a", "b", "B", None]
    assert [(item.message, item.expected) for item in found.items] == [
        ("workbook has no worksheet 'c'", "one of: a, B, b")
    ]


def test_numbers_that_count_the_cards_are_no_copies():
    numbers = {
        "1 2": False,
        "1 2 3": True,
        "4 5 6": True,
        "1 2 2": False,
        "0 5 9": True,
        "2 4 6": False,
        "1 x 3": False,
        "1 2 3 x": False,
        "0 0 5": False,
        "1 5 14": False,
        "1 5 15": True,
        "2 4 99": True,
    }
    numbers |= {"9 7 5 3 1 2 4 6": True, "9 7 5 3 1 2 4": False}
    assert {text: _is_numbering(text.split()) for text in numbers} == numbers


def test_texts_that_can_be_names_are_short_and_mostly_different():
    for texts, is_name in (
        (["Fox", "fox", "FOX", "Owl"], False), (["Fox", "fox", "Owl"], True), (["x" * 40], True), (["x" * 41], False), (["a\nb"], False),
    ):  # fmt: skip
        assert can_name(texts) == is_name, texts
    assert can_name(["x" * 41, "a\nb"], of_any_length=True)
    words = [
        ["Fox"],
        ["3", "Fox"],
        ["3", "Fox", "Owl"],
        ["https://a.b/c d"],
        ["placeholder:x"],
        ["#fff"],
        ["a.png"],
        ["1/2"],
        [3],
    ]
    assert [is_text(each) for each in words] == [True, False, True, *[False] * 6]


def test_a_heading_with_a_dot_means_a_field_of_a_nested_value_or_nothing():
    class Inner(Model):
        power: int

    class Outer(Model):
        troop: Inner
        cost: int

    names = model_names(Outer)
    found = [names.meaning(heading) for heading in ("troop.power", "Troop . Power", "troop.fame", "cost.power")]
    assert [meaning and meaning.path for meaning in found] == [("troop", "power"), ("troop", "power"), None, None]


def test_the_shape_of_a_text_in_several_languages_and_of_words():
    assert shape_of(LocalizedText).is_localized and shape_of(LocalizedText | None).is_localized
    assert shape_of(Literal["small", 2, None]) == Shape(words=("small", 2))


def test_the_shape_of_an_alias_or_of_several_types():
    alias = TypeAliasType("Words", tuple[str, ...] | None)
    assert shape_of(alias) == shape_of(tuple[str, ...]) == Shape(item=Shape(scalars=frozenset({str})))
    assert shape_of(Any) == Shape(scalars=frozenset({str, int, float, bool}), is_mapping=True)
    several = shape_of(str | tuple[int, ...] | list[Literal["a", 1]] | None)
    assert several == Shape(scalars=frozenset({str}), item=Shape(scalars=frozenset({int}), words=("a", 1)))
    assert [shape_of(each).is_nested for each in (tuple[tuple[int, ...], ...], tuple[dict, ...], tuple[int, ...], dict[str, int])] == [
        True, True, False, True,
    ]  # fmt: skip
    assert [*marks_in(Annotated[Annotated[int, "a"] | None, "b"])] == ["b", "a"]


def test_the_bytes_of_a_workbook_are_known_where_the_suffix_says_nothing(monkeypatch):
    monkeypatch.setattr(files, "_workbook_tables", lambda *_: SimpleNamespace(sheets=["of a workbook"]))
    found = Collector()
    opened = [spreadsheet_from(b"PK\x03\x04", suffix, "c", found) for suffix in ("", ".txt", ".xlsx", ".csv")]
    assert [one and one.sheets for one in opened] == [("of a workbook",)] * 3 + [None]
    assert [item.message for item in found.items] == ["file is not CSV text, but a workbook or another document"]
