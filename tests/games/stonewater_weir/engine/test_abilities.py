"""What each of the 39 special abilities changes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from cardgen.games.stonewater_weir.constants import ABILITY_IDS
from cardgen.games.stonewater_weir.engine.combat.enemy_attack import hits_to_ignore, take_hits
from cardgen.games.stonewater_weir.engine.combat.hero_attack import attack_numbers, attack_zone, flood_charge
from cardgen.games.stonewater_weir.engine.phases.round_end import pay_food
from cardgen.games.stonewater_weir.engine.phases.turns import next_turn, turn
from cardgen.games.stonewater_weir.engine.state.abilities import BITS
from cardgen.games.stonewater_weir.engine.state.actions import (
    ABILITY,
    CLASS,
    DECK,
    END_TURN,
    HERO,
    REPAIR,
    SHOOT,
    TURN_ARM,
    USE_BUILDING,
    token_names,
)
from cardgen.games.stonewater_weir.engine.state.places import (
    COUNTING_HOUSE,
    FISH_MARKET,
    FORGE,
    FORGE_HALL,
    GRANARY,
    INN,
    LONG_ARM,
    MARKET,
    ORANGE,
    OTTER_INN,
    PERMANENT,
    RAIN_TOWER,
    RAINLORE,
    RED,
)
from cardgen.games.stonewater_weir.engine.state.position import KNOWN_EVENTS, POOL, SEASON_DECK, SiegePosition
from cardgen.games.stonewater_weir.engine.state.tables import CardRules, HeroRules, SlotRules, TokenRules
from cardgen.games.stonewater_weir.engine.town.decks import deck_size
from cardgen.games.stonewater_weir.engine.town.heroes import change_gold
from cardgen.games.stonewater_weir.engine.town.slots import can_store, set_stored
from cardgen.games.stonewater_weir.engine.turn.accounts import cost_of
from cardgen.games.stonewater_weir.engine.turn.cards import use_stored
from cardgen.games.stonewater_weir.engine.turn.free_abilities import use_ability
from cardgen.games.stonewater_weir.engine.turn.options import can_learn, hero_options
from cardgen.games.stonewater_weir.engine.turn.perform import perform
from cardgen.games.stonewater_weir.engine.turn.visits import visit_building
from tests.games.stonewater_weir.engine.siege import TAMSIN, area, options_of, position, put, rolls, run, tables, units

HERO_ID = TAMSIN


def hero_with(*names: str, text: str = "", heroes: str = "tamsin ilka dov bettany", **changes: object) -> SiegePosition:
    """Return a position in the turn of a hero of strength 1 who has some abilities and no others."""
    used = tables()
    plain = HeroRules("tamsin", 1, 0, used.heroes[0].slots, (1, 2, 3, 4))
    rules = replace(used, heroes=(plain, *used.heroes[1:]), **changes)  # type: ignore[arg-type]
    table = position(
        f"active: tamsin\nactions: 3 0 0\nseason cards: inn=4 market=4 rainlore=4 forge=4\n{text}", rules, heroes
    )
    for name in names:
        table.abilities[HERO_ID] |= BITS[name]
    return table


def numbers(name: str, zone: int) -> tuple[int, int, int]:
    return tuple(attack_numbers(hero_with(name), HERO_ID, area(f"north {zone}")))


PLAIN = {1: (1, 4, 1), 2: (1, 5, 1), 3: (1, 6, 1)}  # dice, target, strength


@pytest.mark.parametrize(
    ("name", "zone", "changed"),
    [
        ("z1_hit3", 1, (1, 3, 1)),
        ("z1_dice1", 1, (2, 4, 1)),
        ("z1_roll2", 1, (2, 4, 1)),
        ("z1_roll3", 1, (3, 4, 1)),
        ("z2_hit3", 2, (1, 3, 1)),
        ("z2_hit4", 2, (1, 4, 1)),
        ("z2_dice1", 2, (2, 5, 1)),
        ("z2_dice2", 2, (3, 5, 1)),
        ("z3_hit4", 3, (1, 4, 1)),
        ("z3_hit5", 3, (1, 5, 1)),
        ("z3_dice1", 3, (2, 6, 1)),
    ],
)
def test_abilities_of_one_zone(name: str, zone: int, changed: tuple[int, int, int]) -> None:
    for other in (1, 2, 3):
        assert numbers(name, other) == (changed if other == zone else PLAIN[other])


def test_abilities_stack() -> None:
    table = hero_with("z2_hit4", "z2_hit3", "z2_dice1", "z2_dice2", "str_plus2")
    assert attack_numbers(table, HERO_ID, area("north 2")) == (4, 3, 3)
    table = hero_with("z1_roll2", "z1_roll3", "z1_dice1")
    assert attack_numbers(table, HERO_ID, area("north 1")) == (4, 4, 1)


def test_str_plus2() -> None:
    assert [numbers("str_plus2", zone)[2] for zone in (1, 2, 3)] == [3, 3, 3]


def test_none_of_them_changes_a_flood_charge_but_its_own() -> None:
    flood = CardRules("f", FORGE, RED, 0, is_attack=True, is_massive=True, value=2, dice=2, target=3, zones=(0, 1))
    for names, dice in ((("z1_dice1", "z1_hit3", "str_plus2", "z1_roll3"), 4), (("massive_plus1",), 6)):
        table = hero_with(*names, cards=(*tables().cards, flood))
        put(table, "north 1", mudling=9)
        put(table, "north 2", mudling=9)
        run(table, flood_charge, HERO_ID, 0, len(table.tables.cards) - 1, answers=rolls(*[2] * dice))
        assert units(table, "north 1") == {"mudling": 9}


def test_z1_follow() -> None:
    table = hero_with("z1_follow", "z1_dice1", "str_plus2", text="tamsin: morale=5")
    put(table, "north 1", mudling=1, reaver=2)
    run(table, attack_zone, HERO_ID, area("north 1"), answers=rolls(4, 1, 4))  # two dice, then one more
    assert units(table, "north 1") == {"reaver": 1}
    table = hero_with("z1_follow")
    put(table, "north 1", reaver=1, mudling=1)
    run(table, attack_zone, HERO_ID, area("north 1"), answers=rolls(3))  # nothing destroyed, no second attack
    table = hero_with("z1_follow")
    put(table, "north 1", mudling=1)
    run(table, attack_zone, HERO_ID, area("north 1"), answers=rolls(4))  # nothing left to attack


@pytest.mark.parametrize(
    ("names", "ignored"), [(("ignore1",), 1), (("ignore2",), 2), (("ignore3",), 3), (("ignore1", "ignore3"), 4)]
)
def test_ignored_hits(names: tuple[str, ...], ignored: int) -> None:
    table = hero_with(*names, text="tamsin: morale=9")
    for _ in range(2):
        run(table, take_hits, HERO_ID, 2)
    assert table.morale[HERO_ID] == 9 - max(4 - ignored, 0)
    assert hits_to_ignore(table, HERO_ID) == 0


@pytest.mark.parametrize(("name", "actions", "arm"), [("action_plus1", 4, 0), ("catapult_plus1", 3, 1), ("scry", 3, 0)])
def test_actions(name: str, actions: int, arm: int) -> None:
    table = hero_with(name)
    table.queue = (HERO_ID,)
    run(table, next_turn)
    assert (table.actions, table.arm_actions) == (actions, arm)


def test_the_further_action_is_for_the_long_arm_only() -> None:
    table = hero_with("catapult_plus1")
    table.actions, table.arm_actions = 0, 1
    put(table, "north 3", mudling=1)
    assert set(hero_options(table, HERO_ID)) == {END_TURN, SHOOT, *(TURN_ARM + bank for bank in (1, 2, 3))}
    table.actions = 1
    run(table, perform, HERO_ID, SHOOT, answers=rolls(1))
    assert (table.actions, table.arm_actions) == (1, 0)


def test_grace_turn() -> None:
    table = hero_with("grace_turn", text="tamsin: lamplight=1")
    table.queue = (HERO_ID,)
    run(table, next_turn)
    assert table.lamplight[HERO_ID] == 2


@pytest.mark.parametrize(
    ("name", "building", "group"),
    [("tavern_plus1", OTTER_INN, INN), ("tower_plus1", RAIN_TOWER, RAINLORE), ("armory_plus1", FORGE_HALL, FORGE)],
)
def test_one_more_card(name: str, building: int, group: int) -> None:
    card = CardRules("plain", group, ORANGE, 9)
    slots = tuple(SlotRules(frozenset({(group, ORANGE)})) for _ in range(4))
    for names, drawn in (((name,), 2), ((), 1)):
        table = hero_with(*names)
        table.tables = replace(
            table.tables,
            cards=(*table.tables.cards, card),
            heroes=(replace(table.tables.heroes[0], slots=slots), *table.tables.heroes[1:]),
        )
        table.piles[group] = (len(table.tables.cards) - 1,) * 9
        run(table, visit_building, HERO_ID, building)
        assert table.season_left[group] == 4 - drawn


@pytest.mark.parametrize(("name", "building"), [("food_plus1", GRANARY), ("gold_plus1", COUNTING_HOUSE)])
def test_rolls_of_the_yellow_die(name: str, building: int) -> None:
    for names, bonus in (((name,), 1), ((), 0)):
        table = hero_with(*names, text="tamsin: food=0 gold=0")
        run(table, visit_building, HERO_ID, building, answers=rolls(1))
        assert table.food[HERO_ID] + table.gold[HERO_ID] == table.tables.yellow[0] + bonus


def test_no_food() -> None:
    table = hero_with("no_food", text="tamsin: food=0\nilka: food=1\ndov: food=2\nbettany: food=3")
    assert can_learn(table, HERO_ID)
    pay_food(table)
    assert [table.is_alive(hero) for hero in table.order] == [True, False, True, True]
    assert table.food[:4] == [0, 1, 0, 1]


def test_armory_free() -> None:
    weir_drop = next(design for design, card in enumerate(tables().cards) if card.group == FORGE and card.cost)
    song = next(design for design, card in enumerate(tables().cards) if card.group == INN and card.cost)
    assert cost_of(hero_with("armory_free"), HERO_ID, weir_drop) == 0
    assert cost_of(hero_with(), HERO_ID, weir_drop) > 0
    assert cost_of(hero_with("armory_free"), HERO_ID, song) > 0


@pytest.mark.parametrize(
    ("name", "group", "times"),
    [
        ("double_tavern", INN, 2),
        ("double_tavern", MARKET, 1),
        ("double_sorcery", RAINLORE, 2),
        ("double_sorcery", INN, 1),
    ],
)
def test_cards_that_act_twice(name: str, group: int, times: int) -> None:
    def use(position: SiegePosition, hero: int) -> None:
        change_gold(position, hero, 1)

    card = CardRules("card", group, ORANGE, 0, use=use, costs_action=True)
    slot = SlotRules(frozenset({(group, ORANGE)}))
    table = hero_with(name, text="tamsin: gold=0")
    table.tables = replace(
        table.tables,
        cards=(*table.tables.cards, card),
        heroes=(replace(table.tables.heroes[0], slots=(slot,)), *table.tables.heroes[1:]),
    )
    design = len(table.tables.cards) - 1
    set_stored(table, HERO_ID, [design])
    run(table, use_stored, HERO_ID, design)
    assert (table.gold[HERO_ID], table.actions) == (times, 2)


@pytest.mark.parametrize(
    ("name", "card", "slot"),
    [
        ("slot_tavern", (INN, RED), (MARKET, ORANGE)),
        ("slot_sorcery", (RAINLORE, RED), (RAINLORE, ORANGE)),
        ("slot_sorcery", (RAINLORE, RED), (RAINLORE, PERMANENT)),
    ],
)
def test_slots(name: str, card: tuple[int, int], slot: tuple[int, int]) -> None:
    for names, fits in (((name,), True), ((), False)):
        table = hero_with(*names)
        heroes = (replace(table.tables.heroes[0], slots=(SlotRules(frozenset({slot})),)), *table.tables.heroes[1:])
        table.tables = replace(table.tables, cards=(*table.tables.cards, CardRules("c", *card, 0)), heroes=heroes)
        assert can_store(table, HERO_ID, len(table.tables.cards) - 1) == fits


def test_rebuild() -> None:
    text = "tamsin: gold=2 morale=5\nbuildings: granary=destroyed+0"
    assert REPAIR + GRANARY not in hero_options(hero_with(text=text), HERO_ID)
    table = hero_with("rebuild", text=text)
    assert REPAIR + GRANARY in hero_options(table, HERO_ID)
    run(table, perform, HERO_ID, REPAIR + GRANARY)
    assert (table.buildings[GRANARY], table.gold[HERO_ID], table.morale[HERO_ID]) == (0, 0, 7)
    assert table.place[HERO_ID] == GRANARY


def test_heal2() -> None:
    table = hero_with("heal2", text="tamsin: morale=10\nilka: morale=3\ndov: morale=9")
    assert set(options_of(table, use_ability, HERO_ID, BITS["heal2"])) == {HERO + 1, HERO + 2, HERO + 3}
    run(table, use_ability, HERO_ID, BITS["heal2"], answers=[HERO + 1])
    assert table.morale[1] == 5
    assert ABILITY + ABILITY_IDS.index("heal2") not in hero_options(table, HERO_ID)


def test_scry() -> None:
    table = hero_with("scry")
    assert set(options_of(table, use_ability, HERO_ID, BITS["scry"])) == {DECK + deck for deck in range(9)}
    run(table, use_ability, HERO_ID, BITS["scry"], answers=[DECK + KNOWN_EVENTS])
    assert len(table.known[KNOWN_EVENTS]) == 1
    use = ABILITY + ABILITY_IDS.index("scry")
    for deck in range(KNOWN_EVENTS + 1):
        table = hero_with("scry")
        for other in range(KNOWN_EVENTS + 1):
            table.known[other] = (0,) if other != deck else ()
        assert use in hero_options(table, HERO_ID)
        table.known[deck] = (0,)
        assert use not in hero_options(table, HERO_ID)


@pytest.mark.parametrize("name", ["season_card", "pool_tavern", "pool_market", "smuggle_free"])
def test_turn_start_only(name: str) -> None:
    table = hero_with(name)
    use = ABILITY + ABILITY_IDS.index(name)
    assert use in hero_options(table, HERO_ID)
    table.acted = 1
    assert use not in hero_options(table, HERO_ID)
    table.acted, table.spent[HERO_ID] = 0, BITS[name]
    assert use not in hero_options(table, HERO_ID)


@pytest.mark.parametrize(
    ("name", "deck", "answers"),
    [
        ("pool_tavern", POOL + INN, []),
        ("pool_market", POOL + MARKET, []),
        ("season_card", SEASON_DECK + FORGE, [CLASS + FORGE]),
    ],
)
def test_where_cards_come_from(name: str, deck: int, answers: list[int]) -> None:
    table = hero_with(name)
    before = deck_size(table, deck)
    try:
        run(table, use_ability, HERO_ID, BITS[name], answers=answers)
    except BaseException as error:
        assert type(error).__name__ == "Unanswered"
    assert deck_size(table, deck) == before - 1


def test_smuggle_free() -> None:
    table = hero_with("smuggle_free", text="tamsin: gold=0 food=0")
    gold = next(number for number, line in enumerate(table.tables.smuggling, 1) if line == 4)
    run(table, use_ability, HERO_ID, BITS["smuggle_free"], answers=rolls(gold, 1))
    assert table.gold[HERO_ID] == table.tables.yellow[0]
    assert table.actions == 3


def test_share_space() -> None:
    text = "tamsin: morale=5\nilka: place=fish_market\ndov: place=long-arm"
    for actions, shares in ((2, False), (1, True)):
        table = hero_with("share_space", text=text)
        table.actions = actions
        assert (USE_BUILDING + FISH_MARKET in hero_options(table, HERO_ID)) == shares
        assert (TURN_ARM + 1 in hero_options(table, HERO_ID)) == shares
    for place, morale in ((LONG_ARM, 5), (FISH_MARKET, 5), (GRANARY, 3)):
        table = hero_with("share_space", text=text)
        table.place[HERO_ID] = place
        run(table, turn, answers=[END_TURN])
        assert table.morale[HERO_ID] == morale


def test_every_ability_is_in_these_tests() -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    missing: list[str] = [name for name in ABILITY_IDS if f'"{name}"' not in source]
    assert missing == []


def test_a_token_of_two_levels_has_its_level_in_its_name() -> None:
    one, two = TokenRules("heal2", 1, 0), TokenRules("rebuild", 2, 0)
    used = replace(tables(), tokens=(one, two, replace(two, level=1)))
    assert token_names(used) == ["heal2", "rebuild/1", "rebuild/2"]
