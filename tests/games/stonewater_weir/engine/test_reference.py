"""The engine against the second implementation in `reference`, on random positions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.games.stonewater_weir.engine.combat.enemy_attack import attack_from
from cardgen.games.stonewater_weir.engine.combat.hits import apply_hits
from cardgen.games.stonewater_weir.engine.combat.march import march_all
from cardgen.games.stonewater_weir.engine.field.figures import add_units
from cardgen.games.stonewater_weir.engine.field.spawning import spawn_all
from cardgen.games.stonewater_weir.engine.state.actions import BANK, WIND
from cardgen.games.stonewater_weir.engine.state.asking import GameEnded, Unanswered
from cardgen.games.stonewater_weir.engine.state.places import BUILDINGS, HOME, LONG_ARM, UNITS, WALL, Cause
from cardgen.games.stonewater_weir.engine.state.position import SiegePosition
from tests.games.stonewater_weir.engine import reference
from tests.games.stonewater_weir.engine.siege import (
    ALL_AREAS,
    HERO_NAMES,
    ability,
    area,
    position,
    put,
    rolls,
    run,
    tables,
    units,
)

pytestmark = pytest.mark.extended

CONDITIONS = ("whole", "damaged", "destroyed")
PLACES = (*range(8), *range(WALL, LONG_ARM + 1))


def place_text(place: int) -> str:
    if place < WALL:
        return BUILDINGS[place] if place >= 0 else "nowhere"
    return f"wall-{reference.BANKS[place - WALL]}" if place < LONG_ARM else "long-arm"


def to_reference(table: SiegePosition) -> reference.Table:
    zones = {}
    for text in ALL_AREAS:
        bank, zone = text.split()
        zones[bank, int(zone)] = [name for name, number in units(table, text).items() for _ in range(number)]
    undercurrent = None
    if table.undercurrent >= 0:
        bank, zone = ALL_AREAS[table.undercurrent].split()
        undercurrent = (bank, int(zone))
    ignores = {ability("ignore1"): 1, ability("ignore2"): 2, ability("ignore3"): 3}
    heroes = {
        HERO_NAMES[hero]: {
            "place": place_text(table.place[hero]),
            "morale": table.morale[hero],
            "ignores": sum(hits for bit, hits in ignores.items() if table.abilities[hero] & bit) - table.ignored[hero],
        }
        for hero in table.order
    }
    return {
        "zones": zones,
        "left": [UNITS[unit] for unit, number in enumerate(table.supply) for _ in range(number)],
        "heroes": heroes,
        "buildings": {name: CONDITIONS[table.buildings[index]] for index, name in enumerate(BUILDINGS)},
        "reinforced": {name: table.reinforced[index] for index, name in enumerate(BUILDINGS)},
        "undercurrent": undercurrent,
        "tether": table.tether,
        "runner": f"home-{reference.BANKS[table.runner - HOME]}" if table.runner >= HOME else "",
        "runners_lost": table.runners_lost,
        "over": table.cause != Cause.NONE,
    }


@st.composite
def positions(draw: st.DrawFn, places: tuple[int, ...] = PLACES) -> SiegePosition:
    """Return any position: figures anywhere, heroes in some places with few points of morale, buildings in any condition."""
    table = position("round: 5", tables(difficulty="full"))
    for _ in range(draw(st.integers(0, 6))):
        text, unit = draw(st.sampled_from(ALL_AREAS)), draw(st.integers(0, 4))
        put(table, text, **{UNITS[unit]: draw(st.integers(0, min(3, table.supply[unit])))})
    if draw(st.booleans()):
        table.undercurrent, table.tether = draw(st.integers(0, 11)), draw(st.integers(1, 10))
    free = list(places)
    for hero in table.order:
        table.place[hero] = draw(st.sampled_from(free))
        if not WALL <= table.place[hero] < LONG_ARM:
            free.remove(table.place[hero])
        table.morale[hero] = draw(st.integers(1, 4))
        table.abilities[hero] = draw(st.sampled_from([0, 0, ability("ignore1"), ability("ignore2")]))
    for building in range(8):
        table.buildings[building] = draw(st.sampled_from([0, 0, 0, 1, 2]))
        table.reinforced[building] = draw(st.sampled_from([0, 0, 0, 1]))
    if table.buildings.count(2) >= 4:
        table.buildings = [min(condition, 1) for condition in table.buildings]
    if draw(st.booleans()):
        table.runner, table.runner_leg = draw(st.integers(HOME, HOME + 3)), 1
        table.runners_lost = draw(st.integers(0, 1))
    return table


@st.composite
def attacks(draw: st.DrawFn) -> tuple[SiegePosition, str]:
    """Return a zone, and a position in which units can attack from there, with heroes around."""
    bank, zone = draw(st.integers(0, 3)), draw(st.sampled_from([3, 1, 2, 3]))
    text = f"{reference.BANKS[bank]} {zone}"
    table = draw(positions(places=(WALL + bank, WALL + (bank + 1) % 4, 2 * bank, 2 * bank + 1, LONG_ARM)))
    for unit in ((0, 1), (2, 3), (4,))[zone - 1]:
        put(table, text, **{UNITS[unit]: min(draw(st.sampled_from([2, 1, 0])), table.supply[unit])})
    return table, text


def frozen(table: reference.Table) -> str:
    return repr(reference.view(table))


def all_outcomes(table: SiegePosition, act: Callable[..., Any], *arguments: Any) -> Iterator[SiegePosition]:
    """Yield every position that some answers lead to."""
    open_tapes: list[list[int]] = [[]]
    while open_tapes:
        tape = open_tapes.pop()
        after = table.copy()
        after.tape, after.cursor = [*tape], 0
        try:
            act(after, *arguments)
        except Unanswered:
            open_tapes += [[*after.tape, option] for option in after.options]
        except GameEnded:
            yield after
        else:
            yield after


@settings(max_examples=200, deadline=None)
@given(attacks())
def test_attacks_of_enemies(attack: tuple[SiegePosition, str]) -> None:
    """What can become of an attack is what can become of it by the rules, except for what is worse for nothing.

    Players share out all hits of a zone at once, and the Runner's share comes last: if the Runner dies in between, all lose
    morale earlier, which no player would want.
    """
    table, text = attack
    bank, zone = text.split()
    before = to_reference(table)
    expected = {frozen(one): one for one in reference.attack_outcomes(before, bank, int(zone))}
    found = {frozen(one): one for one in map(to_reference, all_outcomes(table, attack_from, area(text)))}
    if zone == "3":
        assert found.keys() == expected.keys()
    assert found.keys() <= expected.keys()
    for left_out in expected.keys() - found.keys():
        assert any(reference.is_as_good(one, expected[left_out]) for one in found.values())


@settings(max_examples=200, deadline=None)
@given(positions(), st.sampled_from(ALL_AREAS), st.integers(0, 12), st.integers(1, 5))
def test_hits_on_enemies(table: SiegePosition, text: str, hits: int, strength: int) -> None:
    bank, zone = text.split()
    expected = to_reference(table)
    destroyed, loosened = reference.hit_enemies(expected, (bank, int(zone)), hits, strength)
    outcome = apply_hits(table, area(text), hits, strength)
    assert (outcome.destroyed, outcome.lowered, outcome.left) == (destroyed, loosened, hits - destroyed - loosened)
    assert frozen(to_reference(table)) == frozen(expected)


@settings(max_examples=200, deadline=None)
@given(positions())
def test_march(table: SiegePosition) -> None:
    expected = to_reference(table)
    guarded = set()
    for bank in range(4):
        if any(table.place[hero] == WALL + bank for hero in table.order):
            guarded.add(reference.BANKS[bank])
            table.attacked |= 1 << 3 * bank
    try:
        reference.march(expected, guarded)
    except reference.Breach:
        with pytest.raises(GameEnded):
            march_all(table)
        assert table.cause == Cause.BREACH
        return
    march_all(table)
    assert frozen(to_reference(table)) == frozen(expected)


@settings(max_examples=300, deadline=None)
@given(
    st.tuples(*(st.integers(0, count) for count in (24, 8, 16, 8, 8))),
    st.tuples(*(st.sampled_from([0, 1, 100]) for _ in range(5))),
    st.sampled_from(["assault", "support", "heavy"]),
    st.integers(0, 6),
    st.integers(0, 2),
)
def test_figures_run_out(gone: tuple[int, ...], more: tuple[int, ...], role: str, standard: int, elite: int) -> None:
    table = position()
    for unit in range(5):
        number = min(gone[unit] + more[unit], table.supply[unit])
        put(table, "south 3", **{UNITS[unit]: number})
    expected = to_reference(table)
    if standard + elite == 0:
        return
    all_gone = not expected["left"]
    surge = reference.spawn_units(expected, ("north", 3), role, standard, elite)
    placed = add_units(table, area("north 3"), ("assault", "support", "heavy").index(role), standard, elite)
    assert placed == (not surge)
    assert not (all_gone and placed)
    assert frozen(to_reference(table)) == frozen(expected)


@settings(max_examples=200, deadline=None)
@given(st.integers(4, 6), st.integers(0, 3), st.lists(st.integers(1, 3), min_size=8, max_size=8))
def test_surges(heroes: int, first: int, symbols: list[int]) -> None:
    order = ["tamsin", "ilka", "dov", "bettany", "oren", "hask"][:heroes]
    table = position(f"heroes: {' '.join(order)}", tables(heroes, difficulty="full"))
    table.enemy_slots = [-1] * 12
    banks = [(first + step) % 4 for step in range(4)]  # clockwise
    rolled = [symbols.pop() for bank in banks for _ in range(table.tables.points[bank])]
    surges = reference.surges_of("ABC"[symbol - 1] for symbol in rolled)
    answers = rolls(*rolled)
    if surges:
        answers.insert(surges[0] + 1, WIND + 2)  # the second one strengthens the Tether, which is full
    run(table, spawn_all, answers=[BANK + first, *answers])
    assert (table.undercurrent >= 0) == bool(surges)
