from __future__ import annotations

import io
import itertools
import math
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pikepdf
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.areaPen import AreaPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.TupleVariation import TupleVariation

from cardgen.geometry.units import Rect, Size
from cardgen.model.drawing import Artwork, PlacedArtwork, ShapedWord, TextSpan
from cardgen.model.sheet import LABEL_SIZE, Label, Placement, Side
from cardgen.report.errors import UnlocatedError
from cardgen.write.document import compose_pdf
from cardgen.write.fonts import EmbeddedFont
from cardgen.write.outlines import to_truetype
from cardgen.write.page import Page
from cardgen.write.svg import SvgWriter

from .samples import BOLD, FONTS, INFO, REGULAR, drawing, ink_box, opened, pdf_of, placed, shaped, text, text_of, whole


def fonts_of(data: bytes) -> dict[str, pikepdf.Object]:
    """Composite fonts by their name without the tag of the subset."""
    found = {}
    for item in opened(data).objects:
        if isinstance(item, pikepdf.Dictionary) and item.get("/Subtype") == "/Type0":
            tag, _, name = str(item.BaseFont)[1:].partition("+")
            assert re.fullmatch("[A-Z]{6}", tag)
            found[name] = item
    return found


def font_file_of(font: pikepdf.Object) -> TTFont:
    return TTFont(io.BytesIO(font.DescendantFonts[0].FontDescriptor.FontFile2.read_bytes()))


def test_only_used_fonts_are_embedded() -> None:
    assert list(fonts_of(pdf_of(whole(text("tower"))))) == [REGULAR]


def test_no_font_is_left_out_of_the_file() -> None:
    for item in opened(pdf_of(whole(text("tower")), Page(None, Size(100, 60)))).objects:
        if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/Font":
            descendants = item.get("/DescendantFonts", [item])
            assert all("/FontFile2" in font.FontDescriptor for font in descendants)


@pytest.mark.parametrize("key", ["AlegreyaSans-Regular", "AlegreyaSans-BoldItalic", "Cinzel-Black"])
def test_a_font_is_described_as_its_file_states(key: str) -> None:
    """PDF 32000-1, table 122, in thousandths of an em; flags 3 and 7 of table 123 say symbolic and italic."""
    file = TTFont(FONTS[key])
    scale, metrics = 1000 / file["head"].unitsPerEm, file["OS/2"]
    line = (metrics.sTypoAscender, metrics.sTypoDescender)
    if not metrics.fsSelection & 1 << 7:  # USE_TYPO_METRICS
        line = file["hhea"].ascent, file["hhea"].descent
    (descendant,) = fonts_of(pdf_of(whole(text("tower", font=key))))[key].DescendantFonts
    told = descendant.FontDescriptor
    assert told.Flags == (68 if "Italic" in key else 4)
    assert float(told.ItalicAngle) == pytest.approx(file["post"].italicAngle)
    box = [getattr(file["head"], side) * scale for side in ("xMin", "yMin", "xMax", "yMax")]
    assert [float(side) for side in told.FontBBox] == pytest.approx(box, abs=0.01)
    heights = [height * scale for height in (*line, metrics.sCapHeight)]
    assert [float(told[name]) for name in ("/Ascent", "/Descent", "/CapHeight")] == pytest.approx(heights, abs=0.01)
    assert told.StemV == round(50 + (metrics.usWeightClass / 65) ** 2)


def test_a_font_is_embedded_as_the_subset_in_use() -> None:
    font = font_file_of(fonts_of(pdf_of(whole(text("tower"))))[REGULAR])
    assert font["maxp"].numGlyphs == len(set("tower")) + 1  # and the glyph of missing characters
    assert not {"GSUB", "GPOS", "fpgm"} & set(font.keys())


def test_stated_widths_are_those_of_the_font() -> None:
    word = shaped(REGULAR, "tower")
    font = fonts_of(pdf_of(whole(text("tower"))))[REGULAR]
    metrics = TTFont(FONTS[REGULAR])["hmtx"].metrics
    names = TTFont(FONTS[REGULAR]).getGlyphOrder()
    assert [float(width) for width in font.DescendantFonts[0].W[1]] == [metrics[names[g]][0] for g, _, _ in word.glyphs]


@pytest.mark.parametrize(
    "words",
    ["office fluffy flow", "ação coração às", "Łódź Žižka Größe œuvre Ñandú", "\u201cquotes\u201d \u2013 dashes\u2026"],
)
def test_copying_gives_the_characters_back(words: str) -> None:
    assert text_of(pdf_of(whole(text(words)))) == words


def test_ligatures_are_drawn_as_one_glyph_and_copied_as_letters() -> None:
    word = shaped(REGULAR, "office")
    assert any(len(source) > 1 for _, source, _ in word.glyphs), "the font of this test has a ligature"
    assert text_of(pdf_of(whole(text("office")))) == "office"


def test_one_glyph_may_stand_for_several_characters() -> None:
    glyph, _, advance = shaped(REGULAR, "-").glyphs[0]
    words = tuple(ShapedWord(char, ((glyph, char, advance),), advance) for char in "-\u2010")
    span = TextSpan(REGULAR, 5, "#000000", 5, 20, words, 1.5)
    map_ = fonts_of(pdf_of(whole(span)))[REGULAR].ToUnicode.read_bytes()
    assert b"> <002d>" in map_
    assert b"> <2010>" in map_


def test_a_character_of_several_glyphs_is_copied_once() -> None:
    base, mark = shaped(REGULAR, "q").glyphs[0], shaped(REGULAR, "\u0308").glyphs[0]
    word = ShapedWord("q\u0308", ((base[0], "q\u0308", base[2]), (mark[0], "", 0.0)), base[2])
    assert text_of(pdf_of(whole(TextSpan(REGULAR, 5, "#000000", 5, 20, (word,), 1)))) == "q\u0308"


def test_more_than_256_glyphs_fit_one_font() -> None:
    characters = [chr(code) for code in range(0x21, 0x250) if hb_has(chr(code)) and not chr(code).isspace()]
    assert len(characters) > 256
    lines = ["".join(characters[start : start + 40]) for start in range(0, len(characters), 40)]
    data = pdf_of(whole(*(text(line, y=5 + 4 * row, size=2.5) for row, line in enumerate(lines))))
    (font,) = fonts_of(data).values()
    blocks = re.findall(rb"(\d+) beginbfchar\n(.*?)\nendbfchar", font.ToUnicode.read_bytes(), re.DOTALL)
    assert [int(count) for count, _ in blocks] == [entries.count(b"\n") + 1 for _, entries in blocks]
    assert len(blocks) > 2 and max(int(count) for count, _ in blocks) == 100  # as many as there may be
    assert set("".join(lines)) <= set(text_of(data)) | set("\u00ad")  # readers may swallow a soft hyphen


def hb_has(character: str) -> bool:
    return 0 not in [glyph for glyph, _, _ in shaped(REGULAR, character).glyphs]


def test_kerning_moves_glyphs() -> None:
    boxes = []
    for kerning in (True, False):
        word = shaped(BOLD, "AVATAR", kerning)
        boxes.append(ink_box(pdf_of(whole(TextSpan(BOLD, 10, "#000000", 5, 20, (word,), 1)))))
    expected = 10 * (shaped(BOLD, "AVATAR", False).width - shaped(BOLD, "AVATAR").width)
    assert expected > 0.5
    assert abs(boxes[1].width - boxes[0].width - expected) < 0.15


@pytest.mark.parametrize(("less", "stated"), [(0.4, "0.4"), (-0.06, "-0.06"), (0.04, "")])
def test_an_advance_that_is_not_that_of_the_font_is_stated_unless_nobody_can_see_it(less: float, stated: str) -> None:
    glyphs = tuple((glyph, char, advance - less / 1000) for glyph, char, advance in shaped(REGULAR, "II").glyphs)
    data = pdf_of(whole(TextSpan(REGULAR, 5, "#000000", 5, 20, (ShapedWord("II", glyphs, 1),), 1)))
    (form,) = opened(data).pages[0].Resources.XObject.values()
    shown = f"[<0001>{stated}<0001>{stated}] TJ" if stated else "[<00010001>] TJ"
    assert shown.encode() in form.read_bytes()


def test_words_lie_where_the_span_says() -> None:
    single = ink_box(pdf_of(whole(text("H", x=5, size=10))))
    span = text("H H", x=5, size=10, tracking=0.7)
    both = ink_box(pdf_of(whole(span)))
    assert abs(both.right - single.right - (10 * span.words[0].width + 0.7 + span.space)) < 0.15


def test_tracking_ends_with_its_span() -> None:
    plain = ink_box(pdf_of(whole(text("tower", size=8))))
    after = pdf_of(whole(text("t", x=5, size=8, tracking=3), text("tower", size=8)))
    assert abs(ink_box(after).right - plain.right) < 0.15


def test_a_trailing_space_is_copied_and_has_no_ink() -> None:
    first = text("left", size=5, trailing_space=True)
    second = text("right", x=5 + 5 * first.words[0].width + 1.2, size=5, font=BOLD)
    assert text_of(pdf_of(whole(first, second))) == "left right"
    assert ink_box(pdf_of(whole(first))) == ink_box(pdf_of(whole(text("left", size=5))))


def test_size_is_the_height_of_the_em() -> None:
    cap_height = TTFont(FONTS[REGULAR])["OS/2"].sCapHeight / 1000
    assert abs(ink_box(pdf_of(whole(text("H", size=20)))).height - 20 * cap_height) < 0.15


def test_an_unknown_font_is_an_error() -> None:
    with pytest.raises(UnlocatedError, match="unknown font 'Nope'") as caught:
        fonts = {name: FONTS[name] for name in reversed(FONTS)}
        compose_pdf([whole(TextSpan("Nope", 5, "#000000", 5, 20, (shaped(REGULAR, "a"),), 1))], INFO, fonts)
    assert (caught.value.code, caught.value.expected) == ("E408", f"one of: {', '.join(sorted(FONTS))}")


@pytest.mark.parametrize("content", [b"", b"no font at all", b"OTTO" + bytes(60)])
def test_a_file_that_is_no_truetype_font_is_an_error(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "Broken.ttf"
    path.write_bytes(content)
    side = Side(
        (Placement(drawing(TextSpan("Broken", 5, "#000000", 5, 20, (shaped(REGULAR, "a"),), 1)), Rect(0, 0, 100, 60)),)
    )
    with pytest.raises(UnlocatedError, match="has no outlines") as caught:
        compose_pdf([Page(side, Size(100, 60))], INFO, {"Broken": path})
    assert caught.value.code == "E408"


def test_a_label_with_a_character_that_no_font_has_is_drawn_with_a_box() -> None:
    assert "sheet" in text_of(pdf_of(whole(labels=(Label("sheet \u4e00", 5, 5),))))
    assert text_of(pdf_of(whole(labels=(Label("q\u0308 b", 5, 5),)))) == "q\u0308 b"  # of two glyphs
    noto = "NotoSans-Regular"
    known = {REGULAR: FONTS[REGULAR], noto: FONTS[REGULAR].parent / f"fallback/{noto}.ttf"}
    for fonts, label, used in (
        (known, "\u4e00", [noto]),  # the box of the other font has no lines
        (known, "a \u0180 b", [REGULAR, noto]),
        (known, "sheet", [REGULAR]),
        (known, "a\u0180", [noto]),  # a word has one font
        ({noto: known[noto]}, "\u4e00", [noto]),
    ):
        data = compose_pdf([whole(labels=(Label(label, 5, 5),))], replace(INFO, label_font=min(fonts)), fonts)
        assert ink_box(data).height > 1
        page = opened(data).pages[0]
        content = page.Contents.read_bytes().decode()
        shown = dict.fromkeys(re.findall(r"(/F\d+) ", content))
        starts = [float(x) for x in re.findall(r" ([\d.]+) [\d.]+ Td", content)]
        assert len(starts) == (3 if " " in label else 1)
        if len(starts) > 1:  # the next word begins behind a space of a quarter of an em
            steps = [other - one for one, other in itertools.pairwise(starts)]
            em = LABEL_SIZE * 72 / 25.4
            assert steps[0] == pytest.approx(em * (shaped(REGULAR, "a").width + 0.25), abs=0.01)
            assert steps[1] > em * 0.6
        assert [str(page.Resources.Font[name].BaseFont).partition("+")[2] for name in shown] == used


def variable_font(path: Path) -> Path:
    """A font with one glyph, a bar that an axis makes taller."""
    pen = TTGlyphPen(None)
    for index, point in enumerate([(0, 0), (0, 500), (500, 500), (500, 0)]):
        (pen.lineTo if index else pen.moveTo)(point)
    pen.closePath()
    bar = pen.glyph()
    builder = FontBuilder(1000)
    builder.setupGlyphOrder([".notdef", "l"])
    builder.setupCharacterMap({ord("l"): "l"})
    builder.setupGlyf({".notdef": bar, "l": bar})
    builder.setupHorizontalMetrics({".notdef": (600, 0), "l": (600, 0)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Bar", "styleName": "Regular"})
    builder.setupFvar([("wght", 400, 400, 900, "Weight")], [])
    taller = TupleVariation({"wght": (0, 1, 1)}, [(0, 0), (0, 300), (0, 300), (0, 0), *[(0, 0)] * 4])
    builder.setupGvar({"l": [taller]})
    builder.setupOS2()
    builder.setupPost()
    builder.save(path)
    return path


def test_a_variable_font_is_embedded_as_its_default_instance(tmp_path: Path) -> None:
    path = variable_font(tmp_path / "Bar.ttf")
    span = TextSpan("Bar", 20, "#000000", 5, 40, (ShapedWord("l", ((1, "l", 0.6),), 0.6),), 5)
    side = Side((Placement(drawing(span), Rect(0, 0, 100, 60)),))
    data = compose_pdf([Page(side, Size(100, 60))], INFO, {"Bar": path})
    assert not {"fvar", "gvar"} & set(font_file_of(fonts_of(data)["Bar"]).keys())
    assert abs(ink_box(data).height - 10) < 0.15


def cubic_font(path: Path) -> Path:
    """A font with CFF outlines, whose letter o is a disc with a diameter of half an em, 0.04 em to the right of its start."""
    pen = T2CharStringPen(600, None)
    handle = 250 * 0.5523
    pen.moveTo((540, 250))
    for curve in (
        ((500, 250 + handle), (250 + handle, 500), (250, 500)),
        ((250 - handle, 500), (0, 250 + handle), (0, 250)),
        ((0, 250 - handle), (250 - handle, 0), (250, 0)),
        ((250 + handle, 0), (500, 250 - handle), (500, 250)),
    ):
        pen.curveTo(*((x + 40, y) for x, y in curve))
    pen.closePath()
    disc = pen.getCharString()
    builder = FontBuilder(1000, isTTF=False)
    builder.setupGlyphOrder([".notdef", "o"])
    builder.setupCharacterMap({ord("o"): "o"})
    builder.setupCFF("Disc", {}, {".notdef": disc, "o": disc}, {})
    builder.setupHorizontalMetrics({".notdef": (600, 0), "o": (600, 0)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Disc", "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    builder.save(path)
    return path


def test_a_font_with_cubic_curves_is_embedded_as_truetype(tmp_path: Path) -> None:
    path = cubic_font(tmp_path / "Disc.otf")
    span = TextSpan("Disc", 20, "#000000", 5, 40, (ShapedWord("o", ((1, "o", 0.6),), 0.6),), 5)
    side = Side((Placement(drawing(span), Rect(0, 0, 100, 60)),))
    data = compose_pdf([Page(side, Size(100, 60))], INFO, {"Disc": path})
    embedded = font_file_of(fonts_of(data)["Disc"])
    assert "glyf" in embedded
    assert len(embedded["glyf"][embedded.getGlyphOrder()[1]].coordinates) == 20, "no finer than can be seen"
    area = AreaPen()
    embedded.getGlyphSet()[embedded.getGlyphOrder()[1]].draw(area)
    assert TTFont(io.BytesIO(to_truetype(path.read_bytes())))["head"].modified == TTFont(path)["head"].modified
    assert area.value == pytest.approx(-math.pi * 250**2, rel=1e-3)  # clockwise, as contours of TrueType run
    assert text_of(data).strip() == "o"
    box = ink_box(data)
    assert (box.x, box.y, box.width, box.height) == pytest.approx((5.8, 30, 10, 10), abs=0.15)
    two = replace(span, words=span.words * 2)  # words of a font that has no space
    both = ink_box(compose_pdf([whole(two)], INFO, {"Disc": path}))
    assert abs(both.width - (12 + 5 + 10)) < 0.15
    area = Rect(0, 0, 100, 60)
    svg = SvgWriter({"Disc": path}, lambda _path, *_size: ("", b"")).document([two], area)
    seen = ink_box(pdf_of(whole(PlacedArtwork(Artwork(svg, Size(100, 60)), area))))
    assert (seen.x, seen.y, seen.width, seen.height) == pytest.approx(
        (both.x, both.y, both.width, both.height), abs=0.15
    )
    assert to_truetype(path.read_bytes()) == to_truetype.__wrapped__(path.read_bytes())  # the same bytes each time


def test_placement_of_text_is_kept_through_a_form() -> None:
    item = drawing(text("tower"))
    assert text_of(pdf_of(placed(Placement(item, Rect(0, 0, 100, 60))))) == "tower"


def test_a_font_that_cannot_be_embedded_is_a_fault_of_its_file(tmp_path: Path) -> None:
    data = bytearray(FONTS[REGULAR].read_bytes())
    at = data.index(b"post", 12)
    start, length = (int.from_bytes(data[at + more : at + more + 4], "big") for more in (8, 12))
    data[start : start + length] = b"\xff" * length
    path = tmp_path / "Broken.ttf"
    path.write_bytes(data)
    with pytest.raises(UnlocatedError) as caught:
        compose_pdf([whole(text("tower"))], INFO, {**FONTS, REGULAR: path})
    assert caught.value.code == "E408"
    assert caught.value.span is not None and caught.value.span.file.endswith("Broken.ttf")


def test_a_font_without_a_space_leaves_a_gap_and_no_glyph() -> None:
    font = SimpleNamespace(_space=None)
    assert EmbeddedFont.gap(font, 0.25) == "-250"  # type: ignore[arg-type]
    assert EmbeddedFont.space.fget(font) == ""  # type: ignore[attr-defined]
