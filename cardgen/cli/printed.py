"""`cardgen printed`: record what is on paper."""

from __future__ import annotations

from pathlib import Path

import typer

from cardgen.cli import console, options
from cardgen.report.diagnostics import Diagnostic, plural


def printed(
    decks: options.Decks, out: options.Out = Path("out"), lang: options.Language = "", quiet: options.Quiet = False
) -> None:
    """Record that the last build of each deck is on paper.

    cardgen build --changed then leaves out what is on paper. The record is of the last build, not of the deck file, which
    you may have edited since. Each language of a deck has a record of its own.

    Example: cardgen printed decks/samurai.yaml
    """
    from cardgen.pipeline.cache import BuildCache
    from cardgen.pipeline.open.project import other_language
    from cardgen.pipeline.options import DeckOptions
    from cardgen.pipeline.printed_file.records import mark_printed
    from cardgen.pipeline.printed_file.targets import target_of

    console.check_targets(decks, out)
    found: list[Diagnostic] = []
    for deck in decks:
        with console.collect_errors(found):
            language = other_language(deck, DeckOptions(language=lang), BuildCache(lasting=False))
            inventory = mark_printed(target_of(deck, out, language))
            if not quiet:
                designs = plural(len(inventory.designs), "design")
                pieces = plural(sum(look.copies for look in inventory.designs), "piece")
                typer.echo(f"{deck}: {designs}, {pieces} printed")
    console.finish(found, quiet=quiet)
