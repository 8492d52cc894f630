"""Effects that last: what a played card or an aura keeps doing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.zones import Frame

# The units that something means, a number, and whether something holds. The frame gives owner and registers; the last
# argument of the first and the last is the level of `stats.py`, and so is ~frame[1] for the number of an aura.
Select = Callable[[Position, Frame, int], int]
Number = Callable[[Position, Frame], int]
Holds = Callable[[Position, Frame, int], bool]


class Verb:
    """What a lasting effect does; plain numbers, because they are asked for all the time."""

    ADD: Final = 0
    SET: Final = 1
    GAIN: Final = 2
    LOSE: Final = 3
    PREVENT: Final = 4
    PROTECT: Final = 5
    SOAK: Final = 6
    BONUS: Final = 7
    AREA: Final = 8
    BYPASS: Final = 9
    RENEWAL: Final = 10


class Until:
    """When a lasting effect ends."""

    NOW: Final = 0
    BATTLE: Final = 1
    TURN: Final = 2
    AURA: Final = 3


# What can be prevented, and what can be protected from.
ATTACK, ATTACK_ON, ABILITY, RECRUIT, BUILD = range(5)
FROM_INITIATIVE, FROM_REGULAR, FROM_DESTROY, FROM_SACRIFICE = 1, 2, 4, 8


@dataclass(frozen=True, slots=True)
class LastingEffect:
    """One lasting effect of a card, compiled.

    Attributes:
        verb: What it does (`Verb`).
        until: When it ends (`Until`).
        number: Its number, taken when it begins; that of an aura at any time.
        bits: Traits, protections, or what is prevented.
        against: 0 its owner, 1 the other player: whom `prevent`, `soak` and `renewal` mean.
        who: The units it works on; None if it works on a player.
        source: Of `area`, who deals the damage.
        holds: Its `while`.
        draw: Of `renewal`, how many more cards.
    """

    verb: int
    until: int
    number: Number
    bits: int = 0
    against: int = 0
    who: Select | None = None
    source: Select | None = None
    holds: Holds | None = None
    draw: int = 0
