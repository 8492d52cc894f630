"""Number everything that stands on the table, and hold sets of units as bits of one integer.

A slot has a number g from 0 to 17: 9 for each player, 3 for each territory. Its two troops are bits 2g and 2g + 1 (a
lone troop is always the lower one), its base is bit 36 + 2g. Territory T (0 to 5) is bit 72 + T, the palace of player p
is bit 78 + p, and their special troop i (0 is the oldest) is bit 80 + 2i + p. A set of slots has both troop bits of
each slot.

    bit    0 1 | 2 3 | ... | 34 35   36 . | 38 . | ... | 70 .   72 ... 77     78 79      80 81 | 82 83 | ...
    holds  troops of slot             base of slot              territory     palace of  special troop of
             0     1          17        0      1          17     0 ... 5       0  1        0  1    0  1

Slot 1 with a base and one troop is `1 << 2 | 1 << 38`. Since a slot has the same offset among troops and bases, `units >> BASE`
turns bases into the lower bits of their slots, and `slots | slots << 1` turns these into whole slots.
"""

from __future__ import annotations

from functools import lru_cache

BASE, TERRITORY, PALACE, SPECIAL = 36, 72, 78, 80
MAX_SPECIALS = 50

EVEN = sum(1 << (2 * g) for g in range(18))
TROOPS = (1 << 36) - 1
BASES = EVEN << BASE
TERRITORIES = 63 << TERRITORY
PALACES = 3 << PALACE
SLOTS_OF = ((1 << 18) - 1, ((1 << 18) - 1) << 18)
PALACE_OF = (1 << PALACE, 2 << PALACE)
TERRITORIES_OF = (7 << TERRITORY, 56 << TERRITORY)
TERRITORY_SLOTS = tuple(63 << (6 * t) for t in range(6))

# All units of one player: slots, bases, territories, palace, and every second bit from 80 on.
_SPECIALS = sum(1 << (SPECIAL + 2 * i) for i in range(MAX_SPECIALS))
UNITS_OF = tuple(
    SLOTS_OF[p] | ((SLOTS_OF[p] & EVEN) << BASE) | TERRITORIES_OF[p] | PALACE_OF[p] | (_SPECIALS << p) for p in (0, 1)
)
# By player and by how many special troops the player has.
SPECIALS_OF = tuple(
    tuple(sum(1 << (SPECIAL + 2 * i + p) for i in range(n)) for n in range(MAX_SPECIALS + 1)) for p in (0, 1)
)


@lru_cache(maxsize=1 << 14)
def bits(units: int) -> tuple[int, ...]:
    """Return the numbers in a set, in ascending order; cached, because the same few sets recur all the time."""
    found = []
    while units:
        low = units & -units
        found.append(low.bit_length() - 1)
        units ^= low
    return tuple(found)


def owner_of(unit: int) -> int:
    """Return the player who owns a unit."""
    if unit >= SPECIAL:
        return unit & 1
    if unit >= PALACE:
        return unit - PALACE
    if unit >= TERRITORY:
        return int(unit >= TERRITORY + 3)
    return int(unit % BASE >= 18)


def slot_of(unit: int) -> int:
    """Return the slot (0 to 17) of a troop or of a base."""
    return (unit % BASE) >> 1


def bases_of(slots: int) -> int:
    """Return the set of bases on a set of slots."""
    return (slots & EVEN) << BASE


def slots_of(units: int) -> int:
    """Return the slots covered by a set of bases, territories and troops."""
    slots = (units >> BASE) & EVEN
    slots |= units & EVEN | (units >> 1) & EVEN
    slots |= slots << 1
    if units & TERRITORIES:
        for t in bits((units & TERRITORIES) >> TERRITORY):
            slots |= TERRITORY_SLOTS[t]
    return slots
