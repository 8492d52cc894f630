"""What the page is sent of lists in files of every kind, and what its gestures make of them, whole."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from cardgen.preview.editor.assistant import Assistant
from cardgen.preview.grid.answers import grid_edits
from cardgen.report.errors import UnlocatedError
from cardgen.yaml_loader import LOADER
from tests.pipeline.open.test_deck_file import write_workbook
from tests.preview.grid.test_grid_edits import TABLE, applied
from tests.recorded import check_recorded

DECKS = Path(__file__).parents[3] / "decks"
GAME = """id: boats
name: Boats
languages: [en, pt]
kinds:
  boats:
    fields:
      name: text
      sort: {type: choice, of: [sail, oar], optional: yes}
      cost: {type: integer, optional: yes}
      speed: {type: number, optional: yes}
      fast: {type: boolean, optional: yes}
      rules: {type: rich, optional: yes}
      crew: {type: list, of: text, optional: yes}
      icon: {type: icon, optional: yes}
      art: {type: picture, optional: yes}
  crews: {fields: {name: text, boat: {type: text, optional: yes}}}
"""
DECK = """game: .
languages: [en, pt]
boats:
  - {id: ferry, name: {en: Ferry, pt: Balsa}, sort: sail, cost: 2, art: a.svg} # first
  - id: barge
    name: Barge
    crew: [one, two]
    fast: true
    art: {file: b.PNG, focus: 0.5 0.25}
    size: 3
    weight: 1.5.2
    photo: c.jpg
    moves: [{row: 2}]
  - name: {pt: Chata}
    rules: |
      Row.
    size: -4.5
    photo:
crews:
  - {name: Ann, boat: ferry, age: 40}
none: {a: 1}
"""
ODD = """cards: # all
  - {}
  - words
  - name: 'It''s' # why
    # above
    cost: 2 # dear
    note: "q"
    text: >-
      a
      b
  - {a: 1, # one
     b: 2, # two
     c: [x]}
  -
    list: [{deep: 1}]
    name: Deep
    hints:
      - {a: 1}

"""
FLOW = "cards: [{name: A}, # one\n  {name: B}, {name: C}]\nempty: []\n"
EMPTY = "cards:\n  - name: A\n    text: |\n    note:\n    cost: \n    more: |\n\n     \n      One\n       Two\n"
LISTS = "- {name: Ferry, cost: 2}\n- name: Barge\n"
TABLES = {
    "boats.csv": "Name,Cost,Crew,Text (pt),,Art\nFerry,2,one,Sim,x,a.svg\nBarge,,,,,b.png\n",
    "crews.tsv": "sep=\t\n# of the sea\t\nname\tboat\nAnn\tferry\n",
    "other.csv": "a;b\n1;x\n2.5;y\n",
    "empty.csv": "",
    "wide.csv": "Name, Big One.en,art.focus,Scan\nA,1,0 1,a.png\nB,2,0 0,none\nC,3,,,more\n",
    "one.tsv": "name,cost\nAnn,2\n",
}
SHEETS = {
    "Boats": [["My boats"], ["name", "cost", None], ["Ferry", 2, "x"], [None, None], ["Barge", 1.5, True]],
    "crews": [["name"]],
    "late": [[None], [None, None], ["name", 0, None], ["Ann", 2, "x"]],
}
GESTURES: list[tuple[str, str, Mapping[str, Any]]] = [
    *((name, text, gesture) for name, text in (("yaml", DECK), ("csv", TABLE)) for gesture in (
        {"duplicate": [0]}, {"duplicate": [2, 0]}, {"duplicate": [9]}, {"remove": [1]}, {"remove": [0, 2]}, {"remove": [9]},
        {"remove": [-1]}, {"cells": []}, {"cells": [], "insert": {"at": 1, "rows": [{"name": "New", "2": "New"}, {}]}},
        {"cells": [], "insert": {"at": 3, "rows": [{"name.pt": "Nova", "cost": "3", "3": "3", "9": "wide"}]}}, {"column": "note"},
        {"cells": [], "insert": {"at": 1, "rows": [{"name.en": "New", "art.focus": "top"}]}},
        {"cells": [[0, "x"]]}, {"cells": [["x", "name", "a"]]}, {"wrong": 1}, {"cells": [], "insert": {"at": 1}},
        {"cells": [], "insert": {"at": 1, "rows": ["x"]}}, {"remove": [3]}, {"remove": [4]}, {"remove": [0, 0, 0]}, {"duplicate": [1, 0]},
    )),
    ("yaml", DECK, {"cells": [[0, "cost", "3"], [2, "size", "1"]], "insert": {"at": 3, "rows": [{"name.en": "New"}]}}),
    ("csv", TABLE, {"cells": [[0, "2", "3"]], "insert": {"at": 1, "rows": [{"1": "New"}]}}),
    *(("yaml", DECK, {"cells": cells}) for cells in (
        [[0, "name.en", ""]], [[0, "name.en", ""], [0, "name.pt", ""]], [[1, "name.pt", "Barca"]], [[1, "name.en", "Bark"]],
        [[2, "name.en", "Scow"]], [[0, "cost", "07"]], [[0, "cost", "7"]], [[0, "cost", "x"]], [[0, "art", ""]], [[0, "art.focus", "top"]],
        [[1, "art", "d.svg"]], [[1, "art", ""]], [[1, "art.focus", ""]], [[1, "crew", "one,, three"]], [[0, "crew", "a"]], [[1, "crew", ""]],
        [[1, "fast", "false"]], [[0, "fast", "true"]], [[0, "size", "true"]], [[0, "sort", "true"]], [[2, "rules", "Row.\nRest."]],
        [[2, "rules", ""]], [[1, "moves", "x"]], [[2, "photo", "e.jpg"]], [[1, "id", "null"]], [[1, "id", "No"]], [[1, "id", "a: b"]], [[0, "id", "a, b"]],
        [[0, "name.en", "Ferry"]], [[1, "weight", "~"]], [[0, "new", "it's"], [1, "new", "2"]], [[5, "name", "x"]],
        *([[0, "speed", words]] for words in ("-1.5", "0.5", "-0", "1.", ".5", "+1")), [[1, "name.en", "Barge"]], [[2, "rules", "3"]], [[0, "name.en", ""], [0, "name.pt", ""], [0, "name.de", "Boot"]],
        [[0, "rules", "3"]], [[0, "alt", "3"]], [[0, "id", "7"]],
    )),
    *(("csv", TABLE, {"cells": cells}) for cells in (
        [[0, "1", "a;b"]], [[0, "4", ""]], [[1, "4", "x"], [1, "6", " y "]], [[1, "6", ""]], [[2, "2", 'say "a"']], [[9, "1", "x"]],
    )),
    *(("tsv", "a\tb\n1\t2\n", gesture) for gesture in ({"cells": [[0, "2", "x,y"]]}, {"column": "c\td"}, {"duplicate": [0]})),
    *(("csv", text, gesture) for text, gesture in (
        ("a;b\n1;2;3\n", {"column": "note"}), (f"{TABLE}\n", {"cells": [], "insert": {"at": 4, "rows": [{"1": "z"}, {"2": "y"}]}}), ("name; ID\na;x\nb;x-2\n", {"duplicate": [0]}), ("name;id\na\nb;x\n", {"duplicate": [0, 1]}),
    )),
    ("headed", "My cards\na;b\n1;2\n", {"column": "note"}), ("headed", "My cards\na;b\n1;2\n", {"duplicate": [0]}),
    ("flow", "cards: [{name: , cost: 1}, {name: }]\n", {"cells": [[0, "name", "A"], [1, "name", "B"]]}),
    *(("odd", EMPTY, {"cells": [[0, key, words]]}) for key, words in (("text", "New"), ("note", "New"), ("cost", "3"), ("more", "Three\nFour"))),
    *(("odd", ODD, {"cells": cells}) for cells in (
        [[0, "name", "New"], [0, "cost", "1, 2"]], [[1, "name", "x"]], [[2, "name", "Don't"]], [[2, "name", "a\tb"]], [[2, "name", ""]], [[2, "cost", ""]],
        [[2, "note", "r"]], [[2, "note", ""]], [[2, "text", "c\nd"]], [[2, "text", "c"], [2, "more", "m"]],
        [[2, "name", ""], [2, "cost", ""], [2, "note", ""], [2, "text", ""]], [[2, "name", ""], [2, "cost", ""]], [[3, "a", ""]], [[3, "b", ""]], [[3, "c", ""]],
        [[3, "a", ""], [3, "b", ""], [3, "c", ""]], [[3, "a", ""], [3, "b", ""], [3, "c", ""], [3, "d", "4"]], [[3, "c", "y, z"]], [[4, "name", ""]], [[4, "more", "m"]],
        [[4, "name", ""], [4, "more", "m"]], [[2, "name.pt", "Nome"]], [[2, "cost.focus", "top"]],
    )),
    *(("odd", ODD, gesture) for gesture in (
        {"cells": [], "insert": {"at": 0, "rows": [{"name": "New"}, {"name": "Next"}]}}, {"cells": [], "insert": {"at": 9, "rows": [{"name": "New", "cost": ""}]}},
        {"cells": [], "insert": {"at": 3, "rows": [{}]}},
        {"remove": [0, 1]}, {"remove": [0, 1, 2, 3, 4]}, {"duplicate": [4, 2]},
    )),
    *(("flow", FLOW, gesture) for gesture in (
        {"cells": [], "insert": {"at": 0, "rows": [{"name": "New"}, {"name": "a, b"}]}}, {"cells": [], "insert": {"at": 2, "rows": [{"name": "?"}, {"name": "Why?"}]}},
        {"cells": [], "insert": {"at": 3, "rows": [{"name": "Last"}, {"name": "End"}]}}, {"remove": [0]}, {"remove": [0, 1]}, {"remove": [1, 2]}, {"remove": [0, 2]},
        {"remove": [0, 1, 2]}, {"duplicate": [1]}, {"cells": [[0, "name", ""]]}, {"cells": [[0, "name", "[a"]]},
    )),
    ("flow", "cards: [{id: 'a, b', name: A}]\n", {"duplicate": [0]}), ("odd", "cards:\n  - {id: 'a, b'}\n  - id: a, b\n", {"duplicate": [0, 1]}),
    ("none", FLOW, {"cells": [], "insert": {"at": 0, "rows": [{"name": "A", "cost": "2"}, {"name": "B"}]}}),
    ("one line", "cards:\n  - name: A\n  - - b\n", {"remove": [1]}), ("two", "cards:\n- name: A\n- name: B\n", {"remove": [0, 1]}),
    ("two", "cards:\n- name: A\n- name: B\n", {"cells": [], "insert": {"at": 2, "rows": [{"name": "C", "cost": "2"}, {"name": "D"}]}}),
    ("list", LISTS, {"remove": [0]}), ("list", LISTS, {"cells": [[1, "cost", "4"]]}), ("list", LISTS, {"duplicate": [1]}),
    ("game", GAME, {"field": "x"}),
    *(("game", GAME, {"field": {"kind": kind, "name": "hue", "type": type_, **more}}) for kind, type_, more in (
        ("boats", "choice", {"choices": ["red", "yes"]}), ("crews", "text", {"choices": None}), ("ships", "text", {}),
    )),
]  # fmt: skip


@pytest.fixture(scope="module")
def assistant(tmp_path_factory: pytest.TempPathFactory) -> Assistant:
    folder = tmp_path_factory.mktemp("boats")
    for name, text in {"game.yaml": GAME, "deck.yaml": DECK, "a.svg": "<svg/>", "b.PNG": "", "c.txt": ""}.items():
        (folder / name).write_text(text, "utf-8")
    write_workbook(folder / "boats.xlsx", **SHEETS)
    return Assistant(folder / "deck.yaml")


def lines_of(answer: Mapping[str, Any]) -> Iterator[str]:
    """An answer with a line for each column and row; of the icons only the anchor."""
    for key, value in answer.items():
        match key, value:
            case "columns", [*columns]:
                yield from (f"column {' | '.join(map(str, column.values()))}" for column in columns)
            case "unused", [*fields]:
                yield f"unused: {', '.join(' '.join(map(str, field.values())) for field in fields)}"
            case "rows", [*rows]:
                yield from (f"row {json.dumps(row, ensure_ascii=False)}" for row in rows)
            case "choices", _:
                yield f"choices: {json.dumps({**value, 'icon': [name for name in value['icon'] if name == 'anchor']})}"
            case _:
                yield f"{key}: {json.dumps(value, ensure_ascii=False)}"


def test_grids_are_as_recorded(assistant):
    found = []
    assert assistant.grid("deck.yaml", DECK, "", "unknown") == assistant.grid("deck.yaml", DECK, "", "")
    for key in ("", "crews"):
        found += [f"== deck.yaml {key}", *lines_of(assistant.grid("deck.yaml", DECK, "", key))]
    for text in (
        LISTS,
        "a: 1\n",
        "boats: [",
        "game: .\nboats: []\n",
        "game: .\nother: [{name: A}]\n",
        "boats: [{name: \ud800}]\n",
        "game: .\nboats: [{name: A, moves: [{row: 2}], cost: 2, turns: [{row: 3}]}]\n",
        "game: .\nboats:\n- name: A\n  photo: C.JPG\n  moves:\n  - row: 2\n  - row: 3\n",
    ):
        found += [f"== {text!r}", *lines_of(assistant.grid("boats.yaml", text, "", ""))]
    for text in (
        "game: nothing\ncards: [{name: {en: A, pt: B}, art: c.png}]\n",
        "game: cards\ncards: [{name: A, icon: anchor}]\n",
    ):
        found += [f"== {text!r}", *lines_of(assistant.grid("deck.yaml", text, "", ""))]
    for name, text in TABLES.items():
        delimiter = "\t" if name.endswith("tsv") else ";" if ";" in text else ","
        found += [f"== {name}", *lines_of(assistant.grid(name, text, delimiter, ""))]
    assert assistant.grid("boats.xlsx", "", "", "unknown") == assistant.grid("boats.xlsx", "", "", "")
    for sheet in ("", "crews", "late"):
        found += [f"== boats.xlsx {sheet}", *lines_of(assistant.grid("boats.xlsx", "", "", sheet))]
    found += ["== none.xlsx", *lines_of(assistant.grid("none.xlsx", "", "", ""))]
    samurai = DECKS / "samurai.yaml"
    answer = Assistant(samurai).grid(samurai.name, "game: attack-the-tower\nbases: []\n", "", "")
    found += ["== samurai", *(line for line in lines_of(answer) if not line.startswith("choices"))]
    check_recorded(Path(__file__).with_name("grids.txt"), found)


def test_gestures_are_as_recorded(assistant):
    sources = {
        "yaml": assistant.grid("deck.yaml", DECK, "", "")["source"],
        "list": {"key": "", "languages": ["en"], "types": {}},
        **{
            name: {"key": "cards", "languages": ["en", "pt"], "types": {}}
            for name in ("odd", "flow", "one line", "two")
        },
        "none": {"key": "empty", "languages": [], "types": {}},
        "headed": {"head": 1},
    }
    found = []
    for name, text, gesture in GESTURES:
        found.append(f"== {name} {json.dumps(gesture)}")
        try:
            delimiter = {"csv": ";", "headed": ";", "tsv": "\t"}.get(name, "")
            edits = grid_edits(text, sources.get(name, {"head": 0}), delimiter, gesture)
            for edit in sorted(edits):
                found.append(f"{edit.start} {text[edit.start : edit.end]!r} -> {edit.insert!r}")
            made = applied(text, edits)
            assert name in ("csv", "headed", "tsv") or yaml.load(made, LOADER), made
        except UnlocatedError as error:
            found.append(f"refused: {error}")
    check_recorded(Path(__file__).with_name("gestures.txt"), found)
