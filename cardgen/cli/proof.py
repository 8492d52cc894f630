"""`cardgen proof`: pages for a last look before printing."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cardgen.cli import console, layout
from cardgen.report.diagnostics import Diagnostic, sort_diagnostics
from cardgen.report.errors import CardgenError

Out = Annotated[Path, typer.Option(help="Folder for the PDFs.", show_default=True)]

Eyes = Annotated[
    bool,
    typer.Option(
        "--eyes",
        help="Also write DECK-eyes.pdf: all designs in grey, and as they look to those who do not see green, red or blue.",
    ),
]


def proof(  # noqa: PLR0913, PLR0917 - the options of the command, which Typer calls by name
    decks: console.Decks,
    out: Out = Path("out"),
    paper: console.Paper = "a4",
    card: console.Card = "",
    lang: console.Language = "",
    only: console.Only = "",
    duplex: layout.Duplex = None,
    margins: layout.Margins = "",
    gap: layout.Gap = "",
    bleed: layout.Bleed = "",
    eyes: Eyes = False,
    strict: console.Strict = False,
    quiet: console.Quiet = False,
) -> None:
    """Write PDFs for a last look on the screen.

    DECK-overview.pdf has every face and every back. DECK-proof.pdf has each sheet with its back shining through,
    mirrored, as the paper will have them: the lines of both must coincide.

    Example: cardgen proof decks/samurai.yaml --out out
    """
    from cardgen.pipeline.build import prepare
    from cardgen.pipeline.options import BuildOptions
    from cardgen.proof.files import write_proofs

    targets = console.targets(decks, out.with_suffix("") if out.suffix.lower() == ".pdf" else out)
    options = BuildOptions(
        paper=paper,
        card=card,
        language=lang,
        only=console.parts_of(only),
        strict=strict,
        margins=margins,
        gap=gap,
        bleed=bleed,
        duplex=duplex,
    )
    found: list[Diagnostic] = []
    for deck, target in zip(decks, targets, strict=True):
        try:
            with console.progress(deck.name, quiet=quiet) as stage:
                job = prepare(deck, options, stage)
                stage("proof")
                written = write_proofs(job, target, eyes=eyes)
            if not quiet:
                console.say(job.warnings)
                typer.echo("\n".join(map(str, written)))
        except CardgenError as error:
            found += error.diagnostics
    console.say(sort_diagnostics(found))
    raise typer.Exit(console.exit_code(found))
