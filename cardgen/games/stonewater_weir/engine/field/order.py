"""Order the fields: players say where the order begins, and then it goes clockwise.

The source does not say from where it is seen. Here it is seen from above: north, east, south, west.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.games.stonewater_weir.engine.state.actions import BANK
from cardgen.games.stonewater_weir.engine.state.asking import ask
from cardgen.games.stonewater_weir.engine.state.places import AROUND
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.state.questions import FieldOrder, Question
from cardgen.games.stonewater_weir.engine.town.heroes import leader


def ask_order(position: SiegePosition, what: FieldOrder, banks: Sequence[int] = AROUND) -> tuple[int, ...]:
    """Ask on which field something begins, and return all banks from there clockwise.

    Args:
        banks: Banks on whose fields it can begin, at least one.

    Source:
        Rules model, C5.
    """
    first = ask(position, leader(position), (Question.FIRST_FIELD, what), [BANK + bank for bank in banks]) - BANK
    at = AROUND.index(first)
    return (*AROUND[at:], *AROUND[:at])
