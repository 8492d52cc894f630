"""A position of a game, and the compiled match that it belongs to, as plain data.

The two share a module because each refers to the other: a position has a match, and the compiled effects of
a match are functions of a position. Functions that read and change positions are in the modules above this one; the
compiler that fills a match is in `engine.compiler`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.engine.state.zones import BASE_CARD, ZONE_COUNT
from cardgen.games.attack_the_tower.schema import ArmyDeck

Frame = Sequence[int]
"""The run of a program or of a lasting effect: `(index, next step or value, owner, registers...)`."""

CompiledSelector = Callable[["Position", Frame, int], int]
"""Return a set of units; the last argument is the level of `stats.py` at which power and traits count."""

CompiledNumber = Callable[["Position", Frame], int]
"""Return a number of an effect. For the number of an aura, the frame holds `~level` in place of the next step."""

CompiledCondition = Callable[["Position", Frame, int], bool]
"""Return whether a condition holds, with the arguments of `CompiledSelector`."""

Playable = Callable[["Position", list[int]], bool]
"""Return whether an ability can be played, given a frame of its program."""

Step = Callable[["Position", list[int]], None]
"""Do one step of a program; see `cardgen.plugin.rules.programs`."""

UnitStats = tuple[int, int]
"""Power and traits (as bits) of a unit."""

Modifier = tuple[int, ...]
"""A lasting effect at work: `(index in Match.lasting, value, owner, registers...)`."""

EFFECT: Final = 0
"""Index into a modifier: number of its effect in `Match.lasting`."""
VALUE: Final = 1
"""Index into a modifier: its number when it began, or what is left of it."""
MOMENT: Final = 1
"""Index into a delayed effect: when it runs (`lasting.py`). All three kinds of tuple have `OWNER` and registers alike:

    frame     PROGRAM  NEXT_STEP  OWNER  FIRST_REGISTER ...
    modifier  EFFECT   VALUE      OWNER  FIRST_REGISTER ...
    delay     PROGRAM  MOMENT     OWNER  FIRST_REGISTER ...
"""

# (log before, player, action) or None. A recursive tuple; spelling out the type slows mypy and adds nothing.
Log = Any

# Added to the player in the log: the player had no choice, or chance was not asked.
FORCED = 8

# Layout of `Position.losses`, for each player: troops by type (0 to 4), special troops, bases by type.
LOST_SPECIAL, LOST_BASE, LOSS_COUNT = 5, 6, 11


@dataclass(frozen=True, slots=True)
class CompiledLastingEffect:
    """One lasting effect of a card, compiled.

    Attributes:
        verb: What it does (`lasting.VerbCode`).
        until: When it ends (`lasting.Duration`).
        number: Its number, evaluated when the effect begins; for an aura, whenever it is used.
        bits: Traits, protections, what is prevented, which limit changes, EVEN_IF_DEFENDED, or the `TriggerEvent` of `when`.
        against: Which player `prevent`, `soak`, `renewal` and `limit` concern: 0 the owner, 1 the opponent.
        targets: Units that it works on; None if it works on a player.
        sources: Units that deal the damage of `area`.
        holds: Its `while` condition; None if it always holds.
        program: Program of `when`; -1 for other verbs.
        losses: What must be destroyed to set off `when`, as indexes into one player's part of `Position.losses`.
        draw: Additional cards of `renewal`; whether `limit` replaces the limit (1) or changes it (0).
    """

    verb: int
    until: int
    number: CompiledNumber
    bits: int = 0
    against: int = 0
    targets: CompiledSelector | None = None
    sources: CompiledSelector | None = None
    holds: CompiledCondition | None = None
    draw: int = 0
    program: int = -1
    losses: tuple[int, ...] = ()


class Match:
    """Everything that does not change while two armies play.

    The designs (distinct cards) are numbered: bases and abilities of the first army, then those of the second. A match
    is immutable in use and shared by all its positions.

    Attributes:
        names: Name of each design in texts of actions and positions, unique in the match.
        titles: Name printed on each design, in English.
        copies: Number of cards of each design.
        army: Player to whose army each design belongs.
        kind: Kind of each design (`zones.py`).
        type: Troop type of each design, 0 to 4; -1 if it has none.
        power, traits, static: Printed power, traits and static rules of each design's special troop.
        troop: UnitStats of the troops that each base recruits, or of each special troop.
        situations: Situations in which each ability can be played, as bits (`zones.py`).
        playable: For each ability, whether its condition holds and its costs and choices can be made; None if always.
        play_program: Program of playing each ability; -1 if there is none.
        leave_program: Program of each special troop leaving play; -1 if there is none.
        auras: Lasting effects of each special troop while it is in play, as indexes into `lasting`.
        program_cards: Design whose effects each program runs.
        registers: Number of registers that each program needs.
        lasting: All lasting effects.
        verb_bits: The verb of each lasting effect, as a bit.
        aura_verbs: The verbs of each design's auras, as bits.
        card_sets: Sets of designs that effects, and texts of positions, refer to by number; all are known once compiled.
        every_card: Number of the set of all designs.
        replaying: Designs that play other abilities, which cannot be played again while they lie beside the board.
        extra_actions: Actions that only some cards make possible, such as the faces of a die.
        has_static_rules: Whether any special troop has a static rule.
        has_auras: Whether any special troop has an aura.
        has_limit_changes: Whether any effect gives or takes loyalty, or changes the limit of special troops.
        arrival: Index in `lasting` of the note that a special troop has arrived; -1 if the order in which auras and played
            cards began makes no difference, because no aura sets a power or a limit, or gives or takes a trait.
    """

    def __init__(self, first: ArmyDeck, second: ArmyDeck, config: Config) -> None:
        self.armies = (first, second)
        self.config = config
        self.names: list[str] = []
        self.titles: list[str] = []
        self.designs: dict[str, int] = {}
        self.copies: list[int] = []
        self.army: list[int] = []
        self.kind: list[int] = []
        self.type: list[int] = []
        self.power: list[int] = []
        self.traits: list[int] = []
        self.static: list[int] = []
        self.troop: list[UnitStats] = []
        self.situations: list[int] = []
        self.playable: list[Playable | None] = []
        self.play_program: list[int] = []
        self.leave_program: list[int] = []
        self.auras: list[tuple[int, ...]] = []
        self.programs: list[tuple[Step, ...]] = []
        self.program_cards: list[int] = []
        self.registers: list[int] = []
        self.lasting: list[CompiledLastingEffect] = []
        self.verb_bits: list[int] = []
        self.aura_verbs: list[int] = []
        self.card_sets: list[frozenset[int]] = []
        self.every_card = -1
        self.replaying: set[int] = set()
        self.extra_actions: list[int] = []
        self.has_static_rules = False
        self.has_auras = False
        self.has_limit_changes = False
        self.arrival = -1

    def find_designs(self, kind: str | None, types: tuple[int, ...]) -> frozenset[int]:
        """Find the designs of both armies that are of a kind and of one of some types.

        Args:
            kind: `ability` or `base`; anything else means both.
            types: Troop types; empty means any.
        """
        wanted = {"ability": (False,), "base": (True,)}.get(kind or "", (False, True))
        return frozenset(
            design
            for design in range(len(self.names))
            if (self.kind[design] == BASE_CARD) in wanted and (not types or self.type[design] in types)
        )

    def card_set_number(self, designs: frozenset[int]) -> int:
        """Return the number of a set of designs, adding it if it is new."""
        if designs not in self.card_sets:
            self.card_sets.append(designs)
        return self.card_sets.index(designs)

    def card_set_of_kind(self, kind: str | None) -> int:
        """Return the number of the set of all designs of a kind (`ability`, `base`), or of all designs if None."""
        return self.card_set_number(self.find_designs(kind, ()))

    def bases_of_card_set(self, number: int) -> int:
        """Return the number of the set of the bases in a set."""
        return self.card_set_number(self.card_sets[number] & self.find_designs("base", ()))

    def allow_actions(self, first: int, count: int) -> None:
        """Note actions that the effects of a card make possible."""
        self.extra_actions = sorted({*self.extra_actions, *range(first, first + count)})

    def frame(self, program: int, owner: int) -> list[int]:
        """Return a frame that runs a program from its start, with all registers at 0.

        Args:
            program: Index into `programs`.
        """
        return [program, 0, owner, *[0] * self.registers[program]]


Combatants = tuple[int, int, int, dict[int, UnitStats]]
"""Attackers, defenders and structures of a combat (sets of units), and the power and traits of each of these units."""


class Position:
    """The table, the hands, and where in the turn the game is.

    Plain data only: numbers, bits, and tuples that are replaced, never changed, so that a copy costs next to nothing.
    Sets of units and slots are bits of one integer (`units.py`).

    Attributes:
        match: The two armies and the settings, compiled; shared by all positions of a match.
        phase: Number of the phase (`phase.py`); without a pending `decision` it says what `player` decides.
        player: Player who decides in this phase.
        turn: Number of the turn, from 1; 0 while setting up.
        winner: Player who has won, or -1.
        bases: Design on each of the 18 slots, or -1.
        troops: Set of all troops on bases.
        types: For each of the five troop types, the slots of its bases (both bits).
        built: Slots with a base (both bits).
        zones: Cards (designs) in each zone (`zones.py`); hands are sorted, the top of a pile is its end.
        sights: Which players have seen cards of the draw piles (`sights.py`); empty if nobody has.
        modifiers: Lasting effects at work (`Modifier`); change them with `changes.set_modifiers`.
        active_verbs: Verbs of these and of the auras in play, as bits; see `changes.update_active_verbs`.
        delays: Delayed effects: (program, moment, owner, registers...).
        stack: Running programs: [program, next step, owner, registers...]; the last one runs.
        decision: What somebody must decide inside an effect (`decisions.py`), or None.
        builds_left: Bases that may still be built in this step of the renewal.
        burns: Opening hands that the current player has burned.
        passes: Passes in a row.
        renewed: Whether there was a renewal this turn.
        attacked: Whether there was an attack this turn.
        previous_turn_idle: Whether the turn before had neither renewal nor attack.
        group: Attacking territory (0 to 2) or palace (3); -1 outside battles.
        site: Attacked territory (0 to 2); -1 outside battles.
        stage: NO_BATTLE, TERRITORY_BATTLE or PALACE_BATTLE.
        battle_ended: Whether an effect has ended the battle without combat.
        fighters: Units that can take part in this battle, or have done so once it is over; -1 while all units of its two
            sides do. Who joins a side later is not among them (R45).
        damage: Damage of each damaged unit in this battle, or None.
        combat_step: Numbers of the current step of combat (`battle/pools.py`), or None.
        combatants: Who fights in the current step of combat, once it is known, or None.
        plays: Abilities played this turn.
        change_count: Number of changes on the table so far.
        change_count_at_attack: `change_count` when the current attack was declared.
        futile_attacks: Attacks that changed nothing, as bits 3 * group + site; valid at `change_count_at_futile` only.
        change_count_at_futile: `change_count` when `futile_attacks` was noted.
        arrived_this_turn: Set of the special troops that came this turn.
        losses: What was destroyed this turn, LOSS_COUNT numbers for each player.
        check_due: Whether the state checks must run.
        rng: State of the random number generator, 64 bits.
        log: All actions and hidden draws, the newest first.
        redacted_log: A player, and a log that holds only what that player has seen.
        legal: Legal actions, once they are known.
    """

    __slots__ = (
        "active",
        "active_verbs",
        "arrived_this_turn",
        "attacked",
        "attacks",
        "bases",
        "battle_ended",
        "builds_left",
        "built",
        "burns",
        "change_count",
        "change_count_at_attack",
        "change_count_at_futile",
        "check_due",
        "combat_step",
        "combatants",
        "damage",
        "decision",
        "delays",
        "fighters",
        "futile_attacks",
        "group",
        "legal",
        "log",
        "losses",
        "match",
        "modifiers",
        "passes",
        "phase",
        "player",
        "plays",
        "previous_turn_idle",
        "redacted_log",
        "renewed",
        "rng",
        "sights",
        "site",
        "stack",
        "stage",
        "troops",
        "turn",
        "types",
        "winner",
        "zones",
    )

    # Declared here because `__init__` leaves them out: a copy sets them all at once.
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
    sights: tuple[tuple[int, ...], ...]
    modifiers: tuple[Modifier, ...]
    active_verbs: int
    delays: tuple[tuple[int, ...], ...]
    stack: list[list[int]]
    decision: tuple[int, ...] | None
    builds_left: int
    burns: int
    passes: int
    renewed: bool
    attacked: bool
    previous_turn_idle: bool
    group: int
    site: int
    stage: int
    battle_ended: bool
    fighters: int
    damage: dict[int, int] | None
    combat_step: list[int] | None
    combatants: Combatants | None
    attacks: int
    plays: int
    change_count: int
    change_count_at_attack: int
    futile_attacks: int
    change_count_at_futile: int
    arrived_this_turn: int
    losses: list[int]
    check_due: bool
    log: Log
    redacted_log: tuple[int, Log] | None
    legal: tuple[int, ...] | None

    def __init__(self, match: Match, rng: int) -> None:
        self.match = match
        self.rng = rng

    def clear(self) -> None:
        """Set every attribute as on the empty table before the game."""
        self.phase = self.player = self.active = self.turn = 0
        self.winner = -1
        self.bases = [-1] * 18
        self.troops = self.built = 0
        self.types = [0] * 5
        self.zones = [()] * ZONE_COUNT
        self.modifiers = self.delays = self.sights = ()
        self.active_verbs = 0
        self.combatants = self.damage = self.combat_step = self.decision = None
        self.log = self.redacted_log = self.legal = None
        self.stack = []
        self.builds_left = self.burns = self.passes = 0
        self.renewed = self.attacked = self.previous_turn_idle = self.battle_ended = self.check_due = False
        self.group = self.site = self.stage = self.fighters = -1
        self.attacks = self.plays = self.arrived_this_turn = 0
        self.change_count = self.change_count_at_attack = self.change_count_at_futile = self.futile_attacks = 0
        self.losses = [0] * (2 * LOSS_COUNT)


def start_program(position: Position, player: int, design: int) -> None:
    """Start the program of an ability that a player plays."""
    match = position.match
    position.plays += 1
    position.change_count += 1
    position.stack.append(match.frame(match.play_program[design], player))
