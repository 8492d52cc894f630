"""Constants of lasting and delayed effects: verbs, durations, what can be prevented or protected from."""

from __future__ import annotations

from typing import Final


class VerbCode:
    """The verb of a lasting effect; plain numbers, because they are compared all the time."""

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


class Duration:
    """When a lasting effect ends; the effect of an aura ends with its special troop."""

    BATTLE: Final = 1
    TURN: Final = 2
    AURA: Final = 3


# What can be prevented.
ATTACK, ATTACK_ON, ABILITY, RECRUIT, BUILD = range(5)

# What units can be protected from, as bits.
FROM_INITIATIVE, FROM_REGULAR, FROM_DESTROY, FROM_SACRIFICE = 1, 2, 4, 8

# Moments of delayed effects; EACH_BATTLE_END repeats until the end of the turn.
BATTLE_END, TURN_END, EACH_BATTLE_END = range(3)
