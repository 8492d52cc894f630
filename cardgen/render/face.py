"""Take the SVG of one face apart into artworks, set text and placed pictures."""

from __future__ import annotations

import base64
import math
import re
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lxml import etree

from cardgen.geometry.units import MM_PER_INCH, Mm, Rect, Size
from cardgen.model.deck import FOCUS_MARK
from cardgen.model.drawing import Artwork, DrawingItem, PlacedArtwork, PlacedImage, Rotated
from cardgen.model.svg_elements import DRAWN_ELEMENTS, NOT_DRAWN
from cardgen.model.svg_fonts import check_text_font, texts_of
from cardgen.render.aspect_ratio import picture_box
from cardgen.render.attributes import (
    about,
    check_card_element,
    local_name,
    read_box,
    read_length,
    read_number,
    read_text,
)
from cardgen.render.context import RenderContext, Subject
from cardgen.render.pictures import RasterImage, VectorPicture
from cardgen.render.placeholders import Scene
from cardgen.render.text.fit import fit_text
from cardgen.render.text.rich import parse_markup
from cardgen.render.transform import scaled
from cardgen.report.diagnostics import did_you_mean
from cardgen.report.errors import UnlocatedError

if TYPE_CHECKING:  # only templates with faults pay for the import
    from cardgen.render.problems import FaceProblem

SVG = "http://www.w3.org/2000/svg"
CARD = "urn:cardgen"
XLINK = "http://www.w3.org/1999/xlink"
MIN_DPI, GOOD_DPI = 200, 300
"""A picture below the first resolution is an error, below the second a warning."""

_ICON = f"{{{CARD}}}icon"
_SHARED = {f"{{{SVG}}}defs", f"{{{SVG}}}style"}
_IGNORED = {f"{{{SVG}}}title", f"{{{SVG}}}desc", f"{{{SVG}}}metadata"}
_PLAIN_IMAGE = {"href", "x", "y", "width", "height", "preserveAspectRatio", f"{{{CARD}}}focus", f"{{{XLINK}}}href"}
_HOLDERS_OF_BARE_TEXT = etree.XPath("//*[self::s:svg or self::s:g][text()[normalize-space()]]", namespaces={"s": SVG})
_KNOWN = {f"{{{SVG}}}{name}" for name in (*DRAWN_ELEMENTS, *NOT_DRAWN, "b", "i", "br")}  # the last three are in texts
_USES_DEFS = re.compile(r"""url\(\s*(?:&quot;|['"])?#|href="#|class=""" + '"')
_PLAIN_GROUP = {"id"}
_CHANGES_SIZE = ("transform", "patternTransform", "style")
_SHARED_PART = 4000  # characters of a part of a face that others are likely to have too; longer ones are pictures
_TOLERANCE = 0.01  # mm; templates may round the numbers they print


class Face:
    """The output of one template while it becomes a drawing.

    A face uses the units of its viewBox. These are millimetres of the trim, unless a template for pieces of one
    proportion states a fixed viewBox: then all that is drawn is scaled to the trim.

    Args:
        context: Fonts, styles and pictures of the build.
        root: The `<svg>` element.
        path: File of the template.
        size: Trim size, mm; None for the size of the viewBox.
        bleed: Bleed around the trim, mm.
        subject: What is drawn, for messages.
        numbers: Number of each element in the order of the document, for the places of problems; None if not needed.

    Attributes:
        columns: Boxes of the `card:column` elements, in order, mm.
        size: Trim size, mm.
        problems: What is wrong with it.
    """

    def __init__(
        self,
        context: RenderContext,
        root: etree._Element,
        path: Path,
        size: Size | None,
        bleed: Mm,
        subject: Subject,
        *,
        numbers: Mapping[etree._Element, int] | None = None,
    ) -> None:
        self._context = context
        self._root = root
        self._current = root
        self._numbers = numbers or {}
        self._path = path
        self._subject = subject
        self._bleed = bleed
        self._defs = ""
        self._scale = 1.0
        self._view = Size(0, 0)
        self._items: list[DrawingItem] = []
        self.columns: list[Rect] = []
        self.problems: list[FaceProblem] = []
        self.size = size or Size(0, 0)

    def build(self) -> bool:
        """Read the top level of the document; return False after errors."""
        try:
            view_box = self._view_box()
            self._defs = "".join(self._inlined(child) for child in self._root if child.tag in _SHARED)
        except UnlocatedError as error:
            self._report(error, self._current)
            return False
        self.size = self.size if self.size.width else view_box
        self._view = view_box
        self._scale = self.size.width / view_box.width
        self._bleed /= self._scale
        self._check_elements()
        for child in self._root:
            self._element(child)
        return not any(problem.error.code.startswith("E") for problem in self.problems)

    @property
    def has_warnings(self) -> bool:
        """Whether it has problems that do not stop the build."""
        return any(problem.error.code.startswith("W") for problem in self.problems)

    @property
    def items(self) -> list[DrawingItem]:
        """Items of the drawing, mm."""
        return self._items

    def _view_box(self) -> Size:
        if self._root.tag != f"{{{SVG}}}svg":
            raise UnlocatedError(
                "E405", "output of the template is not an <svg> document", expected=f'<svg xmlns="{SVG}" ...>'
            )
        try:
            x, y, width, height = map(float, read_text(self._root, "viewBox").replace(",", " ").split())
        except ValueError:
            x = y = width = height = -1
        if x or y or not (0 < width < math.inf and 0 < height < math.inf):
            raise UnlocatedError("E405", "template has no valid viewBox", expected='viewBox="0 0 WIDTH HEIGHT"')
        size = self.size
        if size.width and abs(height * size.width / width - size.height) > _TOLERANCE:
            message = f"viewBox of the template is {Size(width, height)}, but the piece is {size}"
            raise UnlocatedError(
                "E405", message, expected='viewBox="0 0 {{ width }} {{ height }}", or one of that proportion'
            )
        return size if abs(width - size.width) <= _TOLERANCE else Size(width, height)

    def _element(self, element: etree._Element) -> None:
        if element.tag in _SHARED or element.tag in _IGNORED:
            return
        try:
            self._items += self._read_items(element)
        except UnlocatedError as error:
            self._report(error, self._current)

    def _read_items(self, element: etree._Element) -> Sequence[DrawingItem]:
        self._current = element
        if element.tag.startswith(f"{{{CARD}}}"):
            readers = {"text": self._text, "icon": self._icon, "bleed": self._bleed_box, "column": self._column}
            return readers[check_card_element(element)](element)
        if element.tag == f"{{{SVG}}}image" and set(element.attrib) <= _PLAIN_IMAGE:
            return self._image(element)
        if element.tag == f"{{{SVG}}}g" and any(child.tag != _ICON for child in element.iter(f"{{{CARD}}}*")):
            return self._group(element)
        return [self._artwork(self._inlined(element))]

    def _group(self, element: etree._Element) -> list[DrawingItem]:
        """Read a plain group: its text is set as if it stood outside."""
        for name in map(str, element.attrib):
            if name not in _PLAIN_GROUP:
                message = f"a group with '{name}' cannot contain card: elements other than icons"
                raise UnlocatedError(
                    "E405", message, expected="<card:text> at the top level, turned by its rotate attribute"
                )
        return [item for child in element if child.tag not in _IGNORED for item in self._read_items(child)]

    def _artwork(self, content: str) -> PlacedArtwork:
        """Return a part of the face, as a document of its own."""
        if len(content) > _SHARED_PART:
            return self._document(content)
        placed, key = self._context.placed, (content, self._defs, self._view, self._bleed, self._scale)
        if key not in placed:
            placed[key] = self._document(content)
        return placed[key]

    def _document(self, content: str) -> PlacedArtwork:
        """Return a document as large as the face with its bleed, with the definitions of the face that it uses."""
        b, size, scale = self._bleed, self._view, self._scale
        box = Rect(-b, -b, size.width + 2 * b, size.height + 2 * b)
        defs = self._defs if _USES_DEFS.search(content) else ""
        svg = (
            f'<svg xmlns="{SVG}" xmlns:xlink="{XLINK}" viewBox="{box.x:g} {box.y:g} {box.width:g} {box.height:g}"'
            f' width="{box.width:g}mm" height="{box.height:g}mm">{defs}{content}</svg>'
        )
        artwork = self._context.shared_artwork(Artwork(svg, box.size))
        return PlacedArtwork(artwork, Rect(box.x * scale, box.y * scale, box.width * scale, box.height * scale))

    def _inlined(self, element: etree._Element) -> str:
        """Return the element as text, with pictures and icons in place of their references."""
        self._check_fonts(element)
        for child in [*element.iter(f"{{{SVG}}}image", f"{{{CARD}}}*")]:
            self._current = child
            if child.tag == f"{{{SVG}}}image":
                text = self._nested_image(child)
            elif check_card_element(child) == "icon":
                name, box, color = self._icon_of(child)
                with about("name"):
                    picture = self._context.pictures.icon(name)
                with about("color"):
                    tint = self._context.styles.color(color)
                text = picture.nested(box, "xMidYMid meet", tint)
            else:
                inside = local_name(child.getparent())  # type: ignore[arg-type]  # a card: element is never the root
                message = f"<card:{local_name(child)}> inside <{inside}> cannot be drawn"
                raise UnlocatedError("E405", message, expected="the element at the top level, or in a plain <g>")
            new = etree.fromstring(f'<g xmlns="{SVG}">{text}</g>')
            new.tail = child.tail
            if child is element:
                return _serialized(new)
            child.getparent().replace(child, new)  # type: ignore[union-attr]
        return _serialized(element)

    def _check_elements(self) -> None:
        """Note W425 for what the converter leaves out: elements that SVG does not have, and text outside of a text."""
        tags = {str(element.tag) for element in self._root.iter(f"{{{SVG}}}*")} - _KNOWN
        for tag in sorted(tags):
            name = tag.rpartition("}")[2]
            for element in self._root.iter(tag):
                if next(element.iterancestors(f"{{{CARD}}}*"), None) is not None:
                    continue  # a text says itself what it cannot hold
                hints = did_you_mean(name, DRAWN_ELEMENTS)
                self._report(UnlocatedError("W425", f"unknown element <{name}> is not drawn", hints=hints), element)
        holders: list[etree._Element] = _HOLDERS_OF_BARE_TEXT(self._root)  # type: ignore[assignment]  # no other result
        for element in holders:
            where = f"directly in <{local_name(element)}>"
            error = UnlocatedError("W425", f"text {where} is not drawn", hints=("put it into a <card:text>",))
            self._report(error, element)

    def _check_fonts(self, element: etree._Element) -> None:
        """Raise E408 for text of plain SVG whose font is not there: the converter would leave it out."""
        if self._context.families is None or next(element.iter(f"{{{SVG}}}text"), None) is None:
            return
        for text in texts_of(element):
            if error := check_text_font(text, self._context.families, ""):
                self._current = text.owner
                raise error

    def _nested_image(self, element: etree._Element) -> str:
        picture, window, box = self._picture_of(element)
        inside = Rect(box.x - window.x, box.y - window.y, box.width, box.height)
        if isinstance(picture, VectorPicture):
            inner = picture.nested(inside, "none")
        else:
            if not any(above.get(name) for above in element.iterancestors(f"{{{SVG}}}*") for name in _CHANGES_SIZE):
                self._check_resolution(picture, box, element)
            data = base64.b64encode(picture.path.read_bytes()).decode()
            inner = (
                f'<image x="{inside.x:g}" y="{inside.y:g}" width="{inside.width:g}" height="{inside.height:g}"'
                f' preserveAspectRatio="none" href="data:image/{picture.format.lower()};base64,{data}"/>'
            )
        extra = "".join(
            f' {name}="{escape(read_text(element, name))}"'
            for name in map(str, element.attrib)
            if name not in _PLAIN_IMAGE and not name.startswith("{")
        )
        # The outer element carries clip-path, opacity and the like.
        return f"<g{extra}>{_window(inner, window)}</g>"

    def _picture_of(self, element: etree._Element) -> tuple[VectorPicture | RasterImage, Rect, Rect]:
        """Return the picture, its window, and the box of the whole picture."""
        stated = read_text(element, "href") or read_text(element, f"{{{XLINK}}}href")
        href, _, own_focus = stated.partition(FOCUS_MARK)
        focus = read_text(element, f"{{{CARD}}}focus") or own_focus
        with about("href"):
            picture = self._context.pictures.picture(href, self._path.parent)
        window = read_box(element, above=0)
        if isinstance(picture, (Scene, VectorPicture)):  # comparing with a protocol takes long
            natural = picture.view_box.size
        else:
            natural = Size(picture.width_px, picture.height_px)
        preserve = read_text(element, "preserveAspectRatio", "xMidYMid slice")
        return picture, window, picture_box(window, natural, preserve, focus)

    def _image(self, element: etree._Element) -> list[DrawingItem]:
        picture, window, box = self._picture_of(element)
        if isinstance(picture, Scene):  # its layers are converted once each, however many pictures they are part of
            return self._scene(picture, window, box)
        if isinstance(picture, VectorPicture):
            return [self._artwork(self._nested_image(element))]
        self._check_resolution(picture, box, element)
        return scaled([PlacedImage(picture.path, box, window)], self._scale)

    def _scene(self, picture: Scene, window: Rect, box: Rect) -> list[DrawingItem]:
        """Return the layers of a generated picture, each of which many pictures share."""
        placed, found = self._context.placed, []
        place = (window, box, self._defs, self._view, self._bleed, self._scale)
        for layer in picture.layers:
            key = (layer, *place)
            if key not in placed:
                inside = Rect(box.x - window.x, box.y - window.y, box.width, box.height)
                placed[key] = self._document(_window(Scene((layer,)).nested(inside, "none"), window))
            found.append(placed[key])
        return [*found]

    def _check_resolution(self, picture: RasterImage, box: Rect, element: etree._Element) -> None:
        inches = Size(box.width * self._scale / MM_PER_INCH, box.height * self._scale / MM_PER_INCH)
        dpi = round(min(picture.width_px / inches.width, picture.height_px / inches.height))
        if dpi >= GOOD_DPI:
            return
        need = Size(round(inches.width * GOOD_DPI), round(inches.height * GOOD_DPI))
        self._report(
            UnlocatedError(
                "E410" if dpi < MIN_DPI else "W410",
                f"picture '{picture.path.name}' of {self._subject.name} prints at {dpi} dpi",
                expected=f"{GOOD_DPI} dpi: {need.width:g} x {need.height:g} pixels"
                f" (it has {picture.width_px} x {picture.height_px})",
            ),
            element,
        )

    def _text(self, element: etree._Element) -> Sequence[DrawingItem]:
        """Set a text; equal texts of all faces are set once."""
        texts, key = self._context.texts, (etree.tostring(element, with_tail=False), self._scale)
        if key not in texts:
            items = self._set_text(element)
            texts[key] = tuple(scaled(items, self._scale)) if self._scale != 1 else items
        return texts[key]

    def _set_text(self, element: etree._Element) -> tuple[DrawingItem, ...]:
        context = self._context
        with about("style"):
            style = context.styles.style(read_text(element, "style"))
        scale = read_number(element, "scale", 1.0, above=0)
        if scale != 1:
            style = style.scaled(scale)
        changes: dict[str, Any] = {}
        for child in element.iter(etree.Element):
            if "color" in child.attrib:
                self._current = child
                with about("color"):
                    child.set("color", context.styles.color(read_text(child, "color")))
        self._current = element
        if "color" in element.attrib:
            changes["color"] = read_text(element, "color")
        if "min-size" in element.attrib:
            changes["min_size"] = read_length(element, "min-size") * scale
        box = read_box(element)
        try:
            block = fit_text(
                parse_markup(element),
                style.changed(**changes),
                box,
                align=read_text(element, "align", style.align),
                valign=read_text(element, "valign", "top"),
                fit=read_text(element, "fit", "none"),
                fontbook=context.fonts,
                icons=context.icon,
                language=context.language,
            )
        except UnlocatedError as error:
            self._current = _culprit(element, error)
            if error.code == "E409" and self._current is not element:
                error.part = "name"
            raise
        degrees = read_number(element, "rotate", 0.0)
        if not degrees:
            return block.items
        return (Rotated(degrees, box.x + box.width / 2, box.y + box.height / 2, block.items),)

    def _icon_of(self, element: etree._Element) -> tuple[str, Rect, str]:
        size = read_number(element, "size", above=0)
        box = Rect(read_number(element, "x"), read_number(element, "y"), size, size)
        return read_text(element, "name"), box, read_text(element, "color", "ink")

    def _icon(self, element: etree._Element) -> list[DrawingItem]:
        name, box, color = self._icon_of(element)
        with about("color"):
            self._context.styles.color(color)
        with about("name"):
            artwork = self._context.icon(name, color)
        return scaled([PlacedArtwork(artwork, picture_box(box, artwork.size, "xMidYMid meet"))], self._scale)

    def _bleed_box(self, element: etree._Element) -> list[DrawingItem]:
        with about("fill"):
            fill = self._context.styles.color(read_text(element, "fill", "paper"))
        b = self._bleed
        width, height = self._view.width + 2 * b, self._view.height + 2 * b
        return [self._artwork(f'<rect x="{-b:g}" y="{-b:g}" width="{width:g}" height="{height:g}" fill="{fill}"/>')]

    def _column(self, element: etree._Element) -> list[DrawingItem]:
        box = read_box(element, above=0)
        self.columns.append(Rect(*(self._scale * side for side in (box.x, box.y, box.width, box.height))))
        return []

    def _report(self, error: UnlocatedError, element: etree._Element) -> None:
        """Note a problem of an element."""
        from cardgen.render.problems import FaceProblem

        number = self._numbers.get(element, -1)
        self.problems.append(FaceProblem(error, self._describe(element), _field_of(element), number))

    @staticmethod
    def _describe(element: etree._Element) -> str:
        which = read_text(element, "from") or read_text(element, "style") or read_text(element, "id")
        return f"<{local_name(element)} {which}>" if which else f"<{local_name(element)}>"


def _field_of(element: etree._Element) -> str:
    """Return the field of the deck that an element, or the one around it, draws; empty for none."""
    around = (above.get("from") for above in element.iterancestors(f"{{{CARD}}}text"))
    return read_text(element, "from") or next((str(name) for name in around if name), "")


def _culprit(element: etree._Element, error: UnlocatedError) -> etree._Element:
    """Return the element inside a text that an error is about; the text itself if it is about the whole."""
    for child in element.iter(etree.Element):
        name = local_name(child)
        if child is not element and (
            (name == "icon" and error.code in {"E405", "E409"} and f"'{read_text(child, 'name')}'" in error.message)
            or (name == "icon" and not child.get("name") and error.code == "E405" and "has no name" in error.message)
            or (error.code == "E405" and f"<{name}>" in error.message)
        ):
            return child
    return element


# The document of an artwork declares these; other namespaces, as drawing programs leave them, stay declared.
_DECLARED = (f' xmlns="{SVG}"', f' xmlns:xlink="{XLINK}"', f' xmlns:card="{CARD}"')


def _window(content: str, window: Rect) -> str:
    """Return content that is visible only in a window, with its origin there."""
    return (
        f'<svg x="{window.x:g}" y="{window.y:g}" width="{window.width:g}" height="{window.height:g}"'
        f' viewBox="0 0 {window.width:g} {window.height:g}">{content}</svg>'
    )


def _serialized(element: etree._Element) -> str:
    """Return the element as text, without the namespace declarations that its document makes."""
    text = etree.tostring(element, encoding="unicode", with_tail=False)
    for declaration in _DECLARED:
        text = text.replace(declaration, "")
    return text
