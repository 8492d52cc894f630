"""`cardgen box`: a box to put the cards into."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from cardgen.cli import console
from cardgen.report.diagnostics import Diagnostic, sort_diagnostics
from cardgen.report.errors import CardgenError, UnlocatedError

Out = Annotated[Path, typer.Option(help="Folder for DECK-box.pdf, or the PDF itself for one deck.")]
Thickness = Annotated[str, typer.Option(help="Thickness of one card without its sleeve. Measure ten and divide.")]
Sleeves = Annotated[
    Literal["none", "thin", "thick"],
    typer.Option(metavar="KIND", help="What the cards are put into: none, thin (films of 50 µm), thick (120 µm)."),
]


def box(  # noqa: PLR0913, PLR0917 - the options of the command, which Typer calls by name
    decks: console.Decks,
    out: Out = Path("out"),
    paper: console.Paper = "a4",
    card: console.Card = "",
    lang: console.Language = "",
    only: console.Only = "",
    printer: console.Printer = "",
    thickness: Thickness = "0.3mm",  # the heaviest paper that home printers take, 250 to 300 g/m2
    sleeves: Sleeves = "none",
    strict: console.Strict = False,
    quiet: console.Quiet = False,
) -> None:
    """Write the net of a tuck box for each deck.

    It holds all cards of the deck and has the art of its faction. Print it at 100 % on card of 200 g or more, cut along
    the solid lines, crease the dashed ones with an empty pen, fold them away from the print, glue the flap.

    Example: cardgen box decks/samurai.yaml --sleeves thin
    """
    from cardgen.box.make import contents_of, make_box, read_thickness, write_box
    from cardgen.pipeline.build import prepare
    from cardgen.pipeline.options import BuildOptions

    targets = console.targets(decks, out)
    options = BuildOptions(
        paper=paper, card=card, language=lang, only=console.parts_of(only), strict=strict, printer=printer
    )
    found: list[Diagnostic] = []
    for deck, target in zip(decks, targets, strict=True):
        try:
            job = prepare(deck, options)
            made = make_box(job, contents_of(job, read_thickness(thickness), sleeves))
            file = target if out.suffix.lower() == ".pdf" else target.with_stem(f"{target.stem}-box")
            write_box(job, made, file)
            if not quiet:
                typer.echo(file)
                inside = made.contents
                measure = f"{inside.width:.4g} x {inside.height:.4g} x {inside.depth:.4g} mm"
                typer.echo(f"{inside.count} cards, box of {measure} inside", err=True)
        except UnlocatedError as fault:
            found.append(fault.at(None))
        except CardgenError as error:
            found += error.diagnostics
    console.say(sort_diagnostics(found))
    raise typer.Exit(console.exit_code(found))
