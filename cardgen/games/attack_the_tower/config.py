"""The choices that the rules leave open, as settings; R01 to R40 are the rulings of the rules file, section 10.

Rulings that are no choice have no setting: R04 (at least is lethal), R05 (damage is a pool), R10, R12, R16, R17, R18,
R20, R24, R30, R33 (the public piles tell how many of each kind a hand holds) and R36 to R39.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Config:
    """Settings of a game; the defaults are the rules as printed.

    Attributes:
        damage: `choose` makes every assignment of damage a decision of its player; `auto` assigns it sensibly.
        chance: `seeded` draws from piles that are shuffled in advance; `explicit` makes chance a player.
        initiative_vs_structures: R01. What initiative does with damage that no troop takes: `regular` deals it in the
            regular step to unmanned structures, `early` at once, `never` loses it.
        overflow: R02. `same_step`: structures can be hit once all defenders are dead or as good as dead in this step;
            `next_step`: only if no defender lived when the step began.
        artillery_overflow: R03. The same for artillery.
        first_to_assign: R06. Who assigns damage first.
        first_in_battle: R07. Who may play the first ability in a battle.
        ability_windows: R08. `battle`: before combat only; `steps`: also between the two steps of combat.
        max_burns: R09. How often a player may burn his opening hand; None: while five cards remain.
        recruit: R11. In a renewal each base `must` receive a troop, or its owner `may` leave it.
        opening_window: R13. The opponent may act before the first attack and after each battle.
        build_over: R14. A base may be built over another.
        max_builds: R15. Bases a player may build in one renewal; None: any number.
        palace_advance: R19. Survivors that made a territory empty `must` attack the palace, or `may`.
        guarded_palace_strikes: R21. A palace deals its damage also while special troops defend it.
        max_attacks: R22. Attacks in one turn.
        max_abilities: Abilities played in one turn. No rule: it ends a card that brings itself back for ever.
        repeat_idle_attack: R22. Whether an attack that changed nothing may be repeated at once.
        heal_before_palace: R23. Damage is forgotten between the territory and the palace.
        unique_scope: R25. One unique troop a player in all (`any`), or one of each `name`.
        hand_limit_always: R26. The limit holds at any time, not only in a renewal.
        empty_pile: R27. A draw from an empty pile is made from the `other` one, or gives `nothing`.
        reshuffle: R27. An empty pile is made anew from the discards.
        max_turns: R28. After so many turns the game ends undecided.
        palace_is_base: R29. Effects on bases also reach palaces.
        commons_reach_specials: R31. Effects on troops of no named type also reach special troops.
        special_attacks_at_once: R32. A special troop may attack in the turn in which it is played.
        first_player: R34. By lot, or a player.
        must_act: R35. After a turn with neither renewal nor attack, the opponent must renew or attack.
        harmless_attack: R40. A group that could deal no damage may attack all the same.
    """

    damage: Literal["auto", "choose"] = "auto"
    chance: Literal["seeded", "explicit"] = "seeded"
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
    max_attacks: int = 12
    max_abilities: int = 50
    repeat_idle_attack: bool = False
    heal_before_palace: bool = True
    unique_scope: Literal["any", "name"] = "any"
    hand_limit_always: bool = True
    empty_pile: Literal["other", "nothing"] = "other"
    reshuffle: bool = False
    max_turns: int = 200
    palace_is_base: bool = False
    commons_reach_specials: bool = True
    special_attacks_at_once: bool = True
    first_player: Literal["random", 1, 2] = "random"
    must_act: bool = True
    harmless_attack: bool = True
