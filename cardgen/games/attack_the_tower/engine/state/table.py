"""All that a position holds, and what can be read off it.

Plain data only: numbers, bits and tuples that are replaced, never changed, so that a copy costs next to nothing.
"""

from __future__ import annotations

from bisect import bisect
from typing import TYPE_CHECKING

from cardgen.games.attack_the_tower.engine.state.units import (
    BASE,
    EVEN,
    PALACE_OF,
    SPECIAL,
    SPECIALS_OF,
    TERRITORY,
    TERRITORY_SLOTS,
)
from cardgen.games.attack_the_tower.engine.state.zones import (
    ABILITY_DISCARD,
    BASE_CARD,
    BASE_DISCARD,
    CANNOT_ATTACK,
    CANNOT_DEFEND,
    GUARD,
    HAND,
    KNOWN,
    LOST,
    PALACE_BATTLE,
    PALACE_ZONE,
    TERRITORY_BATTLE,
    Log,
)

if TYPE_CHECKING:
    from cardgen.games.attack_the_tower.engine.compiler.match import Match


Sides = tuple[int, int, int, dict[int, tuple[int, int]]]


class Table:
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
        verbs: Which verbs they and the auras of special troops have, as bits; see `find_verbs`.
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
        sides: Who fights in the current step of combat, once it is known: attackers, defenders, structures, and power
            and traits of each.
        attacks: Attacks of this turn.
        plays: Abilities played in this turn.
        changes: Counts changes on the table.
        mark: `changes` when the attack was declared.
        futile: Attacks that changed nothing since `futile_at`.
        fresh: Special troops that came this turn.
        lost: What was destroyed this turn.
        dirty: The state checks must run.
        rng: State of the random numbers.
        log: All actions and hidden draws, the newest first.
        veiled: A player, and a log that holds only what he has seen.
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
        "plays",
        "renewed",
        "rng",
        "sides",
        "site",
        "stack",
        "stage",
        "troops",
        "turn",
        "types",
        "veiled",
        "verbs",
        "winner",
        "zones",
    )

    # Here, since `__init__` leaves them out: a copy sets them all at once.
    phase: int
    player: int
    active: int
    turn: int
    winner: int
    bases: list[int]
    troops: int
    types: list[int]
    built: int
    zones: list[tuple[int, ...]]
    mods: tuple[tuple[int, ...], ...]
    verbs: int
    sides: Sides | None
    delays: tuple[tuple[int, ...], ...]
    stack: list[list[int]]
    ask: tuple[int, ...] | None
    left: int
    burns: int
    passes: int
    renewed: bool
    attacked: bool
    idle: bool
    group: int
    site: int
    stage: int
    ended: bool
    damage: dict[int, int] | None
    fight: list[int] | None
    attacks: int
    plays: int
    changes: int
    mark: int
    futile: int
    futile_at: int
    fresh: int
    lost: list[int]
    dirty: bool
    log: Log
    veiled: tuple[int, Log] | None
    legal: tuple[int, ...] | None

    def __init__(self, match: Match, rng: int) -> None:
        self.match = match
        self.rng = rng

    def clear(self) -> None:
        """Set the empty table."""
        self.phase = self.player = self.active = self.turn = 0
        self.winner = -1
        self.bases = [-1] * 18
        self.troops = self.built = 0
        self.types = [0] * 5
        self.zones = [()] * 15
        self.mods = self.delays = ()
        self.verbs = 0
        self.sides = self.damage = self.fight = self.ask = self.log = self.veiled = self.legal = None
        self.stack = []
        self.left = self.burns = self.passes = 0
        self.renewed = self.attacked = self.idle = self.ended = self.dirty = False
        self.group = self.site = self.stage = -1
        self.attacks = self.plays = self.changes = self.mark = self.futile = self.futile_at = self.fresh = 0
        self.lost = [0] * (2 * LOST)

    # What stands where

    def specials(self, player: int) -> int:
        """The special troops of a player."""
        return SPECIALS_OF[player][len(self.zones[PALACE_ZONE + player])]

    def _specials_without(self, player: int, static: int) -> int:
        cards = self.zones[PALACE_ZONE + player]
        found = SPECIALS_OF[player][len(cards)]
        if cards and self.match.any_static:
            for index, design in enumerate(cards):
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
            troops = self.troops & TERRITORY_SLOTS[3 * other + self.site]
            return troops | self.guards(other) if self.match.any_static else troops
        return self.special_defenders(other) if self.stage == PALACE_BATTLE else 0

    def structures(self) -> int:
        """The bases, or the palace, of the current battle."""
        other = 1 - self.active
        if self.stage == TERRITORY_BATTLE:
            return (self.built & TERRITORY_SLOTS[3 * other + self.site] & EVEN) << BASE
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
        self.zones[HAND + player] = _with(self.zones[HAND + player], design)

    def lose(self, player: int, design: int) -> None:
        """Take a card from a hand."""
        self.zones[HAND + player] = without(self.zones[HAND + player], design)
        known = self.zones[KNOWN + player]
        if known and design in known:
            self.zones[KNOWN + player] = without(known, design)

    def show(self, player: int, design: int) -> None:
        """The other player knows from now on that this card is in the hand."""
        self.zones[KNOWN + player] = _with(self.zones[KNOWN + player], design)

    def discard(self, design: int) -> None:
        """Put a card on the discard pile of the army that it belongs to."""
        match = self.match
        zone = (BASE_DISCARD if match.kind[design] == BASE_CARD else ABILITY_DISCARD) + match.army[design]
        self.zones[zone] += (design,)


def without(cards: tuple[int, ...], design: int) -> tuple[int, ...]:
    """The cards less the first one of a design, which is among them."""
    at = cards.index(design)
    return cards[:at] + cards[at + 1 :]


def _with(cards: tuple[int, ...], design: int) -> tuple[int, ...]:
    at = bisect(cards, design)
    return (*cards[:at], design, *cards[at:])
