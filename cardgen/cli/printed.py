"""`cardgen printed`: remember what is on paper."""

from __future__ import annotations

from pathlib import Path

import typer

from cardgen.cli import console
from cardgen.report.diagnostics import Diagnostic
from cardgen.report.errors import CardgenError


def printed(decks: console.Decks, out: console.Out = Path("out"), quiet: console.Quiet = False) -> None:
    """Say that what was last built is printed and cut.

    cardgen build --changed then leaves it out. It is the state of the last build that counts, not that of the deck: you may have gone on writing.

    Example: cardgen printed decks/samurai.yaml
    """
    from cardgen.pipeline.records import note_printed

    found: list[Diagnostic] = []
    for deck, target in zip(decks, console.targets(decks, out), strict=True):
        try:
            inventory = note_printed(target)
            if not quiet:
                pieces = sum(look.copies for look in inventory.looks)
                designs = console.plural(len(inventory.looks), "design")
                typer.echo(f"{deck}: {designs}, {console.plural(pieces, 'piece')} printed")
        except CardgenError as error:
            found += error.diagnostics
    console.say(found)
    raise typer.Exit(console.exit_code(found))
