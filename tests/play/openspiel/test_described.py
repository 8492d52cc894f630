"""Games whose rules are data, loaded by OpenSpiel from the path of a deck."""

import pickle

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="cardgen[openspiel] is not installed")

import cardgen.play.openspiel  # noqa: E402, F401, registers the games
from cardgen.report.errors import UnlocatedError  # noqa: E402
from tests.examples.test_described import deck  # noqa: E402

LOADED = f"cardgen(deck={deck('golf')})", f"cardgen(deck={deck('stray-cats')},players=4)"


def test_a_deck_is_a_game_of_openspiel_by_its_path():
    deck_of_cats = LOADED[1].partition(",")[0] + ")"
    game = pyspiel.load_game(LOADED[1])
    assert (game.num_players(), pyspiel.load_game(deck_of_cats).num_players()) == (4, 3)
    assert game.get_type().long_name == "A game of cardgen"
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


@pytest.mark.extended
def test_random_simulations():
    for name in LOADED:
        pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=3, serialize=True, verbose=False)


def test_a_deck_for_each_player_is_a_game_too(named):
    game = pyspiel.load_game(named.replace("cardgen_attack_the_tower", "cardgen"))
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert game.num_distinct_actions() == pyspiel.load_game(named).num_distinct_actions()


def test_a_game_without_a_deck_is_told():
    with pytest.raises(UnlocatedError) as caught:
        pyspiel.load_game("cardgen")
    assert (caught.value.code, caught.value.message) == ("E716", "cardgen has no deck")
    assert caught.value.expected == (
        "a file: cardgen(deck=decks/one.yaml), or deck1 and deck2 if each player brings a deck"
    )


def test_a_game_of_all_decks_takes_every_parameter():
    found = {game.short_name: game for game in pyspiel.registered_games()}["cardgen"]
    assert (found.min_num_players, found.max_num_players) == (1, 20)
    assert found.parameter_specification == {"deck": "", "players": 0, **{f"deck{at}": "" for at in range(1, 9)}}
