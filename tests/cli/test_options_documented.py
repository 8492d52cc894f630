"""Every command, argument and option has a help text, and stands on the reference page."""

import re

import pytest

from docs.generate.__main__ import REFERENCE
from docs.generate.commands import commands, is_option, parameters

COMMANDS = commands()
SECTIONS = dict(
    re.findall(
        r"^##+ ([^\n]+)\n(.*?)(?=^##+ |\Z)", (REFERENCE / "commands.md").read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
)
PARAMETERS = [
    pytest.param(name, parameter, id=f"{name} {parameter.name}")
    for name, command in COMMANDS.items()
    for parameter in parameters(command)
]


def test_every_command_has_a_section():
    assert SECTIONS.keys() == COMMANDS.keys()


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_a_summary_and_an_example(name):
    assert COMMANDS[name].help.split("\n")[0].endswith(".")
    assert f"$ cardgen {name}" in SECTIONS[name]


@pytest.mark.parametrize(("name", "parameter"), PARAMETERS)
def test_every_parameter_stands_on_the_page(name, parameter):
    names = [f"`{option}`" for option in parameter.opts] if is_option(parameter) else [parameter.metavar]
    first_cells = [row.split(" | ")[0] for row in SECTIONS[name].splitlines() if row.startswith("| `")]
    assert len([cell for cell in first_cells if all(word in cell for word in names)]) == 1


@pytest.mark.parametrize(("name", "parameter"), PARAMETERS)
def test_every_parameter_is_described(name, parameter):
    assert re.match(r"[A-Zfl].*[.?\]]$", parameter.help, re.DOTALL), parameter.help
    assert parameter.metavar or parameter.is_flag
