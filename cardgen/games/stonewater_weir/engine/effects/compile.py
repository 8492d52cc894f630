"""Cards and events compiled to the functions that the rules call."""

from __future__ import annotations

from cardgen.games.stonewater_weir.engine.effects.hooks import CardHooks, EventHooks
from cardgen.games.stonewater_weir.schema import EventCard, ResourceCard


def compile_card(card: ResourceCard) -> CardHooks:
    """Return the functions of a resource card."""
    del card
    return CardHooks()


def compile_event(event: EventCard) -> EventHooks:
    """Return the functions of an event."""
    del event
    return EventHooks()
