"""Decks and games of strangers: whatever they hold, the answer is a list of problems, and no file outside is read."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.pipeline.check import check_deck
from cardgen.pipeline.options import BuildOptions

KEYS = st.sampled_from(
    [
        "game", "title", "look", "palette", "colors", "size", "back", "languages", "pull", "cards", "ships", "id",
        "name", "copies", "text", "cost", "art", "face", "type", "items", "keys", "__class__", "en", "extends",
        "kinds", "checks", "documents", "looks", "role", "fields", "shape", "tiled", "fold", "single", "of", "to",
        "min", "max", "formula",
    ]
)  # fmt: skip
SCALARS = st.sampled_from(
    [
        "cards",
        "harbour",
        "classic",
        "poker",
        "",
        None,
        0,
        -1,
        1.5,
        1e300,
        True,
        "yes",
        "#ffffff",
        "../x",
        "/etc/passwd",
        "c.csv",
        "c.csv#x",
        "text",
        "list",
        "reference",
        "card",
        "board",
        "**a",
        "{star}",
        "{{ x }}",
        "card.cost",
        "1+",
        "M0 0L1 1",
        "none",
    ]
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=8
)
PARTS = st.dictionaries(KEYS, VALUES, max_size=4)
GAME = {"id": "harbour", "name": "Harbour", "kinds": {"ships": {"fields": {"cost": "integer"}}}}
DECK = {"game": "harbour", "ships": [{"name": "Dory", "cost": 1}]}


def found(folder: Path) -> list[str]:
    return [item.code for item in check_deck(folder / "deck.yaml", BuildOptions(), lambda _stage: None)]


@settings(max_examples=40)
@given(game=PARTS, kind=PARTS, field=VALUES, deck=PARTS, card=PARTS)
def test_no_deck_and_no_game_cause_a_traceback(tmp_path_factory, game, kind, field, deck, card):
    folder = tmp_path_factory.mktemp("hostile")
    kinds = {"ships": {"fields": {"cost": "integer", "more": field}, **kind}}
    (folder / "game.yaml").write_text(json.dumps({**GAME, "kinds": kinds, **game}), "utf-8")
    (folder / "deck.yaml").write_text(
        json.dumps({**DECK, "ships": [{"name": "Dory", "cost": 1, **card}], **deck}), "utf-8"
    )
    (folder / "c.csv").write_text("name,cost\nDory,1\n", "utf-8")
    assert "E215" not in found(folder)


@pytest.mark.parametrize(
    ("files", "code"),
    [
        ({"deck.yaml": "game: cards\ncards: ../../secret.csv\n"}, "E125"),
        ({"deck.yaml": "game: cards\nemblem: /etc/passwd\ncards: [{name: x}]\n"}, "E125"),
        ({"deck.yaml": "game: cards\ncards: [{name: x, face: ../../etc/passwd}]\n"}, "E125"),
        ({"deck.yaml": "game: cards\ncards: [{name: x, art: 'http://127.0.0.1/x.png'}]\n"}, "E125"),
        ({"deck.yaml": "game: ../../etc\ncards: [{name: x}]\n"}, "E216"),
        (
            {
                "deck.yaml": "game: cards\ncards: [{name: x, copies: 10000}, &a {name: y, copies: 10000}"
                + ", *a" * 9
                + "]\n"
            },
            "E119",
        ),
        ({"deck.yaml": "game: cards\ncards: c.csv\n", "c.csv": "name\n" + "x\n" * 100_001}, "E132"),
    ],
)
def test_nothing_outside_is_read_and_nothing_is_without_end(tmp_path, files, code):
    for name, content in files.items():
        (tmp_path / name).write_text(content, "utf-8")
    assert code in found(tmp_path)
