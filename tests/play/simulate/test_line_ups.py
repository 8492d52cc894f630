"""Who uses a deck in a game."""

from __future__ import annotations

from cardgen.play.simulate.line_ups import players_with
from tests.plugin.rules.described.oracles import ORACLES


def test_opponents_who_share_a_deck_use_it_each_alone():
    contest = ORACLES["kuhn_poker"].contest()
    assert players_with(0, (0,), contest) == [(0,), (1,)]
    assert players_with(1, (0,), contest) == []
