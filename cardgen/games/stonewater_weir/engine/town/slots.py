"""Decide which cards a hero can store together in their slots.

Heroes may move stored cards to other slots that fit whenever they like, so only the set of cards matters; `position.slots`
holds one way in which they fit.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.games.stonewater_weir.engine.state.abilities import SLOT_SORCERY, SLOT_TAVERN
from cardgen.games.stonewater_weir.engine.state.places import INN, MARKET, ORANGE, RAINLORE, RED
from cardgen.games.stonewater_weir.engine.state.position import CARD_SLOTS, SiegePosition
from cardgen.games.stonewater_weir.engine.state.tables import CardRules, SiegeTables, SlotRules

_EMPTY = [-1] * CARD_SLOTS


def stored_cards(position: SiegePosition, hero: int) -> list[int]:
    """Return the cards that a hero stores, by slot."""
    start = CARD_SLOTS * hero
    slots = position.slots[start : start + CARD_SLOTS]
    return [card for card in slots if card >= 0] if slots != _EMPTY else []


def fitting_cards(tables: SiegeTables, hero: int, abilities: int) -> tuple[frozenset[int], ...]:
    """Return the designs that each slot of a hero holds."""
    key = (hero, abilities & (SLOT_TAVERN | SLOT_SORCERY))
    found = tables.fitting.get(key)
    if found is None:
        found = tables.fitting[key] = tuple(
            frozenset(card for card, rules in enumerate(tables.cards) if _fits(rules, slot, abilities))
            for slot in tables.heroes[hero].slots
        )
    return found


def _fits(rules: CardRules, slot: SlotRules, abilities: int) -> bool:
    if (rules.group, rules.kind) in slot.kinds:
        return True
    if rules.kind != RED:
        return False
    if rules.group == INN and abilities & SLOT_TAVERN:
        return (MARKET, ORANGE) in slot.kinds
    if rules.group == RAINLORE and abilities & SLOT_SORCERY:
        return any(group == RAINLORE for group, _ in slot.kinds)
    return False


def arrange(position: SiegePosition, hero: int, cards: Sequence[int]) -> list[int] | None:
    """Return the slots of a hero with some cards, one in each that fits; None if they do not fit together."""
    fitting = fitting_cards(position.tables, hero, position.abilities[hero])
    found = [-1] * CARD_SLOTS

    def put(index: int) -> bool:
        if index == len(cards):
            return True
        for slot, designs in enumerate(fitting):
            if found[slot] < 0 and cards[index] in designs:
                found[slot] = cards[index]
                if put(index + 1):
                    return True
                found[slot] = -1
        return False

    return found if put(0) else None


def fits_at_once(position: SiegePosition, hero: int, cards: Sequence[int]) -> bool:
    """Return whether an empty slot of a hero fits one of some cards, without moving any card."""
    start, slots = CARD_SLOTS * hero, position.slots
    for slot, designs in enumerate(fitting_cards(position.tables, hero, position.abilities[hero])):
        if slots[start + slot] < 0:
            for card in cards:
                if card in designs:
                    return True
    return False


def can_store(position: SiegePosition, hero: int, card: int, *, without: int = -1) -> bool:
    """Return whether a hero has room for another card.

    Args:
        without: Design of a stored card that leaves first; -1: none.
    """
    start = CARD_SLOTS * hero
    fitting = fitting_cards(position.tables, hero, position.abilities[hero])
    fits = False
    for slot, designs in enumerate(fitting):  # the usual case, without moving any card
        if card in designs:
            fits = True
            if position.slots[start + slot] in (-1, without):
                return True
    if not fits:
        return False
    cards = stored_cards(position, hero)
    if without >= 0:
        cards.remove(without)
    if len(cards) >= len(fitting):  # moving cards makes no room
        return False
    return arrange(position, hero, [*cards, card]) is not None


def store_card(position: SiegePosition, hero: int, card: int) -> None:
    """Store a card for which there is room."""
    set_stored(position, hero, [*stored_cards(position, hero), card])


def remove_stored(position: SiegePosition, hero: int, card: int) -> None:
    """Take a stored card out of its slot."""
    position.slots[position.slots.index(card, CARD_SLOTS * hero, CARD_SLOTS * (hero + 1))] = -1


def set_stored(position: SiegePosition, hero: int, cards: Sequence[int]) -> None:
    """Store some cards in place of what a hero has stored.

    Args:
        cards: Designs of the cards, which must fit together.
    """
    slots = arrange(position, hero, cards)
    assert slots is not None, "the cards do not fit"
    position.slots[CARD_SLOTS * hero : CARD_SLOTS * (hero + 1)] = slots
