import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.geometry.folds import SLIT, Fold
from cardgen.geometry.outlines import HEXAGON, RECTANGLE, ROUND, Outline, PlacedOutline
from cardgen.geometry.units import Rect, Size

PAWN = Outline.path("M.3 0H.7C1 .1 1 .4 .75 .45L1 1H0L.25 .45C0 .4 0 .1 .3 0Z")
FLAG = Outline.polygon([(0, 0), (0.7, 0), (1, 0.5), (0.4, 1), (0.1, 1)])

lengths = st.floats(10, 80).map(lambda value: round(value, 2))
faces = st.builds(Size, lengths, lengths)
bases = st.one_of(
    st.builds(Fold, base=st.just("flaps"), depth=st.floats(3, 20)),
    st.builds(Fold, base=st.just("tab"), depth=st.floats(3, 20), width=st.sampled_from([0.0, 2.5])),
    st.builds(Fold, base=st.just("slot"), depth=st.floats(1, 4)),
    st.builds(Fold, base=st.just("none"), edge=st.sampled_from(["top", "left"])),
)
outlines = st.sampled_from([RECTANGLE, PAWN, FLAG])


def corners_of(fold, outline, face):
    """The unfolded outline in mm from its top left corner."""
    whole = fold.unfolded(face)
    return PlacedOutline(fold.outline(outline, face), Rect(0, 0, whole.width, whole.height)).corners()


def foldable(fold, outline):
    return fold.edge == "top" or outline == RECTANGLE


@given(bases, outlines, faces)
def test_both_halves_are_mirror_images_about_the_fold(fold, outline, face):
    if not foldable(fold, outline):
        return
    whole = fold.unfolded(face)
    corners = corners_of(fold, outline, face)
    mirrored = [(whole.width - x, y) if fold.axis == "vertical" else (x, whole.height - y) for x, y in corners]
    for point in mirrored:
        assert min(math.dist(point, other) for other in corners) < 1e-6


@given(bases, outlines, faces)
def test_the_unfolded_outline_is_one_closed_line_clockwise_inside_its_box(fold, outline, face):
    if not foldable(fold, outline):
        return
    whole = fold.unfolded(face)
    curves = PlacedOutline(fold.outline(outline, face), Rect(0, 0, whole.width, whole.height)).curves()
    for curve, after in zip(curves, (*curves[1:], curves[0]), strict=True):
        assert curve[-1] == pytest.approx(after[0])
    corners = corners_of(fold, outline, face)
    pairs = zip(corners, (*corners[1:], corners[0]), strict=True)
    assert sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs) > 0
    assert all(-1e-6 <= x <= whole.width + 1e-6 and -1e-6 <= y <= whole.height + 1e-6 for x, y in corners)
    ends = {round(value, 4) for point in corners for value in (point[0 if fold.axis == "vertical" else 1],)}
    assert {min(ends), max(ends)} == {0, round(whole.width if fold.axis == "vertical" else whole.height, 4)}


@given(bases, outlines, faces)
def test_a_fold_runs_where_both_halves_meet_and_flaps_are_folded_at_the_feet(fold, outline, face):
    if not foldable(fold, outline):
        return
    whole, box = fold.unfolded(face), fold.face_box(face)
    (first, *feet) = fold.lines(outline, face)
    if fold.axis == "vertical":
        assert {x for x, _ in first} == {whole.width / 2}
    else:
        assert [y for _, y in first] == pytest.approx([whole.height / 2] * 2)
    assert len(feet) == (2 if fold.base == "flaps" else 0)
    for line, y in zip(feet, (box.bottom, whole.height - box.bottom), strict=False):
        assert [at for _, at in line] == pytest.approx([y, y])


def test_rectangles_stay_rectangles_unless_their_base_is_narrower():
    face = Size(25, 40)
    assert Fold().outline(RECTANGLE, face) == RECTANGLE
    assert Fold(base="tab").outline(RECTANGLE, face) == RECTANGLE
    assert Fold(edge="left", base="none").outline(RECTANGLE, face) == RECTANGLE
    assert Fold(base="tab", width=10).outline(RECTANGLE, face) != RECTANGLE
    assert Fold(base="tab", depth=8).unfolded(face) == Size(25, 96)
    assert Fold(base="slot", depth=8).unfolded(face) == Size(25, 80)


def test_a_slit_is_cut_up_from_the_middle_of_the_feet():
    corners = corners_of(Fold(base="slot", depth=12), RECTANGLE, Size(20, 40))
    slit = [(x, y) for x, y in corners if y == pytest.approx(80 - 12)]
    assert sorted(x for x, _ in slit) == pytest.approx([10 - SLIT / 2, 10 + SLIT / 2])


@pytest.mark.parametrize("outline", [ROUND, Outline.polygon([(0.5, 0), (1, 1), (0, 1)])])
def test_halves_that_would_fall_apart_are_refused(outline):
    with pytest.raises(ValueError, match="one straight side along its top, it has none"):
        Fold().outline(outline, Size(20, 20))


def test_a_base_needs_feet_that_are_wide_enough():
    with pytest.raises(ValueError, match="along its bottom, it has none"):
        Fold().outline(Outline.polygon([(0, 0), (1, 0), (0.5, 1)]), Size(20, 20))
    arch = [(0, 0), (1, 0), (1, 1), (0.6, 1), (0.6, 0.5), (0.4, 0.5), (0.4, 1), (0, 1)]
    with pytest.raises(ValueError, match=r"along its bottom, it has 2$"):
        Fold().outline(Outline.polygon(arch), Size(20, 20))
    with pytest.raises(ValueError, match="30 mm wide, but its feet are 20 mm"):
        Fold(base="tab", width=30).outline(HEXAGON, Size(40, 30))


@pytest.mark.parametrize("wrong", [{"edge": "left"}, {"depth": 0}, {"width": -1}, {"depth": -2, "base": "none"}])
def test_settings_that_contradict_each_other_are_refused(wrong):
    with pytest.raises(ValueError, match="base"):
        Fold(**wrong)
