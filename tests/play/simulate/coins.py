"""The smallest contest: who takes the last of some coins wins; a deck is how many coins its owner may take at once."""

from cardgen.plugin.rules.contest import Card, CardEffect, GameSummary
from cardgen.plugin.rules.state import TERMINAL


class Coins:
    """13 coins; player p takes 1 to `most[p]` of them."""

    def __init__(self, most, left, player):
        self.most, self.left, self.player, self.turns = most, left, player, 0

    def current_player(self):
        return self.player if self.left else TERMINAL

    def legal_actions(self):
        return list(range(1, min(self.most[self.player], self.left) + 1))

    def apply_action(self, action):
        assert action in self.legal_actions()
        self.left -= action
        self.turns += 1
        self.player = 1 - self.player

    def is_terminal(self):
        return not self.left

    def returns(self):
        return [0.0, 0.0] if self.left else [1.0, -1.0] if self.player == 1 else [-1.0, 1.0]

    def clone(self):
        other = Coins(self.most, self.left, self.player)
        other.turns = self.turns
        return other

    def resample_from_infostate(self, player, rng):
        del player, rng
        return self.clone()


class CoinContest:
    player_count, teams = 2, (0, 1)

    def __init__(self, decks):
        self.most = tuple(decks)

    def start(self, seed, first):
        return Coins(self.most, 13 + seed % 5, first)

    def evaluate(self, state, player):
        return 0.5 if state.left else (state.returns()[player] + 1) / 2

    def script(self, state, player, rng):
        del player, rng
        return state.legal_actions()[0]

    def turn(self, state):
        return state.turns

    def summary(self, state, seed, first):
        del seed, first
        took = frozenset({"coins/all"})
        effects = (frozenset({("coins/all", 0)}), frozenset())
        return GameSummary(state.turns, (took, took), ({"coins/all": 1}, {}), frozenset({"take"}), effects)

    def cards(self, player):
        effects = (CardEffect("take", ("take", "of: coin")), CardEffect("give", ("give", "of: coin")))
        return [Card("coins/all", f"Coins of {player}", "coin", can_be_blank=True, effects=effects)]

    def features(self):
        return ("take", "give")

    def board(self, state, player):
        return f"{state.left} coins, seen by {player}"


class CoinRules:
    player_counts, shares_deck = (2,), False

    def contest(self, decks, settings=None, players=None):
        del settings, players
        return CoinContest(decks)

    def blank(self, deck, card):
        assert card == "coins/all"
        return 1
