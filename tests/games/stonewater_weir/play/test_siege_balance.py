"""The numbers of the deck keep the game what the tuning made of it; docs/explanation/the-siege-balanced.md tells it whole.

The games are those of the rules of thumb, which are played fast and are always the same.
"""

from functools import cache

import pytest

from cardgen.play.simulate.levels import agent_of
from cardgen.play.simulate.match import play_game

from .sieges import siege

pytestmark = pytest.mark.extended

GAMES = 50


@cache
def games(difficulty):
    contest, agent = siege(4, difficulty), agent_of("script")
    return [play_game(contest, [agent] * 4, seed, seed % 4) for seed in range(GAMES)]


def won(difficulty):
    return [game for game in games(difficulty) if game.scores[0] == 1]


def lost(difficulty):
    return [game for game in games(difficulty) if game.scores[0] != 1]


def test_each_difficulty_is_harder_than_the_one_before():
    assert len(won("apprentice")) > len(won("journeyman")) > len(won("master")) > 0


def test_every_card_is_used_in_a_game_that_is_won():
    used = {
        card
        for level in ("apprentice", "journeyman")
        for game in won(level)
        for player in game.summary.used
        for card in player
    }
    assert {card.id for card in siege(4).cards(0)} <= used


def test_games_are_lost_in_different_ways_and_late():
    assert len({game.summary.ending for level in ("journeyman", "master") for game in lost(level)}) >= 4
    turns = sorted(game.summary.turns for game in lost("journeyman"))
    assert turns[len(turns) // 2] > 6
