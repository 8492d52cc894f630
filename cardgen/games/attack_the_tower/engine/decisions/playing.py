"""Tell whether a player can play an ability now, from their hand or from where an effect allows it."""

from __future__ import annotations

from cardgen.games.attack_the_tower.engine.state.changes import append_special_troop
from cardgen.games.attack_the_tower.engine.state.hands import without_card
from cardgen.games.attack_the_tower.engine.state.lasting import ABILITY
from cardgen.games.attack_the_tower.engine.state.limits import excess_special_troops, special_limit
from cardgen.games.attack_the_tower.engine.state.phase import NO_BATTLE
from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.stats import LOYAL, prevented_places
from cardgen.games.attack_the_tower.engine.state.zones import (
    BASE_CARD,
    BATTLE_ATTACKER,
    BATTLE_DEFENDER,
    MAIN_OPPONENT,
    MAIN_OWN,
    PALACE_ZONE,
    PLAYED,
    SPECIAL_CARD,
)


def can_play(position: Position, player: int, design: int, zone: int) -> bool:
    """Return whether an ability that fits the situation can be played: its condition, costs and choices.

    Args:
        zone: Zone where its card lies, which it leaves before its costs are paid.
    """
    match = position.match
    if match.kind[design] == SPECIAL_CARD and not _can_keep(position, player, design):
        return False
    is_playable = match.playable[design]
    if is_playable is None:
        return True
    cards = position.zones[zone]
    position.zones[zone] = without_card(cards, design)
    found = is_playable(position, match.frame(match.play_program[design], player))
    position.zones[zone] = cards
    return found


def _can_keep(position: Position, player: int, design: int) -> bool:
    """Return whether a player may have one more special troop.

    Source:
        Manual, Special troops.
    """
    match = position.match
    if match.has_limit_changes:  # the new troop may change which troops are loyal, so try it in play
        zone, modifiers, verbs = PALACE_ZONE + player, position.modifiers, position.active_verbs
        palace = position.zones[zone]
        append_special_troop(position, player, design)
        excess = excess_special_troops(position, player)
        position.zones[zone], position.modifiers, position.active_verbs = palace, modifiers, verbs
        return excess <= 0
    if match.traits[design] & LOYAL:
        return True
    if position.zones[PALACE_ZONE + player]:
        return excess_special_troops(position, player) < 0
    return special_limit(position, player) > 0


def replayable(position: Position, player: int, zone: int, designs: frozenset[int]) -> list[int]:
    """Return the abilities of a zone that an effect can let a player play now.

    Args:
        zone: An ability discard pile, or PLAYED.
    """
    if position.plays >= position.match.config.max_abilities:
        return []
    if prevented_places(position, player, ABILITY) is not None:
        return []
    match, own = position.match, player == position.active
    if position.stage == NO_BATTLE:
        situation = MAIN_OWN if own else MAIN_OPPONENT
    else:
        situation = BATTLE_ATTACKER if own else BATTLE_DEFENDER
    found = sorted(design for design in set(position.zones[zone]) if design in designs)
    found = [d for d in found if match.kind[d] != BASE_CARD and match.situations[d] & situation]
    if zone == PLAYED:
        found = [d for d in found if match.kind[d] != SPECIAL_CARD and d not in match.replaying]
    return [design for design in found if can_play(position, player, design, zone)]
