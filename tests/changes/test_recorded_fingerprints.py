"""Fingerprints stay as in the last version: by them, `--changed` knows what people have printed."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from PIL import Image
from write.samples import FONTS, text

from cardgen.changes.canonical_svg import canonical_elements, parse_document
from cardgen.changes.digest import digest
from cardgen.changes.fingerprint import Fingerprints
from cardgen.geometry.outlines import ROUND
from cardgen.geometry.units import Rect, Size
from cardgen.model.drawing import Artwork, Drawing, PlacedArtwork, PlacedImage, Rotated, ShapedWord, View
from cardgen.model.piece import Piece
from tests.recorded import check_recorded

HEAD = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:i="http://inkscape.org"'
BODIES = {
    "a ground": '<rect x="-3" y="-3" width="46" height="59" fill="#AbC"/><rect width="9" height="60" fill="#abcdef80"/>',
    "boxes": '<rect width="50%" height="9"/><rect x="-9" width="60" height="9" rx="2"/><rect x="-9" y="-9" width="60" height="9" opacity=".5"/>',
    "grounds of patterns": '<pattern id="p" patternUnits="userSpaceOnUse"><path d="M0,0h1"/></pattern><linearGradient id="g"><stop offset="0"/></linearGradient>'
    '<rect x="-9" width="60" height="9" fill="url(#p)"/><rect x="-9" width="60" height="9" fill="url( \'#g\' )"/><rect x="-9" width="60" height="9" style="fill:url(#none)"/>',
    "numbers": '<path d="M-0 1.23456789e2L.5-.5,1e-7 +3z"/><path d="M1 2 3 4" transform="translate(1,-0) rotate( 45 )"/>',
    "styles": '<g id="a" class="b" data-x="1" aria-hidden="true" i:label="c"><g fill="red"><path d="M0 0" style="fill:#F00; stroke : blue ;bad"/></g></g>',
    "a style sheet": '<style>.b {fill: red}  #a{}</style><g id="a"><path class="b" d="M0 0"/></g>',
    "references": '<defs><path id="a" d="M1 1"/><use id="c" href="#c"/></defs><use xlink:href="#a" x="1"/><use href="#c"/><use href="#none"/><image href="data:,x"/>',
    "words": '<text x="1"> a  <tspan fill="red"> b </tspan>\n c<i:x>d</i:x></text><title>no</title><i:x/><text font-family="Cinzel">e</text>',
    "nested": '<svg x="1"><rect x="-9" width="60" height="9"/></svg><g transform="scale(2)"><rect x="-9" width="60" height="9"/></g>',
}  # fmt: skip
SIZE = Size(40, 53)
WINDOW = Rect(0, 0, 40, 53)


BOX = Rect(-3, -3, 46, 59)


def placed(body: str, *, box: Rect = BOX, view: str = "-3 -3 46 59", more: str = "") -> PlacedArtwork:
    return PlacedArtwork(Artwork(f'<svg {HEAD} viewBox="{view}"{more}>{body}</svg>', Size(46, 59)), box)


def cubic_font(path: Path) -> Path:
    """Make a font whose outlines have cubic curves, and an open contour."""
    font = FontBuilder(1000, isTTF=False)
    font.setupGlyphOrder([".notdef", "a"])
    font.setupCharacterMap({97: "a"})
    pen = T2CharStringPen(500, None)
    pen.moveTo((0, 0))
    pen.curveTo((10, 20), (30, 40), (50, 60))
    pen.lineTo((70, 0))
    pen.closePath()
    empty = T2CharStringPen(500, None)
    font.setupCFF("Cubic", {}, {".notdef": empty.getCharString(), "a": pen.getCharString()}, {})
    font.setupHorizontalMetrics({".notdef": (500, 0), "a": (500, 0)})
    font.setupHorizontalHeader()
    font.setupPost()
    font.save(path)
    return path


def pictures(folder: Path) -> Iterator[tuple[str, Path]]:
    image = Image.new("RGBA", (3, 2), (10, 20, 30, 128))
    image.putpixel((1, 0), (200, 100, 0, 255))
    for name, mode in (("clear", "RGBA"), ("plain", "RGB"), ("grey", "L"), ("palette", "P")):
        image.convert(mode).save(folder / f"{name}.png")
        yield name, folder / f"{name}.png"
    exif = Image.Exif()
    exif[0x0112] = 6  # it is displayed turned
    image.save(folder / "turned.png", exif=exif)
    yield "turned", folder / "turned.png"
    image.convert("RGB").save(folder / "key.png", transparency=(200, 100, 0))
    yield "with a transparent colour", folder / "key.png"
    image.save(folder / "profile.png", icc_profile=b"some profile")
    yield "with a profile", folder / "profile.png"


def items(folder: Path) -> Iterator[tuple[str, object]]:
    yield from ((name, placed(body)) for name, body in BODIES.items())
    circle = '<circle cx="5" cy="5" r="5"/>'
    yield "an icon", placed(circle, box=Rect(1, 2, 5.0004, 5), view="0 0 24 24")
    yield "a view with commas", placed(circle, view="0,0,24,24", more=' preserveAspectRatio="none"')
    yield "half a bleed", placed(BODIES["a ground"], view="-3 -2 46 57")
    word = text("A wise word", 5, 3, 9)
    yield "words of a text", word
    yield "another look", replace(word, color="#ABCDEF", tracking=0.1, size=4.5, y=9.5, space=1.25)
    yield "a cubic font", replace(word, font="Cubic", words=(ShapedWord("a", ((1, 0, 0.5),), 0.5),))
    yield "turned", Rotated(12.5, 1, 2, (word,))
    for is_ground, in_lines in ((True, False), (False, True)):
        yield f"view {is_ground} {in_lines}", View(Rect(-1, 2, 50, 9), (word,), is_ground=is_ground, in_lines=in_lines)
    for name, path in pictures(folder):
        yield f"a picture, {name}", PlacedImage(path, Rect(-3, 1, 46, 30), Rect(-3, 2, 46, 20))


def found(folder: Path) -> Iterator[str]:
    fonts = {**FONTS, "Cubic": cubic_font(folder / "cubic.otf")}
    prints = Fingerprints(fonts)
    for name, body in BODIES.items():
        root = parse_document(placed(body).artwork.svg)
        yield from (f"{name}: {element}" for element in canonical_elements(root, WINDOW))
    drawings = [(name, Drawing(SIZE, 3, (item,))) for name, item in items(folder)]
    for name, drawing in drawings:
        yield f"{name}: {prints.of_drawing(drawing)}"
    faces = [drawing for _, drawing in drawings]
    yield f"a leaf: {prints.of_pages(faces[:2])}"
    piece = Piece("cards", "a", "A", faces[0], None, 2)
    for name, changes in {
        "a piece": {},
        "its name and copies": {"id": "b", "name": "B", "copies": 7},
        "its back": {"back": faces[1]},
        "its outline": {"outline": ROUND},
    }.items():
        yield f"{name}: {prints.of_piece(replace(piece, **changes))}"
    yield f"parts: {digest('a', b'bc', '')} {digest('ab', b'c')} {digest('a', pieces=[b'b', b'c'], length=2)} {digest('a', pieces=[b'b'])}"


def test_fingerprints_are_as_recorded(tmp_path):
    check_recorded(Path(__file__).with_name("fingerprints.txt"), found(tmp_path))
