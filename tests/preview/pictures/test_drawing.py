"""Which pictures of a deck are drawn, kept and given up, and how large they become."""

from types import SimpleNamespace

import pypdfium2
import pytest

from cardgen.geometry.units import Edges, Rect, Size
from cardgen.model.drawing import Drawing
from cardgen.model.sheet import Placement, Side
from cardgen.preview.pictures import drawing as pictures
from cardgen.preview.pictures.drawing import PagePictures, PageSource, PictureLeftOffError, face_source, page_source
from cardgen.report.errors import UnlocatedError
from cardgen.write.page import DocumentInfo, Page

INFO = DocumentInfo("", "", "", "")


def source(width=10.0, height=10.0, owner="a"):
    return PageSource(Page(Side(()), Size(width, height)), owner, ())


class Document(list):
    """A document that holds the keys of its pages."""

    is_closed = False

    def close(self):
        self.is_closed = True


@pytest.fixture
def drawn(monkeypatch):
    """Pictures of which that of the key `c` cannot be drawn; `asked` are the keys that were drawn together."""
    found = PagePictures("full")
    found.asked = []

    def pdf(keys):
        found.asked.append("".join(keys))
        if "c" in keys:
            raise UnlocatedError("E602", "no picture")
        return keys

    monkeypatch.setattr(found, "_pdf", pdf)
    monkeypatch.setattr(pypdfium2, "PdfDocument", Document)
    return found


def offer(drawn, keys):
    drawn.offer({key: source(owner=f"piece {key}") for key in keys}, INFO, {}, dict)


def test_a_page_that_cannot_be_drawn_is_found_among_others_that_are(drawn):
    offer(drawn, "abcde")
    drawn.draw("xabcde")
    assert drawn.asked == ["abcde", "ab", "cde", "c", "de"]
    assert {key: document[number] for key, (document, number) in drawn._documents.items()} == {
        key: key for key in "abde"
    }
    (problem,) = drawn.problems
    assert (problem.message, problem.notes) == ("no picture", (("while drawing piece c", None),))
    drawn.draw("abcde")
    assert len(drawn.asked) == 5 and not drawn.pending and not drawn.draw_pending(), "nothing is tried again"
    kept, gone = drawn._documents["a"][0], drawn._documents["d"][0]
    drawn._unfinished = ("a", 90), None
    offer(drawn, "acf")
    assert (kept.is_closed, gone.is_closed, drawn.pending, drawn.problems) == (False, True, "f", (problem,))
    assert drawn._unfinished and [*drawn._documents] == ["a"]
    drawn._unfinished = ("d", 90), None
    offer(drawn, "acf")
    drawn._failed["a"] = drawn._failed["c"]
    offer(drawn, "acf")
    assert [*drawn._failed] == ["c", "a"]
    assert drawn.problems == (problem,), "that of both sides of a piece is told once"
    del drawn._failed["a"]
    assert drawn._unfinished is None, "the document of a picture that was left off is closed"
    offer(drawn, "f")
    assert (kept.is_closed, drawn.problems, drawn._unfinished) == (True, (), None)
    assert drawn.png("a", 90) is None
    drawn.close()


def test_pages_are_drawn_together_as_long_as_that_is_quick(drawn, monkeypatch):
    now = iter(
        [
            0,
            pictures.STEP / 2 - 0.001,
            1,
            1.001,
            2,
            2 + pictures.STEP / 2 + 0.001,
            3,
            3 + pictures.STEP + 0.001,
            9,
            9.001,
        ]
    )
    monkeypatch.setattr(pictures.time, "perf_counter", lambda: next(now))
    keys = "abdefghijklmn"
    offer(drawn, keys)
    for together in ("a", "bd", "efgh", "ijkl"):
        assert drawn.draw_pending()
        assert drawn.asked[-1] == together
    assert drawn._together == 2, "that took too long"
    offer(drawn, keys)
    drawn.draw_pending()
    assert drawn.asked[-1] == "m", "somebody waits for the first one after an edit"


def test_pages_that_are_drawn_already_are_not_drawn_again_with_others(drawn):
    offer(drawn, "abde")
    drawn.draw("bd")
    drawn._together = 3
    assert drawn.draw_pending() and drawn.asked == ["bd", "ae"]


def test_a_picture_that_was_left_off_is_drawn_on_in_its_size_alone(drawn, monkeypatch):
    made = []

    class Bands:
        image = None

        def __init__(self, _document, _number, scale):
            made.append((round(scale * 72), iter([True, False, True, False])))

        def draw_band(self):
            return next(made[-1][1])

    monkeypatch.setattr("cardgen.preview.pictures.bitmap.PageBitmap", Bands)
    monkeypatch.setattr("cardgen.preview.pictures.png.png_of", lambda _image: b"png")
    drawn.offer({"a": source(900, 900)}, INFO, {}, dict)
    for dpi in (90, 100):
        with pytest.raises(PictureLeftOffError):
            drawn.png("a", dpi, lambda: True)
    assert drawn.png("a", 100, lambda: True) == b"png" and [dpi for dpi, _ in made] == [90, 100]
    drawn.offer({"b": source(), "c": source()}, INFO, {}, dict)
    assert drawn.png("b", 90, lambda: True) == b"png", "a quick one is drawn whatever waits"
    assert drawn.png("c", 90) is drawn.png("c", 90) is None and drawn.asked.count("c") == 1


def test_no_picture_has_more_pixels_than_a_screen_can_show():
    found = PagePictures("full")
    sizes = {"card": (63, 88), "wide": (2000, 100), "high": (100, 2000), "square": (254, 254)}
    found.offer({key: source(*size) for key, size in sizes.items()}, INFO, {}, dict)
    assert [found._dpi(key, 300) for key in sizes] == [300, *[pytest.approx(6000 * 25.4 / 2000)] * 2, 300]
    asked = {
        ("square", 100): True,
        ("square", 101): False,
        ("card", 300): True,
        ("card", 600): False,
        ("none", 10): False,
    }
    assert {(key, dpi): found.is_quick(key, dpi) for key, dpi in asked} == asked


def test_a_page_shows_a_side_with_its_bleed_or_a_sheet():
    drawing = Drawing(Size(40, 53), 3, ())
    shown = face_source(drawing, "card 'Pike'")
    assert (shown.page.paper, shown.owner, shown.drawings) == (Size(46, 59), "card 'Pike'", (drawing,))
    assert shown.page.side == Side((Placement(drawing, Rect(3, 3, 40, 53), Edges.all(3)),))
    sheet = page_source(Page(shown.page.side, Size(210, 297)), "sheet")
    assert (sheet.drawings, page_source(Page(None, Size(210, 297)), "blank").drawings) == ((drawing,), ())


def test_pictures_take_the_ink_of_the_print(monkeypatch):
    made = []
    monkeypatch.setattr(
        "cardgen.write.document.compose_pdf", lambda pages, *more: made.append((pages, *more)) or b"full"
    )
    monkeypatch.setattr("cardgen.write.ink_modes.apply_ink_mode", lambda data, ink: data + ink.encode())
    for ink, data in (("full", b"full"), ("low", b"fulllow")):
        found, shown = PagePictures(ink), source()
        found.offer({"a": shown}, INFO, {"serif": "x"}, lambda: SimpleNamespace(name="cache"))
        assert found._pdf(["a"]) == data
        assert made[-1] == ([shown.page], INFO, {"serif": "x"}, SimpleNamespace(name="cache"))
