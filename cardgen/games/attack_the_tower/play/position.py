"""All that a position holds, and the changes that everything else is made of.

Plain data only: numbers, bits and tuples that are replaced, never changed, so that a copy costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from cardgen.games.attack_the_tower.play.units import (
    ALL_SPECIALS,
    BASE,
    EVEN,
    PALACE,
    PALACE_OF,
    SPECIAL,
    SPECIALS_OF,
    TERRITORY,
    TERRITORY_SLOTS,
    bases_of,
    bits,
)

if TYPE_CHECKING:
    from cardgen.games.attack_the_tower.play.match import Match

# Zones of cards; that of player p is ZONE + p.
HAND, ABILITY_DRAW, BASE_DRAW, ABILITY_DISCARD, BASE_DISCARD, PALACE_ZONE, KNOWN, PLAYED = 0, 2, 4, 6, 8, 10, 12, 14

# Kinds of cards, and what cannot be done by special troops.
BASE_CARD, TROOP_CARD, COMMON_CARD, SPECIAL_CARD = range(4)
CANNOT_ATTACK, CANNOT_DEFEND, GUARD = 1, 2, 4

# `lost` counts what was destroyed this turn: per player troops by type, special troops, bases by type.
LOST_SPECIAL, LOST_BASE, LOST = 5, 6, 11

NO_SITE, TERRITORY_BATTLE, PALACE_BATTLE = -1, 0, 1

Frame = Sequence[int]
# (log before, player, action) or None; a recursive tuple, which slows mypy and says no more.
Log = Any

# Added to the player in the log: he had no choice, or chance was not asked.
FORCED = 8


class Position:
    """The table, the hands, and where in the turn the game is.

    Attributes:
        match: The two armies and the settings, compiled; shared by all positions of a match.
        phase: Number of the phase (`phases.py`); with an empty `ask` it says what `player` decides.
        player: Who decides in this phase.
        active: Whose turn it is.
        turn: Counts from 1; 0 while setting up.
        winner: Player, or -1.
        bases: Design on each of the 18 slots, or -1.
        troops: Bits of all troops on bases.
        types: For each of the five types the slots of its bases, both bits.
        built: Slots with a base, both bits.
        zones: Cards by design, one tuple a zone; hands are sorted, the top of a pile is its end.
        mods: Lasting effects: (effect, value, owner, registers...); change them with `set_mods`.
        verbs: Which verbs they have, as bits.
        delays: Delayed effects: (program, effect, owner, registers...).
        stack: Running programs: [program, next step, owner, registers...]; the last one runs.
        ask: What a player must decide inside an effect, or None.
        left: Cards still to be drawn, or bases that may still be built.
        burns: Opening hands that the current player has burned.
        passes: Passes in a row.
        renewed, attacked: What happened this turn.
        idle: The turn before had neither renewal nor attack.
        group: Attacking territory (0 to 2) or palace (3), -1 outside battles.
        site: Territory that was attacked.
        stage: Which battle: NO_SITE, TERRITORY_BATTLE or PALACE_BATTLE.
        ended: The battle ends without combat.
        damage: Damage of units in this battle, or None.
        fight: Numbers of the current step of combat, or None.
        stats: Power and traits in the current step of combat, once they are known.
        attacks: Attacks of this turn.
        changes: Counts changes on the table.
        mark: `changes` when the attack was declared.
        futile: Attacks that changed nothing since `futile_at`.
        fresh: Special troops that came this turn.
        lost: What was destroyed this turn.
        dirty: The state checks must run.
        rng: State of the random numbers.
        log: All actions and hidden draws, the newest first.
        legal: Legal actions, once they are known.
    """

    __slots__ = (
        "active",
        "ask",
        "attacked",
        "attacks",
        "bases",
        "built",
        "burns",
        "changes",
        "damage",
        "delays",
        "dirty",
        "ended",
        "fight",
        "fresh",
        "futile",
        "futile_at",
        "group",
        "idle",
        "left",
        "legal",
        "log",
        "lost",
        "mark",
        "match",
        "mods",
        "passes",
        "phase",
        "player",
        "renewed",
        "rng",
        "site",
        "stack",
        "stage",
        "stats",
        "troops",
        "turn",
        "types",
        "verbs",
        "winner",
        "zones",
    )

    def __init__(self, match: Match, rng: int) -> None:
        self.match = match
        self.phase = self.player = self.active = self.turn = 0
        self.winner = -1
        self.bases = [-1] * 18
        self.troops = self.built = 0
        self.types = [0] * 5
        self.zones: list[tuple[int, ...]] = [()] * 15
        self.mods: tuple[tuple[int, ...], ...] = ()
        self.verbs = 0
        self.stats: dict[int, tuple[int, int]] | None = None
        self.delays: tuple[tuple[int, ...], ...] = ()
        self.stack: list[list[int]] = []
        self.ask: tuple[int, ...] | None = None
        self.left = self.burns = self.passes = 0
        self.renewed = self.attacked = self.idle = self.ended = self.dirty = False
        self.group = self.site = self.stage = -1
        self.damage: dict[int, int] | None = None
        self.fight: list[int] | None = None
        self.attacks = self.changes = self.mark = self.futile = self.futile_at = self.fresh = 0
        self.lost = [0] * (2 * LOST)
        self.rng = rng
        self.log: Log = None
        self.legal: tuple[int, ...] | None = None

    # What stands where

    def specials(self, player: int) -> int:
        """The special troops of a player."""
        return SPECIALS_OF[player][len(self.zones[PALACE_ZONE + player])]

    def _specials_without(self, player: int, static: int) -> int:
        found = self.specials(player)
        if self.match.any_static:
            for index, design in enumerate(self.zones[PALACE_ZONE + player]):
                if self.match.static[design] & static:
                    found &= ~(1 << (SPECIAL + 2 * index + player))
        return found

    def special_attackers(self, player: int) -> int:
        """The special troops that may attack."""
        found = self._specials_without(player, CANNOT_ATTACK)
        return found if self.match.config.special_attacks_at_once else found & ~self.fresh

    def special_defenders(self, player: int) -> int:
        """The special troops that defend the palace."""
        return self._specials_without(player, CANNOT_DEFEND)

    def guards(self, player: int) -> int:
        """The special troops that also defend each territory."""
        found = 0
        if self.match.any_static:
            for index, design in enumerate(self.zones[PALACE_ZONE + player]):
                if self.match.static[design] & (GUARD | CANNOT_DEFEND) == GUARD:
                    found |= 1 << (SPECIAL + 2 * index + player)
        return found

    def attackers(self) -> int:
        """The attacking troops of the current battle."""
        if self.group < 0:
            return 0
        if self.group == 3:
            return self.special_attackers(self.active)
        return self.troops & TERRITORY_SLOTS[3 * self.active + self.group]

    def defenders(self) -> int:
        """The defending troops of the current battle."""
        other = 1 - self.active
        if self.stage == TERRITORY_BATTLE:
            return (self.troops & TERRITORY_SLOTS[3 * other + self.site]) | self.guards(other)
        return self.special_defenders(other) if self.stage == PALACE_BATTLE else 0

    def structures(self) -> int:
        """The bases, or the palace, of the current battle."""
        other = 1 - self.active
        if self.stage == TERRITORY_BATTLE:
            return bases_of(self.built & TERRITORY_SLOTS[3 * other + self.site])
        return PALACE_OF[other] if self.stage == PALACE_BATTLE else 0

    def battle_areas(self) -> tuple[int, int]:
        """The territories from and in which the current battle is fought; palaces count as none."""
        home = 1 << (TERRITORY + 3 * self.active + self.group) if 0 <= self.group < 3 else 0
        site = 1 << (TERRITORY + 3 * (1 - self.active) + self.site) if self.stage == TERRITORY_BATTLE else 0
        return home, site

    def complete(self, player: int) -> int:
        """How many territories of a player have all their bases."""
        built = self.built >> (18 * player)
        return (built & 63 == 63) + (built >> 6 & 63 == 63) + (built >> 12 & 63 == 63)

    # Cards

    def gain(self, player: int, design: int) -> None:
        """Put a card into a hand."""
        hand = self.zones[HAND + player]
        self.zones[HAND + player] = (*hand, design) if not hand or hand[-1] <= design else _sorted((*hand, design))

    def lose(self, player: int, design: int) -> None:
        """Take a card from a hand."""
        hand = self.zones[HAND + player]
        at = hand.index(design)
        self.zones[HAND + player] = hand[:at] + hand[at + 1 :]
        known = self.zones[KNOWN + player]
        if known and design in known:
            at = known.index(design)
            self.zones[KNOWN + player] = known[:at] + known[at + 1 :]

    def show(self, player: int, design: int) -> None:
        """The other player knows from now on that this card is in the hand."""
        self.zones[KNOWN + player] = _sorted((*self.zones[KNOWN + player], design))

    def discard(self, design: int) -> None:
        """Put a card on the discard pile of the army that it belongs to."""
        match = self.match
        zone = (BASE_DISCARD if match.kind[design] == BASE_CARD else ABILITY_DISCARD) + match.army[design]
        self.zones[zone] += (design,)

    # Bases and troops

    def build(self, design: int, slot: int) -> None:
        """Put a base on a slot; what stands there is destroyed."""
        if self.bases[slot] >= 0:
            self.remove(1 << (BASE + 2 * slot))
        both = 3 << (2 * slot)
        self.bases[slot] = design
        self.types[self.match.type[design]] |= both
        self.built |= both
        self.changes += 1

    def recruit(self, slots: int) -> None:
        """Put one troop on each of these slots (both bits) that has a base and room."""
        low = slots & self.built & EVEN
        self.troops |= low | ((self.troops & low) << 1)
        self.changes += 1

    def remove(self, units: int) -> None:
        """Destroy units: bases with their troops, troops, special troops, palaces."""
        slots = (units >> BASE) & self.built & EVEN
        slots |= slots << 1
        dead = self.troops & (units | slots)
        gone = units & (self.specials(0) | self.specials(1)) if units >> SPECIAL else 0
        if units & (3 << PALACE):
            self.winner = 0 if units & (2 << PALACE) else 1
        if not (dead or slots or gone):
            return
        self.changes += 1
        high = self._remove_troops(dead) if dead else 0
        if slots:
            self._remove_bases(slots)
        order = self._remove_specials(gone) if gone else ()
        if self.refers():
            lost = ~(dead | bases_of(slots) | gone)
            self.renumber(lambda mask: _closed_up(mask & lost, high, order))

    def _remove_troops(self, dead: int) -> int:
        """Returns the upper bits of troops that become the lower ones."""
        for kind, slots in enumerate(self.types):
            if dead & slots:
                self.lost[kind] += (dead & slots & ((1 << 18) - 1)).bit_count()
                self.lost[LOST + kind] += ((dead & slots) >> 18).bit_count()
        rest = self.troops & ~dead
        low = (rest >> 1) & EVEN & ~rest
        self.troops = (rest & ~(low << 1)) | low
        return low << 1

    def _remove_bases(self, slots: int) -> None:
        for bit in bits(slots & EVEN):
            slot = bit >> 1
            design = self.bases[slot]
            kind = self.match.type[design]
            self.bases[slot] = -1
            self.types[kind] &= ~(3 << bit)
            self.lost[LOST * (slot // 9) + LOST_BASE + kind] += 1
            self.discard(design)
        self.built &= ~slots
        self.dirty = True

    def _remove_specials(self, gone: int) -> tuple[int, ...]:
        """Returns the bits of those that went, the highest first: the ones above close up."""
        leaving: list[list[int]] = []
        for player in (1 - self.active, self.active):
            cards = self.zones[PALACE_ZONE + player]
            stay = []
            for index, design in enumerate(cards):
                if gone >> (SPECIAL + 2 * index + player) & 1:
                    self.lost[LOST * player + LOST_SPECIAL] += 1
                    self.discard(design)
                    if self.match.leave[design] >= 0:
                        leaving.insert(0, self.match.frame(self.match.leave[design], player))
                else:
                    stay.append(design)
            self.zones[PALACE_ZONE + player] = tuple(stay)
            self.stack += leaving
            leaving = []
        order = tuple(sorted((1 << unit for unit in bits(gone)), reverse=True))
        self.fresh = _closed_up(self.fresh & ~gone, 0, order)
        self.dirty = True
        return order

    # What lasts

    def set_mods(self, mods: tuple[tuple[int, ...], ...]) -> None:
        """Replace the lasting effects."""
        verb_bits, verbs = self.match.verb_bits, 0
        for mod in mods:
            verbs |= verb_bits[mod[0]]
        self.mods = mods
        self.verbs = verbs

    def verbs_now(self) -> int:
        """Verbs of all lasting effects, auras included, as bits."""
        verbs = self.verbs
        if self.match.any_aura:
            aura_verbs = self.match.aura_verbs
            for design in self.zones[PALACE_ZONE] + self.zones[PALACE_ZONE + 1]:
                verbs |= aura_verbs[design]
        return verbs

    # Everything that refers to units by number

    def refers(self) -> bool:
        """Whether anything would have to follow a change of numbers."""
        return bool(self.mods or self.delays or self.stack or self.damage)

    def renumber(self, change: Callable[[int], int]) -> None:
        """Follow a change of numbers in all registers, sets and damage."""

        def frame(values: Frame) -> list[int]:
            return [*values[:3], *(change(value) if value > 0 else value for value in values[3:])]

        self.mods = tuple(tuple(frame(values)) for values in self.mods)
        self.delays = tuple(tuple(frame(values)) for values in self.delays)
        for values in self.stack:
            values[:] = frame(values)
        if self.damage:
            moved = {change(1 << unit): points for unit, points in self.damage.items()}
            self.damage = {unit.bit_length() - 1: points for unit, points in moved.items() if unit} or None


def _sorted(cards: Sequence[int]) -> tuple[int, ...]:
    return tuple(sorted(cards))


def _closed_up(mask: int, high: int, gone: Sequence[int]) -> int:
    """A set after troops and special troops went: upper troops become lower ones, later special troops close up."""
    upper = mask & high
    mask = (mask & ~upper) | (upper >> 1)
    for bit in gone:
        own = ALL_SPECIALS & ~((1 << SPECIAL) - 1) & _same_player(bit)
        later = mask & own & -(bit << 1)
        mask = (mask & ~later) | (later >> 2)
    return mask


def _same_player(bit: int) -> int:
    return SPECIALS_OF[(bit.bit_length() - 1) & 1][-1]
