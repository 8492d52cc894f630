"""Check the state after every effect and every step of combat (rules file, section 6)."""

from __future__ import annotations

from cardgen.games.attack_the_tower.engine import decisions
from cardgen.games.attack_the_tower.engine.state.battlefield import special_troops
from cardgen.games.attack_the_tower.engine.state.changes import remove_units
from cardgen.games.attack_the_tower.engine.state.lasting import VerbCode
from cardgen.games.attack_the_tower.engine.state.limits import excess_special_troops, hand_limit
from cardgen.games.attack_the_tower.engine.state.phase import Phase
from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.stats import UNIQUE, unit_stats
from cardgen.games.attack_the_tower.engine.state.units import SPECIAL
from cardgen.games.attack_the_tower.engine.state.zones import HAND, PALACE_ZONE


def check_state(position: Position) -> None:
    """Run the checks once; a player's choice is left in `position.decision`, and the checks run again after it."""
    if position.winner >= 0 or position.phase == Phase.OVER:
        end_game(position)
        return
    position.check_due = False
    limits_change = position.active_verbs >> VerbCode.LIMIT & 1  # asked here, because limits are checked all the time
    for player in (position.active, 1 - position.active):
        zones = position.zones
        if zones[PALACE_ZONE + player]:
            if excess_special_troops(position, player) > 0:
                position.decision = (decisions.UPKEEP, player)
                return
            if len(zones[PALACE_ZONE + player]) > 1:
                older = _older_unique(position, player)
                if older:
                    remove_units(position, older)  # after which the checks are due again
                    return
        excess = len(zones[HAND + player]) - (
            hand_limit(position, player) if limits_change else position.match.config.hand_limit
        )
        if excess > 0 and _is_hand_limited(position, player):
            every = position.match.every_card
            position.decision = decisions.choose_cards(player, player, every, excess, decisions.DISCARD)
            position.check_due = True
            return


def end_game(position: Position) -> None:
    """End the game, because a palace has fallen or the turns are over."""
    position.phase = Phase.OVER
    position.decision = position.combat_step = None
    position.stack = []
    position.check_due = False


def _is_hand_limited(position: Position, player: int) -> bool:
    """Return whether the hand limit holds for a player now: always, or after drawing in a renewal (R26)."""
    if position.match.config.hand_limit_always or position.phase == Phase.RENEWAL_BUILD:
        return True
    return position.phase == Phase.RENEWAL_DRAW and player == position.active != position.player


def _older_unique(position: Position, player: int) -> int:
    """Return the older of two unique troops as a set; empty if no two conflict.

    Source:
        Manual, Special traits; R25: one for each player in all, or one of each name.
    """
    by_name, titles = position.match.config.unique_scope == "name", position.match.titles
    seen: dict[int, int] = {}
    for unit, (_, traits) in unit_stats(position, special_troops(position, player)).items():
        if traits & UNIQUE:
            design = position.zones[PALACE_ZONE + player][(unit - SPECIAL) >> 1]
            key = titles.index(titles[design]) if by_name else 0
            if key in seen:
                return seen[key]
            seen[key] = 1 << unit
    return 0
