"""`cardgen show`: one card as a picture."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardgen.cli import console, options

if TYPE_CHECKING:
    from cardgen.pipeline.options import ShownSide

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
Dpi = Annotated[
    int, typer.Option(metavar="NUMBER", min=10, max=2400, help="Resolution of the picture, in pixels per inch.")
]
Out = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="The picture. [default: out/DECK-KIND-ID.png]", show_default=False),
]
Open = Annotated[bool, typer.Option("--open", help="Open the picture in the program that shows pictures.")]


def show(  # noqa: PLR0913, PLR0917 - the options of the command, which Typer passes by name
    deck: Deck,
    card_name: CardName,
    back: Back = False,
    both: Both = False,
    out: Out = None,
    open_: Open = False,
    dpi: Dpi = 300,
    card: options.Card = "",
    lang: options.Language = "",
    look: options.Look = "",
    palette: options.Palette = "",
    draft: options.Draft = False,
    strict: options.Strict = False,
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
    choices = cardgen.ShowOptions(
        card=card, language=lang, look=look, palette=palette, draft=draft, strict=strict, side=side, dpi=dpi
    )
    with console.errors_reported():
        result = cardgen.show(deck, card_name, out or Path("out"), choices)
    if not quiet:
        console.print_diagnostics(result.warnings)
        about = f": {result.name}, {result.width} x {result.height} pixels" if sys.stdout.isatty() else ""
        typer.echo(f"{result.file}{about}")
    if open_:
        typer.launch(str(result.file))
