"""Every worked statement of the rules, with its source: M the manual, E the elves deck, S the samurai deck."""

import pytest

from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.engine.attack_state import AttackState
from cardgen.games.attack_the_tower.engine.state.phase import Phase
from cardgen.games.attack_the_tower.engine.state.zones import (
    ABILITY_DISCARD,
    ABILITY_DRAW,
    BASE_DISCARD,
    BASE_DRAW,
    HAND,
    PALACE_ZONE,
)
from cardgen.plugin.rules.errors import IllegalActionError

from .armies import match as named
from .tables import choices, common, does, hand, lay, match_of, palace, shape

PLAIN = match_of()
CHOOSE = match_of(config=Config(damage="choose"))


def attack(mine, theirs, *more, match=PLAIN, first="attack territory 1 -> territory 1", **cards):
    return does(lay(match, mine, theirs, **cards), first, *more)


# Section 4: setting up


def test_each_draws_five_cards_in_any_mix():
    state = AttackState.new(named("elves", "samurai"), 1)
    first = state.current_player()
    for _ in range(5):
        assert state.current_player() == first
        assert choices(state) == ["draw ability", "draw base"]
        state.apply_action(state.legal_actions()[1])
    assert len(state.zones[HAND + first]) == 5
    assert choices(state) == ["keep", "burn"]


def test_burned_hand_is_discarded_and_drawn_anew():
    """M: a dissatisfied player may do so any number of times (R09)."""
    state = does(AttackState.new(named("elves", "samurai"), 1, first=0), *["draw base"] * 5, "burn")
    assert len(state.zones[BASE_DISCARD]) == 5
    assert choices(state) == ["draw ability", "draw base"]


def test_burning_ends_when_less_than_five_cards_are_left():
    state = AttackState.new(named("elves", "samurai"), 1, first=0)
    for _ in range(9):
        while state.current_player() == 0 and choices(state) != ["keep", "burn"]:
            state.apply_action(state.legal_actions()[0])
        does(state, "burn")
    while state.current_player() == 0:
        assert choices(state) == ["draw ability", "draw base"]
        state.apply_action(state.legal_actions()[0])
    assert state.zones[ABILITY_DRAW] + state.zones[BASE_DRAW] == ()


def test_burns_can_be_limited():
    match = named("elves", "samurai", Config(max_burns=1))
    state = does(AttackState.new(match, 1, first=0), *["draw base"] * 5, "burn", *["draw base"] * 5)
    assert state.current_player() == 1


def test_any_bases_are_built_at_the_start_without_troops():
    state = AttackState.new(named("elves", "samurai"), 1, first=0)
    does(state, *["draw base"] * 5, "keep", *["draw base"] * 5, "keep")
    while state.current_player() == 0:
        assert all(text.startswith("build") or text == "done" for text in choices(state))
        state.apply_action(state.legal_actions()[0])
    assert len([d for d in state.bases[:9] if d >= 0]) == 5
    assert state.troops == 0


# Section 5: the turn and the renewal


def test_announcement_comes_first():
    assert choices(lay(PLAIN, "l1", phase=Phase.ANNOUNCE)) == ["renew", "hold"]


def renewal(mine="", theirs="", match=PLAIN, **cards):
    return does(lay(match, mine, theirs, phase=Phase.ANNOUNCE, **cards), "renew")


def test_renewal_recruits_one_troop_on_each_base_of_both_players_up_to_two():
    state = renewal("l0 l1 l2", "s0 / c1")
    assert (shape(state, 0), shape(state, 1)) == ("l1 l2 l2", "s1 / c2")


def test_renewal_draws_two_cards_for_both_and_then_builds():
    state = does(renewal(), "draw base", "draw base")
    assert state.current_player() == 1
    does(state, "draw base", "draw base")
    assert state.current_player() == 0
    assert all(text.startswith("build") or text == "done" for text in choices(state))
    does(state, "done")
    assert state.current_player() == 1  # a renewal called by the opponent lets you build too


def test_renewal_discards_at_once_down_to_five():
    """S FAQ: no, not kept until the end of the renewal."""
    state = does(renewal(my_hand="knight knight elder elder warden"), "draw base", "draw base")
    assert all(text.startswith("choose") for text in choices(state))
    does(state, "choose knight", "choose knight")
    assert len(state.zones[HAND]) == 5
    assert state.current_player() == 1
    assert hand(state, 0).split().count("knight") == 0


def test_base_built_in_a_renewal_recruits_first_at_the_next():
    state = does(renewal(), *["draw base"] * 4)
    state.apply_action(state.legal_actions()[0])
    assert state.built
    assert not state.troops


def test_building_over_a_base_destroys_it_and_its_troops():
    """M: the old base and its troops are destroyed; the new one starts empty."""
    state = does(renewal("l1 l1 l1"), *["draw base"] * 4)
    over = next(text for text in choices(state) if text.endswith("on 1.1 of player 1"))
    does(state, over)
    assert state.troops & 3 == 0
    assert len(state.zones[BASE_DISCARD]) == 1


def test_no_ability_is_played_in_a_renewal():
    """S FAQ and H12."""
    state = does(renewal("l1 l1 l1", my_hand="knight", their_hand="knight"), "draw base", "draw base")
    assert not any(text.startswith("play") for text in choices(state))


def test_opponent_has_the_first_word_in_the_main_phase():
    """R13: the opponent may act before the first attack."""
    state = does(lay(PLAIN, "l1", "l0 l0 l0", their_hand="knight", phase=Phase.ANNOUNCE), "hold")
    assert state.current_player() == 1
    assert choices(state) == ["play knight/2", "pass"]


def test_active_player_replies_to_an_ability_of_the_opponent():
    cards = {"my_hand": "knight", "their_hand": "knight elder"}
    state = lay(PLAIN, "l1 l0 l0", "l0 l0 l0 / l0 l0 l0", phase=Phase.ANNOUNCE, **cards)
    does(state, "hold", "play knight")
    assert state.current_player() == 0
    assert choices(state) == ["play knight", "pass"]
    does(state, "pass")
    assert state.current_player() == 1


def test_several_attacks_a_turn_also_from_the_same_territory():
    """S FAQ: while troops remain to attack with."""
    match = match_of(config=Config(palace_advance="may"))
    state = attack("c2 c2", "l0 / l0", "stay", match=match)
    assert shape(state, 1) == " / l0"
    assert "attack territory 1 -> territory 2" in choices(state)


def test_attack_that_changed_nothing_is_not_repeated():
    """R22: otherwise the game might never end. A palace deals no damage to protected troops."""
    ward = common("ward", {"protect": {"who": {"of": "troop", "owner": "self"}, "from": "regular", "until": "turn"}})
    again = "attack territory 1 -> territory 1"
    state = does(lay(match_of(ward), "a1", "h1", my_hand="ward"), "play ward", again)
    assert (shape(state, 0), shape(state, 1)) == ("a1", "h1")
    assert again not in choices(state)
    assert "attack territory 1 -> territory 2" in choices(state)
    match = match_of(ward, config=Config(repeat_idle_attack=True))
    assert again in choices(does(lay(match, "a1", "h1", my_hand="ward"), "play ward", again))


@pytest.mark.parametrize(
    ("effect", "again"),
    [
        ({"soak": {"who": "self", "amount": 16, "until": "turn"}}, True),  # 4 are left of it
        ({"soak": {"who": "self", "amount": 60, "until": "battle"}}, True),
        ({"power": {"who": {"of": "troop", "owner": "self"}, "add": 19, "until": "battle"}}, True),
        ({"power": {"who": {"of": "troop", "owner": "self"}, "add": 19, "until": "turn"}}, False),
    ],
)
def test_attack_that_used_up_an_effect_may_be_repeated(effect, again):
    """R22: no troop and no base has changed, but the next battle will differ."""
    ward = {"protect": {"who": {"of": "troop", "owner": "self"}, "from": "regular", "until": "turn"}}
    match = match_of(common("x", effect), common("ward", ward), config=Config(palace_advance="may", must_act=False))
    state = lay(match, "c2 c2", "l1 / l0", my_hand="ward", their_hand="x", phase=Phase.ANNOUNCE)
    does(state, "hold", "play x", "play ward", "attack territory 1 -> territory 1")
    assert (shape(state, 0), shape(state, 1)) == ("c2 c2", "l1 / l0")
    assert ("attack territory 1 -> territory 1" in choices(state)) == again


def test_attack_of_which_an_aura_swallows_all_is_not_repeated():
    """R22: it absorbs as much in the next battle."""
    troop = {"power": 2, "traits": ("loyal",), "static": ("cannot_defend",)}
    shield = {**troop, "aura": {"soak": {"who": "self", "amount": 60}}}
    cards = [
        {"id": "x", "kind": "special", "icon": "star", "timing": {"window": "main"}, "troop": shield},
        common("ward", {"protect": {"who": {"of": "troop", "owner": "self"}, "from": "regular", "until": "turn"}}),
    ]
    match = match_of(*cards, config=Config(palace_advance="may", must_act=False))
    state = lay(match, "c2 c2", "l1", my_hand="ward", their_palace="x")
    does(state, "play ward", "attack territory 1 -> territory 1")
    assert (shape(state, 0), shape(state, 1)) == ("c2 c2", "l1")
    assert "attack territory 1 -> territory 1" not in choices(state)


def test_attacks_of_a_turn_are_limited():
    match = match_of(config=Config(max_attacks=1))
    state = attack("c2 c2 / l1", "l0 / l0", match=match)
    assert not any(text.startswith("attack") for text in choices(state))


def test_after_an_idle_turn_the_opponent_must_renew_or_attack():
    """S FAQ, tournament rule (R35)."""
    state = does(lay(PLAIN, "l1", "l1", phase=Phase.ANNOUNCE), "hold", "end turn", "hold")
    assert state.current_player() == 1
    assert "end turn" not in choices(state)
    does(state, "attack territory 1 -> territory 1")
    assert state.turn == 7  # the player's only troop is dead, so the turn is over


def test_who_must_act_and_cannot_attack_must_renew():
    state = does(lay(PLAIN, "l1", "", phase=Phase.ANNOUNCE), "hold", "end turn")
    assert state.renewed


def test_game_is_undecided_after_the_last_turn():
    """R28."""
    match = match_of(config=Config(max_turns=5, must_act=False))
    state = does(lay(match, "l1", "l1", phase=Phase.ANNOUNCE), "hold", "end turn")
    assert state.is_terminal()
    assert state.returns() == [0.0, 0.0]


# Section 6: attack and battle


def test_worked_example():
    """2 cavalry + 2 shooters against a base with 1 heavy infantry; then the palace stands and kills the survivors."""
    state = attack("c2 s2", "h1")
    assert shape(state, 1) == ""
    assert shape(state, 0) == "c0 s0"
    assert not state.is_terminal()


def test_survivors_of_the_worked_example_before_the_palace():
    """1 cavalry and 1 shooter are left after the territory: the base deals 4."""
    state = attack("c2 s2", "h1 / -", match=match_of(config=Config(palace_advance="may")))
    assert choices(state) == ["attack palace", "stay"]
    assert shape(state, 0) == "c1 s1"
    assert shape(does(state, "stay"), 0) == "c1 s1"


@pytest.mark.parametrize(
    ("mine", "theirs", "mine_after", "theirs_after"),
    [
        ("l1", "l1", "l0", "l0"),  # M: removal is simultaneous
        ("s1", "s1", "s0", "s0"),  # initiative is simultaneous
        ("s1", "l1", "s0", "l0"),  # S: an initiative troop kills before it is struck; the base still strikes back
        ("h2", "l1", "h0", "l0"),  # overflow of 3 does not break the base
        ("h2 l2", "l2", "h0 l0", ""),  # M: what remains in the same step goes to the base
        ("a1", "", "a0", ""),  # an empty territory: on to the palace, which strikes with 10
        ("a1", "l1", "a0", "l1"),  # artillery does not hit troops
        ("a1 l1", "l1", "a0 l0", ""),  # R03: artillery hits what is unmanned by this very step
        ("l2 l2", "l0", "l0 l0", ""),  # equal is lethal (R04)
        ("c1", "l0", "c0", "l0"),  # 3 do not break a base of 4
        ("c1 l2", "h1", "c0 l0", "h0"),  # 2 + 4 kill 3 + 1 + 1
        ("c2 l2", "h1", "c0 l2", ""),  # 6 kill the best they can: 3 + 3
    ],
)
def test_single_attacks(mine, theirs, mine_after, theirs_after):
    state = attack(mine, theirs, match=match_of(config=Config(palace_advance="may")))
    if "stay" in choices(state):
        does(state, "stay")
    assert (shape(state, 0), shape(state, 1)) == (mine_after, theirs_after)


def test_unspent_initiative_hits_unmanned_bases_in_the_regular_step():
    """R01: 4 shooters break an empty base, which strikes back all the same (S)."""
    assert shape(attack("s2 s2", "l0", match=match_of(config=Config(palace_advance="may"))), 1) == ""
    never = match_of(config=Config(initiative_vs_structures="never"))
    assert shape(attack("s2 s2", "l0", match=never), 1) == "l0"
    early = match_of(config=Config(initiative_vs_structures="early"))
    state = attack("s2 s2", "l0 l0", match=early)
    assert shape(state, 1) == "- l0"
    assert shape(state, 0) == "s0 s0"  # both bases strike, dead or alive


def test_overflow_can_be_switched_off():
    """R02: E and S read otherwise: bases are hit only if no troop lives when the step begins."""
    match = match_of(config=Config(overflow="next_step"))
    assert shape(attack("c2 c2", "l1", match=match), 1) == "l0"
    assert shape(attack("c2 c2", "l1"), 1) == ""


@pytest.mark.parametrize(
    ("settings", "shooters", "artillery"),
    [
        ({}, "- l0", "- l0"),
        ({"overflow": "next_step"}, "s0 l0", "- l0"),
        ({"artillery_overflow": "next_step"}, "- l0", "s0 l0"),
    ],
)
def test_each_overflow_is_of_its_own_damage(settings, shooters, artillery):
    """R01, R02, R03: what initiative carries over is no damage of artillery."""
    effect = {"protect": {"who": {"of": "troop", "owner": "opponent"}, "from": "initiative", "until": "turn"}}
    match = match_of(common("x", effect), config=Config(palace_advance="may", must_act=False, **settings))
    for mine, left in (("s2 s2 l1", shooters), ("a1 l1", artillery)):
        state = does(lay(match, mine, "s0 l1", my_hand="x"), "play x", "attack territory 1 -> territory 1")
        assert shape(state, 1) == left


@pytest.mark.parametrize(("overflow", "left"), [("same_step", ""), ("next_step", "l0")])
def test_artillery_with_early_initiative_hits_what_its_step_has_unmanned(overflow, left):
    """R01, R03: the step of initiative is a step like the other; what is unspent at its end is gone."""
    effect = {"trait": {"who": {"of": "troop", "owner": "self"}, "gain": "initiative", "until": "turn"}}
    settings = Config(
        initiative_vs_structures="early", artillery_overflow=overflow, palace_advance="may", must_act=False
    )
    state = lay(match_of(common("x", effect), config=settings), "a1 s1", "l1", my_hand="x")
    assert shape(does(state, "play x", "attack territory 1 -> territory 1"), 1) == left


def test_empty_territory_leads_to_the_palace():
    """E names the case; R20."""
    state = attack("c2 c2", "")
    assert state.is_terminal()
    assert state.returns() == [1.0, -1.0]


def test_nine_damage_do_not_break_a_palace_and_are_forgotten():
    """S FAQ: palace damage does not add up over attacks."""
    state = attack("c2 l2 l1 / c2 l2 l1", "")
    assert not state.is_terminal()
    assert not does(state, "attack territory 2 -> territory 1").is_terminal()


def test_attacker_wins_even_if_all_attackers_die_with_the_palace():
    state = attack("c2 a1", "")
    assert state.returns() == [1.0, -1.0]


def test_survivors_march_on_the_palace_by_themselves():
    """M: automatic (R19)."""
    state = attack("c2 c2 c2", "l0")
    assert state.returns() == [1.0, -1.0]


def test_damage_is_healed_before_the_palace():
    """S, M step 5 (R23): the first knight, whom the base wounded, is whole again before the palace."""
    steps = ["deal 4 to base 1.1 of player 2", "deal 4 to special 1 of player 1"]
    steps += ["deal 0 to palace of player 2", "deal 3 to special 1 of player 1"]
    for heals, left in ((True, "elder"), (False, "")):
        match = match_of(config=Config(damage="choose", heal_before_palace=heals))
        state = lay(match, "l0 l0 l0", "l0", my_palace="elder")
        does(state, "attack palace -> territory 1", *steps)
        assert palace(state, 0) == left


def test_all_troops_of_a_territory_attack_and_no_others():
    """S FAQ: not a part of a territory, and only one."""
    state = attack("l2 l2 / c2", "l0")
    assert shape(state, 1) == ""
    assert shape(state, 0).endswith("/ c2")


def test_guarded_palace_is_hit_only_when_its_troops_are_dead():
    state = attack("c2 c2", "", their_palace="elder")
    assert not state.is_terminal()
    assert palace(state, 1) == ""
    state = attack("c2 c2 a2", "", their_palace="elder")
    assert state.is_terminal()  # 12 kill the elder (7); 5 and 8 of artillery overflow


def test_palace_strikes_while_guarded():
    """R21: power is the damage caused, palaces included."""
    state = attack("c2 c1", "", their_palace="elder")
    assert shape(state, 0) == "c0 c0"
    match = match_of(config=Config(guarded_palace_strikes=False))
    assert shape(attack("c2 c1", "", their_palace="elder", match=match), 0) != "c0 c0"


def test_group_without_troops_cannot_attack():
    assert choices(lay(PLAIN, "l0 / l1 /", "l0")) == [
        *(f"attack territory 2 -> territory {n}" for n in (1, 2, 3)),
        "end turn",
    ]


def test_artillery_may_attack_where_it_harms_nobody():
    """R40: M only warns."""
    assert "attack territory 1 -> territory 1" in choices(lay(PLAIN, "a1", "l1"))
    match = match_of(config=Config(harmless_attack=False))
    assert "attack territory 1 -> territory 1" not in choices(lay(match, "a1", "l1"))


ALL_OWN = {"of": "troop", "owner": "self"}
FOUGHT = {"of": "troop", "owner": "opponent", "in": "battle"}


@pytest.mark.parametrize(
    ("mine", "theirs", "effect", "harms"),
    [
        ("a2", "l1", None, False),
        ("a2 s1", "l1", None, True),
        ("a2", "l0", None, True),
        ("a2", "", None, False),  # the knight guards the palace
        ("l1", "", None, True),
        ("a2", "l1", {"bypass": {"who": ALL_OWN, "until": "turn"}}, True),
        ("a2", "", {"bypass": {"who": ALL_OWN, "until": "turn"}}, False),  # it speaks of bases
        ("a2", "l1", {"area": {"from": ALL_OWN, "who": FOUGHT, "amount": 1, "until": "turn"}}, True),
        ("a2", "l1", {"trait": {"who": ALL_OWN, "lose": "artillery", "until": "turn"}}, True),
        ("c2", "l1", {"power": {"who": ALL_OWN, "set": 0, "until": "turn"}}, False),
        ("c2", "l1", {"bonus": {"who": ALL_OWN, "amount": -3, "until": "turn"}}, False),
        ("h2", "l1", {"protect": {"who": FOUGHT, "from": "regular", "until": "turn"}}, False),
    ],
)
def test_attack_that_could_harm_nobody_can_be_forbidden(mine, theirs, effect, harms):
    """R40, the other way."""
    match = match_of(common("x", *([effect] if effect else [])), config=Config(harmless_attack=False, must_act=False))
    state = does(lay(match, mine, theirs, my_hand="x", their_palace="knight"), "play x")
    before = state.to_text()
    assert ("attack territory 1 -> territory 1" in choices(state)) == harms
    assert state.to_text() == before


def test_defender_has_the_first_word_in_a_battle():
    """S (R07)."""
    cards = {"my_hand": "knight", "their_hand": "knight"}
    state = attack("l1 l0 l0", "l0 l0 l0", **cards)
    assert state.current_player() == 1
    does(state, "pass")
    assert state.current_player() == 0
    match = match_of(config=Config(first_in_battle="attacker"))
    assert attack("l1 l0 l0", "l0 l0 l0", match=match, **cards).current_player() == 0


def test_window_closes_when_both_pass_in_a_row():
    cards = {"my_hand": "knight knight", "their_hand": "knight"}
    state = attack("l1 l0 l0 / l0 l0 l0", "l0 l0 l0", "pass", "play knight", **cards)
    assert state.current_player() == 1
    does(state, "pass")
    assert state.current_player() == 0


def test_special_troop_played_in_the_window_before_a_palace_battle_defends():
    """R32: at once."""
    state = attack("c2 c2", "/ l0 l0 l0", "play elder", their_hand="elder")
    assert not state.is_terminal()
    assert (palace(state, 1), shape(state, 0)) == ("", "c0 c0")


def test_damage_can_be_spread_and_withheld():
    """M, E: the sum is distributed as the player likes (R05)."""
    state = attack("h1 l1", "h1 l1", match=CHOOSE)
    assert choices(state) == [f"deal {n} to troop 1.1a of player 2" for n in (0, 1, 2)]
    does(state, "deal 0 to troop 1.1a of player 2", "deal 1 to troop 1.2a of player 2")
    assert state.current_player() == 1  # R06: the attacker assigns, then the defender
    does(state, "deal 0 to troop 1.1a of player 1", "deal 0 to troop 1.2a of player 1")
    assert (shape(state, 0), shape(state, 1)) == ("h1 l1", "h1 l0")


def test_defender_assigns_first_if_the_settings_say_so():
    match = match_of(config=Config(damage="choose", first_to_assign="defender"))
    assert attack("h1 l1", "h1 l1", match=match).current_player() == 1


# Section 7: special troops


def test_special_troops_need_a_complete_territory_each():
    assert "play knight" not in choices(lay(PLAIN, "l1 l0", my_hand="knight"))
    assert "play knight" in choices(lay(PLAIN, "l1 l0 l0", my_hand="knight"))
    assert "play knight" not in choices(lay(PLAIN, "l1 l0 l0", my_hand="knight", my_palace="elder"))


def test_loyal_troops_need_none_and_do_not_count():
    assert "play warden" in choices(lay(PLAIN, "l1", my_hand="warden"))
    assert "play knight" in choices(lay(PLAIN, "l1 l0 l0", my_hand="knight", my_palace="warden warden"))


def test_special_troop_that_cannot_be_kept_is_discarded_by_its_owners_choice():
    """S; R16: checked at any time."""
    state = attack("c2 c2 c2", "l0 l0 l0 / l0 l0 l0", their_palace="knight elder")
    assert state.current_player() == 1
    assert choices(state) == ["pick special 1 of player 2", "pick special 2 of player 2"]
    does(state, "pick special 1 of player 2")
    assert palace(state, 1) == "elder"
    assert len(state.zones[ABILITY_DISCARD + 1]) == 1


def test_special_troops_attack_as_one_group_from_the_palace():
    """E, S: they attack and defend as others do (R17)."""
    state = attack("l0 l0 l0 / l0 l0 l0", "", first="attack palace -> territory 2", my_palace="knight elder")
    assert state.returns() == [1.0, -1.0]


def test_special_troop_may_have_to_wait():
    """R32, the other way."""
    match = match_of(config=Config(special_attacks_at_once=False))
    board = "l1 l0 l0"
    state = does(lay(match, board, "l0", my_hand="elder"), "play elder")
    assert not any(text.startswith("attack palace") for text in choices(state))
    state = does(lay(PLAIN, board, "l0", my_hand="elder"), "play elder")
    assert "attack palace -> territory 1" in choices(state)


def test_second_unique_troop_destroys_the_older_one():
    """M: one a player in all (R25)."""
    boards = "l1 l0 l0 / l0 l0 l0"
    state = does(lay(PLAIN, boards, "l0", my_hand="rival", my_palace="duellist"), "play rival")
    assert palace(state, 0) == "rival"
    by_name = match_of(config=Config(unique_scope="name"))
    state = does(lay(by_name, boards, "l0", my_hand="rival", my_palace="duellist"), "play rival")
    assert palace(state, 0) == "duellist rival"


def test_unique_troops_may_be_limited_by_name():
    """R25: two designs may have one name, and so have the armies of a mirror match."""
    twin = {"id": "twin", "kind": "special", "icon": "star", "name": "rival", "timing": {"window": "main"}}
    twin["troop"] = {"power": 5, "traits": ("unique",)}
    take = common("take", {"take": {"who": "opponent", "amount": 1, "by": "self"}})
    boards = "l1 l0 l0 / l0 l0 l0 / s0 s0 s0"
    match = match_of(twin, take, config=Config(unique_scope="name"))
    state = does(lay(match, boards, "l0", my_hand="twin", my_palace="rival duellist"), "play twin")
    assert palace(state, 0) == "duellist twin"
    state = lay(match, boards, "l0", my_hand="take", their_hand="rival", my_palace="rival")
    does(state, "play take", "play rival/2")
    assert state.zones[PALACE_ZONE] == (state.match.designs["rival/2"],)


def test_guard_defends_each_territory():
    state = attack("h1", "l0", their_palace="sentry")
    assert palace(state, 1) == ""  # 2 kill the sentry; its initiative hit first
    assert shape(state, 0) == "h0"
    assert shape(state, 1) == "l0"


def test_statics_of_special_troops():
    own = "l0 l0 l0 / l0 l0 l0"
    assert not any(text.startswith("attack palace") for text in choices(lay(PLAIN, own + " / l1", my_palace="idol")))
    assert attack("c2 c2", "", their_palace="raider").is_terminal()


def test_troops_of_a_base_go_with_it_and_the_counter_too():
    """State check 1; S FAQ: troops never leave their bases, also while they attack."""
    burn = common("burn", {"destroy": {"who": {"of": "base", "owner": "opponent", "pick": "one"}}})
    state = does(lay(match_of(burn), "l1", "c2 / h1", my_hand="burn"), "play burn", "pick base 1.1 of player 2")
    assert shape(state, 1) == " / h1"
    assert state.troops.bit_count() == 2


def test_troops_that_attack_can_be_destroyed_on_their_base():
    """S FAQ: "destroy all troops on a base" while they attack: yes."""
    fire = common(
        "fire",
        {"destroy": {"who": {"of": "troop", "in": "$b"}}},
        choose=({"of": "base", "owner": "opponent", "pick": "one", "as": "b"},),
    )
    state = attack("c2 l1", "l0", "play fire", "pick base 1.1 of player 1", match=match_of(fire), their_hand="fire")
    assert shape(state, 0) == "c0 l0"
    assert shape(state, 1) == "l0"


# Section 8 and 9: abilities, FAQ


def test_ability_that_forbids_attacks_does_not_undo_a_declared_one():
    """S FAQ: no responses; the order of play decides."""
    fog = common("fog", {"prevent": {"what": "attack", "who": "opponent", "until": "turn"}})
    state = attack("c2 c2", "l0", "play fog", match=match_of(fog), their_hand="fog")
    assert shape(state, 1) == ""
    assert not any(text.startswith("attack") for text in choices(state))


def test_abilities_are_discarded_at_the_end_of_the_turn():
    fog = common("fog", {"draw": {"who": "self", "amount": 0}})
    state = does(lay(match_of(fog), "l1", "l1", my_hand="fog"), "play fog")
    assert state.zones[ABILITY_DISCARD] == ()
    does(state, "end turn")
    assert len(state.zones[ABILITY_DISCARD]) == 1


def test_both_survive_and_may_fight_again():
    """R30: attackers are at home and may attack again."""
    state = attack("a2", "l1 / l0")
    assert (shape(state, 0), shape(state, 1)) == ("a1", "l1 / l0")
    assert "attack territory 1 -> territory 2" in choices(state)


def test_hand_above_the_limit_is_discarded_at_once():
    """R26."""
    gift = common("gift", {"draw": {"who": "self", "amount": 2, "pile": "ability"}})
    state = lay(match_of(gift), "l1", "l1", my_hand="gift knight knight elder elder")
    does(state, "play gift")
    assert all(text.startswith("choose") for text in choices(state))
    later = match_of(gift, config=Config(hand_limit_always=False))
    state = does(lay(later, "l1", "l1", my_hand="gift knight knight elder elder"), "play gift")
    assert len(state.zones[HAND]) == 6


def test_hand_limit_of_a_renewal_comes_after_ones_own_draw():
    """Section 5 B, R26: draw two cards, then discard, each player separately."""
    match = match_of(config=Config(hand_limit_always=False))
    seven = "knight knight knight elder elder elder warden"
    state = does(lay(match, "", "", my_hand=seven, their_hand=seven, phase=Phase.ANNOUNCE), "renew")
    for player in (0, 1):
        for cards in (7, 8):
            assert state.current_player() == player
            assert len(state.zones[HAND + player]) == cards
            does(state, "draw ability")
        for cards in (9, 8, 7, 6):
            assert state.current_player() == player
            assert len(state.zones[HAND + player]) == cards
            does(state, choices(state)[0])
        assert len(state.zones[HAND + player]) == 5


def test_hand_limit_holds_when_the_piles_run_out_in_the_midst_of_a_draw():
    """Section 5 B, R26."""
    gift = common("gift", {"draw": {"who": "self", "amount": 3, "pile": "ability"}})
    state = lay(match_of(gift), "l1", "l1", my_hand="gift knight knight elder elder")
    state.zones[ABILITY_DRAW], state.zones[BASE_DRAW] = state.zones[ABILITY_DRAW][:2], ()
    does(state, "play gift")
    assert len(state.zones[HAND]) == 6
    assert all(text.startswith("choose") for text in choices(state))


def test_empty_pile_is_replaced_by_the_other():
    """R27."""
    gift = common("gift", {"draw": {"who": "self", "amount": 2, "pile": "ability"}})
    for config, cards in ((Config(), 2), (Config(empty_pile="nothing"), 0)):
        state = lay(match_of(gift, config=config), "l1", "l1", my_hand="gift")
        state.zones[ABILITY_DISCARD], state.zones[ABILITY_DRAW] = state.zones[ABILITY_DRAW], ()
        does(state, "play gift")
        assert len(state.zones[HAND]) == cards
    state = lay(match_of(gift, config=Config(reshuffle=True)), "l1", "l1", my_hand="gift")
    state.zones[ABILITY_DISCARD], state.zones[ABILITY_DRAW] = state.zones[ABILITY_DRAW], ()
    does(state, "play gift")
    assert state.zones[ABILITY_DISCARD] == ()


def test_recruiting_may_be_left_to_the_player():
    """R11: E may, M and S must."""
    state = renewal("l0 l1", match=match_of(config=Config(recruit="may")))
    assert choices(state) == ["pick base 1.1 of player 1", "pick base 1.2 of player 1", "no more"]
    assert shape(does(state, "pick base 1.2 of player 1"), 0) == "l0 l2"


def test_builds_of_a_renewal_may_be_limited():
    """R15, R14."""
    match = match_of(config=Config(max_builds=1, build_over=False))
    state = does(renewal("l1 l1 l1", match=match), *["draw base"] * 4)
    assert not any("on 1." in text for text in choices(state))
    state.apply_action(state.legal_actions()[0])
    assert state.current_player() == 1


def test_abilities_between_the_steps_only_if_the_settings_say_so():
    """R08."""
    match = match_of(config=Config(ability_windows="steps"))
    cards = {"my_hand": "knight"}
    boards = ("l1 l0 l0", "l0")
    state = attack(*boards, "pass", match=match, **cards)
    assert choices(state) == ["play knight", "pass"]
    state = attack(*boards, "pass", **cards)
    assert choices(state) == ["play knight", "end turn"]


def test_battle_that_an_ability_ends_between_the_steps_is_over():
    truce = common("truce", {"end_battle": {}}, window="battle")
    match = match_of(truce, config=Config(ability_windows="steps", palace_advance="may"))
    state = attack("c2 s1", "h1", "pass", "play truce", match=match, their_hand="truce")
    assert (shape(state, 0), shape(state, 1)) == ("c2 s1", "h1")


def test_base_that_is_destroyed_between_the_steps_does_not_strike():
    raze = common("raze", {"destroy": {"who": {"of": "base", "owner": "self", "pick": "one"}}}, window="battle")
    match = match_of(raze, config=Config(ability_windows="steps", palace_advance="may"))
    for choice, left in (("pass", "h0"), ("play raze", "h2")):
        state = attack("h2 s1", "l0", "pass", choice, match=match, their_hand="raze")
        assert shape(state, 0).split()[0] == left


def test_opening_window_can_be_left_out():
    """R13."""
    match = match_of(config=Config(opening_window=False))
    state = does(lay(match, "l1", "l0 l0 l0", their_hand="knight", phase=Phase.ANNOUNCE), "hold")
    assert state.current_player() == 0


def test_first_player_can_be_set():
    """R34."""
    for player in (1, 2):
        match = named("elves", "samurai", Config(first_player=player))
        assert {AttackState.new(match, seed).active for seed in range(8)} == {player - 1}
    assert {AttackState.new(named("elves", "samurai"), seed).active for seed in range(8)} == {0, 1}


def test_illegal_action_lists_legal_actions():
    state = lay(PLAIN, "l1", "l0", phase=Phase.ANNOUNCE)
    with pytest.raises(IllegalActionError, match=r"E702 illegal action 'end turn' of player 1 .* one of: renew, hold"):
        state.apply_action(state.string_to_action("end turn"))
