"""Write a game as canonical text, one line `name: values` for each field; defaults are left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from cardgen.games.stonewater_weir.constants import ABILITY_IDS
from cardgen.games.stonewater_weir.engine.phases.phase import SiegePhase
from cardgen.games.stonewater_weir.engine.state.actions import to_text, token_names
from cardgen.games.stonewater_weir.engine.state.lasting import Modifier, Until
from cardgen.games.stonewater_weir.engine.state.places import (
    AREAS,
    BANKS,
    BUILDINGS,
    CLASSES,
    SYMBOLS,
    UNIT_COUNT,
    UNITS,
    Cause,
)
from cardgen.games.stonewater_weir.engine.state.position import (
    CARD_SLOTS,
    ENEMY_DECK,
    EVENT_DECK,
    FACE_DOWN,
    FACE_DOWN_TOKEN,
    KNOWN_ENEMIES,
    KNOWN_EVENTS,
    LEVELS,
    TOKEN_STOCK,
    SiegePosition,
)
from cardgen.games.stonewater_weir.engine.state.tables import SiegeTables
from cardgen.games.stonewater_weir.engine.text.words import (
    AREA_WORDS,
    CONDITIONS,
    DECK_WORDS,
    LEGS,
    PILE_WORDS,
    PLACES,
    RUNNER_PLACES,
    bits_of,
    word,
)

STOCKS = frozenset(
    {*range(FACE_DOWN, FACE_DOWN + 4), EVENT_DECK, ENEMY_DECK, *range(TOKEN_STOCK, TOKEN_STOCK + LEVELS)}
)
"""Piles that hold what lies nowhere else, if a text leaves them out."""

FACE_DOWN_MARK = "~"
FIRST_CARD_BIT = 64


def write(begin: SiegePosition, position: SiegePosition, first: int) -> str:
    """Return a game as text.

    Args:
        begin: Position in which the current step begins.
        position: Position now, with the answers of the step and the luck to come.
        first: Player in the first seat.
    """
    luck = " ".join(f"{number:x}" for number in position.luck)
    return f"{observe(begin, position, first)}\nluck: {luck}"


def observe(begin: SiegePosition, position: SiegePosition, first: int) -> str:
    """Return a game as text without the luck to come, which is all that is hidden.

    Args:
        begin: See `write`.
        position: See `write`.
        first: See `write`.
    """
    answers = "; ".join(to_text(position.tables, action) for action in position.tape)
    lines = [f"first player: {first + 1}", *_lines(begin), *([f"answers: {answers}"] if answers else [])]
    return "\n".join(lines)


def _lines(position: SiegePosition) -> Iterator[str]:
    yield from _round_lines(position)
    yield from (_hero_line(position, hero) for hero in position.order)
    yield from _field_lines(position)
    yield from _town_lines(position)
    yield from _card_lines(position)
    yield from _pile_lines(position)


def _round_lines(position: SiegePosition) -> Iterator[str]:
    names = hero_names(position.tables)
    yield f"step: {SiegePhase(position.phase).name.lower()}"
    yield f"round: {position.round}"
    yield f"end: {Cause(position.cause).name.lower()}"
    if position.order:
        yield f"heroes: {_words(names, position.order)}"
        yield f"token: {word(names, position.first)}"
    if position.queue:
        yield f"queue: {_words(names, position.queue)}"
    if position.active >= 0:
        yield f"active: {names[position.active]}"
        yield f"actions: {position.actions} {position.arm_actions} {position.acted}"


def _hero_line(position: SiegePosition, hero: int) -> str:
    tables = position.tables
    cards = [card.id for card in tables.cards]
    slots = position.slots[CARD_SLOTS * hero : CARD_SLOTS * (hero + 1)]
    parts = [
        f"place={PLACES[position.place[hero]]}",
        f"morale={position.morale[hero]}",
        f"food={position.food[hero]}",
        f"gold={position.gold[hero]}",
        f"lamplight={position.lamplight[hero]}",
        f"last={word(BUILDINGS, position.last_building[hero])}",
        f"ignored={position.ignored[hero]}",
        f"cards={','.join(word(cards, card) for card in slots)}",
        f"tokens={','.join(_token_words(position, hero))}",
        f"spent={','.join(_spent_words(tables, position.spent[hero])) or '-'}",
    ]
    return f"{tables.heroes[hero].id}: {' '.join(parts)}"


def _token_words(position: SiegePosition, hero: int) -> Iterator[str]:
    names = token_names(position.tables)
    for token in position.tokens[LEVELS * hero : LEVELS * (hero + 1)]:
        yield names[token % FACE_DOWN_TOKEN] + FACE_DOWN_MARK * (token >= FACE_DOWN_TOKEN) if token >= 0 else "-"


def _spent_words(tables: SiegeTables, spent: int) -> list[str]:
    words = [ABILITY_IDS[index] for index in bits_of(spent) if index < FIRST_CARD_BIT]
    return words + [tables.cards[index - FIRST_CARD_BIT].id for index in bits_of(spent) if index >= FIRST_CARD_BIT]


def _field_lines(position: SiegePosition) -> Iterator[str]:
    for area in range(AREAS):
        units = position.units[UNIT_COUNT * area : UNIT_COUNT * (area + 1)]
        if any(units):
            counts = (f"{UNITS[unit]}={number}" for unit, number in enumerate(units) if number)
            yield f"{AREA_WORDS[area]}: {' '.join(counts)}"
    if position.undercurrent >= 0:
        yield f"undercurrent: {AREA_WORDS[position.undercurrent]} {position.tether}"
    yield (
        f"runner: place={RUNNER_PLACES[position.runner]} leg={LEGS[position.runner_leg]}"
        f" wind={word(BANKS, position.runner_wind)} field={word(BANKS, position.runner_field)}"
        f" lost={position.runners_lost} entered={position.runner_entered}"
    )
    for name in ("halted", "attacked"):
        areas = bits_of(getattr(position, name))
        if areas:
            yield f"{name}: {_words(AREA_WORDS, areas)}"
    if position.streak:
        yield f"streak: {SYMBOLS[position.streak // 4]} {position.streak % 4}"


def _town_lines(position: SiegePosition) -> Iterator[str]:
    buildings = [
        f"{name}={CONDITIONS[position.buildings[index]]}+{position.reinforced[index]}"
        for index, name in enumerate(BUILDINGS)
        if position.buildings[index] or position.reinforced[index]
    ]
    if buildings:
        yield f"buildings: {' '.join(buildings)}"
    yield f"long arm: {BANKS[position.arm]}"
    names = hero_names(position.tables)
    lasting = [
        f"{Modifier(modifier).name.lower()},{amount},{Until(until).name.lower()},{word(names, hero)},"
        f"{word(_NUMBERS, zone)},{word(BANKS, bank)}"
        for modifier, amount, until, hero, zone, bank in position.lasting
    ]
    if lasting:
        yield f"lasting: {' '.join(lasting)}"


_NUMBERS = tuple(str(number) for number in range(10))


def _card_lines(position: SiegePosition) -> Iterator[str]:
    tables = position.tables
    enemies = [card.id for card in tables.enemies]
    for bank, name in enumerate(BANKS):
        slots = position.enemy_slots[3 * bank : 3 * bank + 3]
        if slots != [-1, -1, -1]:
            yield f"enemies {name}: {' '.join(word(enemies, card) for card in slots)}"
    if position.events:
        yield f"events: {_words([event.id for event in tables.events], position.events)}"
    for name, cards in (("tactics", position.tactics), ("due", position.due)):
        if cards:
            words = (f"{AREA_WORDS[area]},{tables.cards[card].id},{phases}" for area, card, phases in cards)
            yield f"{name}: {' '.join(words)}"
    if any(position.season_left):
        counts = (f"{name}={position.season_left[group]}" for group, name in enumerate(CLASSES))
        yield f"season cards: {' '.join(counts)}"


def _pile_lines(position: SiegePosition) -> Iterator[str]:
    tables = position.tables
    for pile, name in enumerate(PILE_WORDS):
        counted = Counter(position.piles[pile])
        names = names_of_pile(tables, pile)
        if not counted and pile not in STOCKS:
            continue
        yield f"{name}: {' '.join(f'{names[card]}={counted[card]}' for card in sorted(counted)) or '-'}"
    for deck, name in enumerate(DECK_WORDS):
        if position.known[deck]:
            yield f"known {name}: {_words(names_of_deck(tables, deck), position.known[deck])}"
        if position.beneath[deck]:
            yield f"beneath {name}: {_words(names_of_deck(tables, deck), position.beneath[deck])}"


def _words(names: Sequence[str], indexes: Sequence[int]) -> str:
    return " ".join(names[index] for index in indexes)


def hero_names(tables: SiegeTables) -> list[str]:
    """Return the ids of the heroes, by number."""
    return [hero.id for hero in tables.heroes]


def names_of_pile(tables: SiegeTables, pile: int) -> list[str]:
    """Return the ids of the cards or tokens that a pile may hold, by number.

    Args:
        pile: Index into `SiegePosition.piles`.
    """
    if pile >= TOKEN_STOCK:
        return token_names(tables)
    if pile >= ENEMY_DECK:
        return [card.id for card in tables.enemies]
    if pile >= EVENT_DECK:
        return [card.id for card in tables.events]
    return [card.id for card in tables.cards]


def names_of_deck(tables: SiegeTables, deck: int) -> list[str]:
    """Return the ids of the cards of a deck that can be looked at, by number.

    Args:
        deck: Index into `SiegePosition.known`.
    """
    pile = {KNOWN_EVENTS: EVENT_DECK, KNOWN_ENEMIES: ENEMY_DECK}.get(deck, 0)
    return names_of_pile(tables, pile)
