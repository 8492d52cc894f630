"""Random play of the smallest game."""

from random import Random

from cardgen.play.random_play import play_random, sample_chance
from cardgen.plugin.rules.state import State

from .coin import Coins


def test_random_game_ends_and_counts_its_actions():
    for seed in range(20):
        state: State = Coins()
        played = play_random(state, Random(seed))
        assert state.is_terminal()
        assert 5 <= played <= 8  # the lot, and seven coins by ones or twos


def test_random_game_stops_when_told():
    state = Coins()
    assert play_random(state, Random(1), most=2) == 2
    assert not state.is_terminal()


def test_chance_follows_its_outcomes():
    found = {sample_chance(Coins(), Random(seed)) for seed in range(30)}
    assert found == {10, 11}
