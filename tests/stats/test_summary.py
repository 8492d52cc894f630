"""Summaries of values: everything counts pieces, and nothing is lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.stats.results import (
    ChoiceSummary,
    CrossTable,
    GroupTable,
    NumberSummary,
    TextSummary,
    mark_place,
    number_text,
)
from cardgen.stats.summary import Value, Values, overview, ranges, summarize


def values(*entries, **types):
    return Values([Value(f"v{at}", f"V{at}", copies, fields) for at, (copies, fields) in enumerate(entries)], {}, types)


CARDS = values(
    (2, {"type": "beast", "cost": 1, "text": "a long text that nobody else has"}),
    (1, {"type": "beast", "cost": 3, "tags": ("fire", "ice")}),
    (3, {"type": "wall", "tags": ("fire",), "is_new": True}),
    (0, {"type": "wall", "cost": 9}),
    type="choice",
)


def field(name, cards=CARDS, by=()):
    summary = summarize("cards", "Cards", "card", cards, by)
    return next(one for one in summary.fields if one.field == name)


def test_pieces_and_designs_are_counted():
    summary = summarize("cards", "Cards", "card", CARDS)
    assert (summary.designs, summary.copies) == (4, 6)


def test_numbers_are_weighted_by_copies():
    cost = field("cost")
    assert isinstance(cost, NumberSummary)
    assert (cost.count, cost.missing, cost.total) == (3, 3, 5)
    assert (cost.mean, cost.median, cost.least, cost.most) == (5 / 3, 1, 1, 9)
    assert cost.curve == (*[(str(n), {1: 2, 3: 1}.get(n, 0)) for n in range(1, 10)],)


def test_choices_are_weighted_by_copies():
    assert field("type") == ChoiceSummary("type", "Type", 0, (("beast", 2, 3), ("wall", 2, 3)))


def test_keys_of_a_game_are_told_as_words():
    cards = values((1, {"type": "light_infantry"}), (2, {"type": "Mark_Two"}), type="choice")
    assert [word for word, _, _ in field("type", cards).counts] == ["Mark_Two", "light infantry"]
    (table,) = summarize("cards", "Cards", "card", cards, [("type",)]).by
    assert [(group.name, group.copies) for group in table.groups] == [("Mark_Two", 2), ("light infantry", 1)]


def test_the_items_of_lists_count_each():
    assert field("tags").counts == (("fire", 2, 4), ("ice", 1, 1))


def test_truth_values_are_choices():
    assert field("is_new").counts == (("yes", 1, 3),)


def test_texts_are_told_by_their_length():
    assert field("text") == TextSummary("text", "Text", 1, 3, 32.0, (("v0", "V0", 32),))


def test_groups_have_sums_and_means():
    (table,) = summarize("cards", "Cards", "card", CARDS, [("type",)]).by
    assert isinstance(table, GroupTable)
    beasts, walls = table.groups
    assert (beasts.name, beasts.designs, beasts.copies, beasts.sums, beasts.means) == (
        "beast",
        2,
        3,
        {"cost": 5},
        {"cost": 5 / 3},
    )
    assert (walls.copies, walls.sums) == (3, {"cost": 0})


def test_two_fields_make_a_table_that_holds_all_pieces():
    (table,) = summarize("cards", "Cards", "card", CARDS, [("type", "cost")]).by
    assert isinstance(table, CrossTable)
    assert (table.rows, table.columns[-1]) == (("beast", "wall"), "(none)")
    assert sum(map(sum, table.cells)) == 6
    (same,) = summarize("cards", "Cards", "card", CARDS, [("type", "type")]).by
    assert (same.rows, same.columns, same.cells) == (("beast", "wall"), ("beast", "wall"), ((3, 0), (0, 3)))


def test_a_field_that_a_kind_lacks_is_left_out():
    assert summarize("cards", "Cards", "card", CARDS, [("power",)]).by == ()


def test_the_overview_is_of_fields_that_tell_something():
    assert overview(CARDS) == [("type", "cost")]
    assert overview(values((1, {"is_new": True, "power": 4}), (1, {"is_new": False, "power": 4}))) == []


@pytest.mark.parametrize(
    ("numbers", "names"),
    [
        ([], []),
        ([3, 5], ["3", "4", "5"]),
        ([0.5, 2.25], ["0.5", "2.25"]),
        ([1, 100], ["1", "100"]),
        (range(0, 130), [f"{n}\u2013{n + 19}" for n in range(0, 130, 20)]),
    ],
)
def test_numbers_are_put_into_ranges(numbers, names):
    assert [name for name, _ in ranges(numbers)] == names


@given(st.lists(st.one_of(st.integers(-1000, 10**6), st.floats(-1000, 10**6, allow_nan=False)), max_size=60))
def test_every_number_is_in_one_range(numbers):
    found = ranges(numbers)
    assert sorted(number for _, held in found for number in held) == sorted(set(numbers))
    assert len(found) <= 30
    if len(set(numbers)) > 12:
        assert len({name for name, _ in found}) == len(found)
        place = mark_place(field("n", values(*((1, {"n": number}) for number in numbers))))
        assert place is None or -0.01 <= place <= len(found) + 0.01


def test_small_decimals_are_told_apart():
    for step, names in (
        (0.001, ["0\u20130.002", "0.002\u20130.004"]),
        (1e-7, ["0\u20130.000001", "0.000001\u20130.000002"]),
    ):
        numbers = values(*((1, {"n": at * step}) for at in range(14)))
        assert [name for name, _ in field("n", numbers).curve][:2] == names
        assert mark_place(field("n", numbers)) == pytest.approx(6.5 * step / (2e-3 if step == 0.001 else 1e-6))
    assert [name for name, _ in ranges([0.0011, 0.0012])] == ["0.0011", "0.0012"]


def test_the_mean_is_marked_where_it_lies():
    numbers = values((1, {"n": 1}), (1, {"n": 3}))
    assert mark_place(field("n", numbers)) == 1.5  # the middle of the second of three bars
    assert mark_place(field("n", values((1, {"n": 4}), (1, {"n": 4})))) is None
    assert mark_place(NumberSummary("n", "N", 0, 0, 0, 0.0, 0.0, 0, 1, ())) is None


def test_numbers_have_no_needless_decimals():
    assert [number_text(number) for number in (3, 3.0, 2.5, 1 / 3, 10, 10**17 + 1)] == [
        *("3", "3", "2.5", "0.33", "10", "100000000000000001")
    ]
