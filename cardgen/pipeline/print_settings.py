"""What the command line, the presets beside the deck and the printer ask for, settled to one layout."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import BeforeValidator, Field, model_validator

from cardgen.geometry.units import Edges, Mm, Size
from cardgen.impose.layout import Evens, Layout, read_length, read_margins
from cardgen.impose.paper import MARGINS, find_card, find_paper, plain_name
from cardgen.impose.plotter import Plotter, find_plotter
from cardgen.model.sheet import FlipEdge
from cardgen.pipeline.front_matter import Paper
from cardgen.pipeline.options import BuildOptions, LayoutOptions
from cardgen.plugin.schema import Model, broken_rule
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import display_path
from cardgen.validate.schema import validate_as

PRESETS = "sizes.yaml"
"""Name of the file beside a deck that holds papers and cards of one's own."""

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class PrintSettings:
    """What a build is made for.

    Attributes:
        paper: As people call it.
        card: Trim size of its cards.
        layout: How they are put on paper.
    """

    paper: Paper
    card: Size
    layout: Layout


def _read_by(read: Callable[[str], Value]) -> BeforeValidator:
    """Let a reader of the command line take a value of a preset too; a number alone is mm."""

    def value(raw: Any) -> Any:
        text = f"{raw:g}" if isinstance(raw, int | float) and not isinstance(raw, bool) else raw
        try:
            return read(text if isinstance(text, str) else "")
        except UnlocatedError as fault:
            raise broken_rule("E204", "is not right", fault.expected) from None

    return BeforeValidator(value)


class _Preset(Model):
    """A name with what belongs to it; a measure alone is taken for its size."""

    @model_validator(mode="before")
    @classmethod
    def _size_alone(cls, value: Any) -> Any:
        return {"size": value} if isinstance(value, str) else value


class PaperPreset(_Preset):
    """A paper of one's own.

    Attributes:
        size: Name of a known paper, or its measure.
        margins, gap: Unless the command line says others.
    """

    size: Annotated[Size, _read_by(find_paper)]
    margins: Annotated[Edges, _read_by(read_margins)] = MARGINS
    gap: Annotated[float, _read_by(lambda text: read_length("gap", text))] | None = None


class CardPreset(_Preset):
    """A card of one's own.

    Attributes:
        size: Name of a known card, or its measure.
        gap, bleed, corners: Unless the command line says others.
    """

    size: Annotated[Size, _read_by(find_card)]
    gap: Annotated[float, _read_by(lambda text: read_length("gap", text))] | None = None
    bleed: Annotated[float, _read_by(lambda text: read_length("bleed", text))] | None = None
    corners: Annotated[float, _read_by(lambda text: read_length("corner radius", text))] = 0.0


_Registration = Annotated[float, _read_by(lambda text: read_length("registration", text))]


class PlotterPreset(Model):
    """Registration marks of one's own; what is not said is as for a Silhouette.

    Attributes:
        inset: From the edges of the paper to the marks.
        square: Side of the filled square at the top left.
        arm, line: Length and width of the arms at the top right and the bottom left.
        gap: Between pieces, unless the command line says another.
    """

    inset: _Registration = Plotter().inset
    square: _Registration = Plotter().square
    arm: _Registration = Plotter().arm
    line: _Registration = Plotter().line
    gap: _Registration = Plotter().gap


class Presets(Model):
    """The file `sizes.yaml`: papers, cards and plotters by name; they come before those that everybody knows."""

    papers: dict[str, PaperPreset] = Field(default={})
    cards: dict[str, CardPreset] = Field(default={})
    plotters: dict[str, PlotterPreset] = Field(default={})


def load_presets(folder: Path, found: Collector) -> Presets:
    """Read the presets in a folder.

    Args:
        folder: Where the deck is.
        found: Gets what is wrong with the file.
    """
    path = folder / PRESETS
    if not path.exists():
        return Presets()
    node = load_yaml(path, found, display_path(str(path)))
    presets = validate_as(node, Presets, found) if node else None
    if presets is None:
        return Presets()
    return Presets(
        papers={plain_name(name): preset for name, preset in presets.papers.items()},
        cards={plain_name(name): preset for name, preset in presets.cards.items()},
        plotters={plain_name(name): preset for name, preset in presets.plotters.items()},
    )


def resolve(options: BuildOptions, presets: Presets, default_card: Size, found: Collector) -> PrintSettings:
    """Resolve the options of a build; an option goes before the preset of its card, that before the preset of its paper.

    Args:
        options: Options as the user gave them.
        presets: Papers, cards and plotters of the user's own; they go before those that ship.
        default_card: Card size of the game.
        found: Collects the errors; a default stands in for each value that has one, so that checking can go on.
    """

    def tried(read: Callable[[], Value], otherwise: Value) -> Value:
        try:
            return read()
        except UnlocatedError as fault:
            found.items.append(fault.at(None))
            return otherwise

    def length(what: str, text: str, otherwise: Mm | None) -> Mm | None:
        return tried(lambda: read_length(what, text), otherwise) if text else otherwise

    own_paper = presets.papers.get(plain_name(options.paper)) or PaperPreset(size="a4")  # type: ignore[arg-type]
    own_card = presets.cards.get(plain_name(options.card)) or CardPreset(size="poker")  # type: ignore[arg-type]
    papers = {name: preset.size for name, preset in presets.papers.items()}
    cards = {name: preset.size for name, preset in presets.cards.items()}
    sheet = tried(lambda: _named_paper(options.paper, papers), Paper("A4", find_paper("a4")))
    size = tried(lambda: find_card(options.card, cards), default_card) if options.card else default_card
    plotters = {name: Plotter(**preset.model_dump()) for name, preset in presets.plotters.items()}
    layout = Layout(
        paper=sheet.size,
        margins=tried(lambda: read_margins(options.margins), MARGINS) if options.margins else own_paper.margins,
        gap=length("gap", options.gap, own_paper.gap if own_card.gap is None else own_card.gap),
        bleed=length("bleed", options.bleed, own_card.bleed),
        corners=length("corner radius", options.corners, own_card.corners) or 0.0,
        marks=options.marks,
        duplex=options.duplex or "long-edge",
        evens=options.evens or "normal",
        split=options.split,
        plotter=tried(lambda: find_plotter(plain_name(options.plotter), plotters), None) if options.plotter else None,
    )
    return PrintSettings(sheet, size, tried(layout.checked, replace(layout, split=False, evens="normal", plotter=None)))


def suited_to_printer(layout: Layout, options: LayoutOptions, flip: FlipEdge, evens: Evens) -> Layout:
    """Take from a printer what the user left open: the flip edge and the order of the even pages.

    Args:
        layout: The resolved layout.
        options: Options as the user gave them.
        flip: The edge about which the printer turns the paper, or a person the stack.
        evens: The order in which the printer needs the even pages.
    """
    duplex = layout.duplex if options.duplex else ("short-edge" if flip == "short" else "long-edge")
    order = options.evens or (evens if layout.two_sided else "normal")
    return replace(layout, duplex=duplex, hand_flip=flip, evens=order)


def _named_paper(text: str, own: dict[str, Size]) -> Paper:
    return Paper(text.upper() if len(text) < 4 else text.capitalize(), find_paper(text, own))
