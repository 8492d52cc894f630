"""Take the SVG of one face apart into artworks, set text and placed pictures."""

from __future__ import annotations

import base64
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lxml import etree

from cardgen.geometry.units import MM_PER_INCH, Mm, Rect, Size
from cardgen.guard.svg_cost import check_cost
from cardgen.guard.svg_limits import TooCostlyError
from cardgen.model.deck import FOCUS_MARK
from cardgen.model.drawing import Artwork, Drawing, DrawingItem, PlacedArtwork, PlacedImage, Rotated, View
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
from cardgen.render.face_faults import describe_element, field_of, find_culprit, find_undrawn
from cardgen.render.face_svg import CARD, SVG, XLINK, clip_to_window, serialize
from cardgen.render.lights import light_of
from cardgen.render.pictures import RasterImage, VectorPicture
from cardgen.render.placeholders import Scene
from cardgen.render.text.fit import fit_text
from cardgen.render.text.rich import parse_markup
from cardgen.render.transform import moved, scaled
from cardgen.report.diagnostics import MOST_OF_A_KIND, quoted
from cardgen.report.errors import UnlocatedError

if TYPE_CHECKING:  # only templates with faults pay for the import
    from cardgen.render.problems import FaceProblem

MIN_DPI, GOOD_DPI = 200, 300
"""A picture below the first resolution is an error, below the second a warning."""

_ICON = f"{{{CARD}}}icon"
_SHARED = {f"{{{SVG}}}defs", f"{{{SVG}}}style"}
_IGNORED = {f"{{{SVG}}}title", f"{{{SVG}}}desc", f"{{{SVG}}}metadata"}
_FOCUS, _ZOOM, _LIGHT, _GROUND = (f"{{{CARD}}}{name}" for name in ("focus", "zoom", "light", "ground"))
_PLAIN_IMAGE = {
    *("href", "x", "y", "width", "height", "preserveAspectRatio", f"{{{XLINK}}}href"),
    *(_FOCUS, _ZOOM, _LIGHT),
}
_USES_DEFS = re.compile(r"""url\(\s*(?:&quot;|['"])?#|href="#|class=""" + '"')
_PLAIN_GROUP = {"id"}
_CHANGES_SIZE = ("transform", "patternTransform", "style")
_SHARED_PART = 4000  # characters of a part of a face that others are likely to have too; longer ones are pictures
_MOST_PIXELS_OF_A_SIDE = 4000
"""Of a picture whose size in print is not known, since what is around it is scaled."""
_MOST_SHARED = 64 * 2**20
"""Bytes of definitions in the artworks of one face, each of which holds all that it may use."""
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
        shown: Pieces that it shows, by kind and id.
        problems: What is wrong with it, the first problems of each code.
        untold: Number of its other problems by code.
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
        self.shown: dict[tuple[str, str], Drawing | None] = {}
        self.problems: list[FaceProblem] = []
        self.untold: Counter[str] = Counter()
        self._met: Counter[str] = Counter()
        self.size = size or Size(0, 0)

    def build(self) -> bool:
        """Read the top level of the document; return False after errors."""
        try:
            view_box = self._view_box()
            self._check_cost()
            self._defs = "".join(self._inlined(child) for child in self._root if child.tag in _SHARED)
        except UnlocatedError as error:
            self._report(error, self._current)
            return False
        self.size = self.size if self.size.width else view_box
        self._view = view_box
        self._scale = self.size.width / view_box.width
        self._bleed /= self._scale
        for fault, element in find_undrawn(self._root):
            self._report(fault, element)
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

    def _check_cost(self) -> None:
        """Raise E404 for a document that would take too long to draw, with the pictures that it places."""
        if not self._context.is_foreign:
            return
        try:
            check_cost(self._root, self._weight_of_picture)
            shared = sum(len(etree.tostring(child)) for child in self._root if child.tag in _SHARED)
            if shared * len(self._root) > _MOST_SHARED:
                definitions = next(child for child in self._root if child.tag in _SHARED)
                what = "has large definitions, which each of its many elements may use"
                raise TooCostlyError(definitions, what, "put the elements into one <g>")
        except TooCostlyError as error:
            self._current = self._root if error.element is None else error.element
            hints = [error.hint] if error.hint else []
            raise UnlocatedError(
                "E404", f"output of the template {error.what}", hints=hints, part=error.part
            ) from error

    def _weight_of_picture(self, element: etree._Element) -> int:
        """Return what the picture of an element adds to the weight of the document."""
        if element.tag != f"{{{SVG}}}image":
            return 0
        stated = read_text(element, "href") or read_text(element, f"{{{XLINK}}}href")
        try:
            picture = self._context.pictures.picture(stated.partition(FOCUS_MARK)[0], self._path.parent)
        except UnlocatedError:  # reported when it is placed
            return 0
        return picture.weight

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
            readers = {
                "text": self._text,
                "icon": self._icon,
                "bleed": self._bleed_box,
                "column": self._column,
                "piece": self._piece,
            }
            return readers[check_card_element(element)](element)
        if element.tag == f"{{{SVG}}}image" and set(element.attrib) <= _PLAIN_IMAGE:
            return self._image(element)
        if element.tag == f"{{{SVG}}}g" and _GROUND in element.attrib:
            return self._ground_group(element)
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

    def _ground_group(self, element: etree._Element) -> list[DrawingItem]:
        """Read a group that belongs to a ground, such as the edge around a land."""
        stated = element.attrib.pop(_GROUND)
        if stated != "true":
            raise UnlocatedError("E405", f"ground of <g> is {quoted(str(stated))}", expected="true", part="ground")
        b, size = self._bleed, self._view
        whole = Rect(*(self._scale * side for side in (-b, -b, size.width + 2 * b, size.height + 2 * b)))
        return [View(whole, tuple(self._read_items(element)), is_ground=True)]

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
                return serialize(new)
            child.getparent().replace(child, new)  # type: ignore[union-attr]
        return serialize(element)

    def _check_fonts(self, element: etree._Element) -> None:
        """Raise E408 for text of plain SVG whose font is not there: the converter would leave it out."""
        if self._context.families is None or next(element.iter(f"{{{SVG}}}text"), None) is None:
            return
        for text in texts_of(element):
            if error := check_text_font(text, self._context.families, ""):
                self._current = text.owner
                raise error

    def _nested_image(self, element: etree._Element) -> str:
        if _LIGHT in element.attrib:
            message = f"a picture inside <{local_name(element.getparent())}> cannot have a light"  # type: ignore[arg-type]
            raise UnlocatedError("E405", message, expected="the <image> at the top level, or in a plain <g>")
        picture, window, box = self._picture_of(element)
        inside = Rect(box.x - window.x, box.y - window.y, box.width, box.height)
        if isinstance(picture, VectorPicture):
            inner = picture.nested(inside, "none")
        else:
            is_as_large = True
            if any(above.get(name) for above in element.iterancestors(f"{{{SVG}}}*") for name in _CHANGES_SIZE):
                is_as_large = False
            else:
                self._check_resolution(picture, box, element)
            kind, data = picture.embedded(*self._useful_pixels(box, is_as_large=is_as_large))
            inner = (
                f'<image x="{inside.x:g}" y="{inside.y:g}" width="{inside.width:g}" height="{inside.height:g}"'
                f' preserveAspectRatio="none" href="data:{kind};base64,{base64.b64encode(data).decode()}"/>'
            )
        extra = "".join(
            f' {name}="{escape(read_text(element, name))}"'
            for name in map(str, element.attrib)
            if name not in _PLAIN_IMAGE and not name.startswith("{")
        )
        # The outer element carries clip-path, opacity and the like.
        return f"<g{extra}>{clip_to_window(inner, window)}</g>"

    def _picture_of(self, element: etree._Element) -> tuple[VectorPicture | RasterImage, Rect, Rect]:
        """Return the picture, its window, and the box of the whole picture."""
        stated = read_text(element, "href") or read_text(element, f"{{{XLINK}}}href")
        href, _, own_focus = stated.partition(FOCUS_MARK)
        focus = read_text(element, _FOCUS) or own_focus
        zoom = read_number(element, _ZOOM, 1.0, above=0) if _ZOOM in element.attrib else 1.0
        with about("href"):
            picture = self._context.pictures.picture(href, self._path.parent)
        window = read_box(element, above=0)
        if isinstance(picture, (Scene, VectorPicture)):  # comparing with a protocol takes long
            natural = picture.view_box.size
        else:
            natural = Size(picture.width_px, picture.height_px)
        preserve = read_text(element, "preserveAspectRatio", "xMidYMid slice")
        return picture, window, picture_box(window, natural, preserve, focus, zoom)

    def _image(self, element: etree._Element) -> list[DrawingItem]:
        picture, window, box = self._picture_of(element)
        if _LIGHT in element.attrib:
            return self._ground(element, picture, window, box)
        if isinstance(picture, Scene):  # its layers are converted once each, however many pictures they are part of
            return self._scene(picture, window, box)
        if isinstance(picture, VectorPicture):
            return [self._artwork(self._nested_image(element))]
        self._check_resolution(picture, box, element)
        return scaled([PlacedImage(picture.path, box, window)], self._scale)

    def _ground(
        self, element: etree._Element, picture: VectorPicture | RasterImage, window: Rect, box: Rect
    ) -> list[DrawingItem]:
        """Return a picture that other things stand on, in a light; an SVG is converted once for all its places."""
        with about("light"):
            light = light_of(read_text(element, _LIGHT))
        placed: DrawingItem
        if isinstance(picture, (Scene, VectorPicture)):
            artwork = Artwork(picture.document(), picture.view_box.size)
            placed = PlacedArtwork(self._context.shared_artwork(artwork), box)
        else:
            self._check_resolution(picture, box, element)
            placed = PlacedImage(picture.path, box, window)
        tint = (PlacedArtwork(light, window),) if light else ()
        return scaled([View(window, (placed, *tint), is_ground=True)], self._scale)

    def _scene(self, picture: Scene, window: Rect, box: Rect) -> list[DrawingItem]:
        """Return the layers of a generated picture, each of which many pictures share."""
        placed, found = self._context.placed, []
        place = (window, box, self._defs, self._view, self._bleed, self._scale)
        for layer in picture.layers:
            key = (layer, *place)
            if key not in placed:
                inside = Rect(box.x - window.x, box.y - window.y, box.width, box.height)
                placed[key] = self._document(
                    clip_to_window(replace(picture, layers=(layer,)).nested(inside, "none"), window)
                )
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

    def _useful_pixels(self, box: Rect, *, is_as_large: bool) -> tuple[int, int]:
        """Return the width and the height in pixels above which a picture does not print better.

        Args:
            box: Box of the whole picture.
            is_as_large: Whether it prints as large as its box says, and is not scaled by what is around it.
        """
        if not is_as_large:
            return _MOST_PIXELS_OF_A_SIDE, _MOST_PIXELS_OF_A_SIDE
        scale = self._scale * GOOD_DPI / MM_PER_INCH
        return math.ceil(box.width * scale), math.ceil(box.height * scale)

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
            self._current = find_culprit(element, error)
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

    def _piece(self, element: etree._Element) -> list[DrawingItem]:
        """Return the face of a piece without its bleed, scaled into its box."""
        if self._context.pieces is None:
            raise UnlocatedError("E405", "a piece can be shown by pages and figures of documents only")
        shown = read_text(element, "kind"), read_text(element, "name")
        drawing = self._context.pieces(*shown)
        self.shown[shown] = drawing
        if drawing is None:
            return []
        window = picture_box(read_box(element, above=0), drawing.size, "xMidYMid meet")
        items = moved(scaled(drawing.items, window.width / drawing.size.width), window.x, window.y)
        return scaled([View(window, tuple(items))], self._scale)

    def _report(self, error: UnlocatedError, element: etree._Element) -> None:
        """Note a problem of an element."""
        from cardgen.render.problems import FaceProblem

        self._met[error.code] += 1
        if self._met[error.code] > MOST_OF_A_KIND:
            self.untold[error.code] += 1
            return
        number = self._numbers.get(element, -1)
        text = "".join(map(str, element.itertext()))
        self.problems.append(FaceProblem(error, describe_element(element), field_of(element), number, text))
