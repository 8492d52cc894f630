"""`cardgen check`: the whole validation, no file."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from cardgen.cli import console, layout
from cardgen.report.diagnostics import Diagnostic, sort_diagnostics, to_github, to_json

Format = Annotated[
    Literal["text", "json", "github"],
    typer.Option(help="text for people, json for scripts, github for annotations in a workflow."),
]

Language = Annotated[
    str,
    typer.Option("--lang", help="Language: en or pt. [default: all that the deck is written in]", show_default=False),
]


def check(  # noqa: PLR0913, PLR0917 - the options of the command, which Typer calls by name
    decks: console.Decks,
    format: Format = "text",
    paper: console.Paper = "a4",
    card: console.Card = "",
    lang: Language = "",
    only: console.Only = "",
    duplex: layout.Duplex = None,
    margins: layout.Margins = "",
    gap: layout.Gap = "",
    bleed: layout.Bleed = "",
    corners: layout.Corners = "",
    strict: console.Strict = False,
    quiet: console.Quiet = False,
) -> None:
    """Check decks as a build does, without writing anything.

    Finds what breaks the game's rules, what does not fit on its card, pictures that are missing or too coarse,
    characters without a glyph, colours that cannot be read - all at once.

    Example: cardgen check decks/*.yaml --strict
    """
    from cardgen.pipeline.check import check_deck
    from cardgen.pipeline.options import BuildOptions

    options = BuildOptions(
        paper=paper,
        card=card,
        language=lang,
        only=console.parts_of(only),
        strict=strict,
        margins=margins,
        gap=gap,
        bleed=bleed,
        corners=corners,
        duplex=duplex,
    )
    found: list[Diagnostic] = []
    for deck in decks:
        with console.progress(deck.name, quiet=quiet) as stage:
            found += check_deck(deck, options, stage)
    found = sort_diagnostics(found)
    if format == "text":
        console.say(found)
        if not quiet:
            _verdict(found, len(decks))
    elif format == "json":
        typer.echo(to_json(found))
    elif found:
        typer.echo(to_github(found))
    raise typer.Exit(console.exit_code(found))


def _verdict(found: list[Diagnostic], decks: int) -> None:
    errors = sum(item.is_error for item in found)
    if not found:
        typer.echo(f"{console.plural(decks, 'deck')}: no problems")
    else:
        parts = [console.plural(errors, "error"), console.plural(len(found) - errors, "warning")]
        typer.echo(f"{console.plural(decks, 'deck')}: {', '.join(parts)}; cardgen explain CODE tells more")
