"""Ask for decisions inside an effect or a step: the pending decision, its legal actions, their results.

A decision is a tuple of whole numbers: its kind, who decides (a player, or CHANCE for a random choice), and further
numbers as the functions that make decisions say.
"""

from __future__ import annotations

from cardgen.games.attack_the_tower.engine.decisions.piles import (
    apply_looks,
    apply_settle,
    legal_looks,
    legal_settle,
)
from cardgen.games.attack_the_tower.engine.decisions.search import apply_place, apply_search, legal_place, legal_search
from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.battlefield import special_troops
from cardgen.games.attack_the_tower.engine.state.changes import recruit_troops, remove_units
from cardgen.games.attack_the_tower.engine.state.hands import (
    add_to_hand,
    discard_card,
    remove_from_hand,
    reveal_card,
)
from cardgen.games.attack_the_tower.engine.state.piles import refill_piles
from cardgen.games.attack_the_tower.engine.state.position import FORCED, Position
from cardgen.games.attack_the_tower.engine.state.sights import (
    seen_from_top,
    take_top,
    unseen_part,
)
from cardgen.games.attack_the_tower.engine.state.stats import LOYAL, unit_stats
from cardgen.games.attack_the_tower.engine.state.units import BASE, TROOPS, bases_of, bits
from cardgen.games.attack_the_tower.engine.state.zones import (
    ABILITY_DRAW,
    BASE_DRAW,
    HAND,
)
from cardgen.plugin.rules.programs import FIRST_REGISTER
from cardgen.plugin.rules.state import CHANCE

# One by one, since mypyc cannot infer the types of constants from a range while it reads a package and its modules.
UNITS = 0
CARDS = 1
DRAWS = 2
# SEARCH and PLACE follow in `search`, LOOKS and SETTLE in `piles`.
DEAL = 5
UPKEEP = 6
RECRUITS = 7
LOTS = 8
BUDGET = 9
LENGTHS = (6, 6, 4, 7, 5, 6, 2, 4, 5, 5, 7, 5)
"""Number of numbers in a decision of each kind."""

ANY_PILE = 0
ABILITY_PILE = 1
BASE_PILE = 2
DISCARD = 0
TAKE = 1
VOLUNTARY = 2
"""Marks a choice among units that need not be chosen, such as troops that need not be sacrificed."""


# Functions that make decisions; None if there is nothing to decide.


def choose_lot(chooser: int, first: int, count: int, register: int) -> tuple[int, ...]:
    """Return the decision between alternatives, or between the faces of a coin or a die.

    Args:
        chooser: Who chooses: a player or CHANCE.
        first: Action of the first of them: OPTION, HEADS or ROLL of `actions`.
        register: Register of the running program that receives `~number` of the chosen one, from 0; negative, because
            positive registers hold units.
    """
    return (LOTS, chooser, first, count, register)


def choose_within(chooser: int, units: int, register: int, left: int) -> tuple[int, ...] | None:
    """Return the decision to choose any number of units whose power adds up to a limit.

    Args:
        units: Set of the units that can be chosen.
        register: Register of the running program that receives the chosen units.
        left: Highest power that they have in all.
    """
    return (BUDGET, chooser, units, register, left) if units else None


def choose_units(chooser: int, units: int, register: int, limit: int, optional: int) -> tuple[int, ...] | None:
    """Return the decision to choose units.

    Args:
        chooser: Who chooses: a player or CHANCE.
        units: Set of the units that can be chosen.
        register: Register of the running program that receives the chosen units.
        optional: 1 if fewer may be chosen, VOLUNTARY if nobody needs to be; otherwise 0.
    """
    return (UNITS, chooser, units, register, limit, int(optional)) if units else None


def choose_cards(chooser: int, hand: int, cards: int, count: int, purpose: int) -> tuple[int, ...] | None:
    """Return the decision to choose cards of a hand.

    Args:
        chooser: Who chooses: a player or CHANCE.
        cards: Number of the set of designs that can be chosen.
        purpose: DISCARD, or TAKE into the other hand.
    """
    return (CARDS, chooser, hand, cards, count, purpose) if count > 0 else None


def draw_cards(player: int, count: int, pile: int = ANY_PILE) -> tuple[int, ...] | None:
    """Return the decision to draw cards, one by one.

    Args:
        pile: ANY_PILE, ABILITY_PILE or BASE_PILE.
    """
    return (DRAWS, player, count, pile) if count > 0 else None


def choose_recruits(player: int, bases: int, limit: int) -> tuple[int, ...] | None:
    """Return the decision on which bases to recruit."""
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
    """Return whether a troop and the lower one of its base are alike in every effect, in damage and in the battle."""
    damage, fighters = position.damage or {}, position.fighters
    if damage.get(upper, 0) != damage.get(upper - 1, 0) or (fighters >> upper ^ fighters >> (upper - 1)) & 1:
        return False
    frames = (*position.modifiers, *position.delays, *position.stack)
    return all(
        (value >> upper ^ value >> (upper - 1)) & 1 == 0
        for frame in frames
        for value in frame[FIRST_REGISTER:]
        if value > 0
    )


def _apply_unit(position: Position, decision: tuple[int, ...], action: int) -> None:
    _, chooser, units, register, limit, optional = decision
    position.decision = None
    if action == actions.STOP:
        return
    bit = 1 << (action - actions.PICK)
    position.stack[-1][register] |= bit
    if limit > 1:
        position.decision = choose_units(chooser, units & ~bit, register, limit - 1, optional)


def _legal_lots(position: Position, decision: tuple[int, ...]) -> list[int]:
    del position
    return [*range(decision[2], decision[2] + decision[3])]


def _apply_lot(position: Position, decision: tuple[int, ...], action: int) -> None:
    position.decision = None
    position.stack[-1][decision[4]] = ~(action - decision[2])


def _legal_budget(position: Position, decision: tuple[int, ...]) -> list[int]:
    _, chooser, units, register, left = decision
    fitting = 0
    for unit, (power, _) in unit_stats(position, units).items():
        if power <= left:
            fitting |= 1 << unit
    return _legal_units(position, (UNITS, chooser, fitting, register, 0, 1))


def _apply_budget(position: Position, decision: tuple[int, ...], action: int) -> None:
    _, chooser, units, register, left = decision
    position.decision = None
    if action == actions.STOP:
        return
    unit = action - actions.PICK
    ((power, _),) = unit_stats(position, 1 << unit).values()
    position.stack[-1][register] |= 1 << unit
    position.decision = choose_within(chooser, units & ~(1 << unit), register, left - max(power, 0))


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
    if position.match.config.chance == "explicit" and not (position.sights and seen_from_top(position, zone)):
        position.decision = (DEAL, CHANCE, zone, player, count - 1, pile)
        return
    if position.sights:
        design, viewers = take_top(position, zone)
    else:
        cards = position.zones[zone]
        position.zones[zone], design, viewers = cards[:-1], cards[-1], 0
    position.log = (position.log, CHANCE + FORCED, actions.DEAL + design)
    _receive_card(position, player, design)
    if viewers >> (1 - player) & 1:
        reveal_card(position, player, design)


def _receive_card(position: Position, player: int, design: int) -> None:
    add_to_hand(position, player, design)
    if position.turn and position.decision is None:
        position.check_due = True


def _legal_deal(position: Position, decision: tuple[int, ...]) -> list[int]:
    return [actions.DEAL + design for design in sorted(set(unseen_part(position, decision[2])))]


def _apply_deal(position: Position, decision: tuple[int, ...], action: int) -> None:
    _, _, zone, player, count, pile = decision
    position.decision = draw_cards(player, count, pile)
    design = action - actions.DEAL
    cards = position.zones[zone]
    at = len(cards) - 1 - cards[::-1].index(design)
    position.zones[zone] = cards[:at] + cards[at + 1 :]
    _receive_card(position, player, design)


def _legal_upkeep(position: Position, decision: tuple[int, ...]) -> list[int]:
    own = unit_stats(position, special_troops(position, decision[1]))
    return [actions.PICK + unit for unit, (_, traits) in own.items() if not traits & LOYAL]


def _apply_upkeep(position: Position, decision: tuple[int, ...], action: int) -> None:  # noqa: ARG001, signature of APPLY
    position.decision = None
    remove_units(position, 1 << (action - actions.PICK), destroyed=False)  # discarded for lack of upkeep
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
        slots: Set of slots (both bits).
    """
    return bases_of(slots & position.built & ~(position.troops >> 1))


# By kind of decision: its legal actions (none if the decision has become pointless), and what an action does, which
# leaves the next decision in `position.decision`.
LEGAL = (
    _legal_units,
    _legal_cards,
    _legal_draws,
    legal_search,
    legal_place,
    _legal_deal,
    _legal_upkeep,
    _legal_recruits,
    _legal_lots,
    _legal_budget,
    legal_looks,
    legal_settle,
)
APPLY = (
    _apply_unit,
    _apply_card,
    _apply_draw,
    apply_search,
    apply_place,
    _apply_deal,
    _apply_upkeep,
    _apply_recruit,
    _apply_lot,
    _apply_budget,
    apply_looks,
    apply_settle,
)
