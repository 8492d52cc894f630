"""A grid says what its columns are: their types and choices come from the game, whatever the file is."""

from pathlib import Path

import pytest
from openpyxl import Workbook

from cardgen.preview.editor.assistant import Assistant
from cardgen.preview.grid import answers
from cardgen.preview.grid.answers import grid_edits
from cardgen.preview.text_edit import TextEdit

GAME = """id: boats
name: Boats
extends: cards
kinds:
  cards:
    fields:
      sort: {type: choice, of: [sail, oar]} # of boat
      cost: integer
"""
DECK = """game: .
languages: [en, pt]
cards:
  - {name: {en: Ferry, pt: Balsa}, sort: sail, cost: 2, art: a.svg}
  - {name: Barge, sort: oar}
"""


def test_columns_have_the_types_of_the_game(tmp_path: Path):
    (tmp_path / "game.yaml").write_text(GAME, "utf-8")
    (tmp_path / "a.svg").write_text("<svg/>", "utf-8")
    (tmp_path / "deck.yaml").write_text(DECK, "utf-8")
    assistant = Assistant(tmp_path / "deck.yaml")
    found = assistant.grid("deck.yaml", DECK, "", "")
    columns = {column["key"]: (column["type"], column["choices"]) for column in found["columns"]}
    assert columns == {
        "name.en": ("text", []),
        "name.pt": ("text", []),
        "sort": ("choice", ["sail", "oar"]),
        "cost": ("integer", []),
        "art": ("picture", []),
    }
    assert [row["cells"] for row in found["rows"]] == [
        ["Ferry", "Balsa", "sail", "2", "a.svg"],
        ["Barge", "", "oar", "", ""],
    ]
    assert found["rows"][1]["places"] == [5, 6, 0, 0, 5, 19, 0, 0, 0, 0]
    assert found["choices"]["picture"] == ["a.svg"] and "anchor" in found["choices"]["icon"]
    assert found["described"] and "icon" in {one["name"] for one in found["unused"]}
    edits = grid_edits(DECK, found["source"], "", {"cells": [[1, "name.pt", "Chata"], [1, "cost", "3"]]})
    assert [edit.insert for edit in edits] == ["{en: Barge, pt: Chata}", ", cost: 3"]

    table = assistant.grid("cards.csv", "name,sort,text.pt\nFerry,sail,Sim\n", ",", "")
    assert [(one["key"], one["title"], one["type"]) for one in table["columns"]] == [
        ("1", "name", "text"), ("2", "sort", "choice"), ("3", "text.pt", "rich"),
    ]  # fmt: skip
    other = assistant.grid("cards.csv", "Card Name,Effect,Qty\nFerry,Draw a card.,2\n", ",", "")  # of another tool
    assert [one["type"] for one in other["columns"]] == ["text", "rich", "integer"]
    assert {"name", "text", "copies"}.isdisjoint(one["name"] for one in other["unused"])
    assert "refused" in assistant.grid("deck.yaml", "cards: [", "", "")
    assert assistant.grid("game.yaml", "id: x", "", "") == {"lists": []}

    book = Workbook()
    for row in (["name", "cost"], ["Ferry", 2], ["Barge", None]):
        book.active.append(row)
    book.active.title = "cards"
    book.save(tmp_path / "cards.xlsx")
    sheet = assistant.grid("cards.xlsx", "", "", "")
    assert sheet["lists"] == ["cards"] and [one["type"] for one in sheet["columns"]] == ["text", "integer"]
    assert [(row["line"], row["cells"]) for row in sheet["rows"]] == [(2, ["Ferry", "2"]), (3, ["Barge", ""])]


def test_rows_that_are_too_many_for_a_page_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(answers, "_MOST_ROWS", 2)
    assistant = Assistant(tmp_path / "deck.yaml")
    for count, more in ((1, 0), (2, 0), (3, 1), (5, 3)):
        names = [f"Card{number}" for number in range(count)]
        for name, text, delimiter in (
            ("deck.yaml", f"cards: [{', '.join(f'{{name: {one}}}' for one in names)}]\n", ""),
            ("cards.csv", "\n".join(["name", *names, ""]), ","),
        ):
            found = assistant.grid(name, text, delimiter, "")
            assert [row["cells"] for row in found["rows"]] == [[one] for one in names[:2]], name
            assert found["more"] == more, name


def test_the_first_rows_say_what_a_column_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(answers, "_SAMPLE", 2)
    found = Assistant(tmp_path / "deck.yaml").grid("cards.csv", "name,depth,note\nA,1,1\nB,2,x\nC,x,3\n", ",", "")
    assert [(one["key"], one["type"]) for one in found["columns"][1:]] == [("2", "number"), ("3", "")]


def test_headings_of_a_pasted_table_mean_what_they_mean_in_a_file(tmp_path: Path):
    (tmp_path / "game.yaml").write_text(GAME, "utf-8")
    (tmp_path / "deck.yaml").write_text(DECK, "utf-8")
    assistant = Assistant(tmp_path / "deck.yaml")

    def read(text: str) -> list[tuple[object, ...]]:
        found = assistant.pasted_headings(text, "cards", [])
        return [(one["at"], one["title"], *[*one.values()][2:-1]) for one in found]

    head = "Card Name\tKind\t#remark\tQty\tText (pt)\tDepth\tArt\tMass\n"
    assert read(f'{head}Sloop\tboat\t\t2\t"Um\nDois"\t30\t\t1.5\n') == [
        (0, "Card Name", "name", "name", "rich", True, True),
        (1, "Kind", "type", "type", "rich", True, True),
        (3, "Qty", "copies", "copies", "integer", True, True),
        (4, "Text (pt)", "text", "text.pt", "rich", True, True),
        (5, "Depth", "depth", "depth", "integer", False, True),
        (6, "Art", "art", "art", "rich", True, True),
        (7, "Mass", "mass", "mass", "number", False, True),
    ]
    assert [len(read(f"Name\tText\t{'x' * length}\nA\tB\tC")) for length in (60, 61)] == [3, 0]
    assert read("Name\tRain\nSun\tHail") == []  # one field is no row of headings
    assert read("Name\tRain\tSnow\tWind\nSun\tHail\tFog\tIce") == []  # cards whose words happen to name a field
    assert read("Name\tType\tRain\tSnow\tWind\nSun\tHail\tFog\tIce\tRust") == []  # less than half of them
    assert read("Name\tCost\tText") == []  # nothing below
    (tmp_path / "game.yaml").write_text(
        "{id: own, name: Own, kinds: {cards: {fields: {name: text, cost: integer}}}}", "utf-8"
    )
    assert read("Name\tCost\t#remark\tDepth\nSloop\t3\tx\t2\n")[2:] == [
        (3, "Depth", "depth", "depth", "integer", False, False)
    ]


def test_headings_of_a_pasted_table_name_columns_of_the_list(tmp_path: Path):
    (tmp_path / "deck.yaml").write_text("game: cards\nlanguages: [en, pt]\n", "utf-8")
    assistant = Assistant(tmp_path / "deck.yaml")
    table = assistant.grid(
        "cards.csv", "Name,Effect,Keywords,Strength,Diet,#seen\nWolf,Bite.,Pack,3,Meat,yes\n", ",", ""
    )
    lists = {"table": table["columns"], "narrow": table["columns"][:2], "yaml": [{"key": key, "title": key, "field": key.partition(".")[0]} for key in (
        "name.en", "name.pt", "diet.en", "diet.pt", "strength"
    )]}  # fmt: skip
    lists["english"] = [
        {"key": key, "title": key, "field": key.partition(".")[0]} for key in ("name.en", "strength", "diet")
    ]
    rows = "Lynx\tHide.\tShy\t2\tMeat\nElk\t\tHerd\t4\tGrass\n"
    whole = {0: "1", 1: "2", 2: "3", 3: "4", 4: "5"}
    for name, head, below, wanted in (
        ("table", "Name\tText\tKeywords\tStrength\tDiet", rows, whole),
        ("table", "NAME\ttext\tkey words\tstrength:\t DIET ", rows, whole),
        ("table", "diet\tStrength\tName\tHabitat", rows, {0: "5", 1: "4", 2: "1", 3: ""}),
        ("table", "Text\tEffect\tDiet", rows, {0: "", 1: "2", 2: "5"}),  # a title goes before a word for its field
        ("table", "#seen\t#other\tDiet", rows, {0: "6", 2: "5"}),
        ("table", "Name\tCalm\tSlow\t5\tMeat", rows, {}),  # a card of this name
        ("table", "Name\tDiet\tCalm\tSlow\tMeat", rows, {}),
        ("table", "Guard\tStrength\tDiet", "Wall\tDiet\tStrength\n", {}),  # values, since a card below has them too
        ("table", "Name\tText\tKeywords\tStrength\tDiet", "", {}),
        ("narrow", "Name\tText\tKeywords\tStrength\tDiet", rows, {0: "1", 1: "2", 2: "", 3: "", 4: ""}),
        ("narrow", "Name\tCalm\tKeywords\tStrength\tDiet", rows, {}),
        ("yaml", "Diet (PT)\tName.pt\tStrength", rows, {0: "diet.pt", 1: "name.pt", 2: "strength"}),
        ("yaml", "name.en\tname.pt", rows, {0: "name.en", 1: "name.pt"}),
        ("yaml", "Name\tStrength", rows, {0: "name.en", 1: "strength"}),
        ("english", "name.pt\tstrength\tdiet", rows, {0: "", 1: "strength", 2: "diet"}),  # another language is no name
    ):
        found = assistant.pasted_headings(f"{head}\n{below}", "cards", lists[name])
        assert {one["at"]: one["column"] for one in found} == wanted, head


def test_a_new_field_is_stated_in_the_game():
    field = {"kind": "cards", "name": "crew", "type": "choice", "choices": ["few", "many"]}
    (edit,) = grid_edits(GAME, {}, "", {"field": field})
    assert edit == TextEdit(
        len(GAME) - 1, len(GAME) - 1, "\n      crew: {type: choice, of: [few, many], optional: yes}"
    )
    (edit,) = grid_edits(
        "kinds:\n  cards: {title: Boats}\n", {}, "", {"field": {**field, "choices": None, "type": "text"}}
    )
    assert edit.insert == ", fields: {crew: {type: text, optional: yes}}"
