"""Standees and other pieces that are folded over one by one."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cardgen.geometry.folds import Fold
from cardgen.geometry.nets import die_net
from cardgen.geometry.outlines import RECTANGLE, ROUND, Outline
from cardgen.geometry.units import Edges, Rect, Size
from cardgen.impose.areas import SlotArea
from cardgen.impose.folded import unfolded_placements
from cardgen.impose.layout import Layout
from cardgen.impose.pieces import _fold_line, impose_pieces
from cardgen.impose.plotter import Plotter, cut_plans
from cardgen.model.sheet import Mark
from cardgen.report.errors import UnlocatedError

from .shapes import A4, few, inside, lengths, make_piece, overlap, sizes, twins

NET = die_net(12, 4)

PAWN = Outline.path("M.3 0H.7C1 .1 1 .4 .75 .45L1 1H0L.25 .45C0 .4 0 .1 .3 0Z")
folds = st.one_of(
    st.builds(Fold, base=st.just("flaps"), depth=st.floats(3, 12)),
    st.builds(Fold, base=st.just("tab"), depth=st.floats(3, 12), width=st.sampled_from([0.0, 2.5])),
    st.builds(Fold, base=st.just("slot"), depth=st.floats(1, 4)),
    st.builds(Fold, base=st.just("none"), edge=st.sampled_from(["top", "left"])),
)


@st.composite
def standees(draw):
    """Pieces that are folded over, and their sheets."""
    fold = draw(folds)
    outline = draw(st.sampled_from([RECTANGLE, PAWN])) if fold.edge == "top" else RECTANGLE
    size = draw(sizes(10, 60))
    some = draw(st.lists(st.tuples(st.integers(1, 9), st.booleans(), st.booleans()), min_size=1, max_size=4))
    bleed = draw(lengths(0, 4))
    pieces = [
        make_piece(size, copies=copies, back=back, bleed=bleed, outline=outline, endwise=endwise, fold=fold)
        for copies, back, endwise in some
    ]
    layout = Layout(
        draw(sizes(100, 450)),
        gap=draw(st.sampled_from([None, 0.0, 2.0, 6.0])),
        marks=draw(st.sampled_from(["crop", "lines", "none"])),
        duplex=draw(st.sampled_from(["long-edge", "short-edge", "manual", "fold", "none"])),
    )
    try:
        sheets = impose_pieces(pieces, layout, kind="standees", title="Standees", gutter=4, role="standee")
    except UnlocatedError as error:
        assert error.code in {"E501", "E503", "E507"}
        assume(False)
    return pieces, sheets


def shown(sheets, pieces):
    """Each piece with its slot, its face, and its back or None, in order."""
    copies = iter([piece for piece in pieces for _ in range(piece.copies)])
    for sheet in sheets:
        faces, backs = sheet.recto.placements[: sheet.piece_count], iter(sheet.recto.placements[sheet.piece_count :])
        for placed, face in zip(sheet.outlines, faces, strict=True):
            piece = next(copies)
            yield piece, placed.box, face, next(backs) if piece.back else None
        assert next(backs, None) is None


@few
@given(standees())
def test_each_back_lies_behind_its_face_when_its_piece_is_folded(job):
    pieces, sheets = job
    for piece, slot, face, back in shown(sheets, pieces):
        assert face.drawing is piece.face
        if back is None:
            continue
        assert back.drawing is piece.back
        for (x, y), wanted in twins(face, back, piece.endwise):
            over_top = piece.fold.axis == "horizontal"
            moved = (x, 2 * slot.y + slot.height - y) if over_top else (2 * slot.x + slot.width - x, y)
            assert max(abs(moved[0] - wanted[0]), abs(moved[1] - wanted[1])) <= 0.01


@few
@given(standees())
def test_both_halves_are_on_the_recto_whatever_the_duplex(job):
    _, sheets = job
    for sheet in sheets:
        assert sheet.verso is None
        assert (sheet.folded, sheet.cut, sheet.role) == ("pieces", True, "standee")


@few
@given(standees())
def test_halves_and_their_bleed_stay_off_other_pieces_and_on_the_paper(job):
    pieces, sheets = job
    for piece, slot, face, back in shown(sheets, pieces):
        assert inside(face.trim, slot) and (back is None or inside(back.trim, slot))
        halves = [half for half in (face, back) if half]
        if len(halves) == 2:
            assert not overlap(face.trim.grown(face.bleed), back.trim.grown(back.bleed))
        for half in halves:
            most = half.trim.grown(Edges.all(piece.face.bleed))
            assert inside(half.trim.grown(half.bleed), most)
    for sheet in sheets:
        page = Rect(0, 0, sheet.paper.width, sheet.paper.height)
        boxes = [placed.box for placed in sheet.outlines[:40]]
        assert all(inside(box, page) for box in boxes)
        assert not any(overlap(a, b) for a, b in combinations(boxes, 2))
        for placement in sheet.recto.placements[:40]:
            inked = placement.trim.grown(placement.bleed)
            assert inside(inked, page)
            assert sum(overlap(inked, box) for box in boxes) <= 1


def test_ink_of_both_halves_keeps_to_the_room_and_to_the_strip_below_the_feet():
    """Each half has its outer edge at the other end of the slot, and the same ink: the lesser room decides."""
    flaps, low, bare = Fold(depth=10), Fold(depth=2), Fold(base="none")
    beside = Fold("left", "none")
    cases = [
        (bare, Edges(1, 2, 3, 0.5), Edges(1, 0, 3, 0.5), Edges(1, 0.5, 3, 0)),
        (bare, Edges(3, 0.5, 1, 2), Edges(3, 0, 1, 0.5), Edges(3, 0.5, 1, 0)),
        (flaps, Edges(1, 0.5, 3, 0.5), Edges(1, 0, 3, 3), Edges(1, 3, 3, 0)),
        (low, Edges(1, 0.5, 3, 0.5), Edges(1, 0, 3, 2), Edges(1, 2, 3, 0)),
        (beside, Edges(1, 2, 3, 0.5), Edges(0, 2, 1, 0.5), Edges(1, 2, 0, 0.5)),
        (beside, Edges(3, 2, 1, 0.5), Edges(0, 2, 1, 0.5), Edges(1, 2, 0, 0.5)),
    ]
    for fold, room, of_face, of_back in cases:
        piece = make_piece(Size(25, 40), bleed=3, fold=fold)
        whole = fold.unfolded(piece.face.size)
        face, back = unfolded_placements(piece, Rect(10, 20, whole.width, whole.height), room)
        assert (face.bleed, back.bleed) == (of_face, of_back), (fold, room)


def test_pieces_that_are_folded_over_share_a_sheet_with_others_that_are_as_large():
    """On folded paper, each back is either beside its face or on the other half."""
    over, flat = make_piece(Size(25, 40), fold=Fold(base="none")), make_piece(Size(25, 80))
    for pieces in ([over, flat], [flat, over]):
        for duplex, folded, backs in (("fold", "sheet", 2), ("long-edge", "pieces", 1), ("none", "pieces", 1)):
            (sheet,) = impose_pieces(pieces, Layout(A4, duplex=duplex), kind="s", title="S")
            assert (sheet.folded, sheet.piece_count, len(sheet.outlines)) == (folded, 2, 2)
            assert len(sheet.recto.placements) == 2 + backs, (duplex, pieces)
            assert bool(sheet.verso) == (duplex == "long-edge")


def test_a_sheet_with_a_net_is_folded_like_one_whatever_else_is_on_it():
    net = replace(make_piece(NET.size, back=False, outline=NET.shape), net=NET)
    flat, over = make_piece(Size(25, 80)), make_piece(Size(25, 40), fold=Fold(base="none"))
    for pieces, folded in (([flat, net], "net"), ([net, over], "net"), ([flat, over], "pieces"), ([flat], "")):
        (sheet,) = impose_pieces(pieces, Layout(A4), kind="s", title="S", cut="outline")
        assert sheet.folded == folded, pieces


def test_paper_is_folded_from_edge_to_edge():
    for axis, line in (("vertical", (105, 0, 105, 297)), ("horizontal", (0, 148.5, 210, 148.5)), (None, None)):
        found = _fold_line(SlotArea(A4, Rect(0, 0, 210, 297), Rect(5, 5, 200, 287), axis))
        assert found == ((Mark("fold", *line),) if line else ())


@few
@given(standees())
def test_a_fold_is_shown_across_each_piece(job):
    pieces, sheets = job
    lines = [mark for sheet in sheets for mark in sheet.recto.marks if mark.style == "fold"]
    slots = [slot for _, slot, _, _ in shown(sheets, pieces)]
    each = 3 if pieces[0].fold.base == "flaps" else 1
    assert len(lines) == each * len(slots)
    for at, slot in enumerate(slots):
        fold = lines[at * each]
        if pieces[0].fold.axis == "horizontal":
            assert fold.y1 == pytest.approx(fold.y2) == pytest.approx(slot.y + slot.height / 2)
        else:
            assert fold.x1 == pytest.approx(fold.x2) == pytest.approx(slot.x + slot.width / 2)
        assert all(
            inside(Rect(min(m.x1, m.x2), min(m.y1, m.y2), abs(m.x1 - m.x2), abs(m.y1 - m.y2)), slot)
            for m in lines[at * each : (at + 1) * each]
        )


def test_a_plotter_cuts_the_whole_unfolded_piece():
    fold = Fold(base="tab", depth=8)
    piece = make_piece(Size(25, 45), copies=3, outline=PAWN, fold=fold)
    sheets = impose_pieces([piece], Layout(A4, plotter=Plotter()), kind="pawns", title="Pawns")
    (plan,) = cut_plans(sheets)
    assert len(plan.outlines) == 3
    assert {placed.box.size for placed in plan.outlines} == {Size(25, 2 * (45 + 8))}
    assert {placed.outline for placed in plan.outlines} == {fold.outline(PAWN, Size(25, 45))}


def test_straight_standees_have_crop_marks_and_odd_ones_lines_all_round():
    def sheet(**more):
        (made,) = impose_pieces([make_piece(Size(25, 40), **more)], Layout(A4), kind="s", title="S")
        return made

    straight, odd = sheet(fold=Fold()), sheet(fold=Fold(base="tab", width=10))
    assert {mark.style for mark in straight.recto.marks} == {"crop", "fold"}
    assert not straight.recto.cuts
    assert {mark.style for mark in odd.recto.marks} == {"fold"}
    assert odd.recto.cuts


@few
@given(st.sampled_from([RECTANGLE, ROUND, PAWN]), st.sampled_from(["long-edge", "short-edge"]), sizes(120, 400))
def test_the_outline_on_a_verso_is_that_of_the_recto_seen_through_the_paper(outline, duplex, paper):
    piece = make_piece(Size(30, 50), outline=outline, copies=2)
    (sheet,) = impose_pieces([piece], Layout(paper, duplex=duplex), kind="c", title="C", gutter=4)
    upright = sheet.paper.width <= sheet.paper.height
    axis = "vertical" if upright == (duplex == "long-edge") else "horizontal"
    assert {placement.outline for placement in sheet.recto.placements} == {outline}
    assert {placement.outline for placement in sheet.verso.placements} == {outline.mirrored(axis)}
