"""The worked examples of the rulebook: T01 to T25 of the rules model, section 6."""

from __future__ import annotations

import pytest

from cardgen.games.stonewater_weir.engine.combat.enemy_attack import attack_from
from cardgen.games.stonewater_weir.engine.combat.hero_attack import attack_zone
from cardgen.games.stonewater_weir.engine.combat.long_arm import shoot_arm
from cardgen.games.stonewater_weir.engine.combat.march import march_all
from cardgen.games.stonewater_weir.engine.compiler import points_of_fields
from cardgen.games.stonewater_weir.engine.field.figures import add_units
from cardgen.games.stonewater_weir.engine.field.spawning import spawn_all, spawn_card
from cardgen.games.stonewater_weir.engine.phases.order import pass_token, turn_order
from cardgen.games.stonewater_weir.engine.state.actions import (
    BANK,
    DISCARD_HELD,
    LOSE_CARD,
    USE_BUILDING,
    USE_HELD,
    USE_NOW,
    WIND,
)
from cardgen.games.stonewater_weir.engine.state.places import (
    ASSAULT,
    COUNTING_HOUSE,
    FORGE,
    FORGE_HALL,
    HEAVY,
    LONG_ARM,
    MARKET,
    NORTH,
    ORANGE,
    OTTER_INN,
    PERMANENT,
    RAINLORE,
    RED,
    SOUTH,
    SUPPORT,
    UNDERCROFT,
    WEST,
    WHOLE,
    Cause,
)
from cardgen.games.stonewater_weir.engine.state.tables import CardRules, EnemyRules
from cardgen.games.stonewater_weir.engine.town.heroes import change_all_morale
from cardgen.games.stonewater_weir.engine.town.slots import set_stored, stored_cards
from cardgen.games.stonewater_weir.engine.turn.attacks import attack_with, charge_with
from cardgen.games.stonewater_weir.engine.turn.cards import receive_card
from cardgen.games.stonewater_weir.engine.turn.options import hero_options
from cardgen.games.stonewater_weir.engine.turn.visits import visit_building
from tests.games.stonewater_weir.engine.siege import (
    ARCHER,
    BLACKSMITH,
    DOV,
    ILKA,
    TAMSIN,
    all_units,
    area,
    ends,
    options_of,
    position,
    put,
    rolls,
    run,
    tables,
    takes,
    units,
    with_card,
    with_enemies,
)

BOW = CardRules("bow", FORGE, PERMANENT, is_attack=True, bonus=1, dice=2, copies=0)
CROSSBOW = CardRules("crossbow", FORGE, PERMANENT, is_attack=True, dice=3, copies=0)
BARRAGE = CardRules(
    "barrage",
    FORGE,
    RED,
    cost=1,
    morale=1,
    is_attack=True,
    is_massive=True,
    value=2,
    dice=5,
    target=3,
    zones=(1,),
    copies=0,
)
AVALANCHE = CardRules(
    "avalanche", FORGE, RED, cost=4, morale=1, is_attack=True, is_massive=True, value=4, dice=5, target=3, zones=(0, 1),
    copies=0,
)  # fmt: skip


def test_t01_fields_with_two_points() -> None:
    assert [tables(4).points.count(2), tables(6).points.count(2)] == [0, 2]
    assert [sum(tables(players).points) for players in range(1, 7)] == [4, 4, 6, 4, 5, 6]
    assert [tables(players).hero_count for players in range(1, 7)] == [4, 4, 6, 4, 5, 6]


def test_t02_summer_slot_c_brings_four_and_an_elite() -> None:
    card = EnemyRules("chorus", SUPPORT, 0, ((SUPPORT, 1), (SUPPORT, 5), (SUPPORT, 5), (SUPPORT, 5)))
    table = position("round: 4", with_enemies(tables(), card))
    table.enemy_slots = [-1] * 12
    table.enemy_slots[3 * WEST + 2] = len(table.tables.enemies) - 1
    run(table, spawn_all, answers=[BANK + NORTH, *rolls(1, 1, 2, 3)])  # north A, east A, south B, west C
    assert units(table, "west 3") == {"spittoad": 4, "matron": 1}
    assert all_units(table) == {"spittoad": 4, "matron": 1}


def test_t03_autumn_three_of_both_kinds() -> None:
    card = EnemyRules("crawl", ASSAULT, 0, tuple((ASSAULT, 3) for _ in range(4)))
    table = position("round: 8", with_enemies(tables(), card))
    spawn_card(table, len(table.tables.enemies) - 1, area("north 3"))
    assert units(table, "north 3") == {"reaver": 1, "mudling": 2}


def test_t04_no_heavy_left() -> None:
    table = position()
    put(table, "west 3", wreckback=8)
    assert add_units(table, area("north 3"), HEAVY, 2, 0)
    assert units(table, "north 3") == {"reaver": 1, "mudling": 2}

    table = position()
    put(table, "west 3", wreckback=8, reaver=8)
    assert add_units(table, area("north 3"), HEAVY, 2, 0)
    assert units(table, "north 3") == {"mudling": 3}


def test_t05_three_of_four_assault_left() -> None:
    table = position()
    put(table, "west 3", mudling=23, reaver=6)
    assert add_units(table, area("north 3"), ASSAULT, 3, 1)
    assert units(table, "north 3") == {"mudling": 1, "reaver": 2, "spittoad": 1, "matron": 1}


def test_t06_first_hero_token() -> None:
    # P has sorcerer and smuggler, left of him N has archer and blacksmith, then C with mercenary and paladin.
    table = position("heroes: oren dov ilka bettany hask tamsin\ntoken: hask", tables(3))
    names = {4: "So", 2: "Sm", 1: "Ar", 3: "Bl", 5: "Me", 0: "Pa"}
    orders = []
    for _ in range(3):
        orders.append(" ".join(names[hero] for hero in turn_order(table)))
        pass_token(table)
    assert orders == ["Me Pa So Sm Ar Bl", "Pa So Sm Ar Bl Me", "So Sm Ar Bl Me Pa"]


def test_t07_two_hits_of_strength_two() -> None:
    table = position("ilka: morale=5", with_card(tables(), BOW))
    put(table, "west 2", mudling=1, reaver=1)
    run(table, attack_zone, ARCHER, area("west 2"), [len(table.tables.cards) - 1], answers=rolls(5, 6))
    assert all_units(table) == {}
    assert table.morale[ARCHER] == 6


def arm_side(number: int) -> int:
    """Return a side of the Long Arm's die with a number."""
    return tables().arm.index(number) + 1


def test_t08_long_arm_spares_the_runner() -> None:
    table = position("tamsin: morale=3\nlong arm: west\nrunner: place=west-3")
    put(table, "west 3", spittoad=1, mudling=1)
    run(table, shoot_arm, TAMSIN, answers=rolls(arm_side(2)))
    assert all_units(table) == {}
    assert table.runner == area("west 3")
    assert table.morale[TAMSIN] == 4


def test_t08_a_higher_number_kills_him() -> None:
    table = position("tamsin: morale=3\nlong arm: west\nrunner: place=west-3")
    put(table, "west 3", mudling=1)
    run(table, shoot_arm, TAMSIN, answers=rolls(arm_side(2)))
    assert table.runners_lost == 1


def test_t09_never_the_same_building_twice_in_a_row() -> None:
    table = position("active: tamsin\nactions: 3 0 0")
    for building, answers in ((COUNTING_HOUSE, rolls(1)), (FORGE_HALL, [])):
        assert USE_BUILDING + building in hero_options(table, TAMSIN)
        run(table, visit_building, TAMSIN, building, answers=answers)
        assert USE_BUILDING + building not in hero_options(table, TAMSIN)
    assert USE_BUILDING + COUNTING_HOUSE in hero_options(table, TAMSIN)


def test_t10_ten_hits_kill_both_and_none_enters() -> None:
    table = position("tamsin: place=wall-north morale=3\nilka: place=wall-north morale=2")
    put(table, "north 1", mudling=4, reaver=3)
    run(table, attack_from, area("north 1"))  # 10 hits on 5 points of morale: nothing to choose
    assert not table.is_alive(TAMSIN)
    assert not table.is_alive(ILKA)
    run(table, march_all)
    assert units(table, "north 1") == {"mudling": 4, "reaver": 3}


@pytest.mark.parametrize(("share", "morale"), [(3, (2, 0)), (4, (1, 1)), (5, (0, 2))])
def test_t11_players_split_five_hits(share: int, morale: tuple[int, int]) -> None:
    table = position("tamsin: place=wall-north morale=5\nilka: place=wall-north morale=2")
    put(table, "north 1", mudling=3, reaver=1)
    assert options_of(table, attack_from, area("north 1")) == takes(3, 4, 5)
    run(table, attack_from, area("north 1"), answers=takes(share))
    assert (table.morale[TAMSIN], table.morale[ILKA]) == morale


def test_t12_losses_of_instant_cards_stop_at_one() -> None:
    table = position("tamsin: morale=5\nilka: morale=3\ndov: morale=1\nbettany: morale=4")
    change_all_morale(table, -3, least=1)
    assert [table.morale[hero] for hero in table.order] == [2, 1, 1, 1]


def test_t12_on_the_card_of_the_deck() -> None:
    table = position("tamsin: morale=5\nilka: morale=3\ndov: morale=1")
    fever = next(design for design, card in enumerate(table.tables.cards) if card.id == "marsh-fever")
    run(table, receive_card, TAMSIN, fever)
    assert [table.morale[hero] for hero in (0, 1, 2)] == [2, 1, 1]


def test_t13_one_permanent_card_an_attack() -> None:
    table = position("active: bettany\nactions: 3 0 0", with_card(with_card(tables(), BOW), CROSSBOW))
    bow, crossbow = len(table.tables.cards) - 2, len(table.tables.cards) - 1
    set_stored(table, BLACKSMITH, [bow, crossbow])
    put(table, "west 2", mudling=8)
    for weapon, dice in ((bow, 2), (crossbow, 3)):
        copy = table.copy()
        run(copy, attack_with, BLACKSMITH, area("west 2"), weapon, answers=rolls(*[1] * dice))
        assert len(copy.tape) == dice


def mixed_zone(table: object) -> None:
    put(table, "west 2", mudling=1, reaver=1, spittoad=2, matron=2)  # type: ignore[arg-type]


def test_t14_one_hit_of_strength_one() -> None:
    table = position()
    mixed_zone(table)
    run(table, attack_zone, TAMSIN, area("west 2"), answers=rolls(5))
    assert units(table, "west 2") == {"mudling": 1, "reaver": 1, "spittoad": 1, "matron": 2}


def charge(card: CardRules, text: str) -> tuple[object, int]:
    table = position(f"active: tamsin\nactions: 3 0 0\n{text}", with_card(tables(), card))
    design = len(table.tables.cards) - 1
    set_stored(table, TAMSIN, [design])
    return table, design


def test_t15_barrage() -> None:
    table, design = charge(BARRAGE, "tamsin: gold=1 morale=5")
    mixed_zone(table)
    run(table, charge_with, TAMSIN, WEST, design, answers=rolls(3, 4, 4, 5, 6))
    assert units(table, "west 2") == {"reaver": 1}
    assert (table.gold[TAMSIN], table.actions, table.morale[TAMSIN]) == (0, 2, 6)


def test_t16_avalanche() -> None:
    table, design = charge(AVALANCHE, "tamsin: gold=4 morale=5\nundercurrent: south-2 3")
    put(table, "south 1", mudling=2, reaver=1)
    put(table, "south 2", spittoad=2, matron=1)
    run(table, charge_with, TAMSIN, SOUTH, design, answers=rolls(2, 4, 5, 5, 6, 3, 3, 4, 5, 5))
    assert units(table, "south 1") == {}
    assert units(table, "south 2") == {"matron": 1}
    assert table.undercurrent < 0
    assert (table.gold[TAMSIN], table.morale[TAMSIN]) == (0, 5 + 1 + 2)


def test_t17_barrage_does_nothing_to_the_undercurrent() -> None:
    table, design = charge(BARRAGE, "tamsin: gold=1\nundercurrent: south-2 3")
    run(table, charge_with, TAMSIN, SOUTH, design, answers=rolls(6, 6, 6, 6, 6))
    assert (table.undercurrent, table.tether) == (area("south 2"), 3)


def test_t18_both_zones_lie_before_one_wall() -> None:
    table, design = charge(AVALANCHE, "tamsin: gold=4")
    put(table, "south 1", mudling=1)
    put(table, "west 2", mudling=1)
    run(table, charge_with, TAMSIN, SOUTH, design, answers=rolls(*[6] * 10))
    assert units(table, "south 1") == {}
    assert units(table, "west 2") == {"mudling": 1}
    assert table.place[TAMSIN] == 8 + SOUTH


def test_t19_support_hits_the_whole_quarter() -> None:
    table = position(
        "tamsin: place=rain_tower morale=3\nilka: place=wall-west morale=5\nrunner: place=home-west leg=returning"
    )
    put(table, "west 2", matron=1, spittoad=3)
    run(table, attack_from, area("west 2"), answers=takes(2, 3, 0))
    assert (table.morale[ILKA], table.morale[TAMSIN]) == (2, 1)
    assert table.runners_lost == 0


QUARTER = (
    "tamsin: place=wall-north morale=5\nilka: place=inn morale=5\ndov: place=long-arm morale=5\n"
    "buildings: undercroft=whole+1"
)


def test_t20_heavies_hit_everybody_and_everything() -> None:
    table = position(QUARTER)
    put(table, "north 3", wreckback=2)
    run(table, attack_from, area("north 3"))
    assert [table.morale[hero] for hero in (TAMSIN, ILKA, DOV)] == [3, 3, 3]
    assert table.buildings[OTTER_INN] == WHOLE
    assert (table.buildings[UNDERCROFT], table.reinforced[UNDERCROFT]) == (1, 0)
    assert table.place[DOV] == LONG_ARM
    assert sum(table.buildings) == 1


def test_t21_the_runner_on_that_wall_dies() -> None:
    table = position(QUARTER + "\nrunner: place=home-north leg=returning")
    put(table, "north 3", wreckback=2)
    run(table, attack_from, area("north 3"))
    assert table.runners_lost == 1


def test_t22_three_equal_rolls_in_a_row() -> None:
    for last in (1, 2, 3):
        table = position("", tables(difficulty="full"))
        table.enemy_slots = [-1] * 12
        run(table, spawn_all, answers=[BANK + SOUTH, *rolls(2, 2, 2), WIND + NORTH, *rolls(last)])
        assert (table.undercurrent, table.tether) == (area("north 3"), 10)


def test_t23_the_streak_runs_across_fields() -> None:
    table = position("heroes: tamsin ilka dov bettany oren", tables(5, difficulty="full"))
    table.enemy_slots = [-1] * 12
    assert table.tables.points == points_of_fields(5) == (1, 1, 2, 1)
    assert [points_of_fields(points) for points in (4, 6, 7, 8, 10)] == [
        *((1, 1, 1, 1), (2, 1, 2, 1), (2, 1, 2, 2), (2, 2, 2, 2), (2, 2, 2, 2))
    ]
    run(
        table, spawn_all, answers=[BANK + WEST, *rolls(1, 2, 3, 3, 3), WIND + WEST]
    )  # west A, north B, east C, south C C
    assert table.undercurrent == area("west 3")


MARKET_CARD = CardRules("pears", MARKET, ORANGE, use=lambda position, hero: None, copies=0)
OTHER_MARKET_CARD = CardRules("coins", MARKET, ORANGE, use=lambda position, hero: None, copies=0)
RAIN_CARD = CardRules("drizzle", RAINLORE, ORANGE, use=lambda position, hero: None, copies=0)


def test_t24_a_full_slot() -> None:
    table = position("active: ilka\nactions: 3 0 0", tables())
    for card in (MARKET_CARD, OTHER_MARKET_CARD, RAIN_CARD):
        table.tables = with_card(table.tables, card)
    count = len(table.tables.cards)
    pears, coins, drizzle = count - 3, count - 2, count - 1
    set_stored(table, ARCHER, [pears, coins])  # a market slot and a market/rainlore slot
    assert set(options_of(table, receive_card, ARCHER, drizzle)) == {
        LOSE_CARD,
        USE_NOW,
        DISCARD_HELD + pears,
        DISCARD_HELD + coins,
        USE_HELD + pears,
        USE_HELD + coins,
    }
    for answer, stored in (
        (DISCARD_HELD + pears, {coins, drizzle}),
        (USE_HELD + coins, {pears, drizzle}),
        (USE_NOW, {pears, coins}),
    ):
        copy = table.copy()
        run(copy, receive_card, ARCHER, drizzle, answers=[answer])
        assert set(stored_cards(copy, ARCHER)) == stored


def test_t25_icons_of_zone_2() -> None:
    table = position("tamsin: place=counting_house morale=5")
    put(table, "west 2", spittoad=1, mudling=1)
    run(table, attack_from, area("west 2"))
    assert table.morale[TAMSIN] == 4
    run(table, march_all)
    assert units(table, "west 2") == {"spittoad": 1}
    assert units(table, "west 1") == {"mudling": 1}
    for number, left in ((4, 1), (5, 0)):
        table = position()
        put(table, "west 2", mudling=1)
        run(table, attack_zone, TAMSIN, area("west 2"), answers=rolls(number))
        assert units(table, "west 2").get("mudling", 0) == left


def test_an_assault_unit_enters_an_empty_wall() -> None:
    table = position("tamsin: place=inn")
    put(table, "north 1", mudling=1)
    run(table, attack_from, area("north 1"))
    assert ends(table, march_all) == Cause.BREACH
