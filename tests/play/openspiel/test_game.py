"""OpenSpiel's own checks of games, which take seconds to import, and that its game is ours."""

import importlib
import pickle
import sys
import unittest
from dataclasses import replace

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="cardgen[openspiel] is not installed")

from cardgen.pipeline.open.games import all_games  # noqa: E402
from cardgen.play.openspiel import register, resampler  # noqa: E402
from cardgen.plugin.resources import resources  # noqa: E402
from cardgen.report.errors import CardgenError, UnlocatedError  # noqa: E402

from .walks import random_states  # noqa: E402

LONG = pytest.mark.extended

SEEDS = [0, *(pytest.param(seed, marks=LONG) for seed in (1, 2))]


@LONG
def test_what_openspiel_asks_of_each_of_its_games(game):
    from open_spiel.integration_tests.api_test import EnforceAPIOnPartialTreeBase

    class Api(EnforceAPIOnPartialTreeBase):
        game_name = "cardgen"

        @classmethod
        def setUpClass(cls):
            cls.game = game
            super().setUpClass()

    found = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(Api).run(found)
    assert found.testsRun == 5
    assert found.errors + found.failures == []


@LONG
def test_random_simulations(game):
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@LONG
@pytest.mark.parametrize("seed", range(3))
def test_simulations_with_stored_states(game, seed):
    import numpy as np
    from open_spiel.python.tests import games_sim_test

    np.random.seed(seed)
    games_sim_test.GamesSimTest().sim_game(game)


@LONG
def test_a_playthrough_replays(named, tmp_path):
    from absl import flags
    from open_spiel.python.algorithms import generate_playthrough

    flags.FLAGS(["test"])
    file = tmp_path / "game.txt"
    file.write_text(generate_playthrough.playthrough(named, None, seed=1), "utf-8")
    expected, actual = generate_playthrough.replay(str(file))
    assert expected == actual
    assert "State 50" in expected


@pytest.mark.parametrize("seed", SEEDS)
def test_the_same_actions_lead_to_our_states(game, seed):
    ours = game.tree.start()
    history = []
    for state in random_states(game, seed):
        for action in state.history()[len(history) :]:
            history.append(action)
            ours.apply_action(game.tree.actions[action])
        assert str(state) == ours.to_text()
        assert state.current_player() == ours.current_player()
        assert state.returns() == ours.returns()
        legal = state.legal_actions()
        assert [state.action_to_string(action) for action in legal] == [
            ours.action_to_string(action) for action in sorted(ours.legal_actions())
        ]
        if state.is_chance_node():
            assert sum(share for _, share in state.chance_outcomes()) == pytest.approx(1)
            assert [action for action, _ in state.chance_outcomes()] == legal
    assert len(history) > 40


@LONG
def test_a_player_cannot_tell_other_worlds_from_the_true_one(game):
    deal, other_hands = resampler(1), 0
    for state in random_states(game, 5):
        for player in (0, 1):
            world = deal(state, player)
            assert world.information_state_string(player) == state.information_state_string(player)
            assert world.observation_string(player) == state.observation_string(player)
            if player == state.current_player():
                assert world.legal_actions() == state.legal_actions()
            other_hands += world.observation_string(1 - player) != state.observation_string(1 - player)
    assert other_hands > 40


def test_a_clone_goes_its_own_way(game):
    *_, state = random_states(game, 6, most=40)
    before, clone = str(state), state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert str(state) == before != str(clone)
    assert state.history() == clone.history()[:-1]


def test_only_the_history_is_stored(game):
    *_, state = random_states(game, 7, most=60)
    assert len(state.serialize()) < 20 * len(state.history()) + 300
    assert str(pickle.loads(pickle.dumps(state))) == str(state)


def test_a_dealt_state_plays_on_but_has_no_past_to_store(game):
    *_, state = random_states(game, 8, most=30)
    world = resampler(3)(state, 0).clone()
    world.apply_action(world.legal_actions()[0])
    assert len(world.history()) == 1
    with pytest.raises(UnlocatedError, match="cannot be stored") as caught:
        world.serialize()
    assert caught.value.code == "E717"


def test_two_decks_are_needed(named):
    tower = "cardgen_attack_the_tower"
    own = f"a file: {tower}(deck1=decks/one.yaml,deck2=decks/other.yaml)"
    for given, missing in ((named.partition(",")[0] + ")", "deck2"), (tower, "deck1")):
        with pytest.raises(UnlocatedError) as caught:
            pyspiel.load_game(given)
        assert (caught.value.code, caught.value.message) == ("E716", f"{tower} has no deck '{missing}'")
        assert caught.value.expected == own


def test_a_shared_deck_is_needed():
    with pytest.raises(UnlocatedError) as caught:
        pyspiel.load_game("cardgen_stonewater_weir")
    assert (caught.value.code, caught.value.message) == ("E716", "cardgen_stonewater_weir has no deck 'deck'")
    assert caught.value.expected == "a file: cardgen_stonewater_weir(deck=decks/one.yaml)"


@pytest.mark.parametrize(("given", "players"), [("", 1), (",players=3", 3)])
def test_players_of_a_shared_deck_are_counted_by_a_parameter(given, players):
    deck = resources().decks / "stonewater.yaml"
    assert pyspiel.load_game(f"cardgen_stonewater_weir(deck={deck}{given})").num_players() == players


def test_observers_tell_what_a_player_sees(game):
    kinds, state = pyspiel.PrivateInfoType, list(random_states(game, 4, most=30))[-1]
    inner = state.inner
    assert inner.observation_string(1) != inner.information_state_string(1) != inner.information_state_string(0)

    def asked(public, recall, private):
        return game.make_py_observer(pyspiel.IIGObservationType(public, recall, private))

    told = [
        (game.make_py_observer(), inner.observation_string(1)),
        (asked(True, False, kinds.SINGLE_PLAYER), inner.observation_string(1)),
        (asked(True, True, kinds.SINGLE_PLAYER), inner.information_state_string(1)),
    ]
    for observer, text in told:
        observer.set_from(state, 1)
        assert observer.string_from(state, 1) == text
        assert (observer.tensor, observer.dict) == (None, {})
    assert asked(True, False, kinds.NONE) is asked(False, False, kinds.SINGLE_PLAYER) is None
    with pytest.raises(ValueError, match=r"no parameters; got \{'x': 1\}"):
        game.make_py_observer(None, {"x": 1})


def test_decks_of_another_game_are_refused(named, toy_folder):
    with pytest.raises(CardgenError, match="E708"):
        pyspiel.load_game(named.partition("deck2=")[0] + f"deck2={toy_folder / 'suns.yaml'})")


def test_a_missing_extra_is_named(monkeypatch):
    for module in [name for name in sys.modules if name.startswith("cardgen.play.openspiel")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(ModuleNotFoundError, match=r"E715 .*cardgen\[openspiel\]"):
        importlib.import_module("cardgen.play.openspiel")


def test_every_game_that_can_be_played_is_registered_under_its_name(monkeypatch):
    """One whose rules fail, and one without rules, leave the others alone."""
    tower = all_games()["attack-the-tower"]
    games = {
        "broken": replace(tower, id="broken", rules=lambda: 1 / 0),
        "unplayed": replace(tower, id="unplayed", rules=None),
        "my-own": replace(tower, id="my-own", name="My own"),
    }
    found = []
    monkeypatch.setattr(register, "all_games", lambda: games)
    monkeypatch.setattr(register.pyspiel, "register_game", lambda *given: found.append(given))
    register.register_games()
    assert [
        (kind.short_name, kind.long_name, kind.min_num_players, kind.max_num_players, made.name, made.title)
        for kind, made in found
    ] == [
        ("cardgen", "A game of cardgen", 1, 20, "cardgen", "A game of cardgen"),
        ("cardgen_my_own", "My own", 2, 2, "cardgen_my_own", "My own"),
    ]
    assert [made.load_rules and made.load_rules() is not None for _, made in found] == [False, True]
    with pytest.raises(UnlocatedError, match="cardgen_my_own has no deck 'deck1'"):
        found[1][1].load_tree({"deck1": "", "deck2": ""})


def test_nothing_is_registered_that_cannot_be_played():
    names = {name for name in pyspiel.registered_names() if name.startswith("cardgen_")}
    playable = {game_id for game_id, game in all_games().items() if game.rules}
    assert "attack-the-tower" in playable
    assert names == {f"cardgen_{game_id.replace('-', '_')}" for game_id in playable}
