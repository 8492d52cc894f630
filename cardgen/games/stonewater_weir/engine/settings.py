"""The choices that the printed rules leave open, as settings.

S01 to S23 are the rulings of the rules model, section 7, and C6 is one of its corrections, section 9.
S22 (page references and spellings) and S23 (data of our own) are no rules and have no setting.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from cardgen.plugin.rules.settings import INTERNAL, AtTable, Range

Difficulty = Literal["apprentice", "easy", "journeyman", "middle", "master", "full"]


@dataclass(frozen=True, slots=True)
class SiegeSettings:
    """Settings of the rules; the defaults are the rulings.

    Attributes:
        difficulty: Apprentice (`easy`): no Undercurrent at a Surge, no Followers. Journeyman (`middle`): the Undercurrent,
            no Followers. Master (`full`): both.
        events: Events in the deck: those up to a value, which `difficulty` sets to 3, 5 or 10 by the difficulty, or `all`.
            The limit rises until the deck has the twelve cards that a game may need.
        start_lamplight: Whether heroes start with lamplight; `no` is an option of the highest difficulty.
        heroes: C6. Whether the heroes are dealt at `random`, or the players `choose` them in turn.
        more_points: C6. Spawning points in addition to those of the number of players, for a harder game; a field has two
            at most.
        first_hero: S01. The first-hero token goes to the `next` hero after the heroes phase (the player's other hero
            first), or in the events step `left`, to the first hero of the next player.
        leave_by: S02. Last round in which the Runner may still be on a field before they have reached the Hills; the game
            is lost afterwards. `none`: the movement rules and the twelve rounds are the only limits.
        short_heavy_elite: S03. Number of Mudling Reavers that stand in for missing Wreckbacks if no standard Mudling is
            left.
        arm_keeper: S04. Whether Wreckbacks hit the hero on the Long Arm.
        heavy_zone: S05. Zone from which Wreckbacks attack: three stars are zone 3.
        token_strength: S06. A strength token adds to the strength of a card of its own value (`bonus`), or replaces it
            as part of the hero's own (`value`).
        leftovers: S07. Season cards that nobody drew leave the game (`out`), or go to the discards of their class.
        empty_deck: S08. A draw from an empty deck gives `nothing`, or the discards of the class are shuffled at once.
        light_on_arm: S09. Whether lamplight changes the numbers of the Long Arm's die; it never changes its symbols.
        solo_heroes: S10. Number of heroes of a single player.
        event_limit: S11. The limit of `events` counts the value on the cards, or their level: 1 for values 1 to 3, 2 for
            4 and 5, 3 for the rest, which is the same deck if the limit is that of the difficulty.
        must_act: S12. Whether a hero must use all their actions while they can; otherwise up to three.
        runner_check: S13. An enemy in the Runner's zone kills them before or after tactics cards trigger.
        surge_streak: S14. Rolls count towards a Surge within one spawning `step`, one `field`, or the whole `game`.
        streak_after_surge: S15. After a Surge the count starts again (`restart`), or a fourth equal symbol is another.
        roll_abilities: S16. `roll two dice` and `roll three dice` state the `total`, or `extra` dice.
        home_in_last_round: S17. Whether the Runner may still come home in round 12.
        followers_of_second: S18. The Followers of a second Runner appear in their `own` field, or where the `first` came.
        raise_at_damaged: S19. Whether a hero can be resurrected in a damaged Lamp House.
        undercurrent_stops_runner: S20. Whether the Undercurrent blocks and kills the Runner as units do.
        token_of_dead: S21. The first-hero token of a hero who dies goes to the `next` living hero at once, or stays
            until the end of the heroes phase.
        chance: `seeded` draws by the seed of the game; `explicit` makes chance a player.
    """

    difficulty: Difficulty = "journeyman"
    events: Literal["all", "difficulty", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] = "difficulty"
    start_lamplight: bool = True
    heroes: Annotated[Literal["random", "choose"], AtTable("choose")] = "random"
    more_points: Annotated[int, Range(0, 4)] = 0
    first_hero: Literal["next", "left"] = "next"
    leave_by: Annotated[int | None, Range(3, 12)] = None
    short_heavy_elite: Annotated[int, Range(2, 3)] = 3
    arm_keeper: bool = True
    heavy_zone: Annotated[int, Range(2, 3)] = 3
    token_strength: Literal["bonus", "value"] = "bonus"
    leftovers: Literal["out", "discard"] = "out"
    empty_deck: Literal["nothing", "reshuffle"] = "nothing"
    light_on_arm: bool = True
    solo_heroes: Annotated[int, Range(1, 6)] = 4
    event_limit: Literal["value", "level"] = "value"
    must_act: bool = False
    runner_check: Literal["before", "after"] = "before"
    surge_streak: Literal["step", "field", "game"] = "step"
    streak_after_surge: Literal["restart", "continue"] = "restart"
    roll_abilities: Literal["total", "extra"] = "total"
    home_in_last_round: bool = True
    followers_of_second: Literal["own", "first"] = "own"
    raise_at_damaged: bool = True
    undercurrent_stops_runner: bool = False
    token_of_dead: Literal["next", "stay"] = "next"
    chance: Annotated[Literal["seeded", "explicit"], INTERNAL] = "seeded"

    @property
    def has_undercurrent(self) -> bool:
        """Whether the Undercurrent comes at a Surge."""
        return self.difficulty not in ("apprentice", "easy")

    @property
    def has_followers(self) -> bool:
        """Whether Followers come with the Runner."""
        return self.difficulty in ("master", "full")

    @property
    def highest_event(self) -> int:
        """Highest value of events in the deck, before it rises for lack of cards."""
        if self.events == "all":
            return 10
        if isinstance(self.events, int):
            return self.events if self.event_limit == "value" else highest_value_of_level(self.events)
        return 3 if not self.has_undercurrent else 10 if self.has_followers else 5


def highest_value_of_level(level: int) -> int:
    """Return the highest value of the events of a level (S11)."""
    return (3, 5, 10)[min(level, 3) - 1]
