"""Seventy-five more combinations of effects; see `test_combinations`.

Predicted from the printed sentences before the engine ran, by three people who wrote neither.
"""

from .test_combinations import (
    BATTLE,
    DRAW,
    ENEMY,
    ENEMY_BASE,
    GO,
    HEAVY,
    LIGHT,
    ONE,
    OWN,
    OWN_BASE,
    SHOOTER,
    SIEGE,
    TURN,
    check_cases,
    destroy,
    power,
    special,
    trait,
)  # fmt: skip

OWN_SPECIAL, ENEMY_SPECIAL = {"of": "special", "owner": "self"}, {"of": "special", "owner": "opponent"}

CASES = {
    "a limit of special troops that is over": (
        {"x": [{"limit": {"what": "special", "who": "self", "add": 1, **TURN}}], "z": special()},
        {"mine": "l1 l1 l1", "theirs": "l1", "my_hand": "x z", "my_palace": "elder"},
        ["play x", "play z", "end turn", "pick special 1 of player 1"], {"my_palace": "z"},
    ),
    "who cannot recruit recruits nothing by the same card": (
        {"x": [{"prevent": {"what": "recruit", "who": "self", **TURN}}, {"recruit": {"bases": OWN_BASE, "amount": 2}}]},
        {"mine": "l1 h0", "theirs": "l1", "my_hand": "x"},
        ["play x"], {"mine": "l1 h0"},
    ),
    "initiative damage that finds nobody is not regular damage to troops": (
        {"x": [{"protect": {"who": ENEMY | HEAVY, "from": "initiative", **TURN}}]},
        {"mine": "s2", "theirs": "h1", "my_hand": "x"},
        ["play x", GO], {"mine": "s0", "theirs": "h1"},
    ),
    "a stronger manned base falls to more damage, troops and all": (
        {"x": [{"bypass": {"who": OWN | SIEGE, **TURN}}, {"bonus": {"who": OWN | SIEGE, "amount": 1, **TURN}}, power(ENEMY_BASE, add=1, **TURN)]},
        {"mine": "a1", "theirs": "c2 / s0", "my_hand": "x"},
        ["play x", GO], {"mine": "a0", "theirs": " / s0"},
    ),
    "weak bases fall to one blow, and the palace stands": (
        {"x": [power(ENEMY_BASE, add=-2, **TURN)]}, {"mine": "c1", "theirs": "l0 / s0", "my_hand": "x"},
        ["play x", GO], {"mine": "c0", "theirs": " / s0", "winner": -1},
    ),
    "a palace of 12 stands against 11": (
        {"x": [power({"of": "palace", "owner": "opponent"}, add=2, **TURN)]},
        {"mine": "a2 c1", "theirs": "- / s0", "my_hand": "x"},
        ["play x", GO], {"mine": "a0 c0", "winner": -1},
    ),
    "a palace of 8 falls to 8": (
        {"x": [power({"of": "palace", "owner": "opponent"}, add=-2, **TURN)]},
        {"mine": "a2", "theirs": "- / s0", "my_hand": "x"},
        ["play x", GO], {"winner": 0},
    ),
    "what leaves play is its taker's": (
        {"z": special(traits=("loyal",), leave=(DRAW,)), "x": [{"steal": {"who": ENEMY_SPECIAL | ONE}}], "y": [destroy(OWN_SPECIAL | ONE)]},
        {"mine": "l1", "theirs": "l1", "my_hand": "x y", "their_palace": "z"},
        ["play x", "play y"], {"cards": 1, "their_cards": 0},
    ),
    "each loss brings a recruit": (
        {"x": [{"when": {"event": "destroyed", "of": "troop", "who": "self", **TURN, "effects": ({"recruit": {"bases": OWN_BASE | SIEGE}},)}}],
         "y": [destroy(OWN | LIGHT)]}, {"mine": "l2 a0", "theirs": "l1", "my_hand": "x y"},
        ["play x", "play y"], {"mine": "l0 a2"},
    ),
    "a base that is built over is destroyed": (
        {"x": [{"when": {"event": "destroyed", "of": "base", "who": "self", **TURN, "effects": (DRAW,)}},
               {"build": {"card": {"of": "card", "owner": "self", "in": "base_discard", "pick": "one"}, "where": "any"}}],
         "y": [destroy(OWN_BASE | HEAVY)]},
        {"mine": "l1 l1 l1 / l1 l1 l1 / l1 h2 s1", "theirs": "l1", "my_hand": "y x"},
        ["play y", "play x", "build fort on 1.1 of player 1"], {"mine": "h0 l1 l1 / l1 l1 l1 / l1 - s1", "cards": 1},
    ),
    "the later of two cards gives the trait": (
        {"x": [trait({"of": "troop"}, lose="initiative", **TURN)], "y": [trait(OWN, gain="initiative", **TURN)]},
        {"mine": "c1", "theirs": "s2 / l0", "my_hand": "x y"},
        ["play x", "play y", GO], {"mine": "c0", "theirs": "s0 / l0"},
    ),
    "the later of two cards takes the trait": (
        {"x": [trait({"of": "troop"}, lose="initiative", **TURN)], "y": [trait(OWN, gain="initiative", **TURN)]},
        {"mine": "c1", "theirs": "c1 / l0", "my_hand": "x y"},
        ["play y", "play x", GO], {"mine": "c0", "theirs": "c0 / l0"},
    ),
    "an attack that is declared is not forbidden any more": (
        {"x": [{"prevent": {"what": "attack_on", "who": "opponent", "site": {"of": "territory", "owner": "self", "pick": "one"}, **TURN}}]},
        {"mine": "l1", "theirs": "l1 / l1 / l1", "their_hand": "x"},
        [GO, "play x", "pick territory 1 of player 2"], {"mine": "l0", "theirs": "l0 / l1 / l1"},
    ),
    "a group attacks again after a battle without combat": (
        {"x": [{"end_battle": {}}]}, {"mine": "c1", "theirs": "l1 / s0", "their_hand": "x", "window": ("battle",)},
        [GO, "play x", GO], {"mine": "c0", "theirs": "l0 / s0"},
    ),
    "what need not be sacrificed may be": (
        {"x": [{"protect": {"who": OWN, "from": "sacrifice", **TURN}}],
         "y": ([DRAW, DRAW], {"sacrifice": {**OWN, "pick": "one"}})}, {"mine": "l1", "theirs": "l1", "my_hand": "x y"},
        ["play x", "play y"], {"mine": "l0", "cards": 2},
    ),
    "less damage by troops is not less by their base": (
        {"x": [{"bonus": {"who": ENEMY, "amount": -1, **TURN}}]}, {"mine": "h2 l1", "theirs": "l2", "my_hand": "x"},
        ["play x", GO], {"mine": "h0 l1", "theirs": "l0"},
    ),
    "defenders with artillery deal nothing": (
        {"x": [trait(ENEMY, gain="artillery", **TURN)]}, {"mine": "c2", "theirs": "c1 / s0", "my_hand": "x"},
        ["play x", GO], {"mine": "c1", "theirs": "c0 / s0"},
    ),
    "a base with one troop has room for one": (
        {"x": [{"recruit": {"bases": OWN_BASE, "amount": 2}}, {"for_each": {"of": {**OWN_BASE, "is": "full"}, "effects": (DRAW,)}}]},
        {"mine": "l1 h0", "theirs": "l1", "my_hand": "x"},
        ["play x"], {"mine": "l2 h2", "cards": 2},
    ),
    "who cannot defend leaves the palace open": (
        {}, {"mine": "a2 c1", "theirs": "- / s0", "their_palace": "raider"},
        [GO], {"winner": 0},
    ),
    "who defends each territory defends an empty one": (
        {}, {"mine": "l2", "theirs": "- / s0 s0 s0", "their_palace": "sentry"},
        [GO], {"mine": "l0", "their_palace": "", "winner": -1},
    ),
    "and after that battle the palace is another": (
        {}, {"mine": "a1 c2", "theirs": "- / s0 s0 s0", "their_palace": "sentry"},
        [GO], {"winner": 0},
    ),
    "any number of troops up to a total power": (
        {"x": [destroy({**ENEMY, "pick": "any_number", "total_power": 3}), {"for_each": {"of": {**ENEMY, "is": "destroyed_this_turn"}, "effects": (DRAW,)}}]},
        {"mine": "l1", "theirs": "l1 h2 c1", "my_hand": "x"},
        ["play x", "pick troop 1.1a of player 2", "pick troop 1.2a of player 2"], {"theirs": "l0 h1 c1", "cards": 2},
    ),
    "an aura that makes renewals smaller": (
        {"z": special(traits=("loyal",), aura={"renewal": {"who": "opponent", "recruit": -1}}), "x": [{"renew": {}}]},
        {"mine": "l0", "theirs": "l0", "my_hand": "x z", "window": ("main",)},
        ["play z", "play x"], {"mine": "l1", "theirs": "l0"},
    ),
    "no renewal for who cannot renew": (
        {"z": special(traits=("loyal",), aura={"prevent": {"what": "renewal", "who": "opponent"}}), "x": [{"renew": {}}]},
        {"mine": "l0", "theirs": "l0", "my_hand": "x", "their_palace": "z", "window": ("main",)},
        ["play x"], {"mine": "l0", "theirs": "l0"},
    ),
    "a base that returns and is built again is empty": (
        {"x": [{"return": {"who": OWN_BASE | ONE}}, {"build": {"card": {"of": "card", "owner": "self", "in": "hand", "is": "base", "pick": "one"}, "where": "empty"}}]},
        {"mine": "c2 / l1", "theirs": "l0", "my_hand": "x"},
        ["play x", "pick base 1.1 of player 1", "build stable on 1.1 of player 1"], {"mine": "c0 / l1"},
    ),
    "what is removed is not destroyed": (
        {"y": [{"return": {"who": {**ENEMY, "in": "battle", "pick": "one"}}}], "x": [{"when": {"event": "destroyed", "of": "troop", "who": "self", **TURN, "effects": (DRAW,)}}]},
        {"mine": "c1", "theirs": "l0", "my_hand": "x", "their_hand": "y"},
        ["play x", "pass", GO, "play y"], {"mine": "c0", "theirs": "l0", "cards": 0},
    ),
    "what is counted now stays when its reason goes": (
        {"x": [power(OWN, add={"count": {**ENEMY, "power": {"min": 3}}}, **TURN)], "y": [power(ENEMY, add=-2, **TURN)]},
        {"mine": "l1", "theirs": "c2", "my_hand": "x y"},
        ["play x", "play y"], {"powers": {0: 3, 18: 1}},
    ),
    "a copied power stays when its model changes": (
        {"x": [power(ENEMY, set=5, **TURN)], "y": [{"power": {"who": OWN | LIGHT, "same_as": {**ENEMY, "pick": "one"}, **TURN}}, power(ENEMY, set=1, **TURN)]},
        {"mine": "l1", "theirs": "l1", "my_hand": "x y"},
        ["play x", "play y"], {"powers": {0: 5, 18: 1}},
    ),
    "an aura on defenders works in the battle": (
        {"z": special(traits=("loyal",), aura={"power": {"who": {**OWN, "in": "defending"}, "add": 2}})},
        {"mine": "h1", "theirs": "l1", "my_hand": "", "their_palace": "z"},
        [GO], {"mine": "h0", "theirs": "l1"},
    ),
    "bases of power 0 fall in the step that leaves them unmanned": (
        {"x": [power(ENEMY_BASE, set=0, **TURN)]}, {"mine": "a1 l1", "theirs": "l1 l0 / s0", "my_hand": "x"},
        ["play x", GO], {"mine": "a0 l0", "theirs": " / s0", "winner": -1},
    ),
    "to return is to leave play": (
        {"z": special(traits=("loyal",), power=1, leave=({"destroy": {"who": {**ENEMY, "pick": "one"}}},)), "x": [{"return": {"who": OWN_SPECIAL | ONE}}]},
        {"mine": "l1", "theirs": "c1", "my_hand": "z x"},
        ["play z", "play x"], {"theirs": "c0", "cards": 1},
    ),
    "a card that was discarded is played": (
        {"x": [{"discard": {"who": "self", "by": "owner", "is": "ability"}}, {"replay": {"who": {"of": "card", "owner": "self", "in": "ability_discard", "pick": "one"}}}], "y": [power(OWN, add=2, **TURN)]},
        {"mine": "l1", "theirs": "c1", "my_hand": "x y"},
        ["play x"], {"powers": {0: 3}, "cards": 0},
    ),
    "bases that have changed owners fight for the new ones": (
        {"x": [{"swap": {"a": OWN_BASE | ONE, "b": ENEMY_BASE | ONE}}]}, {"mine": "c2", "theirs": "l1", "my_hand": "x"},
        ["play x", GO], {"mine": "l0", "theirs": "c2"},
    ),
    "an aura ignores damage to each troop until it is used up": (
        {"z": special(traits=("loyal",), power=1, aura={"soak": {"who": "self", "amount": 2}}),
         "x": [{"area": {"from": {**OWN, **SIEGE, "in": "battle"}, "who": {**ENEMY, "in": "battle"}, "amount": 1, **TURN}}]},
        {"mine": "c1 a1", "theirs": "h2 / s0", "my_hand": "x", "their_palace": "z"},
        ["play x", GO], {"mine": "c0 a0", "theirs": "h1 / s0"},
    ),
    "what cannot be destroyed can be removed": (
        {"x": [{"protect": {"who": OWN, "from": "destroy", **TURN}}], "y": [{"return": {"who": {**ENEMY, "in": "battle", "pick": "one"}}}]},
        {"mine": "c1", "theirs": "h1 / s0", "my_hand": "y", "their_hand": "x"},
        [GO, "play x", "play y"], {"mine": "c0", "theirs": "h0 / s0"},
    ),
    "a stolen troop is one of yours": (
        {"x": [power(OWN | LIGHT, add=2, **TURN)], "y": [{"steal": {"who": ENEMY | LIGHT | ONE}}]},
        {"mine": "l0", "theirs": "l1", "my_hand": "x y"},
        ["play x", "play y"], {"mine": "l1", "theirs": "l0", "powers": {0: 3}},
    ),
    "who has left the territory does not fight": (
        {"x": [{"move": {"who": OWN | LIGHT | {"pick": "up_to_2"}, "to": {**OWN_BASE, **LIGHT, "is": "has_room", "pick": "one"}}}]},
        {"mine": "l2 / l0", "theirs": "s1 / s0", "my_hand": "x"},
        [GO, "play x", "pick troop 1.1a of player 1", "pick troop 1.1b of player 1"],
        {"mine": "l0 / l2", "theirs": "s1 / s0"},
    ),
    "who has come to the territory fights": (
        {"x": [{"move": {"who": OWN | LIGHT | ONE, "to": {**OWN_BASE, **LIGHT, "is": "has_room", "pick": "one"}}}]},
        {"mine": "l1 / l1", "theirs": "h1 / s0", "my_hand": "x"},
        [GO, "play x", "pick troop 2.1a of player 1"], {"mine": "l0 / l0", "theirs": "h0 / s0"},
    ),
    "initiative that deals nothing kills nobody": (
        {"x": [{"bonus": {"who": ENEMY, "amount": -1, **TURN}}]}, {"mine": "l1", "theirs": "s1 / s0", "my_hand": "x"},
        ["play x", GO], {"mine": "l0", "theirs": "s0 / s0"},
    ),
    "a base that changes places leaves the battle with its troops": (
        {"x": [{"swap": {"a": OWN_BASE | ONE, "b": OWN_BASE | ONE}}]},
        {"mine": "c2", "theirs": "h2 / l0", "their_hand": "x"},
        [GO, "play x", "pick base 1.1 of player 2"], {"mine": "c0", "theirs": " / h2", "winner": -1},
    ),
    "a defender that is stolen fights for the attacker": (
        {"x": [{"steal": {"who": {**ENEMY, **LIGHT, "in": "battle", "pick": "one"}}}]},
        {"mine": "l1", "theirs": "l1 / s0", "my_hand": "x"},
        [GO, "play x"], {"mine": "l0", "theirs": "l0 / s0"},
    ),
    "an attack is not turned to where none may be made": (
        {"x": [{"prevent": {"what": "attack_on", "who": "opponent", "site": {"of": "territory", "owner": "self", "pick": "one"}, **TURN}}],
         "y": [{"redirect": {"to": {"of": "territory", "owner": "self", "pick": "one"}}}]},
        {"mine": "l1", "theirs": "l1 / c2 / s0", "their_hand": "x y"},
        [GO, "play x", "pick territory 2 of player 2", "play y"],
        {"mine": "l0", "theirs": "l1 / c2 / s0", "winner": -1},
    ),
    "area damage of who has initiative is dealt in the first step": (
        {"x": [trait(OWN | LIGHT, gain="initiative", **TURN)], "y": [{"area": {"from": {**OWN, **LIGHT, "in": "battle"}, "who": {**ENEMY, "in": "battle"}, "amount": 1, **TURN}}]},
        {"mine": "l1", "theirs": "c1 s1 / s0", "my_hand": "x y"},
        ["play x", "play y", GO], {"mine": "l0", "theirs": "c1 s0 / s0"},
    ),
    "who takes no regular damage takes that of initiative": (
        {"x": [{"protect": {"who": OWN, "from": "regular", **TURN}}]},
        {"mine": "c1 l1", "theirs": "s1 / l0", "my_hand": "x"},
        ["play x", GO], {"mine": "c1 l0", "theirs": "s0 / l0"},
    ),
    "initiative is no faster against a base that is manned": (
        {"x": [trait(OWN | SIEGE, gain="initiative", **TURN), {"bypass": {"who": OWN | SIEGE, **TURN}}]},
        {"mine": "a1", "theirs": "l1 / s0", "my_hand": "x"},
        ["play x", GO], {"mine": "a0", "theirs": " / s0", "winner": -1},
    ),
    "what a dead shooter kept hits a manned base": (
        {"x": [{"protect": {"who": ENEMY | SHOOTER, "from": "initiative", **TURN}}, {"bypass": {"who": OWN | SHOOTER, **TURN}}, power(ENEMY_BASE, add=-2, **TURN)]},
        {"mine": "s2", "theirs": "s1 / l0", "my_hand": "x"},
        ["play x", GO], {"mine": "s0", "theirs": " / l0"},
    ),
    "a special troop that was put on the pile is drawn and played": (
        {"x": [{"return": {"who": OWN_SPECIAL | ONE, "to": "top"}}, DRAW]},
        {"mine": "l1", "theirs": "l1", "my_hand": "x", "my_palace": "warden"},
        ["play x", "play warden"], {"my_palace": "warden", "cards": 0},
    ),
    "a cancelled attack was declared": (
        {"x": [{"when": {"event": "attack", "who": "self", **TURN, "effects": (DRAW,)}}], "y": [{"cancel": {}}]},
        {"mine": "l1", "theirs": "l1 / s0", "my_hand": "x", "their_hand": "y"},
        ["play x", "pass", GO, "play y", "pass", GO, "pass", "pass"], {"mine": "l0", "theirs": "l0 / s0", "cards": 2},
    ),
    "a limit of 0 leaves the loyal": (
        {"x": [{"limit": {"what": "special", "who": "opponent", "set": 0, **TURN}}]},
        {"mine": "l1", "theirs": "l1 l1 l1", "my_hand": "x", "their_palace": "knight warden"},
        ["play x"], {"their_palace": "warden"},
    ),
    "who is loyal for a turn outlives the territory": (
        {"x": [trait(OWN_SPECIAL, gain="loyal", **TURN)], "y": [destroy(OWN_BASE | ONE)]},
        {"mine": "l1 l1 l1", "theirs": "l1", "my_hand": "x y", "my_palace": "knight"},
        ["play x", "play y", "pick base 1.1 of player 1"], {"my_palace": "knight"},
    ),
    "no combat at the palace": (
        {"x": [{"end_battle": {}}]}, {"mine": "a2 c1", "theirs": "- / s0", "their_hand": "x", "window": ("battle",)},
        [GO, "play x"], {"mine": "a2 c1", "winner": -1},
    ),
    "less damage than none is none, and takes nothing from the others": (
        {"x": [{"bonus": {"who": ENEMY, "amount": -2, **TURN}}]},
        {"mine": "l2 c1", "theirs": "l1 / s0", "their_hand": "x"},
        [GO, "play x"], {"theirs": "l0 / s0"},
    ),
    "no ability builds over a base that abilities cannot destroy": (
        {"x": [{"return": {"who": OWN_BASE | HEAVY | ONE}}, {"protect": {"who": OWN_BASE, "from": "destroy", **TURN}}],
         "y": [{"build": {"card": {"of": "card", "owner": "self", "in": "hand", "is": "base", "pick": "one"}, "where": "any"}}]},
        {"mine": "l1 l1 l1 / l1 l1 l1 / l1 h2 s1", "theirs": "l1", "my_hand": "x y"},
        ["play x", "play y"],  # only the empty slot is left, so nobody is asked
        {"mine": "l1 l1 l1 / l1 l1 l1 / l1 h0 s1"},
    ),
    "what abilities cannot destroy is replaced by the rules": (
        {"x": [{"protect": {"who": OWN_SPECIAL, "from": "destroy", **TURN}}]},
        {"mine": "l1 l1 l1 / s1 s1 s1", "theirs": "l1", "my_hand": "x duellist", "my_palace": "rival"},
        ["play x", "play duellist"], {"my_palace": "duellist"},
    ),
    "what is added comes on top of a power that is copied": (
        {"x": [power(OWN | LIGHT, add=1, **TURN)], "y": [{"power": {"who": OWN | LIGHT, "same_as": {**ENEMY, "pick": "one"}, **TURN}}]},
        {"mine": "l1", "theirs": "c1", "my_hand": "x y"},
        ["play x", "play y"], {"powers": {0: 4}},
    ),
    "bases burned after the battle open the way to the palace": (
        {"x": [{"protect": {"who": OWN, "from": "regular", **BATTLE}},
               {"delay": {"at": "battle_end", "effects": (destroy({**ENEMY_BASE, "in": "battle", "is": "unmanned"}),)}}]},
        {"mine": "c1", "theirs": "l1 l0 / s0", "my_hand": "x", "window": ("battle",)},
        [GO, "play x"], {"mine": "c0", "theirs": " / s0", "winner": -1},
    ),
    "a wound by a card and one by combat add up at the palace": (
        {"x": [{"strike": {"who": {"of": "palace", "owner": "opponent"}, "amount": 5}}]},
        {"mine": "l1 a1", "theirs": "- / s0", "my_hand": "x", "window": ("battle",)},
        [GO, "play x"], {"winner": 0},
    ),
    "who dies before the combat no longer guards the palace": (
        {"x": [power(ENEMY_SPECIAL, add=-3, **TURN)]},
        {"mine": "a2 h1", "theirs": "- / s0", "my_hand": "x", "their_palace": "knight"},
        ["play x", GO], {"winner": 0, "their_palace": ""},
    ),
    "two special troops are loyal for a turn, and one is too many after it": (
        {"x": [trait(OWN_SPECIAL, gain="loyal", **TURN)]},
        {"mine": "l1 l1 l1", "theirs": "l1", "my_hand": "x elder", "my_palace": "knight"},
        ["play x", "play elder", "end turn", "pick special 1 of player 1"], {"my_palace": "elder"},
    ),
    "a stolen unique troop destroys the older one": (
        {"x": [{"steal": {"who": ENEMY_SPECIAL | ONE}}]},
        {"mine": "l1 l1 l1 / l1 l1 l1", "theirs": "l1", "my_hand": "x", "my_palace": "rival", "their_palace": "duellist"},
        ["play x"], {"my_palace": "duellist", "their_palace": ""},
    ),
    "siege weapons with initiative keep their damage for the base behind the last troop": (
        {"x": [trait(OWN | SIEGE, gain="initiative", **TURN)]},
        {"mine": "c1 a1", "theirs": "l1 / s0", "my_hand": "x"},
        ["play x", GO], {"mine": "c0 a0", "theirs": " / s0"},
    ),
    "seven cards are kept in the renewal of a card": (
        {"x": [{"limit": {"what": "hand", "who": "self", "add": 2, **TURN}}, {"renew": {}}]},
        {"mine": "l0", "theirs": "l0", "my_hand": "x knight elder raider idol sentry", "window": ("main",)},
        ["play x", *["draw ability"] * 4], {"mine": "l1", "theirs": "l1", "cards": 7},
    ),
    "who may play no ability plays no special troop": (
        {"x": [{"prevent": {"what": "ability", "who": "opponent", **TURN}}]},
        {"mine": "a2 l2", "theirs": "- / s0 s0 s0", "my_hand": "x", "their_hand": "elder", "window": ("main",)},
        ["play x", GO], {"winner": 0},
    ),
    "an attacker that is stolen defends": (
        {"x": [{"steal": {"who": {**ENEMY, **LIGHT, "in": "battle", "pick": "one"}}}]},
        {"mine": "l2", "theirs": "l0 / s0", "their_hand": "x"},
        [GO, "play x"], {"mine": "l0", "theirs": "l0 / s0"},
    ),
    "a base that changed owners goes to the discard pile of its own army": (
        {"x": [{"swap": {"a": OWN_BASE | ONE, "b": ENEMY_BASE | ONE}}], "y": [destroy(ENEMY_BASE | ONE)],
         "z": [{"recover": {"who": {"of": "card", "owner": "self", "in": "base_discard", "pick": "one"}}}]},
        {"mine": "c2", "theirs": "l1", "my_hand": "x y z"},
        ["play x", "play y", "play z"], {"mine": "l1", "theirs": "", "cards": 1},
    ),
    "a power that is set, added to, copied, and raised by an aura": (
        {"x": [power(OWN | LIGHT, set=4, **TURN), power(OWN | LIGHT, add=2, **TURN)],
         "y": [{"power": {"who": OWN | HEAVY, "same_as": {**OWN, **LIGHT, "pick": "one"}, **TURN}}],
         "z": special(traits=("loyal",), aura={"power": {"who": OWN, "add": 1}})},
        {"mine": "l1 h1", "theirs": "l1", "my_hand": "x y z"},
        ["play x", "play y", "play z"], {"powers": {0: 7, 2: 7}},
    ),
    "an attack that is turned away is one attack": (
        {"x": [{"when": {"event": "attack", "who": "self", **TURN, "effects": (DRAW,)}}],
         "y": [{"redirect": {"to": {"of": "territory", "owner": "self", "pick": "one"}}}]},
        {"mine": "l1", "theirs": "l1 / c2 / s0", "my_hand": "x", "their_hand": "y"},
        ["play x", "pass", GO, "play y", "pick territory 2 of player 2"],
        {"mine": "l0", "theirs": "l1 / c2 / s0", "cards": 1},
    ),
    "steal the guard, weaken the palace, walk in": (
        {"x": [{"steal": {"who": ENEMY_SPECIAL | ONE}}],
         "y": [power({"of": "palace", "owner": "opponent"}, add=-7, **TURN)],
         "z": [{"protect": {"who": OWN, "from": "regular", **TURN}}]},
        {"mine": "l1 l1 l1", "theirs": "- / s0", "my_hand": "x y z", "their_palace": "elder"},
        ["play x", "play y", "play z", GO], {"winner": 0, "my_palace": "elder"},
    ),
    "the game is won before the last troop is sacrificed": (
        {"x": [{"delay": {"at": "battle_end", "effects": (destroy({**OWN, "in": "battle"}),)}}], "y": [power(OWN, add=9, **TURN)]},
        {"mine": "l1", "theirs": "- / s0", "my_hand": "x y"},
        ["play x", "play y", GO], {"winner": 0},
    ),
    "who cannot recruit does not in the renewal of a card": (
        {"x": [{"prevent": {"what": "recruit", "who": "opponent", **TURN}}], "y": [{"renew": {}}]},
        {"mine": "l0", "theirs": "l0", "my_hand": "x y", "window": ("main",)},
        ["play x", "play y"], {"mine": "l1", "theirs": "l0"},
    ),
    "damage outside battle that does not destroy is gone at once": (
        {"x": [{"strike": {"who": ENEMY | ONE, "amount": 2}}]},
        {"mine": "l1", "theirs": "c1", "my_hand": "x x", "window": ("main",)},
        ["play x", "pass", "play x"], {"theirs": "c1"},
    ),
    "damage by two cards in one battle adds up": (
        {"x": [{"strike": {"who": ENEMY | ONE, "amount": 2}}]},
        {"mine": "l1", "theirs": "c1 / s0", "my_hand": "x x", "window": ("battle",)},
        [GO, "play x", "play x"], {"mine": "l0", "theirs": "c0 / s0"},
    ),
    "troops that leave with their base are not destroyed": (
        {"x": [{"return": {"who": OWN_BASE | ONE}}],
         "y": [{"when": {"event": "destroyed", "of": "troop", "who": "self", **TURN, "effects": (DRAW,)}}]},
        {"mine": "c2", "theirs": "l1", "my_hand": "y x"},
        ["play y", "play x"], {"mine": "", "cards": 1},
    ),
    "ignored damage is used up troop by troop": (
        {"x": [{"soak": {"who": "self", "amount": 4, **BATTLE}}]},
        {"mine": "c1 s1", "theirs": "h1 / s0", "my_hand": "x", "window": ("battle",)},
        [GO, "play x", "pass"], {"theirs": "h0 / s0"},
    ),
    "what lasts until the next turn is there in the opponent's": (
        {"z": special(traits=("loyal",), enter=({"power": {"who": OWN, "set": 5, "until": "next_turn"}},)),
         "y": [power(ENEMY, add=-2, **TURN)]},
        {"mine": "l1", "theirs": "c1", "my_hand": "z", "their_hand": "y"},
        ["play z", "pass", "end turn", "hold", "pass", "play y"], {"powers": {0: 3}},
    ),
}  # fmt: skip


def test_what_a_reader_predicts_is_what_happens():
    assert len(CASES) == 75
    check_cases(CASES)
