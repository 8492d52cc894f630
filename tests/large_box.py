"""A game with all that a large box holds: dice, a tuck box, figures with bases, a dial with its hub, boards, papers."""

from pathlib import Path

GAME = """
id: weir
name: {en: Weir, pt: Represa}
languages: [en, pt, de, es, fr]
players: {min: 1, max: 4}
card: 44x68
kinds:
  cards:
    title: Cards
    printed_on: card
    fields: {rules: {type: rich, optional: true}}
    place: {x: -200, z: 50, turn: 90}
  map:
    title: Map
    role: board
    size: 190x150
    single: yes
    printed_on: heavy-card
    place: {}
  coins:
    title: Coins
    role: token
    shape: round
    size: 20x20
    printed_on: heavy-card
    sheet_group: bits
    cut: outline
    copies_for: "players * 2"
  figures:
    title: Figures
    role: standee
    size: 22x36
    sheet_group: bits
    cut: outline
    fold: {base: slot, depth: 8}
    printed_on: heavy-card
    copies_for: {1: 2}
    variants:
      by: id
      of:
        reaver: {size: 26x44, shape: {path: "M.7 0L.3 0L.1 .2L0 .5L0 1L1 1L1 .5L.9 .2Z"}, place: {x: 30, z: -20}}
        wreck: {size: 44x40, fold: {base: slot, depth: 8, slits: 2}}
  feet:
    title: Feet
    role: part
    base_of: figures
    shape: {polygon: [[0, 0], [1, 0], [0.8, 1], [0.2, 1]]}
    sheet_group: bits
    cut: outline
    printed_on: heavy-card
  arm:
    title: Arm
    role: dial
    single: yes
    size: 30x120
    shape: {polygon: [[0.5, 0], [1, 0.2], [1, 1], [0, 1], [0, 0.2]]}
    holes: [{at: [0.5, 0.8], diameter: 9}, {at: [0.5, 0.2]}]
    printed_on: heavy-card
  hub:
    title: Hub
    role: part
    hub_of: arm
    sheet_group: bits
    cut: outline
    printed_on: heavy-card
  red-die:
    title: Red die
    role: die
    net: {die: 16}
    single: yes
    copies: 3
    printed_on: card
    sheet_group: nets
    cut: outline
  arm-die:
    title: Arm die
    role: die
    net: {die: {edge: 18}}
    single: yes
    printed_on: card
    sheet_group: nets
    cut: outline
    fields:
      sides: {type: list, of: text, min: 6, max: 6, default: ["1", "2", "3", "4", miss, jam]}
  card-box:
    title: Card box
    role: box
    single: yes
    net: {box: {holds: cards, thickness: 0.3}}
    printed_on: card
documents:
  rules: {text: rules.md}
"""
DECK = """
title: Stones
cards:
  - {id: one, name: One, copies: 30, rules: Hello}
  - {id: two, name: Two, copies: 30, copies_for: {2: 4}}
  - {id: three, name: Three, copies: 6, copies_for: players + 1}
coins:
  - {id: gold, name: Gold, copies: 8}
figures:
  - {id: mud, name: Mudling, copies: 9}
  - {id: reaver, name: Reaver, copies: 4}
  - {id: wreck, name: Wreckback, copies: 3}
"""


def write_large_box(folder: Path, game: str = GAME, deck: str = DECK) -> Path:
    """Write the game and its deck into a folder, and return the deck."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "game.yaml").write_text(game, "utf-8")
    (folder / "rules.md").write_text("# Rules\n\nPlay.\n", "utf-8")
    (folder / "deck.yaml").write_text(deck, "utf-8")
    return folder / "deck.yaml"
