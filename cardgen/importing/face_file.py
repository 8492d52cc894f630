"""Write a face as a file of boxes, with the styles and colours of the theme that it needs."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import yaml

from cardgen.importing.boxes import (
    Element,
    FaceArea,
    Field,
    IconRow,
    Parts,
    PictureBox,
    ShapeBox,
    TextBox,
    TypeStyle,
    color_of,
)
from cardgen.importing.deck import NUMBER, ImportedKind

_FITS = {"stretch": "stretch", "meet": "contain", "slice": "cover"}
_NARROWEST, _LOWEST = 3.0, 1.2  # mm of a box of text, which one letter of the smallest size needs
_SMALLEST = 2.0  # points to which text shrinks rather than to be an error
_ESCAPES = {mark: f"\\{mark}" for mark in "\\*{}"}  # what the texts of a deck read as marks; the backslash first
_MARKS = str.maketrans(_ESCAPES)

_Stated = dict[str, object]
"""What a file states of a box."""


@dataclass(slots=True)
class ThemeParts:
    """The styles and colours that the faces of a deck share.

    Attributes:
        colors: Values by name.
        styles: Styles by name: size in points, colour by name, alignment.
    """

    colors: dict[str, str] = field(default_factory=dict)
    styles: dict[str, dict[str, object]] = field(default_factory=dict)

    def color(self, value: str) -> str:
        """Return the name of a colour, which is added if it is new."""
        known = next((name for name, other in self.colors.items() if other == value), None)
        name = known or f"color-{len(self.colors) + 1}"
        self.colors[name] = value
        return name

    def style(self, style: TypeStyle) -> str:
        """Return the name of a style, which is added if it is new."""
        color = self.color(style.color if isinstance(style.color, str) else "#000000")
        values: dict[str, object] = {
            "family": "body",
            "size": round(style.size, 2),
            "min_size": min(_SMALLEST, round(style.size, 2)),
            "leading": 1.15,
            "color": color,
            "align": style.align,
            "features": ["lnum"],
        }
        known = next((name for name, other in self.styles.items() if other == values), None)
        name = known or f"text-{len(self.styles) + 1}"
        self.styles[name] = values
        return name


def write_face(
    kind: ImportedKind, elements: Sequence[Element], types: Mapping[str, str], theme: ThemeParts, title: str
) -> str:
    """Return a file of boxes that draws elements.

    Args:
        elements: What is drawn, from the bottom up.
        types: Type of the field of each column.
    """
    writer = _Writer(kind, types, theme)
    ground: _Stated = {"name": "ground", "type": "shape", "left": 0, "right": 0, "top": 0, "bottom": 0, "bleed": True}
    boxes = [ground | {"fill": theme.color(kind.background)}, *map(writer.box, elements)]
    let = ["let:", *(f"  {name}: {_flow(value)}" for name, value in writer.let.items())] if writer.let else []
    return "\n".join([f"# {title}", *let, "boxes:", *(f"  - {_flow(box)}" for box in boxes), ""])


class _Writer:
    """Writes the boxes of one face.

    Attributes:
        let: What rows of icons show, by name.
    """

    def __init__(self, kind: ImportedKind, types: Mapping[str, str], theme: ThemeParts) -> None:
        self._kind, self._types, self._theme = kind, types, theme
        self._names = {"ground"}
        self.let: dict[str, str] = {}

    def box(self, element: Element) -> _Stated:
        """Return what the file states of an element."""
        shows: str | Field | None = None
        if isinstance(element, TextBox):
            stated, shows = self._text(element), _only_field(element.parts)
        elif isinstance(element, PictureBox):
            stated, shows = self._picture(element), element.source
        elif isinstance(element, ShapeBox):
            stated = self._shape(element)
        elif isinstance(element, IconRow):
            stated = self._icons(element)
        else:
            raise TypeError(element)
        if element.cards is not None:
            has_value = f"card.{shows.key} is not none and " if isinstance(shows, Field) else ""
            stated["when"] = has_value + _condition(element.cards)
        return stated

    def _begin(self, name: str, kind: str, area: FaceArea) -> _Stated:
        """Return a box with a name that no other has, and its place."""
        number, free = 2, name
        while free in self._names:
            number, free = number + 1, f"{name} {number}"
        self._names.add(free)
        stated: _Stated = {"name": free, "type": kind, "left": _rounded(area.x), "top": _rounded(area.y)}
        stated |= {"width": _rounded(area.width), "height": _rounded(area.height)}
        return stated | ({"rotate": round(area.turn, 2)} if area.turn else {})

    def _text(self, element: TextBox) -> _Stated:
        style, area, only = element.style, element.box, _only_field(element.parts)
        area = FaceArea(area.x, area.y, max(area.width, _NARROWEST), max(area.height, _LOWEST), area.turn)
        first = next((part for part in element.parts if isinstance(part, Field)), None)
        stated = self._begin(_named(first) or "words", "text", area)
        if only and self._is_plain(only.key):
            stated["field"] = only.key
        elif any(isinstance(part, Field) for part in element.parts):
            stated["value"] = " ~ ".join(self._value(part) for part in element.parts)
        else:
            stated["text"] = "".join(map(str, element.parts)).translate(_MARKS)
        stated |= {"style": self._theme.style(style), "valign": style.valign}
        stated |= {"bold": True} if style.is_bold else {}
        stated |= {"italic": True} if style.is_italic else {}
        return stated | ({"color": self._column(style.color)} if isinstance(style.color, Field) else {})

    def _is_plain(self, key: str) -> bool:
        """Return whether a column is printed as it stands: it is rich text, or has no marks."""
        return self._types.get(key) == "rich" or not any(
            mark in row.get(key, "") for row in self._kind.rows for mark in _ESCAPES
        )

    def _value(self, part: str | Field) -> str:
        """Return an expression for a part of a text."""
        if isinstance(part, str):
            return _literal(part.translate(_MARKS))
        escaped = (
            ""
            if self._is_plain(part.key)
            else "".join(f" | replace({_literal(m)}, {_literal(w)})" for m, w in _ESCAPES.items())
        )
        return f"(card.{part.key} | shown{escaped} if card.{part.key} is not none else '')"

    def _column(self, part: Field, otherwise: str = " or 'black'") -> str:
        """Return an expression for the colour of a column, whose cells become `#rrggbb` or empty."""
        for row in self._kind.rows:
            row[part.key] = color_of(row.get(part.key, ""))
        return f"=card.{part.key}{otherwise}"

    def _picture(self, element: PictureBox) -> _Stated:
        source = element.source
        stated = self._begin(_named(source) or "picture", "picture", element.box)
        stated |= {"field": source.key, "placeholder": False} if isinstance(source, Field) else {"file": source}
        return stated | {"fit": _FITS[element.fit]}

    def _shape(self, shape: ShapeBox) -> _Stated:
        if shape.form == "line":
            return self._line(shape)
        stated = self._begin("form", "shape", shape.box)
        stated |= {"shape": "ellipse"} if shape.form == "ellipse" else {}
        for key, color in (("fill", shape.fill), ("stroke", shape.stroke)):
            stated |= {key: self._column(color, "") if isinstance(color, Field) else color} if color else {}
        stated |= {"line": _rounded(shape.stroke_width)} if shape.stroke else {}
        return stated | ({"radius": _rounded(shape.radius)} if shape.radius else {})

    def _line(self, shape: ShapeBox) -> _Stated:
        """Return a line as a rectangle as thin as the line, turned about the middle of the two ends."""
        area, thickness = shape.box, max(shape.stroke_width, 0.01)
        long = max(math.hypot(area.width, area.height), 0.01)
        x, y = area.x + (area.width - long) / 2, area.y + (area.height - thickness) / 2
        turn = math.degrees(math.atan2(area.height, area.width)) % 180
        stated = self._begin("line", "shape", FaceArea(x, y, long, thickness, turn))
        color = shape.stroke
        return stated | {"fill": self._column(color, "") if isinstance(color, Field) else color or "#000000"}

    def _icons(self, row: IconRow) -> _Stated:
        box, (width, height) = row.box, row.size
        number = len(self.let) // 2 + 1
        icons, shown = f"icons_{number}", f"shown_{number}"
        self.let[icons] = _literal(dict(row.icons))
        letters = " ~ ".join(_literal(part) if isinstance(part, str) else self._value(part) for part in row.letters)
        self.let[shown] = (
            f"{letters if len(row.letters) == 1 else f'({letters})'} | list | select('in', {icons}) | list"
        )
        long = f"{_rounded(width)} * {shown} | length"
        share = {"center": 0.5, "right": 1.0}.get(row.align, 0.0)
        stated = self._begin("icons", "repeat", FaceArea(box.x, box.y, width, height))
        if share:
            stated["left"] = f"{_rounded(box.x)} + {share:g} * ({_rounded(box.width)} - {long})"
        whole = {"left": 0, "right": 0, "top": 0, "bottom": 0}
        icon = {"name": "icon", "type": "picture", "value": f"{icons}[item]", "fit": "contain", "placeholder": False}
        return stated | {"width": long, "over": shown, "item": _rounded(width), "boxes": [icon | whole]}


def _only_field(parts: Parts) -> Field | None:
    """Return the column that a text consists of alone."""
    return parts[0] if len(parts) == 1 and isinstance(parts[0], Field) else None


def _named(source: object) -> str:
    """Return the name of the box that shows a column; empty for anything else."""
    return source.key.replace("_", " ") if isinstance(source, Field) else ""


def _condition(cards: frozenset[int]) -> str:
    """Return an expression that is true for some cards, by their numbers, of which there is at least one."""
    runs: list[list[int]] = []
    for number in sorted(cards):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    name = f"card.{NUMBER}"
    parts = [f"{name} == {first}" if first == last else f"{first} <= {name} <= {last}" for first, last in runs]
    return parts[0] if len(parts) == 1 else f"({' or '.join(parts)})"


def _rounded(length: float) -> float:
    """Return a length to the thousandth of a millimetre, and whole numbers without a decimal point."""
    length = round(length, 3)
    return int(length) if length == int(length) else length


def _literal(value: object) -> str:
    """Return a text or a mapping of texts as an expression writes it, without braces in texts that could end it."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_literal(key)}: {_literal(text)}' for key, text in value.items())}}}"
    return json.dumps(value, ensure_ascii=False).replace("{", "\\u007b").replace("}", "\\u007d")


def _flow(value: object) -> str:
    """Return a value as one line of YAML."""
    written: str = yaml.safe_dump(value, default_flow_style=True, width=math.inf, sort_keys=False, allow_unicode=True)
    return written.removesuffix("\n").removesuffix("\n...")
