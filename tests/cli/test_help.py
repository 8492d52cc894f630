import re
import subprocess
import sys

import pytest
import typer

from cardgen import __version__
from cardgen.cli import app
from cardgen.cli.commands import SUMMARIES

COMMANDS = typer.main.get_command(app).commands


def test_there_are_the_commands_that_are_promised(run):
    assert {"build", "check", "explain", "schema"} <= set(COMMANDS)
    result = run("--help")
    assert result.code == 0
    told = " ".join(result.out.split())
    assert all(f" {name} {SUMMARIES[name][:40]}" in told for name in COMMANDS), "each says what it does"
    assert "Exit codes" in result.out


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_option_is_documented(run, name):
    text = " ".join(run(name, "--help").out.split())
    for parameter in COMMANDS[name].params:
        if parameter.name != "help":
            assert parameter.help, parameter.name
            assert re.sub(r"\s+", " ", parameter.help.split(" [")[0])[:40] in text
    assert "Example: cardgen" in text


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - {"printer"}))
def test_the_list_of_commands_says_what_the_help_of_each_says(name):
    assert SUMMARIES[name] == " ".join(COMMANDS[name].help.split("\n\n")[0].split())


def test_the_list_of_commands_imports_none_of_them():
    script = "import sys, cardgen.cli as c\ntry: c.app(['--help'])\nexcept SystemExit: pass\n"
    script += "sys.exit([name for name in sys.modules if name in ('cardgen.cli.build', 'cardgen.pipeline', 'pydantic')] or None)"
    assert subprocess.run([sys.executable, "-c", script], check=False, capture_output=True).returncode == 0


def test_the_version_is_said(run):
    assert run("--version") == (0, f"cardgen {__version__}\n", "")


def test_without_a_command_there_is_help(run):
    result = run()
    assert result.code == 2
    assert "Usage:" in result.out + result.err


def test_an_unknown_command_is_wrong_usage(run):
    assert run("biuld").code == 2


def test_the_module_is_the_command():
    done = subprocess.run([sys.executable, "-m", "cardgen", "--version"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"cardgen {__version__}\n", "")
