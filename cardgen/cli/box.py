"""`cardgen box`: a box for the cards of a deck."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from cardgen.cli import console, options
from cardgen.cli.choices import takes_choices
from cardgen.pipeline.options import BuildOptions
from cardgen.report.diagnostics import Diagnostic

Out = Annotated[
    Path, typer.Option(metavar="PATH", help="Folder for DECK-box.pdf; for a single deck, it may be the PDF itself.")
]
Thickness = Annotated[
    str | None,
    typer.Option(
        metavar="LENGTH",
        help="Thickness of one card without a sleeve: measure a stack of ten and divide. [default: that of the game's boxes, or 0.3mm]",
    ),
]
Sleeves = Annotated[
    Literal["none", "thin", "thick"] | None,
    typer.Option(
        metavar="KIND",
        help="Sleeves on the cards: none, thin (films of 50 µm) or thick (120 µm). [default: those of the game's boxes, or none]",
    ),
]


Each = Annotated[
    Literal["size", "kind", "deck"] | None,
    typer.Option(
        metavar="WHAT",
        help="What has a box of its own: size (cards of one size), kind (each kind of card) or deck (all cards together). [default: the game's boxes, or size]",
    ),
]


@takes_choices(BuildOptions, "paper", "card", "language", "only", "players", "printer", "strict")
def box(
    *,
    decks: options.Decks,
    out: Out = Path("out"),
    choices: BuildOptions,
    thickness: Thickness = None,
    sleeves: Sleeves = None,
    each: Each = None,
    quiet: options.Quiet = False,
) -> None:
    """Write the net of a tuck box for each deck.

    The box holds all cards of the deck and carries its artwork; cards of different sizes have boxes of their own. A game that states its boxes gets those, as in a build. Print it at 100 % on card of 200 g/m² or more, cut along the
    solid lines, crease the dashed ones with an empty pen, fold them away from the print and glue the flap.

    Example: cardgen box decks/samurai.yaml --sleeves thin
    """
    from cardgen.box.make import box_deck

    console.check_targets(decks, out)
    found: list[Diagnostic] = []
    for deck in decks:
        with console.collect_errors(found):
            boxes, file = box_deck(deck, out, choices, thickness, sleeves, each)
            if not quiet:
                typer.echo(file)
                for made in boxes:
                    inside, name = made.contents, f"{made.title}: " if len(boxes) > 1 else ""
                    measure = f"{inside.width:.4g} x {inside.height:.4g} x {inside.depth:.4g} mm"
                    typer.echo(f"{name}{inside.count} cards, box of {measure} inside", err=True)
    console.finish(found, quiet=quiet)
