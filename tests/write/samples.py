"""Small drawings, and functions that inspect a PDF: its structure with pikepdf, its pixels and text with pypdfium2."""

from __future__ import annotations

import io
from functools import cache
from pathlib import Path

import pikepdf
import pypdfium2
import uharfbuzz as hb
from PIL import Image

from cardgen.geometry.units import Rect, Size
from cardgen.model.drawing import Artwork, Drawing, DrawingItem, PlacedArtwork, ShapedWord, TextSpan
from cardgen.model.sheet import Label, Mark, Placement, Side
from cardgen.write.document import compose_pdf
from cardgen.write.page import DocumentInfo, Page

FONTS = {path.stem: path for path in sorted((Path(__file__).parents[2] / "fonts").glob("*.ttf"))}
REGULAR, BOLD = "AlegreyaSans-Regular", "AlegreyaSans-Bold"
INFO = DocumentInfo("Samurai", "A. Author", "Attack the Tower", "en", REGULAR)
A4 = Size(210, 297)
SMALL = Size(100, 60)


@cache
def _font(key: str) -> hb.Font:
    return hb.Font(hb.Face(hb.Blob.from_file_path(FONTS[key])))


@cache
def shaped(key: str, text: str, kerning: bool = True) -> ShapedWord:
    """A word of plain letters, as the text stage would shape it."""
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    hb.shape(_font(key), buffer, {"kern": kerning})
    ends = [info.cluster for info in buffer.glyph_infos[1:]] + [len(text)]
    glyphs = tuple(
        (info.codepoint, text[info.cluster : end], position.x_advance / _font(key).face.upem)
        for info, end, position in zip(buffer.glyph_infos, ends, buffer.glyph_positions, strict=True)
    )
    return ShapedWord(text, glyphs, sum(advance for _, _, advance in glyphs))


def text(words: str, x: float = 5, y: float = 20, size: float = 5, font: str = REGULAR, **more: object) -> TextSpan:
    """A span of black text."""
    return TextSpan(font, size, "#000000", x, y, tuple(shaped(font, word) for word in words.split()), size / 4, **more)


def art(body: str, size: Size = SMALL) -> Artwork:
    """An SVG document in mm."""
    view = f'viewBox="0 0 {size.width} {size.height}" width="{size.width}mm" height="{size.height}mm"'
    return Artwork(f'<svg xmlns="http://www.w3.org/2000/svg" {view}>{body}</svg>', size)


def filled(color: str, box: Rect) -> PlacedArtwork:
    """A box of one colour."""
    return PlacedArtwork(art(f'<rect width="10" height="10" fill="{color}"/>', Size(10, 10)), box)


def drawing(*items: DrawingItem, size: Size = SMALL, bleed: float = 0) -> Drawing:
    """A drawing of these items."""
    return Drawing(size, bleed, items)


def whole(*items: DrawingItem, marks: tuple[Mark, ...] = (), labels: tuple[Label, ...] = ()) -> Page:
    """A small page that one drawing fills."""
    return Page(Side((Placement(drawing(*items), Rect(0, 0, 100, 60)),), marks, labels), SMALL)


def placed(placement: Placement, paper: Size = SMALL) -> Page:
    """A page with one placement."""
    return Page(Side((placement,)), paper)


def pdf_of(*pages: Page, info: DocumentInfo = INFO) -> bytes:
    """The bytes of these pages."""
    return compose_pdf(pages, info, FONTS)


@cache  # also keeps the document open for as long as its objects are looked at
def opened(data: bytes) -> pikepdf.Pdf:
    """The document, by structure."""
    return pikepdf.open(io.BytesIO(data))


def picture_of(data: bytes, page: int = 0, dots_per_mm: float = 4) -> Image.Image:
    """A page as pixels."""
    document = pypdfium2.PdfDocument(data)
    try:
        return document[page].render(scale=dots_per_mm * 25.4 / 72).to_pil().convert("RGB")
    finally:
        document.close()


def channels_of(color: str) -> tuple[int, ...]:
    """Red, green and blue of `#rrggbb`, from 0 to 255."""
    return tuple(bytes.fromhex(color[1:]))


def colors_of(data: bytes, *points: tuple[float, float], page: int = 0) -> list[str]:
    """The colours of a page at points in mm from its top left, as `#rrggbb`."""
    picture = picture_of(data, page)
    found = [picture.getpixel((round(x * 4), round(y * 4))) for x, y in points]
    return ["#" + "".join(f"{channel:02x}" for channel in color) for color in found]


def text_of(data: bytes, page: int = 0) -> str:
    """Return the text that selecting and copying a whole page gives."""
    document = pypdfium2.PdfDocument(data)
    try:
        return document[page].get_textpage().get_text_range().replace("\r\n", "\n")
    finally:
        document.close()


def ink_box(data: bytes, page: int = 0) -> Rect:
    """Return the box around everything that is not white, in mm, accurate to 0.1 mm."""
    picture = picture_of(data, page, dots_per_mm=10)
    box = Image.eval(picture, lambda value: 255 - value).convert("L").point(lambda v: 255 * (v > 100)).getbbox()
    assert box is not None, "the page is blank"
    left, top, right, bottom = (side / 10 for side in box)
    return Rect(left, top, right - left, bottom - top)
