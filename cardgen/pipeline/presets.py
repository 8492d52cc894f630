"""Read the user's own papers, cards and plotters from the file `sizes.yaml` beside a deck."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import BeforeValidator, Field, PrivateAttr, model_validator

from cardgen.geometry.units import Edges, Size
from cardgen.guard.files import confine
from cardgen.impose.layout import read_length, read_margins
from cardgen.impose.paper import MARGINS, find_card, find_paper, plain_name
from cardgen.impose.plotter import Plotter
from cardgen.plugin.schema import Model, broken_rule
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Node, Span, display_path
from cardgen.validate.schema import validate_as

PRESETS = "sizes.yaml"
"""Name of the file."""

Value = TypeVar("Value")


def _read_by(read: Callable[[str], Value]) -> BeforeValidator:
    """Return a validator that reads the value of a preset as the command line does; a number alone is in mm."""

    def value(raw: Any) -> Any:
        text = f"{raw:g}" if isinstance(raw, int | float) and not isinstance(raw, bool) else raw
        try:
            return read(text if isinstance(text, str) else "")
        except UnlocatedError as error:
            raise broken_rule("E204", "is not valid", error.expected) from None

    return BeforeValidator(value)


class _Preset(Model):
    """A size with settings that belong to it; text alone is the size."""

    @model_validator(mode="before")
    @classmethod
    def _size_alone(cls, value: Any) -> Any:
        return {"size": value} if isinstance(value, str) else value


class PaperPreset(_Preset):
    """A paper that the user defines.

    Attributes:
        size: Size of the paper, in mm; written as a measure or as the name of a known paper.
        margins: Margins of the paper, in mm, unless the command line states others.
        gap: Gap between pieces on the paper, in mm, unless the command line states another; None leaves it to the game.
    """

    size: Annotated[Size, _read_by(find_paper)]
    margins: Annotated[Edges, _read_by(read_margins)] = MARGINS
    gap: Annotated[float, _read_by(lambda text: read_length("gap", text))] | None = None


class CardPreset(_Preset):
    """A card that the user defines; options on the command line override all of its values but the size.

    Attributes:
        size: Trim size of the card, in mm; written as a measure or as the name of a known card size.
        gap: Gap between cards, in mm; None leaves it to the paper and the game.
        bleed: How far ink runs past the trim, in mm; None leaves it to the game.
        corners: Radius of the corners, in mm; 0 for sharp ones.
    """

    size: Annotated[Size, _read_by(find_card)]
    gap: Annotated[float, _read_by(lambda text: read_length("gap", text))] | None = None
    bleed: Annotated[float, _read_by(lambda text: read_length("bleed", text))] | None = None
    corners: Annotated[float, _read_by(lambda text: read_length("corner radius", text))] = 0.0


_Registration = Annotated[float, _read_by(lambda text: read_length("registration", text))]


class PlotterPreset(Model):
    """A cutting plotter that the user defines; the defaults are those of a Silhouette.

    Attributes:
        inset: Distance of the registration marks from the edges of the paper, in mm.
        square: Side of the filled square at the top left, in mm.
        arm: Length of the arms at the top right and the bottom left, in mm.
        line: Width of these arms, in mm.
        gap: Gap between pieces, in mm, unless the command line states another.
    """

    inset: _Registration = Plotter().inset
    square: _Registration = Plotter().square
    arm: _Registration = Plotter().arm
    line: _Registration = Plotter().line
    gap: _Registration = Plotter().gap


class Presets(Model):
    """The file `sizes.yaml`: papers, cards and plotters by name; they override those that ship under the same name."""

    papers: dict[str, PaperPreset] = Field(default={})
    cards: dict[str, CardPreset] = Field(default={})
    plotters: dict[str, PlotterPreset] = Field(default={})
    _node: Node | None = PrivateAttr(None)

    def place(self, kind: str, name: str) -> Span | None:
        """Return where a file that has errors states a preset, which is therefore unknown; None if it does not.

        Args:
            kind: Its list: `papers`, `cards` or `plotters`.
        """
        listed = self._node.at([kind]).value if self._node else None
        stated = listed.items() if isinstance(listed, dict) else ()
        return next((node.key_span for key, node in stated if plain_name(key) == plain_name(name)), None)


def load_presets(folder: Path, found: Collector) -> Presets:
    """Read the presets of a folder; without the file, or if it has errors, there are none."""
    confine(folder)
    path = folder / PRESETS
    if not path.exists():
        return Presets()
    node = load_yaml(path, found, display_path(str(path)))
    presets = validate_as(node, Presets, found) if node else None
    if presets is None:
        presets = Presets()
        presets._node = node
        return presets
    return Presets(
        papers={plain_name(name): preset for name, preset in presets.papers.items()},
        cards={plain_name(name): preset for name, preset in presets.cards.items()},
        plotters={plain_name(name): preset for name, preset in presets.plotters.items()},
    )
