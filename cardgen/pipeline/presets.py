"""Papers, cards and plotters of the user's own: the file `sizes.yaml` beside a deck."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import BeforeValidator, Field, model_validator

from cardgen.geometry.units import Edges, Size
from cardgen.impose.layout import read_length, read_margins
from cardgen.impose.paper import MARGINS, find_card, find_paper, plain_name
from cardgen.impose.plotter import Plotter
from cardgen.plugin.schema import Model, broken_rule
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import display_path
from cardgen.validate.schema import validate_as

PRESETS = "sizes.yaml"
"""Name of the file."""

Value = TypeVar("Value")


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
