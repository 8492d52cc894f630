"""What a lasting effect concerns, and when it ends."""

from __future__ import annotations

from itertools import product

from cardgen.games.stonewater_weir.engine.state.lasting import Modifier, Until, add_lasting, end_lasting, total
from tests.games.stonewater_weir.engine.siege import position

ANY_OR_TWO = (-1, 0, 1)


def test_an_effect_counts_for_all_or_for_the_hero_the_zone_and_the_bank_that_it_names() -> None:
    for named in product(ANY_OR_TWO, repeat=3):
        table = position()
        add_lasting(table, Modifier.DICE, 2, Until.ROUND, **dict(zip(("hero", "zone", "bank"), named, strict=True)))
        add_lasting(table, Modifier.DICE, -5, Until.ROUND)
        add_lasting(table, Modifier.STRENGTH, 40, Until.ROUND)
        for asked in product(ANY_OR_TWO, repeat=3):
            counts = all(one in (-1, other) for one, other in zip(named, asked, strict=True))
            assert total(table, Modifier.DICE, *asked) == (-3 if counts else -5), (named, asked)


def test_effects_end_with_their_moment_or_a_later_one() -> None:
    table = position()
    for until in Until:
        add_lasting(table, Modifier.DICE, 10 ** int(until), until)
    left = []
    for until in Until:
        end_lasting(table, until)
        left.append(total(table, Modifier.DICE))
    assert left == [11110, 11100, 11000, 10000, 0]
