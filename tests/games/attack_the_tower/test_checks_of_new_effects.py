"""Effects on piles, turns and later events that could never happen or mean nothing are refused, with their place."""

import pytest

from cardgen.games.attack_the_tower.checks.effects import check_effects
from cardgen.games.attack_the_tower.schema import Ability
from cardgen.plugin.effects.parts import MOST_PARTS
from cardgen.report.diagnostics import Collector
from cardgen.validate.schema import validate_as

from .test_effects import USUAL, node_of

MAIN, BATTLE, BOTH = ({"window": window} for window in (["main"], ["battle"], ["main", "battle"]))
DRAW = {"draw": {"who": "self"}}
LAND = {"of": "territory", "owner": "self", "pick": "one"}
TROOP = {"of": "troop", "owner": "opponent", "pick": "one"}
CARD = {"of": "card", "owner": "opponent", "pick": "one"}
WEAK = {"atmost": {"of": {"of": "troop", "owner": "self"}, "amount": 2}}
BASE = {"of": "base", "owner": "self", "pick": "one"}
IN_T = {"of": "troop", "in": "$t"}
COUNTED = {"atleast": {"of": {"of": "special", "in": "$t"}, "amount": 1}}
SPECIAL = {"kind": "special", "icon": "star"}


def findings(*effects, **keys):
    found = Collector()
    plain = {"id": "x", "name": "x", **USUAL, "effects": list(effects), **keys}
    ability = validate_as(node_of(plain), Ability, found)
    if ability is None:
        return [(item.code, item.message) for item in found.items]
    return [(f.code, f.message, "/".join(map(str, f.path))) for f in check_effects(ability, ()) if f.code != "W333"]


def troop(**parts):
    return {**SPECIAL, "troop": {"power": 2, **parts}}


def waits(event, **more):
    return {"event": event, "effects": [DRAW], **more}


NONSENSE = [
    # What concerns attacks, renewals, limits:
    ("E350", "effects/0/cancel", [{"cancel": {}}], {"timing": MAIN}),
    ("E350", "effects/0/delay/effects/0/cancel", [{"delay": {"at": "battle_end", "effects": [{"cancel": {}}]}}], {}),
    ("E350", "effects/0/redirect", [{"redirect": {"to": LAND}}], {"timing": MAIN}),
    ("E350", "effects/0/redirect/to/owner", [{"redirect": {"to": LAND}}], {"timing": {**BATTLE, "side": "attacker"}}),
    ("E350", "effects/0/renew", [{"renew": {}}], {"timing": BOTH}),
    ("E350", "troop/leave/0/renew", [], {"timing": MAIN, **troop(leave=[{"renew": {}}])}),
    ("E350", "effects/0/renew", [{"renew": {}}, DRAW], {"timing": MAIN}),
    ("E350", "effects/0/if/then/0/renew", [{"if": {"that": WEAK, "then": [{"renew": {}}]}}, DRAW], {"timing": MAIN}),
    ("E350", "effects/0/for_each/effects/0/renew",
     [{"for_each": {"of": TROOP | {"pick": "all"}, "effects": [{"renew": {}}]}}], {"timing": MAIN}),
    ("E350", "effects/0/redirect/to/in", [{"redirect": {"to": {**LAND, "in": "attacking"}}}], {"timing": BATTLE}),
    ("E350", "effects/0/prevent/until", [{"prevent": {"what": "renewal", "who": "opponent", "until": "turn"}}], {}),
    ("E350", "troop/enter/0/prevent/who",
     [], troop(enter=[{"prevent": {"what": "renewal", "who": "self", "until": "next_turn"}}])),
    ("E350", "effects/0/limit/add", [{"limit": {"what": "hand", "who": "self", "add": 0, "until": "turn"}}], {}),
    ("E350", "effects/0/power/same_as",
     [{"power": {"who": {"of": "troop"}, "same_as": {"of": "troop", "owner": "self"}, "until": "turn"}}], {}),
    # What concerns triggers:
    ("E351", "effects/0/when/event", [{"when": waits("destroyed", until="turn")}], {}),
    ("E351", "effects/0/when/event", [{"when": waits("attack", of="base", until="turn")}], {}),
    ("E351", "effects/0/when/type", [{"when": waits("destroyed", of="special", type="cavalry", until="turn")}], {}),
    ("E351", "effects/0/when", [{"when": waits("attack")}], {}),
    ("E351", "effects/0/when/until", [{"when": waits("attack", until="battle")}], {}),
    ("E351", "effects/0/when/event", [{"when": waits("turn_end", until="turn")}], {}),
    ("E351", "troop/when/0/until", [], troop(when=[waits("attack", until="turn")])),
    ("E351", "troop/enter/0/when/who", [], troop(enter=[{"when": waits("turn_start", until="next_turn")}])),
    ("E351", "troop/when/0/effects/0/when", [],
     troop(when=[{"event": "attack", "effects": [{"when": waits("attack", until="turn")}]}])),
    # What concerns piles:
    ("E352", "effects/0/look/take", [{"look": {"who": "self", "pile": "base", "amount": 2, "take": 3}}], {}),
    ("E352", "effects/0/look/rest",
     [{"look": {"who": "self", "pile": "base", "amount": 2, "take": 2, "rest": "top"}}], {}),
    ("E352", "effects/0/return/to", [{"return": {"who": TROOP, "to": "hand"}}], {}),
    ("E352", "effects/0/search",
     [{"search": {"who": {**CARD, "owner": "self", "in": "base_draw"}, "to": "hand"}}], {}),
    ("E352", "effects/0/search/who/pick",
     [{"search": {"who": {**CARD, "in": "base_draw", "pick": "up_to_2"}, "to": "top"}}], {}),
    ("E352", "effects/0/delay/effects/0/replay",
     [{"delay": {"at": "turn_end", "effects": [{"replay": {"who": {**CARD, "in": "ability_discard"}}}]}}], {}),
    # What a text could not tell apart:
    ("E315", "effects/0/swap/a/as", [{"swap": {"a": {**BASE, "as": "b"}, "b": BASE}}], {}),
    ("E315", "effects/0/swap/b/as", [{"swap": {"a": BASE, "b": {**BASE, "as": "b"}}}], {}),
    ("E315", "effects/0/if/that/atleast/of/in", [{"if": {"that": COUNTED, "then": [DRAW]}}],
     {"choose": [{"of": "special", "owner": "self", "pick": "one", "as": "t"}]}),
    ("E315", "choose/0/as",
     [{"delay": {"at": "turn_end", "effects": [{"if": {"that": WEAK, "then": [{"return": {"who": IN_T}}]}}]}}],
     {"choose": [{**TROOP, "as": "t"}]}),
    # What concerns alternatives:
    ("E353", "effects/0/choose_one/options", [{"choose_one": {"options": [{"effects": [DRAW]}] * 2}}], {}),
    ("E353", "effects/0/coin/tails", [{"coin": {"heads": [DRAW], "tails": [DRAW]}}], {}),
    ("E353", "effects/0/die/results/0/faces", [{"die": {"results": [{"faces": [7], "effects": [DRAW]}]}}], {}),
    ("E353", "effects/0/die/results/0/faces", [{"die": {"results": [{"faces": [2, 2], "effects": [DRAW]}]}}], {}),
    # What concerns totals of power:
    ("E354", "effects/0/destroy/who/total_power", [{"destroy": {"who": {**TROOP, "total_power": 4}}}], {}),
    ("E354", "effects/0/destroy/who/by", [{"destroy": {"who": {**TROOP, "pick": "any_number", "by": "random"}}}], {}),
    # Here, only special abilities outlast the turn:
    ("E311", "effects/0/power/until",
     [{"power": {"who": {"of": "troop"}, "add": 1, "until": "next_turn"}}], {}),
    ("E311", "effects/0/when/until", [{"when": waits("attack", until="next_turn")}], {}),
    # These are words that a verb does not take:
    ("E315", "effects/0/steal/who/owner", [{"steal": {"who": {**TROOP, "owner": "self"}}}], {}),
    ("E315", "effects/0/build/card/is", [{"build": {"card": {**CARD, "in": "hand", "is": "ability", "pick": "one"}}}], {}),
    ("E315", "effects/0/return/who/of", [{"return": {"who": {"of": "palace", "owner": "opponent"}}}], {}),
    ("E315", "effects/0/put/who/pick", [{"put": {"who": {**CARD, "in": "hand", "pick": "all"}, "to": "top"}}], {}),
    ("E315", "effects/0/draw/amount/count/in",
     [{"draw": {"who": "self", "amount": {"count": {"of": "card", "in": "played"}}}}], {}),
    ("E315", "effects/0/coin/heads/0",
     [{"coin": {"heads": [{"die": {"results": [{"faces": [1], "effects": [DRAW]}]}}]}}], {}),
    ("E206", "effects/1/destroy/who/in",
     [{"return": {"who": {**TROOP, "as": "t"}}}, {"destroy": {"who": {"of": "troop", "in": "$t"}}}], {}),
]  # fmt: skip
"""Codes and places of faults, with the effects and the other keys of the ability that has them."""


@pytest.mark.parametrize(("code", "place", "effects", "keys"), NONSENSE)
def test_nonsense_is_refused_at_its_place(code, place, effects, keys):
    found = findings(*effects, **keys)
    assert (code, place) in [(one[0], one[-1]) for one in found], found


@pytest.mark.parametrize(
    ("effect", "message"),
    [
        ({"serch": {"who": {"of": "card"}}}, "unknown key 'serch'"),
        ({"look": {"who": "self", "pile": "abilty", "amount": 2}}, "abilty"),
        ({"choose_one": {"options": [{"effects": [DRAW]}]}}, "options"),
        ({"die": {"sides": 1, "results": [{"faces": [1], "effects": [DRAW]}]}}, "sides"),
        ({"limit": {"what": "hand", "who": "self", "until": "turn"}}, "add"),
    ],
)
def test_wrong_words_and_shapes_are_refused(effect, message):
    found = findings(effect)
    assert found
    assert any(message in one[1] for one in found), found


def test_bases_of_both_players_can_be_exchanged_but_not_of_anybody():
    one, other, any_one = ({"of": "base", "owner": owner, "pick": "one"} for owner in ("self", "opponent", "any"))
    assert findings({"swap": {"a": one, "b": other}}) == []
    assert [code for code, *_ in findings({"swap": {"a": any_one, "b": any_one}})] == ["E315"]


def test_damage_outside_battle_is_no_mistake():
    assert findings({"strike": {"who": TROOP, "amount": 2}}, timing=MAIN) == []


END = {"end_battle": {}}


@pytest.mark.parametrize(
    ("effects", "keys", "is_refused"),
    [
        ([END], {"timing": BATTLE}, False), ([END], {"timing": BOTH}, False), ([END], {"timing": MAIN}, True),
        ([], troop(when=[{"event": "attack", "effects": [END]}]), False),
        ([], troop(when=[{"event": "destroyed", "of": "troop", "effects": [END]}]), True),
        ([], troop(when=[{"event": "turn_start", "effects": [END]}]), True),
        ([], {"timing": BATTLE, **troop(leave=[END])}, True), ([], {"timing": BATTLE, **troop(enter=[END])}, False),
        ([{"delay": {"at": "battle_end", "effects": [END]}}], {"timing": BATTLE}, True),
        ([], troop(when=[{"event": "attack", "effects": [{"delay": {"at": "battle_end", "effects": [END]}}]}]), True),
    ],
)  # fmt: skip
def test_a_battle_is_ended_only_while_one_goes_on_or_is_about_to_begin(effects, keys, is_refused):
    problem = "end_battle of 'x' has no battle to end"
    assert [one[1] for one in findings(*effects, **keys)] == [problem] * is_refused


MINE, BASES = {"of": "troop", "owner": "self"}, {"of": "base", "owner": "opponent", "in": "battle"}


@pytest.mark.parametrize(
    ("effect", "timing"),
    [
        ({"bypass": {"who": {"of": "troop", "owner": owner}, "until": "turn"}}, timing)
        for timing, owners in (
            (MAIN, ("self", "opponent", "any")),
            ({**MAIN, "turn": "own"}, ("self", "any")),
            ({**BATTLE, "side": "defender"}, ("opponent", "any")),
        )
        for owner in owners
    ]
    + [
        ({"power": {"who": {**MINE, "in": side}, "add": 1, "until": "turn"}}, {**MAIN, "turn": turn})
        for side, turn in (("attacking", "own"), ("defending", "opponent"), ("attacking", "any"))
    ]
    + [({"strike": {"who": {**BASES, "is": state}, "amount": 1, **more}}, BATTLE)
       for state, more in (("manned", {"even_if_defended": True}), ("unmanned", {}))]
    + [({"draw": {"who": "self", "amount": {"count": MINE, "max": 1}}}, MAIN),
       ({"power": {"who": MINE, "add": {"count": BASE | {"pick": "all"}, "times": -1}, "until": "turn"}}, MAIN)]
    + [({"draw": {"who": "self"}}, {**BATTLE, "side": side, "turn": turn})
       for side, turn in (("attacker", "own"), ("defender", "opponent"))]
    + [(DRAW, {**BOTH, "side": "attacker", "turn": "opponent"}),
       ({"delay": {"at": "battle_end", "until": "turn", "effects": [DRAW]}}, BATTLE),
       ({"delay": {"at": "battle_end", "effects": [{"power": {"who": MINE, "add": 1, "until": "turn"}}]}}, BATTLE),
       ({"destroy": {"who": {**TROOP, "by": "opponent"}}}, MAIN)]
    + [({"power": {"who": {"of": "troop", **who}, "add": 1, "until": "turn"}}, {**MAIN, "turn": "own"})
       for who in ({"power": {"min": 3, "max": 3}}, {"in": "defending"}, {"in": "defending", "owner": "opponent"})],
)  # fmt: skip
def test_what_can_happen_is_no_mistake(effect, timing):
    assert findings(effect, timing=timing) == []


def _later(at, until, **delay):
    return [{"delay": {"at": at, **delay, "effects": [{"power": {"who": MINE, "add": 1, "until": until}}]}}]


def _with_power(**limits):
    return [{"destroy": {"who": {**TROOP, "power": limits}}}]


IN_BATTLE, EACH_BASE = {"destroy": {"who": {**TROOP, "in": "battle"}}}, {"of": {"of": "base"}}
SAME = {"power": {"who": {"of": "troop"}, "same_as": BASE}}
EDGES = [
    ([IN_BATTLE], {"timing": MAIN}, "E315", "effects/0/destroy/who/in",
     "destroy of 'x' selects a troop with 'in: battle' outside battle", "timing: {window: battle, ...}"),
    ([{"delay": {"at": "turn_end", "effects": [IN_BATTLE]}}], {}, "E315", "effects/0/delay/effects/0/destroy/who/in",
     "destroy of 'x' selects a troop with 'in: battle' at the end of the turn, when there is no battle",
     "delay: {at: battle_end, ...}"),
    ([{"delay": {"at": "turn_end", "until": "turn", "effects": [DRAW]}}], {}, "E315", "effects/0/delay/until",
     "delay of 'x' cannot take 'until: turn'", "no 'until', or until: turn with at: battle_end"),
    *((_later("turn_end", until), {}, "E315", "effects/0/delay/effects/0/power/until",
       "power of 'x' begins at the end of the turn and ends with it", "the effect without the delay")
      for until in ("turn", "battle")),
    (_later("battle_end", "battle"), {}, "E315", "effects/0/delay/effects/0/power/until",
     "power of 'x' begins at the end of the battle and ends with it", "until: turn"),
    (_with_power(), {}, "E315", "effects/0/destroy/who/power", "destroy of 'x' has a range of power without limits",
     "min, max or both"),
    (_with_power(min=3, max=2), {}, "E315", "effects/0/destroy/who/power/min", "destroy of 'x' has a 'min' above its 'max'",
     "2 or less"),
    ([], troop(aura={"power": {**SAME["power"], "same_as": {"of": "base"}}}), "E350", "troop/aura/power/same_as",
     "power of 'x' compares with more or less than one thing", "same_as: {..., pick: one}, in an effect that happens once"),
    ([], troop(aura=SAME), "E350", "troop/aura/power/same_as",
     "power of 'x' compares with more or less than one thing", "same_as: {..., pick: one}, in an effect that happens once"),
    ([], troop(aura=DRAW), "E315", "troop/aura", "aura of 'x' happens once, which an aura cannot",
     "one of: power, trait, prevent, protect, soak, bonus, area, bypass, renewal, limit"),
    *(([{"redirect": {"to": {**LAND, "owner": owner}}}], {"timing": {**BATTLE, **who}}, "E350", "effects/0/redirect/to/owner",
       f"redirect of 'x' turns an attack to a territory of {owner}", f"owner: {right}")
      for owner, right, all_who in (("self", "opponent", ({"turn": "own"}, {"side": "attacker"})),
                                    ("opponent", "self", ({"turn": "opponent"}, {"side": "defender"})))
      for who in all_who),
    ([DRAW], {"choose": [TROOP]}, "E315", "choose/0",
     "choose of 'x' picks something without a name, so that no effect can use it", "'as' with a name, and the name in an effect"),
    ([{"for_each": {**EACH_BASE, "effects": [{"if": {"that": WEAK, "then": [DRAW]}}, DRAW]}}], {}, "E315",
     "effects/0/for_each/effects/0",
     "for_each of 'x' has 'if' before other effects, which would seem to belong to it", "'if' as the last effect"),
    ([{"move": {"who": {**TROOP, "owner": "self"}, "to": {**BASE, "type": "cavalry"}}}], {}, "E315",
     "effects/0/move/to/type", "move of 'x' moves troops to bases of another type",
     "the type of the troops, or no 'type', since troops only move to bases of their own"),
]  # fmt: skip
"""What is refused: effects, other keys, and the code, the place, the message and what is expected of the first finding."""
ALLOWED = [
    (_later("battle_end", "turn"), {}), (_with_power(min=3), {}), (_with_power(max=3), {}), (_with_power(min=3, max=3), {}),
    ([IN_BATTLE], {"timing": BOTH}), ([{"delay": {"at": "battle_end", "effects": [IN_BATTLE]}}], {"timing": BATTLE}),
    ([], troop(enter=[{"power": {**SAME["power"], "until": "turn"}}])),
    *(([], {"timing": {**BATTLE, **who}, **troop(when=[{"event": "attack", "effects": [{"redirect": {"to": LAND}}]}])})
      for who in ({}, {"side": "attacker"}, {"turn": "own"})),
    *(([{"redirect": {"to": {**LAND, "owner": owner}}}], {"timing": {**BATTLE, **who}})
      for owner, all_who in (("opponent", ({"turn": "own"}, {"side": "attacker"}, {})),
                             ("self", ({"turn": "opponent"}, {"side": "defender"}, {})))
      for who in all_who),
    ([{"for_each": {**EACH_BASE, "effects": [DRAW, {"if": {"that": WEAK, "then": [DRAW]}}]}}], {}),
    ([{"move": {"who": {**MINE, "type": "cavalry", "pick": "one"}, "to": {**BASE, "type": "cavalry"}}}], {}),
    *(([lasting], SPECIAL | {"troop": {"power": 1}})
      for lasting in ({"when": waits("attack", until="next_turn")},
                      {"power": {"who": MINE, "add": 1, "until": "next_turn"}})),
]  # fmt: skip
"""What is next to it, and is allowed."""


def test_what_never_happens_is_told_with_what_was_meant():
    for effects, keys, code, place, message, expected in EDGES:
        plain = {"id": "x", "name": "x", **USUAL, "effects": effects, **keys}
        ability = validate_as(node_of(plain), Ability, Collector())
        first = next(check_effects(ability, ()))
        assert (first.code, "/".join(map(str, first.path)), first.message, first.expected) == (
            code, place, message, expected,
        )  # fmt: skip
    for effects, keys in ALLOWED:
        assert findings(*effects, **keys) == []


@pytest.mark.parametrize(("kind", "icon"), [("troop", "shooter"), ("common", "hand")])
def test_only_the_card_of_a_special_troop_stays_until_the_next_turn(kind, icon):
    for verb, lasting in (("when", waits("attack")), ("power", {"who": MINE, "add": 1})):
        found = findings({verb: {**lasting, "until": "next_turn"}}, kind=kind, icon=icon)
        said = f"{verb} lasts until the next turn, but its card is discarded at the end of this one"
        assert found == [("E311", said, f"effects/0/{verb}/until")]


def test_an_amount_may_be_between_two_limits_and_two_things_have_limits_of_their_own():
    def needs(least, most, of=MINE):
        that = {"atleast": {"of": MINE, "amount": least}, "atmost": {"of": of, "amount": most}}
        return [one[-1] for one in findings(DRAW, needs=that)]

    assert needs(1, 1) == needs(1, 99) == needs(3, 2, {"of": "base", "owner": "self"}) == []
    assert needs(3, 2) == needs(0, 5) == ["needs/atleast/amount"] and needs(1, 100) == ["needs/atmost/amount"]


@pytest.mark.parametrize("at", ["battle_end", "turn_end"])
def test_an_effect_that_waits_sets_nothing_that_waits(at):
    later = {"delay": {"at": at, "effects": [{"when": waits("attack", until="turn")}]}}
    found = [one for one in findings(later) if one[0] == "E351"]
    assert found == [
        ("E351", "when of 'x' waits inside an effect that waits already", "effects/0/delay/effects/0/when")
    ]


def test_a_card_has_so_many_parts_at_most():
    few = [{"draw": {"who": "self"}}] * (MOST_PARTS // 10)
    assert not [one for one in findings(*few) if one[0] == "E204"]
    (found,) = findings(*few * 10)
    assert found[0] == "E204" and "values in it" in found[1]


@pytest.mark.parametrize("who", ["self", "opponent", "any"])
@pytest.mark.parametrize("owner", ["self", "opponent", "any"])
@pytest.mark.parametrize("side", ["attacking", "defending"])
def test_who_waits_for_an_attack_knows_who_attacks(who, owner, side):
    """An attack of one player is the defence of the other; one of any player can be either."""
    effect = {"power": {"who": {"of": "troop", "owner": owner, "in": side}, "add": 1, "until": "battle"}}
    waiting = troop(when=[{"event": "attack", "who": who, "effects": [effect]}])
    can_be = "any" in (who, owner) or (who == owner) == (side == "attacking")
    assert [one[0] for one in findings(**waiting)] == ["E315"] * (not can_be)


def test_an_ability_is_played_again_while_somebody_could_play_one():
    again = {"replay": {"who": {**CARD, "owner": "self", "in": "ability_discard"}}}
    for event, refused in (("attack", False), ("turn_start", True), ("turn_end", True), ("battle_end", True)):
        found = findings(**troop(when=[{"event": event, "effects": [again]}]))
        assert [one[0] for one in found] == ["E352"] * refused, event
    for part, refused in (("enter", False), ("leave", True)):
        assert [one[0] for one in findings(**troop(**{part: [again]}))] == ["E352"] * refused, part


@pytest.mark.parametrize("holder", ["when", "delay"])
def test_what_is_picked_while_something_waits_has_a_name_there_only(holder):
    """What follows on the card happens before it."""
    gain = {"power": {"who": {**TROOP, "as": "t"}, "add": 1, "until": "turn"}}
    again = {"power": {"who": IN_T, "add": 1, "until": "turn"}}
    waiting = {
        "when": {"when": waits("attack", until="turn") | {"effects": [gain, again]}},
        "delay": {"delay": {"at": "battle_end", "effects": [gain, again]}},
    }[holder]
    assert findings(waiting) == []
    assert [(one[0], one[-1]) for one in findings(waiting, again)] == [("E206", "effects/1/power/who/in")]


def test_that_troop_is_the_last_one_that_the_text_has_mentioned():
    """A troop on a chosen base is one of them, and a base is none."""

    def gain(who):
        return {"power": {"who": who, "add": 1, "until": "turn"}}

    first, that = {"of": "troop", "in": "$b", "pick": "one", "as": "t"}, {"of": "troop", "in": "$t"}
    chosen = {"choose": [{**BASE, "as": "b"}]}
    for between, refused in ((TROOP, True), ({"of": "special", "owner": "opponent", "pick": "one"}, False)):
        found = findings(gain(first), gain({**between, "as": "u"}), gain(that), **chosen)
        assert [one[-1] for one in found if "mentioned in between" in one[1]] == ["effects/2/power/who/in"] * refused


def test_bases_in_a_place_of_either_player_belong_to_whom_they_are_said_to_belong():
    chosen = [{"of": "territory", "owner": "any", "pick": "one", "as": "t"}]
    for owner, refused in (("opponent", False), ("any", True)):
        there = {"of": "base", "owner": owner, "in": "$t", "pick": "one"}
        found = findings({"swap": {"a": there, "b": BASE}}, choose=chosen)
        assert [one[0] for one in found] == ["E315"] * refused, owner
