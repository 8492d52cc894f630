"""Contests of several players as games of OpenSpiel: free for all, in teams, and together."""

from functools import partial
from random import Random
from types import SimpleNamespace

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="cardgen[openspiel] is not installed")

from cardgen.play.openspiel import DeckGame, LevelBot, RolloutEvaluator, resampler  # noqa: E402
from cardgen.play.openspiel import game as openspiel_game  # noqa: E402
from cardgen.play.openspiel.game import game_type, load_any_tree, load_tree, parameters  # noqa: E402
from cardgen.play.simulate.agents import rollout  # noqa: E402
from cardgen.report.errors import UnlocatedError  # noqa: E402
from play.toys import BEACON, BeaconRules, BidRules  # noqa: E402

from .walks import decisions, random_states  # noqa: E402

DECKS = [[1, 2, 3], [1, 2, 3], [2, 2, 2], [1, 1, 4]]
UTILITY = pyspiel.GameType.Utility


def register(name, rules, decks, players):
    """Register a contest of toys; its decks are no files."""

    def load_tree(_params):
        return rules.tree(decks, players=players)

    attributes = {"title": name, "name": name, "load_rules": staticmethod(lambda: rules)}
    attributes["load_tree"] = staticmethod(load_tree)
    pyspiel.register_game(game_type(name, name, rules), type(name, (DeckGame,), attributes))
    return partial(pyspiel.load_game, name)


GAMES = {
    "toy_bids": (register("toy_bids", BidRules(), DECKS, 4), 4, UTILITY.GENERAL_SUM),
    "toy_duel": (register("toy_duel", BidRules(), DECKS[:2], 2), 2, UTILITY.ZERO_SUM),
    "toy_teams": (register("toy_teams", BidRules((0, 1, 0, 1)), DECKS, 4), 4, UTILITY.GENERAL_SUM),
    "toy_beacon": (register("toy_beacon", BeaconRules(), [BEACON], 3), 3, UTILITY.IDENTICAL),
}
EACH = pytest.mark.parametrize(("load", "players", "utility"), GAMES.values(), ids=GAMES)


@EACH
def test_the_game_says_who_plays_for_what(load, players, utility):
    game = load()
    assert game.num_players() == players
    assert game.get_type().utility == utility
    assert game.utility_sum() == (0 if utility == UTILITY.ZERO_SUM else None)
    assert (game.min_utility(), game.max_utility()) == (-1, 1)
    assert (game.max_game_length(), game.max_chance_outcomes()) == (game.tree.longest, game.num_distinct_actions())


@EACH
@pytest.mark.extended
def test_random_simulations(load, players, utility):
    pyspiel.random_sim_test(load(), num_sims=5, serialize=False, verbose=False)


@EACH
def test_returns_are_those_of_the_utility(load, players, utility):
    for seed in range(10):
        *_, last = random_states(load(), seed)
        returns = last.returns()
        assert len(returns) == players
        if utility == UTILITY.IDENTICAL:
            assert len(set(returns)) == 1
        if utility == UTILITY.ZERO_SUM:
            assert sum(returns) == 0


@EACH
def test_a_player_cannot_tell_other_worlds_from_the_true_one(load, players, utility):
    deal = resampler(1)
    for state in random_states(load(), 5):
        for player in range(players):
            world = deal(state, player)
            assert world.information_state_string(player) == state.information_state_string(player)


def test_worlds_depend_on_the_seed_and_differ():
    *_, state = random_states(GAMES["toy_beacon"][0](), 5, most=8)
    first, same, other = ([str(deal(state, 0)) for _ in range(6)] for deal in map(resampler, (1, 1, 2)))
    assert len(set(first)) > 1
    assert first == same != other


@EACH
def test_the_evaluator_has_a_value_for_each_player(load, players, utility):
    game, judge = load(), RolloutEvaluator(1)
    teams = game.tree.contest.teams
    for state in decisions(game, 4):
        before, after, values = str(state), state.inner.clone(), judge.evaluate(state)
        rollout(game.tree.contest, after, 0, Random(1), 1)
        assert list(values) == pytest.approx([2 * game.tree.contest.evaluate(after, at) - 1 for at in range(players)])
        assert all(values[player] == values[teams.index(team)] for player, team in enumerate(teams))
        assert str(state) == before


@EACH
def test_bots_of_both_houses_play_to_the_end(load, players, utility):
    import numpy as np
    from open_spiel.python.algorithms.mcts import MCTSBot

    game = load()
    theirs = MCTSBot(game, 1.0, 5, RolloutEvaluator(1), random_state=np.random.RandomState(1))
    bots = [theirs, *(LevelBot(level, 1) for level in ("greedy", "script", "mcts-5"))][:players]
    assert len(pyspiel.evaluate_bots(game.new_initial_state(), bots, 7)) == players


def test_of_the_decks_that_are_named_each_is_loaded_and_none_may_be_missing_between_them(monkeypatch):
    loaded = []

    def open_decks(files, *of):
        loaded.append(([file.name for file in files], *of))
        return SimpleNamespace(rules=rules, decks=[DECKS[int(file.stem) % 4] for file in files])

    def found(load, *decks, **more):
        """Return the names of the files, with the game that they must be of, and the players; or what is wrong."""
        stated = dict(parameters(None if load is load_any_tree else rules)) | {
            at: f"{at[4:] or 0}.yaml" for at in decks
        }
        try:
            return len(load(stated | more).contest.teams), *loaded[-1]
        except UnlocatedError as error:
            return error.code, error.message, error.expected

    monkeypatch.setattr(openspiel_game, "open_decks", open_decks)
    rules, bids = BidRules(), SimpleNamespace(id="my-bids", rules=lambda: rules)
    own, eight = partial(load_tree, bids), [f"deck{at}" for at in range(1, 9)]
    example = "a file: cardgen_my_bids(deck1=decks/one.yaml,deck2=decks/other.yaml)"
    for decks, missing in (
        ((), 1),
        (eight[:1], 2),
        (eight[1:2], 1),
        ((eight[0], eight[2]), 2),
        ((*eight[:2], eight[3]), 3),
    ):
        assert found(own, *decks) == ("E716", f"cardgen_my_bids has no deck 'deck{missing}'", example)
    for count in (2, 3, 4):
        assert found(own, *eight[:count]) == (count, [f"{at}.yaml" for at in range(1, count + 1)], bids)
        assert found(load_any_tree, *eight[4 - count : 4]) == (count, [f"{at}.yaml" for at in range(5 - count, 5)])
    assert found(load_any_tree, "deck", "deck8") == (2, ["0.yaml", "8.yaml"])
    wrong = "the game cannot be played by {} with {}", "2 to 4 players, a deck for each"
    assert found(load_any_tree, *eight) == ("E718", wrong[0].format("8 players", "8 decks"), wrong[1])
    assert found(load_any_tree, *eight[:3], players=2) == ("E718", wrong[0].format("2 players", "3 decks"), wrong[1])
    assert found(load_any_tree, *eight[:3], players=3)[0] == 3
    rules = BeaconRules()
    bids.id = "a-b-c"
    assert found(own) == ("E716", "cardgen_a_b_c has no deck 'deck'", "a file: cardgen_a_b_c(deck=decks/one.yaml)")


def test_parameters_are_a_deck_for_each_player_or_one_for_all():
    assert parameters(BidRules()) == {"deck1": "", "deck2": "", "deck3": "", "deck4": ""}
    assert parameters(BeaconRules()) == {"deck": "", "players": 0}
