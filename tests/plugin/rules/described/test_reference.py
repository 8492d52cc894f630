"""Every example of the reference of rules is one that compiles."""

from __future__ import annotations

import yaml

from cardgen.plugin.rules.described.compiler import compile_rules
from cardgen.plugin.rules.described.schema import GameplayRules
from cardgen.yaml_loader import LOADER
from docs.generate.rules_as_data import FILTER_WORDS, FUNCTION_WORDS, SECTIONS, STEP_EXAMPLES, TEST_WORDS
from tests.plugin.rules.described.oracles import field, frozen

FIELDS = {
    "rank": field("integer"),
    "cost": field("integer"),
    "suit": field({"type": "choice", "of": ["red", "blue"]}),
    "trap": field("boolean"),
    "effects": field("effects"),
}
GAME = """
players: 2
boards: {sky: {of: player, columns: 6, rows: 6}}
zones:
  stock: {holds: cards, faces: nobody}
  deck: {}
  row: {}
  hand: {of: player, faces: owner}
  played: {of: player}
  village: {of: player}
  camp: {of: player}
  discard: {}
numbers:
  die: 0
  suit: {type: choice, words: cards.suit}
  score: {of: player}
  grain: {of: player}
  points: {of: player}
  water: 0
  leader: {type: player, start: first_player}
  lit: {of: sky, type: boolean}
effects:
  draw: {parameters: {n: integer}, do: [{deal: deck, to: hand, count: n}]}
  banner: {parameters: {n: integer}}
steps: {wound: [{add: 0 - points, to: score}]}
turn: {moves: {go: {}}}
end: {score: score}
"""


def faults(**changes):
    """Return what is wrong with the game after some changes."""
    stated = frozen({**yaml.load(GAME, LOADER), **changes})
    compiled = compile_rules("example", GameplayRules.model_validate(stated), {"cards": FIELDS}, {})
    return [one.message for one in compiled.faults]


def test_steps_of_the_reference():
    for verb, example in STEP_EXAMPLES.items():
        steps = [yaml.load(example, LOADER)]
        assert not faults(turn={"moves": {"go": {"do": steps}}}), verb


def test_expressions_of_the_reference():
    for words in (FILTER_WORDS, FUNCTION_WORDS, TEST_WORDS):
        for name, (_, example) in words.items():
            move = {"when": f"({example}) or true" if "from_to" not in example else f"({example}) | length"}
            assert not faults(turn={"moves": {"go": move}}), name


def test_sections_of_the_reference():
    moved = {"A move": lambda move: {"turn": move}, "A way to win or lose together": lambda way: {"end": way}}
    for title, _, example, _ in SECTIONS:
        changes = moved.get(title, dict)(yaml.load(example, LOADER))
        kept = yaml.load(GAME, LOADER)
        merged = {
            key: {**kept[key], **value} if key in ("boards", "zones", "numbers") else value
            for key, value in changes.items()
        }
        assert not faults(**merged), title
