"""Files have the objects and the instructions that they had in the last version.

The other files of this folder say why they are right; here nothing may change unseen.
"""

import re
import zlib
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from PIL import Image

from cardgen.geometry.outlines import HEXAGON, RECTANGLE, ROUND, Outline, PlacedOutline
from cardgen.geometry.units import Edges, Rect, Size
from cardgen.model.adjustment import Adjustment
from cardgen.model.drawing import Drawing, PageBlock, PlacedImage, Rotated, ShapedWord, TextSpan, View
from cardgen.model.sheet import Label, Mark, Placement, Side
from cardgen.write.cut_file import CUT_FORMATS
from cardgen.write.document import compose_pdf
from cardgen.write.ink_modes import join_pdfs
from cardgen.write.page import DocumentInfo, Page, ShownPiece
from cardgen.write.pdfx import CmykPage, PrintingCondition, add_trim_boxes, compose_pdfx
from cardgen.write.show_through import ShowThroughPage, draw_show_through
from cardgen.write.svg import SvgWriter
from tests.recorded import check_recorded

from .objects import objects_of
from .samples import BOLD, FONTS, INFO, REGULAR, SMALL, filled, opened, shaped, text

ARROW = Outline.path("M0 .3H.6V0L1 .5L.6 1V.7H0Z")
CURVED = Outline.path("M0 .3H.6V0C.8 .2 1 .3 1 .5L.6 1V.7H0Z")


def check(name: str, lines: Iterable[str]) -> None:
    check_recorded(Path(__file__).with_name(name), (re.sub(" +$", "", line, flags=re.MULTILINE) for line in lines))


# The objects of documents


def test_objects_of_documents(tmp_path: Path) -> None:
    red, seen = pictures(tmp_path)
    pages = sheets(red, seen)
    words = {"title": "Samurai\n\u2013 <1 & 2>", "author": "A.\nAuthor", "subject": "Attack\nthe Tower"}
    info = replace(INFO, **words, first_printed=3, flip="short", pieces=shown_pieces(pages))
    whole = compose_pdf(pages, info, FONTS)
    plain = compose_pdf([*pages[:1], Page(None, SMALL)], replace(INFO, language="", flip=None, label_font=""), FONTS)
    views = [
        ShowThroughPage(0, 1, "vertical", 20.0),
        ShowThroughPage(1, 0, "horizontal", 0.0),
        ShowThroughPage(0, None, "vertical", 5.0),
    ]
    blank = compose_pdf([Page(None, SMALL)] * 3, DocumentInfo("x", "y", "z", ""), {})
    seen_through = draw_show_through(plain, blank, views)
    found = {
        "a document": whole,
        "without tags": plain,
        "held up to the light": seen_through,
        "joined": join_pdfs([blank, plain, blank]),
        "with trim boxes": add_trim_boxes(blank, 3),
        "in four inks": in_four_inks(),
    }
    check("documents.txt", (line for name, data in found.items() for line in (f"== {name}", *objects_of(data))))


def in_four_inks(first: int = 0) -> bytes:
    """A file for a print shop of three pages, of which two are equal."""
    one, other = (CmykPage(2, 3, Size(46, 40), zlib.compress(bytes(range(at, at + 24)))) for at in (first, 50))
    condition = PrintingCondition("CGATS TR 001", "SWOP (coated)", "http://www.color.org")
    return compose_pdfx(
        [one, other, one], Size(40, 30), INFO, condition, b"a profile", datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    )


def test_a_file_is_named_by_its_content_and_not_by_the_time() -> None:
    blank = compose_pdf([Page(None, SMALL)], DocumentInfo("x", "y", "z", ""), {})
    for make in (
        lambda number: join_pdfs([blank] * number),
        lambda number: add_trim_boxes(blank, number),
        in_four_inks,
    ):
        one, same, other = (bytes(opened(make(number)).trailer.ID[1]) for number in (1, 1, 2))
        assert one == same != other


def pictures(folder: Path) -> tuple[PlacedImage, PlacedImage]:
    """An opaque picture, and one that is half transparent; of the first a window is seen."""
    Image.new("L", (8, 6), 90).save(folder / "red.png")
    Image.new("RGBA", (6, 6), (0, 0, 200, 128)).save(folder / "seen.png")
    window = Rect(10, 10, 20, 12)
    return (
        PlacedImage(folder / "red.png", Rect(8, 8, 24, 18), window),
        PlacedImage(folder / "seen.png", Rect(50, 10, 12, 12), Rect(50, 10, 12, 12)),
    )


def sheets(red: PlacedImage, seen: PlacedImage) -> list[Page]:
    word = shaped(REGULAR, "AVAfi")
    late, raised = (
        replace(word, start=0.25),
        replace(word, start=-0.1, rises=(0, 0.1, 0.13, 0, 0.2)[: len(word.glyphs)]),
    )
    lacking = ShapedWord("\u00e9\u2603", ((0, "\u2603", 0.5), (0, "", 0.25)), 0.75)
    spans = (
        text("Draw two", tracking=0.2, trailing_space=True),
        TextSpan(BOLD, 4, "#a03c6e", 6, 30, (late, raised), 1.5),
        TextSpan(REGULAR, 6, "#000000", 6, 40, (lacking,), 1.5, trailing_space=True),
    )
    card = Drawing(Size(40, 30), 2, (*spans, red), words="Draw two")
    clear = Drawing(
        Size(40, 30),
        0,
        (View(Rect(2, 3, 30, 20), (seen,), is_ground=True), spans[0]),
        words="\x1bde\x1bGlas\x1bpt-BR-x\x1bVidro\x1bzzz\x1b",
    )
    back = Drawing(
        Size(40, 30), 2, (Rotated(30, 20, 15, (red,)), View(Rect(0, 0, 9, 9), (red,), is_ground=True, in_lines=True))
    )
    mixing = replace(
        filled("#ff0000", Rect(1, 2, 3, 4)),
        artwork=replace(
            filled("#ff0000", Rect(1, 2, 3, 4)).artwork,
            svg='<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g opacity="0.5"/></svg>',
        ),
    )
    art = Drawing(Size(40, 30), 0, (filled("#ff0000", Rect(4, 5, 20, 10)), filled("#ff0000", Rect(4, 15, 2, 30))))
    marks = (
        Mark("crop", 10, 0, 10, 4), Mark("fold", 0, 30, 100, 30), Mark("crop", 50, 0, 50, 4.5), Mark("overlap", 1, 2, 3, 4), Mark("hole", 5, 6, 7, 8),
    )  # fmt: skip
    labels = (Label("Sheet 1 of 2", 3, 50), Label("\u6c38 \u2603", 5, 55, 90), Label("a \u05d0 b", 6, 57, 270))
    cuts = (((1.0, 2.0), (3.0, 4.0)), ((1.0, 1.0), (2.0, 2.0), (3.0, 1.0), (4.0, 4.0)))
    places = (
        Placement(card, Rect(5, 5, 40, 30), Edges(1, 2, 0.5, 0)),
        Placement(card, Rect(50, 5, 40, 30), turn=180, origin=(1.0, 2.0)),
        Placement(clear, Rect(5, 20, 20, 20), origin=(3.0, 4.0), outline=HEXAGON),
        Placement(back, Rect(60, 20, 30, 30), Edges.all(1), outline=ARROW),
        Placement(back, Rect(62, 22, 30, 30), turn=180, outline=CURVED),
    )
    adjusted = Adjustment(dx=1.5, dy=-2.0, angle=0.5, scale_x=1.01, scale_y=0.99)
    registration = (Rect(1, 2, 3, 4), Rect(90, 50, 5, 6))
    return [
        Page(Side(places, marks, labels, cuts, registration), SMALL, "Cards\nof the sun", adjusted),
        Page(None, SMALL, "Blank"),
        Page(Side((Placement(read_page(spans, red), Rect(0, 0, 100, 60)),), labels=labels[:1]), SMALL, "Rules"),
        Page(Side((Placement(art, Rect(5, 5, 40, 30)), Placement(read_on(spans, seen, red), Rect(0, 0, 100, 60)))), SMALL),
        Page(Side((Placement(back, Rect(5, 5, 40, 30)), Placement(back, Rect(50, 5, 40, 30)), Placement(card, Rect(50, 5, 40, 30)))), Size(120, 70)),
        Page(Side((Placement(art, Rect(0, 0, 40, 30)), Placement(Drawing(Size(9, 9), 0, (mixing,)), Rect(0, 0, 9, 9)))), SMALL, ""),
    ]  # fmt: skip


def read_page(spans: tuple[TextSpan, ...], red: PlacedImage) -> Drawing:
    """A page with a heading, a list, a table and a figure."""
    items = [red, *([spans[0]] * 9), red, spans[1]]
    roles: list[Any] = ["h2", "p", "label", "item", "th", "th", "td", "td", "", "figure"]
    blocks = [PageBlock(role, at, at + 1) for at, role in enumerate(roles, 1)]
    blocks[1] = blocks[1]._replace(language="pt")
    blocks[5] = blocks[5]._replace(begins=False)
    blocks[7] = blocks[7]._replace(begins=False)
    blocks[9] = blocks[9]._replace(words="A board")
    return Drawing(SMALL, 0, tuple(items), blocks=tuple(blocks))


def read_on(spans: tuple[TextSpan, ...], seen: PlacedImage, red: PlacedImage) -> Drawing:
    """The next page, where a paragraph goes on, and a table with one cell in a row and a head of its own for a row."""
    items = [*([spans[0]] * 13), seen, red]
    roles: list[tuple[Any, bool]] = [
        ("p", False), ("h3", True), ("item", True), ("label", True), ("item", True), ("item", False), ("item", True), ("th", True),
        ("th", False), ("td", True), ("th", True), ("td", False), ("h4", True),
    ]  # fmt: skip
    blocks = [PageBlock(role, at, at + 1, begins) for at, (role, begins) in enumerate(roles)]
    return Drawing(SMALL, 0, tuple(items), blocks=tuple(blocks))


def shown_pieces(pages: list[Page]) -> dict[Drawing, ShownPiece]:
    first = pages[0].side
    assert first
    card, _, _, back, _ = (placement.drawing for placement in first.placements)
    return {card: ShownPiece("Dawn", "Dawn: draw two"), back: ShownPiece("Back", is_back=True)}


# Drawings as SVG


def test_drawings_as_svg_and_lines_to_cut(tmp_path: Path) -> None:
    red, seen = pictures(tmp_path)
    asked: list[str] = []

    def embed(path: Path, width: int, height: int) -> tuple[str, bytes]:
        asked.append(f"{path.name} {width} x {height}")
        return "image/png", b"data of a picture"

    lines = []
    for page in sheets(red, seen):
        for placement in page.side.placements if page.side else ():
            writer = SvgWriter(FONTS, embed, 150 if placement.turn else 90)
            items = [item for item in placement.drawing.items if not isinstance(item, TextSpan)]
            lines += ["== a drawing", writer.document((*items, *items[:1]), Rect(-1, -2.5, 42, 33)).strip()]
    short = shaped(REGULAR, "il")
    spans = [
        TextSpan(REGULAR, 5, "#101010", 3, 4, (replace(short, start=0.5), replace(short, rises=(0, 0.25))), 2, 0.5),
        TextSpan(BOLD, 4, "#a03c6e", 5, 6, (short, short), 1),
    ]
    tiny = replace(red, box=Rect(1, 2, 0.05, 0.02), window=Rect(1, 2, 0.05, 0.02))
    lines += ["== a picture smaller than a pixel", SvgWriter(FONTS, embed).document([tiny], Rect(0, 0, 9, 9)).strip()]
    lines += ["== words", SvgWriter(FONTS, embed).document(spans, Rect(0, 0, 9, 9)).strip(), *dict.fromkeys(asked)]
    box, wide = Rect(10, 20, 30, 30), Rect(50.5, 20, 40, 30.25)
    outlines = [
        PlacedOutline(*one) for one in ((ROUND, box), (HEXAGON, wide, 2.0), (RECTANGLE, box, 3.0), (RECTANGLE, wide))
    ]
    several = [PlacedOutline(ROUND, wide), PlacedOutline(CURVED, box)]
    for name, form in CUT_FORMATS.items():
        lines += [f"== {name}", compact(form(Size(210, 297), outlines, "Sheet 1\n<\u00e9>").decode())]
        lines += [f"== {name} of many lines", compact(form(Size(210, 297), several, "Sheet 2").decode())[::97]]
    check("drawings.txt", lines)


def compact(file: str) -> str:
    """The lines of a file, those of an entity of DXF in one."""
    return re.sub(r"\r\n(?! *0\r\n)", " ", file).replace("\r\n", "\n").strip()
