"""Lay out the table with its pieces: town, four fields, heroes with their cards, events of the season."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cardgen.games.stonewater_weir.engine.state.places import (
    AROUND,
    BANKS,
    BUILDINGS,
    CLASSES,
    DAMAGED,
    HOME,
    LONG_ARM,
    UNIT_COUNT,
    UNITS,
    WALL,
    WHOLE,
)
from cardgen.games.stonewater_weir.engine.state.position import (
    CARD_SLOTS,
    FACE_DOWN_TOKEN,
    LEVELS,
    SEASON_DECK,
    SiegePosition,
)
from cardgen.games.stonewater_weir.engine.town.decks import deck_size
from cardgen.games.stonewater_weir.play import board_places as places
from cardgen.games.stonewater_weir.play.localizer import SiegeLocalizer, is_dead
from cardgen.plugin.rules.pictured import PlacedPiece, SeenSide, TableArea
from cardgen.plugin.rules.tabletop import LineRole

_UNIT: Final = (22.0, 33.0)
_MOST_TETHER: Final = 10
_TOKEN: Final = 20.0
_IN_TOWN: Final = (22.0, 33.7)  # mm of a figure of the town, which overlaps its place a little


def area_place(area: int) -> str:
    """Return the place of a zone of a field."""
    return f"area {area}"


def bank_place(bank: int) -> str:
    """Return the place of a bank: the Long Arm's way to it."""
    return f"bank {bank}"


def building_place(building: int) -> str:
    """Return the place of a building."""
    return f"building {building}"


def hero_place(hero: int) -> str:
    """Return the place of a hero, beside their cards."""
    return f"hero {hero}"


def card_place(hero: int, card: int) -> str:
    """Return the place of a card that a hero stores."""
    return f"card {hero} {card}"


def table_areas(localizer: SiegeLocalizer, position: SiegePosition, player: int, first: int) -> list[TableArea]:
    """Return the table, on which nothing is hidden.

    Args:
        player: The viewer, whose heroes stand first; -1 for none.
    """
    town = TableArea(localizer.say("row_town"), LineRole.PLAIN, tuple(_town(localizer, position)), "town/town")
    heroes = sorted(
        position.order, key=lambda hero: localizer.player_of(position.owner[hero], first) != _name(localizer, player)
    )
    rows = [_hero(localizer, position, hero, player, first) for hero in heroes]
    others = [_events(localizer, position), _decks(localizer, position)]
    fields = [_field(localizer, position, bank) for bank in AROUND]
    return [row for row in (*rows, *others, town, *fields) if row.pieces]


def _name(localizer: SiegeLocalizer, player: int) -> str:
    return localizer.players[player] if player >= 0 else ""


def _hero(localizer: SiegeLocalizer, position: SiegePosition, hero: int, player: int, first: int) -> TableArea:
    owner = localizer.player_of(position.owner[hero], first)
    tables, name = localizer.tables, localizer.heroes[hero]
    id = tables.heroes[hero].id
    role = LineRole.OWN if owner == _name(localizer, player) else LineRole.ALLY
    if is_dead(position, hero):
        dead = PlacedPiece(hero_place(hero), name, f"figures/{id}")
        return TableArea(localizer.say("hero_dead", name=name), role, (dead,))
    strength = tables.heroes[hero].strength + position.strength_tokens[hero]
    tracks = {
        "morale": position.morale[hero],
        "food": position.food[hero],
        "gold": position.gold[hero],
        "lamplight": position.lamplight[hero],
        "strength": strength,
    }
    if position.active == hero:
        tracks["actions"] = position.actions
    numbers = tuple((localizer.say(f"track_{track}"), str(value)) for track, value in tracks.items())
    pieces = [PlacedPiece(hero_place(hero), name, f"figures/{id}")]
    pieces += _cards(localizer, position, hero)
    for level, token in enumerate(position.tokens[LEVELS * hero : LEVELS * (hero + 1)]):
        if token >= 0:
            design = token % FACE_DOWN_TOKEN
            side: SeenSide = "back" if token >= FACE_DOWN_TOKEN else "face"
            ability = f"abilities/{tables.tokens[design].id}"
            pieces.append(PlacedPiece(f"token {hero} {level}", localizer.tokens[design], ability, side=side))
    title = f"{name} ({owner})" if tables.players > 1 else name
    return TableArea(title, role, tuple(pieces), owner=name, numbers=numbers)


def _cards(localizer: SiegeLocalizer, position: SiegePosition, hero: int) -> Iterator[PlacedPiece]:
    """Yield the cards that a hero stores, each design once."""
    slots = [card for card in position.slots[CARD_SLOTS * hero : CARD_SLOTS * (hero + 1)] if card >= 0]
    for card in dict.fromkeys(slots):
        place = card_place(hero, card)
        yield PlacedPiece(place, localizer.cards[card], card_piece(localizer, card), count=slots.count(card))


def card_piece(localizer: SiegeLocalizer, card: int) -> str:
    """Return kind and id of the piece of a resource card: `inn/strong-ale`."""
    rules = localizer.tables.cards[card]
    return f"{CLASSES[rules.group]}/{rules.id}"


def _events(localizer: SiegeLocalizer, position: SiegePosition) -> TableArea:
    pieces = []
    for number, event in enumerate(position.events):
        id, name = position.tables.events[event].id, localizer.events[event]
        pieces.append(PlacedPiece(f"event {number}", name, f"events/{id}"))
    return TableArea(localizer.say("events_of_now"), LineRole.OPPONENT, tuple(pieces))


def _decks(localizer: SiegeLocalizer, position: SiegePosition) -> TableArea:
    pieces = []
    for group, kind in enumerate(CLASSES):
        count = deck_size(position, SEASON_DECK + group)
        if count:
            name = localizer.say(f"class_{group}")
            pieces.append(PlacedPiece(f"season {group}", name, f"{kind}/", side="back", count=count))
    return TableArea(localizer.say("season_decks"), LineRole.PLAIN, tuple(pieces))


def _field(localizer: SiegeLocalizer, position: SiegePosition, bank: int) -> TableArea:
    """Return a field with its enemies."""
    pieces: list[PlacedPiece] = []
    for slot, (x, y) in enumerate(places.SLOTS):
        card = position.enemy_slots[3 * bank + slot]
        if card >= 0:
            name, id = localizer.enemies[card], position.tables.enemies[card].id
            place = f"enemies {bank} {slot}"
            pieces.append(PlacedPiece(place, name, f"enemies/{id}", box=(x, y, *places.SLOT_SIZE)))
    for zone, figures in enumerate(places.FIGURES):
        area = 3 * bank + zone
        pieces.append(PlacedPiece(area_place(area), localizer.area(area), count=0, box=figures))
        pieces += _zone(localizer, position, area)
    if position.undercurrent // 3 == bank:
        name = localizer.say("tether_at", tether=position.tether)
        box = places.tether_box(max(position.tether, 1), _MOST_TETHER, 14.0)
        pieces.append(PlacedPiece("tether", name, "tether/tether", box=box))
    sides = next(field.points for field in localizer.deck.banks if field.id == BANKS[bank])
    side: SeenSide = "face" if sides[0] == position.tables.points[bank] else "back"
    return TableArea(localizer.bank(bank), LineRole.OPPONENT, tuple(pieces), f"banks/{BANKS[bank]}", side=side)


def _zone(localizer: SiegeLocalizer, position: SiegePosition, area: int) -> Iterator[PlacedPiece]:
    """Yield what is in a zone of a field: figures, and tactics cards on their place."""
    found: list[tuple[str, str, str, int]] = []
    if position.runner == area:
        found.append(("runner", localizer.say("the_runner"), "figures/runner", 1))
    if position.undercurrent == area:
        name = localizer.say("tether_at", tether=position.tether)
        found.append(("undercurrent", name, "figures/undercurrent", 1))
    numbers = position.units[UNIT_COUNT * area : UNIT_COUNT * (area + 1)]
    for unit, id in enumerate(UNITS):
        if numbers[unit]:
            name = localizer.units(unit, numbers[unit])
            found.append((f"unit {area} {unit}", name, f"units/{id}", numbers[unit]))
    boxes = places.in_rows(places.FIGURES[area % 3], len(found), *_UNIT)
    for (place, name, piece, count), box in zip(found, boxes, strict=True):
        yield PlacedPiece(place, name, piece, count=count, box=box)
    cards = [(number, design) for number, (at, design, _) in enumerate(position.tactics) if at == area]
    corner = places.TACTICS[area % 3]
    boxes = places.in_rows((*corner, *places.TACTICS_SIZE), len(cards), *places.SLOT_SIZE)
    for (number, design), box in zip(cards, boxes, strict=True):
        yield PlacedPiece(f"tactics {number}", localizer.cards[design], card_piece(localizer, design), box=box)


def _town(localizer: SiegeLocalizer, position: SiegePosition) -> Iterator[PlacedPiece]:
    for bank in range(4):
        x, y = places.turned(places.TOWN / 2, 251, bank)
        yield PlacedPiece(bank_place(bank), localizer.bank(bank), count=0, box=places.around((x, y), 20, 20))
    arm = places.around((places.TOWN / 2, places.TOWN / 2), 60, 60)
    name = localizer.say("town_arm", bank=localizer.bank(position.arm))
    yield PlacedPiece("long arm", name, "long-arm/long-arm", box=arm, turn=90 * position.arm)
    for building in range(len(BUILDINGS)):
        yield from _building(localizer, position, building)
    yield from _figures_of_town(localizer, position)


def _building(localizer: SiegeLocalizer, position: SiegePosition, building: int) -> Iterator[PlacedPiece]:
    """Yield a building as a place, and the tokens of its condition."""
    bank, number = divmod(building, 2)
    name, condition = localizer.building(building), position.buildings[building]
    (x, y), (width, height) = places.BUILDINGS[number], places.BUILDING_SIZE
    centre = places.turned(x + width / 2, y + height / 2, bank)
    upright = (width, height) if bank % 2 == 0 else (height, width)
    yield PlacedPiece(building_place(building), name, count=0, box=places.around(centre, *upright))
    if condition != WHOLE:
        word = localizer.say("damaged" if condition == DAMAGED else "destroyed")
        side: SeenSide = "face" if condition == DAMAGED else "back"
        box = places.around(places.turned(*places.DAMAGED[number], bank), _TOKEN, _TOKEN)
        yield PlacedPiece(f"damage {building}", f"{name}: {word}", "damage/damage", side=side, box=box)
    if position.reinforced[building]:
        count = position.reinforced[building]
        box = places.around(places.turned(*places.REINFORCED[number], bank), _TOKEN, _TOKEN)
        yield PlacedPiece(f"reinforced {building}", f"{name}: +{count}", "reinforced/reinforced", count=count, box=box)


def _figures_of_town(localizer: SiegeLocalizer, position: SiegePosition) -> Iterator[PlacedPiece]:
    """Yield the heroes in the town and on its walls, and the Runner there."""
    stand: dict[int, list[tuple[str, str, str]]] = {}
    for hero in position.order:
        id = localizer.tables.heroes[hero].id
        stand.setdefault(position.place[hero], []).append((f"figure {hero}", localizer.heroes[hero], f"figures/{id}"))
    if position.runner >= HOME:
        name = localizer.say("the_runner")
        stand.setdefault(WALL + position.runner - HOME, []).append(("runner", name, "figures/runner"))
    for place, figures in stand.items():
        for number, (key, name, piece) in enumerate(figures):
            centre = _stand(place, number)
            if centre:
                yield PlacedPiece(key, name, piece, box=places.around(centre, *_IN_TOWN))


def _stand(place: int, number: int) -> tuple[float, float] | None:
    """Return the centre of a figure at a place of the town; None if it is elsewhere."""
    shift = places.FIGURE_STEP * number
    if 0 <= place < WALL:
        x, y = places.HERO_PLACES[place % 2]
        return places.turned(x + shift / 2, y - shift, place // 2)
    if WALL <= place < LONG_ARM:
        x, y = places.WALL
        return places.turned(x + shift * 1.4, y, place - WALL)
    return (places.TOWN / 2 + shift - 8, places.TOWN / 2 + 12) if place == LONG_ARM else None
