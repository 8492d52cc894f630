"""Thirty-five more combinations of cards, events and abilities; see `test_combinations`.

Predicted from the printed sentences before the engine ran, by somebody who wrote neither.
"""

from __future__ import annotations

from collections.abc import Callable

from cardgen.games.stonewater_weir.engine.combat.enemy_attack import attack_from, take_hits
from cardgen.games.stonewater_weir.engine.combat.hero_attack import attack_numbers
from cardgen.games.stonewater_weir.engine.combat.march import march_all
from cardgen.games.stonewater_weir.engine.field.spawning import spawn_card
from cardgen.games.stonewater_weir.engine.phases.enemies import begin_enemies, trigger
from cardgen.games.stonewater_weir.engine.phases.round_end import pay_food, round_end
from cardgen.games.stonewater_weir.engine.phases.turns import next_turn
from cardgen.games.stonewater_weir.engine.state.actions import AREA, BUILDING, HERO, SHOOT, USE_BUILDING, WIND
from cardgen.games.stonewater_weir.engine.state.places import (
    DAMAGED,
    DEAD,
    DESTROYED,
    EAST,
    FISH_MARKET,
    FORGE_HALL,
    GRANARY,
    HOME,
    NORTH,
    OTTER_INN,
    RAIN_TOWER,
    SOUTH,
    UNDERCROFT,
    UNITS,
    WALL,
    WEST,
    WHOLE,
    Cause,
)
from cardgen.games.stonewater_weir.engine.turn.accounts import cost_of
from cardgen.games.stonewater_weir.engine.turn.attacks import attack_with, charge_with
from cardgen.games.stonewater_weir.engine.turn.cards import receive_card, use_stored
from cardgen.games.stonewater_weir.engine.turn.free_abilities import use_ability
from cardgen.games.stonewater_weir.engine.turn.options import hero_options
from cardgen.games.stonewater_weir.engine.turn.perform import perform
from cardgen.games.stonewater_weir.engine.turn.visits import visit_building
from tests.games.stonewater_weir.engine.siege import (
    BETTANY,
    DOV,
    OREN,
    TAMSIN,
    ability,
    area,
    ends,
    options_of,
    position,
    put,
    rolls,
    run,
    units,
)
from tests.games.stonewater_weir.engine.test_combinations import card_of, happen, turn_of


def ale_under_a_torn_banner() -> tuple[object, object]:
    """The ale takes 1 morale, and the attack brings none."""
    table = turn_of(DOV, "strong-ale")
    happen(table, "torn-banner")
    put(table, "north 1", mudling=1)
    run(table, use_stored, DOV, card_of(table, "strong-ale"))
    run(table, attack_with, DOV, area("north 1"), -1, answers=rolls(4, 1, 1))
    return (table.morale[DOV], units(table, "north 1")), (4, {})


def a_torn_banner_over_the_undercurrent() -> tuple[object, object]:
    """The attack brings none, and the banishing 2, by whatever means."""
    table = turn_of(DOV, abilities=ability("str_plus2"))
    table.strength_tokens[DOV] = 1
    happen(table, "torn-banner")
    table.undercurrent, table.tether = area("north 1"), 1
    run(table, attack_with, DOV, area("north 1"), -1, answers=rolls(4))
    return (table.undercurrent, table.morale[DOV]), (-1, 7)


def a_torn_banner_behind_the_long_arm() -> tuple[object, object]:
    """A shot is no attack from the wall."""
    table = turn_of(DOV)
    happen(table, "torn-banner")
    table.arm = NORTH
    put(table, "north 3", mudling=2)
    run(table, perform, DOV, SHOOT, answers=rolls(table.tables.arm.index(2) + 1))
    return table.morale[DOV], 6


def an_arm_through_the_tether() -> tuple[object, object]:
    """Three hits: one for the Tether and two for Mudlings; 1 morale for the shot and 2 for the banishing."""
    table = turn_of(DOV)
    table.arm, table.undercurrent, table.tether = NORTH, area("north 3"), 1
    put(table, "north 3", mudling=3)
    run(table, perform, DOV, SHOOT, answers=rolls(table.tables.arm.index(3) + 1))
    return (units(table, "north 3"), table.undercurrent, table.morale[DOV]), ({"mudling": 1}, -1, 8)


def soup_and_eels() -> tuple[object, object]:
    """Two events of a season: 2 - 1 + 1 food; who pays none pays none."""
    table = turn_of(DOV, abilities=ability("no_food"))
    for event in ("soup-line", "eels-in-the-well"):
        happen(table, event)
    table.food = [3] * 6
    pay_food(table)
    return [table.food[hero] for hero in (OREN, DOV)], [1, 3]


def eels_at_the_last_gate() -> tuple[object, object]:
    """The Runner is home, but nobody has the 3 food."""
    table = turn_of(DOV)
    happen(table, "eels-in-the-well")
    table.round, table.food, table.runner = 12, [2] * 6, HOME + EAST
    return ends(table, round_end), Cause.HEROES


def rats_and_a_ladle() -> tuple[object, object]:
    """A roll of 1 brings nothing with the rats, and 1 with both."""
    found = []
    for more in (0, ability("food_plus1")):
        table = turn_of(DOV, abilities=more)
        happen(table, "granary-rats")
        table.food[DOV] = 0
        run(table, visit_building, DOV, GRANARY, answers=rolls(1))
        found.append(table.food[DOV])
    return found, [0, 1]


def a_toll_in_the_undercroft() -> tuple[object, object]:
    """A 2 is the yellow die in gold: 2, 1 lower by the dispute and 1 higher by the thumb."""
    table = turn_of(DOV, abilities=ability("gold_plus1"))
    happen(table, "toll-dispute")
    table.gold[DOV] = 0
    run(table, visit_building, DOV, UNDERCROFT, answers=rolls(2, 4))
    return table.gold[DOV], 2


def oars_past_a_damaged_undercroft() -> tuple[object, object]:
    """The ability makes the roll, without an action; no building is used."""
    table = turn_of(DOV)
    table.buildings[UNDERCROFT], table.gold[DOV] = DAMAGED, 0
    run(table, use_ability, DOV, ability("smuggle_free"), answers=rolls(2, 6))
    return (table.gold[DOV], table.actions), (3, 3)


def a_dash_that_acts_twice_after_a_bell() -> tuple[object, object]:
    """3 - 1 actions, and one more twice."""
    table = turn_of(DOV, "rooftop-dash", abilities=ability("double_tavern"))
    happen(table, "breach-bell")
    table.queue, table.active = (DOV,), -1
    next_turn(table)
    before = table.actions
    run(table, use_stored, DOV, card_of(table, "rooftop-dash"))
    return (before, table.actions), (2, 4)


def before_the_bell_and_the_bell() -> tuple[object, object]:
    """3 + 1 - 1 actions; that of the Long Arm is another."""
    table = turn_of(DOV, abilities=ability("action_plus1") | ability("catapult_plus1"))
    happen(table, "breach-bell")
    table.queue, table.active = (DOV,), -1
    next_turn(table)
    return (table.actions, table.arm_actions), (3, 1)


def broth_that_acts_twice() -> tuple[object, object]:
    """One hero gains 3, and then one, the same or another."""
    table = turn_of(DOV, "bed-and-broth", abilities=ability("double_tavern"))
    table.morale[OREN], table.morale[BETTANY] = 2, 4
    answers = [HERO + OREN, HERO + BETTANY]
    run(table, use_stored, DOV, card_of(table, "bed-and-broth"), answers=answers)
    return (table.morale[OREN], table.morale[BETTANY]), (5, 7)


def dice_that_act_twice_in_a_toll_dispute() -> tuple[object, object]:
    """Yellow 2 and 3, each 1 lower; 2 food; the printed morale once."""
    table = turn_of(DOV, "dice-game", abilities=ability("double_tavern"))
    happen(table, "toll-dispute")
    table.gold[DOV], table.food[DOV] = 0, 1
    run(table, use_stored, DOV, card_of(table, "dice-game"), answers=rolls(3, 5))
    return (table.gold[DOV], table.food[DOV], table.morale[DOV]), (3, 3, 4)


def ale_with_the_last_morale() -> tuple[object, object]:
    """Only instant cards leave the last one."""
    table = turn_of(DOV, "strong-ale")
    table.morale[DOV] = 1
    run(table, use_stored, DOV, card_of(table, "strong-ale"))
    return table.is_alive(DOV), False


def songs_do_not_wake_the_dead() -> tuple[object, object]:
    """The dead have no morale to gain."""
    table = turn_of(TAMSIN, "weir-songs")
    table.morale[OREN], table.place[OREN] = 0, DEAD
    run(table, use_stored, TAMSIN, card_of(table, "weir-songs"))
    return (table.is_alive(OREN), table.morale[OREN], table.morale[DOV]), (False, 0, 7)


def rain_moves_units_only() -> tuple[object, object]:
    """The Undercurrent is none; Spittoads that are pushed into zone 3 march back."""
    table = turn_of(OREN, "call-the-rain")
    put(table, "west 2", spittoad=2)
    table.undercurrent, table.tether = area("west 2"), 6
    run(table, use_stored, OREN, card_of(table, "call-the-rain"), answers=[AREA + area("west 2")])
    pushed = units(table, "west 3")
    march_all(table)
    return (pushed, units(table, "west 2"), table.undercurrent), ({"spittoad": 2}, {"spittoad": 2}, area("west 1"))


def rain_that_echoes_costs_once() -> tuple[object, object]:
    """Zone 1, then zone 2 with those that came there, for 1 gold."""
    table = turn_of(OREN, "call-the-rain", abilities=ability("double_sorcery"))
    put(table, "east 1", mudling=1)
    put(table, "east 2", matron=1)
    answers = [AREA + area("east 1"), AREA + area("east 2")]
    run(table, use_stored, OREN, card_of(table, "call-the-rain"), answers=answers)
    return (units(table, "east 3"), table.gold[OREN]), ({"mudling": 1, "matron": 1}, 3)


def an_undertow_under_what_never_marches() -> tuple[object, object]:
    """Wreckbacks never march, and the Undercurrent is no unit."""
    table = turn_of(DOV)
    put(table, "east 3", mudling=1, matron=1, wreckback=1)
    table.undercurrent, table.tether = area("east 3"), 6
    happen(table, "undertow")
    found = (units(table, "east 3"), units(table, "east 2"), table.undercurrent)
    return found, ({"wreckback": 1}, {"mudling": 1, "matron": 1}, area("east 3"))


def lightning_beside_the_runner() -> tuple[object, object]:
    """Only hits of the Long Arm and of Flood Charges that are left kill the Runner."""
    table = turn_of(OREN, "forked-lightning")
    put(table, "east 2", mudling=1)
    table.runner = area("east 2")
    answers = [AREA + area("east 2"), *rolls(3, 6, 6)]
    run(table, use_stored, OREN, card_of(table, "forked-lightning"), answers=answers)
    return (units(table, "east 2"), table.runners_lost), ({}, 0)


def a_watch_beside_the_runner() -> tuple[object, object]:
    """No hit that is left over kills the Runner, and no morale is gained."""
    table = turn_of(TAMSIN, "night-watch")
    put(table, "east 2", mudling=1)
    watch = card_of(table, "night-watch")
    run(table, use_stored, TAMSIN, watch, answers=[AREA + area("east 2")])
    begin_enemies(table)
    table.runner = area("east 2")
    run(table, trigger, area("east 2"), watch, answers=rolls(3, 3, 3, 3, 3))
    return (units(table, "east 2"), table.runners_lost, table.morale[TAMSIN]), ({}, 0, 5)


def frost_beside_the_runner() -> tuple[object, object]:
    """Units kill the Runner before the tactics cards take effect."""
    table = turn_of(OREN, "hoarfrost")
    put(table, "east 2", mudling=1)
    table.runner = area("east 2")
    run(table, use_stored, OREN, card_of(table, "hoarfrost"), answers=[AREA + area("east 2")])
    begin_enemies(table)
    return table.runners_lost, 1


def frost_does_not_hold_the_undercurrent() -> tuple[object, object]:
    """It holds units; the Undercurrent enters past the hero on the wall."""
    table = turn_of(OREN, "hoarfrost")
    put(table, "west 1", mudling=1)
    table.undercurrent, table.tether, table.place[OREN] = area("west 1"), 6, WALL + WEST
    frost = card_of(table, "hoarfrost")
    run(table, use_stored, OREN, frost, answers=[AREA + area("west 1")])
    begin_enemies(table)
    run(table, trigger, area("west 1"), frost)
    return ends(table, march_all), Cause.BREACH


def a_shield_in_the_inn_under_two_wreckbacks() -> tuple[object, object]:
    """One hit is ignored, the other costs 1; the Inn is protected, the Undercroft falls."""
    table = turn_of(DOV, "bellmetal-shield")
    table.place[DOV] = OTTER_INN
    put(table, "north 3", wreckback=2)
    run(table, attack_from, area("north 3"))
    found = (table.morale[DOV], table.buildings[OTTER_INN], table.buildings[UNDERCROFT])
    return found, (4, WHOLE, DESTROYED)


def a_shield_over_a_coat() -> tuple[object, object]:
    """One hit each: of three, one is left."""
    table = turn_of(DOV, "bellmetal-shield", abilities=ability("ignore1"))
    run(table, take_hits, DOV, 3)
    return table.morale[DOV], 4


def strings_a_quiver_and_a_bow() -> tuple[object, object]:
    """2 - 1 + 1 dice."""
    table = turn_of(DOV, abilities=ability("z2_dice1"))
    happen(table, "wet-bowstrings")
    numbers = attack_numbers(table, DOV, area("north 2"), [card_of(table, "alder-bow")])
    return (numbers.dice, numbers.strength, numbers.target), (2, 2, 5)


def a_temper_a_boathook_and_a_second_swing() -> tuple[object, object]:
    """Two dice by the card or by the temper, and one more."""
    table = turn_of(DOV, abilities=ability("z1_roll2") | ability("z1_dice1"))
    numbers = attack_numbers(table, DOV, area("north 1"), [card_of(table, "boathook")])
    return (numbers.dice, numbers.strength, numbers.target), (3, 1, 4)


def a_boathook_that_misses() -> tuple[object, object]:
    """Its push comes after the attack, whatever that did."""
    table = turn_of(DOV, "boathook")
    put(table, "north 1", mudling=1)
    run(table, attack_with, DOV, area("north 1"), card_of(table, "boathook"), answers=rolls(1, 1))
    return (units(table, "north 2"), table.morale[DOV]), ({"mudling": 1}, 5)


def a_log_run_beside_a_bow() -> tuple[object, object]:
    """A Flood Charge has its own four dice and strength 2, and no morale is printed on it."""
    table = turn_of(DOV, "log-run", "alder-bow")
    put(table, "north 1", reaver=1)
    put(table, "north 2", matron=1)
    run(table, charge_with, DOV, NORTH, card_of(table, "log-run"), answers=rolls(4, 1, 1, 1, 4, 1, 1, 1))
    return (units(table, "north 1"), units(table, "north 2"), table.morale[DOV]), ({}, {}, 5)


def a_backwash_without_mudlings() -> tuple[object, object]:
    """Reavers stand in for them."""
    table = turn_of(OREN)
    table.supply[UNITS.index("mudling")] = 0
    run(table, receive_card, OREN, card_of(table, "backwash"), answers=[WIND + EAST])
    return units(table, "east 3"), {"reaver": 2}


def wrecks_adrift_without_wreckbacks() -> tuple[object, object]:
    """One Reaver and two Mudlings come instead."""
    table = turn_of(OREN)
    table.supply[UNITS.index("wreckback")] = 0
    event = next(event for event in table.tables.events if event.id == "wrecks-adrift")
    run(table, event.begin, answers=[WIND + SOUTH])
    return units(table, "south 3"), {"reaver": 1, "mudling": 2}


def slack_water_on_single_units() -> tuple[object, object]:
    """One fewer of one is none, also of another unit; of two Mudlings the elite one is left."""
    table = position("round: 4")
    happen(table, "slack-water")
    ids = [card.id for card in table.tables.enemies]
    for card, bank in (("silted-oars", "east"), ("barge-shell", "west"), ("reavers-at-dusk", "south")):
        spawn_card(table, ids.index(card), area(f"{bank} 3"))
    return [units(table, f"{bank} 3") for bank in ("east", "west", "south")], [{}, {}, {"reaver": 1}]


def porters_carry_a_hero_off_a_wall() -> tuple[object, object]:
    """Not into a ruin, but into a closed or damaged building; and the wall that is left is open."""
    table = turn_of(DOV, "company-of-porters")
    happen(table, "leaky-casks")
    table.buildings[GRANARY], table.buildings[FORGE_HALL], table.place[OREN] = DESTROYED, DAMAGED, WALL + NORTH
    put(table, "north 1", mudling=1)
    porters = card_of(table, "company-of-porters")
    places = options_of(table, use_stored, DOV, porters, answers=[HERO + OREN])
    free = [BUILDING + building in places for building in (GRANARY, FORGE_HALL, OTTER_INN)]
    run(table, use_stored, DOV, porters, answers=[HERO + OREN, BUILDING + OTTER_INN])
    return (free, ends(table, march_all)), ([False, True, True], Cause.BREACH)


def a_load_for_one_building_and_none_for_a_ruin() -> tuple[object, object]:
    """Two reinforcements on any buildings, also on the same; a ruin is out of play."""
    table = turn_of(DOV, "masons-load")
    table.buildings[FISH_MARKET] = DESTROYED
    load = card_of(table, "masons-load")
    ruin = BUILDING + FISH_MARKET in options_of(table, use_stored, DOV, load)
    run(table, use_stored, DOV, load, answers=[BUILDING + GRANARY] * 2)
    return (ruin, table.reinforced[GRANARY]), (False, 2)


def a_chant_under_a_thunderhead() -> tuple[object, object]:
    """Nobody has less than no lamplight or more than 3; the Rain Tower is closed."""
    table = turn_of(OREN, "lamp-chant", abilities=ability("double_sorcery"))
    table.lamplight[DOV], table.lamplight[OREN] = 0, 3
    happen(table, "thunderhead")
    run(table, use_stored, OREN, card_of(table, "lamp-chant"))
    closed = USE_BUILDING + RAIN_TOWER not in hero_options(table, OREN)
    return (table.lamplight[OREN], table.lamplight[DOV], closed), (3, 2, True)


def a_drop_on_a_market_day() -> tuple[object, object]:
    """4 - 1 gold; what is free costs no less than nothing."""
    table = turn_of(BETTANY)
    happen(table, "market-day")
    drop = card_of(table, "weir-drop")
    return [cost_of(table, hero, drop) for hero in (DOV, BETTANY)], [3, 0]


CASES: tuple[Callable[[], tuple[object, object]], ...] = (
    ale_under_a_torn_banner, a_torn_banner_over_the_undercurrent, a_torn_banner_behind_the_long_arm,
    an_arm_through_the_tether, soup_and_eels, eels_at_the_last_gate, rats_and_a_ladle, a_toll_in_the_undercroft,
    oars_past_a_damaged_undercroft, a_dash_that_acts_twice_after_a_bell, before_the_bell_and_the_bell,
    broth_that_acts_twice, dice_that_act_twice_in_a_toll_dispute, ale_with_the_last_morale, songs_do_not_wake_the_dead,
    rain_moves_units_only, rain_that_echoes_costs_once, an_undertow_under_what_never_marches,
    lightning_beside_the_runner, a_watch_beside_the_runner, frost_beside_the_runner,
    frost_does_not_hold_the_undercurrent, a_shield_in_the_inn_under_two_wreckbacks, a_shield_over_a_coat,
    strings_a_quiver_and_a_bow, a_temper_a_boathook_and_a_second_swing, a_boathook_that_misses, a_log_run_beside_a_bow,
    a_backwash_without_mudlings, wrecks_adrift_without_wreckbacks, slack_water_on_single_units,
    porters_carry_a_hero_off_a_wall, a_load_for_one_building_and_none_for_a_ruin, a_chant_under_a_thunderhead,
    a_drop_on_a_market_day,
)  # fmt: skip


def test_what_a_reader_predicts_is_what_happens() -> None:
    assert len(CASES) == 35
    for case in CASES:
        found, predicted = case()
        assert found == predicted, case.__name__
