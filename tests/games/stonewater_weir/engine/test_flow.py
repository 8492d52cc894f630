"""The course of a game: the Runner's journey, seasons, resurrection, tactics cards, and how games end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cardgen.games.stonewater_weir.engine.combat.enemy_attack import take_hits
from cardgen.games.stonewater_weir.engine.combat.march import march_all
from cardgen.games.stonewater_weir.engine.field.runner import advance_runner, kill_runner, move_runner
from cardgen.games.stonewater_weir.engine.field.spawning import spawn_card
from cardgen.games.stonewater_weir.engine.field.undercurrent import lower_tether, surge
from cardgen.games.stonewater_weir.engine.phases.enemies import begin_enemies, check_runner, tactics
from cardgen.games.stonewater_weir.engine.phases.round_end import round_end
from cardgen.games.stonewater_weir.engine.phases.round_start import events, resurrection
from cardgen.games.stonewater_weir.engine.phases.setup import set_up
from cardgen.games.stonewater_weir.engine.siege_state import SiegeState
from cardgen.games.stonewater_weir.engine.state.actions import BANK, DECLINE, HERO, STRIDE, TRIGGER, WIND
from cardgen.games.stonewater_weir.engine.state.lasting import Modifier, Until, add_lasting
from cardgen.games.stonewater_weir.engine.state.places import (
    ASSAULT,
    BANKS,
    DAMAGED,
    EAST,
    HEAVY,
    HOME,
    IN_HILLS,
    INN,
    LAMP_HOUSE,
    LEAVING,
    NORTH,
    RUNNER_DUE,
    SOUTH,
    SUPPORT,
    WEST,
    Cause,
)
from cardgen.games.stonewater_weir.engine.state.position import ENEMY_DISCARDS, KNOWN_EVENTS, OUT, SEASON_DECK
from cardgen.games.stonewater_weir.engine.state.story import Event, events_of
from cardgen.games.stonewater_weir.engine.state.tables import EnemyRules
from cardgen.games.stonewater_weir.engine.town.buildings import damage_by_card, hit_building
from cardgen.games.stonewater_weir.engine.town.decks import (
    deck_size,
    draw_event,
    draw_resource,
    look_at_top,
    put_top_to_bottom,
)
from cardgen.games.stonewater_weir.engine.turn.cards import tactics_areas
from tests.games.stonewater_weir.engine.siege import (
    BETTANY,
    DOV,
    ILKA,
    TAMSIN,
    area,
    deck,
    ends,
    options_of,
    position,
    put,
    random_position,
    rolls,
    run,
    tables,
    units,
    with_enemies,
)


def test_an_undisturbed_runner_is_home_in_round_8() -> None:
    table = position("round: 1")
    expected = [area("south 1"), area("south 2"), area("south 3"), IN_HILLS]
    expected += [area("east 3"), area("east 2"), area("east 1"), HOME + EAST]
    for number, place in enumerate(expected, 1):
        table.round = number
        answers = {1: [BANK + SOUTH], 5: [WIND + EAST]}.get(number, [])
        run(table, move_runner, answers=answers)
        assert table.runner == place
    assert [table.morale[hero] for hero in table.order] == [7, 7, 7, 7]
    assert ends(table, round_end) == Cause.HOME


@pytest.mark.parametrize("blocked", ["south 1", "south 2"])
def test_units_in_his_zone_or_the_next_one_stop_him(blocked: str) -> None:
    table = position("runner: place=south-1")
    put(table, blocked, mudling=1)
    run(table, move_runner)
    assert table.runner == area("south 1")
    table.undercurrent, table.tether = area("south 2"), 10
    table.units = [0] * 60
    run(table, move_runner)  # the Undercurrent is no unit
    assert table.runner == area("south 2")


def test_he_waits_in_the_hills_for_the_same_wind() -> None:
    table = position("runner: place=hills leg=returning")
    put(table, "west 3", spittoad=1)
    run(table, move_runner, answers=[WIND + WEST])
    assert (table.runner, table.runner_wind) == (IN_HILLS, WEST)
    table.units = [0] * 60
    run(table, move_runner)
    assert (table.runner, table.runner_wind) == (area("west 3"), -1)


def test_followers_come_on_his_return_and_while_he_lives() -> None:
    table = position("runner: place=hills leg=returning", tables(difficulty="full"))
    run(table, move_runner, answers=[WIND + WEST])
    assert units(table, "west 3") == {"mudling": 2}
    run(table, check_runner)
    assert table.runners_lost == 1
    assert table.halted == 1 << area("west 3")
    run(table, move_runner, answers=[WIND + EAST])
    assert table.runner == area("east 3")
    assert units(table, "east 3") == {"mudling": 2}  # S18: his own field
    assert units(table, "west 3") == {"mudling": 2}


def test_a_successor_sets_out_from_any_free_zone() -> None:
    table = position("runner: place=south-2\ntamsin: morale=1\nilka: morale=4")
    put(table, "south 2", mudling=1)
    put(table, "north 1", mudling=1)
    run(table, check_runner)
    assert (table.runner, table.runners_lost) == (RUNNER_DUE, 1)
    assert (table.morale[TAMSIN], table.morale[ILKA]) == (1, 3)
    assert options_of(table, move_runner) == [BANK + EAST, BANK + SOUTH, BANK + WEST]
    run(table, move_runner, answers=[BANK + EAST])
    assert table.runner == area("east 1")


def test_a_runner_whom_an_event_lets_leave_comes_back_in_the_next_round() -> None:
    """Rulebook: in the round after leaving, draw a wind card."""
    table = position("round: 3")
    table.runner, table.runner_leg = area("east 3"), LEAVING
    advance_runner(table)
    run(table, move_runner)  # nothing is drawn
    assert table.runner == IN_HILLS
    table.round += 1
    run(table, move_runner, answers=[WIND + WEST])
    assert table.runner == area("west 3")


def test_losing_two_runners() -> None:
    table = position("runner: place=south-2 lost=1")
    put(table, "south 2", mudling=1)
    assert ends(table, check_runner) == Cause.RUNNERS


def test_units_that_killed_him_do_nothing_more() -> None:
    table = position("runner: place=south-1\ntamsin: place=wall-south")
    put(table, "south 1", mudling=2)
    run(table, begin_enemies)
    run(table, march_all)
    assert units(table, "south 1") == {"mudling": 2}


def test_the_undercurrent_walks_in_past_heroes() -> None:
    table = position("undercurrent: south-1 4\ntamsin: place=wall-south", tables(difficulty="middle"))
    assert ends(table, march_all) == Cause.BREACH
    table = position("undercurrent: south-2 4")
    run(table, march_all)
    assert table.undercurrent == area("south 1")


def test_a_surge_strengthens_the_tether() -> None:
    table = position("undercurrent: south-2 4")
    run(table, surge)
    assert table.tether == 9
    run(table, surge)
    assert table.tether == 10
    assert lower_tether(table, 12, TAMSIN) == 10
    assert (table.undercurrent, table.morale[TAMSIN]) == (-1, 7)
    easy = position("", tables(difficulty="easy"))
    run(easy, surge)
    assert easy.undercurrent == -1


def test_the_end_of_a_season() -> None:
    table = position("round: 3\ntamsin: food=1\nilka: food=2\ndov: place=dead morale=0\nseason cards: inn=2 forge=1")
    table.enemy_slots = [0] * 12
    run(table, round_end)
    assert [table.is_alive(hero) for hero in (TAMSIN, ILKA, DOV, BETTANY)] == [False, True, False, True]
    assert (table.food[ILKA], table.food[BETTANY]) == (0, 1)
    assert len(table.piles[ENEMY_DISCARDS]) == 12
    assert table.season_left == [2, 2, 2, 2]  # one for each living hero
    assert [len(table.piles[OUT + group]) for group in range(4)] == [2, 0, 0, 1]


def test_no_renewal_in_other_rounds() -> None:
    table = position("round: 4\nseason cards: inn=2")
    run(table, round_end)
    assert (table.food[TAMSIN], table.season_left) == (3, [2, 0, 0, 0])


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("round: 12\nrunner: place=home-east leg=returning", Cause.HOME),
        ("round: 8\nrunner: place=home-east leg=returning", Cause.HOME),
        ("round: 12\nrunner: place=east-1 leg=returning", Cause.TIME),
        (
            "round: 12\nrunner: place=home-east leg=returning\ntamsin: food=0\nilka: food=1\ndov: food=0\nbettany: food=0",
            Cause.HEROES,
        ),
    ],
)
def test_the_last_moment(text: str, cause: Cause) -> None:
    assert ends(position(text), round_end) == cause


def test_all_heroes_dead() -> None:
    text = "\n".join(f"{name}: place=dead morale=0" for name in ("ilka", "dov", "bettany"))
    table = position(f"{text}\ntamsin: morale=1")
    assert ends(table, take_hits, TAMSIN, 1) == Cause.HEROES


def test_the_fifth_destroyed_building() -> None:
    names = ("inn", "undercroft", "granary", "forge_hall")
    table = position(f"buildings: {' '.join(f'{name}=destroyed' for name in names)} rain_tower=damaged+1")
    damage_by_card(table, 7)  # a card does nothing to a damaged building
    assert (table.buildings[7], table.reinforced[7]) == (DAMAGED, 1)
    hit_building(table, 7)  # the reinforcement
    assert (table.buildings[7], table.reinforced[7]) == (DAMAGED, 0)
    damage_by_card(table, 7)
    assert ends(table, hit_building, 7) == Cause.BUILDINGS


def test_resurrection() -> None:
    text = "tamsin: place=dead morale=0 food=0 gold=0 lamplight=2 cards=alder-bow,-,-,- tokens=z1_roll2,heal2~,-,-\ntoken: ilka"
    table = position(text)
    table.enemy_slots = [-1] * 12
    table.ignored[TAMSIN], table.last_building[TAMSIN], table.strength_tokens[TAMSIN] = 2, LAMP_HOUSE, 1
    copy = table.copy()
    run(copy, resurrection, answers=[DECLINE])
    assert not copy.is_alive(TAMSIN)
    run(table, resurrection, answers=[HERO + TAMSIN, BANK + EAST, *rolls(1, 2, 1, 2)])
    assert (table.place[TAMSIN], table.first) == (LAMP_HOUSE, TAMSIN)
    assert (table.morale[TAMSIN], table.food[TAMSIN], table.gold[TAMSIN], table.lamplight[TAMSIN]) == (5, 3, 1, 0)
    assert table.slots[:4] == table.tokens[:4] == [-1] * 4
    assert table.strength_tokens[TAMSIN] == table.ignored[TAMSIN] == 0
    assert table.last_building[TAMSIN] == -1
    assert table.abilities[TAMSIN] == table.tables.heroes[TAMSIN].abilities


@pytest.mark.parametrize(("supplies", "food", "gold"), [(0, 3, 1), (1, 4, 2), (2, 4, 3), (3, 4, 3)])
def test_supplies_fill_a_track_up_to_its_end(supplies: int, food: int, gold: int) -> None:
    table = position("", replace(tables(), food=(3, 4), gold=(1, 3), supplies=supplies))
    set_up(table)
    assert {(table.food[hero], table.gold[hero]) for hero in table.order} == {(food, gold)}


def test_no_resurrection_while_somebody_is_there() -> None:
    table = position("tamsin: place=dead morale=0\nilka: place=lamp_house")
    run(table, resurrection)
    assert not table.is_alive(TAMSIN)


def test_the_token_of_a_dead_hero_goes_on() -> None:
    table = position("token: ilka\nilka: morale=1 place=inn\ndov: place=dead morale=0")
    take_hits(table, ILKA, 3)
    assert table.first == BETTANY


def test_events_end_with_their_round_or_season() -> None:
    ids = [event.id for event in tables().events]
    season = next(event.id for event in tables().events if event.lasts_season)
    short = next(event.id for event in tables().events if not event.lasts_season)
    table = position(f"round: 4\nevents: {season} {short}\nknown events: clear-morning grain-barge")
    run(table, events)
    assert [ids[event] for event in table.events] == [season, "clear-morning"]
    table = position(f"round: 6\nevents: {season} {short}\nknown events: clear-morning")
    run(table, events)
    assert [ids[event] for event in table.events] == ["clear-morning"]
    assert table.round == 7


def test_tactics_cards() -> None:
    cards = [card.id for card in tables().cards]
    nails, ground = cards.index("nail-barrels"), cards.index("drowned-ground")
    table = position("tactics: north-1,nail-barrels,0 north-2,drowned-ground,0 east-2,nail-barrels,0")
    put(table, "north 1", mudling=1)
    run(table, begin_enemies)
    assert table.tactics == ((area("north 1"), nails, 0), (area("north 2"), ground, 0))  # none stays in an empty zone
    first = TRIGGER + STRIDE * area("north 1") + nails
    assert first in options_of(table, tactics)
    for phases in (1, 2, 3):
        table.tactics = table.due = ((area("north 2"), ground, phases - 1),)
        run(table, tactics, answers=[TRIGGER + STRIDE * area("north 2") + ground, *rolls(*[1] * ground_dice())])
        assert len(table.tactics) == (phases < 3)


def test_tactics_cards_of_a_pile_add_up_in_any_order() -> None:
    """Rules model, C1: as many on one zone as players like, each with its own effect on this zone."""
    cards = [card.id for card in tables().cards]
    nails, watch = cards.index("nail-barrels"), cards.index("night-watch")
    here = area("north 1")
    table = position("tactics: north-1,nail-barrels,0 north-1,nail-barrels,0 north-1,night-watch,0")
    put(table, "north 1", mudling=4)
    put(table, "south 1", mudling=1)
    named = [area(f"{bank} {zone}") for bank in BANKS for zone in (1, 2)]
    assert tactics_areas(table, nails) == named  # a fourth card may join them; the other zones may get enemies yet
    run(table, begin_enemies)
    first, second = TRIGGER + STRIDE * here + nails, TRIGGER + STRIDE * here + watch
    assert options_of(table, tactics) == sorted([first, second])
    dice = sum(effect.strike.dice for effect in card_of("nail-barrels").effects if effect.strike)
    more = sum(effect.strike.dice for effect in card_of("night-watch").effects if effect.strike)
    run(table, tactics, answers=[second, *rolls(*[1] * more)])
    run(table, tactics, answers=[first, *rolls(6, *[1] * (dice - 1))])
    assert units(table, "north 1") == {"mudling": 3}
    assert table.tactics == table.due == ((here, nails, 0),)
    run(table, tactics, answers=[first, *rolls(6, *[1] * (dice - 1))])  # the only card left is not asked for
    assert units(table, "north 1") == {"mudling": 2}
    assert units(table, "south 1") == {"mudling": 1}
    assert table.tactics == table.due == ()


def test_two_drowned_grounds_on_a_zone_keep_their_own_count() -> None:
    ground = [card.id for card in tables().cards].index("drowned-ground")
    here = area("west 2")
    table = position("tactics: west-2,drowned-ground,2 west-2,drowned-ground,0")
    run(table, begin_enemies)
    answer = TRIGGER + STRIDE * here + ground
    for left in (((here, ground, 0),), ((here, ground, 1),)):
        run(table, tactics, answers=[answer, *rolls(*[1] * ground_dice())])
        assert table.tactics == left
    assert table.due == ()


def card_of(name: str) -> Any:
    return next(
        card for group in ("inn", "market", "rainlore", "forge") for card in getattr(deck(), group) if card.id == name
    )


def ground_dice() -> int:
    return sum(effect.strike.dice for effect in card_of("drowned-ground").effects if effect.strike)


def test_killing_a_runner_who_is_home_needs_a_new_wind() -> None:
    table = position("runner: place=home-north leg=returning")
    kill_runner(table)
    run(table, move_runner, answers=[WIND + NORTH])
    assert table.runner == area("north 3")


def test_the_story_of_a_game_is_told_once() -> None:
    state = SiegeState.new(tables(), 3, telling=True)
    for _ in range(25):
        if not state.is_terminal():
            state.apply_action(state.legal_actions()[-1])
    found = [*events_of(state.position)]
    rounds = [event[1] for event in found if event[0] == Event.ROUND]
    assert rounds == [*range(2, state.position.round + 1)]
    assert len([event for event in found if event[0] == Event.TURN]) <= 4 * state.position.round
    assert random_position(3).position.story is None


@pytest.mark.parametrize(
    ("role", "number", "change", "expected"),
    [
        (ASSAULT, 2, 1, {"reaver": 1, "mudling": 2}),
        (ASSAULT, 1, -1, {}),
        (ASSAULT, 3, -1, {"reaver": 1, "mudling": 1}),
        (SUPPORT, 1, 1, {"matron": 1, "spittoad": 1}),
        (HEAVY, 1, 1, {"wreckback": 2}),
    ],
)
def test_events_change_how_many_units_come(role: int, number: int, change: int, expected: dict[str, int]) -> None:
    table = position("", with_enemies(tables(), EnemyRules("few", role, 0, ((role, number),) * 4)))
    add_lasting(table, Modifier.SPAWN, change, Until.ROUND)
    spawn_card(table, len(table.tables.enemies) - 1, area("east 3"))
    assert units(table, "east 3") == expected


def test_cards_beneath_a_deck_come_last() -> None:
    table = position("season cards: inn=2\nbeneath inn-season: strong-ale")
    drawn = [draw_resource(table, SEASON_DECK + INN) for _ in range(4)]
    assert table.tables.cards[drawn[2]].id == "strong-ale"
    assert drawn[3] == -1
    table = position("known events: clear-morning grain-barge")
    assert len(look_at_top(table, KNOWN_EVENTS, 3)) == 3
    put_top_to_bottom(table, KNOWN_EVENTS)
    assert len(table.known[KNOWN_EVENTS]) == 2
    assert [table.tables.events[event].id for event in table.beneath[KNOWN_EVENTS]] == ["clear-morning"]
    events_left = [draw_event(table) for _ in range(deck_size(table, KNOWN_EVENTS))]
    assert table.tables.events[events_left[-1]].id == "clear-morning"
