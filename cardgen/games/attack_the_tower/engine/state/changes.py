"""Change bases, troops and lasting effects in elementary steps.

Units are numbered by where they stand, so each change also renumbers what refers to units.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardgen.games.attack_the_tower.engine.state.battlefield import special_troops
from cardgen.games.attack_the_tower.engine.state.hands import discard_card
from cardgen.games.attack_the_tower.engine.state.lasting import TriggerEvent
from cardgen.games.attack_the_tower.engine.state.position import (
    EFFECT,
    LOSS_COUNT,
    LOST_BASE,
    LOST_SPECIAL,
    Modifier,
    Position,
)
from cardgen.games.attack_the_tower.engine.state.triggers import WAITING, fire_losses, watchers
from cardgen.games.attack_the_tower.engine.state.units import (
    BASE,
    EVEN,
    PALACE_OF,
    PALACES,
    SPECIAL,
    SPECIALS_OF,
    bases_of,
    bits,
)
from cardgen.games.attack_the_tower.engine.state.zones import PALACE_ZONE
from cardgen.plugin.rules.programs import FIRST_REGISTER

_SPECIALS = SPECIALS_OF[0][-1] | SPECIALS_OF[1][-1]


def build_base(position: Position, design: int, slot: int) -> None:
    """Put a base on a slot (0 to 17) and destroy the base that stands there.

    Args:
        slot: Number of the slot, 0 to 17.
    """
    if position.bases[slot] >= 0:
        remove_units(position, 1 << (BASE + 2 * slot))
    both = 3 << (2 * slot)
    position.bases[slot] = design
    position.types[position.match.type[design]] |= both
    position.built |= both
    position.change_count += 1


def recruit_troops(position: Position, slots: int) -> None:
    """Put one troop on each of some slots (both bits) that has a base and room.

    Args:
        slots: Set of slots (both bits).
    """
    low = slots & position.built & EVEN
    position.troops |= low | ((position.troops & low) << 1)
    position.change_count += 1


def remove_units(
    position: Position, units: int, *, destroyed: bool = True, dispose: Callable[[Position, int], None] = discard_card
) -> None:
    """Remove a set of units: bases with their troops, troops, special troops, palaces.

    The destruction of a palace decides the game.

    Args:
        units: Set of units; those that are not on the table are ignored.
        destroyed: Whether they are destroyed, which counts as a loss; otherwise they only leave play.
        dispose: Puts the card of a base or special troop, by its design, where it goes.
    """
    slots = (units >> BASE) & position.built & EVEN
    slots |= slots << 1
    dead = position.troops & (units | slots)
    gone = units & (special_troops(position, 0) | special_troops(position, 1)) if units >> SPECIAL else 0
    if units & PALACES:
        position.winner = 0 if units & PALACE_OF[1] else 1
        position.check_due = True
    if not (dead or slots or gone):
        return
    position.change_count += 1
    waiting = watchers(position, TriggerEvent.DESTROYED) if position.active_verbs & WAITING else []
    before = position.losses[:] if waiting or not destroyed else position.losses
    high = _remove_troops(position, dead) if dead else 0
    if slots:
        _remove_bases(position, slots, dispose)
    order = _remove_special_troops(position, gone, dispose) if gone else ()
    lost = dead | bases_of(slots) | gone
    if not destroyed:
        position.losses = before
    elif waiting:
        fire_losses(position, waiting, before)
    if position.damage:
        position.damage = {unit: points for unit, points in position.damage.items() if not lost >> unit & 1} or None
    if _has_references(position, lost | high | (_SPECIALS if order else 0)):
        renumber_units(position, lambda units: _close_up(units & ~lost, high, order))


def _remove_troops(position: Position, dead: int) -> int:
    """Remove troops from bases and return the bits of upper troops that become lower ones."""
    losses, types = position.losses, position.match.type
    for unit in bits(dead):
        losses[LOSS_COUNT * (unit >= 18) + types[position.bases[unit >> 1]]] += 1
    rest = position.troops & ~dead
    low = (rest >> 1) & EVEN & ~rest
    position.troops = (rest & ~(low << 1)) | low
    return low << 1


def _remove_bases(position: Position, slots: int, dispose: Callable[[Position, int], None]) -> None:
    for bit in bits(slots & EVEN):
        slot = bit >> 1
        design = position.bases[slot]
        troop_type = position.match.type[design]
        position.bases[slot] = -1
        position.types[troop_type] &= ~(3 << bit)
        position.losses[LOSS_COUNT * (slot // 9) + LOST_BASE + troop_type] += 1
        dispose(position, design)
    position.built &= ~slots
    position.check_due = True


def _remove_special_troops(position: Position, gone: int, dispose: Callable[[Position, int], None]) -> tuple[int, ...]:
    """Remove special troops, run what happens when they leave, and return their bits, the highest first."""
    leaving: list[list[int]] = []
    match = position.match
    for player in (1 - position.active, position.active):
        cards = position.zones[PALACE_ZONE + player]
        stay = []
        for index, design in enumerate(cards):
            if gone >> (SPECIAL + 2 * index + player) & 1:
                position.losses[LOSS_COUNT * player + LOST_SPECIAL] += 1
                dispose(position, design)
                if match.leave_program[design] >= 0:
                    leaving.insert(0, match.frame(match.leave_program[design], player))
            else:
                stay.append(design)
        position.zones[PALACE_ZONE + player] = tuple(stay)
        position.stack += leaving
        leaving = []
    order = tuple(sorted((1 << unit for unit in bits(gone)), reverse=True))
    forget_arrivals(position, gone)
    position.arrived_this_turn = _close_up(position.arrived_this_turn & ~gone, 0, order)
    if match.has_auras:
        update_active_verbs(position)
    position.check_due = True
    return order


def add_special_troop(position: Position, player: int, design: int) -> None:
    """Let a special troop arrive at a palace."""
    position.arrived_this_turn |= append_special_troop(position, player, design)
    position.change_count += 1
    position.check_due = True


def append_special_troop(position: Position, player: int, design: int) -> int:
    """Put a special troop on a palace, where it is the newest, and return its bit."""
    zone = PALACE_ZONE + player
    unit = 1 << (SPECIAL + 2 * len(position.zones[zone]) + player)
    position.zones[zone] += (design,)
    if position.match.arrival >= 0:
        position.modifiers += ((position.match.arrival, 0, player, unit),)
    update_active_verbs(position)
    return unit


def forget_arrivals(position: Position, units: int) -> None:
    """Remove the notes on the arrival of special troops that leave a palace.

    Args:
        units: Set of the special troops, by the numbers that they had there.
    """
    arrival = position.match.arrival
    if arrival >= 0:
        position.modifiers = tuple(
            one for one in position.modifiers if one[EFFECT] != arrival or not one[FIRST_REGISTER] & units
        )


def set_modifiers(position: Position, modifiers: tuple[Modifier, ...]) -> None:
    """Replace the lasting effects of cards that were played.

    Args:
        modifiers: All lasting effects that are then at work, except auras.
    """
    position.modifiers = modifiers
    update_active_verbs(position)


def update_active_verbs(position: Position) -> None:
    """Note which verbs are at work, after lasting effects or special troops have changed."""
    verbs, verb_bits = 0, position.match.verb_bits
    for modifier in position.modifiers:
        verbs |= verb_bits[modifier[EFFECT]]
    if position.match.has_auras:
        aura_verbs = position.match.aura_verbs
        for design in position.zones[PALACE_ZONE] + position.zones[PALACE_ZONE + 1]:
            verbs |= aura_verbs[design]
    position.active_verbs = verbs


def _has_references(position: Position, units: int) -> bool:
    """Return whether anything refers to units of a set by number and would have to follow a change of their numbers."""
    if position.fighters > 0 and position.fighters & units:
        return True
    for frames in (position.modifiers, position.delays, position.stack):
        for frame in frames:
            for value in frame[FIRST_REGISTER:]:
                if value > 0 and value & units:
                    return True
    return any(units >> unit & 1 for unit in position.damage or ())


def renumber_units(position: Position, renumber: Callable[[int], int]) -> None:
    """Let registers, damage and the fighters of a battle follow a change of the units' numbers.

    Args:
        renumber: Maps a set of units by their old numbers to the set by their new numbers.
    """
    position.modifiers = renumber_frames(position.modifiers, renumber)
    position.delays = renumber_frames(position.delays, renumber)
    for values in position.stack:
        values[3:] = [renumber(value) if value > 0 else value for value in values[3:]]
    if position.fighters > 0:
        position.fighters = renumber(position.fighters)
    if position.damage:
        moved = {renumber(1 << unit): points for unit, points in position.damage.items()}
        position.damage = {unit.bit_length() - 1: points for unit, points in moved.items() if unit} or None


def renumber_frames(frames: tuple[tuple[int, ...], ...], renumber: Callable[[int], int]) -> tuple[tuple[int, ...], ...]:
    """Return lasting or delayed effects whose registers follow a change of the units' numbers.

    Args:
        renumber: As for `renumber_units`.
    """
    return tuple(
        (*one[:FIRST_REGISTER], *[renumber(value) if value > 0 else value for value in one[FIRST_REGISTER:]])
        for one in frames
    )


def _close_up(units: int, high: int, gone: Sequence[int]) -> int:
    """Return a set of units after some have gone.

    Args:
        gone: Bits of special troops that have gone, the highest first; later ones of the same player close up.
    """
    upper = units & high
    units = (units & ~upper) | (upper >> 1)
    for bit in gone:
        own = SPECIALS_OF[(bit.bit_length() - 1) & 1][-1]
        later = units & own & -(bit << 1)
        units = (units & ~later) | (later >> 2)
    return units
