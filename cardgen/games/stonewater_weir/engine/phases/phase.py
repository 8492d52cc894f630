"""The steps of a game, in order."""

from __future__ import annotations

from enum import IntEnum


class SiegePhase(IntEnum):
    """Steps; `phase_table.py` says what each does.

    Attributes:
        DEAL_HEROES: Each player gets their heroes.
        SET_UP: Cards and figures are laid out.
        RESURRECTION: Step 0 of a round.
        EVENTS: Step 1.
        RUNNER: Step 2.
        SPAWNING: Step 3.
        NEXT_TURN: The next hero's turn begins, or the enemies phase.
        TURN: The active hero acts.
        RUNNER_CHECK: An enemy in the Runner's zone kills them.
        TACTICS: Tactics cards trigger.
        ATTACK: The enemies attack and march.
        ROUND_END: The season may end; the game may be won or lost.
        OVER: The game has ended.
    """

    DEAL_HEROES = 0
    SET_UP = 1
    RESURRECTION = 2
    EVENTS = 3
    RUNNER = 4
    SPAWNING = 5
    NEXT_TURN = 6
    TURN = 7
    RUNNER_CHECK = 8
    TACTICS = 9
    ATTACK = 10
    ROUND_END = 11
    OVER = 12
