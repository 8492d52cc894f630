"""Read positions back from text; see `notation` for the format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random

from cardgen.games.stonewater_weir.constants import ABILITY_IDS
from cardgen.games.stonewater_weir.engine.phases.phase import SiegePhase
from cardgen.games.stonewater_weir.engine.phases.setup import events_in_deck, heroes_of_seat
from cardgen.games.stonewater_weir.engine.state.actions import from_text, token_names
from cardgen.games.stonewater_weir.engine.state.asking import new_luck
from cardgen.games.stonewater_weir.engine.state.lasting import Modifier, Until
from cardgen.games.stonewater_weir.engine.state.places import (
    BANKS,
    BUILDINGS,
    CLASSES,
    NOWHERE,
    SYMBOLS,
    UNIT_COUNT,
    UNITS,
    Cause,
)
from cardgen.games.stonewater_weir.engine.state.position import (
    CARD_SLOTS,
    ENEMY_DECK,
    ENEMY_DISCARDS,
    EVENT_DECK,
    EVENT_DISCARDS,
    FACE_DOWN,
    FACE_DOWN_TOKEN,
    KNOWN_ENEMIES,
    KNOWN_EVENTS,
    LEVELS,
    PILES,
    TOKEN_STOCK,
    SiegePosition,
)
from cardgen.games.stonewater_weir.engine.state.tables import SiegeTables
from cardgen.games.stonewater_weir.engine.text.notation import (
    FACE_DOWN_MARK,
    FIRST_CARD_BIT,
    STOCKS,
    hero_names,
    names_of_deck,
    names_of_pile,
)
from cardgen.games.stonewater_weir.engine.text.words import (
    AREA_WORDS,
    CONDITIONS,
    DECK_WORDS,
    LEGS,
    PILE_WORDS,
    PLACES,
    RUNNER_PLACES,
)
from cardgen.games.stonewater_weir.engine.town.decks import seen_cards
from cardgen.plugin.rules.errors import InvalidActionError, LogError
from cardgen.report.diagnostics import quoted

Reader = Callable[[SiegePosition, str, str], None]
"""Reads a line: position to change, name of the line, its values."""


def read_position(tables: SiegeTables, text: str, seed: int = 0) -> tuple[SiegePosition, int]:
    """Return the position that a text describes, with the answers of its step on its tape, and the first player.

    Args:
        text: Lines of `notation.write`; what is left out is empty, or as at the start.
        seed: Decides the luck to come, if the text leaves it out.

    Raises:
        LogError: E703, the text is not a position of this game.
    """
    position = SiegePosition(tables)
    position.clear()
    position.luck = new_luck(Random(f"stonewater {seed}"))
    first, seen = 0, set()
    readers = _readers(tables)
    for number, line in enumerate(text.splitlines(), 1):
        name, colon, values = line.partition(":")
        if not line.strip():
            continue
        try:
            if not colon:
                raise ValueError(f"expected 'name: values', found {quoted(line)}")
            if name in seen:
                raise ValueError(f"{quoted(name)} is there twice")
            seen.add(name)
            if name == "first player":
                first = _number(values.strip(), 1, tables.players) - 1
            elif name in readers:
                readers[name](position, name, values.strip())
            else:
                raise ValueError(f"unknown line {quoted(name)}")
        except (ValueError, InvalidActionError) as error:
            raise LogError(str(error), line=number) from None
    _derive(position)
    if "heroes" in seen:
        _fill_stocks(position, {PILE_WORDS.index(name) for name in seen if name in PILE_WORDS})
    return position, first


def _readers(tables: SiegeTables) -> Mapping[str, Reader]:
    return {
        "step": _read_step,
        "round": _read_number,
        "end": _read_end,
        "heroes": _read_heroes,
        "token": _read_hero,
        "queue": _read_queue,
        "active": _read_hero,
        "actions": _read_actions,
        **{hero.id: _read_hero_line for hero in tables.heroes},
        **dict.fromkeys(AREA_WORDS, _read_area),
        "undercurrent": _read_undercurrent,
        "runner": _read_runner,
        **dict.fromkeys(("halted", "attacked"), _read_areas),
        "streak": _read_streak,
        "buildings": _read_buildings,
        "long arm": _read_arm,
        "lasting": _read_lasting,
        **dict.fromkeys([f"enemies {bank}" for bank in BANKS], _read_enemies),
        "events": _read_events,
        **dict.fromkeys(("tactics", "due"), _read_tactics),
        "season cards": _read_season_cards,
        **dict.fromkeys(PILE_WORDS, _read_pile),
        **dict.fromkeys([f"{name} {deck}" for name in ("known", "beneath") for deck in DECK_WORDS], _read_seen),
        "answers": _read_answers,
        "luck": _read_luck,
    }


def _index(words: Sequence[str], text: str) -> int:
    if text not in words:
        raise ValueError(f"{quoted(text)} is not one of: {', '.join(dict.fromkeys(words))}")
    return words.index(text)


def _index_or_none(words: Sequence[str], text: str) -> int:
    return -1 if text == "-" else _index(words, text)


def _number(text: str, low: int = -99, high: int = 99) -> int:
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal()) or len(digits) > 2 or not low <= int(text) <= high:
        raise ValueError(f"expected a number from {low} to {high}, found {quoted(text)}")
    return int(text)


def _pairs(values: str) -> dict[str, str]:
    pairs = [part.partition("=") for part in values.split()]
    for name, sign, _ in pairs:
        if not sign:
            raise ValueError(f"expected 'name=value', found {quoted(name)}")
    return {name: value for name, _, value in pairs}


def _key(words: Mapping[int, str], text: str) -> int:
    return list(words)[_index(list(words.values()), text)]


def _read_step(position: SiegePosition, _: str, values: str) -> None:
    position.phase = _index([phase.name.lower() for phase in SiegePhase], values)


def _read_number(position: SiegePosition, name: str, values: str) -> None:
    setattr(position, name, _number(values, 1, 12))


def _read_end(position: SiegePosition, _: str, values: str) -> None:
    position.cause = _index([cause.name.lower() for cause in Cause], values)


def _read_heroes(position: SiegePosition, _: str, values: str) -> None:
    tables = position.tables
    order = tuple(_index(hero_names(tables), word) for word in values.split())
    if len(set(order)) != len(order) or len(order) != tables.hero_count:
        raise ValueError(f"expected {tables.hero_count} different heroes")
    position.order = order
    seats = [seat for seat in range(tables.players) for _ in range(heroes_of_seat(tables, seat))]
    for hero, seat in zip(order, seats, strict=True):
        position.owner[hero] = seat
        position.place[hero] = NOWHERE
        position.morale[hero], position.food[hero] = tables.morale[0], tables.food[0]
        position.gold[hero] = tables.gold[0]
        position.lamplight[hero] = tables.lamplight[0] if tables.settings.start_lamplight else 0
    position.first = order[0]


def _read_hero(position: SiegePosition, name: str, values: str) -> None:
    setattr(position, "first" if name == "token" else name, _index(hero_names(position.tables), values))


def _read_queue(position: SiegePosition, _: str, values: str) -> None:
    position.queue = tuple(_index(hero_names(position.tables), word) for word in values.split())


def _read_actions(position: SiegePosition, _: str, values: str) -> None:
    position.actions, position.arm_actions, position.acted = (_number(word, 0) for word in _parts(values.split(), 3))


def _parts(words: list[str], count: int) -> list[str]:
    if len(words) != count:
        raise ValueError(f"expected {count} values, found {len(words)}")
    return words


def _read_hero_line(position: SiegePosition, name: str, values: str) -> None:
    tables, hero = position.tables, _index(hero_names(position.tables), name)
    pairs = _pairs(values)
    numbers = ("morale", "food", "gold", "lamplight", "ignored")
    for key in pairs:
        _index([*numbers, "place", "last", "cards", "tokens", "spent"], key)
        if key in numbers:
            getattr(position, key)[hero] = _number(pairs[key], 0)
    if hero not in position.order:
        raise ValueError(f"{quoted(name)} is not one of the heroes of the game")
    position.place[hero] = _key(PLACES, pairs.get("place", "nowhere"))
    position.last_building[hero] = _index_or_none(BUILDINGS, pairs.get("last", "-"))
    cards = [card.id for card in tables.cards]
    slots = _parts(pairs.get("cards", "-,-,-,-").split(","), CARD_SLOTS)
    position.slots[CARD_SLOTS * hero : CARD_SLOTS * (hero + 1)] = [_index_or_none(cards, word) for word in slots]
    tokens = _parts(pairs.get("tokens", "-,-,-,-").split(","), LEVELS)
    position.tokens[LEVELS * hero : LEVELS * (hero + 1)] = [_token(tables, word) for word in tokens]
    for word in pairs.get("spent", "-").split(","):
        if word in ABILITY_IDS:
            position.spent[hero] |= 1 << ABILITY_IDS.index(word)
        elif word != "-":
            position.spent[hero] |= 1 << (FIRST_CARD_BIT + _index(cards, word))


def _token(tables: SiegeTables, text: str) -> int:
    token = _index_or_none(token_names(tables), text.removesuffix(FACE_DOWN_MARK))
    return token + FACE_DOWN_TOKEN if text.endswith(FACE_DOWN_MARK) else token


def _read_area(position: SiegePosition, name: str, values: str) -> None:
    area = AREA_WORDS.index(name)
    for unit, number in _pairs(values).items():
        position.units[UNIT_COUNT * area + _index(UNITS, unit)] = _number(number, 0)


def _read_undercurrent(position: SiegePosition, _: str, values: str) -> None:
    area, tether = _parts(values.split(), 2)
    position.undercurrent, position.tether = _index(AREA_WORDS, area), _number(tether, 1, 10)


def _read_runner(position: SiegePosition, _: str, values: str) -> None:
    pairs = {"place": "due", "leg": "leaving", "wind": "-", "field": "-", "lost": "0", "entered": "0"} | _pairs(values)
    position.runner = _key(RUNNER_PLACES, pairs["place"])
    position.runner_leg = _index(LEGS, pairs["leg"])
    position.runner_wind = _index_or_none(BANKS, pairs["wind"])
    position.runner_field = _index_or_none(BANKS, pairs["field"])
    position.runners_lost, position.runner_entered = _number(pairs["lost"], 0, 2), _number(pairs["entered"], 0, 12)


def _read_areas(position: SiegePosition, name: str, values: str) -> None:
    setattr(position, name, sum(1 << _index(AREA_WORDS, word) for word in values.split()))


def _read_streak(position: SiegePosition, _: str, values: str) -> None:
    symbol, number = _parts(values.split(), 2)
    position.streak = 4 * _index(SYMBOLS, symbol) + _number(number, 0, 3)


def _read_buildings(position: SiegePosition, _: str, values: str) -> None:
    for name, value in _pairs(values).items():
        condition, _, tokens = value.partition("+")
        building = _index(BUILDINGS, name)
        position.buildings[building] = _index(CONDITIONS, condition)
        position.reinforced[building] = _number(tokens or "0", 0, 8)


def _read_arm(position: SiegePosition, _: str, values: str) -> None:
    position.arm = _index(BANKS, values)


def _read_lasting(position: SiegePosition, _: str, values: str) -> None:
    modifiers, moments = [m.name.lower() for m in Modifier], [u.name.lower() for u in Until]
    found = []
    for text in values.split():
        modifier, amount, until, hero, zone, bank = _parts(text.split(","), 6)
        found.append(
            (
                _index(modifiers, modifier),
                _number(amount),
                _index(moments, until),
                _index_or_none(hero_names(position.tables), hero),
                -1 if zone == "-" else _number(zone, 0, 9),
                _index_or_none(BANKS, bank),
            )
        )
    position.lasting = tuple(found)


def _read_enemies(position: SiegePosition, name: str, values: str) -> None:
    bank = BANKS.index(name.removeprefix("enemies "))
    names = [card.id for card in position.tables.enemies]
    position.enemy_slots[3 * bank : 3 * bank + 3] = [_index_or_none(names, word) for word in _parts(values.split(), 3)]


def _read_events(position: SiegePosition, _: str, values: str) -> None:
    position.events = tuple(_index([event.id for event in position.tables.events], word) for word in values.split())


def _read_tactics(position: SiegePosition, name: str, values: str) -> None:
    cards = [card.id for card in position.tables.cards]
    found = []
    for text in values.split():
        area, card, phases = _parts(text.split(","), 3)
        found.append((_index(AREA_WORDS, area), _index(cards, card), _number(phases, 0, 9)))
    setattr(position, name, tuple(found))


def _read_season_cards(position: SiegePosition, _: str, values: str) -> None:
    for name, number in _pairs(values).items():
        position.season_left[_index(CLASSES, name)] = _number(number, 0)


def _read_pile(position: SiegePosition, name: str, values: str) -> None:
    pile = PILE_WORDS.index(name)
    names = names_of_pile(position.tables, pile)
    counts = {} if values == "-" else _pairs(values)
    cards = [card for word, number in counts.items() for card in [_index(names, word)] * _number(number, 0)]
    position.piles[pile] = tuple(sorted(cards))


def _read_seen(position: SiegePosition, name: str, values: str) -> None:
    where, _, words = name.partition(" ")
    deck = DECK_WORDS.index(words)
    names = names_of_deck(position.tables, deck)
    getattr(position, where)[deck] = tuple(_index(names, word) for word in values.split())


def _read_answers(position: SiegePosition, _: str, values: str) -> None:
    position.tape = [from_text(position.tables, text) for text in values.split("; ")]


def _read_luck(position: SiegePosition, _: str, values: str) -> None:
    words = _parts(values.split(), len(position.luck))
    if not all(len(word) <= 16 and set(word) <= set("0123456789abcdef") for word in words):
        raise ValueError("expected numbers of 64 bits in hexadecimal digits")
    position.luck = [int(word, 16) for word in words]


def _derive(position: SiegePosition) -> None:
    """Set what follows from the rest: abilities, strength tokens, figures left."""
    tables = position.tables
    for hero in position.order:
        position.abilities[hero] = tables.heroes[hero].abilities
        for token in position.tokens[LEVELS * hero : LEVELS * (hero + 1)]:
            if token >= FACE_DOWN_TOKEN:
                position.strength_tokens[hero] += 1
            elif token >= 0:
                position.abilities[hero] |= tables.tokens[token].ability
    position.supply = [count - sum(position.units[unit::UNIT_COUNT]) for unit, count in enumerate(tables.figures)]


def _fill_stocks(position: SiegePosition, stated: set[int]) -> None:
    """Put into the decks that a text leaves out whatever lies nowhere else."""
    tables, piles = position.tables, position.piles
    cards = Counter({design: card.copies for design, card in enumerate(tables.cards)})
    cards.subtract(card for pile in range(EVENT_DECK) for card in piles[pile])
    cards.subtract(card for deck in range(KNOWN_EVENTS) for card in seen_cards(position, deck))
    cards.subtract(card for card in position.slots if card >= 0)
    cards.subtract(card for _, card, _ in position.tactics)
    enemies = Counter({design: card.copies for design, card in enumerate(tables.enemies)})
    enemies.subtract((*piles[ENEMY_DECK], *piles[ENEMY_DISCARDS], *seen_cards(position, KNOWN_ENEMIES)))
    enemies.subtract(card for card in position.enemy_slots if card >= 0)
    events = Counter(events_in_deck(tables))
    events.subtract((*piles[EVENT_DECK], *piles[EVENT_DISCARDS], *seen_cards(position, KNOWN_EVENTS), *position.events))
    tokens = Counter({design: token.copies for design, token in enumerate(tables.tokens)})
    tokens.subtract(token for pile in range(TOKEN_STOCK, PILES) for token in piles[pile])
    tokens.subtract(token % FACE_DOWN_TOKEN for token in position.tokens if token >= 0)
    for pile in STOCKS - stated:
        left, part = {EVENT_DECK: (events, -1), ENEMY_DECK: (enemies, -1)}.get(pile, (cards, pile - FACE_DOWN))
        if pile >= TOKEN_STOCK:
            left, part = tokens, pile - TOKEN_STOCK
        piles[pile] = tuple(card for card in sorted(left.elements()) if part < 0 or _part(tables, pile, card) == part)


def _part(tables: SiegeTables, pile: int, card: int) -> int:
    """Return the class of a card, or the level of a token."""
    return tables.tokens[card].level if pile >= TOKEN_STOCK else tables.cards[card].group
