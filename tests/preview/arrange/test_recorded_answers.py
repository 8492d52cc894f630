"""What the page is told of the boxes of cards and of the values that they show, whole, from decks in YAML and in tables."""

import json
from pathlib import Path

import pytest
import yaml

from cardgen.pipeline.options import BuildOptions
from cardgen.preview.arrange.answers import ArrangeAnswers, value_edits_of
from cardgen.report.errors import UnlocatedError
from cardgen.yaml_loader import LOADER
from tests.preview.arrange.test_layout import DECK, FACE, GAME, SUN
from tests.recorded import check_recorded

PLAYING = """game: cards
title: {en: Night, pt: Noite}
look: playing
languages: [en, pt]
cards:
  - {name: {en: Seven, pt: Sete}, suit: Swords, rank: 7, type: Ship, crew: 2, speed: 1.5, tags: [swift], text: "**Draw** a card.", artist: Ada}
  - {name: Ace, suit: Cups, rank: 1, art: {file: sun.svg, focus: 0.2 0.4}, note: A long note of more than a few words that follows., fast: true}
  - {name: A much longer name, cost: 30, flavor: Once., text: "Draw a card, then draw another one, and after that another one.", art: {file: sun.svg}}
  - {id: one-whose-name-is-left-out, rank: 2}
"""
TABLE = "name,text.en,text.pt,cost,art,art.focus,suit\nRain,Draw.,Compre.,2,sun.svg,0.1 0.9,Cups\nHail,,Granizo.,,,,\n"
BOXES = [
    *({"type": "text", "part": part} for part in ("name", "body", "rest", "facts", "type", "cost", "suit", "rank", "none")),
    *({"type": "text", "field": field} for field in ("text", "speed", "note", "tags", "fast", "crew", "unknown")),
    {"type": "picture", "part": "art"}, {"type": "number", "value": "item.value", "part": "stats"}, {},
]  # fmt: skip
VALUE = {"field": "cost", "path": ["cards", 0, "cost"], "line": 2, "column": 4, "focus_column": 6}
CHANGES = [
    *((VALUE | {}, words) for words in ("3", 3, 2.5, 4.0, None, True, [1])),
    (VALUE | {"column": 5}, {"file": "a b.svg", "focus": "0 1"}), (VALUE | {"focus_column": 0}, {"file": "a.svg", "focus": "0 1"}),
    *((VALUE | {"column": column}, "x") for column in (0, -1, 1.5, 2.0, "1", 8, 10**6)), (VALUE | {"line": 9}, "x"), (VALUE | {"line": 0}, "x"), ({}, "x"),
]  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("arranged")
    files = {
        "night.yaml": PLAYING,
        "rain.csv": TABLE,
        "rain.yaml": "game: cards\nlanguages: [en, pt]\ncards: rain.csv\n",
        "sun.svg": SUN,
    }
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    (folder / "lamps").mkdir()
    for name, text in {"game.yaml": GAME, "lamps.yaml": DECK, "lamp.face.yaml": FACE, "sun.svg": SUN}.items():
        (folder / "lamps" / name).write_text(text, "utf-8")
    return folder


def shown(answer: object) -> str:
    return json.dumps(answer, ensure_ascii=False)


def test_values_are_as_recorded(folder, monkeypatch):
    monkeypatch.chdir(folder)
    found = []
    for deck, language, faces in (
        ("night.yaml", "pt", ("cards/seven", "cards/ace", "cards/a-much-longer-name")),
        ("rain.yaml", "en", ("cards/rain", "cards/hail")),
        ("rain.yaml", "pt", ("cards/hail",)),
        ("lamps/lamps.yaml", "en", ("lamps/lantern",)),
    ):
        answers, options = ArrangeAnswers(Path(deck)), BuildOptions(language=language)
        for face in faces:
            found.append(f"== {deck} {language} {face}")
            for box in BOXES:
                value = answers.value(options, face, box, 0)
                found.append(f"{[*box.values()][1:]}: {shown([*value.values()]) if any(value.values()) else 'none'}")
            later = [
                answers.value(options, face, {"value": "item.value", "part": "stats"}, item)["field"] for item in (1, 2)
            ]
            found.append(f"the next items: {later}")
        found += [f"worst of {[*box.values()]}: {answers.worst(options, faces[0], box)}" for box in BOXES]
        choices = answers.choices(options, faces[0])
        found += [f"{key}: {shown(choices[key])}" for key in ("fields", "colors")]
    check_recorded(Path(__file__).with_name("values.txt"), found)


def test_boxes_are_as_recorded(folder, monkeypatch):
    monkeypatch.chdir(folder)
    answers, options = ArrangeAnswers(Path("lamps/lamps.yaml")), BuildOptions(card="75x105")
    found = answers.boxes(options, "lamps/lantern", "", "")
    text = FACE.replace("height: 20, min", "height: 5, min")
    boxes = [*found.pop("boxes"), *answers.boxes(options, "lamps/lantern", "lamp.face.yaml", text)["boxes"]]
    assert found.pop("stated") == yaml.load(FACE, LOADER)["boxes"] and found.pop("text") == FACE
    lines = [f"{key}: {shown(str(value) if key == 'path' else value)}" for key, value in found.items()]
    lines += [shown({**box, "svg": bool(box["svg"])}) for box in boxes]
    check_recorded(Path(__file__).with_name("boxes.txt"), lines)
    for deck, face in (("lamps/lamps.yaml", "lamps/nobody"), ("rain.yaml", "boats/rain"), ("rain.csv", "cards/nobody")):
        answers = ArrangeAnswers(Path(deck))
        assert answers.boxes(options, face, "", "") == {"refused": "no boxes", "template": ""}
        assert not any(answers.value(options, face, BOXES[0], 0).values())
        assert (answers.svg(options, face), answers.choices(options, face)["fields"]) == (None, [])


def test_edits_of_values_are_as_recorded():
    found = []
    for value, words in CHANGES:
        for text, delimiter in ((TABLE, ","), (PLAYING, ""))[: 2 if value == VALUE else 1]:
            found.append(f"== {[*value.values()]} {words!r} {delimiter}")
            try:
                found += [
                    repr(tuple(edit)) for edit in value_edits_of(text, [{"value": value, "words": words}], delimiter)
                ]
            except UnlocatedError as error:
                found.append(f"refused: {error} {[*error.hints]}")
    first, second = VALUE, VALUE | {"path": ["cards", 2, "cost"], "line": 3}
    for text, delimiter in ((TABLE, ","), (PLAYING, "")):
        changes = [{"value": value, "words": words} for value, words in ((second, "30"), (first, 7))]
        found += [f"== two {delimiter}", *(repr(tuple(edit)) for edit in value_edits_of(text, changes, delimiter))]
    check_recorded(Path(__file__).with_name("value_edits.txt"), found)
