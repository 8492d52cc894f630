"""Declare the lines of a position as text: name, writer and reader of each; defaults are left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import NamedTuple

from cardgen.games.stonewater_weir.constants import ABILITY_IDS
from cardgen.games.stonewater_weir.engine.phases.phase import SiegePhase
from cardgen.games.stonewater_weir.engine.phases.setup import heroes_of_player
from cardgen.games.stonewater_weir.engine.state.actions import from_text, to_text, token_names
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
    Stream,
)
from cardgen.games.stonewater_weir.engine.state.position import (
    CARD_SLOTS,
    ENEMY_DECK,
    EVENT_DECK,
    FACE_DOWN,
    FACE_DOWN_TOKEN,
    FIRST_CARD_BIT,
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
)
from cardgen.plugin.rules.position_text import (
    Codec,
    PositionField,
    attribute,
    bits,
    converted,
    counted,
    group,
    many,
    number,
    or_none,
    row,
    shown_if,
    word,
)
from cardgen.report.diagnostics import quoted

STOCKS = frozenset(
    {*range(FACE_DOWN, FACE_DOWN + 4), EVENT_DECK, ENEMY_DECK, *range(TOKEN_STOCK, TOKEN_STOCK + LEVELS)}
)
"""Piles that hold what lies nowhere else, if a text leaves them out."""

_BANK = or_none(word(BANKS), -1)


class SiegeFields(NamedTuple):
    """The lines of a game, in the order in which they are written.

    Attributes:
        heroes: The line of each hero of the deck; those in the game are written in the order of play.
        table: The board, the town, and all cards.
        answers: What was answered in the step; all lines before describe the position in which it begins.
        luck: The luck to come, which is all that is hidden.
    """

    round: Sequence[PositionField[SiegePosition]]
    heroes: Sequence[PositionField[SiegePosition]]
    table: Sequence[PositionField[SiegePosition]]
    answers: PositionField[SiegePosition]
    luck: PositionField[SiegePosition]


@lru_cache(maxsize=2)  # declaring takes four times as long as writing
def siege_fields(tables: SiegeTables) -> SiegeFields:
    """Return the lines of the games of a contest."""
    action: Codec[int] = Codec(partial(to_text, tables), partial(from_text, tables))
    luck = row(*[Codec("{:x}".format, _read_luck)] * len(Stream), separator=" ")
    return SiegeFields(
        list(_round_fields(tables)),
        [_hero_field(tables, hero) for hero in range(len(tables.heroes))],
        [*_board_fields(), *_town_fields(tables), *_card_fields(tables), *_pile_fields(tables)],
        attribute("answers", converted(many(action, "; "), list, list), "tape", omit=[]),
        attribute("luck", converted(luck, list, list)),
    )


def _read_luck(text: str) -> int:
    if len(text) > 16 or not set(text) <= set("0123456789abcdef"):
        raise ValueError("expected numbers of 64 bits in hexadecimal digits")
    return int(text, 16)


def _round_fields(tables: SiegeTables) -> Iterator[PositionField[SiegePosition]]:
    hero, count = _hero(tables), number(0)
    yield attribute("step", word([phase.name.lower() for phase in SiegePhase]), "phase")
    yield attribute("round", number(1, 12))
    yield attribute("end", word([cause.name.lower() for cause in Cause]), "cause")
    yield PositionField("heroes", lambda position: many(hero).write(position.order) or None, _read_heroes)
    yield attribute("token", hero, "first", omit=-1)
    yield attribute("queue", many(hero), omit=())
    yield attribute("active", hero, omit=-1)
    keys = ("actions", "arm_actions", "acted")
    yield shown_if(lambda p: p.active >= 0, attribute("actions", row(count, count, count, separator=" "), keys))


def _read_heroes(position: SiegePosition, text: str) -> None:
    tables = position.tables
    order = many(_hero(tables)).read(text)
    if len(set(order)) != len(order) or len(order) != tables.hero_count:
        raise ValueError(f"expected {tables.hero_count} different heroes")
    position.order = order
    seats = [seat for seat in range(tables.players) for _ in range(heroes_of_player(tables))]
    for hero, seat in zip(order, seats, strict=True):
        position.owner[hero] = seat
        position.place[hero] = NOWHERE
        position.morale[hero], position.food[hero] = tables.morale[0], tables.food[0]
        position.gold[hero] = tables.gold[0]
        position.lamplight[hero] = tables.lamplight[0] if tables.settings.start_lamplight else 0
    position.first = order[0]


def _hero_field(tables: SiegeTables, hero: int) -> PositionField[SiegePosition]:
    count = number(0)
    card = or_none(word(_card_names(tables)), -1)
    names = dict(enumerate(token_names(tables)))
    token = or_none(word(names | {FACE_DOWN_TOKEN + one: f"{name}~" for one, name in names.items()}), -1)
    abilities = dict(enumerate(ABILITY_IDS))
    spent = bits(abilities | {FIRST_CARD_BIT + one: name for one, name in enumerate(_card_names(tables))}, ",")
    field = group(
        tables.heroes[hero].id,
        [
            attribute("place", word(PLACES), at=hero),
            *(attribute(name, count, at=hero) for name in ("morale", "food", "gold", "lamplight")),
            attribute("last", or_none(word(BUILDINGS), -1), "last_building", at=hero),
            attribute("ignored", count, at=hero),
            attribute(
                "cards", row(*[card] * CARD_SLOTS), "slots", at=slice(CARD_SLOTS * hero, CARD_SLOTS * (hero + 1))
            ),
            attribute("tokens", row(*[token] * LEVELS), at=slice(LEVELS * hero, LEVELS * (hero + 1))),
            attribute("spent", or_none(spent, 0), at=hero),
        ],
    )

    def read(position: SiegePosition, text: str) -> None:
        if hero not in position.order:
            raise ValueError(f"{quoted(field.name)} is not one of the heroes of the game")
        field.read(position, text)

    return replace(field, read=read)


def _board_fields() -> Iterator[PositionField[SiegePosition]]:
    for area, name in enumerate(AREA_WORDS):
        units = ((unit, UNIT_COUNT * area + index) for index, unit in enumerate(UNITS))
        yield group(name, [attribute(unit, number(0), "units", at=at, omit=0) for unit, at in units])
    undercurrent = row(word(AREA_WORDS), number(1, 10), separator=" ")
    yield shown_if(lambda p: p.undercurrent >= 0, attribute("undercurrent", undercurrent, ("undercurrent", "tether")))
    yield group(
        "runner",
        [
            attribute("place", word(RUNNER_PLACES), "runner"),
            attribute("leg", word(LEGS), "runner_leg"),
            attribute("wind", _BANK, "runner_wind"),
            attribute("field", _BANK, "runner_field"),
            attribute("lost", number(0, 2), "runners_lost"),
            attribute("entered", number(0, 12), "runner_entered"),
        ],
    )
    yield from (attribute(name, bits(AREA_WORDS), omit=0) for name in ("halted", "attacked"))
    symbol_and_number = row(word(SYMBOLS), number(0, 3), separator=" ")
    streak = converted(symbol_and_number, lambda streak: divmod(streak, 4), lambda parts: 4 * parts[0] + parts[1])
    yield attribute("streak", streak, omit=0)


def _town_fields(tables: SiegeTables) -> Iterator[PositionField[SiegePosition]]:
    yield group("buildings", [_building_field(building, name) for building, name in enumerate(BUILDINGS)])
    yield attribute("long arm", word(BANKS), "arm")
    modifiers, moments = (word([item.name.lower() for item in kind]) for kind in (Modifier, Until))
    hero, zone = or_none(_hero(tables), -1), or_none(number(0, 9), -1)
    yield attribute("lasting", many(row(modifiers, number(), moments, hero, zone, _BANK)), omit=())


def _building_field(building: int, name: str) -> PositionField[SiegePosition]:
    value = row(word(CONDITIONS), number(0, 8), separator="+")

    def write(position: SiegePosition) -> str | None:
        found = position.buildings[building], position.reinforced[building]
        return value.write(found) if any(found) else None

    def read(position: SiegePosition, text: str) -> None:
        found = value.read(text if "+" in text else f"{text}+0")
        position.buildings[building], position.reinforced[building] = found

    return PositionField(name, write, read)


def _card_fields(tables: SiegeTables) -> Iterator[PositionField[SiegePosition]]:
    enemy, event = (word([card.id for card in cards]) for cards in (tables.enemies, tables.events))
    slots = row(*[or_none(enemy, -1)] * 3, separator=" ")
    for bank, name in enumerate(BANKS):
        yield attribute(f"enemies {name}", slots, "enemy_slots", at=slice(3 * bank, 3 * bank + 3), omit=[-1, -1, -1])
    yield attribute("events", many(event), omit=())
    tactics = many(row(word(AREA_WORDS), word(_card_names(tables)), number(0, 9)))
    yield from (attribute(name, tactics, omit=()) for name in ("tactics", "due"))
    seasons = [attribute(name, number(0), "season_left", at=index) for index, name in enumerate(CLASSES)]
    yield shown_if(lambda p: any(p.season_left), group("season cards", seasons))


def _pile_fields(tables: SiegeTables) -> Iterator[PositionField[SiegePosition]]:
    for pile, name in enumerate(PILE_WORDS):
        cards = counted(_names_of_pile(tables, pile))
        yield attribute(name, cards, "piles", at=pile, omit=None if pile in STOCKS else ())
    deck_piles = {KNOWN_EVENTS: EVENT_DECK, KNOWN_ENEMIES: ENEMY_DECK}
    for deck, name in enumerate(DECK_WORDS):
        seen = many(word(_names_of_pile(tables, deck_piles.get(deck, FACE_DOWN))))
        yield from (attribute(f"{where} {name}", seen, where, at=deck, omit=()) for where in ("known", "beneath"))


def _hero(tables: SiegeTables) -> Codec[int]:
    return word([hero.id for hero in tables.heroes])


def _card_names(tables: SiegeTables) -> list[str]:
    return [card.id for card in tables.cards]


def _names_of_pile(tables: SiegeTables, pile: int) -> list[str]:
    """Return the ids of the cards or tokens that a pile may hold, by number."""
    if pile >= TOKEN_STOCK:
        return token_names(tables)
    if pile >= ENEMY_DECK:
        return [card.id for card in tables.enemies]
    return [event.id for event in tables.events] if pile >= EVENT_DECK else _card_names(tables)
