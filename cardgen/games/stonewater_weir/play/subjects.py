"""Tell which card and which places of the table an action is about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cardgen.games.stonewater_weir.engine.state import actions
from cardgen.games.stonewater_weir.engine.state.places import HEROES, Z3
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.state.questions import Question
from cardgen.games.stonewater_weir.engine.town.slots import stored_cards
from cardgen.games.stonewater_weir.play.choices import card_number
from cardgen.games.stonewater_weir.play.localizer import SiegeLocalizer, is_dead
from cardgen.games.stonewater_weir.play.pictured_table import (
    area_place,
    bank_place,
    building_place,
    card_piece,
    card_place,
    hero_place,
)
from cardgen.plugin.rules.pictured import ChoiceSubject

_PLACES: Final[tuple[tuple[int, int, Callable[[int], str]], ...]] = (
    (actions.HERO, actions.BANK, hero_place),
    (actions.BANK, actions.AREA, bank_place),
    (actions.AREA, actions.BUILDING, area_place),
    (actions.BUILDING, actions.UNIT, building_place),
    (actions.USE_BUILDING, actions.REPAIR, building_place),
    (actions.REPAIR, actions.TURN_ARM, building_place),
    (actions.TURN_ARM, actions.EXCHANGE, bank_place),
    (actions.EXCHANGE, actions.ABILITY, hero_place),
    (actions.ATTACK, actions.CHARGE, lambda rest: area_place(rest // actions.STRIDE)),
    (actions.CHARGE, actions.USE, lambda rest: bank_place(rest // actions.STRIDE)),
    (actions.TRIGGER, actions.SWAP, lambda rest: area_place(rest // actions.STRIDE)),
)
"""Ranges of actions, each with the function that returns the place of the number of an action in it."""


def subject_of(localizer: SiegeLocalizer, position: SiegePosition, action: int) -> ChoiceSubject:
    """Return what a legal action is about."""
    named = [place(action - start) for start, end, place in _PLACES if start <= action < end]
    if action == actions.SHOOT:
        named.append(area_place(3 * position.arm + Z3))
    absent = {hero_place(hero) for hero in range(HEROES) if hero not in position.order}
    found = [place for place in named if place not in absent]
    if position.question[0] == Question.HERO:
        return ChoiceSubject(f"heroes/{localizer.tables.heroes[action - actions.HERO].id}")
    card = card_number(localizer, action)
    if card < 0:
        return ChoiceSubject(places=tuple(found))
    holders = [hero for hero in position.order if not is_dead(position, hero) and card in stored_cards(position, hero)]
    holders.sort(key=lambda hero: hero != position.active)
    found += [card_place(hero, card) for hero in holders[:1]]
    return ChoiceSubject(card_piece(localizer, card), 0, tuple(found))
