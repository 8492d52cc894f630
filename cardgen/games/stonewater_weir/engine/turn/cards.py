"""Draw, store, use and discard the resource cards of heroes.

Source:
    Rules model, section 2, "Card types"; section 4, "Cards"; T24.
"""

from __future__ import annotations

from cardgen.games.stonewater_weir.engine.combat.hero_attack import times_used
from cardgen.games.stonewater_weir.engine.state.actions import (
    AREA,
    DISCARD_HELD,
    LOSE_CARD,
    STORE,
    USE_HELD,
    USE_NOW,
)
from cardgen.games.stonewater_weir.engine.state.asking import ask
from cardgen.games.stonewater_weir.engine.state.places import PERMANENT
from cardgen.games.stonewater_weir.engine.state.position import FIRST_CARD_BIT, POOL, SEASON_DECK, SiegePosition
from cardgen.games.stonewater_weir.engine.state.questions import Question
from cardgen.games.stonewater_weir.engine.state.story import Event, tell
from cardgen.games.stonewater_weir.engine.town.decks import discard_resource, draw_resource
from cardgen.games.stonewater_weir.engine.town.heroes import change_gold, change_morale
from cardgen.games.stonewater_weir.engine.town.slots import can_store, remove_stored, store_card, stored_cards
from cardgen.games.stonewater_weir.engine.turn.accounts import cost_of, spend_action
from cardgen.games.stonewater_weir.engine.turn.attacks import attack_at_once, attack_targets


def draw_season_card(position: SiegePosition, hero: int, group: int) -> int:
    """Let a hero draw a card of a season deck, and decide what becomes of it.

    Returns:
        Design of the card; -1 if the deck is empty.
    """
    return _draw(position, hero, SEASON_DECK + group)


def draw_pool_card(position: SiegePosition, hero: int, group: int) -> int:
    """Let a hero draw a card of the pool, and decide what becomes of it."""
    return _draw(position, hero, POOL + group)


def _draw(position: SiegePosition, hero: int, deck: int) -> int:
    card = draw_resource(position, deck)
    if card >= 0:
        receive_card(position, hero, card)
    return card


def is_usable(position: SiegePosition, hero: int, card: int) -> bool:
    """Return whether a hero can use a card now, and it might do something; a card of an attack needs an action."""
    rules = position.tables.cards[card]
    if cost_of(position, hero, card) > position.gold[hero]:
        return False
    if (rules.costs_action or rules.is_attack) and (position.active != hero or position.actions < 1):
        return False
    if rules.kind == PERMANENT and position.spent[hero] >> (FIRST_CARD_BIT + card) & 1:
        return False
    if rules.is_attack:
        return bool(attack_targets(position, card))
    if rules.is_tactics:
        return True
    return rules.use is not None and (rules.can_use is None or rules.can_use(position, hero))


def tactics_areas(position: SiegePosition, card: int) -> list[int]:
    """Return the areas on which a tactics card can be placed: those that it names, beside any others, also without enemies.

    Source:
        Rules model, C1.
    """
    rules = position.tables.cards[card]
    zones = rules.zones or (0, 1, 2)
    return [3 * bank + zone for bank in range(4) for zone in zones]


def receive_card(position: SiegePosition, hero: int, card: int) -> None:
    """Let a hero store a card that was drawn, use it at once, or lose it; an instant card acts.

    A card for which there is room is stored, since it can still be used at any moment of the turn. Otherwise a stored card
    can be used or discarded first, as far as that makes room.
    """
    rules = position.tables.cards[card]
    tell(position, Event.CARD_DRAWN, hero, card)
    if rules.is_instant:
        _resolve(position, hero, card, least=1)
        discard_resource(position, card)
        return
    if can_store(position, hero, card):
        answer = STORE
    else:
        answer = ask(
            position, position.owner[hero], (Question.KEEP_CARD, hero, card), _ways_to_keep(position, hero, card)
        )
    if answer == STORE:
        _store(position, hero, card)
    elif answer == USE_NOW:
        _use(position, hero, card, stored=False)
    elif answer == LOSE_CARD:
        lose_card(position, hero, card)
    elif DISCARD_HELD <= answer < USE_HELD:
        discard_stored(position, hero, answer - DISCARD_HELD)
        _store(position, hero, card)
    else:
        use_stored(position, hero, answer - USE_HELD)
        receive_again(position, hero, card)


def receive_again(position: SiegePosition, hero: int, card: int) -> None:
    """Store a card after another one was used to make room, which may have filled the slot again."""
    if can_store(position, hero, card):
        _store(position, hero, card)
    else:
        lose_card(position, hero, card)


def _ways_to_keep(position: SiegePosition, hero: int, card: int) -> list[int]:
    options = [LOSE_CARD]
    if is_usable(position, hero, card):
        options.append(USE_NOW)
    for held in sorted(set(stored_cards(position, hero))):
        if can_store(position, hero, card, without=held):
            options.append(DISCARD_HELD + held)
            if position.tables.cards[held].kind != PERMANENT and is_usable(position, hero, held):
                options.append(USE_HELD + held)
    return options


def _store(position: SiegePosition, hero: int, card: int) -> None:
    store_card(position, hero, card)
    tell(position, Event.CARD_STORED, hero, card)


def lose_card(position: SiegePosition, hero: int, card: int) -> None:
    """Discard a card that a hero cannot or will not keep."""
    discard_resource(position, card)
    tell(position, Event.CARD_LOST, hero, card)


def discard_stored(position: SiegePosition, hero: int, card: int) -> None:
    """Let a hero discard a stored card, without an action.

    Source:
        Rules model, C6.
    """
    remove_stored(position, hero, card)
    lose_card(position, hero, card)


def use_stored(position: SiegePosition, hero: int, card: int) -> None:
    """Let a hero use a stored card; a card of an attack is used alone, in an attack of its own."""
    _use(position, hero, card, stored=True)


def _use(position: SiegePosition, hero: int, card: int, *, stored: bool) -> None:
    rules = position.tables.cards[card]
    if rules.is_attack:
        attack_at_once(position, hero, card, stored=stored)
        return
    change_gold(position, hero, -cost_of(position, hero, card))
    if rules.costs_action:
        spend_action(position, hero)
    stays = rules.kind == PERMANENT and stored
    if stays:
        position.spent[hero] |= 1 << (FIRST_CARD_BIT + card)
    elif stored:
        remove_stored(position, hero, card)
    if rules.is_tactics:
        _place(position, hero, card)
        return
    _resolve(position, hero, card)
    if not stays:
        discard_resource(position, card)


def _resolve(position: SiegePosition, hero: int, card: int, *, least: int = 0) -> None:
    """Do what a card does, then change its user's morale as printed."""
    rules = position.tables.cards[card]
    tell(position, Event.CARD_USED, hero, card)
    if rules.use is not None:
        for _ in range(times_used(position, hero, card)):
            if position.is_alive(hero):
                rules.use(position, hero)
    if rules.morale and position.is_alive(hero):
        change_morale(position, hero, rules.morale, least=least)


def _place(position: SiegePosition, hero: int, card: int) -> None:
    options = [AREA + area for area in tactics_areas(position, card)]
    area = ask(position, position.owner[hero], (Question.PLACE_TACTICS, hero, card), options) - AREA
    position.tactics = (*position.tactics, (area, card, 0))
    tell(position, Event.TACTICS_PLACED, hero, card, area)
    morale = position.tables.cards[card].morale
    if morale:
        change_morale(position, hero, morale)
