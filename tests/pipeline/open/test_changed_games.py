"""A game.yaml that states nearly everything, changed at random: what is told of it stays as in the last version.

What is no fault makes another game: its pieces and a deck of it are part of the recording.
"""

from copy import deepcopy
from pathlib import Path
from random import Random
from zlib import crc32

import yaml

from cardgen.geometry.outlines import Outline
from cardgen.geometry.units import Size
from cardgen.model.deck import LocalizedText
from cardgen.pipeline.open.game_reader import read_game
from cardgen.plugin.components import PieceKind
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector
from cardgen.report.formats import to_text
from cardgen.validate.schema import validate_as
from tests.recorded import check_recorded

BELOW = """\
id: harbours
name: {en: Harbours, pt: Portos}
extends: cards
deck: {motto: text, harbour: {type: reference, to: cards, optional: true}, season: {type: choice, of: [dry, wet], default: dry}}
kinds:
  flags: {role: token, size: 20x20, fields: {name: text, ship: {type: reference, to: cards, optional: true}}}
  crates: {role: token, size: 20x20, copies: 3, fields: {name: text, load: {type: integer, default: 1}}}
documents: {rules: {text: rules.md}, songs: {title: Songs, text: rules.md}}
looks: {plain: {title: Plain}, bright: {title: Bright, card: bridge}}
checks: ["cards | length < 9", {each: cards, that: card.name, say: A flag has a name}]
"""
GAME = """\
id: boats
name: {en: Boats, pt: Barcos}
extends: ./below
languages: [en, pt]
card: poker
players: {min: 2, max: 4}
constants: {fleet: 3, port: Lisbon}
deck: {motto: none, wind: {type: number, min: 0, max: 12, default: 3}, crew: {type: list, of: {type: choice, of: [cook, mate]}, optional: true}}
kinds:
  ships:
    title: {en: Ships, pt: Navios}
    fields:
      name: text
      cost: {type: integer, min: 0, max: 9, default: 1, title: Cost, columns: [price]}
      home: {type: reference, to: ports, optional: true}
      sort: {type: choice, of: [brig, raft], default: raft}
      rules: {type: rich, optional: true, help: What it does}
      art: {type: picture, optional: true}
      value: {formula: card.cost * constants.fleet}
    variants: {by: sort, of: {brig: {size: 70x120}, raft: {shape: round, place: {x: 10}}}}
    copies_for: {2: 1, 3: 0, 4: 2}
  ports: {role: token, size: 22x22, shape: round, copies: 2, fields: {name: text}, holes: [{at: [0.5, 0.5], diameter: 9}], back: none}
  lights: {role: standee, size: 30x60, fold: {base: slot, depth: 8}, fields: {name: text}}
  feet: {role: part, base_of: {kinds: [lights], height: 20}}
  hubs: {role: part, hub_of: {kind: ports, layers: 3}}
  dice: {role: die, net: {die: {edge: 16, sides: faces}}, fields: {faces: {type: list, of: text}}}
  tucks: {role: box, net: {box: {holds: [ships, ports], thickness: 0.3, sleeves: thin}}, single: true}
  mats: {role: board, single: true, size: 100x80, tiled: yes, gutter: 2, duplex: one-sided, fields: {name: {type: text, default: Mat}}}
  leaves: {role: tile, size: 40x40, shape: {polygon: [[0, 0], [1, 0], [1, 1], [0.2, 0.9]]}, printed_on: heavy-card, cut: outline, endwise: yes, other_fields: rich, sheet_group: ports}
  flags: none
  crates: {size: 25x25, fields: {mark: {type: text, optional: true}}}
documents: {songs: none, tales: {title: Tales, text: rules.md}}
looks: {bright: none, dark: {title: Dark, card: bridge}}
order: [ships, ports]
checks:
  - {that: "ships | sum('copies') <= 54", say: "{{ ships | length }} ships", expected: "54", source: rule 1, at: ships}
  - {each: [ships, ports], that: "card.name != constants.port", say: "{{ card.name }} is there", warning: yes}
"""
DECK = """\
title: Boats
wind: 4
size: bridge
look: dark
languages: [en]
ships: [{name: Dory}, {name: Brig, cost: 3, home: Lisbon, sort: brig, copies: 2}, {id: raft, cost: 2, name: Raft}]
ports: [{name: Lisbon}, {name: Porto}]
lights: [{name: Tall}]
dice: [{faces: [a, b, c, d, e, f]}]
mats: {name: Big}
leaves: [{name: Oak, more: "**bold**"}]
crates: [{name: Figs, mark: x}, {name: Salt, load: 4}]
harbour: Lisbon
"""
PLAIN = (str, int, float, tuple, Size, Outline, LocalizedText, None.__class__)
CHANGES, OTHERS = (
    120,
    (
        0,
        1,
        -3,
        2.5,
        True,
        None,
        "none",
        "prots",
        "ships",
        "cards",
        "0x3",
        "{{ card.nme }}",
        [],
        {},
        ["name", "name"],
        {"a": 1},
    ),
)


def changed(text: str, rng: Random) -> str:
    """Return YAML with one thing left out, named otherwise, or of another value."""
    tree = yaml.load(text, yaml.CSafeLoader)
    places = [*containers(tree)]
    place = rng.choice(places)
    key = rng.choice([*place] if isinstance(place, dict) else range(len(place)))
    way = rng.randrange(6)
    if way == 0:
        del place[key]
    elif way == 1 and isinstance(place, dict) and isinstance(key, str):
        place[key[1:] + key[:1]] = place.pop(key)
    elif way < 5:
        alike = [value for each in places for value in values(each) if isinstance(value, type(place[key]))]
        place[key] = deepcopy(rng.choice(alike))
    else:
        place[key] = rng.choice(OTHERS)
    return yaml.dump(tree, Dumper=yaml.CSafeDumper, sort_keys=False, allow_unicode=True, width=1000)


def containers(tree):
    if isinstance(tree, dict | list) and tree:
        yield tree
        for value in values(tree):
            yield from containers(value)


def values(tree):
    return tree.values() if isinstance(tree, dict) else tree


def test_what_is_told_of_changed_games_is_as_recorded(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for folder in (".", "below"):
        Path(folder).mkdir(exist_ok=True)
        Path(folder, "rules.md").write_text("# Rules\n", "utf-8")

    def told(below, game, deck):
        Path("below/game.yaml").write_text(below, "utf-8")
        Path("game.yaml").write_text(game, "utf-8")
        Path("deck.yaml").write_text(deck, "utf-8")
        read = read_game(Path("game.yaml"), None)
        yield from to_text(read.problems).splitlines()
        if read.game is None:
            return
        for part in read.game.components:
            stated = [(name, getattr(part, name)) for name in part.__dataclass_fields__]
            plain = [(name, value) for name, value in stated if isinstance(value, PLAIN)]
            plain.append(("size", part.size(Size(63, 88)) if isinstance(part, PieceKind) else None))
            yield f"{part.name} {crc32(repr(plain).encode()):x}"
        found = Collector()
        deck = validate_as(load_yaml(Path("deck.yaml"), found), read.game.schema(), found)
        yield from to_text(found.items).splitlines()
        if deck is not None:
            yield f"deck {crc32(repr(deck).encode()):x}"

    def all_told():
        yield "== as it is"
        yield from told(BELOW, GAME, DECK)
        for seed in range(CHANGES):
            texts = [BELOW, GAME, DECK]
            at = (1, 1, 1, 0, 2)[seed % 5]
            texts[at] = changed(texts[at], Random(seed))
            yield f"== {seed}, {('below', 'game', 'deck')[at]}"
            yield from told(*texts)

    check_recorded(Path(__file__).with_name("changed_games.txt"), all_told())
