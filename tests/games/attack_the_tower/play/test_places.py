"""What refers to places and to troops that change sides or places while an effect, a battle or a turn goes on."""

import pytest

from cardgen.games.attack_the_tower.engine.compiler.match import compile_match
from cardgen.games.attack_the_tower.engine.state.actions import PICK, from_text, to_text
from cardgen.games.attack_the_tower.engine.state.battlefield import special_troops
from cardgen.games.attack_the_tower.engine.state.changes import remove_units
from cardgen.games.attack_the_tower.engine.state.stats import unit_stats
from cardgen.games.attack_the_tower.engine.state.transfer import transfer_special_troop
from cardgen.games.attack_the_tower.engine.state.units import SPECIAL, bits
from cardgen.games.attack_the_tower.engine.state.zones import ABILITY_DISCARD

from .armies import with_abilities
from .tables import choices, common, does, hand, lay, match_of, palace, shape
from .test_effects_play import GO, OWN, STAY, star

DRAW = {"draw": {"who": "self", "pile": "ability"}}
TERRITORY = {"of": "territory"}


def played(*effects, actions=("play x",), config=STAY, abilities=(), my_hand="x", choose=(), **table):
    match = match_of(common("x", *effects, choose=choose), *abilities, config=config)
    return does(lay(match, **{"mine": "l1", "theirs": "l1"} | table, my_hand=my_hand), *actions)


@pytest.mark.parametrize(("where", "count"), [("battle", 2), ("attacking", 1), ("defending", 1)])
def test_a_battle_has_a_territory_on_each_side(where, count):
    draws = {"for_each": {"of": {**TERRITORY, "in": where}, "effects": (DRAW,)}}
    table = {"mine": "l1 / s1", "theirs": "l1 s1 / c1"}
    assert len(hand(played(draws, actions=(GO, "play x"), **table), 0).split()) == count
    assert hand(played(draws, **table), 0) == ""


@pytest.mark.parametrize(("where", "left"), [("battle", "l1 / s1"), ("defending", "l1 / s1")])
def test_what_is_attacked_are_the_bases_of_one_territory(where, left):
    state = played(
        {"destroy": {"who": {"of": "base", "in": where}}}, actions=(GO, "play x"), mine="l1 / s1", theirs="l1 s1 / c1"
    )
    assert (shape(state, 0), shape(state, 1)) == (left, " / c1")


def test_a_bound_territory_is_itself():
    bound = {**TERRITORY, "owner": "opponent", "pick": "one", "as": "t"}
    state = played(
        {"for_each": {"of": {**TERRITORY, "in": "$t"}, "effects": (DRAW,)}},
        actions=("play x", "pick territory 2 of player 2"),
        choose=(bound,),
    )
    assert len(hand(state, 0).split()) == 1


def test_a_stolen_special_troop_keeps_what_refers_to_it():
    state = played(
        {"steal": {"who": {"of": "special", "owner": "opponent", "pick": "one", "as": "s"}}},
        {"power": {"who": {"of": "special", "in": "$s"}, "add": 3, "until": "turn"}},
        actions=("play x", "pick special 1 of player 2"),
        mine="l1 s1 h1 / l1 s1 h1",
        theirs="l1 s1 h1 / l1 s1 h1",
        my_palace="raider",
        their_palace="knight elder",
    )
    powers = [[power for power, _ in unit_stats(state, special_troops(state, player)).values()] for player in (0, 1)]
    assert (palace(state, 0), palace(state, 1), powers) == ("raider knight", "elder", [[5, 6], [7]])


@pytest.mark.parametrize(("changed", "goes"), [(1, 2), (2, 1), (2, 3), (3, 1)])
def test_what_is_changed_stays_so_whichever_other_troop_is_stolen(changed, goes):
    """Though troops behind the stolen one close up."""
    enemy = {"of": "special", "owner": "opponent", "pick": "one"}
    cards = [
        common("x", {"power": {"who": enemy, "add": 20, "until": "turn"}}),
        common("y", {"steal": {"who": enemy}}),
    ]
    state = lay(match_of(*cards, config=STAY), "l1 l1 l1", "l1", my_hand="x y", their_palace="knight elder raider")
    does(state, "play x", f"pick special {changed} of player 2", "play y", f"pick special {goes} of player 2")
    powers = [3, 7, 5]
    powers[changed - 1] += 20
    found = [[power for power, _ in unit_stats(state, special_troops(state, player)).values()] for player in (0, 1)]
    assert found == [[powers[goes - 1]], [power for at, power in enumerate(powers, 1) if at != goes]]


@pytest.mark.parametrize(("goes", "powers"), [("a", {0: 1, 2: 21}), ("b", {0: 21, 2: 1})])
def test_what_is_changed_stays_so_when_either_troop_on_its_base_moves(goes, powers):
    """Of two alike, the lower one is changed; an upper troop that stays becomes the lower one."""
    own = {"of": "troop", "owner": "self", "pick": "one"}
    cards = [
        common("x", {"power": {"who": own, "add": 20, "until": "turn"}}),
        common("y", {"move": {"who": own, "to": {"of": "base", "owner": "self", "pick": "one"}}}),
    ]
    state = lay(match_of(*cards, config=STAY), "l2 l0", "l1", my_hand="x y")
    does(state, "play x", "play y", f"pick troop 1.1{goes} of player 1")
    assert {unit: power for unit, (power, _) in unit_stats(state, state.troops & 0xF).items()} == powers


def test_what_an_upper_troop_has_follows_it_when_the_lower_one_moves():
    own = {"of": "troop", "owner": "self", "pick": "one"}
    walk = common("y", {"move": {"who": own, "to": {"of": "base", "owner": "self", "pick": "one"}}})
    for fighters, picks, after in (
        (0b10, "a", 0b1),
        (0b10, "b", 0b100),
        (0b1, "a", 0b100),
        (0b1, "b", 0b1),
        (0b11, "", 0b101),
    ):
        state = lay(match_of(walk, config=STAY), "l2 l0", "l1", my_hand="y")
        state.fighters = fighters
        does(state, "play y", *(f"pick troop 1.1{letter} of player 1" for letter in picks))
        assert state.fighters == after


@pytest.mark.parametrize(
    ("stolen", "damage", "fighters"), [(85, {81: 1, 83: 3, 82: 2}, {81, 82}), (83, {81: 1, 82: 3, 83: 2}, {81, 83})]
)
def test_damage_and_the_battle_follow_a_troop_that_changes_sides(stolen, damage, fighters):
    """And those behind it, which close up: 81, 83 and 85 stand in one palace, 80 in the other."""
    state = lay(match_of(), my_palace="raider", their_palace="knight elder idol")
    state.damage, state.fighters = {81: 1, 83: 3, 85: 2}, 1 << 81 | 1 << 85
    state.arrived_this_turn = state.fighters
    transfer_special_troop(state, stolen)
    assert (state.damage, {*bits(state.fighters)}) == (damage, fighters)
    assert {*bits(state.arrived_this_turn)} == fighters | {82}, "where it stands now, it is new"


def test_all_special_troops_of_both_armies_may_stand_in_one_palace():
    army = with_abilities([star("a", traits=("loyal",)) | {"name": "a", "copies": 25}])
    state = lay(compile_match(army, army, STAY), my_palace="a " * 25, their_palace="a " * 25)
    for _ in range(25):
        transfer_special_troop(state, SPECIAL + 1)
    stats = unit_stats(state, special_troops(state, 0))
    assert (len(stats), special_troops(state, 1)) == (50, 0)
    texts = [to_text(state.match, PICK + unit) for unit in stats]
    assert [from_text(state.match, text) for text in texts] == [PICK + unit for unit in stats]


def test_each_of_two_auras_soaks_its_own_points_of_a_battle():
    """M: what an aura has soaked in an early step, it does not soak again, and what another can soak is left."""
    aura = star("a", traits=("loyal",), static=("cannot_defend",), aura={"soak": {"who": "self", "amount": 1}})
    for palace_of_two, left in (("a", "l0"), ("a a", "l1")):
        match = match_of(aura, config=STAY)
        state = does(lay(match, "s1 l1", "l1", their_palace=palace_of_two), GO)
        assert shape(state, 1) == left


def test_a_troop_that_moves_changes_the_table_for_an_attack_that_did_nothing():
    shooter = {**OWN, "type": "shooter", "pick": "one"}
    walk = {"move": {"who": shooter, "to": {"of": "base", "owner": "self", "pick": "one"}}}
    ward = common("ward", {"protect": {"who": OWN, "from": "regular", "until": "turn"}})
    table = {"mine": "a1 / s1 s0", "theirs": "h1", "my_hand": "x ward", "abilities": (ward,)}
    state = played(walk, actions=("play ward", GO, "pass", "pass"), **table)
    assert GO not in choices(state)
    does(state, "play x")
    assert (shape(state, 0), GO in choices(state)) == ("a1 / s0 s1", True)


def test_any_number_of_cards_comes_back():
    who = {"of": "card", "owner": "self", "in": "ability_discard", "pick": "any_number"}
    mill = common("y", {"mill": {"who": "self", "pile": "ability", "amount": 5}})
    state = played({"recover": {"who": who}}, actions=("play y", "play x"), abilities=(mill,), my_hand="x y")
    gone = sorted(state.match.names[design] for design in state.zones[ABILITY_DISCARD])
    for _ in range(4):
        does(state, next(text for text in choices(state) if text != "no more"))
    does(state, "no more")
    assert len(gone) == 5
    assert len(hand(state, 0).split()) == 4
    assert sorted([*hand(state, 0).split(), *(state.match.names[one] for one in state.zones[ABILITY_DISCARD])]) == gone


def test_of_more_troops_than_have_room_the_player_says_which_move():
    shooters = {**OWN, "type": "shooter"}
    walk = {"move": {"who": shooters, "to": {"of": "base", "owner": "self", "type": "shooter", "pick": "one"}}}
    state = played(walk, actions=("play x", "pick base 1.3 of player 1"), mine="s2 s1 s1 / l1")
    assert choices(state) == [f"pick troop {slot} of player 1" for slot in ("1.1a", "1.2a")]
    does(state, "pick troop 1.2a of player 1")
    assert shape(state, 0) == "s2 s0 s2 / l1"
    state = played(walk, actions=("play x", "pick base 1.3 of player 1"), mine="s2 s0 s0 / l1")
    assert shape(state, 0) == "s0 s0 s2 / l1"  # both have room


@pytest.mark.parametrize(("count", "goes"), [(1, "attack"), (9, "")])
def test_nothing_is_prevented_while_the_condition_does_not_hold(count, goes):
    bar = {
        "prevent": {
            "what": "attack",
            "who": "self",
            "until": "turn",
            "while": {"atleast": {"of": OWN, "amount": count}},
        }
    }
    state = played(bar)
    assert (GO in choices(state)) == (not goes)


@pytest.mark.parametrize("holder", ["modifiers", "delays", "stack", "fighters", "damage"])
def test_all_that_refers_to_a_troop_follows_it_and_forgets_it_when_it_has_gone(holder):
    """Whoever stands above a troop or behind a special troop that goes takes its place, and its number."""
    state = lay(
        match_of(common("x", {"power": {"who": OWN, "add": 1, "until": "turn"}})), "h2", my_palace="knight elder"
    )

    def holds(*units):
        found = sum(1 << unit for unit in units)
        frame = (0, 0, 0, found)
        return {"modifiers": (frame,), "delays": (frame,), "stack": [[*frame]], "fighters": found,
                "damage": dict.fromkeys(units, 1) or None}[holder]  # fmt: skip

    upper, second = 1, SPECIAL + 2
    for gone, left in ((0, (0, second)), (SPECIAL, (0, SPECIAL)), (0, (SPECIAL,)), (SPECIAL, ())):
        if gone == 0 and left[0] == 0:
            setattr(state, holder, holds(upper, second))
        remove_units(state, 1 << gone)
        assert getattr(state, holder) == holds(*left), (gone, left)


def test_an_aura_that_soaks_protects_whoever_has_stolen_its_troop():
    ward = star(
        "ward",
        traits=("loyal",),
        static=("cannot_attack", "cannot_defend"),
        aura={"soak": {"who": "self", "amount": 2}},
    )
    lure = common("x", {"steal": {"who": {"of": "special", "owner": "opponent", "pick": "one"}}}, window="battle")
    for cards, left in (("", ("c0", "h0")), ("x", ("c0", "h1"))):
        state = lay(match_of(ward, lure, config=STAY), "c1", "h1", my_palace="ward", their_hand=cards)
        does(state, GO, *(f"play {card}/2" for card in cards))
        assert (shape(state, 0), shape(state, 1)) == left


def test_an_aura_that_soaks_goes_with_its_own_troop():
    wards = [
        star(name, traits=("loyal",), aura={"soak": {"who": "self", "amount": n}}) for name, n in (("a", 5), ("b", 1))
    ]
    kill = common("x", {"destroy": {"who": {"of": "special", "pick": "one"}}}, window="battle")
    for gone, left in ((1, "h0"), (2, "h1")):
        state = lay(match_of(*wards, kill, config=STAY), "c1", "h1", my_hand="x", their_palace="a b")
        does(state, GO, "play x", f"pick special {gone} of player 2")
        assert shape(state, 1) == left


def test_who_plays_a_card_says_which_troops_of_the_other_player_move():
    shooters = {"of": "troop", "owner": "opponent", "type": "shooter"}
    to = {"of": "base", "owner": "opponent", "type": "shooter", "pick": "one"}
    walk = {"move": {"who": shooters, "to": to}}
    state = played(walk, actions=("play x", "pick base 1.3 of player 2"), theirs="s2 s1 s1 / l1")
    assert state.current_player() == 0
    assert choices(state) == [f"pick troop {slot} of player 2" for slot in ("1.1a", "1.2a")]
