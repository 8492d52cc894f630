"""Text that is too small to be read."""

from dataclasses import replace

from cardgen.geometry.units import MM_PER_POINT
from cardgen.model.drawing import Drawing
from cardgen.preflight.ground import Ground
from cardgen.preflight.side import PieceSide
from cardgen.preflight.sizes import find_small_text
from cardgen.preflight.texts import FaceText, PlacedSpan
from tests.preflight.faces import BOX, FACE, span


def test_text_under_six_and_a_half_points_is_shown_and_under_four_and_a_half_told():
    for points, expected in ((6.5, []), (6.3, [True]), (4.6, [True]), (4.4, [False])):
        face = Drawing(FACE, 0, (span("#000000", 12.0, y=20), span("#111111", points * MM_PER_POINT)))
        found = list(find_small_text(PieceSide(face, Ground())))
        assert [one.is_advice for one in found] == expected, points
        mixed = Drawing(FACE, 0, (span("#111111", points * MM_PER_POINT), span("#111111", 12.0, y=20)))
        assert len([*find_small_text(PieceSide(mixed, Ground()))]) == len(expected), "a small word in a large text"
        assert all(one.code == "W417" and round(one.measure, 1) == points for one in found)


def test_legal_lines_may_be_smaller_beside_a_text_of_their_color():
    legal = replace(span("#000000", 4.8 * MM_PER_POINT, y=20), style="legal")
    for spans, count in (
        ((legal,), 0),
        ((replace(legal, style="stock-credit"),), 0),
        ((legal, span("#000000", 12.0)), 0),
        ((legal, span("#000000", 6 * MM_PER_POINT)), 1),
        ((replace(legal, size=4.4 * MM_PER_POINT),), 1),
    ):
        assert len(list(find_small_text(PieceSide(Drawing(FACE, 0, spans), Ground())))) == count, spans


def test_emoji_in_a_row_are_named_without_spaces_and_counted_each():
    spans = [span("#000000", 2.0, x=x, text="\U0001f480") for x in (5.0, 7.4, 9.8, 12.2, 14.6)]
    (found,) = find_small_text(PieceSide(Drawing(FACE, 0, tuple(spans)), Ground()))
    assert (
        "'\U0001f480\U0001f480\U0001f480\U0001f480\U0001f480'" in found.message
        and "of its 5 characters" in found.hints[0]
    ), found
    spans[0] = replace(spans[0], trailing_space=True)
    (found,) = find_small_text(PieceSide(Drawing(FACE, 0, tuple(spans)), Ground()))
    assert "'\U0001f480 \U0001f480\U0001f480" in found.message


def test_the_lines_of_a_text_are_those_of_its_baselines():
    for places, lines in (([(1, 5), (9, 5)], 1), ([(1, 5), (1, 9)], 2), ([(1, 5), (9, 5.001), (1, 9), (9, 9)], 2)):
        spans = [PlacedSpan(span(x=x, y=y), BOX) for x, y in places]
        assert FaceText([], spans, [], BOX).extent[1] == lines
