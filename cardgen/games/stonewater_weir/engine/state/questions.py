"""What players are asked, so that a table can word it and an agent can answer it.

A question is a tuple: its kind, then numbers as the kinds say.
"""

from __future__ import annotations

from enum import IntEnum


class Question(IntEnum):
    """Kinds of question, each with the numbers that follow it.

    Attributes:
        CHANCE: An outcome of chance: stream.
        HERO: Which hero the player takes, before the game.
        RUNNER_FIELD: On which field the Runner starts: nothing more.
        RESURRECT: Which hero returns.
        ACTION: What the active hero does: hero.
        WEAPONS: Which further cards are declared in an attack: hero, area.
        LIGHT_ATTACK: Which die of an attack lamplight changes: hero, area of the first zone.
        LIGHT_ROLL: Whether lamplight changes a single die: hero, number rolled, stream.
        KEEP_CARD: What becomes of a card that was drawn: hero, design.
        PLACE_TACTICS: On which zone a tactics card is placed: hero, design.
        EXCHANGE: What two heroes exchange: hero, other hero.
        DECK: Which deck: hero.
        LEARN: Which token a hero keeps, and how: hero.
        TARGET_HERO: Which hero an ability helps: hero.
        TACTICS: Which tactics card triggers next.
        HITS: How many hits a figure takes: hero (or -1 for the Runner), hits left.
        REINFORCEMENT: Whether a reinforcement takes a hit for the hero in the building: hero, building.
        REROLL: Whether the dice of an attack that missed are rolled again: hero, area of the first zone.
        TARGET: Where a card attacks that is used at once: hero, design.
        FIRST_FIELD: On which field something begins that goes round all fields clockwise: a `FieldOrder`.
        EFFECT: A choice of a card's effect: whatever the effect says.
    """

    CHANCE = 0
    HERO = 1
    RUNNER_FIELD = 2
    RESURRECT = 3
    ACTION = 4
    WEAPONS = 5
    LIGHT_ATTACK = 6
    LIGHT_ROLL = 7
    KEEP_CARD = 8
    PLACE_TACTICS = 9
    EXCHANGE = 10
    DECK = 11
    LEARN = 12
    TARGET_HERO = 13
    TACTICS = 15
    HITS = 16
    REINFORCEMENT = 17
    EFFECT = 18
    REROLL = 19
    TARGET = 20
    FIRST_FIELD = 21


class FieldOrder(IntEnum):
    """What goes round the fields from one that players choose.

    Attributes:
        SPAWNING: Spawning of a round, or after a resurrection.
        ENEMIES: Attacks of the enemies, and then their march in the same order.
    """

    SPAWNING = 0
    ENEMIES = 1
