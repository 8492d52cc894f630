"""Estimate what each action of a hero is worth to a good team, by rules of thumb."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from cardgen.games.stonewater_weir.engine.combat.hero_attack import AttackNumbers, attack_numbers
from cardgen.games.stonewater_weir.engine.combat.hits import useful_hits
from cardgen.games.stonewater_weir.engine.state import actions
from cardgen.games.stonewater_weir.engine.state.places import (
    COUNTING_HOUSE,
    DESTROYED,
    FISH_MARKET,
    FORGE_HALL,
    GRANARY,
    LAMP_HOUSE,
    LONG_ARM,
    OTTER_INN,
    RAIN_TOWER,
    UNDERCROFT,
    UNIT_COUNT,
    WALL,
    WHOLE,
    WRECKBACK,
    Z3,
)
from cardgen.games.stonewater_weir.engine.state.position import CARD_SLOTS, LEVELS, SEASON_DECK, SiegePosition
from cardgen.games.stonewater_weir.engine.town.decks import deck_size
from cardgen.games.stonewater_weir.engine.turn.options import next_level
from cardgen.games.stonewater_weir.play.threats import (
    assault_hits,
    bank_hits,
    food_due,
    is_deadly,
    open_walls,
    worth_of_hits,
    worth_of_units,
)

ARM_STRENGTH = 4
MORALE_WORTH = 0.45
"""What a point of morale is worth to a hero who has little; less to others."""
MUST_MAN, MAY_MAN = 9.0, 2.0
"""What it is worth to end on a wall that nobody else will man, or that somebody else still can."""
MAKE_ROOM = 25.0
"""What it is worth to leave the Long Arm to the next hero while the Undercurrent is in its reach."""
TURN_TO_UNDERCURRENT = 7.0
"""What it is worth to turn the Long Arm to the Undercurrent, which it reaches in the first round only."""
EXCHANGE_WORTH = -0.5
DISCARD_WORTH = -20.0
"""A card that a hero draws can take the place of a stored one, so nothing is won by discarding one before."""
LOW_MORALE, ENOUGH_MORALE = 4, 8
CARD_WORTH: Final = {OTTER_INN: 1.15, FISH_MARKET: 1.2, RAIN_TOWER: 1.25, FORGE_HALL: 1.45}
"""What a card of each building is worth to a hero who has room for it."""
GROUPS: Final = {OTTER_INN: 0, FISH_MARKET: 1, RAIN_TOWER: 2, FORGE_HALL: 3}


class TurnView:
    """The view of the hero whose turn it is: which walls are open, and whether this is their last action.

    Attributes:
        is_last: Whether the hero has one action left.
        open: Banks whose walls nobody who has acted mans.
        must_man: Whether too few heroes are left to man all of them.
        free_slots: Number of empty card slots.
        worth: What it is worth to destroy each unit.
    """

    __slots__ = ("_attacks", "free_slots", "hero", "is_last", "must_man", "open", "position", "worth")

    def __init__(self, position: SiegePosition, hero: int) -> None:
        self.position = position
        self.hero = hero
        self.is_last = position.actions + position.arm_actions <= 1
        self.worth = worth_of_units(position)
        self.open = open_walls(position, hero)
        self.must_man = len(self.open) > len(position.queue)
        start = CARD_SLOTS * hero
        held = sum(card >= 0 for card in position.slots[start : start + CARD_SLOTS])
        self.free_slots = len(position.tables.heroes[hero].slots) - held
        self._attacks: dict[tuple[int, int], AttackNumbers] = {}

    def attack_numbers(self, area: int, card: int) -> AttackNumbers:
        """Return the numbers of an attack, which are the same on all banks.

        Args:
            card: Design of the card declared; -1: none.
        """
        key = (area % 3, card)
        found = self._attacks.get(key)
        if found is None:
            found = self._attacks[key] = attack_numbers(self.position, self.hero, area, (card,) if card >= 0 else ())
        return found

    def worth_of_place(self, place: int) -> float:
        """Return what it is worth that the hero ends the turn in a place."""
        position, hero = self.position, self.hero
        if place == LONG_ARM:
            heavy = sum(position.units[3 * UNIT_COUNT * bank + 2 * UNIT_COUNT + WRECKBACK] for bank in range(4))
            is_blocked = position.undercurrent == 3 * position.arm + Z3 and position.queue
            value = -0.4 * heavy - (2.0 if is_deadly(position, hero, heavy) else 0.0)
            return value - (MAKE_ROOM if is_blocked else 0.0)
        bank = place // 2 if place < WALL else place - WALL
        hits = bank_hits(position, bank) if place >= 0 else 0
        value = 0.0
        if place >= WALL:
            hits += assault_hits(position, bank)
            if bank in self.open:
                value += MUST_MAN if self.must_man else MAY_MAN
        if hits:
            value -= 0.25 * hits + (2.5 if is_deadly(position, hero, hits) else 0.0)
        return value


def best_action(position: SiegePosition, hero: int, options: Sequence[int], noise: Callable[[], float]) -> int:
    """Return the action that the rules of thumb like best.

    Args:
        noise: Returns random numbers from 0 to 1, which decide between equals.
    """
    view = TurnView(position, hero)
    stay = view.worth_of_place(position.place[hero])
    return max((worth_of(view, action, stay) + 0.05 * noise(), action) for action in options)[1]


def rank_actions(
    position: SiegePosition, hero: int, options: Sequence[int], noise: Callable[[], float]
) -> list[tuple[float, int]]:
    """Return the actions with what they are worth, the best first."""
    view = TurnView(position, hero)
    stay = view.worth_of_place(position.place[hero])
    return sorted(((worth_of(view, action, stay) + 0.05 * noise(), action) for action in options), reverse=True)


def worth_of(view: TurnView, action: int, stay: float) -> float:
    """Return what an action is worth.

    Args:
        stay: What it is worth to end the turn where the hero is.
    """
    if action == actions.END_TURN:
        return stay if view.is_last else 0.0
    if actions.USE <= action < actions.DISCARD:
        return _use(view, action - actions.USE, stay)
    if actions.DISCARD <= action < actions.CARD:
        return DISCARD_WORTH
    if actions.ABILITY <= action < actions.DECK:
        return 20.0
    value, place = _action(view, action)
    return value + view.worth_of_place(place) if view.is_last else value


def _action(view: TurnView, action: int) -> tuple[float, int]:
    """Return what an action is worth by itself, and where the hero is afterwards."""
    if action == actions.LEARN:
        return _learn(view), LAMP_HOUSE
    if action == actions.SHOOT:
        return _shoot(view, view.position.arm), LONG_ARM
    if action < actions.ATTACK:
        for start, end, value_of in _RANGES:
            if start <= action < end:
                return value_of(view, action - start)
    elif action < actions.CHARGE:
        return _attack_at(view, action - actions.ATTACK)
    elif action < actions.USE:
        return _charge_at(view, action - actions.CHARGE)
    return EXCHANGE_WORTH, view.position.place[view.hero]


def _attack_at(view: TurnView, rest: int) -> tuple[float, int]:
    area, design = divmod(rest, actions.STRIDE)
    return _attack(view, area, design - 1), WALL + area // 3


def _charge_at(view: TurnView, rest: int) -> tuple[float, int]:
    bank, design = divmod(rest, actions.STRIDE)
    return _charge(view, bank, design), WALL + bank


_RANGES: Final = (
    (actions.USE_BUILDING, actions.REPAIR, lambda view, building: (_visit(view, building), building)),
    (actions.REPAIR, actions.TURN_ARM, lambda view, building: (_repair(view), building)),
    (actions.TURN_ARM, actions.EXCHANGE, lambda view, bank: (_turn(view, bank), LONG_ARM)),
)
"""Ranges of actions below attacks, each with the function that returns what its actions are worth, and where they lead."""


def _morale(position: SiegePosition, hero: int, gain: float) -> float:
    morale = position.morale[hero]
    if morale >= position.tables.morale[1]:
        return 0.0
    factor = 1.6 if morale <= LOW_MORALE else 1.0 if morale < ENOUGH_MORALE else 0.4
    return MORALE_WORTH * factor * gain


def _attack(view: TurnView, area: int, card: int) -> float:
    position, hero = view.position, view.hero
    dice, target, strength = view.attack_numbers(area, card)
    useful = useful_hits(position, area, strength)
    if not useful:
        return -1.0
    chance = (7 - target) / 6
    miss = (1 - chance) ** dice
    hits = min(dice * chance, useful - (1 - chance) * 0.3 if useful < dice else useful)
    value = worth_of_hits(position, view.worth, area, hits, strength) + _morale(position, hero, 1 - miss)
    if card >= 0:
        rules = position.tables.cards[card]
        value -= 0.3 * rules.cost
        if rules.kind:  # it goes away
            value -= 0.9
    return value


def _charge(view: TurnView, bank: int, card: int) -> float:
    position = view.position
    rules = position.tables.cards[card]
    value = -0.3 * rules.cost - 1.6 + _morale(position, view.hero, rules.morale)
    for zone in rules.zones:
        area = 3 * bank + zone
        useful = useful_hits(position, area, rules.value)
        hits = rules.dice * (7 - rules.target) / 6
        if position.runner == area and hits > useful:
            return -9.0
        value += worth_of_hits(position, view.worth, area, min(hits, useful), rules.value)
    return value


def _visit(view: TurnView, building: int) -> float:
    position, hero = view.position, view.hero
    if building in CARD_WORTH:
        if not deck_size(position, SEASON_DECK + GROUPS[building]):
            return -0.5
        return CARD_WORTH[building] * (1.0 if view.free_slots else 0.45)
    if building in (GRANARY, LAMP_HOUSE):
        gain = 2.0 if building == GRANARY else 1.0
        value = _food(view, gain)
        if building == LAMP_HOUSE and position.lamplight[hero] < position.tables.lamplight[1]:
            value += 0.6
        return value
    if building == COUNTING_HOUSE:
        room = position.tables.gold[1] - position.gold[hero]
        needed = 2 if any(state != WHOLE for state in position.buildings) else 1
        return (0.9 if position.gold[hero] < needed else 0.4) * min(room, 2) / 2
    assert building == UNDERCROFT
    return 0.9 if view.free_slots else 0.5


def _food(view: TurnView, gain: float) -> float:
    """Return what food is worth: much if the hero cannot pay at the end of the season, some for learning."""
    position, hero = view.position, view.hero
    food, due = position.food[hero], food_due(position)
    room = position.tables.food[1] - food
    if room <= 0:
        return 0.0
    missing = due - food
    if missing > 0:
        rounds = 3 - (position.round - 1) % 3
        return 6.0 * min(gain, missing) / rounds
    level = next_level(position, hero)
    price = position.tables.heroes[hero].food[level] if level < LEVELS else 0
    return 0.5 * min(gain, room) if price and food < due + price else 0.1


def _repair(view: TurnView) -> float:
    position = view.position
    lost = position.buildings.count(DESTROYED)
    return 0.6 + 0.8 * lost + _morale(position, view.hero, 2.0)


def _learn(view: TurnView) -> float:
    position, hero = view.position, view.hero
    level = next_level(position, hero)
    left = position.food[hero] - position.tables.heroes[hero].food[level]
    return 2.6 if left >= food_due(position) else 1.2 if (position.round - 1) % 3 == 0 else -1.0


def _shoot(view: TurnView, bank: int) -> float:
    position, area = view.position, 3 * bank + Z3
    useful = useful_hits(position, area, ARM_STRENGTH)
    is_under = position.undercurrent == area
    faces = position.tables.arm
    mean = sum(face for face in faces if face > 0) / len(faces) + (
        0.6 if is_under and position.lamplight[view.hero] else 0.0
    )
    hits = min(mean, 0.75 * useful)
    if position.runner == area and useful <= 2:
        return -2.0
    return worth_of_hits(position, view.worth, area, hits, ARM_STRENGTH) + _morale(position, view.hero, 0.66)


def _turn(view: TurnView, bank: int) -> float:
    position = view.position
    if view.is_last and not position.queue:
        return -1.0
    if position.undercurrent == 3 * position.arm + Z3:
        return -2.0
    if position.undercurrent == 3 * bank + Z3:
        return TURN_TO_UNDERCURRENT
    return (0.35 if view.is_last else 0.55) * _shoot(view, bank) - 0.7


def _use(view: TurnView, card: int, stay: float) -> float:
    """Return what the use of a card outside of attacks is worth; cards wait for a moment in which they help."""
    position = view.position
    rules = position.tables.cards[card]
    if rules.is_tactics:
        zones = rules.zones or (0, 1, 2)
        most = max(worth_of_hits(position, view.worth, 3 * bank + zone, 3.0, 3) for bank in range(4) for zone in zones)
        value = most - 2.6
    else:
        value = 1.5 + 0.3 * min(rules.morale, 3) - 0.2 * rules.cost
        if rules.morale > 0 and position.morale[view.hero] >= ENOUGH_MORALE:
            value -= 0.8
    if rules.costs_action:
        return value + (stay if view.is_last else 0.0)
    return 10.0 + value if value > 0 else -5.0
