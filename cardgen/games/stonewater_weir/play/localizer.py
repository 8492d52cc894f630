"""Messages and names of a contest in one language: heroes, cards, places, enemies."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from cardgen.games.stonewater_weir.constants import ABILITY_IDS
from cardgen.games.stonewater_weir.engine.state.places import (
    DEAD,
    HOME,
    LONG_ARM,
    UNIT_COUNT,
    UNITS,
    WALL,
)
from cardgen.games.stonewater_weir.engine.state.position import KNOWN_ENEMIES, KNOWN_EVENTS, POOL, SiegePosition
from cardgen.games.stonewater_weir.engine.state.tables import SiegeTables
from cardgen.plugin.language_files import Messages

CLASS_LISTS: Final = ("inn", "market", "rainlore", "forge")
_OTHER_DECKS: Final = {KNOWN_EVENTS: "deck_events", KNOWN_ENEMIES: "deck_enemies"}


class SiegeLocalizer(Messages):
    """Messages and names for one contest.

    Args:
        language: A language that has a file `strings.LANGUAGE.yaml` here.

    Attributes:
        cards, enemies, events, heroes, tokens: Names of the designs, by number.
        short_heroes: First word of each hero's name.
        abilities: Names of the abilities by number; the id where the deck has no token of it.

    Raises:
        UnlocatedError: E504, the language is unknown.
    """

    def __init__(self, deck: Any, tables: SiegeTables, language: str) -> None:
        super().__init__(Path(__file__).parent, language)
        self.deck = deck
        self.tables = tables
        self.players = [self.say("player", number=number) for number in range(1, tables.players + 1)]
        cards = self._names(*(getattr(deck, group) for group in CLASS_LISTS))
        self.cards = [cards[card.id] for card in tables.cards]
        enemies, events, heroes = self._names(deck.enemies), self._names(deck.events), self._names(deck.heroes)
        self.enemies = [enemies[card.id] for card in tables.enemies]
        self.events = [events[event.id] for event in tables.events]
        self.heroes = [heroes[hero.id] for hero in tables.heroes]
        self.short_heroes = [name.partition(" ")[0] for name in self.heroes]
        tokens = self._names(deck.abilities)
        self.abilities = [tokens.get(ability, ability) for ability in ABILITY_IDS]
        self.tokens = [tokens[token.id] for token in tables.tokens]

    def _names(self, *lists: Iterable[Any]) -> Mapping[str, str]:
        return {one.id: one.name.in_language(self.language) for found in lists for one in found}

    def ability_number(self, ability: str) -> int:
        """Return the number of an ability."""
        return ABILITY_IDS.index(ability)

    def player_of(self, seat: int, first: int) -> str:
        """Return the name of the player in a seat.

        Args:
            seat: The seat, from 0.
        """
        return self.players[(seat + first) % len(self.players)]

    def bank(self, bank: int) -> str:
        """Return the name of a bank."""
        return self.say(f"bank_{bank}")

    def area(self, area: int) -> str:
        """Return the name of an area: `North, zone 2`."""
        return self.say("zone", bank=self.bank(area // 3), zone=area % 3 + 1)

    def building(self, building: int) -> str:
        """Return the name of a building."""
        return self.say(f"building_{building}")

    def place(self, place: int) -> str:
        """Return where a hero of the town stands: `in the Otter Inn`."""
        if place < WALL:
            return self.say(f"at_{place}")
        return self.say("at_wall", bank=self.bank(place - WALL)) if place < LONG_ARM else self.say("at_arm")

    def runner_place(self, place: int) -> str:
        """Return the name of the Runner's place."""
        if place >= HOME:
            return self.say("wall", bank=self.bank(place - HOME))
        return self.say("hills") if place < 0 else self.area(place)

    def units(self, unit: int, count: int) -> str:
        """Return a number of enemies: `1 Reaver`, `3 Mudlings`."""
        return f"{count} {self.say(f'unit_{unit}' if count == 1 else f'units_{unit}')}"

    def enemies_in(self, position: SiegePosition, area: int) -> list[str]:
        """Return the enemies of an area, the Undercurrent first."""
        found = [self.say("the_undercurrent")] if position.undercurrent == area else []
        numbers = position.units[UNIT_COUNT * area : UNIT_COUNT * (area + 1)]
        return found + [self.units(unit, numbers[unit]) for unit in range(len(UNITS)) if numbers[unit]]

    def joined(self, words: Sequence[str]) -> str:
        """Return words as a list: `a, b and c`."""
        *most, last = words or [self.say("nothing")]
        return f"{', '.join(most)} {self.say('and')} {last}" if most else last

    def deck_name(self, deck: int) -> str:
        """Return the name of a deck that heroes can look at or draw from, as `actions.deck_text` numbers them."""
        if deck in _OTHER_DECKS:
            return self.say(_OTHER_DECKS[deck])
        return self.say("deck_pool" if deck >= POOL else "deck_season", group=self.say(f"class_{deck % 4}"))


def is_dead(position: SiegePosition, hero: int) -> bool:
    """Return whether a hero is in the game and dead."""
    return position.place[hero] == DEAD
