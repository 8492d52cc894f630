"""A game.yaml that states nearly everything, changed at random: what is told of it stays as in the last version.

What is no fault makes another game: its pieces and a deck of it are part of the recording.
"""

from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import get_args
from zlib import crc32

import yaml

from cardgen.geometry.folds import Fold
from cardgen.geometry.outlines import Outline
from cardgen.geometry.units import Size
from cardgen.model.deck import LocalizedText
from cardgen.model.piece import Place
from cardgen.pipeline.open.game_reader import read_game
from cardgen.plugin.components import Document, PieceKind
from cardgen.plugin.hooks import deck_findings, deck_identity, piece_entries
from cardgen.plugin.making import Made
from cardgen.plugin.schema import Headers, models_in
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.report.formats import to_text
from cardgen.validate.schema import validate_as
from cardgen.yaml_loader import LOADER
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
STATED = (
    # names that something else has already
    "game ~ languages: [en, pt] ~ languages: [en, en]",
    "game ~ order: [ships, ports] ~ order: [ships, prots, rules]",
    "game ~ wind: {type: ~ title: {type:",
    "game ~ wind: {type: ~ ports: {type:",
    "game ~ feet: {role ~ palette: {role",
    "game ~ feet: {role ~ card: {role",
    "game ~ tales: {title ~ ships: {title",
    "game ~ fields: {mark: ~ fields: {plan:",
    "game ~ fields: {mark: ~ fields: {id:",
    # sizes and shapes
    "game ~ brig: {size: 70x120} ~ brig: {size: 70}",
    "game ~ dark: {title: Dark, card: bridge} ~ dark: {title: Dark, card: bridgge}",
    "game ~ size: 22x22 ~ size: 22x",
    "game ~ card: poker ~ card: pokr",
    "game ~ [0.2, 0.9] ~ [0.5, 0]",
    # checks
    "game ~ warning: yes} ~ warning: yes, at: cost}",
    "game ~ at: ships} ~ at: shpis}",
    "game ~ at: ships} ~ at: wind.more}",
    'game ~ that: "card.name != constants.port" ~ at: nmae, that: "card.name"',
    'game ~ that: "card.name != constants.port" ~ at: copies, that: "card.copies < 2"',
    "game ~ each: [ships, ports] ~ at: more, each: [ships, leaves]",
    "game ~ each: [ships, ports] ~ each: [ships, prots]",
    'game ~ say: "{{ card.name }} is there" ~ expected: "{{ card.cost }}", say: "{{ card.nmae }}"',
    # what is left out, though something needs it, or which is not there
    "game ~ flags: none ~ flags: none\n  cards: none",
    "game ~ motto: none ~ harbour: none",
    "game ~ motto: none ~ mtto: none",
    "below ~ extends: cards ~ card: poker",
    "game ~ extends: ./below ~ card: bridge",
    # fields
    "game ~ formula: card.cost * ~ formula: card.csot *",
    "game ~ default: raft} ~ default: rfat}",
    "game ~ min: 0, max: 9 ~ min: 10, max: 9",
    "game ~ to: ports, optional ~ to: prots, optional",
    "game ~ of: [brig, raft] ~ of: {brig: Two masts, raft: {en: Brig, pt: Jangada}}",
    "game ~ {type: rich, optional ~ {type: list, of: {type: list, of: text}, optional",
    "game ~ faces: {type: list, of: text} ~ faces: {type: listt, of: text}",
    # copies for numbers of players
    "game ~ copies_for: {2: 1, 3: 0, 4: 2} ~ copies_for: players * 2 + card.cost",
    "game ~ copies_for: {2: 1, 3: 0, 4: 2} ~ copies_for: playres * 2",
    "game ~ copies_for: {2: 1, 3: 0, 4: 2} ~ copies_for: {2: 1, many: 3}",
    "deck ~ name: Dory ~ name: Dory, copies_for: {3: 5}",
    "deck ~ name: Dory ~ name: Dory, copies_for: {3: -5}",
    "deck ~ name: Dory ~ name: Dory, copies_for: {some: 5}",
    "deck ~ name: Dory ~ name: Dory, copies_for: copies + players",
    "game ~ players: {min: 2, max: 4} ~ players: {min: 4, max: 2}",
    "game ~ players: {min: 2, max: 4} ~ players: {min: 1, max: 99}",
    "game ~ players: {min: 2, max: 4} ~ players: {min: 0, max: 9}",
    "game ~ players: {min: 2, max: 4} ~ players: {min: 1, max: 100}",
    "game ~ players: {min: 2, max: 4} ~ players: {min: 1, max: x}",
    "game ~ players: {min: 2, max: 4} ~ players: {min: 1}",
    # values of decks
    "deck ~ harbour: Lisbon ~ harbour: 7",
    "deck ~ home: Lisbon ~ home: Lisbno",
    "deck ~ home: Lisbon ~ home: ' Porto '",
    "deck ~ home: Lisbon ~ home: 7 && deck ~ {name: Porto} ~ {name: '7'}",
    "deck ~ {name: Porto} ~ {name: Lisbon}",
    "deck ~ {name: Porto} ~ {id: haven, name: Lisbon}",
    "deck ~ {name: Porto} ~ {id: Lisbon, name: Porto}, {id: port, name: Lisbon}",
    "deck ~ {name: Porto} ~ {id: '7', name: Porto} && deck ~ home: Lisbon ~ home: 7",
    "deck ~ [{name: Lisbon}, ~ [{name: {en: Lisbon, pt: Lisboa}}, && deck ~ home: Lisbon ~ home: Lisboa",
    "deck ~ mats: {name: Big} ~ mats: [{name: Big}]",
    "deck ~ mats: {name: Big} ~ mats: {id: big}",
    "deck ~ sort: brig ~ sort: BRIG",
    "deck ~ look: dark ~ look: plain",
    "deck ~ size: bridge\n ~ ",
    "deck ~ id: raft ~ id: brig",
    "deck ~ languages: [en] ~ languages: [en, en]",
    "game ~ ships:\n ~ ships:\n    face: own\n",
    # figures, dials, nets, boxes
    "game ~ diameter: 9 ~ diameter: 0",
    "game ~ sides: faces ~ sides: face",
    "game ~ sides: faces ~ tab: 3",
    "game ~ holds: [ships, ports] ~ holds: [tucks, prots]",
    "game ~ fold: {base: slot, depth: 8} ~ fold: yes",
    "game ~ fold: {base: slot, depth: 8} ~ fold: {base: slot, depth: 8, width: 5, slits: 2}",
    "game ~ fold: {base: slot, depth: 8} ~ fold: {base: tab, edge: left}",
    "game ~ fields: {faces ~ variants: {by: id, of: {x: {fold: no}, y: {face: stock/die.face.yaml}, z: {place: {x: 1}}}}, fields: {faces",
    "game ~ brig: {size: 70x120} ~ brig: {size: 70x120, fold: no, face: stock/tile.face.yaml, back: stock/back.face.yaml}",
    "game ~ lights: {role ~ lights: {variants: {by: id, of: {tall: {fold: no}, low: {fold: {base: flaps}}}}, role",
    "game ~ by: sort, of: {brig ~ by: more, of: {brig",
    "game ~ {polygon: [[0, 0], [1, 0], [1, 1], [0.2, 0.9]]}, printed_on ~ {path: M0 0H1V1Z}, variants: {by: more, of: {a: {}}}, printed_on",
    # templates, papers, looks
    "game ~ ships:\n ~ ships:\n    face: stock/tile.face.yaml\n    large_print: {text: rules.md}\n && deck ~ size: bridge\n ~ ",
    "game ~ ships:\n ~ ships:\n    face: stock/tile.face.yaml\n    size: 50x60\n && deck ~ size: bridge\n ~ ",
    "game ~ back: none ~ back: stock/back.face.yaml && deck ~ {name: Lisbon} ~ {name: Lisbon, face: stock/tile.face.yaml, back: a.png}",
    "deck ~ {name: Dory} ~ {name: Dory, face: stock/tile.face.yaml, back: a.png}",
    "game ~ back: none ~ face: none",
    "game ~ tales: {title: Tales, text: rules.md} ~ tales: {title: Tales, text: 'rules{lang}.md', page: page.svg.j2, printed_on: label}",
    "game ~ tales: {title ~ cards: {title",
    "game ~ card: bridge}}\norder ~ card: bridge, face: stock/tile.face.yaml, back: stock/tile.face.yaml}}\norder",
    "game ~ dark: {title: Dark, card: bridge} ~ dark: {face: darkk.face.yaml}",
    "deck ~ look: dark ~ look: drak",
    "deck ~ look: dark\n ~  && deck ~ size: bridge\n ~ ",
    "game ~ size: 25x25 ~ size: 25x25, cut: outline",
    "game ~ order: [ships, ports]\n ~  && below ~ extends: cards ~ extends: cards\norder: [flags, crates, rules]",
    "below ~ extends: cards ~ extends: cards\norder: [crates]",
    "game ~ card: poker ~ card: poker\nexample: ../outside.yaml",
    "game ~ card: poker ~ card: poker\nexample: deck.yaml",
    "below ~ extends: cards ~ extends: cards\nconstants: {fleet: 2, ports: x, more: yes}",
    # fields, choices and defaults
    "game ~ min: 0, max: 9, default: 1 ~ min: 2, max: 2, default: null, help: Some, printed: no",
    "game ~ min: 0, max: 12 ~ min: 3, max: 3 && deck ~ wind: 4\n ~ ",
    "game ~ min: 0, max: 12 ~ min: 0.5, max: 3.5",
    "game ~ {type: rich, optional ~ {type: list, of: {formula: '1'}, optional",
    "game ~ {type: rich, optional ~ {type: list, of: {type: integer, default: x}, min: 3, max: 2, optional",
    "game ~ {type: rich, optional ~ {type: list, of: {type: integer, default: x}, optional",
    "game ~ wind: {type: number, min: 0, max: 12, default: 3} ~ wind: {formula: '1 +'}",
    "game ~ name: text\n ~ name: ''\n",
    "game ~ of: [cook, mate] ~ of: ['2', 2, cook] && deck ~ wind: 4 ~ crew: ['2', 2, Cook]",
    "game ~ of: [cook, mate] ~ of: {cook: {en: Cook, pt: Chef}, mate: null, two_words: Two words} && deck ~ wind: 4 ~ crew: [chef, mate, 'two  Words', x]",
    "game ~ of: [cook, mate] ~ of: {cook: '-', mate: x} && deck ~ wind: 4 ~ crew: [true, '-', X]",
    "deck ~ mats: {name: Big}\n ~ ",
    "game ~ default: Mat}} ~ default: Mat}, port: {type: reference, to: ports, optional: true}} && deck ~ {name: Big} ~ {name: Big, port: Porto}",
    "game ~ default: Mat}} ~ default: Mat}, port: {type: reference, to: ports, optional: true}} && deck ~ {name: Big} ~ {name: Big, port: Prto}",
    "deck ~ home: Lisbon ~ home: true",
    "game ~ copies: 2, fields: {name: text} ~ copies: 2, fields: {name: integer} && deck ~ [{name: Lisbon}, {name: Porto}] ~ [{name: 7}, {name: 7}] && deck ~ home: Lisbon ~ home: ' 7'",
    "game ~ copies: 2, fields: {name: text} ~ copies: 2, fields: {name: integer} && deck ~ [{name: Lisbon}, {name: Porto}] ~ [{id: a, name: 7}, {id: b, name: 7}] && deck ~ home: Lisbon ~ home: ' 7'",
    "game ~ copies: 2, fields: {name: text} ~ copies: 2, fields: {name: integer} && deck ~ [{name: Lisbon}, {name: Porto}] ~ [{id: a, name: 70}, {id: b, name: 1234}] && deck ~ home: Lisbon ~ home: '1243'",
    "deck ~ [{name: Dory}, ~ [{name: Brig}, {name: Dory}, {name: Dory},",
    # copies for numbers of players
    "game ~ copies_for: {2: 1, 3: 0, 4: 2} ~ copies_for: players * 2 && deck ~ name: Dory ~ name: Dory, copies_for: {3: 5}",
    "game ~ mark: {type: text, optional: true} ~ copies_for: {type: text, optional: true} && deck ~ mark: x ~ copies_for: '5'",
    "below ~ extends: cards ~ extends: cards\nplayers: [2, 3] && below ~ copies: 3 ~ copies_for: players / 2 && game ~ players: {min: 2, max: 4}\n ~  && game ~ 3: 0, 4: 2} ~ 3: 0}",
    "below ~ extends: cards ~ extends: cards\nplayers: [2, 3] && below ~ copies: 3 ~ copies_for: players / 2 && game ~ size: 25x25 ~ size: 25x25, copies_for: players / 4",
    "game ~ mats: {role ~ mats: {place: {z: 1}, role && deck ~ {name: Big} ~ {name: Big, place: {x: 5, turn: 90}}",
    # what is left out, though checks need it
    "below ~ say: A flag has a name ~ say: A card, expected: '{{ flags | length }}'",
    "below ~ {each: cards, that: card.name, say: A flag has a name} ~ {that: 'true', at: flags}",
    "below ~ checks: [ ~ checks: [flags, flags, flags, flags, flags, ",
    "below ~ checks: [ ~ checks: ['cards[0].flags is undefined', ",
    # several at once, of what the others have one of
    "game ~ each: [ships, ports] ~ each: [ships, prots, shisp]",
    "game ~ brig: {size: 70x120}, raft: {shape: round ~ brig: {size: 70x}, raft: {size: 7y0, shape: round",
    "game ~ card.cost * constants.fleet ~ card.cost * && game ~ motto: none, ~ motto: none, sum: {formula: deck.wind +}, twice: {formula: (deck.wind},",
    "game ~ of: [brig, raft] ~ of: {brig: Two masts, raft: two Masts, cog: {en: One, pt: Two masts}}",
    "game ~ holes: [{at: [0.5, 0.5], diameter: 9}] ~ holes: [{at: [0.2, 0.2]}, {at: [0.5, 0.5], diameter: 9}]",
    "game ~ home: {type: reference, to: ports, optional: true} ~ home: {type: reference, to: ports, optional: true}\n      mate: {type: reference, to: ships, optional: true} && deck ~ home: Lisbon ~ home: Lisbno, mate: Dorry",
    "game ~ languages: [en, pt] ~ languages: [pt, en] && deck ~ languages: [en]\n ~  && deck ~ {name: Porto} ~ {name: {en: Haven, pt: Porto Velho}}, {name: {en: Quay, pt: Cais}} && deck ~ home: Lisbon ~ home: cais",
    "game ~ motto: none, ~ motto: none, harbour: none, seasn: none, mtto: none,",
)
"""Each a change or several: of which file, what, and what stands there instead."""
PLAIN = (str, int, float, tuple, Size, Outline, LocalizedText, Place, Fold, Document, *get_args(Made), None.__class__)
CHANGES, OTHERS = (
    20,
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
    tree = yaml.load(text, LOADER)
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
        of = part.variants.of if isinstance(part, PieceKind) and part.variants else {}
        sizes = {word: one.size and one.size(Size(63, 88)) for word, one in of.items()}
        plain.append(("variants", [(word, sizes[word], replace(one, size=None)) for word, one in of.items()]))
        yield f"{part.name} {crc32(repr(plain).encode()):x}"
    game = read.game
    example = game.example.name if game.example else ""
    yield f"{game.id} {game.languages} {game.card} {game.players} {game.constants} {example}"
    fields = game.schema().model_fields
    of_values = [models_in(field.annotation) for field in fields.values()]
    inner = [one.model_fields for models in of_values for one in models]
    stated = [one for each in (fields, *inner) for one in each.values()]
    about = [(one.description, [mark.words for mark in one.metadata if isinstance(mark, Headers)]) for one in stated]
    yield f"{len(about)} fields {crc32(repr(about).encode()):x}"
    found = Collector()
    deck = validate_as(load_yaml(Path("deck.yaml"), found), read.game.schema(), found)
    yield from to_text(found.items).splitlines()
    if deck is None:
        return
    yield f"deck {crc32(repr(deck).encode()):x} {crc32(repr(deck_identity(read.game, deck)).encode()):x}"
    kinds = [part for part in read.game.components if isinstance(part, PieceKind)]
    pieces = [
        (part.name, one.id, one.copies, one.face, one.back, one.copies_for)
        for part in kinds
        for one in piece_entries(read.game.id, part, deck)
    ]
    yield f"{len(pieces)} pieces {crc32(repr(pieces).encode()):x}"
    yield from copies(game, kinds, deck)
    for one in deck_findings(read.game, deck):
        yield f"{one.code} {one.path}: {one.message}; {one.expected}; {', '.join(one.hints)}; {one.notes}"


def copies(game, kinds, deck):
    """Yield the copies that each number of players needs of the pieces of a kind."""
    shown = {part.name: getattr(deck, part.name, ()) for part in kinds if part.copies_for}
    for part in kinds:
        values = shown.get(part.name, ())
        for value in values if isinstance(values, tuple) else (values,):
            try:
                stated = {key: one for key, one in value if not key.startswith("_")}
                counts = [part.copies_for(stated, value.copies, players) for players in (2, 3, 4)]
                if {*counts} != {value.copies}:
                    yield f"{part.name} {value.id} {counts}"
            except UnlocatedError as error:
                yield f"{part.name} {value.id} {error.code} {error.message}"
            except CardgenError as error:
                yield f"{part.name} {value.id} {[*map(str, error.diagnostics)]}"


def test_what_is_told_of_changed_games_is_as_recorded(tmp_path, monkeypatch):
    (tmp_path / "outside.yaml").write_text("", "utf-8")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    for folder in (".", "below"):
        Path(folder).mkdir(exist_ok=True)
        Path(folder, "rules.md").write_text("# Rules\n", "utf-8")

    def all_told():
        yield "== as it is"
        yield from told(BELOW, GAME, DECK)
        for seed in range(CHANGES):
            texts = [BELOW, GAME, DECK]
            at = (1, 1, 1, 0, 2)[seed % 5]
            texts[at] = changed(texts[at], Random(seed))
            yield f"== {seed}, {('below', 'game', 'deck')[at]}"
            yield from told(*texts)
        for text in STATED:
            texts, names = [BELOW, GAME, DECK], ("below", "game", "deck")
            for change in text.split(" && "):
                name, old, new = change.split(" ~ ")
                assert old in texts[names.index(name)], change
                texts[names.index(name)] = texts[names.index(name)].replace(old, new, 1)
            yield "== " + text.replace("\n", " / ")
            yield from told(*texts)

    check_recorded(Path(__file__).with_name("changed_games.txt"), all_told())
