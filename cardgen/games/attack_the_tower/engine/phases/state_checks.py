"""State checks after every effect and every combat step (rules file, section 6)."""

from __future__ import annotations

from cardgen.games.attack_the_tower.constants import CONSTANTS
from cardgen.games.attack_the_tower.engine import decisions
from cardgen.games.attack_the_tower.engine.state.phase import Phase
from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.stats import UNIQUE, profiles
from cardgen.games.attack_the_tower.engine.state.units import SPECIAL
from cardgen.games.attack_the_tower.engine.state.zones import HAND, PALACE_ZONE

HAND_LIMIT = CONSTANTS["hand_limit"]


def check(position: Position) -> None:
    """Run the checks once; what a player must choose is left in `position.ask`, and they run again after it."""
    if position.winner >= 0 or position.phase == Phase.OVER:
        end(position)
        return
    position.dirty = False
    for player in (position.active, 1 - position.active):
        zones = position.zones
        if zones[PALACE_ZONE + player]:
            if decisions.excess_specials(position, player) > 0:
                position.ask = (decisions.UPKEEP, player)
                return
            if len(zones[PALACE_ZONE + player]) > 1:
                older = _older_unique(position, player)
                if older:
                    position.remove(older)
                    position.dirty = True
                    return
        excess = len(zones[HAND + player]) - HAND_LIMIT
        if excess > 0 and _limited(position, player):
            fits = position.match.fits_id(None)
            position.ask = decisions.cards(player, player, fits, excess, decisions.DISCARD)
            position.dirty = True
            return


def end(position: Position) -> None:
    """Nothing else happens: a palace has fallen, or the turns are over."""
    position.phase = Phase.OVER
    position.ask = position.fight = None
    position.stack = []
    position.dirty = False


def _limited(position: Position, player: int) -> bool:
    """Whether the hand limit holds for a player now: always, or once he has drawn in a renewal (R26)."""
    if position.match.config.hand_limit_always or position.phase == Phase.RENEWAL_BUILD:
        return True
    return position.phase == Phase.RENEWAL_DRAW and player == position.active != position.player


def _older_unique(position: Position, player: int) -> int:
    """The oldest of two unique troops: one a player in all, or one of each name (manual, Special traits; R25)."""
    by_name, titles = position.match.config.unique_scope == "name", position.match.titles
    seen: dict[int, int] = {}
    for unit, (_, traits) in profiles(position, position.specials(player)).items():
        if traits & UNIQUE:
            design = position.zones[PALACE_ZONE + player][(unit - SPECIAL) >> 1]
            key = titles.index(titles[design]) if by_name else 0
            if key in seen:
                return seen[key]
            seen[key] = 1 << unit
    return 0
