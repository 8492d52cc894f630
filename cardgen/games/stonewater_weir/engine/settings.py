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

    `setting_NAME` in `play/strings.en.yaml` says what each decides.

    Attributes:
        heroes: C6.
        more_points: C6.
        first_hero: S01.
        leave_by: S02.
        short_heavy_elite: S03.
        arm_keeper: S04.
        heavy_zone: S05.
        token_strength: S06.
        leftovers: S07.
        empty_deck: S08.
        light_on_arm: S09.
        solo_heroes: S10.
        event_limit: S11.
        must_act: S12.
        runner_check: S13.
        surge_streak: S14.
        streak_after_surge: S15.
        roll_abilities: S16.
        home_in_last_round: S17.
        followers_of_second: S18.
        raise_at_damaged: S19.
        undercurrent_stops_runner: S20.
        token_of_dead: S21.
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
