"""The phases of a game, in the order in which they are met."""

from __future__ import annotations


class Phase:
    """What is going on, or who decides what; plain numbers, because they are compared all the time."""

    FIRST_PLAYER = 0
    OPENING = 1
    BURN = 2
    SETUP_BUILD = 3
    ANNOUNCE = 4
    RECRUIT = 5
    RENEWAL_DRAW = 6
    RENEWAL_BUILD = 7
    OPPONENT = 8
    REPLY = 9
    ACT = 10
    WINDOW = 11
    CLASH = 12
    INITIATIVE = 13
    HIT = 14
    STEP_END = 15
    STEP_WINDOW = 16
    REGULAR = 17
    HEAL = 18
    BATTLE_OVER = 19
    ADVANCE = 20
    TURN_END = 21
    NEXT_TURN = 22
    OVER = 23


NAMES = tuple(name.lower() for name in vars(Phase) if name.isupper())
