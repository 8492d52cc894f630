import pytest

from cardgen.geometry.units import Rect, Size
from cardgen.model.sheet import Placement, Side
from cardgen.write.page import Page
from cardgen.write.show_through import ShowThroughPage, draw_show_through

from .samples import channels_of, colors_of, drawing, filled, opened, pdf_of

PAPER = Size(100, 60)
FACE, BACK = Rect(10, 10, 20, 10), Rect(70, 40, 20, 10)
RED, BLUE = "#ff0000", "#0000ff"


def page(*items, size=PAPER):
    return Page(Side((Placement(drawing(*items, size=size), Rect(0, 0, size.width, size.height)),)), size)


def lit(axis, verso=1):
    """A red box in the upper left corner of the recto, a blue one in the lower right corner of the verso, as seen."""
    sheets = pdf_of(page(filled(RED, FACE)), page(filled(BLUE, BACK)))
    over = pdf_of(page(filled("#00ff00", Rect(45, 62, 5, 5)), size=Size(100, 70)))
    return draw_show_through(sheets, over, [ShowThroughPage(0, verso, axis, 10)])


@pytest.mark.parametrize(
    ("axis", "x", "y"),
    [("vertical", 20, 45), ("horizontal", 80, 15)],  # the middle of the blue box, seen through the paper
)
def test_the_other_side_is_mirrored_about_the_axis(axis, x, y):
    face, through, white, over = colors_of(lit(axis), (20, 15), (x, y), (50, 30), (47, 64))
    assert (face, white, over) == (RED, "#ffffff", "#00ff00")
    red, green, blue = channels_of(through)
    assert blue == 255 and red == green and 100 < red < 200


def test_a_blank_back_does_not_shine():
    assert colors_of(lit("vertical", verso=None), (20, 45)) == ["#ffffff"]


def test_each_page_shows_its_own_sheet():
    colors = (RED, BLUE, "#00ff00", "#000000")
    sheets = pdf_of(*(page(filled(color, FACE)) for color in colors))
    views = [
        ShowThroughPage(2, None, "vertical", 0),
        ShowThroughPage(3, 1, "vertical", 0),
        ShowThroughPage(1, 0, "horizontal", 5),
    ]
    data = draw_show_through(sheets, pdf_of(*[page(size=Size(100, 70))] * 3), views)
    faces = [colors_of(data, (20, at), page=number)[0] for number, at in ((0, 25), (1, 25), (2, 20))]
    assert faces == [colors[view.recto] for view in views]
    behind = [
        channels_of(colors_of(data, at, page=number)[0]) for number, at in ((0, (80, 25)), (1, (80, 25)), (2, (20, 50)))
    ]
    assert behind[0] == (255, 255, 255) and behind[1][2] == behind[2][0] == 255
    assert behind[1][0] < 200 and behind[2][2] < 200


def test_faces_stay_legible_under_a_back():
    sheets = pdf_of(page(filled(RED, FACE)), page(filled("#000000", Rect(0, 0, 100, 60))))
    over = pdf_of(page(size=PAPER))
    face, ground = colors_of(
        draw_show_through(sheets, over, [ShowThroughPage(0, 1, "vertical", 0)]), (20, 15), (60, 40)
    )
    assert channels_of(face)[0] > 100 and channels_of(face)[1:] == (0, 0)
    assert 120 < channels_of(ground)[0] < 160


def test_a_side_shines_through_as_a_whole():
    verso = page(filled(BLUE, Rect(70, 40, 20, 10)), filled(BLUE, Rect(70, 45, 20, 10)))
    data = draw_show_through(pdf_of(page(), verso), pdf_of(page()), [ShowThroughPage(0, 1, "vertical", 0)])
    once, twice = colors_of(data, (20, 43), (20, 48))
    assert once == twice != "#ffffff"
    assert opened(data).pages[0].Group.CS == "/DeviceRGB", "else it depends on the printer in which colours they mix"


def test_it_stays_vector_and_the_same():
    data = lit("vertical")
    assert data == lit("vertical")
    assert not any(thing.get("/Subtype") == "/Image" for thing in opened(data).objects if hasattr(thing, "keys"))
