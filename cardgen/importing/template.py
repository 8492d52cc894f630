"""Write a face template from boxes, with the styles and colours of the theme that it needs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from xml.sax.saxutils import quoteattr

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

_FITS = {"stretch": "none", "meet": "xMidYMid meet", "slice": "xMidYMid slice"}
_NARROWEST, _LOWEST = 3.0, 1.2  # mm of a box of text, which one letter of the smallest size needs
_SMALLEST = 2.0  # points to which text shrinks rather than to be an error


@dataclass(slots=True)
class ThemeParts:
    """The styles and colours that the templates of a deck share.

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


def write_template(
    kind: ImportedKind, elements: Sequence[Element], types: Mapping[str, str], theme: ThemeParts, title: str
) -> str:
    """Return a template that draws elements.

    Args:
        elements: What is drawn, from the bottom up.
    """
    writer = _Writer(kind, types, theme)
    body = [line for element in elements for line in writer.lines(element)]
    background = theme.color(kind.background)
    return "\n".join(
        [
            f"{{# {title.replace('#}', '')} #}}",
            *writer.head(),
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:card="urn:cardgen" viewBox="0 0 {{ width }} {{ height }}">',
            f'  <card:bleed fill="{background}"/>',
            *(f"  {line}" for line in body),
            "</svg>",
            "",
        ]
    )


class _Writer:
    def __init__(self, kind: ImportedKind, types: Mapping[str, str], theme: ThemeParts) -> None:
        self.kind, self.types, self.theme = kind, types, theme
        self.color_fields: dict[str, dict[str, str]] = {}

    def head(self) -> list[str]:
        """Return the lines that define the names of the colours that columns hold."""
        return [f"{{% set colors_{key} = {_literal(names)} %}}" for key, names in self.color_fields.items()]

    def lines(self, element: Element) -> Iterable[str]:
        """Return the lines of an element, with the condition that chooses its cards."""
        if isinstance(element, TextBox):
            lines = self._text(element)
        elif isinstance(element, PictureBox):
            lines = self._picture(element)
        elif isinstance(element, ShapeBox):
            lines = [_turned(self._shape(element), element.box)]
        elif isinstance(element, IconRow):
            lines = self._icons(element)
        else:
            raise TypeError(element)
        if element.cards is None:
            return lines
        return [f"{{% if {_condition(element.cards)} %}}", *(f"  {line}" for line in lines), "{% endif %}"]

    def _text(self, element: TextBox) -> list[str]:
        style = element.style
        single = element.parts[0].key if len(element.parts) == 1 and isinstance(element.parts[0], Field) else ""
        attributes = [f'from="{single}"'] if single else []
        box = replace(element.box, width=max(element.box.width, _NARROWEST), height=max(element.box.height, _LOWEST))
        attributes += [box.attributes, f'style="{self.theme.style(style)}"', f'valign="{style.valign}"']
        if isinstance(style.color, Field):
            attributes.append(f'color="{self._named_color(style.color)}"')
        if element.box.turn:
            attributes.append(f'rotate="{element.box.turn:.4g}"')
        words = f"{{{{ {self._shown(single)} }}}}" if single else self._words(element.parts)
        for tag, is_set in (("i", style.is_italic), ("b", style.is_bold)):
            words = f"<{tag}>{words}</{tag}>" if is_set else words
        line = f'<card:text {" ".join(attributes)} fit="shrink">{words}</card:text>'
        return [f"{{% if {_has_value(single)} %}}{line}{{% endif %}}"] if single else [line]

    def _words(self, parts: Parts) -> str:
        return "".join(self._value(part) if isinstance(part, Field) else _words(part) for part in parts)

    def _value(self, part: Field) -> str:
        return f"{{% if {_has_value(part.key)} %}}{{{{ {self._shown(part.key)} }}}}{{% endif %}}"

    def _shown(self, key: str) -> str:
        return f"card.{key}{' | rich' if self.types.get(key) == 'rich' else ''}"

    def _named_color(self, part: Field) -> str:
        """Return an expression for the name of the colour that a column holds."""
        values = {row.get(part.key, "") for row in self.kind.rows}
        names = {value: self.theme.color(color_of(value, "#000000")) for value in sorted(values) if value}
        self.color_fields[part.key] = names
        return f"{{{{ colors_{part.key}[card.{part.key}] if card.{part.key} in colors_{part.key} else 'black' }}}}"

    def _paint(self, color: str | Field) -> str:
        """Return a colour of a shape; what a column holds becomes `#rrggbb` in the list, or empty."""
        if isinstance(color, str):
            return color or "none"
        for row in self.kind.rows:
            row[color.key] = color_of(row.get(color.key, ""))
        return f"{{{{ card.{color.key} or 'none' }}}}"

    def _picture(self, element: PictureBox) -> list[str]:
        source, fit = element.source, f'preserveAspectRatio="{_FITS[element.fit]}"'
        href = f"{{{{ card.{source.key} }}}}" if isinstance(source, Field) else _attribute(source)
        line = _turned(f'<image href="{href}" {element.box.attributes} {fit}/>', element.box)
        return [f"{{% if card.{source.key} %}}{line}{{% endif %}}"] if isinstance(source, Field) else [line]

    def _shape(self, shape: ShapeBox) -> str:
        box = shape.box
        paint = f'fill="{self._paint(shape.fill)}"'
        if shape.stroke:
            paint += f' stroke="{self._paint(shape.stroke)}" stroke-width="{shape.stroke_width:.4g}"'
        if shape.form == "line":
            ends = f'x1="{box.x:.4g}" y1="{box.y:.4g}" x2="{box.x + box.width:.4g}" y2="{box.y + box.height:.4g}"'
            return f"<line {ends} {paint}/>"
        if shape.form == "ellipse":
            middle = f'cx="{box.x + box.width / 2:.4g}" cy="{box.y + box.height / 2:.4g}"'
            return f'<ellipse {middle} rx="{box.width / 2:.4g}" ry="{box.height / 2:.4g}" {paint}/>'
        radius = f' rx="{shape.radius:.4g}"' if shape.radius else ""
        return f"<rect {box.attributes}{radius} {paint}/>"

    def _icons(self, row: IconRow) -> list[str]:
        box, (width, height) = row.box, row.size
        letters = " ~ ".join(
            f"(card.{part.key} or '')" if isinstance(part, Field) else _literal(part) for part in row.letters
        )
        share = {"left": 0.0, "center": 0.5, "right": 1.0}.get(row.align, 0.0)
        start = f"{box.x:.4g} + {share} * ({box.width:.4g} - {width:.4g} * shown | length)"
        return [
            f"{{% set icons = {_literal(dict(row.icons))} %}}",
            f"{{% set shown = ({letters}) | string | list | select('in', icons) | list %}}",
            "{% for letter in shown %}",
            f'  <image href="{{{{ icons[letter] }}}}" x="{{{{ {start} + {width:.4g} * loop.index0 }}}}" y="{box.y:.4g}" '
            f'width="{width:.4g}" height="{height:.4g}" preserveAspectRatio="xMidYMid meet"/>',
            "{% endfor %}",
        ]


def _has_value(key: str) -> str:
    return f"card.{key} is not none"


def _condition(cards: frozenset[int]) -> str:
    """Return an expression that is true for some cards, by their numbers."""
    runs: list[list[int]] = []
    for number in sorted(cards):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    name = f"card.{NUMBER}"
    return " or ".join(
        f"{name} == {first}" if first == last else f"{first} <= {name} <= {last}" for first, last in runs
    )


def _words(text: str) -> str:
    """Return words as the content of a text box: what Jinja or XML could read as theirs is quoted."""
    return "<br/>".join(f"{{{{ {_literal(line)} }}}}" if line else "" for line in text.split("\n"))


def _attribute(text: str) -> str:
    return quoteattr(text.replace("{", "").replace("}", ""))[1:-1]


def _literal(value: object) -> str:
    """Return a value as Jinja writes it."""
    return json.dumps(value, ensure_ascii=False)


def _turned(line: str, box: FaceArea) -> str:
    """Return an element of SVG in a group that is rotated, if its box is."""
    if not box.turn:
        return line
    middle = f"{box.x + box.width / 2:.4g} {box.y + box.height / 2:.4g}"
    return f'<g transform="rotate({box.turn:.4g} {middle})">{line}</g>'
