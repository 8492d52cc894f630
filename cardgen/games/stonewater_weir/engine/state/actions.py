"""Actions as numbers, and their texts: each text names exactly one action of a contest and can be read back.

Zones count from 1 in texts: `north 3` is the zone farthest from the north wall.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardgen.games.stonewater_weir.constants import ABILITY_IDS
from cardgen.games.stonewater_weir.engine.state.places import AREAS, BANKS, BUILDINGS, CLASSES, RED, UNITS
from cardgen.games.stonewater_weir.engine.state.tables import SiegeTables
from cardgen.plugin.rules.errors import InvalidActionError

(
    END_TURN,
    DONE,
    DECLINE,
    ACCEPT,
    STORE,
    USE_NOW,
    LOSE_CARD,
    KEEP_ROLL,
    UP,
    DOWN,
    SHOOT,
    LEARN,
) = range(12)
WORDS = (
    "end turn",
    "done",
    "decline",
    "accept",
    "store the card",
    "use the card at once",
    "lose the card",
    "keep the roll",
    "raise the roll by 1",
    "lower the roll by 1",
    "shoot the long arm",
    "learn",
)

ROLL, MOST_ROLL = 100, 64  # + number rolled, from 1
TAKE, MOST_HITS = 200, 99  # + hits
RAISE = 300  # + 8 * zone + number on the die
HERO = 330  # + hero
BANK = 340  # + bank
AREA = 350  # + area
BUILDING = 370  # + building
UNIT = 380  # + unit
NUMBER, MOST_NUMBER = 400, 40  # + number
USE_BUILDING = 450  # + building
REPAIR = 460  # + building
TURN_ARM = 470  # + bank
EXCHANGE = 480  # + hero
ABILITY = 500  # + index of the ability
DECK = 560  # + deck, as in `SiegePosition.known`
CLASS = 580  # + class
WIND = 590  # + bank
DEAL_HERO = 600  # + hero
LOWER = 610  # + 8 * zone + number on the die
STRIDE = 256
ATTACK = 1000  # + STRIDE * area + (0, or design + 1 of a weapon)
CHARGE = 5000  # + STRIDE * bank + design of a Flood Charge
USE = 7000  # + design, likewise below
DISCARD = 7500
CARD = 8000
ADD = 9000
DISCARD_HELD = 10_000
USE_HELD = 11_000
GIVE = 12_000
TAKE_CARD = 13_000
DRAW = 14_000
EVENT = 15_000
ENEMY = 15_500
TOKEN = 16_000
KEEP_TOKEN = 16_200
KEEP_FACE_DOWN = 16_400
TRIGGER = 17_000  # + STRIDE * area + design
SWAP = 30_000  # + STRIDE * design given + design taken


_DECKS = (
    *(f"{name} season deck" for name in CLASSES),
    *(f"{name} pool" for name in CLASSES),
    "event deck",
    "enemy deck",
)


def area_text(area: int) -> str:
    """Return the text of an area, such as `north 3`."""
    return f"{BANKS[area // 3]} {area % 3 + 1}"


def deck_text(deck: int) -> str:
    """Return the text of a deck that can be looked at, such as `inn pool`."""
    return _DECKS[deck]


def _fixed() -> Iterator[tuple[int, str]]:
    yield from enumerate(WORDS)
    yield from ((ROLL + side, f"roll {side}") for side in range(1, MOST_ROLL + 1))
    yield from ((TAKE + hits, f"take {hits} hits") for hits in range(MOST_HITS + 1))
    for start, words in ((RAISE, "raise"), (LOWER, "lower")):
        yield from ((start + 8 * z + v, f"{words} a {v} in zone {z + 1}") for z in range(3) for v in range(1, 7))
    yield from ((NUMBER + number, f"number {number}") for number in range(MOST_NUMBER + 1))
    yield from ((AREA + area, f"zone {area_text(area)}") for area in range(AREAS))
    yield from ((DECK + deck, f"deck {deck_text(deck)}") for deck in range(len(_DECKS)))
    for start, words, names in (
        (BANK, "bank", BANKS),
        (BUILDING, "building", BUILDINGS),
        (UNIT, "unit", UNITS),
        (USE_BUILDING, "visit", BUILDINGS),
        (REPAIR, "repair", BUILDINGS),
        (TURN_ARM, "turn the long arm", BANKS),
        (ABILITY, "ability", ABILITY_IDS),
        (CLASS, "class", CLASSES),
        (WIND, "wind", BANKS),
    ):
        yield from ((start + index, f"{words} {name}") for index, name in enumerate(names))


def _of_tables(tables: SiegeTables) -> Iterator[tuple[int, str]]:
    cards = [card.id for card in tables.cards]
    for start, words, names in (
        (HERO, "hero", [hero.id for hero in tables.heroes]),
        (EXCHANGE, "exchange with", [hero.id for hero in tables.heroes]),
        (DEAL_HERO, "deal", [hero.id for hero in tables.heroes]),
        (USE, "play", cards),
        (DISCARD, "discard", cards),
        (CARD, "card", cards),
        (ADD, "add", cards),
        (DISCARD_HELD, "store the card for", cards),
        (USE_HELD, "first play", cards),
        (GIVE, "give", cards),
        (TAKE_CARD, "take", cards),
        (DRAW, "draw", cards),
        (EVENT, "event", [event.id for event in tables.events]),
        (ENEMY, "enemy card", [enemy.id for enemy in tables.enemies]),
        (TOKEN, "token", token_names(tables)),
        (KEEP_TOKEN, "keep", token_names(tables)),
        (KEEP_FACE_DOWN, "keep face down", token_names(tables)),
    ):
        yield from ((start + index, f"{words} {name}") for index, name in enumerate(names))
    for area in range(AREAS):
        yield ATTACK + STRIDE * area, f"attack {area_text(area)}"
        weapons = [(index, card) for index, card in enumerate(tables.cards) if card.is_attack and not card.is_massive]
        yield from (
            (ATTACK + STRIDE * area + index + 1, f"attack {area_text(area)} with {card.id}") for index, card in weapons
        )
        tactics = [(index, card) for index, card in enumerate(tables.cards) if card.is_tactics]
        yield from (
            (TRIGGER + STRIDE * area + index, f"trigger {card.id} in {area_text(area)}") for index, card in tactics
        )
    charges = [(index, card) for index, card in enumerate(tables.cards) if card.is_massive]
    yield from (
        (CHARGE + STRIDE * bank + index, f"flood {BANKS[bank]} with {card.id}")
        for bank in range(4)
        for index, card in charges
    )
    stored = [(index, card.id) for index, card in enumerate(tables.cards) if card.kind <= RED + 1]
    yield from (
        (SWAP + STRIDE * own + other, f"swap {given} for {taken}") for own, given in stored for other, taken in stored
    )


def token_names(tables: SiegeTables) -> list[str]:
    """Return the names of tokens; an ability of two levels has its level after it."""
    ids = [token.id for token in tables.tokens]
    return [f"{token.id}/{token.level + 1}" if ids.count(token.id) > 1 else token.id for token in tables.tokens]


def all_actions(tables: SiegeTables) -> tuple[int, ...]:
    """Return all actions that players or chance can have, in ascending order."""
    return tuple(sorted(texts(tables)))


def texts(tables: SiegeTables) -> dict[int, str]:
    """Return the texts of all actions that players or chance can have, by number."""
    if "texts" not in tables.names:
        found = dict(_fixed()) | dict(_of_tables(tables))
        tables.names["texts"] = found
        tables.names["numbers"] = {text: number for number, text in found.items()}
    names: dict[int, str] = tables.names["texts"]
    return names


def to_text(tables: SiegeTables, action: int) -> str:
    """Return the text of an action.

    Raises:
        InvalidActionError: E701, the number is not an action.
    """
    text = texts(tables).get(action) if not isinstance(action, bool) else None
    if text is None:
        raise InvalidActionError(f"{action!r} is not an action of this game")
    return text


def from_text(tables: SiegeTables, text: str) -> int:
    """Return the action that a text names.

    Args:
        text: The text, as `to_text` returns it.

    Raises:
        InvalidActionError: E701, the text does not name an action.
    """
    texts(tables)
    number: int | None = tables.names["numbers"].get(text)
    if number is None:
        raise InvalidActionError(f"{text!r} is not an action of this game")
    return number
