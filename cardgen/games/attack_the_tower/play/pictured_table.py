"""Lay out the table with its pieces: both boards, and beside them the hands and the abilities of this turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from cardgen.games.attack_the_tower.board_plan import CLEARANCE, BoardPlan, plan_board
from cardgen.games.attack_the_tower.engine.state.hands import count_hand
from cardgen.games.attack_the_tower.engine.state.phase import PALACE_BATTLE
from cardgen.games.attack_the_tower.engine.state.position import Match, Position
from cardgen.games.attack_the_tower.engine.state.stats import BASE_POWER, PALACE_POWER, TRAIT_BITS, unit_stats
from cardgen.games.attack_the_tower.engine.state.units import BASE, PALACE, SPECIAL, TERRITORY, slot_of
from cardgen.games.attack_the_tower.engine.state.zones import (
    ABILITY_DISCARD,
    ABILITY_DRAW,
    BASE_CARD,
    BASE_DISCARD,
    BASE_DRAW,
    HAND,
    KNOWN,
    PALACE_ZONE,
    PLAYED,
)
from cardgen.games.attack_the_tower.play.localizer import Localizer
from cardgen.games.attack_the_tower.play.table_view import power_text
from cardgen.geometry.units import Rect, Size
from cardgen.plugin.rules.pictured import PlacedPiece, TableArea
from cardgen.plugin.rules.tabletop import LineRole

_PALACE: Final = 3  # the group of the special troops in an attack, and the site after the three territories
_SWORDS: Final = "\u2694\ufe0e"  # as text, not as a picture
_PILES: Final = {
    "ability_draw": ABILITY_DRAW,
    "base_draw": BASE_DRAW,
    "ability_discard": ABILITY_DISCARD,
    "base_discard": BASE_DISCARD,
}


def piece_of(match: Match, design: int) -> str:
    """Return kind and id of the piece of a design: `bases/dojo`."""
    army = match.army[design]
    deck, at = match.armies[army], design - match.army.index(army)
    is_base = match.kind[design] == BASE_CARD
    return f"bases/{deck.bases[at].id}" if is_base else f"abilities/{deck.abilities[at - len(deck.bases)].id}"


def place_of_unit(unit: int) -> str:
    """Return the place of a unit on the table."""
    if unit >= SPECIAL:
        return special_place(unit & 1, (unit - SPECIAL) >> 1)
    if unit >= PALACE:
        return palace_place(unit - PALACE)
    if unit >= TERRITORY:
        return territory_place(unit - TERRITORY)
    return slot_place(slot_of(unit)) if unit >= BASE else f"troops {slot_of(unit)}"


def slot_place(slot: int) -> str:
    """Return the place of a base, 0 to 17."""
    return f"slot {slot}"


def territory_place(territory: int) -> str:
    """Return the place of a territory, 0 to 5."""
    return f"territory {territory}"


def palace_place(player: int) -> str:
    """Return the place of a palace."""
    return f"palace {player}"


def special_place(player: int, number: int) -> str:
    """Return the place of a special troop.

    Args:
        number: Number of the troop, from 0.
    """
    return f"special {player} {number}"


def hand_place(player: int, design: int) -> str:
    """Return the place of a card in a hand."""
    return f"hand {player} {design}"


def pile_place(player: int, pile: str) -> str:
    """Return the place of a pile of a player.

    Args:
        pile: One of `ability_draw`, `base_draw`, `ability_discard` and `base_discard`.
    """
    return f"{pile} {player}"


def table_areas(localizer: Localizer, position: Position, player: int, card: Size) -> list[TableArea]:
    """Return the table: the viewer's hand and board last, the opponent's first.

    Args:
        player: The viewer, 0 or 1; -1 sees both hands from the side of player 0.
    """
    below, plan = max(player, 0), plan_board(card)
    areas = [_hand(localizer, position, 1 - below, player)]
    areas += [_board(localizer, position, one, player, plan) for one in (1 - below, below)]
    if position.zones[PLAYED]:
        cards = tuple(_card(localizer, design, f"played {at}") for at, design in enumerate(position.zones[PLAYED]))
        areas.append(TableArea(localizer.say("played", cards="").rstrip(": "), LineRole.PLAIN, cards))
    areas.append(_hand(localizer, position, below, player))
    return [area for area in areas if area.pieces]


def _role(player: int, viewer: int) -> LineRole:
    return LineRole.OWN if player == max(viewer, 0) else LineRole.OPPONENT


def _hand(localizer: Localizer, position: Position, player: int, viewer: int) -> TableArea:
    """Return a hand; of one that the viewer may not see, the cards that they know, and how many there are of each kind."""
    zones, hidden = position.zones, viewer not in (-1, player)
    cards = Counter(zones[KNOWN + player] if hidden else zones[HAND + player])
    pieces = [_card(localizer, design, hand_place(player, design), count) for design, count in cards.items()]
    for kind, is_base in (("abilities", False), ("bases", True)) if hidden else ():
        known = sum((localizer.match.kind[design] == BASE_CARD) == is_base for design in zones[KNOWN + player])
        count = count_hand(position, player, bases=is_base) - known
        if count:
            name = localizer.say(f"unseen_{kind}", count=count)
            pieces.append(PlacedPiece(f"unseen {kind} {player}", name, f"{kind}/", player, "back", count))
    title = localizer.say("your_hand", player=localizer.players[player]).rstrip(": ")
    return TableArea(title, _role(player, viewer), tuple(pieces))


def _card(localizer: Localizer, design: int, place: str, count: int = 1, box: Rect | None = None) -> PlacedPiece:
    match = localizer.match
    at = _box(box) if box else None
    return PlacedPiece(place, localizer.cards[design], piece_of(match, design), match.army[design], count=count, box=at)


def _board(localizer: Localizer, position: Position, player: int, viewer: int, plan: BoardPlan) -> TableArea:
    pieces = [
        *_territories(localizer, position, player, plan),
        *_palace(localizer, position, player, plan),
        *_piles(localizer, position, player, plan),
    ]
    title = localizer.players[player]
    return TableArea(title, _role(player, viewer), tuple(pieces), "board/board", player)


def _territories(localizer: Localizer, position: Position, player: int, plan: BoardPlan) -> Iterator[PlacedPiece]:
    for territory in plan.territories:
        number = 3 * player + territory.number - 1
        name = f"{localizer.area(territory.number - 1)}, {localizer.players[player]}"
        yield _in_battle(localizer, position, _empty(territory_place(number), name, territory.title))
    for number, slot in enumerate(slot for territory in plan.territories for slot in territory.slots):
        place = 9 * player + number
        yield _base(localizer, position, place, _inner(slot.box))
        troops = _troops(localizer, position, place, slot.counter)
        if troops:
            yield troops


def _in_battle(localizer: Localizer, position: Position, area: PlacedPiece) -> PlacedPiece:
    """Return a territory or a palace with a sign if it attacks or is attacked."""
    if position.group < 0:
        return area
    attacker, site = position.active, _PALACE if position.stage == PALACE_BATTLE else position.site
    for player, number, sign in ((attacker, position.group, "attacks"), (1 - attacker, site, "attacked")):
        if area.place == (palace_place(player) if number == _PALACE else territory_place(3 * player + number)):
            meaning = f"{_SWORDS}: {localizer.say(f'sign_{sign}')}"
            return replace(area, note=f"{area.note} {_SWORDS}".strip(), meaning=f"{area.meaning} {meaning}".strip())
    return area


def _base(localizer: Localizer, position: Position, slot: int, box: Rect) -> PlacedPiece:
    design = position.bases[slot]
    if design < 0:
        return _empty(slot_place(slot), localizer.in_slot(localizer.say("empty_slot"), slot), box)
    unit = BASE + 2 * slot
    power = unit_stats(position, 1 << unit)[unit][0]
    note = power_text(position, unit, power, 0)
    card = _card(localizer, design, slot_place(slot), box=box)
    shown = replace(card, name=localizer.in_slot(card.name, slot))
    return shown if note == str(BASE_POWER) else _noted(localizer, position, shown, {unit: (power, 0)})


def _noted(
    localizer: Localizer, position: Position, piece: PlacedPiece, units: Mapping[int, tuple[int, int]]
) -> PlacedPiece:
    """Return a piece with the power, traits and damage of its units, each sign with what it means.

    Args:
        units: Power and traits of each unit, as `unit_stats` returns them.
    """
    signs: dict[str, str] = {}
    notes = []
    for unit, (power, traits) in units.items():
        notes.append(power_text(position, unit, power, traits))
        damage = (position.damage or {}).get(unit, 0)
        words = [localizer.say("sign_power", power=power)]
        words += [localizer.say(f"sign_{name}") for name in ("initiative", "artillery") if traits & TRAIT_BITS[name]]
        words += [localizer.say("sign_damage", damage=damage)] if damage else []
        signs[notes[-1]] = f"{notes[-1]}: {', '.join(words)}."
    return replace(piece, note=" ".join(notes), meaning=" ".join(signs.values()))


def _troops(localizer: Localizer, position: Position, slot: int, box: Rect) -> PlacedPiece | None:
    """Return the counter of the troops of a base, which shows one troop on its face and two on its back."""
    found = unit_stats(position, position.troops & 3 << (2 * slot))
    if not found:
        return None
    name = localizer.in_slot(localizer.troops[position.bases[slot]], slot)
    piece = PlacedPiece(
        f"troops {slot}",
        name,
        "counters/counter",
        slot // 9,
        "back" if len(found) > 1 else "face",
        box=_box(box),
    )
    return _noted(localizer, position, piece, found)


def _palace(localizer: Localizer, position: Position, player: int, plan: BoardPlan) -> Iterator[PlacedPiece]:
    damage = (position.damage or {}).get(PALACE + player, 0)
    name = f"{localizer.say('palace')}, {localizer.players[player]}"
    palace = _empty(palace_place(player), name, plan.palace.title)
    if damage:
        palace = _noted(localizer, position, replace(palace, count=1), {PALACE + player: (PALACE_POWER, 0)})
    yield _in_battle(localizer, position, palace)
    places = plan.palace.places
    for number, design in enumerate(position.zones[PALACE_ZONE + player]):
        unit = SPECIAL + 2 * number + player
        inner = _inner(places[number % len(places)])
        shown = _card(localizer, design, special_place(player, number), box=inner)
        yield _noted(localizer, position, shown, unit_stats(position, 1 << unit))


def _piles(localizer: Localizer, position: Position, player: int, plan: BoardPlan) -> Iterator[PlacedPiece]:
    boxes = {pile.name: _inner(pile.box) for pile in plan.piles}
    for pile, zone in _PILES.items():
        cards, box = position.zones[zone + player], boxes[pile]
        place, name = pile_place(player, pile), f"{localizer.say(f'pile_{pile}')}, {localizer.players[player]}"
        if not cards:
            yield _empty(place, name, box)
        elif pile.endswith("draw"):
            kind = "abilities/" if zone == ABILITY_DRAW else "bases/"
            yield PlacedPiece(place, name, kind, player, "back", len(cards), box=_box(box))
        else:
            top = _card(localizer, cards[-1], place, len(cards), box)
            yield replace(top, name=f"{name}: {top.name}")


def _empty(place: str, name: str, box: Rect) -> PlacedPiece:
    return PlacedPiece(place, name, box=_box(box), count=0)


def _inner(box: Rect) -> Rect:
    """Return the card in a place that leaves clearance around it."""
    return Rect(box.x + CLEARANCE, box.y + CLEARANCE, box.width - 2 * CLEARANCE, box.height - 2 * CLEARANCE)


def _box(box: Rect) -> tuple[float, float, float, float]:
    return box.x, box.y, box.width, box.height
