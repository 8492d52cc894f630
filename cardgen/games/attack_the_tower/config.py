"""The choices that the printed rules leave open, as settings; R01 to R57 are the rulings of the rules file, section 10.

Rulings without an alternative have no setting: R04 (damage of at least the power kills), R05 (damage is a pool), R10,
R12, R16, R17, R18, R20, R24, R30, R33 (the public piles show how many cards of each kind a hand holds) and R36 to R39.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from cardgen.games.attack_the_tower.constants import CONSTANTS
from cardgen.plugin.rules.settings import INTERNAL, AtTable, Range


@dataclass(frozen=True, slots=True)
class Config:
    """Settings of the rules; the defaults are the rules as printed.

    `setting_NAME` in `play/strings.en.yaml` says what each decides.

    Attributes:
        initiative_vs_structures: R01.
        overflow: R02.
        artillery_overflow: R03.
        first_to_assign: R06.
        first_in_battle: R07.
        ability_windows: R08.
        max_burns: R09.
        recruit: R11.
        opening_window: R13.
        build_over: R14.
        max_builds: R15.
        palace_advance: R19.
        guarded_palace_strikes: R21.
        max_attacks: R22.
        repeat_idle_attack: R22, R49.
        heal_before_palace: R23.
        unique_scope: R25.
        hand_limit_always: R26.
        empty_pile: R27.
        reshuffle: R27.
        max_turns: R28.
        palace_is_base: R29.
        commons_reach_specials: R31.
        special_attacks_at_once: R32.
        must_act: R35, R48.
        harmless_attack: R40.
        chance: `seeded` draws from piles that are shuffled in advance; `explicit` makes chance a player.
        first_player: R34. Chosen at random, or the given player.
        opening_hand: Number of cards in an opening hand, as the game of the decks fixes it.
        hand_limit: Number of cards that a hand may have, likewise.
        renewal_draw: Number of cards that a player draws in a renewal, likewise.
    """

    damage: Literal["auto", "choose"] = "auto"
    chance: Annotated[Literal["seeded", "explicit"], INTERNAL] = "seeded"
    initiative_vs_structures: Literal["regular", "early", "never"] = "regular"
    overflow: Literal["same_step", "next_step"] = "same_step"
    artillery_overflow: Literal["same_step", "next_step"] = "same_step"
    first_to_assign: Literal["attacker", "defender"] = "attacker"
    first_in_battle: Literal["defender", "attacker"] = "defender"
    ability_windows: Literal["battle", "steps"] = "battle"
    max_burns: int | None = None
    recruit: Literal["must", "may"] = "must"
    opening_window: bool = True
    build_over: bool = True
    max_builds: int | None = None
    palace_advance: Literal["must", "may"] = "must"
    guarded_palace_strikes: bool = True
    max_attacks: Annotated[int, Range(1, 100)] = 12
    max_abilities: Annotated[int, Range(1, 1000)] = 50
    repeat_idle_attack: Annotated[bool, AtTable(True)] = False
    heal_before_palace: bool = True
    unique_scope: Literal["any", "name"] = "any"
    hand_limit_always: bool = True
    empty_pile: Literal["other", "nothing"] = "other"
    reshuffle: bool = False
    max_turns: Annotated[int, Range(1, 1000)] = 200
    palace_is_base: bool = False
    commons_reach_specials: bool = True
    special_attacks_at_once: bool = True
    first_player: Annotated[Literal["random", 1, 2], INTERNAL] = "random"
    must_act: Annotated[bool, AtTable(False)] = True
    harmless_attack: bool = True
    opening_hand: Annotated[int, INTERNAL] = CONSTANTS["opening_hand"]
    hand_limit: Annotated[int, INTERNAL] = CONSTANTS["hand_limit"]
    renewal_draw: Annotated[int, INTERNAL] = CONSTANTS["renewal_draw"]
