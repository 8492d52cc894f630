"""The board has room for every card, whatever their size."""

import math
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.games.attack_the_tower.board_plan import BoardPlan, board_seams, board_size, plan_board
from cardgen.geometry.units import Rect, Size
from cardgen.impose.tile import OVERLAP
from tests.impose.shapes import inside, overlap

SIDES = st.floats(30, 130)
CARDS = st.builds(Size, SIDES, SIDES)
OWN_CARD = Size(40, 53)


def panels(plan: BoardPlan) -> list[tuple[Rect, list[Rect]]]:
    """Each panel with what lies in it."""
    found = [
        (t.box, [t.title, *(box for slot in t.slots for box in (slot.box, slot.counter, slot.label))])
        for t in plan.territories
    ]
    palace = plan.palace
    found.append((palace.box, [palace.title, *palace.places, *palace.reminders]))
    found.append((plan.pile_box, [box for pile in plan.piles for box in (pile.box, pile.label)]))
    found += [(row.box, [row.title, *(cell.box for cell in row.cells)]) for row in (plan.renewal, plan.icons)]
    return found


@given(CARDS)
def test_panels_lie_apart_on_the_board_and_hold_their_boxes(card):
    plan = plan_board(card)
    board = Rect(0, 0, plan.size.width, plan.size.height)
    found = panels(plan)
    assert all(inside(box, board) for box, _ in found)
    assert not any(overlap(one, other) for (one, _), (other, _) in combinations(found, 2))
    for box, parts in found:
        assert all(part.width > 0 and part.height > 0 and inside(part, box) for part in parts)
        assert not any(overlap(one, other) for one, other in combinations(parts, 2))


@given(CARDS)
def test_every_place_of_a_card_is_larger_than_the_card(card):
    plan = plan_board(card)
    places = [slot.box for t in plan.territories for slot in t.slots] + [pile.box for pile in plan.piles]
    places += plan.palace.places
    assert len(places) == 3 * 3 + 4 + 3
    assert all(math.isclose(box.width, card.width + 3) and math.isclose(box.height, card.height + 3) for box in places)


def test_counters_fit_their_spaces():
    counters = [slot.counter for t in plan_board(OWN_CARD).territories for slot in t.slots]
    assert all(box.size == Size(17.5, 17.5) for box in counters)


@pytest.mark.parametrize(
    ("card", "factor"),
    [
        (OWN_CARD, 1.0),
        (Size(52, 90), 1.3),
        (Size(51.9, 90), 1.0),
        (Size(90, 69), 1.3),
        (Size(90, 68.8), 1.0),
        (Size(90, 130), 1.3),
    ],
)
def test_words_are_larger_beside_cards_that_are_larger_both_ways(card, factor):
    plan, own = plan_board(card), plan_board(OWN_CARD)
    assert plan.words == factor
    heights = [(one.territories[0].slots[0].counter.height, one.piles[0].label.height) for one in (plan, own)]
    assert heights[0] == pytest.approx([factor * height for height in heights[1]])


def test_piles_and_icons_are_in_the_order_of_the_game():
    plan = plan_board(OWN_CARD)
    assert [pile.name for pile in plan.piles] == ["ability_discard", "base_discard", "ability_draw", "base_draw"]
    assert [cell.name for cell in plan.icons.cells][-2:] == ["hand", "star"]
    assert [[slot.number for slot in t.slots] for t in plan.territories] == [[1, 2, 3]] * 3


@given(CARDS)
def test_no_panel_lies_across_a_seam_and_nothing_in_the_palace_or_below_it(card):
    (between, in_palace), ys = board_seams(card)
    found = panels(plan_board(card))
    assert not any(box.x < between < box.right for box, _ in found)
    parts = [part for _, within in found for part in within]
    titles = plan_board(card).palace.title, plan_board(card).renewal.title
    right = [part for part in parts if part.x > between and part not in titles]
    assert len(right) > 20
    assert not any(part.x + 1e-6 < in_palace < part.right - 1e-6 for part in right)
    cards = [
        *plan_board(card).palace.places,
        *(box for pile in plan_board(card).piles for box in (pile.box, pile.label)),
    ]
    boxes = [*cards, *plan_board(card).palace.reminders, *(t.box for t in plan_board(card).territories)]
    assert not any(box.y < y - 1e-6 and y + 1e-6 < box.bottom for y in ys for box in boxes)


@pytest.mark.parametrize("paper", [Size(297, 210), Size(279.4, 215.9)], ids=["a4", "letter"])
def test_board_of_poker_cards_takes_four_sheets(paper):
    size = board_size(Size(63.5, 88.9))
    tiled = Size(*(2 * (side - 2 * 5) - OVERLAP for side in (paper.width, paper.height)))
    assert size.width <= tiled.width and size.height <= tiled.height


def test_own_cards_take_two_upright_sheets_of_a4_or_letter():
    size = board_size(OWN_CARD)
    (seam, _), _ = board_seams(OWN_CARD)
    assert size.height <= 279.4 - 10
    assert max(seam + 10, size.width - seam) <= 210 - 10
