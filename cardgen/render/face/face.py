"""Parse the SVG of one face into artworks, set text and placed pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from lxml import etree

from cardgen.geometry.units import Mm, Rect, Size
from cardgen.model.drawing import Drawing, DrawingItem, Ink, PageBlock, PlacedArtwork, View, text_spans
from cardgen.model.svg_fonts import check_text_font, texts_of
from cardgen.render.context import RenderContext, Subject
from cardgen.render.face.artworks import FaceArtworks
from cardgen.render.face.aspect_ratio import picture_box
from cardgen.render.face.attributes import about, check_card_element, local_name, read_box, read_number, read_text
from cardgen.render.face.errors import FaceFaults, find_undrawn, find_unknown_colors
from cardgen.render.face.pictures import PLAIN_IMAGE, FacePictures, is_lit
from cardgen.render.face.root import read_view_box
from cardgen.render.face.svg import CARD, SHARED, SVG, serialize
from cardgen.render.face.text import role_of, set_text, words_of
from cardgen.render.transform import moved, scaled
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError

_ICON = f"{{{CARD}}}icon"
_GROUND = f"{{{CARD}}}ground"
_INK = f"{{{CARD}}}ink"
_TEXT, _PLAIN_TEXT, _DESC = f"{{{CARD}}}text", f"{{{SVG}}}text", f"{{{SVG}}}desc"
_IGNORED = {f"{{{SVG}}}title", f"{{{SVG}}}desc", f"{{{SVG}}}metadata"}
_PLAIN_GROUP = {"id"}


class Face:
    """The output of one template while it becomes a drawing.

    A face uses the units of its viewBox. These are millimetres of the trim, unless a template for pieces of one
    proportion states a fixed viewBox: then all that is drawn is scaled to the trim.

    Args:
        root: The `<svg>` element.
        size: Trim size, mm; None for the size of the viewBox.
        bleed: Bleed around the trim, mm.
        numbers: Number of each element in the order of the document, for the places of problems; None if not needed.

    Attributes:
        items: Items of the drawing, mm.
        columns: Boxes of the `card:column` elements, in order, mm.
        size: Trim size, mm.
        shown: Pieces that it shows, by kind and id.
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
        self._path = path
        self._subject = subject
        self._bleed = bleed
        self._trim = size
        self.items: list[DrawingItem] = []
        self.blocks: list[PageBlock] = []
        self._line = ""  # y of the text before
        self.columns: list[Rect] = []
        self.shown: dict[tuple[str, str], Drawing | None] = {}
        self.faults = FaceFaults(root, numbers)
        self.size = size or Size(0, 0)

    def build(self) -> bool:
        """Read the top level of the document; return False after errors, but in a draft for what it is without them."""
        context, root, folder = self._context, self._root, self._path.parent
        try:
            view = read_view_box(root, self._trim)
            self.size = self._trim or view
            self._scale = self.faults.scale = self.size.width / view.width
            self._artworks = FaceArtworks(context, view, self._bleed / self._scale, self._scale)
            self._pictures = FacePictures(context, folder, self._subject.name, self._artworks, self.faults)
            self._artworks.defs = "".join(self._inlined(child) for child in root if child.tag in SHARED)
        except UnlocatedError as error:
            self.faults.fail(error)
            return False
        for fault, element in (*find_undrawn(root), *find_unknown_colors(root)):
            self.faults.report(fault, element)
        for child in root:
            self._element(child)
        return self.faults.is_sound or context.is_draft

    @property
    def words(self) -> str:
        """What its template says of it in `<desc>`, or else its texts, a line for each."""
        described = self._root.find(_DESC)
        texts = [described] if described is not None else self._root.iter(_TEXT, _PLAIN_TEXT)
        return "\n".join(filter(None, map(words_of, texts)))

    def _note_block(self, element: etree._Element, start: int) -> None:
        """Note what the items of an element are, from the first of them."""
        if element.tag == _TEXT:
            role, line = role_of(element), read_text(element, "y")
            begins = role not in {"th", "td"} or line != self._line
            self._line = line
            language = read_text(element, "lang")
        elif element.tag == f"{{{SVG}}}g" and next(text_spans(self.items[start:]), None):
            role, begins, language = "p", True, ""
        else:
            return
        self.blocks.append(PageBlock(role, start, len(self.items), begins, language=language))

    def _element(self, element: etree._Element) -> None:
        if element.tag in SHARED or element.tag in _IGNORED or self._artworks.is_full:
            return
        start = len(self.items)
        try:
            self.items += self._read_items(element)
            self._note_block(element, start)
        except UnlocatedError as error:
            self.faults.fail(error)

    def _read_items(self, element: etree._Element) -> Sequence[DrawingItem]:
        self.faults.element = element
        if element.tag.startswith(f"{{{CARD}}}"):
            readers = {
                "text": self._text,
                "icon": self._icon,
                "bleed": self._bleed_box,
                "column": self._column,
                "piece": self._piece,
            }
            return readers[check_card_element(element)](element)
        if element.tag == f"{{{SVG}}}image" and set(element.attrib) <= PLAIN_IMAGE:
            return self._pictures.place(element)
        if element.tag == f"{{{SVG}}}g" and _GROUND in element.attrib:
            return self._marked_group(element, _GROUND, ("true",))
        if element.tag == f"{{{SVG}}}g" and _INK in element.attrib:
            return self._marked_group(element, _INK, ("full", "pale"))
        if element.tag == f"{{{SVG}}}g" and any(child.tag != _ICON for child in element.iter(f"{{{CARD}}}*")):
            return self._group(element)
        return [self._artworks.part(self._inlined(element))]

    def _group(self, element: etree._Element) -> list[DrawingItem]:
        """Read a plain group: its text is set as if it stood outside."""
        for name in map(str, element.attrib):
            if name not in _PLAIN_GROUP:
                message = f"a group with '{name}' cannot contain card: elements other than icons"
                raise UnlocatedError(
                    "E405", message, expected="<card:text> at the top level, turned by its rotate attribute"
                )
        return [item for child in element if child.tag not in _IGNORED for item in self._read_items(child)]

    def _marked_group(self, element: etree._Element, mark: str, expected: Sequence[str]) -> list[DrawingItem]:
        """Read a group that belongs to a ground, such as the edge around a land, or keeps colours where ink is saved."""
        stated, name = element.attrib.pop(mark), mark.rpartition("}")[2]
        if stated not in expected:
            raise UnlocatedError(
                "E405", f"{name} of <g> is {quoted(str(stated))}", expected=" or ".join(expected), part=name
            )
        read = self._group if any(is_lit(child) for child in element) else self._read_items
        items = tuple(read(element))
        ink: Ink = "" if mark == _GROUND else "full" if stated == "full" else "pale"
        return [View(self._artworks.box_mm, items, is_ground=mark == _GROUND, ink=ink)]

    def _inlined(self, element: etree._Element) -> str:
        """Return the element as text, with pictures and icons in place of their references."""
        self._check_fonts(element)
        for child in [*element.iter(f"{{{SVG}}}image", f"{{{CARD}}}*")]:
            self.faults.element = child
            if child.tag == f"{{{SVG}}}image":
                text = self._pictures.nested(child)
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
                self.faults.element = text.owner
                raise error

    def _text(self, element: etree._Element) -> Sequence[DrawingItem]:
        return set_text(element, self._context, self._scale, self.faults)

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
        box = self._artworks.box
        shape = f'<rect x="{box.x:g}" y="{box.y:g}" width="{box.width:g}" height="{box.height:g}" fill="{fill}"/>'
        return [self._artworks.part(shape)]

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
