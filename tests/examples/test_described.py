"""The games of the examples whose rules are data: each prints without a problem, and plays by the contract."""

from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardgen
from cardgen.geometry.units import Size
from cardgen.pipeline.open.games import game_in_folder
from cardgen.play.matches import open_decks
from cardgen.testing.play import check_contest, check_tabletop, check_tree
from tests.amounts import amount

EXAMPLES = Path(__file__).parents[2] / "examples"
GAMES = sorted(
    file.parent.name for file in EXAMPLES.glob("*/game.yaml") if "\nrules:" in file.read_text(encoding="utf-8")
)
PRINTED = ("scopa", "stray-cats")
"""Games that are printed in each run; all are in the extended one."""
PLAYED = ("crazy-eights", "kuhn-poker", "liars-dice", "signal-lamps", "thin-ice")
"""Games whose contract is checked in each run: of hands, bets, dice, a team, and pushed luck; all are in the extended one."""


def deck(name: str) -> Path:
    return EXAMPLES / name / f"{name}.yaml"


@cache
def opened(name):
    return open_decks([deck(name)])


@cache
def contest(name, players):
    return opened(name).rules.contest(opened(name).decks, {}, players)


@cache
def counts(name):
    return opened(name).rules.player_counts


def pieces(state):
    """Return all pieces of a state, wherever they lie."""
    zones = state.tables.program.zones
    return sorted(
        piece
        for zone in zones
        for owner in (range(state.seats) if zone.of_player else (0,))
        for piece in state.pieces(zone, owner)
    )


def test_every_game_with_rules_is_in_the_gallery():
    page = (EXAMPLES.parent / "docs" / "examples.md").read_text("utf-8")
    assert [name for name in GAMES if f"examples/{name}" not in page] == []


@pytest.mark.parametrize("names", [PRINTED, pytest.param(GAMES, marks=pytest.mark.extended)])
def test_games_are_printed_without_a_problem(names, tmp_path):
    """Each game in one of its languages, and every night in all of them; a check says what a build says."""
    for number, name in enumerate(names):
        languages = game_in_folder(EXAMPLES / name).languages
        first = number % len(languages)
        for language in (languages[first:] + languages[:first])[: amount(1, nightly=len(languages))]:
            result = cardgen.build(deck(name), tmp_path, cardgen.BuildOptions(language=language))
            assert result.warnings == () and result.page_count >= 4, (name, language)


@pytest.mark.parametrize("names", [PLAYED, pytest.param(GAMES, marks=pytest.mark.extended)])
def test_each_game_keeps_the_contract_of_play(names, learns_little):
    for name in names:
        players = counts(name)[0]
        check_contest(contest(name, players), players, 1)
        check_tabletop(contest(name, players), opened(name).game)


@pytest.mark.extended
@pytest.mark.parametrize("name", GAMES)
def test_each_game_keeps_the_contract_with_all_numbers_of_players(name, learns_little):
    for players in counts(name):
        check_contest(contest(name, players), players, amount(1, nightly=5))
        check_tree(opened(name).rules.tree(opened(name).decks, {}, players), amount(1, nightly=3))


@given(st.sampled_from(GAMES), st.integers(0, 2**32), st.data())
@settings(max_examples=40)
def test_pieces_are_conserved_copies_are_independent_and_hidden_pieces_stay_hidden(name, seed, data):
    players = data.draw(st.sampled_from(counts(name)))
    state, rng = contest(name, players).start(seed, seed % players), Random(seed)
    before, actions = pieces(state), []
    stop = data.draw(st.integers(0, 60))
    while state.current_player() >= 0 and len(actions) < stop:
        legal = state.legal_actions()
        assert legal, "nobody can do anything, and the game is not over"
        action = rng.choice(legal)
        actions.append(state.action_to_string(action))
        state.apply_action(action)
        assert pieces(state) == before
    text, player = state.to_text(), state.current_player()
    if player >= 0:
        alike = state.resample_from_infostate(player, rng)
        assert sorted(alike.legal_actions()) == sorted(state.legal_actions())
        assert alike.observation_string(player) == state.observation_string(player)
        assert pieces(alike) == before
        for _ in range(30):  # what waits for a decision goes on with other hidden pieces too
            if alike.current_player() >= 0:
                alike.apply_action(rng.choice(alike.legal_actions()))
    assert state.to_text() == text
    again = contest(name, players).start(seed, seed % players)
    for action in actions:
        again.apply_action(again.string_to_action(action))
    assert again.to_text() == text


def test_random_games_of_check_find_nothing_at_tables_of_several_sizes():
    name = "go-fish"  # players can be chosen, so that the same action has another number at a larger table
    assert list(opened(name).rules.trial(opened(name).decks[0])) == []


def test_the_pictured_table_shows_its_numbers_and_who_plays_with_the_viewer():
    played = contest("signal-lamps", 3)
    areas = played.tabletop("en").areas(played.start(1, 0), 0, Size(63, 88))
    assert areas[0].numbers[:2] == (("Signals", "8"), ("Storms", "0")) and areas[0].pieces == ()
    assert [area.role for area in areas if "Rack" in area.title] == ["ally", "ally", "own"]
    against = contest("crazy-eights", 3)
    areas = against.tabletop("en").areas(against.start(1, 0), 0, Size(63, 88))
    assert [area.role for area in areas if "Hand" in area.title] == ["opponent", "opponent", "own"]
