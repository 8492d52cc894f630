"""Decisions inside an effect or a step: the pending decision, its legal actions, and what each action does.

A decision is a tuple of whole numbers: its kind, who decides (a player, or CHANCE for a random choice), and further
numbers as the functions that make decisions say.
"""

from __future__ import annotations

from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.battlefield import complete_territories, special_troops
from cardgen.games.attack_the_tower.engine.state.changes import build_base, recruit_troops, remove_units
from cardgen.games.attack_the_tower.engine.state.hands import add_to_hand, discard_card, remove_from_hand, reveal_card
from cardgen.games.attack_the_tower.engine.state.lasting import BUILD
from cardgen.games.attack_the_tower.engine.state.piles import refill_piles, shuffled
from cardgen.games.attack_the_tower.engine.state.position import FORCED, LOSS_COUNT, LOST_SPECIAL, Position
from cardgen.games.attack_the_tower.engine.state.stats import LOYAL, prevented_slots, unit_stats
from cardgen.games.attack_the_tower.engine.state.units import BASE, TROOPS, bases_of, bits
from cardgen.games.attack_the_tower.engine.state.zones import (
    ABILITY_DRAW,
    BASE_DRAW,
    HAND,
    KNOWN,
)
from cardgen.plugin.rules.state import CHANCE

UNITS, CARDS, DRAWS, SEARCH, PLACE, DEAL, UPKEEP, RECRUITS = range(8)
LENGTHS = (6, 6, 4, 7, 5, 6, 2, 4)
"""Number of numbers in a decision of each kind."""

ANY_PILE, ABILITY_PILE, BASE_PILE = range(3)
DISCARD, TAKE = range(2)
RECOVER, BUILD_EMPTY, BUILD_ANY = range(3)
PILES = (ABILITY_DRAW, BASE_DRAW)


# Functions that make decisions; None if there is nothing to decide.


def choose_units(chooser: int, units: int, register: int, limit: int, optional: bool) -> tuple[int, ...] | None:
    """Return the decision to choose units.

    Args:
        chooser: Who chooses: a player or CHANCE.
        units: Set of the units that can be chosen.
        register: Register of the running program that receives the chosen units.
        limit: How many can be chosen.
        optional: Whether fewer may be chosen.
    """
    return (UNITS, chooser, units, register, limit, int(optional)) if units else None


def choose_cards(chooser: int, hand: int, cards: int, count: int, purpose: int) -> tuple[int, ...] | None:
    """Return the decision to choose cards of a hand.

    Args:
        chooser: Who chooses: a player or CHANCE.
        hand: Player whose hand it is.
        cards: Number of the set of designs that can be chosen.
        count: How many cards.
        purpose: DISCARD, or TAKE into the other hand.
    """
    return (CARDS, chooser, hand, cards, count, purpose) if count > 0 else None


def draw_cards(player: int, count: int, pile: int = ANY_PILE) -> tuple[int, ...] | None:
    """Return the decision to draw cards, one by one.

    Args:
        player: Player who draws.
        count: How many cards.
        pile: ANY_PILE, ABILITY_PILE or BASE_PILE.
    """
    return (DRAWS, player, count, pile) if count > 0 else None


def search_zone(chooser: int, zone: int, cards: int, count: int, optional: bool, purpose: int) -> tuple[int, ...]:
    """Return the decision to choose cards of a zone.

    Args:
        chooser: Player who chooses.
        zone: Index of the zone.
        cards: Number of the set of designs that can be chosen.
        count: How many cards.
        optional: Whether fewer may be chosen.
        purpose: RECOVER into the hand, or build: BUILD_EMPTY on empty slots only, BUILD_ANY also over bases.
    """
    return (SEARCH, chooser, zone, cards, count, int(optional), purpose)


def choose_recruits(player: int, bases: int, limit: int) -> tuple[int, ...] | None:
    """Return the decision on which bases to recruit.

    Args:
        player: Player who recruits.
        bases: Set of bases with room.
        limit: Troops on each base.
    """
    return (RECRUITS, player, bases, limit) if bases and limit > 0 else None


def _legal_units(position: Position, decision: tuple[int, ...]) -> list[int]:
    # Of two troops on one base that nothing distinguishes, the upper one is not a choice of its own. For a random
    # choice both count, so that each troop is as likely as any other.
    units = decision[2]
    pairs = (units & (units << 1) & TROOPS) & ~0x555555555 if units & TROOPS and decision[1] != CHANCE else 0
    for unit in bits(pairs):
        if _is_like_lower(position, unit):
            units &= ~(1 << unit)
    picks = [actions.PICK + unit for unit in bits(units)]
    return [*picks, actions.STOP] if decision[5] else picks


def _is_like_lower(position: Position, upper: int) -> bool:
    """Return whether a troop and the lower one of its base are alike in every effect and in damage."""
    damage = position.damage or {}
    if damage.get(upper, 0) != damage.get(upper - 1, 0):
        return False
    frames = (*position.modifiers, *position.delays, *position.stack)
    return all((value >> upper ^ value >> (upper - 1)) & 1 == 0 for frame in frames for value in frame[3:] if value > 0)


def _apply_unit(position: Position, decision: tuple[int, ...], action: int) -> None:
    _, chooser, units, register, limit, optional = decision
    position.decision = None
    if action == actions.STOP:
        return
    bit = 1 << (action - actions.PICK)
    position.stack[-1][register] |= bit
    if limit > 1:
        position.decision = choose_units(chooser, units & ~bit, register, limit - 1, bool(optional))


def _legal_cards(position: Position, decision: tuple[int, ...]) -> list[int]:
    cards = position.match.card_sets[decision[3]]
    hand = dict.fromkeys(position.zones[HAND + decision[2]])
    return [actions.CARD + design for design in hand if design in cards]


def _apply_card(position: Position, decision: tuple[int, ...], action: int) -> None:
    _, chooser, hand, cards, count, purpose = decision
    design = action - actions.CARD
    remove_from_hand(position, hand, design)
    if purpose == TAKE:
        add_to_hand(position, 1 - hand, design)
        reveal_card(position, 1 - hand, design)
        position.check_due = True
    else:
        discard_card(position, design)
    position.change_count += 1
    position.decision = choose_cards(chooser, hand, cards, count - 1, purpose)


def _legal_draws(position: Position, decision: tuple[int, ...]) -> list[int]:
    _, player, _, pile = decision
    if position.match.config.reshuffle:
        refill_piles(position, player)
    both = []
    if position.zones[ABILITY_DRAW + player]:
        both.append(actions.DRAW_ABILITY)
    if position.zones[BASE_DRAW + player]:
        both.append(actions.DRAW_BASE)
    if pile == ANY_PILE:
        return both
    wanted = actions.DRAW_ABILITY if pile == ABILITY_PILE else actions.DRAW_BASE
    if wanted in both:
        return [wanted]
    return both if position.match.config.empty_pile == "other" else []


def _apply_draw(position: Position, decision: tuple[int, ...], action: int) -> None:
    _, player, count, pile = decision
    zone = (ABILITY_DRAW if action == actions.DRAW_ABILITY else BASE_DRAW) + player
    position.decision = draw_cards(player, count - 1, pile)
    if position.match.config.chance == "explicit":
        position.decision = (DEAL, CHANCE, zone, player, count - 1, pile)
        return
    cards = position.zones[zone]
    position.zones[zone] = cards[:-1]
    position.log = (position.log, CHANCE + FORCED, actions.DEAL + cards[-1])
    _receive_card(position, player, cards[-1])


def _receive_card(position: Position, player: int, design: int) -> None:
    add_to_hand(position, player, design)
    if position.turn and position.decision is None:
        position.check_due = True


def _legal_deal(position: Position, decision: tuple[int, ...]) -> list[int]:
    return [actions.DEAL + design for design in sorted(set(position.zones[decision[2]]))]


def _apply_deal(position: Position, decision: tuple[int, ...], action: int) -> None:
    _, _, zone, player, count, pile = decision
    position.decision = draw_cards(player, count, pile)
    design = action - actions.DEAL
    cards = position.zones[zone]
    at = len(cards) - 1 - cards[::-1].index(design)
    position.zones[zone] = cards[:at] + cards[at + 1 :]
    _receive_card(position, player, design)


def _legal_search(position: Position, decision: tuple[int, ...]) -> list[int]:
    _, chooser, zone, cards, _, optional, purpose = decision
    found = [design for design in sorted(set(position.zones[zone])) if design in position.match.card_sets[cards]]
    if purpose != RECOVER and not building_slots(position, chooser, over=purpose == BUILD_ANY):
        return []
    choices = [actions.CARD + design for design in found]
    return [*choices, actions.STOP] if optional and choices else choices


def _apply_search(position: Position, decision: tuple[int, ...], action: int) -> None:
    _, chooser, zone, cards, count, optional, purpose = decision
    position.decision = None
    if action == actions.STOP:
        return
    design = action - actions.CARD
    hand = HAND + chooser
    passes_hand = zone - chooser in PILES  # from a pile to its slot a base passes through the hand, revealed
    if purpose == RECOVER or passes_hand:
        _take_out(position, zone, design)
        add_to_hand(position, chooser, design)
        reveal_card(position, chooser, design)
    elif zone == hand and design not in position.zones[KNOWN + chooser]:  # otherwise it may be the card already known
        reveal_card(position, chooser, design)
    if purpose != RECOVER:
        position.decision = (PLACE, chooser, hand if passes_hand else zone, design, int(purpose == BUILD_ANY))
        return
    position.check_due = True
    if count > 1:
        position.decision = search_zone(chooser, zone, cards, count - 1, bool(optional), purpose)


def _take_out(position: Position, zone: int, design: int) -> None:
    if zone - HAND in (0, 1):
        remove_from_hand(position, zone - HAND, design)
        return
    cards = list(position.zones[zone])
    cards.remove(design)
    # A player who has looked through a pile shuffles it.
    position.zones[zone] = shuffled(position, cards) if zone & ~1 in PILES else tuple(cards)


def building_slots(position: Position, player: int, *, over: bool) -> list[int]:
    """Return the slots on which a player may build.

    The empty slots of one territory are alike, so only the first of them is a choice.

    Args:
        position: Position to read.
        player: Player who builds.
        over: Whether the slots of the player's bases count too, if the settings allow building over bases.

    Returns:
        Empty slots, then slots of bases, without those where building is prevented.
    """
    bases, start = position.bases, 9 * player
    found = []
    for territory in (start, start + 3, start + 6):
        for slot in (territory, territory + 1, territory + 2):
            if bases[slot] < 0:
                found.append(slot)
                break
    if over and position.match.config.build_over:
        found += [slot for slot in range(start, start + 9) if bases[slot] >= 0]
    prevented = prevented_slots(position, player, BUILD)
    return [slot for slot in found if not prevented >> (2 * slot) & 1]


def _legal_place(position: Position, decision: tuple[int, ...]) -> list[int]:
    _, chooser, _, design, over = decision
    return [actions.build_action(design, slot) for slot in building_slots(position, chooser, over=bool(over))]


def _apply_place(position: Position, decision: tuple[int, ...], action: int) -> None:
    design, slot = actions.design_and_slot(action)
    position.decision = None
    _take_out(position, decision[2], design)
    build_base(position, design, slot)


def excess_special_troops(position: Position, player: int) -> int:
    """Return how many special troops that are not loyal a player has beyond their complete territories.

    A negative number says how many more the player could have.

    Args:
        position: Position to read.
        player: The player.
    """
    own = special_troops(position, player)
    if not own:
        return 0
    loyal = sum(1 for _, traits in unit_stats(position, own).values() if traits & LOYAL)
    return own.bit_count() - loyal - complete_territories(position, player)


def _legal_upkeep(position: Position, decision: tuple[int, ...]) -> list[int]:
    own = unit_stats(position, special_troops(position, decision[1]))
    return [actions.PICK + unit for unit, (_, traits) in own.items() if not traits & LOYAL]


def _apply_upkeep(position: Position, decision: tuple[int, ...], action: int) -> None:
    position.decision = None
    remove_units(position, 1 << (action - actions.PICK))
    position.losses[LOSS_COUNT * decision[1] + LOST_SPECIAL] -= 1  # discarded for lack of upkeep, not destroyed
    position.check_due = True


def _legal_recruits(position: Position, decision: tuple[int, ...]) -> list[int]:  # noqa: ARG001, signature of LEGAL
    return [*(actions.PICK + unit for unit in bits(decision[2])), actions.STOP] if decision[2] else []


def _apply_recruit(position: Position, decision: tuple[int, ...], action: int) -> None:
    _, player, bases, limit = decision
    position.decision = None
    if action == actions.STOP:
        return
    slots = 3 << (action - actions.PICK - BASE)
    recruit_troops(position, slots)
    # In ascending order only, so that one choice is not reached in two ways.
    rest = bases & -(2 << (action - actions.PICK))
    if limit > 1:  # one further troop fills the base, so a limit above 2 makes no difference
        rest |= bases_with_room(position, slots)
    position.decision = choose_recruits(player, rest, limit)


def bases_with_room(position: Position, slots: int) -> int:
    """Return the set of bases on some slots that have room for a troop.

    Args:
        position: Position to read.
        slots: Set of slots (both bits).
    """
    return bases_of(slots & position.built & ~(position.troops >> 1))


# By kind of decision: its legal actions (none if the decision has become pointless), and what an action does, which
# leaves the next decision in `position.decision`.
LEGAL = (
    _legal_units,
    _legal_cards,
    _legal_draws,
    _legal_search,
    _legal_place,
    _legal_deal,
    _legal_upkeep,
    _legal_recruits,
)
APPLY = (
    _apply_unit,
    _apply_card,
    _apply_draw,
    _apply_search,
    _apply_place,
    _apply_deal,
    _apply_upkeep,
    _apply_recruit,
)
