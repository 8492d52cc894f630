"""The example game: a game.yaml and the code of its rules are installed, built, exported and played."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from cardgen.plugin import registry
from tests import command_line

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "harbour"
DECK = EXAMPLE / "cardgen_harbour" / "harbour.yaml"


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Runs cardgen in a process in which the game is installed, as pip would have done it."""
    site = tmp_path_factory.mktemp("site")
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text("utf-8"))["project"]
    shutil.copytree(EXAMPLE / "cardgen_harbour", site / "cardgen_harbour")
    info = site / "cardgen_harbour-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    points = "\n".join(f"{name} = {value}" for name, value in project["entry-points"]["cardgen.games"].items())
    (info / "entry_points.txt").write_text(f"[cardgen.games]\n{points}\n")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), str(ROOT)]), "NO_COLOR": "1"}

    def run(*words: object) -> str:
        command = [sys.executable, "-m", "cardgen", *map(str, words)]
        done = subprocess.run(
            command, cwd=site, env=environment, capture_output=True, text=True, check=False, timeout=300
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


@pytest.fixture
def cardgen(monkeypatch):
    """Runs cardgen in this process, which knows the game."""
    monkeypatch.syspath_prepend(EXAMPLE)
    monkeypatch.setattr(registry, "_added", {"harbour": import_module("cardgen_harbour").GAME})

    def run(*words: object, answers: str = "", expected: int = 0) -> str:
        done = command_line.cardgen(*words, typed=answers)
        assert done.exit_code == expected, done.output
        return done.output if expected else done.stdout

    return run


def test_code_of_the_game_is_one_short_file():
    lines = (EXAMPLE / "cardgen_harbour" / "__init__.py").read_text("utf-8").splitlines()
    assert sum(bool(line.strip()) for line in lines) <= 35


def test_deck_has_no_problems(installed):
    assert installed("check", DECK, "--strict") == "1 deck: no problems\n"


@pytest.mark.parametrize("language", ["en", "pt"])
def test_deck_builds_in_both_languages(cardgen, language, tmp_path):
    cardgen("build", DECK, "--out", tmp_path, "--lang", language, "--strict")
    name = "harbour.pdf" if language == "en" else f"harbour.{language}.pdf"
    assert [path.name for path in tmp_path.glob("*.pdf")] == [name]
    assert (tmp_path / name).stat().st_size > 10_000


def test_export_to_a_virtual_table_has_board_tokens_and_standees(cardgen, tmp_path):
    cardgen("export", DECK, "--to", "tts", "--out", tmp_path)
    saved = json.loads((tmp_path / "harbour-tts" / "harbour.json").read_text("utf-8"))
    kinds = {thing["Nickname"]: thing["Name"] for thing in saved["ObjectStates"]}
    assert kinds["The quays"] == "Custom_Tile"
    assert kinds["Tea (8)"] == "Bag"
    assert [kinds[name] for name in ("Ada", "Bruno", "Chiara", "Davi")] == ["Figurine_Custom"] * 4
    assert kinds["Rules"] == "Custom_PDF"


def test_export_as_pictures_has_every_piece(cardgen, tmp_path):
    cardgen("export", DECK, "--to", "png", "--out", tmp_path)
    pictures = {path.name.split("_", 1)[-1] for path in (tmp_path / "harbour-png").glob("*.png")}
    for piece in ("ada", "bruno", "chiara", "davi", "tea", "spice", "silk"):
        assert any(piece in name for name in pictures), piece


def test_the_backs_of_crates_do_not_tell_them_apart(cardgen, tmp_path):
    cardgen("export", DECK, "--to", "png", "--only", "crates", "--out", tmp_path)
    backs = {path.read_bytes() for path in (tmp_path / "harbour-png").rglob("*back*.png")}
    assert len(backs) == 1


def test_playtest_of_four_players_gives_each_seat_its_score(cardgen):
    report = json.loads(cardgen("playtest", DECK, "--games", 40, "--level", "script", "--jobs", 1, "--json"))
    assert report["setup"]["teams"] == [0, 1, 2, 3]
    assert len(report["levels"][0]["seats"]) == 4
    assert all(0 <= seat["estimate"] <= 1 for seat in report["levels"][0]["seats"])


def test_a_person_plays_against_three_agents_in_their_language(cardgen):
    told = cardgen("play", DECK, "--level", "random", "--seed", 3, "--lang", "pt", answers="2\n" * 4 + "1\n" * 60)
    assert "1  navegar" in told
    assert "Jogador 1: o que você faz?" in told
    assert "Vitória de: Jogador" in told


def test_a_deck_that_breaks_a_rule_of_the_game_is_told(cardgen, tmp_path):
    text = DECK.read_text("utf-8")
    (tmp_path / "few.yaml").write_text(text.replace('  - {id: davi, name: Davi, color: "#8a5a00"}\n', ""), "utf-8")
    told = cardgen("check", tmp_path / "few.yaml", expected=1)
    assert "few.yaml:7:1: error[E227]: the deck has 3 captains\n  expected 4 (rule 1)" in told
    assert "game.yaml:40:11" in told


def test_schema_of_the_game_is_there(installed):
    assert "captains" in json.loads(installed("schema", "harbour"))["properties"]
