"""Tabulate how many cards of each size fit on each paper."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.geometry.units import Edges, Mm, Size
from cardgen.impose.fits import Fit, best_fit, count_folded_pairs, find_fits
from cardgen.impose.paper import CARDS, COMMON_CARDS, COMMON_PAPERS, PAPERS, find_card
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.presets import Presets, load_presets
from cardgen.pipeline.print_settings import PrintSettings, resolve
from cardgen.report.diagnostics import Collector, sort_diagnostics
from cardgen.report.errors import CardgenError

if TYPE_CHECKING:
    from cardgen.impose.products import Product


@dataclass(frozen=True, slots=True)
class CardFit:
    """The fit of a card size on a paper size.

    Attributes:
        card_size: Trim size of the card, in mm.
        paper_size: Size of the paper, in mm, upright.
        gap: Gap between neighbouring cards, in mm.
        ways: The ways to place the cards, upright paper first; a way for which the margins leave no room is missing.
        folded: Number of cards whose backs fit beside them on the same side, for a sheet that is folded.
    """

    card: str
    card_size: Size
    paper: str
    paper_size: Size
    gap: Mm
    ways: tuple[Fit, ...]
    folded: int

    @property
    def best(self) -> Fit | None:
        """The way that places the most cards; None if none fits."""
        return best_fit(self.ways)


def list_fits(folder: Path, options: BuildOptions) -> list[CardFit]:
    """Fit cards on papers: each card of `options` or the common ones, on its paper or the common ones.

    Args:
        folder: Folder whose presets (`sizes.yaml`) come first.
        options: Paper and card, each empty for the common ones (all that are known if the other is named); margins and
            gap.

    Returns:
        A fit for each pair, by card, then by paper.

    Raises:
        CardgenError: E502 or E506, an option is wrong; or the presets have errors.
    """
    found = Collector()
    presets = load_presets(folder, found)
    named = BuildOptions(paper=options.paper or "a4", card=options.card, margins=options.margins, gap=options.gap)
    settings = resolve(named, presets, find_card("poker"), found)
    if found.items:
        raise CardgenError(sort_diagnostics(found.items))
    cards, papers = _cards(options, settings, presets), _papers(options, settings, presets)
    if product := settings.layout.product:
        ways = {name: tuple(_slots_of(product, size)) for name, size in cards.items()}
        return [CardFit(name, cards[name], options.paper, product.paper, 0.0, fits, 0) for name, fits in ways.items()]
    gap = settings.layout.gap or 0.0
    return [
        CardFit(card, size, paper, sheet, gap, tuple(find_fits(size, sheet, margins, gap)), pairs)
        for card, size in cards.items()
        for paper, (sheet, margins) in papers.items()
        for pairs in [count_folded_pairs(size, sheet, margins, gap)]
    ]


def _slots_of(product: Product, card: Size) -> Iterator[Fit]:
    """Yield the ways in which a card lies in the slots of a product, upright sheets first."""
    from cardgen.impose.products import fits_slot

    shape = product.columns, product.rows
    for lying, slot, (columns, rows) in ((False, product.slot, shape), (True, product.slot.turned, shape[::-1])):
        if fits_slot(card, slot):
            yield Fit(lying, columns, rows, columns * rows, None)


def _cards(options: BuildOptions, settings: PrintSettings, presets: Presets) -> Mapping[str, Size]:
    if options.card:
        return {options.card: settings.card}
    own = {name: preset.size for name, preset in presets.cards.items()}
    return _own_first(own, CARDS if options.paper else {name: CARDS[name] for name in COMMON_CARDS})


def _papers(options: BuildOptions, settings: PrintSettings, presets: Presets) -> Mapping[str, tuple[Size, Edges]]:
    """Return each paper with its margins."""
    if options.paper:
        sizes: Mapping[str, Size] = {options.paper: settings.paper.size}
    else:
        own = {name: preset.size for name, preset in presets.papers.items()}
        sizes = _own_first(own, PAPERS if options.card else {name: PAPERS[name] for name in COMMON_PAPERS})
    margins = {} if options.margins else {name: preset.margins for name, preset in presets.papers.items()}
    return {name: (size, margins.get(name, settings.layout.margins)) for name, size in sizes.items()}


def _own_first(own: Mapping[str, Size], known: Mapping[str, Size]) -> Mapping[str, Size]:
    """Return both; for a name in both, the user's own size."""
    return {**own, **known, **own}


def fit_record(fit: CardFit) -> dict[str, Any]:
    """Return what the JSON says of how a card fits a paper, lengths in mm."""
    return {
        "card": fit.card,
        "card_mm": [fit.card_size.width, fit.card_size.height],
        "paper": fit.paper,
        "paper_mm": [fit.paper_size.width, fit.paper_size.height],
        "gap_mm": fit.gap,
        "best": _way(fit.best) if fit.best else None,
        "ways": [_way(way) for way in fit.ways],
        "folded": fit.folded,
    }


def _way(way: Fit) -> dict[str, Any]:
    return {
        "orientation": "landscape" if way.lying else "portrait",
        "columns": way.columns,
        "rows": way.rows,
        "count": way.count,
        "count_with_bleed": way.spaced,
        "largest_gap_mm": None if way.largest_gap is None else round(way.largest_gap, 2),
    }
