"""What the script takes for a threat, and what helps or harms the players in its eyes."""

from math import exp

import pytest

from cardgen.games.stonewater_weir.engine.combat.march import march_all
from cardgen.games.stonewater_weir.engine.field.runner import advance_runner
from cardgen.games.stonewater_weir.engine.phases.phase import SiegePhase
from cardgen.games.stonewater_weir.engine.state.places import (
    DEAD,
    DESTROYED,
    HOME,
    IN_HILLS,
    LEAVING,
    MATRON,
    MUDLING,
    REAVER,
    RETURNING,
    RUNNER_DUE,
    SPITTOAD,
    UNIT_COUNT,
    UNITS,
    WALL,
    Cause,
)
from cardgen.games.stonewater_weir.play import threats
from cardgen.games.stonewater_weir.play.evaluation import DANGER, danger, evaluate, rounds_left, score
from cardgen.games.stonewater_weir.play.threats import WORTH, blocking_units, worth_of_hits, worth_of_units
from tests.games.stonewater_weir.engine.siege import ALL_AREAS, BETTANY, DOV, ILKA, TAMSIN, area, position, put

KINDS = {0: (MUDLING, REAVER), 1: (MUDLING, REAVER, SPITTOAD, MATRON), 2: range(5)}
"""The units that come to each zone by the rules."""


def test_hits_of_enemies_are_counted_for_each_bank():
    table = position()
    for bank, (zone_1, zone_2, zone_3) in enumerate(zip(ALL_AREAS[::3], ALL_AREAS[1::3], ALL_AREAS[2::3], strict=True)):
        put(table, zone_1, mudling=bank + 1, reaver=1, wreckback=1)
        put(table, zone_2, spittoad=bank, matron=1, mudling=1)
        put(table, zone_3, wreckback=1, spittoad=1)
    assert [threats.assault_hits(table, bank) for bank in range(4)] == [3, 4, 5, 6]
    assert [threats.bank_hits(table, bank) for bank in range(4)] == [3, 4, 5, 6]


def test_walls_are_open_to_which_nobody_has_come_who_has_acted():
    table = position()
    for bank in ("north", "east", "west"):
        put(table, f"{bank} 1", mudling=1)
    put(table, "south 1", spittoad=1)
    table.place[ILKA], table.place[DOV], table.place[TAMSIN] = WALL, WALL + 1, WALL + 3
    table.queue = (DOV,)
    assert threats.open_walls(table, TAMSIN) == [1, 3]
    assert threats.open_walls(table, BETTANY) == [1]


@pytest.mark.parametrize("leg", [LEAVING, RETURNING])
@pytest.mark.parametrize("zone", range(3))
def test_units_block_the_runner_that_would_stop_them_after_the_march(leg, zone):
    for bank in (0, 2):
        for stands in range(3):
            for unit in KINDS[stands]:
                table = position()
                table.runner, table.runner_leg, table.attacked = 3 * bank + zone, leg, (1 << 12) - 1
                put(table, ALL_AREAS[3 * bank + stands], **{UNITS[unit]: 1})
                before = blocking_units(table)
                march_all(table)
                place = table.runner
                advance_runner(table)
                stopped = table.runner == place
                assert (UNIT_COUNT * (3 * bank + stands) + unit in before) == stopped, (stands, UNITS[unit])


@pytest.mark.parametrize("place", ["north 1", "south 2"])
def test_enemies_around_the_runner_are_worth_more(place):
    table = position()
    table.runner = area(place)
    usual = [*WORTH] * 4
    here = {UNIT_COUNT * table.runner + unit: 5.0 for unit in range(UNIT_COUNT)}
    assert worth_of_units(table) == [worth + here.get(at, 0.0) for at, worth in enumerate(usual)]
    other = f"{place[:-1]}{int(place[-1]) + 1}"
    put(table, other, wreckback=1, matron=2)
    more = dict.fromkeys(blocking_units(table), 0.5 + 3.5 / 3)
    assert worth_of_units(table) == pytest.approx(
        [worth + here.get(at, 0.0) + more.get(at, 0.0) for at, worth in enumerate(usual)]
    )


@pytest.mark.parametrize(
    ("hits", "strength", "units", "tether", "worth"),
    [
        (0, 4, {"mudling": 1}, 0, 0),
        (2, 1, {"mudling": 1}, 0, 1.0),
        (1, 0, {"mudling": 1}, 0, 0),
        (1.5, 1, {"mudling": 3}, 0, 1.5),
        (2, 1, {"spittoad": 2, "mudling": 2}, 0, 2 * 1.4),
        # Wreckbacks, Spittoads and Matrons come first; who is too strong is passed over.
        (2, 3, {"mudling": 2, "wreckback": 1}, 0, 1.6 + 1.0),
        (2, 2, {"mudling": 2, "wreckback": 1}, 0, 2.0),
        (3, 2, {"mudling": 1, "reaver": 1, "spittoad": 1, "matron": 1}, 0, 1.4 + 2.5 + 1.0),
        (3, 1, {"mudling": 1, "reaver": 1, "spittoad": 1, "matron": 1}, 0, 1.4 + 1.0),
        # The Tether comes before all units, for hits of strength 4.
        (3, 4, {"mudling": 5}, 2, 2 * 5.0 + 1.0),
        (2, 4, {"mudling": 5}, 9, 2 * 5.0),
        (3, 3, {"mudling": 5}, 2, 3.0),
    ],
)
def test_hits_are_worth_what_they_destroy_in_the_order_of_the_rules(hits, strength, units, tether, worth):
    table = position()
    put(table, "east 2", **units)
    put(table, "east 1", mudling=4)
    if tether:
        table.undercurrent, table.tether = area("east 2"), tether
    assert worth_of_hits(table, worth_of_units(table), area("east 2"), hits, strength) == pytest.approx(worth)
    counts = {"mudling": 1.0, "reaver": 1.9, "spittoad": 1.4, "matron": 2.5, "wreckback": 1.6}
    whole = sum(counts[unit] * count for unit, count in units.items())
    assert threats.worth_of_area(table, worth_of_units(table), area("east 2")) == pytest.approx(whole)


def test_the_tether_is_worth_most_before_the_wall():
    for text, worth in (("west 1", 6.0), ("west 2", 5.0), ("west 3", 5.0)):
        table = position()
        table.undercurrent, table.tether = area(text), 3
        assert worth_of_hits(table, worth_of_units(table), area(text), 1, 4) == worth


def test_a_hero_dies_of_as_many_hits_as_they_have_morale_and_pays_in_three_seasons():
    table = position("tamsin: morale=3")
    assert [threats.is_deadly(table, TAMSIN, hits) for hits in (2, 3, 4)] == [False, True, True]
    due = []
    for number in range(1, 13):
        table.round = number
        due.append(threats.food_due(table))
    assert due == [2] * 9 + [0] * 3


def test_the_way_of_the_runner_is_counted_in_rounds():
    table = position()

    def left(place, leg):
        table.runner, table.runner_leg = place, leg
        return rounds_left(table)

    for bank in range(4):
        assert left(HOME + bank, RETURNING) == 0
        assert [left(3 * bank + zone, LEAVING) for zone in range(3)] == [7, 6, 5]
        assert [left(3 * bank + zone, RETURNING) for zone in range(3)] == [1, 2, 3]
    assert (left(RUNNER_DUE, LEAVING), left(RUNNER_DUE, RETURNING), left(IN_HILLS, RETURNING)) == (8, 4, 4)


def test_each_enemy_is_a_danger_by_its_zone_and_more_on_the_field_of_the_runner():
    for at, text in enumerate(ALL_AREAS):
        for unit, name in enumerate(UNITS):
            table = position()
            put(table, text, **{name: 2})
            assert danger(table) == pytest.approx(2 * DANGER[at % 3][unit])
            table.runner = 3 * (at // 3)
            near = danger(table)
            table.runner = (table.runner + 3) % 12
            assert near > danger(table) + 0.01 or at % 3 == 2, (text, name)


def _changed(table, name, at, by):
    getattr(table, name)[at] += by


HELPS = {
    "morale": lambda table: _changed(table, "morale", DOV, 1),
    "food": lambda table: _changed(table, "food", DOV, 1),
    "gold": lambda table: _changed(table, "gold", DOV, 1),
    "lamplight": lambda table: _changed(table, "lamplight", DOV, 1),
    "strength": lambda table: _changed(table, "strength_tokens", DOV, 1),
    "a reinforcement": lambda table: _changed(table, "reinforced", 3, 1),
    "an ability": lambda table: _changed(table, "abilities", DOV, 1 << 38),
    "a card": lambda table: _changed(table, "slots", 4 * DOV, 1),
    "a later round": lambda table: setattr(table, "round", 3) or setattr(table, "runner", HOME),
}
HARMS = {
    "a lost Runner": lambda table: setattr(table, "runners_lost", 1),
    "a building in ruins": lambda table: _changed(table, "buildings", 7, DESTROYED),
    "the Undercurrent": lambda table: (setattr(table, "undercurrent", 0), setattr(table, "tether", 1)),
    "an enemy": lambda table: put(table, "north 1", reaver=1),
    "a dead hero": lambda table: _changed(table, "place", DOV, DEAD - table.place[DOV]),
    "low morale": lambda table: _changed(table, "morale", DOV, -2),
    "no food": lambda table: _changed(table, "food", DOV, -2),
    "little time": lambda table: setattr(table, "round", 8),
}


@pytest.mark.parametrize("what", [*HELPS, *HARMS])
def test_the_players_hope_for_more_with_what_helps_and_less_with_what_harms(what):
    table = position()
    before = score(table)
    (HELPS | HARMS)[what](table)
    after = score(table)
    assert (after > before) == (what in HELPS) and abs(after - before) > 0.001
    assert evaluate(table) == pytest.approx(1 / (1 + exp(-after)))


def test_the_more_a_tether_holds_the_worse_nearest_to_the_wall():
    losses = []
    for zone in range(3):
        for bank in range(4):
            table = position()
            before = score(table)
            table.undercurrent, table.tether = 3 * bank + zone, 4
            losses.append(round(before - score(table), 6))
    assert losses == [loss for loss in losses[::4] for _ in range(4)]
    assert losses[0] > losses[4] > losses[8] > 0


def test_enemies_that_have_yet_to_come_count_before_the_heroes_act_only():
    table = position()
    table.phase = SiegePhase.SPAWNING
    before = score(table)
    for phase in (SiegePhase.NEXT_TURN, SiegePhase.TURN, SiegePhase.ROUND_END):
        table.phase = phase
        assert score(table) == pytest.approx(before - 0.4)


def test_the_end_is_certain():
    for cause in Cause:
        table = position()
        table.cause = cause
        assert cause == Cause.NONE or evaluate(table) == (cause == Cause.HOME)
