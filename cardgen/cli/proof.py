"""`cardgen proof`: pages to look through on the screen before printing."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cardgen.cli import console, options
from cardgen.report.diagnostics import Diagnostic

Out = Annotated[Path, typer.Option(metavar="FOLDER", help="Folder for the PDFs.")]
Eyes = Annotated[
    bool,
    typer.Option(
        "--eyes",
        help="Also write DECK-eyes.pdf: all designs in grey, and as people with each kind of colour blindness see them.",
    ),
]


def proof(  # noqa: PLR0913, PLR0917 - the options of the command, which Typer passes by name
    decks: options.Decks,
    out: Out = Path("out"),
    paper: options.Paper = "a4",
    card: options.Card = "",
    lang: options.Language = "",
    look: options.Look = "",
    palette: options.Palette = "",
    only: options.Only = "",
    players: options.Players = 0,
    duplex: options.Duplex = None,
    margins: options.Margins = "",
    gap: options.Gap = "",
    bleed: options.Bleed = "",
    eyes: Eyes = False,
    draft: options.Draft = False,
    strict: options.Strict = False,
    quiet: options.Quiet = False,
) -> None:
    """Write PDFs to look through on the screen before printing.

    DECK-overview.pdf shows every face and every back. DECK-proof.pdf shows each sheet with its back shining through,
    mirrored as on paper: the lines of both sides must coincide.

    Example: cardgen proof decks/samurai.yaml --out out
    """
    from cardgen.pipeline.options import BuildOptions
    from cardgen.proof.files import proof_deck

    console.check_targets(decks, out.with_suffix(""))
    choices = BuildOptions(
        paper=paper,
        card=card,
        language=lang,
        look=look,
        palette=palette,
        players=players,
        only=options.split_names(only),
        duplex=duplex,
        margins=margins,
        gap=gap,
        bleed=bleed,
        strict=strict,
        draft=draft,
    )
    found: list[Diagnostic] = []
    for deck in decks:
        with console.collect_errors(found):
            with console.progress(deck.name, quiet=quiet) as stage:
                result = proof_deck(deck, out, choices, stage, eyes=eyes)
            if not quiet:
                console.print_diagnostics(result.warnings)
                typer.echo("\n".join(map(str, result.files)))
    console.finish(found, quiet=quiet)
