"""Help with mistakes in a command line: what was probably meant, beside what is wrong."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand

_WRONG_VALUE = "Value error, "
"""Begin of what Typer says of a value that is none of several: a word of the library that it uses."""
UsageError: Any = typer.BadParameter.__base__
"""Error of the command line; older versions of Typer have it in Click, newer ones in a package of their own."""


class Command(TyperCommand):
    """A command that names the decks of the folder if none is given, and says that a deck is no option."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """See `TyperCommand.parse_args`."""
        try:
            parsed: list[str] = super().parse_args(ctx, args)
        except UsageError as error:
            _add_hint(error, self, ctx)
            raise
        return parsed


def _add_hint(error: Any, command: Any, ctx: Any) -> None:
    """Add what to do to an error of the command line."""
    from cardgen.pipeline.open.deck_names import decks_in, listed

    takes_decks = any(parameter.metavar == "DECK" for parameter in command.params)
    missing = error.param if type(error).__name__ == "MissingParameter" else None
    name = getattr(error, "option_name", "")
    if missing and missing.metavar == "DECK":
        found = decks_in(Path())
        error.message = (
            f"Name a deck; in this folder are: {listed(found)}"
            if found
            else "Name a deck, such as decks/samurai.yaml; this folder has none"
        )
    elif missing and "Example: " in (command.help or ""):
        error.message = f"Example: {command.help.rpartition('Example: ')[2].strip()}"
    elif error.message.startswith(_WRONG_VALUE):
        from cardgen.report.diagnostics import did_you_mean

        error.message = error.message.removeprefix(_WRONG_VALUE).rstrip(".")
        wrong, *known = re.findall("'([^']*)'", error.message) or [""]
        error.message = "; ".join([error.message, *did_you_mean(wrong, known)])
    elif name == "--no-limits":
        error.message += f". It belongs before the command: 'cardgen --no-limits {ctx.info_name} ...'"
        error.possibilities = None
    elif takes_decks and name in ("--deck", "--decks", "--file", "--input", "--in", "-i", "-f", "-d"):
        error.message += f". A deck is no option; write 'cardgen {ctx.info_name} deck.yaml'"
        error.possibilities = None
    elif takes_decks and name in ("--language", "--lang", "--papersize", "--size") and hasattr(error, "possibilities"):
        meant = {"--language": "--lang", "--papersize": "--paper", "--size": "--card"}.get(name)
        error.possibilities = [meant] if meant else error.possibilities
