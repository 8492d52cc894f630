"""What does not change during a game: cards, heroes and settings as the rules use them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from cardgen.games.stonewater_weir.engine.settings import SiegeSettings
from cardgen.games.stonewater_weir.engine.state.places import HEAVY, INSTANT

# The functions of cards take a `SiegePosition`, whose module stands on this one.
UseEffect = Callable[[Any, int], None]
"""Does what a card does for the hero (number) who uses or draws it."""
UseCondition = Callable[[Any, int], bool]
"""Returns whether the use of a card by a hero (number) would do anything."""
AreaEffect = Callable[[Any, int], None]
"""Does what a tactics card does in an area (number)."""
AfterAttack = Callable[[Any, int, int, int], None]
"""Does what a card does after an attack: hero, area, number of enemies destroyed."""
EventEffect = Callable[[Any], None]
"""Does what an event does to everybody."""


@dataclass(frozen=True, slots=True)
class CardRules:
    """A resource card as the rules use it.

    Attributes:
        id: Id in the deck, unique among resource cards.
        group: Class of the card (`places.py`).
        kind: PERMANENT, RED, ORANGE or INSTANT.
        cost: Gold that its use costs.
        morale: Morale that its user gains (or loses) after its use.
        is_attack: Whether it is declared in an attack.
        is_massive: Whether it is a Flood Charge.
        value: Strength of its own; -1 if it has none.
        bonus: Added to the hero's strength.
        dice: Number of red dice; 0 leaves the hero's own.
        target: Lowest number that hits; 0 leaves that of the zone.
        zones: Zones (from 0) in which it is used; empty means any.
        is_tactics: Whether it is placed on a zone.
        costs_action: Whether its use outside of an attack costs an action.
        phases: Enemies phases that a tactics card stays.
        use: What its use does; None if it does nothing by itself.
        can_use: Whether its use does anything; None means always.
        trigger: What it does as a tactics card.
        after_attack: What it does after the attack in which it was declared.
        ward: Hits that its owner ignores in each round while it is stored.
    """

    id: str
    group: int
    kind: int
    copies: int = 1
    cost: int = 0
    morale: int = 0
    is_attack: bool = False
    is_massive: bool = False
    value: int = -1
    bonus: int = 0
    dice: int = 0
    target: int = 0
    zones: tuple[int, ...] = ()
    is_tactics: bool = False
    costs_action: bool = False
    phases: int = 1
    use: UseEffect | None = None
    can_use: UseCondition | None = None
    trigger: AreaEffect | None = None
    after_attack: AfterAttack | None = None
    ward: int = 0

    @property
    def is_instant(self) -> bool:
        """Whether it is used when it is drawn."""
        return self.kind == INSTANT


@dataclass(frozen=True, slots=True)
class EnemyRules:
    """An enemy card as the rules use it.

    Attributes:
        role: ASSAULT, SUPPORT or HEAVY.
        spawn: By season: role and number of units.
    """

    id: str
    role: int
    copies: int
    spawn: tuple[tuple[int, int], ...]

    def due(self, season: int, change: int = 0) -> tuple[int, int, int]:
        """Return which units come: role, number of standard units, number of elite ones, which is 1 of each role that has any.

        Args:
            season: The season, from 0.
            change: Added to the number of units, as events do.

        Source:
            Rules model, C3.
        """
        role, number = self.spawn[season]
        number = max(number + change, 0)
        elite = int(role != HEAVY and number > 0)
        return role, number - elite, elite


@dataclass(frozen=True, slots=True)
class EventRules:
    """An event as the rules use it.

    Attributes:
        value: How bad it is, 1 to 10.
        lasts_season: Whether it lasts until the end of the season, otherwise until the end of the round.
        begin: What it does when it is drawn.
        each_round: What it does in the events step of later rounds while it lasts.
    """

    id: str
    value: int
    lasts_season: bool = False
    copies: int = 1
    begin: EventEffect | None = None
    each_round: EventEffect | None = None


@dataclass(frozen=True, slots=True)
class TokenRules:
    """A token of an ability.

    Attributes:
        ability: The ability as a bit (`abilities.py`); 0 for one without effect.
        level: Level, from 0.
    """

    id: str
    ability: int
    level: int
    copies: int = 1


@dataclass(frozen=True, slots=True)
class SlotRules:
    """A slot of a hero for resource cards.

    Attributes:
        kinds: Pairs of class and kind of the cards that it holds.
    """

    kinds: frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class HeroRules:
    """A hero as the rules use it.

    Attributes:
        abilities: Starting abilities as bits.
        slots: Slots for resource cards.
        food: Food that learning costs, by level.
    """

    id: str
    strength: int
    abilities: int
    slots: tuple[SlotRules, ...]
    food: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class SiegeTables:
    """Everything that does not change while a deck is played with given settings and players.

    Attributes:
        settings: The rulings.
        hero_count: Number of heroes of all players.
        points: Number of spawning points on each field, by bank.
        cards, enemies, events, tokens, heroes: The designs, numbered from 0.
        figures: Number of figures of each unit.
        morale, food, gold, lamplight: Start and limit of each track.
        supplies: Gold and food that each hero has in addition when the game begins, but not after a resurrection.
        yellow: Numbers of the yellow die.
        arm: Faces of the Long Arm's die: numbers, 0 for a miss, -1 for the miss that jams turning.
        smuggling: What each number of the Undercroft's table brings: class of a card, GOLD_LINE or FOOD_LINE.
        disabled: Buildings whose use does nothing.
        names: What was worked out from the rest: texts of actions.
        fitting: Likewise the designs that each slot holds, by hero and the abilities that matter for it.
    """

    settings: SiegeSettings
    players: int
    hero_count: int
    points: tuple[int, ...]
    cards: tuple[CardRules, ...]
    enemies: tuple[EnemyRules, ...]
    events: tuple[EventRules, ...]
    tokens: tuple[TokenRules, ...]
    heroes: tuple[HeroRules, ...]
    figures: tuple[int, ...] = (24, 8, 16, 8, 8)
    morale: tuple[int, int] = (5, 10)
    food: tuple[int, int] = (3, 6)
    gold: tuple[int, int] = (1, 4)
    lamplight: tuple[int, int] = (3, 3)
    supplies: int = 0
    yellow: tuple[int, ...] = (1, 1, 2, 2, 3, 3)
    arm: tuple[int, ...] = (1, 2, 2, 3, 0, -1)
    smuggling: Sequence[int] = (0, 4, 2, 1, 3, 5)
    disabled: frozenset[int] = frozenset()
    names: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)
    fitting: dict[tuple[int, int], tuple[frozenset[int], ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @property
    def is_explicit(self) -> bool:
        """Whether chance is a player."""
        return self.settings.chance == "explicit"


GOLD_LINE, FOOD_LINE = 4, 5
"""Lines of the Undercroft's table that bring gold or food; the others are classes."""
