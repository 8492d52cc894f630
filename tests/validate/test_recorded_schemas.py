"""What each key of a file may hold, what is said of a value that it may not, and what a value becomes."""

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, Field

from cardgen.pipeline.open.games import find_game, game_in_folder
from cardgen.plugin.description.schema import GameDescription
from cardgen.plugin.game import Game
from cardgen.plugin.rules.described.schema import GameplayRules
from cardgen.plugin.schema import Model, models_in, yaml_key
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector, Diagnostic
from cardgen.validate.faultless_part import faultless_part
from cardgen.validate.partial_deck import partial_deck
from cardgen.validate.schema import deck_model, validate, validate_as
from tests.recorded import check_recorded
from tests.validate.test_schema import WHOLE, node_of

GAMES = ("attack-the-tower", "stonewater-weir", "cards")
WRONG = ({"?": 1}, -99999)


def without_words(part: object, key: str = "") -> object:
    """A part of a schema without what is said for people, which changes often and is checked elsewhere to be there.

    Alternatives are sorted: the order in a union depends on what was imported before.
    """
    if isinstance(part, dict):
        left_out = {key for key in ("title", "description") if isinstance(part.get(key), str)}
        return {key: without_words(item, key) for key, item in part.items() if key not in left_out}
    if isinstance(part, list):
        items = [without_words(item) for item in part]
        return sorted(items, key=json.dumps) if key == "anyOf" else items
    return part


def keys_of(model: type[BaseModel]) -> Iterator[str]:
    schema = model.model_json_schema()
    for name, part in {model.__name__: schema, **schema.pop("$defs")}.items():
        properties = part.pop("properties", {})
        yield f"{name}: {json.dumps(without_words(part))}"
        yield from (f"{name}.{key}: {json.dumps(without_words(item))}" for key, item in properties.items())


def all_models(*models: type[BaseModel]) -> list[type[BaseModel]]:
    """The models and those of their fields, each once; not the generic ones, which are seen only after their first use."""
    found = dict.fromkeys(models)
    left = [*models]
    while left:
        new = [model for field in left.pop().model_fields.values() for model in models_in(field.annotation)]
        new = [model for model in new if "[" not in model.__name__]
        left += (model for model in dict.fromkeys(new) if model not in found)
        found |= dict.fromkeys(new)
    return [*found]


def told_of(item: Diagnostic) -> str:
    return " | ".join(filter(None, (item.code, item.message, item.expected, *item.hints)))


def faults_of(model: type[BaseModel]) -> Iterator[str]:
    """What is said of values that few keys may hold."""
    for name in model.model_fields:
        for wrong in WRONG:
            found = Collector()
            validate_as(node_of({yaml_key(name): wrong}), model, found)
            told = [told_of(item) for item in found.items if not item.message.startswith("the file has no key")]
            yield from (f"{model.__name__}.{line}" for line in told)


def test_keys_hold_what_they_did():
    models = [GameDescription, GameplayRules, *(deck_model(find_game(game)) for game in GAMES)]
    found = [line for model in models for line in keys_of(model)]
    faults = sorted((model.__name__, [*faults_of(model)]) for model in all_models(*models))
    found += [line for _, lines in faults for line in lines]
    check_recorded(Path(__file__).with_name("schemas.txt"), dict.fromkeys(found))


FIELDS = """\
id: f
name: F
languages: [en, pt]
players: {min: 2, max: 4}
deck: {weather: {type: choice, of: [dry, wet], default: dry}, port: {type: reference, to: places, optional: true}}
kinds:
  places: {fields: {name: text}}
  cards:
    other_fields: rich
    copies_for: {2: 3}
    fields:
      name: {type: text, optional: true}
      rich: {type: rich, optional: true}
      whole: {type: integer, min: 2, max: 9, default: 3}
      least: {type: integer, min: 2, optional: true}
      most: {type: number, max: 2.5, optional: true}
      some: {type: number, optional: true}
      free: {type: boolean, default: true}
      tint: {type: color, optional: true}
      art: {type: picture, optional: true}
      sign: {type: icon, optional: true}
      suit: {type: choice, of: {s: Sun, m: {en: Moon, pt: Lua}}, optional: true}
      rank: {type: choice, of: [1, 2, A], optional: true}
      list: {type: list, of: integer, min: 1, max: 3, optional: true}
      home: {type: reference, to: places, optional: true}
      homes: {type: list, of: {type: reference, to: places}, optional: true}
      twice: {formula: card.whole * 2}
  needy: {fields: {name: text, need: integer}}
"""
VALUES = [
    *("name: A", "name: 7", "name: {en: A, pt: B}", "name: {pt: B}", "name: {'xx-': B}", "name: ''", "name: [A]"),
    *("name: {jp: B}", "name: {}", "name: true", 'name: "It\'s 2nd Straße-Ærø of all the many words here"'),
    f"name: {'abcdefghi ' * 3}{'k' * 29} more",
    *("id: 7", "id: true", "id: a b.c-d_e", "id: -a", f"id: {'a' * 60}", f"id: {'a' * 61}", "id: ''", "id: [a]"),
    *('id: "it\'s"', "id: null", "copies: 0", "copies: -1", "copies: 10000", "copies: 10001", "copies: yes"),
    *("face: x.svg.j2", "face: ''", "back: b.svg", "back: ''", "back: {file: b.svg, focus: top left}"),
    *(
        "back: {file: b.svg, focus: [0.5, 2]}",
        "back: {file: b.svg, focus: [0, 1]}",
        "back: {file: b.svg}",
        "back: {focus: top}",
        "alt: {pt: B}",
    ),
    *(
        "whole: 2",
        "whole: 9",
        "whole: 1",
        "whole: 10",
        "whole: 2.5",
        "whole: '4'",
        "whole: x",
        "whole: yes",
        "least: 1",
    ),
    *(
        "least: 2",
        "most: 2.5",
        "most: 2",
        "most: 3",
        "most: x",
        "some: 1e3",
        "some: .nan",
        "some: {a: 1}",
        "some: true",
    ),
    *(
        "free: no",
        "free: 'On'",
        "free: maybe",
        "free: 1",
        "tint: '#aBcdef'",
        "tint: '#abc'",
        "tint: red",
        "tint: 112233",
    ),
    *(
        "art: a.png",
        "art: ''",
        "art: {file: a.png, focus: center}",
        "art: 3",
        "sign: star",
        "sign: ''",
        f"sign: {'a' * 101}",
    ),
    *(
        "suit: s",
        "suit: Sun",
        "suit: lua",
        "suit: x",
        "suit: 1",
        "rank: 1",
        "rank: A",
        "rank: '2'",
        "rank: 3",
        "rank: a",
    ),
    *(
        "list: 2",
        "list: []",
        "list: [1, 2, 3]",
        "list: [1, 2, 3, 4]",
        "list: [x]",
        "home: Lisboa",
        "home: 7",
        "home: lisbn",
    ),
    *("home: true", "homes: [Lisbon, '7']", "homes: Lisbon", "homes: [x]", "twice: 4", "whole_: 4"),
    *(
        "whole: 4.0",
        "whole: '2,5'",
        "some: '2,5'",
        "some: '-3 '",
        "some: “5”",
        f"some: “{'5' * 40}”",
        f"some: “{'5' * 41}”",
    ),
    *(
        "tint: 123",
        "tint: '12aB34'",
        "tint: '#12345'",
        "art: {file:a.png}",
        "art: 'file:a.png'",
        "name: {a}",
        "list: {a: 1}",
    ),
    *("other: x", "other: ''", "other: a b.PNG", "other: 'a*.png'", "other: [1, a, [b.webp]]", "other: {en: A}"),
    *(
        "other: [{en: 1}]",
        "other: {en: 1}",
        "other: {en: A, which: B}",
        "other: {}",
        "other: 2.5",
        "other: true",
        "other: null",
    ),
]
DECKS = [
    *("weather: wet", "weather: hot", "port: lisbon", "port: nowhere", "palette: night", "colors: {a: '#123456'}"),
    *(
        "colors: {a: 1}",
        "languages: pt",
        "languages: [pt, en]",
        "languages: fr",
        "languages: [en, en]",
        "title: {en: T}",
    ),
    *(
        "land: 3",
        "emblem: {file: e.svg, focus: top}",
        "look: full",
        "look: ful",
        "size: poker",
        "size: 10x20",
        "size: x",
    ),
    *(
        "cards: 7",
        "cards: [7]",
        "cards: [{name: A}, {name: A}, {id: a-3}, {}, {name: A}]",
        "cards: [{id: 7}, {name: '7'}]",
        "needy: [{name: A}]",
    ),
    *(
        "needy: [{name: A, need: x}, {name: B, need: 2}]",
        "needy: [{name: [A], need: 1}]; cards: [{whole: x}, {whole: 5}]",
    ),
    *("cards: [{whole: x}]; weather: 4", "needy: x", "needy: [3, {name: B, need: 2}]", "cards: [{art: {file: [3]}}]"),
    *(
        "cards: [{art: file:a.png}]",
        "cards: ['name:A']",
        "places: x",
        "needy: [{need: x}, {need: [1]}, {name: B, need: 4}]",
    ),
    "cards: [{name: A}, {art: {focus: top}}, {art: {file: ''}}, {art: 5}]",
    "cards: [{name: {en: A, pt: [B]}, art: {file: a.png, focus: 99}, back: b.svg, whole: x}]",
]


@pytest.fixture
def described(tmp_path):
    (tmp_path / "game.yaml").write_text(FIELDS, "utf-8")
    return game_in_folder(tmp_path)


def became(text: str, game: Game, path: Path) -> Iterator[str]:
    """What a deck becomes: its values, what is wrong with it, and what is left without that."""
    ports = "" if text.startswith("places") else "places: [{name: {en: Lisbon, pt: Lisboa}}, {id: 7, name: Porto}]\n"
    path.write_text(ports + text, "utf-8")
    found = Collector()
    node = load_yaml(path, found)
    assert node, text
    deck = validate(node, Path("deck.yaml"), game, found)
    yield from (f"{item.span.line}:{item.span.column}: {told_of(item)}" for item in found.items)
    if deck:
        yield repr(deck.data.model_dump(exclude_unset=True, exclude={"places"}))
    elif not text.startswith("cards: [{") or "}, {" in text or "{file" in text:  # to make the models for it takes long
        yield f"partly: {partial_deck(node, Path(), game).data}"
        left = faultless_part(node, Path(), game)
        yield (
            "nothing"
            if left is None
            else (
                f"left: {left[0].data.model_dump(exclude_unset=True, exclude={'places'})} without {sorted(map(str, left[1]))}"
            )
        )


def test_values_become_what_they_did(described, tmp_path):
    decks = [f"cards: [{{{value}}}]" for value in VALUES]
    decks += [lines.replace("; ", "\n") for lines in DECKS]
    found = []
    for deck in decks:
        lines = became(deck, described, tmp_path / "deck.yaml")
        found += [f"== {deck}", *(line.replace(f"{tmp_path}/", "") for line in lines)]
    check_recorded(Path(__file__).with_name("values.txt"), found)


def test_entries_of_a_game_with_code_are_left_out_whole():
    first, *others = WHOLE["bases"]
    army = node_of({**WHOLE, "bases": [*others, {**first, "type": "x"}]})
    left = faultless_part(army, Path(), find_game("attack-the-tower"))
    assert left and [base.id for base in left[0].data.bases] == [base["id"] for base in others]


class Hill(Model):
    kind: Literal["hill"]
    height: int = 0


class Lake(Model):
    kind: Literal["lake"]


class Lands(Model):
    lands: tuple[Annotated[Hill | Lake, Field(discriminator="kind")], ...]


def test_a_wrong_field_is_left_out_of_an_entry_of_one_of_several_kinds(monkeypatch):
    monkeypatch.setattr("cardgen.validate.faultless_part.deck_model", lambda _game: Lands)
    node = node_of(
        {"lands": [{"kind": "hill", "height": "x"}, {"kind": "lake", "depth": 3}, {"kind": "hill", "height": 2}]}
    )
    left = faultless_part(node, Path(), SimpleNamespace(id="lands"))
    assert left and [land.model_dump() for land in left[0].data.lands] == [
        {"kind": "hill", "height": 0}, {"kind": "lake"}, {"kind": "hill", "height": 2},
    ]  # fmt: skip
