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

    Attributes:
        damage: `choose` lets the players assign their damage point by point; `auto` assigns it sensibly.
        chance: `seeded` draws from piles that are shuffled in advance; `explicit` makes chance a player.
        initiative_vs_structures: R01. Initiative damage that no troop takes hits unmanned structures in the regular
            step (`regular`), at once (`early`), or not at all (`never`).
        overflow: R02. `same_step`: structures can be hit once all defenders are dead or take lethal damage in this
            step; `next_step`: only if no defender was alive when the step began.
        artillery_overflow: R03. The same for artillery damage.
        first_to_assign: R06. Who assigns damage first.
        first_in_battle: R07. Who may play the first ability in a battle.
        ability_windows: R08. `battle`: before combat only; `steps`: also between the two steps of combat.
        max_burns: R09. How often players may burn their opening hand; `none`: as long as five cards remain.
        recruit: R11. In a renewal each base `must` receive a troop, or its owner `may` leave it.
        opening_window: R13. Whether the opponent may act before the first attack and after each battle.
        build_over: R14. Whether a base may be built over another.
        max_builds: R15. How many bases a player may build in one renewal; `none`: any number.
        palace_advance: R19. Survivors that have cleared a territory `must` attack the palace, or `may`.
        guarded_palace_strikes: R21. Whether a palace deals damage while special troops defend it.
        max_attacks: R22. How many attacks a player may make in one turn.
        max_abilities: How many abilities a player may play in one turn. Not a rule: it stops cards that return to the hand
            forever.
        repeat_idle_attack: R22, R49. Whether an attack that changed nothing may be repeated at once.
        heal_before_palace: R23. Whether damage is removed between the territory and the palace.
        unique_scope: R25. A player has at most one unique troop in all (`any`), or one of each `name`.
        hand_limit_always: R26. Whether the hand limit holds at all times, not only in a renewal.
        empty_pile: R27. A draw from an empty pile comes from the `other` pile, or gives `nothing`.
        reshuffle: R27. Whether an empty pile is refilled with the shuffled discards.
        max_turns: R28. The turn after which the game ends undecided.
        palace_is_base: R29. Whether effects on bases also affect palaces.
        commons_reach_specials: R31. Whether effects on troops of no stated type also affect special troops.
        special_attacks_at_once: R32. Whether a special troop may attack in the turn in which it is played.
        first_player: R34. Chosen at random, or the given player.
        must_act: R35, R48. The tournament rule: whether the opponent must renew or attack after a turn with neither.
        harmless_attack: R40. Whether a group that cannot deal damage may attack.
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
