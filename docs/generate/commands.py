"""The reference of commands: every command, argument and option of the command line, as `--help` describes it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from inspect import cleandoc
from typing import Any

import typer

from cardgen.cli import app

DEFAULT = re.compile(r"\s*\[default: ([^\]]+)\]")
"""A default that a help text states itself, because it depends on the game or on another option."""

Command = Any
"""A command of Typer, which is one of Click in older versions; only what both have is used."""


def page() -> str:
    """Return the text of the page."""
    return "\n".join(_lines()) + "\n"


def commands() -> Mapping[str, Command]:
    """Return all commands by the words that call them, such as `printer add`."""
    root: Command = typer.main.get_command(app)
    found: dict[str, Command] = {}
    for name, command in sorted(root.commands.items()):
        found[name] = command
        found |= {f"{name} {sub}": part for sub, part in getattr(command, "commands", {}).items()}
    return found


NAMES = "|".join(sorted(commands(), key=len, reverse=True))
TYPED = re.compile(rf"(?<![\w-])(cardgen (?:{NAMES})\b(?: --[a-z][a-z-]*)?|--[a-z][a-z-]*)")
"""What a reader types, in a sentence: a command, an option, or both."""


def _lines() -> Iterator[str]:
    root: Command = typer.main.get_command(app)
    yield "# Commands"
    yield ""
    yield f"{root.help} `cardgen COMMAND --help` prints the same text as this page."
    yield ""
    yield "| Exit code | Meaning |"
    yield "| --- | --- |"
    for code in re.findall(r"(\d+) ([^,.]+)", root.epilog):
        yield f"| {code[0]} | {code[1]} |"
    for name, command in commands().items():
        yield from ("", f"{'###' if ' ' in name else '##'} {name}", "")
        yield from _command(name, command)


def _command(name: str, command: Command) -> Iterator[str]:
    text, _, example = cleandoc(command.help).partition("Example: ")
    paragraphs = (" ".join(paragraph.split()) for paragraph in text.strip().split("\n\n"))
    yield TYPED.sub(r"`\1`", "\n\n".join(paragraphs))
    arguments = [parameter for parameter in parameters(command) if not is_option(parameter)]
    options = [parameter for parameter in parameters(command) if is_option(parameter)]
    words = [_word(argument) for argument in arguments]
    words += ["COMMAND"] if hasattr(command, "commands") else []
    usage = " ".join(["cardgen", name, *words, *(["[OPTIONS]"] if options else [])])
    lines = dict.fromkeys((usage, " ".join(example.split())))
    yield from ("", "```console", *(f"$ {line}" for line in lines), "```")
    if arguments:
        yield from ("", "| Argument | Meaning |", "| --- | --- |")
        yield from (f"| `{_word(argument)}` | {_meaning(argument)[0]} |" for argument in arguments)
    if options:
        yield from ("", "| Option | Default | Meaning |", "| --- | --- | --- |")
        yield from (_option(option) for option in options)


def parameters(command: Command) -> list[Any]:
    """Return the arguments and options of a command without `--help` and those that are hidden."""
    return [each for each in command.params if each.name != "help" and not each.hidden]


def is_option(parameter: Any) -> bool:
    """Return whether a parameter of a command is an option, and not an argument."""
    return any(name.startswith("-") for name in parameter.opts)


def _word(argument: Any) -> str:
    """Return an argument as a usage line names it."""
    many = f"{argument.metavar}..." if argument.nargs == -1 else str(argument.metavar)
    return many if argument.required else f"[{many}]"


def _option(option: Any) -> str:
    names = ", ".join(f"`{name}`" for name in sorted(option.opts, key=len, reverse=True))
    value = "" if option.is_flag else f" `{option.metavar}`".replace("|", "\\|")
    meaning, default = _meaning(option)
    return f"| {names}{value} | {default} | {meaning} |"


def _meaning(parameter: Any) -> tuple[str, str]:
    """Return the help of a parameter without its default, and the default."""
    text = TYPED.sub(r"`\1`", parameter.help.replace("|", "\\|"))
    stated = DEFAULT.findall(text)
    if len(stated) > 1:  # for different cases, which the sentence around them names
        return text, ""
    default = stated[0] if stated else _default(parameter)
    return DEFAULT.sub("", text), default


def _default(parameter: Any) -> str:
    if parameter.required:
        return "required"
    if not parameter.show_default or getattr(parameter, "is_flag", False):
        return ""
    return f"`{parameter.default}`"
