"""What each effect does, worked; and that the deck uses, words and plays the whole vocabulary."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import pytest

from cardgen.games.stonewater_weir.constants import CLASSES
from cardgen.games.stonewater_weir.effects import USES, Closable, Number, SiegeEffect
from cardgen.games.stonewater_weir.engine.combat.enemy_attack import attack_from, hits_to_ignore, take_hits
from cardgen.games.stonewater_weir.engine.combat.hero_attack import attack_numbers
from cardgen.games.stonewater_weir.engine.combat.march import march_all
from cardgen.games.stonewater_weir.engine.compiler import _card, _hero
from cardgen.games.stonewater_weir.engine.effects.compile import LASTING_STEPS, STEPS, compile_card, compile_event
from cardgen.games.stonewater_weir.engine.effects.rules import MODIFIERS
from cardgen.games.stonewater_weir.engine.effects.steps import Step
from cardgen.games.stonewater_weir.engine.field.spawning import spawn_card
from cardgen.games.stonewater_weir.engine.phases.enemies import begin_enemies, trigger
from cardgen.games.stonewater_weir.engine.phases.round_end import pay_food
from cardgen.games.stonewater_weir.engine.phases.turns import next_turn
from cardgen.games.stonewater_weir.engine.state.actions import (
    ACCEPT,
    AREA,
    BANK,
    BUILDING,
    CARD,
    CLASS,
    DECLINE,
    DONE,
    EVENT,
    GIVE,
    HERO,
    LEARN,
    SHOOT,
    TURN_ARM,
    UNIT,
    USE_BUILDING,
    WIND,
)
from cardgen.games.stonewater_weir.engine.state.asking import Unanswered
from cardgen.games.stonewater_weir.engine.state.lasting import Until, end_lasting
from cardgen.games.stonewater_weir.engine.state.places import (
    DAMAGED,
    DEAD,
    DESTROYED,
    FISH_MARKET,
    FORGE_HALL,
    GRANARY,
    HOME,
    LAMP_HOUSE,
    MUDLING,
    NORTH,
    OTTER_INN,
    RAIN_TOWER,
    REAVER,
    SOUTH,
    UNDERCROFT,
    WALL,
    WEST,
    WHOLE,
)
from cardgen.games.stonewater_weir.engine.state.position import (
    EVENT_DECK,
    KNOWN_EVENTS,
    POOL,
    SEASON_DECK,
    SiegePosition,
)
from cardgen.games.stonewater_weir.engine.state.story import Event, events_of
from cardgen.games.stonewater_weir.engine.town.rolls import has_light
from cardgen.games.stonewater_weir.engine.town.slots import set_stored, stored_cards
from cardgen.games.stonewater_weir.engine.turn.attacks import attack_with, charge_with
from cardgen.games.stonewater_weir.engine.turn.cards import cost_of, is_usable, use_stored
from cardgen.games.stonewater_weir.engine.turn.options import hero_options
from cardgen.games.stonewater_weir.engine.turn.visits import visit_building
from cardgen.games.stonewater_weir.schema import ResourceCard
from cardgen.plugin.rules.errors import LogError
from tests.games.stonewater_weir.engine.siege import (
    BETTANY,
    DOV,
    ILKA,
    TAMSIN,
    ability,
    all_units,
    area,
    deck,
    options_of,
    position,
    put,
    rolls,
    run,
    tables,
    units,
    with_card,
)

ALL = (TAMSIN, ILKA, DOV, BETTANY)


def step(until: Until = Until.ROUND, **effect: Any) -> Step:
    """The step of an effect, such as `gain={"track": "food"}`."""
    verb, arguments = SiegeEffect.model_validate(effect).verb
    return LASTING_STEPS[verb](arguments, until) if verb in LASTING_STEPS else STEPS[verb](arguments)


def do(
    table: SiegePosition,
    hero: int = TAMSIN,
    place: str = "",
    answers: list[int] | None = None,
    until: Until = Until.ROUND,
    **effect: Any,
) -> None:
    """Let an effect happen, for a hero, or (-1) for an event or a tactics card in a place such as `north 1`."""
    run(table, step(until, **effect).do, hero, area(place) if place else -1, answers=answers or [])


def would(table: SiegePosition, hero: int = TAMSIN, **effect: Any) -> bool:
    return step(**effect).would(table, hero)


def design(table: SiegePosition, name: str) -> int:
    return [card.id for card in table.tables.cards].index(name)


def turn_of(hero: int = TAMSIN) -> SiegePosition:
    table = position()
    table.active, table.actions = hero, 3
    return table


# Tracks


def test_gain_goes_to_the_user_to_one_to_all_or_to_the_first_hero():
    table = position()
    table.first = DOV
    table.food = [1] * 6
    do(table, gain={"track": "food", "amount": 2})
    do(table, gain={"track": "food", "amount": 2, "who": "hero"}, answers=[HERO + ILKA])
    do(table, gain={"track": "food", "who": "all"})
    do(table, -1, gain={"track": "food", "who": "first"})
    assert [table.food[hero] for hero in ALL] == [4, 4, 3, 2]


def test_gain_stops_at_the_limit_and_is_of_no_use_there():
    table = position()
    table.gold = [4] * 6
    assert not would(table, gain={"track": "gold", "who": "all"})
    table.gold[TAMSIN] = 3
    assert would(table, gain={"track": "gold"})
    do(table, gain={"track": "gold", "amount": 3})
    assert table.gold[TAMSIN] == 4


def test_gain_by_the_yellow_die_counts_what_changes_such_rolls():
    table = position()
    table.gold = [0] * 6
    do(table, gain={"track": "gold", "amount": "yellow"}, answers=rolls(6))
    do(table, -1, modify={"number": "gold_roll", "by": -1})
    do(table, ILKA, gain={"track": "gold", "amount": "yellow"}, answers=rolls(6))
    assert (table.gold[TAMSIN], table.gold[ILKA]) == (3, 2)
    do(table, -1, modify={"number": "gold_roll", "by": -2})
    do(table, ILKA, gain={"track": "gold", "amount": "yellow"}, answers=rolls(1))
    assert table.gold[ILKA] == 2


def test_an_ability_adds_to_a_roll_that_changes_have_brought_to_nought():
    table = position()
    table.gold, table.abilities[TAMSIN] = [0] * 6, ability("gold_plus1")
    do(table, -1, modify={"number": "gold_roll", "by": -1})
    do(table, gain={"track": "gold", "amount": "yellow"}, answers=rolls(1))
    assert (table.tables.yellow[0], table.gold[TAMSIN]) == (1, 1)


def test_actions_are_for_the_hero_whose_turn_it_is():
    table = turn_of(ILKA)
    for hero, left in ((TAMSIN, 3), (ILKA, 5)):
        do(table, hero, act={"amount": 2})
        assert table.actions == left


def test_nobody_says_where_units_drift_from_an_empty_zone():
    table = position()
    for effect in ({"drift": {}}, {"push": {}}):
        do(table, -1, "north 1", **effect)
    assert all_units(table) == {}


def test_what_was_halted_or_has_attacked_is_forgotten_with_the_next_phase_of_the_enemies():
    table = position()
    table.halted = table.attacked = 5
    run(table, begin_enemies)
    assert (table.halted, table.attacked) == (0, 0)


def test_losses_leave_one_morale_and_nothing_below_nought():
    table = position()
    table.morale[TAMSIN], table.morale[ILKA], table.morale[DOV], table.morale[BETTANY] = 5, 3, 1, 2
    do(table, -1, lose={"track": "morale", "amount": 3, "who": "all"})
    assert [table.morale[hero] for hero in ALL] == [2, 1, 1, 1]
    table.gold[TAMSIN] = 1
    do(table, lose={"track": "gold", "amount": 2})
    assert table.gold[TAMSIN] == 0
    assert not would(table, lose={"track": "gold"})


# Cards


def test_draw_takes_one_of_the_top_cards_and_puts_the_others_beneath():
    table = position()
    deck_of_market = POOL + CLASSES.index("market")
    eel, purse = design(table, "salted-eel"), design(table, "fat-purse")
    table.known[deck_of_market] = (purse, eel)
    set_stored(table, TAMSIN, [])
    do(table, draw={"deck": "market", "of": 2}, answers=[CLASS + CLASSES.index("market"), CARD + eel])
    assert stored_cards(table, TAMSIN) == [eel]
    assert table.known[deck_of_market] == ()
    assert table.beneath[deck_of_market] == (purse,)


def test_draw_from_a_season_deck_of_any_class():
    table = position()
    table.season_left = [0, 0, 0, 1]
    table.known = [()] * len(table.known)
    table.known[SEASON_DECK + 1] = (design(table, "salted-eel"),)
    assert would(table, draw={"deck": "any", "from": "season"})
    do(table, ILKA, draw={"deck": "any", "from": "season"}, answers=[CLASS + 1])
    assert stored_cards(table, ILKA) == [design(table, "salted-eel")]
    assert table.known[SEASON_DECK + 1] == ()
    table.season_left = [0] * 4
    assert not would(table, draw={"deck": "any", "from": "season"})


def test_draw_in_an_event_is_for_the_first_hero():
    table = position()
    table.first = ILKA
    table.known[POOL + 1] = (design(table, "salted-eel"),)
    do(table, -1, draw={"deck": "market"})
    assert stored_cards(table, ILKA) == [design(table, "salted-eel")]
    assert table.known[SEASON_DECK + 1] == ()


def test_exchange_needs_no_action():
    table = turn_of()
    eel = design(table, "salted-eel")
    set_stored(table, TAMSIN, [eel])
    do(table, exchange={}, answers=[HERO + ILKA, GIVE + eel, DONE][:2])
    assert stored_cards(table, ILKA) == [eel]
    assert table.actions == 3
    set_stored(table, ILKA, [])
    assert not would(table, exchange={})


def test_exchange_with_the_only_other_hero():
    table = position()
    table.place[DOV] = table.place[BETTANY] = DEAD
    eel = design(table, "salted-eel")
    set_stored(table, TAMSIN, [eel])
    do(table, exchange={}, answers=[HERO + ILKA, GIVE + eel])
    assert (stored_cards(table, TAMSIN), stored_cards(table, ILKA)) == ([], [eel])


def test_look_leaves_the_card_or_puts_it_beneath():
    table = position()
    event = table.piles[EVENT_DECK][0]
    table.known[KNOWN_EVENTS] = (event,)
    do(table, look={"deck": "events"}, answers=[DECLINE])
    assert table.known[KNOWN_EVENTS] == (event,)
    do(table, look={"deck": "events"}, answers=[ACCEPT])
    assert table.known[KNOWN_EVENTS] == ()


# Heroes


def test_act_gives_actions_in_ones_own_turn_only():
    table = turn_of()
    do(table, act={"amount": 2})
    assert table.actions == 5
    assert not would(table, ILKA, act={})


def test_move_goes_to_a_wall_or_a_free_building():
    table = turn_of()
    table.place[TAMSIN], table.place[ILKA], table.place[DOV] = WALL + NORTH, OTTER_INN, WALL + SOUTH
    table.buildings[GRANARY] = DESTROYED
    do(table, move={}, answers=[BANK + SOUTH])
    assert table.place[TAMSIN] == WALL + SOUTH
    do(table, move={"who": "hero"}, answers=[HERO + ILKA, BUILDING + LAMP_HOUSE])
    assert table.place[ILKA] == LAMP_HOUSE
    for taken in (LAMP_HOUSE, GRANARY):
        with pytest.raises(LogError):
            do(table, move={}, answers=[BUILDING + taken])


def test_boost_counts_in_the_next_wall_attack_and_then_no_more():
    table = turn_of()
    put(table, "north 2", mudling=3)
    before = attack_numbers(table, ILKA, area("north 2"))
    table.active = ILKA
    do(table, ILKA, boost={"dice": 2, "bonus": 1})
    after = attack_numbers(table, ILKA, area("north 2"))
    assert (after.dice, after.strength) == (before.dice + 2, before.strength + 1)
    assert attack_numbers(table, TAMSIN, area("south 3")).dice == 1
    run(table, attack_with, ILKA, area("north 2"), -1, answers=rolls(1, 1, 6))
    assert attack_numbers(table, ILKA, area("north 2")) == before
    assert not would(table, DOV, boost={"dice": 1})


def test_boost_rolls_misses_once_more():
    table = turn_of(ILKA)
    put(table, "north 2", mudling=1)
    do(table, ILKA, boost={"reroll": True})
    run(table, attack_with, ILKA, area("north 2"), -1, answers=[*rolls(1), ACCEPT, *rolls(5)])
    assert units(table, "north 2") == {}


def test_ward_ignores_hits_until_the_round_ends_or_as_long_as_the_card_is_stored():
    table = position()
    do(table, ward={"hits": 2})
    assert hits_to_ignore(table, TAMSIN) == 2
    end_lasting(table, Until.ROUND)
    set_stored(table, TAMSIN, [design(table, "bellmetal-shield")])
    assert hits_to_ignore(table, TAMSIN) == 1
    table.telling = True
    take_hits(table, TAMSIN, 2)
    assert (Event.CARD_USED, TAMSIN, design(table, "bellmetal-shield")) in [*events_of(table)]
    assert (hits_to_ignore(table, TAMSIN), table.morale[TAMSIN]) == (0, 4)


# Buildings


def test_repair_of_damaged_and_of_destroyed_buildings():
    table = position()
    assert not would(table, repair={})
    table.buildings[OTTER_INN], table.buildings[GRANARY], table.buildings[LAMP_HOUSE] = DAMAGED, DAMAGED, DESTROYED
    do(table, repair={}, answers=[BUILDING + GRANARY])
    do(table, repair={"what": "destroyed"})
    conditions = [table.buildings[building] for building in (OTTER_INN, GRANARY, LAMP_HOUSE)]
    assert conditions == [DAMAGED, WHOLE, DAMAGED]


def test_only_buildings_for_which_it_does_something_are_offered():
    table = position()
    conditions = {OTTER_INN: DAMAGED, GRANARY: DAMAGED, LAMP_HOUSE: DESTROYED, FORGE_HALL: DESTROYED}
    for building, condition in conditions.items():
        table.buildings[building] = condition
    for effect, offered in (
        ({"repair": {}}, {OTTER_INN, GRANARY}),
        ({"repair": {"what": "destroyed"}}, {LAMP_HOUSE, FORGE_HALL}),
        ({"reinforce": {}}, {*range(WALL)} - {LAMP_HOUSE, FORGE_HALL}),
    ):
        assert {*options_of(table, step(**effect).do, TAMSIN, -1)} == {BUILDING + at for at in offered}, effect


def test_reinforce_places_tokens_while_there_are_any():
    table = position()
    do(table, reinforce={"amount": 2}, answers=[BUILDING + OTTER_INN, BUILDING + RAIN_TOWER])
    assert (table.reinforced[OTTER_INN], table.reinforced[RAIN_TOWER]) == (1, 1)
    table.reinforced[OTTER_INN] = 7
    assert not would(table, reinforce={})


def test_damage_spares_what_is_damaged_already():
    table = position()
    do(table, damage={"building": "inn"})
    do(table, damage={"building": "inn"})
    assert table.buildings[OTTER_INN] == DAMAGED
    do(table, -1, damage={"amount": 1}, answers=[WIND + NORTH, BUILDING + UNDERCROFT])
    do(table, -1, damage={"amount": 2}, answers=[WIND + SOUTH, BUILDING + FISH_MARKET])
    assert [building for building in range(8) if table.buildings[building]] == [
        OTTER_INN,
        UNDERCROFT,
        FISH_MARKET,
        LAMP_HOUSE,
    ]


# Fields


def test_strike_hits_a_zone_with_dice_of_its_own():
    table = position()
    put(table, "north 2", mudling=2, reaver=1)
    put(table, "west 1", mudling=1)
    table.lamplight[TAMSIN] = 3
    do(
        table,
        strike={"dice": 3, "target": 3, "strength": 1, "zones": (2,)},
        answers=[AREA + area("north 2"), *rolls(2, 3, 6)],
    )
    assert units(table, "north 2") == {"reaver": 1}
    assert table.lamplight[TAMSIN] == 3
    assert not would(table, strike={"dice": 3, "target": 3, "strength": 1, "zones": (2,)})


def test_strike_of_a_tactics_card_hits_where_it_lies_and_stays_as_long_as_it_says():
    table = position()
    card = design(table, "drowned-ground")
    put(table, "west 1", mudling=1, reaver=2)
    table.tactics = ((area("west 1"), card, 0),)
    for phase, left in ((1, {"reaver": 2}), (2, {"reaver": 2}), (3, {"reaver": 1})):
        numbers = rolls(4, 1, 1) if phase != 2 else rolls(1, 1, 1)
        table.due = table.tactics
        run(table, trigger, area("west 1"), card, answers=numbers)
        assert units(table, "west 1") == left
    assert table.tactics == ()


def test_a_tactics_card_and_a_weapon_do_all_that_they_say_in_order():
    effects = (
        SiegeEffect.model_validate({"strike": {"dice": 1, "target": 3, "strength": 1}}),
        SiegeEffect.model_validate({"push": {}}),
        SiegeEffect.model_validate({"gain": {"track": "food", "amount": 2, "who": "all"}}),
    )
    for group, name in (("rainlore", "drowned-ground"), ("forge", "boathook")):
        card = next(card for card in getattr(deck(), group) if card.id == name)
        hooks = compile_card(card.model_copy(update={"effects": effects}))
        table = position()
        table.food = [1] * 6
        put(table, "west 1", mudling=2)
        if hooks.trigger:
            run(table, hooks.trigger, area("west 1"), answers=rolls(3))
        else:
            assert hooks.after_attack
            run(table, hooks.after_attack, TAMSIN, area("west 1"), 0, answers=rolls(3))
        assert (units(table, "west 1"), units(table, "west 2")) == ({}, {"mudling": 1}), name
        assert [table.food[hero] for hero in ALL] == [3] * 4, name


def test_push_moves_units_away_from_the_town():
    table = position()
    put(table, "east 1", mudling=2, reaver=1)
    do(table, push={"zones": (1, 2)}, answers=[AREA + area("east 1")])
    assert units(table, "east 2") == {"mudling": 2, "reaver": 1}
    do(table, place="east 2", push={"amount": 1}, answers=[UNIT + REAVER])
    assert (units(table, "east 2"), units(table, "east 3")) == ({"mudling": 2}, {"reaver": 1})
    do(table, place="east 3", push={})
    assert units(table, "east 3") == {"reaver": 1}


def test_a_weapon_pushes_after_its_attack():
    table = turn_of()
    card = design(table, "boathook")
    put(table, "north 1", mudling=2)
    set_stored(table, TAMSIN, [card])
    dice = attack_numbers(table, TAMSIN, area("north 1"), [card]).dice
    run(table, attack_with, TAMSIN, area("north 1"), card, answers=rolls(6, *[1] * (dice - 1)))
    assert (units(table, "north 1"), units(table, "north 2")) == ({}, {"mudling": 1})


def test_drift_moves_units_into_the_same_zone_of_a_neighbour():
    table = position()
    put(table, "south 3", mudling=2, matron=1)
    answers = [AREA + area("south 3"), BANK + WEST]
    do(table, drift={"zones": (2, 3)}, answers=answers)
    assert units(table, "west 3") == {"mudling": 2, "matron": 1}
    do(table, place="west 3", drift={"amount": 1}, answers=[BANK + NORTH, UNIT + MUDLING])
    assert units(table, "north 3") == {"mudling": 1}
    with pytest.raises(LogError):
        do(table, drift={"zones": (3,)}, answers=[AREA + area("west 3"), BANK + 1])


@pytest.mark.parametrize(("what", "attacks", "marches"), [("attack", 0, 1), ("march", 1, 0), ("both", 0, 0)])
def test_halt_keeps_units_from_attacking_or_marching(what, attacks, marches):
    table = position()
    put(table, "north 2", spittoad=1, mudling=1)
    table.place[TAMSIN] = WALL + NORTH
    do(table, halt={"what": what, "zones": (2,)})
    before = table.morale[TAMSIN]
    begin_enemies(table)
    run(table, attack_from, area("north 2"))
    march_all(table)
    assert before - table.morale[TAMSIN] == attacks
    assert units(table, "north 1") == ({"mudling": 1} if marches else {})


@pytest.mark.parametrize("zones", [(2, 3), (3, 2)])
def test_units_march_once_in_whatever_order_the_zones_are_stated(zones):
    table = position()
    put(table, "north 3", mudling=2)
    put(table, "north 2", mudling=1)
    do(table, march={"zones": zones})
    assert [units(table, f"north {zone}") for zone in (1, 2, 3)] == [{"mudling": 1}, {"mudling": 2}, {}]


def test_units_that_have_killed_the_runner_neither_attack_nor_march():
    table = position()
    put(table, "north 2", spittoad=1, mudling=1)
    table.place[TAMSIN] = WALL + NORTH
    before = table.morale[TAMSIN]
    table.halted = 1 << area("north 2")
    run(table, attack_from, area("north 2"))
    march_all(table)
    assert table.morale[TAMSIN] == before
    assert units(table, "north 1") == {}


def test_tether_falls_and_rises_while_the_undercurrent_is_there():
    table = position()
    assert not would(table, tether={"by": -4})
    do(table, -1, tether={"by": 3})
    assert (table.undercurrent, table.tether) == (-1, 0)
    table.undercurrent, table.tether = area("west 2"), 5
    do(table, -1, tether={"by": 3})
    do(table, tether={"by": -4})
    assert table.tether == 4
    do(table, tether={"by": -4})
    assert table.undercurrent == -1


def test_spawn_places_units_in_one_field_or_in_all():
    table = position()
    do(table, -1, spawn={"unit": "mudling", "amount": 2}, answers=[WIND + WEST])
    do(table, -1, spawn={"unit": "matron", "field": "each"})
    assert units(table, "west 3") == {"mudling": 2, "matron": 1}
    assert units(table, "north 3") == {"matron": 1}


def test_runner_goes_on_if_no_enemy_is_in_the_way():
    table = position()
    table.runner, table.runner_leg = area("north 2"), 1
    do(table, -1, runner={"zones": 2})
    assert table.runner == HOME + NORTH
    table.runner = area("north 2")
    put(table, "north 1", mudling=1)
    do(table, -1, runner={})
    assert table.runner == area("north 2")


def test_march_moves_the_units_of_a_zone_as_in_the_enemies_phase():
    table = position()
    put(table, "east 3", mudling=1, spittoad=1, wreckback=1)
    put(table, "east 2", mudling=1)
    do(table, -1, march={"zones": (3,)})
    assert units(table, "east 3") == {"wreckback": 1}
    assert units(table, "east 2") == {"mudling": 2, "spittoad": 1}


def test_surge_brings_the_undercurrent_or_raises_its_tether():
    table = position()
    do(table, -1, surge={}, answers=[WIND + SOUTH])
    assert (table.undercurrent, table.tether) == (area("south 3"), 10)
    table.tether = 3
    do(table, -1, surge={})
    assert table.tether == 8


# Events that last


def test_modify_changes_attacks_in_some_zones():
    table = position()
    before = [attack_numbers(table, TAMSIN, area(f"north {zone}")) for zone in (1, 2, 3)]
    do(table, -1, modify={"number": "target", "by": 1, "zones": (3,)})
    do(table, -1, modify={"number": "dice", "by": 1, "zones": (2, 3)})
    after = [attack_numbers(table, TAMSIN, area(f"north {zone}")) for zone in (1, 2, 3)]
    assert [new.target - old.target for new, old in zip(after, before, strict=True)] == [0, 0, 1]
    assert [new.dice - old.dice for new, old in zip(after, before, strict=True)] == [0, 1, 1]


def test_modify_never_takes_the_last_die():
    table = position()
    do(table, -1, modify={"number": "dice", "by": -1, "zones": (2, 3)})
    assert attack_numbers(table, TAMSIN, area("north 3")).dice == 1


def test_modify_changes_costs_rolls_upkeep_and_spawning():
    table = position()
    songs = design(table, "weir-songs")
    do(table, -1, modify={"number": "card_cost", "by": -1})
    assert (cost_of(table, TAMSIN, songs), cost_of(table, TAMSIN, design(table, "salted-eel"))) == (0, 0)
    do(table, -1, modify={"number": "food_roll", "by": -1})
    table.food[TAMSIN] = 0
    run(table, visit_building, TAMSIN, GRANARY, answers=rolls(6))
    assert table.food[TAMSIN] == 2
    do(table, -1, modify={"number": "upkeep", "by": 1})
    table.food = [4] * 6
    pay_food(table)
    assert [table.food[hero] for hero in ALL] == [1, 1, 1, 1]
    crawl = [card.id for card in table.tables.enemies].index("low-tide-rush")
    number = table.tables.enemies[crawl].spawn[1][1]
    do(table, -1, modify={"number": "spawn", "by": 1})
    spawn_card(table, crawl, area("north 3"))
    assert units(table, "north 3") == {"reaver": 1, "mudling": number}
    spawn_card(table, [card.id for card in table.tables.enemies].index("silted-oars"), area("west 3"))
    assert units(table, "west 3") == {"matron": 1, "spittoad": 1}  # one more also where another unit comes


def test_modify_of_cards_and_of_flood_charges():
    table = position("season cards: inn=3 market=3 rainlore=3 forge=3")
    assert cards_drawn_in(table, OTTER_INN) == 1
    do(table, -1, modify={"number": "cards", "by": 1})
    for building in (OTTER_INN, FISH_MARKET, RAIN_TOWER, FORGE_HALL):
        assert cards_drawn_in(table, building) == 2
    do(table, -1, modify={"number": "charge_dice", "by": -1})
    log_run = design(table, "log-run")
    put(table, "north 1", mudling=1)
    dice = table.tables.cards[log_run].dice - 1
    table.active, table.actions, table.gold[TAMSIN] = TAMSIN, 3, 4
    set_stored(table, TAMSIN, [log_run])
    run(table, charge_with, TAMSIN, NORTH, log_run, answers=rolls(*[1] * (2 * dice)))


def cards_drawn_in(table: SiegePosition, building: int) -> int:
    """Return how many cards Dov draws in a building; whatever is asked about them is answered in some way."""
    tape: list[int] = []
    while True:
        copy = table.copy()
        copy.active, copy.actions, copy.telling = DOV, 3, True
        copy.tape, copy.cursor = tape, 0
        try:
            visit_building(copy, DOV, building)
        except Unanswered:
            tape.append(copy.options[0])
        else:
            return sum(event[0] == Event.CARD_DRAWN for event in events_of(copy))


def test_modify_of_actions_counts_from_the_next_turn_on():
    table = position()
    do(table, -1, modify={"number": "actions", "by": -1})
    assert "actions" in MODIFIERS
    table.queue, table.active = (DOV,), -1
    next_turn(table)
    assert table.actions == 2


def test_modify_ends_with_its_event():
    table = position()
    do(table, -1, modify={"number": "dice", "by": 1}, until=Until.SEASON)
    end_lasting(table, Until.ROUND)
    assert attack_numbers(table, TAMSIN, area("north 3")).dice == 2
    end_lasting(table, Until.SEASON)
    assert attack_numbers(table, TAMSIN, area("north 3")).dice == 1


def test_forbid_closes_a_building_the_long_arm_lamplight_and_morale():
    table = turn_of()
    table.lamplight[TAMSIN] = 2
    assert USE_BUILDING + OTTER_INN in hero_options(table, TAMSIN)
    assert has_light(table, TAMSIN)
    for what in ("inn", "lamp_house", "long_arm", "lamplight", "attack_morale"):
        do(table, -1, forbid={"what": what})
    options = hero_options(table, TAMSIN)
    assert not {USE_BUILDING + OTTER_INN, USE_BUILDING + LAMP_HOUSE, LEARN, SHOOT, TURN_ARM + SOUTH} & {*options}
    assert USE_BUILDING + GRANARY in options
    assert not has_light(table, TAMSIN)
    put(table, "north 1", mudling=1)
    before = table.morale[TAMSIN]
    dice = attack_numbers(table, TAMSIN, area("north 1")).dice
    run(table, attack_with, TAMSIN, area("north 1"), -1, answers=rolls(*[6] * dice))
    assert (units(table, "north 1"), table.morale[TAMSIN]) == ({}, before)


# Cards and events as wholes


def test_a_permanent_card_acts_once_a_turn():
    table = turn_of()
    card = design(table, "stormglass")
    set_stored(table, TAMSIN, [])
    table.slots[0] = card
    assert is_usable(table, TAMSIN, card)
    run(table, use_stored, TAMSIN, card, answers=[EVENT + table.piles[EVENT_DECK][0], DECLINE])
    assert stored_cards(table, TAMSIN) == [card]
    assert not is_usable(table, TAMSIN, card)


def test_a_card_is_used_while_any_of_its_effects_helps():
    table = turn_of()
    still = compile_card(next(card for card in deck().rainlore if card.id == "still-water"))
    table.lamplight[TAMSIN] = 3
    assert still.can_use and still.use
    assert not still.can_use(table, TAMSIN)
    table.lamplight[TAMSIN] = 2
    assert still.can_use(table, TAMSIN)


def test_an_event_does_all_that_it_says():
    table = position()
    table.lamplight = [2] * 6
    begin = compile_event(next(event for event in deck().events if event.id == "thunderhead")).begin
    assert begin
    run(table, begin)
    table.active, table.actions = TAMSIN, 3
    assert table.lamplight[TAMSIN] == 1
    assert USE_BUILDING + RAIN_TOWER not in hero_options(table, TAMSIN)


def test_the_deck_uses_the_whole_vocabulary():
    cards = [card for name in CLASSES for card in getattr(deck(), name)]
    used = {effect.verb[0] for card in (*cards, *deck().events) for effect in card.effects}
    assert used == set(USES) == set(STEPS) | set(LASTING_STEPS) == set(SiegeEffect.model_fields)


def test_every_card_and_event_compiles_to_something():
    for card, rules in zip([card for name in CLASSES for card in getattr(deck(), name)], tables().cards, strict=True):
        assert rules.is_attack or rules.use or rules.trigger or rules.ward, card.id
    assert all(event.begin for event in tables().events)


def test_every_number_and_every_closed_thing_has_its_modifier():
    assert set(MODIFIERS) == set(get_args(Number))
    for what in get_args(Closable):
        assert step(forbid={"what": what})


def test_every_verb_has_a_worked_example_above():
    assert set(USES) <= set(re.findall(r"\b(\w+)=\{", Path(__file__).read_text("utf-8")))


def card_of(**stated: Any) -> ResourceCard:
    return ResourceCard.model_validate({"id": "x", "name": "X", "type": "permanent", **stated})


def test_a_ward_counts_by_itself_only_on_a_stored_card_that_does_not_attack() -> None:
    one, two, act = {"ward": {}}, {"ward": {"hits": 2}}, {"act": {}}
    bow = {"bonus": 1}
    for stated, ward, is_used, acts_after in (
        ({"effects": (two,)}, 2, False, False),
        ({"effects": (one, act, two)}, 3, True, False),
        ({"effects": (one,), "attack": bow}, 0, False, True),
        ({"effects": (two,), "type": "discard", "color": "red"}, 0, True, False),
    ):
        hooks = compile_card(card_of(**stated))
        assert (hooks.ward, hooks.use is not None, hooks.after_attack is not None) == (ward, is_used, acts_after), (
            stated
        )


def test_a_card_is_compiled_in_whatever_order_it_is_stated() -> None:
    assert _card(card_of(attack={"value": 0, "zones": (3, 1)}), 2).zones == (0, 2)
    assert [_card(card_of(attack={"value": value}), 0).value for value in (None, 0, 4)] == [-1, 0, 4]
    table = position("tamsin: place=wall-north", with_card(tables(), _card(card_of(attack={"value": 0}), 0)))
    assert attack_numbers(table, TAMSIN, area("north 1"), [len(tables().cards)]).strength == 0
    tamsin = deck().heroes[0]
    turned = tamsin.model_copy(update={"learning": tamsin.learning[::-1]})
    assert _hero(turned) == _hero(tamsin)
