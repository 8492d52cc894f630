"""`cardgen check`: find the errors of decks without writing a file."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Annotated, Literal

import typer

from cardgen.cli import console, options
from cardgen.cli.choices import takes_choices
from cardgen.pipeline.options import BuildOptions, CheckOptions
from cardgen.report.diagnostics import Diagnostic, plural, sort_diagnostics
from cardgen.report.formats import to_github, to_json

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
Report = Annotated[
    Path | None,
    typer.Option(
        "--report",
        metavar="FILE",
        help="Write a page with a picture of each spot on the faces that could be better in print, to open in a browser.",
        show_default=False,
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


@takes_choices(CheckOptions, language=Language, changed=Changed)
def check(
    *,
    decks: options.Decks,
    out: Out = Path("out"),
    format: Format = "text",
    text: Text = False,
    report: Report = None,
    choices: CheckOptions,
    quiet: options.Quiet = False,
) -> None:
    """Check decks as a build does, without writing a file.

    Reports everything at once: broken rules of the game, text that does not fit, missing or coarse pictures, characters
    that no font has, colours that are hard to read, and text that is covered or too near to the cut. Given the options of a build, it checks that build.

    Example: cardgen check decks/*.yaml --strict
    """
    import cardgen

    if text and format != "text":
        raise typer.BadParameter("--text cannot be combined with --format")
    if report is not None:
        console.check_suffix(report, ".html", "--report")
    found: list[Diagnostic] = []
    for deck in decks:
        with console.progress(deck.name, quiet=quiet) as stage:
            found += cardgen.check(deck, choices, out=out, progress=stage)
    found = sort_diagnostics(found)
    if report is not None:
        _write_report(decks, choices, found, report)
    if text and not quiet:
        _show_texts(decks, choices, is_sound=not any(item.is_error for item in found))
    if format == "text":
        console.print_diagnostics(found, quiet=quiet)
        if not quiet:
            typer.echo(f"{plural(len(decks), 'deck')}: {_verdict(found)}")
    elif format == "json":
        typer.echo(to_json(found))
    elif found:
        typer.echo(to_github(found))
    raise typer.Exit(console.exit_code(found))


def _write_report(decks: Sequence[Path], choices: BuildOptions, found: Sequence[Diagnostic], page: Path) -> None:
    from cardgen.pipeline.press_report import write_press_report

    with console.errors_reported():
        write_press_report(decks, choices, found, page)
    typer.echo(page, err=True)


def _show_texts(decks: Sequence[Path], choices: BuildOptions, *, is_sound: bool) -> None:
    """Print the generated texts of each deck, piece by piece; decks with errors may have none."""
    from cardgen.pipeline.author_help.generated_texts import generated_texts

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
    parts = [plural(errors, "error"), plural(count - errors, "warning")]
    return f"{', '.join(parts)}; cardgen explain CODE says more" if found else "no problems"
