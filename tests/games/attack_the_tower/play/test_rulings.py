"""The rulings R41 to R52 of the rules file, section 10b: what the card says is what happens at the table.

M is the manual, E the elves deck, S the samurai deck. Each case states the text of its card first.
"""

import pytest

from cardgen.games.attack_the_tower.checks.effects import check_effects
from cardgen.games.attack_the_tower.config import Config
from cardgen.games.attack_the_tower.engine.attack_state import AttackState
from cardgen.games.attack_the_tower.engine.state.battlefield import special_troops
from cardgen.games.attack_the_tower.engine.state.changes import remove_units
from cardgen.games.attack_the_tower.engine.state.phase import NO_BATTLE, PALACE_BATTLE, Phase
from cardgen.games.attack_the_tower.engine.state.stats import unit_stats
from cardgen.games.attack_the_tower.engine.state.units import BASE, SPECIAL
from cardgen.games.attack_the_tower.engine.state.zones import ABILITY_DISCARD, BASE_CARD, BASE_DISCARD
from cardgen.games.attack_the_tower.play.contest import AttackRules
from cardgen.games.attack_the_tower.wording import describe
from cardgen.plugin.rules.settings import settings_at_table

from .armies import army, with_abilities
from .armies import match as named
from .tables import SPECIALS, choices, common, does, lay, match_of, palace, shape, troop

OWN = {"of": "troop", "owner": "self"}
ENEMY = {"of": "troop", "owner": "opponent"}
GO = "attack territory 1 -> territory 1"
# A base in the way, and room for a special troop, so that there is a choice in each window.
THREE_ROADS = "l0 / l0 l0 l0"
STAY = Config(palace_advance="may")


def text_of(card, language="en"):
    """The text that is generated for a card; the armies of these tests name no troops of their own."""
    deck = with_abilities([*SPECIALS, {"name": "x", "kind": "common", "icon": "hand", **card}])
    return describe(next(one for one in deck.abilities if one.id == card["id"]), deck, language)


def says(card, english, portuguese):
    """Check the text of a card, without icons and bold print, in both languages."""
    for language, text in (("en", english), ("pt", portuguese)):
        plain = text_of(card, language)
        for mark in ("*", "{light_infantry} ", "{shooter} ", "{heavy_infantry} ", "{cavalry} ", "{siege_weapon} "):
            plain = plain.replace(mark, "")
        assert plain.replace("\N{NO-BREAK SPACE}", " ") == text
    return card


def problems(card):
    """What a check finds in a card, as `code message`."""
    card = {"name": "x", "kind": "common", "icon": "hand", **card}
    return [
        f"{finding.code} {finding.message}"
        for finding in check_effects(with_abilities([card]).abilities[0], ("abilities", 0))
    ]


def power_of(state, unit):
    return unit_stats(state, 1 << unit)[unit][0]


def shipped(deck, ability):
    """An ability of an army that ships, as `match_of` takes it."""
    found = next(one for one in army(deck).abilities if one.id == ability)
    return {"id": ability, "kind": found.kind, "icon": found.icon, "timing": found.timing, "effects": found.effects}


# R41: M "will then start another Battle"; E "a regular battle will then take place", "or if it was empty in the first
# place"; S "fully healed and begin a new battle".


STEAM = troop(
    "steam", "siege_weapon", {"power": {"who": {**OWN, "type": "icon", "in": "battle"}, "add": 3, "until": "battle"}}
)


def test_r41_what_lasts_until_the_battle_ends_does_not_reach_the_palace_behind_a_base():
    state = does(lay(match_of(STEAM), "a2", "l0 / l0", my_hand="steam"), GO, "play steam", "pass")
    assert state.winner < 0  # two siege weapons of power 7 would have felled the palace


def test_r41_in_an_empty_territory_the_battle_is_that_at_the_palace():
    state = does(lay(match_of(STEAM), "a2", "", my_hand="steam"), GO)
    assert state.stage == PALACE_BATTLE
    assert does(state, "play steam", "pass").winner == 0


def test_r41_there_is_one_ability_step_before_the_palace_behind_an_empty_territory():
    state = does(lay(match_of(), "c1", "/ l0 l0 l0", their_hand="knight"), GO)
    assert (state.stage, state.current_player()) == (PALACE_BATTLE, 1)
    assert does(state, "pass").stage == NO_BATTLE


def test_r41_after_each_battle_happens_between_the_two_battles():
    """Last Prayer: after each battle this turn, sacrifice the Monks that fought in it."""
    match = match_of(shipped("samurai", "last-prayer"))
    state = lay(match, "l1 c2", THREE_ROADS, my_hand="last-prayer", their_hand="knight")
    does(state, "play last-prayer", "pass", GO, "pass")
    assert (state.stage, shape(state, 0)) == (PALACE_BATTLE, "l0 c1")


def test_r41_a_territory_that_abilities_empty_ends_its_battle_and_heals_before_the_palace():
    fell = common("fell", {"destroy": {"who": {"of": "base", "owner": "opponent", "in": "battle"}}}, window="battle")
    once = common("once", {"delay": {"at": "battle_end", "effects": ({"draw": {"who": "self"}},)}}, window="battle")
    rise = common("rise", {"power": {"who": {**OWN, "in": "battle"}, "add": 9, "until": "battle"}}, window="battle")
    state = lay(match_of(fell, once, rise), "c1", THREE_ROADS, my_hand="fell once rise", their_hand="knight")
    does(state, GO, "pass", "play rise", "pass", "play once", "pass", "play fell", "pass")
    assert choices(state) == ["draw ability", "draw base"]  # after the first battle
    does(state, "draw ability")
    assert (state.stage, power_of(state, 0)) == (PALACE_BATTLE, 3)


# R44: a lasting effect on a class is on whoever belongs to it at each moment; what is fixed says "now".

RECRUIT = {"recruit": {"bases": {"of": "base", "owner": "self"}}}


@pytest.mark.parametrize(
    ("effect", "english", "portuguese", "later"),
    [
        (
            {"who": OWN, "add": 1},
            "Until end of turn, your troops get +1 power.",
            "Até o fim do turno, suas tropas recebem +1 de poder.",
            2,
        ),
        (
            {"who": {**OWN, "power": {"max": 1}}, "add": 1},
            "Until end of turn, your troops that now have power 1 or less get +1 power.",
            "Até o fim do turno, suas tropas que agora têm poder 1 ou menos recebem +1 de poder.",
            1,
        ),
        (
            {"who": {**OWN, "no_trait": "initiative"}, "add": 1},
            "Until end of turn, your troops that now do not have initiative get +1 power.",
            "Até o fim do turno, suas tropas que agora não têm iniciativa recebem +1 de poder.",
            1,
        ),
        (
            {"who": {**OWN, "as": "them"}, "add": 1},
            "Until end of turn, your troops now in play get +1 power.",
            "Até o fim do turno, suas tropas agora em jogo recebem +1 de poder.",
            1,
        ),
    ],
)
def test_r44_only_what_says_now_leaves_out_later_recruits(effect, english, portuguese, later):
    card = says(common("x", {"power": {**effect, "until": "turn"}}), english, portuguese)
    state = does(lay(match_of(card, common("y", RECRUIT)), "l1", "l1", my_hand="x y"), "play x", "play y")
    assert [power_of(state, unit) for unit in (0, 1)] == [2, later]


def test_r44_a_counted_number_is_counted_now():
    amount = {"count": {"of": "troop", "owner": "self"}}
    card = says(
        common("x", {"power": {"who": OWN, "add": amount, "until": "turn"}}),
        "Until end of turn, your troops get +1 power for each troop you have now.",
        "Até o fim do turno, suas tropas recebem +1 de poder para cada tropa que você tem agora.",
    )
    state = does(lay(match_of(card, common("y", RECRUIT)), "l1", "l1", my_hand="x y"), "play x", "play y")
    assert [power_of(state, unit) for unit in (0, 1)] == [2, 2]


def test_r44_what_is_picked_and_what_happens_at_once_need_no_now():
    says(
        common("x", {"power": {"who": {**OWN, "power": {"max": 1}, "pick": "one"}, "add": 1, "until": "turn"}}),
        "Until end of turn, one of your troops of power 1 or less gets +1 power.",
        "Até o fim do turno, uma de suas tropas de poder 1 ou menos recebe +1 de poder.",
    )
    says(
        common("x", {"draw": {"who": "self", "amount": {"count": {"of": "base", "owner": "self"}}}}),
        "Draw one card for each of your bases.",
        "Compre uma carta para cada uma de suas bases.",
    )


def test_r44_an_aura_is_always_live_and_never_says_now():
    aura = {"bonus": {"who": {**OWN, "power": {"max": 1}}, "amount": 1}}
    card = {"id": "x", "kind": "special", "icon": "star", "timing": {"window": ("main", "battle")}}
    says(
        {**card, "troop": {"power": 2, "aura": aura}},
        "Power 2. Your troops of power 1 or less deal 1 more damage.",
        "Poder 2. Suas tropas de poder 1 ou menos causam 1 de dano a mais.",
    )


# R45: M "the survivors", S "surviving troops".


def regrown():
    """Before the palace, after a battle with Regrow.

    Regrow: after this battle, recruit one troop on each of up to two of your heavy infantry bases.
    """
    match = match_of(shipped("spore-court", "regrow"))
    state = lay(match, "h1 c2", THREE_ROADS, my_hand="regrow", their_hand="knight")
    does(state, GO, "pass", "play regrow", "pass", "pick base 1.1 of player 1")
    assert (state.stage, shape(state, 0)) == (PALACE_BATTLE, "h2 c1")  # the base killed one cavalry
    return state


def test_r45_troops_recruited_after_the_battle_do_not_march():
    assert shape(does(regrown(), "pass"), 0) == "h1 c0"  # the palace killed those that had fought


def test_r45_a_position_keeps_who_marches():
    state = regrown()
    again = type(state).from_text(state.match, state.to_text())
    assert again.to_text() == state.to_text()
    assert shape(does(again, "pass"), 0) == "h1 c0"


def test_r45_troops_recruited_after_the_battle_did_not_fight_in_it():
    effects = [RECRUIT, {"destroy": {"who": {**OWN, "in": "battle"}}}]
    after = [{"delay": {"at": "battle_end", "effects": (effect,)}} for effect in effects]
    state = lay(match_of(common("x", *after)), "c1", "l2 l2", my_hand="x")
    assert shape(does(state, "play x", GO), 0) == "c1"


def test_r45_who_is_recruited_in_the_ability_step_fights_and_marches():
    state = lay(match_of(common("y", RECRUIT, window="battle")), "c1", THREE_ROADS, my_hand="y", their_hand="knight")
    does(state, GO, "pass", "play y", "pass")
    assert (state.stage, shape(state, 0)) == (PALACE_BATTLE, "c1")  # the base killed one of the two
    assert shape(does(state, "pass"), 0) == "c0"


def test_r45_who_is_recruited_at_the_palace_stays_at_home():
    state = lay(match_of(common("y", RECRUIT, window="battle")), "c2", THREE_ROADS, my_hand="y", their_hand="knight")
    does(state, GO, "pass", "pass")
    assert (state.stage, shape(state, 0)) == (PALACE_BATTLE, "c1")
    assert shape(does(state, "pass", "play y", "pass"), 0) == "c1"


# R42: M, Battles, step 4; S "bases, though, can only be damaged if ..."; the reminder on every base.

STRIKE_BASE = {"who": {"of": "base", "owner": "opponent", "in": "battle", "pick": "one"}, "amount": 4}
STRIKE_PALACE = {"who": {"of": "palace", "owner": "opponent", "in": "battle"}, "amount": 10}


@pytest.mark.parametrize(("theirs", "left"), [("c2 l0", "c2 l0"), ("l0 / c1", " / c1")])
def test_r42_damage_from_a_card_fells_a_base_only_if_it_is_unmanned(theirs, left):
    card = says(
        common("x", {"strike": STRIKE_BASE}, window="battle"),
        "Deal 4 damage to one enemy base in this battle.",
        "Cause 4 de dano a uma base inimiga nesta batalha.",
    )
    state = does(lay(match_of(card, config=STAY), "l1", theirs, my_hand="x"), GO, "play x")
    assert shape(state, 1) == left


def test_r42_a_card_may_say_even_if_defended():
    card = says(
        common("x", {"strike": {**STRIKE_BASE, "even_if_defended": True}}, window="battle"),
        "Deal 4 damage to one enemy base in this battle, even if defended.",
        "Cause 4 de dano a uma base inimiga nesta batalha, mesmo que defendida.",
    )
    state = does(lay(match_of(card), "l1", "c2 s0", my_hand="x"), GO, "play x", "pick base 1.2 of player 2")
    assert shape(state, 1) == "c2"


@pytest.mark.parametrize(
    ("guard", "even", "falls"), [("", False, True), ("knight", False, False), ("knight", True, True)]
)
def test_r42_damage_from_a_card_does_not_reach_past_a_guard_of_the_palace(guard, even, falls):
    card = says(
        common("x", {"strike": {**STRIKE_PALACE, "even_if_defended": even}}, window="battle"),
        "Deal 10 damage to the enemy palace in this battle" + (", even if defended." if even else "."),
        "Cause 10 de dano ao palácio inimigo nesta batalha" + (", mesmo que defendido." if even else "."),
    )
    state = does(lay(match_of(card), "l1", "/ l0 l0 l0", my_hand="x", their_palace=guard), GO, "play x")
    assert (state.winner == 0) == falls


def test_r42_a_guard_of_the_territories_defends_its_bases_too():
    match = match_of(common("x", {"strike": STRIKE_BASE}, window="battle"), config=STAY)
    state = does(lay(match, "l1", "l0 / s0 s0 s0", my_hand="x", their_palace="sentry"), GO, "play x")
    assert shape(state, 1) == "l0 / s0 s0 s0"


def test_r42_to_destroy_is_not_to_damage():
    card = says(
        common(
            "x",
            {"destroy": {"who": {"of": "base", "owner": "opponent", "in": "battle", "pick": "one"}}},
            window="battle",
        ),
        "Destroy one enemy base in this battle.",
        "Destrua uma base inimiga nesta batalha.",
    )
    state = does(lay(match_of(card, config=STAY), "l1", "c2 / l0", my_hand="x"), GO, "play x", "stay")
    assert shape(state, 1) == " / l0"


AREA_BASES = {"who": {"of": "base", "owner": "opponent", "in": "battle"}, "amount": 4, "until": "turn"}


@pytest.mark.parametrize("damage", ["auto", "choose"])
@pytest.mark.parametrize(("theirs", "left"), [("c1 s0", "c1 s0"), ("l1 s0", "")])
def test_r42_what_troops_also_deal_to_bases_counts_once_this_step_leaves_them_unmanned(theirs, left, damage):
    """Until end of turn, in combat each of your light infantry also deals 4 damage to each enemy base."""
    area = {"area": {**AREA_BASES, "from": {**OWN, "type": "light_infantry", "in": "battle"}}}
    match = match_of(common("x", area), config=Config(damage=damage, palace_advance="may"))
    state = does(lay(match, "l2", theirs, my_hand="x"), "play x", GO)
    while state.phase == Phase.HIT:
        state.apply_action(state.legal_actions()[-1])
    assert shape(state, 1) == left


def test_r42_what_troops_also_deal_even_if_defended_counts_at_once():
    area = {"area": {**AREA_BASES, "from": {**OWN, "in": "battle"}, "even_if_defended": True}}
    card = says(
        common("x", area),
        "Until end of turn, in combat each of your troops also deals 4 damage to each enemy base, even if defended.",
        "Até o fim do turno, em combate, cada uma de suas tropas também causa 4 de dano a cada base inimiga, mesmo que "
        "defendida.",
    )
    assert shape(does(lay(match_of(card), "l1", "c2 s0 / l0", my_hand="x"), "play x", GO), 1) == " / l0"


@pytest.mark.parametrize(
    ("effect", "message"),
    [
        ({"strike": {"who": {**ENEMY, "in": "battle"}, "even_if_defended": True}}, "damages a troop even if defended"),
        (
            {"strike": {"who": {"of": "base", "in": "battle", "is": "manned"}}},
            "damages a base that troops defend, on which damage does not count",
        ),
        (
            {"strike": {"who": {"of": "base", "in": "battle", "is": "unmanned"}, "even_if_defended": True}},
            "damages a base that nobody defends, even if defended",
        ),
    ],
)
def test_r42_damage_that_never_counts_is_refused(effect, message):
    assert problems(common("x", effect, window="battle")) == [f"E315 strike of 'x' {message}"]


# R43: the text says "also"; each troop strikes in its own step.


def test_r43_troops_with_initiative_also_deal_their_damage_in_the_initiative_step():
    """Until end of turn, in combat each of your Twos also deals 1 damage to each enemy troop."""
    area = {
        "area": {"from": {**OWN, "type": "icon", "in": "battle"}, "who": {**ENEMY, "in": "battle"}, "until": "turn"}
    }
    card = says(
        troop("x", "shooter", area),
        "Until end of turn, in combat each of your Twos also deals 1 damage to each enemy troop.",
        "Até o fim do turno, em combate, cada um de seus Twos também causa 1 de dano a cada tropa inimiga.",
    )
    state = does(lay(match_of(card), "s1", "l2 l2 / l0", my_hand="x"), "play x", GO)
    assert (shape(state, 0), shape(state, 1)) == (
        "s0",
        "l0 l0 / l0",
    )  # all four died before they could strike; the bases killed it


def test_r43_who_dies_in_the_initiative_step_also_deals_nothing_in_the_regular_one():
    area = {"area": {"from": {**OWN, "in": "battle"}, "who": {**ENEMY, "in": "battle"}, "until": "turn"}}
    state = does(lay(match_of(common("x", area)), "l1", "s1 l1", my_hand="x"), "play x", GO)
    assert (shape(state, 0), shape(state, 1)) == ("l0", "s1 l1")


def test_r43_initiative_is_no_faster_against_bases():
    """Shooters also deal their damage to bases in the regular step, when nobody defends these any more (R01)."""
    area = {"area": {**AREA_BASES, "from": {**OWN, "type": "shooter", "in": "battle"}}}
    match = match_of(common("x", area), config=STAY)
    state = does(lay(match, "s1 c1", "l1 s0", my_hand="x"), "play x", GO)
    assert shape(state, 1) == ""


# R46: plain words.

SPARE = {"protect": {"who": OWN, "from": "sacrifice", "until": "turn"}}
WARD = {"protect": {"who": OWN, "from": "destroy", "until": "turn"}}


def test_r46_what_need_not_be_sacrificed_may_be():
    says(
        common("x", SPARE),
        "Until end of turn, your troops need not be sacrificed.",
        "Até o fim do turno, suas tropas não precisam ser sacrificadas.",
    )
    match = match_of(common("x", SPARE, {"destroy": {"who": OWN}}))
    for answers, left in (
        (["no more"], "l1 c1"),
        (["pick troop 1.1a of player 1", "no more"], "l0 c1"),
        (["pick troop 1.1a of player 1", "pick troop 1.2a of player 1"], "l0 c0"),
    ):
        assert shape(does(lay(match, "l1 c1", "l1", my_hand="x"), "play x", *answers), 0) == left


def test_r46_only_those_that_need_not_be_sacrificed_are_a_choice():
    light = {"protect": {"who": {**OWN, "type": "light_infantry"}, "from": "sacrifice", "until": "turn"}}
    state = does(lay(match_of(common("x", light, {"destroy": {"who": OWN}})), "l1 c1", "l1", my_hand="x"), "play x")
    assert choices(state) == ["pick troop 1.1a of player 1", "no more"]
    assert shape(does(state, "no more"), 0) == "l1 c0"


@pytest.mark.parametrize("ward", [SPARE, WARD])
def test_r46_a_protected_troop_may_be_sacrificed_as_a_cost(ward):
    pay = common("y", {"draw": {"who": "self"}}, cost={"sacrifice": {**OWN, "pick": "one"}})
    state = lay(match_of(common("x", ward), pay), "l1", "l1", my_hand="x y")
    assert shape(does(state, "play x", "play y"), 0) == "l0"


def test_r46_what_cannot_be_destroyed_is_safe_from_both_players():
    card = says(
        common("x", WARD, window="main"),
        "Outside battle. Until end of turn, your troops cannot, except by damage or as a cost, be destroyed by either "
        "player's abilities.",
        "Fora de batalha. Até o fim do turno, suas tropas não podem, exceto por dano ou como custo, ser destruídas por "
        "habilidades de nenhum dos lados.",
    )
    storm = common("y", {"destroy": {"who": {"of": "troop"}}})
    state = does(lay(match_of(card, storm), "l1", "l1", my_hand="x y"), "play x", "play y")
    assert (shape(state, 0), shape(state, 1)) == ("l1", "l0")
    state = does(lay(match_of(card, storm), "l1", "l1", my_hand="x", their_hand="y"), "play x", "play y")
    assert (shape(state, 0), shape(state, 1)) == ("l1", "l0")


# R47: the shipped Borrowed Mask.

TAKE = common("x", {"take": {"who": "opponent", "by": "self"}}, window="main")


def test_r47_a_taken_ability_works_for_its_taker_and_goes_back_to_its_owner():
    """First Light: until end of turn, your Elves have printed power 2."""
    match = match_of(TAKE, shipped("elves", "first-light"))
    state = does(lay(match, "l1", "l1", my_hand="x", their_hand="first-light"), "play x", "play first-light/2", "pass")
    assert [power_of(state, unit) for unit in (0, 18)] == [2, 1]
    does(state, "end turn")
    discards = [[match.names[design] for design in state.zones[ABILITY_DISCARD + player]] for player in (0, 1)]
    assert discards == [["x"], ["first-light/2"]]


def test_r47_a_taken_special_troop_serves_its_taker_and_goes_back_to_its_owner():
    state = lay(match_of(TAKE), "l0 l0 l0", "c2", my_hand="x", their_hand="knight")
    does(state, "play x", "play knight/2")
    assert (palace(state, 0), palace(state, 1)) == ("knight", "")
    remove_units(state, special_troops(state, 0))
    assert [state.match.names[design] for design in state.zones[ABILITY_DISCARD + 1]] == ["knight/2"]


def test_r47_a_taken_base_may_be_built_and_goes_back_to_its_owner():
    match = match_of(TAKE)
    name = next(
        name for design, name in enumerate(match.names) if match.kind[design] == BASE_CARD and match.army[design]
    )
    state = lay(match, "", "c2", my_hand="x", their_hand=name.split("/")[0])
    does(state, "play x")
    while f"build {name} on 1.1 of player 1" not in choices(state):
        state.apply_action(state.legal_actions()[0])
    does(state, f"build {name} on 1.1 of player 1")
    remove_units(state, 1 << BASE)
    assert [match.names[design] for design in state.zones[BASE_DISCARD + 1]] == [name]


# R50: M names no exception.


def test_r50_a_base_may_be_built_over_a_base_at_set_up():
    state = does(AttackState.new(named("elves", "samurai"), 1, first=0), *["draw base"] * 5, "keep", *["draw base"] * 5)
    does(state, "keep")
    state.apply_action(state.legal_actions()[0])
    first = state.bases[0]
    over = [text for text in choices(state) if text.endswith("on 1.1 of player 1")]
    does(state, over[0])
    assert state.zones[BASE_DISCARD] == (first,)


# R51: "full" and "room" speak of troops, and the words say so.


@pytest.mark.parametrize(("theirs", "cards"), [("l2", 1), ("l2 - c1", 0), ("l2 c2 / s2 s2 s2 / -", 2), ("", 0)])
def test_r51_a_territory_whose_bases_all_hold_two_troops_may_have_empty_slots(theirs, cards):
    for_each = {"of": {"of": "territory", "owner": "opponent", "is": "full"}, "effects": ({"draw": {"who": "self"}},)}
    card = says(
        common("x", {"for_each": for_each}),
        "For each enemy territory whose bases all hold two troops, draw one card.",
        "Para cada território inimigo cujas bases têm todas duas tropas, compre uma carta.",
    )
    state = does(lay(match_of(card), "l1", theirs, my_hand="x"), "play x")
    for _ in range(cards):
        does(state, "draw base")
    assert "draw base" not in choices(state)


def test_r51_room_is_room_for_a_troop():
    move = {"who": {**OWN, "pick": "one"}, "to": {"of": "base", "owner": "self", "is": "has_room", "pick": "one"}}
    says(
        common("x", {"move": move}),
        "Move one of your troops to another of your bases of the same type with room for a troop.",
        "Mova uma de suas tropas para outra de suas bases do mesmo tipo com vaga para uma tropa.",
    )


# R52: the effect of an arrival that lasts until the battle ends.

ARRIVAL = {"power": {"who": OWN, "add": 1, "until": "battle"}}


def arriving(*windows):
    return {
        "id": "x",
        "kind": "special",
        "icon": "star",
        "timing": {"window": windows},
        "troop": {"power": 2, "enter": (ARRIVAL,)},
    }


def test_r52_outside_battle_an_arrival_lasts_through_the_next_battle():
    card = says(
        arriving("main", "battle"),
        "Power 2. When it comes into play, your troops get +1 power until this battle ends or, outside battle, until the "
        "next one or the turn does.",
        "Poder 2. Ao entrar em jogo, suas tropas recebem +1 de poder até o fim desta batalha ou, fora de batalha, até o fim "
        "da próxima ou do turno.",
    )
    match = match_of(card)
    state = does(lay(match, "c2 l0 l0", "l2 l2 l2", my_hand="x"), "play x")
    assert power_of(state, 0) == 4
    assert power_of(does(state, GO), SPECIAL) == 2  # the battle is over
    state = does(lay(match, "c2 l0 l0", "l2 l2 l2", my_hand="x"), "play x", "end turn")
    assert power_of(state, 0) == 3
    state = lay(match, "c1 l0 l0 / c1", "l2 l2 l2 / l1", my_hand="x")
    does(state, GO, "play x")
    assert power_of(state, 6) == 3


def test_r52_an_arrival_in_battle_or_outside_battle_only_says_so():
    says(
        arriving("main"),
        "Play: outside battle. Power 2. When it comes into play, your troops get +1 power until the next battle or the turn ends.",
        "Jogue: fora de batalha. Poder 2. Ao entrar em jogo, suas tropas recebem +1 de poder até o fim da próxima batalha ou "
        "do turno.",
    )
    says(
        arriving("battle"),
        "Play: in battle. Power 2. When it comes into play, your troops get +1 power until this battle ends.",
        "Jogue: em batalha. Poder 2. Ao entrar em jogo, suas tropas recebem +1 de poder até o fim desta batalha.",
    )


# Effects that can never work, and an aura that renews every battle.


@pytest.mark.parametrize(
    "card",
    [
        common("x", {"bypass": {"who": {**OWN, "in": "defending"}, "until": "turn"}}),
        common(
            "x",
            {"bypass": {"who": {**OWN, "in": "battle"}, "until": "battle"}},
            timing={"window": "battle", "side": "defender"},
        ),
        common("x", {"bypass": {"who": OWN, "until": "turn"}}, timing={"window": "main", "turn": "opponent"}),
        common("x", {"bypass": {"who": ENEMY, "until": "turn"}}, timing={"window": "main", "turn": "own"}),
    ],
)
def test_defending_troops_that_may_hit_manned_bases_are_refused(card):
    assert problems(card) == ["E315 bypass of 'x' is for troops that only defend, but only attackers can hit bases"]


@pytest.mark.parametrize(
    "card",
    [
        common("x", {"bypass": {"who": {**OWN, "in": "attacking"}, "until": "turn"}}),
        common("x", {"bypass": {"who": OWN, "until": "turn"}}, timing={"window": "main", "turn": "own"}),
        common("x", {"bypass": {"who": ENEMY, "until": "turn"}}, timing={"window": "main", "turn": "opponent"}),
    ],
)
def test_attacking_troops_may_hit_manned_bases(card):
    assert problems(card) == []


def test_a_side_on_which_players_never_are_is_refused():
    rise = {"power": {"who": {**OWN, "in": "defending"}, "add": 1, "until": "turn"}}
    assert problems(common("x", rise, timing={"window": "main", "turn": "own"})) == [
        "E315 power of 'x' selects a troop with 'in: defending', but its player is the attacker"
    ]


def test_an_aura_ignores_damage_anew_in_each_battle_and_says_so():
    ward = {"id": "x", "kind": "special", "icon": "star", "timing": {"window": ("main", "battle")}}
    ward["troop"] = {"power": 2, "aura": {"soak": {"who": "self", "amount": 1}}}
    says(
        ward,
        "Power 2. In each battle ignore up to 1 damage to your troops.",
        "Poder 2. Em cada batalha ignore até 1 de dano contra suas tropas.",
    )
    state = lay(match_of(ward), "l1 / l1", "h1 l0 l0 / h1", their_palace="x")
    for site in (1, 2):
        does(state, f"attack territory {site} -> territory {site}")
    assert shape(state, 1) == "h1 l0 l0 / h1"


# R48, R49: what simulations need so that games end is not what people play by.


def test_r48_r49_people_play_without_the_tournament_rule_and_may_repeat_attacks():
    assert settings_at_table(AttackRules().settings_type) == {"repeat_idle_attack": "yes", "must_act": "no"}
    assert (Config().must_act, Config().repeat_idle_attack) == (True, False)


# Answers of the leaflet to questions that follow from the rules, each as a case.


def test_what_kills_the_troops_on_a_base_does_not_reach_special_troops():
    fire = says(
        common(
            "x",
            {"destroy": {"who": {"of": "troop", "in": "$b"}}},
            choose=({"of": "base", "owner": "opponent", "pick": "one", "as": "b"},),
        ),
        "Destroy all troops on one enemy base.",
        "Destrua todas as tropas em uma base inimiga.",
    )
    state = does(lay(match_of(fire), "l1", "c2 l0 l0", my_hand="x", their_palace="knight"), "play x")
    assert all("special" not in text for text in choices(state))
    does(state, "pick base 1.1 of player 2")
    assert (shape(state, 1), palace(state, 1)) == ("c0 l0 l0", "knight")


@pytest.mark.parametrize(("territories", "room"), [("l1 l0 l0", False), ("l1 l0 l0 / l0 l0 l0", True)])
def test_a_unique_troop_does_not_replace_a_unique_one_at_the_limit(territories, room):
    state = lay(match_of(), territories, "l0", my_hand="rival", my_palace="duellist")
    assert ("play rival" in choices(state)) == room


def test_building_over_a_base_of_a_complete_territory_costs_no_special_troop():
    state = lay(match_of(), "l0 l0 l0", "l0", my_palace="knight", phase=Phase.ANNOUNCE)
    does(state, "renew", *["draw base"] * 4)
    does(state, next(text for text in choices(state) if text.endswith("on 1.2 of player 1")))
    assert (len(state.zones[BASE_DISCARD]), palace(state, 0)) == (1, "knight")


def test_a_base_of_power_0_falls_in_the_step_that_leaves_it_unmanned():
    weaken = common("x", {"power": {"who": {"of": "base", "owner": "opponent"}, "set": 0, "until": "turn"}})
    match = match_of(weaken, config=STAY)
    assert shape(does(lay(match, "l1", "l0", my_hand="x"), "play x"), 1) == "l0"  # outside battle it stands
    assert shape(does(lay(match, "l1", "h1", my_hand="x"), "play x", GO), 1) == "h1"  # while a troop defends it, too
    assert shape(does(lay(match, "s1", "l1", my_hand="x"), "play x", GO), 1) == ""  # initiative leaves it unmanned
