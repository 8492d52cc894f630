import math
from itertools import combinations, pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cardgen.impose.seams import BESIDE_ALL, NARROWEST, NO_HARM, THROUGH_LITTLE, THROUGH_WORDS, Cuts, best_cuts

from .shapes import few, lengths


def harmless(places):
    return dict.fromkeys(places, NO_HARM)


@pytest.mark.parametrize(
    ("seams", "places", "missed"),
    [
        ([], (145,), 1),
        ([150], (150,), 0),
        ([130, 155, 170], (155,), 0),  # the nearest to the middle
        ([109], (145,), 1),  # the second tile would be 191 mm long
        ([181], (145,), 1),  # the first one would be
        ([110], (110,), 0),
        ([180], (180,), 0),
    ],
)
def test_one_cut_of_300_mm_in_tiles_of_190_mm(seams, places, missed):
    cuts = best_cuts(300, 190, 10, harmless(seams))
    assert (cuts.places, cuts.harm) == (places, missed * THROUGH_WORDS)


@pytest.mark.parametrize(
    ("seams", "place"),
    [
        ({145: BESIDE_ALL, 170: NO_HARM}, 170),
        ({145: THROUGH_LITTLE, 120: BESIDE_ALL, 181: NO_HARM}, 120),  # the third is out of reach
        ({170: THROUGH_LITTLE}, 170),
    ],
)
def test_least_harm_goes_before_evenness(seams, place):
    cuts = best_cuts(300, 190, 10, seams)
    assert (cuts.places, cuts.harm) == ((place,), seams[place])


def test_many_small_harms_are_better_than_one_through_words():
    seams = {90: THROUGH_LITTLE, 210: THROUGH_LITTLE, 60: NO_HARM}
    assert best_cuts(310, 130, 10, seams).places == (90, 210)


@pytest.mark.parametrize(
    ("seams", "places"),
    [
        ([], (100, 200)),
        ([95], (95, 197.5)),  # the rest is even again
        ([210], (105, 210)),
        ([95, 210], (95, 210)),
        ([95, 99, 240], (99, 199.5)),  # no two of them are in reach together
    ],
)
def test_two_cuts_of_310_mm_in_tiles_of_130_mm(seams, places):
    assert best_cuts(310, 130, 10, harmless(seams)).places == places


def test_side_that_fits_is_not_cut():
    assert best_cuts(190, 190, 10, harmless([95])).places == ()
    assert best_cuts(0.1 + 0.2, 0.3, 0.2) == Cuts(), "sums of lengths are not exact, and what fits has no overlap"


def test_strip_is_not_cut_off_for_a_seam():
    assert best_cuts(195, 190, 0, harmless([8])).places == (97.5,)
    assert best_cuts(195, 190, 0, harmless([NARROWEST])).places == (NARROWEST,)


def test_overlap_that_eats_the_room_leaves_no_way():
    assert best_cuts(100, 19.9, 10) is None
    assert len(best_cuts(100, 20, 10).places) == 8  # nine tiles; those on both sides of one meet in a line


@st.composite
def sides(draw):
    length, room, overlap = draw(lengths(20, 900)), draw(lengths(60, 400)), draw(st.sampled_from([0.0, 10.0, 15.0]))
    return length, room, overlap, harmless(draw(st.lists(lengths(0, 900), max_size=6)))


@few
@given(sides())
def test_tiles_fit_overlap_and_are_as_few_as_without_seams(side):
    length, room, overlap, seams = side
    cuts = best_cuts(*side)
    assert len(cuts.places) == len(best_cuts(length, room, overlap).places)
    starts, ends = (0.0, *cuts.places), (*(place + overlap for place in cuts.places), length)
    assert all(0 < end - start <= room + 1e-6 for start, end in zip(starts, ends, strict=True))
    assert all(a < b for a, b in pairwise(starts))
    assert cuts.harm == THROUGH_WORDS * sum(place not in seams for place in cuts.places)


@few
@given(sides())
def test_without_seams_all_tiles_are_equal(side):
    length, room, overlap, _ = side
    places = best_cuts(length, room, overlap).places
    edges = (0.0, *places, length - overlap)
    assert len(edges) == 2 or all(math.isclose(b - a, edges[1], abs_tol=1e-6) for a, b in pairwise(edges))


@few
@given(sides())
def test_no_choice_of_seams_would_be_better(side):
    length, room, overlap, seams = side
    cuts = best_cuts(*side)
    count = len(cuts.places)
    assume(count)
    end = length - overlap

    def uneven(edges):
        return sum((b - a - end / (count + 1)) ** 2 for a, b in pairwise(edges))

    for places in combinations(sorted(set(seams)), count):
        edges = (0.0, *places, end)
        if all(max(overlap, NARROWEST) <= b - a <= room - overlap for a, b in pairwise(edges)):
            assert cuts.harm == 0
            assert uneven((0.0, *cuts.places, end)) <= uneven(edges) + 1e-6


def test_tiles_that_must_be_narrow_are_equal():
    """Of 30 mm in tiles of 12 mm that overlap by 4, each shows 6.5 mm, less than a strip that is easy to glue."""
    cuts = best_cuts(30, 12, 4)
    assert cuts is not None and cuts.places == (6.5, 13.0, 19.5) and NARROWEST > 6.5
