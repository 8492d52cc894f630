import json
import re

import pytest

import cardgen
from cardgen.play import playtests as playing
from cardgen.play.playtests import PlaytestOptions
from cardgen.play.simulate.playtest import UnfinishedPlaytest
from cardgen.plugin.resources import resources
from cardgen.report.errors import UnlocatedError

from .conftest import in_process, on_terminal

DECKS = [resources().decks / "elves.yaml", resources().decks / "samurai.yaml"]
QUICK = ["--level", "random", "--games", 4, "--jobs", 1]


def test_the_report_is_told_as_tables(run):
    result = run("playtest", *DECKS, *QUICK)
    assert (result.code, result.err) == (0, "")
    for text in (
        "4 games, level random, seed 0",
        "not enough games",
        "Ratings",
        "first player wins",
        "Cards of samurai",
    ):
        assert text in result.out


def test_json_is_all_of_standard_output(run, tmp_path):
    page = tmp_path / "new" / "report.html"
    result = run("playtest", *DECKS, *QUICK, "--json", "--html", page, "--quiet")
    assert (result.code, result.err) == (0, "")
    assert json.loads(result.out)["games"] == 4
    assert '<figure class="face' in page.read_text("utf-8")


def test_the_seed_decides(run):
    told = [run("playtest", *DECKS, *QUICK, "--json", "--seed", seed).out for seed in (1, 1, 2)]
    assert told[0] == told[1] != told[2]


def test_everything_that_is_asked_for_is_in_the_report(run):
    options = ["--level", "script,random", "--skill", 2, "--impact", 2, "--rule", "Max-Builds=1"]
    told = json.loads(run("playtest", *DECKS, *QUICK, *options, "--json").out)
    assert told["setup"]["levels"] == ["random", "script"]
    assert told["setup"]["rules"] == {"max_builds": "1"}
    assert [level["games"] for level in told["levels"]] == [4, 4]
    assert [(gap["deck"], gap["below"], gap["games"]) for gap in told["skill"]] == [
        ("elves", "random", 2),
        ("samurai", "random", 2),
    ]
    abilities = [card for card in told["levels"][1]["cards"] if card["id"].startswith("abilities/")]
    assert any(card["impact"] for card in abilities)
    assert not any(card["impact"] for card in told["levels"][0]["cards"])


def test_another_ruling_is_another_game(run):
    told = [run("playtest", *DECKS, *QUICK, "--json", *rule) for rule in ([], ["--rule", "max_builds=0"])]
    assert json.loads(told[0].out)["levels"] != json.loads(told[1].out)["levels"]


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
        (["--jobs", 2, "--scheduler", "tcp://127.0.0.1:8786"], "E710"),
        (["--scheduler", "http://127.0.0.1"], "E711"),
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


def test_a_page_that_cannot_be_written_is_told_before_the_first_game(run, tmp_path, monkeypatch):
    monkeypatch.setattr(playing, "play_decks", None)
    (tmp_path / "page.html").mkdir()
    result = run("playtest", *DECKS, *QUICK, "--html", tmp_path / "page.html")
    assert (result.code, result.out) == (1, "")
    assert "E601" in result.err


@pytest.mark.parametrize(
    "args", [("playtest", DECKS[0], "--html"), ("schema", "--out"), ("calibrate", "--out")], ids=lambda args: args[0]
)
def test_no_output_takes_the_place_of_a_deck(run, tmp_path, args):
    deck = tmp_path / "my.yaml"
    deck.write_text("game: attack-the-tower\n")
    result = run(*args, deck)
    assert (result.code, result.out) == (2, "")
    assert "does not end in ." in result.err
    assert deck.read_text() == "game: attack-the-tower\n"


def test_off_a_terminal_it_is_still_told_how_many_games_there_are(run):
    result = run("playtest", *DECKS, "--level", "script", "--games", 2, "--skill", 2, "--jobs", 1)
    assert result.err.startswith("2 games for the pairings, ")


def test_the_report_outlives_a_page_that_can_no_longer_be_written(run, tmp_path, monkeypatch):
    def disk_full(*_):
        raise UnlocatedError("E601", "no space left")

    monkeypatch.setattr(playing, "write_page", disk_full)
    result = run("playtest", *DECKS, *QUICK, "--html", tmp_path / "page.html")
    assert result.code == 1
    assert "Cards of samurai" in result.out
    assert "E601" in result.err
    assert "page.html" not in result.err


@pytest.fixture
def long_names(tmp_path):
    """Three decks whose names are long, and alike but for their ends."""
    (tmp_path / "art").symlink_to(DECKS[0].parent / "art")
    paths = [tmp_path / f"elves-as-an-experiment-{end}.yaml" for end in ("one", "two", "three")]
    for path in paths:
        path.write_text(DECKS[0].read_text("utf-8"), "utf-8")
    return paths


def test_long_names_of_decks_are_cut_and_numbers_never(run, long_names, tmp_path):
    piped = run("playtest", *long_names, *QUICK).out
    narrow = on_terminal("playtest", *long_names, *QUICK, cwd=tmp_path, COLUMNS="70").out
    for shown in (piped, narrow):
        tables = shown.partition("Pairings")[2]
        assert len(re.findall(r" 4 +\d +\d +\d+ % \(\d+-\d+\) ", tables)) == 3
        assert len(re.findall(r"[+-]\d+ +[+-]\d+ to [+-]\d+ +\d+ % \(\d+-\d+\)", tables)) == 3
        assert not re.search(r"\d\u2026", tables)
    rows = re.findall(r"^(elves\S+)  +[+-]", piped, re.M)
    assert set(rows) == {f"elves-as-an-exper\u2026{end}" for end in ("ne", "wo", "ee")}


def test_a_terminal_sees_progress_and_a_pipe_does_not(tmp_path):
    shown = on_terminal("playtest", *DECKS, *QUICK, cwd=tmp_path)
    assert shown.code == 0
    assert "4/4" in shown.out
    assert in_process("playtest", *DECKS, *QUICK, cwd=tmp_path).err == ""


def test_a_terminal_is_told_what_it_will_cost(tmp_path):
    shown = on_terminal("playtest", *DECKS, *QUICK[:-3], 2, "--jobs", 1, "--impact", 2, cwd=tmp_path)
    assert "2 games for the pairings, 28 games without each of 14 cards" in shown.out
    assert "30/30" in shown.out


def test_the_games_that_were_played_before_an_error_are_reported_with_it(run, monkeypatch):
    report = cardgen.playtest(DECKS, PlaytestOptions("random", games=2, jobs=1))

    def end_early(*_, **__):
        raise UnfinishedPlaytest(UnlocatedError("E791", "a worker is gone"), report)

    monkeypatch.setattr(cardgen, "playtest", end_early)
    result = run("playtest", *DECKS, *QUICK)
    assert result.code == 1
    assert "2 games, level random" in result.out and result.err == "error[E791]: a worker is gone\n"
