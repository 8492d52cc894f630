"""What players see: everything but the order of decks, and the same for all."""

from __future__ import annotations

from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.text.notation import write


def observe(begin: SiegePosition, position: SiegePosition, first: int) -> str:
    """Return what players see.

    Args:
        begin: Position in which the current step begins.
        position: Position now.
        first: Player in the first seat.
    """
    return write(begin, position, first).rpartition("\nluck:")[0]
