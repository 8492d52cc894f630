"""What is counted of the games of a level: who has won, from which seat, how long games were, what was of no use."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from cardgen.play.simulate.card_use import TableGames, unused_features, unused_words
from cardgen.play.simulate.intervals import UNKNOWN, of_rounds, wilson
from cardgen.play.simulate.match import GameResult
from cardgen.play.simulate.ratings import expected
from cardgen.play.simulate.report import Pairing
from cardgen.play.simulate.report_setup import Setup
from cardgen.play.simulate.report_team import EndingCount, Variant
from cardgen.play.simulate.tally import _deck_scores, level_of_games, quantile, rates_of
from cardgen.play.simulate.verdicts import fair_range, games_needed
from play.toys import BEACON, BeaconRules, BidRules

from .coins import CoinContest


def game(scores, first=0, turns=5, decisions=7, comeback=False, **summary):
    """A game in which nobody has drawn or played anything."""
    each = [()] * len(scores)
    empty = CoinContest([1, 1]).summary(CoinContest([1, 1]).start(0, 0), 0, 0)
    kept = {"turns": turns, "drawn": (*map(frozenset, each),), "used": (*map(dict, each),)}
    told = replace(empty, **kept, features=frozenset(), effects=(*map(frozenset, each),))
    return GameResult(first, scores, decisions, scores, replace(told, **summary), comeback)


def level(setup, played, contest, variant=None):
    contests = dict.fromkeys(played, contest)
    return level_of_games(setup, "random", [TableGames(variant or Variant(len(setup.teams)), contests, played)], {})


WON, LOST, EVEN = (1, 0), (0, 1), (0.5, 0.5)
DUEL = [
    (game(WON, 0, turns=5, comeback=True), game(WON, 1, turns=9, decisions=3)),
    (game(LOST, 0, turns=4), game(EVEN, 1, turns=30)),
    (game(WON, 0, turns=5, decisions=2), game(WON, 1, turns=7, decisions=1)),
]


def test_the_games_of_a_pairing_are_counted_for_the_first_deck():
    found = level(Setup(("a", "b"), ("random",), 6, 5, "0"), {(0, 1): DUEL}, CoinContest([3, 2]))
    score, seat = of_rounds([1, 0.25, 1], 6), of_rounds([0.5, 0.25, 0.5], 6)
    comebacks, (first, second) = wilson(1 / 5, 5), (one.elo.estimate for one in found.ratings)
    needed = games_needed(score, 6)
    numbers = {"games": 6, "won": 4, "lost": 1, "undecided": 1, "turns": 5, "longest": 30}
    rates = {"score": score, "expected": expected(first, second), "seat": seat, "comebacks": comebacks}
    assert found.pairings == (Pairing("a", "b", **numbers, **rates, verdict="not enough games", needed=needed),)
    assert (found.seat, found.undecided, found.comebacks) == (seat, wilson(1 / 6, 6), comebacks)
    assert (found.turns, found.turns_95, found.decisions, found.games) == (5, 30, 3, 6)
    assert found.lengths == ((4, 1), (5, 2), (7, 1), (9, 1), (30, 1))
    assert [one.score for one in found.ratings] == [score, of_rounds([0, 0.75, 0], 6)]
    assert rates_of(found.pairings) == {("a", "b"): score, ("b", "a"): score.flipped}


def test_with_a_verdict_no_more_games_are_needed():
    sure = [(game(WON, 0), game(WON, 1))] * 200
    setup = Setup(("a", "b"), ("random",), 400, 5, "0")
    (pairing,) = level(setup, {(0, 1): sure}, CoinContest([3, 2])).pairings
    assert (pairing.verdict, pairing.needed) == ("favours a", None)


def test_a_deck_is_not_rated_by_games_against_itself():
    mirror = level(Setup(("a",), ("random",), 6, 5, "0"), {(0, 0): DUEL}, CoinContest([3, 3]))
    assert [(one.elo.estimate, one.score) for one in mirror.ratings] == [(0, UNKNOWN)]


@pytest.mark.parametrize(
    ("values", "share", "value"),
    [([], 0.5, 0), ([7], 0.95, 7), ([3, 1, 2], 0.5, 2), (range(101), 0.95, 95), ([*range(100, -1, -1)], 0.5, 50)],
)
def test_a_quantile_has_its_share_of_the_values_below_it(values, share, value):
    assert quantile(values, share) == value


BIDS = BidRules().contest([[1, 2, 3]] * 3)
THREE = Setup(("a", "b"), ("random",), 6, 5, "0", teams=(0, 1, 2))


def round_of(*scores):
    """A round in which each player in turn has the first seat; the scores are those of the players."""
    return tuple(game(one, first) for first, one in enumerate(scores))


def test_all_players_of_a_deck_count_together_in_a_line_up():
    """Player 0 wins two of three games, then one: too many for one deck, but not if two are judged at once."""
    strong = round_of((1, 0, 0), (0, 0, 1), (1, 0, 0)), round_of((0, 1, 0), (1, 0, 0), (0, 0, 1))
    found = level(THREE, {(0, 1, 1): strong * 10}, BIDS)
    (line_up,) = found.line_ups
    assert [(one.deck, one.score, one.verdict) for one in line_up.scores] == [
        ("a", of_rounds([2 / 3, 1 / 3] * 10, 60), "not enough games"),
        ("b", of_rounds([1 / 6, 1 / 3] * 10, 60), "not enough games"),
    ]
    assert line_up.scores[0].score.low > fair_range(1 / 3)[1]
    assert found.deck_scores == line_up.scores
    needed = games_needed(of_rounds([2 / 3, 1 / 3] * 10, 60, comparisons=2), 60, 1 / 3)
    assert (line_up.verdict, line_up.needed, line_up.games) == ("not enough games", needed, 60)
    assert needed > 60
    assert (line_up.variant, line_up.team, line_up.undecided, found.pairings) == (None, None, 0, ())


def test_a_seat_is_counted_from_who_begins():
    """Games begun by players 0, 1 and 2, the second of which two players share."""
    rounds = [round_of((1, 0, 0), (0, 0.5, 0.5), (0, 1, 0)), round_of((0, 1, 0), (0, 0, 1), (1, 0, 0))]
    found = level(THREE, {(0, 0, 1): rounds}, BIDS)
    assert found.seats == (of_rounds([0.5, 0], 6), of_rounds([0.5 / 3, 1], 6), of_rounds([1 / 3, 0], 6))
    assert found.seat == found.seats[0]
    assert (found.line_ups[0].undecided, found.undecided) == (1, wilson(1 / 6, 6))


def test_a_deck_is_scored_over_the_line_ups_in_which_it_is():
    setup = Setup(("a", "b", "c", "d"), ("random",), 3, 5, "0", teams=(0, 1, 2))
    first, second = round_of((1, 0, 0), (1, 0, 0), (0, 1, 0)), round_of((0, 0, 1), (0, 0, 1), (1, 0, 0))
    found = level(setup, {(0, 1, 2): [first], (0, 1, 3): [second]}, BIDS)
    assert [(one.deck, one.score) for one in found.deck_scores] == [
        ("a", of_rounds([2 / 3, 1 / 3], 6)),
        ("b", of_rounds([1 / 3, 0], 6)),
        ("c", of_rounds([0], 3)),
        ("d", of_rounds([2 / 3], 3)),
    ]
    assert [line_up.decks for line_up in found.line_ups] == [("a", "b", "c"), ("a", "b", "d")]
    alone = level(replace(setup, decks=("a", "b")), {(0, 0, 0): [first], (1, 1, 1): [second]}, BIDS)
    assert (alone.deck_scores, [one.verdict for one in alone.line_ups]) == ((), ["mirror", "mirror"])


def test_the_games_of_a_team_are_counted_by_how_they_ended():
    contest = BeaconRules().contest([BEACON], players=2)
    ways = [one.id for one in contest.endings()]
    won, *lost = ways
    ended = [(won, 1, 4), (lost[0], 0, 6), (lost[0], 0, 2), (lost[0], 0, 6), (won, 1, 3)]
    rounds = [(game((score, score), ending=way, turns=turn),) for way, score, turn in ended]
    setup, variant = Setup(("a",), ("random",), 5, 5, "0", teams=(0, 0), shares_deck=True), Variant(2, {"wind": "low"})
    (line_up,) = level(setup, {(0,): rounds}, contest, variant).line_ups
    counts = {won: (2, ((3, 1), (4, 1))), lost[0]: (3, ((2, 1), (6, 2)))}
    assert line_up.endings == tuple(
        EndingCount(one.id, one.words, one.is_win, *counts.get(one.id, (0, ()))) for one in contest.endings()
    )
    assert (line_up.team, line_up.variant, line_up.scores) == (wilson(2 / 5, 5), variant, ())
    assert (line_up.verdict, line_up.needed, line_up.turns, line_up.longest) == ("", None, 4, 6)


def test_what_no_game_made_use_of_is_named():
    """Both players have the words; those of the effects that have worked for either of them were of use."""
    contests = [CoinContest([3, 2]), CoinContest([2, 2])]
    plain = game(WON)
    assert unused_features(contests, [plain]) == ("take", "give")
    assert unused_features(contests, [plain, game(LOST, features=frozenset({"give"}))]) == ("take",)
    assert unused_words(contests, [plain]) == ("give", "of: coin", "take")
    worked = game(WON, effects=(frozenset(), frozenset({("coins/all", 0)})))
    assert unused_words(contests, [plain, worked, plain]) == ("give",)


def test_a_deck_of_a_team_is_scored_over_all_numbers_of_players():
    """Two decks of a team of two, and with a third of a team of three: won, lost and undecided."""
    setup = Setup(("a", "b", "c"), ("random",), 1, 5, "0", teams=(0, 0))
    two, three = (
        TableGames(
            Variant(len(key)), {key: SimpleNamespace(player_count=len(key), teams=(0,) * len(key))}, {key: games}
        )
        for key, games in (((0, 1), [(game((1, 1)),), (game((0, 0)),)]), ((0, 1, 2), [(game((0.5, 0.5, 0.5)),)]))
    )
    found = _deck_scores(setup, [two, three])
    assert [(one.deck, one.score, one.verdict) for one in found] == [
        ("a", of_rounds([1, 0, 0.5], 3), ""),
        ("b", of_rounds([1, 0, 0.5], 3), ""),
        ("c", of_rounds([0.5], 1), ""),
    ]


class Different(CoinContest):
    """A contest in which the cards of the second player are other ones."""

    def cards(self, player):
        card, *_ = super().cards(player)
        effects = tuple(replace(one, words=(f"{player} {one.name}",)) for one in card.effects)
        return [replace(card, id=f"coins/{player}", effects=effects)]


def test_the_words_of_all_players_are_looked_for():
    worked = game(WON, effects=(frozenset({("coins/0", 1)}), frozenset({("coins/1", 0)})))
    assert unused_words([Different([3, 2])], [worked]) == ("0 take", "1 give")
