"""`cardgen check`: find the errors of decks without writing a file."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from cardgen.cli import console, options
from cardgen.report.diagnostics import Diagnostic, sort_diagnostics, to_github, to_json

if TYPE_CHECKING:
    from cardgen import BuildOptions

Format = Annotated[
    Literal["text", "json", "github"],
    typer.Option(
        metavar="text|json|github",
        help="Format of the list: text, json (for scripts) or github (annotations in a workflow).",
    ),
]

Out = Annotated[
    Path,
    typer.Option(
        metavar="PATH",
        help="Folder or PDF that the build would write to; nothing is written, only whether it could be.",
    ),
]
Changed = Annotated[
    bool, typer.Option("--changed", help="Check a build with --changed, which reads the record of the last print.")
]
Text = Annotated[
    bool,
    typer.Option(
        "--text",
        help="List the texts that the game generates, such as rules texts from effects, each with the text that the deck "
        "states in its place.",
    ),
]
Language = Annotated[
    str,
    typer.Option(
        "--lang",
        metavar="CODE",
        help="Check only this language. [default: every language of the deck]",
        show_default=False,
    ),
]


def check(  # noqa: PLR0913, PLR0917 - the options of the command, which Typer passes by name
    decks: options.Decks,
    out: Out = Path("out"),
    format: Format = "text",
    text: Text = False,
    paper: options.Paper = "a4",
    card: options.Card = "",
    lang: Language = "",
    look: options.Look = "",
    palette: options.Palette = "",
    only: options.Only = "",
    players: options.Players = 0,
    printer: options.Printer = "",
    changed: Changed = False,
    duplex: options.Duplex = None,
    evens: options.Evens = None,
    split: options.Split = False,
    margins: options.Margins = "",
    gap: options.Gap = "",
    bleed: options.Bleed = "",
    marks: options.Marks = "crop",
    corners: options.Corners = "",
    plotter: options.Plotter = "",
    cut_file: options.CutFile = "",
    ink: options.Ink = "full",
    draft: options.Draft = False,
    strict: options.Strict = False,
    quiet: options.Quiet = False,
) -> None:
    """Check decks as a build does, without writing a file.

    Reports everything at once: broken rules of the game, text that does not fit, missing or coarse pictures, characters
    that no font has and colours that are hard to read. Given the options of a build, it checks that build.

    Example: cardgen check decks/*.yaml --strict
    """
    import cardgen

    if text and format != "text":
        raise typer.BadParameter("--text cannot be combined with --format")
    choices = cardgen.BuildOptions(
        paper=paper,
        card=card,
        language=lang,
        look=look,
        palette=palette,
        players=players,
        only=options.split_names(only),
        printer=printer,
        changed=changed,
        duplex=duplex,
        evens=evens,
        split=split,
        margins=margins,
        gap=gap,
        bleed=bleed,
        marks=marks,
        corners=corners,
        plotter=plotter,
        cut_files=options.split_names(cut_file),
        ink=ink,
        strict=strict,
        draft=draft,
    )
    found: list[Diagnostic] = []
    for deck in decks:
        with console.progress(deck.name, quiet=quiet) as stage:
            found += cardgen.check(deck, choices, out=out, progress=stage)
    found = sort_diagnostics(found)
    if text and not quiet:
        _show_texts(decks, choices, is_sound=not any(item.is_error for item in found))
    if format == "text":
        console.print_diagnostics(found, quiet=quiet)
        if not quiet:
            typer.echo(f"{console.plural(len(decks), 'deck')}: {_verdict(found)}")
    elif format == "json":
        typer.echo(to_json(found))
    elif found:
        typer.echo(to_github(found))
    raise typer.Exit(console.exit_code(found))


def _show_texts(decks: Sequence[Path], choices: BuildOptions, *, is_sound: bool) -> None:
    """Print the generated texts of each deck, piece by piece; decks with errors may have none."""
    from cardgen.pipeline.texts import generated_texts

    for deck in decks:
        texts = generated_texts(deck, choices)
        if not texts and is_sound:
            typer.echo(f"{deck}: no text is generated; every piece shows what the deck states")
        for language, pieces in groupby(texts, key=lambda piece: piece.language):
            typer.echo(f"{deck}, {language}")
            for piece in pieces:
                typer.echo(f"  {piece.kind}/{piece.id}: {piece.name}")
                for key, words in piece.generated.items():
                    own = piece.stated.get(key)
                    typer.echo(f"    {key}: {own or words}")
                    if own:
                        typer.echo(f"    {key} as generated, which the deck replaces: {words}")


def _verdict(found: Sequence[Diagnostic]) -> str:
    errors, count = (
        sum(item.more or 1 for item in items) for items in ([item for item in found if item.is_error], found)
    )
    parts = [console.plural(errors, "error"), console.plural(count - errors, "warning")]
    return f"{', '.join(parts)}; cardgen explain CODE says more" if found else "no problems"
