"""Sanitize SVG pictures, and prepare them to be placed inside other SVG documents."""

from __future__ import annotations

import hashlib
import math
import re
from html import escape
from pathlib import Path
from typing import Any

from lxml import etree

from cardgen.geometry.units import MM_PER_INCH, Rect
from cardgen.model.svg_elements import TEXT_ELEMENTS
from cardgen.model.svg_fonts import Families, check_text_font, texts_of
from cardgen.read.files import FileKind, decode, line_and_column, read_file
from cardgen.read.svg_sanitizer import (
    ELEMENT_LIMIT,
    SVG,
    Links,
    SvgError,
    attributes_of,
    local_name,
    rejection,
    sanitize,
    with_references,
)
from cardgen.records import dataclass
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Span, display_path, place_of_byte
from cardgen.report.xml_positions import find_start_tag

SVG_FILE = FileKind("picture", missing="E121", unreadable="E122", too_large="E123", limit=8 * 2**20)

_PX = 96 / MM_PER_INCH  # CSS pixels in a millimetre
_UNITS = {"": 1.0, "px": 1.0, "mm": _PX, "cm": 10 * _PX, "in": 96.0, "pt": 96 / 72, "pc": 16.0}
_LENGTH = re.compile(r"\s*(\+?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)\s*([a-z]*)\s*", re.ASCII)
_LARGEST = 1e6  # units of a viewBox; beyond, converters lose precision
_DECLARED = re.compile(
    r"<!(?:ENTITY|ATTLIST|ELEMENT|NOTATION)"
)  # a bare DOCTYPE, as Illustrator writes it, is harmless
_CURRENT = re.compile("currentcolor", re.IGNORECASE)
_GEOMETRY = frozenset({"d", "points", "x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "stroke-width"})
"""Attributes in which neither a reference nor a colour has a meaning."""
_SPECIAL = re.compile("[&<>\"'\n\t\r]")
_OWN_ATTRIBUTES = frozenset({"id", "x", "y", "width", "height", "viewBox", "preserveAspectRatio", "zoomAndPan"})


@dataclass(frozen=True, slots=True)
class SvgPicture:
    """A picture that loads nothing, runs nothing, and has no id that another document could refer to.

    Attributes:
        view_box: The viewBox, in user units.
        attributes: Attributes of the root that its children inherit, as text with a space before each.
        body: Children of the root as text: attributes sorted, SVG as the default namespace, ids numbered after
            `prefix`.
        prefix: Start of every id. It is derived from the content, so equal pictures have equal ids and different ones
            do not.
    """

    view_box: Rect
    attributes: str
    body: str
    prefix: str

    def nested(self, box: Rect, preserve: str = "xMidYMid slice", color: str | None = None) -> str:
        """Return the picture as an `<svg>` element for another document.

        Args:
            box: Position and size in user units of that document.
            preserve: Value of `preserveAspectRatio`.
            color: Replaces `currentColor`; None keeps it.
        """
        place = f'x="{_number(box.x)}" y="{_number(box.y)}" width="{_number(box.width)}" height="{_number(box.height)}"'
        return self._element(f'{place} preserveAspectRatio="{_escaped(preserve)}"', color)

    def document(self, color: str | None = None) -> str:
        """Return the picture as a document of its own, in which a unit of the viewBox is a millimetre.

        Args:
            color: Replaces `currentColor`; None keeps it, which draws black.
        """
        box = self.view_box
        return self._element(f'width="{_number(box.width)}mm" height="{_number(box.height)}mm"', color)

    def _element(self, place: str, color: str | None) -> str:
        box = " ".join(
            _number(value) for value in (self.view_box.x, self.view_box.y, self.view_box.width, self.view_box.height)
        )
        content = f"{self.attributes}>{self.body}"
        if color is not None and "currentColor" in content:
            tinted_prefix = (
                f"{self.prefix}{re.sub('[^A-Za-z0-9]', '', color)}-"  # one document may hold the picture in two colours
            )
            content = content.replace("currentColor", _escaped(color)).replace(self.prefix, tinted_prefix)
        return f'<svg xmlns="{SVG}" {place} viewBox="{box}"{content}</svg>'


def load_svg(path: Path, families: Families | None = None) -> SvgPicture:
    """Read an SVG file.

    Args:
        families: Returns the font families that text in the picture may use; None does not check them.

    Raises:
        UnlocatedError: E121, the file does not exist; E122, it is not SVG; E123, it is too large or too complex to
            draw; E124, it holds something that is not allowed; E408, its text uses an unknown font. Except for the first,
            the error has its place in the file.
    """
    data, subject = read_file(path, SVG_FILE), f"picture {quoted(path.name)}"
    try:
        return _picture(_root(data, subject), data, subject, families)
    except UnlocatedError as error:
        error.span = _place(error, data, families, display_path(str(path)))
        raise


def parse_svg(data: bytes, subject: str) -> SvgPicture:
    """Read the content of an SVG file.

    Args:
        data: UTF-8, with or without a byte order mark.

    Raises:
        UnlocatedError: E122 to E124, see `load_svg`.
    """
    return _picture(_root(data, subject), data, subject, None)


def _picture(root: etree._Element, data: bytes, subject: str, families: Families | None) -> SvgPicture:
    """Return the picture of a tree, which is changed."""
    links = sanitize(root, subject)
    view_box = _view_box(root, subject)
    if families and b"text" in data:
        _check_fonts(root, families, subject)
    prefix = f"p{hashlib.sha256(data).hexdigest()[:10]}-"
    writer = _SvgWriter(root, prefix, links)
    attributes = writer.attributes(root, without=_OWN_ATTRIBUTES)
    return SvgPicture(view_box, attributes, "".join(writer.element(child) for child in root), prefix)


def _check_fonts(root: etree._Element, families: Families, subject: str) -> None:
    """Raise E408 for the first text whose fonts are all unknown."""
    for text in texts_of(root):
        if error := check_text_font(text, families, f" in {subject}"):
            found = SvgError(error.code, error.message, expected=error.expected, hints=error.hints, part=error.part)
            found.element = text.owner
            raise found


def _place(error: UnlocatedError, data: bytes, families: Families | None, file: str) -> Span:
    """Return where the cause of an error stands in the file of a picture.

    The file is read once more, with a number for each element: cleaning removes elements, and a parser knows no columns.
    """
    if error.span:
        return Span(file, error.span.line, error.span.column)
    if not isinstance(error, SvgError) or error.element is None:
        return Span(file)
    text = decode(data)
    numbers: dict[etree._Element, int] = {}
    try:
        root = _root(data, "")
        numbers = {element: number for number, element in enumerate(root.iter(etree.Element))}
        _picture(root, data, "", families)
    except SvgError as again:
        # Before there are numbers, only the root can be wrong. What is no element, such as an instruction, has a line.
        number = numbers.get(again.element, 0 if not numbers else -1) if again.element is not None else -1
        tag = find_start_tag(text, number)
        if tag is None:
            line: Any = error.element.sourceline
            return Span(file, line or 0)
        name, wants_name = again.part.removesuffix("="), again.part.endswith("=")
        place = (name and tag.attribute(name, value=not wants_name)) or tag.name_range
        end = min(place.end, f"{text}\n".index("\n", place.start))
        line, column = line_and_column(text, place.start)
        return Span(file, line, column, column + end - place.start)
    return Span(file)


def _root(data: bytes, subject: str) -> etree._Element:
    try:
        text = decode(data)
    except UnicodeDecodeError as error:
        message = f"{subject} is not SVG in UTF-8; it looks like {error.reason}"
        raise UnlocatedError("E122", message, span=Span("", *place_of_byte(data, error.start))) from error
    if match := _DECLARED.search(text):
        raise UnlocatedError(
            "E124",
            f"{subject} declares entities or other parts of a document type",
            hints=["save it as plain SVG from the program it was made with"],
            span=Span("", *line_and_column(text, match.start())),
        )
    if (
        text.count("<") > 4 * ELEMENT_LIMIT
    ):  # two for each element, and as many for comments; a larger tree is not even built
        raise rejection("E123", subject, None, f"has more than {ELEMENT_LIMIT:,} elements", "simplify it")
    parser = etree.XMLParser(
        encoding="utf-8", resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_comments=True
    )
    try:
        root = etree.fromstring(text.encode(), parser)
    except etree.XMLSyntaxError as error:
        if "depth" in str(error).lower():
            place = Span("", *_position(error))
            raise UnlocatedError("E123", f"{subject} is nested too deeply", span=place) from error
        reason = (error.msg or "it is empty").split(", line ")[0]
        raise UnlocatedError(
            "E122",
            f"{subject} is not well-formed SVG: {reason[:1].lower()}{reason[1:]}",
            span=Span("", *_position(error)),
        ) from error
    if root.tag == "svg":
        raise rejection("E122", subject, root, "has no namespace", f'write <svg xmlns="{SVG}" ...>')
    if root.tag != f"{{{SVG}}}svg":
        raise rejection("E122", subject, root, f"is not SVG: its root is <{local_name(root)}>", "")
    return root


def _position(error: etree.XMLSyntaxError) -> tuple[int, int]:
    """Return the line and column that a parser states."""
    place: Any = error.position
    return place[0] or 1, place[1] or 1


def _view_box(root: etree._Element, subject: str) -> Rect:
    """Return the viewBox, or one made of width and height in CSS pixels."""
    stated = root.get("viewBox")
    if stated is None:
        sides = [_pixels(root.get(name, "")) for name in ("width", "height")]
        if None in sides:
            raise rejection(
                "E122", subject, root, "has neither a viewBox nor a width and height", 'write viewBox="0 0 360 240"'
            )
        numbers = [0.0, 0.0, *(side for side in sides if side is not None)]
    else:
        numbers = _numbers(stated)
    if len(numbers) != 4 or not all(abs(number) <= _LARGEST for number in numbers) or min(numbers[2:]) <= 0:
        size = f"a viewBox without a size: {quoted(stated)}" if stated else "a width or a height that is no size"
        raise rejection("E122", subject, root, f"has {size}", "")
    return Rect(*numbers)


def _numbers(text: str) -> list[float]:
    try:
        numbers = [float(part) for part in text.replace(",", " ").split()]
    except ValueError:
        return []
    return numbers if all(math.isfinite(number) for number in numbers) else []


def _pixels(text: str) -> float | None:
    match = _LENGTH.fullmatch(text)
    return float(match[1]) * _UNITS[match[2]] if match and match[2] in _UNITS else None


class _SvgWriter:
    """Writes sanitized elements as text that depends on their content alone."""

    def __init__(self, root: etree._Element, prefix: str, links: Links) -> None:
        used = {name for names in links.values() for name in names}
        self._missing_id = f"{prefix}none"
        self._ids: dict[str, str] = {}
        self._named: set[etree._Element] = set()
        for element in root.iter() if used else ():
            name = element.get("id")
            if name in used and name not in self._ids:  # the first of several equal ids applies
                self._ids[name] = f"{prefix}{len(self._ids)}"
                self._named.add(element)

    def element(self, element: etree._Element) -> str:
        """Return an element with its content."""
        name = local_name(element)
        is_text = name in TEXT_ELEMENTS
        inner = [_text(element.text)] if is_text else []
        for child in element:
            inner.append(self.element(child))
            if is_text:
                inner.append(_text(child.tail))
        content = "".join(inner)
        start = f"<{name}{self.attributes(element)}"
        return f"{start}>{content}</{name}>" if content else f"{start}/>"

    def attributes(self, element: etree._Element, without: frozenset[str] = frozenset()) -> str:
        """Return the attributes of an element, sorted, with a space before each."""
        written = []
        for key, value in sorted(attributes_of(element)):
            if key in without:
                continue
            if key == "id":
                if element not in self._named:
                    continue
                text = self._ids[value]
            elif key == "href" and value.startswith("#"):
                text = f"#{self._ids.get(value[1:], self._missing_id)}"
            else:
                text = value if key in _GEOMETRY else self._value(value)
            written.append(f' {"xml:space" if key.startswith("{") else key}="{_escaped(text)}"')
        return "".join(written)

    def _value(self, value: str) -> str:
        """Return a value with the new ids and a uniform spelling of `currentColor`."""
        if "(" in value:
            value = with_references(value, self._ids, self._missing_id)
        return _CURRENT.sub("currentColor", value) if "color" in value.lower() else value


def _text(text: str | None) -> str:
    """Return escaped text, in which the word currentColor cannot be confused with the keyword."""
    return escape(text or "", quote=False).replace("currentColor", "current&#67;olor")


def _escaped(value: str) -> str:
    if not _SPECIAL.search(value):
        return value
    return escape(value).replace("\n", "&#10;").replace("\t", "&#9;").replace("\r", "&#13;")


def _number(value: float) -> str:
    text = f"{value:.6f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
