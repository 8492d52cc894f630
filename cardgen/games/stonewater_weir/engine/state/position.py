"""A position of the siege as plain data: numbers, short lists of numbers, and tuples that are replaced, never changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardgen.games.stonewater_weir.engine.state.places import (
    ABSENT,
    AREAS,
    DEAD,
    HEROES,
    NOWHERE,
    RUNNER_DUE,
    UNIT_COUNT,
    Cause,
)
from cardgen.games.stonewater_weir.engine.state.tables import SiegeTables

# Piles: face-down cards, discards and removed cards of the four classes; then the other decks.
FACE_DOWN, DISCARDS, OUT, EVENT_DECK, EVENT_DISCARDS, ENEMY_DECK, ENEMY_DISCARDS, TOKEN_STOCK, TOKENS_OUT = (
    0,
    4,
    8,
    12,
    13,
    14,
    15,
    16,
    20,
)
PILES = 21

# Decks of which players may know the top cards.
SEASON_DECK, POOL, KNOWN_EVENTS, KNOWN_ENEMIES, KNOWN_DECKS = 0, 4, 8, 9, 10

CARD_SLOTS = 4
LEVELS = 4
FACE_DOWN_TOKEN = 100
"""Added to a token that a hero keeps face down."""
FIRST_CARD_BIT = 64
"""In `SiegePosition.spent`, the bit of the first card; those below are abilities."""

Story = Any
"""`(story before, event)` or None; a recursive tuple."""


class SiegePosition:
    """The table, and where in the round the game is.

    Lists of heroes have an entry for each of the six heroes of the deck, also for those who are not in the game.

    Attributes:
        tables: Cards and settings; shared by all positions of a contest.
        phase: Step of the round (`phases.phase_table`).
        round: Round, from 1.
        cause: How the game ended (`Cause`); NONE while it goes on.
        order: Heroes in the order around the table.
        owner: Seat of each hero's player; -1 if the hero is not in the game.
        first: Hero with the first-hero token.
        queue: Heroes who have yet to act in this round.
        active: Hero whose turn it is; -1 if it is nobody's.
        actions: Actions that the active hero has left.
        arm_actions: Further actions that they have for the Long Arm only.
        acted: Number of actions that they have taken.
        morale, food, gold, lamplight: Tracks of each hero.
        place: Where each hero is (`places.py`).
        last_building: Building that each hero used in the latest action of their turn; -1 if it was none.
        abilities: Abilities of each hero, as bits.
        strength_tokens: Face-down tokens of each hero.
        ignored: Hits that each hero has ignored in this round.
        spent: Abilities and permanent cards that each hero has used in this turn (as bits).
        slots: Cards in the slots, CARD_SLOTS for each hero; -1 if empty.
        tokens: Tokens of each hero by level, LEVELS for each; -1 if none.
        units: Units by area and kind: `5 * area + unit`.
        supply: Figures of each kind that are not on the board.
        undercurrent: Area of the Undercurrent; -1 if it is away.
        runner: Where the Runner is (`places.py`).
        runner_leg: LEAVING or RETURNING.
        runner_wind: Bank of the wind card drawn for them; -1 if none.
        runner_field: Bank on which they came back; -1 before that.
        runners_lost: Number of Runners who died.
        runner_entered: Round in which they entered the board or left it; they do not come or move again in it.
        halted: Areas whose units do nothing more in this round, as bits.
        attacked: Areas whose Mudlings have attacked and do not march, as bits.
        due: Tactics cards that have yet to trigger in this phase, as in `tactics`.
        buildings: WHOLE, DAMAGED or DESTROYED.
        reinforced: Reinforcements of each building.
        arm: Bank that the Long Arm faces.
        enemy_slots: Enemy card in each slot of the fields: `3 * bank + slot`; -1 if empty.
        events: Active events.
        tactics: Tactics cards on the fields: `(area, design, enemies phases so far)`.
        lasting: Effects that last (`lasting.py`).
        streak: Symbol of the latest spawning rolls and how many of them in a row: `4 * symbol + number`.
        piles: Cards that lie together, in ascending order; nobody knows their order.
        season_left: Number of face-down cards in the season decks.
        known: Top cards that have been looked at, by deck, the next card first.
        beneath: Cards that were put beneath a deck, likewise; they come when the deck has no others.
        luck: Random numbers, by stream.
        tape: Answers and outcomes of chance in the current step.
        cursor: Number of them that the step has used.
        chooser, options, weights, question: What is asked now (`asking.py`).
        checking: Whether answers on the tape are checked, because they come from a text.
        telling: Whether `story` is kept.
        story: What has happened (`story.py`).
    """

    __slots__ = (
        "abilities",
        "acted",
        "actions",
        "active",
        "arm",
        "arm_actions",
        "attacked",
        "beneath",
        "buildings",
        "cause",
        "checking",
        "chooser",
        "cursor",
        "due",
        "enemy_slots",
        "events",
        "first",
        "food",
        "gold",
        "halted",
        "ignored",
        "known",
        "lamplight",
        "last_building",
        "lasting",
        "luck",
        "morale",
        "options",
        "order",
        "owner",
        "phase",
        "piles",
        "place",
        "question",
        "queue",
        "reinforced",
        "round",
        "runner",
        "runner_entered",
        "runner_field",
        "runner_leg",
        "runner_wind",
        "runners_lost",
        "season_left",
        "slots",
        "spent",
        "story",
        "streak",
        "strength_tokens",
        "supply",
        "tables",
        "tactics",
        "tape",
        "telling",
        "tether",
        "tokens",
        "undercurrent",
        "units",
        "weights",
    )

    def __init__(self, tables: SiegeTables) -> None:
        self.tables = tables  # the rest is set by `clear` or by `copy`, so that a copy sets nothing twice

    def clear(self) -> None:
        """Take everything off the table, as before set-up."""
        self.phase = 0
        self.round = 1
        self.cause: int = Cause.NONE
        self.order: tuple[int, ...] = ()
        self.owner = [-1] * HEROES
        self.first = self.active = -1
        self.queue: tuple[int, ...] = ()
        self.actions = self.arm_actions = self.acted = 0
        self.morale = [0] * HEROES
        self.food = [0] * HEROES
        self.gold = [0] * HEROES
        self.lamplight = [0] * HEROES
        self.place = [ABSENT] * HEROES
        self.last_building = [-1] * HEROES
        self.abilities = [0] * HEROES
        self.strength_tokens = [0] * HEROES
        self.ignored = [0] * HEROES
        self.spent = [0] * HEROES
        self.slots = [-1] * (CARD_SLOTS * HEROES)
        self.tokens = [-1] * (LEVELS * HEROES)
        self.units = [0] * (UNIT_COUNT * AREAS)
        self.supply = list(self.tables.figures)
        self.undercurrent, self.tether = -1, 0
        self.runner, self.runner_leg, self.runner_wind, self.runner_field = RUNNER_DUE, 0, -1, -1
        self.runners_lost = self.runner_entered = 0
        self.halted = self.attacked = 0
        self.buildings = [0] * 8
        self.reinforced = [0] * 8
        self.arm = 0
        self.enemy_slots = [-1] * 12
        self.events: tuple[int, ...] = ()
        self.tactics: tuple[tuple[int, int, int], ...] = ()
        self.due: tuple[tuple[int, int, int], ...] = ()
        self.lasting: tuple[tuple[int, ...], ...] = ()
        self.streak = 0
        self.piles: list[tuple[int, ...]] = [()] * PILES
        self.season_left = [0] * 4
        self.known: list[tuple[int, ...]] = [()] * KNOWN_DECKS
        self.beneath: list[tuple[int, ...]] = [()] * KNOWN_DECKS
        self.luck: list[int] = []
        self.tape: list[int] = []
        self.cursor = 0
        self.chooser = 0
        self.options: tuple[int, ...] = ()
        self.weights: tuple[int, ...] = ()
        self.question: tuple[int, ...] = ()
        self.checking = self.telling = False
        self.story: Story = None

    def copy(self) -> SiegePosition:
        """Return an independent copy."""
        other = SiegePosition(self.tables)
        other.phase, other.round, other.cause = self.phase, self.round, self.cause
        other.order, other.owner = self.order, self.owner[:]
        other.first, other.queue, other.active = self.first, self.queue, self.active
        other.actions, other.arm_actions, other.acted = self.actions, self.arm_actions, self.acted
        other.morale, other.food = self.morale[:], self.food[:]
        other.gold, other.lamplight = self.gold[:], self.lamplight[:]
        other.place, other.last_building = self.place[:], self.last_building[:]
        other.abilities, other.strength_tokens = self.abilities[:], self.strength_tokens[:]
        other.ignored, other.spent = self.ignored[:], self.spent[:]
        other.slots, other.tokens = self.slots[:], self.tokens[:]
        other.units, other.supply = self.units[:], self.supply[:]
        other.undercurrent, other.tether = self.undercurrent, self.tether
        other.runner, other.runner_leg, other.runner_wind = self.runner, self.runner_leg, self.runner_wind
        other.runner_field, other.runners_lost = self.runner_field, self.runners_lost
        other.runner_entered, other.halted, other.attacked = self.runner_entered, self.halted, self.attacked
        other.buildings, other.reinforced, other.arm = self.buildings[:], self.reinforced[:], self.arm
        other.enemy_slots, other.events, other.tactics = self.enemy_slots[:], self.events, self.tactics
        other.lasting, other.streak, other.due = self.lasting, self.streak, self.due
        other.piles, other.season_left, other.known = self.piles[:], self.season_left[:], self.known[:]
        other.beneath = self.beneath[:]
        other.luck, other.tape, other.cursor = self.luck[:], self.tape[:], self.cursor
        other.chooser, other.options, other.weights = self.chooser, self.options, self.weights
        other.question, other.story = self.question, self.story
        other.checking, other.telling = self.checking, self.telling
        return other

    def living(self) -> Iterator[int]:
        """Yield the living heroes in the order around the table."""
        place = self.place
        return (hero for hero in self.order if place[hero] != DEAD)

    def is_alive(self, hero: int) -> bool:
        """Return whether a hero is in the game and alive."""
        return self.place[hero] >= NOWHERE
