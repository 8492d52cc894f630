import json
import re

import pytest

from cardgen.resources import resources

from .conftest import in_process, on_terminal

DECKS = [resources().decks / "elves.yaml", resources().decks / "samurai.yaml"]
QUICK = ["--level", "random", "--games", 4, "--jobs", 1]


def test_the_report_is_told_as_tables(run):
    result = run("playtest", *DECKS, *QUICK)
    assert (result.code, result.err) == (0, "")
    for text in ("4 games, level random, seed 0", "not enough games", "Ratings", "who begins", "Cards of samurai"):
        assert text in result.out


def test_json_is_all_of_standard_output(run, tmp_path):
    page = tmp_path / "new" / "report.html"
    result = run("playtest", *DECKS, *QUICK, "--json", "--html", page, "--quiet")
    assert (result.code, result.err) == (0, "")
    assert json.loads(result.out)["games"] == 4
    assert "<svg" in page.read_text("utf-8")


def test_the_seed_decides(run):
    told = [run("playtest", *DECKS, *QUICK, "--json", "--seed", seed).out for seed in (1, 1, 2)]
    assert told[0] == told[1] != told[2]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--level", "expert"], "E704"),
        (["--games", 0], "E705"),
        (["--games", -2], "E705"),
        (["--impact", -1], "E705"),
        (["--until", "exact"], "E706"),
        (["--until", "0"], "E706"),
        (["--jobs", -1], "E710"),
    ],
)
def test_wrong_options_are_wrong_usage(run, options, code):
    result = run("playtest", *DECKS, *options)
    assert (result.code, result.out) == (2, "")
    assert f"error[{code}]" in result.err
    assert "expected" in result.err


@pytest.mark.parametrize("text", ["+-20%", "20%", "0.2", "±20 %"])
def test_precision_is_understood(run, text):
    result = run("playtest", *DECKS, "--level", "random", "--games", 2, "--jobs", 1, "--until", text, "--quiet")
    assert result == (0, "", "")


def test_a_deck_with_faults_is_not_played(run, tmp_path):
    bad = tmp_path / "bad.yaml"
    bad.write_text("game: attack-the-tower\n")
    result = run("playtest", DECKS[0], bad, *QUICK)
    assert (result.code, result.out) == (1, "")
    assert "E202" in result.err


def test_a_deck_that_is_not_there_is_told(run):
    assert "E101" in run("playtest", "nothing.yaml").err


def test_a_game_without_rules_cannot_be_played(run, in_folder):
    result = run("playtest", "suns.yaml")
    assert (result.code, result.out) == (1, "")
    assert "E707" in result.err
    assert "E708" in run("playtest", DECKS[0], "suns.yaml").err


def test_a_page_that_cannot_be_written_is_told(run, tmp_path):
    result = run("playtest", *DECKS, *QUICK, "--html", tmp_path)
    assert result.code == 1
    assert "E601" in result.err


def test_a_terminal_sees_progress_and_a_pipe_does_not(tmp_path):
    shown = on_terminal("playtest", *DECKS, *QUICK, cwd=tmp_path)
    assert shown.code == 0
    assert "4/4" in shown.out
    assert in_process("playtest", *DECKS, *QUICK, cwd=tmp_path).err == ""


def played(run_input, *options):
    from typer.testing import CliRunner

    from cardgen.cli import app

    return CliRunner().invoke(app, ["play", *map(str, DECKS), *map(str, options)], input=run_input)


def test_a_person_plays_by_numbers():
    result = played("1\n7777777\nx\n\n2\nq\n", "--level", "random")
    assert result.exit_code == 0
    assert result.output.count("that is no number from 1 to 2") == 3
    assert "player 1 (Elves)" in result.output
    assert result.output.rstrip().endswith("The game is left undecided.")


def test_the_end_of_input_ends_the_game():
    assert played("1\n").exit_code == 0


def test_a_person_sees_no_hand_but_his_own():
    result = played("1\n" * 6, "--level", "random")
    assert "hand (0 abilities, 0 bases): hidden" in result.output


def test_two_people_take_turns():
    result = played("1\n" * 12, "--two")
    assert {"player 1", "player 2"} <= set(re.findall(r"^(player [12]), 1 to", result.output, re.M)) | set(
        re.findall(r"(player [12]), 1 to", result.output)
    )


def test_agents_can_be_watched_to_the_end():
    result = played("", "--watch", "--level", "script", "--seed", 3)
    assert result.exit_code == 0
    assert re.search(r"(Player [12] has|Nobody has) won\.\n$", result.output)


def test_watching_and_playing_exclude_each_other():
    assert played("", "--watch", "--two").exit_code == 2


def test_play_refuses_what_playtest_refuses():
    assert "E704" in played("", "--level", "expert").output
