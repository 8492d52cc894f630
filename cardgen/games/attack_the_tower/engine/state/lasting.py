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
    LIMIT: Final = 11
    WHEN: Final = 12
    ARRIVAL: Final = 13


class Duration:
    """When a lasting effect ends: NEXT_TURN at the start of its owner's next turn, AURA with its special troop.

    An ARRIVAL has no effect of its own. It notes where a special troop stands in the order of play, and goes with it.
    """

    BATTLE: Final = 1
    TURN: Final = 2
    AURA: Final = 3
    NEXT_TURN: Final = 4
    ARRIVAL: Final = 5


class TriggerEvent:
    """What sets off the effects of `when`."""

    TURN_START: Final = 0
    TURN_END: Final = 1
    ATTACK: Final = 2
    BATTLE_END: Final = 3
    RENEWAL: Final = 4
    DESTROYED: Final = 5


EITHER = 2
"""Value of `CompiledLastingEffect.against` for what concerns both players."""

# What can be prevented.
ATTACK, ATTACK_ON, ABILITY, RECRUIT, BUILD, RENEWING = range(6)

# Limits that can change.
HAND_LIMIT, SPECIAL_LIMIT = range(2)

# What units can be protected from, as bits.
FROM_INITIATIVE, FROM_REGULAR, FROM_DESTROY, FROM_SACRIFICE = 1, 2, 4, 8

# A bit of `area`: it harms structures even while they are defended.
EVEN_IF_DEFENDED = 1

# Moments of delayed effects; EACH_BATTLE_END repeats until the end of the turn.
BATTLE_END, TURN_END, EACH_BATTLE_END = range(3)
