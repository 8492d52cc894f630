"""`cardgen proof`: pages to look through on the screen before printing."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cardgen.cli import console, options
from cardgen.cli.choices import DECK, takes_choices
from cardgen.pipeline.options import BuildOptions
from cardgen.report.diagnostics import Diagnostic

Out = Annotated[Path, typer.Option(metavar="FOLDER", help="Folder for the PDFs.")]
Eyes = Annotated[
    bool,
    typer.Option(
        "--eyes",
        help="Also write DECK-eyes.pdf: all designs in grey, and as people with each kind of colour blindness see them.",
    ),
]


@takes_choices(BuildOptions, *DECK, "paper", "duplex", "margins", "gap", "bleed")
def proof(
    *,
    decks: options.Decks,
    out: Out = Path("out"),
    choices: BuildOptions,
    eyes: Eyes = False,
    quiet: options.Quiet = False,
) -> None:
    """Write PDFs to look through on the screen before printing.

    DECK-overview.pdf shows every face and every back. DECK-proof.pdf shows each sheet with its back shining through,
    mirrored as on paper: the lines of both sides must coincide.

    Example: cardgen proof decks/samurai.yaml --out out
    """
    from cardgen.proof.files import proof_deck

    console.check_targets(decks, out.with_suffix(""))
    found: list[Diagnostic] = []
    for deck in decks:
        with console.collect_errors(found):
            with console.progress(deck.name, quiet=quiet) as stage:
                result = proof_deck(deck, out, choices, stage, eyes=eyes)
            if not quiet:
                console.print_diagnostics(result.warnings)
                typer.echo("\n".join(map(str, result.files)))
    console.finish(found, quiet=quiet)
