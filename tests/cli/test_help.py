import inspect
import re
import subprocess
import sys
from dataclasses import fields, replace

import pytest
import typer

from cardgen import __version__
from cardgen.cli import app, options
from cardgen.cli.choices import takes_choices
from cardgen.cli.commands import SUMMARIES, load_command
from cardgen.pipeline.options import OPTIONS, BuildOptions

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


def test_a_group_of_commands_and_a_command_have_their_names():
    assert [load_command(name).name for name in ("printer", "import", "sizes")] == ["printer", "import", "sizes"]


def test_a_command_takes_the_choices_it_names_and_by_default_all():
    def command(*, choices):
        return choices

    for names in (("paper",), ("paper", "ink"), ()):
        taken = inspect.signature(takes_choices(BuildOptions, *names)(command)).parameters
        assert set(taken) == set(names or (field.name for field in fields(BuildOptions) if field.name in OPTIONS))


def test_a_default_is_shown_once(monkeypatch):
    for name, default, told, shown in (
        ("paper", "a4", "", True), ("paper", "a4", "that of the deck", False), ("paper", "", "", False)
    ):  # fmt: skip
        monkeypatch.setitem(OPTIONS, name, replace(OPTIONS[name], told=told))
        option = options.declared(name, default)
        assert (bool(option.show_default), "[default: that of the deck]" in option.help) == (shown, bool(told))


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
