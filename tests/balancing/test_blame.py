"""The card to blame is the one whose contribution is most like what is wrong."""

from types import SimpleNamespace

import pytest

from cardgen.balancing.blame import FEWEST, find_blame
from cardgen.balancing.games import PlayedPair
from cardgen.balancing.result import BalanceSetup
from cardgen.balancing.space import Matchup

SETUP = BalanceSetup(("suns", "moons", "stars"), ("suns",), ("random", "script"), (), 400, 0, 0.05, 3, 2, "0")
ADDS = {None: 0.0, "strong": 0.3, "idle": 0.0, "weak": -0.1}
"""What a card adds to the score of its deck; without it, that is missing."""


class Trials:
    """In place of games: each score is 0.5, less what the card adds that is replaced; some with a blank are missing."""

    def __init__(self):
        pairs = [Matchup(0, 1, level) for level in (0, 1)] + [Matchup(0, 2, 1), Matchup(1, 2, 1)]
        self.space = SimpleNamespace(matchups=pairs)
        self.asked = {}

    def play_at(self, level, wanted, _purpose):
        self.asked[level] = wanted
        return {
            game: dict.fromkeys(seeds[3 * bool(game.blank) :], 0.5 - ADDS[game.blank and game.blank[1]])
            for game, seeds in wanted.items()
        }


def blamed(excess):
    """The cards by blame, if the deck wins more than wanted by so much against each deck at each level."""
    cards = [
        SimpleNamespace(id=name, name=name.title(), can_be_blank=name != "base") for name in (*ADDS, "base") if name
    ]
    rules = SimpleNamespace(contest=lambda *_: SimpleNamespace(cards=lambda _player: cards))
    rates = [
        SimpleNamespace(second=second, level=level, known=SimpleNamespace(estimate=0.5 + more), target=0.5)
        for (second, level), more in excess.items()
    ]
    trials, sources = Trials(), [SimpleNamespace(data=None)] * 3
    book = SimpleNamespace(rates=lambda _best: rates)
    return find_blame(SETUP, sources, rules, trials, book, ((0, -1),), 0.5, [40, 400], [7, 90, 30]), trials.asked


@pytest.mark.parametrize(
    ("excess", "first", "last"),
    [
        ({("moons", "random"): 0.1, ("moons", "script"): 0.1, ("stars", "script"): 0.1}, "strong", "weak"),
        ({("moons", "random"): -0.1, ("moons", "script"): -0.1, ("stars", "script"): -0.1}, "weak", "strong"),
        ({("moons", "random"): 0.1, ("moons", "script"): -0.2, ("stars", "script"): 0.0}, "weak", "strong"),
    ],
)
def test_the_card_that_does_what_is_wrong_comes_first(excess, first, last):
    found, asked = blamed(excess)
    assert [one.card for one in found] == [first, "idle", last]
    for one in found:
        assert (one.deck, one.name, one.gain) == ("suns", one.card.title(), pytest.approx(ADDS[one.card]))
        assert [pairing[:2] for pairing in one.pairings] == [
            ("moons", "random"),
            ("moons", "script"),
            ("stars", "script"),
        ]
    assert {level: {*map(len, wanted.values())} for level, wanted in asked.items()} == {
        "random": {FEWEST},
        "script": {50},
    }
    for level, seconds in (("random", {1}), ("script", {1, 2})):
        blanks = (None, *((0, card) for card in ADDS if card))
        assert {*asked[level]} == {PlayedPair(((0, -1),), 0, second, blank) for second in seconds for blank in blanks}
        assert all(seeds.start == 90 for seeds in asked[level].values()), "seeds that no pairing has had"
