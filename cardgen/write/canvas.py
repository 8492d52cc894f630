"""Drawing of sheet sides on ReportLab's canvas.

This is where mm become points and y turns upwards. `height` is always the height in mm of the side or drawing in whose
coordinates a position is given.
"""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFObject
from reportlab.pdfgen.canvas import Canvas

from cardgen.geometry.outlines import RECTANGLE, Outline, PlacedOutline
from cardgen.geometry.paths import Curve
from cardgen.geometry.units import Edges, Mm, Rect, Size
from cardgen.model.adjustment import NO_ADJUSTMENT, Adjustment
from cardgen.model.drawing import Artwork, Drawing, DrawingItem, PlacedArtwork, PlacedImage, Rotated, TextSpan, View
from cardgen.model.sheet import LABEL_SIZE, Label, Mark, MarkStyle, Placement, Side
from cardgen.write.artwork import may_be_transparent
from cardgen.write.fonts import FontSet
from cardgen.write.images import ImageStore, Raster, make_image_object
from cardgen.write.operators import (
    DRAWN,
    GROUND,
    INKED,
    LAND,
    POINTS_PER_MM,
    Matrix,
    adjustment_matrix,
    clip_to_box,
    format_color,
    format_number,
    format_numbers,
    format_rectangle,
    map_unit_square,
    rotate_about,
)
from cardgen.write.tags import ARTIFACT, END, StructureTree

_CASING_WIDTH, _MARK_WIDTH = 1.0, 0.25  # points; a mark is drawn on a wider white line
_CUT_WIDTH, _CUT_GREY = 0.4, 0.5  # points; 0 is black
_NOTHING = zlib.compress(b"")  # takes a third of a millisecond, and most forms are empty until the file is finished
_DASHES: dict[MarkStyle, str] = {"crop": "[] 0 d", "fold": "[3 2] 0 d", "overlap": "[1 2] 0 d", "hole": "[] 0 d"}


class PageCanvas(Canvas):
    """ReportLab's canvas without the reference to Helvetica that it adds to every page.

    That font would not be embedded, and print shops refuse files with fonts that are not embedded.
    """

    _doc: Any
    _formsinuse: list[str]

    @property
    def document(self) -> Any:
        """The `PDFDocument` of the canvas, which accepts objects that the canvas itself cannot draw."""
        return self._doc

    def finished(self) -> bytes:
        """Return the bytes of the PDF; nothing can be drawn after that."""
        data: bytes = self.getpdfdata()  # type: ignore[no-untyped-call] # ReportLab's stubs leave it out
        self.document.idToObject.clear()  # ReportLab's objects refer to each other, so they would stay
        return data

    def use(self, names: Iterable[str]) -> None:
        """Note XObjects that the current page shows, by their names in the document."""
        self._formsinuse += [name.removeprefix("FormXob.") for name in names]

    def _make_preamble(self) -> None:
        self._preamble = ""


class FormXObject(PDFObject):
    """A form XObject.

    The one of ReportLab loses its graphics states and is much slower to write.

    Args:
        box: Left, bottom, right and top of its content, in points.
    """

    __RefOnly__ = 1  # tells ReportLab to write it as an indirect object

    def __init__(self, box: Sequence[float], content: str = "", used: Iterable[str] = ()) -> None:
        self._box = box
        # compressed at once, as 10,000 faces would fill the memory
        self._data = zlib.compress(content.encode("ascii")) if content else _NOTHING
        self._used = used

    def format(self, document: Any) -> bytes:
        """Return the bytes of the object; ReportLab calls this method."""
        numbers_of = document.idToObjectNumberAndVersion
        used = " ".join(f"/{name} {numbers_of[name][0]} 0 R" for name in self._used)
        resources = f"<< /Font {numbers_of['BasicFonts'][0]} 0 R /XObject << {used} >> >>"
        head = f"<< /Type /XObject /Subtype /Form /BBox [{format_numbers(self._box)}] /Resources {resources}"
        tail = f" /Filter /FlateDecode /Length {len(self._data)} >>\nstream\n"
        return (head + tail).encode("ascii") + self._data + b"\nendstream\n"


class Painter:
    """Draws the sides of one document; each drawing, artwork and picture becomes one object that is used repeatedly.

    Args:
        tags: Receives what is drawn, for screen readers; None for a file without tags.

    Attributes:
        stubs: Name of the form of each artwork, which stays empty until the file is finished.
    """

    def __init__(
        self, canvas: PageCanvas, fonts: FontSet, images: ImageStore, label_font: str, tags: StructureTree | None = None
    ) -> None:
        self.stubs: dict[Artwork, str] = {}
        self._canvas = canvas
        self._fonts = fonts
        self._images = images
        self._label_font = label_font
        self._tags = tags
        self._forms: dict[Drawing, str] = {}
        self._rasters: dict[int, tuple[Raster, str]] = {}
        self._gaps: dict[tuple[str, float], str] = {}
        self._used: dict[str, None] = {}  # names of the XObjects in the form that is being made, in order
        self._mixed: set[Drawing] = set()  # drawings without a form that may be semi-transparent
        self._transparent: set[str] = set()  # names of the forms, artworks and pictures that may be semi-transparent

    def draw(self, side: Side, paper: Size, adjustment: Adjustment = NO_ADJUSTMENT) -> None:
        """Draw a side on the current page, adjusted to a printer.

        Registration marks are scaled but never moved or rotated, as the plotter locates the pieces relative to them.
        """
        self._canvas.addLiteral(f"q {_adjusting(adjustment, paper)}")
        self._draw(side, paper)
        self._canvas.addLiteral("Q")
        if side.registration:
            boxes = " ".join([format_rectangle(box, paper.height) for box in side.registration])
            self._decorate(f"q {_adjusting(adjustment.scale_only, paper)} 0 g {boxes} f Q")

    def _draw(self, side: Side, paper: Size) -> None:
        shown: set[Drawing] = set()
        for placement in side.placements:
            drawing = placement.drawing
            self._canvas.addLiteral(f"q {_clipping(placement, paper.height)}")
            self._canvas.addLiteral(f"{format_numbers(_placement_matrix(placement, paper.height))} cm")
            if self._tags and drawing.blocks:
                self._draw_blocks(drawing, self._tags)
            else:
                name = self._forms.get(drawing) or self._make_form(drawing)
                begin = self._tags.piece(drawing, drawing in shown) if self._tags else ""
                self._canvas.addLiteral(begin)
                self._canvas.doForm(name)
                self._canvas.addLiteral(END if begin else "")
            self._canvas.addLiteral("Q")
            shown.add(drawing)
        labels = [self._label(label, paper.height) for label in side.labels]
        self._decorate("\n".join([_cut_lines(side.cuts, paper.height) + _marks(side.marks, paper.height), *labels]))

    def _decorate(self, operators: str) -> None:
        """Draw what nobody reads out."""
        if operators and self._tags:
            operators = f"{ARTIFACT}\n{operators}\n{END}"
        self._canvas.addLiteral(operators)

    def _draw_blocks(self, drawing: Drawing, tags: StructureTree) -> None:
        """Draw a page to be read on the page itself, since the content of a form cannot be tagged piece by piece."""
        height, at = drawing.size.height, 0
        self._used = {}
        self._canvas.addLiteral(f"{DRAWN} BMC")
        for block in drawing.blocks:
            self._decorate(self._items(drawing.items[at : block.start], height))
            self._canvas.addLiteral(tags.block(block))
            self._canvas.addLiteral(self._items(drawing.items[block.start : block.stop], height))
            self._canvas.addLiteral(END)
            at = block.stop
        self._decorate(self._items(drawing.items[at:], height))
        self._canvas.addLiteral(END)
        if not self._transparent.isdisjoint(self._used):
            self._mixed.add(drawing)
        self._canvas.use(self._used)

    def may_be_transparent(self, side: Side) -> bool:
        """Return whether a side that has been drawn may contain anything semi-transparent."""
        drawings = {placement.drawing for placement in side.placements}
        return not self._mixed.isdisjoint(drawings) or any(
            self._forms.get(drawing) in self._transparent for drawing in drawings
        )

    def _make_form(self, drawing: Drawing) -> str:
        name = self._forms[drawing] = f"D{len(self._forms) + 1}"
        size, bleed = drawing.size, drawing.bleed * POINTS_PER_MM
        box = (-bleed, -bleed, size.width * POINTS_PER_MM + bleed, size.height * POINTS_PER_MM + bleed)
        self._used = {}
        content = self._items(drawing.items, size.height)
        self._canvas.document.addForm(name, FormXObject(box, content, self._used))
        if not self._transparent.isdisjoint(self._used):
            self._transparent.add(name)
        return name

    def _items(self, items: Sequence[DrawingItem], height: Mm) -> str:
        return "\n".join([_OPERATORS[type(item)](self, item, height) for item in items])

    def _artwork(self, item: PlacedArtwork, height: Mm) -> str:
        artwork = item.artwork
        name = self.stubs.get(artwork)
        if name is None:
            name = self.stubs[artwork] = self._add(f"A{len(self.stubs) + 1}", FormXObject((0, 0, 0, 0)))
            if may_be_transparent(artwork):
                self._transparent.add(name)
        width, _, _, depth, x, y = map_unit_square(item.box, height)
        scales = width / (artwork.size.width * POINTS_PER_MM), depth / (artwork.size.height * POINTS_PER_MM)
        return self._show(name, (scales[0], 0, 0, scales[1], x, y))

    def _image(self, item: PlacedImage, height: Mm) -> str:
        raster = self._images.raster(item)
        known = self._rasters.get(id(raster))
        if known is None:
            document = self._canvas.document
            alpha = document.Reference(make_image_object(raster.alpha)) if raster.alpha else None
            name = self._add(f"P{len(self._rasters) + 1}", make_image_object(raster, alpha))
            known = self._rasters[id(raster)] = raster, name
            if alpha:
                self._transparent.add(name)
        return f"q {clip_to_box(item.window, height)}\n{self._show(known[1], map_unit_square(item.box, height))}\nQ"

    def _text(self, item: TextSpan, height: Mm) -> str:
        font, gap = self._fonts[item.font], ""
        if len(item.words) > 1:
            # Tracking also follows the glyph of the space, so it is part of the width of the gap.
            width = (item.space - item.tracking) / item.size
            gap = self._gaps.get((item.font, width), "")
            if not gap:
                gap = self._gaps[item.font, width] = font.gap(width)
        points = item.size * POINTS_PER_MM
        encoded = [font.encode_raised(word, points) if word.rises else font.encode(word) for word in item.words]
        shown = gap.join(encoded) + (font.space if item.trailing_space else "")
        start = format_numbers((item.x * POINTS_PER_MM, (height - item.y) * POINTS_PER_MM))
        text = f"{_begin_text(font.resource, points, item.color)} {start} Td [{shown}] TJ ET"
        return f"{format_number(item.tracking * POINTS_PER_MM)} Tc {text} 0 Tc" if item.tracking else text

    def _rotated(self, item: Rotated, height: Mm) -> str:
        matrix = rotate_about(item.x * POINTS_PER_MM, (height - item.y) * POINTS_PER_MM, item.degrees)
        return f"q {format_numbers(matrix)} cm\n{self._items(item.items, height)}\nQ"

    def _view(self, item: View, height: Mm) -> str:
        """Return the operators; those of a ground, and what keeps its colours, are marked for the outlines that save ink."""
        shown = f"q {clip_to_box(item.window, height)}\n{self._items(item.items, height)}\nQ"
        tag = (LAND if item.in_lines else GROUND) if item.is_ground else INKED.get(item.ink, "")
        return f"{tag} BMC {shown} EMC" if tag else shown

    def _label(self, label: Label, height: Mm) -> str:
        spans, x, space = [], label.x, LABEL_SIZE / 4
        for font, texts in groupby(label.text.split(), lambda text: self._fonts.first_with(text, self._label_font)):
            words = tuple(map(font.shape, texts))
            spans.append(TextSpan(font.key, LABEL_SIZE, "#000000", x, label.y, words, space))
            x += sum(word.width * LABEL_SIZE + space for word in words)
        return self._rotated(Rotated(label.turn, label.x, label.y, tuple(spans)), height)

    def _add(self, name: str, form: PDFObject) -> str:
        """Add an object to the document, and return its name in content streams."""
        document = self._canvas.document
        document.addForm(name, form)
        internal: str = document.getXObjectName(name)
        return internal

    def _show(self, name: str, matrix: Matrix) -> str:
        self._used[name] = None
        return f"q {format_numbers(matrix)} cm /{name} Do Q"


# Not in each painter, which would refer to itself, so that the document of a long list would stay in memory.
_OPERATORS: Mapping[type, Callable[[Painter, Any, Mm], str]] = {
    PlacedArtwork: Painter._artwork,
    PlacedImage: Painter._image,
    TextSpan: Painter._text,
    Rotated: Painter._rotated,
    View: Painter._view,
}


def open_canvas(language: str) -> PageCanvas:
    """Return a new canvas for a document in a language, whose bytes depend only on what is drawn."""
    return PageCanvas(io.BytesIO(), invariant=1, pageCompression=0, pdfVersion=(1, 7), lang=language)


def _marks(marks: Sequence[Mark], height: Mm) -> str:
    """Return operators for black hairlines on wider white lines, which are visible on dark pictures too."""
    paths: dict[MarkStyle, list[str]] = {}
    for mark in marks:
        start = format_numbers((mark.x1 * POINTS_PER_MM, (height - mark.y1) * POINTS_PER_MM))
        end = format_numbers((mark.x2 * POINTS_PER_MM, (height - mark.y2) * POINTS_PER_MM))
        paths.setdefault(mark.style, []).append(f"{start} m {end} l")
    if not paths:
        return ""
    every = " ".join(path for group in paths.values() for path in group)
    lines = " ".join(f"{_DASHES[style]} {' '.join(group)} S" for style, group in paths.items())
    return f"q 1 G {_CASING_WIDTH} w {every} S 0 G {_MARK_WIDTH} w {lines} Q"


def _adjusting(adjustment: Adjustment, paper: Size) -> str:
    """Return the operator that adjusts what follows, with nine decimals to be exact in the far corner of an A2 page."""
    return "" if adjustment == NO_ADJUSTMENT else f"{format_numbers(adjustment_matrix(adjustment, paper), 9)} cm"


def _cut_lines(curves: Sequence[Curve], height: Mm) -> str:
    """Return operators for cut lines in grey, which is visible on dark and light pictures and hardly on a cut piece."""
    return (
        f"q {_CUT_GREY} G {_CUT_WIDTH} w {' '.join([_path(curve, height) for curve in curves])} S Q\n" if curves else ""
    )


def _path(curve: Curve, height: Mm) -> str:
    """Return the operators of a line or a cubic curve.

    Args:
        curve: Two or four points, in mm.
        height: Height of the side, in mm.
    """
    points = [format_numbers((x * POINTS_PER_MM, (height - y) * POINTS_PER_MM)) for x, y in curve]
    return f"{points[0]} m {' '.join(points[1:])} {'l' if len(points) == 2 else 'c'}"


def _clipping(placement: Placement, height: Mm) -> str:
    """Return operators that clip to the outline of a piece and its bleed."""
    trim = placement.trim
    box = clip_to_box(trim.grown(placement.bleed), height)
    if placement.outline == RECTANGLE:
        return box
    template, points = _outline_clip(placement.outline, Size(trim.width, trim.height), placement.bleed)
    left, top = trim.x * POINTS_PER_MM, (height - trim.y) * POINTS_PER_MM
    return f"{box} {template % tuple([number for x, y in points for number in (left + x, top + y)])}"


def _begin_text(font: str, points: float, color: str) -> str:
    """Return the operators that begin a text object and set its font, size and colour."""
    return f"BT /{font} {format_number(points)} Tf {format_color(color)} rg"


@lru_cache(maxsize=256)  # pieces of a kind have the same outline in many places
def _outline_clip(outline: Outline, size: Size, bleed: Edges) -> tuple[str, list[tuple[float, float]]]:
    """Return operators that clip to an outline with its bleed, with gaps for their points.

    Args:
        size: Size of the trim, mm.

    Returns:
        The operators for the `%` of Python, which is faster than a call for each number; and the points that fill them,
        in points from the top left of the trim.
    """
    lines = PlacedOutline(outline, Rect(0, 0, size.width, size.height)).windows(bleed)
    points = [point for line in lines for at, curve in enumerate(line) for point in (curve if not at else curve[1:])]
    drawn = " h ".join(" ".join([_gaps(curve, start=not at) for at, curve in enumerate(line)]) for line in lines)
    return f"{drawn} h W n", [(x * POINTS_PER_MM, -y * POINTS_PER_MM) for x, y in points]


def _gaps(curve: Curve, *, start: bool) -> str:
    """Return the operators of a line or a cubic curve, with gaps for its points; `start` moves to the first."""
    rest = " ".join(["%.5f %.5f"] * (len(curve) - 1))
    return f"{'%.5f %.5f m ' if start else ''}{rest} {'l' if len(curve) == 2 else 'c'}"


def _placement_matrix(placement: Placement, paper_height: Mm) -> Matrix:
    """Return the matrix from the form of a drawing, with its origin at the bottom left of the trim, to the side."""
    trim, (x, y), height = placement.trim, placement.origin, placement.drawing.size.height
    if placement.turn == 0:
        return (1, 0, 0, 1, (trim.x - x) * POINTS_PER_MM, (paper_height - trim.y + y - height) * POINTS_PER_MM)
    right, bottom = (trim.right + x) * POINTS_PER_MM, (paper_height - trim.bottom - y + height) * POINTS_PER_MM
    return (-1, 0, 0, -1, right, bottom)
