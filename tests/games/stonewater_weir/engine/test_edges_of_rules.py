"""Rules at their edges: just enough gold, hits and tokens beyond what counts, and what a new turn or round resets."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from cardgen.games.stonewater_weir.engine.combat.dice import ZoneRoll, roll_attack
from cardgen.games.stonewater_weir.engine.combat.enemy_attack import attack_from
from cardgen.games.stonewater_weir.engine.combat.hero_attack import attack_numbers, attack_zone, flood_charge
from cardgen.games.stonewater_weir.engine.combat.hits import useful_hits
from cardgen.games.stonewater_weir.engine.combat.long_arm import ARM_STRENGTH, shoot_arm
from cardgen.games.stonewater_weir.engine.combat.march import march_from
from cardgen.games.stonewater_weir.engine.field.runner import move_runner
from cardgen.games.stonewater_weir.engine.field.spawning import spawn_all, spawn_card
from cardgen.games.stonewater_weir.engine.phases.round_end import pay_food, round_end
from cardgen.games.stonewater_weir.engine.phases.turns import next_turn, turn
from cardgen.games.stonewater_weir.engine.state.abilities import (
    DOUBLE_TAVERN,
    SEASON_CARD,
    SLOT_SORCERY,
    SLOT_TAVERN,
    Z1_FOLLOW,
)
from cardgen.games.stonewater_weir.engine.state.actions import (
    ABILITY,
    ADD,
    AREA,
    BANK,
    DISCARD_HELD,
    DOWN,
    END_TURN,
    KEEP_ROLL,
    LEARN,
    LOSE_CARD,
    RAISE,
    UP,
    USE_BUILDING,
    USE_HELD,
    USE_NOW,
    WIND,
)
from cardgen.games.stonewater_weir.engine.state.lasting import Modifier, Until, add_lasting, total
from cardgen.games.stonewater_weir.engine.state.places import (
    INN,
    LAMP_HOUSE,
    MARKET,
    ORANGE,
    PERMANENT,
    RAINLORE,
    RED,
    RESISTANCE,
    UNDERCURRENT_RESISTANCE,
    Cause,
)
from cardgen.games.stonewater_weir.engine.state.position import DISCARDS, FACE_DOWN, POOL, SiegePosition
from cardgen.games.stonewater_weir.engine.state.story import Event, events_of
from cardgen.games.stonewater_weir.engine.state.tables import CardRules, SlotRules
from cardgen.games.stonewater_weir.engine.town.decks import deck_size, draw_resource, look_at_top, put_top_to_bottom
from cardgen.games.stonewater_weir.engine.town.heroes import change_food, change_gold, change_lamplight, change_morale
from cardgen.games.stonewater_weir.engine.town.rolls import roll_yellow
from cardgen.games.stonewater_weir.engine.town.slots import _fits, can_store, set_stored, stored_cards
from cardgen.games.stonewater_weir.engine.turn.attacks import attack_with, charge_with
from cardgen.games.stonewater_weir.engine.turn.cards import is_usable, receive_card, use_stored
from cardgen.games.stonewater_weir.engine.turn.options import hero_options
from cardgen.games.stonewater_weir.engine.turn.visits import visit_building
from tests.games.stonewater_weir.engine.siege import (
    DOV,
    ILKA,
    TAMSIN,
    area,
    ends,
    options_of,
    position,
    put,
    rolls,
    run,
    tables,
    units,
    with_card,
)


def design(name: str) -> int:
    return [card.id for card in tables().cards].index(name)


def turn_of(text: str = "") -> SiegePosition:
    return position(f"active: tamsin\nactions: 3 0 0\n{text}".strip())


# Attacks


def test_the_tether_counts_only_if_the_hits_are_strong_enough() -> None:
    """Rules model, section 2: the avatar has a resistance of 4."""
    table = position()
    table.undercurrent, table.tether = area("north 2"), 3
    put(table, "north 2", mudling=2)
    found = [useful_hits(table, area("north 2"), strength) for strength in (0, 1, 3, 4)]
    assert found == [0, 2, 2, 5]
    assert UNDERCURRENT_RESISTANCE == 4


def test_the_long_arm_is_stronger_than_everything() -> None:
    """So the Runner is hit by what is left of a shot, whoever was in the zone before."""
    assert max(*RESISTANCE, UNDERCURRENT_RESISTANCE) <= ARM_STRENGTH


def test_what_an_attack_has_destroyed_includes_the_tether() -> None:
    table = position()
    table.undercurrent, table.tether = area("north 1"), 5
    add_lasting(table, Modifier.STRENGTH, 3, Until.ROUND)
    assert run(table, attack_zone, ILKA, area("north 1"), answers=rolls(6)) == 1
    assert table.tether == 4


def test_no_die_hits_above_six_and_every_one_but_a_one_below_two() -> None:
    table = position()
    for change, target in ((9, 7), (-9, 2), (0, attack_numbers(table, ILKA, area("north 1")).target)):
        table.lasting = ()
        add_lasting(table, Modifier.TARGET, change, Until.ROUND)
        assert attack_numbers(table, ILKA, area("north 1")).target == target


def test_a_card_that_acts_twice_adds_its_bonus_twice_and_its_dice_once() -> None:
    plain = position("", with_card(tables(), CardRules("x", INN, RED, 0, is_attack=True, bonus=2, dice=3)))
    card = len(plain.tables.cards) - 1
    once = attack_numbers(plain, ILKA, area("north 1"), [card])
    plain.abilities[ILKA] |= DOUBLE_TAVERN
    twice = attack_numbers(plain, ILKA, area("north 1"), [card])
    assert (twice.strength, twice.dice, twice.target) == (once.strength + 2, once.dice, once.target)
    assert once.dice == 3


def test_a_target_that_a_card_prints_is_used_where_it_is_easier() -> None:
    for printed, target in ((3, 3), (6, 4)):
        table = position("", with_card(tables(), CardRules("x", INN, RED, 0, is_attack=True, bonus=0, target=printed)))
        assert attack_numbers(table, DOV, area("north 1"), [len(table.tables.cards) - 1]).target == target


def test_more_dice_of_a_flood_charge_may_be_those_of_one_zone() -> None:
    """Of a charge on two zones, one has two dice more."""
    card = design("weir-drop")
    (first, second, *_), dice = tables().cards[card].zones, tables().cards[card].dice
    table = position()
    table.gold[ILKA] = 4
    add_lasting(table, Modifier.CHARGE_DICE, 2, Until.ROUND, zone=second)
    table.telling = True
    run(table, flood_charge, ILKA, 0, card, answers=rolls(*[1] * (2 * dice + 2)))
    told = [(numbers[1] % 3, numbers[2]) for event, *numbers in events_of(table) if event == Event.ATTACK]
    assert told == [(first, dice), (second, dice + 2)]


def test_a_second_attack_follows_only_where_an_enemy_is_left() -> None:
    for enemies, answers in ((1, rolls(6)), (2, rolls(6, 1))):
        table = position()
        table.abilities[DOV] |= Z1_FOLLOW
        put(table, "north 1", mudling=enemies)
        run(table, attack_zone, DOV, area("north 1"), answers=answers)
        assert table.tape == answers, "no further die is rolled"
        assert sum(units(table, "north 1").values()) == enemies - 1


def test_a_flood_charge_spares_a_runner_beside_what_it_cannot_destroy() -> None:
    """Rules model, section 4: it kills him only if it destroys all enemies there and has hits left."""
    card = design("log-run")
    for enemies, lost in (({"mudling": 1}, 1), ({"mudling": 1, "wreckback": 1}, 0), ({}, 1)):
        table = position("runner: place=north-1")
        put(table, "north 1", **enemies)
        run(table, flood_charge, ILKA, 0, card, answers=rolls(6, 6, 1, 1, 1, 1, 1, 1))
        assert table.runners_lost == lost, enemies


def test_no_surge_comes_for_enemies_that_are_not_due() -> None:
    """Though every figure is on the board; an event has kept those of the card away."""
    for change, surges in ((-9, 0), (0, 1)):
        table = position()
        table.supply = [0] * len(table.supply)
        add_lasting(table, Modifier.SPAWN, change, Until.ROUND)
        run(table, spawn_card, 0, area("north 3"), answers=[WIND] * surges)
        assert table.undercurrent == (area("north 3") if surges else -1)


def test_lamplight_raises_a_die_by_as_many_tokens_as_there_are() -> None:
    """A die of 2 needs two tokens to be a 4; both are spent."""
    zone = ZoneRoll(area("north 1"), 1, 1)
    raise_it = RAISE + 8 * 0 + 2
    for tokens, asked in ((1, False), (2, True)):
        table = position()
        put(table, "north 1", mudling=1)
        table.lamplight[ILKA] = tokens
        answers = [*rolls(2), *([raise_it] if asked else [])]
        assert run(table, roll_attack, ILKA, [zone], 4, answers=answers) == [int(asked)]
        assert table.lamplight[ILKA] == (0 if asked else 1)
    table = position()
    table.lamplight[ILKA] = 3
    assert options_of(table, roll_attack, ILKA, [zone], 4, answers=rolls(2)) == [KEEP_ROLL, raise_it]


def test_each_zone_that_has_attacked_stays_where_it_is() -> None:
    table = position("tamsin: place=wall-north\nilka: place=wall-south")
    for place in ("north 1", "south 1"):
        put(table, place, mudling=1)
        run(table, attack_from, area(place))
    assert table.attacked == 1 << area("north 1") | 1 << area("south 1")


def test_a_hero_who_dies_of_a_card_in_an_attack_dies_once() -> None:
    """Two cards that cost morale are declared; the first one kills."""
    cards = (CardRules(name, INN, ORANGE, 0, is_attack=True, bonus=0, morale=-2) for name in ("one", "two"))
    known = tables()
    for card in cards:
        known = with_card(known, card)
    table = position("active: tamsin\nactions: 3 0 0\ntamsin: place=wall-north morale=1", known)
    one, two = len(known.cards) - 2, len(known.cards) - 1
    table.telling, table.slots[0] = True, one
    put(table, "north 1", mudling=1)
    attack = partial(attack_with, stored=False)
    run(table, attack, TAMSIN, area("north 1"), two, answers=[ADD + one, *rolls(1, 1)])
    died = [event for event, *_ in events_of(table) if event == Event.DIED]
    assert (table.morale[TAMSIN], len(died), stored_cards(table, TAMSIN)) == (0, 1, [])
    assert table.piles[DISCARDS + INN] == (one, two)


def test_only_units_that_have_attacked_stay_before_a_wall() -> None:
    """Others enter the town, whoever attacks elsewhere."""
    for attacked, cause in ((["north 1"], None), (["south 1"], Cause.BREACH), ([], Cause.BREACH)):
        table = position()
        put(table, "north 1", mudling=1)
        table.attacked = sum(1 << area(place) for place in attacked)
        if cause is None:
            run(table, march_from, area("north 1"))
        else:
            assert ends(table, march_from, area("north 1")) == cause


def test_lamplight_changes_a_shot_between_the_numbers_of_the_die() -> None:
    table = position("tamsin: lamplight=3", replace(tables(), arm=(2, 3, 4, 3, 0, -1)))
    put(table, "north 3", mudling=4)
    for side, options in ((1, [KEEP_ROLL, UP]), (2, [KEEP_ROLL, UP, DOWN]), (3, [KEEP_ROLL, DOWN])):
        assert options_of(table, shoot_arm, TAMSIN, answers=rolls(side)) == options


def test_the_yellow_die_is_only_raised() -> None:
    table = position("tamsin: lamplight=3")
    sides = {number: side for side, number in enumerate(table.tables.yellow, 1)}
    assert options_of(table, roll_yellow, TAMSIN, answers=rolls(sides[2])) == [KEEP_ROLL, UP]
    run(table, roll_yellow, TAMSIN, answers=rolls(sides[3]))  # the highest number is not asked about


def test_a_flood_charge_is_not_declared_beside_another_weapon() -> None:
    bow, charge = design("alder-bow"), design("log-run")
    table = turn_of("tamsin: gold=4")
    put(table, "north 2", mudling=2)
    table.slots[:4] = [bow, charge, -1, -1]
    run(table, attack_with, TAMSIN, area("north 2"), bow, answers=rolls(1, 1))  # nothing is left to be asked about
    assert stored_cards(table, TAMSIN) == [bow, charge]


def test_what_a_flood_charge_does_afterwards_happens_in_its_first_zone() -> None:
    seen: list[int] = []

    def note(_table: SiegePosition, _hero: int, there: int, destroyed: int) -> None:
        seen.extend((there, destroyed))

    card = replace(tables().cards[design("log-run")], after_attack=note, copies=0)
    table = position("active: tamsin\nactions: 3 0 0\ntamsin: gold=4", with_card(tables(), card))
    put(table, "north 1", mudling=1)
    put(table, "north 2", mudling=1)
    table.slots[0] = len(table.tables.cards) - 1
    run(table, charge_with, TAMSIN, 0, table.slots[0], answers=rolls(6, 1, 1, 1, 6, 1, 1, 1))
    assert seen == [area("north 1"), 2]


# Cards and gold


def test_a_card_is_paid_with_the_last_gold() -> None:
    """Weir Songs cost 1; an event can make cards dearer, or free but never gainful."""
    songs = design("weir-songs")
    for change, gold, cost in ((0, 1, 1), (0, 0, None), (1, 2, 2), (1, 1, None), (-3, 0, 0)):
        table = turn_of(f"tamsin: gold={gold}")
        add_lasting(table, Modifier.CARD_COST, change, Until.ROUND)
        set_stored(table, TAMSIN, [])
        assert is_usable(table, TAMSIN, songs) == (cost is not None), (change, gold)
        if cost is not None:
            table.slots[0] = songs
            run(table, use_stored, TAMSIN, songs)
            assert table.gold[TAMSIN] == gold - cost


def test_a_card_of_a_hero_who_has_died_of_it_acts_once() -> None:
    """An ability lets it act twice, and its printed morale is not lost by the dead."""
    acted: list[int] = []

    def die(table: SiegePosition, hero: int) -> None:
        acted.append(table.morale[hero])
        change_morale(table, hero, -5)

    for double, expected in ((0, [5]), (DOUBLE_TAVERN, [5])):
        acted.clear()
        table = position("", with_card(tables(), CardRules("x", INN, ORANGE, 0, use=die, morale=2)))
        table.abilities[TAMSIN] |= double
        table.slots[0] = len(table.tables.cards) - 1
        run(table, use_stored, TAMSIN, table.slots[0])
        assert (acted, table.morale[TAMSIN]) == (expected, 0)


def test_what_a_track_gains_is_told_as_far_as_it_goes() -> None:
    table = position("tamsin: food=5 gold=1 lamplight=2")
    table.telling = True
    for change, amount in ((change_food, 3), (change_gold, -4), (change_lamplight, 0)):
        change(table, TAMSIN, amount)
    assert [(event, *numbers[:3]) for event, *numbers in events_of(table)] == [
        (Event.FOOD, TAMSIN, 1, 6),
        (Event.GOLD, TAMSIN, -1, 0),
    ]


def test_to_make_room_a_stored_card_is_used_only_if_it_can_be() -> None:
    """Any card can be discarded; nobody uses a permanent card up, or one that does nothing or cannot be paid."""
    songs, ways = design("weir-songs"), {}
    for gold in (0, 1):
        table = turn_of()
        hero, held = crowded(table, songs)
        table.gold[hero] = gold
        ways[gold] = options_of(table, receive_card, hero, songs)
        assert held == [songs]
    assert ways[0] == [LOSE_CARD, DISCARD_HELD + songs]
    assert ways[1] == [LOSE_CARD, USE_NOW, DISCARD_HELD + songs, USE_HELD + songs]


def crowded(table: SiegePosition, card: int) -> tuple[int, list[int]]:
    """A hero who has room for one such card, which is stored."""
    for hero in table.order:
        set_stored(table, hero, [])
        if can_store(table, hero, card):
            set_stored(table, hero, [card])
            if not can_store(table, hero, card):
                return hero, stored_cards(table, hero)
    raise AssertionError("everybody has room")


def test_only_red_cards_are_held_by_slots_of_other_kinds() -> None:
    """Rules model, section 4: strategist, red tavern cards in orange market slots; sorcery cards likewise, in any slot of theirs."""
    market, rain = SlotRules(frozenset({(MARKET, ORANGE)})), SlotRules(frozenset({(RAINLORE, ORANGE)}))
    for group, ability, slot in ((INN, SLOT_TAVERN, market), (RAINLORE, SLOT_SORCERY, rain)):
        found = {
            kind: [_fits(CardRules("x", group, kind, 0), slot, abilities) for abilities in (0, ability)]
            for kind in (RED, PERMANENT)
        }
        assert found == {RED: [False, True], PERMANENT: [False, False]}
    assert not _fits(CardRules("x", INN, RED, 0), SlotRules(frozenset({(MARKET, RED)})), SLOT_TAVERN)
    assert not _fits(CardRules("x", INN, ORANGE, 0), market, SLOT_TAVERN)


# Decks


def test_cards_of_a_season_deck_are_not_in_the_pool() -> None:
    table = position()
    pile = len(table.piles[FACE_DOWN + INN])
    table.season_left[INN] = 4
    assert (deck_size(table, INN), deck_size(table, POOL + INN)) == (4, pile - 4)
    for left in (3, 2):
        run(table, draw_resource, INN)
        assert (table.season_left[INN], deck_size(table, POOL + INN)) == (left, pile - 4)
    run(table, draw_resource, POOL + INN)
    assert (table.season_left[INN], deck_size(table, POOL + INN)) == (2, pile - 5)


def test_cards_put_beneath_a_deck_lie_there_in_that_order() -> None:
    table = position()
    table.known[POOL + INN] = (3, 1, 2)
    put_top_to_bottom(table, POOL + INN)
    put_top_to_bottom(table, POOL + INN)
    assert (table.known[POOL + INN], table.beneath[POOL + INN]) == ((2,), (3, 1))
    table.piles[FACE_DOWN + INN], table.season_left[INN] = (), 0
    assert [run(table, draw_resource, POOL + INN) for _ in range(3)] == [2, 3, 1]


def test_only_the_cards_that_are_looked_at_are_seen() -> None:
    table = position()
    table.known[POOL + INN] = (3, 1)
    assert look_at_top(table, POOL + INN) == (3,)
    assert table.known[POOL + INN] == (3, 1)
    seen = run(table, look_at_top, POOL + INN, 3)
    assert (len(seen), seen[:2], table.known[POOL + INN]) == (3, (3, 1), seen)


# Turns, rounds and seasons


def test_a_turn_begins_afresh() -> None:
    """What was used in the last turn can be used again, and what lasted a turn is over with it."""
    season = ABILITY + SEASON_CARD.bit_length() - 1
    table = turn_of("tamsin: place=inn")
    table.abilities[TAMSIN] |= SEASON_CARD
    table.season_left[INN] = 2
    assert season in hero_options(table, TAMSIN)
    table.acted = 1  # it is for the beginning of a turn
    assert season not in hero_options(table, TAMSIN)
    table.acted, table.spent[TAMSIN] = 0, SEASON_CARD
    assert season not in hero_options(table, TAMSIN)
    for until in (Until.ATTACK, Until.TURN, Until.ROUND):
        add_lasting(table, Modifier.STRENGTH, 1 + until, until, hero=TAMSIN)
    run(table, turn, answers=[END_TURN])
    assert total(table, Modifier.STRENGTH, TAMSIN) == 1 + Until.ROUND
    table.queue = (TAMSIN,)
    table.acted = 2
    run(table, next_turn)
    assert season in hero_options(table, TAMSIN)
    run(table, turn, answers=[USE_BUILDING + LAMP_HOUSE])
    assert season not in hero_options(table, TAMSIN)


def test_hits_can_be_ignored_again_in_each_round() -> None:
    table = position("round: 4")
    table.ignored = [2, 0, 1, 0, 0, 0]
    run(table, round_end)
    assert table.ignored == [0] * 6


@pytest.mark.parametrize(
    ("change", "food", "lives"), [(0, 2, True), (0, 1, False), (1, 3, True), (1, 2, False), (-5, 0, True)]
)
def test_a_season_costs_two_food_more_or_less_but_brings_none(change: int, food: int, lives: bool) -> None:
    table = position(f"tamsin: food={food}")
    table.food[ILKA] = table.food[DOV] = table.food[3] = 6
    add_lasting(table, Modifier.SEASON_FOOD, change, Until.ROUND)
    run(table, pay_food)
    assert table.is_alive(TAMSIN) == lives
    assert table.food[ILKA] == 6 - max(2 + change, 0)
    assert not lives or table.food[TAMSIN] == 0


def test_a_visit_to_the_lamp_house_brings_food_and_lamplight() -> None:
    """Rules model, section 2: sanctuary, 1 food and 1 grace."""
    table = turn_of("tamsin: food=3 lamplight=1")
    run(table, visit_building, TAMSIN, LAMP_HOUSE)
    assert (table.food[TAMSIN], table.lamplight[TAMSIN], table.place[TAMSIN], table.actions) == (4, 2, LAMP_HOUSE, 2)


def test_weapons_are_of_use_to_the_active_hero_alone() -> None:
    table = turn_of()
    put(table, "north 2", mudling=1)
    bow = design("alder-bow")
    assert (is_usable(table, TAMSIN, bow), is_usable(table, ILKA, bow)) == (True, False)
    table.actions = 0
    assert not is_usable(table, TAMSIN, bow)


def test_nobody_learns_in_a_lamp_house_that_does_nothing() -> None:
    for disabled in (frozenset[int](), frozenset({LAMP_HOUSE})):
        table = position("active: tamsin\nactions: 3 0 0\ntamsin: food=6", replace(tables(), disabled=disabled))
        found = hero_options(table, TAMSIN)
        assert ((USE_BUILDING + LAMP_HOUSE in found), LEARN in found) == (True, not disabled)


@pytest.mark.parametrize(("round_", "left"), [(4, [3, 4]), (5, [3, 4]), (6, [4])])
def test_what_lasts_a_round_or_a_season_ends_with_it(round_: int, left: list[int]) -> None:
    table = position(f"round: {round_}")
    for until in Until:
        add_lasting(table, Modifier.STRENGTH, 1, until)
    run(table, round_end)
    assert [effect[2] for effect in table.lasting] == left


def test_after_a_resurrection_each_field_has_one_roll() -> None:
    table = position("", replace(tables(), points=(2, 1, 2, 1)))
    table.enemy_slots = [-1] * 12
    run(table, partial(spawn_all, once=True), answers=[BANK, *rolls(1, 2, 1, 2)])
    assert len(table.tape) == 5
    run(table, spawn_all, answers=[BANK, *rolls(1, 2, 1, 2, 1, 2)])
    assert len(table.tape) == 7


def test_followers_come_only_while_a_runner_is_there() -> None:
    """One has died after coming back; the successor waits while every Z1 is full."""
    for text, followers in (("place=north-3 leg=returning field=north", 2), ("place=due leg=leaving field=north", 0)):
        table = position(f"runner: {text}", tables(difficulty="full"))
        for bank in ("north", "east", "south", "west"):
            put(table, f"{bank} 1", spittoad=1)
        run(table, move_runner)
        assert units(table, "north 3").get("mudling", 0) == followers


def test_a_tactics_card_costs_the_morale_that_it_prints() -> None:
    card = CardRules("x", RAINLORE, RED, 0, is_tactics=True, zones=(0, 1), morale=-2)
    table = position("tamsin: morale=5", with_card(tables(), card))
    table.slots[0] = len(table.tables.cards) - 1
    run(table, use_stored, TAMSIN, table.slots[0], answers=[AREA + area("north 1")])
    assert (table.morale[TAMSIN], table.tactics) == (3, ((area("north 1"), len(table.tables.cards) - 1, 0),))
