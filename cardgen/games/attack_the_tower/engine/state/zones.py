"""Zones of cards, kinds of cards, and the situations in which an ability can be played."""

from __future__ import annotations

# Indexes into `Position.zones`; the zone of player p is ZONE + p. KNOWN holds the cards of a player's hand that the
# other player has seen. PLAYED is shared: the abilities of this turn, beside the board.
HAND, ABILITY_DRAW, BASE_DRAW, ABILITY_DISCARD, BASE_DISCARD, PALACE_ZONE, KNOWN, PLAYED = 0, 2, 4, 6, 8, 10, 12, 14
ZONE_COUNT = PLAYED + 1

# Kinds of cards.
BASE_CARD, TROOP_CARD, COMMON_CARD, SPECIAL_CARD = range(4)

# Static rules of special troops, as bits.
CANNOT_ATTACK, CANNOT_DEFEND, GUARD = 1, 2, 4

# Situations of a player, as bits: the main phase of their own or of the opponent's turn, a battle as attacker or as
# defender.
MAIN_OWN, MAIN_OPPONENT, BATTLE_ATTACKER, BATTLE_DEFENDER = 1, 2, 4, 8
