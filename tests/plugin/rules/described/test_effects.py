"""Effects of cards: stated in a list, printed as text, and done by the engine."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
import yaml
from pydantic import TypeAdapter

from cardgen import BuildOptions
from cardgen.geometry.units import Size
from cardgen.pipeline.open.project import open_deck
from cardgen.pipeline.printed_file.build import prepare
from cardgen.play.matches import open_decks
from cardgen.play.random_play import play_random
from cardgen.plugin.rules.described.schema import GameplayRules
from cardgen.plugin.rules.described.stated_effects import effects_annotation
from cardgen.report.diagnostics import Collector
from cardgen.testing.play import check_tabletop, check_tree
from cardgen.yaml_loader import LOADER
from tests.plugin.effects.vocabulary import frozen
from tests.plugin.rules.described.oracles import EXAMPLES, contest_of

GAME = """\
id: little-duel
name: Little Duel
languages: [en, pt]
kinds:
  cards:
    fields:
      cost: {type: integer, min: 0, max: 9}
      effects: {type: effects}
rules:
  players: 2
  zones:
    deck: {of: player, holds: cards, faces: nobody, shuffled: yes, refill: discard}
    hand: {of: player, faces: owner}
    discard: {of: player}
  numbers:
    life: {of: player, start: 20}
    energy: {of: player}
  set_up:
    - {deal: deck, to: hand}
  turn:
    turn_start:
      - {set: energy, to: 3}
      - {deal: deck, to: hand, count: 2}
    moves:
      play:
        choose: {card: hand}
        where: card.cost <= energy
        do:
          - {add: 0 - card.cost, to: energy}
          - {move: card, to: discard}
          - {effects: card}
        again: yes
      stop: {}
    turn_end:
      - repeat: 20
        while: hand | length > 5
        do: [{choose: {card: hand}}, {move: card, to: discard}]
  effects:
    hit: {parameters: {n: integer}, do: [{add: 0 - n, to: left.life}], text: {en: Deal {n} damage., pt: Cause {n} de dano.}}
    draw:
      parameters: {n: integer}
      do: [{deal: deck, to: hand, count: n}]
      text: {en: "Draw {n} {n|card|cards}.", pt: "Compre {n} {n|carta|cartas}."}
    rob:
      do: [{choose: {card: left.hand}, by: left}, {move: card, to: left.discard}]
      text: {en: Your opponent discards a card., pt: O oponente descarta uma carta.}
  end:
    when: left.life <= 0 or turn > 60
    score: life
"""
GAME = GAME.replace(
    "text: {en: Deal {n} damage., pt: Cause {n} de dano.}", 'text: {en: "Deal {n} damage.", pt: "Cause {n} de dano."}'
)
CARDS = "name,cost,copies,effects\nStab,1,4,hit 2\nStudy,1,3,draw 1\nRobbery,2,2,rob; draw 2\n"
DECK = "game: little-duel\ntitle: Little Duel\ncards: cards.csv\n"


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    """Return the deck of a small duel."""
    for name, text in (("game.yaml", GAME), ("cards.csv", CARDS), ("little-duel.yaml", DECK)):
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path / "little-duel.yaml"


def test_text_follows_from_the_effects_in_each_language(deck):
    opened = open_deck(deck, Collector())
    texts = [(card.effects.in_language("en"), card.effects.in_language("pt")) for card in opened[0].data.cards]
    assert texts == [
        ("Deal 2 damage.", "Cause 2 de dano."),
        ("Draw 1 card.", "Compre 1 carta."),
        ("Your opponent discards a card. Draw 2 cards.", "O oponente descarta uma carta. Compre 2 cartas."),
    ]


def test_effects_do_what_the_text_says(deck):
    opened = open_decks([deck])
    contest = opened.rules.contest(opened.decks)
    state = contest.start(3, 0)
    while "play robbery" not in [state.action_to_string(action) for action in state.legal_actions()]:
        state.apply_action(state.string_to_action("stop" if "stop" in texts(state) else texts(state)[0]))
    own, other = state.player, 1 - state.player
    before = len(state.hand[own]), len(state.hand[other]), len(state.discard[other])
    state.apply_action(state.string_to_action("play robbery"))
    assert state.current_player() == other, "the opponent chooses the card"
    state.apply_action(state.legal_actions()[0])
    assert (len(state.hand[own]), len(state.hand[other]), len(state.discard[other])) == (
        before[0] - 1 + 2, before[1] - 1, before[2] + 1,
    )  # fmt: skip
    assert state.current_player() == own


def test_effects_act_for_the_player_of_an_each(deck):
    (deck.parent / "game.yaml").write_text(
        GAME.replace("- {effects: card}", "- {each: {player: others}, do: [{effects: card}]}"), "utf-8"
    )
    opened = open_decks([deck])
    contest = opened.rules.contest(opened.decks)
    check_tree(opened.rules.tree(opened.decks), games=1)
    state = contest.start(3, 0)
    while "play robbery" not in texts(state):
        state.apply_action(state.string_to_action("stop" if "stop" in texts(state) else texts(state)[0]))
    own, other = state.player, 1 - state.player
    before = len(state.hand[own]), len(state.hand[other])
    state.apply_action(state.string_to_action("play robbery"))
    assert state.current_player() == own, "the player on the left of the other chooses the card"
    state.apply_action(state.legal_actions()[0])
    assert (len(state.hand[own]), len(state.hand[other])) == (before[0] - 2, before[1] + 2)


def texts(state) -> list[str]:
    """Return the legal actions as text."""
    return [state.action_to_string(action) for action in state.legal_actions()]


def test_a_card_without_effects_does_nothing(deck):
    opened = open_decks([deck])
    blank = opened.rules.blank(opened.decks[0], "cards/stab")
    contest = opened.rules.contest([blank])
    for seed in range(5):
        state = contest.start(seed, 0)
        play_random(state, Random(seed))
        assert state.life == [20, 20]
    twice = opened.rules.blank(blank, "cards/robbery")
    assert [bool(card["effects"]) for card in twice.values["cards"] if card["id"] in ("stab", "robbery")] == [False] * 2
    assert sum(bool(card["effects"]) for card in twice.values["cards"]) == len(twice.values["cards"]) - 2


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("hti 2", "unknown effect 'hti'"),
        ("hit", "hit with n, a value of the type integer"),
        ("hit two", "hit with n, a value of the type integer"),
        ("rob 1", "rob with no parameters"),
    ],
)
def test_wrong_effects_are_told_at_their_cell(deck, cell, message):
    (deck.parent / "cards.csv").write_text(CARDS.replace("hit 2", cell), "utf-8")
    found = Collector()
    open_deck(deck, found)
    assert [(item.span.line, message in f"{item.message} {item.expected}") for item in found.items] == [(2, True)]


def test_a_misspelt_type_of_fields_that_only_this_game_has_is_suggested(deck):
    (deck.parent / "game.yaml").write_text(GAME.replace("type: effects", "type: effectss"), "utf-8")
    open_deck(deck, found := Collector())
    (item,) = (item for item in found.items if item.code == "E220")
    assert item.message.endswith("is 'effectss'") and item.hints == ("did you mean 'effects'?",)


def test_an_error_in_an_expression_points_at_its_word(deck):
    changed = {
        "where: card.cost <= energy": ("where: card.cost <= energy and card.csot > 1", "csot"),
        "while: hand | length > 5": ('while: "hand | lenght > 5"', "lenght"),
        "when: left.life <= 0 or turn > 60": ("when: left.life <= 0 or trun > 60", "trun"),
    }
    text = GAME
    for before, (after, _) in changed.items():
        text = text.replace(before, after)
    (deck.parent / "game.yaml").write_text(text, "utf-8")
    found = Collector()
    open_deck(deck, found)
    lines = text.splitlines()
    told = [lines[one.span.line - 1][one.span.column - 1 : one.span.end - 1] for one in found.items]
    assert sorted(told) == sorted(word for _, word in changed.values())


def test_a_face_shows_its_effects_in_each_language(deck):
    # The text on the card has none of the words by which the cell states the effects.
    (deck.parent / "game.yaml").write_text(GAME.replace("    rob:", "    filch:"), "utf-8")
    (deck.parent / "cards.csv").write_text(CARDS.replace("rob;", "filch;"), "utf-8")
    for language in ("en", "pt"):
        warnings = prepare(deck, BuildOptions(language=language)).warnings
        assert "W426" not in [one.code for one in warnings]


def test_a_text_shows_all_parameters_and_keeps_words_in_braces_that_are_none():
    text = {"en": "Give {who} {n} {n|card|cards} of {m}, {m|one|many}, {x} and {y}."}
    give = {"parameters": {"n": "integer", "m": "integer", "who": "text"}, "do": [], "text": text}
    rules = GameplayRules.model_validate(frozen({"players": 2, "end": {}, "effects": {"give": give}}))
    read = TypeAdapter(effects_annotation(rules.effects)).validate_python
    for stated, words in (
        ("give 1 7 her", "Give her 1 card of 7, many, {x} and {y}."),
        ("give 2 1 him", "Give him 2 cards of 1, one, {x} and {y}."),
    ):
        found = read(stated)
        assert found.languages == {"en": words}
        assert [*found.gaps] == ["x", "y"] and len({*found.gaps.values()}) == 1
        assert all(name in found.gaps["x"] for name in ("{n}", "{m}", "{who}"))


def test_each_player_has_the_cards_of_their_own_deck(deck):
    (deck.parent / "game.yaml").write_text(GAME.replace("rules:\n", "rules:\n  decks: own\n"), "utf-8")
    other = deck.with_name("other.yaml")
    other.write_text(DECK.replace("cards.csv", "other.csv"), "utf-8")
    (deck.parent / "other.csv").write_text(CARDS.replace("Study,1,3", "Gust,1,4"), "utf-8")
    opened = open_decks([deck, other])
    assert not opened.rules.shares_deck
    for contest in (opened.rules.contest(opened.decks), opened.rules.tree(opened.decks).contest):
        cards = [[card.name for card in contest.cards(player)] for player in (0, 1)]
        assert cards == [["Stab", "Study", "Robbery"], ["Stab", "Gust", "Robbery"]]
        state = contest.start(1, 0)
        assert [len(state.deck[seat]) + len(state.hand[seat]) for seat in (0, 1)] == [9, 10]


def test_a_contest_and_its_tree_have_as_many_players_as_are_asked_for(deck):
    (deck.parent / "game.yaml").write_text(GAME.replace("  players: 2\n", "  players: 2-4\n"), "utf-8")
    opened = open_decks([deck])
    for asked, count in ((None, 2), (3, 3), (4, 4)):
        contests = (
            rules(opened.decks, players=asked)
            for rules in (opened.rules.contest, lambda *decks, **players: opened.rules.tree(*decks, **players).contest)
        )
        assert [contest.player_count for contest in contests] == [count, count]


def test_the_table_has_words_and_pieces(deck):
    opened = open_decks([deck])
    contest = opened.rules.contest(opened.decks)
    check_tabletop(contest, opened.game)
    table, state = contest.tabletop("en"), contest.start(1, 0)
    areas = table.areas(state, 0, Size(63, 88))
    by_title = {area.title: area for area in areas}
    assert [*by_title][-1] == "Player 1: Discard", "the viewer comes last"
    assert table.numbers_of_table(state) == [] and all(area.pieces for area in areas)
    own, other = by_title["Player 1: Hand"].pieces, by_title["Player 2: Hand"].pieces
    assert all(piece.piece.startswith("cards/") and piece.side == "face" for piece in own)
    assert [(piece.piece, piece.side) for piece in other] == [("cards/", "back")]
    play = next(action for action in state.legal_actions() if state.action_to_string(action).startswith("play"))
    assert table.subject(state, play).places[0] in [piece.place for piece in own]


def test_the_tree_keeps_the_contract(deck):
    opened = open_decks([deck])
    check_tree(opened.rules.tree(opened.decks), games=1)


VERBS = """
players: 2
zones:
  deck: {of: player, holds: cards, faces: nobody}
  hand: {of: player, faces: owner}
  discard: {of: player}
  looked_at: {of: player, faces: owner}
numbers: {coins: {of: player}}
set_up: [{deal: deck, to: hand, count: 2}, {each: {player: players}, do: [{move: deck.top, to: discard}]}]
turn: {moves: {play: {choose: {card: hand}, do: [{move: card, to: discard}, {effects: card}]}}}
end: {when: turn > 1, score: coins}
"""
# What the first player has after an effect: cards in the deck, in the hand and in the discard pile, and coins.
AFTER = {
    "draw 2": (3, 3, 2, 0),
    "discard 1": (5, 0, 3, 0),
    "move": (5, 2, 2, 0),
    "deal 1": (4, 2, 2, 0),
    "gain 3": (5, 1, 2, 3),
    "search": (4, 2, 2, 0),
    "look 2": (5, 1, 2, 0),
    "return": (5, 2, 1, 0),
}


def test_the_verbs_of_the_how_to_do_what_they_say():
    page = (EXAMPLES.parent / "docs/how-to/describe-rules.md").read_text("utf-8")
    (block,) = [part.partition("```")[0] for part in page.split("```yaml\n") if part.startswith("effects:\n  draw:")]
    effects = yaml.load(block, LOADER)["effects"]
    assert [*effects] == [effect.split()[0] for effect in AFTER]
    game = yaml.safe_dump({"fields": {"effects": "effects"}, "rules": {**yaml.load(VERBS, LOADER), "effects": effects}})
    for effect, expected in AFTER.items():
        state = contest_of(game, [{"id": "card", "copies": 8, "effects": effect}], 2).start(1, 0)
        own = state.player
        state.apply_action(state.legal_actions()[0])
        while state.player == own and not state.is_terminal():  # what the effect lets the player choose
            state.apply_action(state.legal_actions()[0])
        piles = (state.deck[own], state.hand[own], state.discard[own])
        assert (*map(len, piles), state.coins[own]) == expected, effect
