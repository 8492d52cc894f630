"""The options that say how pieces are put on paper; each is told of by `--help`."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

Duplex = Annotated[
    Literal["long-edge", "short-edge", "manual", "fold", "none"] | None,
    typer.Option(
        metavar="MODE",
        help="How backs get behind faces: long-edge and short-edge (the printer turns the paper), manual (you turn the "
        "stack), fold (backs beside the faces, to be folded and glued), none. [default: long-edge, or as --printer "
        "does]",
        show_default=False,
    ),
]
Evens = Annotated[
    Literal["normal", "reversed"] | None,
    typer.Option(
        metavar="ORDER",
        help="Order of the even pages when they are printed by themselves: normal, or reversed for a printer that "
        "stacks its sheets face up.",
        show_default=False,
    ),
]
Split = Annotated[bool, typer.Option("--split", help="Fronts and backs in two files, DECK-fronts and DECK-backs.")]
Margins = Annotated[
    str,
    typer.Option(
        help="Margins of the paper: 5mm; 10mm,5mm (top and bottom, left and right); or four: top, right, bottom, left.",
        show_default=False,
    ),
]
Gap = Annotated[str, typer.Option(help="Gap between pieces, such as 6mm; 0 shares the cuts.", show_default=False)]
Bleed = Annotated[str, typer.Option(help="How far pictures run past the cut, such as 3mm.", show_default=False)]
Marks = Annotated[
    Literal["crop", "lines", "none"],
    typer.Option(
        metavar="KIND", help="Show the cuts by crop marks at the edges, by lines around each piece, or not: none."
    ),
]
Plotter = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="Print the registration marks of a cutting plotter and keep the pieces off them: silhouette; scm (shorter "
        "marks, room for more cards); or one of your own in sizes.yaml.",
        show_default=False,
    ),
]
CutFile = Annotated[
    str,
    typer.Option(
        metavar="FORMATS",
        help="Also write what is to be cut, as DECK-cut-KIND.svg or .dxf in mm: svg, dxf, or svg,dxf. --corners rounds it.",
        show_default=False,
    ),
]
Ink = Annotated[
    Literal["full", "low", "grey"],
    typer.Option(
        metavar="KIND",
        help="full; low: outlines in place of fills, a third of the ink, all still legible; grey: no colours.",
    ),
]
Corners = Annotated[
    str, typer.Option(help="Show corners to be rounded to this radius, such as 3mm.", show_default=False)
]
