"""Text whose size jumps beside that of the other faces of its kind."""

from dataclasses import replace
from pathlib import Path
from random import Random

from cardgen.geometry.units import MM_PER_POINT, Rect
from cardgen.model.drawing import Drawing
from cardgen.preflight import neighbors
from cardgen.preflight.neighbors import find_size_jumps
from tests.preflight.faces import FACE, WORD, art, span
from tests.recorded import check_recorded

ICON = art('<circle cx="30" cy="30" r="30"/>', box=Rect(26, 38, 2, 2))


def title(points, x=20.0, width=2.4, style="name"):
    words = (replace(WORD, width=width),)
    return replace(span("#102030", points * MM_PER_POINT, x, 10), words=words, style=style)


def rules(points, *, rows=4, width=2.4, x=20.0):
    size = points * MM_PER_POINT
    words = (replace(WORD, width=width),) * 3
    lines = [
        replace(span("#102030", size, x, 38 + row * 1.2 * size), words=words, style="rules") for row in range(rows)
    ]
    return tuple(lines)


def jumps(*faces):
    found = find_size_jumps([Drawing(FACE, 0, items) for items in faces])
    return [(number, each.message, each.expected) for number, each in found]


def test_a_short_text_is_compared_with_the_most_usual_size_in_its_place():
    usual = ((title(11),), (title(11, width=3),), (title(10.9),))
    assert jumps(*usual, (title(9.6),)) == []
    small = "text 'Dawn' prints at 9.4 pt, others in its place at 11 pt"
    assert jumps(*usual, (title(9.4, width=20),)) == [(3, small, "at least 9.57 pt")]
    large = "text 'Dawn' prints at 13 pt, others in its place at 11 pt"
    assert jumps(*usual, (title(13),)) == [(3, large, "at most 12.6 pt")]


def test_texts_in_one_place_overlap_by_half_of_the_narrower_one():
    for x in (20, 20 + 2.4 * 4 - 2.4 * 2.8, 20 + 1.2 * (4 - 2.8), 25):
        faces = [(title(4 / MM_PER_POINT),), (title(4 / MM_PER_POINT),), (title(2.8 / MM_PER_POINT, x),)]
        assert len(jumps(*faces)) == 1, x
    elsewhere = title(8, 36.0), replace(title(8), y=20), title(8, style="stat")
    for other in elsewhere:
        assert jumps((title(11),), (title(11),), (other,)) == [], other


def test_running_text_may_be_smaller_where_it_is_longer_or_its_face_has_more():
    large, small = rules(9), rules(7, rows=3)
    assert jumps(large, small) == [
        (1, "text 'Dawn Dawn Dawn Dawn Dawn Dawn Dawn Dawn…' prints at 7 pt, a longer one in its place at 9 pt", "at least 7.83 pt")
    ]  # fmt: skip
    assert jumps(large, rules(7, rows=5)) == []
    assert jumps(large, rules(7, rows=3, width=2.6)) == [], "a word that is wider"
    assert jumps(large, (*small, ICON)) == [], "a picture that takes room"
    assert jumps(large, (*small, title(8, style="flavor"))) == [], "a further text"
    between, narrow = title(8, style="stat"), title(8, style="flavor")
    wide = replace(narrow, words=(replace(WORD, width=3),))
    assert jumps((*large, narrow, between), (*small, narrow, between, narrow)) == [], "a further text in the same style"
    for one, other in ((narrow, wide), (wide, narrow)):
        longer = (*large, narrow, between, narrow, between, narrow)
        assert jumps(longer, (*small, one, between, other)) == [], "one of two texts has a word that is wider"
    assert jumps((*large, title(8, style="flavor")), (*small, title(8, style="flavor"))) != []


def test_an_icon_or_a_color_in_a_text_does_not_divide_it():
    first, second, *others = rules(9)
    colored = replace(second, color="#802020")
    divided = (
        replace(first, words=first.words[:1]),
        ICON,
        replace(first, x=31, words=first.words[:1]),
        colored,
        *others,
    )
    assert len(jumps((*rules(9), ICON), divided, (*rules(7, rows=3), ICON))) == 1


def test_a_text_goes_on_near_its_end_or_in_the_next_line():
    one = title(4 / MM_PER_POINT)
    end = one.x + neighbors.ink_width(one)
    for other, number in (
        (replace(one, x=end + 11.9), 1), (replace(one, x=end + 12.1), 2), (replace(one, x=99.0, y=one.y + 2.1), 1),
        (replace(one, x=99.0, y=one.y + 1.9), 2), (replace(one, y=one.y + 7.9), 1), (replace(one, y=one.y + 8.1), 2),
        (replace(one, y=one.y - 0.1), 2), (replace(one, size=4.1, y=one.y + 5), 2), (replace(one, style="b", y=one.y + 5), 2),
    ):  # fmt: skip
        face = Drawing(FACE, 0, (one, ICON, other))
        assert len([*neighbors._read(0, face)]) == number, (other.x, other.y, other.size)


def test_a_text_of_several_sizes_and_colors_has_the_largest_size_and_the_widest_word_of_all():
    def text(color, size, y=10.0, width=2.0):
        return replace(span(color, size, 20, y), words=(replace(WORD, width=width),), style="name")

    for spans, points, rows, widest, length in (
        ((text("#111111", 4), text("#222222", 4), text("#222222", 5)), 5, 1, 2, 6),
        ((text("#111111", 5), text("#111111", 4), text("#222222", 4, width=3)), 5, 1, 3, 7),
        ((text("#111111", 4, 10.4), text("#222222", 4, 12.8)), 4, 2, 2, 4),
        ((text("#111111", 4, 10.4), text("#111111", 4, 15.2), text("#222222", 4, 15.2, 9)), 4, 2, 9, 13),
    ):
        (read,) = neighbors._read(3, Drawing(FACE, 0, (*spans, ICON)))
        assert (read.face, read.style, read.rows, read.widest, read.length) == (3, "name", rows, widest, length)
        assert round(read.points * MM_PER_POINT, 6) == points


def test_two_lines_of_more_than_30_em_are_running_text_and_a_place_has_half_of_the_height():
    for width, is_short in ((4.9, True), (5.1, False)):  # of each of six words
        found = jumps(
            rules(9, rows=2, width=width), rules(9, rows=2, width=width), rules(7, rows=2, width=width + 0.05)
        )
        assert bool(found) == is_short, width
    height = 0.7 * 11 * MM_PER_POINT  # of ink without a tail
    for down in (0.5, 0.2, -0.2, -0.5, -0.8):
        other = replace(title(8), y=10 + down * height - (0.7 * 3 * MM_PER_POINT) / 2)
        small = 0.7 * 8 * MM_PER_POINT
        common = min(10.0, other.y) - max(10 - height, other.y - small)
        assert bool(jumps((title(11),), (title(11),), (other,))) == (common >= small / 2), down


def test_so_many_places_of_a_style_are_told_apart(monkeypatch):
    faces = [(title(points), ICON, replace(title(points), y=30)) for points in (11, 11, 8)]
    assert [number for number, *_ in jumps(*faces)] == [2, 2]
    monkeypatch.setattr(neighbors, "_PLACES", 1)
    assert [number for number, *_ in jumps(*faces)] == [2]


def test_one_face_alone_has_no_neighbours():
    assert jumps((title(11), title(8, x=20.5))) == []


def test_what_jumps_on_any_faces_is_as_recorded():
    def any_face(rng):
        items = [
            title(rng.choice((8, 9.4, 9.6, 11, 11, 12.6, 12.7)), rng.choice((20, 20, 24, 34)), rng.choice((2.4, 3, 12)))
        ]
        if rng.random() < 0.7:
            items += rules(
                rng.choice((6, 7, 7.8, 7.9, 9)), rows=rng.choice((1, 2, 3, 4, 5)), width=rng.choice((2.4, 2.4, 2.6))
            )
        if rng.random() < 0.3:
            items.append(ICON)
        if rng.random() < 0.3:
            items.append(
                replace(title(rng.choice((6, 8, 10)), rng.choice((2, 20)), style="flavor"), y=rng.choice((20, 40)))
            )
        if rng.random() < 0.3:
            at = rng.randrange(len(items))
            items[at:at] = [replace(items[at], color="#802020", x=items[at].x - 3)] if items[at] is not ICON else []
        return Drawing(FACE, 0, tuple(items))

    def told():
        for seed in range(60):
            rng = Random(seed)
            yield f"== {seed}"
            for number, one in find_size_jumps([any_face(rng) for _ in range(rng.choice((1, 2, 3, 5)))]):
                box = [round(value, 2) for value in (one.box.x, one.box.y, one.box.width, one.box.height)]
                yield f"{number} {one.code} {one.message}; {one.expected}; {one.hints}; {one.measure:.3f} {box} {one.is_advice}"

    check_recorded(Path(__file__).with_name("jumps.txt"), told())
