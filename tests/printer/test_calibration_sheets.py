import io

import pikepdf
import pypdfium2
import pytest

from cardgen.impose.paper import find_paper
from cardgen.printer.calibration_sheets import _format_signed, draw_calibration_sheets, make_plain_renderer
from cardgen.printer.gauges import plan_gauges
from cardgen.printer.pages import make_pages
from cardgen.printer.profiles import PrinterProfile
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import CardgenError
from cardgen.write.document import compose_pdf
from cardgen.write.page import DocumentInfo

DOTS_PER_MM = 10


def sheets_of(paper="a4", flip="long", language="en", printer=""):
    renderer = make_plain_renderer(language, Collector())
    return draw_calibration_sheets(plan_gauges(find_paper(paper), flip), renderer, paper, printer), renderer


def pdf_of(profile=None, **choices):
    sheets, renderer = sheets_of(**choices)
    fonts = {name: renderer.fonts.path(name) for name in renderer.fonts.names()}
    return compose_pdf(make_pages(sheets, profile), DocumentInfo("Calibration", "", "", "en"), fonts)


def text_of(data):
    document = pypdfium2.PdfDocument(data)
    pages = [" ".join(page.get_textpage().get_text_range().split()) for page in document]
    document.close()
    return pages


@pytest.mark.parametrize("paper", ["a4", "letter", "legal", "a3", "200x270mm"])
@pytest.mark.parametrize("language", ["en", "pt"])
def test_all_words_fit(paper, language):
    sheets, renderer = sheets_of(paper, "short", language, "my-inkjet")
    assert len(sheets) == 2
    assert renderer.diagnostics.items == []


def test_the_first_sheet_stands_and_the_second_lies():
    first, second = sheets_of()[0]
    assert first.paper == find_paper("a4")
    assert second.paper == find_paper("a4").turned
    assert [sheet.title for sheet in (first, second)] == ["Calibration, sheet 1", "Calibration, sheet 2"]
    with pikepdf.open(io.BytesIO(pdf_of())) as pdf:
        boxes = [[round(float(side)) for side in page.MediaBox][2:] for page in pdf.pages]
    assert boxes == [[595, 842], [595, 842], [842, 595], [842, 595]]


def test_the_sheet_says_what_to_type():
    pages = text_of(pdf_of(paper="letter"))
    assert "cardgen printer add NAME --paper letter --read A,B,C,D --bars WxH" in pages[0]
    assert "+3.75" in pages[0]
    assert "\u22120.25" in pages[0]


def test_corrections_have_their_signs_and_none_has_no_sign():
    assert [_format_signed(value) for value in (3.75, -0.25, 0.0)] == ["+3.75", "\u22120.25", "0"]


def test_the_sheet_of_the_short_edge_says_so_to_the_command():
    pages = text_of(pdf_of(flip="short"))
    assert "--flip short-edge --read A,B,C,D" in pages[0]
    assert pages[1].index("as it should be") < pages[1].index("cannot be read")
    assert "cardgen calibrate --paper a4 --flip long-edge" in pages[1]


def test_an_adjusted_sheet_says_for_which_printer():
    front = text_of(pdf_of(PrinterProfile(dx=1), printer="my-inkjet"))[0]
    assert "my-inkjet" in front
    assert "all four gauges should read 0" in front and "Print this on plain white paper" not in front
    assert "Print this on plain white paper" in text_of(pdf_of())[0]
    assert "W should measure 130 mm and H 210 mm" in front


def test_there_are_no_words_in_an_unknown_language():
    with pytest.raises(CardgenError) as caught:
        make_plain_renderer("ptt", Collector())
    (found,) = caught.value.diagnostics
    assert (found.code, found.message, found.hints) == ("E504", "unknown language 'ptt'", ("did you mean 'pt'?",))
    assert found.expected.startswith("one of: ") and "en, " in found.expected


def dark(picture, x, y):
    """Whether ink lies at a point in mm."""
    return picture.getpixel((int(x * DOTS_PER_MM), int(y * DOTS_PER_MM))) < 160


@pytest.mark.parametrize("flip", ["long", "short"])
def test_on_the_paper_the_tick_of_a_correction_meets_its_twin_when_the_correction_is_applied(flip):
    plan = plan_gauges(find_paper("a4"), flip)
    profile = PrinterProfile(dx=-1.25, dy=2.5, flip=f"{flip}-edge")
    wanted = {"A": 1.25, "B": -2.5, "C": 1.25, "D": -2.5}  # to be undone again
    document = pypdfium2.PdfDocument(pdf_of(profile, flip=flip))
    recto, verso = (document[n].render(scale=DOTS_PER_MM * 25.4 / 72).to_pil().convert("L") for n in (0, 1))
    document.close()
    for gauge in plan.gauges:
        meeting = []
        for tick in gauge.ticks:
            (x1, y1, x2, y2) = tick.recto
            x, y = (x1 + 3 * x2) / 4, (y1 + 3 * y2) / 4  # where both ticks have ink, also 2.5 mm off
            assert dark(recto, x, y)
            if dark(verso, *((plan.paper.width - x, y) if flip == "long" else (x, plan.paper.height - y))):
                meeting.append(tick.correction)
        assert meeting == [wanted[gauge.name]]
