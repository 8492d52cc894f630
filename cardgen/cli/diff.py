"""`cardgen diff`: compare two versions of a deck."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from cardgen.cli import console, options
from cardgen.cli.choices import takes_choices
from cardgen.pipeline.options import BuildOptions

if TYPE_CHECKING:
    from cardgen.proof.difference import Difference

Before = Annotated[Path, typer.Argument(metavar="BEFORE", help="The older version (YAML).", show_default=False)]
After = Annotated[Path, typer.Argument(metavar="AFTER", help="The newer version (YAML).", show_default=False)]
Out = Annotated[Path, typer.Option(metavar="PATH", help="Folder for AFTER-diff.pdf, or the PDF itself.")]
Format = Annotated[
    Literal["text", "json"], typer.Option(metavar="text|json", help="Format of the list: text or json (for scripts).")
]


@takes_choices(BuildOptions, "paper", "card", "language", "only")
def diff(
    *,
    before: Before,
    after: After,
    out: Out = Path("out"),
    format: Format = "text",
    choices: BuildOptions,
    quiet: options.Quiet = False,
) -> None:
    """Show what looks different between two versions of a deck.

    Lists the differences and writes a PDF with before and after side by side. The order of a deck does not matter, nor
    does a new id of a card that looks the same.

    Example: cardgen diff old/samurai.yaml decks/samurai.yaml
    """
    from cardgen.proof.difference import to_json
    from cardgen.proof.files import compare_decks

    with console.errors_reported(quiet=quiet), console.progress("diff", quiet=quiet) as stage:
        differences, target = compare_decks(before, after, out, choices, stage)
    if format == "json":
        typer.echo(to_json(differences))
    elif not quiet:
        _show(differences, target)


def _show(differences: Sequence[Difference], target: Path) -> None:
    if not differences:
        typer.echo("no piece looks different")
        return
    for difference in differences:
        change = difference.change
        counts = " -> ".join(dict.fromkeys(str(look.copies) for look in (change.before, change.after) if look))
        keys = f" ({', '.join(difference.keys)})" if difference.keys else ""
        typer.echo(f"{change.status:8}{change.design.kind}/{change.design.id}: {change.design.name}, {counts} x{keys}")
    typer.echo(target)
