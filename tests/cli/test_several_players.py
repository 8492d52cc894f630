"""`cardgen play` and `cardgen playtest` with games of other numbers of players than two."""

import json
import re
from dataclasses import replace

import pytest
import toy
from play.toys import BEACON, BeaconRules, BidRules

from cardgen.plugin import registry
from tests.command_line import cardgen


class Bids(BidRules):
    """The rules of the bids for decks of the toy game."""

    def contest(self, decks, settings=None, players=None):
        return super().contest([[1, 2, 3, 3][-3:] for _ in decks], players=players)

    def blank(self, deck, card):
        return deck


class Beacon(BeaconRules):
    """The rules of the beacon for decks of the toy game."""

    def contest(self, decks, settings=None, players=None):
        return super().contest([BEACON], settings or {}, players)

    def blank(self, deck, card):
        return deck


@pytest.fixture
def suns(toy_folder, monkeypatch):
    """A deck of the toy game, and a way to choose its rules."""

    def choose(rules):
        monkeypatch.setitem(registry._added, toy.GAME.id, replace(toy.GAME, rules=rules))
        return toy_folder / "suns.yaml"

    return choose


def test_four_decks_are_played_by_two_people_and_two_agents(suns, tmp_path):
    deck, game = suns(Bids), tmp_path / "game"
    result = cardgen("play", *[deck] * 4, "--people", 2, "--level", "random", "--record", game, typed="\n1\n" * 20)
    assert result.exit_code == 0
    assert set(re.findall(r"(Player \d) decides next", result.output)) == {"Player 1", "Player 2"}
    assert re.search(r"(Won by Player \d(, Player \d)*|Nobody has won)\.\n$", result.output)
    assert "# players: 4\n# deck 1: " in game.read_text()
    assert cardgen("play", *[deck] * 4, "--replay", game, "--people", 0).output.endswith(result.output[-20:])


def test_players_who_share_a_deck_are_counted(suns):
    result = cardgen("play", suns(Beacon), "--players", 3, "--people", 3, "--first", 2, typed="\n1\n" * 20)
    handed = re.findall(r"(Player \d) decides next", result.output)
    assert handed[:3] == ["Player 2", "Player 3", "Player 1"]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--people", 2, "--watch"], "--people and --watch cannot be combined"),
        (["--two", "--watch"], "--watch and --two cannot be combined"),
        (["--people", 5], "error[E735]: 5 people cannot play in a game of 2 players"),
        (["--first", 3], "error[E735]: there is no player 3"),
        (["--first", 0], "error[E735]: there is no player 0"),
        (["--players", 3], "error[E718]: the game cannot be played by 3 players with 2 decks"),
    ],
)
def test_players_that_do_not_fit_are_refused(suns, options, told):
    deck = suns(Bids)
    result = cardgen("play", deck, deck, *options)
    assert result.exit_code == 2
    assert told in re.sub(r"\s+", " ", result.output.replace("│", ""))


def test_one_deck_of_a_game_for_two_is_refused_with_what_is_expected(suns):
    result = cardgen("play", suns(Bids))
    assert result.exit_code == 2
    assert "the game cannot be played by 1 player with 1 deck" in result.output
    assert "expected 2 to 4 players, a deck for each" in result.output


def test_playtests_follow_the_number_of_decks(suns):
    deck, quick = suns(Bids), ["--level", "random", "--games", 6, "--jobs", 1, "--json"]
    found = [json.loads(cardgen("playtest", *[deck] * count, *quick).stdout) for count in (1, 2, 3, 4)]
    assert [one["setup"].get("teams", [0, 1]) for one in found] == [[0, 1], [0, 1], [0, 1, 2], [0, 1, 2, 3]]
    assert [one["games"] for one in found] == [6, 6, 6, 8]  # whole rounds
    pairs = json.loads(cardgen("playtest", *[deck] * 3, *quick, "--players", 2).stdout)
    assert len(pairs["levels"][0]["pairings"]) == 3
    assert cardgen("playtest", deck, *quick, "--players", 5).exit_code == 2


def test_a_co_operative_playtest_says_how_often_the_players_win(suns, tmp_path):
    page = tmp_path / "page.html"
    options = ["--level", "script", "--games", 40, "--jobs", 1, "--players", 3, "--skill", 20, "--html", page]
    result = cardgen("playtest", suns(Beacon), *options)
    assert result.exit_code == 0
    assert re.search(r"The players win \d+ % \(\d+-\d+\) of their games", result.stdout)
    assert "Games won by the team" in result.stdout
    assert "3 players together against the game" in page.read_text()


def test_a_co_operative_playtest_compares_players_and_difficulties(suns, tmp_path):
    page = tmp_path / "page.html"
    options = ["--level", "script", "--games", 20, "--jobs", 1, "--players", "2,3", "--difficulty", "hard,easy"]
    result = cardgen("playtest", suns(Beacon), *options, "--html", page)
    assert result.exit_code == 0
    for players in (2, 3):
        for weather in ("calm", "stormy"):
            assert f"{players} players, weather {weather}" in result.stdout
    assert "How the games end" in result.stdout
    assert "Games lost in each turn" in page.read_text()
    one = json.loads(cardgen("playtest", suns(Beacon), *options[:6], "--json").stdout)
    assert "variants" not in one["setup"]
    assert one["levels"][0]["line_ups"][0]["variant"] == {"players": 1, "rules": {}}


def test_a_difficulty_is_chosen_at_the_terminal_too(suns):
    assert cardgen("play", suns(Beacon), "--players", 2, "--watch", "--difficulty", "hard").exit_code == 0


@pytest.mark.parametrize(
    ("command", "rules", "options", "told"),
    [
        ("playtest", Bids, ["--difficulty", "easy"], "error[E760]: --difficulty cannot be used"),
        ("playtest", Beacon, ["--difficulty", "foggy"], "error[E761]: unknown difficulty 'foggy'"),
        ("play", Beacon, ["--difficulty", "easy,hard"], "error[E761]: a game has one difficulty, not 2"),
        ("playtest", Beacon, ["--players", "2,x"], "error[E763]: invalid numbers of players '2,x'"),
        ("playtest", Beacon, ["--players", "2,7"], "error[E718]: the game cannot be played by 7 players"),
        ("playtest", Bids, ["--players", "2,3"], "error[E762]: several numbers of players or values"),
    ],
)
def test_variants_that_cannot_be_played_are_refused(suns, command, rules, options, told):
    result = cardgen(command, suns(rules), *options)
    assert result.exit_code == 2
    assert told in result.output
