"""Stonewater Weir at the terminal: people, records, bad input."""

import re

import pytest

from tests.command_line import cardgen

from .sieges import DECK


@pytest.mark.parametrize("language", ["en", "pt"])
def test_people_and_agents_play_a_game(language, tmp_path):
    game = tmp_path / "game"
    options = ["--players", 3, "--people", 2, "--level", "random", "--lang", language, "--record", game]
    result = cardgen("play", DECK, *options, typed="1\n" * 900)
    assert result.exit_code == 0
    last = result.output.strip().splitlines()[-1]
    assert re.search("the players have (won|lost)|os jogadores (venceram|perderam)", last)
    assert "decides next" not in result.output  # nothing is hidden, so the screen is not handed over
    text = game.read_text()
    assert "# game: stonewater-weir\n# players: 3\n# deck 1: stonewater " in text
    again = cardgen("play", DECK, "--players", 3, "--people", 0, "--replay", game, "--lang", language)
    assert again.output.strip().splitlines()[-1] == last


def test_people_choose_their_heroes():
    result = cardgen("play", DECK, "--players", 1, typed="6\n1\n1\n1\nq\n")
    assert "Which hero do you take?" in result.output
    assert "6  Hask: strength 2, Open Tab" in result.output
    assert " *Hask: morale 5" in result.output
    assert "Which hero" not in cardgen("play", DECK, "--players", 1, "--rule", "heroes=random", typed="q\n").output


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    path = tmp_path_factory.mktemp("records") / "game"
    cardgen("play", DECK, "--players", 4, "--watch", "--level", "random", "--seed", 4, "--record", path)
    return path


def test_an_edited_record_is_refused_at_its_line(record, tmp_path):
    lines = record.read_text().splitlines()
    at = [number for number, line in enumerate(lines) if line.startswith("player ")][7]
    edited = tmp_path / "edited"
    lines[at] = re.sub(r"\[....\]$", "[0000]", lines[at])
    edited.write_text("\n".join(lines) + "\n")
    result = cardgen("play", DECK, "--players", 4, "--watch", "--replay", edited)
    assert result.exit_code == 1
    assert f"edited:{at + 1}:" in result.output
    assert "error[E703]" in result.output
    assert "7 moves before it are right" in result.output


def test_another_move_in_a_record_is_refused(record, tmp_path):
    lines = record.read_text().splitlines()
    at = [number for number, line in enumerate(lines) if line.startswith("player ")][3]
    edited = tmp_path / "edited"
    lines[at] = "player 1: fly away [0000]"
    edited.write_text("\n".join(lines) + "\n")
    result = cardgen("play", DECK, "--players", 4, "--watch", "--replay", edited)
    assert result.exit_code == 1
    assert "'fly away' is not an action of this game" in result.output


def test_a_record_of_other_rules_is_refused(record):
    result = cardgen("play", DECK, "--players", 4, "--watch", "--replay", record, "--difficulty", "master")
    assert result.exit_code == 1
    assert "error[E732]" in result.output
    result = cardgen("play", DECK, "--players", 3, "--watch", "--replay", record)
    assert "error[E732]" in result.output


def test_a_game_continues_from_a_move_and_from_a_position(record, tmp_path):
    position = tmp_path / "position"
    typed = f"position {position}\nq\n"
    result = cardgen("play", DECK, "--players", 4, "--replay", record, "--to", 20, "--people", 4, typed=typed)
    assert "The game is left unfinished." in result.output
    result = cardgen("play", DECK, "--players", 4, "--position", position, "--people", 4, typed="q\n")
    assert result.exit_code == 0
    assert "Round " in result.output


@pytest.mark.parametrize(
    ("options", "code", "told"),
    [
        (["--players", 7], "E718", "expected one deck for 1 to 6 players"),
        (["--players", 0], "E718", "expected one deck for 1 to 6 players"),
        (["--players", 2, "--people", 3], "E735", "3 people cannot play in a game of 2 players"),
        (["--players", 4, "--first", 5], "E735", "there is no player 5"),
        (["--difficulty", "nightmare"], "E761", "expected one of: apprentice, journeyman, master"),
        (["--rule", "difficulty=nightmare"], "E721", "rule 'difficulty' cannot be 'nightmare'"),
        (["--rule", "weather=fine"], "E720", "unknown rule 'weather'"),
        (["--lang", "de"], "E504", "unknown language 'de'"),
    ],
)
def test_bad_options_are_refused(options, code, told):
    result = cardgen("play", DECK, *options)
    assert result.exit_code == 2
    assert f"error[{code}]" in result.output
    assert told in result.output


def test_a_second_deck_is_one_too_many():
    result = cardgen("play", DECK, DECK, "--players", 2)
    assert result.exit_code == 2
    assert "error[E718]: the game cannot be played by 2 players with 2 decks" in result.output


def test_levels_of_difficulty_have_two_names():
    shown = [cardgen("play", DECK, "--difficulty", word, typed="q\n").output for word in ("full", "master")]
    assert shown[0] == shown[1]


def test_a_playtest_compares_players_and_difficulties(tmp_path):
    page = tmp_path / "siege.html"
    options = ["--players", "2,5", "--difficulty", "easy,full", "--level", "random", "--games", 2, "--jobs", 1]
    result = cardgen("playtest", DECK, *options, "--html", page)
    assert result.exit_code == 0
    for told in ("2 players, difficulty apprentice", "5 players, difficulty master", "lost: the Silt enters the town"):
        assert told in result.stdout
        assert told.removeprefix("lost: ") in page.read_text()
    for told in ("Heroes of stonewater", "Buildings of stonewater", "Abilities of stonewater", "Hask"):
        assert told in page.read_text()
