"""Take parts out of a deck to measure what they contribute: cards, heroes, abilities, buildings."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from cardgen.games.stonewater_weir.engine.state.abilities import BITS
from cardgen.games.stonewater_weir.engine.state.places import BUILDINGS, CLASSES
from cardgen.games.stonewater_weir.engine.state.tables import CardRules, HeroRules, SiegeTables, TokenRules

HEROES, ABILITIES, TOWN = "heroes", "abilities", "buildings"
"""Groups of contributors; their ids are `heroes/tamsin`, `abilities/heal2`, `buildings/granary`."""
PLAIN_STRENGTH: Final = 1


@dataclass(frozen=True, slots=True)
class DeckWithout:
    """A deck some of whose parts do nothing.

    Attributes:
        without: Ids of the parts: of a card `forge/alder-bow`, of a contributor `heroes/tamsin`.
    """

    deck: Any
    without: frozenset[str]


def take_out(deck: Any, part: str) -> DeckWithout:
    """Return a deck of which one more part does nothing."""
    if isinstance(deck, DeckWithout):
        return DeckWithout(deck.deck, deck.without | {part})
    return DeckWithout(deck, frozenset({part}))


def blank_tables(tables: SiegeTables, without: Collection[str]) -> SiegeTables:
    """Return the tables of a deck some of whose parts do nothing.

    A card can be drawn, stored and given away, but not used. A hero has strength 1 and no abilities from the start, but
    learns. An ability that is learnt changes nothing, and starting heroes lack it. A building can be visited, and protects
    and is hit as ever, but brings nothing.
    """
    if not without:
        return tables
    lost = sum(bit for name, bit in BITS.items() if f"{ABILITIES}/{name}" in without)
    return replace(
        tables,
        cards=tuple(_card(card, without) for card in tables.cards),
        heroes=tuple(_hero(hero, without, lost) for hero in tables.heroes),
        tokens=_tokens(tables.tokens, lost),
        disabled=tables.disabled | {at for at, name in enumerate(BUILDINGS) if f"{TOWN}/{name}" in without},
    )


def card_id(card: CardRules) -> str:
    """Return the id of a card in reports: `forge/alder-bow`."""
    return f"{CLASSES[card.group]}/{card.id}"


def _card(card: CardRules, without: Collection[str]) -> CardRules:
    if card_id(card) not in without:
        return card
    return CardRules(id=card.id, group=card.group, kind=card.kind, copies=card.copies)


def _hero(hero: HeroRules, without: Collection[str], lost: int) -> HeroRules:
    if f"{HEROES}/{hero.id}" in without:
        return replace(hero, strength=PLAIN_STRENGTH, abilities=0)
    return replace(hero, abilities=hero.abilities & ~lost)


def _tokens(tokens: Sequence[TokenRules], lost: int) -> tuple[TokenRules, ...]:
    return tuple(replace(token, ability=token.ability & ~lost) for token in tokens)
