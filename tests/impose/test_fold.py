from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cardgen.geometry.outlines import HEXAGON, RECTANGLE, ROUND
from cardgen.geometry.units import Edges, Rect, Size
from cardgen.impose.areas import FOLD_CLEARANCE, slot_areas
from cardgen.impose.fits import count_folded_pairs
from cardgen.impose.layout import Layout
from cardgen.impose.paper import find_card, find_paper
from cardgen.impose.pieces import impose_pieces
from cardgen.report.errors import UnlocatedError

from .shapes import A4, few, inside, lengths, make_piece, margins, overlap, sizes, twins


@st.composite
def folded(draw):
    """Pieces and the sheets on which they are to be folded."""
    size = draw(sizes(12, 120))
    outline = draw(st.sampled_from([RECTANGLE, ROUND, HEXAGON]))
    some = draw(st.lists(st.tuples(st.integers(1, 12), st.booleans(), st.booleans()), min_size=1, max_size=6))
    pieces = [
        make_piece(size, copies=copies, back=back, bleed=draw(lengths(0, 4)), outline=outline, endwise=endwise)
        for copies, back, endwise in some
    ]
    assume(any(piece.back for piece in pieces))
    layout = Layout(
        draw(sizes(60, 450)),
        margins=draw(margins),
        gap=draw(st.sampled_from([None, 0.0, 2.0, 6.0])),
        marks=draw(st.sampled_from(["crop", "lines", "none"])),
        duplex="fold",
    )
    try:
        sheets = impose_pieces(pieces, layout, kind="cards", title="Cards")
    except UnlocatedError as fault:
        assert fault.code in {"E501", "E503", "E507"}
        assume(False)
    return pieces, sheets


def halves(sheet):
    """The faces of a sheet, and the backs that are beside them."""
    placed = sheet.recto.placements
    return placed[: sheet.piece_count], placed[sheet.piece_count :]


def fold_of(sheet):
    (line,) = [mark for mark in sheet.recto.marks if mark.style == "fold"]
    return ("vertical", line.x1) if line.x1 == line.x2 else ("horizontal", line.y1)


@few
@given(folded())
def test_each_back_lies_behind_its_face_when_the_sheet_is_folded(job):
    pieces, sheets = job
    copies = iter([piece for piece in pieces for _ in range(piece.copies)])
    for sheet in sheets:
        assert sheet.verso is None
        faces, backs = halves(sheet)
        shown = [next(copies) for _ in faces]
        assert [face.drawing for face in faces] == [piece.face for piece in shown]
        axis, fold = fold_of(sheet)
        with_back = [(face, piece) for face, piece in zip(faces, shown, strict=True) if piece.back]
        for (face, piece), back in zip(with_back, backs, strict=True):
            assert back.drawing is piece.back
            for (x, y), wanted in twins(face, back, piece.endwise):
                moved = (2 * fold - x, y) if axis == "vertical" else (x, 2 * fold - y)
                assert max(abs(moved[0] - wanted[0]), abs(moved[1] - wanted[1])) <= 0.01


@few
@given(folded())
def test_nothing_overlaps_and_all_keep_off_the_fold(job):
    _, sheets = job
    for sheet in sheets:
        axis, fold = fold_of(sheet)
        page = Rect(0, 0, sheet.paper.width, sheet.paper.height)
        assert abs(fold - (page.width if axis == "vertical" else page.height) / 2) < 1e-9
        placed = sheet.recto.placements[:60]
        assert not any(overlap(a.trim, b.trim) for a, b in combinations(placed, 2))
        for placement in placed:
            inked = placement.trim.grown(placement.bleed)
            assert inside(inked, page)
            assert not any(overlap(inked, other.trim) for other in placed if other is not placement)
            ends = (inked.x, inked.right) if axis == "vertical" else (inked.y, inked.bottom)
            assert max(ends) <= fold + 1e-6 or min(ends) >= fold - 1e-6
            trims = (
                (placement.trim.x, placement.trim.right)
                if axis == "vertical"
                else (placement.trim.y, placement.trim.bottom)
            )
            assert min(abs(end - fold) for end in trims) >= FOLD_CLEARANCE - 1e-6


@few
@given(folded())
def test_marks_are_at_the_faces_and_on_no_piece(job):
    _, sheets = job
    for sheet in sheets:
        axis, fold = fold_of(sheet)
        faces, _ = halves(sheet)
        for mark in sheet.recto.marks:
            if mark.style == "fold":
                continue
            assert max((mark.x1, mark.x2) if axis == "vertical" else (mark.y1, mark.y2)) <= fold + 1e-6
            for face in faces[:40]:
                line = Rect(
                    min(mark.x1, mark.x2), min(mark.y1, mark.y2), abs(mark.x1 - mark.x2), abs(mark.y1 - mark.y2)
                )
                assert not inside(line, face.trim)


@pytest.mark.parametrize(("card", "paper"), [(c, p) for c in ("poker", "euro-poker") for p in ("a4", "letter")])
def test_four_pairs_of_a_usual_card_fit_a_usual_paper(card, paper):
    assert count_folded_pairs(find_card(card), find_paper(paper)) == 4


def test_pieces_without_backs_are_not_folded():
    (sheet,) = impose_pieces([make_piece(copies=25, back=False)], Layout(A4, duplex="fold"), kind="c", title="C")
    assert all(mark.style == "crop" for mark in sheet.recto.marks)
    assert sheet.piece_count == 25


def test_unequal_margins_become_equal_where_the_fold_is_in_the_middle():
    layout = Layout(A4, margins=Edges(left=30, right=4, top=4, bottom=20), duplex="fold")
    (sheet,) = impose_pieces([make_piece(Size(60, 100))], layout, kind="c", title="C")
    face, back = sheet.recto.placements
    assert face.trim.y >= 20
    assert sheet.paper.height - back.trim.bottom >= 20


def test_piece_that_does_not_fit_half_a_paper_is_a_fault_with_both_sizes():
    with pytest.raises(UnlocatedError) as caught:
        impose_pieces([make_piece(Size(150, 200))], Layout(A4, duplex="fold"), kind="c", title="C")
    assert caught.value.code == "E501"
    assert "150 x 200 mm" in caught.value.message and "210 x 297 mm" in caught.value.message


def test_margins_that_fill_both_halves_are_a_fault():
    with pytest.raises(UnlocatedError) as caught:
        impose_pieces([make_piece()], Layout(A4, margins=Edges(left=145, top=150), duplex="fold"), kind="c", title="C")
    assert caught.value.code == "E503"


@given(sizes(100, 450), st.builds(Edges, *[lengths(0, 40)] * 4))
def test_both_halves_of_folded_paper_keep_the_margins(paper, around):
    for place in slot_areas(paper, around, fold=True):
        page, area = place.paper, place.area
        behind = (
            Rect(page.width - area.right, area.y, area.width, area.height)
            if place.fold == "vertical"
            else Rect(area.x, page.height - area.bottom, area.width, area.height)
        )
        for box in (area, behind):
            assert box.x >= around.left - 1e-9 and box.y >= around.top - 1e-9
            assert box.right <= page.width - around.right + 1e-9 and box.bottom <= page.height - around.bottom + 1e-9
        assert not overlap(area, behind)


def test_halves_without_a_width_or_a_height_are_no_halves():
    """Of 15 mm in front of the fold, the margin takes 10 and the room beside the fold 5."""
    for width, height, count in ((30, 30, 0), (30.2, 30.2, 4), (30, 31, 2)):
        if count:
            assert len(slot_areas(Size(width, height), Edges.all(10), fold=True)) == count
            continue
        with pytest.raises(UnlocatedError, match="too small to be folded"):
            slot_areas(Size(width, height), Edges.all(10), fold=True)
