"""Take the SVG of one face apart: plain drawing to artworks, text boxes to set text, pictures to placements."""

from __future__ import annotations

import base64
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lxml import etree

from cardgen.errors import Fault
from cardgen.model.drawing import Artwork, Item, PlacedArtwork, PlacedImage, Turned
from cardgen.render.fit import fit_box
from cardgen.render.text.box import set_box
from cardgen.render.text.rich import parse_markup
from cardgen.source import Span, display_path
from cardgen.units import MM_PER_INCH, MM_PER_POINT, Mm, Rect, Size, parse_length

if TYPE_CHECKING:
    from cardgen.render.renderer import Renderer, Subject

SVG = "http://www.w3.org/2000/svg"
CARD = "urn:cardgen"
XLINK = "http://www.w3.org/1999/xlink"
MIN_DPI, GOOD_DPI = 200, 300

_SHARED = {f"{{{SVG}}}defs", f"{{{SVG}}}style"}
_IGNORED = {f"{{{SVG}}}title", f"{{{SVG}}}desc", f"{{{SVG}}}metadata"}
_PLAIN_IMAGE = {"href", "x", "y", "width", "height", "preserveAspectRatio", f"{{{CARD}}}focus", f"{{{XLINK}}}href"}
_USES_DEFS = ("url(#", 'href="#', "class=")
_BOX = ("x", "y", "width", "height")


class Face:
    """One filled template on its way to a drawing.

    Attributes:
        items: What is drawn so far.
        columns: The `card:column` boxes, in order.
        size: Trim size.
    """

    def __init__(
        self, renderer: Renderer, root: etree._Element, path: Path, size: Size | None, bleed: Mm, subject: Subject
    ) -> None:
        self._renderer = renderer
        self._root = root
        self._path = path
        self._subject = subject
        self._bleed = bleed
        self._defs = ""
        self._faulty = False
        self.items: list[Item] = []
        self.columns: list[Rect] = []
        self.size = size or Size(0, 0)

    def build(self) -> bool:
        """Go through the top level of the document; False after faults were noted."""
        try:
            view_box = self._view_box()
            self._defs = "".join(self._inlined(child) for child in self._root if child.tag in _SHARED)
        except Fault as fault:
            self._note(fault, self._root)
            return False
        self.size = self.size if self.size.width else view_box
        for child in self._root:
            self._element(child)
        return not self._faulty

    def _view_box(self) -> Size:
        if self._root.tag != f"{{{SVG}}}svg":
            raise Fault("E405", "template gives no <svg> document", expected=f'<svg xmlns="{SVG}" ...>')
        try:
            x, y, width, height = (float(part) for part in self._root.get("viewBox", "").replace(",", " ").split())
        except ValueError:
            x = y = width = height = -1
        if x or y or width <= 0 or height <= 0:
            raise Fault("E405", "template has no viewBox in mm", expected='viewBox="0 0 WIDTH HEIGHT"')
        return Size(width, height)

    def _element(self, element: etree._Element) -> None:
        if element.tag in _SHARED or element.tag in _IGNORED:
            return
        try:
            self.items += self._items(element)
        except Fault as fault:
            self._note(fault, element)

    def _items(self, element: etree._Element) -> list[Item]:
        name = etree.QName(element)
        if name.namespace == CARD:
            maker = {"text": self._text, "icon": self._icon, "bleed": self._bleed_box, "column": self._column}
            if name.localname not in maker:
                raise Fault("E405", f"unknown element <card:{name.localname}>", expected=f"one of: {', '.join(maker)}")
            return maker[name.localname](element)
        if name.localname == "image" and set(element.attrib) <= _PLAIN_IMAGE:
            return self._image(element)
        if name.localname == "g" and next(element.iter(f"{{{CARD}}}text", f"{{{CARD}}}column"), None) is not None:
            return self._group(element)
        return [self._artwork(self._inlined(element))]

    def _group(self, element: etree._Element) -> list[Item]:
        if set(element.attrib) - {"id", "class"}:
            message = "text inside a group with attributes such as transform cannot be set"
            raise Fault("E405", message, expected="<card:text> at the top level, turned by its own rotate")
        return [item for child in element for item in self._items(child)]

    def _artwork(self, content: str) -> PlacedArtwork:
        """A part of the face as a document of its own, as large as the face with its bleed."""
        b, size = self._bleed, self.size
        box = Rect(-b, -b, size.width + 2 * b, size.height + 2 * b)
        defs = self._defs if any(sign in content for sign in _USES_DEFS) else ""
        svg = (
            f'<svg xmlns="{SVG}" xmlns:xlink="{XLINK}" viewBox="{box.x:g} {box.y:g} {box.width:g} {box.height:g}"'
            f' width="{box.width:g}mm" height="{box.height:g}mm">{defs}{content}</svg>'
        )
        return PlacedArtwork(Artwork(svg, box.size), box)

    def _inlined(self, element: etree._Element) -> str:
        """The element as text, with the pictures and icons in it put in place of their references."""
        found = [*element.iter(f"{{{SVG}}}image", f"{{{CARD}}}icon")]
        for child in found:
            if child.tag == f"{{{CARD}}}icon":
                name, box, color = self._icon_of(child)
                text = self._renderer.pictures.icon(name).nested(box, "xMidYMid meet", self._renderer.styles.color(color))
            else:
                text = self._nested_image(child)
            new = etree.fromstring(f'<g xmlns="{SVG}">{text}</g>')
            new.tail = child.tail
            if child is element:
                return _text_of(new)
            child.getparent().replace(child, new)  # type: ignore[union-attr]
        return _text_of(element)

    def _nested_image(self, element: etree._Element) -> str:
        picture, window, box = self._picture_of(element)
        if hasattr(picture, "nested"):
            inner = picture.nested(Rect(box.x - window.x, box.y - window.y, box.width, box.height), "none")
        else:
            data = base64.b64encode(picture.path.read_bytes()).decode()
            kind = picture.path.suffix.lstrip(".").lower().replace("jpg", "jpeg")
            inner = (
                f'<image x="{box.x - window.x:g}" y="{box.y - window.y:g}" width="{box.width:g}"'
                f' height="{box.height:g}" preserveAspectRatio="none" href="data:image/{kind};base64,{data}"/>'
            )
        extra = "".join(
            f' {key}="{value}"' for key, value in element.attrib.items() if key not in _PLAIN_IMAGE and "{" not in key
        )
        # The outer element carries clip-path, opacity and the like; the inner one is the window.
        return (
            f'<g{extra}><svg x="{window.x:g}" y="{window.y:g}" width="{window.width:g}" height="{window.height:g}"'
            f' viewBox="0 0 {window.width:g} {window.height:g}">{inner}</svg></g>'
        )

    def _picture_of(self, element: etree._Element) -> tuple[Any, Rect, Rect]:
        href = element.get("href") or element.get(f"{{{XLINK}}}href") or ""
        picture = self._renderer.pictures.picture(href, self._path.parent)
        window = self._box(element)
        preserve = element.get("preserveAspectRatio", "xMidYMid slice")
        if hasattr(picture, "nested"):
            natural = picture.view_box.size
        else:
            natural = Size(picture.width_px, picture.height_px)
        box = fit_box(window, natural, preserve, element.get(f"{{{CARD}}}focus"))
        return picture, window, box

    def _image(self, element: etree._Element) -> list[Item]:
        picture, window, box = self._picture_of(element)
        if hasattr(picture, "nested"):
            return [self._artwork(self._nested_image(element))]
        self._check_resolution(picture, box, element)
        return [PlacedImage(picture.path, box, window)]

    def _check_resolution(self, picture: Any, box: Rect, element: etree._Element) -> None:
        dpi = picture.width_px / box.width * MM_PER_INCH
        if dpi >= GOOD_DPI:
            return
        need = Size(round(box.width / MM_PER_INCH * GOOD_DPI), round(box.height / MM_PER_INCH * GOOD_DPI))
        self._note(
            Fault(
                "E410" if dpi < MIN_DPI else "W410",
                f"picture '{picture.path.name}' of {self._subject.name} prints at {dpi:.0f} dpi",
                expected=f"{GOOD_DPI} dpi: {need.width:g} x {need.height:g} pixels"
                f" (it has {picture.width_px} x {picture.height_px})",
            ),
            element,
        )

    def _text(self, element: etree._Element) -> list[Item]:
        renderer = self._renderer
        style = renderer.styles.style(element.get("style", ""))
        scale = self._number(element, "scale", 1.0)
        if scale != 1:
            style = style.scaled(scale)
        changes: dict[str, Any] = {}
        if "color" in element.attrib:
            changes["color"] = renderer.styles.color(element.attrib["color"])
        if "min-size" in element.attrib:
            changes["min_size"] = self._length(element, "min-size") * scale
        box = self._box(element)
        block = set_box(
            parse_markup(element),
            style.changed(**changes),
            box,
            align=element.get("align", style.align),
            valign=element.get("valign", "top"),
            fit=element.get("fit", "none"),
            fontbook=renderer.fonts,
            icons=renderer.icon,
            language=renderer.language,
        )
        degrees = self._number(element, "rotate", 0.0)
        if not degrees:
            return list(block.items)
        return [Turned(degrees, box.x + box.width / 2, box.y + box.height / 2, tuple(block.items))]

    def _icon_of(self, element: etree._Element) -> tuple[str, Rect, str]:
        size = self._number(element, "size")
        box = Rect(self._number(element, "x"), self._number(element, "y"), size, size)
        return element.get("name", ""), box, element.get("color", "ink")

    def _icon(self, element: etree._Element) -> list[Item]:
        name, box, color = self._icon_of(element)
        return [PlacedArtwork(self._renderer.icon(name, color), box)]

    def _bleed_box(self, element: etree._Element) -> list[Item]:
        fill = self._renderer.styles.color(element.get("fill", "paper"))
        b = self._bleed
        width, height = self.size.width + 2 * b, self.size.height + 2 * b
        return [self._artwork(f'<rect x="{-b:g}" y="{-b:g}" width="{width:g}" height="{height:g}" fill="{fill}"/>')]

    def _column(self, element: etree._Element) -> list[Item]:
        self.columns.append(self._box(element))
        return []

    def _box(self, element: etree._Element) -> Rect:
        return Rect(*(self._number(element, name) for name in _BOX))

    def _number(self, element: etree._Element, name: str, default: float | None = None) -> float:
        text = element.get(name)
        if text is None and default is not None:
            return default
        try:
            return float(text or "")
        except ValueError:
            tag = etree.QName(element).localname
            fault = f"{name} of <{tag}> is '{text}'" if text else f"<{tag}> has no {name}"
            raise Fault("E405", fault, expected="a number, in mm") from None

    def _length(self, element: etree._Element, name: str) -> Mm:
        text = element.get(name, "")
        try:
            return parse_length(text) if text.strip()[-1:].isalpha() else float(text) * MM_PER_POINT
        except ValueError as error:
            raise Fault("E405", str(error)) from None

    def _note(self, fault: Fault, element: etree._Element) -> None:
        """Note a fault: at the deck's value if the element names one, else at the template."""
        self._faulty = self._faulty or not fault.code.startswith("W")
        field = element.get("from", "")
        written = self._subject.place(field) if field or fault.code in {"E410", "W410"} else None
        here = Span(display_path(str(self._path)))
        note = f"in {self._describe(element)} of {self._subject.name}"
        place = written or here
        notes = [(f"{note}, template", here)] if written else [(note, self._subject.place(""))]
        self._renderer.diagnostics.add(
            fault.code, fault.message, place, expected=fault.expected, hints=fault.hints, notes=notes
        )

    @staticmethod
    def _describe(element: etree._Element) -> str:
        name = etree.QName(element).localname
        which = element.get("from") or element.get("style") or element.get("id")
        return f"<{name} {which}>" if which else f"<{name}>"


_NAMESPACES = re.compile(r' xmlns(?::\w+)?="[^"]*"')


def _text_of(element: etree._Element) -> str:
    """The element as text without namespace declarations, which its document makes."""
    return _NAMESPACES.sub("", etree.tostring(element, encoding="unicode", with_tail=False))
