"""Games whose rules are data, loaded by OpenSpiel from the path of a deck."""

import pickle

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="cardgen[openspiel] is not installed")

import cardgen.play.openspiel  # noqa: E402, F401, registers the games
from cardgen.report.errors import UnlocatedError  # noqa: E402
from tests.examples.test_described import deck  # noqa: E402

pytestmark = pytest.mark.extended
LOADED = {f"cardgen(deck={deck('golf')})": 1, f"cardgen(deck={deck('stray-cats')},players=3)": 3}


def test_a_deck_is_a_game_of_openspiel_by_its_path():
    for name, players in LOADED.items():
        game = pyspiel.load_game(name)
        assert game.num_players() == players
        pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
        assert str(pickle.loads(pickle.dumps(game))) == str(game)


def test_a_game_without_a_deck_is_told():
    with pytest.raises(UnlocatedError, match="no deck"):
        pyspiel.load_game("cardgen")
