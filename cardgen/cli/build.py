"""`cardgen build`: write PDFs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardgen.cli import console
from cardgen.diagnostics import Diagnostic, in_order
from cardgen.errors import CardgenError

if TYPE_CHECKING:
    from cardgen.pipeline import Job

Out = Annotated[Path, typer.Option(help="Folder for the PDFs, or the PDF itself for one deck.", show_default=True)]


def build(  # noqa: PLR0913, PLR0917 - the options of the command, which Typer calls by name
    decks: console.Decks,
    out: Out = Path("out"),
    paper: console.Paper = "a4",
    card: console.Card = "",
    lang: console.Language = "en",
    only: console.Only = "",
    strict: console.Strict = False,
    quiet: console.Quiet = False,
) -> None:
    """Write a PDF for each deck, ready to print.

    Checks everything first; a deck with an error writes nothing and leaves its old PDF as it was.

    Example: cardgen build decks/samurai.yaml --paper letter
    """
    from cardgen.pipeline import Options, prepare, write

    targets = _targets(decks, out)
    options = Options(paper, card, lang, console.parts_of(only), strict)
    found: list[Diagnostic] = []
    for deck, target in zip(decks, targets, strict=True):
        try:
            with console.progress(deck.name, quiet=quiet) as stage:
                job = prepare(deck, options, stage)
                stage("write")
                write(job, target)
            if not quiet:
                console.say(job.warnings)
                _summary(job, target)
        except CardgenError as error:
            found += error.diagnostics
    console.say(in_order(found))
    raise typer.Exit(console.exit_code(found))


def _targets(decks: list[Path], out: Path) -> list[Path]:
    """Where each deck's PDF goes."""
    if out.suffix.lower() == ".pdf":
        if len(decks) > 1:
            raise typer.BadParameter(f"'{out}' is one file, but there are {len(decks)} decks; name a folder")
        return [out]
    targets = [out / f"{deck.stem}.pdf" for deck in decks]
    twice = {target for target in targets if targets.count(target) > 1}
    if twice:
        raise typer.BadParameter(f"two decks would both write '{min(twice)}'; build them one by one with --out")
    return targets


def _summary(job: Job, target: Path) -> None:
    """What was written and what to print; just the path if nobody is looking."""
    if not sys.stdout.isatty():
        typer.echo(target)
        return
    kinds: dict[str, int] = {}
    for sheet in job.sheets:
        kinds[sheet.kind] = kinds.get(sheet.kind, 0) + 1
    last = 2 + 2 * len(job.sheets)
    pieces = sum(piece.copies for part in job.parts for piece in part.pieces)
    typer.echo(f"{target}: {job.title}, {console.plural(pieces, 'piece')}")
    parts = ", ".join(f"{kind} {count}" for kind, count in kinds.items())
    typer.echo(f"  {console.plural(len(job.sheets), 'sheet')} of {job.paper.name} ({parts}), {last} pages")
    typer.echo(f"  print pages 3-{last} at 100 %, both sides, flip on the long edge; page 1 tells more")
