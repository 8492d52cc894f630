import pytest
from typer.testing import CliRunner

from cardgen.cli import app


@pytest.fixture
def run(toy_folder):
    def call(*arguments):
        deck, out = str(toy_folder / "suns.yaml"), str(toy_folder / "out")
        return CliRunner().invoke(app, ["export", deck, "--out", out, *arguments])

    return call


def test_several_targets_at_once_each_say_their_folder(run, toy_folder):
    done = run("--to", "tgc", "--to", "png")
    assert done.exit_code == 0
    folders = [str(toy_folder / "out" / f"suns-{target}") for target in ("tgc", "png")]
    assert done.stdout.splitlines() == folders
    assert "not for The Game Crafter, so left out" in done.stderr
    assert "\n  it is a document: Rules\n" in done.stderr


def test_quiet_says_nothing(run):
    assert run("--to", "tgc", "--quiet").output == ""


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--to", "gamecrafter"), "E560"),
        (("--to", "mpc", "--card", "micro"), "E561"),
        (("--to", "mpc", "--card", "nonsense"), "E502"),
        (("--to", "tgc", "--only", "rules"), "E562"),
        (("--to", "tgc", "--only", "boards"), "E504"),
    ],
)
def test_wrong_usage_ends_with_2_and_writes_nothing(run, toy_folder, arguments, code):
    done = run(*arguments)
    assert done.exit_code == 2
    assert code in done.stderr
    assert not (toy_folder / "out").exists()


def test_a_deck_with_faults_ends_with_1_and_the_old_export_stays(run, toy_folder):
    assert run("--to", "png").exit_code == 0
    before = sorted(path.name for path in (toy_folder / "out" / "suns-png").iterdir())
    deck = toy_folder / "suns.yaml"
    deck.write_text(deck.read_text("utf-8").replace("copies: 10", "copys: 10"), "utf-8")
    done = run("--to", "png")
    assert done.exit_code == 1
    assert "E203" in done.stderr
    assert sorted(path.name for path in (toy_folder / "out" / "suns-png").iterdir()) == before
