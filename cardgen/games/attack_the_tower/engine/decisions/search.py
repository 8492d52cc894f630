"""Decide about cards of a hand or pile that the chooser sees, and where chosen bases are built."""

from __future__ import annotations

from cardgen.games.attack_the_tower.engine.decisions.playing import replayable
from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.changes import build_base
from cardgen.games.attack_the_tower.engine.state.hands import (
    add_to_hand,
    discard_card,
    remove_from_hand,
    reveal_card,
    without_card,
)
from cardgen.games.attack_the_tower.engine.state.lasting import BUILD, FROM_DESTROY, VerbCode
from cardgen.games.attack_the_tower.engine.state.piles import shuffled
from cardgen.games.attack_the_tower.engine.state.position import Position, start_program
from cardgen.games.attack_the_tower.engine.state.sights import BOTH, BOTTOM, TOP, forget, put_on_pile, unseen_part
from cardgen.games.attack_the_tower.engine.state.stats import affected_by, prevented_slots
from cardgen.games.attack_the_tower.engine.state.units import BASE
from cardgen.games.attack_the_tower.engine.state.zones import ABILITY_DRAW, BASE_CARD, BASE_DRAW, HAND, KNOWN, PLAYED

# One by one, since mypyc cannot infer the types of constants from a range while it reads a package and its modules.
SEARCH = 3
PLACE = 4
RECOVER = 0
BUILD_EMPTY = 1
BUILD_ANY = 2
DISCARD_IT = 3
PUT_ON_TOP = 4
PUT_BELOW = 5
PLAY_IT = 6
BUILDS = (BUILD_EMPTY, BUILD_ANY)
PUTS = (PUT_ON_TOP, PUT_BELOW)
PILES = (ABILITY_DRAW, BASE_DRAW)


def search_zone(chooser: int, zone: int, cards: int, count: int, optional: bool, purpose: int) -> tuple[int, ...]:
    """Return the decision to choose cards of a zone.

    Args:
        cards: Number of the set of designs that can be chosen.
        optional: Whether fewer may be chosen.
        purpose: RECOVER into the hand; BUILD_EMPTY on an empty slot, BUILD_ANY also over a base; DISCARD_IT; PUT_ON_TOP
            of the draw pile, or PUT_BELOW; PLAY_IT as an ability.
    """
    return (SEARCH, chooser, zone, cards, count, int(optional), purpose)


def begin_search(position: Position, decision: tuple[int, ...]) -> None:
    """Let a player choose cards of a zone; a draw pile is shuffled, even if they choose none.

    Who looks through a pile shuffles it afterwards. Cards that somebody had seen in it are mixed with the others before,
    which comes to the same.

    Args:
        decision: A decision SEARCH.
    """
    zone = decision[2]
    if zone & ~1 in PILES and len(unseen_part(position, zone)) < len(position.zones[zone]):
        forget(position, zone)
        position.zones[zone] = shuffled(position, position.zones[zone])
    position.decision = decision


def legal_search(position: Position, decision: tuple[int, ...]) -> list[int]:
    """Return the cards that a player can choose from a zone.

    Args:
        decision: A decision SEARCH.
    """
    _, chooser, zone, cards, _, optional, purpose = decision
    designs = position.match.card_sets[cards]
    if purpose == PLAY_IT:
        return [actions.CARD + design for design in replayable(position, chooser, zone, designs)]
    # What is seen of a pile that is searched was chosen from it before.
    held = unseen_part(position, zone) if zone & ~1 in PILES else position.zones[zone]
    found = [design for design in sorted(set(held)) if design in designs]
    if purpose in BUILDS and not _slots_of_ability(position, chooser, over=purpose == BUILD_ANY):
        return []
    start = actions.ARRANGE if _is_secret(zone, chooser) and purpose in PUTS else actions.CARD
    choices = [start + design for design in found]
    return [*choices, actions.STOP] if optional and choices else choices


def _is_secret(zone: int, chooser: int) -> bool:
    """Return whether a player chooses from their own hand."""
    return zone == HAND + chooser


def apply_search(position: Position, decision: tuple[int, ...], action: int) -> None:
    """Do with a chosen card what the search is for.

    Args:
        decision: A decision SEARCH.
    """
    _, chooser, zone, cards, count, optional, purpose = decision
    position.decision = None
    if action == actions.STOP:
        return
    design = action - (actions.ARRANGE if action >= actions.ARRANGE else actions.CARD)
    if purpose in BUILDS:
        _begin_building(position, chooser, zone, design, purpose)
        return
    if purpose == PLAY_IT:
        if zone != PLAYED:
            _take_out(position, zone, design)
            position.zones[PLAYED] += (design,)
        start_program(position, chooser, design)
        return
    if _is_secret(zone, chooser) and purpose in PUTS:
        _leave_hand_unseen(position, chooser, design)
        _put(position, design, purpose, 1 << chooser)
    else:
        _take_out(position, zone, design)
        if purpose == RECOVER:
            add_to_hand(position, chooser, design)
            reveal_card(position, chooser, design)
        elif purpose == DISCARD_IT:
            discard_card(position, design)
        else:
            _put(position, design, purpose, BOTH)
    position.change_count += 1
    position.check_due = True
    if count > 1:
        position.decision = search_zone(chooser, zone, cards, count - 1, bool(optional), purpose)


def _begin_building(position: Position, chooser: int, zone: int, design: int, purpose: int) -> None:
    """Let a player choose where to build a base that they have chosen."""
    hand = HAND + chooser
    passes_hand = zone - chooser in PILES  # from a pile to its slot a base passes through the hand, revealed
    if passes_hand:
        _take_out(position, zone, design)
        add_to_hand(position, chooser, design)
        reveal_card(position, chooser, design)
    elif zone == hand and design not in position.zones[KNOWN + chooser]:  # otherwise it may be the card already known
        reveal_card(position, chooser, design)
    position.decision = (PLACE, chooser, hand if passes_hand else zone, design, int(purpose == BUILD_ANY))


def _put(position: Position, design: int, purpose: int, viewers: int) -> None:
    """Put a card on the draw pile of the army that it belongs to."""
    match = position.match
    zone = (BASE_DRAW if match.kind[design] == BASE_CARD else ABILITY_DRAW) + match.army[design]
    put_on_pile(position, zone, design, TOP if purpose == PUT_ON_TOP else BOTTOM, viewers)


def _leave_hand_unseen(position: Position, player: int, design: int) -> None:
    """Take a card out of a player's hand; the other player no longer knows which cards of its kind are left."""
    kinds = position.match.kind
    position.zones[HAND + player] = without_card(position.zones[HAND + player], design)
    is_base = kinds[design] == BASE_CARD
    known = position.zones[KNOWN + player]
    position.zones[KNOWN + player] = tuple(one for one in known if (kinds[one] == BASE_CARD) != is_base)


def _take_out(position: Position, zone: int, design: int) -> None:
    if zone - HAND in (0, 1):
        remove_from_hand(position, zone - HAND, design)
        return
    is_pile = zone & ~1 in PILES
    cards = list(unseen_part(position, zone) if is_pile else position.zones[zone])
    cards.remove(design)
    if is_pile:  # who has looked through a pile shuffles it, and then puts chosen cards on top
        chosen = position.zones[zone][len(cards) + 1 :]
        position.zones[zone] = (*shuffled(position, cards), *chosen)
    else:
        position.zones[zone] = tuple(cards)


def building_slots(position: Position, player: int, *, over: bool) -> list[int]:
    """Return the slots on which a player may build.

    The empty slots of one territory are alike, so only the first of them is a choice.

    Args:
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


def _slots_of_ability(position: Position, player: int, *, over: bool) -> list[int]:
    """Return the slots on which an ability may build: not over a base that no ability may destroy."""
    safe = affected_by(position, VerbCode.PROTECT, FROM_DESTROY) >> BASE
    return [slot for slot in building_slots(position, player, over=over) if not safe >> (2 * slot) & 1]


def legal_place(position: Position, decision: tuple[int, ...]) -> list[int]:
    """Return the slots on which a chosen base can be built.

    Args:
        decision: A decision PLACE.
    """
    _, chooser, _, design, over = decision
    return [actions.build_action(design, slot) for slot in _slots_of_ability(position, chooser, over=bool(over))]


def apply_place(position: Position, decision: tuple[int, ...], action: int) -> None:
    """Build a chosen base on a slot.

    Args:
        decision: A decision PLACE.
    """
    design, slot = actions.design_and_slot(action)
    position.decision = None
    _take_out(position, decision[2], design)
    build_base(position, design, slot)
