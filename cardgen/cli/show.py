"""`cardgen show`: one card as a picture."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from cardgen.cli import console, options
from cardgen.cli.choices import takes_choices
from cardgen.pipeline.options import ShownSide, ShowOptions

Deck = Annotated[Path, typer.Argument(metavar="DECK", help="Deck file.", show_default=False)]
CardName = Annotated[
    str,
    typer.Argument(
        metavar="CARD",
        help="Id or name of a card or another piece; KIND/ID, such as cards/ferry, if several kinds have one of that id, and for bases of figures.",
        show_default=False,
    ),
]
Back = Annotated[bool, typer.Option("--back", help="Show the back.")]
Both = Annotated[bool, typer.Option("--both", help="Show face and back beside each other.")]
Out = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="The picture. [default: out/DECK-KIND-ID.png]", show_default=False),
]
Open = Annotated[bool, typer.Option("--open", help="Open the picture in the program that shows pictures.")]


@takes_choices(ShowOptions, "card", "language", "look", "palette", "dpi", "draft", "strict")
def show(  # noqa: PLR0913 - the options of the command, which Typer passes by name
    *,
    deck: Deck,
    card_name: CardName,
    back: Back = False,
    both: Both = False,
    out: Out = None,
    open_: Open = False,
    choices: ShowOptions,
    quiet: options.Quiet = False,
) -> None:
    """Write one card as a picture, to look at while you design it.

    Only this card is drawn, so it takes a moment, and it works while other cards of the deck have errors. It shows any
    piece: cards, tokens, boards, dice and boxes on their nets, bases and hubs.

    Example: cardgen show decks/samurai.yaml steppes --open
    """
    import cardgen

    if back and both:
        raise typer.BadParameter("--both shows the back already; use one of them", param_hint="--back")
    if out is not None:
        console.check_suffix(out, ".png", "--out")
    side: ShownSide = "both" if both else "back" if back else "face"
    with console.errors_reported():
        result = cardgen.show(deck, card_name, out or Path("out"), replace(choices, side=side))
    if not quiet:
        console.print_diagnostics(result.warnings)
        about = f": {result.name}, {result.width} x {result.height} pixels" if sys.stdout.isatty() else ""
        typer.echo(f"{result.file}{about}")
    if open_:
        typer.launch(str(result.file))
