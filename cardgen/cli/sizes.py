"""`cardgen sizes`: what fits where."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from cardgen.cli import console, layout
from cardgen.report.diagnostics import Collector, sort_diagnostics

if TYPE_CHECKING:
    from cardgen.geometry.units import Edges, Mm, Size
    from cardgen.impose.fits import Fit

USUAL_PAPERS = ("a4", "letter", "a3", "legal")
USUAL_CARDS = (
    *("poker", "euro-poker", "japanese", "bridge", "us-game", "standard-european", "mini-american", "mini-european"),
    *("tgc:mini", "micro", "tarot", "tarot-metric", "small-square", "euro-square", "large-square", "jumbo", "large"),
    *("business-us", "business-eu", "domino", "hex"),
)

Deck = Annotated[
    Path | None,
    typer.Argument(
        metavar="[DECK]", help="A deck, for the papers and cards in sizes.yaml beside it.", show_default=False
    ),
]
Paper = Annotated[str, typer.Option(help="Only this paper, in detail.", show_default=False)]
Card = Annotated[str, typer.Option(help="Only this card, in detail.", show_default=False)]
Format = Annotated[Literal["text", "json"], typer.Option(metavar="KIND", help="text for people, json for scripts.")]


def sizes(
    deck: Deck = None,
    paper: Paper = "",
    card: Card = "",
    margins: layout.Margins = "",
    gap: layout.Gap = "",
    format: Format = "text",
) -> None:
    """Show how many cards of which size fit on which paper.

    Without options a table of usual cards and papers; for one card or one paper, both ways round and folded.

    Example: cardgen sizes --card poker
    """
    from cardgen.impose.paper import CARDS, PAPERS, find_card
    from cardgen.pipeline.options import BuildOptions
    from cardgen.pipeline.print_settings import load_presets, resolve

    found = Collector()
    if deck and not deck.is_file():
        raise typer.BadParameter(
            f"there is no deck '{deck}'; name a card by --card, a paper by --paper", param_hint="DECK"
        )
    presets = load_presets(deck.parent if deck else Path(), found)
    own_papers = {name: preset.size for name, preset in presets.papers.items()}
    own_cards = {name: preset.size for name, preset in presets.cards.items()}
    settings = resolve(
        BuildOptions(paper=paper or "a4", card=card, margins=margins, gap=gap), presets, find_card("poker"), found
    )
    if found.items:
        console.say(sort_diagnostics(found.items))
        raise typer.Exit(console.exit_code(found.items))
    asked = bool(paper or card)
    papers = {**own_papers, **(PAPERS if asked else {name: PAPERS[name] for name in USUAL_PAPERS})}
    cards = {**own_cards, **(CARDS if asked else {name: CARDS[name] for name in USUAL_CARDS})}
    own_margins = {} if margins else {name: preset.margins for name, preset in presets.papers.items()}
    rows = _rows(
        {card: settings.card} if card else cards,
        {
            name: (sheet, own_margins.get(name, settings.layout.margins))
            for name, sheet in ({paper: settings.paper.size} if paper else papers).items()
        },
        settings.layout.gap or 0.0,
    )
    if format == "json":
        typer.echo(json.dumps(rows, ensure_ascii=False, indent=2))
    else:
        typer.echo(_details(rows) if asked else _table(rows, list(papers)))


def _rows(cards: Mapping[str, Size], papers: Mapping[str, tuple[Size, Edges]], gap: Mm) -> list[dict[str, Any]]:
    """Each card on each paper, as it is written to JSON."""
    from cardgen.impose.fits import best_fit, fits, folded_pairs

    rows = []
    for card, size in cards.items():
        for paper, (sheet, margins) in papers.items():
            ways = fits(size, sheet, margins, gap)
            best = best_fit(ways)
            rows.append(
                {
                    "card": card,
                    "card_mm": [size.width, size.height],
                    "paper": paper,
                    "paper_mm": [sheet.width, sheet.height],
                    "gap_mm": gap,
                    "best": _way(best) if best else None,
                    "ways": [_way(way) for way in ways],
                    "folded": folded_pairs(size, sheet, margins, gap),
                }
            )
    return rows


def _way(way: Fit) -> dict[str, Any]:
    return {
        "orientation": "landscape" if way.lying else "portrait",
        "columns": way.columns,
        "rows": way.rows,
        "count": way.count,
        "count_with_bleed": way.spaced,
        "largest_gap_mm": None if way.largest_gap is None else round(way.largest_gap, 2),
    }


def _table(rows: Sequence[Mapping[str, Any]], papers: Sequence[str]) -> str:
    """Cards down, papers across: the best way of each."""
    cells = {(row["card"], row["paper"]): _shown(row["best"]) for row in rows}
    sizes = {row["card"]: row["card_mm"] for row in rows}
    lines = [["card", "mm", *papers]]
    lines += [[card, _measure(size), *(cells[card, paper] for paper in papers)] for card, size in sizes.items()]
    return "\n".join(
        [
            *_columns(lines),
            "",
            "columns x rows = cards on a sheet, margins as asked (5 mm); L: the paper lies on its long side.",
            "In brackets: with 6 mm between the cards, for 3 mm of bleed on each side of a cut.",
        ]
    )


def _details(rows: Sequence[Mapping[str, Any]]) -> str:
    """A line for each pair: both ways round, gaps, and folded."""
    lines = [["card", "mm", "paper", "mm", "portrait", "landscape", "folded"]]
    for row in rows:
        ways = {way["orientation"]: way for way in row["ways"]}
        shown = [_detail(ways.get(name)) for name in ("portrait", "landscape")]
        folded = str(row["folded"] or "-")
        lines.append([row["card"], _measure(row["card_mm"]), row["paper"], _measure(row["paper_mm"]), *shown, folded])
    return "\n".join(
        [
            *_columns(lines),
            "",
            "columns x rows = cards on a sheet (with 6 mm between them, for bleed; the widest gap that keeps as many).",
            "folded: cards whose backs fit beside them on the same side, for --duplex fold.",
        ]
    )


def _shown(way: Mapping[str, Any] | None) -> str:
    if not way:
        return "-"
    lying = " L" if way["orientation"] == "landscape" else ""
    return f"{way['columns']}x{way['rows']} = {way['count']}{lying} ({way['count_with_bleed']})"


def _detail(way: Mapping[str, Any] | None) -> str:
    if not way or not way["count"]:
        return "-"
    gap = "" if way["largest_gap_mm"] is None else f"; {way['largest_gap_mm']:.1f} mm"
    return f"{way['columns']}x{way['rows']} = {way['count']} ({way['count_with_bleed']}{gap})"


def _measure(sides: Sequence[float]) -> str:
    return f"{sides[0]:g} x {sides[1]:g}"


def _columns(lines: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in lines]
