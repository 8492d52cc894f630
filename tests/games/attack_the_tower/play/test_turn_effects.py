"""Effects on the course of the game: choices, coins and dice, attacks, renewals, limits, and what lasts beyond the turn."""

import pytest

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.engine.attack_state import AttackState
from cardgen.games.attack_the_tower.engine.battle.attack import redirect_attack
from cardgen.games.attack_the_tower.engine.state.changes import append_special_troop
from cardgen.games.attack_the_tower.engine.state.limits import hand_limit, special_limit
from cardgen.games.attack_the_tower.engine.state.phase import PALACE_BATTLE, TERRITORY_BATTLE, Phase
from cardgen.games.attack_the_tower.engine.state.stats import unit_stats
from cardgen.games.attack_the_tower.engine.state.units import TERRITORY, TROOPS
from cardgen.plugin.rules.state import CHANCE

from .tables import choices, common, design_of, does, hand, lay, match_of, palace, shape

STAY = Config(palace_advance="may", must_act=False)
GO = "attack territory 1 -> territory 1"
ENEMY = {"of": "troop", "owner": "opponent"}
OWN_LAND = {"of": "territory", "owner": "self", "pick": "one"}
DRAW, DESTROY = {"draw": {"who": "self", "pile": "ability"}}, {"destroy": {"who": ENEMY}}


def star(name, *effects, power=2, window=("main", "battle"), **troop):
    return {
        "id": name,
        "kind": "special",
        "icon": "star",
        "timing": {"window": window},
        "effects": effects,
        "troop": {"power": power, "traits": ("loyal",), **troop},
    }


def played(*effects, mine="l1", theirs="l1", config=STAY, **more):
    return does(lay(match_of(common("x", *effects), config=config), mine, theirs, my_hand="x", **more), "play x")


def powers(state):
    return [power for power, _ in unit_stats(state, state.troops & TROOPS).values()]


# choose_one, coin, die


@pytest.mark.parametrize(("option", "left", "cards"), [("option 1", "l1", 1), ("option 2", "l0", 0)])
def test_player_chooses_one_of_two_effects(option, left, cards):
    state = played({"choose_one": {"options": ({"effects": (DRAW,)}, {"effects": (DESTROY,)})}})
    assert choices(state) == ["option 1", "option 2"]
    does(state, option)
    assert shape(state, 1) == left
    assert len(state.zones[0]) == cards


def test_opponent_may_choose_and_what_follows_happens_anyway():
    one = {
        "by": "opponent",
        "options": tuple({"effects": (e,)} for e in (DRAW, DESTROY, {"draw": {"who": "opponent"}})),
    }
    state = played({"choose_one": one}, {"recruit": {"bases": {"of": "base", "owner": "self"}}})
    assert state.current_player() == 1
    assert choices(state) == ["option 1", "option 2", "option 3"]
    assert shape(does(state, "option 2"), 0) == "l2"


def test_coin_and_die_are_chance():
    config = Config(chance="explicit", palace_advance="may", must_act=False)
    faces = {"sides": 6, "results": ({"faces": (1, 2), "effects": (DESTROY,)}, {"faces": (6,), "effects": (DESTROY,)})}
    for effect, texts, deadly in (
        ({"coin": {"heads": (DESTROY,), "tails": ({"destroy": {"who": {"of": "troop", "owner": "self"}}},)}},
         ["heads", "tails"], ["heads"]),
        ({"die": faces}, [f"roll {n}" for n in range(1, 7)], ["roll 1", "roll 2", "roll 6"]),
    ):  # fmt: skip
        state = played(effect, config=config)
        assert state.current_player() == CHANCE
        outcomes = {state.action_to_string(action): p for action, p in state.chance_outcomes()}
        assert outcomes == dict.fromkeys(texts, pytest.approx(1 / len(texts)))
        for text in texts:
            after = state.clone()
            after.apply_action(state.string_to_action(text))
            assert (shape(after, 1) == "l0") == (text in deadly)


def test_seeded_coin_falls_on_both_sides():
    match, found = match_of(common("x", {"coin": {"heads": (DESTROY,)}}), config=STAY), set()
    for seed in range(20):
        state = lay(match, "l1", "l1", my_hand="x")
        state.rng = seed * 987654321
        found.add(shape(does(state, "play x"), 1))
    assert found == {"l0", "l1"}


# attacks


def test_cancelled_attack_has_no_battle_and_nothing_after_it():
    cards = [
        common(name, {"delay": {"at": at, "effects": (DESTROY,)}}, window=("main",))
        for name, at in (("b", "battle_end"), ("t", "turn_end"))
    ]
    state = lay(match_of(common("x", {"cancel": {}}, window=("battle",)), *cards, config=STAY),
                "c1", "l1", my_hand="b b t", their_hand="x")  # fmt: skip
    does(state, "play b", "play t", "play b", GO, "play x/2")
    assert (shape(state, 1), state.stage, state.attacks, len(state.delays)) == ("l1", -1, 1, 1)
    assert GO in choices(state)
    assert shape(does(state, "end turn"), 1) == "l0"


def test_redirected_attack_fights_elsewhere():
    match = match_of(common("x", {"redirect": {"to": OWN_LAND}}, window=("battle",)), config=STAY)
    state = does(lay(match, "c2", "l1 / h2 / s0", their_hand="x"), GO, "play x/2")
    assert choices(state) == ["pick territory 2 of player 2", "pick territory 3 of player 2"]
    assert shape(does(state, "pick territory 2 of player 2"), 1) == "l1 / h0 / s0"


def test_attack_on_the_palace_can_be_redirected_until_it_has_led_to_combat():
    match = match_of(common("x", {"redirect": {"to": OWN_LAND}}, window=("battle",)), config=STAY)
    state = does(lay(match, "c2", " / h2", their_hand="x"), GO, "play x/2", "pick territory 2 of player 2")
    assert (shape(state, 1), shape(state, 0)) == (" / h0", "c0")
    march = match_of(common("x", {"redirect": {"to": OWN_LAND}}, window=("battle",)))
    state = lay(march, "c2", "l0 / h2", their_hand="x")
    does(state, GO, "pass", "play x/2")
    assert shape(state, 1) == " / h2"  # no choice: the survivors fight at the palace


def test_forbidden_territory_cannot_be_redirected_to():
    safe = {"prevent": {"what": "attack_on", "who": "opponent", "site": {**OWN_LAND, "is": "full"}, "until": "turn"}}
    match = match_of(common("x", safe, {"redirect": {"to": OWN_LAND}}, window=("battle",)), config=STAY)
    state = does(lay(match, "c2", "l1 / h2 / s0", their_hand="x"), GO, "play x/2")
    assert shape(state, 1) == "l1 / h2"


@pytest.mark.parametrize(
    ("attacked", "territories", "site", "stage"),
    [
        (0, {0}, 0, TERRITORY_BATTLE),  # it goes there already
        (0, {1}, 1, TERRITORY_BATTLE),
        (0, {2}, 2, PALACE_BATTLE),  # nothing stands there
        (0, {0, 1}, 1, TERRITORY_BATTLE),
        (0, {1, 2}, 0, TERRITORY_BATTLE),  # which of the two?
        (0, {-3}, 0, TERRITORY_BATTLE),  # the attacker's own
        (0, set(), 0, TERRITORY_BATTLE),
        (1, {0}, 0, TERRITORY_BATTLE),
        (2, {0}, 0, TERRITORY_BATTLE),
        (2, {2}, 2, PALACE_BATTLE),
    ],
)
def test_an_attack_turns_to_one_other_territory_of_the_defender(attacked, territories, site, stage):
    state = lay(match_of(common("x", window=("battle",)), config=STAY), "c2", "l1 / h2", their_hand="x")
    does(state, f"attack territory 1 -> territory {attacked + 1}")
    before = state.change_count
    redirect_attack(state, sum(1 << (TERRITORY + 3 + number) for number in territories))
    assert (state.site, state.stage, state.change_count - before) == (site, stage, site != attacked)


def test_an_attack_turns_from_one_way_to_the_palace_to_another():
    state = lay(match_of(common("x", window=("battle",)), config=STAY), "c2", "l1", their_hand="x")
    does(state, "attack territory 1 -> territory 3")
    redirect_attack(state, 1 << (TERRITORY + 4))
    assert (state.site, state.stage) == (1, PALACE_BATTLE)


def test_a_territory_of_a_kind_that_is_not_there_is_not_forbidden():
    full = {**OWN_LAND, "pick": "all", "is": "full"}
    ward = {"prevent": {"what": "attack_on", "who": "opponent", "site": full, "until": "turn"}}
    state = lay(match_of(common("x", ward), config=STAY), "c2", "l1 / h2", their_hand="x", phase=Phase.ANNOUNCE)
    does(state, "hold", "play x/2", "pass")
    assert [text for text in choices(state) if text.startswith("attack")] == [
        f"attack territory 1 -> territory {number}" for number in (1, 3)
    ]
    state = lay(match_of(common("x", ward), config=STAY), "c2", "l1 / h1", their_hand="x", phase=Phase.ANNOUNCE)
    does(state, "hold", "play x/2", "pass")
    assert len([text for text in choices(state) if text.startswith("attack")]) == 3


# renewals


def test_extra_renewal_follows_what_else_the_card_does():
    renew = common("x", {"renew": {}}, DRAW, window=("main",))
    state = does(lay(match_of(renew, config=STAY), "l1", "l0 s1", my_hand="x"), "play x")
    assert (shape(state, 0), shape(state, 1)) == ("l2", "l1 s2")
    assert choices(state)[0].startswith("draw")
    assert state.renewed


def test_renewal_can_be_forbidden():
    loyal = star("x", power=2, enter=({"prevent": {"what": "renewal", "who": "opponent", "until": "next_turn"}},))
    state = does(
        lay(match_of(loyal, config=Config(must_act=False)), "l1", "l1", my_hand="x"), "play x", "end turn", "pass"
    )
    assert state.turn == 6
    assert state.phase != Phase.ANNOUNCE
    assert not state.renewed


# limits


def test_limit_of_the_hand_falls_back_at_the_end_of_the_turn():
    state = played(
        {"limit": {"what": "hand", "who": "self", "add": 2, "until": "turn"}},
        {"draw": {"who": "self", "amount": 7, "pile": "base"}},
    )
    assert hand_limit(state, 0) == 7
    assert len(state.zones[0]) == 7
    does(state, "end turn")
    assert hand_limit(state, 0) == 5
    assert state.current_player() == 0 and choices(state)[0].startswith("choose ")  # two cards go


def test_a_limit_that_is_set_keeps_what_is_added_before_and_after():
    add, lower = (
        {"limit": {"what": "hand", "who": "self", "until": "turn", **change}} for change in ({"add": 2}, {"set": 3})
    )
    assert hand_limit(played(add, lower, add), 0) == 3 + 2 + 2


@pytest.mark.parametrize(("order", "limit"), [(("mine", "theirs"), 2), (("theirs", "mine"), 7)])
def test_of_two_special_troops_that_set_a_limit_the_later_one_holds(order, limit):
    """R53, whoever they belong to."""
    mine = star("mine", aura={"limit": {"what": "hand", "who": "self", "set": 7}}, traits=("loyal",))
    theirs = star("theirs", aura={"limit": {"what": "hand", "who": "opponent", "set": 2}}, traits=("loyal",))
    state = lay(match_of(mine, theirs, config=STAY), "l1", "l1")
    for name in order:
        player = int(name == "theirs")
        append_special_troop(state, player, design_of(state.match, name, player))
    assert hand_limit(state, 0) == limit


def test_a_limit_is_never_below_nothing():
    for what, limit in (("hand", hand_limit), ("special", special_limit)):
        less = {"limit": {"what": what, "who": "self", "add": -4, "until": "turn"}}
        state = played(less, less, config=Config(hand_limit_always=False))  # nobody discards at once
        assert (limit(state, 0), limit(state, 1)) == (0, 5 if what == "hand" else 0)


@pytest.mark.parametrize(("mine", "limit"), [("l1", 5), ("l2", 7)])
def test_a_limit_changes_only_while_its_condition_holds(mine, limit):
    two = {"atleast": {"of": {"of": "troop", "owner": "self"}, "amount": 2}}
    more = {"limit": {"what": "hand", "who": "self", "add": 2, "until": "turn", "while": two}}
    assert hand_limit(played(more, mine=mine), 0) == limit


def test_limit_can_be_set_for_the_opponent():
    state = played(
        {"limit": {"what": "hand", "who": "opponent", "set": 1, "until": "turn"}}, their_hand="knight elder idol"
    )
    assert state.current_player() == 1
    assert hand(does(state, "choose knight/2", "choose elder/2"), 1) == "idol"


def test_limit_of_special_troops():
    more = {"limit": {"what": "special", "who": "self", "add": 1, "until": "turn"}}
    match = match_of(common("x", more), config=STAY)
    state = lay(match, "l0", "l0", my_hand="x knight")
    assert "play knight" not in choices(state)
    does(state, "play x", "play knight")
    assert (palace(state, 0), special_limit(state, 0)) == ("knight", 1)
    does(state, "end turn")
    assert palace(state, 0) == ""


def test_special_troop_that_raises_its_own_limit_can_be_played():
    king = star("x", traits=(), aura={"limit": {"what": "special", "who": "self", "add": 1}})
    state = lay(match_of(king, config=STAY), "l0", "l0", my_hand="x")
    assert palace(does(state, "play x"), 0) == "x"


# until your next turn, the power of something else, totals of power, damage outside battle, bases that change owners


def test_effect_lasts_until_the_players_next_turn():
    lasting = star("x", {"power": {"who": {"of": "troop", "owner": "self"}, "add": 2, "until": "next_turn"}})
    state = does(lay(match_of(lasting, config=Config(must_act=False)), "l1", "l1", my_hand="x"), "play x")
    assert 3 in powers(state)
    does(state, "end turn", "no renewal" if "no renewal" in choices(state) else "hold")
    assert 3 in powers(state)
    again = AttackState.from_text(state.match, state.to_text())
    assert again.modifiers == state.modifiers
    does(state, "end turn")
    assert 3 not in powers(state)


def test_troop_has_the_power_of_another_thing():
    who = {"of": "troop", "owner": "self", "type": "light_infantry"}
    effect = {"power": {"who": who, "same_as": {**ENEMY, "pick": "one"}, "until": "turn"}}
    assert powers(played(effect, theirs="a1")) == [4, 4]
    assert powers(played(effect, theirs="a0")) == [1]  # nothing to compare with


def test_pick_by_total_power():
    state = played({"destroy": {"who": {**ENEMY, "pick": "any_number", "total_power": 3}}}, theirs="l1 h1 c1")
    assert choices(state) == [f"pick troop 1.{n}a of player 2" for n in (1, 2, 3)] + ["no more"]
    does(state, "pick troop 1.2a of player 2")
    assert choices(state) == ["pick troop 1.1a of player 2", "no more"]
    assert shape(does(state, "pick troop 1.1a of player 2"), 1) == "l0 h0 c1"


def test_a_troop_below_no_power_adds_none_to_a_total():
    weak = {"power": {"who": {**ENEMY, "type": "light_infantry"}, "add": -3, "until": "turn"}}
    state = played(weak, {"destroy": {"who": {**ENEMY, "pick": "any_number", "total_power": 3}}}, theirs="l1 h1 c1")
    does(state, "pick troop 1.1a of player 2")
    does(state, "pick troop 1.2a of player 2")
    assert choices(state)[-1] == "end turn"  # 1 is left, and the third has 3


def test_a_pick_by_total_power_comes_after_another_pick():
    one = {"destroy": {"who": {**ENEMY, "pick": "one"}}}
    some = {"destroy": {"who": {**ENEMY, "pick": "any_number", "total_power": 3}}}
    state = does(played(one, some, theirs="l2 h1 c1"), "pick troop 1.3a of player 2")
    does(state, "pick troop 1.2a of player 2", "pick troop 1.1a of player 2")
    assert shape(state, 1) == "l1 h0 c0"


def test_damage_outside_battle_kills_at_once_or_is_forgotten():
    state = played({"strike": {"who": ENEMY, "amount": 2}}, {"strike": {"who": ENEMY, "amount": 2}}, theirs="l1 h1 c1")
    assert shape(state, 1) == "l0 h0 c1"
    assert state.damage is None


def test_bases_change_owners_with_their_troops():
    own, theirs = ({"of": "base", "owner": owner, "pick": "one"} for owner in ("self", "opponent"))
    state = played({"swap": {"a": own, "b": theirs}}, mine="l2", theirs="c1")
    assert (shape(state, 0), shape(state, 1)) == ("c1", "l2")
    assert state.match.army[state.bases[0]] == 1
