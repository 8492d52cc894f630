"""Read the boxes that the commands of a Squib script draw: texts, pictures and shapes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Literal

from cardgen.importing.boxes import (
    Align,
    Element,
    FaceArea,
    Field,
    Parts,
    PictureBox,
    ShapeBox,
    TextBox,
    TypeStyle,
    VerticalAlign,
    color_of,
)
from cardgen.importing.deck import ImportedDeck, ImportedKind
from cardgen.importing.files import PictureTaker, ProjectFiles
from cardgen.importing.squib_layout import pixels
from cardgen.importing.squib_script import RubyCall, RubyScript, column_in, is_literal, plain, words_in
from cardgen.report.diagnostics import quoted

_FONT = "Arial 36"
_MAP = re.compile(r"""\.\s*(?:map|collect)\s*(?:\{|do)\s*\|\s*(\w+)\s*\|\s*"([^"]*)"\s*(?:\}|end)""")
_SIZE = re.compile(r"(?<!\d)(\d+(?:\.\d+)?)\s*\Z")
_PICTURES = (".png", ".svg", ".jpg")
_ALIGNS: Mapping[str, Align] = {"center": "center", "right": "right"}
_VALIGNS: Mapping[str, VerticalAlign] = {"middle": "middle", "bottom": "bottom"}


class SquibBoxReader:
    """Reads the commands that draw on cards, each with the attributes of its layout.

    Args:
        keys: Keys of columns by their headings in small letters.
        dpi: Pixels of an inch.
        trim: Pixels of a side of a card that are cut off.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - what the script has stated before its boxes
        self,
        script: RubyScript,
        files: ProjectFiles,
        name: str,
        deck: ImportedDeck,
        kind: ImportedKind,
        keys: Mapping[str, str],
        dpi: float,
        trim: float,
    ) -> None:
        self.data, self.name, self.deck, self.kind, self.keys = script.data, name, deck, kind, keys
        self.dpi, self.trim = dpi, trim
        self.pictures = PictureTaker(files, deck)

    def read(self, command: RubyCall, given: Mapping[str, object]) -> Element | None:
        """Return what a command draws; None, with a note, if it cannot be read."""
        draw = {"text": self._text, "svg": self._picture, "png": self._picture}.get(command.name, self._shape)
        return draw(command, given)

    def _leave(self, command: RubyCall, reason: str) -> None:
        self.deck.leave(f"{command.name}: {reason}", command.line, self.name)

    def _mm(self, length: float) -> float:
        return length / self.dpi * 25.4

    def _length(self, given: Mapping[str, object], name: str) -> float | None:
        value = pixels(given.get(name), self.dpi)
        return self._mm(value) if value is not None and abs(value) < 100_000 else None

    def _box(self, given: Mapping[str, object], height: float | None = None) -> FaceArea:
        """Return the box of attributes; a side that they leave out reaches to the far edge of the card."""
        offset = self._mm(self.trim)
        assert self.kind.size
        x, y = (self._length(given, name) or 0.0 for name in ("x", "y"))
        wide = self._length(given, "width") or self.kind.size.width + offset - x
        high = self._length(given, "height") or height or self.kind.size.height + offset - y
        return FaceArea(x - offset, y - offset, max(wide, 1.0), max(high, 1.0))

    def _text(self, command: RubyCall, given: Mapping[str, object]) -> Element | None:
        parts = self._parts(command, str(given.get("str", "")))
        if parts is None:
            return None
        font = plain(str(given.get("font", _FONT)))
        size = _SIZE.search(font)
        stated = _SIZE.match(plain(str(given.get("font_size", "")))) or size
        points = float(stated[1]) if stated else 36.0
        if size is None or font[: size.start()].strip():
            self.deck.leave("fonts: texts are set in the fonts of cardgen; theme.yaml can name others", file=self.name)
        style = TypeStyle(
            min(max(points, 1.0), 200.0),
            color_of(plain(str(given.get("color", ""))), "#000000"),
            "bold" in font.casefold(),
            "italic" in font.casefold(),
            _ALIGNS.get(plain(str(given.get("align", ""))), "left"),
            _VALIGNS.get(plain(str(given.get("valign", ""))), "top"),
        )
        high = None if self._length(given, "width") else style.size * 0.3528 * 1.4
        return TextBox(self._box(given, high), parts, style)

    def _parts(self, command: RubyCall, written: str) -> Parts | None:
        """Return a text as words and columns; None, with a note, if it is an expression of Ruby."""
        if is_literal(written):
            return (plain(written),)
        if words := words_in(written):
            return (self._column_of(command, words),)
        column = column_in(written, self.data)
        key = self.keys.get(column[0].casefold()) if column else None
        if column and key:
            if column[1]:
                return (Field(key),)
            rest = written[written.index(column[0]) :]
            if match := _MAP.search(rest):
                return _mapped(match[2], match[1], key)
            self._leave(command, f"column {quoted(column[0])} is taken as it is, without {quoted(written)}")
            return (Field(key),)
        self._leave(command, f"{quoted(written)} is an expression of Ruby" if written else "it has no text")
        return None

    def _column_of(self, command: RubyCall, words: list[str]) -> Field:
        """Return a new column that holds texts that stand in the script."""
        key = self.kind.key(f"{command.name} {command.line}")
        for row, word in zip(self.kind.rows, words, strict=False):
            row[key] = word
        return Field(key)

    def _picture(self, command: RubyCall, given: Mapping[str, object]) -> Element | None:
        written = str(given.get("file", ""))
        if not written:
            self._leave(command, "it names no file")
            return None
        has_size = bool(given.get("width")) and bool(given.get("height"))
        box = self._box(given)
        column, words = column_in(written, self.data), words_in(written)
        field = self._column_of(command, words) if words else None
        if column and (key := self.keys.get(column[0].casefold())):
            field = Field(key)
        if field:
            for row in self.kind.rows:
                if (value := row.get(field.key, "")) and value not in self.deck.pictures:
                    row[field.key] = self.pictures.take(value, command.line, self.name, _PICTURES)
            return PictureBox(box, field, "stretch" if has_size else "meet")
        if not is_literal(written) and not re.fullmatch(r"[\w./ -]+", written):
            self._leave(command, f"{quoted(written)} is an expression of Ruby")
            return None
        name = self.pictures.take(plain(written), command.line, self.name, _PICTURES)
        return PictureBox(box, name, "stretch" if has_size else "meet") if name else None

    def _shape(self, command: RubyCall, given: Mapping[str, object]) -> Element | None:
        fill = color_of(plain(str(given.get("fill_color", ""))))
        stroke = color_of(plain(str(given.get("stroke_color", "#000000"))))
        width = self._mm(pixels(plain(str(given.get("stroke_width", 2.0))), self.dpi) or 0.0)
        offset = self._mm(self.trim)
        if command.name in ("rect", "ellipse"):
            radius = self._length(given, "radius") or 0.0
            form: Literal["rect", "ellipse"] = "ellipse" if command.name == "ellipse" else "rect"
            return ShapeBox(self._box(given), form, fill, stroke if width else "", width, radius)
        if command.name == "circle":
            x, y, radius = (self._length(given, name) or 0.0 for name in ("x", "y", "radius"))
            box = FaceArea(x - radius - offset, y - radius - offset, max(2 * radius, 0.1), max(2 * radius, 0.1))
            return ShapeBox(box, "ellipse", fill, stroke if width else "", width)
        if command.name == "line":
            x1, y1, x2, y2 = (self._length(given, name) or 0.0 for name in ("x1", "y1", "x2", "y2"))
            return ShapeBox(FaceArea(x1 - offset, y1 - offset, x2 - x1, y2 - y1), "line", "", stroke, width)
        self._leave(command, "this shape is not read")
        return None


def _mapped(template: str, variable: str, key: str) -> Parts:
    """Return a text of Ruby with the value of a column in place of its variable."""
    pieces = re.split(rf"#\{{\s*{re.escape(variable)}\s*(?:\.\w+\s*)?\}}", template)
    parts: list[str | Field] = []
    for index, piece in enumerate(pieces):
        parts += [Field(key)] if index else []
        parts += [piece.replace("\\n", "\n")] if piece else []
    return tuple(parts)
