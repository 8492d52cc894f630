"""Compile a deck to the tables of the rules."""

from __future__ import annotations

from cardgen.games.stonewater_weir.constants import (
    BANKS,
    CLASSES,
    HEROES,
    ROLES,
    SEASONS,
    UNITS,
)
from cardgen.games.stonewater_weir.engine.effects.compile import compile_card, compile_event
from cardgen.games.stonewater_weir.engine.settings import SiegeSettings
from cardgen.games.stonewater_weir.engine.state.abilities import BITS
from cardgen.games.stonewater_weir.engine.state.places import (
    INSTANT,
    ORANGE,
    PERMANENT,
    RED,
    TWO_POINT_BANKS,
)
from cardgen.games.stonewater_weir.engine.state.tables import (
    FOOD_LINE,
    GOLD_LINE,
    CardRules,
    EnemyRules,
    EventRules,
    HeroRules,
    SiegeTables,
    SlotRules,
    TokenRules,
)
from cardgen.games.stonewater_weir.schema import EnemyCard, Hero, ResourceCard, ResourceSlot, WeirDeck

_COLORS = {"red": RED, "orange": ORANGE}
_ARM_FACES = {"miss": 0, "jam": -1}
_LINES = {name: group for group, name in enumerate(CLASSES)} | {"gold": GOLD_LINE, "food": FOOD_LINE}


def compile_deck(deck: WeirDeck, settings: SiegeSettings | None = None, players: int = 1) -> SiegeTables:
    """Compile a deck to the tables of the rules.

    Args:
        settings: Rulings; None: the defaults.
        players: Number of players, 1 to 6.
    """
    settings = settings or SiegeSettings()
    party = next(party for party in deck.players if party.players == players)
    dice = {die.id: die.faces for die in deck.dice}
    tracks = deck.tracks
    return SiegeTables(
        settings=settings,
        players=players,
        hero_count=settings.solo_heroes if players == 1 else party.heroes,
        points=points_of_fields(party.points + settings.more_points),
        cards=tuple(_card(card, group) for group, name in enumerate(CLASSES) for card in getattr(deck, name)),
        enemies=tuple(_enemy(card) for card in deck.enemies),
        events=tuple(
            EventRules(event.id, event.value, event.duration == "season", event.copies, *compile_event(event))
            for event in deck.events
        ),
        tokens=tuple(
            TokenRules(token.id, BITS.get(token.id, 0), token.level - 1, token.copies) for token in deck.abilities
        ),
        heroes=tuple(_hero(hero) for name in HEROES for hero in deck.heroes if hero.id == name),
        figures=tuple(next(unit.copies for unit in deck.units if unit.id == name) for name in UNITS),
        morale=(tracks.morale.start, tracks.morale.max),
        food=(tracks.food.start, tracks.food.max),
        gold=(tracks.gold.start, tracks.gold.max),
        lamplight=(tracks.lamplight.start, tracks.lamplight.max),
        supplies=party.supplies,
        yellow=tuple(face for face in dice["yellow"] if isinstance(face, int)),
        arm=tuple(face if isinstance(face, int) else _ARM_FACES[face] for face in dice["arm"]),
        smuggling=_smuggling(deck),
    )


def points_of_fields(points: int) -> tuple[int, ...]:
    """Return the number of spawning points on each field, by bank: as many fields as needed show their second side.

    Args:
        points: Number of spawning points on all fields, 4 to 8; no field has more than two.
    """
    second = TWO_POINT_BANKS[: points - len(BANKS)]
    return tuple(2 if bank in second else 1 for bank in range(len(BANKS)))


def _card(card: ResourceCard, group: int) -> CardRules:
    attack = card.attack
    kind = {"permanent": PERMANENT, "instant": INSTANT}.get(card.type)
    zones = attack.zones if attack is not None else card.zones
    return CardRules(
        id=card.id,
        group=group,
        kind=_COLORS[card.color or "red"] if kind is None else kind,
        copies=card.copies,
        cost=card.cost,
        morale=card.morale,
        is_attack=attack is not None,
        is_massive=attack is not None and attack.massive,
        value=-1 if attack is None or attack.value is None else attack.value,
        bonus=(attack.bonus or 0) if attack is not None else 0,
        dice=(attack.dice or 0) if attack is not None else 0,
        target=(attack.target or 0) if attack is not None else 0,
        zones=tuple(zone - 1 for zone in sorted(zones)),
        is_tactics=card.tactics,
        costs_action=card.action,
        phases=card.stays,
        **compile_card(card)._asdict(),
    )


def _enemy(card: EnemyCard) -> EnemyRules:
    role = ROLES.index(card.unit)
    return EnemyRules(
        card.id, role, card.copies, tuple(_spawn(role, getattr(card.spawn, season)) for season in SEASONS)
    )


def _spawn(role: int, due: int | str) -> tuple[int, int]:
    """Return role and number of units; the name of a role is one unit of it."""
    return (ROLES.index(due), 1) if isinstance(due, str) else (role, due)


def _hero(hero: Hero) -> HeroRules:
    bits = 0
    for ability in hero.abilities:
        bits |= BITS[ability]
    food = tuple(slot.food for slot in sorted(hero.learning, key=lambda slot: slot.level))
    return HeroRules(hero.id, hero.strength, bits, tuple(_slot(slot) for slot in hero.slots), food)


def _slot(slot: ResourceSlot) -> SlotRules:
    kinds = [PERMANENT] if slot.type == "permanent" else [_COLORS[color] for color in slot.colors or ("red", "orange")]
    return SlotRules(frozenset((CLASSES.index(name), kind) for name in slot.classes for kind in kinds))


def _smuggling(deck: WeirDeck) -> tuple[int, ...]:
    lines = {building.number: building.line for building in deck.buildings}
    return tuple(_LINES[lines[number] or "gold"] for number in range(1, 7))
