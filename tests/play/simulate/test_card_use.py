"""What is counted of the cards of a deck that a team shares, and of what else helps the team."""

from cardgen.play.simulate.card_use import DeckGames, TableGames
from cardgen.play.simulate.document_cards import card_section, contribution_sections, team_card_section
from cardgen.play.simulate.intervals import wilson
from cardgen.play.simulate.match import GameResult
from cardgen.play.simulate.report_cards import CardUse, Contribution, EffectUse, GroupUse, OutcomeUse
from cardgen.play.simulate.report_team import Variant
from cardgen.plugin.rules.contest import GameSummary
from play.toys import BELLOWS, BLANKET, BeaconRules

ONE, TWO = "cards/1", "cards/2"
CONTEST = BeaconRules().contest([{"cards": [1, 2], "goal": 2, "bellows": True}], players=2)


def game(score, drawn, used, worked=(), helped=0):
    """A game of two players, with the cards that each drew and played."""
    summary = GameSummary(
        9,
        tuple(map(frozenset, drawn)),
        used,
        frozenset(),
        (frozenset(), frozenset((card, 0) for card in worked)),
        contributions={BELLOWS: helped},
    )
    return (GameResult(0, (score, score), 5, (0.5, 0.5), summary, False),)


GAMES = [
    game(1.0, ([ONE], [TWO]), ({}, {TWO: 2}), [ONE, TWO]),
    game(0.0, ([ONE], [ONE]), ({ONE: 1}, {}), helped=1),
    game(0.5, ([], [TWO]), ({}, {TWO: 1})),
    game(1.0, ([], []), ({}, {})),
]


def test_each_game_counts_once_whoever_draws_and_plays_a_card():
    games = DeckGames(0, [TableGames(Variant(2), {(0,): CONTEST}, {(0,): GAMES})])
    found = [games.card("a", card, {}) for card in games.cards]
    half, none = wilson(0.5, 2), wilson(0.0, 2)
    assert found == [
        CardUse(
            "a", ONE, "Card 1", "card", 0.5, half, 1, half, (EffectUse("burn", 0),), None, OutcomeUse(0, 1, none, half)
        ),
        CardUse(
            "a",
            TWO,
            "Card 2",
            "card",
            0.5,
            none,
            2,
            wilson(0.75, 2),
            (EffectUse("burn", 1),),
            None,
            OutcomeUse(1, 1, half, half),
        ),
    ]
    assert [games.contribution("b", one, {}) for one in games.contributors] == [
        Contribution("b", BELLOWS, "Bellows", "tools", OutcomeUse(0, 1, none, half)),
        Contribution("b", BLANKET, "Blanket", "tools", OutcomeUse(0, 0, none, none)),
    ]
    assert [*games.groups("a")] == [GroupUse("a", "card", 1.0)]


def test_groups_are_told_in_words_and_those_of_each_deck_apart():
    half = wilson(0.5, 100)
    use = OutcomeUse(1, 1, half, half)
    parts = [
        Contribution(deck, deck, name, "watch_towers", use) for deck, name in (("a", "Oak"), ("b", "Elm"), ("a", "Ash"))
    ]
    told = [(one.title, [row[0] for row in one.parts[-1].rows]) for one in contribution_sections(parts)]
    assert told == [("Watch towers of a", ["Oak", "Ash"]), ("Watch towers of b", ["Elm"])]
    effects = (EffectUse("often", 5), EffectUse("seldom", 4))
    card = CardUse("a", "x", "Xylophone", "light_troop", 0.5, half, 100, half, effects, None, use)
    (row,) = card_section("a", [card], 0.1).parts[-1].rows
    assert row[1] == "light troop"
    assert [(cell.text, cell.tone) for cell in row[-1]] == [("5 % often", ""), ("4 % seldom", "bad")]
    (row,) = team_card_section("a", [card]).parts[-1].rows
    assert row[1] == "light troop"
