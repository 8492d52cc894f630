"""Read the boxes of a nanDECK script: texts, pictures, shapes and rows of icons, with the font that applies to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import count

from cardgen.geometry.units import Size
from cardgen.importing.boxes import (
    Align,
    Element,
    FaceArea,
    Field,
    IconRow,
    PictureBox,
    ShapeBox,
    TextBox,
    TypeStyle,
    VerticalAlign,
    color_of,
)
from cardgen.importing.deck import ImportedDeck, ImportedKind
from cardgen.importing.files import PictureTaker, ProjectFiles
from cardgen.importing.nandeck_labels import LabelTexts
from cardgen.importing.nandeck_script import Directive, read_measure
from cardgen.report.diagnostics import quoted

_HORIZONTAL: Mapping[str, Align] = {"left": "left", "center": "center", "right": "right", "full": "justify"}
_PICTURES = (".png", ".jpg", ".jpeg", ".svg")


class NandeckBoxReader:
    """Reads the directives that draw on cards, in their order.

    Args:
        unit: Millimetres of the unit of the script.
    """

    def __init__(  # noqa: PLR0917 - what the script has stated before its boxes
        self,
        files: ProjectFiles,
        name: str,
        deck: ImportedDeck,
        kind: ImportedKind,
        texts: LabelTexts,
        size: Size,
        unit: float,
    ) -> None:
        self.name, self.deck, self.kind = name, deck, kind
        self.texts, self.size, self.unit = texts, size, unit
        self.pictures = PictureTaker(files, deck)
        self.font = TypeStyle(12, align="center", valign="middle")
        self.icons: dict[str, str] = {}
        self._numbers = count(1)

    def read(self, directive: Directive, cards: frozenset[int] | None) -> Element | None:
        """Return what a directive draws; None, with a note, if it cannot be read.

        Args:
            cards: Numbers of the cards that it draws on; None for all.
        """
        return DRAWN[directive.keyword](self, directive, cards)

    def set_font(self, directive: Directive) -> None:
        """Take the font of the texts that follow."""
        self.font = self._font(directive, 1 if directive.keyword == "HTMLFONT" else 0)

    def _leave(self, line: int, text: str) -> None:
        self.deck.leave(text, line, self.name)

    def _box(self, directive: Directive, first: int, angle: int = -1) -> FaceArea | None:
        """Return the box whose position and size begin at an argument; None, with a note, if it cannot be read."""
        wholes = (self.size.width, self.size.height) * 2
        texts = [self.texts.plain(directive.argument(first + n)) for n in range(4)]
        values = [read_measure(text, whole, self.unit) for text, whole in zip(texts, wholes, strict=True)]
        turn = read_measure(self.texts.plain(directive.argument(angle)), 1, 1) if angle >= 0 else None
        x, y, width, height = values
        if x is None or y is None or not width or not height:
            self._leave(directive.line, f"{directive.keyword}: its place {quoted(', '.join(texts))} cannot be read")
            return None
        is_upside_down = width < 0 and height < 0
        x, y = min(x, x + width), min(y, y + height)
        return FaceArea(x, y, abs(width), abs(height), ((turn or 0.0) + (180 if is_upside_down else 0)) % 360)

    def _style(self, font: TypeStyle, horizontal: str, vertical: str) -> TypeStyle:
        align: Align = next((value for word, value in _HORIZONTAL.items() if word in horizontal.casefold()), "center")
        folded = vertical.casefold()
        valign: VerticalAlign = "top" if "top" in folded else "bottom" if "bottom" in folded else "middle"
        return TypeStyle(font.size, font.color, font.is_bold, font.is_italic, align, valign)

    def _text(self, directive: Directive, cards: frozenset[int] | None) -> Element | None:
        box = self._box(directive, 2, 8)
        style = self._style(self.font, directive.argument(6), directive.argument(7))
        parts = self.texts.parts(directive.argument(1), cards)
        return TextBox(box, parts, style, cards=cards) if box and parts else None

    def _html_text(self, directive: Directive, cards: frozenset[int] | None) -> Element | None:
        box = self._box(directive, 2)
        style = TypeStyle(self.font.size, self.font.color, self.font.is_bold, self.font.is_italic, "left", "top")
        parts = self.texts.parts(directive.argument(1), cards)
        return TextBox(box, parts, style, cards=cards) if box and parts else None

    def _text_font(self, directive: Directive, cards: frozenset[int] | None) -> Element | None:
        box = self._box(directive, 2, 8)
        font = self._font(directive, 10)
        style = self._style(font, directive.argument(6), directive.argument(7))
        parts = self.texts.parts(directive.argument(1), cards)
        return TextBox(box, parts, style, cards=cards) if box and parts else None

    def _font(self, directive: Directive, first: int) -> TypeStyle:
        """Return the font that begins at an argument: name, size in points, style and colour."""
        family, style = directive.argument(first), directive.argument(first + 2).upper()
        size = read_measure(self.texts.plain(directive.argument(first + 1)), 1, 1) or 12
        if family:
            self.deck.leave(
                f"font {quoted(family)}: texts are set in the fonts of cardgen; theme.yaml can name others",
                file=self.name,
            )
        size = min(max(size, 1), 400)
        return TypeStyle(size, self._color(directive.argument(first + 3), "#000000"), "B" in style, "I" in style)

    def _color(self, text: str, default: str) -> str | Field:
        parts = self.texts.parts(text, None)
        if len(parts) == 1 and isinstance(parts[0], Field):
            return parts[0]
        return color_of(self.texts.plain(text), default)

    def _image(self, directive: Directive, cards: frozenset[int] | None) -> Element | None:
        box, source = self._box(directive, 2, 6), self._picture(directive, cards)
        flags = directive.argument(7).upper()
        return PictureBox(box, source, "meet" if "P" in flags else "stretch", cards=cards) if box and source else None

    def _picture(self, directive: Directive, cards: frozenset[int] | None) -> str | Field | None:
        """Return the picture that a directive names: one for all cards, or a column; None if no picture was found."""
        parts = self.texts.parts(directive.argument(1), cards, is_path=True)
        fields = [part for part in parts if isinstance(part, Field)]
        if not fields:
            return self.pictures.take(self.texts.value(parts, {}), directive.line, self.name, _PICTURES) or None
        key = fields[0].key if len(parts) == 1 else self.kind.key(f"picture {next(self._numbers)}")
        numbers = cards or frozenset(range(1, len(self.kind.rows) + 1))
        for number in numbers:
            row = self.kind.rows[number - 1] if number <= len(self.kind.rows) else {}
            value = self.texts.value(parts, row)
            if value not in self.deck.pictures:
                row[key] = self.pictures.take(value, directive.line, self.name, _PICTURES)
        return Field(key)

    def _shape(self, directive: Directive, cards: frozenset[int] | None) -> Element | None:
        """Return a shape: its edge has the first colour, and its inside the second, or else the first."""
        if directive.keyword == "LINE":
            return self._line(directive, cards)
        box = self._box(directive, 1)
        at = next((n for n in range(5, 8) if self._is_color(directive.argument(n))), 5)
        first, second = directive.argument(at), directive.argument(at + 1)
        edge = self._color(first, "#000000")
        inside: str | Field = "" if second.strip().upper() == "EMPTY" else self._color(second, "") or edge
        width = read_measure(self.texts.plain(directive.argument(at + 2)), self.size.width, self.unit)
        if box is None:
            return None
        form = "ellipse" if directive.keyword == "ELLIPSE" else "rect"
        radius = min(box.width, box.height) / 8 if directive.keyword == "ROUNDRECT" else 0.0
        return ShapeBox(box, form, inside, edge, width if width and width > 0 else 0.1, radius, cards=cards)  # type: ignore[arg-type]

    def _line(self, directive: Directive, cards: frozenset[int] | None) -> Element | None:
        wholes = (self.size.width, self.size.height) * 2
        values = [
            read_measure(self.texts.plain(directive.argument(1 + n)), whole, self.unit)
            for n, whole in enumerate(wholes)
        ]
        if any(value is None for value in values):
            self._leave(directive.line, "LINE: its place cannot be read")
            return None
        x1, y1, x2, y2 = (value or 0.0 for value in values)
        width = read_measure(self.texts.plain(directive.argument(6)), self.size.width, self.unit)
        box = FaceArea(x1, y1, x2 - x1, y2 - y1)
        color = self._color(directive.argument(5), "#000000")
        return ShapeBox(box, "line", "", color, width if width and width > 0 else 0.1, cards=cards)

    def _is_color(self, text: str) -> bool:
        return bool(self._color(text, ""))

    def set_icon(self, directive: Directive) -> None:
        """Take the picture of a letter, which rows of icons use."""
        name = self.pictures.take(self.texts.plain(directive.argument(2)), directive.line, self.name, _PICTURES)
        if name and len(directive.argument(1)) == 1:
            self.icons[directive.argument(1)] = name

    def _icons(self, directive: Directive, cards: frozenset[int] | None) -> Element | None:
        box = self._box(directive, 2)
        sizes: Sequence[float | None] = [
            read_measure(self.texts.plain(directive.argument(6 + n)), whole, self.unit)
            for n, whole in enumerate((self.size.width, self.size.height))
        ]
        width, height = sizes
        if box is None:
            return None
        if not width or not height or not self.icons:
            self._leave(directive.line, "ICONS: there are no icons, or their size cannot be read")
            return None
        parts = self.texts.parts(directive.argument(1), cards)
        align = _HORIZONTAL.get(directive.argument(9).casefold(), "left")
        return IconRow(box, parts, dict(self.icons), (abs(width), abs(height)), align, cards=cards)


DRAWN: Mapping[str, Callable[[NandeckBoxReader, Directive, frozenset[int] | None], Element | None]] = {
    "TEXT": NandeckBoxReader._text,
    "HTMLTEXT": NandeckBoxReader._html_text,
    "TEXTFONT": NandeckBoxReader._text_font,
    "IMAGE": NandeckBoxReader._image,
    "RECTANGLE": NandeckBoxReader._shape,
    "ROUNDRECT": NandeckBoxReader._shape,
    "ELLIPSE": NandeckBoxReader._shape,
    "LINE": NandeckBoxReader._shape,
    "ICONS": NandeckBoxReader._icons,
}
"""What reads each directive that draws a box."""
