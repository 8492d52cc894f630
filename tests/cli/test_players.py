"""`--players` on the command line."""

import pytest
from large_box import write_large_box


@pytest.fixture
def deck(in_folder):
    return write_large_box(in_folder / "weir")


@pytest.mark.parametrize("command", [("build",), ("check",), ("export", "--to", "png"), ("proof",), ("box",)])
def test_each_command_takes_the_number_of_players(run, deck, command):
    result = run(*command, str(deck), "--players", "2", "--only", "cards")
    assert (result.code, "E441" in result.err) == (0, False), result.err
    result = run(*command, str(deck), "--players", "9", "--only", "cards")
    assert result.code in {1, 2}
    assert "error[E441]: game 'weir' is not for 9 players\n  expected 1 to 4" in result.err


def test_box_is_as_deep_as_the_cards_of_the_players(run, deck):
    assert "66 cards" in run("box", str(deck)).err
    assert "37 cards" in run("box", str(deck), "--players", "2").err


def test_game_that_states_no_players(run, in_folder):
    result = run("check", "suns.yaml", "--players", "2")
    assert result.code == 1
    assert "error[E441]: game 'toy' does not say for how many players it is" in result.err
