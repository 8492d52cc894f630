"""Use buildings by an action."""

from __future__ import annotations

from cardgen.games.stonewater_weir.engine.state.abilities import (
    ARMORY_PLUS1,
    FOOD_PLUS1,
    GOLD_PLUS1,
    TAVERN_PLUS1,
    TOWER_PLUS1,
)
from cardgen.games.stonewater_weir.engine.state.lasting import Modifier, total
from cardgen.games.stonewater_weir.engine.state.places import (
    COUNTING_HOUSE,
    FISH_MARKET,
    FORGE,
    FORGE_HALL,
    GRANARY,
    INN,
    LAMP_HOUSE,
    MARKET,
    OTTER_INN,
    RAIN_TOWER,
    RAINLORE,
    UNDERCROFT,
)
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.state.story import Event, tell
from cardgen.games.stonewater_weir.engine.state.tables import FOOD_LINE, GOLD_LINE
from cardgen.games.stonewater_weir.engine.town.heroes import change_food, change_gold, change_lamplight, tell_ability
from cardgen.games.stonewater_weir.engine.town.rolls import roll_red, roll_yellow
from cardgen.games.stonewater_weir.engine.turn.accounts import spend_action
from cardgen.games.stonewater_weir.engine.turn.cards import draw_pool_card, draw_season_card

_CARD_BUILDINGS = {
    OTTER_INN: (INN, TAVERN_PLUS1),
    FORGE_HALL: (FORGE, ARMORY_PLUS1),
    FISH_MARKET: (MARKET, 0),
    RAIN_TOWER: (RAINLORE, TOWER_PLUS1),
}
"""Buildings where cards are drawn: the class, and the ability that brings one more."""


def visit_building(position: SiegePosition, hero: int, building: int) -> None:
    """Use a building by an action; the hero stands there."""
    spend_action(position, hero, building)
    position.place[hero] = building
    tell(position, Event.VISITED, hero, building)
    if building in position.tables.disabled:
        return
    if building in _CARD_BUILDINGS:
        _draw_cards(position, hero, *_CARD_BUILDINGS[building])
    elif building == UNDERCROFT:
        smuggle(position, hero)
    elif building == GRANARY:
        gain_rolled_food(position, hero)
    elif building == COUNTING_HOUSE:
        gain_rolled_gold(position, hero)
    elif building == LAMP_HOUSE:
        change_food(position, hero, 1)
        change_lamplight(position, hero, 1)


def _draw_cards(position: SiegePosition, hero: int, group: int, ability: int) -> None:
    count = 1 + total(position, Modifier.CARDS)
    if position.abilities[hero] & ability:
        tell_ability(position, hero, ability)
        count += 1
    for _ in range(count):
        draw_season_card(position, hero, group)


def gain_rolled_food(position: SiegePosition, hero: int) -> None:
    """Let a hero roll the yellow die for food."""
    bonus = _ability_bonus(position, hero, FOOD_PLUS1)
    change_food(position, hero, max(roll_yellow(position, hero) + bonus + total(position, Modifier.FOOD_ROLL), 0))


def gain_rolled_gold(position: SiegePosition, hero: int) -> None:
    """Let a hero roll the yellow die for gold."""
    bonus = _ability_bonus(position, hero, GOLD_PLUS1)
    change_gold(position, hero, max(roll_yellow(position, hero) + bonus + total(position, Modifier.GOLD_ROLL), 0))


def _ability_bonus(position: SiegePosition, hero: int, ability: int) -> int:
    if not position.abilities[hero] & ability:
        return 0
    tell_ability(position, hero, ability)
    return 1


def smuggle(position: SiegePosition, hero: int) -> None:
    """Let a hero roll on the table of the Undercroft; its cards come from the pool."""
    line = position.tables.smuggling[roll_red(position, hero) - 1]
    if line == GOLD_LINE:
        gain_rolled_gold(position, hero)
    elif line == FOOD_LINE:
        gain_rolled_food(position, hero)
    else:
        draw_pool_card(position, hero, line)
