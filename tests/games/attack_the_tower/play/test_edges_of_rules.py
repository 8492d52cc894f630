"""Rules at their edges: what artillery and initiative leave, what the next attack or turn resets, and what comes first."""

from random import Random

import pytest

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.engine.state.phase import Phase
from cardgen.games.attack_the_tower.engine.state.zones import HAND, KNOWN
from cardgen.games.attack_the_tower.play import summary
from cardgen.plugin.rules.state import TERMINAL

from .tables import choices, common, does, lay, match_of, palace, shape
from .test_effects_play import ENEMY, GO, OWN, OWN_BASE, STAY, star

DRAW = {"draw": {"who": "self", "pile": "base"}}
AT_ONCE = "attack with a special troop at once (rule special_attacks_at_once)"


@pytest.mark.parametrize(
    ("settings", "mine", "theirs", "mine_after", "theirs_after"),
    [
        ({}, "c2 l1", "a1", "c1 l0", "a0"),  # only the base strikes, with 4
        ({}, "s1 h1", "h1 c1", "s0 h0", "h1 c0"),  # the wound that initiative deals is on who can be finished
        ({"artillery_overflow": "next_step"}, "a1", "l0", "a0", ""),  # a base that was unmanned from the start
        ({"overflow": "next_step"}, "h2", "l0", "h0", ""),
        ({"initiative_vs_structures": "early"}, "s2 s2", "l0", "s0 s0", ""),
        ({"initiative_vs_structures": "never"}, "s2 s2 h2", "l0", "s0 s0 h2", ""),
    ],
)
def test_single_attacks_at_the_edges(settings, mine, theirs, mine_after, theirs_after):
    """Section 6; R01 to R03; defending artillery deals nothing, for no structure of the attacker is in combat."""
    match = match_of(config=Config(palace_advance="may", **settings))
    state = does(lay(match, mine, theirs), GO)
    if "stay" in choices(state):
        does(state, "stay")
    assert (shape(state, 0), shape(state, 1)) == (mine_after, theirs_after)


def test_an_attack_may_follow_one_that_an_ability_has_ended():
    for verb in ("end_battle", "cancel"):
        state = lay(match_of(common("x", {verb: {}}, window="battle"), config=STAY), "c2", "l0", their_hand="x")
        does(state, GO, "play x")
        assert (shape(state, 1), "attack territory 1 -> territory 1" in choices(state)) == ("l0", True)
        does(state, GO, "stay")
        assert shape(state, 1) == "", verb


@pytest.mark.parametrize("at", ["battle_end", "turn_end"])
def test_what_is_delayed_happens_in_the_order_of_play(at):
    recruit = common("x", {"delay": {"at": at, "effects": ({"recruit": {"bases": OWN_BASE}},)}})
    kill = common("y", {"delay": {"at": at, "effects": ({"destroy": {"who": OWN}},)}})
    for order, left in (("xy", "l0 / a0"), ("yx", "l1 / a1")):
        state = lay(match_of(recruit, kill, config=STAY), "l1 / a1", "l1 l0 / l0 / l1", my_hand="x y")
        does(state, *(f"play {name}" for name in order), "attack territory 2 -> territory 3")
        if at == "turn_end":
            assert shape(state, 0).startswith("l1")
            does(state, "end turn")
        assert shape(state, 0) == left


@pytest.mark.parametrize("active", [0, 1])
def test_effects_of_one_event_begin_with_those_of_the_active_player(active):
    """Each has a troop that destroys all special troops when a turn ends, so that the other's never acts."""
    kill = {"destroy": {"who": {"of": "special"}}}
    watch = star("watch", traits=("loyal",), when=({"event": "turn_end", "who": "any", "effects": (DRAW, kill)},))
    state = lay(match_of(watch, config=Config(must_act=False)), "l0", "l0", my_palace="watch", their_palace="watch")
    if active:
        state.active = state.player = 1
        state.phase, state.legal = Phase.ACT, None
        state._advance()
    does(state, "end turn")
    cards = [len(state.zones[HAND + player]) for player in (0, 1)]
    assert cards[active] > 0


@pytest.mark.parametrize(("who", "mine", "theirs"), [("self", 2, 1), ("opponent", 1, 2)])
def test_a_renewal_changes_for_the_player_whom_an_aura_names(who, mine, theirs):
    aura = star("x", aura={"renewal": {"who": who, "draw": 1, "recruit": 1}}, traits=("loyal",))
    for owner in (0, 1):
        palaces = {"my_palace": "x"} if owner == 0 else {"their_palace": "x"}
        state = does(lay(match_of(aura), "l0", "l0", phase=Phase.ANNOUNCE, **palaces), "renew")
        expected = (mine, theirs) if owner == 0 else (theirs, mine)
        assert (shape(state, 0), shape(state, 1)) == tuple(f"l{count}" for count in expected)
        does(state, *["draw ability"] * (expected[0] + 1))
        assert state.current_player() == 1


def test_a_special_troop_attacks_at_once_only_in_the_turn_of_its_arrival():
    """What a playtest counts as a use of this rule."""
    match = match_of(config=Config(palace_advance="may", must_act=False))
    state = lay(match, "l0 l0 l0", "l0", my_hand="knight")
    does(state, "play knight")
    attack = state.string_to_action("attack palace -> territory 1")
    assert AT_ONCE in [*summary._at(state, attack)]
    does(state, "end turn", "hold", "hold")
    assert attack in state.legal_actions()
    assert AT_ONCE not in [*summary._at(state, attack)]


def test_a_troop_that_is_chosen_first_can_be_stolen():
    """Whether the chosen troop can be kept is not known before it is chosen."""
    chosen = {"of": "special", "owner": "opponent", "pick": "one", "as": "s"}
    lure = common("x", {"steal": {"who": {"of": "special", "in": "$s", "pick": "one"}}}, choose=(chosen,))
    state = lay(match_of(lure, config=STAY), "l0 l0 l0", "l0", my_hand="x", their_palace="knight warden")
    does(state, "play x", "pick special 1 of player 2")
    assert (palace(state, 0), palace(state, 1)) == ("knight", "warden")


def test_a_troop_can_be_stolen_though_a_special_one_could_not_be_kept():
    """R54 is about special troops: without a complete territory for them, a card that steals any troop steals one on a base."""
    lure = common("x", {"steal": {"who": {**ENEMY, "type": "light_infantry", "pick": "one"}}})
    state = lay(match_of(lure, config=STAY), "l0", "l1", my_hand="x", their_palace="knight")
    assert shape(does(state, "play x"), 0) == "l1"


def test_nothing_happens_after_the_fall_of_a_palace():
    fall = {"destroy": {"who": {"of": "palace", "owner": "opponent"}}}
    for effect in (DRAW, {"destroy": {"who": {**OWN, "pick": "one"}}}):
        state = does(lay(match_of(common("x", fall, effect)), "l1 c1", "l1", my_hand="x"), "play x")
        assert (state.winner, state.is_terminal(), state.current_player()) == (0, True, TERMINAL)
        assert (state.legal_actions(), state.stack, shape(state, 0), state.zones[HAND]) == ((), [], "l1 c1", ())


def test_what_happens_after_a_battle_at_the_palace_finds_it_healed():
    """R23 is about the damage of the battle before it."""
    strike = {"strike": {"who": {"of": "palace", "owner": "opponent"}, "amount": 9}}
    later = common("x", {"delay": {"at": "battle_end", "effects": (strike,)}}, window="battle")
    steps = ["pass", "deal 4 to base 1.1 of player 2", "deal 0 to special 1 of player 1", "play x"]
    for heals in (True, False):
        match = match_of(later, config=Config(damage="choose", must_act=False, heal_before_palace=heals))
        state = lay(match, "l0 l0 l0", "l0", my_hand="x", my_palace="elder")
        does(state, "attack palace -> territory 1", *steps, "deal 7 to palace of player 2")
        does(state, "deal 0 to special 1 of player 1")
        assert (shape(state, 1), palace(state, 0), state.group, state.winner) == ("", "elder", -1, -1), heals


def test_r45_a_special_troop_that_arrives_on_the_march_to_the_palace_stays_at_home():
    """Both together would fell the palace."""
    state = lay(match_of(config=STAY), "l0 l0 l0 / s0 s0 s0", "l0", my_hand="knight", my_palace="elder")
    does(state, "attack palace -> territory 1", "pass", "attack palace", "play knight")
    assert (palace(state, 0), shape(state, 1), state.winner) == ("knight", "", -1)


def test_what_happens_as_troops_leave_happens_in_the_order_in_which_they_came():
    recruit, kill = {"recruit": {"bases": OWN_BASE}}, {"destroy": {"who": OWN}}
    leavers = [star(name, leave=(effect,)) for name, effect in (("a", recruit), ("b", kill))]
    fall = common("x", {"destroy": {"who": {"of": "special"}}})
    for own, left in (("a b", "l0 s0"), ("b a", "l1 s1")):
        for side in ("my_palace", "their_palace"):
            state = does(
                lay(match_of(*leavers, fall, config=STAY), "l1 s0", "l1 s0", my_hand="x", **{side: own}), "play x"
            )
            assert shape(state, side == "their_palace") == left


def test_a_hand_that_is_shown_twice_is_known_once():
    peek = common("x", {"peek": {"who": "opponent"}})
    state = lay(match_of(peek, config=STAY), "l0", "l0 l0 l0", my_hand="x x", their_hand="elder knight")
    for plays in (("play x", "pass"), ("play x",)):
        does(state, *plays)
        assert sorted(state.zones[KNOWN + 1]) == sorted(state.zones[HAND + 1])
    does(state, "play knight")
    assert [state.match.names[design] for design in state.zones[KNOWN + 1]] == ["elder/2"]
    assert all(
        state.resample_from_infostate(0, Random(seed)).zones[HAND + 1] == state.zones[HAND + 1] for seed in range(5)
    )


def test_at_the_start_of_a_turn_the_player_whose_turn_it_is_discards_first():
    """Both hold six cards as long as the turn lasts that allows it."""
    more = [{"limit": {"what": "hand", "who": who, "add": 1, "until": "turn"}} for who in ("self", "opponent")]
    draws = [{"draw": {"who": who, "pile": "base"}} for who in ("self", "opponent")]
    match = match_of(common("x", *more, *draws), config=Config(must_act=False))
    state = lay(
        match, "", "", my_hand="x knight knight knight elder elder", their_hand="knight knight knight elder elder"
    )
    does(state, "play x")  # nothing else can be done, so the turn ends
    assert state.current_player() == 1
    does(state, "choose knight/2")
    assert state.current_player() == 0
    does(state, "choose knight")
    assert [len(state.zones[HAND + player]) for player in (0, 1)] == [5, 5]
    assert choices(state) == ["renew", "hold"]


def test_what_waits_for_a_battle_does_not_happen_without_one():
    delay = {"delay": {"at": "battle_end", "effects": ({"destroy": {"who": OWN}},)}}
    state = lay(match_of(common("x", delay), config=STAY), "l1", "l1", my_hand="x")
    assert shape(does(state, "play x", "end turn"), 0) == "l1"


def test_who_is_recruited_when_a_battle_ends_does_not_march():
    """R45: also if the effect waited for the end of any battle."""
    recruit = {"recruit": {"bases": OWN_BASE}}
    watch = star("watch", traits=("loyal",), when=({"event": "battle_end", "effects": (recruit,)},))
    state = does(lay(match_of(watch, config=Config(must_act=False)), "c2 l0", "l0", my_palace="watch"), GO)
    assert (shape(state, 0), shape(state, 1)) == ("c2 l2", "")  # one cavalry died before each recruiting


@pytest.mark.parametrize(
    ("card", "settings", "may_hold"),
    [("knight", {}, True), ("knight", {"special_attacks_at_once": False}, False), ("idol", {}, False), ("", {}, False)],
)
def test_who_must_act_may_hold_only_with_a_troop_that_could_come_and_attack(card, settings, may_hold):
    """R57; the idol cannot attack."""
    state = lay(match_of(config=Config(**settings)), "l0 l0 l0", "l1", my_hand=card, phase=Phase.ANNOUNCE)
    state.previous_turn_idle, state.legal = True, None
    state._advance()
    if may_hold:
        assert choices(state) == ["renew", "hold"]
        assert "end turn" not in choices(does(state, "hold"))
    else:
        assert state.renewed


def test_attacks_can_be_forbidden_on_every_place():
    for site, left in (
        ({"of": "territory", "owner": "self"}, []),
        ({"of": "territory", "owner": "self", "pick": "one"}, [2, 3]),
    ):
        shield = common("x", {"prevent": {"what": "attack_on", "who": "opponent", "site": site, "until": "turn"}})
        state = lay(match_of(shield, config=STAY), "l1", "l1", their_hand="x", phase=Phase.ANNOUNCE)
        does(state, "hold", "play x")
        if left:
            does(state, "pick territory 1 of player 2")
        does(state, "pass")
        found = [text for text in choices(state) if text.startswith("attack")]
        assert found == [f"attack territory 1 -> territory {number}" for number in left]


def test_absorbing_less_than_nothing_does_no_harm():
    """A counted number can be negative."""
    count = {"count": {**OWN, "type": "cavalry"}, "times": -1}
    ward = common("x", {"soak": {"who": "self", "amount": count, "until": "turn"}})
    state = does(lay(match_of(ward, config=STAY), "c2", "h1", my_hand="x"), "play x")
    state = does(state, GO)
    plain = does(lay(match_of(config=STAY), "c2", "h1"), GO)
    assert (shape(state, 0), shape(state, 1)) == (shape(plain, 0), shape(plain, 1))


@pytest.mark.parametrize(("rule", "left"), [("regular", ""), ("never", "l0")])
def test_what_troops_with_initiative_also_deal_to_bases_follows_the_rule_for_initiative(rule, left):
    """R01, R43: four shooters that do nothing else deal 1 each to a base of power 4."""
    area = {"area": {"from": OWN, "who": {"of": "base", "owner": "opponent"}, "amount": 1, "until": "turn"}}
    weak = {"power": {"who": OWN, "set": 1, "until": "turn"}}
    none = {"bonus": {"who": OWN, "amount": -1, "until": "turn"}}
    settings = Config(initiative_vs_structures=rule, palace_advance="may", must_act=False)
    state = lay(match_of(common("x", area, weak, none), config=settings), "s2 s2", "l0", my_hand="x")
    does(state, "play x", GO)
    if "stay" in choices(state):
        does(state, "stay")
    assert shape(state, 1) == left


@pytest.mark.parametrize(("absorbed", "left"), [(0, "l0 h1"), (1, "l1 h1"), (2, "l1 h1")])
def test_a_blow_that_is_absorbed_kills_nobody(absorbed, left):
    soak = common("x", {"soak": {"who": "self", "amount": absorbed, "until": "turn"}}, window="main")
    blow = common(
        "y", {"strike": {"who": {**ENEMY, "in": "battle", "type": "light_infantry"}, "amount": 1}}, window="battle"
    )
    end = {"end_battle": {}}
    blow["effects"] = (*blow["effects"], end)
    state = lay(match_of(soak, blow, config=STAY), "c1", "l1 h1", my_hand="y", their_hand="x", phase=Phase.ANNOUNCE)
    does(state, "hold", "play x", "pass", GO, "play y")
    assert shape(state, 1) == left


@pytest.mark.parametrize(("bonus", "mine"), [(-4, "s2 s2"), (-3, "s1 s2"), (0, "s0 s0")])
def test_a_base_that_falls_early_strikes_back_with_all_that_it_deals(bonus, mine):
    """R01, `early`; what a unit deals is its power and its bonus."""
    weak = {"bonus": {"who": {"of": "base", "owner": "opponent"}, "amount": bonus, "until": "turn"}}
    config = Config(initiative_vs_structures="early", palace_advance="may", must_act=False)
    state = does(lay(match_of(common("x", weak), config=config), "s2 s2", "l0", my_hand="x"), "play x", GO)
    if "stay" in choices(state):
        does(state, "stay")
    assert (shape(state, 0), shape(state, 1)) == (mine, "")
