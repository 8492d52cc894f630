"""Decks and options as people give them, and what is played with them."""

import pytest

from cardgen.pipeline.open.games import find_game
from cardgen.play.matches import OpenedDecks, open_contest, open_decks
from cardgen.play.playtests import PlaytestOptions, setup_of
from cardgen.play.simulate.report_team import Variant
from cardgen.plugin.resources import resources
from cardgen.plugin.rules.contest import Difficulty
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import CardgenError, UnlocatedError

from .toys import BEACON, BeaconRules, BidRules

DECKS = [resources().decks / f"{name}.yaml" for name in ("elves", "samurai")]
FOUR = [[1, 2, 3], [1, 2, 3], [2, 2, 2], [1, 1, 4]]


def told(called, *given, **more):
    with pytest.raises((CardgenError, UnlocatedError)) as caught:
        called(*given, **more)
    found = caught.value.at(None) if isinstance(caught.value, UnlocatedError) else caught.value.diagnostics[0]
    return found.code, found.message, found.expected


def test_decks_of_two_games_are_told(toy_folder):
    suns = toy_folder / "suns.yaml"
    message = f"{quoted(suns)} is a deck of Toy, not of Attack the Tower"
    assert told(open_decks, [DECKS[0], suns]) == ("E708", message, "decks of one game")
    other = f"{quoted(DECKS[0])} is a deck of Attack the Tower, not of Stonewater Weir"
    assert told(open_decks, DECKS[:1], find_game("stonewater-weir"))[:2] == ("E708", other)
    assert told(open_decks, [suns])[:2] == ("E707", "Toy cannot be played: it has no executable rules")
    assert told(open_decks, []) == ("E718", "no deck is named", "at least one deck")


def test_a_table_has_settings_of_its_own_unless_others_are_asked_for():
    contest, game = open_contest(DECKS[:2])
    assert (contest.match.config.repeat_idle_attack, contest.match.config.must_act, game.id) == (
        True,
        False,
        "attack-the-tower",
    )
    contest, _ = open_contest(DECKS[:2], ["repeat-idle-attack=no"])
    assert (contest.match.config.repeat_idle_attack, contest.match.config.must_act) == (False, False)


def setup(game_rules, decks, **options):
    """What is played with toys."""
    opened = OpenedDecks(find_game("attack-the-tower"), game_rules, decks)
    return setup_of(opened, tuple("abcd"[: len(decks)]), PlaytestOptions(**options))


def test_games_fill_whole_rounds():
    found = setup(BidRules(), FOUR, games=5, skill=1, impact=9)
    assert (found.games, found.skill, found.impact, found.teams, found.variants) == (8, 4, 12, (0, 1, 2, 3), ())
    assert setup(BidRules(), FOUR, games=8, until="2%").until == 0.02
    two = setup(BidRules(), FOUR, games=5, players=2, level="script,random", seed=7)
    assert (two.games, two.teams, two.levels, two.seed) == (6, (0, 1), ("random", "script"), 7)


def test_tables_of_a_team_are_compared_and_those_of_others_are_not():
    two = setup(BeaconRules(), [BEACON], players="2,3,2", games=5)
    assert (two.games, two.teams, two.variants) == (5, (0, 0), (Variant(2), Variant(3)))
    assert setup(BeaconRules(), [BEACON], players=3).variants == ()
    calm = setup(BeaconRules(), [BEACON], players=3, difficulty="easy")
    assert (calm.rules, calm.variants) == ({}, (Variant(3, {"weather": "calm"}),))
    expected = "a co-operative game, or a playtest for each"
    message = "several numbers of players or values of a setting cannot be compared in one playtest"
    assert told(setup, BidRules(), FOUR, players="2,3") == ("E762", message, expected)


def test_a_setting_of_players_against_each_other_holds_for_all_games():
    class Hard(BidRules):
        difficulty = Difficulty("weather", ("calm", "stormy"), {})

    found = setup(Hard(), FOUR[:2], difficulty="stormy", rules=["a=1"])
    assert (found.rules, found.variants) == ({"a": "1", "weather": "stormy"}, ())
