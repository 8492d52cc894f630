"""List the commands by name; the module of a command is imported when the command is called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from keyword import iskeyword
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from cardgen.cli.usage import Command, UsageError

SUMMARIES = {
    "balance": "Propose the fewest and smallest changes of numbers that bring the win rates of a deck to a target.",
    "box": "Write the net of a tuck box for each deck.",
    "build": "Write a PDF for each deck, ready to print.",
    "calibrate": "Write two test sheets that show how far off your printer is.",
    "check": "Check decks as a build does, without writing a file.",
    "diff": "Show what looks different between two versions of a deck.",
    "explain": "Explain what errors or warnings mean, and what to do instead.",
    "export": "Write files for print shops and virtual tabletops.",
    "gallery": "Write pages with all cards, sheets, documents and statistics of decks, to be put anywhere.",
    "import": "Make a deck folder from a project of another tool.",
    "new": "Start a game of your own, or a deck, in a new folder.",
    "play": "Play a game at the terminal, against agents or people.",
    "playtest": "Play decks against each other and report how fair they are.",
    "preview": "Show decks in the browser, and every edit as soon as it is saved.",
    "printed": "Record that the last build of each deck is on paper.",
    "printer": "Store how far off your printers are, for build --printer.",
    "proof": "Write PDFs to look through on the screen before printing.",
    "pull": "Fetch the spreadsheets and pictures of decks from the web, and show what changed card by card.",
    "rules": "Print the rules of play that a game describes, in words or as Python.",
    "schema": "Write the JSON schema of the decks of a game, or of game.yaml, for editors.",
    "show": "Write one card as a picture, to look at while you design it.",
    "sizes": "Show how many cards of which size fit on which paper.",
    "stats": "Show what is in decks: how many cards of which type, curves of costs, sums, and the longest texts.",
    "table": "Play a game with others by a link, each on their own device.",
    "templates": "List the templates that draw a deck, copy them to change them, or print what they may use.",
    "translate": "Write the texts of a deck or a game into a gettext PO file, and take translations over from it.",
}
"""What each command does, for the list of commands: importing them all would take most of the time of `--help`."""


@cache
def load_command(name: str) -> Any:
    """Import a command or group of commands, and return it as Typer runs it."""
    own = f"{name}_" if iskeyword(name) else name
    found = getattr(import_module(f"cardgen.cli.{own}"), own)
    if isinstance(found, typer.Typer):
        group: Any = typer.main.get_command(found)
        group.name = name
        return group
    single = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
    single.command(name, cls=Command)(found)
    return typer.main.get_command(single)


class _AllCommands(Mapping[str, Any]):
    """Commands by name, each imported when it is looked up."""

    def __getitem__(self, name: str) -> Any:
        if name not in SUMMARIES:
            raise KeyError(name)
        return load_command(name)

    def __iter__(self) -> Iterator[str]:
        return iter(SUMMARIES)

    def __len__(self) -> int:
        return len(SUMMARIES)


class Commands(TyperGroup):
    """The commands, with help for a command that is left out, and for an option that stands before its command."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands: Any = _AllCommands()

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002 - as Typer calls it
        """See `TyperGroup.list_commands`."""
        return list(SUMMARIES)

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002 - as Typer calls it
        """See `TyperGroup.format_commands`; the commands are not imported."""
        width = formatter.width - 6 - max(map(len, SUMMARIES))
        named = {name: TyperCommand(name, help=summary) for name, summary in SUMMARIES.items()}
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.get_short_help_str(width)) for name, command in named.items()])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """See `TyperGroup.resolve_command`."""
        try:
            return super().resolve_command(ctx, args)
        except UsageError as error:
            from cardgen.pipeline.open.deck_names import DECK_SUFFIXES

            word = args[0]
            if Path(word).suffix.lower() in DECK_SUFFIXES or Path(word).exists():
                error.message = f"No command before '{word}'. Did you mean 'cardgen build {word}'?"
            elif "Did you mean" not in error.message:
                error.message += " 'cardgen --help' lists the commands."
            raise

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """See `TyperGroup.parse_args`."""
        try:
            parsed: list[str] = super().parse_args(ctx, args)
        except UsageError as error:
            name = getattr(error, "option_name", "")
            owners = [
                command.name
                for command in self.commands.values()
                for parameter in command.params
                if name in getattr(parameter, "opts", ())
            ]
            if owners:
                owner = next((word for word in args if word in owners), owners[0])
                error.message += f". It belongs behind the command: 'cardgen {owner} ... {name}'"
                error.possibilities = None
            raise
        return parsed
