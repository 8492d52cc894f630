"""Each back lies behind its face, even when a printer prints askew and off-centre."""

import ctypes
import math

import hypothesis.strategies as st
import pypdfium2
import pytest
from hypothesis import given, settings

from cardgen.geometry.units import MM_PER_POINT, Rect, Size
from cardgen.impose.duplex import verso_of
from cardgen.model.adjustment import NO_ADJUSTMENT, Adjustment
from cardgen.model.sheet import Placement, Sheet, Side
from cardgen.printer.pages import make_pages
from cardgen.write.document import compose_pdf
from cardgen.write.operators import POINTS_PER_MM, adjustment_matrix
from tests.write.samples import FONTS, INFO, drawing, text

from .faulty import Fault, FaultyPrinter, Point, faulty_printers

WITHIN = 0.01  # mm
PAGES = st.tuples(st.floats(60, 420), st.floats(60, 594)).map(lambda sides: Size(*sides))
EMPTY = drawing(size=Size(40, 53))


def applied(adjustment: Adjustment, point: Point, page: Size) -> Point:
    """Return where the matrix in the PDF moves a point, in mm with y downwards."""
    a, b, c, d, e, f = adjustment_matrix(adjustment, page)
    x, y = point[0] * POINTS_PER_MM, (page.height - point[1]) * POINTS_PER_MM
    return (a * x + c * y + e) / POINTS_PER_MM, page.height - (b * x + d * y + f) / POINTS_PER_MM


def corners(box: Rect) -> list[Point]:
    return [(x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]


@given(faulty_printers(), PAGES, st.data())
def test_the_profile_brings_each_back_behind_its_face(printer, page, data):
    x, y = data.draw(st.floats(0, page.width - 40)), data.draw(st.floats(0, page.height - 53))
    face = Placement(EMPTY, Rect(x, y, 40, 53))
    (back,) = verso_of([face], [EMPTY], page, printer.flip).placements
    recto, verso = (printer.profile.adjustment(page, verso=side) for side in (False, True))
    faces = [printer.on_paper(applied(recto, corner, page), page, verso=False) for corner in corners(face.trim)]
    for corner in corners(back.trim):
        behind = printer.on_paper(applied(verso, corner, page), page, verso=True)
        assert min(math.dist(behind, point) for point in faces) < WITHIN


@given(faulty_printers(), PAGES)
def test_the_profile_brings_out_the_true_size(printer, page):
    adjustment = printer.profile.adjustment(page, verso=False)
    start, end = (printer.on_paper(applied(adjustment, point, page), page, verso=False) for point in ((5, 5), (45, 35)))
    assert math.dist(start, end) == pytest.approx(50, abs=WITHIN)


def test_without_the_profile_the_back_is_off():
    printer = FaultyPrinter(Fault(), Fault(x=1.5), 1, 1, "long")
    page = Size(210, 297)
    face, back = (printer.on_paper((x, 100), page, verso=verso) for x, verso in ((50, False), (160, True)))
    assert math.dist(face, back) == pytest.approx(1.5)


def test_no_profile_moves_nothing():
    assert applied(NO_ADJUSTMENT, (12, 34), Size(210, 297)) == pytest.approx((12, 34))


def glyphs_of(data: bytes) -> list[dict[str, Point]]:
    """For each page, where the origin of each glyph lies; mm from the top left."""
    document = pypdfium2.PdfDocument(data)
    found = []
    for page in document:
        words = page.get_textpage()
        found.append({})
        for index, char in enumerate(words.get_text_range()):
            x, y = ctypes.c_double(), ctypes.c_double()
            if char.strip() and pypdfium2.raw.FPDFText_GetCharOrigin(words, index, x, y):
                found[-1][char] = (x.value * MM_PER_POINT, (page.get_height() - y.value) * MM_PER_POINT)
    document.close()
    return found


@settings(max_examples=10)
@given(faulty_printers(), st.sampled_from([Size(210, 297), Size(297, 210)]))
def test_the_finished_file_has_each_glyph_behind_its_twin(printer, page):
    card = Size(40, 53)
    letters = "ABCDEF"
    pieces = [drawing(text(letter, card.width / 2, card.height / 2), size=card) for letter in letters]
    faces = [Placement(piece, Rect(12 + 45 * (n % 3), 14 + 60 * (n // 3), 40, 53)) for n, piece in enumerate(pieces)]
    sheet = Sheet("cards", "Cards", page, Side(tuple(faces)), verso_of(faces, pieces, page, printer.flip))
    rectos, versos = glyphs_of(compose_pdf(make_pages([sheet], printer.profile), INFO, FONTS))
    assert list(rectos) == sorted(versos) == list(letters)
    for letter in letters:
        face = printer.on_paper(rectos[letter], page, verso=False)
        assert math.dist(face, printer.on_paper(versos[letter], page, verso=True)) < WITHIN
