"""What must be decided inside an effect or a step: the open question, its answers, and what an answer does.

A question is a tuple of numbers: kind, who decides (CHANCE: by lot), and the rest as the makers below say.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.games.attack_the_tower.engine.state import actions
from cardgen.games.attack_the_tower.engine.state.lasting import BUILD
from cardgen.games.attack_the_tower.engine.state.position import Position
from cardgen.games.attack_the_tower.engine.state.stats import LOYAL, barred_slots, profiles
from cardgen.games.attack_the_tower.engine.state.units import BASE, TROOPS, bases_of, bits
from cardgen.games.attack_the_tower.engine.state.zones import (
    ABILITY_DISCARD,
    ABILITY_DRAW,
    BASE_CARD,
    BASE_DISCARD,
    BASE_DRAW,
    FORCED,
    HAND,
    KNOWN,
    LOST,
    LOST_SPECIAL,
)
from cardgen.plugin.rules.state import CHANCE

UNITS, CARDS, DRAWS, SEARCH, PLACE, DEAL, UPKEEP, RECRUITS = range(8)
LENGTHS = (6, 6, 4, 7, 5, 6, 2, 4)  # how many numbers each has
ANY_PILE, ABILITY_PILE, BASE_PILE = range(3)
DISCARD, TAKE = range(2)
RECOVER, BUILD_EMPTY, BUILD_ANY = range(3)
PILES = (ABILITY_DRAW, BASE_DRAW)


# Kinds of question. Each maker gives the tuple, None if there is nothing to decide.


def units(chooser: int, mask: int, register: int, most: int, optional: bool) -> tuple[int, ...] | None:
    """Pick units into a register of the running program."""
    return (UNITS, chooser, mask, register, most, int(optional)) if mask else None


def cards(chooser: int, hand: int, fits: int, count: int, purpose: int) -> tuple[int, ...] | None:
    """Choose cards of a hand, to be discarded or taken."""
    return (CARDS, chooser, hand, fits, count, purpose) if count > 0 else None


def draws(player: int, count: int, pile: int = ANY_PILE) -> tuple[int, ...] | None:
    """Draw cards, one by one."""
    return (DRAWS, player, count, pile) if count > 0 else None


def search(chooser: int, zone: int, fits: int, count: int, optional: bool, purpose: int) -> tuple[int, ...]:
    """Choose cards of a zone, to be taken into the hand or to be built."""
    return (SEARCH, chooser, zone, fits, count, int(optional), purpose)


def recruits(player: int, bases: int, most: int) -> tuple[int, ...] | None:
    """Recruit on some bases, up to so many troops on each."""
    return (RECRUITS, player, bases, most) if bases and most > 0 else None


def _legal_units(position: Position, ask: tuple[int, ...]) -> list[int]:
    # Of two troops of one base that nothing tells apart, the upper one is no choice of its own; but each is a lot.
    mask = ask[2]
    pairs = (mask & (mask << 1) & TROOPS) & ~0x555555555 if mask & TROOPS and ask[1] != CHANCE else 0
    for unit in bits(pairs):
        if _same(position, unit):
            mask &= ~(1 << unit)
    picks = [actions.PICK + unit for unit in bits(mask)]
    return [*picks, actions.STOP] if ask[5] else picks


def _same(position: Position, upper: int) -> bool:
    """Whether a troop and the lower one of its base are alike in every effect and in damage."""
    damage = position.damage or {}
    if damage.get(upper, 0) != damage.get(upper - 1, 0):
        return False
    frames = (*position.mods, *position.delays, *position.stack)
    return all((value >> upper ^ value >> (upper - 1)) & 1 == 0 for frame in frames for value in frame[3:] if value > 0)


def _pick_unit(position: Position, ask: tuple[int, ...], action: int) -> None:
    _, chooser, mask, register, most, optional = ask
    position.ask = None
    if action == actions.STOP:
        return
    bit = 1 << (action - actions.PICK)
    position.stack[-1][register] |= bit
    if most > 1:
        position.ask = units(chooser, mask & ~bit, register, most - 1, bool(optional))


def _legal_cards(position: Position, ask: tuple[int, ...]) -> list[int]:
    fits = position.match.fits[ask[3]]
    return [actions.CARD + design for design in dict.fromkeys(position.zones[HAND + ask[2]]) if design in fits]


def _choose_card(position: Position, ask: tuple[int, ...], action: int) -> None:
    _, chooser, hand, fits, count, purpose = ask
    design = action - actions.CARD
    position.lose(hand, design)
    if purpose == TAKE:
        position.gain(1 - hand, design)
        position.show(1 - hand, design)
        position.dirty = True
    else:
        position.discard(design)
    position.changes += 1
    position.ask = cards(chooser, hand, fits, count - 1, purpose)


def _legal_draws(position: Position, ask: tuple[int, ...]) -> list[int]:
    _, player, _, pile = ask
    if position.match.config.reshuffle:
        reshuffle(position, player)
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


def reshuffle(position: Position, player: int) -> None:
    """Make empty piles anew from the discards (R27, only if the settings say so)."""
    for pile, discards in ((ABILITY_DRAW, ABILITY_DISCARD), (BASE_DRAW, BASE_DISCARD)):
        if not position.zones[pile + player] and position.zones[discards + player]:
            position.zones[pile + player] = _shuffled(position, position.zones[discards + player])
            position.zones[discards + player] = ()


def _shuffled(position: Position, cards: Sequence[int]) -> tuple[int, ...]:
    pile = list(cards)
    for index in range(len(pile) - 1, 0, -1):
        other = random_below(position, index + 1)
        pile[index], pile[other] = pile[other], pile[index]
    return tuple(pile)


def random_below(position: Position, limit: int) -> int:
    """The next random number of a position (Knuth's MMIX generator, its upper bits)."""
    position.rng = (position.rng * 6364136223846793005 + 1442695040888963407) & 0xFFFFFFFFFFFFFFFF
    return (position.rng >> 33) % limit


def _draw(position: Position, ask: tuple[int, ...], action: int) -> None:
    _, player, count, pile = ask
    zone = (ABILITY_DRAW if action == actions.DRAW_ABILITY else BASE_DRAW) + player
    position.ask = draws(player, count - 1, pile)
    if position.match.config.chance == "explicit":
        position.ask = (DEAL, CHANCE, zone, player, count - 1, pile)
        return
    cards = position.zones[zone]
    position.zones[zone] = cards[:-1]
    position.log = (position.log, CHANCE + FORCED, actions.DEAL + cards[-1])
    _dealt(position, player, cards[-1])


def _dealt(position: Position, player: int, design: int) -> None:
    position.gain(player, design)
    if position.turn and position.ask is None:
        position.dirty = True


def _legal_deal(position: Position, ask: tuple[int, ...]) -> list[int]:
    return [actions.DEAL + design for design in sorted(set(position.zones[ask[2]]))]


def _deal(position: Position, ask: tuple[int, ...], action: int) -> None:
    _, _, zone, player, count, pile = ask
    position.ask = draws(player, count, pile)
    design = action - actions.DEAL
    cards = position.zones[zone]
    at = len(cards) - 1 - cards[::-1].index(design)
    position.zones[zone] = cards[:at] + cards[at + 1 :]
    _dealt(position, player, design)


def _legal_search(position: Position, ask: tuple[int, ...]) -> list[int]:
    _, chooser, zone, fits, _, optional, purpose = ask
    found = [design for design in sorted(set(position.zones[zone])) if design in position.match.fits[fits]]
    if purpose != RECOVER and not slots_for(position, chooser, over=purpose == BUILD_ANY):
        return []
    choices = [actions.CARD + design for design in found]
    return [*choices, actions.STOP] if optional and choices else choices


def _found(position: Position, ask: tuple[int, ...], action: int) -> None:
    _, chooser, zone, fits, count, optional, purpose = ask
    position.ask = None
    if action == actions.STOP:
        return
    design = action - actions.CARD
    hand = HAND + chooser
    passes = zone - chooser in PILES  # from a pile to its slot a base passes through the hand, seen
    if purpose == RECOVER or passes:
        _take_out(position, zone, design)
        position.gain(chooser, design)
        position.show(chooser, design)
    elif zone == hand and design not in position.zones[KNOWN + chooser]:  # else it may be the one known
        position.show(chooser, design)
    if purpose != RECOVER:
        position.ask = (PLACE, chooser, hand if passes else zone, design, int(purpose == BUILD_ANY))
        return
    position.dirty = True
    if count > 1:
        position.ask = search(chooser, zone, fits, count - 1, bool(optional), purpose)


def _take_out(position: Position, zone: int, design: int) -> None:
    if zone - HAND in (0, 1):
        position.lose(zone - HAND, design)
        return
    cards = list(position.zones[zone])
    cards.remove(design)
    # whoever has looked through a pile shuffles it
    position.zones[zone] = _shuffled(position, cards) if zone & ~1 in PILES else tuple(cards)


def slots_for(position: Position, player: int, *, over: bool) -> list[int]:
    """Where a player may build: the first empty slot of each territory, then, if allowed, his bases; less what is barred.

    Empty slots of one territory are alike, so they are one choice.
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
    barred = barred_slots(position, player, BUILD)
    return [slot for slot in found if not barred >> (2 * slot) & 1]


def _legal_place(position: Position, ask: tuple[int, ...]) -> list[int]:
    _, chooser, _, design, over = ask
    return [actions.BUILD + 18 * design + slot for slot in slots_for(position, chooser, over=bool(over))]


def _place(position: Position, ask: tuple[int, ...], action: int) -> None:
    design, slot = divmod(action - actions.BUILD, 18)
    position.ask = None
    _take_out(position, ask[2], design)
    position.build(design, slot)


def excess_specials(position: Position, player: int) -> int:
    """How many non-loyal special troops a player has above his complete territories."""
    own = position.specials(player)
    if not own:
        return 0
    loyal = sum(1 for _, traits in profiles(position, own).values() if traits & LOYAL)
    return own.bit_count() - loyal - position.complete(player)


def _legal_upkeep(position: Position, ask: tuple[int, ...]) -> list[int]:
    own = profiles(position, position.specials(ask[1]))
    return [actions.PICK + unit for unit, (_, traits) in own.items() if not traits & LOYAL]


def _drop(position: Position, ask: tuple[int, ...], action: int) -> None:
    position.ask = None
    position.remove(1 << (action - actions.PICK))
    position.lost[LOST * ask[1] + LOST_SPECIAL] -= 1  # discarded for want of upkeep, not destroyed
    position.dirty = True


def _legal_recruits(position: Position, ask: tuple[int, ...]) -> list[int]:  # noqa: ARG001, as all questions
    return [*(actions.PICK + unit for unit in bits(ask[2])), actions.STOP] if ask[2] else []


def _recruited(position: Position, ask: tuple[int, ...], action: int) -> None:
    _, player, bases, most = ask
    position.ask = None
    if action == actions.STOP:
        return
    slots = 3 << (action - actions.PICK - BASE)
    position.recruit(slots)
    # in order, so that the same choice is not met in two ways
    rest = bases & -(2 << (action - actions.PICK))
    if most > 1:  # one is in any case the last that has room
        rest |= room(position, slots)
    position.ask = recruits(player, rest, most)


def room(position: Position, slots: int) -> int:
    """The bases in a set of slots that have room for a troop."""
    return bases_of(slots & position.built & ~(position.troops >> 1))


def kind_fits(position: Position, player: int, *, bases: bool) -> int:
    """How many cards of a hand are bases, or abilities."""
    kinds = position.match.kind
    return sum((kinds[design] == BASE_CARD) == bases for design in position.zones[HAND + player])


# By kind of question: its answers, none if it has become pointless; and what an answer does, which leaves the next
# question in `position.ask`.
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
ANSWER = (_pick_unit, _choose_card, _draw, _found, _place, _deal, _drop, _recruited)
