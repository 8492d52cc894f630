"""`cardgen diff`: compare two versions of a deck."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from cardgen.cli import console, options
from cardgen.cli.choices import takes_choices
from cardgen.pipeline.options import BuildOptions

Before = Annotated[Path, typer.Argument(metavar="BEFORE", help="The older version (YAML).", show_default=False)]
After = Annotated[Path, typer.Argument(metavar="AFTER", help="The newer version (YAML).", show_default=False)]
Out = Annotated[Path, typer.Option(metavar="PATH", help="Folder for AFTER-diff.pdf, or the PDF itself.")]
Format = Annotated[
    Literal["text", "json"], typer.Option(metavar="text|json", help="Format of the list: text or json (for scripts).")
]
Html = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Write a page with the faces before and after to this file.", show_default=False),
]


@takes_choices(BuildOptions, "paper", "card", "language", "only")
def diff(
    *,
    before: Before,
    after: After,
    out: Out = Path("out"),
    format: Format = "text",
    html: Html = None,
    choices: BuildOptions,
    quiet: options.Quiet = False,
) -> None:
    """Show what looks different between two versions of a deck.

    Lists the differences and writes a PDF with before and after side by side. The order of a deck does not matter, nor
    does a new id of a card that looks the same.

    Example: cardgen diff old/samurai.yaml decks/samurai.yaml
    """
    from cardgen.proof.difference import difference_record
    from cardgen.proof.difference_document import difference_document
    from cardgen.proof.files import compare_decks
    from cardgen.report.json_text import to_json
    from cardgen.report.terminal import print_document

    if html is not None:
        console.check_suffix(html, ".html", "--html")
    with console.errors_reported(quiet=quiet), console.progress("diff", quiet=quiet) as stage:
        differences, target = compare_decks(before, after, out, choices, stage, html)
    if format == "json":
        typer.echo(to_json([*map(difference_record, differences)]))
    elif not quiet:
        print_document(difference_document(differences))
        if differences:
            typer.echo(target)
        if html is not None:
            typer.echo(html)
