"""Describe cards, events, heroes and abilities as lines for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardgen.games.stonewater_weir.constants import BUILDINGS
from cardgen.games.stonewater_weir.play.localizer import CLASS_LISTS, SiegeLocalizer
from cardgen.games.stonewater_weir.wording import ability_text, card_text, event_text, names_of_units


def describe_all(localizer: SiegeLocalizer) -> dict[str, list[str]]:
    """Return by each name, of a card, an event, an ability, a hero or a building, what all of that name are and do, as paragraphs."""
    found: dict[str, list[str]] = {}
    for (name, head), text in _all(localizer):
        found.setdefault(name, []).extend(filter(None, (head, text)))
    return found


def text_of_event(localizer: SiegeLocalizer, event: int) -> str:
    """Return what an event does."""
    found = next(one for one in localizer.deck.events if one.id == localizer.tables.events[event].id)
    return _text(localizer, found, event_text(found, names_of_units(localizer.deck.units)))


def text_of_card(localizer: SiegeLocalizer, card: int) -> str:
    """Return what a resource card does."""
    rules = localizer.tables.cards[card]
    found = next(one for one in getattr(localizer.deck, CLASS_LISTS[rules.group]) if one.id == rules.id)
    return _text(localizer, found, card_text(found, names_of_units(localizer.deck.units)))


def _text(localizer: SiegeLocalizer, card: Any, generated: Any) -> str:
    """Return the text of a card without marks and icons; its own if it has one."""
    text: str = (card.text or generated).in_language(localizer.language)
    return " ".join(text.replace("*", "").replace("{", "[").replace("}", "]").split())


def _all(localizer: SiegeLocalizer) -> Iterator[tuple[tuple[str, str], str]]:
    """Yield the name, the headline and the text of everything that has a text."""
    language, deck = localizer.language, localizer.deck
    units = names_of_units(deck.units)
    for group, key in enumerate(CLASS_LISTS):
        for card in getattr(deck, key):
            kind = [localizer.say(f"class_{group}"), localizer.say(card.color or card.type)]
            kind += [localizer.say("tactics")] if card.tactics else []
            kind += [localizer.say("flood_charge")] if card.attack and card.attack.massive else []
            kind += [localizer.say("cost", count=card.cost)] if card.cost else []
            kind += [localizer.say("costs_action")] if card.action else []
            kind += [localizer.say("morale_after", change=f"{card.morale:+}")] if card.morale else []
            yield _head(localizer, card, ", ".join(kind)), _text(localizer, card, card_text(card, units))
    for event in deck.events:
        duration = localizer.say(f"until_{event.duration}")
        kind_of_event = localizer.say("event_kind", value=event.value, duration=duration)
        yield _head(localizer, event, kind_of_event), _text(localizer, event, event_text(event, units))
    for ability in deck.abilities:
        level = localizer.say("ability_kind", level=ability.level)
        yield _head(localizer, ability, level), _text(localizer, ability, ability_text(ability.id))
    for hero in deck.heroes:
        kind_of_hero = f"{hero.title.in_language(language)}, {localizer.say('hero_kind', strength=hero.strength)}"
        known = " ".join(
            f"{localizer.abilities[localizer.ability_number(name)]}: {ability_text(name).in_language(language)}"
            for name in hero.abilities
        )
        yield _head(localizer, hero, kind_of_hero), known
    for building in deck.buildings:
        number = BUILDINGS.index(building.id)
        yield (localizer.building(number), localizer.building(number)), localizer.say(f"visit_{number}")


def _head(localizer: SiegeLocalizer, card: Any, kind: str) -> tuple[str, str]:
    name = card.name.in_language(localizer.language)
    return name, localizer.say("card_head", name=name, kind=kind, copies=localizer.count("copies", card.copies))
