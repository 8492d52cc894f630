"""Resolve the options of a build, the presets beside the deck and the printer into one set of print settings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from cardgen.geometry.units import Edges, Mm, Size
from cardgen.impose.layout import Evens, Layout, read_length, read_margins
from cardgen.impose.paper import MARGINS, PAPERS, Paper, find_card, find_paper, plain_name
from cardgen.impose.plotter import Plotter, find_plotter
from cardgen.model.sheet import FlipEdge
from cardgen.pipeline.options import BuildOptions, Ink, LayoutOptions
from cardgen.pipeline.presets import CardPreset, PaperPreset, Presets
from cardgen.plugin.components import PieceKind
from cardgen.records import dataclass
from cardgen.report.diagnostics import Collector, quoted
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.report.source import Span

if TYPE_CHECKING:  # profiles are looked up only for a build that names a printer
    from cardgen.impose.products import Product
    from cardgen.printer.profiles import PrinterProfile

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class PrintSettings:
    """Everything that is decided about printing before anything is drawn.

    Attributes:
        layout: How pieces are placed on the paper.
        printer: Profile that the pages are adjusted to; None for none.
        printer_name: Name of that profile; empty for none.
        ink: How much ink the pages take, as in `BuildOptions`.
        cut_files: Formats of the files for a cutting plotter.
        large_print: Whether everything is enlarged until all text has at least 12 points.
    """

    paper: Paper
    card: Size
    layout: Layout
    printer: PrinterProfile | None = None
    printer_name: str = ""
    ink: Ink = "full"
    cut_files: tuple[str, ...] = ()
    large_print: bool = False

    def bleed_of(self, kind: PieceKind) -> Mm:
        """Return how far the ink of the pieces of a kind runs past the trim, mm."""
        return kind.bleed if self.layout.bleed is None else self.layout.bleed


def resolve(options: BuildOptions, presets: Presets, default_card: Size, found: Collector) -> PrintSettings:
    """Resolve the options of a build; they override the preset of the card, which overrides that of the paper.

    Args:
        presets: The user's own papers, cards and plotters; they override those that ship.
        found: Collects the errors; a default replaces each invalid value, so that checking can go on.
    """
    papers = {name: preset.size for name, preset in presets.papers.items()}
    cards = {name: preset.size for name, preset in presets.cards.items()}
    place = presets.place("papers", options.paper)
    paper = _attempt(lambda: _named_paper(options.paper, papers), Paper("A4", find_paper("a4")), found, place)
    place = presets.place("cards", options.card)
    card = _attempt(
        lambda: find_card(options.card, cards) if options.card else default_card, default_card, found, place
    )
    layout = _resolve_layout(options, presets, paper.size, found)
    printer = _printer_profile(options.printer, found)
    if printer:
        layout = adapt_to_printer(layout, options, printer.flip_edge, printer.evens)
        _check_flip_edge(layout, options.printer, printer.flip_edge, found)
    formats: tuple[str, ...] = ()
    if options.cut_files:
        from cardgen.printer.cut_files import check_formats  # few builds have such files

        formats = _attempt(lambda: check_formats(options.cut_files, options.duplex), formats, found)
    return PrintSettings(paper, card, layout, printer, options.printer, options.ink, formats, options.large_print)


def _resolve_layout(options: BuildOptions, presets: Presets, paper: Size, found: Collector) -> Layout:
    own_paper = presets.papers.get(plain_name(options.paper)) or PaperPreset.model_validate("a4")
    own_card = presets.cards.get(plain_name(options.card)) or CardPreset.model_validate("poker")
    plotters = {name: Plotter(**preset.model_dump()) for name, preset in presets.plotters.items()}

    def length(what: str, text: str, default: Mm | None) -> Mm | None:
        return _attempt(lambda: read_length(what, text), default, found) if text else default

    def plotter() -> Plotter | None:
        return find_plotter(plain_name(options.plotter), plotters) if options.plotter else None

    def margins() -> Edges:
        return read_margins(options.margins) if options.margins else own_paper.margins

    layout = Layout(
        paper=paper,
        margins=_attempt(margins, MARGINS, found),
        gap=length("gap", options.gap, own_paper.gap if own_card.gap is None else own_card.gap),
        bleed=length("bleed", options.bleed, own_card.bleed),
        corners=length("corner radius", options.corners, own_card.corners) or 0.0,
        marks=options.marks,
        duplex=options.duplex or "long-edge",
        evens=options.evens or "normal",
        split=options.split,
        plotter=_attempt(plotter, None, found, presets.place("plotters", options.plotter)),
        product=_find_product(options.paper, presets),
    )
    if layout.product and not options.gap:  # a gap that a preset states is for plain paper
        layout = replace(layout, gap=None)
    return _attempt(layout.checked, replace(layout, split=False, evens="normal", plotter=None, product=None), found)


def _find_product(paper: str, presets: Presets) -> Product | None:
    """Return the sheet of labels or cards that a paper is; None for plain paper."""
    name = plain_name(paper)
    if name in PAPERS or name in presets.papers:
        return None
    from cardgen.impose.products import products

    return products().get(name)


def _attempt(read: Callable[[], Value], default: Value, found: Collector, place: Span | None = None) -> Value:
    """Return what a function reads, or the default after its error was collected, with its place in a file if any."""
    try:
        return read()
    except UnlocatedError as error:
        found.items.append(error.at(place))
        return default


def adapt_to_printer(layout: Layout, options: LayoutOptions, flip: FlipEdge, evens: Evens) -> Layout:
    """Take from a printer what the options leave open: the flip edge and the order of the even pages.

    Args:
        flip: The edge about which the printer turns the paper, or a person the stack.
        evens: The order in which the printer needs the even pages.
    """
    duplex = layout.duplex if options.duplex else ("short-edge" if flip == "short" else "long-edge")
    order = options.evens or (evens if layout.two_sided else "normal")
    return replace(layout, duplex=duplex, hand_flip=flip, evens=order)


def _named_paper(text: str, own: dict[str, Size]) -> Paper:
    """Return a paper with its name as people write it: `A4`, `Letter`."""
    return Paper(text.upper() if len(text) < 4 else text.capitalize(), find_paper(text, own))


def _printer_profile(name: str, found: Collector) -> PrinterProfile | None:
    """Return the profile of a printer; None for no name, or after its error was collected."""
    if not name:
        return None
    from cardgen.printer.profiles import load_printer

    try:
        return load_printer(name)
    except UnlocatedError as error:
        found.items.append(error.at(None))
    except CardgenError as error:
        found.items += error.diagnostics
    return None


def _check_flip_edge(layout: Layout, name: str, measured: FlipEdge, found: Collector) -> None:
    """Report E527 if a printer was measured with its paper turned over another edge than that of the layout."""
    if layout.two_sided and layout.flip != measured:
        turned = f"was measured with the paper turned over its {measured} edge"
        message = f"printer {quoted(name)} {turned}, but this build turns it over the {layout.flip} edge"
        hint = f"run cardgen calibrate --flip {layout.flip}-edge, and store the result under a new name"
        found.add("E527", message, expected=f"--duplex {measured}-edge, or no --duplex", hints=(hint,))
