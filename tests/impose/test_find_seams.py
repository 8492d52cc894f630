"""Where a board may be cut: beside words and icons if possible, and not between a heading and its text."""

from __future__ import annotations

from dataclasses import replace

import pytest
from write.samples import text

from cardgen.geometry.units import Rect, Size
from cardgen.impose.seams import BESIDE_ALL, NEAR, NO_HARM, THROUGH_LITTLE, find_seams, text_boxes
from cardgen.model.drawing import Artwork, Drawing, DrawingItem, PlacedArtwork, Rotated, TextSpan, View

from .shapes import make_piece


def line(bottom: float, size: float = 5.0) -> TextSpan:
    return TextSpan("sans", size, "#000000", 0.0, bottom, (), 0.0)


def icon(y: float, height: float) -> PlacedArtwork:
    return PlacedArtwork(Artwork("<svg/>", Size(10, height)), Rect(0, y, 10, height))


def down(*items: DrawingItem) -> dict[float, int]:
    """Where a board of 200 mm may be cut across, as mm from its top."""
    piece = make_piece(Size(100, 200), back=False)
    return dict(find_seams([replace(piece, face=Drawing(piece.face.size, 3, items))])[1])


def test_the_middle_of_a_gap_is_best_and_lines_close_together_are_not_parted() -> None:
    assert down(line(20), line(26), line(32)) == {}  # the room of a line is 1.3 times its size
    assert down(line(20), line(40)) == {28.25: BESIDE_ALL, 23.5: NEAR, 33.0: NEAR}
    assert down(line(20), line(29)) == {22.75: BESIDE_ALL}


def test_a_heading_stays_with_its_first_line() -> None:
    found = down(line(10), line(20), line(33, 8.0), line(43), line(43), line(53))
    assert {at: harm for at, harm in found.items() if harm != NEAR} == {
        13.25: BESIDE_ALL, 23.25: BESIDE_ALL, 36.7: THROUGH_LITTLE, 46.25: BESIDE_ALL,
    }  # fmt: skip
    assert down(line(33, 8.0), line(43), line(80, 12.0))[36.7] == THROUGH_LITTLE  # whatever is larger further down
    assert down(line(33, 8.0), line(43), line(45, 8.0))[36.2] == BESIDE_ALL  # words as large stand beside the line
    for size, harm in (
        (5.2, BESIDE_ALL),
        (5.3, THROUGH_LITTLE),
    ):  # that of a text whose words are fitted differs a little
        (middle,) = [harm for harm in down(line(20, size), line(40)).values() if harm != NEAR]
        assert middle == harm, size


def test_only_words_of_the_last_line_are_a_heading_of_what_follows() -> None:
    """Not those above it, nor a title that stands upright beside it."""
    for bottom, harm in ((38, THROUGH_LITTLE), (34, BESIDE_ALL)):  # of large words: beside the line, and above it
        assert down(line(bottom, 20), line(45), line(80))[60.75] == harm
    upright = Rotated(-90, 5, 45, (text("ab", y=45, size=20),))
    assert down(text("ab", y=44), upright, text("ab", y=80))[60.25] == BESIDE_ALL


def test_words_beside_larger_ones_end_with_them() -> None:
    assert down(line(40, 20), line(28, 4), line(80)) == {60.5: THROUGH_LITTLE}


def test_a_cut_beside_icons_is_better_than_one_through_them() -> None:
    words = line(20), line(80)
    assert down(*words, icon(40, 20)) == {
        48.25: THROUGH_LITTLE, 23.5: NEAR, 30.75: BESIDE_ALL, 38: NEAR, 62: NEAR, 67.5: BESIDE_ALL, 73: NEAR,
    }  # fmt: skip
    for top, place in ((10, 52.5), (70, 45.75)):  # an icon that reaches into the gap
        found = down(*words, icon(top, 20))
        assert [at for at, harm in found.items() if harm == BESIDE_ALL] == [place]
    assert {48.25: BESIDE_ALL}.items() <= down(*words, icon(25, 50)).items()  # a picture, not an icon
    wide_and_low = replace(icon(40, 20), box=Rect(0, 40, 30, 20))
    assert {48.25: BESIDE_ALL}.items() <= down(*words, wide_and_low).items()
    in_a_window = View(Rect(0, 0, 100, 200), (icon(40, 20),))
    assert down(*words, in_a_window)[48.25] == THROUGH_LITTLE
    assert down(*words, replace(in_a_window, is_ground=True))[48.25] == BESIDE_ALL


@pytest.mark.parametrize(
    ("at", "harm"), [(21.5, NO_HARM), (20.5, BESIDE_ALL), (19.0, None), (16.5, None), (15.5, BESIDE_ALL), (15, NO_HARM)]
)
def test_a_seam_of_the_game_does_no_harm_unless_letters_are_there(at: float, harm: int | None) -> None:
    piece = make_piece(Size(100, 200), back=False)
    across, downwards = find_seams([replace(piece, face=Drawing(piece.face.size, 3, (line(20),)))], ([7.0], [at]))
    assert (across, downwards) == ({7.0: NO_HARM}, {} if harm is None else {at: harm})


def test_across_the_size_of_words_does_not_matter() -> None:
    """Words beside larger ones are not below a heading, and letters reach from the start of a line to its end."""
    piece, spans = make_piece(Size(100, 200), back=False), (text("ab", x=10, size=8), text("ab", x=60, size=4))
    (left, _), (right, _) = text_boxes(spans)
    own = [left.x + 0.1, left.right - 0.1, left.x - 0.1, right.x + 0.1, right.right - 0.1, right.right + 0.1]
    across, _ = find_seams([replace(piece, face=Drawing(piece.face.size, 3, spans))], (own, []))
    assert {at: harm for at, harm in across.items() if harm != NEAR} == {
        (left.right + right.x) / 2: BESIDE_ALL, own[2]: NO_HARM, own[5]: NO_HARM,
    }  # fmt: skip


def test_both_sides_and_all_pieces_count() -> None:
    span = text("a b c", size=4)
    ((box, size),) = text_boxes([span])
    assert box.width == pytest.approx(sum(word.width for word in span.words) * 4 + 2 * 1)
    assert (box.x, box.bottom, size) == (5, 20 + 0.3 * 4, 4)
    ((turned, _),) = text_boxes([Rotated(-90, 5, 20, (span,))])
    assert (turned.height, turned.bottom) == (pytest.approx(box.width), pytest.approx(20))
    inside = View(Rect(0, 0, 100, 200), (span, Rotated(-90, 5, 20, (span,))))
    assert [*text_boxes([inside])] == [(box, size), (turned, 0)], "an upright title is no heading of what stands below"
    piece = make_piece(Size(100, 200))
    faces = [replace(piece, face=Drawing(Size(100, 200), 3, (text("ab", x=x),))) for x in (10, 30)]
    (first,), (second,) = ([box.x for box, _ in text_boxes(one.face.items)] for one in faces)
    backed = replace(faces[0], back=Drawing(Size(100, 200), 3, (text("ab", x=10),)))
    width = next(box.width for box, _ in text_boxes(backed.face.items))
    across, _ = find_seams([backed, faces[1]])
    assert {(first + width + second) / 2, (second + width + 90 - width) / 2} <= across.keys()
    twice = replace(faces[0], back=Drawing(Size(100, 200), 3, (text("ab", x=10), text("ab", x=50))))
    across, _ = find_seams([twice])
    assert (50 + 90 - width) / 2 in across, "between the words of the back, as they are seen from the face"


def test_words_on_a_ground_are_words_and_its_artworks_are_no_icons() -> None:
    view = View(Rect(0, 0, 100, 200), (line(20), line(40), icon(26, 4)))
    assert down(replace(view, is_ground=True)) == down(line(20), line(40))
    assert down(view) == down(line(20), line(40), icon(26, 4))
    assert [*text_boxes([replace(view, is_ground=True)])] == [*text_boxes([line(20), line(40)])]
