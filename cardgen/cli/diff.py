"""`cardgen diff`: two versions of a deck."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from cardgen.cli import console
from cardgen.report.errors import CardgenError

if TYPE_CHECKING:
    from cardgen.proof.difference import Difference

Before = Annotated[Path, typer.Argument(metavar="BEFORE", help="The older version (YAML).", show_default=False)]
After = Annotated[Path, typer.Argument(metavar="AFTER", help="The newer version (YAML).", show_default=False)]
Format = Annotated[Literal["text", "json"], typer.Option(help="Of the list: text for people, json for scripts.")]


def diff(  # noqa: PLR0913, PLR0917 - the options of the command, which Typer calls by name
    before: Before,
    after: After,
    out: console.Out = Path("out"),
    format: Format = "text",
    paper: console.Paper = "a4",
    card: console.Card = "",
    lang: console.Language = "",
    only: console.Only = "",
    quiet: console.Quiet = False,
) -> None:
    """Show what looks different between two versions of a deck.

    Lists it, and shows it side by side in AFTER-diff.pdf. The order of a deck does not count, nor does an id whose card stays as it looked.

    Example: cardgen diff old/samurai.yaml decks/samurai.yaml
    """
    from cardgen.pipeline.build import prepare
    from cardgen.pipeline.options import BuildOptions
    from cardgen.proof.difference import draw_differences, list_differences
    from cardgen.proof.files import save_proof

    target = out if out.suffix.lower() == ".pdf" else out / f"{after.stem}-diff.pdf"
    options = BuildOptions(paper=paper, card=card, language=lang, only=console.parts_of(only))
    try:
        with console.progress("diff", quiet=quiet) as stage:
            older, newer = prepare(before, options, stage), prepare(after, options, stage)
            found = list_differences(older, newer)
            if found:
                stage("draw")
                save_proof(target, draw_differences(older, newer, found))
    except CardgenError as error:
        console.say(error.diagnostics)
        raise typer.Exit(console.exit_code(error.diagnostics)) from None
    if format == "json":
        typer.echo(json.dumps([_record(difference) for difference in found], ensure_ascii=False, indent=2))
    elif not quiet:
        _say(found, target)


def _say(found: Sequence[Difference], target: Path) -> None:
    if not found:
        typer.echo("no piece looks different")
        return
    for difference in found:
        change = difference.change
        counts = " -> ".join(dict.fromkeys(str(look.copies) for look in (change.before, change.after) if look))
        keys = f" ({', '.join(difference.keys)})" if difference.keys else ""
        typer.echo(f"{change.status:8}{change.look.kind}/{change.look.id}: {change.look.name}, {counts} x{keys}")
    typer.echo(target)


def _record(difference: Difference) -> dict[str, object]:
    change = difference.change
    return {
        "status": change.status,
        "kind": change.look.kind,
        "id": change.look.id,
        "name": change.look.name,
        "copies_before": change.before.copies if change.before else 0,
        "copies_after": change.after.copies if change.after else 0,
        "keys": difference.keys,
    }
