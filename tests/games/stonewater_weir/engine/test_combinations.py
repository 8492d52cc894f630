"""Thirty-eight combinations of cards, events and abilities.

Predicted from the printed sentences before the engine ran, by people who wrote neither.
"""

from __future__ import annotations

from collections.abc import Callable

from cardgen.games.stonewater_weir.engine.combat.enemy_attack import attack_from, hits_to_ignore, take_hits
from cardgen.games.stonewater_weir.engine.combat.hero_attack import attack_numbers
from cardgen.games.stonewater_weir.engine.combat.march import march_all
from cardgen.games.stonewater_weir.engine.field.runner import move_runner
from cardgen.games.stonewater_weir.engine.phases.enemies import begin_enemies, trigger
from cardgen.games.stonewater_weir.engine.state.actions import (
    ACCEPT,
    ADD,
    AREA,
    BANK,
    DRAW,
    LOSE_CARD,
    RAISE,
    REPAIR,
    SHOOT,
    USE_NOW,
)
from cardgen.games.stonewater_weir.engine.state.places import (
    BANKS,
    DESTROYED,
    EAST,
    GRANARY,
    INN,
    OTTER_INN,
    UNITS,
    WALL,
)
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from cardgen.games.stonewater_weir.engine.town.slots import can_store, set_stored, stored_cards
from cardgen.games.stonewater_weir.engine.turn.accounts import cost_of
from cardgen.games.stonewater_weir.engine.turn.attacks import attack_with, charge_with
from cardgen.games.stonewater_weir.engine.turn.cards import is_usable, receive_card, use_stored
from cardgen.games.stonewater_weir.engine.turn.options import hero_options
from cardgen.games.stonewater_weir.engine.turn.perform import perform
from cardgen.games.stonewater_weir.engine.turn.visits import visit_building
from tests.games.stonewater_weir.engine.siege import (
    BETTANY,
    DOV,
    HASK,
    HERO_NAMES,
    ILKA,
    OREN,
    ability,
    area,
    position,
    put,
    rolls,
    run,
    units,
)


def turn_of(hero: int, *held: str, abilities: int = 0) -> SiegePosition:
    """A hero of strength 1 whose turn it is, with 4 gold, some cards, and some abilities besides their own."""
    name = HERO_NAMES[hero]
    table = position(f"active: {name}\nactions: 3 0 0\n{name}: morale=5 gold=4", heroes="tamsin oren dov bettany")
    set_stored(table, hero, [card_of(table, card) for card in held])
    table.abilities[hero] |= abilities
    return table


def card_of(table: SiegePosition, name: str) -> int:
    return [card.id for card in table.tables.cards].index(name)


def happen(table: SiegePosition, event: str) -> None:
    rules = next(rules for rules in table.tables.events if rules.id == event)
    run(table, rules.begin)


def ale_then_a_second_chance_then_a_bow() -> tuple[object, object]:
    """+2 dice and +1 strength; misses are rolled again; two dice and +1 strength: four dice of strength 3."""
    table = turn_of(DOV, "strong-ale", "old-ferrywoman", "alder-bow")
    put(table, "north 2", wreckback=1, matron=1, reaver=1)
    for card in ("strong-ale", "old-ferrywoman"):
        run(table, use_stored, DOV, card_of(table, card))
    answers = [*rolls(5, 1, 1, 5), ACCEPT, *rolls(1, 1)]
    run(table, attack_with, DOV, area("north 2"), card_of(table, "alder-bow"), answers=answers)
    return (units(table, "north 2"), table.morale[DOV], table.gold[DOV]), ({"reaver": 1}, 5, 3)


def one_die_fewer_and_one_more() -> tuple[object, object]:
    """Four dice, one fewer by the sluice, one more by the craft: four for each zone."""
    table = turn_of(DOV, "log-run", abilities=ability("massive_plus1"))
    happen(table, "stuck-sluice")
    put(table, "north 1", mudling=4)
    put(table, "north 2", mudling=4)
    run(table, charge_with, DOV, BANKS.index("north"), card_of(table, "log-run"), answers=rolls(4, 4, 4, 4, 3, 3, 3, 4))
    return (units(table, "north 1"), units(table, "north 2"), table.morale[DOV]), ({}, {"mudling": 3}, 5)


def a_shield_and_a_coat() -> tuple[object, object]:
    """Each ignores one hit of the round: a Matron costs nothing, the next one 2."""
    table = turn_of(DOV, "bellmetal-shield", abilities=ability("ignore1"))
    run(table, take_hits, DOV, 2)
    first = table.morale[DOV]
    run(table, take_hits, DOV, 2)
    return (first, table.morale[DOV]), (5, 3)


def fog_before_good_eyes() -> tuple[object, object]:
    """Hits zone 3 on 4+, and needs 1 more: 5."""
    table = turn_of(DOV, abilities=ability("z3_hit4"))
    happen(table, "low-fog")
    return [attack_numbers(table, DOV, area(f"north {zone}")).target for zone in (1, 2, 3)], [4, 5, 5]


def frost_at_an_empty_wall() -> tuple[object, object]:
    """Units that neither attack nor march do not enter the town."""
    table = turn_of(OREN, "hoarfrost")
    put(table, "west 1", mudling=2)
    card = card_of(table, "hoarfrost")
    run(table, use_stored, OREN, card, answers=[AREA + area("west 1")])
    begin_enemies(table)
    run(table, trigger, area("west 1"), card)
    march_all(table)
    return units(table, "west 1"), {"mudling": 2}


def rain_that_echoes() -> tuple[object, object]:
    """The Tether falls by 4 twice, and 1 lamplight is gained twice."""
    table = turn_of(OREN, "still-water", abilities=ability("double_sorcery"))
    table.undercurrent, table.tether = area("east 3"), 10
    run(table, use_stored, OREN, card_of(table, "still-water"))
    return (table.tether, table.lamplight[OREN]), (2, 2)


def toads_that_are_not_left() -> tuple[object, object]:
    """One Wreckback stands in for what is missing in each field."""
    table = turn_of(DOV)
    for name in ("spittoad", "matron"):
        table.supply[UNITS.index(name)] = 0
    happen(table, "toads-on-the-roofs")
    return [units(table, f"{bank} 3") for bank in BANKS], [{"wreckback": 1}] * 4


def an_undertow_and_what_does_not_march() -> tuple[object, object]:
    """Mudlings march; Wreckbacks never do, and the Undercurrent is no unit."""
    table = turn_of(DOV)
    put(table, "south 3", mudling=1, wreckback=1)
    table.undercurrent, table.tether = area("south 3"), 10
    happen(table, "undertow")
    return (units(table, "south 2"), units(table, "south 3"), table.undercurrent), (
        {"mudling": 1},
        {"wreckback": 1},
        area("south 3"),
    )


def a_banner_that_is_torn_and_a_flood_charge() -> tuple[object, object]:
    """A Flood Charge is no wall attack: it brings the 1 morale that it prints, and Bettany's Forge cards cost nothing."""
    table = turn_of(BETTANY, "opened-culvert")
    happen(table, "torn-banner")
    put(table, "north 2", mudling=1)
    run(table, charge_with, BETTANY, BANKS.index("north"), card_of(table, "opened-culvert"), answers=rolls(*[3] * 6))
    return (units(table, "north 2"), table.morale[BETTANY], table.gold[BETTANY]), ({}, 6, 4)


def a_banner_that_is_torn_and_a_bow() -> tuple[object, object]:
    """The bow destroys the Reaver, and brings no morale."""
    table = turn_of(DOV, "alder-bow")
    happen(table, "torn-banner")
    put(table, "north 2", reaver=1)
    run(table, attack_with, DOV, area("north 2"), card_of(table, "alder-bow"), answers=rolls(5, 1))
    return (units(table, "north 2"), table.morale[DOV]), ({}, 5)


def wet_strings() -> tuple[object, object]:
    """Three dice become two, one stays one, and zone 1 is as before."""
    table = turn_of(DOV)
    happen(table, "wet-bowstrings")
    crossbow, boathook = card_of(table, "sluice-crossbow"), card_of(table, "boathook")
    found = [attack_numbers(table, DOV, area("north 2"), cards).dice for cards in ((crossbow,), ())]
    return [*found, attack_numbers(table, DOV, area("north 1"), (boathook,)).dice], [2, 1, 2]


def ale_waits_for_a_wall_attack() -> tuple[object, object]:
    """The logs roll four dice of strength 2 for each zone; the next wall attack has 1 + 2 dice and strength 2."""
    table = turn_of(DOV, "strong-ale")
    run(table, use_stored, DOV, card_of(table, "strong-ale"))
    set_stored(table, DOV, [card_of(table, "log-run")])
    put(table, "north 1", mudling=1)
    run(table, charge_with, DOV, BANKS.index("north"), card_of(table, "log-run"), answers=rolls(*[1] * 8))
    numbers = attack_numbers(table, DOV, area("north 1"))
    return (numbers.dice, numbers.strength), (3, 2)


def a_market_day_and_no_change() -> tuple[object, object]:
    """4 becomes 3; what is free stays free."""
    table = turn_of(DOV)
    happen(table, "market-day")
    return [cost_of(table, DOV, card_of(table, card)) for card in ("weir-drop", "night-watch", "salted-eel")], [3, 0, 0]


def a_brawl_in_a_damaged_inn() -> tuple[object, object]:
    """The Inn stays damaged, since only enemies destroy, and the last morale stays."""
    table = turn_of(DOV)
    table.morale[DOV], table.buildings[OTTER_INN] = 1, 1
    run(table, receive_card, DOV, card_of(table, "taproom-brawl"))
    return (table.buildings[OTTER_INN], table.morale[DOV]), (1, 1)


def a_shield_against_a_fever() -> tuple[object, object]:
    """A shield ignores a hit; a fever is none."""
    table = turn_of(DOV, "bellmetal-shield")
    run(table, receive_card, DOV, card_of(table, "marsh-fever"))
    return (table.morale[DOV], hits_to_ignore(table, DOV)), (2, 1)


def a_sling_beside_a_bow_in_fog() -> tuple[object, object]:
    """The larger number of dice, 1 + 1 + 2 strength, and 4+ that the fog makes 5+."""
    table = turn_of(DOV)
    happen(table, "low-fog")
    cards = [card_of(table, card) for card in ("quarry-sling", "alder-bow")]
    numbers = attack_numbers(table, DOV, area("north 3"), cards)
    return (numbers.dice, numbers.strength, numbers.target), (3, 4, 5)


def barrels_on_barrels() -> tuple[object, object]:
    """Each of two rolls its four dice of strength 1: Matrons stand."""
    table = turn_of(DOV)
    put(table, "east 2", spittoad=6, matron=1)
    barrels = card_of(table, "nail-barrels")
    for _ in range(2):
        set_stored(table, DOV, [barrels])
        run(table, use_stored, DOV, barrels, answers=[AREA + area("east 2")])
    begin_enemies(table)
    for _ in range(2):
        run(table, trigger, area("east 2"), barrels, answers=rolls(3, 3, 3, 2))
    return (units(table, "east 2"), table.morale[DOV]), ({"matron": 1}, 5)


def still_water_under_the_undercurrent() -> tuple[object, object]:
    """Below 1 it is banished: 2 morale for who did it, and 1 lamplight."""
    table = turn_of(OREN, "still-water")
    table.undercurrent, table.tether = area("east 3"), 3
    run(table, use_stored, OREN, card_of(table, "still-water"))
    return (table.undercurrent, table.morale[OREN], table.lamplight[OREN]), (-1, 7, 1)


def fog_keeps_toads_where_they_are() -> tuple[object, object]:
    """They do not attack, and march no farther; the Mudling among them marches."""
    table = turn_of(OREN, "fog-bank")
    put(table, "west 2", spittoad=2, mudling=1)
    table.place[OREN] = WALL + BANKS.index("west")
    run(table, use_stored, OREN, card_of(table, "fog-bank"), answers=[AREA + area("west 2")])
    begin_enemies(table)
    run(table, attack_from, area("west 2"))
    march_all(table)
    return (units(table, "west 2"), units(table, "west 1"), table.morale[OREN]), ({"spittoad": 2}, {"mudling": 1}, 5)


def lightning_that_echoes() -> tuple[object, object]:
    """A zone and three dice twice, for one action and 1 gold; it hits the Undercurrent first, which banishes it."""
    table = turn_of(OREN, "forked-lightning", abilities=ability("double_sorcery"))
    put(table, "east 2", mudling=2)
    table.undercurrent, table.tether = area("east 2"), 4
    zone = AREA + area("east 2")
    answers = [zone, *rolls(3, 3, 6), zone, *rolls(3, 2, 6)]
    run(table, use_stored, OREN, card_of(table, "forked-lightning"), answers=answers)
    found = (units(table, "east 2"), table.undercurrent, table.morale[OREN], table.actions, table.gold[OREN])
    return found, ({"mudling": 1}, -1, 7, 2, 3)


def a_second_chance_before_a_turn_of_the_wrist() -> tuple[object, object]:
    """The miss of the attack is rolled again; nothing changes the die that follows, so its miss stays."""
    table = turn_of(DOV, "old-ferrywoman", abilities=ability("z1_follow"))
    put(table, "north 1", mudling=2)
    run(table, use_stored, DOV, card_of(table, "old-ferrywoman"))
    run(table, attack_with, DOV, area("north 1"), -1, answers=[*rolls(2), ACCEPT, *rolls(4, 1)])
    return (units(table, "north 1"), table.morale[DOV]), ({"mudling": 1}, 6)


def what_protects_the_inn_from_a_brawl() -> tuple[object, object]:
    """A reinforced token, which goes; not the hero who stands in it."""
    found = []
    for token in (0, 1):
        table = turn_of(DOV)
        table.place[DOV], table.reinforced[OTTER_INN] = OTTER_INN, token
        run(table, receive_card, DOV, card_of(table, "taproom-brawl"))
        found.append((table.buildings[OTTER_INN], table.reinforced[OTTER_INN]))
    return found, [(1, 0), (0, 0)]


def a_heron_before_the_step_of_the_round() -> tuple[object, object]:
    """The Runner goes one zone by the event, and one as in each round."""
    table = turn_of(DOV)
    table.runner, table.runner_entered = area("south 1"), 1
    happen(table, "heron-overhead")
    run(table, move_runner)
    return table.runner, area("south 3")


def ground_under_frost() -> tuple[object, object]:
    """Both work on one zone: what is hit goes, the rest neither attacks nor enters, and the ground stays."""
    table = turn_of(OREN, "hoarfrost", "drowned-ground")
    put(table, "west 1", mudling=3)
    frost, ground = (card_of(table, name) for name in ("hoarfrost", "drowned-ground"))
    for card in (frost, ground):
        run(table, use_stored, OREN, card, answers=[AREA + area("west 1")])
    begin_enemies(table)
    run(table, trigger, area("west 1"), ground, answers=rolls(4, 4, 1))
    run(table, trigger, area("west 1"), frost)
    march_all(table)
    return (units(table, "west 1"), [card for _, card, _ in table.tactics]), ({"mudling": 1}, [ground])


def a_culvert_through_a_stuck_sluice() -> tuple[object, object]:
    """Five dice, one more by the craft, one fewer by the sluice; free, and 1 morale; one hit leaves the Runner alone."""
    table = turn_of(BETTANY, "opened-culvert")
    happen(table, "stuck-sluice")
    put(table, "north 2", spittoad=2)
    table.runner = area("north 2")
    run(
        table,
        charge_with,
        BETTANY,
        BANKS.index("north"),
        card_of(table, "opened-culvert"),
        answers=rolls(1, 1, 1, 1, 3),
    )
    found = (units(table, "north 2"), table.runners_lost, table.gold[BETTANY], table.morale[BETTANY])
    return found, ({"spittoad": 1}, 0, 4, 6)


def an_undertow_turned_towards_the_runner() -> tuple[object, object]:
    """The units come into the Runner's zone, and kill them when the enemies begin."""
    table = turn_of(OREN, "undertow-turn")
    put(table, "north 2", mudling=2)
    table.runner = area("east 2")
    east = BANK + BANKS.index("east")
    run(table, use_stored, OREN, card_of(table, "undertow-turn"), answers=[AREA + area("north 2"), east])
    begin_enemies(table)
    return (units(table, "east 2"), table.runners_lost), ({"mudling": 2}, 1)


def fog_stays_when_toads_drift() -> tuple[object, object]:
    """No unit attacks from the zone in the fog; those that have moved out of it do."""
    table = turn_of(OREN, "fog-bank", "undertow-turn")
    put(table, "north 2", spittoad=2)
    table.place[OREN] = WALL + EAST
    run(table, use_stored, OREN, card_of(table, "fog-bank"), answers=[AREA + area("north 2")])
    answers = [AREA + area("north 2"), BANK + EAST]
    run(table, use_stored, OREN, card_of(table, "undertow-turn"), answers=answers)
    begin_enemies(table)
    run(table, attack_from, area("east 2"))
    return table.morale[OREN], 3


def barrels_on_a_zone_that_the_rain_empties() -> tuple[object, object]:
    """They are discarded when the enemies phase begins, and nobody is hit."""
    table = turn_of(OREN, "call-the-rain")
    put(table, "north 2", spittoad=2)
    table.tactics = ((area("north 2"), card_of(table, "nail-barrels"), 0),)
    run(table, use_stored, OREN, card_of(table, "call-the-rain"), answers=[AREA + area("north 2")])
    begin_enemies(table)
    return (units(table, "north 3"), table.tactics), ({"spittoad": 2}, ())


def a_turn_of_the_wrist_once_more_and_a_push() -> tuple[object, object]:
    """It does not follow itself, each attack brings 1 morale, and the Boathook pushes one of the two that are left."""
    table = turn_of(DOV, "boathook", abilities=ability("z1_follow"))
    put(table, "north 1", mudling=4)
    run(table, attack_with, DOV, area("north 1"), card_of(table, "boathook"), answers=rolls(4, 1, 6))
    return (units(table, "north 1"), units(table, "north 2"), table.morale[DOV]), ({"mudling": 1}, {"mudling": 1}, 7)


def a_tether_that_falls_is_nothing_destroyed() -> tuple[object, object]:
    """1 morale, but no second attack; when the Undercurrent goes, its figure is off the board, and there is one."""
    found = []
    for tether, answers in ((5, rolls(4)), (1, rolls(4, 4))):
        table = turn_of(DOV, abilities=ability("z1_follow") | ability("str_plus2"))
        table.strength_tokens[DOV] = 1
        put(table, "north 1", mudling=1)
        table.undercurrent, table.tether = area("north 1"), tether
        run(table, attack_with, DOV, area("north 1"), -1, answers=answers)
        found.append((table.tether, table.morale[DOV], units(table, "north 1")))
    return found, [(4, 6, {"mudling": 1}), (0, 9, {})]


def red_cards_in_a_satchel() -> tuple[object, object]:
    """Red Rainlore cards fit each slot of that class, also a permanent one; red Market cards do not."""
    table = position(heroes="tamsin ilka dov hask")
    held = []
    for hero, card in ((ILKA, "hoarfrost"), (HASK, "hoarfrost"), (ILKA, "feast-basket")):
        table.abilities[hero] |= ability("slot_sorcery")
        held.append(can_store(table, hero, card_of(table, card)))
    return held, [True, True, False]


def a_long_arm_at_the_undercurrent_beside_the_runner() -> tuple[object, object]:
    """The Tether takes the three hits, so none is left for the Runner."""
    table = turn_of(DOV)
    table.arm, table.runner = BANKS.index("north"), area("north 3")
    table.undercurrent, table.tether = area("north 3"), 10
    run(table, perform, DOV, SHOOT, answers=rolls(table.tables.arm.index(3) + 1))
    return (table.tether, table.runners_lost), (7, 0)


def ale_before_a_sling_that_finds_no_slot() -> tuple[object, object]:
    """The sling is used at once, with the ale; the next attack has one die again."""
    table = turn_of(DOV, "strong-ale")
    put(table, "north 2", mudling=9)
    run(table, use_stored, DOV, card_of(table, "strong-ale"))
    set_stored(table, DOV, [card_of(table, "rooftop-dash")])
    answers = [USE_NOW, AREA + area("north 2"), *rolls(1, 1, 1, 1, 4)]
    run(table, receive_card, DOV, card_of(table, "quarry-sling"), answers=answers)
    return (units(table, "north 2"), attack_numbers(table, DOV, area("north 2")).dice), ({"mudling": 8}, 1)


def a_drawn_sling_beside_a_stored_one_and_a_bow() -> tuple[object, object]:
    """Any number of weapons that are not permanent: three dice, 1 + 2 + 2 + 1 strength, hits on 4."""
    table = turn_of(DOV)
    put(table, "north 2", wreckback=1, matron=2)
    sling, bow = card_of(table, "quarry-sling"), card_of(table, "alder-bow")
    set_stored(table, DOV, [bow, sling])
    answers = [USE_NOW, AREA + area("north 2"), ADD + sling, ADD + bow, *rolls(4, 4, 3)]
    run(table, receive_card, DOV, sling, answers=answers)
    return (units(table, "north 2"), stored_cards(table, DOV), table.actions), ({"matron": 1}, [bow], 2)


def lightning_by_lamplight() -> tuple[object, object]:
    """A card that a hero uses is their own roll: a token makes a 2 a 3. It is no attack from a wall, so there is no morale."""
    table = turn_of(OREN, "forked-lightning")
    table.lamplight[OREN] = 1
    put(table, "north 2", mudling=3)
    answers = [AREA + area("north 2"), *rolls(2, 3, 1), RAISE + 8 * 1 + 2]
    run(table, use_stored, OREN, card_of(table, "forked-lightning"), answers=answers)
    return (units(table, "north 2"), table.lamplight[OREN], table.morale[OREN]), ({"mudling": 1}, 0, 5)


def two_second_chances() -> tuple[object, object]:
    """The Ferrywoman acts twice: what misses is rolled again, and again."""
    table = turn_of(DOV, "old-ferrywoman", abilities=ability("double_tavern"))
    put(table, "north 1", mudling=1)
    run(table, use_stored, DOV, card_of(table, "old-ferrywoman"))
    answers = [*rolls(1), ACCEPT, *rolls(1), ACCEPT, *rolls(4)]
    run(table, attack_with, DOV, area("north 1"), -1, answers=answers)
    return units(table, "north 1"), {}


def a_brawl_while_three_cards_are_drawn() -> tuple[object, object]:
    """The Inn gives 1 + 1 + 1 cards to Hask, also when the first of them damages it."""
    table = position("active: hask\nactions: 3 0 0\nhask: morale=5 gold=4", heroes="tamsin oren dov hask")
    happen(table, "open-all-night")
    cards = [card_of(table, name) for name in ("taproom-brawl", "weir-songs", "bed-and-broth")]
    table.season_left[INN] = 3
    answers = [*(DRAW + card for card in cards), LOSE_CARD]
    run(table, visit_building, HASK, OTTER_INN, answers=answers)
    return (table.buildings[OTTER_INN], table.morale[HASK], stored_cards(table, HASK)), (1, 4, [cards[1]])


def carpenters_of_a_keystone_hand() -> tuple[object, object]:
    """The action of repairing works on a destroyed building; the card says damaged, and finds none."""
    table = turn_of(DOV, "hired-carpenters", abilities=ability("rebuild"))
    table.buildings[GRANARY] = DESTROYED
    found = (REPAIR + GRANARY in hero_options(table, DOV), is_usable(table, DOV, card_of(table, "hired-carpenters")))
    return found, (True, False)


CASES: tuple[Callable[[], tuple[object, object]], ...] = (
    ale_then_a_second_chance_then_a_bow, one_die_fewer_and_one_more, a_shield_and_a_coat, fog_before_good_eyes,
    frost_at_an_empty_wall, rain_that_echoes, toads_that_are_not_left, an_undertow_and_what_does_not_march,
    a_banner_that_is_torn_and_a_flood_charge, a_banner_that_is_torn_and_a_bow, wet_strings,
    ale_waits_for_a_wall_attack, a_market_day_and_no_change, a_brawl_in_a_damaged_inn, a_shield_against_a_fever,
    a_sling_beside_a_bow_in_fog, barrels_on_barrels, still_water_under_the_undercurrent,
    fog_keeps_toads_where_they_are, lightning_that_echoes, a_second_chance_before_a_turn_of_the_wrist,
    what_protects_the_inn_from_a_brawl, a_heron_before_the_step_of_the_round, ground_under_frost,
    a_culvert_through_a_stuck_sluice, an_undertow_turned_towards_the_runner, fog_stays_when_toads_drift,
    barrels_on_a_zone_that_the_rain_empties, a_turn_of_the_wrist_once_more_and_a_push,
    a_tether_that_falls_is_nothing_destroyed, red_cards_in_a_satchel, a_long_arm_at_the_undercurrent_beside_the_runner,
    ale_before_a_sling_that_finds_no_slot, a_drawn_sling_beside_a_stored_one_and_a_bow, two_second_chances,
    a_brawl_while_three_cards_are_drawn, lightning_by_lamplight, carpenters_of_a_keystone_hand,
)  # fmt: skip


def test_what_a_reader_predicts_is_what_happens() -> None:
    for case in CASES:
        found, predicted = case()
        assert found == predicted, case.__name__
