"""`cardgen sizes`: which cards fit on which paper."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from cardgen.cli import console, options

if TYPE_CHECKING:
    from cardgen.geometry.units import Size
    from cardgen.impose.fits import Fit
    from cardgen.pipeline.author_help.sizes import CardFit

Deck = Annotated[
    Path | None,
    typer.Argument(
        metavar="DECK",
        help="A deck: the papers and cards in sizes.yaml beside it are listed too.",
        show_default=False,
    ),
]
Paper = Annotated[str, typer.Option(metavar="SIZE", help="Show this paper only, in detail.", show_default=False)]
Card = Annotated[str, typer.Option(metavar="SIZE", help="Show this card size only, in detail.", show_default=False)]
Gap = Annotated[
    str,
    typer.Option(
        metavar="LENGTH",
        help="Gap between cards, such as 6mm; 0 lets neighbours share a cut. [default: 0]",
        show_default=False,
    ),
]
Format = Annotated[
    Literal["text", "json"], typer.Option(metavar="text|json", help="Format of the table: text or json (for scripts).")
]


def sizes(
    deck: Deck = None,
    paper: Paper = "",
    card: Card = "",
    margins: options.Margins = "",
    gap: Gap = "",
    format: Format = "text",
) -> None:
    """Show how many cards of which size fit on which paper.

    Without options it prints a table of common cards and papers; for one card or one paper, it shows both orientations
    and folded sheets.

    Example: cardgen sizes --card poker
    """
    from cardgen.pipeline.author_help.sizes import fit_record, list_fits
    from cardgen.pipeline.options import BuildOptions
    from cardgen.report.json_text import to_json

    if deck and not deck.is_file():
        hint = "to name a card or a paper, use --card or --paper"
        raise typer.BadParameter(f"there is no deck '{deck}'; {hint}", param_hint="DECK")
    with console.errors_reported():
        fits = list_fits(
            deck.parent if deck else Path(), BuildOptions(paper=paper, card=card, margins=margins, gap=gap)
        )
    if format == "json":
        typer.echo(to_json([*map(fit_record, fits)]))
    else:
        typer.echo(_details(fits) if paper or card else _table(fits))


def _table(fits: Sequence[CardFit]) -> str:
    """Return a table with a row for each card and a column for each paper: the orientation that fits most."""
    cells = {(fit.card, fit.paper): _best(fit.best) for fit in fits}
    papers = list(dict.fromkeys(fit.paper for fit in fits))
    sizes = {fit.card: fit.card_size for fit in fits}
    rows = [["card", "mm", *papers]]
    rows += [[card, _mm(size), *(cells[card, paper] for paper in papers)] for card, size in sizes.items()]
    return "\n".join(
        [
            *_aligned(rows),
            "",
            "columns x rows = cards on a sheet with 5 mm margins, or those of --margins; L: landscape paper.",
            "In brackets: with gaps of 6 mm, for 3 mm of bleed on each side of a cut.",
        ]
    )


def _details(fits: Sequence[CardFit]) -> str:
    """Return a table with a row for each pair: both orientations, gaps and folded sheets."""
    rows = [["card", "mm", "paper", "mm", "portrait", "landscape", "folded"]]
    for fit in fits:
        ways = {way.lying: _detail(way) for way in fit.ways}
        shown = [ways.get(lying, "-") for lying in (False, True)]
        rows.append([fit.card, _mm(fit.card_size), fit.paper, _mm(fit.paper_size), *shown, str(fit.folded or "-")])
    return "\n".join(
        [
            *_aligned(rows),
            "",
            "columns x rows = cards on a sheet (with gaps of 6 mm, for bleed; the widest gap that fits as many cards).",
            "folded: cards whose backs fit beside them on the same side, for --duplex fold.",
        ]
    )


def _best(way: Fit | None) -> str:
    if not way:
        return "-"
    return f"{way.columns}x{way.rows} = {way.count}{' L' if way.lying else ''} ({way.spaced})"


def _detail(way: Fit) -> str:
    if not way.count:
        return "-"
    gap = "" if way.largest_gap is None else f"; {way.largest_gap:.1f} mm"
    return f"{way.columns}x{way.rows} = {way.count} ({way.spaced}{gap})"


def _mm(size: Size) -> str:
    return f"{size.width:g} x {size.height:g}"


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return the rows as lines with aligned columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
