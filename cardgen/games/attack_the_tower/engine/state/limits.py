"""Compute how many cards a player may hold, and how many special troops they may have."""

from __future__ import annotations

from cardgen.games.attack_the_tower.engine.state.battlefield import complete_territories, special_troops
from cardgen.games.attack_the_tower.engine.state.lasting import HAND_LIMIT, SPECIAL_LIMIT, VerbCode
from cardgen.games.attack_the_tower.engine.state.position import EFFECT, VALUE, Position
from cardgen.games.attack_the_tower.engine.state.stats import LOYAL, NOW, find_modifiers, unit_stats
from cardgen.plugin.rules.programs import OWNER


def hand_limit(position: Position, player: int) -> int:
    """Return how many cards a player may hold: initially five (manual, Renewal), unless effects change it."""
    limit = position.match.config.hand_limit
    return _changed(position, player, HAND_LIMIT, limit) if position.active_verbs >> VerbCode.LIMIT & 1 else limit


def special_limit(position: Position, player: int) -> int:
    """Return how many special troops that are not loyal a player may have: one for each complete territory.

    Source:
        Manual, Special troops.
    """
    limit = complete_territories(position, player)
    return _changed(position, player, SPECIAL_LIMIT, limit) if position.active_verbs >> VerbCode.LIMIT & 1 else limit


def _changed(position: Position, player: int, which: int, limit: int) -> int:
    """Return a limit with the last value that was set, else the usual one, plus the sum of what is added."""
    lasting, added = position.match.lasting, 0
    for modifier in find_modifiers(position, 1 << VerbCode.LIMIT):
        effect = lasting[modifier[EFFECT]]
        if effect.verb != VerbCode.LIMIT or effect.bits != which or effect.against ^ modifier[OWNER] != player:
            continue
        if effect.holds is not None and not effect.holds(position, modifier, NOW):
            continue
        if effect.draw:
            limit = modifier[VALUE]
        else:
            added += modifier[VALUE]
    return max(limit + added, 0)


def excess_special_troops(position: Position, player: int) -> int:
    """Return how many special troops that are not loyal a player has beyond their limit.

    A negative number says how many more the player could have.
    """
    own = special_troops(position, player)
    if not own:
        return 0
    loyal = sum(1 for _, traits in unit_stats(position, own).values() if traits & LOYAL)
    return own.bit_count() - loyal - special_limit(position, player)
