"""Every verb, selector, condition, cost, number and timing of the vocabulary, each on a table laid out for it."""

from random import Random

import pytest

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.engine.attack_state import AttackState
from cardgen.games.attack_the_tower.engine.battle.combat import current_target, legal_hits
from cardgen.games.attack_the_tower.engine.state.battlefield import special_troops
from cardgen.games.attack_the_tower.engine.state.changes import remove_units
from cardgen.games.attack_the_tower.engine.state.phase import Phase
from cardgen.games.attack_the_tower.engine.state.stats import INITIATIVE, unit_stats
from cardgen.games.attack_the_tower.engine.state.zones import ABILITY_DISCARD, BASE_DISCARD, BASE_DRAW, HAND, KNOWN

from .tables import choices, common, does, hand, lay, match_of, palace, shape, troop

OWN = {"of": "troop", "owner": "self"}
ENEMY = {"of": "troop", "owner": "opponent"}
OWN_BASE = {"of": "base", "owner": "self"}
ENEMY_BASE = {"of": "base", "owner": "opponent"}
STAY = Config(palace_advance="may", must_act=False)
GO = "attack territory 1 -> territory 1"


def star(name, power=2, **parts):
    return {
        "id": name,
        "kind": "special",
        "icon": "star",
        "timing": {"window": ("main", "battle")},
        "troop": {"power": power, **parts},
    }


def with_card(*effects, mine="l1", theirs="l1", config=STAY, plays=("play x",), kind=common, **more):
    """The position after `x` with these effects was played by the active player in their main phase."""
    card = kind("x", *effects, **more) if kind is common else troop("x", kind, *effects, **more)
    return does(lay(match_of(card, config=config), mine, theirs, my_hand="x"), *plays)


# destroy, selectors of units


@pytest.mark.parametrize(
    ("who", "mine", "theirs"),
    [
        (ENEMY, "l1 h2", "l0 s0 / c0"),
        ({**ENEMY, "type": "shooter"}, "l1 h2", "l1 s0 / c2"),
        ({**ENEMY, "type": ("shooter", "cavalry")}, "l1 h2", "l1 s0 / c0"),
        ({**ENEMY, "power": {"min": 2}}, "l1 h2", "l1 s2 / c0"),
        ({**ENEMY, "power": {"max": 1}}, "l1 h2", "l0 s0 / c2"),
        ({**ENEMY, "trait": "initiative"}, "l1 h2", "l1 s0 / c2"),
        ({**ENEMY, "no_trait": "initiative"}, "l1 h2", "l0 s2 / c0"),
        ({"of": "troop"}, "l0 h0", "l0 s0 / c0"),
        (OWN, "l0 h0", "l1 s2 / c2"),
        ({**ENEMY_BASE, "is": "full"}, "l1 h2", "l1"),
        ({**ENEMY_BASE, "is": "has_room"}, "l1 h2", "- s2 / c2"),
        ({**ENEMY_BASE, "type": "cavalry"}, "l1 h2", "l1 s2"),
        ({**OWN, "in": "battle"}, "l1 h2", "l1 s2 / c2"),
    ],
)
def test_selectors_find_the_units_they_describe(who, mine, theirs):
    state = with_card({"destroy": {"who": who}}, mine="l1 h2", theirs="l1 s2 / c2")
    assert (shape(state, 0), shape(state, 1)) == (mine, theirs)


def test_manned_and_unmanned_speak_of_the_territory():
    for state_word, left in (("unmanned", "l1 s0"), ("manned", " / c0")):
        state = with_card({"destroy": {"who": {**ENEMY_BASE, "is": state_word}}}, theirs="l1 s0 / c0")
        assert shape(state, 1) == left


def test_complete_means_territories_and_their_units():
    state = with_card({"destroy": {"who": {**ENEMY_BASE, "is": "complete"}}}, theirs="l0 l0 l0 / c0")
    assert shape(state, 1) == " / c0"


def test_selector_may_name_special_troops_and_palaces():
    for who, left in (({"of": "special", "owner": "opponent"}, ""), ({"of": "palace", "owner": "self"}, "knight")):
        state = lay(match_of(common("x", {"destroy": {"who": who}})), "l1", "l1", my_hand="x", their_palace="knight")
        does(state, "play x")
        assert palace(state, 1) == left
        assert state.is_terminal() == (who["of"] == "palace")


def test_troops_of_no_named_type_include_special_ones():
    """E: common affects all troops whatever their kind (R31); types miss them (section 7)."""
    for config, who, left in (
        (Config(), ENEMY, ""),
        (Config(), {**ENEMY, "type": "cavalry"}, "knight"),
        (Config(commons_reach_specials=False), ENEMY, "knight"),
    ):
        match = match_of(common("x", {"destroy": {"who": who}}), config=config)
        state = does(lay(match, "l1", "l1", my_hand="x", their_palace="knight"), "play x")
        assert palace(state, 1) == left


def test_palace_is_no_base_unless_the_settings_say_so():
    """R29."""
    for config, over in ((Config(), False), (Config(palace_is_base=True), True)):
        state = with_card({"destroy": {"who": ENEMY_BASE}}, config=config)
        assert state.is_terminal() == over


def test_picks_of_one_and_up_to_two():
    one = with_card({"destroy": {"who": {**ENEMY, "pick": "one"}}}, theirs="l1 s1")
    assert choices(one) == ["pick troop 1.1a of player 2", "pick troop 1.2a of player 2"]
    two = with_card({"destroy": {"who": {**ENEMY, "pick": "up_to_2"}}}, theirs="l1 s1")
    does(two, "pick troop 1.2a of player 2")
    assert choices(two) == ["pick troop 1.1a of player 2", "no more"]
    assert shape(does(two, "no more"), 1) == "l1 s0"


def test_opponent_may_pick():
    state = with_card({"destroy": {"who": {**ENEMY, "pick": "one", "by": "opponent"}}}, theirs="l1 s1")
    assert state.current_player() == 1


def test_chance_may_pick():
    left = set()
    for seed in range(20):
        match = match_of(common("x", {"destroy": {"who": {**ENEMY, "pick": "one", "by": "random"}}}))
        state = lay(match, "l1", "l1 s1", my_hand="x")
        state.rng = seed
        left.add(shape(does(state, "play x"), 1))
    assert left == {"l0 s1", "l1 s0"}


def test_effect_without_a_target_does_nothing_and_the_next_happens():
    state = with_card({"destroy": {"who": {**ENEMY, "pick": "one"}}}, {"recruit": {"bases": OWN_BASE}}, theirs="l0")
    assert shape(state, 0) == "l2"


# what lasts


def power_of(state, unit):
    return unit_stats(state, 1 << unit)[unit][0]


def test_power_is_the_last_value_set_plus_all_additions():
    add = {"power": {"who": OWN, "add": 2, "until": "turn"}}
    sets = {"power": {"who": OWN, "set": 5, "until": "turn"}}
    assert power_of(with_card(add, sets, add), 0) == 9
    assert power_of(with_card(sets, {"power": {"who": OWN, "set": 3, "until": "turn"}}), 0) == 3


def test_modifiers_of_the_turn_end_with_it():
    state = with_card({"power": {"who": OWN, "add": 2, "until": "turn"}}, theirs="")
    assert power_of(state, 0) == 3
    assert power_of(does(state, "end turn"), 0) == 1


def test_lasting_effects_on_all_reach_later_arrivals():
    gain = {"power": {"who": OWN, "add": 2, "until": "turn"}}
    state = with_card(gain, {"recruit": {"bases": OWN_BASE}}, mine="l0")
    assert power_of(state, 0) == 3


def test_picked_units_stay_the_same():
    gain = {"power": {"who": {**OWN, "pick": "one"}, "add": 2, "until": "turn"}}
    state = with_card(gain, {"recruit": {"bases": OWN_BASE}}, mine="l1")
    assert [power_of(state, unit) for unit in (0, 1)] == [3, 1]


def test_below_one_dies_in_combat_only():
    """S; R24: outside battle nothing happens."""
    state = with_card({"power": {"who": ENEMY, "add": -1, "until": "turn"}}, mine="a1", theirs="l2 h1")
    assert shape(state, 1) == "l2 h1"
    assert shape(does(state, GO), 1) == "l0 h1"


def test_structure_below_one_dies_only_if_unmanned():
    weaken = {"power": {"who": ENEMY_BASE, "add": -4, "until": "turn"}}
    assert shape(does(with_card(weaken, mine="l1", theirs="l0 l0 / l0"), GO, "stay"), 1) == " / l0"
    assert shape(does(with_card(weaken, mine="a1", theirs="l1 / l0"), GO), 1) == "l1 / l0"


def fought(state):
    """The position after a battle in which both players deal all the damage they can."""
    while state.phase == Phase.HIT:
        state.apply_action(state.legal_actions()[-1])
    return state


@pytest.mark.parametrize("damage", ["auto", "choose"])
@pytest.mark.parametrize(("theirs", "left"), [("l1", ""), ("l1 h0", ""), ("c2 c2", "c0 c0")])
def test_structure_below_one_dies_in_the_step_that_leaves_it_unmanned(damage, theirs, left):
    """Section 6: all damage of a step at least as much as the power, none included."""
    config = Config(damage=damage, palace_advance="may", must_act=False)
    weaken = {
        "power": {"who": {**ENEMY_BASE, "type": ("light_infantry", "heavy_infantry")}, "add": -4, "until": "turn"}
    }
    state = with_card(weaken, mine="c2 c2", theirs=theirs, config=config)
    assert shape(fought(does(state, GO)), 1) == left


def test_guarded_palace_below_one_falls_with_its_last_guard():
    """Section 6."""
    weaken = common("x", {"power": {"who": {"of": "palace", "owner": "opponent"}, "set": 0, "until": "turn"}})
    for mine, over in (("c1", True), ("s2 s1", True), ("h1", False)):  # by regular damage, by initiative, not at all
        state = lay(match_of(weaken), mine, "", my_hand="x", their_palace="knight")
        assert does(state, "play x", GO).is_terminal() == over


def test_traits_can_be_gained_and_lost():
    lose = {"trait": {"who": OWN, "lose": "artillery", "until": "turn"}}
    assert shape(does(with_card(lose, mine="a2", theirs="c2 / -"), GO), 1) == "c0"
    gain = {"trait": {"who": OWN, "gain": "initiative", "until": "turn"}}
    assert shape(does(with_card(gain, mine="c1", theirs="c1"), GO), 1) == "c0"


def test_while_is_checked_at_any_time():
    has = {"atleast": {"of": {**OWN, "type": "cavalry", "in": "battle"}, "amount": 1}}
    weaken = {"power": {"who": {**ENEMY, "in": "battle"}, "add": -1, "until": "turn", "while": has}}
    assert shape(does(with_card(weaken, mine="c1", theirs="l2 / -"), GO), 1) == "l0"
    assert shape(does(with_card(weaken, mine="a1", theirs="l2 / -"), GO), 1) == "l2"


def test_prevent_attack_on_one_territory():
    bar = {
        "prevent": {
            "what": "attack_on",
            "who": "opponent",
            "site": {"of": "territory", "owner": "self", "pick": "one"},
            "until": "turn",
        }
    }
    state = lay(match_of(common("x", bar)), "l1", "l1", their_hand="x", phase=Phase.ANNOUNCE)
    does(state, "hold", "play x", "pick territory 2 of player 2")
    assert [text for text in choices(state) if text.startswith("attack")] == [
        "attack territory 1 -> territory 1",
        "attack territory 1 -> territory 3",
    ]


def test_prevent_abilities_recruits_and_builds():
    for what, after in (
        ("ability", lambda s: not any(t.startswith("play") for t in choices(s))),
        ("recruit", lambda s: shape(does(s, "play y"), 0) == "l1"),
        ("build", lambda s: shape(does(s, "play z"), 0) == "l1"),
    ):
        cards = (
            common("x", {"prevent": {"what": what, "who": "self", "until": "turn"}}),
            common("y", {"recruit": {"bases": OWN_BASE}}),
            common("z", {"build": {"card": {"of": "card", "owner": "self", "in": "hand"}, "where": "empty"}}),
        )
        assert after(does(lay(match_of(*cards), "l1", "l1", my_hand="x y z"), "play x"))


def test_prevented_recruiting_can_be_of_one_base():
    site = {**OWN_BASE, "type": "shooter"}
    bar = {"prevent": {"what": "recruit", "who": "self", "site": site, "until": "turn"}}
    state = with_card(bar, {"recruit": {"bases": OWN_BASE}}, mine="l1 s1")
    assert shape(state, 0) == "l2 s1"


def test_prevention_without_a_site_binds_one_player_everywhere():
    site = {"of": "territory", "owner": "any"}
    recruit = {"recruit": {"bases": {"of": "base"}}}
    for who, mine, theirs in (("opponent", "l2", "l1"), ("self", "l1", "l2")):
        state = with_card({"prevent": {"what": "recruit", "who": who, "site": site, "until": "turn"}}, recruit)
        assert (shape(state, 0), shape(state, 1)) == (mine, theirs)


@pytest.mark.parametrize(
    ("safe", "mine", "theirs", "after"),
    [("initiative", "s2", "l2", "l2"), ("regular", "h2", "l2", "l2"), ("initiative", "h2", "l2 / -", "l0")],
)
def test_protection_from_damage(safe, mine, theirs, after):
    ward = {"protect": {"who": ENEMY, "from": safe, "until": "turn"}}
    assert shape(does(with_card(ward, mine=mine, theirs=theirs), GO), 1).split(" /")[0] == after


def test_protection_from_effects():
    for word, who, left in (("destroy", ENEMY, "l1"), ("sacrifice", ENEMY, "l0")):
        ward = {"protect": {"who": ENEMY, "from": word, "until": "turn"}}
        assert shape(with_card(ward, {"destroy": {"who": who}}), 1) == left
    ward = {"protect": {"who": OWN, "from": "sacrifice", "until": "turn"}}
    assert shape(does(with_card(ward, {"destroy": {"who": OWN}}), "no more"), 0) == "l1"


def test_soak_ignores_the_first_damage():
    state = with_card({"soak": {"who": "opponent", "amount": 2, "until": "battle"}}, mine="h1 l2", theirs="c1")
    assert shape(does(state, GO), 1) == "c1"  # 4 - 2 do not kill 3
    state = with_card({"soak": {"who": "opponent", "amount": 1, "until": "battle"}}, mine="h1 l2", theirs="c1")
    assert shape(does(state, GO), 1) == "c0"


def test_soak_is_used_up_by_choice_too():
    soak = {"soak": {"who": "opponent", "amount": 1, "until": "battle"}}
    state = does(with_card(soak, mine="h1", theirs="l1", config=Config(damage="choose")), GO)
    assert choices(state) == [f"deal {n} to troop 1.1a of player 2" for n in (0, 1, 2)]


def test_a_troop_with_lethal_damage_gets_no_more_for_what_is_absorbed():
    """M: each unit gets from nothing up to what kills it, and what is absorbed only comes on top where it still lives."""
    soak = {"soak": {"who": "opponent", "amount": 1, "until": "battle"}}
    for damage, most in ((0, 3), (1, 2), (2, 0), (3, 0)):
        state = does(with_card(soak, mine="c1", theirs="h1", config=Config(damage="choose")), GO)
        state.damage = {current_target(state): damage}
        assert [action - legal_hits(state)[0] for action in legal_hits(state)] == [*range(most + 1)], damage


def test_bonus_changes_damage_and_not_power():
    state = with_card({"bonus": {"who": OWN, "amount": 3, "until": "turn"}}, mine="l1", theirs="l0 / -")
    assert power_of(state, 0) == 1
    assert shape(does(state, GO), 1) == ""
    assert shape(state, 0) == "l0"


def test_area_deals_each_to_each_in_the_regular_step():
    area = {"area": {"from": {**OWN, "in": "battle"}, "who": {**ENEMY, "in": "battle"}, "amount": 1, "until": "turn"}}
    state = does(with_card(area, mine="a2", theirs="l2 h2 / -", config=Config(palace_advance="may")), GO)
    assert shape(state, 1) in ("", "l0")  # 2 each kill all, so artillery breaks what is unmanned by this step


def test_bypass_hits_manned_bases():
    rule = {"bypass": {"who": {**OWN, "type": "siege_weapon"}, "until": "turn"}}
    assert shape(does(with_card(rule, mine="a1", theirs="c2 l1"), GO), 1) in ("c2", "- l1")


# what happens once


def test_recruit_fills_to_two():
    assert shape(with_card({"recruit": {"bases": OWN_BASE, "amount": 2}}, mine="l0 s1 h2"), 0) == "l2 s2 h2"


def test_move_needs_type_and_room():
    move = {"move": {"who": {**OWN, "pick": "up_to_2"}, "to": {**OWN_BASE, "is": "has_room", "pick": "one"}}}
    state = with_card(move, mine="l2 l1 / l0 s0", plays=("play x", "pick troop 1.1a of player 1"))
    assert choices(state)[-1] == "no more"
    does(state, "pick troop 1.2a of player 1")
    assert choices(state) == [f"pick base {place} of player 1" for place in ("1.2", "2.1")]  # 1.1 is full
    does(state, "pick base 2.1 of player 1")
    assert shape(state, 0) == "l1 l0 / l2 s0"


def test_troops_move_to_bases_of_their_owner_only():
    move = {"move": {"who": {"of": "troop", "pick": "up_to_2"}, "to": {"of": "base", "pick": "one"}}}
    state = with_card(move, mine="l1 l0", theirs="l1 l0")
    does(state, "pick troop 1.1a of player 1", "pick troop 1.1a of player 2", "pick base 1.2 of player 2")
    assert (shape(state, 0), shape(state, 1)) == ("l1 l0", "l0 l1")


def test_a_troop_that_stands_there_already_leaves_the_room_to_the_others():
    move = {"move": {"who": {**OWN, "pick": "up_to_2"}, "to": {**OWN_BASE, "is": "has_room", "pick": "one"}}}
    state = with_card(
        move, mine="l2 l1", plays=("play x", "pick troop 1.1a of player 1", "pick troop 1.2a of player 1")
    )
    assert shape(state, 0) == "l1 l2"  # without a question which of the two moves


def test_of_more_troops_than_there_is_room_for_the_chosen_one_moves():
    move = {"move": {"who": {**OWN, "pick": "up_to_2"}, "to": {**OWN_BASE, "is": "has_room", "pick": "one"}}}
    chosen = [f"pick troop {place} of player 1" for place in ("1.1a", "1.2a")]
    for pick, left in zip(chosen, ("l0 l1 / l2", "l1 l0 / l2"), strict=True):
        state = with_card(move, mine="l1 l1 / l1", plays=("play x", *chosen, "pick base 2.1 of player 1"))
        assert choices(state) == chosen
        assert shape(does(state, pick), 0) == left


def test_marks_follow_a_troop_that_moves_and_one_that_closes_up():
    gain = {"power": {"who": {**OWN, "pick": "one"}, "add": 2, "until": "turn"}}
    move = {"move": {"who": {**OWN, "power": {"max": 1}, "pick": "one"}, "to": {**OWN_BASE, "pick": "one"}}}
    state = with_card(gain, move, mine="l2 - - / l0", plays=("play x",))
    assert shape(state, 0) == "l1 / l1"
    assert [power_of(state, unit) for unit in (0, 6)] == [3, 1]
    other = {"move": {"who": {**OWN, "power": {"min": 2}, "pick": "one"}, "to": {**OWN_BASE, "pick": "one"}}}
    state = with_card(gain, other, mine="l2 - - / l0", plays=("play x",))
    assert [power_of(state, unit) for unit in (0, 6)] == [1, 3]


def test_swapped_bases_take_their_troops_and_marks():
    gain = {"power": {"who": {**OWN, "type": "shooter", "pick": "one"}, "add": 2, "until": "turn"}}
    swap = {
        "swap": {
            "a": {**OWN_BASE, "type": "shooter", "pick": "one"},
            "b": {**OWN_BASE, "type": "light_infantry", "pick": "one"},
        }
    }
    state = with_card(gain, swap, mine="l2 - / s1")
    assert shape(state, 0) == "s1 / l2"
    assert power_of(state, 0) == 3


@pytest.mark.parametrize("where", ["empty", "any"])
def test_build_outside_a_renewal(where):
    build = {
        "build": {"card": {"of": "card", "owner": "self", "in": "hand", "is": "base", "pick": "one"}, "where": where}
    }
    match = match_of(common("x", build))
    base = match.names[0]
    state = does(lay(match, "l1", "l1", my_hand=f"x {base}"), "play x")
    assert any("on 1.1 of player 1" in text for text in choices(state)) == (where == "any")
    state.apply_action(state.legal_actions()[0])
    assert hand(state, 0) == ""
    assert len([d for d in state.bases[:9] if d >= 0]) == 2


def searching(effect, key, zone, what="base"):
    """A common ability that looks for a card in a draw pile."""
    return common("x", {effect: {key: {"of": "card", "owner": "self", "in": zone, "is": what, "pick": "one"}}})


def test_build_from_the_pile_of_bases():
    """The base comes from the pile, not from the hand; on its way everybody sees it."""
    state = lay(match_of(searching("build", "card", "base_draw")), "l1", "l1", my_hand="x")
    pile = state.zones[BASE_DRAW]
    does(state, "play x")
    assert len(choices(state)) == len(set(pile))
    first = state.legal_actions()[0]
    state.apply_action(first)
    for seed in range(5):  # resampling in between leaves the base where it was seen
        other = state.resample_from_infostate(1, Random(seed))
        other.apply_action(other.legal_actions()[0])
        assert len(other.zones[BASE_DRAW]) == len(pile) - 1
        assert shape(other, 0) == shape(does(state.clone(), choices(state)[0]), 0)
    state.apply_action(state.legal_actions()[0])
    assert (hand(state, 0), state.zones[KNOWN]) == ("", ())
    (built,) = [design for design in state.bases[1:9] if design >= 0]
    assert sorted((*state.zones[BASE_DRAW], built)) == sorted(pile)


@pytest.mark.parametrize(("effect", "key"), [("build", "card"), ("recover", "who")])
def test_a_pile_that_was_searched_is_shuffled(effect, key):
    """A player who has looked through a pile must not know the next draw."""
    state = lay(match_of(searching(effect, key, "base_draw")), "l1", "l1", my_hand="x")
    does(state, "play x")
    rest = list(state.zones[BASE_DRAW])
    rest.remove(state.zones[BASE_DRAW][0])
    tops = set()
    for seed in range(200):
        other = state.clone()
        other.rng = Random(seed).getrandbits(64)
        while other.decision is not None:
            other.apply_action(other.legal_actions()[0])
        tops.add(other.zones[BASE_DRAW][-1])
    assert tops == set(rest)


def test_a_known_card_that_is_shown_again_is_still_one_card():
    """Base from the discard pile to the hand, which everybody sees, and from there to the table, which shows it."""
    recover = {"recover": {"who": {"of": "card", "owner": "self", "in": "base_discard", "pick": "one"}}}
    build = {"build": {"card": {"of": "card", "owner": "self", "in": "hand", "is": "base", "pick": "one"}}}
    state = lay(match_of(common("x", recover), common("y", build)), "l1", "l1", my_hand="x y")
    zones = state.zones
    zones[BASE_DISCARD], zones[4] = zones[4][:1], zones[4][1:]
    base = zones[BASE_DISCARD]
    does(state, "play x")
    assert zones[KNOWN] == base
    does(state, "play y")
    assert zones[KNOWN] == base
    state.apply_action(state.legal_actions()[0])
    assert zones[KNOWN] == ()


def test_a_question_about_a_hidden_hand_has_an_answer_in_every_deal():
    """A player who chooses between two bases to build holds one of them, though it was not revealed."""
    card = {"of": "card", "owner": "self", "in": "hand", "type": ("cavalry", "siege_weapon"), "pick": "one"}
    state = lay(
        match_of(common("x", {"build": {"card": card}})), "l1", "l0", their_hand="x stable yard", phase=Phase.ANNOUNCE
    )
    does(state, "hold", "play x")
    hands = set()
    for seed in range(100):
        other = state.resample_from_infostate(0, Random(seed))
        assert other.current_player() == 1
        assert other.observation_string(0) == state.observation_string(0)
        hands.add(hand(other, 1))
        does(other, choices(other)[0])
    assert len(hands) > 3


def test_recover_takes_cards_from_the_discard_pile():
    match = match_of(
        common("x", {"recover": {"who": {"of": "card", "owner": "self", "in": "base_discard", "pick": "up_to_2"}}})
    )
    state = lay(match, "l1", "l1", my_hand="x")
    zones = state.zones
    zones[BASE_DISCARD], zones[4] = zones[4][:3], zones[4][3:]
    does(state, "play x")
    assert choices(state)[-1] == "no more"
    state.apply_action(state.legal_actions()[0])
    state.apply_action(state.legal_actions()[-1])
    assert len(zones[HAND]) == 1
    assert zones[KNOWN] == zones[HAND]  # everybody saw it


def test_an_endless_chain_of_abilities_has_an_end():
    """A unique troop that brings back the one it replaces must not make a simulation run forever."""
    back = {"recover": {"who": {"of": "card", "owner": "self", "in": "ability_discard", "pick": "one"}}}
    queen = star("queen", traits=("unique",), enter=(back,))
    state = lay(match_of(queen, config=Config(max_abilities=9)), "l1 l1 l1 / l1 l1 l1", "l1", my_hand="queen queen")
    for _ in range(9):
        does(state, "play queen")
    assert hand(state, 0) == "queen"
    assert "play queen" not in choices(state)
    does(state, "end turn", "hold")
    assert "play queen" in choices(state)  # in the next turn it goes on


def test_peek_and_discard_by_choice():
    peek = ({"peek": {"who": "opponent"}}, {"discard": {"who": "opponent", "amount": 1, "by": "self", "is": "ability"}})
    state = lay(match_of(common("x", *peek)), "l1", "l1", my_hand="x", their_hand="knight elder")
    does(state, "play x")
    assert choices(state) == ["choose knight/2", "choose elder/2"]
    does(state, "choose elder/2")
    assert hand(state, 1) == "knight"
    assert len(state.zones[KNOWN + 1]) == 1
    for seed in range(5):
        assert hand(state.resample_from_infostate(0, Random(seed)), 1) == "knight"


def test_discard_by_owner_and_by_chance():
    for by, player in (("owner", 1), ("random", 0)):
        card = common("x", {"discard": {"who": "opponent", "amount": 1, "by": by}})
        state = does(lay(match_of(card), "l1", "l1", my_hand="x", their_hand="knight elder"), "play x")
        assert state.current_player() == player
        assert len(state.zones[HAND + 1]) == (2 if by == "owner" else 1)


def test_taken_card_goes_to_its_owners_discard_pile():
    card = common("x", {"take": {"who": "opponent", "amount": 1, "by": "random"}})
    state = lay(match_of(card), "l1 l0 l0", "l1", my_hand="x", their_hand="knight")
    does(state, "play x", "play knight/2")
    assert palace(state, 0) == "knight"
    remove_units(state, special_troops(state, 0))
    assert (len(state.zones[ABILITY_DISCARD]), len(state.zones[ABILITY_DISCARD + 1])) == (0, 1)


def test_strike_marks_damage_in_battle_only():
    strike = common("x", {"strike": {"who": {**ENEMY, "in": "battle", "pick": "one"}, "amount": 2}})
    state = lay(match_of(strike), "l1", "c1 l1", my_hand="x x")
    assert shape(does(state, "play x"), 1) == "c1 l1"
    does(state, GO, "play x", "pick troop 1.2a of player 2")
    assert shape(state, 1) == "c1 l0"


def test_end_battle_leaves_all_units_in_place_and_keeps_the_attackers_from_the_palace():
    match = match_of(common("x", {"end_battle": {}}, window="battle"))
    for mine, theirs, cards in (("l1", "c2", {"my_hand": "x"}), ("c2 c2", "", {"their_hand": "x"})):
        state = does(lay(match, mine, theirs, **cards), GO, "play x")
        assert (shape(state, 0), shape(state, 1), state.stage, state.is_terminal()) == (mine, theirs, -1, False)


def test_delay_to_the_end_of_the_battle_and_of_each_battle():
    kill = {"destroy": {"who": {**OWN, "type": "light_infantry"}}}
    for until, left in ((None, "l1"), ("turn", "l0")):
        delay = {"delay": {"at": "battle_end", "effects": (kill,), **({"until": until} if until else {})}}
        again = {"recruit": {"bases": OWN_BASE}}
        cards = common("x", delay), common("y", again)
        state = lay(match_of(*cards, config=STAY), "l1 / a2", "l1 l0 / l0 / l1", my_hand="x y")
        does(state, "play x", "attack territory 2 -> territory 3", "pass")
        assert shape(state, 0).startswith("l0")
        does(state, "play y", "attack territory 2 -> territory 3")
        assert shape(state, 0).startswith(left)


def test_delay_to_the_end_of_the_turn():
    state = with_card({"delay": {"at": "turn_end", "effects": ({"recruit": {"bases": OWN_BASE}},)}}, theirs="")
    assert shape(state, 0) == "l1"
    assert shape(does(state, "end turn"), 0) == "l2"


def test_delay_keeps_bound_names():
    """No Step Back: those that got the power are destroyed after the battle."""
    effects = (
        {"power": {"who": {**OWN, "type": "icon", "in": "battle", "as": "h"}, "add": 2, "until": "battle"}},
        {"delay": {"at": "battle_end", "effects": ({"destroy": {"who": {"of": "troop", "in": "$h"}}},)}},
    )
    match = match_of(troop("x", "heavy_infantry", *effects, window="battle"), config=STAY)
    state = does(lay(match, "l1", "h2 c2 / h1", their_hand="x"), GO, "play x")
    assert shape(state, 1) == "h0 c2 / h1"


def test_if_and_else():
    for amount, after in ((1, "l2"), (2, "l0")):
        branch = {
            "if": {
                "that": {"atleast": {"of": OWN, "amount": amount}},
                "then": ({"recruit": {"bases": OWN_BASE}},),
                "else": ({"destroy": {"who": OWN}},),
            }
        }
        assert shape(with_card(branch), 0) == after
    both = {"atleast": {"of": OWN, "amount": 1}, "atmost": {"of": OWN, "amount": 1}}
    branch = {"if": {"that": both, "then": ({"destroy": {"who": OWN}},)}}
    assert shape(with_card(branch, mine="l1"), 0) == "l0"
    assert shape(with_card(branch, mine="l2"), 0) == "l2"


def test_for_each_binds_the_one_whose_turn_it_is():
    loop = {
        "for_each": {
            "of": {**OWN_BASE, "as": "b"},
            "effects": ({"destroy": {"who": {**OWN, "in": "$b", "pick": "one"}}},),
        }
    }
    assert shape(with_card(loop, mine="l2 s1 / h0"), 0) == "l1 s0 / h0"


def test_for_each_counts_losses_of_this_turn():
    lost = {"of": "troop", "owner": "self", "type": "icon", "is": "destroyed_this_turn"}
    loop = {
        "for_each": {"of": lost, "effects": ({"recruit": {"bases": {**OWN_BASE, "type": "cavalry", "pick": "one"}}},)}
    }
    state = with_card(
        {"destroy": {"who": {**OWN, "type": "heavy_infantry"}}}, loop, mine="h2 c0", kind="heavy_infantry"
    )
    assert shape(state, 0) == "h0 c2"


def test_losses_of_both_players_are_counted_together():
    draw = {
        "draw": {"who": "self", "pile": "ability", "amount": {"count": {"of": "troop", "is": "destroyed_this_turn"}}}
    }
    state = with_card({"destroy": {"who": {"of": "troop"}}}, draw, mine="l1", theirs="s2 h1")
    assert len(state.zones[HAND]) == 4


def test_what_two_choices_have_chosen_is_used_by_name():
    both = [{**who, "pick": "one", "as": name} for who, name in ((ENEMY, "t"), (ENEMY_BASE, "b"))]
    effects = [{"destroy": {"who": {"of": kind, "in": f"${name}"}}} for kind, name in (("troop", "t"), ("base", "b"))]
    state = with_card(*effects, choose=tuple(both), theirs="l1 s2 / c1")
    does(state, "pick troop 1.2a of player 2", "pick base 1.1 of player 2")
    assert shape(state, 1) == "- s1 / c1"


def test_numbers_can_be_counted():
    amount = {"count": {**OWN, "type": "shooter"}, "times": 2, "max": 3}
    state = with_card({"draw": {"who": "self", "amount": amount, "pile": "ability"}}, mine="s2")
    assert len(state.zones[HAND]) == 3


def test_cards_can_be_counted():
    """Itching Dust: two if the opponent holds four or more."""
    many = {"atleast": {"of": {"of": "card", "owner": "opponent", "in": "hand"}, "amount": 4}}
    discard = {"discard": {"who": "opponent", "amount": 2, "by": "random"}}
    one = {"discard": {"who": "opponent", "amount": 1, "by": "random"}}
    card = common("x", {"if": {"that": many, "then": (discard,), "else": (one,)}})
    for cards, left in (("knight knight knight elder", 2), ("knight knight elder", 2)):
        state = does(lay(match_of(card), "l1", "l1", my_hand="x", their_hand=cards), "play x")
        assert len(state.zones[HAND + 1]) == left


# playing: needs, costs, choices, timing


def test_needs_are_checked_when_playing():
    needs = {"atleast": {"of": {**OWN, "type": "cavalry"}, "amount": 1}}
    match = match_of(common("x", {"draw": {"who": "self"}}, needs=needs))
    assert "play x" not in choices(lay(match, "l1", "l1", my_hand="x"))
    assert "play x" in choices(lay(match, "c1", "l1", my_hand="x"))


def test_costs_are_paid_in_full():
    match = match_of(
        common("x", {"recruit": {"bases": OWN_BASE}}, cost={"discard": {"amount": 2}}),
        common("y", {"recruit": {"bases": OWN_BASE}}, cost={"sacrifice": {**OWN, "type": "cavalry", "pick": "one"}}),
    )
    assert "play x" not in choices(lay(match, "l1", "l1", my_hand="x knight"))
    state = does(lay(match, "l1", "l1", my_hand="x knight elder knight"), "play x", "choose knight", "choose elder")
    assert (hand(state, 0), shape(state, 0)) == ("knight", "l2")
    assert "play y" not in choices(lay(match, "l1 c0", "l1", my_hand="y"))
    assert shape(does(lay(match, "l0 c1", "l1", my_hand="y"), "play y"), 0) == "l1 c1"


def test_card_that_is_played_is_not_in_the_hand():
    """Section 14: needs are checked and costs are paid when playing; what is played lies beside the board (section 8)."""
    own = {"of": "card", "owner": "self", "in": "hand"}
    draw = {"draw": {"who": "self", "pile": "ability"}}
    alone = common("x", draw, needs={"atmost": {"of": own, "amount": 0}})
    rest = common("y", draw, cost={"discard": {"amount": {"count": {**own, "is": "ability"}}}})
    match = match_of(alone, rest)
    assert "play x" in choices(lay(match, "l1", "l1", my_hand="x"))
    assert "play x" not in choices(lay(match, "l1", "l1", my_hand="x x"))
    assert "play y" in choices(lay(match, "l1", "l1", my_hand="y"))
    state = does(lay(match, "l1", "l1", my_hand="y knight knight"), "play y")
    assert (len(state.zones[ABILITY_DISCARD]), len(state.zones[HAND])) == (2, 1)


def test_special_troop_lies_beside_the_board_until_it_is_paid_for():
    """Section 14: a cost is paid in full before the card takes effect; meanwhile both players see the card."""
    costly = {**star("x", 2, traits=("loyal",)), "cost": {"discard": {"amount": 1}}}
    state = does(lay(match_of(costly), "l1", "l1", my_hand="x knight elder"), "play x")
    for player in (0, 1):
        assert "played: x" in state.observation_string(player).splitlines()
    assert AttackState.from_text(state.match, state.to_text()).to_text() == state.to_text()
    does(state, "choose knight")
    assert palace(state, 0) == "x"
    assert "played:" in state.observation_string(1).splitlines()


def test_choice_that_has_nothing_to_choose_does_nothing():
    full = {**ENEMY_BASE, "is": "full", "pick": "one", "as": "b"}
    match = match_of(common("x", {"destroy": {"who": {"of": "troop", "in": "$b", "pick": "one"}}}, choose=(full,)))
    for theirs, left in (("l1", "l1"), ("l1 s2", "l1 s1")):
        assert shape(does(lay(match, "l1", theirs, my_hand="x"), "play x"), 1) == left


@pytest.mark.parametrize(
    ("timing", "places"),
    [
        ({"window": "main"}, {"own main", "other main"}),
        ({"window": "main", "turn": "own"}, {"own main"}),
        ({"window": "battle"}, {"attacker", "defender"}),
        ({"window": "battle", "side": "attacker"}, {"attacker"}),
        ({"window": ("main", "battle"), "turn": "opponent"}, {"other main", "defender"}),
        ({"window": ("main", "battle"), "side": "defender"}, {"own main", "other main", "defender"}),
    ],
)
def test_timing(timing, places):
    match = match_of(common("x", {"draw": {"who": "self"}}) | {"timing": timing})
    found = set()
    own = lay(match, "l1", "l1", my_hand="x")
    found |= {"own main"} if "play x" in choices(own) else set()
    other = does(lay(match, "l1", "l1", their_hand="x", phase=Phase.ANNOUNCE), "hold")
    found |= {"other main"} if "play x/2" in choices(other) else set()
    attacking = does(lay(match, "l1", "l1", my_hand="x"), GO)
    found |= {"attacker"} if attacking.phase == Phase.WINDOW and "play x" in choices(attacking) else set()
    defending = does(lay(match, "l1", "l1", their_hand="x"), GO)
    found |= {"defender"} if defending.phase == Phase.WINDOW and "play x/2" in choices(defending) else set()
    assert found == places


# special troops


def test_enter_and_leave():
    board = "l1 l0 l0 / l1 l0 l0"
    enter = star("x", enter=({"recruit": {"bases": {**OWN_BASE, "type": "light_infantry"}}},))
    state = does(lay(match_of(enter), board, "l1", my_hand="x"), "play x")
    assert shape(state, 0) == "l2 l1 l1 / l2 l1 l1"
    leave = star("x", 1, leave=({"destroy": {"who": {**ENEMY, "in": "battle", "pick": "one"}}},))
    state = does(lay(match_of(leave), "s1 h1", "", their_palace="x"), GO)  # the shooter kills it first
    assert choices(state) == ["pick troop 1.1a of player 1", "pick troop 1.2a of player 1"]
    assert palace(state, 1) == ""


def test_aura_of_power_holds_while_the_troop_is_in_play():
    """Keeper of Keys: your bases have +1 power."""
    aura = star("x", 2, traits=("loyal",), aura={"power": {"who": OWN_BASE, "add": 1}})
    state = lay(match_of(aura, config=STAY), "l2 l2", "l0 / l0", their_palace="x")
    assert shape(does(state, GO), 1) == "l0 / l0"


def test_aura_of_a_renewal():
    aura = star("x", aura={"renewal": {"who": "self", "draw": 1, "recruit": 1}}, traits=("loyal",))
    state = lay(match_of(aura), "l0", "l0", my_palace="x", phase=Phase.ANNOUNCE)
    does(state, "renew")
    assert (shape(state, 0), shape(state, 1)) == ("l2", "l1")
    does(state, *["draw ability"] * 3)
    assert state.current_player() == 1
    assert len(state.zones[HAND]) == 3


def test_aura_of_a_renewal_where_recruiting_is_left_to_the_player():
    """R11: each base may get as many troops as the renewal gives it, or fewer."""
    bases = [f"pick base 1.{slot} of player 1" for slot in (1, 2)]
    for recruit, most in ((2, 2), (1, 2), (-1, 0)):
        aura = star("x", aura={"renewal": {"who": "self", "recruit": recruit}}, traits=("loyal",))
        match = match_of(aura, config=Config(recruit="may"))
        state = does(lay(match, "l0 s0", "l0", my_palace="x", phase=Phase.ANNOUNCE), "renew")
        for base in bases if most else ():
            for _ in range(most):
                assert choices(state) == [*bases[bases.index(base) :], "no more"]
                does(state, base)
        assert shape(state, 0) == f"l{most} s{most}"
        assert bases[0] not in choices(state)


def test_number_of_an_aura_of_power_sees_the_traits_of_now():
    """Section 14: power now; an aura counts at any time."""
    quick = {"power": {"who": {**OWN, "type": "cavalry"}, "add": {"count": {**OWN, "trait": "initiative"}}}}
    gain = common("y", {"trait": {"who": OWN, "gain": "initiative", "until": "turn"}})
    match = match_of(star("x", 2, traits=("loyal",), aura=quick), gain)
    state = lay(match, "c1 l2", "l1", my_palace="x", my_hand="y")
    assert power_of(state, 0) == 3
    assert power_of(does(state, "play y"), 0) == 3 + 4  # all three and the special troop


def test_number_of_any_other_aura_sees_the_power_of_now():
    soak = {"soak": {"who": "self", "amount": {"count": {**OWN, "power": {"min": 3}}}}}
    boost = common("y", {"power": {"who": {**OWN, "type": "light_infantry"}, "add": 2, "until": "turn"}})
    match = match_of(star("x", 2, traits=("loyal",), aura=soak), boost, config=STAY)
    state = lay(match, "l2", "h1", my_palace="x", my_hand="y")
    assert shape(does(state, "play y", GO), 0) == "l1"  # two troops of power 3 take 6 - 2 points


def test_aura_that_soaks_works_anew_in_each_battle():
    aura = star("x", traits=("loyal",), static=("cannot_defend",), aura={"soak": {"who": "self", "amount": 1}})
    state = lay(match_of(aura, config=STAY), "h1 / h1", "h1 l0", their_palace="x")
    does(state, GO)
    assert shape(state, 1) == "h1 l0"
    assert shape(does(state, "attack territory 2 -> territory 1"), 1) == "h1 l0"


def test_aura_that_prevents():
    aura = star("x", traits=("loyal",), aura={"prevent": {"what": "build", "who": "opponent"}})
    state = does(lay(match_of(aura), "l1", "l1", their_palace="x", phase=Phase.ANNOUNCE), "renew")
    does(state, *["draw base"] * 4)
    assert state.current_player() == 1


def test_loyalty_that_is_lost_counts_at_once():
    lose = common("x", {"trait": {"who": {"of": "special", "owner": "opponent"}, "lose": "loyal", "until": "turn"}})
    state = does(lay(match_of(lose), "l1", "l1", my_hand="x", their_palace="warden"), "play x")
    assert palace(state, 1) == ""


def test_loyalty_that_is_given_counts_for_who_may_come():
    """Section 7: no more troops that are not loyal than complete territories; of a new one, what it will be counts."""
    special = {"of": "special", "owner": "self"}
    give = {"trait": {"who": special, "gain": "loyal"}}
    gift = common("gift", {"trait": {**give["trait"], "until": "turn"}})
    match = match_of(gift, star("x", traits=("loyal",), aura=give), star("y", aura=give))
    assert "play knight" not in choices(lay(match, "l1", my_hand="knight", my_palace="warden"))
    assert "play knight" in choices(lay(match, "l1", my_hand="knight", my_palace="x"))
    assert "play y" in choices(lay(match, "l1", my_hand="y"))
    state = does(lay(match, "l1", my_hand="gift knight"), "play gift", "play knight")
    assert palace(state, 0) == "knight"


def test_loyalty_that_will_be_lost_counts_for_who_may_come():
    """Section 7."""
    take = star(
        "x", traits=("loyal",), aura={"trait": {"who": {"of": "special", "owner": "opponent"}, "lose": "loyal"}}
    )
    state = lay(match_of(take), "l1", "l1", my_hand="warden", their_palace="x")
    assert "play warden" not in choices(state)


# what changes in the midst of a combat


def test_structure_whose_power_is_below_nothing_deals_nothing():
    weaken = {"power": {"who": ENEMY_BASE, "add": -6, "until": "turn"}}
    for damage in ("auto", "choose"):
        config = Config(damage=damage, palace_advance="may", must_act=False)
        state = with_card(weaken, mine="l1 l1 a1", theirs="h1", config=config)
        does(state, GO)
        while state.phase == Phase.HIT:
            state.apply_action(state.legal_actions()[-1])
        assert shape(state, 0) == "l0 l0 a1"


def test_base_strikes_with_the_power_that_it_has_in_the_regular_step():
    guard = star("x", 1, traits=("loyal",), static=("guard",), aura={"power": {"who": OWN_BASE, "add": 3}})
    state = lay(match_of(guard, config=STAY), "s1 h2", "l0", their_palace="x")
    assert shape(does(state, GO), 0) == "s1 h0"  # 4 points, for the guard died by initiative


def test_troop_whose_power_ends_with_its_ally_dies_in_the_regular_step():
    ally = star(
        "a",
        2,
        traits=("loyal",),
        static=("guard",),
        aura={"power": {"who": {**OWN, "type": "light_infantry"}, "add": 1}},
    )
    curse = common("x", {"power": {"who": {**ENEMY, "type": "light_infantry"}, "add": -1, "until": "turn"}})
    state = lay(match_of(ally, curse, config=STAY), "s2 / l1", "l1", my_hand="x", their_palace="a")
    assert shape(does(state, "play x", GO), 1) == "l0"
    state = lay(match_of(ally, curse, config=STAY), "s2 c2", "l1", my_hand="x", their_palace="a")
    assert shape(does(state, "play x", GO), 1) == ""  # as good as dead: the regular step has 6 points for the base


def test_aura_that_soaks_comes_and_goes_with_its_troop():
    soaking = star("x", 3, traits=("loyal",), aura={"soak": {"who": "self", "amount": 3}})
    kill = common("k", {"destroy": {"who": {"of": "special", "owner": "opponent"}}})
    match = match_of(soaking, kill, config=STAY)
    assert shape(does(lay(match, "c1", "h1"), GO), 1) == "h0"
    assert shape(does(lay(match, "c1", "h1", their_palace="x"), GO), 1) == "h1"
    assert shape(does(lay(match, "c1", "h1", their_hand="x"), GO, "play x"), 1) == "h1"
    assert shape(does(lay(match, "c1", "h1", my_hand="k", their_palace="x"), GO, "play k"), 1) == "h0"
    assert shape(does(lay(match, "c2", "h2", their_palace="x"), GO), 1) == "h1"  # 3 of the 6 points in all


def test_lasting_effect_looks_at_power_and_traits_as_they_are_when_it_is_played():
    boost = common(
        "g",
        {"power": {"who": OWN, "add": 3, "until": "turn"}},
        {"trait": {"who": OWN, "gain": "initiative", "until": "turn"}},
    )
    strong = {"power": {"who": {**ENEMY, "power": {"min": 4}}, "add": -4, "until": "turn"}}
    quick = {"trait": {"who": {**ENEMY, "trait": "initiative"}, "lose": "initiative", "until": "turn"}}
    state = lay(
        match_of(boost, common("x", strong, quick)), "l1", "l1", my_hand="x", their_hand="g", phase=Phase.ANNOUNCE
    )
    does(state, "hold", "play g")
    assert unit_stats(state, 1 << 18)[18] == (4, INITIATIVE)
    does(state, "play x")
    assert unit_stats(state, 1 << 18)[18] == (0, 0)


# lots, limits, places


def test_each_troop_is_a_lot_of_its_own():
    card = common("x", {"destroy": {"who": {**ENEMY, "pick": "one", "by": "random"}}})
    table, hits = lay(match_of(card), "l1", "c2 l1", my_hand="x"), 0
    for seed in range(300):
        state = table.clone()
        state.rng = Random(seed).getrandbits(64)
        hits += shape(does(state, "play x"), 1) == "c2 l0"
    assert 70 < hits < 130  # of 300: a third, not a half


@pytest.mark.parametrize("most", [3, -3])
@pytest.mark.parametrize(("mine", "less"), [("s1", 1), ("s2 s1", 3), ("s2 s2 s1", 3)])
def test_count_has_its_limit_on_either_side_of_nothing(most, mine, less):
    counted = {"count": {**OWN, "type": "shooter"}, "times": -1, "max": most}
    state = with_card({"power": {"who": ENEMY, "add": counted, "until": "turn"}}, mine=mine, theirs="a1")
    assert unit_stats(state, 1 << 18)[18][0] == 4 - less


def test_territory_without_bases_is_not_full():
    counted = {"count": {"of": "territory", "owner": "self", "is": "full"}}
    draw = {"draw": {"who": "self", "pile": "ability", "amount": counted}}
    assert len(with_card(draw, mine="").zones[HAND]) == 0
    assert len(with_card(draw, mine="l2 / h2 c2 / s1").zones[HAND]) == 2


def test_troop_discarded_for_want_of_upkeep_was_not_destroyed():
    lost = {"count": {"of": "special", "owner": "opponent", "is": "destroyed_this_turn"}}
    draw = common("x", {"draw": {"who": "self", "pile": "ability", "amount": lost}})
    raze = common("raze", {"destroy": {"who": {**ENEMY_BASE, "pick": "one"}}})
    state = lay(match_of(draw, raze), "l1", "l0 l0 l0", my_hand="x raze", their_palace="knight")
    does(state, "play raze", "pick base 1.1 of player 2", "play x")
    assert palace(state, 1) == ""
    assert len(state.zones[HAND]) == 0


def test_destroyed_special_troop_counts_among_the_troops_unless_the_settings_say_otherwise():
    """R31."""
    lost = {"count": {**ENEMY, "is": "destroyed_this_turn"}}
    draw = common("x", {"draw": {"who": "self", "pile": "ability", "amount": lost}})
    kill = common("kill", {"destroy": {"who": {"of": "special", "owner": "opponent"}}})
    for config, cards in ((Config(), 1), (Config(commons_reach_specials=False), 0)):
        state = lay(match_of(draw, kill, config=config), "l1", "l1", my_hand="x kill", their_palace="knight")
        assert len(does(state, "play kill", "play x").zones[HAND]) == cards


def test_palace_that_counts_as_a_base_is_not_swapped():
    config = Config(palace_is_base=True, palace_advance="may", must_act=False)
    swap = {"swap": {"a": {**OWN_BASE, "pick": "one"}, "b": {**OWN_BASE, "pick": "one"}}}
    state = with_card(swap, mine="l1 / c1", config=config)
    assert choices(state) == ["pick base 1.1 of player 1", "pick base 2.1 of player 1"]


def test_building_is_barred_only_where_it_says():
    bar = {
        "prevent": {
            "what": "build",
            "who": "self",
            "site": {"of": "territory", "owner": "self", "pick": "one"},
            "until": "turn",
        }
    }
    build = {
        "build": {
            "card": {"of": "card", "owner": "self", "in": "base_draw", "is": "base", "pick": "one"},
            "where": "empty",
        }
    }
    state = with_card(bar, build, mine="l1", plays=("play x", "pick territory 1 of player 1"))
    state.apply_action(state.legal_actions()[0])
    assert {text.rpartition(" on ")[2] for text in choices(state)} == {"2.1 of player 1", "3.1 of player 1"}


def test_what_is_chosen_first_can_be_sacrificed_as_a_cost():
    """Whether it can be paid is seen before anything is chosen."""
    own = {"of": "troop", "owner": "self"}
    keys = {"choose": [{**own, "pick": "one", "as": "t"}], "cost": {"sacrifice": {"of": "troop", "in": "$t"}}}
    card = common("x", {"draw": {"who": "self"}}, **keys)
    state = does(lay(match_of(card), "l1", "l1", my_hand="x"), "play x")
    assert (shape(state, 0), shape(state, 1)) == ("l0", "l1")
