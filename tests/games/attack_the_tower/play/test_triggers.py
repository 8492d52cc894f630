"""Effects that happen whenever something happens: every event, whose it is, what sets off what, and where it ends."""

import pytest

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.engine.attack_state import AttackState
from cardgen.games.attack_the_tower.engine.state.zones import PALACE_ZONE

from .tables import choices, common, does, lay, match_of, palace, shape
from .test_turn_effects import star

STAY = Config(palace_advance="may", must_act=False)
GO = "attack territory 1 -> territory 1"
DRAW = {"draw": {"who": "self", "pile": "base"}}
RECRUIT = {"recruit": {"bases": {"of": "base", "owner": "self"}}}


def when(event, *effects, **more):
    return {"event": event, "effects": effects or (DRAW,), **more}


def watched(*triggers, mine="l1", theirs="l1", config=STAY, cards=(), **more):
    match = match_of(star("watch", when=triggers), *cards, config=config)
    return lay(match, mine, theirs, my_palace="watch", **more)


def held(state, player=0):
    return len(state.zones[player])


def destroy(of, owner, **more):
    return common("x", {"destroy": {"who": {"of": of, "owner": owner, **more}}})


@pytest.mark.parametrize(
    ("trigger", "destroyed", "times"),
    [
        ({"of": "base"}, ("base", "self"), 2),
        ({"of": "base"}, ("base", "opponent"), 0),
        ({"of": "base", "who": "opponent"}, ("base", "opponent"), 1),
        ({"of": "base", "who": "any"}, ("base", "any"), 3),
        ({"of": "base", "type": "shooter"}, ("base", "self"), 1),
        ({"of": "troop"}, ("troop", "self"), 4),  # three on bases, and the special troop itself
        ({"of": "troop", "type": "light_infantry"}, ("base", "self"), 2),
        ({"of": "special"}, ("special", "self"), 1),
    ],
)
def test_effects_happen_once_for_each_thing_that_is_destroyed(trigger, destroyed, times):
    state = watched(when("destroyed", **trigger), mine="l2 s1", theirs="h1", cards=(destroy(*destroyed),), my_hand="x")
    assert held(does(state, "play x")) == times


@pytest.mark.parametrize(("who", "first", "second"), [("self", 1, 0), ("opponent", 0, 1), ("any", 1, 1)])
@pytest.mark.parametrize("event", ["turn_end", "turn_start"])
def test_turns_begin_and_end(event, who, first, second):
    """Turn 5 is the owner's and ends; turn 6 of the opponent begins and ends; turn 7 begins."""
    state = watched(when(event, who=who), mine="l0", theirs="l0", config=Config(must_act=False))
    found = []
    for text in ("end turn", "hold"):  # the opponent can only end turn 6
        before = held(state)
        found.append(held(does(state, text)) - before)
    assert found == ([first, second] if event == "turn_end" else [second, first])


def test_attack_sets_off_effects_before_the_first_ability():
    for who, times in (("self", 1), ("opponent", 0), ("any", 1)):
        match = match_of(star("watch", when=(when("attack", who=who),)), config=STAY)
        assert held(does(lay(match, "c1", "l1", my_palace="watch"), GO)) == times
        assert held(does(lay(match, "c1", "l1", their_palace="watch"), GO), 1) == 1 - times + (who == "any")


@pytest.mark.parametrize(("first", "player"), [("defender", 1), ("attacker", 0)])
def test_who_has_the_first_word_in_a_battle_has_it_after_what_the_attack_sets_off(first, player):
    answer = common("x", DRAW, window=("battle",))
    config = Config(palace_advance="may", must_act=False, first_in_battle=first)
    match = match_of(star("watch", when=(when("attack"),)), answer, config=config)
    state = lay(match, "c1", "l1", my_palace="watch", my_hand="x", their_hand="x")
    assert (held(does(state, GO)), state.current_player()) == (2, player)


def test_card_drawn_at_the_attack_can_be_played_in_its_window():
    answer = common("x", {"destroy": {"who": {"of": "troop", "owner": "opponent"}}}, window=("battle",))
    draw = {"draw": {"who": "self", "pile": "ability"}}
    match = match_of(star("watch", when=(when("attack", draw, who="opponent"),)), answer, config=STAY)
    state = lay(match, "c1", "l1", their_palace="watch")
    design = match.designs["x/2"]
    pile = [d for d in state.zones[3] if d != design]
    state.zones[3] = (*pile, *[design] * (len(state.zones[3]) - len(pile)))
    does(state, GO, "play x/2")
    assert shape(state, 0) == "c0"


def test_attack_can_be_cancelled_by_what_it_sets_off():
    state = lay(match_of(star("watch", when=(when("attack", {"cancel": {}}, who="opponent"),)), config=STAY),
                "c1", "l1", their_palace="watch")  # fmt: skip
    assert (shape(does(state, GO), 1), state.stage) == ("l1", -1)


def test_battle_and_renewal_set_off_effects():
    state = watched(when("battle_end"), mine="c1", theirs="l1")
    assert held(does(state, GO)) == 1
    renew = common("x", {"renew": {}}, window=("main",))
    state = watched(when("renewal", RECRUIT), cards=(renew,), mine="l0", theirs="l0", my_hand="x")
    does(state, "play x", "draw base", "draw base", "draw base", "draw base", "done", "done")
    assert shape(state, 0).startswith("l2")


def test_effect_of_a_card_waits_until_the_end_of_the_turn():
    wait = common("w", {"when": {**when("destroyed", of="base"), "until": "turn"}})
    state = lay(match_of(wait, destroy("base", "self"), config=STAY), "l1 s1", "l1", my_hand="w x x")
    does(state, "play w")
    assert AttackState.from_text(state.match, state.to_text()).modifiers == state.modifiers
    assert held(does(state, "play x")) == 3
    does(state, "end turn")
    assert state.modifiers == ()


def test_it_remembers_what_was_bound_before():
    choose = ({"of": "base", "owner": "opponent", "pick": "one", "as": "b"},)
    inner = {"destroy": {"who": {"of": "base", "in": "$b"}}}
    wait = common("w", {"when": {**when("destroyed", inner, of="base"), "until": "turn"}}, choose=choose)
    state = lay(match_of(wait, destroy("base", "self"), config=STAY), "l1 s1", "l1 h1", my_hand="w x")
    does(state, "play w", "pick base 1.2 of player 2", "play x")
    assert shape(state, 1) == "l1"


def test_effects_never_set_themselves_off():
    """`when` a troop goes, recruit one and sacrifice one: each loss sets it off once, and its own losses do not."""
    again = {"destroy": {"who": {"of": "troop", "owner": "self", "type": "light_infantry"}}}
    state = watched(
        when("destroyed", RECRUIT, again, DRAW, of="troop"),
        mine="l1",
        cards=(destroy("troop", "self", type="light_infantry"),),
        my_hand="x",
    )
    assert (held(does(state, "play x")), shape(state, 0)) == (1, "l0")


def test_effects_of_two_cards_cannot_set_each_other_off_for_ever():
    mine = star(
        "a",
        when=(
            when(
                "destroyed",
                {"destroy": {"who": {"of": "troop", "owner": "opponent", "type": "light_infantry"}}},
                RECRUIT,
                of="troop",
            ),
        ),
    )
    state = lay(
        match_of(mine, destroy("troop", "any", type="light_infantry"), config=STAY),
        "l2",
        "l2",
        my_hand="x",
        my_palace="a",
        their_palace="a",
    )
    does(state, "play x")
    assert state.stack == []
    assert palace(state, 0) == palace(state, 1) == "a"


def test_discarding_for_lack_of_upkeep_is_no_destruction():
    match = match_of(star("watch", when=(when("destroyed", of="special"),)), destroy("base", "self"), config=STAY)
    state = lay(match, "l1 l1 l1", "l1", my_hand="x", my_palace="knight watch")
    does(state, "play x")
    assert (palace(state, 0), held(state)) == ("watch", 0)


def test_each_of_two_alike_troops_waits_for_its_own_losses():
    """Both come from one army, as after a theft: what the first destroys sets off the second."""
    revenge = when("destroyed", {"destroy": {"who": {"of": "base", "owner": "opponent"}}}, DRAW, of="base")
    match = match_of(star("a", when=(revenge,)), destroy("base", "self", type="shooter"), config=STAY)
    state = lay(match, "l1 s1", "l1", my_hand="x", my_palace="a", their_palace="a")
    state.zones[PALACE_ZONE + 1] = state.zones[PALACE_ZONE]
    does(state, "play x")
    assert (shape(state, 0), shape(state, 1), held(state), held(state, 1)) == ("", "", 1, 1)


def test_effects_on_the_same_event_start_with_those_of_the_active_player_in_order():
    def picks(name, of, **more):
        pick = {"destroy": {"who": {"of": of, "owner": "opponent", "pick": "one"}}}
        return star(name, when=(when("turn_end", pick, **more),), traits=("loyal",))

    match = match_of(picks("a", "base"), picks("b", "troop"), picks("c", "base", who="any"), config=STAY)
    state = lay(match, "l1 s1", "l1 s1 h1", my_palace="a b", their_palace="c")
    does(state, "end turn")
    asked = []
    for _ in range(3):
        asked.append((state.current_player(), choices(state)[0].split()[1]))
        does(state, choices(state)[0])
    assert asked == [(0, "base"), (0, "troop"), (1, "base")]
