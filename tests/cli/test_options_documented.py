"""Every command, argument and option has a help text, and stands on the reference page."""

import re

from docs.generate.__main__ import REFERENCE
from docs.generate.commands import commands, is_option, parameters

COMMANDS = commands()
SECTIONS = dict(
    re.findall(
        r"^##+ ([^\n]+)\n(.*?)(?=^##+ |\Z)", (REFERENCE / "commands.md").read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
)
PARAMETERS = [(name, parameter) for name, command in COMMANDS.items() for parameter in parameters(command)]


def test_no_flag_is_on_unless_its_help_says_so():
    for name, command in COMMANDS.items():
        on = [option.name for option in command.params if getattr(option, "is_flag", False) and option.default]
        assert on == [], name


def test_every_command_has_a_section():
    assert SECTIONS.keys() == COMMANDS.keys()


def test_every_command_has_a_summary_and_an_example():
    for name, command in COMMANDS.items():
        assert command.help.split("\n")[0].endswith("."), name
        assert f"$ cardgen {name}" in SECTIONS[name]


def test_every_parameter_stands_on_the_page():
    for name, parameter in PARAMETERS:
        names = [f"`{option}`" for option in parameter.opts] if is_option(parameter) else [parameter.metavar]
        first_cells = [row.split(" | ")[0] for row in SECTIONS[name].splitlines() if row.startswith("| `")]
        assert len([cell for cell in first_cells if all(word in cell for word in names)]) == 1, (name, names)


def test_every_parameter_is_described():
    for name, parameter in PARAMETERS:
        assert re.match(r"[A-Zfl].*[.?\]]$", parameter.help, re.DOTALL), (name, parameter.help)
        assert parameter.metavar or parameter.is_flag, (name, parameter.name)
