"""Variable fonts: their regular weight is drawn, whatever their default is."""

import io
import re
from types import SimpleNamespace

import pikepdf
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.TupleVariation import TupleVariation
from fontTools.varLib.instancer import instantiateVariableFont

from cardgen.changes.fingerprint import Fingerprints
from cardgen.geometry.units import Rect, Size
from cardgen.model.drawing import Drawing, TextSpan
from cardgen.model.font_instance import regular_instance
from cardgen.model.sheet import Placement, Side
from cardgen.render.text.fonts import FontBook
from cardgen.write.document import compose_pdf
from cardgen.write.page import DocumentInfo, Page
from cardgen.write.svg import SvgWriter
from tests.write.samples import FONTS


def bar(width: int):
    pen = TTGlyphPen(None)
    pen.moveTo((0, 0))
    for x, y in ((0, 700), (width, 700), (width, 0)):
        pen.lineTo((x, y))
    pen.closePath()
    return pen.glyph()


@pytest.fixture
def thin(tmp_path):
    """A font book with a font whose default weight is 100, and whose letter is 100 wide there and 1000 at weight 1000."""
    font = FontBuilder(1000, isTTF=True)
    font.setupGlyphOrder([".notdef", "I"])
    font.setupCharacterMap({ord("I"): "I", ord("H"): "I", ord("p"): "I", ord("d"): "I"})
    font.setupGlyf({".notdef": bar(100), "I": bar(100)})
    font.setupHorizontalMetrics({".notdef": (100, 0), "I": (100, 0)})
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupOS2()
    font.setupPost()
    font.setupNameTable({"familyName": "Thin", "styleName": "Thin"})
    font.setupFvar([("wght", 100, 100, 1000, "Weight")], [])
    moved = [(0, 0), (0, 0), (900, 0), (900, 0), (0, 0), (900, 0), (0, 0), (0, 0)]
    font.setupGvar({"I": [TupleVariation({"wght": (0.0, 1.0, 1.0)}, moved)]})
    (tmp_path / "fonts").mkdir()
    font.save(tmp_path / "fonts" / "Thin.ttf")
    return FontBook([tmp_path / "fonts"])


def test_words_have_the_width_of_the_regular_weight(thin):
    assert thin.shape_word("Thin", "I").width == pytest.approx(0.4)


def test_the_regular_weight_is_what_a_fingerprint_is_made_of(thin, tmp_path):
    (path,) = (tmp_path / "fonts").iterdir()
    thinnest = tmp_path / "Thinnest.ttf"
    instantiateVariableFont(TTFont(path), {"wght": 100}).save(thinnest)
    span = TextSpan("Thin", 5, "#000000", 5, 20, (thin.shape_word("Thin", "I"),), 1)
    known = [Fingerprints({"Thin": file}).of_drawing(Drawing(Size(40, 40), 0, (span,))) for file in (path, thinnest)]
    assert known[0] != known[1]


def test_the_regular_weight_is_embedded(thin):
    span = TextSpan("Thin", 5, "#000000", 5, 20, (thin.shape_word("Thin", "I"),), 1)
    size = Size(40, 40)
    side = Side((Placement(Drawing(size, 0, (span,)), Rect(0, 0, 40, 40)),))
    fonts = {**FONTS, "Thin": thin.path("Thin")}
    data = compose_pdf([Page(side, size, "x")], DocumentInfo("t", "a", "s", "en", "AlegreyaSans-Regular"), fonts)
    with pikepdf.open(io.BytesIO(data)) as pdf:
        found = [item for item in pdf.objects if isinstance(item, pikepdf.Dictionary) and "/FontFile2" in item]
        (file,) = (item.FontFile2 for item in found if "Thin" in str(item.FontName))
        embedded = TTFont(io.BytesIO(file.read_bytes()))
    assert "fvar" not in embedded
    glyph = embedded["glyf"][embedded.getGlyphOrder()[1]]
    assert glyph.xMax == 400


def test_the_outlines_in_an_svg_are_those_of_the_regular_weight(thin):
    span = TextSpan("Thin", 5, "#000000", 5, 20, (thin.shape_word("Thin", "I"),), 1)
    writer = SvgWriter({"Thin": thin.path("Thin")}, lambda _path, *_size: ("", b""))
    found = re.findall(r"[ML]([\d.]+) ", writer.document([span], Rect(0, 0, 40, 40)))
    assert {round(float(x)) for x in found} == {0, 400}


def test_only_the_weight_of_a_variable_font_is_chosen():
    def axis(tag, least, most):
        return SimpleNamespace(tag=tag, min_value=least, max_value=most)

    for axes, chosen in (
        ([], {}), ([axis("wdth", 50, 500)], {}), ([axis("wdth", 50, 500), axis("wght", 100, 900)], {"wght": 400}),
        ([axis("wght", 500, 900)], {"wght": 500}), ([axis("wght", 100, 300)], {"wght": 300}),
    ):  # fmt: skip
        assert regular_instance(SimpleNamespace(axis_infos=axes)) == chosen
