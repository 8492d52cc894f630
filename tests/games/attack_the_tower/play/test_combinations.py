"""Forty combinations of effects: the cards of each, a table, what is done there, and what a reader of the cards predicts.

Cards are named x, y and z. The predictions were written from the printed sentences and the leaflet, before the engine ran.
"""

from cardgen.games.attack_the_tower.checks.effects import check_effects
from cardgen.games.attack_the_tower.engine.state.stats import unit_stats

from .tables import common, does, hand, lay, match_of, palace, shape

OWN, ENEMY = {"of": "troop", "owner": "self"}, {"of": "troop", "owner": "opponent"}
OWN_BASE, ENEMY_BASE = {"of": "base", "owner": "self"}, {"of": "base", "owner": "opponent"}
ONE = {"pick": "one"}
LIGHT, SHOOTER, HEAVY = {"type": "light_infantry"}, {"type": "shooter"}, {"type": "heavy_infantry"}
CAVALRY, SIEGE = {"type": "cavalry"}, {"type": "siege_weapon"}
TURN, BATTLE = {"until": "turn"}, {"until": "battle"}
DRAW = {"draw": {"who": "self", "pile": "ability"}}
GO = "attack territory 1 -> territory 1"


def power(who, **change):
    return {"power": {"who": who, **change}}


def trait(who, **change):
    return {"trait": {"who": who, **change}}


def destroy(who):
    return {"destroy": {"who": who}}


def special(**troop):
    return {"kind": "special", "icon": "star", "troop": {"power": 3, **troop}}


# Each case: cards, the two sides of the table and more of it, the actions, and what the table shows at the end.
CASES = {
    "set and add on one card": (
        {"x": [power(OWN, set=3, **TURN), power(OWN, add=1, **TURN)]},
        {"mine": "l1 c1", "theirs": "l1", "my_hand": "x"},
        ["play x"], {"powers": {0: 4, 2: 4}},
    ),
    "a set power of 0 dies before it strikes": (
        {"x": [power(ENEMY, set=0, **TURN)]}, {"mine": "l1", "theirs": "h2", "my_hand": "x"},
        ["play x", GO], {"mine": "l0", "theirs": "h0"},
    ),
    "an addition saves what was set to 0": (
        {"x": [power(ENEMY, set=0, **TURN)], "y": [power(OWN, add=2, **TURN)]},
        {"mine": "l1", "theirs": "l1", "my_hand": "x", "their_hand": "y"},
        ["play x", "pass", GO, "play y"], {"mine": "l0", "theirs": "l1"},
    ),
    "initiative and power together": (
        {"x": [trait(OWN | LIGHT, gain="initiative", **TURN), power(OWN | LIGHT, add=1, **TURN)]},
        {"mine": "l2", "theirs": "h1", "my_hand": "x"},
        ["play x", GO], {"mine": "l0", "theirs": "h0"},
    ),
    "siege weapons without artillery": (
        {"x": [trait(OWN | SIEGE, lose="artillery", **TURN), power(OWN | SIEGE, add=-1, **TURN)]},
        {"mine": "a1", "theirs": "h1", "my_hand": "x"},
        ["play x", GO], {"mine": "a0", "theirs": "h0"},
    ),
    "draw for what was destroyed": (
        {"x": [destroy(ENEMY_BASE | ONE), {"for_each": {"of": {**ENEMY_BASE, "is": "destroyed_this_turn"}, "effects": (DRAW,)}}]},
        {"mine": "l1", "theirs": "l2", "my_hand": "x"},
        ["play x"], {"theirs": "", "cards": 1},
    ),
    "a trigger and damage outside battle": (
        {"x": [{"when": {"event": "destroyed", "of": "troop", "who": "opponent", "until": "turn", "effects": (DRAW,)}},
               {"strike": {"who": ENEMY | ONE, "amount": 2}}]}, {"mine": "l1", "theirs": "h1", "my_hand": "x"},
        ["play x"], {"theirs": "h0", "cards": 1},
    ),
    "protected from what destroys all": (
        {"x": [{"protect": {"who": OWN, "from": "destroy", "until": "turn"}}], "y": [destroy({"of": "troop"})]},
        {"mine": "l1", "theirs": "l1", "my_hand": "x y"},
        ["play x", "play y"], {"mine": "l1", "theirs": "l0"},
    ),
    "protection from abilities is none from damage": (
        {"x": [{"protect": {"who": OWN, "from": "destroy", "until": "turn"}}]},
        {"mine": "c1", "theirs": "l0", "my_hand": "x"},
        ["play x", GO], {"mine": "c0", "theirs": "l0"},
    ),
    "ignored damage keeps cavalry alive": (
        {"x": [{"soak": {"who": "self", "amount": 2, "until": "turn"}}]},
        {"mine": "c1", "theirs": "l0", "my_hand": "x"},
        ["play x", GO], {"mine": "c1", "theirs": "l0"},
    ),
    "ignored damage is used up by the first blow": (
        {"x": [{"soak": {"who": "self", "amount": 2, "until": "turn"}}], "y": [{"strike": {"who": {**ENEMY, "pick": "one"}, "amount": 2}}]},
        {"mine": "h1", "theirs": "l0", "my_hand": "x", "their_hand": "y y"},
        ["play x", "pass", GO, "play y", "play y"], {"mine": "h0", "theirs": "l0"},
    ),
    "more damage does not make a troop tougher": (
        {"x": [{"bonus": {"who": OWN | CAVALRY, "amount": 1, "until": "turn"}}]},
        {"mine": "c1", "theirs": "l0 / s0", "my_hand": "x"},
        ["play x", GO], {"mine": "c0", "theirs": " / s0"},
    ),
    "area damage clears the way in the same step": (
        {"x": [{"area": {"from": {**OWN, **SIEGE, "in": "battle"}, "who": {**ENEMY, "in": "battle"}, "amount": 1, "until": "turn"}}]},
        {"mine": "a1", "theirs": "l2 / s0", "my_hand": "x"},
        ["play x", GO], {"mine": "a0", "theirs": " / s0"},
    ),
    "area damage and a weakness that an earlier card brought": (
        {"x": [{"area": {"from": {**OWN, **SIEGE, "in": "battle"}, "who": {**ENEMY, "in": "battle"}, "amount": 1, "until": "turn"}}],
         "y": [power(ENEMY, add=-1, **TURN)]}, {"mine": "a1", "theirs": "h2 / s0", "my_hand": "x y"},
        ["play y", "play x", GO], {"mine": "a0", "theirs": " / s0"},
    ),
    "siege weapons that may hit manned bases": (
        {"x": [{"bypass": {"who": OWN | SIEGE, "until": "turn"}}]}, {"mine": "a1", "theirs": "l1 / s0", "my_hand": "x"},
        ["play x", GO], {"mine": "a0", "theirs": " / s0"},
    ),
    "a battle that ends keeps both sides, and what comes after it comes": (
        {"x": [{"end_battle": {}}, {"delay": {"at": "battle_end", "effects": (DRAW,)}}]},
        {"mine": "l2", "theirs": "h2", "my_hand": "x", "window": ("battle",)},
        [GO, "play x"], {"mine": "l2", "theirs": "h2", "cards": 1},
    ),
    "a cancelled attack has nothing after it": (
        {"x": [{"delay": {"at": "battle_end", "effects": (DRAW,)}}, {"cancel": {}}]},
        {"mine": "l2", "theirs": "h2", "my_hand": "x", "window": ("battle",)},
        [GO, "play x"], {"mine": "l2", "theirs": "h2", "cards": 0},
    ),
    "an attack that is turned to an empty territory is one on the palace": (
        {"x": [{"redirect": {"to": {"of": "territory", "owner": "opponent", "pick": "one"}}}]},
        {"mine": "l1", "theirs": "l1 / - / s0", "my_hand": "x", "window": ("battle",)},
        [GO, "play x", "pick territory 2 of player 2", "pass"], {"mine": "l0", "theirs": "l1 /  / s0"},
    ),
    "recruits can move at once": (
        {"x": [{"recruit": {"bases": {**OWN_BASE, **LIGHT, "pick": "one"}, "amount": 1}},
               {"move": {"who": {**OWN, **LIGHT, "pick": "up_to_2"}, "to": {**OWN_BASE, **LIGHT, "is": "has_room", "pick": "one"}}}]},
        {"mine": "l0 / l0", "theirs": "l1", "my_hand": "x"},
        ["play x", "pick base 1.1 of player 1", "pick troop 1.1a of player 1"], {"mine": "l0 / l1", "theirs": "l1"},
    ),
    "bases that change owners take their troops along": (
        {"x": [{"swap": {"a": OWN_BASE | ONE, "b": ENEMY_BASE | ONE}}, destroy({**ENEMY, "pick": "all"})]},
        {"mine": "l0", "theirs": "c2", "my_hand": "x"},
        ["play x"], {"mine": "c2", "theirs": "l0"},
    ),
    "what joins a class later belongs to it": (
        {"x": [power(OWN | CAVALRY, set=5, **TURN), {"steal": {"who": {**ENEMY, "pick": "one"}}}]},
        {"mine": "c1", "theirs": "c1", "my_hand": "x"},
        ["play x"], {"mine": "c2", "theirs": "c0", "powers": {0: 5, 1: 5}},
    ),
    "what fits now stays fixed": (
        {"x": [power({**OWN, "power": {"max": 1}}, add=2, **TURN)], "y": [power(OWN, add=1, **TURN)]},
        {"mine": "l1 h1", "theirs": "l1", "my_hand": "x y"},
        ["play y", "play x"], {"powers": {0: 2, 2: 3}},
    ),
    "a filter by power sees what was played before": (
        {"x": [power({**OWN, "power": {"min": 3}}, add=2, **TURN)], "y": [power(OWN, add=1, **TURN)]},
        {"mine": "l1 h1", "theirs": "l1", "my_hand": "x y"},
        ["play y", "play x"], {"powers": {0: 2, 2: 5}},
    ),
    "a condition is watched as long as the effect lasts": (
        {"x": [{"power": {"who": OWN, "add": 2, "until": "turn", "while": {"atleast": {"of": OWN_BASE, "amount": 2}}}},
               destroy(OWN_BASE | HEAVY)]}, {"mine": "l1 h1", "theirs": "l1", "my_hand": "x"},
        ["play x"], {"mine": "l1", "powers": {0: 1}},
    ),
    "one thing or the other": (
        {"x": [{"if": {"that": {"atmost": {"of": ENEMY, "amount": 0}}, "then": (DRAW, DRAW), "else": (destroy(ENEMY | ONE),)}}]},
        {"mine": "l1", "theirs": "l1", "my_hand": "x x"},
        ["play x", "play x"], {"theirs": "l0", "cards": 2},
    ),
    "a cost is destroyed too": (
        {"x": [{"when": {"event": "destroyed", "of": "troop", "who": "self", "until": "turn", "effects": (DRAW,)}}],
         "y": ([DRAW], {"sacrifice": {**OWN, "pick": "one"}})}, {"mine": "l1", "theirs": "l1", "my_hand": "x y"},
        ["play x", "play y"], {"mine": "l0", "cards": 2},
    ),
    "nobody recruits where that is forbidden": (
        {"x": [{"prevent": {"what": "recruit", "who": "opponent", "until": "turn"}},
               {"recruit": {"bases": {"of": "base", "owner": "any"}, "amount": 1}}]},
        {"mine": "l1", "theirs": "l1", "my_hand": "x"},
        ["play x"], {"mine": "l2", "theirs": "l1"},
    ),
    "a lower limit of the hand discards at once": (
        {"x": [{"limit": {"what": "hand", "who": "self", "set": 1, "until": "turn"}}, DRAW, DRAW]},
        {"mine": "l1", "theirs": "l1", "my_hand": "x"},
        ["play x", "choose duellist"], {"cards": 1},
    ),
    "to return is not to destroy": (
        {"x": [{"when": {"event": "destroyed", "of": "base", "who": "any", "until": "turn", "effects": (DRAW,)}},
               {"return": {"who": ENEMY_BASE | ONE, "to": "hand"}}]}, {"mine": "l1", "theirs": "l2", "my_hand": "x"},
        ["play x"], {"theirs": "", "cards": 0},
    ),
    "a copied power is that of the moment, and additions come on top": (
        {"x": [{"power": {"who": {**OWN, "pick": "one"}, "same_as": {**ENEMY, "pick": "one"}, "until": "turn"}}],
         "y": [power({"of": "troop"}, add=1, **TURN)]}, {"mine": "l1", "theirs": "c1", "my_hand": "x y y"},
        ["play y", "play x", "play y"], {"powers": {0: 6, 18: 5}},
    ),
    "the older of two that become unique is destroyed": (
        {"x": [trait({"of": "special", "owner": "self"}, gain="unique", **TURN)]},
        {"mine": "l1 l1 l1 / s1 s1 s1", "theirs": "l1", "my_hand": "x", "my_palace": "knight elder"},
        ["play x"], {"my_palace": "elder"},
    ),
    "special troops that are no longer loyal need a territory": (
        {"x": [trait({"of": "special", "owner": "opponent"}, lose="loyal", **TURN)]},
        {"mine": "l1", "theirs": "l1", "my_hand": "x", "their_palace": "warden"},
        ["play x"], {"their_palace": ""},
    ),
    "a special troop that comes after a card that takes a trait gives it again": (
        {"x": [trait(OWN, lose="initiative", **TURN)], "z": special(traits=("loyal",), aura={"trait": {"who": OWN, "gain": "initiative"}})},
        {"mine": "s1", "theirs": "s1 / l0", "my_hand": "x z"},
        ["play x", "play z", GO], {"mine": "s0", "theirs": "s0 / l0"},
    ),
    "an aura counts what is there now": (
        {"z": special(traits=("loyal",), aura={"power": {"who": OWN, "add": {"count": OWN_BASE}}}), "x": [destroy(OWN_BASE | HEAVY)]},
        {"mine": "l1 h1", "theirs": "l1", "my_hand": "x z"},
        ["play z", "play x"], {"powers": {0: 2}},
    ),
    "a counted number is that of the moment": (
        {"x": [power(OWN | LIGHT, add={"count": ENEMY_BASE}, **TURN), destroy(ENEMY_BASE | ONE)]},
        {"mine": "l1", "theirs": "l0 l0", "my_hand": "x"},
        ["play x", "pick base 1.1 of player 2"], {"powers": {0: 3}, "theirs": "- l0"},
    ),
    "damage even if defended, of which some is ignored": (
        {"x": [{"strike": {"who": {**ENEMY_BASE, "in": "battle"}, "amount": 4, "even_if_defended": True}}],
         "y": [{"soak": {"who": "self", "amount": 3, "until": "turn"}}]},
        {"mine": "l1", "theirs": "c1 / s0", "my_hand": "x", "their_hand": "y", "window": ("main", "battle")},
        [GO, "play y", "play x", "pass", "pass"], {"mine": "l0", "theirs": " / s0"},
    ),
    "troops recruited after the battle stay at home": (
        {"x": [{"delay": {"at": "battle_end", "effects": ({"recruit": {"bases": {**OWN_BASE, **SIEGE}, "amount": 2}},)}}]},
        {"mine": "a0 c2", "theirs": "l0", "my_hand": "x", "window": ("battle",)},
        [GO, "play x"], {"mine": "a2 c0", "theirs": "", "winner": -1},
    ),
    "an opponent's special troop that moves takes its aura along": (
        {"z": special(traits=("loyal",), aura={"power": {"who": OWN, "add": 2}}),
         "y": [{"steal": {"who": {"of": "special", "owner": "opponent", "pick": "one"}}}]},
        {"mine": "l1", "theirs": "l1", "my_hand": "y", "their_palace": "z"},
        ["play y"], {"my_palace": "z", "powers": {0: 3, 18: 1}},
    ),
    "an effect until the next turn is not over at the end of this one": (
        {"z": special(traits=("loyal",), enter=({"power": {"who": OWN, "add": 2, "until": "next_turn"}},)),
         "x": [power(OWN, set=1, **TURN)]}, {"mine": "c1", "theirs": "l1", "my_hand": "x z"},
        ["play z", "play x", "end turn"], {"powers": {0: 5}},
    ),
    "each of several, one after the other": (
        {"x": [{"for_each": {"of": {"of": "territory", "owner": "self", "is": "complete"}, "effects": (destroy(ENEMY | ONE),)}},
               {"recruit": {"bases": OWN_BASE | LIGHT, "amount": 1}}]},
        {"mine": "l0 l1 l2 / s0 s0 s0", "theirs": "c2", "my_hand": "x"},
        ["play x"], {"mine": "l1 l2 l2 / s0 s0 s0", "theirs": "c0"},
    ),
}  # fmt: skip


def cards_of(cards, window):
    """The abilities of a case: common ones with effects and perhaps a cost, and special troops."""
    for name, card in cards.items():
        if isinstance(card, dict):
            yield {"id": name, "timing": {"window": window}, **card}
        else:
            effects, cost = card if isinstance(card, tuple) else (card, None)
            yield common(name, *effects, window=window, **({"cost": cost} if cost else {}))


SEEN = {
    "mine": lambda state: shape(state, 0),
    "theirs": lambda state: shape(state, 1),
    "cards": lambda state: len(hand(state, 0).split()),
    "their_cards": lambda state: len(hand(state, 1).split()),
    "my_palace": lambda state: palace(state, 0),
    "their_palace": lambda state: palace(state, 1),
    "winner": lambda state: state.winner,
}


def check_cases(cases):
    """Play each case, and compare the table with what is expected."""
    for title, (cards, table, actions, expected) in cases.items():
        rest = {key: value for key, value in table.items() if key not in ("mine", "theirs", "window")}
        abilities = list(cards_of(cards, table.get("window", ("main", "battle"))))
        match = match_of(*abilities)
        for ability in match.armies[0].abilities:
            assert not list(check_effects(ability, ())), title  # the text can state it
        state = does(lay(match, table["mine"], table["theirs"], **rest), *actions)
        for key, value in expected.items():
            if key == "powers":
                found = {unit: unit_stats(state, 1 << unit)[unit][0] for unit in value}
            else:
                found = SEEN[key](state)
            assert found == value, f"{title}: {key}"


def test_what_a_reader_predicts_is_what_happens():
    assert len(CASES) == 40
    check_cases(CASES)
