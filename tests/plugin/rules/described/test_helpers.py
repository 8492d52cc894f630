"""What generated rules call gives what plain counting gives."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cardgen.plugin.rules.described import build, helpers
from cardgen.plugin.rules.described.boards import connected, distance, longest_line
from cardgen.plugin.rules.errors import NobodyError

VALUES = st.lists(st.integers(0, 9), max_size=7)


def sets_of(places: range) -> list[tuple[int, ...]]:
    return [chosen for size in range(len(places) + 1) for chosen in combinations(places, size)]


@settings(max_examples=60)
@given(values=VALUES, total=st.integers(0, 20), least=st.integers(1, 3), at=st.integers(-2, 8))
@example(values=[1, 2, 3, 7, 8], total=3, least=2, at=0)
@example(values=[0, 0, 5, 5, 5], total=0, least=2, at=4)
def test_counts_of_values(values, total, least, at):
    sums = [sum(values[place] for place in chosen) for chosen in sets_of(range(len(values)))]
    assert helpers.makes(values, total) == (total in sums)
    assert helpers.ways(values, total) == sums.count(total) - (total == 0)
    counts = {value: values.count(value) for value in values}
    assert helpers.most_alike(values) == max(counts.values(), default=0)
    assert helpers.groups(values, least) == len([count for count in counts.values() if count >= least])
    lengths = [length for start in range(10) for length in range(1, 11) if {*range(start, start + length)} <= {*values}]
    assert helpers.longest_run(values) == max(lengths, default=0)
    assert helpers.each_once(values) == sorted({*values}, key=values.index)
    text = "".join(map(str, values))
    assert helpers.letter(text, at) == (text[at : at + 1] if at >= 0 else "")


@settings(max_examples=60)
@given(keys=VALUES)
@example(keys=[3, 5, 5, 1, 1])
def test_items_with_the_greatest_and_the_least_key(keys):
    items = [*range(10, 10 + len(keys))]
    key = dict(zip(items, keys, strict=True)).__getitem__
    ranked = sorted(items, key=key)
    assert helpers.worst(items, key) == (ranked[0] if items else -1)
    assert helpers.best(items, key) == (items[keys.index(max(keys))] if items else -1)
    for extreme in (max, min):
        wanted = [item for item in items if key(item) == extreme(keys)]
        assert helpers.all_with(items, key, extreme) == wanted


@settings(max_examples=60)
@given(things=st.lists(st.tuples(st.integers(0, 6), st.integers(-2, 6)), max_size=6), limit=st.integers(0, 15))
@example(things=[(2, 3), (2, 3), (3, 4)], limit=4)
@example(things=[(4, 5), (3, 3), (2, 2), (0, 1)], limit=5)
def test_the_set_that_is_worth_most_within_a_limit(things, limit):
    costs, worths = [cost for cost, _ in things], [worth for _, worth in things]
    items = [*range(20, 20 + len(things))]
    found = helpers.within(items, costs, limit, worths)
    chosen = [item - 20 for item in found]
    affordable = [own for own in sets_of(range(len(things))) if sum(costs[at] for at in own) <= limit]
    assert found == sorted({*found}) and sum(costs[at] for at in chosen) <= limit
    assert sum(worths[at] for at in chosen) == max(sum(worths[at] for at in own) for own in affordable)


def test_beyond_the_limit_what_is_worth_most_for_its_cost_is_taken(monkeypatch):
    monkeypatch.setattr(helpers, "MOST_SUMS", 10)
    items, costs, worths = [5, 6, 7, 8, 9], [5, 4, 0, 9, 3], [5, 8, 1, 9, 0]
    assert helpers.within(items, costs, 9, worths) == [5, 6, 7]
    assert helpers.within(items, costs, 8, worths) == [6, 7]
    assert helpers.within([1, 2], [6, 4], 5, [9, 9]) == [2]
    assert helpers.within([*range(40)], [1000] * 40, 30_000, [*range(40)]) == [*range(10, 40)]


def test_numbers_and_places_have_limits():
    assert [*build.span(3, 5)] == [3, 4, 5] and [*build.span(5, 3)] == [] and [*build.span(-2, -2)] == [-2]
    assert build.span(5000, 10**9) == range(5000, 6001) and build.span(5000, 5003) == range(5000, 5004)
    assert [build.at((4, 5, 6), at) for at in (-4, -3, -1, 0, 2, 3)] == [-1, 4, 6, 4, 6, -1]
    assert [build.limited(value) for value in (10**13, -(10**13), 7)] == [10**12, -(10**12), 7]
    assert build.sure(0, "camp") == 0
    with pytest.raises(NobodyError, match="'camp' is nobody"):
        build.sure(-1, "camp")


def test_random_numbers_follow_each_other():
    assert helpers.next_random(0) == 1442695040888963407
    pieces = [*range(8)]
    states = [helpers.shuffled(pieces, 5)]
    expected = 5
    for _ in range(7):
        expected = helpers.next_random(expected)
    assert states == [expected] and sorted(pieces) == [*range(8)] and pieces != [*range(8)]


@settings(max_examples=60)
@given(found=st.sets(st.integers(0, 8)), one=st.integers(-1, 8), other=st.integers(-1, 8))
@example(found={0, 1, 2, 5, 8}, one=0, other=8)
def test_ways_through_spaces_are_those_of_steps_between_neighbours(found, one, other):
    """On a row of nine spaces of which the sixth has no neighbour on its right."""
    near = [tuple(at for at in (space - 1, space + 1) if 0 <= at <= 8 and {space, at} != {5, 6}) for space in range(9)]
    is_way = min(one, other) >= 0 and (one <= 5) == (other <= 5)
    assert distance(one, other, near) == (abs(one - other) if is_way else -1)
    joined = [
        space for space in sorted(found) if one in found and {*range(min(one, space), max(one, space) + 1)} <= found
    ]
    joined = [space for space in joined if (space <= 5) == (one <= 5)]
    assert sorted(connected([one, one], sorted(found), near)) == joined
    following = [space + 1 if space not in (5, 8) else -1 for space in range(9)] + [-1]
    lines = [[*range(start, end)] for start in range(9) for end in range(start + 1, 10) if not start <= 5 < end - 1]
    longest = max((len(line) for line in lines if {*line} <= found), default=0)
    assert longest_line(sorted(found), [following, [-1] * 10]) == longest


def test_effects_of_pieces_count_by_their_number_or_once_each():
    column = (((0, 3, 0), (1, 9, 1)), ((0, 2, 0),), ((1, 0), (1, 1)), ())
    assert [helpers.stated([0, 1, 2, 3], column, effect, True) for effect in (0, 2)] == [5, 0]
    assert [helpers.stated([0, 2, 3], column, effect, False) for effect in (0, 1, 2)] == [1, 3, 0]
