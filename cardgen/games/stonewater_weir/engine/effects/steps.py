"""Represent a compiled effect: a step that does it, and a condition under which it does anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from cardgen.games.stonewater_weir.engine.state.position import SiegePosition

Do = Callable[[SiegePosition, int, int], None]
"""Does an effect: position, hero who uses the card (-1: a tactics card or an event), area of a tactics card or of the
attack (-1: none)."""
Would = Callable[[SiegePosition, int], bool]
"""Returns whether an effect would do anything for the hero who uses the card."""


def always(position: SiegePosition, hero: int) -> bool:
    """Return True: the effect always does something."""
    del position, hero
    return True


def never(position: SiegePosition, hero: int) -> bool:
    """Return False: nobody uses a card for this effect alone."""
    del position, hero
    return False


class Step(NamedTuple):
    """An effect as the rules carry it out.

    Attributes:
        would: Whether it would do anything.
    """

    do: Do
    would: Would = always
