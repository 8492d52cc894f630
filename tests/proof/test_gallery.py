from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from impose.shapes import few, inside, overlap, sizes

from cardgen.geometry.outlines import Outline
from cardgen.geometry.units import Rect, Size
from cardgen.model.drawing import Drawing
from cardgen.model.piece import Piece
from cardgen.proof import page as proof_page
from cardgen.proof.gallery import (
    FOOT,
    MARGIN,
    SECTION_GAP,
    TOP,
    GalleryCell,
    GallerySection,
    PlacedCell,
    lay_out_gallery,
)
from cardgen.proof.overview import _cells
from cardgen.proof.page import _between, _onto, compose_proof, place_drawing
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.write.page import DocumentInfo

A4, LETTER = Size(210, 297), Size(215.9, 279.4)
papers = st.sampled_from([A4, LETTER, Size(297, 210)])
drawings = sizes(10, 320).map(lambda size: Drawing(size, 3, ()))


@st.composite
def cells(draw):
    first = draw(drawings)
    other = draw(st.sampled_from(["none", "gap", "equal", "any"]))
    second = {"none": (), "gap": (None,), "equal": (first,), "any": (draw(drawings),)}[other]
    return GalleryCell((first, *second), "name")


sections = st.lists(
    st.builds(GallerySection, st.text("abc", min_size=1, max_size=2), st.tuples() | st.lists(cells()).map(tuple))
)


def largest(paper):
    return Size((paper.width - 2 * MARGIN) / 2, 80)


@few
@given(sections, papers)
def test_everything_is_shown_once_and_in_order(found, paper):
    pages = lay_out_gallery(found, paper, largest(paper))
    assert [shown.cell for page in pages for shown in page.shown] == [cell for part in found for cell in part.cells]


@few
@given(sections, papers)
def test_nothing_overlaps_and_all_is_on_the_page(found, paper):
    room = Rect(MARGIN, TOP, paper.width - 2 * MARGIN, paper.height - TOP - FOOT)
    for page in lay_out_gallery(found, paper, largest(paper)):
        boxes = [box for shown in page.shown for box in (*shown.boxes, shown.caption)]
        boxes += [Rect(head.x, head.y, head.width, 8) for head in page.headings]
        assert all(inside(box, room) for box in boxes)
        assert not any(overlap(one, other) for at, one in enumerate(boxes) for other in boxes[:at])


@few
@given(sections, papers)
def test_nothing_is_stretched_or_larger_than_life(found, paper):
    for page in lay_out_gallery(found, paper, largest(paper)):
        for shown in page.shown:
            for drawing, box in zip(shown.cell.drawings, shown.boxes, strict=True):
                if drawing:
                    factor = box.width / drawing.size.width
                    assert abs(factor - box.height / drawing.size.height) < 1e-9
                    assert factor <= 1 + 1e-9


def few_cards(count):
    return [GallerySection("Cards", (GalleryCell((Drawing(Size(40, 53), 3, ()),), "x"),) * count)]


def test_a_few_cards_are_shown_in_true_size():
    (page,) = lay_out_gallery(few_cards(6), A4, largest(A4))
    assert page.shown[0].boxes[0].size == Size(40, 53)


def test_more_are_made_smaller_rather_than_put_on_a_second_page():
    (page,) = lay_out_gallery(few_cards(30), A4, largest(A4))
    assert page.shown[0].boxes[0].width < 40


def test_too_many_for_one_page_go_on_with_their_heading():
    pages = lay_out_gallery(few_cards(300), A4, largest(A4))
    assert len(pages) > 1
    assert [[head.title for head in page.headings] for page in pages] == [["Cards"]] * len(pages)


def test_two_small_sections_stand_side_by_side():
    first, second = few_cards(1)[0], few_cards(2)[0]
    (page,) = lay_out_gallery([first, second], A4, largest(A4))
    assert page.headings[0].y == page.headings[1].y
    assert page.headings[1].x - page.headings[0].x - page.headings[0].width == SECTION_GAP


def test_a_drawing_larger_than_the_page_is_made_to_fit():
    for size in (Size(300, 900), Size(900, 300)):
        (page,) = lay_out_gallery(
            [GallerySection("Boards", (GalleryCell((Drawing(size, 3, ()),), "x"),))], A4, Size(2000, 2000)
        )
        (shown,) = page.shown
        assert inside(shown.boxes[0], Rect(MARGIN, TOP, A4.width - 2 * MARGIN, A4.height - TOP - FOOT))
        assert shown.caption.bottom <= A4.height - FOOT
    pair = GalleryCell((Drawing(Size(300, 90), 3, ()), Drawing(Size(300, 90), 3, ())), "x")
    ((first, second),) = (page.shown[0].boxes for page in lay_out_gallery([GallerySection("Boards", (pair,))], A4, A4))
    assert second.right <= A4.width - MARGIN + 1e-9 and first.right < second.x


def test_what_is_marked_lies_on_the_last_drawing_and_an_arrow_in_the_middle_between_both():
    before, after = Drawing(Size(40, 60), 3, ()), Drawing(Size(40, 80), 3, ())
    boxes = Rect(10, 20, 20, 30), Rect(36, 20, 20, 40)
    cell = PlacedCell(GalleryCell((before, after), "name"), boxes, Rect(10, 60, 46, 9))
    assert _onto(Rect(8, 20, 4, 6), cell) == Rect(36 + 4, 20 + 10, 2, 3)
    assert _between(*boxes) == (33, 35)
    placed = place_drawing(after, boxes[1])
    assert (placed.trim, placed.drawing.size, placed.drawing.bleed) == (boxes[1], Size(20, 40), 1.5)


def test_each_difference_is_marked(monkeypatch):
    told = []

    def template(_job, _name, variables, size):
        told.append(variables["page"])
        return place_drawing(Drawing(size, 3, ()), Rect(0, 0, size.width, size.height))

    monkeypatch.setattr(proof_page, "draw_page_template", template)
    marks = Rect(8, 20, 4, 6), Rect(20, 40, 2, 2)
    cell = PlacedCell(
        GalleryCell((Drawing(Size(40, 60), 3, ()),), "name", marked=marks), (Rect(10, 20, 20, 30),), Rect(10, 60, 46, 9)
    )
    page = SimpleNamespace(shown=(cell, cell), headings=())
    job = SimpleNamespace(paper=SimpleNamespace(size=A4), language="en")
    assert len([*proof_page.draw_gallery(job, [page], "T", "S")]) == 1
    assert [Rect(**one) for one in told[0]["marked"]] == [_onto(mark, cell) for mark in marks] * 2


def test_backs_follow_the_faces_each_once_and_what_has_no_name_is_called_after_its_kind():
    """Only a back of one piece is called after it; copies count the pieces that are printed."""
    shared, own, *faces = (Drawing(Size(40.5, 60), 3, ()) for _ in range(6))
    ramp = Outline.polygon([(0, 0), (1, 0), (0, 1)])
    rows = [("sun", "Sun", shared, 2), ("moon", "moon", own, 3), ("star", "star", shared, 4), ("sky", "Sky", None, 1)]
    pieces = [
        Piece("coins", key, name, face, back, copies, ramp)
        for face, (key, name, back, copies) in zip(faces, rows, strict=True)
    ]
    words = {"gallery_own_back": "Back of {name}", "gallery_back": "Back", "gallery_of": "{count} of {title}"}
    cells = list(_cells(SimpleNamespace(pieces=pieces, title="Coins"), words | {"decimal_mark": ","}))
    assert [(cell.drawings, cell.caption, cell.note) for cell in cells] == [
        ((faces[0],), "Sun", "2 × · 40,5 × 60 mm"),
        ((faces[1],), "Coins", "3 × · 40,5 × 60 mm"),
        ((faces[2],), "Coins", "4 × · 40,5 × 60 mm"),
        ((faces[3],), "Sky", "1 × · 40,5 × 60 mm"),
        ((shared,), "Back", "6 of Coins"),
        ((own,), "Back of Coins", "3 of Coins"),
    ]
    assert [cell.outline for cell in cells] == [ramp] * 4 + [ramp.mirrored()] * 2


def test_a_proof_has_the_fonts_of_both_versions_and_no_page_to_print(monkeypatch):
    job = SimpleNamespace(author="Ada", subject="A game", language="pt", fonts={"a": "old a", "b": "old b"})
    composed = []
    monkeypatch.setattr(proof_page, "compose_pdf", lambda *file: composed.append(file) or b"pdf")
    info = DocumentInfo("Suns", "Ada", "A game", "pt", first_printed=3)
    for more, fonts in ((None, job.fonts), ({"b": "new b", "c": "new c"}, {"a": "old a", "b": "new b", "c": "new c"})):
        assert compose_proof(job, "Suns", ["one", "two"], more) == b"pdf"
        assert composed.pop() == (["one", "two"], info, fonts)

    def fails(*_file):
        raise UnlocatedError("E602", "no picture")

    monkeypatch.setattr(proof_page, "compose_pdf", fails)
    with pytest.raises(CardgenError) as error:
        compose_proof(job, "Suns", [])
    assert [(item.code, item.message, item.span) for item in error.value.diagnostics] == [("E602", "no picture", None)]
