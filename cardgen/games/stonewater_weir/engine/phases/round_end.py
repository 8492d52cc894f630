"""End a round: the season, and the end of the game.

Source:
    Rules model, section 4, "END OF SEASON", "Win"; S02, S17.
"""

from __future__ import annotations

from cardgen.games.stonewater_weir.engine.field.runner import is_home
from cardgen.games.stonewater_weir.engine.field.spawning import season_of
from cardgen.games.stonewater_weir.engine.phases.phase import SiegePhase
from cardgen.games.stonewater_weir.engine.state.abilities import NO_FOOD
from cardgen.games.stonewater_weir.engine.state.asking import end_game
from cardgen.games.stonewater_weir.engine.state.lasting import Modifier, Until, end_lasting, total
from cardgen.games.stonewater_weir.engine.state.places import LEAVING, ROUNDS, SEASON_ROUNDS, Cause
from cardgen.games.stonewater_weir.engine.state.position import ENEMY_DISCARDS, SiegePosition
from cardgen.games.stonewater_weir.engine.state.story import Event, tell
from cardgen.games.stonewater_weir.engine.town.decks import add_to_pile, draw_enemy_card, renew_season_decks
from cardgen.games.stonewater_weir.engine.town.heroes import change_food, kill_hero, tell_ability

SEASON_FOOD = 2


def round_end(position: SiegePosition) -> None:
    """End the round, and the season if it is over.

    Raises:
        GameEnded: The Runner is home, time is over, or no hero lives.
    """
    is_season_end = position.round % SEASON_ROUNDS == 0
    if is_season_end:
        tell(position, Event.SEASON, season_of(position))
        pay_food(position)
    if is_home(position) and (position.round < ROUNDS or position.tables.settings.home_in_last_round):
        end_game(position, Cause.HOME)
    if position.round == ROUNDS or _is_late(position):
        end_game(position, Cause.TIME)
    if is_season_end:
        renew_enemies(position)
        renew_season_decks(position, sum(1 for _ in position.living()))
    end_lasting(position, Until.SEASON if is_season_end else Until.ROUND)
    position.ignored = [0] * len(position.ignored)
    position.phase = SiegePhase.RESURRECTION


def _is_late(position: SiegePosition) -> bool:
    """Return whether the Runner should have left by now (S02)."""
    limit = position.tables.settings.leave_by
    return limit is not None and position.round >= limit and position.runner_leg == LEAVING


def pay_food(position: SiegePosition) -> None:
    """Let each hero pay for the season; those who cannot die."""
    for hero in list(position.living()):
        if position.abilities[hero] & NO_FOOD:
            tell_ability(position, hero, NO_FOOD)
            continue
        due = max(SEASON_FOOD + total(position, Modifier.SEASON_FOOD), 0)
        if position.food[hero] < due:
            tell(position, Event.STARVED, hero)
            kill_hero(position, hero)
        else:
            change_food(position, hero, -due)


def renew_enemies(position: SiegePosition) -> None:
    """Put new enemy cards into the slots of all fields."""
    for slot, old in enumerate(position.enemy_slots):
        if old >= 0:
            add_to_pile(position, ENEMY_DISCARDS, old)
        position.enemy_slots[slot] = draw_enemy_card(position)
        tell(position, Event.ENEMY_CARD, slot // 3, slot % 3, position.enemy_slots[slot])
