"""Describe what is drawn on a face: boxes of text, pictures, shapes and rows of icons, in millimetres from the trim."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Align = Literal["left", "center", "right", "justify"]
VerticalAlign = Literal["top", "middle", "bottom"]
_COLOR = re.compile(r"#?([0-9a-fA-F]{6})(?:[0-9a-fA-F]{2})?")
_SHORT_COLOR = re.compile(r"#([0-9a-fA-F])([0-9a-fA-F])([0-9a-fA-F])")


@dataclass(frozen=True, slots=True)
class Field:
    """The value of a column, by its key."""

    key: str


Parts = tuple["str | Field", ...]
"""A text of words and values of columns."""


@dataclass(frozen=True, slots=True)
class FaceArea:
    """A rectangle.

    Attributes:
        x: Left edge, mm.
        y: Top edge, mm.
        width: Width, mm, more than 0.
        height: Height, mm, more than 0.
        turn: Clockwise rotation about its centre, degrees.
    """

    x: float
    y: float
    width: float
    height: float
    turn: float = 0.0


@dataclass(frozen=True, slots=True)
class TypeStyle:
    """How text is set.

    Attributes:
        size: Size of the type, points.
        color: `#rrggbb`, or a column that holds colours.
        align: How lines are aligned.
        valign: Where the text stands in its box.
    """

    size: float = 9.0
    color: str | Field = "#000000"
    is_bold: bool = False
    is_italic: bool = False
    align: Align = "left"
    valign: VerticalAlign = "top"


@dataclass(frozen=True, slots=True)
class Element:
    """Something that is drawn.

    Attributes:
        cards: Numbers of the cards, from 1, that it is drawn on; None for all.
    """

    box: FaceArea
    cards: frozenset[int] | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class TextBox(Element):
    """Text that shrinks to fit its box."""

    parts: Parts
    style: TypeStyle


@dataclass(frozen=True, slots=True)
class PictureBox(Element):
    """A picture.

    Attributes:
        source: Name of a file of the new folder, or a column that holds such names.
        fit: `stretch` fills the box, `meet` keeps the proportions inside of it, and `slice` covers it.
    """

    source: str | Field
    fit: Literal["stretch", "meet", "slice"] = "stretch"


@dataclass(frozen=True, slots=True)
class ShapeBox(Element):
    """A rectangle, an ellipse, or the line from the first to the last corner of the box.

    Attributes:
        fill: `#rrggbb`, a column that holds colours, or empty for none.
        stroke: Colour of its edge; empty for none.
        stroke_width: Width of its edge, mm.
        radius: Radius of the corners of a rectangle, mm.
    """

    form: Literal["rect", "ellipse", "line"]
    fill: str | Field = ""
    stroke: str | Field = ""
    stroke_width: float = 0.3
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class IconRow(Element):
    """A row of icons: one for each letter of a text that stands for one.

    Attributes:
        icons: Files of the new folder by letter.
        size: Width and height of an icon, mm.
        align: Where the row stands in its box.
    """

    letters: Parts
    icons: Mapping[str, str]
    size: tuple[float, float]
    align: Align = "left"


def color_of(text: str, default: str = "") -> str:
    """Return a colour as `#rrggbb`; the default for what is none, such as a gradient.

    Args:
        text: `#rrggbb`, `#rgb`, `rrggbb` or `#rrggbbaa`, with anything behind it.
    """
    plain = text.strip().strip("\"'")
    if match := _COLOR.match(plain):
        return f"#{match[1].lower()}"
    if match := _SHORT_COLOR.match(plain):
        return "#" + "".join(2 * digit for digit in match.groups()).lower()
    return CSS_COLORS.get(plain.lstrip(":").casefold(), default)


CSS_COLORS = {
    "black": "#000000", "white": "#ffffff", "red": "#ff0000", "green": "#008000", "blue": "#0000ff", "yellow": "#ffff00",
    "gray": "#808080", "grey": "#808080", "silver": "#c0c0c0", "maroon": "#800000", "purple": "#800080",
    "fuchsia": "#ff00ff", "magenta": "#ff00ff", "lime": "#00ff00", "olive": "#808000", "navy": "#000080",
    "teal": "#008080", "aqua": "#00ffff", "cyan": "#00ffff", "orange": "#ffa500", "brown": "#a52a2a", "pink": "#ffc0cb",
    "gold": "#ffd700", "beige": "#f5f5dc", "ivory": "#fffff0", "tan": "#d2b48c", "crimson": "#dc143c",
    "indigo": "#4b0082", "violet": "#ee82ee", "lightgray": "#d3d3d3", "lightgrey": "#d3d3d3", "darkgray": "#a9a9a9",
    "darkgrey": "#a9a9a9", "darkred": "#8b0000", "darkgreen": "#006400", "darkblue": "#00008b",
}  # fmt: skip
"""The CSS colours that card tools are usually given by name. Source: CSS Color 4, section 6.1."""
