"""The phases of a game, in the order in which they are met, and the stages of an attack."""

from __future__ import annotations

from typing import Final


class Phase:
    """The phase: what happens, or who decides what; plain numbers, because they are compared all the time."""

    FIRST_PLAYER: Final = 0
    OPENING: Final = 1
    BURN: Final = 2
    SETUP_BUILD: Final = 3
    ANNOUNCE: Final = 4
    RECRUIT: Final = 5
    RENEWAL_DRAW: Final = 6
    RENEWAL_BUILD: Final = 7
    OPPONENT: Final = 8
    REPLY: Final = 9
    ACT: Final = 10
    WINDOW: Final = 11
    CLASH: Final = 12
    INITIATIVE: Final = 13
    HIT: Final = 14
    STEP_END: Final = 15
    STEP_WINDOW: Final = 16
    REGULAR: Final = 17
    HEAL: Final = 18
    BATTLE_OVER: Final = 19
    ADVANCE: Final = 20
    TURN_END: Final = 21
    NEXT_TURN: Final = 22
    OVER: Final = 23


NAMES = tuple(name.lower() for name in vars(Phase) if name.isupper())

# Stages of an attack: none, the battle in a territory, the battle before the palace.
NO_BATTLE, TERRITORY_BATTLE, PALACE_BATTLE = -1, 0, 1
