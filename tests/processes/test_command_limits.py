"""A command that takes too much memory or time ends with an error that names its deck, and leaves old files whole."""

import os
import signal
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from cardgen.cli import app
from cardgen.processes.command_limits import _SIGNAL
from cardgen.processes.limits import memory_now

DECK = "game: cards\ntitle: Harbour\ncards:\n  - name: Dawn\n"
CODE = """
import sys
from cardgen.processes import command_limits
{more}
sys.argv = ["cardgen", *{arguments!r}]
from cardgen.__main__ import main
main()
"""


def run(tmp_path, more, *, options=(), command="build"):
    deck, out = tmp_path / "deck.yaml", tmp_path / "out"
    if not deck.exists():
        deck.write_text(DECK)
    out.mkdir()
    (out / "deck.pdf").write_text("old")
    arguments = [*options, command, "deck.yaml"]
    code = CODE.format(more=more, arguments=arguments)
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=env, capture_output=True, text=True, check=False
    )
    return done, sorted(path.name for path in out.iterdir()), (out / "deck.pdf").read_bytes()


def test_a_program_that_calls_a_command_is_not_limited():
    resource = pytest.importorskip("resource", reason="the system limits no process")
    before = resource.getrlimit(resource.RLIMIT_AS), signal.getsignal(_SIGNAL)
    assert CliRunner().invoke(app, ["explain", "E101"]).exit_code == 0
    assert (resource.getrlimit(resource.RLIMIT_AS), signal.getsignal(_SIGNAL)) == before


def test_memory_now_grows_with_what_is_used():
    before = memory_now()
    held = b"x" * 2**26
    assert memory_now() - before > len(held) // 2


BUSY = """
limits = {limits}
from cardgen.pipeline.open import deck_file
def busy(*_given, **_more):
    vars(command_limits).update(limits)
    while True:
        try:
            while True:
                pass
        except Exception:
            pass
deck_file.take_settings = busy
"""


def busy(**limits):
    """Return code that is busy for ever as soon as the deck has been read, with other limits."""
    return BUSY.replace("{limits}", repr(limits))


@pytest.mark.parametrize(
    ("limits", "told"), [({"MEMORY": 2**20}, "0 GiB of memory"), ({"SECONDS": 0.06}, "0.001 minutes of computing")]
)
def test_a_command_over_a_limit_is_an_error_of_its_deck(tmp_path, limits, told):
    done, files, data = run(tmp_path, busy(**limits))
    assert done.returncode == 1
    assert done.stderr == (
        f"deck.yaml: error[E158]: the command takes more than {told}\n"
        "  hint: if the deck is your own, write --no-limits before the command: cardgen --no-limits ...\n"
    )
    assert ([name for name in files if not name.startswith(".")], data) == (["deck.pdf"], b"old")


def test_a_command_that_swallows_the_error_is_ended(tmp_path):
    more = busy(MEMORY=2**20, _PATIENCE=4).replace("except Exception", "except BaseException")
    done, _, data = run(tmp_path, more)
    assert (done.returncode, data) == (1, b"old")
    assert done.stderr.startswith("deck.yaml: error[E158]: the command takes more than 0 GiB")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit the memory of a process")
def test_a_value_that_no_memory_can_hold_is_an_error_of_its_deck(tmp_path):
    done, *_ = run(tmp_path, busy().replace("while True", "return bytes(2**40)\n    while True", 1))
    assert done.returncode == 1
    assert done.stderr.startswith("deck.yaml: error[E158]: the command takes more than 2 GiB of memory")


def test_a_large_deck_of_ones_own_has_no_limits(tmp_path):
    done, _, data = run(tmp_path, "command_limits.SECONDS = 0.01", options=["--no-limits"])
    assert done.returncode == 0, done.stderr
    assert data.startswith(b"%PDF")


GAME = """
id: toy
name: Toy
kinds:
  cards: {fields: {name: text}}
rules:
  players: 2
  zones: {stock: {holds: cards}}
  numbers: {count: 0}
  turn: {moves: {wait: {do: [{repeat: 1000, do: [{repeat: 1000, do: [{add: 1, to: count}]}]}]}}}
  end: {winner: nobody}
"""


def test_random_games_that_take_too_long_are_told_at_the_rules_and_the_check_goes_on(tmp_path):
    (tmp_path / "game.yaml").write_text(GAME)
    (tmp_path / "deck.yaml").write_text("game: .\ntitle: Toy\ncards:\n  - {name: Dawn}\n")
    done, *_ = run(tmp_path, "import cardgen.pipeline.check as it; it.SECONDS_OF_TRIAL = 0.3", command="check")
    assert done.returncode == 0, done.stderr
    assert "game.yaml:6:1: warning[W245]: random games take more than 0.3 seconds of computing" in done.stderr
