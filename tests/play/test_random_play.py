"""Random play and play with policies, on the smallest game."""

from random import Random

import pytest

from cardgen.play.random_play import play, play_random, sample_chance
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


@pytest.mark.parametrize("clever", [0, 1])
def test_each_player_follows_his_policy(clever):
    def best(state, _):
        return state.left % 3 if state.left % 3 else 1

    def worst(state, _):
        return 1

    wins = 0
    for seed in range(20):
        state = Coins()
        policies = [worst, worst]
        policies[clever] = best
        play(state, policies, Random(seed))
        wins += state.returns()[clever] == 1
    assert wins >= 10
