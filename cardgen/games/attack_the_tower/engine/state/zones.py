"""Words for the parts of a position: zones, kinds of card, stages of an attack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

# Zones of cards; that of player p is ZONE + p.
HAND, ABILITY_DRAW, BASE_DRAW, ABILITY_DISCARD, BASE_DISCARD, PALACE_ZONE, KNOWN, PLAYED = 0, 2, 4, 6, 8, 10, 12, 14

# Kinds of cards, and what cannot be done by special troops.
BASE_CARD, TROOP_CARD, COMMON_CARD, SPECIAL_CARD = range(4)
CANNOT_ATTACK, CANNOT_DEFEND, GUARD = 1, 2, 4

# `lost` counts what was destroyed this turn: per player troops by type, special troops, bases by type.
LOST_SPECIAL, LOST_BASE, LOST = 5, 6, 11

NO_SITE, TERRITORY_BATTLE, PALACE_BATTLE = -1, 0, 1

Frame = Sequence[int]
# (log before, player, action) or None; a recursive tuple, which slows mypy and says no more.
Log = Any

# Added to the player in the log: he had no choice, or chance was not asked.
FORCED = 8
