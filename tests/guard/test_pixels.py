"""Tests of what pictures may have in sum."""

import pytest

from cardgen.guard.pixels import MOST_IN_SUM, PixelBudget, TooManyPixelsError


def test_pictures_that_are_large_for_their_bytes_have_a_budget():
    budget = PixelBudget()
    budget.spend(MOST_IN_SUM // 2, 1_000)
    budget.spend(MOST_IN_SUM // 2, 1_000)
    with pytest.raises(TooManyPixelsError):
        budget.spend(MOST_IN_SUM // 2, 1_000)


def test_photographs_have_none():
    budget = PixelBudget()
    for _ in range(1_000):
        budget.spend(12_000_000, 3_000_000)


def test_a_picture_that_does_not_fit_leaves_room_for_smaller_ones():
    budget = PixelBudget()
    with pytest.raises(TooManyPixelsError):
        budget.spend(2 * MOST_IN_SUM, 0)
    budget.spend(MOST_IN_SUM, 0)
