"""Draw and look at cards by effects."""

from __future__ import annotations

from cardgen.games.stonewater_weir.constants import CLASSES
from cardgen.games.stonewater_weir.effects import DrawCard, Look
from cardgen.games.stonewater_weir.engine.effects.choosing import Choice, choose, choose_class
from cardgen.games.stonewater_weir.engine.effects.steps import Step
from cardgen.games.stonewater_weir.engine.state.actions import ACCEPT, CARD, DECLINE
from cardgen.games.stonewater_weir.engine.state.position import (
    KNOWN_ENEMIES,
    KNOWN_EVENTS,
    POOL,
    SEASON_DECK,
    SiegePosition,
)
from cardgen.games.stonewater_weir.engine.state.story import Event, tell
from cardgen.games.stonewater_weir.engine.town.decks import (
    deck_size,
    draw_resource,
    look_at_top,
    put_top_to_bottom,
)
from cardgen.games.stonewater_weir.engine.turn.cards import receive_card

_DECKS = {"events": KNOWN_EVENTS, "enemies": KNOWN_ENEMIES}


def draw_step(draw: DrawCard) -> Step:
    """Return the step of drawing a card; in an event the first hero draws."""
    start = SEASON_DECK if draw.from_ == "season" else POOL
    groups = range(len(CLASSES)) if draw.deck == "any" else (CLASSES.index(draw.deck),)
    of = draw.of

    def full_decks(position: SiegePosition) -> list[int]:
        return [group for group in groups if deck_size(position, start + group)]

    def would(position: SiegePosition, hero: int) -> bool:
        del hero
        return bool(full_decks(position))

    def do(position: SiegePosition, hero: int, area: int) -> None:
        del area
        if hero < 0:
            hero = position.first
        full = full_decks(position)
        if not full:
            return
        deck = start + choose_class(position, hero, full)
        card = draw_resource(position, deck) if of == 1 else take_one_of(position, hero, deck, of)
        receive_card(position, hero, card)

    return Step(do, would)


def take_one_of(position: SiegePosition, hero: int, deck: int, count: int) -> int:
    """Let a hero look at the top cards of a deck and take one; the others go beneath the deck.

    Args:
        deck: SEASON_DECK or POOL plus a class; it is not empty.
    """
    seen = look_at_top(position, deck, count)
    for card in seen:
        tell(position, Event.SAW, hero, deck, card)
    taken = choose(position, hero, Choice.CARD, [CARD + card for card in sorted(set(seen))]) - CARD
    at = seen.index(taken)
    position.known[deck] = (*seen[:at], *seen[at + 1 :], *position.known[deck][len(seen) :])
    for _ in range(len(seen) - 1):
        put_top_to_bottom(position, deck)
    return taken


def look_step(look: Look) -> Step:
    """Return the step of looking at the top card of a deck, which may go beneath it."""
    deck = _DECKS[look.deck]

    def would(position: SiegePosition, hero: int) -> bool:
        del hero
        return deck_size(position, deck) > 0

    def do(position: SiegePosition, hero: int, area: int) -> None:
        del area
        for card in look_at_top(position, deck):
            tell(position, Event.SAW, hero, deck, card)
            if choose(position, hero, Choice.BENEATH, [DECLINE, ACCEPT]) == ACCEPT:
                put_top_to_bottom(position, deck)

    return Step(do, would)
